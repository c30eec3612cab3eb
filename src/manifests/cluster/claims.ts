/** Claims in a cluster: those that wait and why, that are lost, that go, and that nobody mounts. */
import { claimKey, livingOf, livingPods, oneLine } from './living';
import { whyPending } from './pending-claims';
import { BINDER, RELEASE } from './sources';
import { defineRules, Finding, show, violation } from '../../findings';
import { hasStored, Judge, JudgedObject, World } from '../../judge';
import { compareQuantities, isStored } from '../../kube';
import { fieldsOf, listOf, readQuantity, textOf } from '../../object';
import { timeOf } from '../../read-out';

const RULES = defineRules('cluster', {
  claimPending: {
    warning: 'A claim in the cluster is not bound, though it does not wait for its first pod.',
    why: 'No pod that mounts the claim starts until it is bound.',
    bad: 'a claim that is Pending, and whose class the cluster does not have',
    good: 'a claim that is Bound',
    source: BINDER,
  },
  claimLost: {
    error: 'The volume of a bound claim does not exist.',
    why: 'A claim whose volume was deleted is Lost: no pod that mounts it starts, and no other volume takes its place.',
    bad: 'status.phase: Lost',
    good: 'status.phase: Bound',
    source: BINDER,
  },
  claimTerminating: {
    warning: 'A claim in the cluster is being deleted.',
    why: 'A deleted claim stays until no pod mounts it any more. Its data is then deleted too if the reclaim policy is Delete. A deletion cannot be undone.',
    bad: 'a claim with a deletionTimestamp that a running pod mounts',
    good: 'a claim without one',
    source: `${RELEASE}, pvc-protection controller`,
  },
  claimUnused: {
    warning: 'Neither a workload nor a pod mounts a claim that has existed for a day.',
    why: 'The storage of an unmounted claim stays reserved, and is billed. Claims that wait for their first pod have none, and those of a StatefulSet or a CronJob that has no pods now are mounted again.',
    bad: 'a bound claim that no pod and no workload names',
    good: 'a claim that a Deployment mounts',
    source:
      'Kubernetes: claims of a StatefulSet that is gone stay, as do those of removed workloads',
  },
  claimResize: {
    warning: 'The expansion of a claim fails or waits.',
    why: 'The claim keeps its old size until the driver expands it.',
    bad: 'status.allocatedResourceStatuses: { storage: ControllerResizeInfeasible }',
    good: 'a capacity of at least the request',
    source: `kubernetes-csi/external-resizer; ${RELEASE}, RecoverVolumeExpansionFailure`,
  },
});

export const LIVING_CLAIM_JUDGE: Judge = {
  rules: () => [RULES],
  kinds: ['/PersistentVolumeClaim'],
  isOfLiving: true,
  when: hasStored,
  check: (claim, world) => {
    if (!isStored(claim.manifest)) return [];
    if (fieldsOf(claim.manifest.metadata).deletionTimestamp !== undefined) {
      return going(claim, world);
    }
    const phase = textOf(fieldsOf(claim.manifest.status).phase);
    if (phase === 'Lost') return lost(claim);
    if (phase === 'Pending') return pending(claim, world);
    return [...resizing(claim, world), ...unused(claim, world)];
  },
};

function lost({ manifest, namespace, name }: JudgedObject): Finding[] {
  const volume = textOf(fieldsOf(manifest.spec).volumeName);
  return [
    violation(
      RULES.claimLost,
      'status.phase',
      `the claim is Lost: its volume ${show(volume)} no longer exists`,
      `if the storage still exists, create the volume ${show(volume)} again with a claimRef to ${namespace}/${name} and its uid; otherwise restore the data into a new claim`,
    ),
  ];
}

function going(claim: JudgedObject, world: World): Finding[] {
  const { namespace, name, manifest } = claim;
  const pods = livingPods(claim, world);
  const volume = world.topology.volumeOf(namespace, name);
  const policy = textOf(fieldsOf(volume?.manifest.spec).persistentVolumeReclaimPolicy);
  const finalizers = textsIn(fieldsOf(manifest.metadata).finalizers);
  const others = finalizers.filter((one) => one !== 'kubernetes.io/pvc-protection');
  const until =
    pods.length > 0
      ? `as soon as ${named(pods)} ${pods.length === 1 ? 'is' : 'are'} gone`
      : others.length > 0
        ? `as soon as ${others.map((one) => show(one)).join(' and ')} ${others.length === 1 ? 'is' : 'are'} removed from its finalizers`
        : 'soon';
  const fate = policy === 'Delete' ? 'with its data' : 'and its volume stays, Released';
  const keep = volume
    ? `to keep the data, run kubectl patch pv ${volume.name} -p '{"spec":{"persistentVolumeReclaimPolicy":"Retain"}}' before that`
    : 'copy the data before that';
  return [
    violation(
      RULES.claimTerminating,
      'metadata.deletionTimestamp',
      `the claim was deleted, which cannot be undone: it disappears ${until}, ${volume ? fate : 'perhaps with its data'}`,
      policy === 'Retain' || policy === 'Recycle'
        ? 'create a claim with another name for the pods'
        : keep,
    ),
  ];
}

