/**
 * What the driver itself answers, against what is said of the same things before there is a cluster: classes, claims and volumes that it
 * refuses have findings, those that it takes have none; and volumes are where the driver takes them to be.
 */
import { Case, casesOf } from './cases';
import { targetFacts } from '../../src/facts';
import { hasErrors } from '../../src/findings';
import { judge, readWorld } from '../../src/judge';
import { ALL_JUDGES } from '../../src/judges';
import { affinityNodes, isLocal, LOCAL_DRIVER, NODE_KEY, selectedNode } from '../../src/local/core';
import { toPersistentVolumeSpec } from '../../src/local/volumes/build';
import { buildCsiPersistentVolume } from '../../src/storage/core';
import { sayReplayed } from '../support/conformance';
import { Fields, get, isFields, list } from '../support/reading';

type Json = any;

const ACCEPT = `${LOCAL_DRIVER}/accept-ephemeral-storage`;
/** What the sidecars make of a claim's access modes for this driver; the driver is never asked for any other. */
const MODES: { readonly [mode: string]: string } = {
  SINGLE_NODE_WRITER: 'ReadWriteOnce', SINGLE_NODE_SINGLE_WRITER: 'ReadWriteOncePod', MULTI_NODE_READER_ONLY: 'ReadOnlyMany', MULTI_NODE_MULTI_WRITER: 'ReadWriteMany',
};

const counts = new Map<string, number>();
let replayed = 0;
afterAll(() => sayReplayed('local-csi driver', replayed, counts));

/** The cases of a group that a synthesizer can meet; of the others, why it cannot. */
function casesFor(group: string, leftOut: (one: Case) => string | undefined = () => undefined): (readonly [string, Case])[] {
  return casesOf(group).flatMap((one) => {
    const reason = leftOut(one);
    if (reason === undefined) replayed += 1;
    else counts.set(reason, (counts.get(reason) ?? 0) + 1);
    return reason === undefined ? [[one.id, one] as const] : [];
  });
}

const right = ({ answer, expectedInstead }: Case): Json => ({ ...answer, ...expectedInstead });

/** The rules that are broken, by errors only: what is merely without effect has warnings. */
function errorsOn(...manifests: readonly Json[]): string[] {
  const world = readWorld(manifests.map((manifest, index) => ({ key: String(index), manifest })), targetFacts());
  return judge(world, ALL_JUDGES).filter((finding) => hasErrors([finding])).map(({ rule }) => rule);
}

const storageClass = (parameters: Fields = {}): Json => ({
  apiVersion: 'storage.k8s.io/v1', kind: 'StorageClass', metadata: { name: 'local' }, provisioner: LOCAL_DRIVER, parameters, volumeBindingMode: 'WaitForFirstConsumer',
});

const claim = (spec: Fields): Json => ({
  apiVersion: 'v1',
  kind: 'PersistentVolumeClaim',
  metadata: { name: 'data', namespace: 'apps', annotations: { [ACCEPT]: 'true' } },
  spec: { storageClassName: 'local', accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } }, ...spec },
});

const handMade = (spec: Fields, volumeHandle: string = 'containerstorage#pv-1'): Json => ({
  apiVersion: 'v1',
  kind: 'PersistentVolume',
  metadata: { name: 'pv-1' },
  spec: {
    accessModes: ['ReadWriteOnce'],
    capacity: { storage: '1Gi' },
    csi: { driver: LOCAL_DRIVER, volumeHandle, volumeAttributes: { [`${LOCAL_DRIVER}/capacity`]: '1073741824', [`${LOCAL_DRIVER}/selected-initial-node`]: 'node-a' } },
    ...spec,
  },
});

const WEBHOOKS = 'MutatingWebhookConfiguration';

