/**
 * The objects that are left when an application is deleted, pruned or uninstalled: the rules of
 * each who would do it.
 */
import {
  answersOf,
  ARGO,
  ask,
  claim,
  db,
  fast,
  FLUX_PRUNE,
  handMade,
  KEEP,
  namespace,
  object,
  SCRATCH,
  told,
  web,
} from './objects';

const DATA = 'PersistentVolumeClaim/shop/data';
const one = (annotations = {}) => [fast(), claim('data', annotations), web('data')];
const definition = object(
  'apiextensions.k8s.io/v1',
  'CustomResourceDefinition',
  'clusters.postgresql.cnpg.io',
  {
    spec: {
      group: 'postgresql.cnpg.io',
      scope: 'Namespaced',
      names: { kind: 'Cluster', plural: 'clusters' },
      versions: [{ name: 'v1', served: true, storage: true }],
    },
  },
);
const database = object('postgresql.cnpg.io/v1', 'Cluster', 'pg', {}, { namespace: 'shop' });

test('a number in a pod that JSON does not hold is one like others', () => {
  const odd = { ...web('data'), kind: 'Deployment' } as any;
  const spec = { ...odd.spec.template.spec, priority: 2n ** 64n };
  const pod = { ...odd, spec: { ...odd.spec, template: { ...odd.spec.template, spec } } };
  expect(told('prune', [fast(), claim('data'), pod], 'flux')).toEqual(
    told('prune', [fast(), claim('data'), web('data')], 'flux'),
  );
});

describe.each([
  [
    'Argo CD, which deletes an Application',
    'delete-app',
    'argocd',
    [
      ['no option', {}, 'deleted lost: it is deleted with its Application'],
      ['Delete=false', { [ARGO]: 'Delete=false' }, 'kept kept: Delete=false'],
      [
        'Delete=false among others',
        { [ARGO]: 'Prune=false , Delete=false' },
        'kept kept: Delete=false',
      ],
      [
        'Prune=false, which does not count here',
        { [ARGO]: 'Prune=false' },
        'deleted lost: it is deleted with its Application',
      ],
      ['Delete=confirm', { [ARGO]: 'Delete=confirm' }, 'waits lost: Delete=confirm'],
      [
        'Prune=confirm, which holds this up as well',
        { [ARGO]: 'Prune=confirm' },
        'waits lost: Prune=confirm',
      ],
      [
        'Delete=false beside Prune=confirm',
        { [ARGO]: 'Prune=confirm,Delete=false' },
        'kept kept: Delete=false',
      ],
      [
        'the first of two',
        { [ARGO]: 'Delete=true,Delete=false' },
        'deleted lost: it is deleted with its Application',
      ],
      ['what Helm keeps', { [KEEP]: 'keep' }, 'kept kept: helm.sh/resource-policy: keep'],
      [
        'another spelling, which only Helm takes',
        { [KEEP]: 'Keep' },
        'deleted lost: it is deleted with its Application',
      ],
      [
        'what Flux keeps',
        { [FLUX_PRUNE]: 'disabled' },
        'deleted lost: it is deleted with its Application',
      ],
    ],
  ],
  [
    'Argo CD, which prunes',
    'prune',
    'argocd',
    [
      ['no option', {}, 'deleted lost: it is no longer among the files'],
      ['Prune=false', { [ARGO]: 'Prune=false' }, 'kept kept: Prune=false'],
      ['Prune=confirm', { [ARGO]: 'Prune=confirm' }, 'waits lost: Prune=confirm'],
      [
        'Delete=false, which does not count here',
        { [ARGO]: 'Delete=false' },
        'deleted lost: it is no longer among the files',
      ],
      [
        'what Helm keeps, which does not count here',
        { [KEEP]: 'keep' },
        'deleted lost: it is no longer among the files',
      ],
      ['a hook', { 'argocd.argoproj.io/hook': 'PreSync' }, 'kept kept: a hook is not pruned'],
    ],
  ],
  [
    'Flux, which deletes a Kustomization',
    'delete-app',
    'flux',
    [
      ['no option', {}, 'deleted lost: it is deleted with its Kustomization'],
      [
        'prune: disabled',
        { [FLUX_PRUNE]: 'disabled' },
        'kept kept: kustomize.toolkit.fluxcd.io/prune: disabled',
      ],
      [
        'prune: Disabled',
        { [FLUX_PRUNE]: 'Disabled' },
        'kept kept: kustomize.toolkit.fluxcd.io/prune: disabled',
      ],
      [
        'reconcile: disabled',
        { 'kustomize.toolkit.fluxcd.io/reconcile': 'disabled' },
        'kept kept: kustomize.toolkit.fluxcd.io/reconcile: disabled',
      ],
      [
        'ssa: Ignore',
        { 'kustomize.toolkit.fluxcd.io/ssa': 'Ignore' },
        'kept kept: kustomize.toolkit.fluxcd.io/ssa: Ignore',
      ],
      [
        'ssa: IfNotPresent, which does not count here',
        { 'kustomize.toolkit.fluxcd.io/ssa': 'IfNotPresent' },
        'deleted lost: it is deleted with its Kustomization',
      ],
      [
        'what Argo CD keeps',
        { [ARGO]: 'Prune=false,Delete=false' },
        'deleted lost: it is deleted with its Kustomization',
      ],
    ],
  ],
  [
    'Flux, which prunes',
    'prune',
    'flux',
    [
      ['no option', {}, 'deleted lost: it is no longer among the files'],
      [
        'prune: disabled',
        { [FLUX_PRUNE]: 'disabled' },
        'kept kept: kustomize.toolkit.fluxcd.io/prune: disabled',
      ],
    ],
  ],
  [
    'helm uninstall',
    'uninstall',
    'helm',
    [
      [
        'a release',
        { 'meta.helm.sh/release-name': 'shop' },
        'deleted lost: it is deleted with its release',
      ],
      [
        'resource-policy: keep',
        { 'meta.helm.sh/release-name': 'shop', [KEEP]: 'Keep' },
        'kept kept: helm.sh/resource-policy: keep',
      ],
      [
        'a hook',
        { 'meta.helm.sh/release-name': 'shop', 'helm.sh/hook': 'pre-install' },
        'kept kept: a hook is not part of the release',
      ],
    ],
  ],
  [
    'kubectl delete',
    'uninstall',
    'kubectl',
    [
      [
        'every option',
        { [ARGO]: 'Prune=false,Delete=false', [FLUX_PRUNE]: 'disabled', [KEEP]: 'keep' },
        'deleted lost: kubectl ignores annotations',
      ],
    ],
  ],
] as const)('%s', (_, question, by, rows) => {
  test.each(rows)('%s', (_name, annotations, answer) => {
    expect(told(question, one(annotations), by)).toEqual({ [DATA]: answer });
  });
});

