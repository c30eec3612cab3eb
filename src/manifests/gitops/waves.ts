/**
 * Claims and those who mount them in the phases and waves of Argo CD, and hooks of Helm: who waits
 * for whom.
 */
import { annotationPath, ARGO_HOOK, HELM_HOOK, HELM_WEIGHT, SYNC_WAVE } from './annotations';
import { waitsForConsumer } from './data';
import { compareTurns as compare, saysWhen, Turn, turnInWords as inWords, turnOf } from './order';
import { ARGO_CD } from './sources';
import { defineRules, Finding, Severity, show, violation } from '../../findings';
import { Judge, JudgedObject, World, WORKLOADS } from '../../judge';
import { append, kindAndName } from '../../kube';
import { scaleOf } from '../scale';

const RULES = defineRules('gitops', {
  claimBeforeConsumer: {
    isEither: true,
    error:
      'A claim that waits for its first consumer is applied in an earlier wave than that consumer.',
    why: 'Argo CD waits for the claim to be bound, the claim for the pod, and the pod for Argo CD: the sync never ends.',
    bad: 'a claim in wave 0 of a class with WaitForFirstConsumer, and its Deployment in wave 1',
    good: 'both in wave 1',
    source: `${ARGO_CD}; argoproj/argo-cd#12840`,
  },
  claimMayWait: {
    isEither: true,
    warning:
      'A claim of a class that may wait for the first consumer is not in the wave of that consumer.',
    why: 'If the class waits, Argo CD waits for the claim to be bound, the claim for the pod, and the pod for Argo CD: the sync never ends.',
    bad: 'a claim in wave 0 of an undeclared class, and its Deployment in wave 1',
    good: 'both in wave 1',
    source: `${ARGO_CD}; argoproj/argo-cd#12840`,
  },
  claimAfterConsumer: {
    error: 'A claim is applied after the pods that mount it.',
    why: 'The pod waits for the claim, and Argo CD waits for the pod before it applies the claim: the sync never ends.',
    bad: 'a PreSync hook that mounts a claim of the sync phase; a claim in wave 2, and its Deployment in wave 1',
    good: 'both in the same phase and wave',
    source: `${ARGO_CD}; stackrox/stackrox#5191`,
  },
});

/** Claims, and what mounts them. */
export const WAVE_JUDGE: Judge = {
  rules: () => [RULES],
  kinds: ['/PersistentVolumeClaim', WORKLOADS],
  check: (object, world) => world.once(findAll).get(object) ?? [],
};

/** Whether Argo CD waits for its pods. A CronJob is well whatever its pods are like. */
export function isAwaited({ workloadKind }: JudgedObject): boolean {
  return workloadKind?.isAwaited === true;
}

const REMEDY = 'put both into the same phase and wave';

function findAll(world: World): ReadonlyMap<JudgedObject, Finding[]> {
  const findings = new Map<JudgedObject, Finding[]>();
  // Mostly all are applied together.
  if (!world.objects.some(saysWhen)) return findings;
  for (const claim of world.ofKind('/PersistentVolumeClaim')) {
    if (world.find(claim.kindKey, claim.namespace, claim.name)[0] !== claim) continue;
    const found = checkClaim(claim, world);
    if (found) {
      append(findings.get(found.object) ?? setNew(findings, found.object), [found.finding]);
    }
  }
  return findings;
}

interface Found {
  readonly object: JudgedObject;
  readonly finding: Finding;
}

function checkClaim(claim: JudgedObject, world: World): Found | undefined {
  const own = turnOf(claim, world);
  // What Helm makes of a claim that is a hook is another rule's.
  if (!own || own.isOfHelm) return undefined;
  const consumers = world.topology
    .consumersOf(claim.namespace, claim.name)
    .flatMap(({ workload }): Turn[] => {
      const object = world.objectOf(workload);
      const turn =
        object && scaleOf(workload, world).most !== 0 ? turnOf(object, world) : undefined;
      return turn ? [turn] : [];
    });
  if (consumers.length === 0) return undefined;
  const first = consumers.reduce((best, one) => (compare(one, best) < 0 ? one : best));
  const tooEarly = consumers
    .filter(({ object }) => isAwaited(object))
    .find((one) => compare(one, own) < 0);
  if (tooEarly) return lateClaim(claim, own, tooEarly);
  return compare(first, own) > 0 ? earlyClaim(claim, own, first, world) : undefined;
}

function lateClaim(claim: JudgedObject, own: Turn, consumer: Turn): Found {
  const [object, path] = placeOf(own, consumer);
  return {
    object,
    finding: violation(
      RULES.claimAfterConsumer,
      path,
      `${kindAndName(consumer.object)} (${inWords(consumer, own)}) mounts the claim ${show(claim.name)}, ` +
        `which is applied after it (${inWords(own, consumer)}): each waits for the other`,
      REMEDY,
    ),
  };
}

function earlyClaim(
  claim: JudgedObject,
  own: Turn,
  consumer: Turn,
  world: World,
): Found | undefined {
  const waits = waitsForConsumer(claim, world);
  if (waits === false) return undefined;
  const [object, path] = placeOf(own, consumer);
  const engine = consumer.isOfHelm ? 'Helm with --wait' : 'Argo CD';
  const finding = violation(
    waits ? RULES.claimBeforeConsumer : RULES.claimMayWait,
    path,
    `the claim ${show(claim.name)} (${inWords(own, consumer)}) ${waits ? 'waits' : 'may wait'} for its first consumer, ${kindAndName(consumer.object)} (${inWords(consumer, own)}), ` +
      `${waits ? '' : 'depending on its class, which is not among the objects, '}but ${engine} waits for the claim before it applies that`,
    REMEDY,
  );
  // Helm waits only if it is told to.
  return {
    object,
    finding: consumer.isOfHelm ? { ...finding, severity: Severity.WARNING } : finding,
  };
}

/**
 * The annotation that says when: of two phases, that which makes a hook; of two waves, that of the
 * claim, or else that of its consumer.
 */
function placeOf(
  { object, phase }: Turn,
  { object: consumer, phase: other }: Turn,
): readonly [JudgedObject, string] {
  const both = phase === other ? [object, consumer] : [consumer, object];
  const annotations = phase === other ? [SYNC_WAVE, HELM_WEIGHT] : [ARGO_HOOK, HELM_HOOK];
  for (const one of both) {
    const annotation = annotations.find((name) => one.annotations[name] !== undefined);
    if (annotation !== undefined) return [one, annotationPath(annotation)];
  }
  return [object, 'metadata'];
}

function setNew(findings: Map<JudgedObject, Finding[]>, object: JudgedObject): Finding[] {
  const list: Finding[] = [];
  findings.set(object, list);
  return list;
}
