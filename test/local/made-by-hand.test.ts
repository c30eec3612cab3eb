/** Volumes and claims with sizes, limits, nodes and groups that cannot be, or only just can. */
import { targetFacts } from '../../src/facts';
import { describeFinding } from '../../src/findings';
import { judge, readWorld } from '../../src/judge';
import {
  isRemovedFrom,
  isSameNode,
  LOCAL_DRIVER,
  LOCAL_JUDGES,
  NODE_KEY,
} from '../../src/local/core';
import { allocatedBytes, bytesOf, isPossibleSize } from '../../src/local/sizes';
import { toPersistentVolumeSpec } from '../../src/local/volumes/build';

type Json = any;

const CAPACITY = `${LOCAL_DRIVER}/capacity`;
const LIMIT = `${LOCAL_DRIVER}/limit`;
const EXPANDED = `${LOCAL_DRIVER}/expanded-capacity`;
const INITIAL = `${LOCAL_DRIVER}/selected-initial-node`;
const SELECTED = `${LOCAL_DRIVER}/selected-node`;
const EXTENT = 4_194_304;

const affinityFor = (...values: string[]) => ({
  required: {
    nodeSelectorTerms: [{ matchExpressions: [{ key: NODE_KEY, operator: 'In', values }] }],
  },
});
const volume = (attributes: Json, annotations: Json = {}, spec: Json = {}): Json => ({
  apiVersion: 'v1',
  kind: 'PersistentVolume',
  metadata: { name: 'pv-1', annotations },
  spec: {
    accessModes: ['ReadWriteOnce'],
    capacity: { storage: '1Gi' },
    storageClassName: 'local',
    claimRef: { name: 'data', namespace: 'apps' },
    csi: {
      driver: LOCAL_DRIVER,
      volumeHandle: 'containerstorage#pv-1',
      volumeAttributes: { [CAPACITY]: '1073741824', [INITIAL]: 'node-1', ...attributes },
    },
    ...spec,
  },
});
const storageClass: Json = {
  apiVersion: 'storage.k8s.io/v1',
  kind: 'StorageClass',
  metadata: { name: 'local' },
  provisioner: LOCAL_DRIVER,
  volumeBindingMode: 'WaitForFirstConsumer',
};

function linesOn(...objects: Json[]): string[] {
  const world = readWorld(
    objects.map((manifest, index) => ({ key: String(index), manifest })),
    targetFacts(),
  );
  return judge(world, LOCAL_JUDGES).map(
    (finding) => `${finding.severity} ${describeFinding(finding)}`,
  );
}

describe('the size of a volume', () => {
  const bad = (size: string) => [
    `error 0: spec.csi.volumeAttributes["${CAPACITY}"]: "${size}" is not the size of a volume; use the number of bytes, such as "10737418240" (local/volume-capacity)`,
  ];

  test.each([
    ['-1'],
    ['-1Gi'],
    ['0'],
    ['-0'],
    [''],
    ['much'],
    ['1 Gi'],
    ['1gi'],
    ['8Ei'],
    ['9223372036854775807'],
    [String(2n ** 63n - 4_194_304n + 1n)],
    ['1e30'],
  ])('%j can not be', (size) => {
    expect(linesOn(volume({ [CAPACITY]: size }))).toEqual(bad(size));
  });

  test.each([
    ['1'],
    ['0.5'],
    ['1m'],
    ['1Gi'],
    ['1e9'],
    ['4194304'],
    ['4194305'],
    [String(2n ** 63n - 4_194_304n)],
  ])('%j can be', (size) => {
    expect(linesOn(volume({ [CAPACITY]: size }))).toEqual([]);
  });
});

describe('the limit of a volume', () => {
  const told = (severity: string, problem: string) => [
    `${severity} 0: spec.csi.volumeAttributes["${LIMIT}"]: ${problem}; set "0", which means no limit (local/volume-limit)`,
  ];

  test.each([[''], ['0'], ['0Gi'], ['1073741824'], ['1Gi'], ['1073741825'], ['8Ei']])(
    '%j is one',
    (limit) => {
      expect(linesOn(volume({ [LIMIT]: limit }))).toEqual([]);
    },
  );

  test.each([['-1'], ['-1Gi'], ['none'], ['unlimited'], ['1 Gi'], ['1gb']])(
    '%j is not one',
    (limit) => {
      expect(linesOn(volume({ [LIMIT]: limit }))).toEqual(
        told('error', `"${limit}" is not a size`),
      );
    },
  );

  test('below the size it is refused, by a byte too', () => {
    expect(linesOn(volume({ [LIMIT]: '1073741823' }))).toEqual(
      told('error', 'the limit "1073741823" is less than the size "1073741824"'),
    );
    expect(linesOn(volume({ [LIMIT]: '1' }))).toEqual(
      told('error', 'the limit "1" is less than the size "1073741824"'),
    );
  });

  test('below the size that LVM makes of it, the volume is mounted once', () => {
    const limited = (limit: number) =>
      linesOn(volume({ [CAPACITY]: String(EXTENT + 1), [LIMIT]: String(limit) }));
    expect(limited(2 * EXTENT)).toEqual([]);
    expect(limited(2 * EXTENT - 1)).toEqual(
      told(
        'warning',
        `the limit "${2 * EXTENT - 1}" is less than the size ${2 * EXTENT} that LVM rounds up to, so the volume is mounted once and never again`,
      ),
    );
    expect(limited(EXTENT + 1)).toHaveLength(1);
  });

  test('below the size after an expansion, the volume stays where it is', () => {
    const expanded = (size: string) => linesOn(volume({ [LIMIT]: '2Gi' }, { [EXPANDED]: size }));
    expect(expanded('2Gi')).toEqual([]);
    expect(expanded('2147483649')).toEqual(
      told(
        'warning',
        'the limit "2Gi" is less than the size 2147483649 after its expansion, so the volume cannot be created on another node',
      ),
    );
    // The driver passes over what is not a size, or less than before.
    for (const size of ['', 'much', '-5Gi', '1']) expect(expanded(size)).toEqual([]);
  });
});

