/** Names of ConfigMaps and Secrets in pods that nobody declares. */
import { NAME_JUDGES } from '../../../src/manifests/names';
import { cronJobOf, deploymentOf, judged, podOf } from '../../support/judged';

const said = (...manifests: object[]) => judged(NAME_JUDGES, manifests);
const objectOf =
  (kind: string) =>
  (name: string, metadata: object = {}) => ({
    apiVersion: 'v1',
    kind,
    metadata: { name, ...metadata },
  });
const configMap = objectOf('ConfigMap');
const secret = objectOf('Secret');
const misspelt = (
  kind: string,
  path: string,
  name: string,
  guess: string,
  object: string = 'Pod/tool',
) =>
  `${object} warning names/declared ${path}: the ${kind} "${name}" is not declared; perhaps you meant "${guess}"`;

describe('a pod', () => {
  const NAMED: readonly (readonly [string, string, string, (name: string) => object])[] = [
    [
      'mounts a ConfigMap',
      'ConfigMap',
      'volumes[0].configMap.name',
      (name) => ({ volumes: [{ name: 'v', configMap: { name } }] }),
    ],
    [
      'mounts a Secret',
      'Secret',
      'volumes[0].secret.secretName',
      (secretName) => ({ volumes: [{ name: 'v', secret: { secretName } }] }),
    ],
    [
      'mounts a ConfigMap among others',
      'ConfigMap',
      'volumes[0].projected.sources[1].configMap.name',
      (name) => ({
        volumes: [
          { name: 'v', projected: { sources: [{ downwardAPI: {} }, { configMap: { name } }] } },
        ],
      }),
    ],
    [
      'mounts a Secret among others',
      'Secret',
      'volumes[0].projected.sources[0].secret.name',
      (name) => ({ volumes: [{ name: 'v', projected: { sources: [{ secret: { name } }] } }] }),
    ],
    [
      'logs in to a driver',
      'Secret',
      'volumes[0].csi.nodePublishSecretRef.name',
      (name) => ({
        volumes: [{ name: 'v', csi: { driver: 'd', nodePublishSecretRef: { name } } }],
      }),
    ],
    [
      'logs in to a share',
      'Secret',
      'volumes[0].azureFile.secretName',
      (secretName) => ({ volumes: [{ name: 'v', azureFile: { secretName, shareName: 's' } }] }),
    ],
    [
      'logs in to a pool',
      'Secret',
      'volumes[0].rbd.secretRef.name',
      (name) => ({ volumes: [{ name: 'v', rbd: { secretRef: { name } } }] }),
    ],
    [
      'has a variable of a ConfigMap',
      'ConfigMap',
      'containers[0].env[1].valueFrom.configMapKeyRef.name',
      (name) => ({
        containers: [
          {
            env: [
              { name: 'A', value: 'a' },
              { name: 'B', valueFrom: { configMapKeyRef: { name, key: 'b' } } },
            ],
          },
        ],
      }),
    ],
    [
      'has a variable of a Secret',
      'Secret',
      'initContainers[1].env[0].valueFrom.secretKeyRef.name',
      (name) => ({
        initContainers: [
          {},
          { env: [{ name: 'A', valueFrom: { secretKeyRef: { name, key: 'a' } } }] },
        ],
      }),
    ],
    [
      'has all variables of a ConfigMap',
      'ConfigMap',
      'containers[0].envFrom[0].configMapRef.name',
      (name) => ({ containers: [{ envFrom: [{ configMapRef: { name } }] }] }),
    ],
    [
      'has all variables of a Secret',
      'Secret',
      'ephemeralContainers[0].envFrom[0].secretRef.name',
      (name) => ({ ephemeralContainers: [{ envFrom: [{ secretRef: { name } }] }] }),
    ],
    [
      'pulls images with a Secret',
      'Secret',
      'imagePullSecrets[1].name',
      (name) => ({ imagePullSecrets: [{ name: 'other-one' }, { name }] }),
    ],
  ];

  test.each(NAMED)('%s', (_title, kind, path, spec) => {
    expect(said(objectOf(kind)('settings'), podOf(spec('setings')))).toEqual([
      misspelt(kind, `spec.${path}`, 'setings', 'settings'),
    ]);
    expect(said(objectOf(kind)('settings'), podOf(spec('settings')))).toEqual([]);
    expect(said(objectOf(kind)('settings'), podOf(spec('others')))).toEqual([]);
    // A ConfigMap is no Secret.
    expect(
      said(
        objectOf(kind === 'Secret' ? 'ConfigMap' : 'Secret')('settings'),
        podOf(spec('setings')),
      ),
    ).toEqual([]);
  });

  test('has what a template says, wherever that is', () => {
    const spec = { volumes: [{ name: 'v', secret: { secretName: 'setings' } }] };
    expect(said(secret('settings'), deploymentOf(spec), cronJobOf(spec))).toEqual([
      misspelt(
        'Secret',
        'spec.template.spec.volumes[0].secret.secretName',
        'setings',
        'settings',
        'Deployment/web',
      ),
      misspelt(
        'Secret',
        'spec.jobTemplate.spec.template.spec.volumes[0].secret.secretName',
        'setings',
        'settings',
        'CronJob/nightly',
      ),
    ]);
  });

  test('is told of a name once, at the first place', () => {
    const env = ['A', 'B'].map((name) => ({
      name,
      valueFrom: { secretKeyRef: { name: 'setings', key: name } },
    }));
    expect(said(secret('settings'), podOf({ containers: [{ env }, { env }] }))).toEqual([
      misspelt(
        'Secret',
        'spec.containers[0].env[0].valueFrom.secretKeyRef.name',
        'setings',
        'settings',
      ),
    ]);
  });

  test.each([
    { volumes: [{ name: 'v', secret: { secretName: 'setings', optional: true } }] },
    {
      volumes: [
        { name: 'v', projected: { sources: [{ secret: { name: 'setings', optional: true } }] } },
      ],
    },
    {
      containers: [
        {
          env: [
            {
              name: 'A',
              valueFrom: { secretKeyRef: { name: 'setings', key: 'a', optional: true } },
            },
          ],
        },
      ],
    },
    { containers: [{ envFrom: [{ secretRef: { name: 'setings', optional: true } }] }] },
  ])('starts without what is optional: %j', (spec) => {
    expect(said(secret('settings'), podOf(spec))).toEqual([]);
  });
});

