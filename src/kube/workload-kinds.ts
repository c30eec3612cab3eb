/** The kinds of objects that make pods, and all that is known of each. */
import { kindKey } from './kinds';
import { lazily } from './lazily';

/** The fields of a pod's spec that list containers. */
export const CONTAINER_LISTS = ['containers', 'initContainers', 'ephemeralContainers'] as const;

export interface WorkloadKind {
  /** The API group: empty for the core. */
  readonly group: string;
  readonly kind: string;
  /**
   * The fields that lead to the pod template, which has `metadata` and `spec`: none for a Pod,
   * which is its own.
   */
  readonly templatePath: readonly string[];
  /**
   * Labels that the controller gives to the pods, each with the name of the workload as its value.
   */
  readonly nameLabels?: readonly string[];
  /** Labels that the controller gives to the pods, with values of its own. */
  readonly madeLabels?: readonly string[];
  /**
   * The fields that lead to the labels of the pods: those of the template, unless they are
   * elsewhere.
   */
  readonly podLabelsPath?: readonly string[];
  /**
   * The fields that lead to the LabelSelector by which the controller finds its pods, where there
   * is one.
   */
  readonly selectorPath?: readonly string[];
  /**
   * Whether the pods are named as those of a StatefulSet, `<name>-0`; then it may have
   * `volumeClaimTemplates` too.
   */
  readonly isStateful?: boolean;
  /** Whether the pods are meant to end. */
  readonly isBatch?: boolean;
  /** An annotation that stops it: while it is there, there are no pods. */
  readonly stopAnnotation?: string;
  /** What decides how many pods there are; `spec.replicas`, unless it is said. */
  readonly countedBy?: 'itself' | 'nodes' | 'parallelism';
  /** Whether pods are made later, by other objects: there are none as soon as it is there. */
  readonly isSchedule?: boolean;
  /** Whether running pods stay as they are when the template changes. */
  readonly keepsPods?: boolean;
  /** Whether its controller adds to the pods what they need to be valid. */
  readonly completesPods?: boolean;
  /** Whether Argo CD calls it healthy only once its pods are. */
  readonly isAwaited?: boolean;
}

const TEMPLATE = ['spec', 'template'];
const SELECTOR = ['spec', 'selector'];
const NAMES_OF_JOB = ['job-name', 'batch.kubernetes.io/job-name'];
const UIDS_OF_JOB = ['controller-uid', 'batch.kubernetes.io/controller-uid'];

/** The labels that the server gives the pods of a Job. */
export const LABELS_OF_JOBS: readonly string[] = NAMES_OF_JOB.flatMap((name, index) => [
  UIDS_OF_JOB[index],
  name,
]);

const OF_KUBERNETES: readonly WorkloadKind[] = [
  {
    group: 'apps',
    kind: 'Deployment',
    templatePath: TEMPLATE,
    selectorPath: SELECTOR,
    madeLabels: ['pod-template-hash'],
    isAwaited: true,
  },
  {
    group: 'apps',
    kind: 'StatefulSet',
    templatePath: TEMPLATE,
    selectorPath: SELECTOR,
    isStateful: true,
    madeLabels: [
      'apps.kubernetes.io/pod-index',
      'controller-revision-hash',
      'statefulset.kubernetes.io/pod-name',
    ],
    isAwaited: true,
  },
  {
    group: 'apps',
    kind: 'DaemonSet',
    templatePath: TEMPLATE,
    selectorPath: SELECTOR,
    countedBy: 'nodes',
    madeLabels: ['controller-revision-hash', 'pod-template-generation'],
    isAwaited: true,
  },
  {
    group: 'apps',
    kind: 'ReplicaSet',
    templatePath: TEMPLATE,
    selectorPath: SELECTOR,
    keepsPods: true,
    isAwaited: true,
  },
  {
    group: 'batch',
    kind: 'Job',
    templatePath: TEMPLATE,
    selectorPath: SELECTOR,
    isBatch: true,
    countedBy: 'parallelism',
    nameLabels: NAMES_OF_JOB,
    madeLabels: UIDS_OF_JOB,
    keepsPods: true,
    isAwaited: true,
  },
  { group: '', kind: 'ReplicationController', templatePath: TEMPLATE, keepsPods: true },
  {
    group: '',
    kind: 'Pod',
    templatePath: [],
    countedBy: 'itself',
    keepsPods: true,
    isAwaited: true,
  },
  {
    group: 'batch',
    kind: 'CronJob',
    templatePath: ['spec', 'jobTemplate', 'spec', 'template'],
    isBatch: true,
    isSchedule: true,
    countedBy: 'parallelism',
  },
];

/**
 * Its controller makes a StatefulSet of the same name, and copies the labels of the notebook itself
 * to the pods.
 */
const NOTEBOOK: WorkloadKind = {
  group: 'kubeflow.org',
  kind: 'Notebook',
  templatePath: TEMPLATE,
  podLabelsPath: ['metadata', 'labels'],
  nameLabels: ['notebook-name', 'statefulset'],
  isStateful: true,
  stopAnnotation: 'kubeflow-resource-stopped',
  completesPods: true,
};

/** A template of pods that nothing makes by itself. */
const POD_TEMPLATE = '/PodTemplate';

/** Kinds of workloads by `group/Kind`. */
export type WorkloadKinds = ReadonlyMap<string, WorkloadKind>;

const own = lazily(() => keyed(OF_KUBERNETES));
const known = lazily(() => keyed([...OF_KUBERNETES, NOTEBOOK]));

/** The kinds that are known, and those that are registered: of several the last one counts. */
export function workloadKinds(registered: readonly WorkloadKind[] = []): WorkloadKinds {
  return registered.length === 0 ? known() : new Map([...known(), ...keyed(registered)]);
}

/** The kind, if its objects make pods. */
export function workloadKindOf(
  apiVersion: string,
  kind: string,
  registered: readonly WorkloadKind[] = [],
): WorkloadKind | undefined {
  const key = kindKey(apiVersion, kind);
  return registered.filter((one) => workloadKey(one) === key).at(-1) ?? known().get(key);
}

/** Kubernetes' own kinds, those that are in use most first. */
export function ownWorkloadKinds(): WorkloadKinds {
  return own();
}

/** `group/Kind`. */
export function workloadKey({ group, kind }: Pick<WorkloadKind, 'group' | 'kind'>): string {
  return `${group}/${kind}`;
}

/** Whether it is a pod itself, and has no template of one. */
export function isPodKind({ templatePath }: WorkloadKind): boolean {
  return templatePath.length === 0;
}

/** The restart policies that its pods can have. */
export function restartPoliciesOf(kind: WorkloadKind): readonly string[] {
  if (isPodKind(kind)) return ['Always', 'OnFailure', 'Never'];
  if (kind.isBatch !== true) return ['Always'];
  // What Jobs of others make of a pod that says nothing is theirs to know.
  const isOwn = own().has(workloadKey(kind));
  return isOwn ? ['OnFailure', 'Never'] : ['Always', 'OnFailure', 'Never'];
}

/**
 * The fields that lead from a workload of Kubernetes to its pod template, which has `metadata` and
 * `spec`: none for a Pod, which is its own. Undefined if the kind has no template.
 */
export function podTemplatePath(apiVersion: string, kind: string): readonly string[] | undefined {
  const key = kindKey(apiVersion, kind);
  return key === POD_TEMPLATE ? ['template'] : own().get(key)?.templatePath;
}

function keyed(kinds: readonly WorkloadKind[]): WorkloadKinds {
  return new Map(kinds.map((one) => [workloadKey(one), one]));
}