function pending(claim: JudgedObject, world: World): Finding[] {
  const why = whyPending(claim, world);
  // It has no storage before a pod mounts it.
  if (!why) return [];
  const pods = livingPods(claim, world);
  const waiting =
    pods.length === 0 ? '' : `; ${named(pods)} ${pods.length === 1 ? 'waits' : 'wait'} for it`;
  return [
    violation(
      RULES.claimPending,
      'status.phase',
      `the claim is Pending: ${why.message}${waiting}`,
      why.remedy,
    ),
  ];
}

function resizing({ manifest }: JudgedObject, world: World): Finding[] {
  const { conditions, allocatedResourceStatuses, capacity } = fieldsOf(manifest.status);
  const failed = textOf(fieldsOf(allocatedResourceStatuses).storage);
  const condition = listOf(conditions).find(
    ({ type, status }) =>
      ['ControllerResizeError', 'NodeResizeError'].includes(textOf(type)) && status === 'True',
  );
  if (!condition && !failed.endsWith('Infeasible') && !failed.endsWith('Failed')) return [];
  const asked = readQuantity(
    fieldsOf(fieldsOf(fieldsOf(manifest.spec).resources).requests).storage,
  );
  const has = readQuantity(fieldsOf(capacity).storage);
  if (asked && has && compareQuantities(asked, has) <= 0) return [];
  const said =
    oneLine(condition?.message) ||
    world.once(livingOf).warnings.get(textOf(fieldsOf(manifest.metadata).uid)) ||
    failed;
  return [
    violation(
      RULES.claimResize,
      'spec.resources.requests.storage',
      `the expansion to ${textOf(fieldsOf(fieldsOf(fieldsOf(manifest.spec).resources).requests).storage)} fails: ${said}`,
      'request a size that the driver can provide; from Kubernetes 1.34 on the request can be reduced again, down to the capacity',
    ),
  ];
}

/** Kinds whose objects mount claims: without them, who mounts one is not known. */
const MOUNTING = [
  '/Pod',
  'apps/Deployment',
  'apps/StatefulSet',
  'apps/ReplicaSet',
  'apps/DaemonSet',
  'batch/Job',
  'batch/CronJob',
];

function unused(claim: JudgedObject, world: World): Finding[] {
  const { namespace, name, manifest } = claim;
  if (!MOUNTING.every((kind) => world.covers(kind, namespace))) return [];
  if (livingPods(claim, world).length > 0) return [];
  if (world.topology.consumersOf(namespace, name).length > 0) return [];
  if (world.once(setClaims).has(claimKey(namespace, name.replace(/-\d+$/, '')))) return [];
  if (listOf(fieldsOf(manifest.metadata).ownerReferences).length > 0) return [];
  if (isNew(claim, world)) return [];
  const size = textOf(fieldsOf(fieldsOf(manifest.status).capacity).storage);
  return [
    violation(
      RULES.claimUnused,
      '',
      `no pod and no workload mounts the claim${size === '' ? '' : `, which holds ${size}`}`,
      'delete it if its data is no longer needed, or mount it',
    ),
  ];
}

const A_DAY = 24 * 60 * 60 * 1000;

/** Whether its pods may still come: claims are made before what mounts them. */
function isNew({ manifest }: JudgedObject, world: World): boolean {
  const { creationTimestamp } = fieldsOf(manifest.metadata);
  const age = Date.parse(world.once(latestTime)) - Date.parse(textOf(creationTimestamp));
  return age < A_DAY;
}

/** When the objects were read, as far as they show it. */
function latestTime({ cluster, objects }: World): string {
  if (cluster) return cluster.notBefore ?? '';
  return objects
    .filter(({ manifest }) => isStored(manifest))
    .map(({ kindKey, manifest }) => timeOf(kindKey, manifest))
    .reduce((latest, time) => (time > latest ? time : latest), '');
}

/** What the names of claims begin with that StatefulSets make, for pods that are gone as well. */
function setClaims(world: World): ReadonlySet<string> {
  return new Set(
    world.topology.workloads.flatMap(({ namespace, name, claims }) =>
      claims
        .filter(({ origin }) => origin === 'template')
        .map(({ volume }) => claimKey(namespace, `${volume}-${name}`)),
    ),
  );
}

const MOST_NAMED = 3;

function named(pods: readonly JudgedObject[]): string {
  const names = pods.slice(0, MOST_NAMED).map(({ namespace, name }) => `Pod/${namespace}/${name}`);
  const more = pods.length - names.length;
  return `${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

function textsIn(value: unknown): string[] {
  return Array.isArray(value) ? value.map(textOf).filter((one) => one !== '') : [];
}
