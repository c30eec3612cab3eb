/** Jobs: which fields change when, as Kubernetes 1.36 answers. */
import { answerTo, byName, Manifest } from './answers';

const metadata = { name: 'one', namespace: 'shop' };
const pod = (spec: object = {}) => ({
  spec: { restartPolicy: 'Never', containers: [{ name: 'run', image: 'busybox:1' }], ...spec },
});
const job = (spec: object = {}): Manifest => ({
  apiVersion: 'batch/v1',
  kind: 'Job',
  metadata,
  spec: { template: pod(), suspend: true, ...spec },
});
const running = (spec: object = {}) => job({ suspend: false, ...spec });
const indexed = (spec: object = {}) =>
  job({ completionMode: 'Indexed', completions: 3, parallelism: 3, ...spec });
const requests = { requests: { cpu: '1' } };
const containers = (more: object) => [{ name: 'run', image: 'busybox:1', ...more }];
const node = {
  nodeAffinity: {
    requiredDuringSchedulingIgnoredDuringExecution: {
      nodeSelectorTerms: [{ matchExpressions: [{ key: 'disk', operator: 'Exists' }] }],
    },
  },
};
const apart = {
  podAntiAffinity: {
    requiredDuringSchedulingIgnoredDuringExecution: [
      { topologyKey: 'kubernetes.io/hostname', labelSelector: { matchLabels: { app: 'one' } } },
    ],
  },
};
const labels = { app: 'one' };
const own = (matchLabels: object) => ({
  manualSelector: true,
  selector: { matchLabels },
  template: { metadata: { labels: { app: 'one', tier: 'a' } }, ...pod() },
});
const failing = (action: string) => ({
  podFailurePolicy: {
    rules: [{ action, onPodConditions: [{ type: 'DisruptionTarget', status: 'True' }] }],
  },
});