describe('the node of a volume', () => {
  const INITIAL_AT = `spec.csi.volumeAttributes["${INITIAL}"]`;
  const REMOVES =
    'which the garbage collectors treat as a different node: each of them removes the data';
  const told = (severity: string, at: string, problem: string) => [
    `${severity} 0: ${at}: ${problem} (local/volume-node)`,
  ];

  test('is compared without regard to case, and labels are not', () => {
    expect(isSameNode('Node-A', 'nODE-a')).toBe(true);
    expect(isSameNode('node-a', 'node-ab')).toBe(false);
    const CASE =
      'names of nodes are in lower case, so no pod can be steered to "NODE-1"; use "node-1"';
    expect(linesOn(volume({ [INITIAL]: 'NODE-1' }))).toEqual(told('warning', INITIAL_AT, CASE));
    expect(
      linesOn(volume({ [INITIAL]: 'NODE-1', [`${LOCAL_DRIVER}/failover-mode`]: 'durability' })),
    ).toEqual(told('error', INITIAL_AT, CASE));
    expect(
      linesOn(volume({ [INITIAL]: 'NODE-1' }, {}, { nodeAffinity: affinityFor('node-1') })),
    ).toEqual([]);
    expect(linesOn(volume({}, { [SELECTED]: 'NODE-1' }))).toEqual(
      told('warning', `metadata.annotations["${SELECTED}"]`, CASE),
    );
  });

  test('is not empty, also beside node affinity, which the collectors do not read', () => {
    const EMPTY = `the node is empty, ${REMOVES}; use the name of its node, or remove it and set node affinity`;
    expect(linesOn(volume({ [INITIAL]: '' }))).toEqual(told('error', INITIAL_AT, EMPTY));
    expect(linesOn(volume({ [INITIAL]: '' }, {}, { nodeAffinity: affinityFor('node-1') }))).toEqual(
      told('error', INITIAL_AT, EMPTY),
    );
    // The annotation is looked at first, and then nothing else is.
    expect(linesOn(volume({ [INITIAL]: '' }, { [SELECTED]: 'node-2' }))).toEqual([]);
  });

  test('has a name that a node can have', () => {
    expect(linesOn(volume({ [INITIAL]: 'node_1' }))).toEqual(
      told(
        'error',
        INITIAL_AT,
        `no node has the name "node_1", ${REMOVES}; use the name of its node, or remove it and set node affinity`,
      ),
    );
  });

  test.each<[string, Json, boolean]>([
    ['nothing says where it is', volume({ [INITIAL]: undefined }), false],
    ['the attribute names the node', volume({}), false],
    ['the attribute names it in capitals', volume({ [INITIAL]: 'NODE-1' }), false],
    [
      'the annotation names it, whatever the attribute',
      volume({ [INITIAL]: 'node-2' }, { [SELECTED]: 'node-1' }),
      false,
    ],
    [
      'only node affinity names another',
      volume({ [INITIAL]: undefined }, {}, { nodeAffinity: affinityFor('node-2') }),
      false,
    ],
    ['the attribute names another', volume({ [INITIAL]: 'node-2' }), true],
    [
      'the attribute names another, and node affinity this one',
      volume({ [INITIAL]: 'node-2' }, {}, { nodeAffinity: affinityFor('node-1') }),
      true,
    ],
    ['the annotation names another', volume({}, { [SELECTED]: 'node-2' }), true],
    ['the annotation is empty', volume({}, { [SELECTED]: '' }), true],
    ['the attribute is empty', volume({ [INITIAL]: '' }), true],
    [
      'the volume is durable, and elsewhere',
      volume({ [INITIAL]: 'node-2', [`${LOCAL_DRIVER}/failover-mode`]: 'durability' }),
      true,
    ],
  ])('the collectors of node-1, where %s', (_, manifest, isRemoved) => {
    expect(isRemovedFrom('node-1', { manifest })).toBe(isRemoved);
  });

  test('in capitals excludes no pod that has to run there, and is one with itself', () => {
    const durable = { [INITIAL]: 'NODE-1', [`${LOCAL_DRIVER}/failover-mode`]: 'durability' };
    const second = volume(
      { ...durable, [INITIAL]: 'node-1' },
      {},
      { claimRef: { name: 'log', namespace: 'apps' } },
    );
    const log = {
      ...second,
      metadata: { name: 'pv-2' },
      spec: { ...second.spec, csi: { ...second.spec.csi, volumeHandle: 'containerstorage#pv-2' } },
    };
    const pod = (spec: Json): Json => ({
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name: 'web', namespace: 'apps' },
      spec: {
        containers: [{ name: 'main', image: 'a' }],
        volumes: ['data', 'log'].map((claimName) => ({
          name: claimName,
          persistentVolumeClaim: { claimName },
        })),
        ...spec,
      },
    });
    const of = (spec: Json) =>
      linesOn(volume(durable), log, pod(spec)).filter((line) => !line.includes('volume-node'));
    const required = (operator: string) => ({
      nodeAffinity: {
        requiredDuringSchedulingIgnoredDuringExecution: {
          nodeSelectorTerms: [
            { matchExpressions: [{ key: NODE_KEY, operator, values: ['node-1'] }] },
          ],
        },
      },
    });
    expect(of({ nodeSelector: { [NODE_KEY]: 'node-1' } })).toEqual([]);
    expect(of({ affinity: required('In') })).toEqual([]);
    expect(of({ affinity: required('NotIn') })).toHaveLength(1);
    expect(of({ nodeSelector: { [NODE_KEY]: 'node-2' } })).toHaveLength(1);
  });
});

