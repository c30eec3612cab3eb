/**
 * The outcomes of data, by clause: siblings of the recorded changes, each with the reason and what
 * it depends on.
 */
import { diffDocuments, diffObjects, DiffOptions, ObjectDiff } from '../../src/diff';
import { buildHyperconverged } from '../../src/local/policies/hyperconverged';

type Fields = Record<string, unknown>;

const object = (
  apiVersion: string,
  kind: string,
  name: string,
  rest: Fields = {},
  metadata: Fields = {},
): Fields => ({ apiVersion, kind, metadata: { name, namespace: 'shop', ...metadata }, ...rest });
const waiting = (more: Fields = {}) =>
  object(
    'storage.k8s.io/v1',
    'StorageClass',
    'fast',
    { provisioner: 'ebs.csi.aws.com', volumeBindingMode: 'WaitForFirstConsumer', ...more },
    { namespace: undefined },
  );
const claim = (name = 'data', spec: Fields = {}, metadata: Fields = {}) =>
  object(
    'v1',
    'PersistentVolumeClaim',
    name,
    {
      spec: {
        accessModes: ['ReadWriteOnce'],
        storageClassName: 'fast',
        resources: { requests: { storage: '1Gi' } },
        ...spec,
      },
    },
    metadata,
  );
const podSpec = (claimName: string, mount: Fields = {}) => ({
  containers: [
    {
      name: 'web',
      image: 'registry.example.com/web:1.0.0',
      volumeMounts: [{ name: 'data', mountPath: '/data', ...mount }],
    },
  ],
  volumes: [{ name: 'data', persistentVolumeClaim: { claimName } }],
});
const workload = (kind: string, spec: Fields, template: Fields, name = 'web') =>
  object(kind === 'Rollout' ? 'argoproj.io/v1alpha1' : 'apps/v1', kind, name, {
    spec: {
      ...spec,
      selector: { matchLabels: { app: name } },
      template: { metadata: { labels: { app: name } }, spec: template },
    },
  });
const deployment = (spec: Fields = {}, template: Fields = podSpec('data'), name = 'web') =>
  workload('Deployment', spec, template, name);
const job = (spec: Fields = {}) =>
  object('batch/v1', 'Job', 'load', {
    spec: { ...spec, template: { spec: { restartPolicy: 'Never', ...podSpec('data') } } },
  });
const cronJob = (spec: Fields) =>
  object('batch/v1', 'CronJob', 'nightly', {
    spec: {
      schedule: '0 3 * * *',
      ...spec,
      jobTemplate: { spec: { template: { spec: { restartPolicy: 'Never', ...podSpec('data') } } } },
    },
  });
const settings = (value: string) => object('v1', 'ConfigMap', 'settings', { data: { value } });

function toldOf(
  label: string,
  old: readonly Fields[],
  next: readonly Fields[],
  options: DiffOptions = {},
): Partial<ObjectDiff> {
  const { data, because, dependsOn } =
    diffObjects(old, next, options).objects.find((one) => one.object === label) ?? {};
  return {
    ...(data === undefined ? {} : { data }),
    ...(because === undefined ? {} : { because }),
    ...(dependsOn === undefined ? {} : { dependsOn }),
  };
}

const DATA = 'PersistentVolumeClaim/shop/data';
const BY_DRIVER = 'its driver deletes the volume with the claim (reclaim policy Delete)';

describe('a removed claim that waited for its first consumer', () => {
  test.each<[string, Fields[], string]>([
    ['nobody among the files', [], 'whether a pod outside the files has used the claim'],
    ['a suspended CronJob', [cronJob({ suspend: true })], 'whether a job has ever used the claim'],
    ['a suspended Job', [job({ suspend: true })], 'whether a job has ever used the claim'],
    [
      'a Deployment without replicas',
      [deployment({ replicas: 0 })],
      'whether a pod has ever used the claim',
    ],
    [
      'a Deployment that is paused',
      [deployment({ paused: true })],
      'whether a pod has ever used the claim',
    ],
    [
      'a Rollout without replicas',
      [workload('Rollout', { replicas: 0 }, podSpec('data'))],
      'whether a pod has ever used the claim',
    ],
    [
      'a virtual machine that is halted',
      [
        object('kubevirt.io/v1', 'VirtualMachine', 'vm', {
          spec: { runStrategy: 'Halted', template: { spec: podSpec('data') } },
        }),
      ],
      'whether a pod has ever used the claim',
    ],
  ])('and was used by %s may be lost', (_who, users, doubt) => {
    expect(toldOf(DATA, [waiting(), claim(), ...users], [waiting()])).toEqual({
      data: 'may be lost',
      because: 'it is no longer among the files',
      dependsOn: [doubt],
    });
  });

  test.each<[string, Fields[]]>([
    ['a CronJob', [cronJob({})]],
    ['a Job that is removed soon after it has finished', [job({ ttlSecondsAfterFinished: 60 })]],
    ['a Rollout', [workload('Rollout', { replicas: 2 }, podSpec('data'))]],
    [
      'a custom resource that names it',
      [
        object('example.com/v1', 'Database', 'db', {
          spec: { storage: { existingClaim: 'data' } },
        }),
      ],
    ],
  ])('and was used by %s is lost', (_who, users) => {
    expect(toldOf(DATA, [waiting(), claim(), ...users], [waiting()])).toEqual({
      data: 'lost',
      because: BY_DRIVER,
    });
  });

  test('is left behind if its class retains volumes, whoever has used it', () => {
    expect(
      toldOf(
        DATA,
        [waiting({ reclaimPolicy: 'Retain' }), claim()],
        [waiting({ reclaimPolicy: 'Retain' })],
      ),
    ).toEqual({
      data: 'left behind',
      because: 'its volume is Released, without a claim (reclaim policy Retain)',
    });
  });

  test('has no data if nothing of OLD is in the cluster yet, or if that is known', () => {
    expect(
      diffObjects([waiting(), claim()], [waiting()], { isFresh: true }).objects.map(
        ({ data }) => data,
      ),
    ).toEqual([undefined]);
    expect(toldOf(DATA, [waiting(), claim()], [waiting()], { bound: 'none' })).toEqual({});
  });
});

describe('a claim whose binding is elsewhere', () => {
  test('without a class depends on the default class of the cluster', () => {
    const bare = claim('data', { storageClassName: undefined });
    expect(toldOf(DATA, [bare], [])).toEqual({
      data: 'may be lost',
      because: 'it is no longer among the files',
      dependsOn: ['the default class of the cluster and its reclaim policy'],
    });
  });

  test('without a class does not keep a workload that has run from being ready', () => {
    const all = [claim('data', { storageClassName: undefined }), deployment()];
    const { objects, notes } = diffObjects(all, all);
    expect([objects.map(({ ready }) => ready), notes]).toEqual([[undefined, undefined], []]);
  });

  test.each([
    ['without a provisioner', 'fast', [waiting({ provisioner: 'kubernetes.io/no-provisioner' })]],
    ['of the empty class', '', []],
  ] as const)(
    '%s may have a volume that is not in the files',
    (_which, storageClassName, classes) => {
      expect(toldOf(DATA, [...classes, claim('data', { storageClassName })], [...classes])).toEqual(
        {
          data: 'may be lost',
          because: 'it is no longer among the files',
          dependsOn: [
            'whether a volume that is not in the files is bound to the claim, and its reclaim policy',
          ],
        },
      );
    },
  );

  test('that the API server of this version refuses may be in the cluster all the same', () => {
    const odd = claim('data', { acessModes: ['ReadWriteOnce'] });
    expect(toldOf(DATA, [waiting(), odd, deployment()], [waiting()])).toEqual({
      data: 'may be lost',
      because: 'it is no longer among the files',
      dependsOn: ['whether the cluster took it: the API server of this version refuses it'],
    });
  });
});