test('Flux takes its options from labels as well', () => {
  const labelled = {
    ...claim('data'),
    metadata: { name: 'data', namespace: 'shop', labels: { [FLUX_PRUNE]: 'disabled' } },
  };
  expect(told('prune', [fast(), labelled, web('data')], 'flux')[DATA]).toBe(
    'kept kept: kustomize.toolkit.fluxcd.io/prune: disabled',
  );
});

describe('what an Application says counts where the object says nothing', () => {
  const application = (syncOptions: string[]) =>
    object('argoproj.io/v1alpha1', 'Application', 'shop', {
      spec: { destination: { namespace: 'shop' }, syncPolicy: { syncOptions } },
    });
  test.each([
    ['delete-app', ['Delete=false'], {}, 'kept kept: Delete=false of its Application'],
    ['prune', ['Prune=false'], {}, 'kept kept: Prune=false of its Application'],
    ['prune', ['Prune=confirm'], {}, 'waits lost: Prune=confirm of its Application'],
    // Its Deployment is kept.
    [
      'prune',
      ['Prune=false'],
      { [ARGO]: 'Prune=true' },
      'stuck lost: it is no longer among the files',
    ],
  ] as const)('%s %p %p', (question, options, annotations, answer) => {
    expect(told(question, [application([...options]), ...one(annotations)], 'argocd')[DATA]).toBe(
      answer,
    );
  });
});