describe('the space that nodes have', () => {
  const claim = (storage: string, spec: Json = {}): Json => ({
    apiVersion: 'v1',
    kind: 'PersistentVolumeClaim',
    metadata: {
      name: 'data',
      namespace: 'apps',
      annotations: { [`${LOCAL_DRIVER}/accept-ephemeral-storage`]: 'true' },
    },
    spec: {
      storageClassName: 'local',
      accessModes: ['ReadWriteOnce'],
      resources: { requests: { storage } },
      ...spec,
    },
  });
  const room = (capacity?: string, more: Json = {}): Json => ({
    apiVersion: 'storage.k8s.io/v1',
    kind: 'CSIStorageCapacity',
    metadata: { name: 'c', namespace: 'kube-system' },
    storageClassName: 'local',
    capacity,
    ...more,
  });
  const TOO_BIG = [
    'warning 1: spec.resources.requests.storage: the claim "data" requests "101Gi", but no node has more than "100Gi" for the class "local"; request less, or add nodes with larger disks (local/room)',
  ];

  test.each<[string, string, Json[], string[]]>([
    ['on one of them it fits', '100Gi', [room('1Gi'), room('100Gi')], []],
    ['on none of them it fits', '101Gi', [room('100Gi'), room('1Gi')], TOO_BIG],
    [
      'the largest volume counts before what is free',
      '101Gi',
      [room('200Gi', { maximumVolumeSize: '100Gi' })],
      TOO_BIG,
    ],
    [
      'only those of the class count',
      '101Gi',
      [room('100Gi'), room('200Gi', { storageClassName: 'other' })],
      TOO_BIG,
    ],
    ['another class says nothing', '101Gi', [room('1Gi', { storageClassName: 'other' })], []],
    ['what nobody published is not known', '101Gi', [room()], []],
    ['nothing is published', '101Gi', [], []],
  ])('%s', (_, storage, rooms, lines) => {
    expect(linesOn(storageClass, claim(storage), ...rooms)).toEqual(lines);
  });

  test('is no matter for a claim that has its volume', () => {
    expect(linesOn(storageClass, claim('101Gi', { volumeName: 'pv-9' }), room('1Gi'))).toEqual([]);
    expect(linesOn(storageClass, claim('101Gi'), volume({}), room('1Gi'))).toEqual([]);
  });
});

test('sizes are whole bytes, and volumes whole extents', () => {
  expect(['0', '1', '0.5', '1500m', '-1500m', '-0.1', '1Gi', 'x'].map(bytesOf)).toEqual([
    0n,
    1n,
    1n,
    2n,
    -2n,
    -1n,
    1_073_741_824n,
    undefined,
  ]);
  expect([1n, 4_194_304n, 4_194_305n, 1_000_000_000n].map(allocatedBytes)).toEqual([
    4_194_304n,
    4_194_304n,
    8_388_608n,
    1_002_438_656n,
  ]);
  expect([-1n, 0n, 1n, 2n ** 63n - 4_194_304n, 2n ** 63n - 4_194_303n].map(isPossibleSize)).toEqual(
    [false, false, true, true, false],
  );
  const { volumeAttributes } = toPersistentVolumeSpec({
    name: 'a',
    nodeName: 'n',
    storage: '1G',
    storageClassName: 'local',
    hyperconverged: true,
    volumeGroup: 'v',
    accessModes: [],
  });
  expect(volumeAttributes).toEqual({ [CAPACITY]: '1002438656', [LIMIT]: '0', [INITIAL]: 'n' });
});
