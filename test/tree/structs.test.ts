import { k8s } from 'cdk8s-plus-28';
import { plainly, typed } from '../../src/tree';

const STRUCT = { hostPid: true, volumes: [{ name: 'v', downwardApi: {} }] };
const KUBERNETES = { hostPID: true, volumes: [{ name: 'v', downwardAPI: {} }] };

describe('names of fields', () => {
  test.each<[string, unknown, readonly string[], unknown]>([
    ['in the value itself', STRUCT, [''], KUBERNETES],
    ['in a field', { pod: STRUCT }, ['pod'], { pod: KUBERNETES }],
    [
      'in items of a list',
      { roles: [{ rules: [{ nonResourceUrLs: ['/'] }] }] },
      ['roles.rules'],
      { roles: [{ rules: [{ nonResourceURLs: ['/'] }] }] },
    ],
    ['below any key', { pods: { a: STRUCT } }, ['pods.*'], { pods: { a: KUBERNETES } }],
    [
      'nowhere else',
      { pod: STRUCT, objects: [STRUCT] },
      ['pod'],
      { pod: KUBERNETES, objects: [STRUCT] },
    ],
    ['nowhere', STRUCT, [], STRUCT],
    [
      'not in maps of a struct',
      { nodeSelector: { hostIp: '' }, overhead: { volumeId: '1' } },
      [''],
      { nodeSelector: { hostIp: '' }, overhead: { volumeId: '1' } },
    ],
  ])('are respelt %s', (_, value, structs, expected) =>
    expect(plainly(value, structs)).toEqual(expected),
  );

  test('are respelt for the structs, too', () =>
    expect(typed({ pod: KUBERNETES, data: KUBERNETES }, ['pod'])).toEqual({
      pod: STRUCT,
      data: KUBERNETES,
    }));
});

test.each([STRUCT, KUBERNETES])('plain data is a copy, whether it is respelt or not: %#', (pod) => {
  const volumes = [...pod.volumes];
  const made = plainly<{ readonly pod: object }>({ pod: { ...pod, volumes } }, ['pod']);
  volumes.push({ name: 'w' } as (typeof volumes)[number]);
  expect(made).toEqual({ pod: KUBERNETES });
});

test('quantities and ports are wrapped in structs and nowhere else', () => {
  const value = {
    resources: { limits: { 'example.com/port': 1 } },
    httpGet: { port: 80 },
    nodeSelector: { limits: '1' },
  };
  expect(typed({ pod: value, data: value }, ['pod'])).toEqual({
    pod: {
      resources: { limits: { 'example.com/port': k8s.Quantity.fromNumber(1) } },
      httpGet: { port: k8s.IntOrString.fromNumber(80) },
      nodeSelector: { limits: '1' },
    },
    data: value,
  });
});
