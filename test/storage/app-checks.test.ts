/** Claims, volumes and workloads of an app together, whoever made them. */
import { ApiObject, App, Chart, Testing } from 'cdk8s';
import { claimOf, volumeOf } from './object-cases';
import { describeFinding, Finding } from '../../src/findings';
import { CoLocation, CoLocationMode } from '../../src/placement';
import { CsiPersistentVolume, PersistentVolumeClaim } from '../../src/storage';
import { checkBindings, checkClaimNames, checkRollouts } from '../../src/storage/core';
import { readTopology } from '../../src/topology';
import { Findings } from '../../src/tree';

type Fields = { readonly [field: string]: unknown };

const topologyOf = (...manifests: object[]) => readTopology((manifests as Fields[]).map((manifest) => ({ key: String(manifest.kind), manifest })));
const said = (findings: readonly Finding[]) => findings.map(({ construct, rule, severity, path, message }) => `${construct} ${severity} ${rule} ${path}: ${message}`);
const RESERVED = { claimRef: { name: 'data', namespace: 'default' } };
const NO_CLASS = { storageClassName: '' };

describe('a claim that names its volume', () => {
  const named = (claim: object, volume: object, metadata?: object) => said(checkBindings(topologyOf(claimOf({ ...NO_CLASS, volumeName: 'data', ...claim }, metadata), volumeOf(volume))));
  const never = (path: string, why: string) => [`PersistentVolumeClaim error storage/volume-mismatch spec.${path}: the claim "data" never gets the volume "data": it ${why}`];

  test.each<readonly [string, object, object, readonly string[]]>([
    ['fits', {}, {}, []],
    ['requests as much as there is', { resources: { requests: { storage: '1024Mi' } } }, {}, []],
    ['requests more', { resources: { requests: { storage: '1025Mi' } } }, {}, never('resources.requests.storage', 'has 1Gi, and the claim requests 1025Mi')],
    ['asks for an access mode that the volume has among others', {}, { accessModes: ['ReadOnlyMany', 'ReadWriteOnce'] }, []],
    ['asks for another access mode', { accessModes: ['ReadWriteOnce', 'ReadWriteMany'] }, {}, never('accessModes', 'is ReadWriteOnce, and the claim asks for ReadWriteMany')],
    ['asks for a device', { volumeMode: 'Block' }, {}, never('volumeMode', 'has the mode Filesystem, and the claim asks for Block')],
    ['says the default mode', { volumeMode: 'Filesystem' }, {}, []],
    ['asks for another class', { storageClassName: 'fast' }, {}, never('storageClassName', 'has the class "", and the claim asks for "fast"')],
    ['asks for the class of the volume', { storageClassName: 'fast' }, { storageClassName: 'fast' }, []],
    ['asks for a class of attributes', { volumeAttributesClassName: 'gold' }, {}, never('volumeAttributesClassName', 'has the class of attributes "", and the claim asks for "gold"')],
    ['is meant by the volume too, whatever they are like', { storageClassName: 'fast', resources: { requests: { storage: '2Gi' } } }, RESERVED, []],
    ['is not the one that the volume is reserved for', {}, { claimRef: { name: 'other', namespace: 'default' } }, never('volumeName', 'is reserved for the claim "other" in the namespace "default"')],
    ['is in another namespace than the one that the volume is reserved for', {}, { claimRef: { name: 'data', namespace: 'other' } }, never('volumeName', 'is reserved for the claim "data" in the namespace "other"')],
    ['is named by the volume without a namespace', {}, { claimRef: { name: 'data' } }, never('volumeName', 'is reserved for a claim "data" of no namespace')],
    [
      'leaves its class open', { storageClassName: undefined }, {},
      ['PersistentVolumeClaim warning storage/static-claim-class spec.storageClassName: the claim "data" names no class, so it gets the default class of the cluster where there is one, and its volume "data" has the class ""'],
    ],
  ])('%s', (_title, claim, volume, lines) => {
    expect(named(claim, volume)).toEqual(lines);
  });

  test('gets the default class of the app', () => {
    const fast = { apiVersion: 'storage.k8s.io/v1', kind: 'StorageClass', metadata: { name: 'fast', annotations: { 'storageclass.kubernetes.io/is-default-class': 'true' } } };
    expect(said(checkBindings(topologyOf(fast, claimOf({ volumeName: 'data' }), volumeOf({}))))).toEqual(never('storageClassName', 'has the class "", and the claim gets the default class "fast"'));
  });

  test('says nothing of a volume that is elsewhere', () => {
    expect(checkBindings(topologyOf(claimOf({ volumeName: 'other' }), volumeOf({})))).toEqual([]);
  });
});