describe('what a Kustomization says', () => {
  const kustomization = (spec: object) =>
    object(
      'kustomize.toolkit.fluxcd.io/v1',
      'Kustomization',
      'shop',
      { spec },
      { namespace: 'flux-system' },
    );
  const name = 'Kustomization/flux-system/shop';
  test.each([
    ['delete-app', { prune: false }, `kept kept: ${name} has prune: false`],
    [
      'delete-app',
      { prune: false, deletionPolicy: 'Delete' },
      'deleted lost: it is deleted with its Kustomization',
    ],
    [
      'delete-app',
      { prune: true, deletionPolicy: 'Orphan' },
      `kept kept: ${name} has deletionPolicy: Orphan`,
    ],
    [
      'delete-app',
      { prune: true, deletionPolicy: 'WaitForTermination' },
      'deleted lost: it is deleted with its Kustomization',
    ],
    ['delete-app', { prune: true, suspend: true }, `kept kept: ${name} is suspended`],
    ['delete-app', { prune: true }, 'deleted lost: it is deleted with its Kustomization'],
    ['prune', { prune: false, deletionPolicy: 'Delete' }, `kept kept: ${name} has prune: false`],
    ['prune', { prune: true }, 'deleted lost: it is no longer among the files'],
  ] as const)('%s %p', (question, spec, answer) => {
    expect(told(question, [kustomization(spec), ...one()], 'flux')[DATA]).toBe(answer);
  });
});

test('what a deployer of another namespace or folder says does not count for certain', () => {
  const kustomization = object(
    'kustomize.toolkit.fluxcd.io/v1',
    'Kustomization',
    'other',
    { spec: { prune: false, path: './other' } },
    { namespace: 'flux-system' },
  );
  const name = 'Kustomization/flux-system/other';
  expect(told('prune', [kustomization, ...one()], 'flux')[DATA]).toBe(
    `deleted lost: ${name} has prune: false does not count for certain: it depends on whether ${name} deploys it`,
  );
});

describe('data', () => {
  test('a class that retains leaves the volume behind', () => {
    expect(told('prune', [fast('Retain'), claim('data'), web('data')], 'flux')[DATA]).toBe(
      'deleted left behind: it is no longer among the files',
    );
  });

  test('a class that is not in the files decides', () => {
    expect(answersOf('prune', [claim('data'), web('data')], 'flux')).toEqual([
      {
        object: DATA,
        fate: 'deleted',
        data: 'may be lost',
        why: 'it is no longer among the files',
        because: 'it is no longer among the files',
        dependsOn: ['the class "fast", which is not in the files'],
      },
    ]);
  });

  test('a claim that nothing here uses may have been used by a pod elsewhere', () => {
    const waiting = { ...fast(), volumeBindingMode: 'WaitForFirstConsumer' };
    expect(answersOf('prune', [waiting, claim('data')], 'flux')).toMatchObject([
      {
        object: DATA,
        fate: 'deleted',
        data: 'may be lost',
        dependsOn: ['whether a pod outside the files has used the claim'],
      },
    ]);
  });

  test('what was made by hand stays in its storage', () => {
    expect(told('delete-app', handMade(), 'argocd')).toEqual({
      'PersistentVolume/files': 'deleted left behind: it is deleted with its Application',
      'PersistentVolumeClaim/shop/files': 'deleted left behind: it is deleted with its Application',
    });
  });

  test('a volume that is kept when its claim goes is Released', () => {
    const [volume] = handMade({ [ARGO]: 'Prune=false' });
    const [, withoutOption] = handMade();
    expect(told('prune', [volume, withoutOption], 'argocd')).toEqual({
      'PersistentVolume/files': 'kept left behind: its claim goes',
      'PersistentVolumeClaim/shop/files': 'deleted left behind: it is no longer among the files',
    });
  });

  test('a claim whose pods stay goes with the last of them', () => {
    const kept = {
      ...web('data'),
      metadata: { name: 'web', namespace: 'shop', annotations: { [FLUX_PRUNE]: 'disabled' } },
    };
    expect(told('prune', [fast(), claim('data'), kept], 'flux')[DATA]).toBe(
      'stuck lost: it is no longer among the files',
    );
  });
});

