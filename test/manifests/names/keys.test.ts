/** Keys of ConfigMaps and Secrets in pods that are not in them. */
import { NAME_JUDGES } from '../../../src/manifests/names';
import { judged, podOf } from '../../support/judged';

type Fields = { readonly [field: string]: unknown };
const said = (...manifests: object[]) => judged(NAME_JUDGES, manifests);
const object = (kind: string, fields: object, metadata: object = {}) => ({
  apiVersion: 'v1',
  kind,
  metadata: { name: 'settings', ...metadata },
  ...fields,
});
const SETTINGS = object('ConfigMap', { data: { host: 'a', 'app.yaml': '' } });
const SECRET = object('Secret', { data: { token: 'YQ==' }, stringData: { user: 'b' } });
const podWith = (fields: Fields, container: Fields = {}) =>
  podOf({ containers: [{ name: 'app', image: 'app', ...container }], ...fields });
const ofVariable = (source: string, reference: object) =>
  podWith(
    {},
    { env: [{ name: 'A', valueFrom: { [source]: { name: 'settings', ...reference } } }] },
  );
const mounted = (volume: object, mount: object) =>
  podWith(
    { volumes: [{ name: 'v', ...volume }] },
    { volumeMounts: [{ name: 'v', mountPath: '/etc/app', ...mount }] },
  );
const told = (path: string, kind: string, key: string, remedy: string) => [
  `Pod/tool warning names/key spec.${path}: the ${kind} "settings" has no key "${key}"; ${remedy}`,
];

describe('a key that a declared object lacks', () => {
  test.each<readonly [string, object, readonly string[]]>([
    [
      'of a variable from a ConfigMap',
      ofVariable('configMapKeyRef', { key: 'hots' }),
      told(
        'containers[0].env[0].valueFrom.configMapKeyRef.key',
        'ConfigMap',
        'hots',
        'perhaps you meant "host"',
      ),
    ],
    [
      'of a variable from a Secret',
      ofVariable('secretKeyRef', { key: 'password' }),
      told(
        'containers[0].env[0].valueFrom.secretKeyRef.key',
        'Secret',
        'password',
        'use one of token, user',
      ),
    ],
    [
      'of a file of a ConfigMap',
      podWith({
        volumes: [
          { name: 'v', configMap: { name: 'settings', items: [{ key: 'app.yml', path: 'x' }] } },
        ],
      }),
      told(
        'volumes[0].configMap.items[0].key',
        'ConfigMap',
        'app.yml',
        'perhaps you meant "app.yaml"',
      ),
    ],
    [
      'of a file of a Secret',
      podWith({
        volumes: [
          { name: 'v', secret: { secretName: 'settings', items: [{ key: 'tokn', path: 'x' }] } },
        ],
      }),
      told('volumes[0].secret.items[0].key', 'Secret', 'tokn', 'perhaps you meant "token"'),
    ],
    [
      'of a source among others',
      podWith({
        volumes: [
          {
            name: 'v',
            projected: {
              sources: [
                { downwardAPI: {} },
                { secret: { name: 'settings', items: [{ key: 'tokn', path: 'x' }] } },
              ],
            },
          },
        ],
      }),
      told(
        'volumes[0].projected.sources[1].secret.items[0].key',
        'Secret',
        'tokn',
        'perhaps you meant "token"',
      ),
    ],
  ])('is told: %s', (_, pod, expected) => {
    expect(said(SETTINGS, SECRET, pod)).toEqual(expected);
  });

  test('is told of binary data that a variable is to have', () => {
    expect(
      said(
        object('ConfigMap', { binaryData: { logo: 'YQ==' } }),
        ofVariable('configMapKeyRef', { key: 'logo' }),
      ),
    ).toEqual([
      'Pod/tool warning names/key spec.containers[0].env[0].valueFrom.configMapKeyRef.key: the key "logo" of the ConfigMap "settings" is binary data, which a variable cannot have; move it from binaryData to data, or mount it as a file',
    ]);
  });

  test.each<readonly [string, object]>([
    ['whose object is there', ofVariable('configMapKeyRef', { key: 'host' })],
    ['that is written as text', ofVariable('secretKeyRef', { key: 'user' })],
    ['that is optional', ofVariable('configMapKeyRef', { key: 'x', optional: true })],
    [
      'of an object that nobody declares',
      ofVariable('configMapKeyRef', { key: 'x', name: 'other' }),
    ],
    [
      'of a source that is optional',
      podWith({
        volumes: [
          {
            name: 'v',
            configMap: { name: 'settings', optional: true, items: [{ key: 'x', path: 'x' }] },
          },
        ],
      }),
    ],
  ])('is silent on a key %s', (_, pod) => {
    expect(said(SETTINGS, SECRET, pod)).toEqual([]);
  });

  test.each<readonly [string, object]>([
    ['is empty', object('ConfigMap', { data: {} })],
    [
      'gets a bundle',
      object(
        'ConfigMap',
        { data: { a: '' } },
        { labels: { 'config.openshift.io/inject-trusted-cabundle': 'true' } },
      ),
    ],
    [
      'is replicated',
      object(
        'ConfigMap',
        { data: { a: '' } },
        { annotations: { 'replicator.v1.mittwald.de/replicate-from': 'a/b' } },
      ),
    ],
  ])('is silent on an object that %s', (_, config) => {
    expect(said(config, ofVariable('configMapKeyRef', { key: 'x' }))).toEqual([]);
  });

  test('is silent on a Secret with tokens, which a controller fills in', () => {
    const token = object('Secret', {
      type: 'kubernetes.io/service-account-token',
      data: { extra: 'YQ==' },
    });
    expect(said(token, ofVariable('secretKeyRef', { key: 'token' }))).toEqual([]);
  });

  test('is silent on a Secret that a custom resource names', () => {
    const certificate = {
      apiVersion: 'cert-manager.io/v1',
      kind: 'Certificate',
      metadata: { name: 'c' },
      spec: { secretName: 'settings' },
    };
    expect(said(SECRET, certificate, ofVariable('secretKeyRef', { key: 'tls.crt' }))).toEqual([]);
  });
});