describe('a volume in the files', () => {
  const volume = (spec: Fields, annotations: Fields = {}) =>
    object(
      'v1',
      'PersistentVolume',
      'files',
      {
        spec: {
          capacity: { storage: '1Gi' },
          accessModes: ['ReadWriteOnce'],
          storageClassName: '',
          claimRef: { namespace: 'shop', name: 'data' },
          ...spec,
        },
      },
      { namespace: undefined, annotations },
    );
  const bound = claim('data', { storageClassName: '', volumeName: 'files' });
  const csi = { csi: { driver: 'ebs.csi.aws.com', volumeHandle: 'vol-1' } };
  const MADE = { 'pv.kubernetes.io/provisioned-by': 'ebs.csi.aws.com' };

  test.each<[string, Fields, Fields, Partial<ObjectDiff>]>([
    [
      'is scrubbed with the policy Recycle',
      { nfs: { server: 'nfs', path: '/a' }, persistentVolumeReclaimPolicy: 'Recycle' },
      {},
      {
        data: 'lost',
        because: 'its volume is scrubbed when it is released (reclaim policy Recycle)',
      },
    ],
    [
      'is deleted by the driver that has made it',
      { ...csi, persistentVolumeReclaimPolicy: 'Delete' },
      MADE,
      {
        data: 'lost',
        because: 'its driver deletes the volume once it is released (reclaim policy Delete)',
      },
    ],
    [
      'is deleted by the driver that it has migrated to',
      { ...csi, persistentVolumeReclaimPolicy: 'Delete' },
      { 'pv.kubernetes.io/migrated-to': 'ebs.csi.aws.com' },
      {
        data: 'lost',
        because: 'its driver deletes the volume once it is released (reclaim policy Delete)',
      },
    ],
    [
      'is perhaps deleted by the driver that has taken over its kind',
      { awsElasticBlockStore: { volumeID: 'vol-1' }, persistentVolumeReclaimPolicy: 'Delete' },
      {},
      {
        data: 'may be lost',
        because: 'the reclaim policy of its volume is Delete',
        dependsOn: [
          'whether the driver that serves awsElasticBlockStore deletes volumes that it has not made',
        ],
      },
    ],
    [
      'is perhaps deleted by the cluster itself below /tmp',
      { hostPath: { path: '/tmp/files' }, persistentVolumeReclaimPolicy: 'Delete' },
      {},
      {
        data: 'may be lost',
        because: 'the reclaim policy of its volume is Delete',
        dependsOn: [
          'whether kube-controller-manager, which deletes folders below /tmp, sees that host',
        ],
      },
    ],
    [
      'stays in a folder of a host elsewhere',
      { hostPath: { path: '/srv/tmp/files' }, persistentVolumeReclaimPolicy: 'Delete' },
      {},
      { data: 'left behind', because: 'its volume is Released, without a claim' },
    ],
    [
      'stays if no driver has made it',
      { ...csi, persistentVolumeReclaimPolicy: 'Delete' },
      {},
      { data: 'left behind', because: 'its volume is Released, without a claim' },
    ],
  ])('%s when its claim is removed', (_what, spec, annotations, answer) => {
    expect(toldOf(DATA, [volume(spec, annotations), bound], [volume(spec, annotations)])).toEqual(
      answer,
    );
  });

  test.each<[string, Fields, Fields, Partial<ObjectDiff>]>([
    [
      'is deleted by the driver that has made it',
      { persistentVolumeReclaimPolicy: 'Delete', claimRef: { namespace: 'shop', name: 'other' } },
      MADE,
      {
        data: 'lost',
        because:
          'claimRef of its volume names another claim: its driver deletes the volume once it is released (reclaim policy Delete)',
      },
    ],
    [
      'is bound again if it is retained',
      { persistentVolumeReclaimPolicy: 'Retain', claimRef: { namespace: 'shop', name: 'other' } },
      MADE,
      { data: 'kept' },
    ],
    [
      'is bound again if no driver has made it',
      { persistentVolumeReclaimPolicy: 'Delete', claimRef: { namespace: 'shop', name: 'other' } },
      {},
      { data: 'kept' },
    ],
    [
      'is bound again if it names none',
      { persistentVolumeReclaimPolicy: 'Delete', claimRef: undefined },
      MADE,
      { data: 'kept' },
    ],
    [
      'keeps its claim if the change is refused',
      {
        persistentVolumeReclaimPolicy: 'Delete',
        claimRef: { namespace: 'shop', name: 'other' },
        csi: { ...csi.csi, volumeHandle: 'vol-2' },
      },
      MADE,
      { data: 'kept' },
    ],
  ])('that is bound and given to another claim %s', (_what, spec, annotations, answer) => {
    const old = volume({ ...csi, persistentVolumeReclaimPolicy: 'Delete' }, annotations);
    const next = volume({ ...csi, ...spec }, annotations);
    expect(toldOf(DATA, [old, bound], [next, bound])).toEqual(answer);
    expect(toldOf('PersistentVolume/files', [old, bound], [next, bound])).toEqual(answer);
  });

  test.each([
    ['a hook', { 'argocd.argoproj.io/hook': 'PostSync' }],
    ['replaced by force', { 'argocd.argoproj.io/sync-options': 'Force=true,Replace=true' }],
  ])('that is bound and becomes %s waits for its claim', (_what, marks) => {
    const next = volume({ ...csi }, { ...MADE, ...marks });
    const { objects } = diffObjects([volume(csi, MADE), bound], [next, bound], { engine: 'argo' });
    expect(objects).toMatchObject([
      {
        object: 'PersistentVolume/files',
        verdict: 'changed',
        afterwards: 'stuck',
        data: 'kept',
      },
      { object: DATA, verdict: 'unchanged', data: 'kept' },
    ]);
  });

  const CHANGED = 'whether PersistentVolume/files is changed before its claim is deleted';
  const hooked = (mark: string) => ({
    ...bound,
    metadata: {
      ...bound.metadata!,
      annotations: { [mark]: mark.startsWith('helm') ? 'pre-upgrade' : 'PreSync' },
    },
  });
  test.each<[string, DiffOptions['engine'], Fields[], string | undefined]>([
    ['Argo CD prunes first', 'argo', [], CHANGED],
    ['Flux prunes last', 'flux', [], undefined],
    ['Helm prunes last', 'helm', [], undefined],
    ['Helm deletes hooks before', 'helm', [hooked('helm.sh/hook')], CHANGED],
    ['Argo CD deletes hooks before', 'argo', [hooked('argocd.argoproj.io/hook')], CHANGED],
  ])('that is retained only now may be too late: %s', (_what, engine, rest, doubt) => {
    const withPolicy = (persistentVolumeReclaimPolicy: string) =>
      volume({ ...csi, persistentVolumeReclaimPolicy }, MADE);
    const next = [withPolicy('Retain'), ...rest];
    const found = toldOf(DATA, [withPolicy('Delete'), bound], next, { engine });
    expect(found).toMatchObject({ data: doubt === undefined ? 'left behind' : 'may be lost' });
    expect(found.dependsOn).toEqual(doubt === undefined ? undefined : [doubt]);
    // Pods that go on with it hold it until then.
    const kept = toldOf(
      DATA,
      [withPolicy('Delete'), bound, deployment()],
      [...next, deployment()],
      {
        engine,
      },
    );
    expect(kept).toMatchObject({ data: 'left behind' });
  });

  test('that perhaps is Released is deleted at once with another policy', () => {
    const released = (policy: string, uid?: string) =>
      volume(
        {
          ...csi,
          persistentVolumeReclaimPolicy: policy,
          claimRef: { namespace: 'shop', name: 'data', ...(uid ? { uid } : {}) },
        },
        MADE,
      );
    const UID = '7b6f0f0e-54b4-4f2c-9a57-0c1d2e3f4a5b';
    const label = 'PersistentVolume/files';
    expect(toldOf(label, [released('Retain', UID)], [released('Delete', UID)])).toEqual({
      data: 'lost',
      because:
        'the claim shop/data is not in the files: its driver deletes the volume once it is released (reclaim policy Delete)',
    });
    expect(toldOf(label, [released('Retain')], [released('Delete')])).toMatchObject({
      data: 'may be lost',
      dependsOn: [
        'whether the claim shop/data, which is not in the files, exists and has the volume',
      ],
    });
    expect(
      toldOf(label, [released('Retain', UID), bound], [released('Delete', UID), bound]),
    ).toMatchObject({ data: 'kept' });
    expect(toldOf(label, [released('Delete', UID)], [released('Delete', UID)])).toEqual({});
  });
});

describe('a claim that becomes a hook, and whose change the API server refuses', () => {
  const ARGO_HOOK = 'argocd.argoproj.io/hook';
  const immediate = waiting({ volumeBindingMode: 'Immediate' });
  const dataOf = (phase: string, prunes: boolean) => {
    const annotations = { [ARGO_HOOK]: phase, [`${ARGO_HOOK}-delete-policy`]: 'HookSucceeded' };
    const hook = claim('data', { accessModes: ['ReadWriteMany'] }, { annotations });
    const { objects } = diffObjects([immediate, claim()], [immediate, hook], {
      engine: 'argo',
      prunes,
    });
    const { verdict, data } = objects.find((one) => one.object === DATA)!;
    return [verdict, data];
  };

  test.each(['PreSync', 'Sync', 'PostSync'])('%s does not succeed, and stays', (phase) => {
    expect(dataOf(phase, false)).toEqual(['refused', 'kept']);
  });

  test('is pruned after PreSync all the same', () => {
    expect(dataOf('PreSync', true)).toEqual(['refused', 'kept']);
    expect(dataOf('PostSync', true)).toEqual(['refused', 'lost']);
  });
});

