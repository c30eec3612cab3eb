/** Secrets that appear when a pod mounts a SecretProviderClass. */
import { FILE_JUDGES } from '../../../src/manifests/files';
import { cronJobOf, deploymentOf, judged, podOf } from '../../support/judged';

const said = (...manifests: object[]) => judged(FILE_JUDGES, manifests);
const provider = (namespace: string = 'default', secrets: readonly string[] = ['db']) => ({
  apiVersion: 'secrets-store.csi.x-k8s.io/v1',
  kind: 'SecretProviderClass',
  metadata: { name: 'vault', namespace },
  spec: { provider: 'aws', secretObjects: secrets.map((secretName) => ({ secretName })) },
});
const volume = (secretProviderClass: string = 'vault') => ({
  name: 'v',
  csi: {
    driver: 'secrets-store.csi.k8s.io',
    readOnly: true,
    volumeAttributes: { secretProviderClass },
  },
});
const using = (name: string = 'db') => ({
  env: [{ name: 'A', valueFrom: { secretKeyRef: { name, key: 'a' } } }],
});
const container = (fields: object = {}) => ({ name: 'app', image: 'app', ...fields });
const MOUNT = { volumeMounts: [{ name: 'v', mountPath: '/v' }] };

const nobody = (user: string, index: number = 0, secret: string = 'db') => [
  `SecretProviderClass/vault warning files/provided-secret spec.secretObjects[${index}].secretName: the Secret "${secret}" is created only when a pod in the namespace mounts a volume of the SecretProviderClass "vault", and ` +
    `none does; ${user} waits for it; add a volume to the pods that use it, with csi: { driver: secrets-store.csi.k8s.io, readOnly: true, volumeAttributes: { secretProviderClass: vault } }, and mount it`,
];
const unmounted = (object: string, path: string, user: string) => [
  `${object} error files/provided-secret ${path}: no container mounts the volume "v", so kubelet ignores it, and the Secret "db" of the SecretProviderClass "vault" is never created; ${user} waits for it; ` +
    'mount the volume "v" in a container, at any path',
];

describe('a Secret of a class that no pod mounts', () => {
  test.each<readonly [string, object, string]>([
    ['a variable', deploymentOf({ containers: [container(using())] }), 'Deployment "web"'],
    [
      'all variables',
      cronJobOf({ containers: [container({ envFrom: [{ secretRef: { name: 'db' } }] })] }),
      'CronJob "nightly"',
    ],
    [
      'a volume',
      podOf({ containers: [container()], volumes: [{ name: 's', secret: { secretName: 'db' } }] }),
      'Pod "tool"',
    ],
    [
      'a pull',
      podOf({ containers: [container()], imagePullSecrets: [{ name: 'db' }] }),
      'Pod "tool"',
    ],
    [
      'an ingress',
      {
        apiVersion: 'networking.k8s.io/v1',
        kind: 'Ingress',
        metadata: { name: 'web' },
        spec: { tls: [{ secretName: 'db' }] },
      },
      'Ingress "web"',
    ],
    [
      'a service account',
      {
        apiVersion: 'v1',
        kind: 'ServiceAccount',
        metadata: { name: 'ci' },
        imagePullSecrets: [{ name: 'db' }],
      },
      'ServiceAccount "ci"',
    ],
  ])('is waited for by %s', (_title, user, who) => {
    expect(said(provider(), user)).toEqual(nobody(who));
  });

  test('is told for each Secret that something uses', () => {
    expect(
      said(
        provider('default', ['unused', 'db', 'tls']),
        deploymentOf({ containers: [container(using()), container(using('tls'))] }),
      ),
    ).toEqual([...nobody('Deployment "web"', 1), ...nobody('Deployment "web"', 2, 'tls')]);
  });

  test.each<readonly [string, readonly object[]]>([
    ['is used by nobody', [deploymentOf({ containers: [container(using('other'))] })]],
    [
      'is optional',
      [
        podOf({
          containers: [container({ envFrom: [{ secretRef: { name: 'db', optional: true } }] })],
        }),
      ],
    ],
    [
      'is declared as well',
      [
        deploymentOf({ containers: [container(using())] }),
        { apiVersion: 'v1', kind: 'Secret', metadata: { name: 'db' } },
      ],
    ],
    [
      'is mounted by the pod',
      [deploymentOf({ containers: [container({ ...using(), ...MOUNT })], volumes: [volume()] })],
    ],
    [
      'is mounted by another pod',
      [
        cronJobOf({ containers: [container(using())] }),
        deploymentOf({ containers: [container(MOUNT)], volumes: [volume()] }),
      ],
    ],
    [
      'is mounted by an init container',
      [
        deploymentOf({
          initContainers: [container(MOUNT)],
          containers: [container(using())],
          volumes: [volume()],
        }),
      ],
    ],
    [
      'is used in another namespace',
      [deploymentOf({ containers: [container(using())] }, { namespace: 'other' })],
    ],
  ])('is fine if it %s', (_title, others) => {
    expect(said(provider(), ...others)).toEqual([]);
  });

  test('is not mounted by pods of another namespace, or of another class', () => {
    const user = deploymentOf({ containers: [container(using())] });
    expect(
      said(
        provider(),
        user,
        podOf({ containers: [container(MOUNT)], volumes: [volume()] }, { namespace: 'other' }),
      ),
    ).toEqual(nobody('Deployment "web"'));
    expect(
      said(provider(), user, podOf({ containers: [container(MOUNT)], volumes: [volume('other')] })),
    ).toEqual(nobody('Deployment "web"'));
  });
});

