/** Properties of GitOps, whatever is asked for, and for any objects. */
import { targetFacts } from '../../src/facts';
import { checkGitOps, GitOpsSpec, GUARDS, JOB_CHANGES, planGitOps } from '../../src/gitops/core';
import { readWorld } from '../../src/judge';
import { Manifest } from '../../src/kube';
import {
  claim,
  deployment,
  Fields,
  job,
  podSpec,
  storageClass,
  volume,
  workload,
} from '../manifests/objects';
import * as fc from '../support/fast-check';
import { exchange, holdsFor } from '../support/properties';

const inShop = (object: Fields): Fields => ({
  ...object,
  metadata: { namespace: 'shop', ...object.metadata },
});
const OBJECTS: readonly Fields[] = [
  ...[
    claim(),
    deployment('web'),
    workload('StatefulSet', 'db', podSpec({ volumes: [] }), {
      serviceName: 'db',
      volumeClaimTemplates: [claim()],
    }),
    job('load'),
  ].map(inShop),
  storageClass(),
  volume({ csi: { driver: 'ebs.csi.aws.com', volumeHandle: 'v' } }),
  {
    apiVersion: 'storage.k8s.io/v1',
    kind: 'CSIDriver',
    metadata: { name: 'ebs.csi.aws.com' },
    spec: {},
  },
  { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'shop' } },
  {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: 'conf', namespace: 'shop' },
    data: { key: '${value}' },
  },
  {
    apiVersion: 'scheduling.k8s.io/v1',
    kind: 'PriorityClass',
    metadata: { name: 'high' },
    value: 1,
  },
  {
    apiVersion: 'admissionregistration.k8s.io/v1',
    kind: 'ValidatingAdmissionPolicy',
    metadata: { name: 'p' },
    spec: {
      matchConstraints: {
        resourceRules: [
          { apiGroups: ['*'], apiVersions: ['*'], operations: ['*'], resources: ['*'] },
        ],
      },
      validations: [{ expression: 'true' }],
    },
  },
];

function build(spec: GitOpsSpec, objects: readonly Fields[] = OBJECTS): Fields[] {
  const world = readWorld(
    objects.map((manifest, index) => ({ key: String(index), manifest })),
    targetFacts(),
    { namespace: 'shop' },
  );
  const changes = planGitOps(world, () => spec);
  return world.objects.map((object) => changes.get(object)!(object.manifest));
}

const spec: fc.Arbitrary<GitOpsSpec> = fc.oneof(
  fc.record(
    {
      engine: fc.constant('argocd' as const),
      guard: fc.constantFrom(...GUARDS),
      jobs: fc.constantFrom(...JOB_CHANGES),
      wave: fc.integer({ min: -1_000_000, max: 1_000_000 }),
    },
    { requiredKeys: ['engine'] },
  ),
  fc.record(
    {
      engine: fc.constant('flux' as const),
      guard: fc.constantFrom('keep' as const, 'none' as const),
      jobs: fc.constantFrom('hashedName' as const, 'replace' as const, 'none' as const),
    },
    { requiredKeys: ['engine'] },
  ),
);

holdsFor<GitOpsSpec>('GitOps', {
  check: checkGitOps,
  build: (one) => build(one) as unknown as Manifest[],
  fine: spec,
  fields: ['guard', 'jobs', 'wave'],
});

test('any objects are written without an exception, twice the same, and stay as they were', () => {
  fc.assert(
    fc.property(spec, fc.nat(), fc.nat(), fc.anything(), (one, which, at, value) => {
      const objects = OBJECTS.map((object, index) =>
        index === which % OBJECTS.length ? (exchange(object, at, value) as Fields) : object,
      );
      const before = JSON.stringify(objects);
      const first = JSON.stringify(build(one, objects));
      expect(JSON.stringify(build(one, objects))).toBe(first);
      expect(JSON.stringify(objects)).toBe(before);
    }),
    { numRuns: 300 },
  );
});

test('what is written once is written the same again', () => {
  fc.assert(
    fc.property(spec, (one) => {
      const written = build({ ...one, jobs: 'replace' });
      expect(build({ ...one, jobs: 'replace' }, written)).toEqual(written);
    }),
  );
});

test('very many objects that need each other are no matter', () => {
  const numbers = Array.from({ length: 5_000 }, (_, index) => index);
  const policies = numbers
    .slice(0, 500)
    .map((index) => ({ ...OBJECTS[OBJECTS.length - 1], metadata: { name: `p${index}` } }));
  const many = numbers.flatMap((index) => [
    claim({}, { name: `c${index}` }),
    deployment(
      `d${index}`,
      podSpec({
        volumes: [{ name: 'data', persistentVolumeClaim: { claimName: `c${index % 7}` } }],
      }),
    ),
  ]);
  const written = build({ engine: 'argocd' }, [...policies, ...OBJECTS, ...many]);
  expect(
    written.filter(
      ({ metadata }) => metadata.annotations?.['argocd.argoproj.io/sync-wave'] === '-2',
    ),
  ).toHaveLength(501);
});