describe('a subPath', () => {
  const CONFIG = { configMap: { name: 'settings' } };
  const finding = (subPath: string, remedy: string) => [
    `Pod/tool warning names/key spec.containers[0].volumeMounts[0].subPath: the volume "v" has no file "${subPath}": kubelet creates an empty directory of that name, and mounts it at "/etc/app"; ${remedy}`,
  ];

  test.each<readonly [string, object, string, string]>([
    ['of a ConfigMap', CONFIG, 'app.yml', 'perhaps you meant "app.yaml"'],
    ['of a Secret', { secret: { secretName: 'settings' } }, 'passwords', 'use one of token, user'],
    [
      'that the items call otherwise',
      { configMap: { name: 'settings', items: [{ key: 'app.yaml', path: 'conf/app.yaml' }] } },
      'app.yaml',
      'use one of conf/app.yaml',
    ],
    [
      'of several sources',
      {
        projected: {
          sources: [
            CONFIG,
            { serviceAccountToken: { path: 'token' } },
            { downwardAPI: { items: [{ path: 'labels' }] } },
          ],
        },
      },
      'tokens',
      'perhaps you meant "token"',
    ],
  ])('that is no file is told: %s', (_, volume, subPath, remedy) => {
    expect(said(SETTINGS, SECRET, mounted(volume, { subPath }))).toEqual(finding(subPath, remedy));
  });

  test.each<readonly [string, object, string]>([
    ['is a key', CONFIG, 'app.yaml'],
    ['is a key, written otherwise', CONFIG, './app.yaml'],
    ['is the volume itself', CONFIG, '.'],
    [
      'is a folder of the items',
      { configMap: { name: 'settings', items: [{ key: 'app.yaml', path: 'conf/app.yaml' }] } },
      'conf',
    ],
    ['is of what is optional', { configMap: { name: 'settings', optional: true } }, 'x'],
    ['is of an undeclared object', { configMap: { name: 'other' } }, 'x'],
    [
      'is of a source that is not known',
      { projected: { sources: [CONFIG, { clusterTrustBundle: { path: 'x' } }] } },
      'y',
    ],
    ['is of another volume', { emptyDir: {} }, 'x'],
  ])('is silent where it %s', (_, volume, subPath) => {
    expect(said(SETTINGS, SECRET, mounted(volume, { subPath }))).toEqual([]);
  });
});
