/**
 * Which kinds of objects make pods: those of Kubernetes, Kubeflow's Notebook, and those that are
 * registered.
 */
import { textOf } from './data';
import { lazily } from './lazily';
import { WorkloadKind } from './model';
import { groupOf, podTemplatePath } from '../kube';

/** A kind whatever its version: an object is the same in all versions of its group. */
export function kindKey(apiVersion: string, kind: string): string {
  return `${groupOf(textOf(apiVersion))}/${textOf(kind)}`;
}

// The controllers of these find their pods by a LabelSelector.
const SELECTOR_PATH = ['spec', 'selector'];

/** What Kubernetes' own kinds have beside their pod template. */
const OF_KUBERNETES: readonly Omit<WorkloadKind, 'templatePath'>[] = [
  { group: '', kind: 'Pod' },
  { group: '', kind: 'ReplicationController' },
  { group: 'apps', kind: 'DaemonSet', selectorPath: SELECTOR_PATH },
  { group: 'apps', kind: 'Deployment', selectorPath: SELECTOR_PATH },
  { group: 'apps', kind: 'ReplicaSet', selectorPath: SELECTOR_PATH },
  { group: 'apps', kind: 'StatefulSet', selectorPath: SELECTOR_PATH, isStateful: true },
  { group: 'batch', kind: 'CronJob', isBatch: true },
  {
    group: 'batch',
    kind: 'Job',
    selectorPath: SELECTOR_PATH,
    isBatch: true,
    nameLabels: ['batch.kubernetes.io/job-name', 'job-name'],
  },
];

/**
 * Its controller makes a StatefulSet of the same name, and copies the labels of the notebook itself
 * to the pods.
 */
const NOTEBOOK: WorkloadKind = {
  group: 'kubeflow.org',
  kind: 'Notebook',
  templatePath: ['spec', 'template'],
  podLabelsPath: ['metadata', 'labels'],
  nameLabels: ['notebook-name', 'statefulset'],
  isStateful: true,
  stopAnnotation: 'kubeflow-resource-stopped',
};

const known = lazily(() =>
  keyed([
    ...OF_KUBERNETES.map((one) => ({
      ...one,
      templatePath: podTemplatePath(`${one.group}/v1`, one.kind)!,
    })),
    NOTEBOOK,
  ]),
);

/**
 * The kind, if its objects make pods. Of kinds that are registered the last one wins, over those
 * that are known too.
 */
export function workloadKindOf(
  apiVersion: string,
  kind: string,
  registered: readonly WorkloadKind[] = [],
): WorkloadKind | undefined {
  const key = kindKey(apiVersion, kind);
  return (
    registered.filter((one) => kindKey(`${one.group}/v1`, one.kind) === key).at(-1) ??
    known().get(key)
  );
}

/** All of them by their keys, to be asked often. */
export function workloadKinds(
  registered: readonly WorkloadKind[],
): ReadonlyMap<string, WorkloadKind> {
  return registered.length === 0 ? known() : new Map([...known(), ...keyed(registered)]);
}

function keyed(kinds: readonly WorkloadKind[]): ReadonlyMap<string, WorkloadKind> {
  return new Map(kinds.map((one) => [kindKey(`${one.group}/v1`, one.kind), one]));
}