describe('claims that a StatefulSet makes', () => {
  const made = 'PersistentVolumeClaim/shop/data-db-0';
  test('stay', () => {
    expect(told('delete-app', [fast(), db()], 'argocd')).toEqual({
      [made]: 'kept kept: claims of a StatefulSet are not deleted',
    });
  });

  test('go where it says so, and how that is stopped', () => {
    expect(answersOf('delete-app', [fast(), db({ whenDeleted: 'Delete' })], 'argocd')).toEqual([
      {
        object: made,
        fate: 'deleted',
        data: 'lost',
        why: 'its driver deletes the volume with the claim (reclaim policy Delete)',
        because: 'its StatefulSet deletes it as well (whenDeleted: Delete)',
        of: 'StatefulSet/shop/db',
        remedy:
          'set persistentVolumeClaimRetentionPolicy: { whenDeleted: Retain } in the StatefulSet first',
      },
    ]);
  });

  test('go with their pods if they are ephemeral, which nobody calls a loss', () => {
    const {
      answers: [{ objects, lost }],
    } = ask('prune', [fast(), db({}, [SCRATCH])], { gitops: 'flux' });
    expect(objects.find(({ of }) => of === 'Pod/shop/db-0')).toEqual({
      object: 'PersistentVolumeClaim/shop/db-0-scratch',
      fate: 'deleted',
      data: 'lost',
      because: 'it is ephemeral, and is deleted with its pod',
      of: 'Pod/shop/db-0',
      why: 'its driver deletes the volume with the claim (reclaim policy Delete)',
    });
    expect(lost).toEqual([]);
  });
});

describe('a namespace that goes', () => {
  const guarded = { [ARGO]: 'Prune=false,Delete=false', [FLUX_PRUNE]: 'disabled' };
  test.each([
    ['delete-app', 'argocd'],
    ['prune', 'argocd'],
    ['prune', 'flux'],
  ] as const)('takes a guarded claim along: %s by %s', (question, by) => {
    expect(told(question, [namespace(), ...one(guarded)], by)[DATA]).toBe(
      'deleted lost: the namespace "shop" is deleted, with everything in it',
    );
  });

  test('has to be guarded too, which the remedy says', () => {
    expect(
      answersOf('prune', [namespace(), ...one(guarded)], 'flux').map(
        ({ object: label, remedy }) => [label, remedy],
      ),
    ).toEqual([
      ['Namespace/shop', undefined],
      [
        DATA,
        'keep Namespace/shop as well: add the annotation kustomize.toolkit.fluxcd.io/prune: disabled, and reconcile that first',
      ],
    ]);
    expect(told('prune', [namespace(guarded), ...one(guarded)], 'flux')[DATA]).toBe(
      'kept kept: kustomize.toolkit.fluxcd.io/prune: disabled',
    );
  });

  test('takes along what a StatefulSet has made', () => {
    expect(
      told('prune', [namespace(), fast(), db()], 'flux')['PersistentVolumeClaim/shop/data-db-0'],
    ).toBe('deleted lost: the namespace "shop" is deleted, with everything in it');
  });
});

describe('confirmation', () => {
  test('of one object holds up the deletion of all', () => {
    expect(
      told(
        'delete-app',
        [fast(), claim('data', { [ARGO]: 'Delete=confirm' }), claim('cache'), web('data', 'cache')],
        'argocd',
      ),
    ).toEqual({
      [DATA]: 'waits lost: Delete=confirm',
      'PersistentVolumeClaim/shop/cache': 'waits lost: it is deleted with its Application',
    });
  });

  test('of one object holds up pruning from its wave on: later waves are pruned before', () => {
    const late = claim('late', { 'argocd.argoproj.io/sync-wave': '2' });
    const same = claim('same', { 'argocd.argoproj.io/sync-wave': '1' });
    const asking = claim('asking', {
      'argocd.argoproj.io/sync-wave': '1',
      [ARGO]: 'Prune=confirm',
    });
    const objects = [
      fast(),
      late,
      same,
      asking,
      claim('early'),
      web('late', 'same', 'asking', 'early'),
    ];
    expect(
      answersOf('prune', objects, 'argocd').map(({ object: label, fate }) => [
        label.split('/')[2],
        fate,
      ]),
    ).toEqual([
      ['late', 'deleted'],
      ['same', 'waits'],
      ['asking', 'waits'],
      ['early', 'waits'],
    ]);
  });
});