describe('an object that stays among the files and is created anew', () => {
  const hook = (annotations: Fields) => claim('data', {}, { annotations });
  const immediate = waiting({ volumeBindingMode: 'Immediate' });
  const before = [immediate, claim(), settings('1')];
  const BECOMES_HOOK = 'it becomes a hook, and Argo CD prunes what was there before';
  const UNKNOWN_HOOK = 'Helm skips an unknown hook, and deletes what left the release';
  const after = (annotations: Fields) => [immediate, hook(annotations), settings('2')];

  test.each<[string, Fields, DiffOptions['engine'], Partial<ObjectDiff>]>([
    [
      'a hook of Argo CD',
      { 'argocd.argoproj.io/hook': 'PreSync' },
      'argo',
      {
        data: 'lost',
        because: 'Argo CD deletes and recreates a hook at each sync (BeforeHookCreation)',
      },
    ],
    [
      'a hook of Argo CD that goes when it has succeeded',
      {
        'argocd.argoproj.io/hook': 'Sync',
        'argocd.argoproj.io/hook-delete-policy': 'HookSucceeded',
      },
      'argo',
      { data: 'lost', because: 'Argo CD deletes a hook that has succeeded (HookSucceeded)' },
    ],
    [
      'a hook of Argo CD that goes when it has failed',
      { 'argocd.argoproj.io/hook': 'Sync', 'argocd.argoproj.io/hook-delete-policy': 'HookFailed' },
      'argo',
      { data: 'lost', because: BECOMES_HOOK },
    ],
    [
      'a hook before the sync that goes when it has failed',
      {
        'argocd.argoproj.io/hook': 'PreSync',
        'argocd.argoproj.io/hook-delete-policy': 'HookFailed',
      },
      'argo',
      { data: 'may be lost', because: BY_DRIVER, dependsOn: ['whether the hook fails'] },
    ],
    [
      'a hook of failed syncs',
      { 'argocd.argoproj.io/hook': 'SyncFail' },
      'argo',
      { data: 'lost', because: BECOMES_HOOK },
    ],
    [
      'a hook of the deletion',
      { 'argocd.argoproj.io/hook': 'PostDelete' },
      'argo',
      { data: 'lost', because: BECOMES_HOOK },
    ],
    [
      'a hook that Argo CD does not know by its spelling',
      { 'argocd.argoproj.io/hook': 'presync' },
      'argo',
      { data: 'lost', because: BECOMES_HOOK },
    ],
    [
      'a hook of Helm that Argo CD does not know by its spelling',
      { 'helm.sh/hook': 'Pre-Install' },
      'argo',
      { data: 'lost', because: BECOMES_HOOK },
    ],
    ['a hook of no kind', { 'helm.sh/hook': '' }, 'argo', { data: 'lost', because: BECOMES_HOOK }],
    [
      'what Helm took for a hook of definitions once',
      { 'helm.sh/hook': 'crd-install' },
      'argo',
      { data: 'kept' },
    ],
    ['what Argo CD is to skip', { 'argocd.argoproj.io/hook': ' Skip ' }, 'argo', { data: 'kept' }],
    [
      'a hook of upgrades in capitals',
      { 'helm.sh/hook': 'Pre-Install, POST-Upgrade ', 'helm.sh/hook-delete-policy': 'Hook-Failed' },
      'helm',
      { data: 'may be lost', because: BY_DRIVER, dependsOn: ['whether the hook fails'] },
    ],
    [
      'a hook that Helm does not know, beside one that it knows',
      { 'helm.sh/hook': 'pre-upgrade,later' },
      'helm',
      { data: 'lost', because: UNKNOWN_HOOK },
    ],
    [
      'a hook that is no word',
      { 'helm.sh/hook': '' },
      'helm',
      { data: 'lost', because: UNKNOWN_HOOK },
    ],
    [
      'a hook of Helm that Argo CD takes for its own',
      { 'helm.sh/hook': 'pre-install' },
      'argo',
      {
        data: 'lost',
        because: 'Argo CD deletes and recreates a hook at each sync (BeforeHookCreation)',
      },
    ],
    [
      'a hook of Helm with a policy that neither knows',
      { 'helm.sh/hook': 'pre-upgrade', 'helm.sh/hook-delete-policy': 'never' },
      'argo',
      {
        data: 'lost',
        because: 'Argo CD deletes and recreates a hook at each sync (BeforeHookCreation)',
      },
    ],
    [
      'a hook of Argo CD with a policy for Helm beside its own',
      {
        'argocd.argoproj.io/hook': 'PreSync',
        'argocd.argoproj.io/hook-delete-policy': 'HookFailed',
        'helm.sh/hook-delete-policy': 'hook-succeeded',
      },
      'argo',
      { data: 'lost', because: 'Argo CD deletes a hook that has succeeded (HookSucceeded)' },
    ],
    [
      'a hook of upgrades',
      { 'helm.sh/hook': 'post-upgrade' },
      'helm',
      { data: 'lost', because: 'Helm deletes a hook at each upgrade (before-hook-creation)' },
    ],
    [
      'what becomes a hook of the installation',
      { 'helm.sh/hook': 'pre-install' },
      'helm',
      { data: 'lost', because: 'a hook is not part of the release: Helm deletes what left it' },
    ],
    [
      'a hook where nothing shows the engine',
      { 'argocd.argoproj.io/hook': 'PreSync' },
      undefined,
      {
        data: 'may be lost',
        because: BY_DRIVER,
        dependsOn: ['whether Argo CD deploys it (--engine argo)'],
      },
    ],
    [
      'a hook of Helm where nothing shows the engine',
      { 'helm.sh/hook': 'pre-upgrade' },
      undefined,
      {
        data: 'may be lost',
        because: BY_DRIVER,
        dependsOn: ['whether Argo CD or Helm deploys it (--engine argo, --engine helm)'],
      },
    ],
    [
      'a hook that Argo CD deletes only if it fails, where nothing shows the engine',
      { 'helm.sh/hook': 'pre-install', 'helm.sh/hook-delete-policy': 'hook-failed' },
      undefined,
      {
        data: 'may be lost',
        because: BY_DRIVER,
        dependsOn: ['whether Argo CD or Helm deploys it (--engine argo, --engine helm)'],
      },
    ],
    [
      'what is replaced by force',
      { 'argocd.argoproj.io/sync-options': 'Force=true,Replace=true' },
      'argo',
      { data: 'lost', because: 'Argo CD deletes and recreates it (Force=true,Replace=true)' },
    ],
    [
      'what is replaced without force',
      { 'argocd.argoproj.io/sync-options': 'Replace=true' },
      'argo',
      { data: 'kept' },
    ],
    [
      'a hook of Argo CD under Flux',
      { 'argocd.argoproj.io/hook': 'PreSync' },
      'flux',
      { data: 'kept' },
    ],
  ])('%s', (_what, annotations, engine, answer) => {
    expect(
      toldOf(DATA, before, after(annotations), engine === undefined ? {} : { engine }),
    ).toEqual(answer);
  });

  test.each<[string, Fields, Fields, DiffOptions['engine'], ObjectDiff['data']]>([
    ['a hook of upgrades in capitals', { 'helm.sh/hook': 'Pre-Upgrade' }, {}, 'helm', 'lost'],
    ['a hook that Helm does not know', { 'helm.sh/hook': 'later' }, {}, 'helm', 'kept'],
    ['a hook that Argo CD does not know', { 'helm.sh/hook': 'Pre-Install' }, {}, 'argo', 'kept'],
    [
      'what is not to be pruned, and becomes a hook of the deletion',
      { 'argocd.argoproj.io/sync-options': 'Prune=false' },
      { 'argocd.argoproj.io/hook': 'PreDelete' },
      'argo',
      'kept',
    ],
    [
      'what is not to be pruned, and becomes a hook of failed syncs',
      { 'argocd.argoproj.io/sync-options': 'Prune=false' },
      { 'argocd.argoproj.io/hook': 'SyncFail' },
      'argo',
      'may be lost',
    ],
    [
      'what becomes a hook of failed syncs that goes when it has succeeded',
      { 'argocd.argoproj.io/sync-options': 'Prune=false' },
      {
        'argocd.argoproj.io/hook': 'SyncFail',
        'argocd.argoproj.io/hook-delete-policy': 'HookSucceeded',
      },
      'argo',
      'lost',
    ],
    [
      'what is not pruned without being confirmed, and becomes such a hook',
      { 'argocd.argoproj.io/sync-options': 'Prune=confirm' },
      { 'argocd.argoproj.io/hook': 'PreDelete' },
      'argo',
      'may be lost',
    ],
    [
      'what is no longer to be replaced by force',
      { 'argocd.argoproj.io/sync-options': 'Force=true,Replace=true' },
      { 'argocd.argoproj.io/sync-options': '' },
      'argo',
      'lost',
    ],
  ])('%s: what is in the cluster counts', (_what, had, has, engine, data) => {
    const old = [immediate, hook(had), settings('1')];
    expect(toldOf(DATA, old, after({ ...had, ...has }), { engine })).toMatchObject({ data });
  });

  test('becomes a hook where nothing is pruned', () => {
    const next = after({ 'argocd.argoproj.io/hook': 'PostDelete' });
    expect(toldOf(DATA, before, next, { engine: 'argo', prunes: false })).toEqual({ data: 'kept' });
  });

  test('becomes a hook where the Application does not prune', () => {
    const application = (automated?: Fields) =>
      object(
        'argoproj.io/v1alpha1',
        'Application',
        'shop',
        {
          spec: {
            project: 'default',
            destination: { namespace: 'shop' },
            source: { repoURL: 'https://git.example.com/a', path: 'shop' },
            syncPolicy: automated ? { automated } : {},
          },
        },
        { namespace: 'argocd' },
      );
    const toldBy = (app: Fields) =>
      toldOf(DATA, [app, ...before], [app, ...after({ 'helm.sh/hook': 'test' })], {});
    expect(toldBy(application({ prune: true }))).toMatchObject({ data: 'lost' });
    expect(toldBy(application({}))).toEqual({ data: 'kept' });
    expect(toldBy(application())).toEqual({
      data: 'may be lost',
      because: BY_DRIVER,
      dependsOn: ['whether the sync prunes'],
    });
  });

  test('is not, if nothing is synced', () => {
    const all = [immediate, hook({ 'argocd.argoproj.io/hook': 'PreSync' })];
    expect(toldOf(DATA, all, all, { engine: 'argo' })).toEqual({ data: 'kept' });
  });

  test.each([
    [
      'Force=true',
      'argo',
      { 'argocd.argoproj.io/sync-options': 'Force=true' },
      'Argo CD deletes and recreates what the API server refuses to change (Force=true)',
    ],
    [
      'force: enabled',
      'flux',
      { 'kustomize.toolkit.fluxcd.io/force': 'enabled' },
      'Flux deletes and recreates what the API server refuses to change (force: enabled)',
    ],
  ] as const)('by %s, if the server refuses the change', (_mark, engine, annotations, because) => {
    const refused = claim('data', { accessModes: ['ReadWriteMany'] }, { annotations });
    expect(toldOf(DATA, before, [immediate, refused, settings('1')], { engine })).toEqual({
      data: 'lost',
      because,
    });
  });

  test('is a set that takes the claims of its pods along, whose pods end with it', () => {
    const set = (annotations: Fields) => {
      const template = {
        metadata: { labels: { app: 'db' } },
        spec: {
          containers: [
            { name: 'db', image: 'db:1', volumeMounts: [{ name: 'data', mountPath: '/data' }] },
          ],
        },
      };
      const spec = {
        serviceName: 'db',
        selector: { matchLabels: { app: 'db' } },
        persistentVolumeClaimRetentionPolicy: { whenDeleted: 'Delete' },
        template,
        volumeClaimTemplates: [{ metadata: { name: 'data' }, spec: claim().spec }],
      };
      return object('apps/v1', 'StatefulSet', 'db', { spec }, { annotations });
    };
    for (const annotations of [
      { 'argocd.argoproj.io/hook': 'Sync' },
      { 'argocd.argoproj.io/sync-options': 'Force=true,Replace=true' },
    ]) {
      expect(
        toldOf(
          'PersistentVolumeClaim/shop/data-db-0',
          [immediate, set({}), settings('1')],
          [immediate, set(annotations), settings('2')],
          { engine: 'argo' },
        ),
      ).toEqual({ data: 'lost', because: BY_DRIVER });
    }
  });

  test('is not a namespace, which Argo CD updates whatever it says', () => {
    const namespace = (options: string) => ({
      apiVersion: 'v1',
      kind: 'Namespace',
      metadata: { name: 'shop', annotations: { 'argocd.argoproj.io/sync-options': options } },
    });
    const told = (options: string) =>
      toldOf(DATA, [namespace(options), ...before], [namespace(options), ...after({})], {
        engine: 'argo',
      });
    expect(told('Force=true,Replace=true')).toEqual({ data: 'kept' });
    expect(told('Replace=true')).toEqual({ data: 'kept' });
  });

  test('by Force of its Application it is not, but Replace counts beside its own Force', () => {
    const application = (...syncOptions: string[]) =>
      object(
        'argoproj.io/v1alpha1',
        'Application',
        'shop',
        {
          spec: {
            project: 'default',
            destination: { namespace: 'shop' },
            source: { repoURL: 'https://git.example.com/a', path: 'elsewhere' },
            syncPolicy: { syncOptions },
          },
        },
        { namespace: 'argocd' },
      );
    const forced = after({ 'argocd.argoproj.io/sync-options': 'Force=true' });
    expect(
      toldOf(DATA, before, [...after({}), application('Force=true', 'Replace=true')], {
        engine: 'argo',
      }),
    ).toEqual({ data: 'kept' });
    expect(
      toldOf(DATA, before, [...forced, application('Replace=true')], { engine: 'argo' }),
    ).toMatchObject({ data: 'lost' });
    const other = { ...application(), metadata: { name: 'other', namespace: 'argocd' } };
    expect(
      toldOf(DATA, before, [...forced, application('Replace=true'), other], { engine: 'argo' }),
    ).toEqual({
      data: 'may be lost',
      because: BY_DRIVER,
      dependsOn: ['whether Application/argocd/shop deploys it'],
    });
    const own = after({ 'argocd.argoproj.io/sync-options': 'Force=true,Replace=false' });
    expect(
      toldOf(DATA, before, [...own, application('Replace=true')], { engine: 'argo' }),
    ).toMatchObject({ data: 'lost' });
  });

  const kustomization = (name: string, spec: Fields) =>
    object(
      'kustomize.toolkit.fluxcd.io/v1',
      'Kustomization',
      name,
      {
        spec: {
          path: './elsewhere',
          prune: true,
          interval: '1m',
          sourceRef: { kind: 'GitRepository', name: 'repo' },
          ...spec,
        },
      },
      { namespace: 'flux' },
    );

  test.each<[string, Fields[], string, string | undefined]>([
    ['the only one', [{ force: true }], 'lost', undefined],
    ['all', [{ force: true }, { force: true }], 'lost', undefined],
    ['one of two', [{ force: true }, {}], 'may be lost', 'whether Kustomization/flux/0 deploys it'],
    ['none', [{}, {}], 'kept', undefined],
    [
      'the one for its namespace',
      [{ force: true, targetNamespace: 'shop' }, { targetNamespace: 'other' }],
      'lost',
      undefined,
    ],
    [
      'the one for another namespace',
      [{ targetNamespace: 'shop' }, { force: true, targetNamespace: 'other' }],
      'kept',
      undefined,
    ],
    [
      'one that leaves namespaces alone',
      [{ targetNamespace: 'shop' }, { force: true }],
      'may be lost',
      'whether Kustomization/flux/1 deploys it',
    ],
  ])('what is refused, if %s of its Kustomizations forces', (_which, specs, data, doubt) => {
    const all = specs.map((spec, index) => kustomization(String(index), spec));
    const refused = claim('data', { accessModes: ['ReadWriteMany'] });
    const found = toldOf(DATA, [...before, ...all], [immediate, refused, settings('1'), ...all]);
    expect(found).toMatchObject({ data });
    expect(found.dependsOn).toEqual(doubt === undefined ? undefined : [doubt]);
  });

  test('waits for the pods that use it', () => {
    expect(
      toldOf(
        DATA,
        [...before, deployment()],
        [...after({ 'argocd.argoproj.io/hook': 'PreSync' }), deployment()],
        { engine: 'argo' },
      ),
    ).toMatchObject({ data: 'may be lost' });
  });
});

