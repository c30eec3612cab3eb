/**
 * The replay of the things that the driver was asked for, beside what the driver answered. Each
 * group has the reason why a case of it cannot be replayed, by its data alone, and the replay. Both
 * survive any case: whatever is missing or of another type.
 */
import { Case } from './cases';
import { targetFacts } from '../../src/facts';
import { hasErrors } from '../../src/findings';
import { judge, readWorld } from '../../src/judge';
import { ALL_JUDGES } from '../../src/judges';
import {
  affinityNodes,
  isLocal,
  isRemovedFrom,
  LOCAL_DRIVER,
  NODE_KEY,
  selectedNode,
} from '../../src/local/core';
import { toPersistentVolumeSpec } from '../../src/local/volumes/build';
import { checkLocalPersistentVolume } from '../../src/local/volumes/check';
import { buildCsiPersistentVolume } from '../../src/storage/core';
import { Fields, get, isFields, list } from '../support/reading';

type Json = any;

/** How the cases of a group are replayed. */
export interface Replay {
  /** Why a case is not for a synthesizer; undefined if it is replayed. */
  readonly leftOut?: (one: Case) => string | undefined;
  /** What is said here, and what it is to be. */
  readonly replay: (one: Case) => { readonly said: unknown; readonly expected: unknown };
}

const ACCEPT = `${LOCAL_DRIVER}/accept-ephemeral-storage`;
const DEFAULT_GROUP = 'containerstorage';
/**
 * What the sidecars make of a claim's access modes for this driver; the driver is never asked for
 * any other.
 */
const MODES: { readonly [mode: string]: string } = {
  SINGLE_NODE_WRITER: 'ReadWriteOnce',
  SINGLE_NODE_SINGLE_WRITER: 'ReadWriteOncePod',
  MULTI_NODE_READER_ONLY: 'ReadOnlyMany',
  MULTI_NODE_MULTI_WRITER: 'ReadWriteMany',
};
const NO_SUCH_REQUEST = 'no claim and no pod leads to such a request';
const ON_THE_NODE = 'it depends on what is on the node already';
const DISKS = 'it depends on the disks of the node, which no object shows';
const WITHOUT_VOLUME = 'there is no persistent volume';
const FAILS = 'something fails on the node, or in reading from the API server';

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '';
const isOk = (answer: unknown): boolean => get(answer, 'code') === 'OK';
const right = ({ answer, expectedInstead }: Case): Json => ({ ...answer, ...expectedInstead });
const requestOf = ({ input }: Case): Fields => (isFields(input.request) ? input.request : {});
const driverOf = ({ input }: Case): Fields => (isFields(input.driver) ? input.driver : {});
const clusterOf = ({ input }: Case): readonly unknown[] => list(input.cluster);
/**
 * Whether a case has something fail that no object shows: a mount, a command, a request to the API
 * server.
 */
const fails = ({ input, answer }: Case): boolean =>
  Object.keys(input).some((key) => /error|fault|fail/i.test(key)) ||
  get(answer, 'code') === 'PermissionDenied' ||
  /\bnot found\b|accessibility requirements: (?!selected node)/i.test(
    textOf(get(answer, 'message')) + textOf(get(answer, 'event', 'message')),
  );
const ofKind = (one: Case, kind: string): readonly Json[] =>
  clusterOf(one).filter((object) => get(object, 'kind') === kind);

/** The findings on some manifests. */
function findingsOn(...manifests: readonly Json[]) {
  const world = readWorld(
    manifests.map((manifest, index) => ({ key: String(index), manifest })),
    targetFacts(),
  );
  return judge(world, ALL_JUDGES);
}

/**
 * The rules that are broken, by errors only: what is merely without effect has warnings, and so has
 * what the disks have just now.
 */
export function errorsOn(...manifests: readonly Json[]): string[] {
  return findingsOn(...manifests)
    .filter((finding) => hasErrors([finding]))
    .map(({ rule }) => rule);
}

/**
 * Warnings of claims that stay Pending, as long as something that may come is not there: larger
 * disks, a volume made by hand.
 */
