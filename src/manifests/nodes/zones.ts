/** Volumes of one zone, or of one node, beside what else binds their pods to zones and nodes. */
import { apartFromZone } from './apart';
import {
  constraintOfClass,
  constraintOfVolume,
  isBound,
  ConstraintSum,
  HOSTNAME,
  NodeConstraint,
  onlyNode,
  valuesFor,
  whoAsks,
  wordsFor,
  ZONE,
} from './constraints';
import { pathOfUse } from './sharers';
import { constraintOf, nameOf } from './together';
import { defineRules, Finding, show, violation } from '../../findings';
import { Judge, JudgedObject, WORKLOADS, World, onceInWorld } from '../../judge';
import { addTo, own } from '../../kube';
import { fieldsOf, isGiven, listOf, textOf } from '../../object';
import { ByName, ClaimUse, PersistentVolume, StorageClass, Workload } from '../../topology';
import { scaleOf } from '../scale';

const RULES = defineRules('nodes', {
  zoneBeforePod: {
    warning:
      'A zonal volume is provisioned before its pod has been scheduled, which something else binds to a zone.',
    why: 'With the binding mode Immediate, the volume is created in any zone, and the pod stays pending if it must not run there.',
    bad: 'volumeBindingMode: Immediate of a class of EBS, and pods with nodeSelector { topology.kubernetes.io/zone: eu-central-1b }',
    good: 'volumeBindingMode: WaitForFirstConsumer',
    source: 'Kubernetes, volume binder of kube-scheduler',
  },
  nodesOfVolume: {
    error: 'The pods of a volume are not allowed to run where the volume is.',
    why: 'No node satisfies the constraints of both the pod and its volumes: the pod stays pending (volume node affinity conflict).',
    bad: 'a PersistentVolume of the zone eu-central-1a, and pods with nodeSelector { topology.kubernetes.io/zone: eu-central-1b }',
    good: 'nodeSelector { topology.kubernetes.io/zone: eu-central-1a }',
    source: 'Kubernetes, volume binder of kube-scheduler',
  },
});

/**
 * Pods that can be nowhere, at the workload; and classes that may bring that about, at the class.
 */
export const ZONE_JUDGES: readonly Judge[] = [
  {
    rules: () => [RULES],
    kinds: [WORKLOADS],
    check: ({ workload }, world) => (workload ? checkWorkload(workload, world).errors : []),
  },
  {
    rules: () => [RULES],
    kinds: ['storage.k8s.io/StorageClass'],
    check: (object, world) =>
      isFirst(object, world) ? (world.once(findRandom).get(object.name) ?? []) : [],
  },
];

const WAITS = 'WaitForFirstConsumer';
/** Drivers that call zones otherwise. */
const PLACES: { readonly [driver: string]: readonly string[] } = {
  'csi.hetzner.cloud': ['csi.hetzner.cloud/location', 'topology.kubernetes.io/region', ZONE],
};
/** How many pods of a StatefulSet are looked at: their volumes are made by hand, one for each. */
const MOST_PODS = 100;

/** What a claim of a pod is: a volume that is there, or the class that makes one. */
interface PodClaim {
  readonly use: ClaimUse;
  readonly volume?: PersistentVolume;
  readonly storageClass?: StorageClass;
}

interface Verdict {
  readonly errors: readonly Finding[];
  /** By class: the classes whose volumes may be made where the pod cannot be. */
  readonly random: ReadonlyMap<StorageClass, string>;
}

const FINE: Verdict = { errors: [], random: new Map() };

const checkWorkload = onceInWorld(judgePods);

function judgePods(workload: Workload, world: World): Verdict {
  if (
    workload.claims.length === 0 ||
    !world.once(areAnyPlaced) ||
    scaleOf(workload, world).most === 0
  ) {
    return FINE;
  }
  let first: Verdict | undefined;
  for (const ordinal of ordinalsOf(workload, world)) {
    const verdict = judgePod(workload, claimsOf(workload, ordinal, world), world);
    if (verdict.errors.length > 0) return verdict;
    first ??= verdict;
  }
  return first ?? FINE;
}

/** Pods differ only in claims and volumes that somebody made for one of them. */
function ordinalsOf(
  { namespace, name, claims, replicas = 1, firstOrdinal }: Workload,
  world: World,
): readonly number[] {
  const templates =
    world.topology.persistentVolumes.length > 0
      ? claims.filter(({ origin }) => origin === 'template')
      : [];
  const made = world.once(madeByHand);
  const ordinals = [firstOrdinal];
  for (
    let ordinal = firstOrdinal + 1;
    templates.length > 0 && ordinal < firstOrdinal + Math.min(replicas, MOST_PODS);
    ordinal += 1
  ) {
    if (templates.some(({ volume }) => made.get(namespace, claimOfPod(volume, name, ordinal)))) {
      ordinals.push(ordinal);
    }
  }
  return ordinals;
}

function claimOfPod(volume: string, name: string, ordinal: number): string {
  return `${volume}-${name}-${ordinal}`;
}