test.each(
  byName([
    [
      'another selector',
      job(own(labels)),
      job(own({ tier: 'a' })),
      ['refused', 'spec.selector: Invalid value: {…}: field is immutable'],
    ],
    [
      'another way to complete',
      job({ completions: 3 }),
      indexed({ parallelism: 1 }),
      ['refused', 'spec.completionMode: Invalid value: "Indexed": field is immutable'],
    ],
    [
      'another policy on failures',
      job(failing('Ignore')),
      job(failing('Count')),
      ['refused', 'spec.podFailurePolicy: Invalid value: {…}: field is immutable'],
    ],
    [
      'a first policy on failures',
      job(),
      job(failing('Ignore')),
      [
        'refused',
        'spec.podFailurePolicy: Invalid value: {…}: field is immutable',
        'spec.podReplacementPolicy: Unsupported value: "TerminatingOrFailed": supported values: "Failed"',
      ],
    ],
    [
      'another limit of an index',
      indexed({ backoffLimitPerIndex: 1 }),
      indexed({ backoffLimitPerIndex: 2 }),
      ['refused', 'spec.backoffLimitPerIndex: Invalid value: 2: field is immutable'],
    ],
    [
      'another policy of success',
      indexed({ successPolicy: { rules: [{ succeededCount: 1 }] } }),
      indexed({ successPolicy: { rules: [{ succeededCount: 2 }] } }),
      ['refused', 'spec.successPolicy: Invalid value: {…}: field is immutable'],
    ],
    [
      'another manager',
      job({ managedBy: 'example.com/a' }),
      job({ managedBy: 'example.com/b' }),
      ['refused', 'spec.managedBy: Invalid value: "example.com/b": field is immutable'],
    ],
    [
      'more failures',
      job({ backoffLimit: 1 }),
      job({ backoffLimit: 2 }),
      ['changed', 'spec.backoffLimit'],
    ],
    [
      'more failed indexes',
      indexed({ backoffLimitPerIndex: 1, maxFailedIndexes: 1 }),
      indexed({ backoffLimitPerIndex: 1, maxFailedIndexes: 2 }),
      ['changed', 'spec.maxFailedIndexes'],
    ],
    [
      'another deadline',
      job({ activeDeadlineSeconds: 5 }),
      job({ activeDeadlineSeconds: 9 }),
      ['changed', 'spec.activeDeadlineSeconds'],
    ],
    [
      'another life after the end',
      job({ ttlSecondsAfterFinished: 5 }),
      job({}),
      ['changed', 'spec.ttlSecondsAfterFinished'],
    ],
    [
      'more pods at once',
      job({ parallelism: 1 }),
      job({ parallelism: 2 }),
      ['changed', 'spec.parallelism'],
    ],
    [
      'pods that are replaced later',
      job({ podReplacementPolicy: 'TerminatingOrFailed' }),
      job({ podReplacementPolicy: 'Failed' }),
      ['changed', 'spec.podReplacementPolicy'],
    ],
    ['a start', job(), running(), ['changed', 'spec.suspend']],
    [
      'more completions',
      job({ completions: 3 }),
      job({ completions: 4 }),
      ['refused', 'spec.completions: Invalid value: 4: field is immutable'],
    ],
    [
      'more completions, as many as pods at once',
      job({ completions: 3, parallelism: 3 }),
      job({ completions: 4, parallelism: 4 }),
      ['refused', 'spec.completions: Invalid value: 4: field is immutable'],
    ],
    [
      'no completions any more',
      job({ completions: 3 }),
      job({}),
      ['refused', 'spec.completions: Invalid value: null: field is immutable'],
    ],
    [
      'more indexes, as many as pods at once',
      indexed(),
      indexed({ completions: 4, parallelism: 4 }),
      ['changed', 'spec.completions', 'spec.parallelism'],
    ],
    [
      'more indexes than pods at once',
      indexed(),
      indexed({ completions: 4 }),
      [
        'refused',
        'spec.completions: Invalid value: 4: can only be modified in tandem with spec.parallelism',
      ],
    ],
    [
      'fewer pods at once than indexes',
      indexed(),
      indexed({ parallelism: 2 }),
      ['changed', 'spec.parallelism'],
    ],
    [
      'no number of indexes',
      indexed(),
      job({ completionMode: 'Indexed', parallelism: 3 }),
      ['refused', 'spec.completions: Required value: when completion mode is Indexed'],
    ],
    [
      'more indexes as it becomes indexed',
      job({ completions: 3 }),
      indexed({ completions: 4, parallelism: 4 }),
      ['refused', 'spec.completionMode: Invalid value: "Indexed": field is immutable'],
    ],
    [
      'more completions as it is no longer indexed',
      indexed(),
      job({ completionMode: 'NonIndexed', completions: 4, parallelism: 4 }),
      [
        'refused',
        'spec.completionMode: Invalid value: "NonIndexed": field is immutable',
        'spec.completions: Invalid value: 4: field is immutable',
      ],
    ],
    [
      'another image while it runs',
      running(),
      running({ template: pod({ containers: containers({ image: 'busybox:2' }) }) }),
      ['refused', 'spec.template: Invalid value: {…}: field is immutable'],
    ],
    [
      'another node while it runs',
      running(),
      running({ template: pod({ nodeSelector: { a: 'b' } }) }),
      ['refused', 'spec.template: Invalid value: {…}: field is immutable'],
    ],
    [
      'another node at the same time as it is suspended',
      running(),
      job({ template: pod({ nodeSelector: { a: 'b' } }) }),
      ['refused', 'spec.template: Invalid value: {…}: field is immutable'],
    ],
    [
      'another node at the same time as it starts',
      job(),
      running({ template: pod({ nodeSelector: { a: 'b' } }) }),
      ['changed', 'spec.suspend', 'spec.template.spec.nodeSelector'],
    ],
    [
      'another node while it is suspended',
      job(),
      job({ template: pod({ nodeSelector: { a: 'b' } }) }),
      ['changed', 'spec.template.spec.nodeSelector'],
    ],
    [
      'a toleration while it is suspended',
      job(),
      job({ template: pod({ tolerations: [{ key: 'a', operator: 'Exists' }] }) }),
      ['changed', 'spec.template.spec.tolerations'],
    ],
    [
      'a gate while it is suspended',
      job(),
      job({ template: pod({ schedulingGates: [{ name: 'example.com/a' }] }) }),
      ['changed', 'spec.template.spec.schedulingGates'],
    ],
    [
      'an affinity to nodes while it is suspended',
      job(),
      job({ template: pod({ affinity: node }) }),
      ['changed', 'spec.template.spec.affinity'],
    ],
    [
      'another affinity to nodes beside one to pods',
      job({ template: pod({ affinity: apart }) }),
      job({ template: pod({ affinity: { ...apart, ...node } }) }),
      ['changed', 'spec.template.spec.affinity.nodeAffinity'],
    ],
    [
      'an affinity to pods while it is suspended',
      job(),
      job({ template: pod({ affinity: apart }) }),
      ['refused', 'spec.template.spec: Invalid value: {…}: field is immutable'],
    ],
    [
      'labels of pods while it is suspended',
      job(),
      job({ template: { metadata: { labels: { a: 'b' } }, ...pod() } }),
      ['changed', 'spec.template.metadata.labels.a'],
    ],
    [
      'annotations of pods while it is suspended',
      job(),
      job({ template: { metadata: { annotations: { a: 'b' } }, ...pod() } }),
      ['changed', 'spec.template.metadata.annotations'],
    ],
    [
      'labels of pods while it runs',
      running(),
      running({ template: { metadata: { labels: { a: 'b' } }, ...pod() } }),
      ['refused', 'spec.template: Invalid value: {…}: field is immutable'],
    ],
    [
      'resources while it is suspended',
      job(),
      job({ template: pod({ containers: containers({ resources: requests }) }) }),
      ['changed', 'spec.template.spec.containers[run].resources.requests'],
    ],
    [
      'resources of an init container while it is suspended',
      job({ template: pod({ initContainers: [{ name: 'init', image: 'busybox:1' }] }) }),
      job({
        template: pod({
          initContainers: [{ name: 'init', image: 'busybox:1', resources: requests }],
        }),
      }),
      ['changed', 'spec.template.spec.initContainers[init].resources.requests'],
    ],
    [
      'another image of an init container while it is suspended',
      job({ template: pod({ initContainers: [{ name: 'init', image: 'busybox:1' }] }) }),
      job({ template: pod({ initContainers: [{ name: 'init', image: 'busybox:2' }] }) }),
      ['refused', 'spec.template.spec: Invalid value: {…}: field is immutable'],
    ],
    [
      'another image while it is suspended',
      job(),
      job({ template: pod({ containers: containers({ image: 'busybox:2' }) }) }),
      ['refused', 'spec.template.spec: Invalid value: {…}: field is immutable'],
    ],
    [
      'another restart policy while it is suspended',
      job(),
      job({ template: pod({ restartPolicy: 'OnFailure' }) }),
      ['refused', 'spec.template.spec: Invalid value: {…}: field is immutable'],
    ],
    [
      'a priority class while it is suspended',
      job(),
      job({ template: pod({ priorityClassName: 'system-node-critical' }) }),
      ['refused', 'spec.template.spec: Invalid value: {…}: field is immutable'],
    ],
  ]),
)('%s', (_about, row) => {
  expect(answerTo(row)).toEqual(row[3]);
});