const PENDING = ['local/room', 'binding/selected-volume'];
/** Nobody holds a claim to its limit, so the driver takes what contradicts itself. */
const UNREAD = ['storage/claim-limit'];

/** What the driver is to refuse. */
function refusalsOn(...manifests: readonly Json[]): string[] {
  return findingsOn(...manifests)
    .filter((finding) => hasErrors([finding]) || PENDING.includes(finding.rule))
    .map(({ rule }) => rule)
    .filter((rule) => !UNREAD.includes(rule));
}

const storageClass = (parameters: Fields = {}): Json => ({
  apiVersion: 'storage.k8s.io/v1',
  kind: 'StorageClass',
  metadata: { name: 'local' },
  provisioner: LOCAL_DRIVER,
  parameters,
  volumeBindingMode: 'WaitForFirstConsumer',
});

const claim = (spec: Fields): Json => ({
  apiVersion: 'v1',
  kind: 'PersistentVolumeClaim',
  metadata: { name: 'data', namespace: 'apps', annotations: { [ACCEPT]: 'true' } },
  spec: {
    storageClassName: 'local',
    accessModes: ['ReadWriteOnce'],
    resources: { requests: { storage: '1Gi' } },
    ...spec,
  },
});

const handMade = (spec: Fields, volumeHandle: string = `${DEFAULT_GROUP}#pv-1`): Json => ({
  apiVersion: 'v1',
  kind: 'PersistentVolume',
  metadata: { name: volumeHandle.split('#')[1] || 'pv-1' },
  spec: {
    accessModes: ['ReadWriteOnce'],
    capacity: { storage: '1Gi' },
    csi: {
      driver: LOCAL_DRIVER,
      volumeHandle,
      volumeAttributes: {
        [`${LOCAL_DRIVER}/capacity`]: '1073741824',
        [`${LOCAL_DRIVER}/selected-initial-node`]: 'node-a',
      },
    },
    ...spec,
  },
});

/**
 * The object that makes the driver leave volumes without node affinity, and what steers pods to
 * them.
 */
const installation = (hyperconverged: boolean): Json[] => [
  {
    apiVersion: 'apps/v1',
    kind: 'DaemonSet',
    metadata: { name: 'csi-local-node', namespace: 'kube-system' },
    spec: {
      selector: { matchLabels: { app: 'a' } },
      template: {
        metadata: { labels: { app: 'a' } },
        spec: {
          containers: [
            { name: 'driver', image: 'a', args: [`--run-alongside-webhook=${hyperconverged}`] },
          ],
        },
      },
    },
  },
  ...(hyperconverged
    ? [
        {
          apiVersion: 'admissionregistration.k8s.io/v1',
          kind: 'MutatingWebhookConfiguration',
          metadata: { name: 'w' },
          webhooks: [
            {
              name: `hyperconverged.${LOCAL_DRIVER}`,
              clientConfig: { url: 'https://example.com' },
              admissionReviewVersions: ['v1'],
              sideEffects: 'None',
            },
          ],
        },
      ]
    : []),
];

/**
 * What the driver publishes of the space in a volume group of a node; undefined if the case does
 * not have it.
 */
function roomIn(node: Fields, group: string): string | undefined {
  if (!Array.isArray(node.volumeGroups)) return undefined;
  const own = node.volumeGroups.find((one) => get(one, 'name') === group);
  if (own !== undefined) return textOf(get(own, 'freeBytes')) || undefined;
  return Array.isArray(node.devices) && node.devices.length === 0 ? '0' : undefined;
}

const capacityOf = (capacity: string, name: string, storageClassName: unknown): Json => ({
  apiVersion: 'storage.k8s.io/v1',
  kind: 'CSIStorageCapacity',
  metadata: { name: `csisc-${name.toLowerCase()}`, namespace: 'kube-system' },
  storageClassName,
  capacity,
  nodeTopology: { matchLabels: { [NODE_KEY]: name } },
});

const groupOf = (parameters: unknown): string =>
  textOf(get(parameters, 'volumeGroup')) || DEFAULT_GROUP;

