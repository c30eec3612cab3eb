/** Workloads and pods: which fields change when, as Kubernetes 1.36 answers. */
import { answerTo, byName, Manifest } from './answers';

const metadata = { name: 'one', namespace: 'shop' };
const labels = { app: 'one', tier: 'a' };
const container = { name: 'app', image: 'app:1' };
const workload = (kind: string, spec: object = {}): Manifest => ({
  apiVersion: 'apps/v1',
  kind,
  metadata,
  spec: {
    selector: { matchLabels: { app: 'one' } },
    template: { metadata: { labels }, spec: { containers: [container] } },
    ...spec,
  },
});
const narrower = { selector: { matchLabels: labels } };
const set = (spec: object = {}) => workload('StatefulSet', { serviceName: 'one', ...spec });
const claims = (storage: string) => ({
  volumeClaimTemplates: [
    {
      metadata: { name: 'data' },
      spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage } } },
    },
  ],
});
const pod = (spec: object = {}): Manifest => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata,
  spec: { nodeName: 'nowhere', containers: [container], ...spec },
});
const gated = (gates: string[], spec: object = {}): Manifest => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata,
  spec: { containers: [container], schedulingGates: gates.map((name) => ({ name })), ...spec },
});
const side = { name: 'side', image: 'side:1' };
const tolerating = (...tolerations: object[]) => pod({ tolerations });
const tolerable = { key: 'a', operator: 'Exists', effect: 'NoExecute' };
const revision = (data: object): Manifest => ({
  apiVersion: 'apps/v1',
  kind: 'ControllerRevision',
  metadata,
  revision: 1,
  data,
});
const term = (...keys: string[]) => ({
  matchExpressions: keys.map((key) => ({ key, operator: 'Exists' })),
});
const near = (nodeAffinity: object | undefined, more: object = {}) => ({
  affinity: { ...(nodeAffinity ? { nodeAffinity } : {}), ...more },
});
const required = (...nodeSelectorTerms: object[]) => ({
  requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms },
});
const preferred = (key: string) => ({
  preferredDuringSchedulingIgnoredDuringExecution: [{ weight: 1, preference: term(key) }],
});
const field = (name: string) => ({ key: 'metadata.name', operator: 'In', values: [name] });
const apart = {
  podAntiAffinity: {
    requiredDuringSchedulingIgnoredDuringExecution: [
      { topologyKey: 'kubernetes.io/hostname', labelSelector: { matchLabels: { app: 'one' } } },
    ],
  },
};
const waits = (affinity: object = {}) => gated(['example.com/a'], affinity);

