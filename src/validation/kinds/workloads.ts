/** Workloads and pods: what the API server refuses to change of them. */
import { KindRules } from './kind';
import { daemonProblems, deploymentProblems } from './rolling';
import { mismatch, selectorProblems } from './selectors';
import { Finding } from '../../findings';
import { Fields, fieldsOf, isFields, labelProblems, subdomainProblems } from '../../kube';
import { at, fieldsAt, Draft } from '../../model';
import { selects } from '../../object';
import { priorityOfSystem } from '../../pod';
import { invalid, forbidden, required, saying } from '../../resource';
import { LABELS_OF_NODE } from '../server-assigned';

export const WORKLOAD_RULES: { readonly [kindKey: string]: KindRules } = {
  'apps/Deployment': {
    ...annotating('deployment.kubernetes.io/revision'),
    invalid: (after) => [
      ...selectorProblems(after, 'deployment'),
      ...leftoverProblems(after),
      ...deploymentProblems(after),
      ...deadlineProblems(after),
    ],
  },
  'apps/DaemonSet': {
    ...annotating('deprecated.daemonset.template.generation'),
    invalid: (after) => [...selectorProblems(after, 'daemonset'), ...daemonProblems(after)],
  },
  'apps/ReplicaSet': { invalid: (after) => selectorProblems(after, 'deployment') },
  'apps/StatefulSet': {
    created: completeSet,
    invalid: (after, { sent, before, isTaken }) => [
      ...(isTaken || before ? [] : setNameProblems(sent.name)),
      ...selectorProblems(after, 'statefulset'),
      ...onDeleteProblems(after),
      ...serviceNameProblems(after),
    ],
  },
  'apps/ControllerRevision': { invalid: revisionProblems },
  '/ReplicationController': { created: completeController, invalid: controllerProblems },
  '/Pod': { created: (live) => placePod(live) },
};

/** The server counts in an annotation, from one. */
function annotating(key: string): Pick<KindRules, 'created' | 'overwrites'> {
  return {
    created: (live) => {
      const metadata = live.metadata as Draft;
      metadata.annotations = { ...fieldsOf(metadata.annotations), [key]: '1' };
    },
    overwrites: (given) => (fieldsAt(given, 'metadata.annotations')[key] ?? '1') !== '1',
  };
}

/** What the server makes of a set, new or changed: its claim templates say what they are. */
export function completeSet(live: Draft): void {
  const spec = live.spec as Draft | undefined;
  if (Array.isArray(spec?.volumeClaimTemplates)) {
    spec.volumeClaimTemplates = spec.volumeClaimTemplates.map((template) => ({
      ...fieldsOf(template),
      apiVersion: 'v1',
      kind: 'PersistentVolumeClaim',
    }));
  }
}

/** Without labels of its own it has those of its template. */
export function labelledByTemplate(live: Draft): void {
  const metadata = live.metadata as Draft;
  const labels = fieldsAt(live, 'spec.template.metadata.labels');
  if (metadata.labels === undefined && Object.keys(labels).length > 0) {
    metadata.labels = { ...labels };
  }
}

/** Without a selector it has the labels of its template. */
export function completeController(live: Draft): void {
  labelledByTemplate(live);
  const spec = live.spec as Draft | undefined;
  const labels = fieldsAt(live, 'spec.template.metadata.labels');
  if (spec && spec.selector === undefined && Object.keys(labels).length > 0) {
    spec.selector = { ...labels };
  }
}

function controllerProblems(after: Fields): Finding[] {
  const labels = fieldsAt(after, 'spec.template.metadata.labels');
  const selector = fieldsAt(after, 'spec.selector');
  const isEmpty = Object.keys(selector).length === 0;
  const found = isEmpty ? [required('spec.selector', 'add labels to the template')] : [];
  if (at(after, 'spec.template') === undefined) {
    return [...found, required('spec.template', 'set the template of the pods')];
  }
  return isEmpty || selects({ matchLabels: selector }, labels) ? found : [mismatch(labels)];
}

/** Its data are the state of a workload, as an object. */
function revisionProblems({ data }: Fields): Finding[] {
  if (isFields(data)) return [];
  const remedy = 'let the controller manage revisions';
  if (data === undefined) return [required('data', remedy, 'data is mandatory')];
  const words = 'Required value: data must be a valid JSON object';
  return [saying(invalid('data', data, 'must be a map of fields', remedy), words)];
}

