/** The objects as GitOps writes them: order, guards and Jobs. */
import { targetFacts } from '../../src/facts';
import { GitOpsSpec, planGitOps } from '../../src/gitops/core';
import { readWorld } from '../../src/judge';
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

const ARGO: GitOpsSpec = { engine: 'argocd' };
const FLUX: GitOpsSpec = { engine: 'flux' };
const KEPT = { 'argocd.argoproj.io/sync-options': 'Prune=false,Delete=false' };
const WAVE = 'argocd.argoproj.io/sync-wave';

/** The objects as they are written. */
function built(
  objects: readonly Fields[],
  spec: GitOpsSpec | ((object: Fields) => GitOpsSpec | undefined) = ARGO,
): Fields[] {
  const sources = objects.map((manifest, index) => ({ key: String(index), manifest }));
  const world = readWorld(sources, targetFacts({ gitops: 'argocd' }), { namespace: 'shop' });
  const changes = planGitOps(world, ({ manifest }) =>
    typeof spec === 'function' ? spec(manifest) : spec,
  );
  return world.objects.map((object) => changes.get(object)?.(object.manifest) ?? object.manifest);
}

/** Their annotations, of one option or all. */
const annotations = (objects: readonly Fields[], spec?: Parameters<typeof built>[1]) =>
  built(objects, spec).map(({ metadata }) => metadata.annotations);
/** The waves that are written. */
const waves = (objects: readonly Fields[], spec?: Parameters<typeof built>[1]) =>
  annotations(objects, spec).map((all) => all?.[WAVE]);

const driver = (name = 'ebs.csi.aws.com') => ({
  apiVersion: 'storage.k8s.io/v1',
  kind: 'CSIDriver',
  metadata: { name },
  spec: { attachRequired: false },
});
const web = (spec: Fields = {}, metadata: Fields = {}, pod: Fields = podSpec()) =>
  deployment('web', pod, spec, metadata);
const wave = (value: string) => ({ annotations: { [WAVE]: value } });

