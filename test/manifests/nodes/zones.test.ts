/** Volumes of zones, and pods of zones: what the scheduler makes of them. */
import { ZONE_JUDGES } from '../../../src/manifests/nodes/zones';
import {
  autoscaler,
  beside,
  claim,
  cronJob,
  deployment,
  Fields,
  onNodes,
  podSpec,
  said,
  storageClass,
  told,
  volume,
  workload,
} from '../objects';

const ZONE = 'topology.kubernetes.io/zone';
const IMMEDIATE = ['StorageClass/gp3 warning nodes/zone-before-pod volumeBindingMode'];
const atOnce = (fields: Fields = {}, metadata?: Fields) =>
  storageClass({ volumeBindingMode: 'Immediate', ...fields }, metadata);
const allowed = (...values: readonly string[]) => ({
  allowedTopologies: [{ matchLabelExpressions: [{ key: ZONE, values }] }],
});
const inZone = (zone: string, label = ZONE) => podSpec({ nodeSelector: { [label]: zone } });
const nowhere = (path: string, object = 'Deployment/web') => [
  `${object} error nodes/nodes-of-volume ${path}`,
];
const SELECTOR = `spec.template.spec.nodeSelector["${ZONE}"]`;
const ebs = (zone: string, spec: Fields = {}, metadata?: Fields) =>
  volume(
    {
      csi: { driver: 'ebs.csi.aws.com', volumeHandle: 'v' },
      nodeAffinity: {
        required: {
          nodeSelectorTerms: [
            { matchExpressions: [{ key: ZONE, operator: 'In', values: [zone] }] },
          ],
        },
      },
      ...spec,
    },
    metadata,
  );
const twoClaims = podSpec({
  volumes: [...podSpec().volumes, { name: 'more', persistentVolumeClaim: { claimName: 'more' } }],
});
const set = (pod: Fields, spec: Fields = {}) =>
  workload(
    'StatefulSet',
    'db',
    { ...pod, volumes: [] },
    { replicas: 3, volumeClaimTemplates: [claim()], ...spec },
  );
const handMade = { storageClassName: '' };

type Row = readonly [title: string, objects: readonly Fields[], lines: readonly string[]];
const says = (rows: readonly Row[]) =>
  test.each<Row>(rows)('%s', (_title, objects, lines) => {
    expect(told(ZONE_JUDGES, objects)).toEqual(lines);
  });