const NOT_READY = ['node.kubernetes.io/not-ready', 'node.kubernetes.io/unreachable'];

/** What admission and the scheduler write into a pod. */
export function placePod(live: Draft, isLabelled = true): void {
  const spec = live.spec as Draft | undefined;
  if (!spec) return;
  const metadata = live.metadata as Draft;
  if (isLabelled) metadata.labels = { [LABELS_OF_NODE]: '', ...fieldsOf(metadata.labels) };
  const tolerations = Array.isArray(spec.tolerations)
    ? spec.tolerations.map((one) => fieldsOf(one))
    : [];
  const missing = NOT_READY.filter(
    (key) =>
      !tolerations.some(
        (one) => one.key === key || (one.key === undefined && one.operator === 'Exists'),
      ),
  );
  spec.tolerations = [
    ...tolerations,
    ...missing.map((key) => ({
      key,
      operator: 'Exists',
      effect: 'NoExecute',
      tolerationSeconds: 300,
    })),
  ];
  for (const [field, value] of Object.entries({
    enableServiceLinks: true,
    serviceAccountName: 'default',
    serviceAccount: 'default',
    priority: priorityOfSystem(spec.priorityClassName) ?? 0,
    preemptionPolicy: 'PreemptLowerPriority',
  })) {
    if (spec[field] === undefined) spec[field] = value;
  }
  for (const field of ['containers', 'initContainers']) {
    if (Array.isArray(spec[field])) {
      spec[field] = spec[field].map((one: unknown) => requestsOfLimits(fieldsOf(one)));
    }
  }
}

/** In a pod, what is limited and not asked for is asked for. */
function requestsOfLimits(container: Fields): Fields {
  const { limits, requests, ...rest } = fieldsOf(container.resources);
  if (limits === undefined) return container;
  return {
    ...container,
    resources: { ...rest, limits, requests: { ...fieldsOf(limits), ...fieldsOf(requests) } },
  };
}

/** A pod must be able to become available before the rollout has failed. */
function deadlineProblems(after: Fields): Finding[] {
  const { progressDeadlineSeconds: deadline, minReadySeconds = 0 } = fieldsOf(after.spec);
  if (
    typeof deadline !== 'number' ||
    typeof minReadySeconds !== 'number' ||
    deadline > minReadySeconds
  ) {
    return [];
  }
  return [
    invalid(
      'spec.progressDeadlineSeconds',
      deadline,
      'must be greater than minReadySeconds',
      'use more than minReadySeconds',
    ),
  ];
}

/** The name of a set becomes a label of its pods; of what is no name at all that says enough. */
function setNameProblems(name: string): Finding[] {
  return (subdomainProblems(name).length > 0 ? [] : labelProblems(name)).map((why) =>
    invalid('metadata.name', name, why, 'use a name of at most 63 letters without dots'),
  );
}

/** Names of Services are labels. */
function serviceNameProblems(after: Fields): Finding[] {
  const name = at(after, 'spec.serviceName');
  return (typeof name === 'string' && name !== '' ? labelProblems(name) : []).map((why) =>
    invalid('spec.serviceName', name, why, 'use the name of a Service'),
  );
}

function leftoverProblems(after: Fields): Finding[] {
  if (
    at(after, 'spec.strategy.type') !== 'Recreate' ||
    at(after, 'spec.strategy.rollingUpdate') === undefined
  ) {
    return [];
  }
  return [
    forbidden(
      'spec.strategy.rollingUpdate',
      "may not be specified when strategy `type` is 'Recreate'",
      'the default of rollingUpdate conflicts with it: set rollingUpdate explicitly in one change and replace it in the next, or use kubectl apply once',
    ),
  ];
}

function onDeleteProblems(after: Fields): Finding[] {
  const left = at(after, 'spec.updateStrategy.rollingUpdate');
  if (at(after, 'spec.updateStrategy.type') !== 'OnDelete' || left === undefined) return [];
  return [
    invalid(
      'spec.updateStrategy.rollingUpdate',
      left,
      "only allowed for updateStrategy 'RollingUpdate'",
      'first set rollingUpdate.partition: 0 in one change, then replace it with OnDelete in the next; with kubectl apply, set rollingUpdate: null',
    ),
  ];
}
