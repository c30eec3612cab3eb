/**
 * Several pods with one claim that is for one node, or for one pod: replicas, workloads, Jobs and
 * viewers.
 */
import { apart, selfConflict } from './apart';
import { accessOf, ClaimAccess } from './claim-access';
import { isMounted, pathOfUse, Sharer, sharersOf } from './sharers';
import { membersOf, nameOf, tiesOf, togetherWithFirst } from './together';
import { defineRules, Finding, show, violation, violationBy } from '../../findings';
import { Judge, World, WORKLOADS } from '../../judge';
import { addTo, kindAndName } from '../../kube';
import { fieldsOf, secondPodOf } from '../../object';
import { ByName, Workload } from '../../topology';
import { scaleOf } from '../scale';

const ATTACHED = 'Kubernetes, kube-scheduler and the attach/detach controller';

const RULES = defineRules('nodes', {
  sharedClaim: {
    warning: 'Pods that share a ReadWriteOnce claim may run on different nodes.',
    why: 'The volume is attached to one node at a time: pods on other nodes stay in ContainerCreating (Multi-Attach error).',
    bad: 'a Deployment of 3 replicas with a ReadWriteOnce claim',
    good: 'accessModes [ReadWriteMany], one replica, or required podAffinity of all pods to a label that all of them have',
    source: ATTACHED,
  },
  jobBesideWorkload: {
    warning:
      'A Job, a CronJob or a viewer of a ReadWriteOnce claim may run on another node than the workload that uses it.',
    why: 'The volume is attached to one node at a time, even for pods that only read: on another node, the pod stays in ContainerCreating.',
    bad: 'a CronJob that mounts the claim of a Deployment, on any node',
    good: 'podAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [{ labelSelector: { matchLabels: { app: shop } }, topologyKey: kubernetes.io/hostname }] }',
    source: ATTACHED,
  },
  neverTogether: {
    error: 'Pods that share a claim for one node can never run on the same node.',
    why: 'On different nodes, the volume is not available to both: one of them never starts.',
    bad: 'a Deployment with nodeSelector { pool: storage } and a CronJob of its ReadWriteOnce claim with nodeSelector { pool: batch }',
    good: 'nodeSelector { pool: storage } for both, or accessModes [ReadWriteMany]',
    source: ATTACHED,
  },
  claimOfOnePod: {
    error: 'Several pods use a claim that is ReadWriteOncePod.',
    why: 'The scheduler keeps the second pod pending as long as the first one exists, on any node.',
    bad: 'a Deployment of 2 replicas with a ReadWriteOncePod claim',
    good: 'one replica, or accessModes [ReadWriteMany]',
    source: ATTACHED,
  },
});

const TOGETHER =
  'required podAffinity to a label that all of them have, with the topologyKey kubernetes.io/hostname';

/** The pods of all workloads, and the claims that they share. */
export const SPREAD_JUDGE: Judge = {
  rules: () => [RULES],
  kinds: [WORKLOADS],
  check: ({ workload }, world) => (workload ? (world.once(findAll).get(workload) ?? []) : []),
};

type ByWorkload = Map<Workload, Finding[]>;

interface Shared {
  readonly world: World;
  readonly name: string;
  readonly access: ClaimAccess;
  readonly findings: ByWorkload;
}

/** Looks at each claim once, whoever asks. */
function findAll(world: World): ByWorkload {
  const findings: ByWorkload = new Map();
  const seen = new ByName<true>();
  for (const { namespace, claims } of world.topology.workloads) {
    for (const { origin, claimName } of claims) {
      if (origin !== 'declared' || claimName === undefined) continue;
      if (seen.get(namespace, claimName)) continue;
      seen.add(namespace, claimName, true);
      if (isOnePod(world, namespace, claimName)) continue;
      const access = accessOf(world, namespace, claimName);
      const shared = { world, name: claimName, access, findings };
      const sharers = sharersOf(world, namespace, claimName);
      if (access.by === 'pod') checkOnePod(sharers, shared);
      else if (access.by === 'node') checkOneNode(sharers.filter(isMounted), shared);
    }
  }
  return findings;
}

/**
 * Whether one pod at a time has the claim, as nearly always: then nothing has to be asked. Runs of
 * a CronJob may overlap.
 */
function isOnePod(world: World, namespace: string | undefined, claimName: string): boolean {
  const consumers = world.topology.consumersOf(namespace, claimName);
  if (consumers.length !== 1) return consumers.length === 0;
  const [{ workload }] = consumers;
  return workload.kind !== 'CronJob' && scaleOf(workload, world).most === 1;
}

/** One pod has the claim; every further one stays pending for as long as that is there. */
function checkOnePod(sharers: readonly Sharer[], shared: Shared): void {
  const [first, ...others] = sharers;
  // Pods that end make room for each other.
  if (!first || first.isPassing) return;
  const own = podsInWords(first, shared);
  if (own !== undefined) {
    tell(first, shared, second(shared, `${nameOf(first.workload)} has ${own}`));
  }
  for (const other of others) {
    tell(
      other,
      shared,
      second(
        shared,
        `${nameOf(other.workload)} uses it together with ${nameOf(first.workload)}: the second pod stays pending`,
      ),
    );
  }
}