/** What a claim asks for, in place of the capabilities of a request. */
interface Asked {
  readonly accessModes: readonly string[];
  readonly volumeMode: string;
  readonly fsType: string;
}

/**
 * The access modes and the kind of volume that a request's capabilities stand for; undefined if no
 * claim leads to them.
 */
function capabilitiesOf(given: readonly unknown[]): Asked | undefined {
  const accessModes = given.map((one) => MODES[textOf(get(one, 'accessMode', 'mode'))]);
  const isBlock = given.map((one) => isFields(get(one, 'block')));
  const isMount = given.map((one) => isFields(get(one, 'mount')));
  if (given.length === 0 || accessModes.includes(undefined as never)) return undefined;
  if (new Set(isBlock).size > 1 || isBlock.some((block, index) => block === isMount[index])) {
    return undefined;
  }
  return {
    accessModes,
    volumeMode: isBlock[0] ? 'Block' : 'Filesystem',
    fsType: textOf(get(given[0], 'mount', 'fsType')),
  };
}

const MODES_REPLAY: Replay = {
  leftOut: ({ input, answer }) => {
    const answers = ['createVolume', 'nodeStageWithFirstMode'].map((call) =>
      get(answer, call, 'code'),
    );
    const modes = list(input.accessModes);
    const isRefused =
      modes.length === 0 || (modes.length > 1 && modes.includes('ReadWriteOncePod'));
    return isRefused || answers.includes(undefined)
      ? 'the API server refuses the claim'
      : undefined;
  },
  replay: ({ input: { accessModes, volumeMode }, answer }) => ({
    said: [
      errorsOn(storageClass(), claim({ accessModes, volumeMode })),
      errorsOn(handMade({ accessModes, volumeMode })),
    ],
    expected: [
      isOk(answer.createVolume) ? [] : ['manifest/access-mode'],
      isOk(answer.nodeStageWithFirstMode) ? [] : ['local/volume-access-mode'],
    ],
  }),
};

/** Whether the logical volume of a handle is on the node already. */
function isThere(one: Case, handle: unknown): boolean {
  return list(driverOf(one).logicalVolumes).some(
    (volume) => `${textOf(get(volume, 'volumeGroup'))}#${textOf(get(volume, 'name'))}` === handle,
  );
}