describe('a claim that a volume is reserved for', () => {
  test.each<readonly [string, object, number]>([
    ['fits', {}, 0],
    ['may be of another class', { storageClassName: 'fast' }, 0],
    ['requests more', { resources: { requests: { storage: '2Gi' } } }, 1],
    ['asks for another access mode', { accessModes: ['ReadWriteMany'] }, 1],
    ['asks for a device', { volumeMode: 'Block' }, 1],
    ['asks for a class of attributes', { volumeAttributesClassName: 'gold' }, 1],
  ])('%s', (_title, claim, count) => {
    expect(checkBindings(topologyOf(claimOf(claim), volumeOf(RESERVED)))).toHaveLength(count);
  });
});

const pod = (claimName: string, namespace: string = 'default') => ({
  apiVersion: 'v1', kind: 'Pod', metadata: { name: 'web', namespace }, spec: { volumes: [{ name: 'data', persistentVolumeClaim: { claimName } }] },
});

describe('a claim that the app does not have', () => {
  const uploads = claimOf({}, { name: 'uploads' });

  test.each(['uploasd', 'upload', 'uploadss', 'uplaods', 'uxloads'])('is probably another one: %s', (claimName) => {
    expect(said(checkClaimNames(topologyOf(uploads, pod(claimName))))).toEqual([
      `Pod warning storage/claim-name : Pod/default/web has the claim "${claimName}", which is not in the app`,
    ]);
  });

  test.each(['uploads', 'downloads', 'uplaosd', 'uploads-1', 'uploads2'])('may be meant, or is there: %s', (claimName) => {
    expect(checkClaimNames(topologyOf(uploads, pod(claimName)))).toEqual([]);
  });

  test('may be meant where the near one is in another namespace', () => {
    expect(checkClaimNames(topologyOf(uploads, pod('uploasd', 'other')))).toEqual([]);
  });

  test.each([['disk-a', 'disk-b'], ['data-1', 'data-2'], ['data1', 'data']])('is counted, and no mistake: %s beside %s', (claimName, name) => {
    expect(checkClaimNames(topologyOf(claimOf({}, { name }), pod(claimName)))).toEqual([]);
  });

  test('a volume that a claim names is probably another one', () => {
    expect(said(checkClaimNames(topologyOf(claimOf({ volumeName: 'dtaa' }), volumeOf({}))))).toEqual([
      'PersistentVolumeClaim warning storage/claim-name spec.volumeName: the volume "dtaa" is not in the app',
    ]);
  });
});

function deployment(spec: object, podSpec: object = {}): object {
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: 'web', namespace: 'default' },
    spec: { template: { spec: { volumes: [{ name: 'data', persistentVolumeClaim: { claimName: 'data' } }], ...podSpec } }, ...spec },
  };
}

