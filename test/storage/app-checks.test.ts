/** Claims, volumes and workloads of an app together, whoever made them. */
import { ApiObject, App, Chart, Testing } from 'cdk8s';
import { claimOf } from './object-cases';
import { CsiPersistentVolume, Findings, PersistentVolumeClaim } from '../../src';
import { describeFinding } from '../../src/findings';
import { CoLocation, CoLocationMode } from '../../src/placement';
import { checkRollouts } from '../../src/storage/core';
import { readTopology } from '../../src/topology';

type Fields = { readonly [field: string]: unknown };

const topologyOf = (...manifests: object[]) => readTopology((manifests as Fields[]).map((manifest) => ({ key: String(manifest.kind), manifest })));
const NO_CLASS = { storageClassName: '' };

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