/** The claims that are declared, or that a volume is reserved for. */
function madeByHand({ topology }: World): ByName<true> {
  const names = new ByName<true>();
  for (const { namespace, name } of topology.claims) names.add(namespace, name, true);
  for (const { claimRef } of topology.persistentVolumes) {
    if (claimRef) names.add(claimRef.namespace, claimRef.name, true);
  }
  return names;
}

function claimsOf(
  { namespace, name, claims }: Workload,
  ordinal: number,
  world: World,
): readonly PodClaim[] {
  const { topology } = world;
  return claims.map((use) => {
    const claimName =
      use.origin === 'template' ? claimOfPod(use.volume, name, ordinal) : use.claimName;
    // Of a claim that the pod makes, its template says all, unless somebody was there before.
    const isMadeByPod =
      use.origin !== 'declared' &&
      textOf(use.template?.volumeName) === '' &&
      !world.once(madeByHand).get(namespace, claimName ?? '');
    const claim =
      isMadeByPod || claimName === undefined ? undefined : topology.claim(namespace, claimName);
    const volume =
      isMadeByPod || claimName === undefined ? undefined : topology.volumeOf(namespace, claimName);
    if (volume) return { use, volume };
    const spec = claim?.spec ?? use.template;
    // A volume that is named, but not there, may be anywhere.
    if (!spec || textOf(spec.volumeName) !== '' || isGiven(spec.selector)) return { use };
    const annotations =
      claim?.annotations ??
      (fieldsOf(use.templateMetadata?.annotations) as { readonly [key: string]: string });
    return { use, storageClass: topology.classFor({ spec, annotations }).storageClass };
  });
}

function judgePod(workload: Workload, claims: readonly PodClaim[], world: World): Verdict {
  if (!claims.some((one) => isPlaced(one, world))) return FINE;
  const sum = new ConstraintSum();
  const ofPod = constraintOf(workload, world);
  sum.add(ofPod);
  const errors: Finding[] = [];
  const random: StorageClass[] = [];
  const count = new Map<StorageClass, number>();
  const rest = new ConstraintSum();
  rest.add(ofPod);
  const seen = new Set<string>();
  for (const { use, volume, storageClass } of claims) {
    // One claim under two names is one volume.
    if (use.origin === 'declared' && seen.has(use.claimName!)) continue;
    if (use.origin === 'declared') seen.add(use.claimName!);
    const place = volume
      ? constraintOfVolume(volume.manifest, `PersistentVolume/${volume.name}`)
      : storageClass && count.has(storageClass)
        ? undefined
        : storageClass &&
          constraintOfClass(storageClass.manifest, `StorageClass/${storageClass.name}`);
    const [label] = place ? sum.add(place) : [];
    if (label !== undefined && errors.length === 0) {
      errors.push(nowhere(workload, use, label, place!, sum, ofPod));
    }
    const isRandom = storageClass !== undefined && isMadeAnywhere(storageClass, world);
    if (storageClass) count.set(storageClass, (count.get(storageClass) ?? 0) + 1);
    if (!isRandom && place) rest.add(place);
    else if (isRandom && count.get(storageClass) === 1) random.push(storageClass);
  }
  if (errors.length > 0) return { errors, random: new Map() };
  const total = random.reduce((all, one) => all + count.get(one)!, 0);
  const isSpread =
    claims.some(({ use }) => use.origin !== 'declared') && apartFromZone(workload, world);
  const found = random.flatMap((one): [StorageClass, string][] => {
    const why = whyRandom(one, rest.constraint, total > 1, isSpread);
    return why === undefined ? [] : [[one, why]];
  });
  return { errors, random: new Map(found) };
}

/** Whether there is anything that says, or decides, where the volume is. */
function isPlaced({ volume, storageClass }: PodClaim, world: World): boolean {
  if (volume) return isBound(volume.manifest);
  return storageClass !== undefined && isPlacing(storageClass, world);
}

function isPlacing(storageClass: StorageClass, world: World): boolean {
  return (
    constraintOfClass(storageClass.manifest) !== undefined || isMadeAnywhere(storageClass, world)
  );
}

/** Whether any volume is somewhere, or any class decides where: mostly nobody has to ask. */
function areAnyPlaced(world: World): boolean {
  const { persistentVolumes, storageClasses } = world.topology;
  return (
    persistentVolumes.some(({ manifest }) => isBound(manifest)) ||
    storageClasses.some((one) => isPlacing(one, world))
  );
}

/** Whether volumes of the class are in one zone, which nobody knows before they are made. */
function isMadeAnywhere(
  { provisioner, volumeBindingMode, manifest }: StorageClass,
  world: World,
): boolean {
  if (volumeBindingMode === WAITS) return false;
  if (world.driver(provisioner)?.topology !== 'zone') return false;
  const parameters = Object.entries(fieldsOf(manifest.parameters)).map(
    ([name, value]) => [name.toLowerCase(), textOf(value).toLowerCase()] as const,
  );
  // Volumes that are in several zones.
  return !parameters.some(
    ([name, value]) =>
      (name === 'replication-type' && value === 'regional-pd') ||
      (/^(skuname|storageaccounttype)$/.test(name) && value.endsWith('_zrs')),
  );
}