describe('a volume of a class that no container mounts', () => {
  test('keeps the Secret from its pod', () => {
    expect(
      said(
        provider(),
        deploymentOf({
          containers: [container(using())],
          volumes: [{ name: 'x', emptyDir: {} }, volume()],
        }),
      ),
    ).toEqual(unmounted('Deployment/web', 'spec.template.spec.volumes[1]', 'Deployment "web"'));
  });

  test('keeps the Secret from another pod, and is told of the first one', () => {
    const idle = podOf({ containers: [container()], volumes: [volume()] });
    expect(said(provider(), cronJobOf({ containers: [container(using())] }), idle, idle)).toEqual(
      unmounted('Pod/tool', 'spec.volumes[0]', 'CronJob "nightly"'),
    );
  });

  test.each<readonly [string, readonly object[]]>([
    ['nobody uses a Secret', []],
    [
      'another pod mounts one',
      [deploymentOf({ containers: [container({ ...using(), ...MOUNT })], volumes: [volume()] })],
    ],
  ])('does no harm if %s', (_title, others) => {
    const idle = podOf({ containers: [container()], volumes: [volume()] });
    expect(said(provider(), idle, ...others)).toEqual([]);
    expect(said(provider(), ...others, idle)).toEqual([]);
  });

  test('is nothing where the class is elsewhere', () => {
    expect(said(deploymentOf({ containers: [container(using())], volumes: [volume()] }))).toEqual(
      [],
    );
  });
});

describe('a volume of a class', () => {
  const withVolume = (fields: object, secretProviderClass?: string) => {
    const { csi, ...rest } = volume(secretProviderClass);
    const volumes = [{ ...rest, csi: { ...csi, ...fields } }];
    return deploymentOf({ containers: [container(MOUNT)], volumes });
  };
  const PATH = 'spec.template.spec.volumes[0].csi';

  test.each([[{ readOnly: false }], [{ readOnly: undefined }]])(
    'that is not read-only (%p) is not mounted',
    (fields) => {
      expect(said(provider(), withVolume(fields))).toEqual([
        `Deployment/web error files/provided-volume ${PATH}.readOnly: secrets-store.csi.k8s.io mounts nothing but read-only volumes, and the volume "v" is not read-only: the pods do not start; set readOnly: true`,
      ]);
    },
  );

  test('that is misspelled is told beside the declared one', () => {
    expect(said(provider(), withVolume({}, 'vautl'))).toEqual([
      `Deployment/web warning files/provided-volume ${PATH}.volumeAttributes.secretProviderClass: the SecretProviderClass "vautl" is not declared; perhaps you meant "vault"`,
    ]);
  });

  test('of another namespace is no guess', () => {
    expect(said(provider('other'), withVolume({}, 'vautl'))).toEqual([]);
  });
});