const CREATE: Replay = {
  leftOut: (one) => {
    const { name, parameters, volumeCapabilities, capacityRange } = requestOf(one);
    const driver = driverOf(one);
    if (textOf(name) === '' || capabilitiesOf(list(volumeCapabilities)) === undefined) {
      return NO_SUCH_REQUEST;
    }
    if (
      textOf(get(capacityRange, 'requiredBytes')) === '' &&
      textOf(get(capacityRange, 'limitBytes')) === ''
    ) {
      return 'every claim has a size';
    }
    if (textOf(driver.nodeName) === '') return 'there is no node';
    if (fails(one)) return FAILS;
    if (
      driver.hyperconverged === true &&
      get(parameters, 'csi.storage.k8s.io/pvc/name') === undefined
    ) {
      return 'the provisioner always passes on the name of the claim';
    }
    if (get(one.answer, 'code') === 'ResourceExhausted') {
      return roomIn(driver, groupOf(parameters)) === undefined ? DISKS : undefined;
    }
    const made = right(one);
    const asked = textOf(get(capacityRange, 'requiredBytes'));
    if (
      isThere(one, `${groupOf(parameters)}#${textOf(name)}`) &&
      (!isOk(made) || get(made, 'volume', 'capacityBytes') !== asked)
    ) {
      return ON_THE_NODE;
    }
    return isOk(made) && !isFields(get(made, 'volume')) ? 'the answer has no volume' : undefined;
  },
  replay: (one) => {
    const { parameters, volumeCapabilities, capacityRange, volumeContentSource, ...request } =
      requestOf(one) as Json;
    const driver = driverOf(one);
    const name = textOf(request.name);
    const nodeName = textOf(driver.nodeName);
    const hyperconverged = driver.hyperconverged === true;
    const { accessModes, volumeMode, fsType } = capabilitiesOf(list(volumeCapabilities))!;
    const limit = textOf(get(capacityRange, 'limitBytes'));
    const storage = textOf(get(capacityRange, 'requiredBytes')) || limit;
    const own = Object.fromEntries(
      Object.entries(isFields(parameters) ? parameters : {}).filter(
        ([key]) => !key.startsWith('csi.storage.k8s.io/'),
      ),
    ) as Json;
    const room = roomIn(driver, groupOf(parameters));
    const asked = refusalsOn(
      ...installation(hyperconverged),
      storageClass({ ...own, ...(fsType ? { 'csi.storage.k8s.io/fstype': fsType } : {}) }),
      claim({
        accessModes,
        volumeMode,
        resources: { requests: { storage } },
        ...(volumeContentSource
          ? { dataSource: { kind: 'PersistentVolumeClaim', name: 'other' } }
          : {}),
      }),
      ...(room === undefined ? [] : [capacityOf(room, nodeName, 'local')]),
    );
    const spec = {
      name,
      nodeName,
      storage,
      storageClassName: 'local',
      hyperconverged,
      failoverMode: own[`${LOCAL_DRIVER}/failover-mode`],
      volumeGroup: groupOf(parameters),
      accessModes: [accessModes[0]],
    };
    const made = right(one);
    // A size that is none is refused before a volume is made of it.
    const { volumeHandle, volumeAttributes, ...others } =
      checkLocalPersistentVolume(spec).length > 0 && !isOk(made)
        ? { volumeHandle: '', volumeAttributes: undefined }
        : toPersistentVolumeSpec(spec);
    // No claim has a limit that is passed on; a volume made by hand may have one.
    const limited: Json =
      volumeAttributes === undefined || limit === ''
        ? undefined
        : handMade(
            {
              capacity: { storage },
              csi: {
                driver: LOCAL_DRIVER,
                volumeHandle,
                volumeAttributes: { ...volumeAttributes, [`${LOCAL_DRIVER}/limit`]: limit },
              },
            },
            volumeHandle,
          );
    const refused = [
      ...asked,
      ...(limited === undefined
        ? []
        : errorsOn(limited).filter((rule) => rule === 'local/volume-limit')),
    ];
    if (!isOk(made)) return { said: refused.length > 0, expected: true };
    const ofDriver = Object.entries(get(made, 'volume', 'volumeContext') ?? {}).filter(([key]) =>
      key.startsWith(LOCAL_DRIVER),
    );
    const manifest = buildCsiPersistentVolume({
      ...others,
      volumeHandle,
      volumeAttributes,
    } as never);
    return {
      said: [
        refused,
        volumeHandle,
        limited?.spec.csi.volumeAttributes ?? volumeAttributes,
        affinityNodes({ manifest }) ?? [],
      ],
      expected: [
        [],
        made.volume.volumeId,
        Object.fromEntries(ofDriver),
        list(made.volume.accessibleTopology).map((topology) => get(topology, 'segments', NODE_KEY)),
      ],
    };
  },
};

const PROVISION: Replay = {
  leftOut: (one) => {
    const { input, answer } = one;
    if (fails(one)) return FAILS;
    if (!isFields(input.storageClass) || !isFields(input.claim)) {
      return 'there is no claim, or no class';
    }
    const [term] = list(input.storageClass.allowedTopologies);
    const values = list(get(list(get(term, 'matchLabelExpressions'))[0], 'values'));
    if (term !== undefined && !values.includes(input.nodeName)) {
      return 'the scheduler gives no claim a node that its class excludes';
    }
    const isExhausted = /resource ?exhausted/i.test(textOf(get(answer, 'event', 'message')));
    return isExhausted && provisionRoom(input) === undefined ? DISKS : undefined;
  },
  replay: ({ input, answer, expectedInstead }) => {
    const accepting = (object: Json) =>
      isFields(object) && object.kind === 'PersistentVolumeClaim'
        ? {
            ...object,
            metadata: {
              ...(object.metadata as Json),
              annotations: {
                ...(get(object, 'metadata', 'annotations') as Json),
                [ACCEPT]: 'true',
              },
            },
          }
        : object;
    const room = provisionRoom(input);
    const refused = refusalsOn(
      ...installation(input.hyperconverged === true),
      input.storageClass,
      accepting(input.claim),
      ...list(input.cluster).map(accepting),
      ...(room === undefined
        ? []
        : [capacityOf(room, textOf(input.nodeName), get(input.storageClass, 'metadata', 'name'))]),
    );
    // Without an event, the driver has nothing to do with it.
    const isWrong =
      get(expectedInstead, 'error') !== undefined ||
      (get(answer, 'provisioned') === false && get(answer, 'event') !== undefined);
    return { said: refused.length > 0, expected: isWrong };
  },
};