describe('a class that binds at once, and pods', () => {
  const pod = (fields: Fields) => deployment('web', podSpec(fields));

  says([
    ['of a zone', [claim(), atOnce(), deployment('web', inZone('a'))], IMMEDIATE],
    [
      'of a zone, and the mode is left to its default',
      [claim(), atOnce({ volumeBindingMode: undefined }), deployment('web', inZone('a'))],
      IMMEDIATE,
    ],
    [
      'that have one claim under two names',
      [
        claim(),
        atOnce(),
        deployment(
          'web',
          podSpec({
            volumes: [
              ...podSpec().volumes,
              { name: 'again', persistentVolumeClaim: { claimName: 'data' } },
            ],
          }),
        ),
      ],
      [],
    ],
    [
      'of a zone, and the class waits',
      [claim(), storageClass(), deployment('web', inZone('a'))],
      [],
    ],
    [
      'of a zone by its old name',
      [claim(), atOnce(), deployment('web', inZone('a', 'failure-domain.beta.kubernetes.io/zone'))],
      IMMEDIATE,
    ],
    [
      'of zones by affinity',
      [claim(), atOnce(), pod({ affinity: onNodes({ key: ZONE, values: ['a', 'b'] }) })],
      IMMEDIATE,
    ],
    [
      'of any zone but one',
      [
        claim(),
        atOnce(),
        pod({ affinity: onNodes({ key: ZONE, operator: 'NotIn', values: ['a'] }) }),
      ],
      IMMEDIATE,
    ],
    [
      'of any zone',
      [claim(), atOnce(), pod({ affinity: onNodes({ key: ZONE, operator: 'Exists' }) })],
      [],
    ],
    [
      'that would rather be in a zone',
      [
        claim(),
        atOnce(),
        pod({
          affinity: {
            nodeAffinity: {
              preferredDuringSchedulingIgnoredDuringExecution: [
                {
                  weight: 1,
                  preference: { matchExpressions: [{ key: ZONE, operator: 'In', values: ['a'] }] },
                },
              ],
            },
          },
        }),
      ],
      [],
    ],
    ['of a pool', [claim(), atOnce(), pod({ nodeSelector: { pool: 'a' } })], []],
    ['of no place', [claim(), atOnce(), deployment('web')], []],
    [
      'of a node by its label',
      [claim(), atOnce(), pod({ nodeSelector: { 'kubernetes.io/hostname': 'n1' } })],
      IMMEDIATE,
    ],
    ['of a node by its name', [claim(), atOnce(), pod({ nodeName: 'n1' })], IMMEDIATE],
    [
      'of a node, and the class is of one zone',
      [claim(), atOnce(allowed('a')), pod({ nodeName: 'n1' })],
      [],
    ],
    ['that are none', [claim(), atOnce(), deployment('web', inZone('a'), { replicas: 0 })], []],
    ['of a CronJob', [claim(), atOnce(), cronJob('dump', inZone('a'))], IMMEDIATE],
    ['of a StatefulSet with templates', [atOnce(), set(inZone('a'))], IMMEDIATE],
    [
      'with ephemeral claims',
      [
        atOnce(),
        pod({
          nodeSelector: { [ZONE]: 'a' },
          volumes: [{ name: 'data', ephemeral: { volumeClaimTemplate: { spec: claim().spec } } }],
        }),
      ],
      IMMEDIATE,
    ],
    [
      'of a zone, and the class is the default',
      [
        claim({ storageClassName: undefined }),
        atOnce({}, { annotations: { 'storageclass.kubernetes.io/is-default-class': 'true' } }),
        deployment('web', inZone('a')),
      ],
      IMMEDIATE,
    ],
    [
      'of a zone, and the class is named by the old annotation',
      [
        claim(
          { storageClassName: undefined },
          { annotations: { 'volume.beta.kubernetes.io/storage-class': 'gp3' } },
        ),
        atOnce(),
        deployment('web', inZone('a')),
      ],
      IMMEDIATE,
    ],
    ['of a zone, and the class is not there', [claim(), deployment('web', inZone('a'))], []],
    ['of a zone, and the claim is not there', [atOnce(), deployment('web', inZone('a'))], []],
    [
      'of a zone, and the class appears twice',
      [claim(), atOnce(), atOnce(), deployment('web', inZone('a'))],
      IMMEDIATE,
    ],
    [
      'of two workloads',
      [claim(), atOnce(), deployment('web', inZone('a')), deployment('db', inZone('a'))],
      [...IMMEDIATE, ...IMMEDIATE],
    ],
    [
      'of a volume that is named',
      [claim({ volumeName: 'v' }), atOnce(), deployment('web', inZone('a'))],
      [],
    ],
  ]);

  test.each<readonly [string, Fields, boolean]>([
    ['EBS', { provisioner: 'ebs.csi.aws.com' }, true],
    ['EBS in the tree', { provisioner: 'kubernetes.io/aws-ebs' }, true],
    ['EFS', { provisioner: 'efs.csi.aws.com' }, false],
    ['nobody knows what', { provisioner: 'd.example.com' }, false],
    ['Azure', { provisioner: 'disk.csi.azure.com', parameters: { skuName: 'Premium_LRS' } }, true],
    [
      'Azure, in all zones',
      { provisioner: 'disk.csi.azure.com', parameters: { skuName: 'Premium_ZRS' } },
      false,
    ],
    ['Google', { provisioner: 'pd.csi.storage.gke.io' }, true],
    [
      'Google, in two zones',
      { provisioner: 'pd.csi.storage.gke.io', parameters: { 'replication-type': 'regional-pd' } },
      false,
    ],
  ])('of disks of %s', (_title, fields, isRandom) => {
    expect(told(ZONE_JUDGES, [claim(), atOnce(fields), deployment('web', inZone('a'))])).toEqual(
      isRandom ? IMMEDIATE : [],
    );
  });

  test('of disks of Hetzner, which have locations', () => {
    const objects = (label: string) => [
      claim(),
      atOnce({ provisioner: 'csi.hetzner.cloud' }),
      deployment('web', inZone('fsn1', label)),
    ];
    expect(told(ZONE_JUDGES, objects('csi.hetzner.cloud/location'))).toEqual(IMMEDIATE);
    expect(told(ZONE_JUDGES, objects('topology.kubernetes.io/region'))).toEqual(IMMEDIATE);
    expect(told(ZONE_JUDGES, objects('pool'))).toEqual([]);
  });
});

