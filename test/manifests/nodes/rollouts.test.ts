/**
 * Rollouts that hang at a claim of which there is one: what the Deployment controller and the
 * scheduler make of them.
 */
import { ROLLOUT_JUDGE } from '../../../src/manifests/nodes/rollouts';
import {
  autoscaler,
  beside,
  claim,
  deployment,
  Fields,
  onNodes,
  podSpec,
  storageClass,
  told,
  said,
  volume,
  workload,
} from '../objects';

const MAY = ['Deployment/web warning storage/rollout-on-one-node spec.strategy'];
const NEVER = ['Deployment/web error nodes/rollout-never-ends spec.strategy'];
const REMEDY =
  'set strategy: { type: Recreate }, or rollingUpdate: { maxSurge: 0, maxUnavailable: 1 }';

const surging = (pod: Fields = podSpec(), spec: Fields = {}) =>
  deployment('web', pod, { strategy: undefined, ...spec });
const rolling = (rollingUpdate: Fields, replicas?: number) =>
  surging(podSpec(), { replicas, strategy: { type: 'RollingUpdate', rollingUpdate } });

describe('the strategy', () => {
  test.each<readonly [string, Fields, readonly string[]]>([
    ['is left out', surging(), MAY],
    ['is empty', surging(podSpec(), { strategy: {} }), MAY],
    ['is left out, like the number of pods', surging(podSpec(), { replicas: undefined }), MAY],
    ['is Recreate', deployment('web'), []],
    ['adds none', rolling({ maxSurge: 0, maxUnavailable: 1 }), []],
    ['adds none by a share', rolling({ maxSurge: '0%' }), []],
    ['adds one by a share that is rounded up', rolling({ maxSurge: '1%', maxUnavailable: 0 }), MAY],
    ['may miss the one pod', rolling({ maxSurge: 1, maxUnavailable: 1 }), []],
    ['may miss less than one pod, rounded down', rolling({ maxUnavailable: '99%' }), MAY],
    ['may miss all', rolling({ maxUnavailable: '100%' }), []],
    ['may miss a quarter of three', rolling({}, 3), MAY],
    ['may miss a quarter of four', rolling({}, 4), []],
    ['is for no pods', rolling({}, 0), []],
  ])('%s', (_title, web, lines) => {
    expect(told([ROLLOUT_JUDGE], [claim(), web])).toEqual(lines);
  });

  test('counts the fewest pods of an autoscaler', () => {
    const web = surging(podSpec(), { replicas: undefined });
    expect(
      told(
        [ROLLOUT_JUDGE],
        [claim(), web, autoscaler('Deployment', 'web', { minReplicas: 3, maxReplicas: 9 })],
      ),
    ).toEqual(MAY);
    expect(
      told(
        [ROLLOUT_JUDGE],
        [claim(), web, autoscaler('Deployment', 'web', { minReplicas: 4, maxReplicas: 9 })],
      ),
    ).toEqual([]);
  });

  test.each(['StatefulSet', 'DaemonSet', 'ReplicaSet'])('of a %s is another one', (kind) => {
    expect(told([ROLLOUT_JUDGE], [claim(), workload(kind, 'web')])).toEqual([]);
  });
});

