/**
 * The ways out: what every one of them keeps to, and their words. What they do to a cluster is
 * tried in test/cluster.
 */
import { execFileSync } from 'node:child_process';
import { diffCases } from './cases';
import { planScript, plansMarkdown } from '../../src/cli/diff-plan';
import { diffObjects, ObjectDiff, ObjectPlan } from '../../src/diff';
import { word } from '../../src/diff/plan/steps';
import * as fc from '../support/fast-check';

const PLANNED = diffCases().map(({ id, old, new: next }) => ({
  id,
  ...diffObjects(old, next, { isPlanned: true }),
}));
const PLANS = PLANNED.flatMap(({ id, plans = [] }) =>
  plans.map((plan) => [`${id}: ${plan.object}`, plan] as const),
);

/** Commands and manifests in the order in which they run. */
const actsOf = ({ steps }: ObjectPlan) =>
  steps.flatMap(({ commands = [], manifests = [] }) => [
    ...commands,
    ...manifests.map((one) => JSON.stringify(one)),
  ]);

test('nothing is planned unless it is asked for', () => {
  const [{ old, new: next }] = diffCases().filter(({ id }) => id === 'cm-immutable-data');
  expect(diffObjects(old, next)).not.toHaveProperty('plans');
});

test('everything that is refused has a plan, and so has every claim whose data would be deleted', () => {
  const isWanted = ({ verdict, data, object }: ObjectDiff) =>
    verdict === 'refused' || (data === 'lost' && object.startsWith('PersistentVolumeClaim/'));
  const wanted = PLANNED.map(({ id, objects }) => [
    id,
    objects
      .filter(isWanted)
      .map(({ object }) => object)
      .sort(),
  ]);
  expect(
    PLANNED.map(({ id, plans = [] }) => [id, plans.map(({ object }) => object).sort()]),
  ).toEqual(wanted);
  expect(PLANS.filter(([, { steps }]) => steps.length === 0)).toEqual([]);
  expect(PLANS.length).toBeGreaterThan(80);
});

test('a shell understands every plan', () => {
  for (const shell of ['bash', 'sh']) {
    expect(
      execFileSync(shell, ['-n'], {
        input: PLANS.map(([, plan]) => planScript(plan)).join('\n'),
        stdio: 'pipe',
      }).toString(),
    ).toBe('');
  }
});

// It stands in the plan for a claim that is not bound: there is nothing to keep, if that is so.
const UNBOUND = 'Delete the claim: it is not bound, and holds no data yet.';

test.each(
  PLANS.filter(([, plan]) =>
    actsOf(plan).some((act) => /^kubectl delete persistentvolume/.test(act)),
  ),
)('%s: a claim or volume goes only after its storage is kept', (_name, plan) => {
  const acts = actsOf(plan);
  const kept = acts.findIndex((act) => act.includes('"persistentVolumeReclaimPolicy":"Retain"'));
  const gone = acts.findIndex((act) => /^kubectl delete persistentvolume/.test(act));
  const asked = acts.findIndex((act) => /^test .*\.status\.phase.* = Pending$/.test(act));
  if (plan.steps.some(({ what }) => what === UNBOUND)) expect([kept, asked]).toEqual([-1, 0]);
  else expect([kept >= 0, kept < gone]).toEqual([true, true]);
});

test('no set is deleted with its pods in sight of its claims', () => {
  const deletions = PLANS.flatMap(([, plan]) =>
    actsOf(plan).filter((act) => act.startsWith('kubectl delete statefulset')),
  );
  expect(deletions.filter((act) => !act.endsWith(' --cascade=orphan'))).toEqual([]);
  expect(deletions.length).toBeGreaterThan(5);
});

