/**
 * One rule, three doors: the same mistakes in an app, through `render` and through `check` are told
 * by one id in one text.
 */
import { ApiObject, Chart, Testing } from 'cdk8s';
import { stringify } from 'yaml';
import { EfsSharedVolume, Findings, VolumeChecks } from '../../src';
import { checkDocuments } from '../../src/check';
import { targetFacts } from '../../src/facts';
import { Finding } from '../../src/findings';
import { renderDocuments, RenderRequest } from '../../src/render';

const REQUEST: RenderRequest = {
  operatorMode: false,
  operatorPreset: 'chart',
  operatorEnv: {},
  only: false,
};

type Json = { readonly [field: string]: any };

const size = (storage: string) => ({ requests: { storage } });
const claim = (name: string, spec: object = {}): Json => ({
  apiVersion: 'v1',
  kind: 'PersistentVolumeClaim',
  metadata: { name, namespace: 'shop' },
  spec: { accessModes: ['ReadWriteOnce'], resources: size('1Gi'), ...spec },
});
const volume = (name: string, spec: object = {}): Json => ({
  apiVersion: 'v1',
  kind: 'PersistentVolume',
  metadata: { name },
  spec: {
    accessModes: ['ReadWriteOnce'],
    capacity: { storage: '1Gi' },
    csi: { driver: 'disk.example.com', volumeHandle: name },
    ...spec,
  },
});
const efs = (spec: object = {}, csi: object = {}) =>
  volume('files', {
    accessModes: ['ReadWriteMany'],
    csi: { driver: 'efs.csi.aws.com', volumeHandle: 'fs-0123456789abcdef0', ...csi },
    ...spec,
  });
const efsClass = (parameters: object): Json => ({
  apiVersion: 'storage.k8s.io/v1',
  kind: 'StorageClass',
  metadata: { name: 'efs' },
  provisioner: 'efs.csi.aws.com',
  parameters,
});
const deployment = (pod: object, spec: object = {}): Json => ({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: 'web', namespace: 'shop' },
  spec: {
    replicas: 1,
    selector: { matchLabels: { app: 'web' } },
    template: {
      metadata: { labels: { app: 'web' } },
      spec: { containers: [{ name: 'web', image: 'web:1' }], ...pod },
    },
    ...spec,
  },
});
const mounting = (claimName: string) => ({
  containers: [
    { name: 'web', image: 'web:1', volumeMounts: [{ name: 'data', mountPath: '/data' }] },
  ],
  volumes: [{ name: 'data', persistentVolumeClaim: { claimName } }],
});

/** What is wrong, the objects, and the rule, field and text by which it is told. */
const MISTAKES: readonly (readonly [string, readonly Json[], string, string, RegExp])[] = [
  [
    'an access mode that there is not',
    [claim('data', { accessModes: ['RWX'] })],
    'storage/access-mode',
    'spec.accessModes[0]',
    /^"RWX" is not a valid access mode$/,
  ],
  [
    'a volume without a source',
    [volume('old', { csi: undefined })],
    'storage/source',
    'spec',
    /^the volume has no source$/,
  ],
  [
    'a handle of EFS',
    [efs({}, { volumeHandle: 'fs-0123' })],
    'efs/file-system-id',
    'spec.csi.volumeHandle',
    /^"fs-0123" is not the ID of a file system$/,
  ],
  [
    'an access mode of EFS',
    [efs({ accessModes: ['ReadOnlyMany'] })],
    'efs/access-mode',
    'spec.accessModes[0]',
    /^the driver refuses ReadOnlyMany$/,
  ],
  [
    'a parameter of EFS',
    [efsClass({ provisioningMode: 'efs-ap', fileSystemId: 'fs-0123456789abcdef0' })],
    'efs/directory-perms',
    'parameters.directoryPerms',
    /^directoryPerms is missing$/,
  ],
  [
    'a mount of nothing',
    [
      deployment({
        containers: [
          { name: 'web', image: 'web:1', volumeMounts: [{ name: 'dta', mountPath: '/d' }] },
        ],
        volumes: [{ name: 'data', emptyDir: {} }],
      }),
    ],
    'pod/mounted-volume',
    'spec.template.spec.containers[0].volumeMounts[0].name',
    /^the pod has no volume "dta"$/,
  ],
  [
    'a rollout that hangs',
    [claim('data'), deployment(mounting('data'))],
    'storage/rollout-on-one-node',
    'spec.strategy',
    /so a rollout may wait forever$/,
  ],
];

function atSynthesis(objects: readonly Json[]): readonly Finding[] {
  const chart = new Chart(Testing.app(), 'chart');
  objects.forEach(
    (object, index) => new ApiObject(chart, `o${index}`, JSON.parse(JSON.stringify(object))),
  );
  VolumeChecks.enable(chart);
  return Findings.of(chart).all;
}

const textOf = (objects: readonly Json[]) =>
  objects.map((object) => stringify(JSON.parse(JSON.stringify(object)))).join('---\n');
const throughRender = (objects: readonly Json[]) =>
  renderDocuments([{ name: 'a.yaml', text: textOf(objects) }], REQUEST).findings;
const throughCheck = (objects: readonly Json[]) =>
  checkDocuments([{ name: 'a.yaml', text: textOf(objects) }], {
    target: targetFacts(),
    render: REQUEST,
  }).findings;

describe.each(MISTAKES)('%s', (_what, objects, rule, path, message) => {
  const words = (findings: readonly Finding[]) =>
    findings.map(({ rule: id, severity, path: at, message: text, remedy }) => ({
      id,
      severity,
      at,
      text,
      remedy,
    }));

  test('is told by its rule, at its field', () => {
    const expected = expect.objectContaining({ at: path, text: expect.stringMatching(message) });
    expect(words(throughCheck(objects)).filter(({ id }) => id === rule)).toEqual([expected]);
  });

  test('is told at all doors in the same words', () => {
    const told = words(throughCheck(objects));
    expect(words(throughRender(objects))).toEqual(told);
    expect(words(atSynthesis(objects))).toEqual(told);
  });
});

test('a volume of a bad mount option is told by one rule, whether a construct or somebody wrote it', () => {
  const chart = new Chart(Testing.app(), 'chart', { namespace: 'shop' });
  new EfsSharedVolume(chart, 'files', {
    fileSystemId: 'fs-0123456789abcdef0',
    path: '/a',
    storageClassName: '',
    mountOptions: ['tls=yes', 'tls=yes'],
  });
  const [own] = Findings.of(chart).all;
  const [other] = throughCheck([
    efs({ mountOptions: ['tls=yes', 'tls=yes'] }, { volumeHandle: 'fs-0123456789abcdef0:/a' }),
  ]);
  expect([own.rule, own.message, own.remedy]).toEqual([other.rule, other.message, other.remedy]);
  expect(other.path).toBe(`spec.${own.path}`);
});
