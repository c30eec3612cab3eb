/**
 * The fields that are left when a manager no longer applies fields that another one owns as well,
 * as a server of Kubernetes 1.36 left them.
 */
import { applyInWay, applyManifest } from '../../src/diff/apply/merge';
import { othersSince } from '../../src/diff/apply/others';
import { diffBothWays } from '../../src/diff/diff';
import { ownedBy } from '../../src/diff/live/managers';
import { withoutNulls } from '../../src/model';

type Fields = { readonly [field: string]: unknown };

const TYPE = 'Deployment';
const deployment = (container: Fields, metadata: Fields = {}) => ({
  metadata: { name: 'a', ...metadata },
  spec: { template: { spec: { containers: [{ name: 'c', image: 'a:1', ...container }] } } },
});
/** What the other manager owns: fields of the container, or of the metadata. */
const owning = (container: Fields, metadata: Fields = {}) =>
  ownedBy([
    {
      'f:metadata': metadata,
      'f:spec': {
        'f:template': {
          'f:spec': {
            'f:containers': { 'k:{"name":"c"}': { '.': {}, 'f:name': {}, ...container } },
          },
        },
      },
    },
  ]);
const X = { name: 'X', value: '1' };
const Y = { name: 'Y', value: '2' };
const item = (name: string) => ({
  [`k:{"name":"${name}"}`]: { '.': {}, 'f:name': {}, 'f:value': {} },
});

const NONE = deployment({});

test.each<[string, Fields, Fields, ReturnType<typeof owning>, Fields, Fields]>([
  [
    'variables of another manager',
    deployment({ env: [X, Y] }),
    deployment({ env: [X] }),
    owning({ 'f:env': item('Y') }),
    NONE,
    deployment({ env: [Y] }),
  ],
  [
    'a variable of both',
    deployment({ env: [X, Y] }),
    deployment({ env: [X] }),
    owning({ 'f:env': { ...item('X'), ...item('Y') } }),
    NONE,
    deployment({ env: [X, Y] }),
  ],
  [
    'a whole list of both',
    deployment({ args: ['x'] }),
    deployment({ args: ['x'] }),
    owning({ 'f:args': {} }),
    NONE,
    deployment({ args: ['x'] }),
  ],
  [
    'a whole list of one',
    deployment({ args: ['x'] }),
    deployment({ args: ['x'] }),
    owning({ 'f:image': {} }),
    NONE,
    NONE,
  ],
  [
    'finalizers of both',
    deployment({}, { finalizers: ['a.b/c', 'a.b/d', 'a.b/e'] }),
    deployment({}, { finalizers: ['a.b/c', 'a.b/d'] }),
    owning({}, { 'f:finalizers': { 'v:"a.b/d"': {}, 'v:"a.b/e"': {} } }),
    NONE,
    deployment({}, { finalizers: ['a.b/d', 'a.b/e'] }),
  ],
  [
    'a limit of another manager',
    deployment({ resources: { limits: { cpu: '1', memory: '2' } } }),
    deployment({ resources: { limits: { cpu: '1' } } }),
    owning({ 'f:resources': { 'f:limits': { 'f:memory': {} } } }),
    NONE,
    deployment({ resources: { limits: { memory: '2' } } }),
  ],
  [
    'null for all limits',
    deployment({ resources: { limits: { cpu: '1', memory: '2' } } }),
    deployment({ resources: { limits: { cpu: '1' } } }),
    owning({ 'f:resources': { 'f:limits': { 'f:memory': {} } } }),
    deployment({ resources: null }),
    deployment({ resources: { limits: { memory: '2' } } }),
  ],
])('%s stay', (_about, live, last, others, next, left) => {
  const merged = applyManifest(TYPE, { live, last, others }, next, 'serverSide');
  expect(withoutNulls(TYPE, merged)).toEqual(left);
});

