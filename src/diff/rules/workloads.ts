/** Workloads and pods: what the API server refuses to change of them. */
import { at, Change, fieldsAt, ImmutableField, KindRules, listAt } from './kind-rules';
import { daemonProblems, deploymentProblems } from './rolling';
import { matches, mismatch, selectorProblems } from './selectors';
import { append, Fields, fieldsOf, labelProblems, subdomainProblems } from '../../kube';
import { Draft, gateOf, sinceOf } from '../../model';
import { invalid, forbidden, Refusal } from '../../validation';
import { isSame } from '../changes';
import { LABELS_OF_NODE } from '../server-assigned';

const NEW_NAME =
  'use a new name for the workload; or delete it, which stops its pods, and create it again';
const SELECTOR: ImmutableField = { path: 'spec.selector', remedy: NEW_NAME };

const ORPHANS =
  'delete the StatefulSet with --cascade=orphan, so that pods and claims stay, and apply: the new one adopts them; make claims larger one by one';
const SPEC_OF_SET =
  "Forbidden: updates to statefulset spec for fields other than 'replicas', 'ordinals', 'template', 'updateStrategy', 'revisionHistoryLimit', " +
  "'persistentVolumeClaimRetentionPolicy' and 'minReadySeconds' are forbidden";
/** Fields of a StatefulSet's spec that may change, by the release since which they may. */
const MUTABLE_OF_SET = new Map<string, () => number>([
  ['replicas', () => 0],
  ['template', () => 0],
  ['updateStrategy', () => 0],
  [
    'persistentVolumeClaimRetentionPolicy',
    () => gateOf('StatefulSetAutoDeletePVC').alpha ?? Infinity,
  ],
  ['minReadySeconds', () => gateOf('StatefulSetMinReadySeconds').alpha ?? Infinity],
  ['ordinals', () => gateOf('StatefulSetStartOrdinal').alpha ?? Infinity],
  ['revisionHistoryLimit', () => sinceOf('mutableRevisionHistoryLimit')],
]);

const SPEC_OF_POD =
  'Forbidden: pod updates may not change fields other than `spec.containers[*].image`,`spec.initContainers[*].image`,' +
  '`spec.activeDeadlineSeconds`,`spec.tolerations` (only additions to existing tolerations),`spec.terminationGracePeriodSeconds` ' +
  '(allow it to be set to 1 if it was previously negative)';
const NO_BARE_POD =
  'use a workload such as a Deployment instead of a bare Pod; or delete and recreate the Pod';

export const WORKLOAD_RULES: { readonly [kindKey: string]: KindRules } = {
  'apps/Deployment': {
    created: withAnnotation('deployment.kubernetes.io/revision', '1'),
    immutable: [SELECTOR],
    invalid: (after) => [
      ...selectorProblems(after, 'deployment'),
      ...leftoverProblems(after),
      ...deploymentProblems(after),
      ...deadlineProblems(after),
    ],
  },
  'apps/DaemonSet': {
    created: withAnnotation('deprecated.daemonset.template.generation', '1'),
    immutable: [SELECTOR],
    invalid: (after) => [...selectorProblems(after, 'daemonset'), ...daemonProblems(after)],
  },
  'apps/ReplicaSet': {
    immutable: [SELECTOR],
    invalid: (after) => selectorProblems(after, 'deployment'),
  },
  'apps/StatefulSet': {
    created: (live) =>
      [completeTemplates, dropMaxUnavailable].forEach((complete) => complete(live)),
    updated: (after) =>
      [completeTemplates, dropMaxUnavailable].forEach((complete) => complete(after)),
    refused: setRefusals,
    invalid: (after, sent, cluster, isPast) => [
      ...(isPast || cluster.get(sent.id) ? [] : setNameProblems(sent.name)),
      ...selectorProblems(after, 'statefulset'),
      ...onDeleteProblems(after),
      ...serviceNameProblems(after),
    ],
  },
  '/ReplicationController': {
    created: completeController,
    updated: completeController,
    invalid: controllerProblems,
  },
  '/Pod': { created: placePod, updated: placePod, refused: podRefusals },
  'apps/ControllerRevision': {
    immutable: [{ path: 'data', remedy: 'let the controller manage revisions' }],
  },
};

function withAnnotation(key: string, value: string): (live: Draft) => void {
  return (live) => {
    const metadata = live.metadata as Draft;
    metadata.annotations = { ...fieldsOf(metadata.annotations), [key]: value };
  };
}

/** A claim template says what it is. */
function completeTemplates(live: Draft): void {
  const spec = live.spec as Draft | undefined;
  if (Array.isArray(spec?.volumeClaimTemplates)) {
    spec.volumeClaimTemplates = spec.volumeClaimTemplates.map((template) => ({
      ...fieldsOf(template),
      apiVersion: 'v1',
      kind: 'PersistentVolumeClaim',
    }));
  }
}

