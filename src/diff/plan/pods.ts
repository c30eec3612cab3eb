/** Stopping the pods that use a claim, and starting them again. */
import { applying, commands, inNamespace, manifestOf, patch, reference, word } from './steps';
import { addTo, fieldsOf } from '../../kube';
import { fieldsAt } from '../../model';
import { Cluster } from '../cluster';
import { PlanStep } from '../spec';
import { specOf, Stored } from '../stored';

import { claimKey, claimsOf, templateOf } from '../workloads';

/** Whether it runs without pods for a while; others are deleted and created anew. */
function isScaled({ workload }: Stored['sent']): boolean {
  return (
    workload !== undefined &&
    workload.countedBy === undefined &&
    workload.stopAnnotation === undefined
  );
}

function isSchedule({ workload }: Stored['sent']): boolean {
  return workload?.isSchedule === true;
}

/** The workloads whose pods name claims, by claim. */
export function usersOf(cluster: Cluster): ReadonlyMap<string, readonly Stored[]> {
  const users = new Map<string, Stored[]>();
  for (const one of cluster.ofWorkloads()) {
    const { sent, live } = one;
    for (const name of new Set(claimsOf(templateOf(sent, live)))) {
      addTo(users, claimKey(sent.namespace, name), one);
    }
  }
  return users;
}

/** Their pods end, and are waited for. */
export function stopping(users: readonly Stored[]): PlanStep[] {
  const lines = users.flatMap(({ sent, live }) => {
    if (isSchedule(sent)) return [patch(sent, { spec: { suspend: true } })];
    if (!isScaled(sent)) return [`kubectl delete ${reference(sent)}`];
    return [
      `kubectl scale ${reference(sent)} --replicas=0`,
      untilGone(sent.namespace, fieldsAt(live, 'spec.template.metadata.labels')),
    ];
  });
  return lines.length === 0
    ? []
    : [commands('Stop the pods that use it, so that nothing writes.', ...lines)];
}

/** They run as before. */
export function starting(
  users: readonly Stored[],
  next: (id: string) => Stored['sent'] | undefined,
): PlanStep[] {
  const lines = users.flatMap((one) => {
    if (isSchedule(one.sent)) {
      return [patch(one.sent, { spec: { suspend: specOf(one).suspend === true } })];
    }
    return isScaled(one.sent)
      ? [`kubectl scale ${reference(one.sent)} --replicas=${replicasOf(one)}`]
      : [];
  });
  const gone = users.flatMap(({ sent }) =>
    isScaled(sent) || isSchedule(sent) ? [] : (next(sent.id) ?? []),
  );
  return [
    ...(lines.length === 0 ? [] : [commands('Start the pods again.', ...lines)]),
    ...(gone.length === 0
      ? []
      : [
          applying(
            'Create again what was deleted to stop its pods.',
            ...gone.map((sent) => manifestOf(sent)),
          ),
        ]),
  ];
}

/** Waits until no pod with these labels is left. */
export function untilGone(namespace: string | undefined, labels: object): string {
  const selector = Object.entries(labels)
    .map(([key, value]) => `${key}=${String(value)}`)
    .join(',');
  return `until test -z "$(kubectl get pods${inNamespace(namespace)} --selector ${word(selector)} --output name)"; do sleep 1; done`;
}

/** How many pods a workload has. */
function replicasOf(stored: Stored): number {
  const { replicas } = specOf(stored);
  return typeof replicas === 'number' ? replicas : 1;
}

/** The claims of a set stay whatever becomes of it and its pods. */
export function keepingClaims({ sent, live }: Stored): PlanStep[] {
  const { whenDeleted, whenScaled } = fieldsOf(
    fieldsOf(live.spec).persistentVolumeClaimRetentionPolicy,
  );
  if (whenDeleted !== 'Delete' && whenScaled !== 'Delete') return [];
  const policy = {
    spec: { persistentVolumeClaimRetentionPolicy: { whenDeleted: 'Retain', whenScaled: 'Retain' } },
  };
  return [
    commands(
      'Keep the claims of the StatefulSet while its pods are gone: with its current policy, they would be deleted with them.',
      patch(sent, policy),
    ),
  ];
}
