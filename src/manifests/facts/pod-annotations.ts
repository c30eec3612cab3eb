/** Annotations that drivers look for on the pods that mount their volumes. */
import { defineRules, Finding, show, violation } from '../../findings';
import { Judge, JudgedObject, World, WORKLOADS } from '../../judge';
import { Fields, fieldsOf, isGiven, listOf, textOf, valuesOf } from '../../object';
import { Workload } from '../../topology';
import { hasOwnMetadata } from '../pods';

const RULES = defineRules('manifest', {
  podAnnotation: {
    error: 'A pod lacks the annotation that the driver of its volume requires.',
    why: 'The driver of GCS FUSE mounts through a sidecar, which its webhook adds only to pods with the annotation: without it, the mount fails.',
    bad: 'gke-gcsfuse/volumes: "true" among the annotations of a Deployment',
    good: 'gke-gcsfuse/volumes: "true" in spec.template.metadata.annotations',
    source:
      'GoogleCloudPlatform/gcs-fuse-csi-driver pkg/webhook/mutatingwebhook.go and pkg/csi_driver/node.go; #153',
  },
});

/** Pods without an annotation that the driver of one of their volumes needs. */
export const POD_ANNOTATIONS: Judge = {
  rules: () => [RULES],
  kinds: [WORKLOADS],
  check: (object, world) => {
    const { workload, podPath = '' } = object;
    if (!workload || !hasOwnMetadata(object)) return [];
    const demanding =
      world.once(areAnyDemanding) || valuesOf(workload.podSpec.volumes).some(isInline)
        ? driversOf(workload, world).filter(({ driver }) => isDemanding(driver, world))
        : [];
    if (demanding.length === 0) return [];
    const metadataPath = podPath.replace(/spec$/, 'metadata');
    const annotations = fieldsOf(fieldsOf(at(object.manifest, metadataPath)).annotations);
    const told = new Set<string>();
    return demanding.flatMap(({ driver, volume }) => {
      const needed = Object.entries(world.driver(driver)?.podAnnotations ?? {}).filter(
        ([name]) => !told.has(name) && !hasSidecar(workload, name),
      );
      return needed.flatMap(([name, value]) => {
        told.add(name);
        return annotationFindings(
          { name, value, driver: driver!, volume },
          annotations,
          object,
          `${metadataPath}.annotations`,
        );
      });
    });
  },
};

function isInline(volume: unknown): boolean {
  return isGiven(fieldsOf(volume).csi);
}

function isDemanding(driver: string | undefined, world: World): boolean {
  return world.driver(driver)?.podAnnotations !== undefined;
}

/**
 * Whether a volume or a class is of a driver that looks for annotations: mostly there is none, so
 * that no pod has to be looked at.
 */
function areAnyDemanding(world: World): boolean {
  const {
    topology: { persistentVolumes, storageClasses },
  } = world;
  const drivers = new Set([
    ...persistentVolumes.map(({ driver }) => driver),
    ...storageClasses.map(({ provisioner }) => provisioner),
  ]);
  return [...drivers].some((driver) => isDemanding(driver, world));
}

interface Needed {
  readonly name: string;
  readonly value: string;
  readonly driver: string;
  readonly volume: string;
}

/** The drivers of volumes that containers mount: kubelet leaves others alone. */
function driversOf(
  workload: Workload,
  { topology }: World,
): readonly { readonly driver: string | undefined; readonly volume: string }[] {
  if (workload.mounts.length === 0) return [];
  const mounted = new Set(workload.mounts.map(({ volume }) => volume));
  const inline = listOf(workload.podSpec.volumes)
    .filter(({ csi }) => isGiven(csi))
    .map(({ name, csi }) => ({ driver: textOf(fieldsOf(csi).driver), volume: textOf(name) }));
  const claims = workload.claims.flatMap(({ volume, origin, claimName }) => {
    // The claims of a template are alike: that of the first pod stands for all.
    const name =
      claimName ??
      (origin === 'template' ? `${volume}-${workload.name}-${workload.firstOrdinal}` : undefined);
    return name === undefined
      ? []
      : [{ driver: topology.driverOf(workload.namespace, name), volume }];
  });
  return [...inline, ...claims].filter(({ volume }) => mounted.has(volume));
}

function annotationFindings(
  { name, value, driver, volume }: Needed,
  annotations: Fields,
  { kindKey, annotations: own }: JudgedObject,
  path: string,
): Finding[] {
  const given = annotations[name];
  if (given === value || (typeof given === 'string' && given.toLowerCase() === value)) return [];
  const wrong = (field: string, what: string, remedy: string) => [
    violation(
      RULES.podAnnotation,
      field,
      `the volume ${show(volume)} is mounted by ${driver}, which requires the annotation ${name}: ${show(value)} on the pods, but ${what}`,
      remedy,
    ),
  ];
  const place = `${path}.${quoted(name)}`;
  if (typeof given === 'string') {
    return wrong(place, `it is ${show(given)}: the mount fails`, `write ${show(value)}`);
  }
  if (isGiven(given)) {
    return wrong(
      place,
      `${show(given)} is not a string: the object is refused`,
      `write it in quotes: ${show(String(given))}`,
    );
  }
  return kindKey !== '/Pod' && isGiven(own[name])
    ? wrong(
        path,
        'it is only on the object that creates them: the mount fails',
        `move it to ${path}`,
      )
    : wrong(path, 'they do not have it: the mount fails', `add ${name}: ${show(value)} to ${path}`);
}

function quoted(name: string): string {
  return name.includes('.') ? `[${JSON.stringify(name)}]` : name;
}

/** Who brings the sidecar of GCS FUSE along needs nobody to put it in. */
function hasSidecar({ podSpec }: Workload, annotation: string): boolean {
  const sidecar = `${annotation.split('/')[0]}-sidecar`;
  return [...listOf(podSpec.containers), ...listOf(podSpec.initContainers)].some(
    ({ name }) => name === sidecar,
  );
}

function at(manifest: Fields, path: string): unknown {
  return path.split('.').reduce<unknown>((value, field) => fieldsOf(value)[field], manifest);
}
