/** Objects that appear twice: what the API server refuses of the second one. */
import { TWICE_JUDGES } from '../../../src/manifests/gitops/twice';
import { claim, Fields, said, storageClass, told, volume, workload } from '../objects';

const CLAIM = 'PersistentVolumeClaim/data';
const size = (storage: string, more: Fields = {}) =>
  claim({ resources: { requests: { storage } }, ...more });
const growing = storageClass({ allowVolumeExpansion: true });

type Row = readonly [title: string, objects: readonly Fields[], lines: readonly string[]];
const says = (rows: readonly Row[]) =>
  test.each<Row>(rows)('%s', (_title, objects, lines) => {
    expect(told(TWICE_JUDGES, objects)).toEqual(lines);
  });

describe('a claim that appears twice', () => {
  const differs = (path: string, severity = 'error') => [
    `${CLAIM} ${severity} gitops/claim-twice ${path}`,
  ];
  const SIZE = 'spec.resources.requests.storage';

  says([
    ['is the same', [claim(), claim()], []],
    [
      'is written otherwise',
      [claim(), size('1024Mi', { volumeMode: 'Filesystem', volumeName: '', selector: null })],
      [],
    ],
    ['has other labels', [claim(), claim({}, { labels: { app: 'web' } })], []],
    [
      'has another class',
      [claim(), claim({ storageClassName: 'io2' })],
      differs('spec.storageClassName'),
    ],
    [
      'has no class',
      [claim(), claim({ storageClassName: undefined })],
      differs('spec.storageClassName'),
    ],
    [
      'has an empty class instead of none',
      [claim({ storageClassName: undefined }), claim({ storageClassName: '' })],
      differs('spec.storageClassName'),
    ],
    [
      'has another access mode',
      [claim(), claim({ accessModes: ['ReadWriteMany'] })],
      differs('spec.accessModes'),
    ],
    [
      'has its access modes in another order',
      [claim({ accessModes: ['a', 'b'] }), claim({ accessModes: ['b', 'a'] })],
      differs('spec.accessModes'),
    ],
    ['is a device', [claim(), claim({ volumeMode: 'Block' })], differs('spec.volumeMode')],
    ['names a volume', [claim(), claim({ volumeName: 'v' })], differs('spec.volumeName')],
    [
      'is of another source',
      [claim(), claim({ dataSource: { kind: 'VolumeSnapshot', name: 's' } })],
      differs('spec.dataSource'),
    ],
    [
      'differs in two fields',
      [claim(), claim({ volumeName: 'v', storageClassName: 'io2' })],
      differs('spec'),
    ],
    [
      'has another limit',
      [claim(), claim({ resources: { requests: { storage: '1Gi' }, limits: { storage: '2Gi' } } })],
      differs('spec.resources'),
    ],
    [
      'has another class of attributes',
      [claim({ volumeAttributesClassName: 'a' }), claim({ volumeAttributesClassName: 'b' })],
      differs('spec.volumeAttributesClassName', 'warning'),
    ],
    [
      'lost its class of attributes',
      [claim({ volumeAttributesClassName: 'a' }), claim()],
      differs('spec.volumeAttributesClassName'),
    ],
    ['is larger, and its class is not known', [claim(), size('2Gi')], differs(SIZE)],
    [
      'is larger, and its class lets volumes grow',
      [claim(), size('2Gi'), growing],
      differs(SIZE, 'warning'),
    ],
    [
      'is smaller, and its class lets volumes grow',
      [claim(), size('512Mi'), growing],
      differs(SIZE),
    ],
    [
      'is larger, and its class says nothing of growth',
      [claim(), size('2Gi'), storageClass()],
      differs(SIZE),
    ],
    [
      'is larger, and its class lets no volumes grow',
      [claim(), size('2Gi'), storageClass({ allowVolumeExpansion: false })],
      differs(SIZE),
    ],
    [
      'is larger, and its volume is made by hand',
      [claim(), size('2Gi'), growing, volume({ nfs: { server: 's', path: '/' } })],
      differs(SIZE),
    ],
    [
      'is in two namespaces',
      [claim(), claim({ storageClassName: 'io2' }, { namespace: 'other' })],
      [],
    ],
    [
      'has no name yet',
      [
        claim({}, { name: undefined, generateName: 'd-' }),
        claim({ storageClassName: 'io2' }, { name: undefined, generateName: 'd-' }),
      ],
      [],
    ],
  ]);

  test('or three times is compared with the first', () => {
    expect(
      told(TWICE_JUDGES, [
        claim(),
        claim({ storageClassName: 'io2' }),
        claim(),
        claim({ storageClassName: 'st1' }),
      ]),
    ).toHaveLength(2);
  });
});

