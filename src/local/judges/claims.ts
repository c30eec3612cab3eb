/**
 * Claims on local disks: whether the webhook refuses them or overlooks them, and whether the driver
 * makes their volumes.
 */
import { Finding, show, violation } from '../../findings';
import { CLAIMS, Judge, JudgedObject, World } from '../../judge';
import { CLASS_ANNOTATION } from '../../kube';
import { fieldOfClaim, writtenClaims } from '../../manifests/written-claims';
import { fieldsOf, isGiven, listOf, textOf } from '../../object';
import { textFieldsOf } from '../../topology';
import { judgeClaim, REFUSAL } from '../enforce/verdict';
import { ACCEPT_ANNOTATION, LOCAL_DRIVER, OLD_ACCEPT_ANNOTATION } from '../names';
import { bytesOf } from '../sizes';
import { LOCAL_RULES as RULES } from './rules';
import { hasLocalDisks, LocalClaim, localClaimsOf } from './written';

const MAKE_IT_EPHEMERAL = 'or make it an ephemeral volume of its pods';

/** Claims, claim templates and ephemeral volumes. */
export const CLAIM_JUDGES: readonly Judge[] = [
  {
    rules: () => [RULES],
    kinds: [CLAIMS],
    when: (world) => world.once(hasLocalDisks),
    check: (object, world) =>
      localClaimsOf(object, world).flatMap((claim) => [
        ...(claim.origin === 'ephemeral' ? [] : lossFindings(claim)),
        ...sourceFindings(claim),
        ...roomFindings(claim, object, world),
      ]),
  },
  { rules: () => [RULES], kinds: [CLAIMS], needs: [ACCEPT_ANNOTATION], check: otherDriverFindings },
  {
    rules: () => [RULES],
    kinds: ['/PersistentVolumeClaim'],
    when: hasEphemeral,
    check: takenFindings,
  },
];

/** A claim that keeps data, and does not say that they may be lost. */
function lossFindings(claim: LocalClaim): Finding[] {
  const {
    manifest,
    at,
    title,
    storageClass: { name },
  } = claim;
  // Whoever names its class, it is that one.
  const ofClass = { ...manifest, spec: { ...fieldsOf(manifest.spec), storageClassName: name } };
  if (judgeClaim(ofClass, () => claim.storageClass.provisioner) !== REFUSAL) return [];
  const annotations = fieldsOf(fieldsOf(manifest.metadata).annotations);
  const place = (key: string) => `${at}metadata.annotations[${show(key)}]`;
  if (isGiven(annotations[ACCEPT_ANNOTATION])) {
    return [
      violation(
        RULES.acceptValue,
        place(ACCEPT_ANNOTATION),
        `${title} has ${show(annotations[ACCEPT_ANNOTATION])} for ${ACCEPT_ANNOTATION}, but only "true" counts: ${REFUSAL}`,
        'set it to "true"',
      ),
    ];
  }
  if (isGiven(annotations[OLD_ACCEPT_ANNOTATION])) {
    return [
      violation(
        RULES.acceptOldKey,
        place(OLD_ACCEPT_ANNOTATION),
        `${title} has the annotation of the first version, which is no longer read: ${REFUSAL}`,
        `use ${ACCEPT_ANNOTATION}: "true" instead`,
      ),
    ];
  }
  const remedy = `add the annotation ${ACCEPT_ANNOTATION}: "true", ${MAKE_IT_EPHEMERAL}`;
  const { ownerReferences } = fieldsOf(manifest.metadata);
  const owner = listOf(ownerReferences).findIndex(({ kind }) => kind === 'Pod');
  if (owner >= 0) {
    return [
      violation(
        RULES.ownerNotController,
        `${at}metadata.ownerReferences[${owner}]`,
        `${title} has a pod among its owners that does not control it, and the webhook mistakes it for an ephemeral volume: ${REFUSAL}`,
        remedy,
      ),
    ];
  }
  switch (claim.classFrom) {
    case 'annotation':
      return [
        violation(
          RULES.classByAnnotation,
          `${at}metadata.annotations["${CLASS_ANNOTATION}"]`,
          `${title} gets the class ${show(name)} from an annotation, which the webhook does not read: ${REFUSAL}`,
          remedy,
        ),
      ];
    case 'default':
      return [
        violation(
          RULES.classByDefault,
          `${at}spec.storageClassName`,
          `${title} does not name a class and gets the default class ${show(name)}: ${REFUSAL}`,
          `${remedy}, or name another class`,
        ),
      ];
    default:
      return [
        violation(
          RULES.ephemeralOnly,
          `${at}metadata.annotations`,
          `${title} has the class ${show(name)}: ${REFUSAL}`,
          remedy,
        ),
      ];
  }
}

