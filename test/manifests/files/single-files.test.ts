/** Single files of ConfigMaps and Secrets in pods. */
import { FILE_JUDGES } from '../../../src/manifests/files';
import { cronJobOf, deploymentOf, judged, podOf, setOf } from '../../support/judged';

const said = (...manifests: object[]) => judged(FILE_JUDGES, manifests);
const CONFIG = { name: 'conf', configMap: { name: 'site' } };
const MOUNT = { name: 'conf', mountPath: '/etc/nginx.conf', subPath: 'nginx.conf' };
const specOf = (mount: object = MOUNT, volume: object = CONFIG) => ({
  containers: [
    {
      name: 'app',
      image: 'nginx',
      env: [{ name: 'POD', value: 'web' }],
      volumeMounts: [{ name: 'data', mountPath: '/data' }, mount],
    },
  ],
  volumes: [volume],
});
const REMEDY =
  'mount the whole volume as a folder, or add an annotation to the pods with a checksum of what they read';
const told = (
  object: string,
  path: string,
  what: string,
  mountPath: string = '/etc/nginx.conf',
) => [
  `${object} warning files/single-file ${path}: ${what} is mounted at "${mountPath}" as it is when the container starts: the pod does not see later changes; ${REMEDY}`,
];
const FOUND = told(
  'Deployment/web',
  'spec.template.spec.containers[0].volumeMounts[1].subPath',
  '"nginx.conf" of the ConfigMap "site"',
);
const configMap = (name: string, fields: object = {}) => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name },
  data: {},
  ...fields,
});

describe('one file', () => {
  test.each<readonly [string, object, object, string, string]>([
    ['of a ConfigMap', MOUNT, CONFIG, 'subPath', '"nginx.conf" of the ConfigMap "site"'],
    [
      'of a Secret',
      MOUNT,
      { name: 'conf', secret: { secretName: 'tls' } },
      'subPath',
      '"nginx.conf" of the Secret "tls"',
    ],
    [
      'by a variable',
      { name: 'conf', mountPath: '/etc/nginx.conf', subPathExpr: '$(POD).conf' },
      CONFIG,
      'subPathExpr',
      '"$(POD).conf" of the ConfigMap "site"',
    ],
    [
      'that is a folder below',
      { ...MOUNT, subPath: 'conf.d' },
      { name: 'conf', configMap: { name: 'site', items: [{ key: 'a', path: 'conf.d/a' }] } },
      'subPath',
      '"conf.d" of the ConfigMap "site"',
    ],
    [
      'of a projection',
      MOUNT,
      {
        name: 'conf',
        projected: { sources: [{ downwardAPI: {} }, { configMap: { name: 'site' } }] },
      },
      'subPath',
      '"nginx.conf" of the ConfigMap "site"',
    ],
    [
      'of a Secret in a projection, which lists it',
      MOUNT,
      {
        name: 'conf',
        projected: {
          sources: [
            { configMap: { name: 'site', items: [{ key: 'a', path: 'a' }] } },
            { secret: { name: 'tls', items: [{ key: 'b', path: 'nginx.conf' }] } },
          ],
        },
      },
      'subPath',
      '"nginx.conf" of the Secret "tls"',
    ],
    [
      'that is a token',
      { ...MOUNT, subPath: 'token' },
      { name: 'conf', projected: { sources: [{ serviceAccountToken: { path: 'token' } }] } },
      'subPath',
      '"token" of a token, which is renewed every hour,',
    ],
  ])('%s', (_title, mount, volume, field, what) => {
    expect(said(deploymentOf(specOf(mount, volume)))).toEqual(
      told('Deployment/web', `spec.template.spec.containers[0].volumeMounts[1].${field}`, what),
    );
  });

  test.each<readonly [string, object, object]>([
    ['a whole folder', { name: 'conf', mountPath: '/etc/nginx' }, CONFIG],
    ['a whole folder by its own name', { ...MOUNT, subPath: '.' }, CONFIG],
    ['a folder of a claim', MOUNT, { name: 'conf', persistentVolumeClaim: { claimName: 'site' } }],
    ['a folder of an emptyDir', MOUNT, { name: 'conf', emptyDir: {} }],
    ['a field of the pod', MOUNT, { name: 'conf', downwardAPI: { items: [] } }],
    [
      'nothing that the projection has',
      MOUNT,
      {
        name: 'conf',
        projected: {
          sources: [
            { downwardAPI: {} },
            { secret: { name: 'tls', items: [{ key: 'a', path: 'a' }] } },
            { serviceAccountToken: { path: 'token' } },
          ],
        },
      },
    ],
    ['a volume that there is not', { ...MOUNT, name: 'other' }, CONFIG],
  ])('is not %s', (_title, mount, volume) => {
    expect(said(deploymentOf(specOf(mount, volume)))).toEqual([]);
  });

  test('is told once for each volume of a container', () => {
    const container = (name: string) => ({
      name,
      image: 'x',
      volumeMounts: ['tls.crt', 'tls.key'].map((subPath) => ({
        name: 'tls',
        mountPath: `/pki/${subPath}`,
        subPath,
      })),
    });
    expect(
      said(
        deploymentOf({
          containers: [container('a'), container('b')],
          volumes: [{ name: 'tls', secret: { secretName: 'tls' } }],
        }),
      ),
    ).toEqual(
      [0, 1].flatMap((index) =>
        told(
          'Deployment/web',
          `spec.template.spec.containers[${index}].volumeMounts[0].subPath`,
          '"tls.crt" of the Secret "tls"',
          '/pki/tls.crt',
        ),
      ),
    );
  });
});