test('names are one word to a shell, whatever is in them', () => {
  const anyWord = fc
    .string({ unit: 'binary' })
    .filter((text) => !text.includes('\0') && text !== '' && Buffer.from(text).toString() === text);
  fc.assert(
    fc.property(anyWord, (text) => {
      expect(execFileSync('sh', ['-c', `printf '%s.' ${word(text)}`]).toString()).toBe(`${text}.`);
    }),
    { numRuns: 40 },
  );
});

test('the way of a claim for other modes, word by word', () => {
  const storageClass = {
    apiVersion: 'storage.k8s.io/v1',
    kind: 'StorageClass',
    metadata: { name: 'fast' },
    provisioner: 'disk.example.com',
  };
  const claim = (mode: string) => ({
    apiVersion: 'v1',
    kind: 'PersistentVolumeClaim',
    metadata: { name: 'data', namespace: 'shop' },
    spec: {
      accessModes: [mode],
      storageClassName: 'fast',
      resources: { requests: { storage: '1Gi' } },
    },
  });
  const cron = {
    apiVersion: 'batch/v1',
    kind: 'CronJob',
    metadata: { name: 'clean', namespace: 'shop' },
    spec: {
      schedule: '0 3 * * *',
      jobTemplate: {
        spec: {
          template: {
            spec: {
              restartPolicy: 'Never',
              containers: [{ name: 'clean', image: 'clean:1' }],
              volumes: [{ name: 'data', persistentVolumeClaim: { claimName: 'data' } }],
            },
          },
        },
      },
    },
  };
  const { plans } = diffObjects(
    [storageClass, claim('ReadWriteOnce'), cron],
    [storageClass, claim('ReadWriteMany'), cron],
    { isPlanned: true },
  );
  expect(plans!.map(planScript)).toEqual([
    `set -eu
# 1. Stop the pods that use it, so that nothing writes.
kubectl patch cronjob.batch/clean --namespace shop --type=merge --patch '{"spec":{"suspend":true}}'
# 2. Make sure that the volume and its data outlive the claim.
volume=$(kubectl get persistentvolumeclaim/data --namespace shop --output jsonpath='{.spec.volumeName}')
volume_policy=$(kubectl get persistentvolume "$volume" --output jsonpath='{.spec.persistentVolumeReclaimPolicy}')
kubectl patch persistentvolume "$volume" --type=merge --patch '{"spec":{"persistentVolumeReclaimPolicy":"Retain"}}'
# 3. Delete the claim, and keep its volume for the next claim of that name.
kubectl delete persistentvolumeclaim/data --namespace shop
kubectl patch persistentvolume "$volume" --type=merge --patch '{"spec":{"accessModes":["ReadWriteMany"],"claimRef":{"apiVersion":"v1","kind":"PersistentVolumeClaim","namespace":"shop","name":"data","uid":null,"resourceVersion":null}}}'
# 4. Create the claim as it should be. It gets its volume back.
kubectl apply --server-side --force-conflicts --filename - <<'EOF'
apiVersion: v1
kind: PersistentVolumeClaim
metadata:
  name: data
  namespace: shop
spec:
  accessModes:
    - ReadWriteMany
  storageClassName: fast
  resources:
    requests:
      storage: 1Gi
EOF
# 5. Wait for that, and restore the reclaim policy of the volume.
kubectl wait persistentvolumeclaim/data --namespace shop --for=jsonpath='{.status.phase}'=Bound --timeout=5m
kubectl patch persistentvolume "$volume" --type=merge --patch '{"spec":{"persistentVolumeReclaimPolicy":"'"$volume_policy"'"}}'
# 6. Start the pods again.
kubectl patch cronjob.batch/clean --namespace shop --type=merge --patch '{"spec":{"suspend":false}}'
`,
  ]);
});

