/** Fields of workloads that Kubernetes 1.36 refuses, by the names that it gives them. */
import { diffObjects } from '../../src/diff';

const labels = { app: 'web' };
const podTemplate = (spec: object = {}) => ({
  metadata: { labels },
  spec: { containers: [{ name: 'web', image: 'nginx:1' }], ...spec },
});
const workload = (kind: string, spec: object, name = 'one') => ({
  apiVersion: kind === 'Job' ? 'batch/v1' : 'apps/v1',
  kind,
  metadata: { name, namespace: 'shop' },
  spec,
});
const apps = (kind: string, spec: object, name?: string) =>
  workload(
    kind,
    {
      selector: { matchLabels: labels },
      template: podTemplate(),
      ...(kind === 'StatefulSet' ? { serviceName: 'web' } : {}),
      ...spec,
    },
    name,
  );
const deployment = (rollingUpdate: object) => apps('Deployment', { strategy: { rollingUpdate } });
const daemon = (rollingUpdate: object) => apps('DaemonSet', { updateStrategy: { rollingUpdate } });
const job = (spec: object) =>
  workload('Job', { template: podTemplate({ restartPolicy: 'Never' }), ...spec });
const successful = (rule: object, more: object = {}) =>
  job({ completionMode: 'Indexed', completions: 5, successPolicy: { rules: [rule] }, ...more });
const failing = (rule: object | null) => job({ podFailurePolicy: { rules: [rule] } });

/** The fields that are refused; otherwise the verdict. */
function answerTo(next: object): unknown {
  const [{ verdict, errors = [] }] = diffObjects([], [next]).objects;
  return verdict === 'refused' ? errors.map(({ field }) => field) : verdict;
}

const ROLLING = 'spec.strategy.rollingUpdate';
const DAEMON = 'spec.updateStrategy.rollingUpdate';
const RULE = 'spec.successPolicy.rules[0]';
const FAILURE = 'spec.podFailurePolicy.rules[0]';