test.each(
  byName([
    [
      'the selector of a Deployment',
      workload('Deployment'),
      workload('Deployment', narrower),
      ['refused', 'spec.selector: Invalid value: {…}: field is immutable'],
    ],
    [
      'the selector of a DaemonSet',
      workload('DaemonSet'),
      workload('DaemonSet', narrower),
      ['refused', 'spec.selector: Invalid value: {…}: field is immutable'],
    ],
    [
      'the selector of a ReplicaSet',
      workload('ReplicaSet'),
      workload('ReplicaSet', narrower),
      ['refused', 'spec.selector: Invalid value: {…}: field is immutable'],
    ],
    [
      'the pods of a ReplicaSet',
      workload('ReplicaSet'),
      workload('ReplicaSet', { replicas: 2 }),
      ['changed', 'spec.replicas'],
    ],
    [
      'the selector of a StatefulSet',
      set(),
      set(narrower),
      [
        'refused',
        "spec: Forbidden: updates to statefulset spec for fields other than 'replicas', 'ordinals', 'template', 'updateStrategy', 'revisionHistoryLimit', 'persistentVolumeClaimRetentionPolicy' and 'minReadySeconds' are forbidden",
      ],
    ],
    [
      'the Service of a StatefulSet',
      set(),
      set({ serviceName: 'two' }),
      [
        'refused',
        "spec: Forbidden: updates to statefulset spec for fields other than 'replicas', 'ordinals', 'template', 'updateStrategy', 'revisionHistoryLimit', 'persistentVolumeClaimRetentionPolicy' and 'minReadySeconds' are forbidden",
      ],
    ],
    [
      'the order of a StatefulSet',
      set(),
      set({ podManagementPolicy: 'Parallel' }),
      [
        'refused',
        "spec: Forbidden: updates to statefulset spec for fields other than 'replicas', 'ordinals', 'template', 'updateStrategy', 'revisionHistoryLimit', 'persistentVolumeClaimRetentionPolicy' and 'minReadySeconds' are forbidden",
      ],
    ],
    [
      'a claim more of a StatefulSet',
      set(),
      set(claims('1Gi')),
      [
        'refused',
        "spec: Forbidden: updates to statefulset spec for fields other than 'replicas', 'ordinals', 'template', 'updateStrategy', 'revisionHistoryLimit', 'persistentVolumeClaimRetentionPolicy' and 'minReadySeconds' are forbidden",
      ],
    ],
    [
      'larger claims of a StatefulSet',
      set(claims('1Gi')),
      set(claims('2Gi')),
      [
        'refused',
        "spec: Forbidden: updates to statefulset spec for fields other than 'replicas', 'ordinals', 'template', 'updateStrategy', 'revisionHistoryLimit', 'persistentVolumeClaimRetentionPolicy' and 'minReadySeconds' are forbidden",
      ],
    ],
    ['the pods of a StatefulSet', set(), set({ replicas: 2 }), ['changed', 'spec.replicas']],
    [
      'the first number of a StatefulSet',
      set(),
      set({ ordinals: { start: 1 } }),
      ['changed', 'spec.ordinals'],
    ],
    [
      'the revisions of a StatefulSet',
      set(),
      set({ revisionHistoryLimit: 2 }),
      ['changed', 'spec.revisionHistoryLimit'],
    ],
    [
      'how long pods of a StatefulSet are ready',
      set(),
      set({ minReadySeconds: 5 }),
      ['changed', 'spec.minReadySeconds'],
    ],
    [
      'what becomes of the claims of a StatefulSet',
      set(),
      set({
        persistentVolumeClaimRetentionPolicy: { whenDeleted: 'Delete', whenScaled: 'Retain' },
      }),
      ['changed', 'spec.persistentVolumeClaimRetentionPolicy.whenDeleted'],
    ],
    [
      'the strategy of a StatefulSet',
      set(),
      set({ updateStrategy: { rollingUpdate: { partition: 1 } } }),
      ['changed', 'spec.updateStrategy.rollingUpdate.partition'],
    ],
    [
      'the template of a StatefulSet',
      set(),
      set({
        template: {
          metadata: { labels },
          spec: { containers: [{ ...container, image: 'app:2' }] },
        },
      }),
      ['changed', 'spec.template.spec.containers[app].image'],
    ],
    [
      'pods and the Service of a StatefulSet',
      set(),
      set({ replicas: 2, serviceName: 'two' }),
      [
        'refused',
        "spec: Forbidden: updates to statefulset spec for fields other than 'replicas', 'ordinals', 'template', 'updateStrategy', 'revisionHistoryLimit', 'persistentVolumeClaimRetentionPolicy' and 'minReadySeconds' are forbidden",
      ],
    ],
    [
      'the image of a pod',
      pod(),
      pod({ containers: [{ ...container, image: 'app:2' }] }),
      ['changed', 'spec.containers[app].image'],
    ],
    [
      'the image of an init container',
      pod({ initContainers: [side] }),
      pod({ initContainers: [{ ...side, image: 'side:2' }] }),
      ['changed', 'spec.initContainers[side].image'],
    ],
    [
      'the command of a pod',
      pod(),
      pod({ containers: [{ ...container, command: ['a'] }] }),
      [
        'refused',
        'spec: Forbidden: pod updates may not change fields other than `spec.containers[*].image`,`spec.initContainers[*].image`,`spec.activeDeadlineSeconds`,`spec.tolerations` (only additions to existing tolerations),`spec.terminationGracePeriodSeconds` (allow it to be set to 1 if it was previously negative)',
      ],
    ],
    [
      'the command of an init container',
      pod({ initContainers: [side] }),
      pod({ initContainers: [{ ...side, command: ['a'] }] }),
      [
        'refused',
        'spec: Forbidden: pod updates may not change fields other than `spec.containers[*].image`,`spec.initContainers[*].image`,`spec.activeDeadlineSeconds`,`spec.tolerations` (only additions to existing tolerations),`spec.terminationGracePeriodSeconds` (allow it to be set to 1 if it was previously negative)',
      ],
    ],
    [
      'a container more',
      pod(),
      pod({ containers: [container, side] }),
      ['refused', 'spec.containers: Forbidden: pod updates may not add or remove containers'],
    ],
    [
      'a container less',
      pod({ containers: [container, side] }),
      pod(),
      ['refused', 'spec.containers: Forbidden: pod updates may not add or remove containers'],
    ],
    [
      'an init container more',
      pod(),
      pod({ initContainers: [side] }),
      ['refused', 'spec.initContainers: Forbidden: pod updates may not add or remove containers'],
    ],
    [
      'an init container less',
      pod({ initContainers: [side] }),
      pod(),
      ['refused', 'spec.initContainers: Forbidden: pod updates may not add or remove containers'],
    ],
    [
      'a container with another name',
      pod(),
      pod({ containers: [{ ...container, name: 'other' }] }),
      [
        'refused',
        'spec: Forbidden: pod updates may not change fields other than `spec.containers[*].image`,`spec.initContainers[*].image`,`spec.activeDeadlineSeconds`,`spec.tolerations` (only additions to existing tolerations),`spec.terminationGracePeriodSeconds` (allow it to be set to 1 if it was previously negative)',
      ],
    ],
    [
      'a first deadline',
      pod(),
      pod({ activeDeadlineSeconds: 10 }),
      ['changed', 'spec.activeDeadlineSeconds'],
    ],
    [
      'an earlier deadline',
      pod({ activeDeadlineSeconds: 10 }),
      pod({ activeDeadlineSeconds: 9 }),
      ['changed', 'spec.activeDeadlineSeconds'],
    ],
    [
      'a later deadline',
      pod({ activeDeadlineSeconds: 10 }),
      pod({ activeDeadlineSeconds: 11 }),
      [
        'refused',
        'spec.activeDeadlineSeconds: Invalid value: 11: must be less than or equal to previous value',
      ],
    ],
    [
      'no deadline any more',
      pod({ activeDeadlineSeconds: 10 }),
      pod(),
      [
        'refused',
        'spec.activeDeadlineSeconds: Invalid value: null: must not update from a positive integer to nil value',
      ],
    ],
    [
      'a later deadline and another command',
      pod({ activeDeadlineSeconds: 10 }),
      pod({ activeDeadlineSeconds: 11, containers: [{ ...container, command: ['a'] }] }),
      [
        'refused',
        'spec.activeDeadlineSeconds: Invalid value: 11: must be less than or equal to previous value',
      ],
    ],
    [
      'a toleration more',
      tolerating(tolerable),
      tolerating(tolerable, { key: 'b', operator: 'Exists' }),
      ['changed', 'spec.tolerations'],
    ],
    [
      'a toleration before another',
      tolerating(tolerable),
      tolerating({ key: 'b', operator: 'Exists' }, tolerable),
      ['changed', 'spec.tolerations'],
    ],
    [
      'a toleration less',
      tolerating(tolerable),
      pod(),
      [
        'refused',
        'spec.tolerations: Forbidden: existing toleration can not be modified except its tolerationSeconds',
      ],
    ],
    [
      'another time of a toleration',
      tolerating({ ...tolerable, tolerationSeconds: 5 }),
      tolerating({ ...tolerable, tolerationSeconds: 9 }),
      ['changed', 'spec.tolerations'],
    ],
    [
      'another effect of a toleration',
      tolerating(tolerable),
      tolerating({ ...tolerable, effect: 'NoSchedule' }),
      [
        'refused',
        'spec.tolerations: Forbidden: existing toleration can not be modified except its tolerationSeconds',
      ],
    ],
    [
      'a toleration less and another command',
      tolerating(tolerable),
      pod({ containers: [{ ...container, command: ['a'] }] }),
      [
        'refused',
        'spec.tolerations: Forbidden: existing toleration can not be modified except its tolerationSeconds',
        'spec: Forbidden: pod updates may not change fields other than `spec.containers[*].image`,`spec.initContainers[*].image`,`spec.activeDeadlineSeconds`,`spec.tolerations` (only additions to existing tolerations),`spec.terminationGracePeriodSeconds` (allow it to be set to 1 if it was previously negative)',
      ],
    ],
    [
      'more time to end',
      pod(),
      pod({ terminationGracePeriodSeconds: 5 }),
      [
        'refused',
        'spec: Forbidden: pod updates may not change fields other than `spec.containers[*].image`,`spec.initContainers[*].image`,`spec.activeDeadlineSeconds`,`spec.tolerations` (only additions to existing tolerations),`spec.terminationGracePeriodSeconds` (allow it to be set to 1 if it was previously negative)',
      ],
    ],
    [
      'the node of a pod',
      pod(),
      pod({ nodeName: 'elsewhere' }),
      [
        'refused',
        'spec: Forbidden: pod updates may not change fields other than `spec.containers[*].image`,`spec.initContainers[*].image`,`spec.activeDeadlineSeconds`,`spec.tolerations` (only additions to existing tolerations),`spec.terminationGracePeriodSeconds` (allow it to be set to 1 if it was previously negative)',
      ],
    ],
    [
      'a first node selector',
      pod(),
      pod({ nodeSelector: { a: 'b' } }),
      [
        'refused',
        'spec: Forbidden: pod updates may not change fields other than `spec.containers[*].image`,`spec.initContainers[*].image`,`spec.activeDeadlineSeconds`,`spec.tolerations` (only additions to existing tolerations),`spec.terminationGracePeriodSeconds` (allow it to be set to 1 if it was previously negative)',
      ],
    ],
    [
      'no node selector any more',
      pod({ nodeSelector: { a: 'b' } }),
      pod(),
      [
        'refused',
        'spec: Forbidden: pod updates may not change fields other than `spec.containers[*].image`,`spec.initContainers[*].image`,`spec.activeDeadlineSeconds`,`spec.tolerations` (only additions to existing tolerations),`spec.terminationGracePeriodSeconds` (allow it to be set to 1 if it was previously negative)',
      ],
    ],
    ['an empty node selector', pod(), pod({ nodeSelector: {} }), ['unchanged']],
    [
      'labels of a pod',
      pod(),
      { ...pod(), metadata: { ...metadata, labels: { a: 'b' } } },
      ['changed'],
    ],
    [
      'a gate less',
      gated(['example.com/a', 'example.com/b']),
      gated(['example.com/b']),
      ['changed', 'spec.schedulingGates[example.com/a]'],
    ],
    [
      'a gate more',
      gated(['example.com/a']),
      gated(['example.com/a', 'example.com/b']),
      [
        'refused',
        "spec.schedulingGates[1].name: Forbidden: only deletion is allowed, but found new scheduling gate 'example.com/b'",
      ],
    ],
    [
      'a first gate',
      gated([]),
      gated(['example.com/a']),
      [
        'refused',
        "spec.schedulingGates[0].name: Forbidden: only deletion is allowed, but found new scheduling gate 'example.com/a'",
      ],
    ],
    [
      'a node selector of a pod that waits',
      gated(['example.com/a']),
      gated(['example.com/a'], { nodeSelector: { a: 'b' } }),
      ['changed', 'spec.nodeSelector'],
    ],
    [
      'a node selector as the last gate goes',
      gated(['example.com/a']),
      gated([], { nodeSelector: { a: 'b' } }),
      ['changed', 'spec.nodeSelector', 'spec.schedulingGates'],
    ],
    [
      'a node selector less of a pod that waits',
      gated(['example.com/a'], { nodeSelector: { a: 'b', c: 'd' } }),
      gated(['example.com/a'], { nodeSelector: { a: 'b' } }),
      [
        'refused',
        'spec.nodeSelector: Invalid value: {…}: only additions to spec.nodeSelector are allowed (no mutations or deletions)',
      ],
    ],
    [
      'another node selector of a pod that waits',
      gated(['example.com/a'], { nodeSelector: { a: 'b' } }),
      gated(['example.com/a'], { nodeSelector: { a: 'c' } }),
      [
        'refused',
        'spec.nodeSelector: Invalid value: {…}: only additions to spec.nodeSelector are allowed (no mutations or deletions)',
      ],
    ],
    [
      'another node selector of a pod that does not',
      gated([], { nodeSelector: { a: 'b' } }),
      gated([], { nodeSelector: { a: 'c' } }),
      [
        'refused',
        'spec: Forbidden: pod updates may not change fields other than `spec.containers[*].image`,`spec.initContainers[*].image`,`spec.activeDeadlineSeconds`,`spec.tolerations` (only additions to existing tolerations),`spec.terminationGracePeriodSeconds` (allow it to be set to 1 if it was previously negative)',
      ],
    ],
    [
      'a priority class whose value is not written',
      gated([], { priorityClassName: 'system-node-critical' }),
      gated([], {
        priorityClassName: 'system-node-critical',
        containers: [{ ...container, image: 'app:2' }],
      }),
      ['changed', 'spec.containers[app].image'],
    ],
    [
      'a first affinity to nodes of a pod that waits',
      waits(),
      waits(near(required(term('a')))),
      ['changed', 'spec.affinity'],
    ],
    [
      'a first affinity to nodes beside one to pods',
      waits(near(undefined, apart)),
      waits(near(required(term('a')), apart)),
      ['changed', 'spec.affinity.nodeAffinity'],
    ],
    [
      'a first affinity to nodes and to pods',
      waits(),
      waits(near(required(term('a')), apart)),
      [
        'refused',
        'spec: Forbidden: pod updates may not change fields other than `spec.containers[*].image`,`spec.initContainers[*].image`,`spec.activeDeadlineSeconds`,`spec.tolerations` (only additions to existing tolerations),`spec.terminationGracePeriodSeconds` (allow it to be set to 1 if it was previously negative)',
      ],
    ],
    [
      'a first affinity to pods of a pod that waits',
      waits(),
      waits(near(undefined, apart)),
      [
        'refused',
        'spec: Forbidden: pod updates may not change fields other than `spec.containers[*].image`,`spec.initContainers[*].image`,`spec.activeDeadlineSeconds`,`spec.tolerations` (only additions to existing tolerations),`spec.terminationGracePeriodSeconds` (allow it to be set to 1 if it was previously negative)',
      ],
    ],
    [
      'an affinity to nodes as the last gate goes',
      waits(),
      gated([], near(required(term('a')))),
      ['changed', 'spec.affinity', 'spec.schedulingGates'],
    ],
    [
      'an affinity to nodes of a pod that does not wait',
      gated([]),
      gated([], near(required(term('a')))),
      [
        'refused',
        'spec: Forbidden: pod updates may not change fields other than `spec.containers[*].image`,`spec.initContainers[*].image`,`spec.activeDeadlineSeconds`,`spec.tolerations` (only additions to existing tolerations),`spec.terminationGracePeriodSeconds` (allow it to be set to 1 if it was previously negative)',
      ],
    ],
    [
      'an expression more',
      waits(near(required(term('a')))),
      waits(near(required(term('a', 'b')))),
      [
        'changed',
        'spec.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms',
      ],
    ],
    [
      'an expression before another',
      waits(near(required(term('a')))),
      waits(near(required(term('b', 'a')))),
      [
        'refused',
        'spec.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms[0]: Invalid value: {…}: only additions are allowed (no mutations or deletions)',
      ],
    ],
    [
      'another expression',
      waits(near(required(term('a')))),
      waits(near(required(term('b')))),
      [
        'refused',
        'spec.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms[0]: Invalid value: {…}: only additions are allowed (no mutations or deletions)',
      ],
    ],
    [
      'an expression less',
      waits(near(required(term('a', 'b')))),
      waits(near(required(term('a')))),
      [
        'refused',
        'spec.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms[0]: Invalid value: {…}: only additions are allowed (no mutations or deletions)',
      ],
    ],
    [
      'a field beside an expression',
      waits(near(required(term('a')))),
      waits(near(required({ ...term('a'), matchFields: [field('n')] }))),
      [
        'changed',
        'spec.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms',
      ],
    ],
    [
      'an expression beside a field',
      waits(near(required({ matchFields: [field('n')] }))),
      waits(near(required({ ...term('a'), matchFields: [field('n')] }))),
      [
        'changed',
        'spec.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms',
      ],
    ],
    [
      'another field',
      waits(near(required({ matchFields: [field('n')] }))),
      waits(near(required({ matchFields: [field('m')] }))),
      [
        'refused',
        'spec.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms[0]: Invalid value: {…}: only additions are allowed (no mutations or deletions)',
      ],
    ],
    [
      'a field less',
      waits(near(required({ ...term('a'), matchFields: [field('n')] }))),
      waits(near(required(term('a')))),
      [
        'refused',
        'spec.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms[0]: Invalid value: {…}: only additions are allowed (no mutations or deletions)',
      ],
    ],
    [
      'a term more',
      waits(near(required(term('a')))),
      waits(near(required(term('a'), term('b')))),
      [
        'refused',
        'spec.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms: Invalid value: […]: no additions/deletions to non-empty NodeSelectorTerms list are allowed',
      ],
    ],
    [
      'a term less',
      waits(near(required(term('a'), term('b')))),
      waits(near(required(term('a')))),
      [
        'refused',
        'spec.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms: Invalid value: […]: no additions/deletions to non-empty NodeSelectorTerms list are allowed',
      ],
    ],
    [
      'the second of two terms, changed',
      waits(near(required(term('a'), term('b')))),
      waits(near(required(term('a'), term('c')))),
      [
        'refused',
        'spec.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms[1]: Invalid value: {…}: only additions are allowed (no mutations or deletions)',
      ],
    ],
    [
      'an expression in an empty term',
      waits(near(required({ matchExpressions: [] }))),
      waits(near(required(term('a')))),
      [
        'refused',
        'spec.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms[0]: Invalid value: {…}: only additions are allowed (no mutations or deletions)',
      ],
    ],
    [
      'no affinity to nodes any more',
      waits(near(required(term('a')))),
      waits(),
      [
        'refused',
        'spec.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms: Invalid value: null: no additions/deletions to non-empty NodeSelectorTerms list are allowed',
      ],
    ],
    [
      'no affinity to nodes any more, beside one to pods',
      waits(near(required(term('a')), apart)),
      waits(near(undefined, apart)),
      [
        'refused',
        'spec.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms: Invalid value: null: no additions/deletions to non-empty NodeSelectorTerms list are allowed',
      ],
    ],
    [
      'only the affinity to pods gone',
      waits(near(required(term('a')), apart)),
      waits(near(required(term('a')))),
      [
        'refused',
        'spec: Forbidden: pod updates may not change fields other than `spec.containers[*].image`,`spec.initContainers[*].image`,`spec.activeDeadlineSeconds`,`spec.tolerations` (only additions to existing tolerations),`spec.terminationGracePeriodSeconds` (allow it to be set to 1 if it was previously negative)',
      ],
    ],
    [
      'another preference',
      waits(near(preferred('a'))),
      waits(near(preferred('b'))),
      ['changed', 'spec.affinity.nodeAffinity.preferredDuringSchedulingIgnoredDuringExecution'],
    ],
    ['no preference any more', waits(near(preferred('a'))), waits(), ['changed', 'spec.affinity']],
    [
      'a requirement in place of a preference',
      waits(near(preferred('a'))),
      waits(near(required(term('a')))),
      [
        'changed',
        'spec.affinity.nodeAffinity.preferredDuringSchedulingIgnoredDuringExecution',
        'spec.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution',
      ],
    ],
    [
      'a preference beside a requirement',
      waits(near(required(term('a')))),
      waits(near({ ...required(term('a')), ...preferred('b') })),
      ['changed', 'spec.affinity.nodeAffinity.preferredDuringSchedulingIgnoredDuringExecution'],
    ],
    [
      'another priority class',
      pod({ priorityClassName: 'system-node-critical' }),
      pod({ priorityClassName: 'system-cluster-critical' }),
      [
        'refused',
        'spec: Forbidden: pod updates may not change fields other than `spec.containers[*].image`,`spec.initContainers[*].image`,`spec.activeDeadlineSeconds`,`spec.tolerations` (only additions to existing tolerations),`spec.terminationGracePeriodSeconds` (allow it to be set to 1 if it was previously negative)',
      ],
    ],
    [
      'a priority class where there was none',
      pod(),
      pod({ priorityClassName: 'system-node-critical' }),
      [
        'refused',
        'spec: Forbidden: pod updates may not change fields other than `spec.containers[*].image`,`spec.initContainers[*].image`,`spec.activeDeadlineSeconds`,`spec.tolerations` (only additions to existing tolerations),`spec.terminationGracePeriodSeconds` (allow it to be set to 1 if it was previously negative)',
      ],
    ],
    [
      'a priority without a class',
      pod(),
      pod({ priority: 5 }),
      [
        'refused',
        'spec: Forbidden: pod updates may not change fields other than `spec.containers[*].image`,`spec.initContainers[*].image`,`spec.activeDeadlineSeconds`,`spec.tolerations` (only additions to existing tolerations),`spec.terminationGracePeriodSeconds` (allow it to be set to 1 if it was previously negative)',
      ],
    ],
    [
      'the priority of a class without the class',
      pod({ priorityClassName: 'system-node-critical' }),
      pod({ priority: 2000001000 }),
      [
        'refused',
        'spec: Forbidden: pod updates may not change fields other than `spec.containers[*].image`,`spec.initContainers[*].image`,`spec.activeDeadlineSeconds`,`spec.tolerations` (only additions to existing tolerations),`spec.terminationGracePeriodSeconds` (allow it to be set to 1 if it was previously negative)',
      ],
    ],
    [
      'the data of a revision',
      revision({ a: 1 }),
      revision({ a: 2 }),
      ['refused', 'data: Invalid value: {…}: field is immutable'],
    ],
    [
      'the number of a revision',
      revision({ a: 1 }),
      { ...revision({ a: 1 }), revision: 2 },
      ['changed', 'revision'],
    ],
  ]),
)('%s', (_about, row) => {
  expect(answerTo(row)).toEqual(row[3]);
});