const mounting = (secretName: string, namespace: string = 'default') =>
  podOf({ volumes: [{ name: 'v', secret: { secretName } }] }, { namespace });
const PATH = 'spec.volumes[0].secret.secretName';

describe('a Secret of another namespace', () => {
  const elsewhere = (where: string) => [
    `Pod/tool warning names/elsewhere ${PATH}: the Secret "settings" is declared in the namespace ${where} only, but pods of "tools" can use only those of their own namespace; ` +
      'declare it in the namespace "tools", or move the pods to the namespace where it is',
  ];

  test('cannot be had', () => {
    expect(said(secret('settings', { namespace: 'apps' }), mounting('settings', 'tools'))).toEqual(
      elsewhere('apps'),
    );
    expect(said(secret('settings'), mounting('settings', 'tools'))).toEqual(elsewhere('default'));
    expect(
      said(
        secret('settings', { namespace: 'apps' }),
        secret('settings', { namespace: 'crm' }),
        mounting('settings', 'tools'),
      ),
    ).toEqual(elsewhere('apps, crm'));
  });

  test('does not matter where there is one here, too', () => {
    expect(
      said(
        secret('settings', { namespace: 'apps' }),
        secret('settings', { namespace: 'tools' }),
        mounting('settings', 'tools'),
      ),
    ).toEqual([]);
  });

  test('is not what is meant by a name that is nearly its own', () => {
    expect(said(secret('settings', { namespace: 'apps' }), mounting('setings', 'tools'))).toEqual(
      [],
    );
  });

  test.each([
    'reflector.v1.k8s.emberstack.com/reflection-allowed',
    'replicator.v1.mittwald.de/replicate-to',
    'kubed.appscode.com/sync',
    'clustersecret.io/replicated',
  ])('is copied if it says so: %s', (annotation) => {
    expect(
      said(
        secret('settings', { namespace: 'apps', annotations: { [annotation]: 'true' } }),
        mounting('settings', 'tools'),
      ),
    ).toEqual([]);
  });

  test('is in every namespace, if Kubernetes puts it there', () => {
    const volumes = [{ name: 'ca', configMap: { name: 'kube-root-ca.crt' } }];
    expect(said(configMap('kube-root-ca.crt', { namespace: 'apps' }), podOf({ volumes }))).toEqual(
      [],
    );
  });
});

