/**
 * The topology of a tree: read once per synthesis, and safe against being asked while it is read.
 */
import { ApiObject, App, Chart, JsonPatch, Lazy, Testing } from 'cdk8s';
import { CoLocation, Findings, VolumeTopology } from '../../src';
import * as topology from '../../src/topology';
import { claimNamed } from '../support/claims';

const template = (app: string) => ({
  metadata: { labels: { app } },
  spec: { containers: [], volumes: [{ name: 'v', persistentVolumeClaim: { claimName: 'data' } }] },
});
const deployment = (chart: Chart, name: string, spec: object = {}) =>
  new ApiObject(chart, name, {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name },
    spec: { template: template(name), ...spec },
  });

afterEach(() => jest.restoreAllMocks());

test('it is read twice per synthesis, before and after what follows from it, however many workloads and charts there are', () => {
  const app = new App();
  for (const id of ['one', 'two', 'three']) {
    const chart = new Chart(app, id);
    deployment(chart, `${id}-web`);
    for (let index = 0; index < 20; index += 1) {
      CoLocation.of(deployment(chart, `${id}-${index}`)).withClaim(claimNamed(chart, 'data'));
    }
  }
  const read = jest.spyOn(topology, 'readTopology');
  app.synthYaml();
  expect(read).toHaveBeenCalledTimes(2);
});

test('what is added between two syntheses counts in the second', () => {
  const chart = Testing.chart();
  const me = deployment(chart, 'me');
  CoLocation.of(me).withClaim(claimNamed(chart, 'data'));
  const affinity = (): any =>
    Testing.synth(chart).find(({ metadata }) => metadata.name === 'me').spec.template.spec.affinity;
  expect(affinity()).toBeUndefined();
  deployment(chart, 'web');
  expect(affinity()).toBeDefined();
});

test('what changes in place counts in the next synthesis of another turn', async () => {
  const chart = Testing.chart();
  CoLocation.of(deployment(chart, 'me')).withClaim(claimNamed(chart, 'data'));
  let replicas = 1;
  deployment(chart, 'web', { replicas: Lazy.any({ produce: () => replicas }) });
  const kinds = (): string[] =>
    Object.keys(
      Testing.synth(chart).find(({ metadata }) => metadata.name === 'me').spec.template.spec
        .affinity.podAffinity,
    );
  expect(kinds()).toEqual(['requiredDuringSchedulingIgnoredDuringExecution']);
  replicas = 0;
  await Promise.resolve();
  expect(kinds()).toEqual(['preferredDuringSchedulingIgnoredDuringExecution']);
});

test('a finding on an object that is patched in another turn is gone', async () => {
  const chart = Testing.chart();
  const recreated = { strategy: { type: 'Recreate' } };
  const claim = new ApiObject(chart, 'data', {
    apiVersion: 'v1',
    kind: 'PersistentVolumeClaim',
    metadata: { name: 'data' },
    spec: {
      accessModes: ['ReadWriteOncePod'],
      resources: { requests: { storage: '1Gi' } },
    },
  });
  deployment(chart, 'web', recreated);
  CoLocation.of(deployment(chart, 'me', recreated)).withClaim(claimNamed(chart, 'data'));
  const rules = () => Findings.of(chart).all.map(({ rule }) => rule);
  expect(rules()).toEqual(['placement/claim-for-one-pod']);
  claim.addJsonPatch(JsonPatch.replace('/spec/accessModes', ['ReadWriteOnce']));
  await Promise.resolve();
  expect(rules()).toEqual([]);
});

test('whoever asks while it is read gets an empty one, and the right one afterwards', () => {
  const chart = Testing.chart();
  const seen: number[] = [];
  deployment(chart, 'web', {
    replicas: Lazy.any({
      produce: () => {
        seen.push(VolumeTopology.of(chart).consumersOf(claimNamed(chart, 'data')).length);
        return 1;
      },
    }),
  });
  expect(VolumeTopology.of(chart).consumersOf(claimNamed(chart, 'data'))).toHaveLength(1);
  expect(seen).toEqual([0]);
  Testing.synth(chart);
  expect(seen.at(-1)).toBe(1);
});

test('a workload that cannot be written is told of as it is without a topology, and the next reading works', () => {
  const chart = Testing.chart();
  let broken = true;
  deployment(chart, 'web', {
    replicas: Lazy.any({
      produce: () => {
        if (broken) throw new Error('not yet');
        return 1;
      },
    }),
  });
  expect(() => VolumeTopology.of(chart)).toThrow('not yet');
  broken = false;
  expect(VolumeTopology.of(chart).consumersOf(claimNamed(chart, 'data'))).toHaveLength(1);
});

test('objects that no reader of volumes looks at are not computed', () => {
  const chart = Testing.chart();
  const map = new ApiObject(chart, 'map', {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: 'map' },
  });
  const toJson = jest.spyOn(map, 'toJson');
  VolumeTopology.of(chart);
  expect(toJson).not.toHaveBeenCalled();
});