describe('what operators run', () => {
  test('the claims of a database go with it, and their class decides', () => {
    expect(answersOf('delete-app', [database], 'flux')).toEqual([
      {
        object: 'Cluster/shop/pg',
        fate: 'deleted',
        data: 'may be lost',
        why: 'its operator owns the claims, which are deleted with it',
        because: 'it is deleted with its Kustomization',
        dependsOn: ['the default class of the cluster and its reclaim policy'],
      },
    ]);
  });

  test('Flux prunes definitions, with all their objects, and Argo CD never does', () => {
    const guarded = {
      ...database,
      metadata: {
        ...database.metadata,
        annotations: { [ARGO]: 'Prune=false', [FLUX_PRUNE]: 'disabled' },
      },
    };
    expect(told('prune', [definition, guarded], 'argocd')).toEqual({
      'Cluster/shop/pg': 'kept -: Prune=false',
    });
    expect(told('prune', [definition, guarded], 'flux')).toEqual({
      'Cluster/shop/pg':
        'deleted may be lost: the definition "clusters.postgresql.cnpg.io" is deleted, with all its objects',
    });
  });

  test.each([
    ['Delete', 'lost'],
    ['Retain', 'left behind'],
  ])('a snapshot is what its class makes of it: %s', (deletionPolicy, data) => {
    const snapshot = object(
      'snapshot.storage.k8s.io/v1',
      'VolumeSnapshot',
      'nightly',
      { spec: { volumeSnapshotClassName: 'daily' } },
      { namespace: 'shop' },
    );
    const daily = object('snapshot.storage.k8s.io/v1', 'VolumeSnapshotClass', 'daily', {
      deletionPolicy,
    });
    expect(told('prune', [daily, snapshot], 'flux')).toEqual({
      'VolumeSnapshot/shop/nightly': `deleted ${data}: it is no longer among the files`,
    });
  });
});

describe('a driver that goes', () => {
  const driver = object('storage.k8s.io/v1', 'CSIDriver', 'disks.example.com');
  const plugin = (annotations = {}) =>
    object(
      'apps/v1',
      'DaemonSet',
      'node',
      {
        spec: {
          selector: { matchLabels: { app: 'node' } },
          template: {
            metadata: { labels: { app: 'node' } },
            spec: {
              containers: [{ name: 'driver', image: 'registry.example.com/driver:1.0.0' }],
              volumes: [
                {
                  name: 'plugin',
                  hostPath: { path: '/var/lib/kubelet/plugins/disks.example.com/' },
                },
              ],
            },
          },
        },
      },
      { namespace: 'kube-system', annotations },
    );
  const guards = { [ARGO]: 'Prune=false,Delete=false' };

  test.each([
    ['its CSIDriver', driver],
    ['its pods', plugin()],
  ])('leaves claims behind that nobody mounts or deletes: %s', (_, gone) => {
    const answers = answersOf(
      'delete-app',
      [gone, fast(), claim('data'), claim('kept', guards), web('data', 'kept'), db()],
      'argocd',
    );
    expect(
      answers.map(({ object: label, driverGoes }) => [label.split('/')[2], driverGoes]),
    ).toEqual([
      ['data', 'disks.example.com'],
      ['kept', 'disks.example.com'],
      ['data-db-0', 'disks.example.com'],
    ]);
  });

  test("is not one that stays, or that is another's", () => {
    const other = object('storage.k8s.io/v1', 'CSIDriver', 'other.example.com');
    const kept = { ...driver, metadata: { name: 'disks.example.com', annotations: guards } };
    expect(
      answersOf('delete-app', [other, kept, plugin(guards), ...one()], 'argocd').map(
        ({ driverGoes }) => driverGoes,
      ),
    ).toEqual([undefined]);
  });

  test('is found by the volume, too', () => {
    const files = object('storage.k8s.io/v1', 'CSIDriver', 'files.example.com');
    expect(
      answersOf('uninstall', [files, ...handMade()], 'kubectl').map(({ driverGoes }) => driverGoes),
    ).toEqual(['files.example.com', 'files.example.com']);
  });
});

test('of an object that appears twice, the last one counts', () => {
  expect(
    told(
      'prune',
      [fast(), claim('data'), claim('data', { [ARGO]: 'Prune=false' }), web('data')],
      'argocd',
    ),
  ).toEqual({ [DATA]: 'kept kept: Prune=false' });
  expect(
    told(
      'prune',
      [fast(), claim('data', { [ARGO]: 'Prune=false' }), claim('data'), web('data')],
      'argocd',
    ),
  ).toEqual({ [DATA]: 'deleted lost: it is no longer among the files' });
});

test.each([
  ['delete-app', {}, ['argocd', 'flux']],
  ['delete-app', { gitops: 'flux' }, ['flux']],
  ['force', { gitops: 'argocd' }, ['argocd']],
  ['uninstall', { gitops: 'argocd' }, ['kubectl']],
] as const)('who could do it: %s %p', (question, target, actors) => {
  const { answers } = ask(question, [], target);
  expect(answers.map(({ by }) => by)).toEqual(actors);
});