describe('pods', () => {
  const path = (prefix: string) => `${prefix}.containers[0].volumeMounts[1].subPath`;
  const WHAT = '"nginx.conf" of the ConfigMap "site"';

  test('that live long', () => {
    expect(said(setOf(specOf()))).toEqual(told('StatefulSet/db', path('spec.template.spec'), WHAT));
    expect(said(podOf(specOf()))).toEqual(told('Pod/tool', path('spec'), WHAT));
  });

  test('that end', () => {
    expect(
      said(cronJobOf(specOf()), podOf({ ...specOf(), restartPolicy: 'Never' }), {
        apiVersion: 'batch/v1',
        kind: 'Job',
        metadata: { name: 'x' },
        spec: { template: { spec: specOf() } },
      }),
    ).toEqual([]);
  });

  test('whose init containers read it have read it by then, unless they stay', () => {
    const init = (fields: object) => ({
      initContainers: [{ name: 'i', image: 'x', volumeMounts: [MOUNT], ...fields }],
      containers: [{ name: 'a', image: 'x' }],
      volumes: [CONFIG],
    });
    expect(said(deploymentOf(init({})))).toEqual([]);
    expect(said(deploymentOf(init({ restartPolicy: 'Always' })))).toEqual(
      told('Deployment/web', 'spec.template.spec.initContainers[0].volumeMounts[0].subPath', WHAT),
    );
  });
});

describe('what never changes under its name', () => {
  const of = (name: string, ...others: object[]) =>
    said(deploymentOf(specOf(MOUNT, { name: 'conf', configMap: { name } })), ...others);

  test.each([
    'site-7f8d9gh2k4',
    'site-bcdfghkmtb',
    'site-3f9a1b2c',
    'chart-site-c8f5e1b2',
    'site-0a1b2c',
  ])('has a hash in it: %s', (name) => {
    expect(of(name)).toEqual([]);
  });

  test.each([
    'site',
    'site-v2',
    'site-20250101',
    'site-production',
    'site-facade',
    'site-config-eu-1',
  ])('has no hash in it: %s', (name) => {
    expect(of(name)).toEqual(FOUND.map((line) => line.replace('"site"', `"${name}"`)));
  });

  test('is immutable', () => {
    expect(of('site', configMap('site', { immutable: true }))).toEqual([]);
    expect(of('site', configMap('site', { immutable: false }))).toEqual(FOUND);
    expect(of('site', configMap('other', { immutable: true }))).toEqual(FOUND);
    expect(
      of('site', {
        ...configMap('site', { immutable: true }),
        metadata: { name: 'site', namespace: 'other' },
      }),
    ).toEqual(FOUND);
    expect(of('site', { ...configMap('site', { immutable: true }), kind: 'Secret' })).toEqual(
      FOUND,
    );
  });

  test('is a part of a projection that may have the file', () => {
    const volume = {
      name: 'conf',
      projected: {
        sources: [{ configMap: { name: 'a-3f9a1b2c' } }, { configMap: { name: 'site' } }],
      },
    };
    expect(said(deploymentOf(specOf(MOUNT, volume)))).toEqual(FOUND);
  });
});

describe('pods that a change rolls', () => {
  const SHA = '6f1c7b8b0f4b4a0d6f3f1e6c7a9d8e5b4c3a2f1e0d9c8b7a6f5e4d3c2b1a0f9e';

  test.each<readonly [string, string]>([
    ['checksum/config', SHA],
    ['checksum/secret', '12345'],
    ['example.com/config-hash', 'v1-abc'],
    ['configHash', 'abc'],
    ['site-md5', 'x'],
    ['file-digest', 'x'],
    ['app/sha256', 'x'],
    ['rollme', 'Xy12Z'],
    ['example.com/whatever', SHA],
    ['settings', 'sha256:3f9a1b2c'],
    ['settings', 'n4bQgYhMfWWaL+qgxVrQFaO/TxsrC4Is0V1sFbDwCgg='],
    ['reloader.stakater.com/auto', 'true'],
    ['configmap.reloader.stakater.com/reload', 'site'],
  ])('by the annotation %s: %s', (name, value) => {
    expect(said(deploymentOf(specOf(), { podAnnotations: { [name]: value } }))).toEqual([]);
  });

  test.each<readonly [string, unknown]>([
    ['prometheus.io/scrape', 'true'],
    ['checksum/config', ''],
    ['checksum/config', 5],
    ['example.com/team', 'deadbeef'],
    ['example.com/date', '20250101'],
    ['example.com/hashed-by', 'x'.repeat(8)],
    ['reloader.stakater.com/auto', 'false'],
    ['example.com/rehash', 'no'],
  ])('not by the annotation %s: %s', (name, value) => {
    expect(said(deploymentOf(specOf(), { podAnnotations: { [name]: value } }))).toEqual(FOUND);
  });

  test('by a controller that is told at what makes them', () => {
    expect(
      said(deploymentOf(specOf(), { annotations: { 'reloader.stakater.com/auto': 'true' } })),
    ).toEqual([]);
    expect(
      said(
        deploymentOf(specOf(), { annotations: { 'secret.reloader.stakater.com/reload': 'tls' } }),
      ),
    ).toEqual([]);
    expect(
      said(
        deploymentOf(specOf(), {
          annotations: { 'wave.pusher.com/update-on-config-change': 'true' },
        }),
      ),
    ).toEqual([]);
    // A checksum there does not change the pods.
    expect(said(deploymentOf(specOf(), { annotations: { 'checksum/config': SHA } }))).toEqual(
      FOUND,
    );
  });
});