describe('a StatefulSet', () => {
  const set = (spec: Fields = {}, name = 'db') =>
    workload(
      'StatefulSet',
      {
        serviceName: name,
        replicas: 2,
        ...spec,
        volumeClaimTemplates: [
          {
            metadata: { name: 'data' },
            spec: {
              accessModes: ['ReadWriteOnce'],
              storageClassName: 'fast',
              resources: { requests: { storage: '1Gi' } },
            },
          },
        ],
      },
      {
        containers: [
          {
            name: 'db',
            image: 'registry.example.com/db:1.0.0',
            volumeMounts: [{ name: 'data', mountPath: '/data' }],
          },
        ],
      },
      name,
    );
  const whenDeleted = { persistentVolumeClaimRetentionPolicy: { whenDeleted: 'Delete' } };

  test('without pods that is removed with its claims may have had some', () => {
    expect(
      toldOf('StatefulSet/shop/db', [waiting(), set({ replicas: 0, ...whenDeleted })], [waiting()]),
    ).toEqual({
      data: 'may be lost',
      because: 'the set deletes the claims of its pods (whenDeleted: Delete)',
      dependsOn: ['whether it ever had pods, whose claims are still there'],
    });
    expect(toldOf('StatefulSet/shop/db', [waiting(), set({ replicas: 0 })], [waiting()])).toEqual(
      {},
    );
  });

  test.each<[string, Fields, Fields, string | undefined]>([
    ['as it was', whenDeleted, {}, 'lost'],
    ['as it is, once it has succeeded', {}, whenDeleted, 'lost'],
    ['and keeps them', {}, {}, 'kept'],
  ])('that is created anew is deleted %s', (_what, was, is, data) => {
    const anew = (spec: Fields): Fields => {
      const one = set(spec);
      const annotations = { 'argocd.argoproj.io/hook': 'Sync' };
      return { ...one, metadata: { ...(one.metadata as Fields), annotations } };
    };
    const told = (label: string, spec: Fields, options: DiffOptions) =>
      toldOf(
        label,
        [waiting(), set({ ...was, ...spec })],
        [waiting(), anew({ ...is, ...spec }), settings('2')],
        options,
      ).data;
    const own = 'PersistentVolumeClaim/shop/data-db-0';
    expect(told(own, {}, { engine: 'argo' })).toBe(data);
    expect(told(own, {}, {})).toBe(data === 'lost' ? 'may be lost' : data);
    expect(told('StatefulSet/shop/db', { replicas: 0 }, { engine: 'argo' })).toBe(
      data === 'lost' ? 'may be lost' : undefined,
    );
  });

  test('whose first ordinal moves leaves the claims of the others behind', () => {
    const moved = set({ ordinals: { start: 1 } });
    expect(
      toldOf('PersistentVolumeClaim/shop/data-db-0', [waiting(), set()], [waiting(), moved]),
    ).toEqual({
      data: 'left behind',
      because: 'the pods of StatefulSet/shop/db get other ordinals, and claims of other names',
    });
    expect(
      toldOf('PersistentVolumeClaim/shop/data-db-1', [waiting(), set()], [waiting(), moved]),
    ).toEqual({ data: 'kept' });
  });

  test('that gets more or fewer pods goes on with its claims', () => {
    for (const replicas of [1, 3]) {
      expect(
        toldOf(
          'PersistentVolumeClaim/shop/data-db-0',
          [waiting(), set()],
          [waiting(), set({ replicas })],
        ),
      ).toEqual({ data: 'kept' });
    }
  });

  test('whose namespace goes takes along claims of pods that it no longer has, perhaps', () => {
    const namespace = object('v1', 'Namespace', 'shop', {}, { namespace: undefined });
    expect(
      toldOf(
        'StatefulSet/shop/db',
        [namespace, waiting(), set({ replicas: 0, ...whenDeleted })],
        [waiting()],
      ),
    ).toMatchObject({ data: 'may be lost' });
  });
});