test('a Secret with a new name is named in all places of its users, and nothing else is', () => {
  const secret = (value: string) => ({
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { name: 'login', namespace: 'shop' },
    immutable: true,
    stringData: { password: value },
  });
  const pod = {
    containers: [
      {
        name: 'web',
        image: 'web:1',
        envFrom: [{ secretRef: { name: 'login' } }, { configMapRef: { name: 'login' } }],
        env: [{ name: 'A', valueFrom: { secretKeyRef: { name: 'login', key: 'password' } } }],
      },
    ],
    volumes: [
      { name: 'a', secret: { secretName: 'login' } },
      {
        name: 'b',
        projected: { sources: [{ secret: { name: 'login' } }, { secret: { name: 'other' } }] },
      },
    ],
    imagePullSecrets: [{ name: 'login' }, { name: 'registry' }],
  };
  const web = {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: 'web', namespace: 'shop' },
    spec: {
      selector: { matchLabels: { app: 'web' } },
      template: { metadata: { labels: { app: 'web' } }, spec: pod },
    },
  };
  const [
    {
      steps: [created, users],
    },
  ] = diffObjects([secret('a'), web], [secret('b'), web], { isPlanned: true }).plans!;
  const [
    {
      metadata: { name },
    },
  ] = created.manifests as any[];
  expect(name).toMatch(/^login-[0-9a-f]{8}$/);
  expect((users.manifests as any[])[0].spec.template.spec).toEqual({
    containers: [
      {
        ...pod.containers[0],
        envFrom: [{ secretRef: { name } }, { configMapRef: { name: 'login' } }],
        env: [{ name: 'A', valueFrom: { secretKeyRef: { name, key: 'password' } } }],
      },
    ],
    volumes: [
      { name: 'a', secret: { secretName: name } },
      { name: 'b', projected: { sources: [{ secret: { name } }, { secret: { name: 'other' } }] } },
    ],
    imagePullSecrets: [{ name }, { name: 'registry' }],
  });
});

test('what is invalid has no way out but to correct it', () => {
  const claim = (modes: readonly string[]) => ({
    apiVersion: 'v1',
    kind: 'PersistentVolumeClaim',
    metadata: { name: 'data', namespace: 'shop' },
    spec: { accessModes: modes, resources: { requests: { storage: '1Gi' } } },
  });
  expect(diffObjects([claim(['ReadWriteOnce'])], [claim([])], { isPlanned: true }).plans).toEqual([
    {
      object: 'PersistentVolumeClaim/shop/data',
      steps: [{ what: expect.stringMatching(/^In the manifest: /) }],
    },
  ]);
});

test.each(['StatefulSet', 'Deployment'])(
  'a %s that has a variable twice is corrected, and not created anew',
  (kind) => {
    const withEnv = (...env: readonly object[]) => ({
      apiVersion: 'apps/v1',
      kind,
      metadata: { name: 'db', namespace: 'shop' },
      spec: {
        ...(kind === 'StatefulSet' ? { serviceName: 'db' } : {}),
        selector: { matchLabels: { app: 'db' } },
        template: {
          metadata: { labels: { app: 'db' } },
          spec: { containers: [{ name: 'db', image: 'db:1', env }] },
        },
      },
    });
    const [a, b] = [
      { name: 'A', value: '1' },
      { name: 'B', value: '1' },
    ];
    const twice = withEnv(a, { ...b, value: '2' }, { ...a, value: '2' });
    for (const way of ['clientSide', 'serverSide'] as const) {
      const { plans } = diffObjects([withEnv(a, b)], [twice], { way, isPlanned: true });
      expect(plans).toMatchObject([
        { steps: [{ what: expect.stringMatching(/^In the manifest: remove one of /) }] },
      ]);
    }
  },
);

