/** Workloads and pods: what the API server refuses to change of them. */
import { Change, ImmutableField, Transitions } from './transitions';
import { Finding } from '../../findings';
import { append, Fields, fieldsOf, isSame } from '../../kube';
import { Draft, gateOf, sinceOf, at, fieldsAt, listAt } from '../../model';
import { forbidden, invalid, inWords } from '../../resource';
import { completeController, completeSet, LABELS_OF_NODE, placePod } from '../../validation';

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

export const WORKLOAD_TRANSITIONS: { readonly [kindKey: string]: Transitions } = {
  'apps/Deployment': { immutable: [SELECTOR] },
  'apps/DaemonSet': { immutable: [SELECTOR] },
  'apps/ReplicaSet': { immutable: [SELECTOR] },
  'apps/StatefulSet': { updated: completeSet, refused: setRefusals },
  '/ReplicationController': { updated: completeController },
  '/Pod': {
    updated: (after, before) => {
      keepPriority(after, before);
      placePod(after, Object.hasOwn(fieldsAt(before, 'metadata.labels'), LABELS_OF_NODE));
    },
    refused: podRefusals,
  },
  'apps/ControllerRevision': {
    immutable: [{ path: 'data', remedy: 'let the controller manage revisions' }],
  },
};

/** What was computed of the class of a pod stays, whatever has become of the class. */
function keepPriority(after: Draft, before: Fields): void {
  const spec = after.spec as Draft | undefined;
  if (!spec) return;
  for (const field of ['priority', 'preemptionPolicy']) {
    const computed = at(before, `spec.${field}`);
    if (spec[field] === undefined && computed !== undefined) spec[field] = computed;
  }
}

function setRefusals(after: Fields, { before, minor }: Change): Finding[] {
  const isFixed = ([field]: [string, unknown]) =>
    minor < (MUTABLE_OF_SET.get(field)?.() ?? Infinity);
  const fixed = (object: Fields) =>
    Object.fromEntries(Object.entries(fieldsOf(object.spec)).filter(isFixed));
  return isSame(fixed(before), fixed(after)) ? [] : [inWords('spec', SPEC_OF_SET, ORPHANS)];
}

function podRefusals(after: Fields, { before }: Change): Finding[] {
  for (const field of ['containers', 'initContainers']) {
    if (listAt(after, `spec.${field}`).length !== listAt(before, `spec.${field}`).length) {
      return [
        forbidden(`spec.${field}`, 'pod updates may not add or remove containers', NO_BARE_POD),
      ];
    }
  }
  const found: Finding[] = [];
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
    found.push(inWords('spec', SPEC_OF_POD, NO_BARE_POD));
  }
  return found;
}

/** Gates may go, and until the last one has gone, more may be asked of the node. */
function gateRefusals(before: Fields, after: Fields): Finding[] {
  const found: Finding[] = [];
  const gates = gatesOf(before);
  gatesOf(after).forEach((name, index) => {
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
  if (gates.length > 0) append(found, nodeAffinityRefusals(before, after));
  return found;
}

const TERMS =
  'spec.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms';

/** A pod that waits may ask more in each term, and anything where it asked for nothing. */
function nodeAffinityRefusals(before: Fields, after: Fields): Finding[] {
  const [old, now] = [listAt(before, TERMS), listAt(after, TERMS)];
  if (old.length === 0) return [];
  if (old.length !== now.length) {
    const why = 'no additions/deletions to non-empty NodeSelectorTerms list are allowed';
    return [invalid(TERMS, at(after, TERMS), why, NO_BARE_POD)];
  }
  return old.flatMap((term, index) => {
    if (isNarrower(now[index], term)) return [];
    const why = 'only additions are allowed (no mutations or deletions)';
    return [invalid(`${TERMS}[${index}]`, {}, why, NO_BARE_POD)];
  });
}

/** Whether a term has all that another one has, in front. An empty one selects nothing. */
function isNarrower(term: Fields, other: Fields): boolean {
  const fields = ['matchExpressions', 'matchFields'];
  const [own, all] = [term, other].map((one) => fields.map((field) => listAt(one, field)));
  if (all.flat().length === 0) return own.flat().length === 0;
  return all.every((wanted, index) => isSame(own[index].slice(0, wanted.length), wanted));
}

function gatesOf(pod: Fields): unknown[] {
  return listAt(pod, 'spec.schedulingGates').map(({ name }) => name);
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
    affinity,
    ...rest
  } = fieldsOf(pod.spec);
  const { nodeAffinity: _nodes, ...toPods } = fieldsOf(affinity);
  const withoutImages = (field: string) =>
    listAt(pod, `spec.${field}`).map(({ image: _image, ...container }) => container);
  const isGated = listAt(before, 'spec.schedulingGates').length > 0;
  return {
    ...rest,
    nodeSelector: isGated ? undefined : nodeSelector,
    affinity: isGated ? toPods : affinity,
    containers: withoutImages('containers'),
    initContainers: withoutImages('initContainers'),
  };
}