describe('a class of zones that binds at once, and pods', () => {
  says([
    ['of its zone', [claim(), atOnce(allowed('a')), deployment('web', inZone('a'))], []],
    [
      'of one of its zones',
      [claim(), atOnce(allowed('a', 'b')), deployment('web', inZone('a'))],
      IMMEDIATE,
    ],
    [
      'of all its zones',
      [
        claim(),
        atOnce(allowed('a', 'b')),
        deployment('web', podSpec({ affinity: onNodes({ key: ZONE, values: ['a', 'b', 'c'] }) })),
      ],
      [],
    ],
    [
      'of another zone',
      [claim(), atOnce(allowed('a')), deployment('web', inZone('b'))],
      nowhere(SELECTOR),
    ],
    [
      'of another zone, though the class waits',
      [claim(), storageClass(allowed('a')), deployment('web', inZone('b'))],
      nowhere(SELECTOR),
    ],
    [
      'of one of its zones, and the class waits',
      [claim(), storageClass(allowed('a', 'b')), deployment('web', inZone('b'))],
      [],
    ],
    [
      'of another zone under another name',
      [
        claim(),
        storageClass({
          allowedTopologies: [
            { matchLabelExpressions: [{ key: 'topology.ebs.csi.aws.com/zone', values: ['a'] }] },
          ],
        }),
        deployment('web', inZone('b')),
      ],
      nowhere(SELECTOR),
    ],
    [
      'of a zone of its second term',
      [
        claim(),
        storageClass({
          allowedTopologies: ['a', 'b'].map((zone) => ({
            matchLabelExpressions: [{ key: ZONE, values: [zone] }],
          })),
        }),
        deployment('web', inZone('b')),
      ],
      [],
    ],
    [
      'of another zone, of a template',
      [storageClass(allowed('a')), set(inZone('b'))],
      nowhere(SELECTOR, 'StatefulSet/db'),
    ],
  ]);
});