/** The object that makes the driver leave volumes without node affinity, and what steers pods to them. */
const installation = (hyperconverged: boolean): Json[] => [
  {
    apiVersion: 'apps/v1',
    kind: 'DaemonSet',
    metadata: { name: 'csi-local-node', namespace: 'kube-system' },
    spec: {
      selector: { matchLabels: { app: 'a' } },
      template: { metadata: { labels: { app: 'a' } }, spec: { containers: [{ name: 'driver', image: 'a', args: [`--run-alongside-webhook=${hyperconverged}`] }] } },
    },
  },
  ...hyperconverged ? [{ apiVersion: 'admissionregistration.k8s.io/v1', kind: WEBHOOKS, metadata: { name: 'w' }, webhooks: [{ name: `hyperconverged.${LOCAL_DRIVER}` }] }] : [],
];

describe('access modes and volume modes of claims', () => {
  test.each(casesFor('modes'))('%s', (_id, { input, answer }) => {
    const errors = errorsOn(storageClass(), claim({ accessModes: input.accessModes, volumeMode: input.volumeMode }));
    expect(errors).toEqual(answer.createVolume.code === 'OK' ? [] : ['manifest/access-mode']);
    const byHand = errorsOn(handMade({ accessModes: input.accessModes, volumeMode: input.volumeMode }));
    expect(byHand).toEqual(answer.nodeStageWithFirstMode.code === 'OK' ? [] : ['local/volume-access-mode']);
  });
});

describe('volumes that are asked for', () => {
  const capability = ({ input: { request } }: Case): Json => list(request.volumeCapabilities)[0];

  const cases = casesFor('create', (one) => {
    const { request, driver } = one.input;
    if (one.answer.code === 'ResourceExhausted') return 'it depends on the disks of the node';
    if (request.capacityRange?.limitBytes !== undefined) return 'no claim has a limit that is passed on';
    if (request.capacityRange?.requiredBytes === undefined) return 'every claim has a size';
    const isOther = list(driver.logicalVolumes).some((volume) => get(volume, 'sizeBytes') !== request.capacityRange.requiredBytes);
    if (isOther) return 'it depends on what is on the node already';
    if (!request.name || !capability(one) || (!capability(one).mount && !capability(one).block)) return 'no claim leads to such a request';
    if (MODES[capability(one).accessMode.mode] === undefined) return 'no claim leads to such a request';
    if (driver.hyperconverged && request.parameters?.['csi.storage.k8s.io/pvc/name'] === undefined) return 'the provisioner always passes on the name of the claim';
    return undefined;
  });

  test.each(cases)('%s', (_id, one) => {
    const { input: { request, driver } } = one;
    const { mount, accessMode } = capability(one);
    const own = Object.fromEntries(Object.entries<string>(request.parameters ?? {}).filter(([name]) => !name.startsWith('csi.storage.k8s.io/')));
    const made = right(one);
    const source = request.volumeContentSource ? { dataSource: { kind: 'PersistentVolumeClaim', name: 'other' } } : {};
    const errors = errorsOn(
      ...installation(driver.hyperconverged), storageClass({ ...own, ...mount?.fsType ? { 'csi.storage.k8s.io/fstype': mount.fsType } : {} }),
      claim({ accessModes: [MODES[accessMode.mode]], volumeMode: mount ? 'Filesystem' : 'Block', ...source }),
    );
    expect(errors.length > 0).toBe(made.code !== 'OK');
    if (made.code !== 'OK') return;
    const spec = toPersistentVolumeSpec({
      name: request.name,
      nodeName: driver.nodeName,
      storage: request.capacityRange.requiredBytes,
      storageClassName: 'local',
      hyperconverged: driver.hyperconverged,
      failoverMode: own[`${LOCAL_DRIVER}/failover-mode`],
      volumeGroup: own.volumeGroup ?? 'containerstorage',
      accessModes: [MODES[accessMode.mode]],
    });
    const ofDriver = Object.entries(made.volume.volumeContext).filter(([name]) => name.startsWith(LOCAL_DRIVER));
    expect([spec.volumeHandle, spec.volumeAttributes]).toEqual([made.volume.volumeId, Object.fromEntries(ofDriver)]);
    const segments = list(made.volume.accessibleTopology).map((topology) => get(topology, 'segments', NODE_KEY));
    expect(affinityNodes({ manifest: buildCsiPersistentVolume(spec) }) ?? []).toEqual(segments);
  });
});