function second({ name }: Shared, but: string): Finding {
  const { message, remedy } = secondPodOf(name, but);
  return violation(RULES.claimOfOnePod, '', message, remedy);
}

function checkOneNode(sharers: readonly Sharer[], shared: Shared): void {
  const [first] = sharers;
  if (!first) return;
  const { world } = shared;
  const workloads = sharers.map(({ workload }) => workload);
  const members = membersOf(workloads);
  const ties = workloads.map((workload) => tiesOf(workload, members, world));
  sharers.forEach((sharer, index) => checkOwnPods(sharer, ties[index].isHeld, shared));
  if (sharers.length === 1) return;
  const together = togetherWithFirst(workloads, ties, world);
  const apartFrom = apart(workloads, world);
  const lasting = sharers.filter(({ isPassing }) => !isPassing);
  // Who stays has to find the others again whenever it is started anew; the only one that stays
  // need not.
  const isLoose = (sharer: Sharer, index: number) =>
    !together.has(sharer.workload) ||
    (!ties[index].follows && (sharer.isPassing || lasting.length > 1));
  const loose = new Set(sharers.filter(isLoose));
  const areAllLoose = lasting.length > 1 && lasting.every((one) => loose.has(one));
  sharers.forEach((sharer, index) => {
    const { workload, isPassing } = sharer;
    const never = apartFrom.get(workload);
    if (never && lasting.length > 0) {
      tell(
        sharer,
        shared,
        violation(
          RULES.neverTogether,
          '',
          `${nameOf(workload)} and ${never.other} share the claim ${show(shared.name)}, which is for one node (${modes(shared)}), ` +
            `and no node can run both: ${never.why}`,
          'let both run on the same nodes, or claim ReadWriteMany',
        ),
      );
    } else if (
      shared.access.tiedTo === undefined &&
      isLoose(sharer, index) &&
      !(index === 0 && (areAllLoose || isPassing))
    ) {
      const other = index === 0 ? sharers[1] : first;
      tell(
        sharer,
        shared,
        isPassing && lasting.length > 0
          ? besideWorkload(sharer, other, shared)
          : besideOther(sharer, other, shared),
      );
    }
  });
}

function besideWorkload({ workload }: Sharer, other: Sharer, shared: Shared): Finding {
  return violationBy(
    nameOf(workload),
    RULES.jobBesideWorkload,
    '',
    `uses the claim ${show(shared.name)} of ${nameOf(other.workload)}, which is for one node (${modes(shared)}): ` +
      'on another node its pods do not start while that runs',
    `add required podAffinity to its pods, to those of ${nameOf(other.workload)}, with the topologyKey kubernetes.io/hostname` +
      (workload.kind === 'Job' ? ', or apply that after the Job has finished' : ''),
  );
}

function besideOther({ workload }: Sharer, other: Sharer, shared: Shared): Finding {
  return violation(
    RULES.sharedClaim,
    '',
    `${nameOf(workload)} and ${nameOf(other.workload)} share the claim ${show(shared.name)}, which is for one node (${modes(shared)}): ` +
      'pods on another node never start',
    `claim ReadWriteMany, or add ${TOGETHER}`,
  );
}

/** Replicas, and whatever else makes one workload several pods. */
function checkOwnPods(sharer: Sharer, isHeld: boolean, shared: Shared): void {
  const { workload, pods } = sharer;
  const own = podsInWords(sharer, shared);
  if (own === undefined) return;
  const why = pods === undefined ? undefined : selfConflict(workload, shared.world);
  if (why !== undefined) {
    tell(
      sharer,
      shared,
      violationBy(
        nameOf(workload),
        RULES.neverTogether,
        '',
        `has ${own}, its claim ${show(shared.name)} is for one node (${modes(shared)}), ` +
          `and no node can run two of them: ${why}`,
        'claim ReadWriteMany, or make it a StatefulSet with a claim for each pod',
      ),
    );
  } else if (!isHeld && shared.access.tiedTo === undefined) {
    tell(
      sharer,
      shared,
      violationBy(
        nameOf(workload),
        RULES.sharedClaim,
        '',
        `has ${own}, but its claim ${show(shared.name)} is for one node (${modes(shared)}): ` +
          'pods on another node never start',
        `claim ReadWriteMany, run one pod, or add ${TOGETHER}`,
      ),
    );
  }
}

/** How many pods there are, if they are several. */
function podsInWords(
  { workload, pods, scale: { autoscaler } }: Sharer,
  { world }: Shared,
): string | undefined {
  if (pods === undefined) return 'a pod on every node';
  const { concurrencyPolicy } = fieldsOf(workload.manifest.spec);
  if (workload.kind === 'CronJob' && pods === 1 && concurrencyPolicy === 'Allow') {
    return 'runs that may overlap (concurrencyPolicy: Allow)';
  }
  if (pods < 2) return undefined;
  const by =
    autoscaler && autoscaler !== world.objectOf(workload) ? ` (${kindAndName(autoscaler)})` : '';
  return by === '' ? `${pods} pods` : `up to ${pods} pods${by}`;
}

function modes({ access }: Shared): string {
  return access.modes.join(', ');
}

function tell({ workload, use }: Sharer, { findings }: Shared, finding: Finding): void {
  const path = use.origin === 'declared' ? pathOfUse(workload, use) : workload.podPath;
  addTo(findings, workload, { ...finding, path });
}
