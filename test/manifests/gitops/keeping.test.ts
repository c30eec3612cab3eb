/** Claims that go with their data: hooks, pruning, uninstalling and scaling. */
import { TargetSpec } from '../../../src/facts';
import { KEEPING_JUDGES } from '../../../src/manifests/gitops/keeping';
import {
  autoscaler,
  claim,
  Fields,
  job,
  said,
  storageClass,
  told,
  volume,
  workload,
} from '../objects';

const CLAIM = 'PersistentVolumeClaim/data';
const HELM = { labels: { 'app.kubernetes.io/managed-by': 'Helm' } };
const retains = storageClass({ reclaimPolicy: 'Retain' });
const annotated = (annotations: Fields, more: Fields = {}) => claim({}, { ...more, annotations });
const kustomization = (spec: Fields) => ({
  apiVersion: 'kustomize.toolkit.fluxcd.io/v1',
  kind: 'Kustomization',
  metadata: { name: 'apps', namespace: 'flux-system' },
  spec: { prune: true, targetNamespace: 'shop', ...spec },
});

type Row = readonly [
  title: string,
  objects: readonly Fields[],
  lines: readonly string[],
  target?: TargetSpec,
];
const whole = ([title, objects, lines, target = {}]: Row) =>
  [title, objects, lines, target] as const;
const says = (rows: readonly Row[]) =>
  test.each(rows.map(whole))('%s', (_title, objects, lines, target) => {
    expect(told(KEEPING_JUDGES, objects, target)).toEqual(lines);
  });

describe('a claim that is a hook', () => {
  const isHook = (annotation: string) => [
    `${CLAIM} error gitops/claim-is-hook metadata.annotations["${annotation}"]`,
  ];
  const argo = (hook: string, policy?: string) =>
    annotated({
      'argocd.argoproj.io/hook': hook,
      ...(policy === undefined ? {} : { 'argocd.argoproj.io/hook-delete-policy': policy }),
    });
  const helm = (hook: string, policy?: string) =>
    annotated({
      'helm.sh/hook': hook,
      ...(policy === undefined ? {} : { 'helm.sh/hook-delete-policy': policy }),
    });
  const ARGO = isHook('argocd.argoproj.io/hook');
  const HELM_HOOK = isHook('helm.sh/hook');

  says([
    ['of Argo CD before the sync', [argo('PreSync')], ARGO],
    ['of Argo CD in the sync', [argo('Sync')], ARGO],
    ['of Argo CD after the sync, among others', [argo('PostDelete, PostSync')], ARGO],
    ['of Argo CD, and its class retains', [argo('PreSync'), retains], ARGO],
    ['of Argo CD that is deleted when it went well', [argo('PreSync', 'HookSucceeded')], ARGO],
    ['of Argo CD that is deleted if it failed', [argo('PreSync', 'HookFailed')], []],
    ['of Argo CD that is skipped', [argo('Skip')], []],
    ['of Argo CD after the deletion', [argo('PostDelete')], []],
    ['of Argo CD of a kind that there is not', [argo('Presync')], []],
    ['of Helm before an upgrade', [helm('pre-install,pre-upgrade')], HELM_HOOK],
    ['of Helm after an upgrade', [helm('post-upgrade')], HELM_HOOK],
    ['of Helm before the installation', [helm('pre-install')], []],
    [
      'of Helm before the installation, by Argo CD',
      [helm('pre-install')],
      HELM_HOOK,
      { gitops: 'argocd' },
    ],
    [
      'of Helm that is deleted when it went well',
      [helm('pre-install', 'hook-succeeded')],
      HELM_HOOK,
    ],
    [
      'of Helm that is deleted before it is made again',
      [helm('pre-install', 'before-hook-creation')],
      [],
    ],
    ['of Helm that tests', [helm('test')], []],
    [
      'of Helm, but not of Argo CD, which skips it',
      [annotated({ 'helm.sh/hook': 'pre-upgrade', 'argocd.argoproj.io/hook': 'Skip' })],
      [],
    ],
    [
      'is no Job',
      [job('load', {}, {}, { annotations: { 'argocd.argoproj.io/hook': 'PreSync' } })],
      [],
    ],
  ]);
});