describe('several claims of a pod', () => {
  const more = (spec: Fields = {}) => claim(spec, { name: 'more' });

  says([
    ['are made at once', [claim(), more(), atOnce(), deployment('web', twoClaims)], IMMEDIATE],
    [
      'are made after the pod has a node',
      [claim(), more(), storageClass(), deployment('web', twoClaims)],
      [],
    ],
    [
      'are made at once in one zone',
      [claim(), more(), atOnce(allowed('a')), deployment('web', twoClaims)],
      [],
    ],
    [
      'are made at once in one of two zones',
      [claim(), more(), atOnce(allowed('a', 'b')), deployment('web', twoClaims)],
      IMMEDIATE,
    ],
    [
      'are made at once, of two classes',
      [
        claim(),
        more({ storageClassName: 'io2' }),
        atOnce(),
        atOnce({}, { name: 'io2' }),
        deployment('web', twoClaims),
      ],
      [...IMMEDIATE, 'StorageClass/io2 warning nodes/zone-before-pod volumeBindingMode'],
    ],
    [
      'are made at once, and one is of EFS',
      [
        claim(),
        more({ storageClassName: 'efs' }),
        atOnce(),
        atOnce({ provisioner: 'efs.csi.aws.com' }, { name: 'efs' }),
        deployment('web', twoClaims),
      ],
      [],
    ],
    [
      'are made of two templates',
      [atOnce(), set({}, { volumeClaimTemplates: [claim(), more()] })],
      IMMEDIATE,
    ],
    [
      'are one that is made at once, and one that waits',
      [
        claim(),
        more({ storageClassName: 'io2' }),
        atOnce(),
        storageClass({}, { name: 'io2' }),
        deployment('web', twoClaims),
      ],
      [],
    ],
    [
      'are in two zones of two classes',
      [
        claim(),
        more({ storageClassName: 'io2' }),
        atOnce(allowed('a')),
        atOnce(allowed('b'), { name: 'io2' }),
        deployment('web', twoClaims),
      ],
      nowhere('spec.template.spec.volumes[1]'),
    ],
    [
      'are in two zones by hand',
      [
        claim(handMade),
        more(handMade),
        ebs('a'),
        ebs('b', { claimRef: { name: 'more', namespace: 'shop' } }, { name: 'more' }),
        deployment('web', twoClaims),
      ],
      nowhere('spec.template.spec.volumes[1]'),
    ],
    [
      'are in one zone by hand',
      [
        claim(handMade),
        more(handMade),
        ebs('a'),
        ebs('a', { claimRef: { name: 'more', namespace: 'shop' } }, { name: 'more' }),
        deployment('web', twoClaims),
      ],
      [],
    ],
    [
      'are one of a zone, and one that is made at once',
      [claim(handMade), more(), ebs('a'), atOnce(), deployment('web', twoClaims)],
      IMMEDIATE,
    ],
    [
      'are one of a zone, and one that waits',
      [claim(handMade), more(), ebs('a'), storageClass(), deployment('web', twoClaims)],
      [],
    ],
  ]);
});

describe('pods that are kept in zones of their own', () => {
  const spread = (fields: Fields = {}) => ({
    topologySpreadConstraints: [
      {
        maxSkew: 1,
        topologyKey: ZONE,
        whenUnsatisfiable: 'DoNotSchedule',
        labelSelector: { matchLabels: { app: 'db' } },
        ...fields,
      },
    ],
  });

  says([
    ['must be spread', [atOnce(), set(spread())], IMMEDIATE],
    [
      'would rather be spread',
      [atOnce(), set(spread({ whenUnsatisfiable: 'ScheduleAnyway' }))],
      [],
    ],
    [
      'must be spread over nodes',
      [atOnce(), set(spread({ topologyKey: 'kubernetes.io/hostname' }))],
      [],
    ],
    [
      'must be spread among others',
      [atOnce(), set(spread({ labelSelector: { matchLabels: { app: 'web' } } }))],
      [],
    ],
    [
      'must not meet',
      [
        atOnce(),
        set({ affinity: beside({ app: 'db' }, { topologyKey: ZONE }, 'podAntiAffinity') }),
      ],
      IMMEDIATE,
    ],
    ['are one', [atOnce(), set(spread(), { replicas: 1 })], []],
    [
      'may be more',
      [
        atOnce(),
        set(spread(), { replicas: 1 }),
        autoscaler('StatefulSet', 'db', { maxReplicas: 2 }),
      ],
      IMMEDIATE,
    ],
    ['have volumes that wait for them', [storageClass(), set(spread())], []],
    [
      'have one volume together',
      [
        claim(),
        atOnce(),
        deployment('web', podSpec(spread({ labelSelector: {} })), { replicas: 2 }),
      ],
      [],
    ],
  ]);
});