describe('the claim', () => {
  const local = {
    local: { path: '/mnt' },
    nodeAffinity: {
      required: {
        nodeSelectorTerms: [
          { matchExpressions: [{ key: 'kubernetes.io/hostname', operator: 'In', values: ['n1'] }] },
        ],
      },
    },
  };

  test.each<readonly [string, readonly Fields[], readonly string[]]>([
    ['is for one node', [claim()], MAY],
    ['is for many', [claim({ accessModes: ['ReadWriteMany'] })], []],
    [
      'is for one that writes, or many that read',
      [claim({ accessModes: ['ReadWriteOnce', 'ReadOnlyMany'] })],
      [],
    ],
    ['says nothing', [claim({ accessModes: undefined })], []],
    ['is not known', [], []],
    ['is in another namespace', [claim({}, { namespace: 'other' })], []],
    ['is of a class that the objects show', [claim(), storageClass()], MAY],
    ['is of local-path', [claim(), storageClass({ provisioner: 'rancher.io/local-path' })], []],
    ['is of NFS', [claim(), storageClass({ provisioner: 'nfs.csi.k8s.io' })], []],
    [
      'is of a driver that a CSIDriver object says is never attached',
      [
        claim(),
        storageClass({ provisioner: 'd.example.com' }),
        {
          apiVersion: 'storage.k8s.io/v1',
          kind: 'CSIDriver',
          metadata: { name: 'd.example.com' },
          spec: { attachRequired: false },
        },
      ],
      [],
    ],
    [
      'is of a driver that nobody knows',
      [claim(), storageClass({ provisioner: 'd.example.com' })],
      MAY,
    ],
    [
      'is of a class without provisioner, and no volume is there',
      [claim(), storageClass({ provisioner: 'kubernetes.io/no-provisioner' })],
      [],
    ],
    [
      'is of a class without provisioner, whose volumes are attached',
      [
        claim(),
        storageClass({ provisioner: 'kubernetes.io/no-provisioner' }),
        volume({
          storageClassName: 'gp3',
          claimRef: undefined,
          csi: { driver: 'ebs.csi.aws.com', volumeHandle: 'v' },
        }),
      ],
      MAY,
    ],
    [
      'has a volume of EBS',
      [
        claim({ storageClassName: '' }),
        volume({ csi: { driver: 'ebs.csi.aws.com', volumeHandle: 'v' } }),
      ],
      MAY,
    ],
    [
      'has a volume that says more modes',
      [
        claim({ storageClassName: '' }),
        volume({
          accessModes: ['ReadWriteOnce', 'ReadWriteMany'],
          csi: { driver: 'ebs.csi.aws.com', volumeHandle: 'v' },
        }),
      ],
      [],
    ],
    [
      'has a volume of EFS',
      [
        claim({ storageClassName: '' }),
        volume({ csi: { driver: 'efs.csi.aws.com', volumeHandle: 'fs-1' } }),
      ],
      [],
    ],
    [
      'has a volume of NFS',
      [claim({ storageClassName: '' }), volume({ nfs: { server: 's', path: '/' } })],
      [],
    ],
    ['has a local volume', [claim({ storageClassName: '' }), volume(local)], []],
    [
      'has an in-tree volume',
      [claim({ storageClassName: '' }), volume({ awsElasticBlockStore: { volumeID: 'v' } })],
      MAY,
    ],
    [
      'has a volume that one node can have',
      [
        claim({ storageClassName: '' }),
        volume({
          ...local,
          local: undefined,
          csi: { driver: 'ebs.csi.aws.com', volumeHandle: 'v' },
        }),
      ],
      [],
    ],
  ])('%s', (_title, objects, lines) => {
    expect(told([ROLLOUT_JUDGE], [...objects, surging()])).toEqual(lines);
  });

  test('of each pod is its own', () => {
    const ephemeral = podSpec({
      volumes: [{ name: 'data', ephemeral: { volumeClaimTemplate: { spec: claim().spec } } }],
    });
    expect(told([ROLLOUT_JUDGE], [claim(), surging(ephemeral)])).toEqual([]);
  });

  test('that no container mounts is not waited for', () => {
    expect(
      told(
        [ROLLOUT_JUDGE],
        [claim(), surging(podSpec({ containers: [{ name: 'app', image: 'app' }] }))],
      ),
    ).toEqual([]);
  });

  test('that is only read is attached all the same', () => {
    const reading = podSpec({
      volumes: [{ name: 'data', persistentVolumeClaim: { claimName: 'data', readOnly: true } }],
    });
    expect(told([ROLLOUT_JUDGE], [claim(), surging(reading)])).toEqual(MAY);
  });
});