test('a class that is new with the change is created before the claim that needs it', () => {
  const storageClass = (name: string) => ({
    apiVersion: 'storage.k8s.io/v1',
    kind: 'StorageClass',
    metadata: { name },
    provisioner: 'disk.example.com',
  });
  const claim = (storageClassName: string) => ({
    apiVersion: 'v1',
    kind: 'PersistentVolumeClaim',
    metadata: { name: 'data', namespace: 'shop' },
    spec: {
      accessModes: ['ReadWriteOnce'],
      storageClassName,
      resources: { requests: { storage: '1Gi' } },
    },
  });
  const { plans } = diffObjects(
    [storageClass('a'), claim('a')],
    [storageClass('a'), storageClass('b'), claim('b')],
    { isPlanned: true },
  );
  expect(plans![0].steps[0]).toEqual({
    what: 'Create the class, which is new.',
    manifests: [storageClass('b')],
  });
});

describe('a claim that cannot be changed in place', () => {
  const storageClass = (name: string, provisioner: string) => ({
    apiVersion: 'storage.k8s.io/v1',
    kind: 'StorageClass',
    metadata: { name },
    provisioner,
  });
  const CLASSES = [
    storageClass('fast', 'disk.example.com'),
    storageClass('slow', 'disk.example.com'),
    storageClass('static', 'kubernetes.io/no-provisioner'),
  ];
  const sized = (storage: string) => ({ resources: { requests: { storage } } });
  const claim = (spec: object) => ({
    apiVersion: 'v1',
    kind: 'PersistentVolumeClaim',
    metadata: { name: 'data', namespace: 'shop' },
    spec: { accessModes: ['ReadWriteOnce'], ...sized('2Gi'), ...spec },
  });
  /** How each way out is known. */
  const WAYS = {
    rebinds: /^Delete the claim, and keep its volume for the next claim of that name\.$/,
    copies: /^Copy the data\./,
    exchanges: /^The first volume is kept, Released, with its data\.$/,
    grows: /^Let the claim grow/,
    applies: /^Apply the rest of the claim\.$/,
    'plans again': /^Wait until the volume has grown\. Then change only the size/,
    restores: /^Data cannot be copied directly between/,
    'asks an administrator': /^The driver or an administrator must create a larger volume/,
    deletes: /^Delete the claim: it is not bound/,
  };
  const waysOf = (storageClassName: string, change: object, bound: 'all' | 'none' = 'all') => {
    const { plans } = diffObjects(
      [...CLASSES, claim({ storageClassName })],
      [...CLASSES, claim({ storageClassName, ...change })],
      { isPlanned: true, bound },
    );
    return Object.entries(WAYS)
      .filter(([, what]) => plans![0].steps.some((step) => what.test(step.what)))
      .map(([way]) => way);
  };
  const MODES = { accessModes: ['ReadWriteMany'] };
  const BLOCK = { volumeMode: 'Block' };
  const SOURCE = {
    dataSource: { apiGroup: 'snapshot.storage.k8s.io', kind: 'VolumeSnapshot', name: 'a' },
  };

  test.each<[string, object, string[], string[]]>([
    ['other modes', MODES, ['rebinds'], ['rebinds']],
    ['another class', { storageClassName: 'slow' }, ['copies'], ['copies']],
    ['a class that is not in the files', { storageClassName: 'none' }, ['copies'], ['copies']],
    ['no class', { storageClassName: '' }, ['exchanges'], ['exchanges']],
    ['a smaller size', sized('1Gi'), ['copies'], ['exchanges']],
    ['a larger size', sized('3Gi'), ['grows', 'applies'], ['asks an administrator']],
    [
      'a larger size and other modes',
      { ...sized('3Gi'), ...MODES },
      ['grows', 'plans again'],
      ['asks an administrator'],
    ],
    [
      'a larger size and a selector',
      { ...sized('3Gi'), selector: { matchLabels: { a: 'b' } } },
      ['grows', 'plans again'],
      ['asks an administrator'],
    ],
    ['another volume mode', BLOCK, ['exchanges', 'restores'], ['exchanges', 'restores']],
    [
      'another volume mode of another class',
      { ...BLOCK, storageClassName: 'slow' },
      ['exchanges', 'restores'],
      ['exchanges', 'restores'],
    ],
    ['another volume', { volumeName: 'other' }, ['exchanges'], ['exchanges']],
    ['another source', SOURCE, ['exchanges'], ['exchanges']],
  ])('for %s has the way of its class', (_what, change, ofDriver, ofNone) => {
    expect([waysOf('fast', change), waysOf('static', change)]).toEqual([ofDriver, ofNone]);
  });

  test.each([MODES, sized('1Gi'), sized('3Gi'), BLOCK, SOURCE, { storageClassName: 'slow' }])(
    'is deleted if it is not bound: %j',
    (change) => {
      expect(waysOf('fast', change, 'none')).toEqual(['deletes']);
    },
  );
});