describe('waves', () => {
  test.each<[title: string, objects: Fields[], expected: (string | undefined)[]]>([
    [
      'none where the order of kinds is right',
      [claim(), storageClass(), volume({ nfs: { server: 's', path: '/' } }), web()],
      [undefined, undefined, undefined, undefined],
    ],
    [
      'a driver before those that mount its volumes',
      [driver(), claim(), storageClass(), web()],
      ['-1', undefined, undefined, undefined],
    ],
    [
      'a driver before pods with inline volumes of it',
      [
        driver('d'),
        web({}, {}, { containers: [], volumes: [{ name: 'v', csi: { driver: 'd' } }] }),
      ],
      ['-1', undefined],
    ],
    [
      'a driver before a StatefulSet with templates of its class',
      [
        driver(),
        storageClass(),
        workload('StatefulSet', 'db', { containers: [] }, { volumeClaimTemplates: [claim()] }),
      ],
      ['-1', undefined, undefined],
    ],
    [
      'a driver before generic ephemeral volumes of its class',
      [
        driver(),
        storageClass(),
        web(
          {},
          {},
          {
            containers: [],
            volumes: [{ name: 'v', ephemeral: { volumeClaimTemplate: { spec: claim().spec } } }],
          },
        ),
      ],
      ['-1', undefined, undefined],
    ],
    [
      'a driver that nobody here needs has none',
      [driver('other'), claim(), storageClass(), web()],
      [undefined, undefined, undefined, undefined],
    ],
    [
      'a PriorityClass and a RuntimeClass before the pods that name them',
      [
        {
          apiVersion: 'scheduling.k8s.io/v1',
          kind: 'PriorityClass',
          metadata: { name: 'high' },
          value: 1,
        },
        {
          apiVersion: 'node.k8s.io/v1',
          kind: 'RuntimeClass',
          metadata: { name: 'gvisor' },
          handler: 'runsc',
        },
        web({}, {}, { containers: [], priorityClassName: 'high', runtimeClassName: 'gvisor' }),
      ],
      ['-1', '-1', undefined],
    ],
    [
      'a class of attributes before the claims that name it',
      [
        {
          apiVersion: 'storage.k8s.io/v1',
          kind: 'VolumeAttributesClass',
          metadata: { name: 'fast' },
          driverName: 'd',
        },
        claim({ volumeAttributesClassName: 'fast' }),
        storageClass(),
        web(),
      ],
      ['-1', undefined, undefined, undefined],
    ],
    [
      'a claim in the wave of its consumer, and its class with it',
      [claim(), storageClass(), web({}, wave('3'))],
      ['3', undefined, '3'],
    ],
    [
      'a claim in the wave of the first of its consumers',
      [claim(), storageClass(), web({}, wave('3')), deployment('db', podSpec(), {}, wave('2'))],
      ['2', undefined, '3', '2'],
    ],
    [
      'a claim whose class nobody shows in the wave of its consumer',
      [claim(), web({}, wave('3'))],
      ['3', '3'],
    ],
    [
      'a claim that is bound at once where it was',
      [claim(), storageClass({ volumeBindingMode: 'Immediate' }), web({}, wave('3'))],
      [undefined, undefined, '3'],
    ],
    [
      'a claim not with a consumer that has no pods',
      [
        claim(),
        storageClass(),
        web({ replicas: 0 }, wave('-3')),
        deployment('db', podSpec(), {}, wave('2')),
      ],
      ['2', undefined, '-3', '2'],
    ],
    [
      'a claim that nobody mounts in the last wave',
      [claim(), storageClass(), deployment('db', { containers: [] }, {}, wave('2'))],
      ['2', undefined, '2'],
    ],
    [
      'what an early workload needs comes with it',
      [
        claim(),
        storageClass(),
        { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: 'web' } },
        { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'conf' } },
        { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'other' } },
        web(
          {},
          wave('-2'),
          podSpec({
            serviceAccountName: 'web',
            imagePullSecrets: [],
            containers: [{ name: 'a', envFrom: [{ configMapRef: { name: 'conf' } }] }],
          }),
        ),
      ],
      ['-2', '-2', '-2', '-2', undefined, '-2'],
    ],
    [
      'roles and their bindings come with the accounts of an early workload',
      [
        { apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'Role', metadata: { name: 'r' } },
        {
          apiVersion: 'rbac.authorization.k8s.io/v1',
          kind: 'RoleBinding',
          metadata: { name: 'b' },
          roleRef: { kind: 'Role', name: 'r' },
          subjects: [{ kind: 'ServiceAccount', name: 'default' }],
        },
        web({}, wave('-2')),
      ],
      ['-2', '-2', '-2'],
    ],
    [
      'quotas and limits come with the first workload of their namespace',
      [
        { apiVersion: 'v1', kind: 'ResourceQuota', metadata: { name: 'q' } },
        { apiVersion: 'v1', kind: 'LimitRange', metadata: { name: 'q', namespace: 'other' } },
        web({}, wave('-2')),
      ],
      ['-2', undefined, '-2'],
    ],
    [
      'what a hook of another phase needs has none',
      [
        { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'conf' } },
        job(
          'pre',
          { containers: [{ envFrom: [{ configMapRef: { name: 'conf' } }] }] },
          {},
          { annotations: { 'argocd.argoproj.io/hook': 'PreSync', [WAVE]: '-5' } },
        ),
      ],
      [undefined, '-5'],
    ],
  ])('%s', (_title, objects, expected) => {
    expect(waves(objects)).toEqual(expected);
  });

  const policy = (kind: string, resources: string[], apiGroups: string[] = ['']) => [
    {
      apiVersion: 'admissionregistration.k8s.io/v1',
      kind,
      metadata: { name: 'p' },
      spec: {
        matchConstraints: { resourceRules: [{ apiGroups, resources }] },
        paramKind: { apiVersion: 'v1', kind: 'ConfigMap' },
      },
    },
    {
      apiVersion: 'admissionregistration.k8s.io/v1',
      kind: `${kind}Binding`,
      metadata: { name: 'p' },
      spec: { policyName: 'p', paramRef: { name: 'params', namespace: 'shop' } },
    },
  ];
  const params = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'params' } };

  test.each<[title: string, objects: Fields[], expected: (string | undefined)[]]>([
    [
      'pods',
      [...policy('MutatingAdmissionPolicy', ['pods']), params, web()],
      ['-1', '-1', '-1', undefined],
    ],
    [
      'claims',
      [...policy('ValidatingAdmissionPolicy', ['persistentvolumeclaims']), params, claim(), web()],
      ['-1', '-1', '-1', undefined, undefined],
    ],
    [
      'a group',
      [...policy('ValidatingAdmissionPolicy', ['*'], ['apps']), params, claim(), web()],
      ['-1', '-1', '-1', undefined, undefined],
    ],
    [
      'everything, itself and its parameters aside',
      [
        ...policy('ValidatingAdmissionPolicy', ['*/*'], ['*']),
        params,
        claim(),
        driver(),
        storageClass(),
        web(),
      ],
      ['-2', '-2', '-2', undefined, '-1', undefined, undefined],
    ],
    [
      'evictions, which nobody writes',
      [...policy('ValidatingAdmissionPolicy', ['pods/eviction']), params, web()],
      [undefined, undefined, undefined, undefined],
    ],
    [
      'what is not here',
      [...policy('ValidatingAdmissionPolicy', ['secrets']), params, web()],
      [undefined, undefined, undefined, undefined],
    ],
  ])(
    'a policy comes before %s that it judges, with its binding and its parameters',
    (_title, objects, expected) => {
      expect(waves(objects)).toEqual(expected);
    },
  );

  const scc = (fields: Fields) => ({
    apiVersion: 'security.openshift.io/v1',
    kind: 'SecurityContextConstraints',
    metadata: { name: 'csi' },
    ...fields,
  });

  test.each<
    [
      title: string,
      constraints: Fields,
      pod: Fields,
      metadata: Fields,
      expected: string | undefined,
    ]
  >([
    [
      'names',
      { users: ['system:serviceaccount:shop:web'] },
      { serviceAccountName: 'web' },
      {},
      '-1',
    ],
    ['names by its namespace', { groups: ['system:serviceaccounts:shop'] }, {}, {}, '-1'],
    ['names with all others', { groups: ['system:serviceaccounts'] }, {}, {}, '-1'],
    [
      'does not name',
      {
        users: ['system:serviceaccount:other:web', 'admin'],
        groups: ['system:cluster-admins', 'system:serviceaccounts:other'],
      },
      { serviceAccountName: 'web' },
      {},
      undefined,
    ],
  ])(
    'security context constraints come before pods of an account that they %s',
    (_title, constraints, pod, metadata, expected) => {
      expect(waves([scc(constraints), web({}, metadata, { containers: [], ...pod })])[0]).toBe(
        expected,
      );
    },
  );

  test('security context constraints come before pods that ask for them', () => {
    const asking = deployment(
      'web',
      {},
      { template: { metadata: { annotations: { 'openshift.io/required-scc': 'csi' } }, spec: {} } },
    );
    expect(waves([scc({}), asking])).toEqual(['-1', undefined]);
  });

  test('are relative to that of the scope', () => {
    const objects = [
      driver(),
      claim(),
      storageClass(),
      web(),
      { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'conf' } },
    ];
    expect(waves(objects, { engine: 'argocd', wave: 4 })).toEqual(['3', '4', '4', '4', '4']);
    expect(
      waves(objects, ({ kind }) => (kind === 'Deployment' ? { engine: 'argocd', wave: -3 } : ARGO)),
    ).toEqual(['-4', '-3', '-3', '-3', undefined]);
  });

  test('are not written for Flux', () => {
    expect(waves([driver(), claim(), storageClass(), web()], FLUX)).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });
});