describe('claims with their classes, from one end to the other', () => {
  const cases = casesFor('provision', ({ input }) => {
    const [term] = list(input.storageClass.allowedTopologies);
    const values = list(get(list(get(term, 'matchLabelExpressions'))[0], 'values'));
    return term !== undefined && !values.includes(input.nodeName) ? 'the scheduler gives no claim a node that its class excludes' : undefined;
  });

  test.each(cases)('%s', (_id, one) => {
    const { input: { storageClass: ofClaim, claim: asked, cluster = [], hyperconverged } } = one;
    const accepted = { ...asked, metadata: { ...asked.metadata, annotations: { ...asked.metadata.annotations, [ACCEPT]: 'true' } } };
    const others = cluster.map((other: Json) => ({ ...other, metadata: { ...other.metadata, annotations: { [ACCEPT]: 'true' } } }));
    const errors = errorsOn(...installation(hyperconverged), ofClaim, accepted, ...others);
    // Without an event, the driver has nothing to do with it.
    const isWrong = one.upstreamBugs?.includes('initial-node-from-class') || (one.answer.provisioned === false && one.answer.event !== undefined);
    expect(errors.length > 0).toBe(isWrong);
  });
});

/** The persistent volume of a case, with the handle of the request. */
function volumeOf({ input: { cluster, request } }: Case): Json {
  const volume: Json = list(cluster).find((object) => get(object, 'kind') === 'PersistentVolume');
  if (!volume || request?.volumeId === undefined) return volume;
  return { ...volume, spec: { ...volume.spec, csi: { ...volume.spec.csi, volumeHandle: request.volumeId } } };
}

const WITHOUT_VOLUME = 'there is no persistent volume';

describe('volumes that are staged', () => {
  const OF_STAGING = ['local/volume-handle', 'local/volume-capacity', 'local/volume-limit', 'local/volume-access-mode'];
  const cases = casesFor('stage', (one) => {
    const { request, driver } = one.input;
    const { volumeCapability: asked } = request;
    if (volumeOf(one) === undefined) return WITHOUT_VOLUME;
    if (driver.volumeGroups.length === 0) return 'it depends on the disks of the node';
    if (request.stagingTargetPath === undefined || (!asked.mount && !asked.block)) return 'kubelet makes no such request';
    return MODES[asked.accessMode.mode] === undefined ? 'no claim leads to such a request' : undefined;
  });

  test.each(cases)('%s', (_id, one) => {
    const { driver, request } = one.input;
    const { mode } = request.volumeCapability.accessMode;
    // Where there is nothing and nothing is made, there is nothing to mount.
    const isThere = list(right(one).logicalVolumesCreated).length + driver.logicalVolumes.length > 0 || one.expectedInstead !== undefined;
    const volume = volumeOf(one);
    const errors = errorsOn({ ...volume, spec: { ...volume.spec, accessModes: [MODES[mode]] } });
    expect(errors.filter((rule) => OF_STAGING.includes(rule)).length > 0).toBe(right(one).code !== 'OK' || !isThere);
  });
});

describe('volumes that are mounted', () => {
  const cases = casesFor('publish', ({ input: { request, mountError } }) => {
    if (mountError !== undefined) return 'mounting fails on the node';
    if (request.targetPath === undefined || request.volumeCapability === undefined) return 'kubelet makes no such request';
    return request.volumeCapability.mount && request.stagingTargetPath && !request.volumeId.includes('#') ? 'it is refused before, when it is staged' : undefined;
  });

  test.each(cases)('%s', (_id, one) => {
    const { request } = one.input;
    const isInline = get(request.volumeContext, 'csi.storage.k8s.io/ephemeral') === 'true';
    const pod = { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'web' }, spec: { containers: [], volumes: [{ name: 'tmp', csi: { driver: LOCAL_DRIVER } }] } };
    const object = isInline ? pod : handMade({}, request.volumeId);
    const expected = isInline ? 'local/inline-volume' : 'local/volume-handle';
    const errors = errorsOn(object).filter((rule) => rule.startsWith('local/'));
    expect(errors).toEqual(one.answer.code === 'OK' ? [] : [expected]);
  });
});