describe('a program that no longer finds its data', () => {
  const immediate = waiting({ volumeBindingMode: 'Immediate' });
  test.each<[string, Fields, Fields, string]>([
    [
      'mounts it elsewhere',
      podSpec('data'),
      podSpec('data', { mountPath: '/srv' }),
      'Deployment/shop/web mounts it at /srv and no longer at /data',
    ],
    [
      'mounts another folder of it',
      podSpec('data', { subPath: 'a' }),
      podSpec('data', { subPath: 'b' }),
      'Deployment/shop/web mounts another folder of it at /data',
    ],
    [
      'mounts nothing',
      podSpec('data'),
      { containers: [{ name: 'web', image: 'registry.example.com/web:1.0.0' }] },
      'Deployment/shop/web no longer mounts it at /data',
    ],
    [
      'mounts the folder of an expression',
      podSpec('data'),
      podSpec('data', { subPathExpr: '$(POD_NAME)' }),
      'Deployment/shop/web mounts another folder of it at /data',
    ],
    [
      'mounts another claim there',
      podSpec('data'),
      podSpec('other'),
      'Deployment/shop/web mounts something else at /data',
    ],
  ])('%s', (_what, old, next, because) => {
    const claims = [immediate, claim(), claim('other')];
    expect(
      toldOf(DATA, [...claims, deployment({}, old)], [...claims, deployment({}, next)]),
    ).toEqual({ data: 'left behind', because });
  });

  test('but finds it in one of the places where it had it, keeps it', () => {
    const twice = podSpec('data');
    const both = {
      ...twice,
      containers: [
        ...twice.containers,
        {
          name: 'backup',
          image: 'backup:1',
          volumeMounts: [{ name: 'data', mountPath: '/backup' }],
        },
      ],
    };
    expect(
      toldOf(
        DATA,
        [immediate, claim(), deployment({}, both)],
        [immediate, claim(), deployment({}, podSpec('data'))],
      ),
    ).toEqual({ data: 'kept' });
  });

  test.each<[string, Fields, Fields]>([
    ['path', {}, { mountPath: '/data/' }],
    ['folder', { subPath: 'a/b' }, { subPath: './a//b/' }],
  ])('but has it where it was if its %s is only spelled otherwise', (_what, old, next) => {
    expect(
      toldOf(
        DATA,
        [immediate, claim(), deployment({}, podSpec('data', old))],
        [immediate, claim(), deployment({}, podSpec('data', next))],
      ),
    ).toEqual({ data: 'kept' });
  });

  test('has it by another claim and another volume of the same storage', () => {
    const volume = (name: string, claimed: string, volumeHandle: string) =>
      object(
        'v1',
        'PersistentVolume',
        name,
        {
          spec: {
            capacity: { storage: '1Gi' },
            accessModes: ['ReadWriteOnce'],
            storageClassName: '',
            claimRef: { namespace: 'shop', name: claimed },
            csi: { driver: 'efs.csi.aws.com', volumeHandle },
          },
        },
        { namespace: undefined },
      );
    const all = (name: string, handle: string) => [
      volume(name, name, handle),
      claim(name, { storageClassName: '', volumeName: name }),
      deployment({}, podSpec(name)),
    ];
    expect(toldOf(DATA, all('data', 'fs-1:/a'), all('files', 'fs-1:/a'))).toEqual({ data: 'kept' });
    expect(toldOf(DATA, all('data', 'fs-1:/a'), all('files', 'fs-1:/b'))).toMatchObject({
      data: 'left behind',
    });
  });

  test('no longer finds it if the mount options of the volume name another folder', () => {
    const all = (mountOptions: readonly string[]) => [
      object(
        'v1',
        'PersistentVolume',
        'files',
        {
          spec: {
            capacity: { storage: '1Gi' },
            accessModes: ['ReadWriteOnce'],
            storageClassName: '',
            mountOptions,
            claimRef: { namespace: 'shop', name: 'data' },
            csi: { driver: 'efs.csi.aws.com', volumeHandle: 'fs-1' },
          },
        },
        { namespace: undefined },
      ),
      claim('data', { storageClassName: '', volumeName: 'files' }),
      deployment(),
    ];
    const behind = {
      data: 'left behind',
      because: 'the mount options of its volume name another folder',
    };
    expect(
      toldOf(DATA, all(['tls', 'accesspoint=fsap-1']), all(['tls', 'accesspoint=fsap-2'])),
    ).toEqual(behind);
    expect(
      toldOf('PersistentVolume/files', all(['accesspoint=fsap-1']), all(['accesspoint=fsap-2'])),
    ).toEqual(behind);
    expect(
      toldOf(DATA, all(['iam', 'accesspoint=fsap-1']), all(['accesspoint=fsap-1', 'tls'])),
    ).toEqual({ data: 'kept' });
  });

  test('is not what another workload is that begins in its stead with the same claim', () => {
    expect(
      toldOf(
        DATA,
        [immediate, claim(), deployment()],
        [immediate, claim(), deployment({}, podSpec('data'), 'web-2')],
      ),
    ).toEqual({ data: 'kept' });
  });

  test('is another workload with the same image and a claim of its own', () => {
    expect(
      toldOf(
        DATA,
        [immediate, claim(), deployment()],
        [immediate, claim(), claim('other'), deployment({}, podSpec('other'), 'web-2')],
      ),
    ).toEqual({
      data: 'left behind',
      because:
        'Deployment/shop/web-2, which takes the place of Deployment/shop/web, mounts something else at /data',
    });
  });

  const imaged = (spec: ReturnType<typeof podSpec>) => ({
    ...spec,
    containers: spec.containers.map((one) => ({ ...one, image: 'other:1' })),
  });
  const behind = (why: string): Partial<ObjectDiff> => ({ data: 'left behind', because: why });

  test.each<[string, readonly Fields[], Partial<ObjectDiff>]>([
    [
      'is the one with its claim, rather than the one with its image',
      [deployment({}, podSpec('other'), 'web-2'), deployment({}, imaged(podSpec('data')), 'api')],
      { data: 'kept' },
    ],
    [
      'is the one with its image, though that mounts another folder there',
      [deployment({}, podSpec('other', { subPath: 'x' }), 'web-2')],
      behind(
        'Deployment/shop/web-2, which takes the place of Deployment/shop/web, mounts something else at /data',
      ),
    ],
    [
      'is the one with its name, whatever its kind and image',
      [workload('StatefulSet', {}, imaged(podSpec('other', { mountPath: '/srv' })))],
      behind(
        'StatefulSet/shop/web, which takes the place of Deployment/shop/web, no longer mounts it at /data',
      ),
    ],
    [
      'is the one that mounts storage where it did',
      [deployment({}, imaged(podSpec('other')), 'api')],
      behind(
        'Deployment/shop/api, which takes the place of Deployment/shop/web, mounts something else at /data',
      ),
    ],
    [
      'is none that has nothing in common with it',
      [deployment({}, imaged(podSpec('other', { mountPath: '/srv' })), 'api')],
      { data: 'kept' },
    ],
  ])('and what takes its place %s', (_what, next, told) => {
    const claims = [immediate, claim(), claim('other')];
    expect(toldOf(DATA, [...claims, deployment()], [...claims, ...next])).toEqual(told);
  });

  test('stays as it was if the server refuses the change', () => {
    const refused = deployment({ selector: { matchLabels: { app: 'other' } } }, podSpec('other'));
    const other = {
      ...refused,
      spec: { ...(refused.spec as Fields), selector: { matchLabels: { app: 'other' } } },
    };
    expect(
      toldOf(
        DATA,
        [immediate, claim(), claim('other'), deployment()],
        [immediate, claim(), claim('other'), other],
      ),
    ).toEqual({ data: 'kept' });
  });

  test.each<[string, Fields, Fields]>([
    ['awsElasticBlockStore', { volumeID: 'a' }, { volumeID: 'b' }],
    [
      'azureDisk',
      { kind: 'Managed', diskName: 'a', diskURI: '/subscriptions/a' },
      { kind: 'Managed', diskName: 'a', diskURI: '/subscriptions/b' },
    ],
    ['azureFile', { secretName: 'a', shareName: 'a' }, { secretName: 'a', shareName: 'b' }],
    ['cephfs', { monitors: ['a'] }, { monitors: ['a'], path: '/b' }],
    ['gcePersistentDisk', { pdName: 'a' }, { pdName: 'a', partition: 1 }],
    [
      'iscsi',
      { targetPortal: '10.0.0.1', iqn: 'iqn.2001-04.com.example:disk', lun: 0 },
      { targetPortal: '10.0.0.1', iqn: 'iqn.2001-04.com.example:disk', lun: 1 },
    ],
    ['rbd', { monitors: ['a'], image: 'a' }, { monitors: ['a'], image: 'b' }],
    ['vsphereVolume', { volumePath: 'a' }, { volumePath: 'b' }],
    [
      'csi',
      { driver: 'file.csi.azure.com', volumeAttributes: { shareName: 'a' } },
      { driver: 'file.csi.azure.com', volumeAttributes: { shareName: 'b' } },
    ],
  ])('leaves the storage behind that its template names as %s', (source, first, second) => {
    const mounting = (volume: Fields) =>
      deployment(
        {},
        { containers: podSpec('data').containers, volumes: [{ name: 'data', ...volume }] },
      );
    const told = (volume: Fields) =>
      toldOf('Deployment/shop/web', [mounting({ [source]: first })], [mounting(volume)]);
    const because = 'Deployment/shop/web mounts something else at /data';
    expect(told({ [source]: second })).toEqual({ data: 'left behind', because });
    expect(told({ emptyDir: {} })).toEqual({ data: 'left behind', because });
    expect(told({ [source]: { ...first, readOnly: true } })).toEqual({});
  });

  test('tells of each storage that its template no longer names', () => {
    const mounting = (mounts: readonly string[]) =>
      deployment(
        {},
        {
          containers: [
            {
              name: 'web',
              image: 'web:1',
              volumeMounts: mounts.map((name) => ({ name, mountPath: `/${name}` })),
            },
          ],
          volumes: mounts.map((name) => ({ name, nfs: { server: 'nas', path: `/${name}` } })),
        },
      );
    const toldWith = (...mounts: readonly string[]) =>
      toldOf('Deployment/shop/web', [mounting(['a', 'b', 'c'])], [mounting(mounts)]).because;
    expect(toldWith('b')).toBe(
      'Deployment/shop/web no longer mounts it at /a; Deployment/shop/web no longer mounts it at /c',
    );
    expect(toldWith('a', 'b')).toBe('Deployment/shop/web no longer mounts it at /c');
  });

  test('leaves nothing behind that holds secrets', () => {
    const mounting = (name: string) =>
      deployment(
        {},
        {
          containers: podSpec('data').containers,
          volumes: [
            {
              name: 'data',
              csi: {
                driver: 'secrets-store.csi.k8s.io',
                readOnly: true,
                volumeAttributes: { secretProviderClass: name },
              },
            },
          ],
        },
      );
    expect(toldOf('Deployment/shop/web', [mounting('a')], [mounting('b')])).toEqual({});
  });

  test('leaves a folder of its node behind on the first one', () => {
    const onNode = (node: string, path = '/srv/db', mountPath = '/data') =>
      deployment(
        {},
        {
          nodeSelector: { 'kubernetes.io/hostname': node },
          containers: [
            { name: 'web', image: 'web:1', volumeMounts: [{ name: 'disk', mountPath }] },
          ],
          volumes: [{ name: 'disk', hostPath: { path } }],
        },
      );
    const told = (old: Fields, next: Fields) => toldOf('Deployment/shop/web', [old], [next]);
    expect(told(onNode('a'), onNode('b'))).toEqual({
      data: 'left behind',
      because: 'its pods may run on another node, where the folder is empty',
    });
    expect(told(onNode('a'), onNode('a', '/srv/db2'))).toEqual({
      data: 'left behind',
      because: 'Deployment/shop/web mounts something else at /data',
    });
    expect(told(onNode('a', '/var/run'), onNode('b', '/var/run'))).toEqual({});
    expect(told(onNode('a'), onNode('a', '/srv/db/'))).toEqual({});
  });

  const required = (value: string) => ({
    affinity: {
      nodeAffinity: {
        requiredDuringSchedulingIgnoredDuringExecution: {
          nodeSelectorTerms: [
            { matchExpressions: [{ key: 'disk', operator: 'In', values: [value] }] },
          ],
        },
      },
    },
  });
  test.each<[string, string, Fields, Fields, string | undefined]>([
    [
      'a selector that becomes an affinity is none',
      'Deployment',
      { nodeSelector: { disk: 'ssd' } },
      required('ssd'),
      undefined,
    ],
    [
      'another value of an affinity is',
      'Deployment',
      required('ssd'),
      required('nvme'),
      'left behind',
    ],
    [
      'fewer nodes of a DaemonSet are',
      'DaemonSet',
      {},
      { nodeSelector: { disk: 'ssd' } },
      'left behind',
    ],
    [
      'other nodes of a DaemonSet are',
      'DaemonSet',
      { nodeSelector: { disk: 'ssd' } },
      { nodeSelector: { disk: 'nvme' } },
      'left behind',
    ],
    [
      'more nodes of a DaemonSet are none',
      'DaemonSet',
      { nodeSelector: { disk: 'ssd' } },
      {},
      undefined,
    ],
  ])('another node: %s', (_what, kind, old, next, data) => {
    const on = (nodes: Fields) =>
      workload(
        kind,
        {},
        {
          ...nodes,
          containers: [
            { name: 'web', image: 'web:1', volumeMounts: [{ name: 'disk', mountPath: '/data' }] },
          ],
          volumes: [{ name: 'disk', hostPath: { path: '/srv/db' } }],
        },
      );
    expect(toldOf(`${kind}/shop/web`, [on(old)], [on(next)]).data).toBe(data);
  });
});