function provisionRoom(input: Case['input']): string | undefined {
  return roomIn(
    isFields(input.driver) ? input.driver : input,
    groupOf(get(input.storageClass, 'parameters')),
  );
}

/** The persistent volume of a case, with the handle of the request. */
function volumeOf(one: Case): Json {
  const [volume] = ofKind(one, 'PersistentVolume');
  if (!isFields(get(volume, 'spec', 'csi'))) return undefined;
  return 'request' in one.input
    ? {
        ...volume,
        spec: {
          ...volume.spec,
          csi: { ...volume.spec.csi, volumeHandle: textOf(requestOf(one).volumeId) },
        },
      }
    : volume;
}

const STAGE: Replay = {
  leftOut: (one) => {
    const { stagingTargetPath, volumeCapability } = requestOf(one);
    if (volumeOf(one) === undefined) return WITHOUT_VOLUME;
    if (textOf(stagingTargetPath) === '' || capabilitiesOf([volumeCapability]) === undefined) {
      return NO_SUCH_REQUEST;
    }
    if (fails(one)) return FAILS;
    const [, name] = textOf(requestOf(one).volumeId).split('#');
    // Without the persistent volume of that name, the driver mounts whatever is there.
    if (
      isOk(one.answer) &&
      name !== get(volumeOf(one), 'metadata', 'name') &&
      isThere(one, requestOf(one).volumeId)
    ) {
      return ON_THE_NODE;
    }
    const message = textOf(get(one.answer, 'message'));
    if (/resource ?exhausted/i.test(message)) return DISKS;
    return message.includes('volume size mismatch') ? ON_THE_NODE : undefined;
  },
  replay: (one) => {
    const driver = driverOf(one);
    const volume = volumeOf(one);
    const { accessModes } = capabilitiesOf([requestOf(one).volumeCapability])!;
    const made = right(one);
    // Where there is nothing and nothing is made, there is nothing to mount.
    const isMade = [made.logicalVolumesCreated, one.answer.logicalVolumesCreated].some(
      (volumes) => list(volumes).length > 0,
    );
    const isSomething =
      isMade || isThere(one, requestOf(one).volumeId) || one.expectedInstead !== undefined;
    const { name, namespace } = (get(volume, 'spec', 'claimRef') ?? {}) as Json;
    const pod = {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name: 'web', namespace },
      spec: {
        nodeSelector: { [NODE_KEY]: textOf(driver.nodeName) },
        containers: [
          { name: 'main', image: 'a', volumeMounts: [{ name: 'data', mountPath: '/data' }] },
        ],
        volumes: [{ name: 'data', persistentVolumeClaim: { claimName: name } }],
      },
    };
    const OF_STAGING = [
      'local/volume-handle',
      'local/volume-capacity',
      'local/volume-limit',
      'local/volume-access-mode',
      'local/node-excluded',
    ];
    const errors = errorsOn({ ...volume, spec: { ...volume.spec, accessModes } }, pod);
    return {
      said: errors.some((rule) => OF_STAGING.includes(rule)),
      expected: !isOk(made) || !isSomething,
    };
  },
};