describe('where a volume is, when it is deleted', () => {
  test.each(casesFor('delete'))('%s', (_id, one) => {
    const { input: { driver, cluster }, answer } = one;
    const volume = volumeOf(one);
    const node = selectedNode({ manifest: volume });
    const nodes = cluster.filter(({ kind }) => kind === 'Node').map((object) => get(object, 'metadata', 'name'));
    if (answer.code === 'FailedPrecondition') {
      expect(answer.message).toBe(`Volume is on a different node ${node}`);
    } else if (answer.logicalVolumesRemoved.length > 0) {
      expect([driver.nodeName, undefined]).toContain(node);
      expect(affinityNodes({ manifest: volume }) ?? [driver.nodeName]).toContain(driver.nodeName);
    } else {
      expect(errorsOn(volume).includes('local/volume-handle') || !nodes.includes(node)).toBe(true);
    }
  });
});

describe('volumes of nodes that are gone, which the manager cleans up', () => {
  test.each(casesFor('cleanup'))('%s', (_id, one) => {
    const volume = volumeOf(one);
    const isReady = (name: string) => one.input.cluster.some((object) => get(object, 'kind') === 'Node' && get(object, 'metadata', 'name') === name
      && list(get(object, 'status', 'conditions')).some((condition) => get(condition, 'type') === 'Ready' && get(condition, 'status') === 'True'));
    const named = affinityNodes({ manifest: volume });
    const isOurs = isLocal({ driver: volume.spec.csi.driver, manifest: volume } as never) && volume.status.phase === 'Released';
    expect(isOurs && named !== undefined && !named.some(isReady)).toBe(one.answer.persistentVolume !== 'kept');
  });
});

describe('volumes that are elsewhere, which the collectors of a node remove', () => {
  const isOf = (volume: Json, logical: unknown) => volume?.spec.csi.driver === LOCAL_DRIVER
    && volume.spec.csi.volumeHandle === `${String(get(logical, 'volumeGroup'))}#${String(get(logical, 'name'))}`;
  const cases = casesFor('gc', (one) => isOf(volumeOf(one), one.input.driver.logicalVolumes[0]) ? undefined : 'no persistent volume has the logical volume');

  test.each(cases)('%s', (_id, one) => {
    const { nodeName } = one.input.driver;
    const manifest = volumeOf(one);
    const node = selectedNode({ manifest });
    const removed = list(one.answer.orphanScan.logicalVolumesRemoved).length > 0;
    if (one.upstreamBugs?.includes('empty-node')) {
      // An empty node is no node; since the collectors take it for one, nobody may write it.
      expect([node, errorsOn(manifest)]).toEqual([nodeName, ['local/volume-node']]);
    } else {
      expect(node !== undefined && node !== nodeName).toBe(removed);
    }
  });
});

describe('the driver itself', () => {
  test.each(casesFor('driver'))('%s', (_id, { answer }) => {
    expect([answer.pluginInfo.name, Object.keys(answer.nodeGetInfo.accessibleTopology.segments)]).toEqual([LOCAL_DRIVER, [NODE_KEY]]);
    const modes = answer.supportedAccessModes.flatMap((mode: string) => MODES[mode] ?? []);
    expect(modes.flatMap((mode: string) => errorsOn(storageClass(), claim({ accessModes: [mode] })))).toEqual([]);
    expect(isFields(answer.csiDriver)).toBe(true);
  });
});