test('kubectl takes its own finalizers away, and leaves those of others', () => {
  const [live, last] = [['a.b/c', 'a.b/d'], ['a.b/c']].map((finalizers) =>
    deployment({}, { finalizers }),
  );
  const merged = applyManifest(
    TYPE,
    { live, last, others: othersSince(last, live) },
    NONE,
    'clientSide',
  );
  expect(merged).toEqual(deployment({}, { finalizers: ['a.b/d'] }));
});

/** What is in the cluster, what the applier had applied, what it applies, and what either makes. */
interface Application {
  readonly type: string;
  readonly live: Fields;
  readonly last: Fields;
  readonly next: Fields;
  readonly serverSide: Fields;
  readonly clientSide: Fields;
}

const metadata = (fields: Fields) => ({ metadata: fields });
const spec = (fields: Fields) => ({ metadata: { name: 'a' }, spec: fields });
const pod = (fields: Fields) => spec({ template: { spec: fields } });
const ROLLING = { type: 'RollingUpdate', rollingUpdate: { maxSurge: '25%' } };
const OTHERS = { name: 'others', value: '3' };
const WITH_OTHERS = { matchLabels: { a: 'b', others: 'c' } };

const APPLICATIONS: { readonly [about: string]: Application } = {
  'a set keeps what others added to it': {
    type: 'Pod',
    live: metadata({ finalizers: ['a.b/c', 'others.b/c'] }),
    last: metadata({ finalizers: ['a.b/c'] }),
    next: metadata({ finalizers: ['a.b/c', 'a.b/d'] }),
    serverSide: metadata({ finalizers: ['a.b/c', 'others.b/c', 'a.b/d'] }),
    clientSide: metadata({ finalizers: ['a.b/c', 'a.b/d', 'others.b/c'] }),
  },
  'a set loses what the applier no longer says': {
    type: 'Pod',
    live: metadata({ finalizers: ['a.b/c', 'a.b/d', 'others.b/c'] }),
    last: metadata({ finalizers: ['a.b/c', 'a.b/d'] }),
    next: metadata({ finalizers: ['a.b/d'] }),
    serverSide: metadata({ finalizers: ['a.b/d', 'others.b/c'] }),
    clientSide: metadata({ finalizers: ['a.b/d', 'others.b/c'] }),
  },
  'a map keeps what others added to it': {
    type: 'Pod',
    live: metadata({ labels: { a: 'b', c: 'd', others: 'e' } }),
    last: metadata({ labels: { a: 'b', c: 'd' } }),
    next: metadata({ labels: { a: 'z' } }),
    serverSide: metadata({ labels: { a: 'z', others: 'e' } }),
    clientSide: metadata({ labels: { a: 'z', others: 'e' } }),
  },
  'a map of nothing but what the applier had is gone with it, and for kubectl empty': {
    type: 'Pod',
    live: metadata({ labels: { a: 'b' } }),
    last: metadata({ labels: { a: 'b' } }),
    next: metadata({ labels: {} }),
    serverSide: metadata({ labels: null }),
    clientSide: metadata({ labels: {} }),
  },
  'an empty map stays empty': {
    type: 'Pod',
    live: metadata({ labels: {} }),
    last: metadata({ labels: {} }),
    next: metadata({ labels: {} }),
    serverSide: metadata({ labels: {} }),
    clientSide: metadata({ labels: {} }),
  },
  'a map that others filled is not emptied by an empty one': {
    type: 'Pod',
    live: metadata({ labels: { others: 'e' } }),
    last: metadata({}),
    next: metadata({ labels: {} }),
    serverSide: metadata({ labels: { others: 'e' } }),
    clientSide: metadata({ labels: { others: 'e' } }),
  },
  'a selector is one whole to the server, and merged by kubectl': {
    type: 'Deployment',
    live: spec({ selector: WITH_OTHERS }),
    last: spec({ selector: { matchLabels: { a: 'b' } } }),
    next: spec({ selector: { matchLabels: { a: 'z' } } }),
    serverSide: spec({ selector: { matchLabels: { a: 'z' } } }),
    clientSide: spec({ selector: { matchLabels: { a: 'z', others: 'c' } } }),
  },
  'a selector that kubectl replaces is one whole to both': {
    type: 'PodDisruptionBudget',
    live: spec({ selector: WITH_OTHERS }),
    last: spec({ selector: { matchLabels: { a: 'b' } } }),
    next: spec({ selector: { matchLabels: { a: 'z' } } }),
    serverSide: spec({ selector: { matchLabels: { a: 'z' } } }),
    clientSide: spec({ selector: { matchLabels: { a: 'z' } } }),
  },
  'a strategy keeps its default, of which kubectl retains nothing': {
    type: 'Deployment',
    live: spec({ strategy: ROLLING }),
    last: spec({ strategy: { type: 'RollingUpdate' } }),
    next: spec({ strategy: { type: 'Recreate' } }),
    serverSide: spec({ strategy: { ...ROLLING, type: 'Recreate' } }),
    clientSide: spec({ strategy: { type: 'Recreate' } }),
  },
  'a volume keeps the source of others, of which kubectl retains nothing': {
    type: 'Deployment',
    live: pod({ volumes: [{ name: 'a', emptyDir: {} }] }),
    last: pod({ volumes: [{ name: 'a' }] }),
    next: pod({ volumes: [{ name: 'a', configMap: { name: 'b' } }] }),
    serverSide: pod({ volumes: [{ name: 'a', emptyDir: {}, configMap: { name: 'b' } }] }),
    clientSide: pod({ volumes: [{ name: 'a', configMap: { name: 'b' } }] }),
  },
  'a list of items keeps those of others': {
    type: 'Deployment',
    live: pod({ containers: [{ name: 'a', image: 'a:1', tty: true }, { name: 'others' }] }),
    last: pod({ containers: [{ name: 'a', image: 'a:1' }] }),
    next: pod({ containers: [{ name: 'a', image: 'a:2' }] }),
    serverSide: pod({ containers: [{ name: 'a', image: 'a:2', tty: true }, { name: 'others' }] }),
    clientSide: pod({ containers: [{ name: 'a', image: 'a:2', tty: true }, { name: 'others' }] }),
  },
  'an item that the applier no longer says is gone': {
    type: 'Deployment',
    live: deployment({ env: [X, Y, OTHERS] }),
    last: deployment({ env: [X, Y] }),
    next: deployment({ env: [Y] }),
    serverSide: deployment({ env: [Y, OTHERS] }),
    clientSide: deployment({ env: [Y, OTHERS] }),
  },
  'a null for an entry of a map is what Go reads, and for kubectl its end': {
    type: 'Pod',
    live: metadata({ labels: { a: 'b', c: 'd' } }),
    last: metadata({ labels: { a: 'b' } }),
    next: metadata({ labels: { a: null } }),
    serverSide: metadata({ labels: { a: '', c: 'd' } }),
    clientSide: metadata({ labels: { c: 'd' } }),
  },
  'a null for a value is its end': {
    type: 'Deployment',
    live: deployment({ tty: true }),
    last: deployment({ tty: true }),
    next: deployment({ tty: null }),
    serverSide: NONE,
    clientSide: NONE,
  },
  'a null for a struct of the applier is its end': {
    type: 'Deployment',
    live: deployment({ resources: { limits: { cpu: '1' } } }),
    last: deployment({ resources: { limits: { cpu: '1' } } }),
    next: deployment({ resources: null }),
    serverSide: NONE,
    clientSide: NONE,
  },
  'a null for a struct of others is nothing, and for kubectl its end': {
    type: 'Deployment',
    live: deployment({ resources: { limits: { cpu: '1' } } }),
    last: NONE,
    next: deployment({ resources: null }),
    serverSide: deployment({ resources: { limits: { cpu: '1' } } }),
    clientSide: NONE,
  },
  'a null for a list of items leaves those of others, and for kubectl is its end': {
    type: 'Deployment',
    live: deployment({ env: [X, OTHERS] }),
    last: deployment({ env: [X] }),
    next: deployment({ env: null }),
    serverSide: deployment({ env: [OTHERS] }),
    clientSide: NONE,
  },
  'a null for a list of items of the applier alone is its end': {
    type: 'Deployment',
    live: deployment({ env: [X] }),
    last: deployment({ env: [X] }),
    next: deployment({ env: null }),
    serverSide: NONE,
    clientSide: NONE,
  },
  'a null for a set leaves what others added, and for kubectl is its end': {
    type: 'Pod',
    live: metadata({ finalizers: ['a.b/c', 'others.b/c'] }),
    last: metadata({ finalizers: ['a.b/c'] }),
    next: metadata({ finalizers: null }),
    serverSide: metadata({ finalizers: ['others.b/c'] }),
    clientSide: metadata({}),
  },
  'a set that is left out is gone, but for what others added': {
    type: 'Pod',
    live: metadata({ finalizers: ['a.b/c', 'others.b/c'] }),
    last: metadata({ finalizers: ['a.b/c'] }),
    next: metadata({}),
    serverSide: metadata({ finalizers: ['others.b/c'] }),
    clientSide: metadata({ finalizers: ['others.b/c'] }),
  },
  'a plain list is one whole': {
    type: 'Deployment',
    live: pod({ containers: [{ name: 'a', args: ['x', 'others'] }] }),
    last: pod({ containers: [{ name: 'a', args: ['x'] }] }),
    next: pod({ containers: [{ name: 'a', args: ['y'] }] }),
    serverSide: pod({ containers: [{ name: 'a', args: ['y'] }] }),
    clientSide: pod({ containers: [{ name: 'a', args: ['y'] }] }),
  },
};