describe('what holds data beside claims', () => {
  const snapshots = 'snapshot.storage.k8s.io/v1';
  const snapshotClass = (deletionPolicy: string, metadata: Fields = {}) =>
    object(
      snapshots,
      'VolumeSnapshotClass',
      'daily',
      { driver: 'ebs.csi.aws.com', deletionPolicy },
      { namespace: undefined, ...metadata },
    );
  const snapshot = (spec: Fields = { volumeSnapshotClassName: 'daily' }) =>
    object(snapshots, 'VolumeSnapshot', 'before', {
      spec: { source: { persistentVolumeClaimName: 'data' }, ...spec },
    });
  const content = (deletionPolicy: string) =>
    object(
      snapshots,
      'VolumeSnapshotContent',
      'before',
      {
        spec: {
          driver: 'ebs.csi.aws.com',
          deletionPolicy,
          source: { snapshotHandle: 'snap-1' },
          volumeSnapshotRef: { namespace: 'shop', name: 'before' },
        },
      },
      { namespace: undefined },
    );
  const LABEL = 'VolumeSnapshot/shop/before';
  const EBS = 'ebs.csi.aws.com';
  const defaultOf = (name: string, driver: string, deletionPolicy: string): Fields => ({
    ...snapshotClass(deletionPolicy),
    metadata: {
      name,
      annotations: { 'snapshot.storage.kubernetes.io/is-default-class': 'true' },
    },
    driver,
  });

  test.each<[string, Fields[], Fields, string]>([
    ['of its class', [snapshotClass('Delete')], snapshot(), 'lost'],
    ['of a class that retains', [snapshotClass('Retain')], snapshot(), 'left behind'],
    [
      'of the default class',
      [
        snapshotClass('Delete', {
          annotations: { 'snapshot.storage.kubernetes.io/is-default-class': 'true' },
        }),
      ],
      snapshot({}),
      'lost',
    ],
    ['of a default class that is elsewhere', [], snapshot({}), 'may be lost'],
    [
      'of the default class of its driver',
      [waiting(), claim(), defaultOf('a', 'a.csi', 'Retain'), defaultOf('b', EBS, 'Delete')],
      snapshot({}),
      'lost',
    ],
    [
      'of a default class of another driver',
      [
        waiting({ provisioner: 'kubernetes.io/aws-ebs' }),
        claim(),
        defaultOf('a', 'a.csi', 'Retain'),
      ],
      snapshot({}),
      'may be lost',
    ],
    [
      'of the default class of the driver that its own has become',
      [waiting({ provisioner: 'kubernetes.io/aws-ebs' }), claim(), defaultOf('a', EBS, 'Retain')],
      snapshot({}),
      'left behind',
    ],
    [
      'of the default class of the driver of its volume',
      [
        waiting(),
        claim('data', { volumeName: 'files' }),
        object(
          'v1',
          'PersistentVolume',
          'files',
          { spec: { csi: { driver: 'a.csi', volumeHandle: 'a' } } },
          { namespace: undefined },
        ),
        defaultOf('a', 'a.csi', 'Delete'),
        defaultOf('b', EBS, 'Retain'),
      ],
      snapshot({}),
      'lost',
    ],
    [
      'of one of the default classes, if the files do not show its driver',
      [defaultOf('a', 'a.csi', 'Retain'), defaultOf('b', 'b.csi', 'Delete')],
      snapshot({}),
      'may be lost',
    ],
    [
      'of its content',
      [content('Retain')],
      snapshot({ source: { volumeSnapshotContentName: 'before' } }),
      'left behind',
    ],
    ['of the content that names it', [content('Delete')], snapshot(), 'lost'],
  ])('a snapshot goes by the policy %s', (_which, others, one, data) => {
    expect(toldOf(LABEL, [...others, one], others)).toMatchObject({ data });
  });

  test('a content takes the snapshot in the storage along', () => {
    expect(toldOf('VolumeSnapshotContent/before', [content('Delete')], [])).toMatchObject({
      data: 'lost',
    });
  });

  test('a content stays while its snapshot does', () => {
    expect(
      toldOf('VolumeSnapshotContent/before', [content('Delete'), snapshot()], [snapshot()]),
    ).toMatchObject({
      data: 'may be lost',
      dependsOn: [`when ${LABEL}, which is bound to it, is deleted`],
    });
  });

  test.each([
    ['Delete', 'Retain', 'left behind'],
    ['Retain', 'Delete', 'lost'],
  ])(
    'a content that goes from %s to %s in the change that removes its snapshot counts as it is then',
    (old, next, data) => {
      expect(toldOf(LABEL, [content(old), snapshot()], [content(next)])).toMatchObject({ data });
    },
  );

  test('a snapshot goes by the class as it was made', () => {
    expect(
      toldOf(LABEL, [snapshotClass('Delete'), snapshot()], [snapshotClass('Retain')]),
    ).toMatchObject({ data: 'lost' });
  });

  const definition = (schema: Fields, group = 'example.com', kind = 'Box') =>
    object(
      'apiextensions.k8s.io/v1',
      'CustomResourceDefinition',
      `boxes.${group}`,
      {
        spec: {
          group,
          scope: 'Namespaced',
          names: { kind, plural: 'boxes' },
          versions: [
            {
              name: 'v1',
              served: true,
              storage: true,
              schema: { openAPIV3Schema: { type: 'object', ...schema } },
            },
          ],
        },
      },
      { namespace: undefined },
    );
  test.each<[string, Fields, string | undefined]>([
    [
      'of an operator that is known',
      definition({}, 'postgresql.cnpg.io', 'Cluster'),
      'may be lost',
    ],
    ['of what deploys others', definition({}, 'argoproj.io', 'Application'), 'may be lost'],
    [
      'with a field for a class',
      definition({
        properties: {
          spec: { type: 'object', properties: { storageClassName: { type: 'string' } } },
        },
      }),
      'may be lost',
    ],
    [
      'without a schema',
      definition({ 'x-kubernetes-preserve-unknown-fields': true }),
      'may be lost',
    ],
    [
      'without storage',
      definition({
        properties: { spec: { type: 'object', properties: { color: { type: 'string' } } } },
      }),
      undefined,
    ],
  ])('a removed definition %s', (_which, one, data) => {
    expect(
      toldOf(`CustomResourceDefinition/${String((one.metadata as Fields).name)}`, [one], []).data,
    ).toBe(data);
  });

  test.each<[string, Fields, Partial<ObjectDiff>]>([
    ['asks for a class', { persistence: { storageClass: 'fast' } }, { data: 'may be lost' }],
    ['asks for a size', { volume: { diskSize: '10Gi' } }, { data: 'may be lost' }],
    ['asks for no storage', { replicas: 3, image: 'web:1' }, {}],
  ])('a custom resource of an unknown operator that %s', (_what, spec, answer) => {
    expect(
      toldOf('Box/shop/one', [object('example.com/v1', 'Box', 'one', { spec })], []),
    ).toMatchObject(answer);
    if (answer.data === undefined) {
      expect(
        toldOf('Box/shop/one', [object('example.com/v1', 'Box', 'one', { spec })], []),
      ).not.toHaveProperty('data');
    }
  });

  test('a database with fewer instances has fewer claims', () => {
    const cluster = (instances: number) =>
      object('postgresql.cnpg.io/v1', 'Cluster', 'pg', {
        spec: { instances, storage: { size: '1Gi', storageClass: 'fast' } },
      });
    expect(
      toldOf('Cluster/shop/pg', [waiting(), cluster(3)], [waiting(), cluster(2)]),
    ).toMatchObject({ data: 'lost' });
    expect(
      toldOf('Cluster/shop/pg', [waiting(), cluster(2)], [waiting(), cluster(3)]),
    ).not.toHaveProperty('data');
  });

  test('a claim goes with its owner', () => {
    const owned = claim(
      'data',
      {},
      { ownerReferences: [{ apiVersion: 'v1', kind: 'ConfigMap', name: 'settings', uid: '1' }] },
    );
    expect(
      toldOf(
        DATA,
        [waiting({ volumeBindingMode: 'Immediate' }), settings('1'), owned],
        [waiting({ volumeBindingMode: 'Immediate' }), owned],
      ),
    ).toEqual({
      data: 'may be lost',
      because: BY_DRIVER,
      dependsOn: [
        'whether ConfigMap/shop/settings, which is deleted, has the uid of the ownerReference',
      ],
    });
  });
});

describe('an owner', () => {
  const immediate = waiting({ volumeBindingMode: 'Immediate' });
  const owned = {
    ownerReferences: [{ apiVersion: 'v1', kind: 'ConfigMap', name: 'settings', uid: '1' }],
  };

  test('takes along a set that takes along its claims', () => {
    const one = object(
      'apps/v1',
      'StatefulSet',
      'db',
      {
        spec: {
          serviceName: 'db',
          selector: { matchLabels: { app: 'db' } },
          persistentVolumeClaimRetentionPolicy: { whenDeleted: 'Delete' },
          template: {
            metadata: { labels: { app: 'db' } },
            spec: { containers: [{ name: 'db', image: 'db:1' }] },
          },
          volumeClaimTemplates: [{ metadata: { name: 'data' }, spec: claim().spec }],
        },
      },
      owned,
    );
    expect(
      toldOf(
        'PersistentVolumeClaim/shop/data-db-0',
        [immediate, settings('1'), one],
        [immediate, one],
      ),
    ).toMatchObject({
      data: 'may be lost',
      dependsOn: [
        'whether ConfigMap/shop/settings, which is deleted, has the uid of the ownerReference',
      ],
    });
  });

  const ownedBy = (...names: string[]) => ({
    ownerReferences: names.map((name) => ({
      apiVersion: 'v1',
      kind: 'ConfigMap',
      name,
      uid: name,
    })),
  });
  const config = (name: string, metadata: Fields = {}) =>
    object('v1', 'ConfigMap', name, {}, metadata);
  const CONFIRM = { annotations: { 'argocd.argoproj.io/sync-options': 'Prune=confirm' } };
  const gone = (name: string) =>
    `whether ConfigMap/shop/${name}, which is deleted, has the uid of the ownerReference`;
  const perhaps = (name: string) =>
    `whether ConfigMap/shop/${name}, which may be deleted, has the uid of the ownerReference`;
  const kept = config('b', ownedBy('a'));
  test.each<[string, string[], Fields[], Fields[], string | undefined]>([
    ['that an owner takes along', ['b'], [config('a'), kept], [kept], perhaps('b')],
    [
      'that is perhaps deleted',
      ['a'],
      [config('a', CONFIRM)],
      [],
      `whether somebody confirms that Argo CD prunes it, and ${perhaps('a')}`,
    ],
    [
      'beside one that nobody knows',
      ['a', 'z'],
      [config('a')],
      [],
      `${gone('a')}, and whether ConfigMap/z, which is not in the files, is there`,
    ],
    ['beside one that stays', ['a', 'c'], [config('a'), config('c')], [config('c')], undefined],
    ['that nobody knows', ['z'], [], [], undefined],
    [
      'that owns itself',
      ['d'],
      [config('d', ownedBy('d'))],
      [config('d', ownedBy('d'))],
      undefined,
    ],
  ])('%s may take along a claim', (_which, owners, old, next, doubt) => {
    const all = [immediate, claim('data', {}, ownedBy(...owners)), settings('1')];
    const found = toldOf(DATA, [...all, ...old, config('other')], [...all, ...next], {
      engine: 'argo',
    });
    expect(found).toMatchObject({ data: doubt === undefined ? 'kept' : 'may be lost' });
    expect(found.dependsOn).toEqual(doubt === undefined ? undefined : [doubt]);
  });

  test('that is created anew has another uid', () => {
    const hook = object(
      'v1',
      'ConfigMap',
      'settings',
      { data: { value: '2' } },
      { annotations: { 'argocd.argoproj.io/hook': 'PreSync' } },
    );
    expect(
      toldOf(
        DATA,
        [immediate, settings('1'), claim('data', {}, owned)],
        [immediate, hook, claim('data', {}, owned)],
        { engine: 'argo' },
      ),
    ).toMatchObject({ data: 'may be lost' });
  });
});