describe('a StatefulSet that appears twice', () => {
  const set = (...templates: readonly Fields[]) =>
    workload('StatefulSet', 'db', {}, { volumeClaimTemplates: templates });
  const differs = ['StatefulSet/db error gitops/templates-twice spec.volumeClaimTemplates'];

  says([
    ['is the same', [set(claim()), set(claim())], []],
    [
      'has another number of replicas',
      [set(claim()), { ...set(claim()), spec: { ...set(claim()).spec, replicas: 3 } }],
      [],
    ],
    [
      'has templates that are written otherwise',
      [
        set(claim()),
        set({
          metadata: { name: 'data', creationTimestamp: null },
          spec: { ...size('1024Mi').spec, volumeMode: 'Filesystem' },
          status: {},
        }),
      ],
      [],
    ],
    ['has a larger template', [set(claim()), set(size('2Gi'))], differs],
    [
      'has a template of another class',
      [set(claim()), set(claim({ storageClassName: 'io2' }))],
      differs,
    ],
    [
      'has a template with another label',
      [set(claim()), set(claim({}, { labels: { app: 'db' } }))],
      differs,
    ],
    ['has one template more', [set(claim()), set(claim(), claim({}, { name: 'wal' }))], differs],
    [
      'has its templates in another order',
      [set(claim(), claim({}, { name: 'wal' })), set(claim({}, { name: 'wal' }), claim())],
      differs,
    ],
    ['has none', [set(claim()), set()], differs],
    ['is of another kind the second time', [set(claim()), workload('Deployment', 'db')], []],
  ]);
});

describe('what is for the whole cluster', () => {
  const differs = (object: string, path: string) => [
    `${object} error gitops/immutable-twice ${path}`,
  ];
  const driver = (spec: Fields) => ({
    apiVersion: 'storage.k8s.io/v1',
    kind: 'CSIDriver',
    metadata: { name: 'd' },
    spec,
  });
  const attributes = (fields: Fields) => ({
    apiVersion: 'storage.k8s.io/v1',
    kind: 'VolumeAttributesClass',
    metadata: { name: 'a' },
    driverName: 'd',
    ...fields,
  });
  const csi = { csi: { driver: 'd', volumeHandle: 'v' } };
  const affinity = (zone: string) => ({
    nodeAffinity: {
      required: {
        nodeSelectorTerms: [
          { matchExpressions: [{ key: 'zone', operator: 'In', values: [zone] }] },
        ],
      },
    },
  });

  says([
    [
      'class: the same',
      [storageClass(), storageClass({ reclaimPolicy: 'Delete', parameters: {} })],
      [],
    ],
    [
      'class: other parameters',
      [
        storageClass({ parameters: { type: 'gp3' } }),
        storageClass({ parameters: { type: 'io2' } }),
      ],
      differs('StorageClass/gp3', 'parameters'),
    ],
    [
      'class: another provisioner',
      [storageClass(), storageClass({ provisioner: 'd' })],
      differs('StorageClass/gp3', 'provisioner'),
    ],
    [
      'class: another policy',
      [storageClass(), storageClass({ reclaimPolicy: 'Retain' })],
      differs('StorageClass/gp3', 'reclaimPolicy'),
    ],
    [
      'class: the default mode',
      [
        storageClass({ volumeBindingMode: undefined }),
        storageClass({ volumeBindingMode: 'Immediate' }),
      ],
      [],
    ],
    [
      'class: another mode',
      [storageClass({ volumeBindingMode: undefined }), storageClass()],
      differs('StorageClass/gp3', 'volumeBindingMode'),
    ],
    [
      'class: several',
      [storageClass(), storageClass({ reclaimPolicy: 'Retain', parameters: { type: 'io2' } })],
      differs('StorageClass/gp3', 'parameters'),
    ],
    [
      'class: what can change',
      [
        storageClass(),
        storageClass(
          { allowVolumeExpansion: true, mountOptions: ['ro'], allowedTopologies: [{}] },
          { annotations: { a: 'b' } },
        ),
      ],
      [],
    ],
    [
      'class of attributes: other parameters',
      [attributes({ parameters: { iops: '1' } }), attributes({ parameters: { iops: '2' } })],
      differs('VolumeAttributesClass/a', 'parameters'),
    ],
    [
      'class of attributes: another driver',
      [attributes({}), attributes({ driverName: 'e' })],
      differs('VolumeAttributesClass/a', 'driverName'),
    ],
    [
      'driver: attaches or not',
      [driver({ attachRequired: true }), driver({ attachRequired: false })],
      differs('CSIDriver/d', 'spec.attachRequired'),
    ],
    ['driver: attaches by default', [driver({}), driver({ attachRequired: true })], []],
    [
      'driver: does not attach, and says nothing',
      [driver({ attachRequired: false }), driver({})],
      differs('CSIDriver/d', 'spec.attachRequired'),
    ],
    [
      'driver: for ephemeral volumes, too',
      [driver({}), driver({ volumeLifecycleModes: ['Persistent', 'Ephemeral'] })],
      differs('CSIDriver/d', 'spec.volumeLifecycleModes'),
    ],
    [
      'driver: for persistent volumes by default',
      [driver({}), driver({ volumeLifecycleModes: ['Persistent'] })],
      [],
    ],
    [
      'driver: what can change',
      [driver({}), driver({ fsGroupPolicy: 'File', podInfoOnMount: true, storageCapacity: true })],
      [],
    ],
    [
      'volume: the same',
      [
        volume(csi),
        volume({ csi: { ...csi.csi, readOnly: false, fsType: '' }, volumeMode: 'Filesystem' }),
      ],
      [],
    ],
    [
      'volume: another handle',
      [volume(csi), volume({ csi: { driver: 'd', volumeHandle: 'w' } })],
      differs('PersistentVolume/data', 'spec.csi'),
    ],
    [
      'volume: another source',
      [volume(csi), volume({ nfs: { server: 's', path: '/' } })],
      differs('PersistentVolume/data', 'spec'),
    ],
    [
      'volume: a device',
      [volume(csi), volume({ ...csi, volumeMode: 'Block' })],
      differs('PersistentVolume/data', 'spec.volumeMode'),
    ],
    [
      'volume: another place',
      [volume({ ...csi, ...affinity('a') }), volume({ ...csi, ...affinity('b') })],
      differs('PersistentVolume/data', 'spec.nodeAffinity'),
    ],
    [
      'volume: no place any more',
      [volume({ ...csi, ...affinity('a') }), volume(csi)],
      differs('PersistentVolume/data', 'spec.nodeAffinity'),
    ],
    ['volume: a place that was not there', [volume(csi), volume({ ...csi, ...affinity('a') })], []],
    [
      'volume: what can change',
      [
        volume(csi),
        volume({
          ...csi,
          capacity: { storage: '2Gi' },
          claimRef: undefined,
          accessModes: [],
          persistentVolumeReclaimPolicy: 'Delete',
          storageClassName: 'x',
          mountOptions: [],
        }),
      ],
      [],
    ],
  ]);

  test.each([
    ['1.28', 2],
    ['1.29', 0],
  ])('driver: more of it is fixed before 1.29: %s', (kubernetes, count) => {
    const objects = [
      driver({}),
      driver({ fsGroupPolicy: 'File' }),
      driver({ podInfoOnMount: true }),
    ];
    expect(told(TWICE_JUDGES, objects, { kubernetes })).toHaveLength(count);
  });
});