describe('a claim of a release', () => {
  const goes = [
    `${CLAIM} warning gitops/claim-of-release metadata.annotations["helm.sh/resource-policy"]`,
  ];

  says([
    ['of a class that deletes', [claim({}, HELM), storageClass()], goes],
    [
      'of a class that says that it deletes',
      [claim({}, HELM), storageClass({ reclaimPolicy: 'Delete' })],
      goes,
    ],
    [
      'of the default class',
      [
        claim({ storageClassName: undefined }, HELM),
        storageClass(
          {},
          { annotations: { 'storageclass.kubernetes.io/is-default-class': 'true' } },
        ),
      ],
      goes,
    ],
    ['of a class that retains', [claim({}, HELM), retains], []],
    ['of a class that is not there', [claim({}, HELM)], []],
    [
      'of a class without provisioner',
      [claim({}, HELM), storageClass({ provisioner: 'kubernetes.io/no-provisioner' })],
      [],
    ],
    ['of nobody', [claim(), storageClass()], []],
    [
      'of Kustomize',
      [claim({}, { labels: { 'app.kubernetes.io/managed-by': 'kustomize' } }), storageClass()],
      [],
    ],
    [
      'that Helm has installed',
      [annotated({ 'meta.helm.sh/release-name': 'shop' }), storageClass()],
      goes,
    ],
    ['that is kept', [annotated({ 'helm.sh/resource-policy': 'keep' }, HELM), storageClass()], []],
    [
      'that Argo CD keeps',
      [
        annotated({ 'argocd.argoproj.io/sync-options': 'Prune=false,Delete=false' }, HELM),
        storageClass(),
      ],
      [],
    ],
    [
      'with a volume by hand',
      [claim({ storageClassName: '' }, HELM), volume({ nfs: { server: 's', path: '/' } })],
      [],
    ],
    [
      'with a volume by hand that is deleted',
      [claim({ storageClassName: '' }, HELM), volume({ persistentVolumeReclaimPolicy: 'Delete' })],
      goes,
    ],
    ['that names a volume', [claim({ volumeName: 'v' }, HELM), storageClass()], []],
  ]);
});

describe('a claim in a namespace of Flux', () => {
  const goes = [
    `${CLAIM} warning gitops/pruned-claim metadata.annotations["kustomize.toolkit.fluxcd.io/prune"]`,
  ];
  const kept = (option: string, value: string, part = 'annotations') =>
    claim({}, { [part]: { [`kustomize.toolkit.fluxcd.io/${option}`]: value } });

  says([
    ['that prunes', [claim(), storageClass(), kustomization({})], goes],
    ['that prunes, twice', [claim(), storageClass(), kustomization({}), kustomization({})], goes],
    ['that does not prune', [claim(), storageClass(), kustomization({ prune: false })], []],
    [
      'that prunes elsewhere',
      [claim(), storageClass(), kustomization({ targetNamespace: 'other' })],
      [],
    ],
    [
      'that prunes, nobody knows where',
      [claim(), storageClass(), kustomization({ targetNamespace: undefined })],
      [],
    ],
    ['that is suspended', [claim(), storageClass(), kustomization({ suspend: true })], []],
    ['that prunes, and the class retains', [claim(), retains, kustomization({})], []],
    ['that prunes, and the class is not there', [claim(), kustomization({})], []],
    [
      'that prunes, but not the claim',
      [kept('prune', 'disabled'), storageClass(), kustomization({})],
      [],
    ],
    [
      'that prunes, but not the claim, by its label',
      [kept('prune', 'Disabled', 'labels'), storageClass(), kustomization({})],
      [],
    ],
    [
      'that leaves the claim alone',
      [kept('reconcile', 'disabled'), storageClass(), kustomization({})],
      [],
    ],
    ['that prunes the claim', [kept('prune', 'enabled'), storageClass(), kustomization({})], goes],
    [
      'that prunes, though Helm would keep the claim',
      [annotated({ 'helm.sh/resource-policy': 'keep' }), storageClass(), kustomization({})],
      goes,
    ],
  ]);
});

describe('a claim that Argo CD does not prune', () => {
  const goes = [
    `${CLAIM} warning gitops/deleted-with-application metadata.annotations["argocd.argoproj.io/sync-options"]`,
  ];
  const options = (text: string) => annotated({ 'argocd.argoproj.io/sync-options': text });

  says([
    ['nor delete', [options('Prune=false, Delete=false')], []],
    ['nor delete silently', [options('Delete=confirm,Prune=false')], []],
    ['but delete', [options('Prune=false')], goes],
    ['but delete, among others', [options('ServerSideApply=true, Prune=false')], goes],
    ['but delete, and its class deletes', [options('Prune=false'), storageClass()], goes],
    ['but delete, and its class retains', [options('Prune=false'), retains], []],
    [
      'but Helm would keep',
      [
        annotated({
          'argocd.argoproj.io/sync-options': 'Prune=false',
          'helm.sh/resource-policy': 'keep',
        }),
      ],
      [],
    ],
    ['and is told nothing of', [options('Replace=true')], []],
  ]);
});

