/**
 * Topologies that are large in one respect, so large that work by the square of their size would
 * take hours: that a test ends at all is what it is for. No clock is looked at, as that of a busy
 * machine says nothing.
 */
import { readTopology, TopologySource } from '../../src/topology';

const MANY = 50_000;
/** After so many milliseconds nobody waits any longer. */
const NEVER = 500_000;
jest.setTimeout(NEVER);

test('a thousand million pods are not counted out', () => {
  const spec = {
    replicas: 1e9,
    volumeClaimTemplates: [{ metadata: { name: 'data' }, spec: {} }],
    template: {
      spec: { volumes: [{ name: 'tmp', ephemeral: { volumeClaimTemplate: { spec: {} } } }] },
    },
  };
  const topology = readTopology([
    {
      key: '',
      manifest: { apiVersion: 'apps/v1', kind: 'StatefulSet', metadata: { name: 'db' }, spec },
    },
  ]);
  expect(topology.consumersOf(undefined, 'data-db-999999999')).toMatchObject([
    { podName: 'db-999999999' },
  ]);
  expect(topology.consumersOf(undefined, 'data-db-1000000000')).toEqual([]);
  expect(topology.claim(undefined, 'db-999999999-tmp')).toMatchObject({ origin: 'ephemeral' });
  expect([...topology.unmountedClaims(), ...topology.undeclaredClaims()]).toEqual([]);
});

const pod = (index: number, volumes: unknown[]): TopologySource => ({
  key: String(index),
  manifest: {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: `p${index}`, labels: { part: 'x', app: `a${index}` } },
    spec: { volumes },
  },
});

test('services that share a label are not looked at one by one', () => {
  const services = Array.from({ length: MANY }, (_, index): TopologySource => ({
    key: `s${index}`,
    manifest: {
      apiVersion: 'v1',
      kind: 'Service',
      metadata: { name: `s${index}` },
      spec: { selector: { part: 'x', app: `a${index}` } },
    },
  }));
  const topology = readTopology([
    ...services,
    ...Array.from({ length: MANY }, (_, index) => pod(index, [])),
  ]);
  for (const { podLabels } of topology.workloads) {
    expect(topology.servicesSelecting(undefined, podLabels).length).toBe(1);
  }
});

test('a claim that all mount and nobody declares is not searched for among all', () => {
  const topology = readTopology(
    Array.from({ length: MANY }, (_, index) =>
      pod(index, [{ name: 'v', persistentVolumeClaim: { claimName: 'c' } }]),
    ),
  );
  expect(topology.undeclaredClaims()).toHaveLength(MANY);
  expect(topology.consumersOf(undefined, 'c')).toHaveLength(MANY);
});

test('a name that is all ordinals is no trouble', () => {
  const ephemeral = [{ name: 'v', ephemeral: {} }];
  const set = {
    apiVersion: 'apps/v1',
    kind: 'StatefulSet',
    metadata: { name: 'db' },
    spec: { template: { spec: { volumes: ephemeral } } },
  };
  expect(
    readTopology([{ key: '', manifest: set }]).consumersOf(undefined, '-0'.repeat(100_000)),
  ).toEqual([]);
});
