import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App, Chart, Testing } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { Findings, LocustRerun, LocustTest, LocustTestFiles } from '../../../src';
import { expectValid } from '../../support/validate';

const PROPS = {
  image: 'locustio/locust:2.43.1',
  master: { command: '' },
  worker: { command: '', replicas: 2 },
  rerun: LocustRerun.NEVER,
};
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'load-'));
});

afterEach(() => rmSync(folder, { recursive: true }));

const make = (testFiles: LocustTestFiles) =>
  new LocustTest(new Chart(new App(), 'test', { namespace: 'load' }), 'checkout', {
    ...PROPS,
    testFiles,
  });

/** The config maps of a test with these files, and what the pod of the workers has of them. */
function of(testFiles: LocustTestFiles) {
  const manifests = Testing.synth(Chart.of(make(testFiles)));
  expectValid(manifests);
  const { volumes, containers } = manifests.find(
    ({ metadata }) => metadata.name === 'checkout-worker',
  ).spec.template.spec;
  return {
    configMaps: manifests.filter(({ kind }) => kind === 'ConfigMap'),
    volumes,
    mounts: containers[0].volumeMounts,
  };
}

test('files of a folder become a config map of the test', () => {
  writeFileSync(join(folder, 'checkout.py'), 'x');
  writeFileSync(join(folder, 'users.bin'), Buffer.from([0xff, 0]));
  expect(of(LocustTestFiles.fromDirectory(folder))).toEqual({
    configMaps: [
      {
        apiVersion: 'v1',
        kind: 'ConfigMap',
        metadata: { name: 'checkout-files', namespace: 'load' },
        data: { 'checkout.py': 'x' },
        binaryData: { 'users.bin': '/wA=' },
      },
    ],
    volumes: [{ name: 'checkout-worker', configMap: { name: 'checkout-files' } }],
    mounts: [{ name: 'checkout-worker', mountPath: '/lotest/src' }],
  });
});

test('files of the program become one as well', () => {
  expect(of(LocustTestFiles.fromInline({ 'checkout.py': 'x' })).configMaps[0].data).toEqual({
    'checkout.py': 'x',
  });
});

test('sub-folders are there in the pods', () => {
  mkdirSync(join(folder, 'lib'));
  writeFileSync(join(folder, 'lib', 'users.py'), 'x');
  writeFileSync(join(folder, 'checkout.py'), 'y');
  const {
    configMaps: [{ data }],
    volumes: [{ configMap }],
  } = of(LocustTestFiles.fromDirectory(folder));
  expect(configMap.items.map(({ key, path }: any) => [path, data[key]])).toEqual([
    ['checkout.py', 'y'],
    ['lib/users.py', 'x'],
  ]);
});

test('a config map that exists is mounted, and none is made', () => {
  expect(of(LocustTestFiles.fromConfigMapName('code', { mountPath: '/src' }))).toEqual({
    configMaps: [],
    volumes: [{ name: 'checkout-worker', configMap: { name: 'code' } }],
    mounts: [{ name: 'checkout-worker', mountPath: '/src' }],
  });
});

test('a config map of cdk8s-plus is mounted by its name', () => {
  const code = new kplus.ConfigMap(Testing.chart(), 'code', { metadata: { name: 'code' } });
  expect(of(LocustTestFiles.fromConfigMap(code, { mountPath: '/src' }))).toEqual(
    of(LocustTestFiles.fromConfigMapName('code', { mountPath: '/src' })),
  );
});

test('a library lies beside the files, each with a place of its own', () => {
  const lib = LocustTestFiles.fromInline({ 'pkg/__init__.py': '' });
  const { configMaps, volumes, mounts } = of(LocustTestFiles.fromConfigMapName('code', { lib }));
  expect(configMaps.map(({ metadata }) => metadata.name)).toEqual(['checkout-lib']);
  expect(volumes[1]).toEqual({
    name: 'locust-lib',
    configMap: {
      name: 'checkout-lib',
      items: [{ key: Object.keys(configMaps[0].data)[0], path: 'pkg/__init__.py' }],
    },
  });
  expect(mounts).toEqual([
    { name: 'checkout-worker', mountPath: '/lotest/src' },
    { name: 'locust-lib', mountPath: '/opt/locust/lib' },
  ]);
});

test('a library may lie elsewhere', () => {
  const lib = LocustTestFiles.fromConfigMapName('lib', { mountPath: '/lib' });
  expect(of(LocustTestFiles.fromConfigMapName('code', { lib })).mounts[1]).toEqual({
    name: 'locust-lib',
    mountPath: '/lib',
  });
});

