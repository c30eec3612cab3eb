/**
 * Every remedy that a machine can follow is followed to the letter, and the finding is gone, with
 * no new error in its place.
 */
import { Severity } from '../../src/findings';
import { renderDocuments, RenderFinding, RenderRequest } from '../../src/render';
import { remedied } from '../support/remedies';

const REQUEST: RenderRequest = {
  operatorMode: false,
  operatorPreset: 'chart',
  operatorEnv: {},
  only: false,
};

const volume = (): any => ({
  apiVersion: 'aws-efs.managed.openshift.io/v1alpha1',
  kind: 'SharedVolume',
  metadata: { name: 'data', namespace: 'team' },
  spec: { fileSystemID: 'fs-0123456789abcdef0', accessPointID: 'fsap-0123456789abcdef0' },
});
const load = (): any => ({
  apiVersion: 'locust.io/v2',
  kind: 'LocustTest',
  metadata: { name: 'checkout', namespace: 'perf' },
  spec: {
    image: 'locustio/locust:2.43.1',
    master: { command: '-f /lotest/src/a.py' },
    worker: { command: '-f /lotest/src/a.py', replicas: 2 },
  },
});
const viewer = (): any => ({
  apiVersion: 'kubeflow.org/v1alpha1',
  kind: 'PVCViewer',
  metadata: { name: 'v', namespace: 'team' },
  spec: { pvc: 'data' },
});
const changed = (base: () => any, change: (object: any) => void) => {
  const object = base();
  change(object);
  return object;
};

const findingsOf = (object: unknown) =>
  renderDocuments([{ name: 'a.json', text: JSON.stringify(object) }], REQUEST).findings;
const idOf = ({ rule, path }: RenderFinding) => `${rule} ${path}`;

test.each<readonly [string, string, object, string]>([
  [
    'render/unknown-field',
    'spec.worker.replica',
    changed(load, ({ spec }) => {
      spec.worker = { command: 'x', replica: 5 };
    }),
    'perhaps you meant "replicas"',
  ],
  [
    'render/unknown-field',
    'spec.path',
    changed(volume, ({ spec }) => {
      spec.path = '/x';
    }),
    'remove it',
  ],
  [
    'render/unknown-field',
    'spec.fileSystemId',
    changed(volume, ({ spec }) => {
      spec.fileSystemId = spec.fileSystemID;
      delete spec.fileSystemID;
    }),
    'perhaps you meant "fileSystemID"',
  ],
  [
    'render/unknown-field',
    'metadata.label',
    changed(volume, ({ metadata }) => {
      metadata.label = {};
    }),
    'perhaps you meant "labels"',
  ],
  [
    'render/unknown-field',
    'metadata.clusterName',
    changed(volume, ({ metadata }) => {
      metadata.clusterName = 'x';
    }),
    'remove it',
  ],
  [
    'render/metadata',
    'metadata.name',
    changed(volume, ({ metadata }) => {
      metadata.name = 12;
    }),
    'write it in quotes: "12"',
  ],
  [
    'render/metadata',
    'metadata.labels.a',
    changed(volume, ({ metadata }) => {
      metadata.labels = { a: true };
    }),
    'write it in quotes: "true"',
  ],
  [
    'render/metadata',
    'metadata.annotations.a',
    changed(volume, ({ metadata }) => {
      metadata.annotations = { a: 1.5 };
    }),
    'write it in quotes: "1.5"',
  ],
  [
    'render/metadata',
    'metadata.generateName',
    changed(volume, ({ metadata }) => {
      metadata.generateName = 'X_';
    }),
    'remove it',
  ],
  [
    'render/no-matches',
    'apiVersion',
    changed(load, (object) => {
      object.apiVersion = 'locust.io/v3';
    }),
    'write apiVersion: locust.io/v2',
  ],
  [
    'render/no-matches',
    'kind',
    changed(load, (object) => {
      object.kind = 'Locusttest';
    }),
    'perhaps you meant "LocustTest"',
  ],
  [
    'render/other-group',
    'apiVersion',
    changed(load, (object) => {
      object.apiVersion = 'locust/v2';
    }),
    'write apiVersion: locust.io/v2, if that is what you mean',
  ],
  [
    'render/schema',
    'spec.worker.replicas',
    changed(load, ({ spec }) => {
      spec.worker.replicas = 0;
    }),
    'use 1 or more',
  ],
  [
    'render/schema',
    'spec.worker.replicas',
    changed(load, ({ spec }) => {
      spec.worker.replicas = 501;
    }),
    'use 500 or less',
  ],
  [
    'render/schema',
    'spec.worker.replicas',
    changed(load, ({ spec }) => {
      spec.worker.replicas = '5';
    }),
    'write it without quotes: 5',
  ],
  [
    'render/schema',
    'spec.image',
    changed(load, ({ spec }) => {
      spec.image = 5;
    }),
    'write it in quotes: "5"',
  ],
  [
    'render/schema',
    'spec.master.autostart',
    changed(load, ({ spec }) => {
      spec.master.autostart = 'true';
    }),
    'write it without quotes: true',
  ],
  [
    'render/schema',
    'spec.imagePullPolicy',
    changed(load, ({ spec }) => {
      spec.imagePullPolicy = 'always';
    }),
    'perhaps you meant "Always"',
  ],
  [
    'render/schema',
    'spec.imagePullPolicy',
    changed(load, ({ spec }) => {
      spec.imagePullPolicy = 'sometimes';
    }),
    'use one of Always, IfNotPresent, Never',
  ],
  [
    'render/schema',
    'spec.volumeMounts[0].name',
    changed(load, ({ spec }) => {
      spec.volumes = [{ name: '5', emptyDir: {} }];
      spec.volumeMounts = [{ name: 5, mountPath: '/x' }];
    }),
    'write it in quotes: "5"',
  ],
  [
    'render/schema',
    'spec.rwoScheduling',
    changed(viewer, ({ spec }) => {
      spec.rwoScheduling = 'false';
    }),
    'write it without quotes: false',
  ],
])('%s at %s', (rule, path, object, remedy) => {
  const before = findingsOf(object);
  const finding = before.find((one) => idOf(one) === `${rule} ${path}`)!;
  expect({ found: before.map(idOf), remedy: finding?.remedy }).toMatchObject({
    found: expect.arrayContaining([`${rule} ${path}`]),
    remedy,
  });
  const after = findingsOf(remedied(object, finding));
  // What a schema takes is looked at further, so there may be warnings.
  const isWrong = (one: RenderFinding) =>
    idOf(one) === `${rule} ${path}` ||
    (one.severity === Severity.ERROR && !before.map(idOf).includes(idOf(one)));
  expect(after.filter(isWrong)).toEqual([]);
});