test.each<[string, object, readonly string[]]>([
  ['a surge that is no share', deployment({ maxSurge: '1a' }), [`${ROLLING}.maxSurge`]],
  ['a surge of a point', deployment({ maxSurge: '1.5%' }), [`${ROLLING}.maxSurge`]],
  ['fewer than none', deployment({ maxUnavailable: -1 }), [`${ROLLING}.maxUnavailable`]],
  ['more than all', deployment({ maxUnavailable: '101%' }), [`${ROLLING}.maxUnavailable`]],
  [
    'no step at all',
    deployment({ maxUnavailable: 0, maxSurge: '0%' }),
    [`${ROLLING}.maxUnavailable`],
  ],
  [
    'a surge of more than all',
    daemon({ maxSurge: '101%', maxUnavailable: 0 }),
    [`${DAEMON}.maxSurge`],
  ],
  [
    'a surge beside missing pods',
    daemon({ maxSurge: 1, maxUnavailable: 1 }),
    [`${DAEMON}.maxSurge`],
  ],
  ['no step of a DaemonSet', daemon({ maxUnavailable: 0 }), [`${DAEMON}.maxUnavailable`]],
  [
    'missing pods of a DaemonSet that are no share',
    daemon({ maxUnavailable: '-' }),
    [`${DAEMON}.maxUnavailable`, `${DAEMON}.maxUnavailable`],
  ],
  ['a set of a long name', apps('StatefulSet', {}, 'a'.repeat(64)), ['metadata.name']],
  ['a set of a name with a dot', apps('StatefulSet', {}, 'a.b'), ['metadata.name']],
  [
    'a Job that chooses no pods itself',
    job({ manualSelector: true }),
    ['spec.selector', 'spec.template.metadata.labels'],
  ],
  [
    'a Job that chooses pods, and does not say that it does',
    job({ selector: { matchLabels: labels } }),
    ['spec.selector'],
  ],
  [
    'a Job as a server had it',
    job({
      template: {
        ...podTemplate({ restartPolicy: 'Never' }),
        metadata: { labels: { 'controller-uid': 'a', 'job-name': 'one' } },
      },
    }),
    ['spec.template.metadata.labels[controller-uid]'],
  ],
  [
    'a Job that chooses others',
    job({ manualSelector: true, selector: { matchLabels: { app: 'a' } } }),
    ['spec.template.metadata.labels'],
  ],
  ['indexes that are none', successful({ succeededIndexes: 'a b' }), [`${RULE}.succeededIndexes`]],
  ['an index too high', successful({ succeededIndexes: '5' }), [`${RULE}.succeededIndexes`]],
  ['indexes downwards', successful({ succeededIndexes: '3-1' }), [`${RULE}.succeededIndexes`]],
  ['an index twice', successful({ succeededIndexes: '1,1' }), [`${RULE}.succeededIndexes`]],
  ['three ends', successful({ succeededIndexes: '1-2-3' }), [`${RULE}.succeededIndexes`]],
  [
    'more than these indexes',
    successful({ succeededIndexes: '0-2,4', succeededCount: 5 }),
    [`${RULE}.succeededCount`],
  ],
  ['more than all indexes', successful({ succeededCount: 6 }), [`${RULE}.succeededCount`]],
  ['fewer indexes than none', successful({ succeededCount: -1 }), [`${RULE}.succeededCount`]],
  [
    'more rules than 20',
    successful({}, { successPolicy: { rules: Array(21).fill({ succeededCount: 1 }) } }),
    ['spec.successPolicy.rules'],
  ],
  [
    'a status of few',
    failing({ action: 'Ignore', onPodConditions: [{ type: 'Ready', status: 'Maybe' }] }),
    [`${FAILURE}.onPodConditions[0].status`],
  ],
  ['a rule that is null', failing(null), [`${FAILURE}.action`, FAILURE]],
])('%s is refused', (_, next, fields) => {
  expect(answerTo(next)).toEqual(fields);
});

test.each<[string, object]>([
  ['a surge of a share', deployment({ maxSurge: '250%' })],
  ['all pods', deployment({ maxUnavailable: '100%' })],
  ['a surge without missing pods', daemon({ maxSurge: '100%', maxUnavailable: '0%' })],
  ['a set of a long name', apps('StatefulSet', {}, 'a'.repeat(63))],
  ['a Job that chooses its pods', job({ manualSelector: true, selector: { matchLabels: labels } })],
  ['indexes in order', successful({ succeededIndexes: '0-2,4', succeededCount: 4 })],
  ['rules', successful({}, { successPolicy: { rules: Array(20).fill({ succeededCount: 5 }) } })],
  [
    'a status that is known',
    failing({ action: 'Ignore', onPodConditions: [{ type: 'Ready', status: 'Unknown' }] }),
  ],
])('%s is taken', (_, next) => {
  expect(answerTo(next)).toBe('created');
});

test('labels that a server wrote are not taken away', () => {
  const template = { ...podTemplate({ restartPolicy: 'Never' }), metadata: null };
  const { errors = [] } = diffObjects([job({})], [job({ template })], {
    way: 'clientSide',
  }).objects[0];
  expect(errors.map(({ field }) => field)).toContain(
    'spec.template.metadata.labels[controller-uid]',
  );
});

test.each<[string, number, unknown]>([
  ['as much as there may be', 256 * 1024 - 1, 'created'],
  ['more than that', 256 * 1024, ['spec.template.annotations']],
])('annotations of a template with %s', (_what, length, answer) => {
  const template = podTemplate({});
  const annotations = { a: 'x'.repeat(length) };
  const next = workload('Deployment', {
    selector: { matchLabels: labels },
    template: { ...template, metadata: { labels, annotations } },
  });
  expect(answerTo(next)).toEqual(answer);
});
