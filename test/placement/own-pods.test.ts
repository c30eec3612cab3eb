/** The findings on several pods of one who follows, which share the claim among themselves. */
import { CoLocationMode } from '../../src/placement';
import { CoLocationRequest, resolveCoLocations } from '../../src/placement/core';
import { readTopology } from '../../src/topology';

const claim = (...accessModes: string[]) => ({
  apiVersion: 'v1',
  kind: 'PersistentVolumeClaim',
  metadata: { name: 'data' },
  spec: { accessModes },
});
const workload = (kind: string, name: string, spec: object = {}, podSpec: object = {}) => ({
  apiVersion: 'apps/v1',
  kind,
  metadata: { name },
  spec: {
    ...spec,
    template: {
      metadata: { labels: { app: name } },
      spec: {
        volumes: [{ name: 'data', persistentVolumeClaim: { claimName: 'data' } }],
        ...podSpec,
      },
    },
  },
});

type Named = { readonly metadata: { readonly name: string }; readonly [field: string]: unknown };

function said(manifests: readonly Named[], over: Partial<CoLocationRequest> = {}): string[] {
  const topology = readTopology(
    manifests.map((manifest) => ({ key: manifest.metadata.name, manifest: { ...manifest } })),
  );
  const [{ findings }] = resolveCoLocations(
    [{ key: 'me', claim: { name: 'data', path: 'pvc' }, mode: CoLocationMode.AUTO, ...over }],
    topology,
  );
  return findings.map(({ severity, message }) => `${severity}: ${message}`);
}

const ME = workload('Deployment', 'me', { replicas: 2 });
const OTHER = workload('Deployment', 'other');
const MANY = [
  'warning: the claim "data" is for one node (ReadWriteOnce), but Deployment/me has 2 pods',
];

test.each<
  readonly [string, Parameters<typeof said>[0], Partial<CoLocationRequest>, readonly string[]]
>([
  ['with nobody to follow, they may be on two nodes', [claim('ReadWriteOnce'), ME], {}, MANY],
  [
    'beside one whom they require, they are on its node',
    [claim('ReadWriteOnce'), ME, OTHER],
    {},
    [],
  ],
  [
    'beside one whom they prefer, they may be on two nodes',
    [claim('ReadWriteOnce'), ME, OTHER],
    { mode: CoLocationMode.PREFERRED },
    MANY,
  ],
  [
    'in the zone of one whom they require, they may be on two nodes',
    [claim('ReadWriteOnce'), ME, OTHER],
    { topologyKey: 'topology.kubernetes.io/zone' },
    MANY,
  ],
  [
    'on a node that is named, they are on that',
    [claim('ReadWriteOnce'), workload('Deployment', 'me', { replicas: 2 }, { nodeName: 'node-1' })],
    {},
    [],
  ],
  [
    'on a node that is selected, they are on that',
    [
      claim('ReadWriteOnce'),
      workload(
        'Deployment',
        'me',
        { replicas: 2 },
        { nodeSelector: { 'kubernetes.io/hostname': 'node-1' } },
      ),
    ],
    {},
    [],
  ],
  ['one alone is on one node', [claim('ReadWriteOnce'), workload('Deployment', 'me')], {}, []],
  ['with a claim for many, they may be anywhere', [claim('ReadWriteMany'), ME], {}, []],
  ['with a claim of which nothing is known, nothing is said', [ME], {}, []],
  [
    'without the claim, nothing is said',
    [claim('ReadWriteOnce'), { ...ME, spec: { ...ME.spec, template: {} } }],
    {},
    [],
  ],
  [
    'with a claim for one pod, the second never starts',
    [claim('ReadWriteOncePod'), ME],
    {},
    ['error: the claim "data" is for one pod (ReadWriteOncePod), but Deployment/me has 2 pods'],
  ],
  [
    'with a claim for one pod, the one starts',
    [claim('ReadWriteOncePod'), workload('Deployment', 'me')],
    {},
    [],
  ],
])('%s', (_title, manifests, over, lines) => {
  expect(said(manifests, over)).toEqual(lines);
});