describe('what deploys the files', () => {
  const text = (...objects: readonly Fields[]) =>
    objects.map((one) => JSON.stringify(one)).join('\n---\n');
  const shop = {
    name: 'repo/apps/shop/all.yaml',
    text: text(waiting({ volumeBindingMode: 'Immediate' }), claim()),
  };
  const application = (
    name: string,
    spec: Fields = {},
    finalizers = ['resources-finalizer.argocd.argoproj.io'],
  ) =>
    object(
      'argoproj.io/v1alpha1',
      'Application',
      name,
      {
        spec: {
          project: 'default',
          source: {
            repoURL: 'https://git.example.com/a',
            path: 'apps/shop',
            targetRevision: 'main',
          },
          destination: { namespace: 'shop' },
          syncPolicy: { automated: { prune: true } },
          ...spec,
        },
      },
      { namespace: 'argocd', finalizers },
    );
  const boot = (...objects: readonly Fields[]) => ({
    name: 'repo/boot/all.yaml',
    text: text(settings('1'), ...objects),
  });
  const told = (old: readonly Fields[], next: readonly Fields[], label = DATA, files = [shop]) => {
    const { objects } = diffDocuments([boot(...old), ...files], [boot(...next), ...files]);
    const { data, because, dependsOn } = objects.find(({ object: one }) => one === label) ?? {};
    return { data, because, dependsOn };
  };

  test('an Application that another one deploys goes with it', () => {
    const parent = application('root', {
      source: { repoURL: 'https://git.example.com/a', path: 'boot', targetRevision: 'main' },
    });
    const child = { name: 'repo/boot/child.yaml', text: text(application('shop')) };
    expect(
      diffDocuments(
        [{ name: 'repo/main.yaml', text: text(parent) }, child, shop],
        [child, shop],
      ).objects.find(({ object: one }) => one === DATA),
    ).toMatchObject({ data: 'lost' });
  });

  test('an Application under another name may have taken over what the first one deletes', () => {
    expect(told([application('shop')], [application('store')])).toEqual({
      data: 'may be lost',
      because: BY_DRIVER,
      dependsOn: ['whether Application/argocd/store has taken it over by then'],
    });
  });

  const kustomization = (spec: Fields = {}) =>
    object(
      'kustomize.toolkit.fluxcd.io/v1',
      'Kustomization',
      'shop',
      {
        spec: {
          interval: '10m',
          path: './apps/shop',
          prune: true,
          sourceRef: { kind: 'GitRepository', name: 'a' },
          ...spec,
        },
      },
      { namespace: 'flux-system' },
    );

  const AGAIN =
    'whether Argo CD sees the change (Application/argocd/shop does not prune) before it prunes';
  const off = { syncPolicy: { automated: { prune: false } } };
  test.each<[string, Fields, Fields[], string, string | undefined]>([
    ['never', off, [application('shop', off)], 'kept', undefined],
    ['no longer', {}, [application('shop', off)], 'may be lost', AGAIN],
    [
      'never, beside one of a folder above that does',
      off,
      [
        application('shop', off),
        application('all', { source: { repoURL: 'https://git.example.com/a', path: 'apps' } }),
      ],
      'lost',
      undefined,
    ],
    [
      'when it is resumed',
      off,
      [kustomization({ suspend: true })],
      'may be lost',
      'whether Kustomization/flux-system/shop, which is suspended, is resumed',
    ],
  ])('a removed claim whose deployer prunes %s', (_when, old, next, data, doubt) => {
    const had = next[0].kind === 'Application' ? [application('shop', old)] : next;
    const rest = { name: shop.name, text: text(waiting({ volumeBindingMode: 'Immediate' })) };
    const { objects } = diffDocuments([boot(...had), shop], [boot(...next), rest]);
    const found = objects.find(({ object: one }) => one === DATA);
    expect(found).toMatchObject({ data });
    expect(found?.dependsOn).toEqual(doubt === undefined ? undefined : [doubt]);
  });

  test('what a suspended Kustomization no longer deploys is pruned once it is resumed', () => {
    const elsewhere = kustomization({ path: './other', suspend: true });
    expect(told([kustomization()], [elsewhere])).toMatchObject({
      data: 'may be lost',
      dependsOn: ['whether Kustomization/flux-system/shop is resumed'],
    });
  });

  test('an Application that is synced by hand prunes if somebody says so', () => {
    const elsewhere = {
      source: { repoURL: 'https://git.example.com/a', path: 'apps/other', targetRevision: 'main' },
      syncPolicy: {},
    };
    expect(
      told([application('shop', { syncPolicy: {} })], [application('shop', elsewhere)]),
    ).toMatchObject({ data: 'may be lost', dependsOn: ['whether the sync prunes'] });
  });

  test('Delete=false keeps a claim from going with its Application', () => {
    const kept = {
      name: shop.name,
      text: text(
        waiting({ volumeBindingMode: 'Immediate' }),
        claim('data', {}, { annotations: { 'argocd.argoproj.io/sync-options': 'Delete=false' } }),
      ),
    };
    expect(told([application('shop')], [], DATA, [kept])).toMatchObject({ data: 'kept' });
  });

  const set = (teams: readonly string[], more: Fields = {}) =>
    object(
      'argoproj.io/v1alpha1',
      'ApplicationSet',
      'teams',
      {
        spec: {
          goTemplate: true,
          generators: [{ list: { elements: teams.map((team) => ({ team })) } }],
          template: {
            metadata: { name: '{{ .team }}' },
            spec: {
              project: 'default',
              source: { repoURL: 'https://git.example.com/a', path: 'apps/{{ .team }}' },
              destination: { namespace: 'shop' },
            },
          },
          ...more,
        },
      },
      { namespace: 'argocd' },
    );

  const BY_FUNCTION = {
    template: {
      metadata: { name: '{{ .team | lower }}' },
      spec: {
        source: { repoURL: 'https://git.example.com/a', path: '{{ .folder }}{{ .team | lower }}' },
        destination: { namespace: 'shop' },
      },
    },
  };

  test('Applications whose names functions make are told apart by their folders', () => {
    const teams = (...folders: string[]) =>
      set([], {
        ...BY_FUNCTION,
        generators: [{ list: { elements: folders.map((folder) => ({ folder, team: '' })) } }],
      });
    const label = 'ApplicationSet/argocd/teams';
    expect(told([teams('a', 'b')], [teams('a', 'b')], label).data).toBeUndefined();
    expect(told([teams('a', 'b')], [teams('a', 'b', 'c')], label).data).toBeUndefined();
    expect(told([teams('a', 'b')], [teams('a')], label).data).toBe('may be lost');
  });

  test('an element that leaves its generator takes along the claims of its folder', () => {
    expect(told([set(['shop', 'other'])], [set(['other'])])).toMatchObject({ data: 'lost' });
    expect(
      told(
        [set(['shop', 'other'])],
        [set(['other'], { syncPolicy: { applicationsSync: 'create-update' } })],
      ),
    ).toMatchObject({ data: 'kept' });
    expect(
      told(
        [set(['shop', 'other'])],
        [set(['other'], { syncPolicy: { applicationsSync: 'create-delete' } })],
      ),
    ).toMatchObject({ data: 'lost' });
    // Applications that are no longer generated have the finalizer that they were made with.
    const preserve = { syncPolicy: { preserveResourcesOnDeletion: true } };
    expect(told([set(['shop', 'other'])], [set(['other'], preserve)])).toMatchObject({
      data: 'lost',
    });
    expect(told([set(['shop', 'other'], preserve)], [set(['other'])])).toMatchObject({
      data: 'kept',
    });
  });

  test('a generator that looks into a repository may generate fewer Applications', () => {
    const git = (path: string) =>
      set([], {
        generators: [
          { git: { directories: [{ path }] } },
          { list: { elements: [{ team: 'shop' }] } },
        ],
      });
    expect(told([git('a/*')], [git('b/*')], 'ApplicationSet/argocd/teams')).toMatchObject({
      data: 'may be lost',
      dependsOn: expect.arrayContaining(['whether it still generates all of its Applications']),
    });
  });

  test.each<[string, Fields, Fields]>([
    [
      'another folder of a repository',
      { generators: [{ git: { directories: [{ path: 'a/*' }] } }] },
      { generators: [{ git: { directories: [{ path: 'b/*' }] } }] },
    ],
    [
      'clusters with a label',
      { generators: [{ clusters: {} }] },
      { generators: [{ clusters: { selector: { matchLabels: { a: 'b' } } } }] },
    ],
    ['no generator', { generators: [{ clusters: {} }] }, { generators: [] }],
    [
      'fewer elements in a text',
      { generators: [{ list: { elements: [], elementsYaml: '[{team: a}, {team: b}]' } }] },
      { generators: [{ list: { elements: [], elementsYaml: '[{team: a}]' } }] },
    ],
    [
      'only elements with a label',
      { generators: [{ list: { elements: [{ team: 'a' }, { team: 'b' }] } }] },
      {
        generators: [
          {
            list: { elements: [{ team: 'a' }, { team: 'b' }] },
            selector: { matchLabels: { team: 'a' } },
          },
        ],
      },
    ],
    [
      'fewer elements, whose names functions make',
      { generators: [{ list: { elements: [{ team: 'a' }, { team: 'b' }] } }], ...BY_FUNCTION },
      { generators: [{ list: { elements: [{ team: 'a' }] } }], ...BY_FUNCTION },
    ],
  ])('a set of which nothing is known without the cluster, with %s', (_what, old, next) => {
    expect(told([set([], old)], [set([], next)], 'ApplicationSet/argocd/teams')).toMatchObject({
      data: 'may be lost',
    });
    expect(
      told(
        [set([], { ...old, syncPolicy: { preserveResourcesOnDeletion: true } })],
        [set([], next)],
        'ApplicationSet/argocd/teams',
      ).data,
    ).toBeUndefined();
    expect(told([set([], old)], [], 'ApplicationSet/argocd/teams')).toMatchObject({
      data: 'may be lost',
    });
    expect(
      told([set([], old)], [set([], old)], 'ApplicationSet/argocd/teams').data,
    ).toBeUndefined();
  });

  test('a set with one generator more loses no Application', () => {
    const clusters = { clusters: {} };
    expect(
      told(
        [set([], { generators: [clusters] })],
        [set([], { generators: [{ git: { files: [] } }, clusters] })],
        'ApplicationSet/argocd/teams',
      ).data,
    ).toBeUndefined();
  });

  const SOURCE = {
    repoURL: 'https://git.example.com/a',
    path: 'apps/shop',
    targetRevision: 'main',
  };
  test.each<[string, Fields, Fields, string]>([
    [
      'another namespace for objects that name theirs',
      {},
      { destination: { namespace: 'store' } },
      'kept',
    ],
    [
      'HEAD written out',
      { source: { ...SOURCE, targetRevision: undefined } },
      { source: { ...SOURCE, targetRevision: 'HEAD' } },
      'kept',
    ],
    [
      'its cluster by name',
      { destination: { server: 'https://kubernetes.default.svc', namespace: 'shop' } },
      { destination: { name: 'in-cluster', namespace: 'shop' } },
      'kept',
    ],
    [
      'another cluster',
      {},
      { destination: { server: 'https://other.example.com', namespace: 'shop' } },
      'may be lost',
    ],
    ['a prefix for names', {}, { source: { ...SOURCE, kustomize: { namePrefix: 'a-' } } }, 'lost'],
    ['other images', {}, { source: { ...SOURCE, kustomize: { images: ['web:2'] } } }, 'kept'],
    [
      'a namespace of kustomize',
      {},
      { source: { ...SOURCE, kustomize: { namespace: 'store' } } },
      'lost',
    ],
    [
      'files that it leaves out',
      {},
      { source: { ...SOURCE, directory: { exclude: 'all.yaml' } } },
      'may be lost',
    ],
    [
      'a component less',
      { source: { ...SOURCE, kustomize: { components: ['../a', '../b'] } } },
      { source: { ...SOURCE, kustomize: { components: ['../b'] } } },
      'may be lost',
    ],
    [
      'a component more',
      { source: { ...SOURCE, kustomize: { components: ['../b'] } } },
      { source: { ...SOURCE, kustomize: { components: ['../a', '../b'] } } },
      'kept',
    ],
    [
      'a patch that deletes',
      {},
      { source: { ...SOURCE, kustomize: { patches: [{ patch: '$patch: delete\nkind: Any' }] } } },
      'may be lost',
    ],
    [
      'a patch that deletes no longer',
      { source: { ...SOURCE, kustomize: { patches: [{ patch: '{"$patch":"delete"}' }] } } },
      { source: { ...SOURCE, kustomize: { patches: [{ patch: '{"spec":{}}' }] } } },
      'kept',
    ],
    [
      'no folders in its folder',
      { source: { ...SOURCE, path: 'apps', directory: { recurse: true } } },
      { source: { ...SOURCE, path: 'apps' } },
      'lost',
    ],
    [
      'no folders, where it has none',
      { source: { ...SOURCE, directory: { recurse: true } } },
      {},
      'kept',
    ],
  ])('an Application with %s', (_what, old, next, data) => {
    expect(told([application('shop', old)], [application('shop', next)])).toMatchObject({ data });
  });

  test('objects without a namespace go to that of their Application', () => {
    const bare = {
      name: shop.name,
      text: text(
        waiting({ volumeBindingMode: 'Immediate' }),
        claim('data', {}, { namespace: undefined }),
      ),
    };
    expect(
      told(
        [application('shop')],
        [application('shop', { destination: { namespace: 'store' } })],
        'PersistentVolumeClaim/default/data',
        [bare],
      ),
    ).toMatchObject({ data: 'lost' });
  });

  const chart = (helm: Fields) =>
    application('db', {
      source: { repoURL: 'https://charts.example.com', chart: 'db', targetRevision: '1.0.0', helm },
    });
  const helmRelease = (spec: Fields) =>
    object('helm.toolkit.fluxcd.io/v2', 'HelmRelease', 'db', {
      spec: {
        interval: '10m',
        chart: { spec: { chart: 'db', sourceRef: { kind: 'HelmRepository', name: 'a' } } },
        ...spec,
      },
    });
  const PERSISTENCE = { persistence: { enabled: true, size: '8Gi' } };
  test.each<[string, Fields, Fields, string | undefined]>([
    [
      'another chart',
      helmRelease({}),
      helmRelease({
        chart: { spec: { chart: 'other', sourceRef: { kind: 'HelmRepository', name: 'a' } } },
      }),
      'the release becomes the chart other',
    ],
    [
      'another version',
      helmRelease({}),
      helmRelease({
        chart: {
          spec: { chart: 'db', version: '2.0.0', sourceRef: { kind: 'HelmRepository', name: 'a' } },
        },
      }),
      undefined,
    ],
    [
      'persistence switched off',
      helmRelease({ values: PERSISTENCE }),
      helmRelease({ values: { persistence: { enabled: false } } }),
      'its value persistence.enabled is no longer true',
    ],
    [
      'persistence left out',
      helmRelease({ values: { primary: PERSISTENCE } }),
      helmRelease({ values: {} }),
      'its value primary.persistence.enabled is no longer true',
    ],
    [
      'persistence switched on',
      helmRelease({ values: { persistence: { enabled: false } } }),
      helmRelease({ values: PERSISTENCE }),
      undefined,
    ],
    [
      'another claim',
      helmRelease({ values: PERSISTENCE }),
      helmRelease({ values: { persistence: { enabled: true, existingClaim: 'a' } } }),
      'its value persistence.existingClaim names another claim',
    ],
    [
      'another name',
      helmRelease({}),
      helmRelease({ values: { fullnameOverride: 'a' } }),
      'its value fullnameOverride changes, so its objects get other names',
    ],
    [
      'another replica',
      helmRelease({ values: PERSISTENCE }),
      helmRelease({ values: { ...PERSISTENCE, replicas: 2 } }),
      undefined,
    ],
    [
      'values of an Application',
      chart({ valuesObject: PERSISTENCE }),
      chart({ valuesObject: {} }),
      'its value persistence.enabled is no longer true',
    ],
    [
      'values in a text',
      chart({
        values: 'a: 1\nprimary:\n  persistence: # disks\n    enabled: "true"\n  image: b\n',
      }),
      chart({ values: 'primary:\n  persistence:\n    enabled: false # none\n' }),
      'its value primary.persistence.enabled is no longer true',
    ],
    [
      'a parameter',
      chart({ parameters: [] }),
      chart({ parameters: [{ name: 'persistence.enabled', value: 'false' }] }),
      'its value persistence.enabled is no longer true',
    ],
    [
      'a parameter for an image',
      chart({ parameters: [] }),
      chart({ parameters: [{ name: 'image.tag', value: '2' }] }),
      undefined,
    ],
    [
      'another release name',
      chart({}),
      chart({ releaseName: 'a' }),
      'Application/argocd/db gives its objects other names',
    ],
  ])('a chart with %s', (_what, old, next, because) => {
    const { kind, metadata } = old as { kind: string; metadata: { namespace: string } };
    expect(told([old], [next], `${kind}/${metadata.namespace}/db`)).toMatchObject(
      because === undefined ? { data: undefined } : { data: 'may be lost', because },
    );
  });

  test.each([
    ['Orphan', 'kept'],
    ['Delete', 'lost'],
    ['WaitForTermination', 'lost'],
    ['MirrorPrune', 'kept'],
  ] as const)(
    'a Kustomization without pruning that is removed, with deletionPolicy %s',
    (deletionPolicy, data) => {
      expect(told([kustomization({ prune: false, deletionPolicy })], [])).toMatchObject({ data });
    },
  );

  test.each<[string, Fields, Fields, string]>([
    ['another namespace', { targetNamespace: 'shop' }, { targetNamespace: 'store' }, 'lost'],
    [
      'another namespace, without pruning',
      { targetNamespace: 'shop', prune: false },
      { targetNamespace: 'store', prune: false },
      'kept',
    ],
    ['the namespace that the files name', {}, { targetNamespace: 'shop' }, 'kept'],
    ['a suffix', {}, { nameSuffix: '-a' }, 'lost'],
    ['a component less', { components: ['../a'] }, {}, 'may be lost'],
    [
      'a patch that deletes',
      { patches: [{ patch: 'kind: Any' }] },
      { patches: [{ patch: 'kind: Any' }, { patch: '- $patch: "delete"' }] },
      'may be lost',
    ],
    ['another cluster', {}, { kubeConfig: { secretRef: { name: 'other' } } }, 'may be lost'],
    ['other values to substitute', {}, { postBuild: { substitute: { region: 'eu' } } }, 'kept'],
  ])('a Kustomization with %s', (_what, old, next, data) => {
    expect(told([kustomization(old)], [kustomization(next)])).toMatchObject({ data });
  });

  test('a source that ignores other files may have other objects', () => {
    const source = (ignore?: string) =>
      object(
        'source.toolkit.fluxcd.io/v1',
        'GitRepository',
        'a',
        { spec: { url: 'https://git.example.com/a', ignore } },
        { namespace: 'flux-system' },
      );
    expect(
      told([kustomization(), source()], [kustomization(), source('/apps/shop/all.yaml')]),
    ).toMatchObject({ data: 'may be lost', dependsOn: ['which of its files it still deploys'] });
  });

  test('a source that looks at another revision may have other objects', () => {
    const source = (branch: string) =>
      object(
        'source.toolkit.fluxcd.io/v1',
        'GitRepository',
        'a',
        { spec: { url: 'https://git.example.com/a', ref: { branch } } },
        { namespace: 'flux-system' },
      );
    expect(
      told([kustomization(), source('main')], [kustomization(), source('next')]),
    ).toMatchObject({ data: 'may be lost', dependsOn: ['the content of next'] });
  });

  test('a HelmRelease under another release name uninstalls the first one', () => {
    const release = (releaseName: string) =>
      object('helm.toolkit.fluxcd.io/v2', 'HelmRelease', 'db', {
        spec: {
          interval: '10m',
          releaseName,
          chart: { spec: { chart: 'db', sourceRef: { kind: 'HelmRepository', name: 'a' } } },
        },
      });
    expect(told([release('a')], [release('b')], 'HelmRelease/shop/db')).toMatchObject({
      data: 'may be lost',
    });
    expect(told([release('a')], [release('a')], 'HelmRelease/shop/db').data).toBeUndefined();
  });

  test('a HelmRelease for another cluster, or no longer for another one, leaves the first one', () => {
    const kubeConfig = (name: string) => ({ kubeConfig: { secretRef: { name } } });
    const label = 'HelmRelease/shop/db';
    for (const [old, next] of [
      [kubeConfig('a'), {}],
      [kubeConfig('a'), kubeConfig('b')],
      [{}, kubeConfig('b')],
    ]) {
      expect(told([helmRelease(old)], [helmRelease(next)], label)).toEqual({
        data: 'may be lost',
        because: 'HelmRelease/shop/db deploys to another cluster',
        dependsOn: [
          'whether the release of the first cluster is uninstalled',
          'the claims of HelmRelease/shop/db, which are not in these files, and the reclaim policies of their volumes',
        ],
      });
    }
    const same = helmRelease(kubeConfig('a'));
    const later = helmRelease({ ...kubeConfig('a'), interval: '5m' });
    expect(told([same], [later], label).data).toBeUndefined();
  });

  test('a chart without values that were taken from elsewhere may have other claims', () => {
    const release = (valuesFrom: Fields[], valuesFiles: string[]) =>
      object('helm.toolkit.fluxcd.io/v2', 'HelmRelease', 'db', {
        spec: {
          interval: '10m',
          chart: {
            spec: { chart: 'db', valuesFiles, sourceRef: { kind: 'HelmRepository', name: 'a' } },
          },
          valuesFrom,
        },
      });
    const from = { kind: 'ConfigMap', name: 'values' };
    const label = 'HelmRelease/shop/db';
    const all = [release([from], ['a.yaml'])];
    expect(told(all, [release([], ['a.yaml'])], label)).toMatchObject({
      data: 'may be lost',
      because: 'HelmRelease/shop/db no longer takes values from ConfigMap values',
    });
    expect(told(all, [release([from], ['b.yaml'])], label)).toMatchObject({
      because: 'HelmRelease/shop/db no longer takes values from a.yaml',
    });
    expect(told(all, [release([from, from], ['b.yaml', 'a.yaml'])], label).data).toBeUndefined();
    const chartFrom = (...valueFiles: string[]) =>
      application('shop', { source: { ...SOURCE, path: 'charts/db', helm: { valueFiles } } });
    expect(
      told([chartFrom('a.yaml')], [chartFrom('b.yaml')], 'Application/argocd/shop'),
    ).toMatchObject({
      data: 'may be lost',
    });
  });
});