test.each<readonly [string, string, object, string]>([
  [
    'a field that must be there',
    'spec.image',
    changed(load, ({ spec }) => {
      delete spec.image;
    }),
    'set a value',
  ],
  [
    'a field that must be there in an object of its own',
    'spec.worker.command',
    changed(load, ({ spec }) => {
      delete spec.worker.command;
    }),
    'set a value',
  ],
  [
    'a mapping',
    'spec.worker',
    changed(load, ({ spec }) => {
      spec.worker = 'x';
    }),
    'use a mapping',
  ],
  [
    'a list',
    'spec.volumes',
    changed(load, ({ spec }) => {
      spec.volumes = {};
    }),
    'use a list',
  ],
  [
    'a number that is none',
    'spec.worker.replicas',
    changed(load, ({ spec }) => {
      spec.worker.replicas = 'many';
    }),
    'use a whole number',
  ],
  [
    'a number that is not whole',
    'spec.worker.replicas',
    changed(load, ({ spec }) => {
      spec.worker.replicas = 1.5;
    }),
    'use a whole number',
  ],
  [
    'a boolean that is none',
    'spec.master.autostart',
    changed(load, ({ spec }) => {
      spec.master.autostart = 'yes';
    }),
    'use true or false',
  ],
  [
    'a pattern',
    'spec.fileSystemID',
    changed(volume, ({ spec }) => {
      spec.fileSystemID = 'FS-1';
    }),
    'use a string that matches ^fs-[0-9a-f]+$',
  ],
])(
  'where a person has to decide, the remedy says what is asked for: %s',
  (_, path, object, remedy) => {
    const remedies = findingsOf(object)
      .filter((finding) => idOf(finding) === `render/schema ${path}`)
      .map((finding) => finding.remedy);
    expect([...new Set(remedies)]).toEqual([remedy]);
  },
);

test('what appears twice is gone when one of the two is', () => {
  const list = (...items: object[]) => ({ apiVersion: 'v1', kind: 'List', items });
  expect(
    findingsOf(list(volume(), volume())).map(({ rule, remedy }) => ({ rule, remedy })),
  ).toEqual([{ rule: 'render/same-document', remedy: 'remove one of the two' }]);
  expect(findingsOf(list(volume()))).toEqual([]);
});