const isHandle = (handle: string): boolean => /^[^#]+#[^#]+$/.test(handle);

const PUBLISH: Replay = {
  leftOut: (one) => {
    const { targetPath, volumeCapability, stagingTargetPath, volumeId, volumeContext } =
      requestOf(one);
    if (fails(one)) return FAILS;
    const isInline = get(volumeContext, 'csi.storage.k8s.io/ephemeral') === 'true';
    if (
      textOf(targetPath) === '' ||
      capabilitiesOf([volumeCapability]) === undefined ||
      (textOf(stagingTargetPath) === '' && !isInline)
    ) {
      return NO_SUCH_REQUEST;
    }
    return isOk(one.answer) && !isInline && !isHandle(textOf(volumeId))
      ? 'it is refused before, when it is staged'
      : undefined;
  },
  replay: (one) => {
    const { volumeContext, volumeId, volumeCapability } = requestOf(one) as Json;
    const { accessModes, volumeMode } = capabilitiesOf([volumeCapability])!;
    const isInline = get(volumeContext, 'csi.storage.k8s.io/ephemeral') === 'true';
    const pod = {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name: 'web' },
      spec: { containers: [], volumes: [{ name: 'tmp', csi: { driver: LOCAL_DRIVER } }] },
    };
    const errors = errorsOn(
      isInline ? pod : handMade({ accessModes, volumeMode }, textOf(volumeId)),
    );
    return { said: errors.some((rule) => rule.startsWith('local/')), expected: !isOk(one.answer) };
  },
};

const DELETE: Replay = {
  leftOut: (one) => {
    const volume = volumeOf(one);
    if (volume === undefined) return WITHOUT_VOLUME;
    if (fails(one) || get(one.answer, 'code') === 'Internal') return FAILS;
    const { nodeName } = driverOf(one);
    const handle = textOf(requestOf(one).volumeId);
    const nodes = affinityNodes({ manifest: volume });
    if (nodes !== undefined && !nodes.includes(textOf(nodeName))) {
      return "the provisioner asks the node of the volume's node affinity";
    }
    return isHandle(handle) && !isThere(one, handle) ? ON_THE_NODE : undefined;
  },
  replay: (one) => {
    const { answer } = one;
    const nodeName = textOf(driverOf(one).nodeName);
    const volume = volumeOf(one);
    if (errorsOn(volume).includes('local/volume-handle')) {
      return { said: [], expected: list(answer.logicalVolumesRemoved) };
    }
    const node = selectedNode({ manifest: volume });
    const isHere =
      affinityNodes({ manifest: volume }) !== undefined || node === undefined || node === nodeName;
    // Nodes are found by their exact names.
    const isGone =
      node !== undefined &&
      !ofKind(one, 'Node').some((object) => get(object, 'metadata', 'name') === node);
    const said = isHere
      ? 'removed'
      : isGone
        ? 'nothing to remove'
        : `Volume is on a different node ${node}`;
    const expected =
      list(answer.logicalVolumesRemoved).length > 0
        ? 'removed'
        : isOk(answer)
          ? 'nothing to remove'
          : answer.message;
    return { said, expected };
  },
};

const OF_MANAGER = [
  'external-provisioner.volume.kubernetes.io/finalizer',
  'kubernetes.io/pv-protection',
];

const CLEANUP: Replay = {
  leftOut: (one) => (volumeOf(one) === undefined ? WITHOUT_VOLUME : fails(one) ? FAILS : undefined),
  replay: (one) => {
    const volume = volumeOf(one);
    const isReady = (name: string) =>
      ofKind(one, 'Node').some(
        (object) =>
          get(object, 'metadata', 'name') === name &&
          list(get(object, 'status', 'conditions')).some(
            (condition) =>
              get(condition, 'type') === 'Ready' && get(condition, 'status') === 'True',
          ),
      );
    const named = affinityNodes({ manifest: volume });
    const isReleased =
      get(volume, 'status', 'phase') === 'Released' &&
      volume.spec.persistentVolumeReclaimPolicy === 'Delete' &&
      list(get(volume, 'metadata', 'finalizers')).some((finalizer) =>
        OF_MANAGER.includes(textOf(finalizer)),
      );
    const isOurs = isLocal({ driver: volume.spec.csi.driver, manifest: volume } as never);
    return {
      said: isOurs && isReleased && named !== undefined && !named.some(isReady),
      expected: one.answer.persistentVolume !== 'kept',
    };
  },
};