describe('a volume', () => {
  const labelled = (zones: string) =>
    volume(
      { awsElasticBlockStore: { volumeID: 'v' } },
      { labels: { 'failure-domain.beta.kubernetes.io/zone': zones } },
    );
  const azure = (zone: string) =>
    ebs('', {
      nodeAffinity: {
        required: {
          nodeSelectorTerms: [
            {
              matchExpressions: [
                { key: 'topology.disk.csi.azure.com/zone', operator: 'In', values: [zone] },
              ],
            },
          ],
        },
      },
    });

  says([
    ['is in the zone of the pod', [claim(handMade), ebs('a'), deployment('web', inZone('a'))], []],
    [
      'is in another zone',
      [claim(handMade), ebs('b'), deployment('web', inZone('a'))],
      nowhere(SELECTOR),
    ],
    [
      'is in another zone, and the pod asks by affinity',
      [
        claim(handMade),
        ebs('b'),
        deployment('web', podSpec({ affinity: onNodes({ key: ZONE, values: ['a'] }) })),
      ],
      nowhere('spec.template.spec.affinity.nodeAffinity'),
    ],
    [
      'is in one of the zones of the pod',
      [
        claim(handMade),
        ebs('b'),
        deployment('web', podSpec({ affinity: onNodes({ key: ZONE, values: ['a', 'b'] }) })),
      ],
      [],
    ],
    [
      'is in the zone that the pod excludes',
      [
        claim(handMade),
        ebs('b'),
        deployment(
          'web',
          podSpec({ affinity: onNodes({ key: ZONE, operator: 'NotIn', values: ['b'] }) }),
        ),
      ],
      nowhere('spec.template.spec.affinity.nodeAffinity'),
    ],
    [
      'is in another zone, and the pod only prefers it',
      [claim(handMade), ebs('b'), deployment('web')],
      [],
    ],
    [
      "is in another zone, and is another claim's",
      [
        claim(handMade),
        ebs('b', { claimRef: { name: 'other', namespace: 'shop' } }),
        deployment('web', inZone('a')),
      ],
      [],
    ],
    [
      'is named by the claim',
      [
        claim({ ...handMade, volumeName: 'data' }),
        ebs('b', { claimRef: undefined }),
        deployment('web', inZone('a')),
      ],
      nowhere(SELECTOR),
    ],
    [
      'is in the zone of its label',
      [claim(handMade), labelled('b'), deployment('web', inZone('a'))],
      nowhere(SELECTOR),
    ],
    [
      'is in both zones of its label',
      [claim(handMade), labelled('b__a'), deployment('web', inZone('a'))],
      [],
    ],
    [
      'is in another zone of Azure',
      [claim(handMade), azure('westeurope-1'), deployment('web', inZone('westeurope-2'))],
      nowhere(SELECTOR),
    ],
    ['is in no zone of Azure', [claim(handMade), azure(''), deployment('web', inZone('0'))], []],
    [
      'is on another node',
      [
        claim(handMade),
        volume({
          local: { path: '/mnt' },
          nodeAffinity: {
            required: {
              nodeSelectorTerms: [
                {
                  matchExpressions: [
                    { key: 'kubernetes.io/hostname', operator: 'In', values: ['n1'] },
                  ],
                },
              ],
            },
          },
        }),
        deployment('web', podSpec({ nodeSelector: { 'kubernetes.io/hostname': 'n2' } })),
      ],
      nowhere('spec.template.spec.nodeSelector["kubernetes.io/hostname"]'),
    ],
    [
      'of the second pod of a StatefulSet is in another zone',
      [
        ebs('a', { claimRef: { name: 'data-db-0', namespace: 'shop' } }, { name: 'v0' }),
        ebs('b', { claimRef: { name: 'data-db-1', namespace: 'shop' } }, { name: 'v1' }),
        set(inZone('a')),
      ],
      nowhere(SELECTOR, 'StatefulSet/db'),
    ],
    [
      'of a fourth pod of three is in another zone',
      [
        ebs('b', { claimRef: { name: 'data-db-3', namespace: 'shop' } }, { name: 'v3' }),
        set(inZone('a')),
      ],
      [],
    ],
    [
      'of a pod of a StatefulSet meets another of it',
      [
        ebs('a', { claimRef: { name: 'data-db-0', namespace: 'shop' } }, { name: 'v0' }),
        ebs('b', { claimRef: { name: 'more-db-0', namespace: 'shop' } }, { name: 'v1' }),
        set({}, { volumeClaimTemplates: [claim(), claim({}, { name: 'more' })] }),
      ],
      nowhere('spec.volumeClaimTemplates[1]', 'StatefulSet/db'),
    ],
  ]);
});

