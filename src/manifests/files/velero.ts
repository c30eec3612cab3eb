/**
 * Annotations of Velero on pods: volumes that are not there, and annotations where it does not
 * look.
 */
import { defineRules, Finding, nearestIn, show, violation } from '../../findings';
import { Judge, JudgedObject, World, WORKLOADS } from '../../judge';
import { Fields, fieldOf, fieldsOf, isGiven, textOf } from '../../object';
import { Workload } from '../../topology';
import { hasOwnMetadata, podMetadataOf, volumesByName } from '../pods';

const VELERO =
  'velero 1.17, pkg/podvolume/backupper.go and pkg/util/podvolume; velero-io/velero#2538, velero-io/velero#8196';

const RULES = defineRules('files', {
  veleroPlace: {
    warning: 'A Velero annotation for pods is set on something else.',
    why: 'Velero reads the annotations of the pods, not of the workload: the volume is not in the backup, or the hook does not run.',
    bad: 'kind: Deployment, metadata: { annotations: { backup.velero.io/backup-volumes: data } }',
    good: 'spec: { template: { metadata: { annotations: { backup.velero.io/backup-volumes: data } } } }',
    source: VELERO,
  },
  veleroVolume: {
    warning:
      'A Velero annotation names a volume that the pod does not have or that cannot be backed up, or is not separated by commas alone.',
    why: 'Names that are not volumes of the pod are skipped: they are not in the backup.',
    bad: 'backup.velero.io/backup-volumes: data-claim, "config"',
    good: 'backup.velero.io/backup-volumes: data,config',
    source: VELERO,
  },
});

/** Annotations that name volumes, and what becomes of those that they name. */
const OF_VOLUMES: readonly (readonly [annotation: string, what: string])[] = [
  ['backup.velero.io/backup-volumes', 'is not in the backup'],
  ['backup.velero.io/backup-volumes-excludes', 'is not left out of the backup'],
];
/** How many volumes a remedy names. */
const MOST_NAMED = 5;
/** All annotations that Velero reads from pods. */
const OF_PODS =
  /^(?:backup\.velero\.io\/backup-volumes(?:-excludes)?|(?:pre|post)\.hook\.backup\.velero\.io\/.+|(?:init|post)\.hook\.restore\.velero\.io\/.+)$/;

export const VELERO_JUDGE: Judge = {
  rules: () => [RULES],
  kinds: [WORKLOADS],
  needs: ['annotations'],
  check: (object, world) =>
    isAboutVelero(object)
      ? [
          ...placeFindings(object),
          ...OF_VOLUMES.flatMap(([annotation, what]) =>
            volumeFindings(annotation, what, object, world),
          ),
        ]
      : [],
};

/** Whether the pods, or what makes them, have annotations at all that are Velero's. */
function isAboutVelero(object: JudgedObject): boolean {
  const isOne = (name: string) => OF_PODS.test(name);
  return (
    // The Jobs between a CronJob and its pods have annotations, too.
    object.kindKey === 'batch/CronJob' ||
    Object.keys(object.annotations).some(isOne) ||
    Object.keys(podMetadataOf(object).annotations).some(isOne)
  );
}

/** Annotations on what makes the pods, or on the Jobs of a CronJob. */
function placeFindings(object: JudgedObject): Finding[] {
  const { kindKey, annotations, manifest } = object;
  if (kindKey === '/Pod' || !hasOwnMetadata(object)) return [];
  const ofPods = podMetadataOf(object);
  const ofJobs =
    kindKey === 'batch/CronJob'
      ? fieldsOf(fieldsOf(fieldsOf(fieldsOf(manifest.spec).jobTemplate).metadata).annotations)
      : {};
  const wrong = (some: Fields, path: string) =>
    Object.keys(some)
      .filter((name) => OF_PODS.test(name) && !isGiven(fieldOf(ofPods.annotations, name)))
      .map((name) =>
        violation(
          RULES.veleroPlace,
          `${path}.annotations[${JSON.stringify(name)}]`,
          `Velero looks for ${name} on pods, which do not inherit the annotations of their workload: it has no effect`,
          `move it to ${ofPods.path}.annotations`,
        ),
      );
  return [...wrong(annotations, 'metadata'), ...wrong(ofJobs, 'spec.jobTemplate.metadata')];
}

/** Names that are not volumes of the pods, or volumes that cannot be in a backup. */
function volumeFindings(
  annotation: string,
  what: string,
  object: JudgedObject,
  world: World,
): Finding[] {
  const { workload } = object;
  if (!workload || !hasOwnMetadata(object)) return [];
  const { path, annotations } = podMetadataOf(object);
  const given = fieldOf(annotations, annotation);
  if (typeof given !== 'string') return [];
  const volumes = volumesByName(workload.podSpec);
  const names = new Set(
    [...volumes.keys(), ...workload.claims.map(({ volume }) => volume)].filter(
      (name) => name !== '',
    ),
  );
  const remedyFor = remedies(workload, names);
  const place = `${path}.annotations[${JSON.stringify(annotation)}]`;
  return [...new Set(given.split(','))].flatMap((name) => {
    // Nothing between two commas names nothing.
    if (name === '') return [];
    if (!names.has(name)) {
      return [
        violation(
          RULES.veleroVolume,
          place,
          `the pods have no volume ${show(name)}, so it ${what}`,
          remedyFor(name),
        ),
      ];
    }
    const isOfNode = isHostPath(volumes.get(name), workload, world);
    return isOfNode && annotation === OF_VOLUMES[0][0]
      ? [
          violation(
            RULES.veleroVolume,
            place,
            `the volume ${show(name)} is a path of the node (hostPath), which Velero skips: it ${what}`,
            'back it up by other means, and remove it from the annotation',
          ),
        ]
      : [];
  });
}

/** What to do about a name that is none of the volumes. */
function remedies({ claims }: Workload, names: ReadonlySet<string>): (name: string) => string {
  const nearest = nearestIn([...names]);
  const volumesOf = new Map(claims.map(({ claimName, volume }) => [claimName, volume]));
  const some = [...names].slice(0, MOST_NAMED).join(', ');
  return (name) => {
    const trimmed = name.trim();
    if (names.has(trimmed)) return 'remove the space: names are separated only by commas';
    const volume = volumesOf.get(trimmed);
    if (volume !== undefined) {
      return `use the name of the volume, not of its claim: ${show(volume)}`;
    }
    const guess = nearest(trimmed);
    if (guess !== undefined) return `perhaps you meant ${show(guess)}`;
    return some === '' ? 'remove it: the pods have no volumes' : `use names of volumes: ${some}`;
  };
}

function isHostPath(
  volume: Fields | undefined,
  { namespace }: Workload,
  { topology }: World,
): boolean {
  if (!volume || isGiven(volume.hostPath)) return volume !== undefined;
  const claimName = textOf(fieldsOf(volume.persistentVolumeClaim).claimName);
  return (
    claimName !== '' &&
    isGiven(fieldsOf(topology.volumeOf(namespace, claimName)?.manifest.spec).hostPath)
  );
}