describe('pods on local disks', () => {
  const classes = [waiting({ provisioner: 'localdisk.csi.acstor.io' })];
  const labelled = (labels: Fields) => {
    const one = deployment();
    const { template, ...rest } = one.spec as { template: Fields };
    return {
      ...one,
      spec: { ...rest, template: { ...template, metadata: { labels: { app: 'web', ...labels } } } },
    };
  };
  const steered = labelled({ 'cdk8s-volumes.io/local-disks': 'policy' });
  const [policy, binding] = buildHyperconverged({
    name: 'policy',
    kubernetes: '1.36',
    failurePolicy: 'Fail',
    labelKey: 'cdk8s-volumes.io/local-disks',
    labelValue: 'policy',
  } as Parameters<typeof buildHyperconverged>[0]) as unknown as [Fields, Fields];
  const LABEL = 'Deployment/shop/web';
  const BEHIND: ReturnType<typeof toldOf> = {
    data: 'left behind',
    because:
      'nothing steers its pods to the nodes of their local volumes any more: elsewhere they get empty ones',
  };

  test.each<[string, Fields[], Fields[], ReturnType<typeof toldOf>]>([
    ['lose the label that steers them', [steered], [labelled({})], BEHIND],
    [
      'lose the label, beside the policy',
      [steered, policy, binding],
      [labelled({}), policy, binding],
      BEHIND,
    ],
    ['lose the policy', [steered, policy, binding], [steered], BEHIND],
    ['lose the binding', [steered, policy, binding], [steered, policy], BEHIND],
    ['keep all of it', [steered, policy, binding], [steered, policy, binding], {}],
    [
      'have the policy elsewhere',
      [steered],
      [labelled({ 'cdk8s-volumes.io/local-disks': 'policy', tier: 'front' })],
      {},
    ],
    ['were never steered', [labelled({})], [labelled({ tier: 'front' })], {}],
  ])('%s', (_what, old, next, answer) => {
    expect(toldOf(LABEL, [...classes, claim(), ...old], [...classes, claim(), ...next])).toEqual(
      answer,
    );
  });

  test('have no local volume to find if their class is of another driver', () => {
    expect(
      toldOf(LABEL, [waiting(), claim(), steered], [waiting(), claim(), labelled({})]),
    ).toEqual({});
  });
});