/** Claims and templates that are meant for local disks, and of the class of another driver. */
function otherDriverFindings(object: JudgedObject, { topology }: World): Finding[] {
  return writtenClaims(object).flatMap((claim) => {
    const { origin, title, metadata, spec } = claim;
    const annotations = fieldsOf(metadata.annotations);
    if (origin === 'ephemeral' || annotations[ACCEPT_ANNOTATION] !== 'true') return [];
    const { storageClass } = topology.classFor({ spec, annotations: textFieldsOf(annotations) });
    return storageClass === undefined || storageClass.provisioner === LOCAL_DRIVER
      ? []
      : [
          violation(
            RULES.acceptInVain,
            fieldOfClaim(claim, 'spec.storageClassName'),
            `${title} accepts the loss of its data, but its class ${show(storageClass.name)} belongs to ${storageClass.provisioner}, which keeps data`,
            `use a class of ${LOCAL_DRIVER}, or remove the annotation`,
          ),
        ];
  });
}

function sourceFindings({ manifest, at, title }: LocalClaim): Finding[] {
  const spec = fieldsOf(manifest.spec);
  // The API server writes each of them from the other.
  const [field] = ['dataSource', 'dataSourceRef'].filter((one) => isGiven(spec[one]));
  return field === undefined
    ? []
    : [
        violation(
          RULES.dataSource,
          `${at}spec.${field}`,
          `${title} requests the content of another object, but the driver can neither clone nor restore`,
          'remove it, and copy the data with a Job',
        ),
      ];
}

/**
 * A claim that has no volume yet and for which no node has the space, as far as the driver has
 * published it.
 */
function roomFindings(
  { manifest, at, title, origin, storageClass }: LocalClaim,
  object: JudgedObject,
  world: World,
): Finding[] {
  const room = world.once(roomByClass).get(storageClass.name);
  const { resources, volumeName } = fieldsOf(manifest.spec);
  const { storage } = fieldsOf(fieldsOf(resources).requests);
  const asked = bytesOf(textOf(storage));
  if (
    room === undefined ||
    asked === undefined ||
    asked <= room.bytes ||
    textOf(volumeName) !== ''
  ) {
    return [];
  }
  if (
    origin === 'declared' &&
    world.topology.volumeOf(object.namespace, object.name) !== undefined
  ) {
    return [];
  }
  return [
    violation(
      RULES.room,
      `${at}spec.resources.requests.storage`,
      `${title} requests ${show(storage)}, but no node has more than ${show(room.text)} for the class ${show(storageClass.name)}`,
      'request less, or add nodes with larger disks',
    ),
  ];
}

/** The most that a node has for a volume of a class. */
interface Room {
  readonly bytes: bigint;
  readonly text: string;
}

function roomByClass(world: World): ReadonlyMap<string, Room> {
  const rooms = new Map<string, Room>();
  for (const {
    manifest: { storageClassName, capacity, maximumVolumeSize },
  } of world.ofKind('storage.k8s.io/CSIStorageCapacity')) {
    const text = textOf(isGiven(maximumVolumeSize) ? maximumVolumeSize : capacity);
    const bytes = bytesOf(text);
    const before = rooms.get(textOf(storageClassName));
    if (bytes !== undefined && (before === undefined || bytes > before.bytes)) {
      rooms.set(textOf(storageClassName), { bytes, text });
    }
  }
  return rooms;
}

function hasEphemeral({ topology }: World): boolean {
  return topology.workloads.some(({ claims }) =>
    claims.some(({ origin }) => origin === 'ephemeral'),
  );
}

/** A claim in the place of one that a pod makes for its ephemeral volume, of whatever driver. */
function takenFindings({ namespace, name }: JudgedObject, { topology }: World): Finding[] {
  const maker = topology.consumersOf(namespace, name).find(({ use }) => use.origin === 'ephemeral');
  if (!maker) return [];
  const { workload, use, podName } = maker;
  return [
    violation(
      RULES.ephemeralClaimName,
      'metadata.name',
      `the claim ${show(name)} has the name of the claim that the pod ${podName ?? workload.name} needs for its ephemeral volume ${show(use.volume)}, so the pod does not start`,
      'rename the claim or the volume',
    ),
  ];
}