test.each([
  ['Deployment', 'strategy', { type: 'Recreate' }],
  ['StatefulSet', 'updateStrategy', { type: 'OnDelete' }],
] as const)('the strategy of a %s is changed with the default beside it', (kind, field, given) => {
  const workload = (spec: object) => ({
    apiVersion: 'apps/v1',
    kind,
    metadata: { name: 'web', namespace: 'shop' },
    spec: {
      selector: { matchLabels: { app: 'web' } },
      template: {
        metadata: { labels: { app: 'web' } },
        spec: { containers: [{ name: 'web', image: 'web:1' }] },
      },
      ...spec,
    },
  });
  const { plans } = diffObjects([workload({})], [workload({ [field]: given })], {
    isPlanned: true,
  });
  const patched = JSON.stringify({ spec: { [field]: { ...given, rollingUpdate: null } } });
  expect(plans!.flatMap(actsOf)[0]).toContain(patched);
});

test.each<[string, string, object, object, RegExp]>([
  [
    'PersistentVolume',
    'v1',
    {
      spec: {
        capacity: { storage: '1Gi' },
        accessModes: ['ReadWriteOnce'],
        csi: { driver: 'disk.example.com', volumeHandle: 'a' },
      },
    },
    {
      spec: {
        capacity: { storage: '1Gi' },
        accessModes: ['ReadWriteOnce'],
        csi: { driver: 'disk.example.com', volumeHandle: 'b' },
      },
    },
    /^Make sure that the storage outlives the PersistentVolume object\.$/,
  ],
  [
    'CSIDriver',
    'storage.k8s.io/v1',
    { spec: { attachRequired: true } },
    { spec: { attachRequired: false } },
    /^Delete the CSIDriver while no pods start/,
  ],
  [
    'ClusterRoleBinding',
    'rbac.authorization.k8s.io/v1',
    { roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'a' } },
    { roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'b' } },
    /^Delete the binding: its subjects lack the role/,
  ],
])('the way of a %s begins with what it does', (kind, apiVersion, old, next, what) => {
  const object = (rest: object) => ({ apiVersion, kind, metadata: { name: 'a' }, ...rest });
  const { plans } = diffObjects([object(old)], [object(next)], { isPlanned: true });
  expect(plans!.map(({ steps }) => steps[0].what)).toEqual([expect.stringMatching(what)]);
});

test('a script in a comment is fenced, whatever is in it', () => {
  expect(plansMarkdown([{ object: 'Job/shop/a', steps: [{ what: 'Say ````.' }] }])).toBe(
    '\n<details><summary>Plan for <code>Job/shop/a</code></summary>\n\n' +
      'Before this: pause the engine that syncs these objects. After it: merge the change, and let the engine sync again.\n\n' +
      '`````sh\nset -eu\n# 1. Say ````.\n`````\n\n</details>\n',
  );
});