describe('a rollout', () => {
  const rolling = (rollingUpdate: object) => ({ strategy: { type: 'RollingUpdate', rollingUpdate } });

  test.each<readonly [string, object, boolean]>([
    ['as it is by default', {}, true],
    ['of four, of which one may be missing', { replicas: 4 }, false],
    ['of three, of which none may be missing', { replicas: 3 }, true],
    ['of none', { replicas: 0 }, false],
    ['that removes the old pod first', { strategy: { type: 'Recreate' } }, false],
    ['that adds none', rolling({ maxSurge: 0, maxUnavailable: 1 }), false],
    ['that may miss the one', rolling({ maxSurge: 1, maxUnavailable: 1 }), false],
    ['that may not miss the one', rolling({ maxSurge: 1, maxUnavailable: 0 }), true],
    ['that may miss all', rolling({ maxUnavailable: '100%' }), false],
    ['that may miss nearly all', rolling({ maxUnavailable: '99%' }), true],
    ['that adds hardly any', rolling({ maxSurge: '1%' }), true],
    ['that adds no percent', rolling({ maxSurge: '0%' }), false],
  ])('%s', (_title, spec, waits) => {
    expect(checkRollouts(topologyOf(claimOf({}), deployment(spec)))).toHaveLength(waits ? 1 : 0);
  });

  test('is told with the claim, and what to do', () => {
    const [finding] = checkRollouts(topologyOf(claimOf({}), deployment({})));
    expect(describeFinding(finding)).toBe('Deployment: spec.strategy: Deployment/default/web adds a pod before it removes one, and its claim "data" is for one node (ReadWriteOnce), so a rollout may wait '
      + 'for ever; give strategy: { type: Recreate }, or rollingUpdate: { maxSurge: 0, maxUnavailable: 1 } (storage/rollout-on-one-node)');
  });

  test.each<readonly [string, object, object, boolean]>([
    ['of many nodes', { accessModes: ['ReadWriteMany'] }, {}, false],
    ['of many readers', { accessModes: ['ReadOnlyMany'] }, {}, false],
    ['of one node or many readers', { accessModes: ['ReadWriteOnce', 'ReadOnlyMany'] }, {}, false],
    ['of one pod', { accessModes: ['ReadWriteOncePod'] }, {}, true],
    ['of one node that is named', {}, { nodeName: 'node-1' }, false],
    ['of one node that is selected', {}, { nodeSelector: { 'kubernetes.io/hostname': 'node-1' } }, false],
    ['of one pod, on one node', { accessModes: ['ReadWriteOncePod'] }, { nodeName: 'node-1' }, true],
    ['beside others', {}, { affinity: { podAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [{ topologyKey: 'kubernetes.io/hostname' }] } } }, false],
    ['in a zone', {}, { affinity: { podAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [{ topologyKey: 'topology.kubernetes.io/zone' }] } } }, true],
  ])('with a claim %s', (_title, claim, podSpec, waits) => {
    expect(checkRollouts(topologyOf(claimOf(claim), deployment({}, podSpec)))).toHaveLength(waits ? 1 : 0);
  });

  test('of what nothing is known waits for nothing', () => {
    expect(checkRollouts(topologyOf(deployment({})))).toEqual([]);
  });
});

describe('in an app', () => {
  const chartOf = () => new Chart(new App(), 'shop', { namespace: 'default' });
  const object = (scope: Chart, id: string, manifest: object) => new ApiObject(scope, id, manifest as any);

  test('a volume of this library and a claim of nobody that never bind fail the synthesis', () => {
    const chart = chartOf();
    new CsiPersistentVolume(chart, 'data', { driver: 'fake.csi.test', volumeHandle: 'h', capacity: '1Gi', accessModes: ['ReadWriteOnce' as any] });
    object(chart, 'claim', claimOf({ ...NO_CLASS, volumeName: 'data', resources: { requests: { storage: '2Gi' } } }));
    expect(() => Testing.synth(chart)).toThrow(
      'shop/claim: spec.resources.requests.storage: the claim "data" never gets the volume "data": it has 1Gi, and the claim requests 2Gi; request no more than the volume has (storage/volume-mismatch)');
  });

  test('a warning about an object of nobody can be accepted at it', () => {
    const chart = chartOf();
    new PersistentVolumeClaim(chart, 'data', { accessModes: ['ReadWriteOnce' as any], storage: '1Gi' });
    const web = object(chart, 'web', deployment({}));
    expect(Findings.of(chart).map(({ rule, construct }) => [rule, construct])).toEqual([['storage/rollout-on-one-node', 'shop/web']]);
    Findings.acknowledge(web, 'storage/rollout-on-one-node', 'there is one node');
    expect(Findings.of(chart)).toEqual([]);
  });

  test('a Deployment that is required to be beside another is on one node', () => {
    const chart = chartOf();
    new PersistentVolumeClaim(chart, 'data', { accessModes: ['ReadWriteOnce' as any], storage: '1Gi' });
    const db = object(chart, 'db', {
      apiVersion: 'v1', kind: 'Pod', metadata: { name: 'db', labels: { app: 'db' } }, spec: { containers: [{ name: 'db', image: 'db' }] },
    });
    const web = object(chart, 'web', deployment({}));
    CoLocation.of(web).with(db, { mode: CoLocationMode.REQUIRED });
    expect(Findings.of(chart)).toEqual([]);
  });
});