/** A field of a feature that is off, which the server drops without a word. */
function dropMaxUnavailable(live: Draft): void {
  const spec = live.spec as Draft | undefined;
  const { rollingUpdate, ...strategy } = fieldsAt(live, 'spec.updateStrategy');
  const { maxUnavailable, ...rest } = fieldsOf(rollingUpdate);
  if (spec && maxUnavailable !== undefined) {
    spec.updateStrategy = { ...strategy, rollingUpdate: rest };
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
function completeController(live: Draft): void {
  labelledByTemplate(live);
  const spec = live.spec as Draft | undefined;
  const labels = fieldsAt(live, 'spec.template.metadata.labels');
  if (spec && spec.selector === undefined && Object.keys(labels).length > 0) {
    spec.selector = { ...labels };
  }
}

function controllerProblems(after: Fields): Refusal[] {
  const labels = fieldsAt(after, 'spec.template.metadata.labels');
  if (matches({ matchLabels: fieldsAt(after, 'spec.selector') }, labels)) return [];
  return [mismatch(labels)];
}

const NOT_READY = ['node.kubernetes.io/not-ready', 'node.kubernetes.io/unreachable'];

/** What admission and the scheduler write into a pod. */
export function placePod(live: Draft): void {
  const spec = live.spec as Draft | undefined;
  if (!spec) return;
  const metadata = live.metadata as Draft;
  metadata.labels = { [LABELS_OF_NODE]: '', ...fieldsOf(metadata.labels) };
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
    priority: 0,
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
function deadlineProblems(after: Fields): Refusal[] {
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
      'write more than minReadySeconds',
    ),
  ];
}

/** The name of a set becomes a label of its pods; of what is no name at all that says enough. */
function setNameProblems(name: string): Refusal[] {
  return (subdomainProblems(name).length > 0 ? [] : labelProblems(name)).map((why) =>
    invalid('metadata.name', name, why, 'give it a name of at most 63 letters without dots'),
  );
}

/** Names of Services are labels. */
function serviceNameProblems(after: Fields): Refusal[] {
  const name = at(after, 'spec.serviceName');
  return (typeof name === 'string' && name !== '' ? labelProblems(name) : []).map((why) =>
    invalid('spec.serviceName', name, why, 'give the name of a Service'),
  );
}

function leftoverProblems(after: Fields): Refusal[] {
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

function onDeleteProblems(after: Fields): Refusal[] {
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

function setRefusals({ before, after, minor }: Change): Refusal[] {
  const isFixed = ([field]: [string, unknown]) =>
    minor < (MUTABLE_OF_SET.get(field)?.() ?? Infinity);
  const fixed = (object: Fields) =>
    Object.fromEntries(Object.entries(fieldsOf(object.spec)).filter(isFixed));
  return isSame(fixed(before), fixed(after))
    ? []
    : [{ field: 'spec', message: SPEC_OF_SET, remedy: ORPHANS }];
}

function podRefusals({ before, after }: Change): Refusal[] {
  for (const field of ['containers', 'initContainers']) {
    if (listAt(after, `spec.${field}`).length !== listAt(before, `spec.${field}`).length) {
      return [
        forbidden(`spec.${field}`, 'pod updates may not add or remove containers', NO_BARE_POD),
      ];
    }
  }
  const found: Refusal[] = [];
  const deadline = at(after, 'spec.activeDeadlineSeconds');
  const old = at(before, 'spec.activeDeadlineSeconds');
  if (typeof old === 'number' && (typeof deadline !== 'number' || deadline > old)) {
    const why =
      typeof deadline === 'number'
        ? 'must be less than or equal to previous value'
        : 'must not update from a positive integer to nil value';
    return [invalid('spec.activeDeadlineSeconds', deadline, why, NO_BARE_POD)];
  }
  const kept = listAt(after, 'spec.tolerations');
  if (
    !listAt(before, 'spec.tolerations').every((one) =>
      kept.some((other) => isSame(withoutSeconds(one), withoutSeconds(other))),
    )
  ) {
    found.push(
      forbidden(
        'spec.tolerations',
        'existing toleration can not be modified except its tolerationSeconds',
        NO_BARE_POD,
      ),
    );
  }
  append(found, gateRefusals(before, after));
  if (!isSame(fixedOfPod(before, before), fixedOfPod(after, before))) {
    found.push({ field: 'spec', message: SPEC_OF_POD, remedy: NO_BARE_POD });
  }
  return found;
}

/** Gates may go, and until the last one has gone, more may be asked of the node. */
function gateRefusals(before: Fields, after: Fields): Refusal[] {
  const found: Refusal[] = [];
  const gates = namesAt(before, 'spec.schedulingGates');
  namesAt(after, 'spec.schedulingGates').forEach((name, index) => {
    if (!gates.includes(name)) {
      const why = `only deletion is allowed, but found new scheduling gate '${String(name)}'`;
      found.push(forbidden(`spec.schedulingGates[${index}].name`, why, NO_BARE_POD));
    }
  });
  const [old, now] = [fieldsAt(before, 'spec.nodeSelector'), fieldsAt(after, 'spec.nodeSelector')];
  if (gates.length > 0 && Object.keys(old).some((key) => now[key] !== old[key])) {
    const why = 'only additions to spec.nodeSelector are allowed (no mutations or deletions)';
    found.push(invalid('spec.nodeSelector', {}, why, NO_BARE_POD));
  }
  return found;
}

function namesAt(object: Fields, path: string): unknown[] {
  return listAt(object, path).map(({ name }) => name);
}

function withoutSeconds({ tolerationSeconds: _seconds, ...rest }: Fields): Fields {
  return rest;
}

function fixedOfPod(pod: Fields, before: Fields): Draft {
  const {
    activeDeadlineSeconds: _deadline,
    tolerations: _tolerations,
    schedulingGates: _gates,
    nodeSelector,
    ...rest
  } = fieldsOf(pod.spec);
  const withoutImages = (field: string) =>
    listAt(pod, `spec.${field}`).map(({ image: _image, ...container }) => container);
  const isGated = listAt(before, 'spec.schedulingGates').length > 0;
  return {
    ...rest,
    ...(isGated || nodeSelector === undefined ? {} : { nodeSelector }),
    containers: withoutImages('containers'),
    initContainers: withoutImages('initContainers'),
  };
}