describe('a Secret that something else makes', () => {
  const made = (apiVersion: string, kind: string, metadata: object, spec: object) => ({
    apiVersion,
    kind,
    metadata,
    spec,
  });
  const HERE = { name: 'a', namespace: 'default' };

  test.each<readonly [string, object]>([
    ['a Certificate', made('cert-manager.io/v1', 'Certificate', HERE, { secretName: 'setings' })],
    [
      'an ExternalSecret',
      made('external-secrets.io/v1', 'ExternalSecret', HERE, { target: { name: 'setings' } }),
    ],
    [
      'a SealedSecret',
      made('bitnami.com/v1alpha1', 'SealedSecret', { name: 'setings', namespace: 'default' }, {}),
    ],
    [
      'a SecretProviderClass',
      made('secrets-store.csi.x-k8s.io/v1', 'SecretProviderClass', HERE, {
        secretObjects: [{ secretName: 'setings' }],
      }),
    ],
    [
      'something for all namespaces',
      made('trust.cert-manager.io/v1alpha1', 'Bundle', { name: 'setings' }, {}),
    ],
  ])('%s', (_title, maker) => {
    expect(said(secret('settings'), maker, mounting('setings'))).toEqual([]);
  });

  test.each<readonly [string, object]>([
    [
      'in another namespace',
      made(
        'cert-manager.io/v1',
        'Certificate',
        { name: 'a', namespace: 'other' },
        { secretName: 'setings' },
      ),
    ],
    ['under another name', made('cert-manager.io/v1', 'Certificate', HERE, { secretName: 'more' })],
    [
      'if it is none of those that make Secrets',
      made('networking.k8s.io/v1', 'Ingress', HERE, { tls: [{ secretName: 'setings' }] }),
    ],
  ])('%s does not count', (_title, other) => {
    expect(said(secret('settings'), other, mounting('setings'))).toEqual([
      misspelt('Secret', PATH, 'setings', 'settings'),
    ]);
  });
});

test.each([
  ['app-env', 'app-enc'],
  ['tls-1', 'tls-2'],
  ['api-tls', 'app-tls'],
  ['site-config', 'site-config-v2'],
])('different names are different: %s beside %s', (name, declared) => {
  expect(said(secret(declared), mounting(name))).toEqual([]);
});

test.each([
  ['site-conf', 'site-config'],
  ['postgres-auth', 'postgresql-auth'],
  ['app-secret', 'app-secrets'],
  ['app-tsl', 'app-tls'],
  ['appconfig', 'app-config'],
])('%s is probably %s', (name, declared) => {
  expect(said(secret(declared), mounting(name))).toEqual([
    misspelt('Secret', PATH, name, declared),
  ]);
});

test('of ten thousand names, and as many that are nearly called so', () => {
  const letters = (index: number) =>
    [...index.toString().padStart(5, '0')].map((digit) => 'abcdefghij'[Number(digit)]).join('');
  const many = Array.from({ length: 10_000 }, (_, index) => letters(index));
  const volumes = many.map((name) => ({ name, configMap: { name: `confg-${name}` } }));
  expect(said(...many.map((name) => configMap(`config-${name}`)), podOf({ volumes }))).toHaveLength(
    10_000,
  );
});