describe('guards', () => {
  const namespace = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'shop' } };
  const snapshot = (kind: string) => ({
    apiVersion: 'snapshot.storage.k8s.io/v1',
    kind,
    metadata: { name: 's' },
  });
  const database = {
    apiVersion: 'postgresql.cnpg.io/v1',
    kind: 'Cluster',
    metadata: { name: 'pg' },
  };

  test.each<[title: string, object: Fields]>([
    ['claims', claim()],
    ['volumes', volume({})],
    ['classes', storageClass()],
    ['drivers', driver()],
    ['snapshots', snapshot('VolumeSnapshot')],
    ['what snapshots are made of', snapshot('VolumeSnapshotContent')],
    ['databases', database],
  ])('are on %s', (_title, object) => {
    expect(annotations([object])).toEqual([KEPT]);
    expect(annotations([object], { engine: 'argocd', guard: 'confirm' })).toEqual([
      { 'argocd.argoproj.io/sync-options': 'Prune=confirm,Delete=confirm' },
    ]);
    expect(annotations([object], { engine: 'argocd', guard: 'none' })).toEqual([undefined]);
    expect(annotations([object], FLUX)).toEqual([
      { 'kustomize.toolkit.fluxcd.io/prune': 'disabled' },
    ]);
    expect(annotations([object], { engine: 'flux', guard: 'none' })).toEqual([undefined]);
  });

  test.each<[title: string, object: Fields]>([
    ['a Deployment', web({}, {}, { containers: [] })],
    ['a ConfigMap', { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'c' } }],
    ['a namespace of nothing', namespace],
    ['a class of snapshots', snapshot('VolumeSnapshotClass')],
  ])('are not on %s', (_title, object) => {
    expect(annotations([object])).toEqual([undefined]);
  });

  test.each<[title: string, object: Fields]>([
    ['a claim', claim()],
    [
      'a StatefulSet with templates',
      workload('StatefulSet', 'db', {}, { volumeClaimTemplates: [claim()] }),
    ],
    ['a database', database],
  ])('are on a namespace with %s', (_title, object) => {
    expect(annotations([namespace, object])[0]).toEqual(KEPT);
    expect(annotations([{ ...namespace, metadata: { name: 'other' } }, object])[0]).toBeUndefined();
  });

  test.each<[title: string, options: string, expected: string]>([
    [
      'other options',
      'ServerSideApply=true, SkipDryRunOnMissingResource=true',
      'ServerSideApply=true,SkipDryRunOnMissingResource=true,Prune=false,Delete=false',
    ],
    ['one of them', 'Prune=confirm', 'Prune=confirm,Delete=false'],
    ['both of them', ' Delete=false,Prune=true', ' Delete=false,Prune=true'],
    ['none', '', 'Prune=false,Delete=false'],
  ])('leave what is said: %s', (_title, options, expected) => {
    expect(
      annotations([
        claim({}, { annotations: { 'argocd.argoproj.io/sync-options': options, a: 'b' } }),
      ]),
    ).toEqual([{ 'argocd.argoproj.io/sync-options': expected, a: 'b' }]);
  });

  test('leave what is said to Flux, as an annotation or a label', () => {
    const prune = { 'kustomize.toolkit.fluxcd.io/prune': 'enabled' };
    expect(
      annotations(
        [claim({}, { annotations: prune }), claim({}, { name: 'b', labels: prune })],
        FLUX,
      ),
    ).toEqual([prune, undefined]);
  });
});

describe('an object that does not fit into an annotation of its own', () => {
  const SERVER = 'ServerSideApply=true';
  const big = (bytes: number) => ({
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: 'big' },
    data: { key: 'x'.repeat(bytes) },
  });
  /** What is left of 256 KiB beside the content, and what is left free. */
  const ROOM =
    256 * 1024 -
    JSON.stringify({ ...big(0), metadata: { name: 'big', annotations: {} } }).length -
    1 -
    'kubectl.kubernetes.io/last-applied-configuration'.length -
    2048;

  test('is applied by the server of Argo CD', () => {
    expect(annotations([big(ROOM), big(ROOM + 1)])).toEqual([
      undefined,
      { 'argocd.argoproj.io/sync-options': SERVER },
    ]);
  });

  test('is applied by the server anyway of Flux', () => {
    expect(annotations([big(300_000)], FLUX)).toEqual([undefined]);
  });
});