describe.each(['serverSide', 'clientSide'] as const)('%s', (way) => {
  test.each(Object.entries(APPLICATIONS))('%s', (_about, one) => {
    const { type, live, last, next } = one;
    const others = othersSince(last, live);
    expect(applyManifest(type, { live, last, others }, next, way)).toEqual(one[way]);
  });
});

test.each(Object.entries(APPLICATIONS))(
  '%s: where ways differ, none is surely the same',
  (_a, one) => {
    const { type, live, last, next } = one;
    const { isOfAnyWay } = applyInWay(
      type,
      { live, last, others: othersSince(last, live) },
      next,
      'serverSide',
    );
    expect(isOfAnyWay && JSON.stringify(one.serverSide) !== JSON.stringify(one.clientSide)).toBe(
      false,
    );
  },
);

test('what kubectl makes of a manifest is never surely what the server makes', () => {
  const there = { live: NONE, last: NONE, others: undefined };
  expect(applyInWay(TYPE, there, NONE, 'clientSide').isOfAnyWay).toBe(false);
});

test.each<[string, object[], object[]]>([
  ['before', [{}], [{ name: 'a' }]],
  ['beside another one', [{ name: 'a' }, {}], [{ name: 'a' }]],
  ['still', [{}], [{}]],
])('an item without its key that was there %s is an error of kubectl alone', (_when, old, next) => {
  const workload = (imagePullSecrets: object[], labels: object) => ({
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: 'a', namespace: 'b', labels },
    spec: {
      selector: { matchLabels: { a: 'b' } },
      template: {
        metadata: { labels: { a: 'b' } },
        spec: { containers: [{ name: 'a', image: 'a:1' }], imagePullSecrets },
      },
    },
  });
  const [olds, news] = [[workload(old, {})], [workload(next, { of: 'new' })]];
  for (const way of ['serverSide', 'clientSide'] as const) {
    const verdicts = diffBothWays(olds, news, { way }).map((one) => one?.objects[0].verdict);
    expect([...verdicts].sort()).toEqual(['changed', 'refused']);
  }
});