describe('the new pod', () => {
  const container = (fields: Fields) => ({ ...podSpec().containers[0], ...fields });
  const port = (fields: Fields, spec: Fields = {}) =>
    podSpec({ containers: [container({ ports: [{ containerPort: 80, ...fields }] })], ...spec });
  const byHash = { matchLabelKeys: ['pod-template-hash'] };

  test.each<readonly [string, Fields, readonly string[]]>([
    ['takes a port of the node', port({ hostPort: 80 }), NEVER],
    ['takes a port of the node since it has its network', port({}, { hostNetwork: true }), NEVER],
    ['has a port of its own', port({}), MAY],
    [
      'has a sidecar that takes a port',
      podSpec({
        initContainers: [
          {
            name: 'side',
            image: 'side',
            restartPolicy: 'Always',
            ports: [{ containerPort: 80, hostPort: 80 }],
          },
        ],
      }),
      NEVER,
    ],
    [
      'has an init container that takes a port',
      podSpec({
        initContainers: [
          { name: 'init', image: 'init', ports: [{ containerPort: 80, hostPort: 80 }] },
        ],
      }),
      MAY,
    ],
    [
      'must not be beside its like',
      podSpec({ affinity: beside({ app: 'web' }, {}, 'podAntiAffinity') }),
      NEVER,
    ],
    [
      'must not be in a zone with its like',
      podSpec({
        affinity: beside(
          { app: 'web' },
          { topologyKey: 'topology.kubernetes.io/zone' },
          'podAntiAffinity',
        ),
      }),
      NEVER,
    ],
    [
      'must not be beside its like of the same version',
      podSpec({ affinity: beside({ app: 'web' }, byHash, 'podAntiAffinity') }),
      MAY,
    ],
    [
      'must not be beside others',
      podSpec({ affinity: beside({ app: 'db' }, {}, 'podAntiAffinity') }),
      MAY,
    ],
    [
      'must not be beside its like of another namespace',
      podSpec({ affinity: beside({ app: 'web' }, { namespaces: ['other'] }, 'podAntiAffinity') }),
      MAY,
    ],
    ['must be beside its like', podSpec({ affinity: beside({ app: 'web' }) }), []],
    [
      'must be in a zone with its like',
      podSpec({ affinity: beside({ app: 'web' }, { topologyKey: 'topology.kubernetes.io/zone' }) }),
      MAY,
    ],
    [
      'must be beside its like of the same version',
      podSpec({ affinity: beside({ app: 'web' }, byHash) }),
      MAY,
    ],
    [
      'would rather be beside its like',
      podSpec({
        affinity: {
          podAffinity: {
            preferredDuringSchedulingIgnoredDuringExecution: [
              {
                weight: 100,
                podAffinityTerm: beside({ app: 'web' }).podAffinity
                  .requiredDuringSchedulingIgnoredDuringExecution[0],
              },
            ],
          },
        },
      }),
      MAY,
    ],
    ['must be on one node by its name', podSpec({ nodeName: 'n1' }), []],
    [
      'must be on one node by its label',
      podSpec({ nodeSelector: { 'kubernetes.io/hostname': 'n1' } }),
      [],
    ],
    [
      'must be on one node by affinity',
      podSpec({ affinity: onNodes({ key: 'kubernetes.io/hostname', values: ['n1'] }) }),
      [],
    ],
    [
      'must be on one of two nodes',
      podSpec({ affinity: onNodes({ key: 'kubernetes.io/hostname', values: ['n1', 'n2'] }) }),
      MAY,
    ],
    ['must be in a pool', podSpec({ nodeSelector: { pool: 'a' } }), MAY],
  ])('%s', (_title, pod, lines) => {
    expect(told([ROLLOUT_JUDGE], [claim(), surging(pod)])).toEqual(lines);
  });

  test('comes to the node of a local volume, unless a port is taken there', () => {
    const objects = [claim(), storageClass({ provisioner: 'rancher.io/local-path' })];
    expect(told([ROLLOUT_JUDGE], [...objects, surging(port({ hostPort: 80 }))])).toEqual(NEVER);
  });

  test('follows another workload of one pod', () => {
    const follower = podSpec({ affinity: beside({ app: 'db' }) });
    expect(
      told(
        [ROLLOUT_JUDGE],
        [claim(), surging(follower), workload('StatefulSet', 'db', { containers: [] })],
      ),
    ).toEqual([]);
    expect(
      told(
        [ROLLOUT_JUDGE],
        [
          claim(),
          surging(follower),
          workload('StatefulSet', 'db', { containers: [] }, { replicas: 2 }),
        ],
      ),
    ).toEqual(MAY);
  });
});

describe('a claim for one pod', () => {
  const ofOnePod = claim({ accessModes: ['ReadWriteOncePod'] });

  test.each<readonly [string, readonly Fields[], readonly string[]]>([
    ["is never the new pod's", [ofOnePod, surging()], NEVER],
    [
      'is never that of a new pod on the same node',
      [ofOnePod, surging(podSpec({ nodeName: 'n1' }))],
      NEVER,
    ],
    [
      'counts though no container mounts it',
      [ofOnePod, surging(podSpec({ containers: [] }))],
      NEVER,
    ],
    ["is the new pod's after the old one went", [ofOnePod, deployment('web')], []],
  ])('%s', (_title, objects, lines) => {
    expect(told([ROLLOUT_JUDGE], objects)).toEqual(lines);
  });
});

test('the messages name the Deployment, its claim and what helps', () => {
  const taken = podSpec({
    containers: [{ ...podSpec().containers[0], ports: [{ containerPort: 80, hostPort: 8080 }] }],
  });
  expect([
    ...said([ROLLOUT_JUDGE], [claim(), surging()]),
    ...said([ROLLOUT_JUDGE], [claim(), surging(taken)]),
    ...said([ROLLOUT_JUDGE], [claim({ accessModes: ['ReadWriteOncePod'] }), surging()]),
    ...said(
      [ROLLOUT_JUDGE],
      [
        claim(),
        surging(
          podSpec({
            affinity: beside(
              { app: 'web' },
              { topologyKey: 'topology.kubernetes.io/zone' },
              'podAntiAffinity',
            ),
          }),
        ),
      ],
    ),
  ]).toEqual([
    `${MAY[0]}: Deployment/shop/web adds a pod before it removes one, and its claim "data" is for one node (ReadWriteOnce), so a rollout may wait forever; ${REMEDY}`,
    `${NEVER[0]}: Deployment/shop/web adds a pod before it removes one, but no new pod can use the claim "data" (ReadWriteOnce) together with an old one: each uses the port 8080 of its node; ${REMEDY}`,
    `${NEVER[0]}: Deployment/shop/web adds a pod before it removes one, but no new pod can use the claim "data" (ReadWriteOncePod) together with an old one: the claim is for one pod; ${REMEDY}`,
    `${NEVER[0]}: Deployment/shop/web adds a pod before it removes one, but no new pod can use the claim "data" (ReadWriteOnce) together with an old one: its podAntiAffinity keeps them away from each other's zone; ${REMEDY}`,
  ]);
});