test('the messages name the object and what differs', () => {
  const lines = (...objects: Fields[]) =>
    said(TWICE_JUDGES, objects).map((line) => line.slice(line.indexOf(': ') + 2));
  const REMEDY = 'keep one of them, or use different names';
  expect([
    ...lines(claim(), claim({ storageClassName: 'io2' })),
    ...lines(claim(), claim({ storageClassName: undefined })),
    ...lines(claim(), claim({ storageClassName: 'io2', volumeName: 'v' })),
    ...lines(storageClass(), claim(), size('2Gi')),
    ...lines(growing, claim(), size('2Gi')),
    ...lines(
      workload('StatefulSet', 'db', {}, { volumeClaimTemplates: [claim()] }),
      workload('StatefulSet', 'db', {}, { volumeClaimTemplates: [claim({}, { name: 'wal' })] }),
    ),
    ...lines(storageClass(), storageClass({ reclaimPolicy: 'Retain', provisioner: 'd' })),
  ]).toEqual([
    `PersistentVolumeClaim/shop/data appears twice, with storageClassName "gp3" and "io2": the spec of a claim cannot be changed, so the second one applied is rejected; ${REMEDY}`,
    `PersistentVolumeClaim/shop/data appears twice, with storageClassName "gp3" and none: the spec of a claim cannot be changed, so the second one applied is rejected; ${REMEDY}`,
    `PersistentVolumeClaim/shop/data appears twice, and the two differ in storageClassName, volumeName: the spec of a claim cannot be changed, so the second one applied is rejected; ${REMEDY}`,
    `PersistentVolumeClaim/shop/data appears twice, with the sizes 1Gi and 2Gi: the class "gp3" does not let volumes grow (allowVolumeExpansion), so one of them is refused; ${REMEDY}`,
    `PersistentVolumeClaim/shop/data appears twice, with the sizes 1Gi and 2Gi: a claim does not shrink, so one of them is refused; ${REMEDY}`,
    `StatefulSet/shop/db appears twice, with different claim templates (data, wal): they cannot be changed, so the second one applied is rejected; ${REMEDY}`,
    `StorageClass/gp3 appears twice, and the two differ in provisioner, reclaimPolicy, which cannot be changed: the second one applied is rejected; ${REMEDY}`,
  ]);
});