describe('the pods that use a claim which is made anew', () => {
  const metadata = (name: string) => ({ name, namespace: 'shop' });
  const template = {
    metadata: { labels: { app: 'web' } },
    spec: {
      containers: [
        { name: 'web', image: 'web:1', volumeMounts: [{ name: 'data', mountPath: '/data' }] },
      ],
      volumes: [{ name: 'data', persistentVolumeClaim: { claimName: 'data' } }],
    },
  };
  const selector = { matchLabels: { app: 'web' } };
  const claim = (mode: string) => ({
    apiVersion: 'v1',
    kind: 'PersistentVolumeClaim',
    metadata: metadata('data'),
    spec: {
      accessModes: [mode],
      storageClassName: 'fast',
      resources: { requests: { storage: '1Gi' } },
    },
  });
  const storageClass = {
    apiVersion: 'storage.k8s.io/v1',
    kind: 'StorageClass',
    metadata: { name: 'fast' },
    provisioner: 'disk.example.com',
  };
  const jobTemplate = {
    spec: { template: { ...template, spec: { ...template.spec, restartPolicy: 'Never' } } },
  };
  const user = (kind: string, spec: object) => ({
    apiVersion: kind === 'Pod' ? 'v1' : kind === 'CronJob' ? 'batch/v1' : 'apps/v1',
    kind,
    metadata: metadata('web'),
    spec,
  });
  const ended =
    'until test -z "$(kubectl get pods --namespace shop --selector app=web --output name)"; do sleep 1; done';
  const scaled = (kind: string, replicas: number) =>
    `kubectl scale ${kind}.apps/web --namespace shop --replicas=${replicas}`;
  const suspended = (suspend: boolean) =>
    `kubectl patch cronjob.batch/web --namespace shop --type=merge --patch '{"spec":{"suspend":${suspend}}}'`;

  test.each<[string, object, readonly string[], readonly string[], boolean]>([
    [
      'of a Deployment are scaled away, and back to as many',
      user('Deployment', { replicas: 3, selector, template }),
      [scaled('deployment', 0), ended],
      [scaled('deployment', 3)],
      false,
    ],
    [
      'of a Deployment that says nothing are one',
      user('Deployment', { selector, template }),
      [scaled('deployment', 0), ended],
      [scaled('deployment', 1)],
      false,
    ],
    [
      'of a StatefulSet are scaled likewise',
      user('StatefulSet', { serviceName: 'web', replicas: 2, selector, template }),
      [scaled('statefulset', 0), ended],
      [scaled('statefulset', 2)],
      false,
    ],
    [
      'of a schedule wait until it goes on',
      user('CronJob', { schedule: '0 3 * * *', jobTemplate }),
      [suspended(true)],
      [suspended(false)],
      false,
    ],
    [
      'of a schedule that was suspended go on waiting',
      user('CronJob', { schedule: '0 3 * * *', suspend: true, jobTemplate }),
      [suspended(true)],
      [suspended(true)],
      false,
    ],
    [
      'of a DaemonSet go with it, and are created with it',
      user('DaemonSet', { selector, template }),
      ['kubectl delete daemonset.apps/web --namespace shop'],
      [],
      true,
    ],
    [
      'are deleted and created if nobody made them',
      user('Pod', template.spec),
      ['kubectl delete pod/web --namespace shop'],
      [],
      true,
    ],
  ])('%s', (_what, one, stop, start, isCreated) => {
    const { plans = [] } = diffObjects(
      [storageClass, claim('ReadWriteOnce'), one],
      [storageClass, claim('ReadWriteMany'), one],
      { isPlanned: true },
    );
    const steps = plans.find(({ object }) => object.startsWith('PersistentVolumeClaim/'))!.steps;
    const of = (what: string) => steps.filter((step) => step.what === what);
    expect(
      of('Stop the pods that use it, so that nothing writes.').map((step) => step.commands),
    ).toEqual([stop]);
    expect(of('Start the pods again.').flatMap(({ commands = [] }) => commands)).toEqual(start);
    expect(
      of('Create again what was deleted to stop its pods.').flatMap(
        ({ manifests = [] }) => manifests,
      ),
    ).toEqual(isCreated ? [one] : []);
  });
});