test('a library may be all that there is, and only its place is kept free', () => {
  const files = LocustTestFiles.onlyLib(
    LocustTestFiles.fromInline({ 'users.py': 'x' }, { mountPath: '/lib' }),
  );
  expect(of(files)).toMatchObject({
    configMaps: [{ metadata: { name: 'checkout-lib' } }],
    volumes: [{ name: 'locust-lib', configMap: { name: 'checkout-lib' } }],
    mounts: [{ name: 'locust-lib', mountPath: '/lib' }],
  });
  expect(make(files).toCustomResource().spec.testFiles).toEqual({
    libConfigMapRef: 'checkout-lib',
    libMountPath: '/lib',
  });
  const test_ = make(files);
  test_.volumes.addVolume({ name: 'a', emptyDir: { medium: 'Memory' } });
  test_.volumes.addMount({ name: 'a', mountPath: '/lotest/src' });
  expect(Findings.of(test_).all).toEqual([]);
});

test('files of one test can be those of another', () => {
  const files = LocustTestFiles.fromInline({ a: '' });
  const scope = new Chart(new App(), 'test');
  for (const name of ['a', 'b']) new LocustTest(scope, name, { ...PROPS, testFiles: files });
  expect(
    Testing.synth(scope)
      .filter(({ kind }) => kind === 'ConfigMap')
      .map(({ metadata }) => metadata.name),
  ).toEqual(['a-files', 'b-files']);
});

test.each<[string, () => LocustTestFiles, string]>([
  [
    'a folder that is not there',
    () => LocustTestFiles.fromDirectory(join(folder, 'missing')),
    'test/checkout: testFiles: the folder "',
  ],
  [
    'a folder that is empty',
    () => LocustTestFiles.fromDirectory(folder),
    `there are no files in the folder ${JSON.stringify('FOLDER')}; add at least one file (locust/test-files)`,
  ],
  [
    'no folder',
    () => LocustTestFiles.fromDirectory(undefined as any, null as any),
    'the folder undefined cannot be read',
  ],
  [
    'no files',
    () => LocustTestFiles.fromInline({}),
    'test/checkout: testFiles: there are no files in the program; add at least one file (locust/test-files)',
  ],
  [
    'nothing at all',
    () => LocustTestFiles.fromInline(undefined as any, null as any),
    'there are no files in the program',
  ],
  [
    'a file without content',
    () => LocustTestFiles.fromInline({ 'a.py': undefined as any }),
    'the content of "a.py" is undefined, which is not a string',
  ],
  [
    'two paths that fit nowhere',
    () => LocustTestFiles.fromInline({ '../a': '', '..b': '' }),
    '2 errors',
  ],
  [
    'a config map without a name',
    () => LocustTestFiles.fromConfigMapName(''),
    'testFiles: "": a lowercase RFC 1123 subdomain',
  ],
  [
    'a name in place of a config map',
    () => LocustTestFiles.fromConfigMap('code' as any),
    'test/checkout: testFiles: "code" is not a ConfigMap; pass a ConfigMap of cdk8s-plus or of this library, or call LocustTestFiles.fromConfigMapName (input/type)',
  ],
  [
    'a library that is empty',
    () => LocustTestFiles.fromConfigMapName('code', { lib: LocustTestFiles.fromInline({}) }),
    'there are no files in the program',
  ],
  [
    'a library alone that is none',
    () => LocustTestFiles.onlyLib(undefined as any),
    'testFiles: there is no library; set testFiles to a library, or remove it (locust/test-files)',
  ],
  [
    'a relative place',
    () => LocustTestFiles.fromConfigMapName('code', { mountPath: 'src' }),
    'test/checkout: testFiles.mountPath: "src" is relative; use an absolute path: "/src" (pod/mount-path)',
  ],
  [
    'two places that are one',
    () =>
      LocustTestFiles.fromConfigMapName('code', {
        mountPath: '/src',
        lib: LocustTestFiles.fromConfigMapName('lib', { mountPath: '/src/' }),
      }),
    'test/checkout: testFiles.lib.mountPath: "/src/" is already mounted, by testFiles.mountPath',
  ],
  [
    'a place that is none',
    () => LocustTestFiles.fromConfigMapName('code', { mountPath: 5 as any }),
    'test/checkout: testFiles.mountPath: 5 is not a string; write it in quotes: "5" (input/type)',
  ],
])('%s: refused by the test that uses it', (_what, files, message) => {
  expect(() => make(files())).toThrow(message.replace('FOLDER', folder));
});

test('many files are a warning', () => {
  const test_ = make(LocustTestFiles.fromInline({ 'a.csv': 'x'.repeat(300_000) }));
  expect(Findings.of(test_).all).toEqual([
    {
      rule: 'locust/test-files-large',
      severity: 'warning',
      path: 'testFiles',
      message: 'the files of the program have 300000 bytes, too many for client-side kubectl apply',
      remedy:
        'use server-side apply (kubectl apply --server-side, or ServerSideApply=true in Argo CD), or put data into a claim',
      construct: 'test/checkout',
    },
  ]);
});