/**
 * The groups that the orphan scan looks through: those with the driver's tag, or else the default
 * one.
 */
function scannedGroups(one: Case): readonly unknown[] {
  const tagged = list(driverOf(one).volumeGroups)
    .filter((group) => get(group, 'untagged') !== true)
    .map((group) => get(group, 'name'));
  return tagged.length === 0 ? [DEFAULT_GROUP] : tagged;
}

/** Each logical volume of the node with the persistent volume that has it. */
function pairsOf(
  one: Case,
): { readonly name: string; readonly isScanned: boolean; readonly volume: Json }[] {
  return list(driverOf(one).logicalVolumes).flatMap((logical) => {
    const [group, name] = [textOf(get(logical, 'volumeGroup')), textOf(get(logical, 'name'))];
    const volume = ofKind(one, 'PersistentVolume').find(
      (object) =>
        get(object, 'spec', 'csi', 'driver') === LOCAL_DRIVER &&
        get(object, 'spec', 'csi', 'volumeHandle') === `${group}#${name}`,
    );
    return volume === undefined
      ? []
      : [{ name: `${group}/${name}`, isScanned: scannedGroups(one).includes(group), volume }];
  });
}

const GC: Replay = {
  leftOut: (one) =>
    pairsOf(one).length === 0 ? 'no persistent volume has the logical volume' : undefined,
  replay: (one) => {
    const nodeName = textOf(driverOf(one).nodeName);
    const pairs = pairsOf(one);
    const removed = (volume: Json) => isRemovedFrom(nodeName, { manifest: volume });
    const isInUse = (volume: Json) =>
      ['Available', 'Bound'].includes(textOf(get(volume, 'status', 'phase'))) &&
      get(volume, 'metadata', 'deletionTimestamp') === undefined;
    const names = (which: typeof pairs) => which.map(({ name }) => name);
    const removedBy = (collector: string) =>
      list(get(one.answer, collector, 'logicalVolumesRemoved')).filter((name) =>
        names(pairs).includes(textOf(name)),
      );
    // Wherever data goes that ought to stay, nobody may write such a volume.
    const isRefused =
      !one.upstreamBugs?.includes('empty-node') ||
      pairs.every(({ volume }) => errorsOn(volume).includes('local/volume-node'));
    const scanned = names(pairs.filter(({ isScanned, volume }) => isScanned && removed(volume)));
    const failedOver = isFields(one.answer.failover)
      ? names(pairs.filter(({ volume }) => isInUse(volume) && removed(volume)))
      : [];
    return {
      said: [scanned, failedOver, isRefused],
      expected: [removedBy('orphanScan'), removedBy('failover'), true],
    };
  },
};

const DRIVER: Replay = {
  leftOut: ({ answer }) =>
    isFields(get(answer, 'nodeGetInfo', 'accessibleTopology', 'segments'))
      ? undefined
      : 'the answer has no topology',
  replay: ({ answer }) => ({
    said: [
      LOCAL_DRIVER,
      [NODE_KEY],
      true,
      list(answer.supportedAccessModes)
        .flatMap((mode) => MODES[textOf(mode)] ?? [])
        .flatMap((mode) => errorsOn(storageClass(), claim({ accessModes: [mode] }))),
    ],
    expected: [
      get(answer, 'pluginInfo', 'name'),
      Object.keys(answer.nodeGetInfo.accessibleTopology.segments),
      isFields(answer.csiDriver),
      [],
    ],
  }),
};

/** How each group is replayed. */
export const REPLAYS: { readonly [group: string]: Replay } = {
  modes: MODES_REPLAY,
  create: CREATE,
  provision: PROVISION,
  stage: STAGE,
  publish: PUBLISH,
  delete: DELETE,
  cleanup: CLEANUP,
  gc: GC,
  driver: DRIVER,
};