describe('a StatefulSet that is made smaller', () => {
  const set = (policy: Fields | undefined, more: Fields = {}) =>
    workload(
      'StatefulSet',
      'db',
      {},
      { persistentVolumeClaimRetentionPolicy: policy, volumeClaimTemplates: [claim()], ...more },
    );
  const hpa = autoscaler('StatefulSet', 'db', { minReplicas: 1, maxReplicas: 3 });
  const goes = [
    'StatefulSet/db warning gitops/claims-scaled-away spec.persistentVolumeClaimRetentionPolicy.whenScaled',
  ];

  says([
    ['and deletes claims', [set({ whenScaled: 'Delete' }), hpa], goes],
    [
      'by KEDA, and deletes claims',
      [
        set({ whenScaled: 'Delete' }),
        {
          apiVersion: 'keda.sh/v1alpha1',
          kind: 'ScaledObject',
          metadata: { name: 'db' },
          spec: { scaleTargetRef: { kind: 'StatefulSet', name: 'db' } },
        },
      ],
      goes,
    ],
    ['and retains claims', [set({ whenScaled: 'Retain', whenDeleted: 'Delete' }), hpa], []],
    ['and says nothing', [set(undefined), hpa], []],
    ['by nobody', [set({ whenScaled: 'Delete' })], []],
    [
      'between bounds that are one',
      [
        set({ whenScaled: 'Delete' }),
        autoscaler('StatefulSet', 'db', { minReplicas: 3, maxReplicas: 3 }),
      ],
      [],
    ],
    [
      'and has no claims',
      [set({ whenScaled: 'Delete' }, { volumeClaimTemplates: undefined }), hpa],
      [],
    ],
    ['and its class retains', [set({ whenScaled: 'Delete' }), hpa, retains], []],
    ['and its class deletes', [set({ whenScaled: 'Delete' }), hpa, storageClass()], goes],
  ]);
});

test('the messages name the claim and what keeps it', () => {
  const lines = (objects: Fields[], target?: TargetSpec) =>
    said(KEEPING_JUDGES, objects, target).map((line) => line.slice(line.indexOf(': ') + 2));
  expect([
    ...lines([annotated({ 'argocd.argoproj.io/hook': 'PreSync' })]),
    ...lines([annotated({ 'helm.sh/hook': 'pre-upgrade' })]),
    ...lines([
      annotated({ 'helm.sh/hook': 'pre-install', 'helm.sh/hook-delete-policy': 'hook-succeeded' }),
    ]),
    ...lines([annotated({ 'helm.sh/hook': 'pre-install' })], { gitops: 'argocd' }),
    ...lines([claim({}, HELM), storageClass(), kustomization({})]),
    ...lines([annotated({ 'argocd.argoproj.io/sync-options': 'Prune=false' })]),
    ...lines([
      workload(
        'StatefulSet',
        'db',
        {},
        {
          persistentVolumeClaimRetentionPolicy: { whenScaled: 'Delete' },
          volumeClaimTemplates: [claim()],
        },
      ),
      autoscaler('StatefulSet', 'db', { maxReplicas: 3 }),
    ]),
  ]).toEqual([
    'the claim "data" is a hook of Argo CD (PreSync), which is deleted and recreated at each sync: its data is lost; ' +
      'remove the annotation; if the claim has to exist first, add argocd.argoproj.io/sync-wave: "-1" to it',
    'the claim "data" is a hook of Helm (pre-upgrade), which is deleted and recreated at each upgrade: its data is lost; ' +
      'remove the annotation; helm.sh/resource-policy: keep keeps the claim when the release is uninstalled',
    'the claim "data" is a hook of Helm (pre-install) that is deleted as soon as it has been created (hook-succeeded): its data is lost; ' +
      'remove the annotation; helm.sh/resource-policy: keep keeps the claim when the release is uninstalled',
    'the claim "data" is a hook of Helm (pre-install), which Argo CD deletes and recreates at each sync: its data is lost; ' +
      'remove the annotation; helm.sh/resource-policy: keep keeps the claim when the release is uninstalled',
    'uninstalling the release deletes the claim "data", and its class deletes the volume with the data; add the annotation helm.sh/resource-policy: keep',
    'Kustomization/flux-system/apps prunes in the namespace "shop": when the claim "data" is removed from its folder, its volume is deleted with the data; ' +
      'add the annotation kustomize.toolkit.fluxcd.io/prune: disabled',
    'the claim "data" is kept from pruning (Prune=false), but is deleted with its Application; add the annotation argocd.argoproj.io/sync-options: Prune=false,Delete=false',
    'HorizontalPodAutoscaler/shop/db may remove pods of the StatefulSet "db", and their claims are deleted with them (whenScaled: Delete); set whenScaled: Retain',
  ]);
});
