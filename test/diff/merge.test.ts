/**
 * The fields that are left when a manager no longer applies fields that another one owns as well,
 * as a server of Kubernetes 1.36 left it.
 */
import { ownedBy } from '../../src/diff/live/managers';
import { applyManifest } from '../../src/diff/merge';
import { othersSince } from '../../src/diff/others';
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