test('the messages name the class or the volume, the pods and both zones', () => {
  const lines = (...objects: Fields[]) =>
    said(ZONE_JUDGES, objects).map((line) => line.slice(line.indexOf(': ') + 2));
  const REMEDY =
    'set volumeBindingMode: WaitForFirstConsumer, in a class with another name if this one is in use';
  expect([
    ...lines(claim(), atOnce(), deployment('web', inZone('a'))),
    ...lines(claim(), atOnce(), deployment('web', podSpec({ nodeName: 'n1' }))),
    ...lines(
      claim(handMade),
      claim({}, { name: 'more' }),
      ebs('a'),
      atOnce(),
      deployment('web', twoClaims),
    ),
    ...lines(claim(), claim({}, { name: 'more' }), atOnce(), deployment('web', twoClaims)),
    ...lines(
      atOnce(),
      set({ affinity: beside({ app: 'db' }, { topologyKey: ZONE }, 'podAntiAffinity') }),
    ),
    ...lines(
      claim(handMade),
      ebs('b'),
      deployment('web', podSpec({ affinity: onNodes({ key: ZONE, values: ['a', 'c'] }) })),
    ),
    ...lines(claim(), storageClass(allowed('a')), deployment('web', inZone('b'))),
    ...lines(
      claim(handMade),
      claim(handMade, { name: 'more' }),
      ebs('a'),
      ebs('b', { claimRef: { name: 'more', namespace: 'shop' } }, { name: 'more' }),
      deployment('web', twoClaims),
    ),
  ]).toEqual([
    `the class "gp3" creates zonal volumes before the pod has a node (Immediate), so the pods of Deployment/shop/web may stay pending: Deployment/shop/web requires ${ZONE} "a", ` +
      `but the volume may be created in another zone; ${REMEDY}`,
    'the class "gp3" creates zonal volumes before the pod has a node (Immediate), so the pods of Deployment/shop/web may stay pending: the pod requires the node "n1", ' +
      `but the volume may be created in another zone; ${REMEDY}`,
    `the class "gp3" creates zonal volumes before the pod has a node (Immediate), so the pods of Deployment/shop/web may stay pending: PersistentVolume/data requires ${ZONE} "a", ` +
      `but the volume may be created in another zone; ${REMEDY}`,
    'the class "gp3" creates zonal volumes before the pod has a node (Immediate), so the pods of Deployment/shop/web may stay pending: its pods have several such volumes, ' +
      `which may be created in different zones; ${REMEDY}`,
    'the class "gp3" creates zonal volumes before the pod has a node (Immediate), so the pods of StatefulSet/shop/db may stay pending: its pods are kept in separate zones, ' +
      `but their volumes may be created in the same zone; ${REMEDY}`,
    `no node can run Deployment/shop/web: it requires ${ZONE} "a" or "c", and PersistentVolume/data, of its volume "data", for ${ZONE} "b"; ` +
      'let the pods run where PersistentVolume/data is, or use another volume',
    `no node can run Deployment/shop/web: it requires ${ZONE} "b", and StorageClass/gp3, of its volume "data", for ${ZONE} "a"; ` +
      'let the pods run where StorageClass/gp3 is, or use another volume',
    `no node can run Deployment/shop/web: PersistentVolume/data requires ${ZONE} "a", and PersistentVolume/more, of its volume "more", for ${ZONE} "b"; ` +
      'let the pods run where PersistentVolume/more is, or use another volume',
  ]);
});
