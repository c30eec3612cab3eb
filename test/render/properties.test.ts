import { renderDocuments, RenderRequest } from '../../src/render';
import { printJson, printYaml, readYaml } from '../../src/yaml';
import * as fc from '../support/fast-check';
import { printOutputs } from '../support/printed';
import { runsOf } from '../support/size';

const RESOURCES: readonly object[] = [
  {
    apiVersion: 'locust.io/v2',
    kind: 'LocustTest',
    metadata: { name: 'a.b', namespace: 'perf', labels: { a: 'b' }, annotations: { a: 'b' } },
    spec: {
      image: 'locustio/locust:2.43.1',
      master: { command: '-f a.py', autoquit: { enabled: true } },
      worker: { command: '-f a.py', replicas: 2, extraArgs: ['--x'] },
      testFiles: { configMapRef: 'a' },
      env: {
        variables: [{ name: 'A', value: 'b' }],
        secretMounts: [{ name: 's', mountPath: '/s' }],
      },
      volumes: [{ name: 'v', emptyDir: {} }],
      volumeMounts: [{ name: 'v', mountPath: '/v', target: 'worker' }],
    },
  },
  {
    apiVersion: 'locust.io/v1',
    kind: 'LocustTest',
    metadata: { name: 'old' },
    spec: {
      image: 'a',
      masterCommandSeed: '-f a.py',
      workerCommandSeed: '-f a.py',
      configMap: 'a',
      tolerations: [{ key: 'a', operator: 'Exists', effect: 'NoSchedule' }],
    },
  },
  {
    apiVersion: 'aws-efs.managed.openshift.io/v1alpha1',
    kind: 'SharedVolume',
    metadata: { name: 'data', namespace: 'a' },
    spec: { fileSystemID: 'fs-0123456789abcdef0', accessPointID: 'fsap-0123456789abcdef0' },
  },
  {
    apiVersion: 'v1',
    kind: 'PersistentVolumeClaim',
    metadata: { name: 'pvc-data', namespace: 'a' },
    spec: { accessModes: ['ReadWriteOnce'] },
  },
  {
    apiVersion: 'v1',
    kind: 'List',
    items: [{ apiVersion: 'v1', kind: 'Secret', metadata: { name: 's' } }],
  },
];

const anything = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    '',
    'x',
    -1,
    0,
    1.5,
    2n ** 63n,
    true,
    [],
    {},
    [null],
    [[]],
    { a: null },
    [{ name: 'x' }],
    'LocustTest',
    'locust.io/v2',
    '__proto__',
  ),
  fc.object({
    maxDepth: 2,
    withBigInt: false,
    values: [fc.string(), fc.integer(), fc.boolean(), fc.constant(null)],
  }),
);

/** The object with one field, anywhere in it, put to something else. */
function broken(object: unknown, steps: readonly number[], value: unknown): unknown {
  if (steps.length === 0 || typeof object !== 'object' || object === null) return value;
  const keys = Object.keys(object);
  if (keys.length === 0) return value;
  const key = keys[steps[0] % keys.length];
  const copy: any = Array.isArray(object) ? [...object] : { ...object };
  copy[key] = broken(copy[key], steps.slice(1), value);
  return copy;
}

const resources = fc.constantFrom(...RESOURCES);
const documents = fc.array(
  fc.oneof(
    { weight: 1, arbitrary: resources },
    {
      weight: 2,
      arbitrary: fc
        .tuple(resources, fc.array(fc.nat(12), { minLength: 1, maxLength: 6 }), anything)
        .map((parts) => broken(...parts)),
    },
    {
      weight: 1,
      arbitrary: resources.map((item) => ({
        apiVersion: 'v1',
        kind: 'List',
        items: [item, 1, null],
      })),
    },
  ),
  { maxLength: 4 },
);
const requests: fc.Arbitrary<RenderRequest> = fc.record({
  operatorMode: fc.boolean(),
  operatorPreset: fc.constantFrom('binary', 'chart'),
  operatorEnv: fc.constantFrom<Record<string, string>>(
    {},
    { POD_CPU_LIMIT: 'x' },
    { KAFKA_USERNAME: 'a' },
    { NOPE: 'a' },
  ),
  namespace: fc.constantFrom(undefined, 'team'),
  only: fc.boolean(),
});

test('any objects give findings or objects that can be read again, and never an exception', () => {
  let fine = 0;
  fc.assert(
    fc.property(documents, requests, fc.boolean(), (objects, request, asJson) => {
      const text = objects
        .map((object) => (asJson ? printJson(object) : printYaml(object)))
        .join(asJson ? '' : '---\n');
      const { outputs, findings } = renderDocuments([{ name: 'a.yaml', text }], request);
      const errors = findings.filter(({ severity }) => severity === 'error');
      for (const { message, remedy, rule } of findings) {
        expect([message, remedy, rule].filter((part) => part === '')).toEqual([]);
      }
      if (errors.length > 0) {
        expect(outputs).toEqual([]);
        return;
      }
      fine += 1;
      expect(readYaml(printOutputs(outputs, 'yaml')).documents.map(({ data }) => data)).toEqual(
        outputs.map(({ manifest }) => manifest),
      );
    }),
    { numRuns: 1500 },
  );
  expect(fine).toBeGreaterThan(runsOf(50));
});

test('any texts give findings or objects, and never an exception', () => {
  const piece = fc.oneof(
    fc.constantFrom(
      'apiVersion: locust.io/v2\n',
      'kind: LocustTest\n',
      'kind: List\nitems:\n',
      '- ',
      'metadata:\n',
      '  name: a\n',
      'spec:\n',
      '---\n',
      '{',
      '"',
      '\t',
      '&a ',
      '*a',
      '<<: ',
    ),
    fc.string(),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), requests, (pieces, request) => {
      renderDocuments([{ name: 'a.yaml', text: pieces.join('') }], request);
    }),
    { numRuns: 2000 },
  );
});

test('the same input makes the same bytes', () => {
  fc.assert(
    fc.property(documents, requests, (objects, request) => {
      const sources = [{ name: 'a.yaml', text: objects.map(printYaml).join('---\n') }];
      const bytes = () => {
        const { outputs, findings } = renderDocuments(sources, request);
        return printOutputs(outputs, 'yaml') + JSON.stringify(findings);
      };
      expect(bytes()).toBe(bytes());
    }),
  );
});