function whyRandom(
  storageClass: StorageClass,
  rest: NodeConstraint,
  areSeveral: boolean,
  isSpread: boolean,
): string | undefined {
  const { provisioner } = storageClass;
  const places = own(PLACES, provisioner) ?? [ZONE];
  const made = constraintOfClass(storageClass.manifest);
  const isFixed = places.some((label) => valuesFor(made, label)?.length === 1);
  const node = onlyNode(rest);
  const label =
    node === undefined
      ? places.find((one) => isNarrower(rest, valuesFor(made, one), one))
      : HOSTNAME;
  if (label !== undefined && !(isFixed && node !== undefined)) {
    const values = node === undefined ? valuesFor(rest, label) : [node];
    return `${node === undefined ? (whoAsks(rest, label) ?? 'the pod') : 'the pod'} requires ${wordsFor(label, values)}, but the volume may be created in another zone`;
  }
  if (isFixed) return undefined;
  if (areSeveral) {
    return 'its pods have several such volumes, which may be created in different zones';
  }
  return isSpread
    ? 'its pods are kept in separate zones, but their volumes may be created in the same zone'
    : undefined;
}

/** Whether volumes may be made at a place where the pod may not be. */
function isNarrower(
  rest: NodeConstraint,
  made: readonly (string | undefined)[] | undefined,
  label: string,
): boolean {
  const wanted = rest.get(label);
  if (!wanted) return false;
  const refused = [...wanted.not].filter((value) => value !== undefined);
  if (!made) return wanted.only !== undefined || refused.length > 0;
  return made.some((value) => (wanted.only && !wanted.only.has(value)) || wanted.not.has(value));
}

/** A pod that no node can run, for the sake of a volume. */
function nowhere(
  workload: Workload,
  use: ClaimUse,
  label: string,
  place: NodeConstraint,
  sum: ConstraintSum,
  ofPod: NodeConstraint,
): Finding {
  const by = whoAsks(sum.constraint, label);
  const other = by === undefined || by === nameOf(workload) ? 'it' : by;
  const path = ofPod.has(label) ? pathOfLabel(workload, label) : pathOfClaim(workload, use);
  const who = whoAsks(place, label)!;
  return violation(
    RULES.nodesOfVolume,
    path,
    `no node can run ${nameOf(workload)}: ${other} requires ${wordsFor(label, valuesFor(sum.constraint, label))}, ` +
      `and ${who}, of its volume ${show(use.volume)}, for ${wordsFor(label, valuesFor(place, label))}`,
    `let the pods run where ${who} is, or use another volume`,
  );
}

function pathOfClaim(workload: Workload, use: ClaimUse): string {
  if (use.origin !== 'template') {
    return pathOfUse(workload, use).replace(/\.persistentVolumeClaim\.claimName$/, '');
  }
  const index = listOf(fieldsOf(workload.manifest.spec).volumeClaimTemplates).findIndex(
    ({ metadata }) => fieldsOf(metadata).name === use.volume,
  );
  return `spec.volumeClaimTemplates[${index}]`;
}

function pathOfLabel({ podPath, podSpec }: Workload, label: string): string {
  const { nodeSelector, nodeName } = podSpec;
  const name = Object.keys(fieldsOf(nodeSelector)).find(
    (one) => one === label || (label === ZONE && one.endsWith('/zone')),
  );
  if (name !== undefined) return `${podPath}.nodeSelector[${JSON.stringify(name)}]`;
  return isGiven(nodeName) && label === 'metadata.name'
    ? `${podPath}.nodeName`
    : `${podPath}.affinity.nodeAffinity`;
}

/** The findings on classes, by name: one for each workload that has such volumes. */
function findRandom(world: World): ReadonlyMap<string, readonly Finding[]> {
  const byClass = new Map<string, Finding[]>();
  const told = new Set<string>();
  for (const workload of world.topology.workloads) {
    for (const [{ name }, why] of checkWorkload(workload, world).random) {
      const identity = JSON.stringify([name, nameOf(workload)]);
      if (workload.name !== '' && told.has(identity)) continue;
      told.add(identity);
      const finding = violation(
        RULES.zoneBeforePod,
        'volumeBindingMode',
        `the class ${show(name)} creates zonal volumes before the pod has a node (Immediate), so the pods of ${nameOf(workload)} ` +
          `may stay pending: ${why}`,
        `set volumeBindingMode: ${WAITS}, in a class with another name if this one is in use`,
      );
      addTo(byClass, name, finding);
    }
  }
  return byClass;
}

/** Of classes that appear twice, the first is the one that claims get. */
function isFirst(object: JudgedObject, world: World): boolean {
  return world.find(object.kindKey, undefined, object.name)[0] === object;
}
