/**
 * Changes of what lives, on a real control plane: OLD is applied, somebody changes something, the
 * cluster is read out, NEW is predicted and then applied in the same way. What was predicted of
 * each object is what happens to it.
 */
import { connected, testBesideUnless } from './support/cluster';
import { asList, eventually, kubectl, mustKubectl, run } from './support/kubectl';
import { planScript } from '../../src/cli/diff-plan';
import { diffObjects, DiffOptions, ObjectDiff } from '../../src/diff';
import { changedPaths } from '../../src/diff/changes';
import { READ_OUT_KINDS, readReadOut, ReadOut } from '../../src/read-out';

const PATIENCE = 120_000;
const DRIVER = 'fake.csi.test';

type Json = any;

/** How manifests are applied. */
interface Applying {
  readonly way: 'clientSide' | 'serverSide';
  readonly manager?: string;
  readonly force?: boolean;
}

const CLIENT: Applying = { way: 'clientSide' };
const SERVER: Applying = { way: 'serverSide', manager: 'ci', force: true };
const POLITE: Applying = { way: 'serverSide', manager: 'ci', force: false };

/** One change. */
interface Edit {
  readonly about: string;
  /** How OLD is applied, and NEW, unless it is applied otherwise. */
  readonly by: Applying;
  readonly nextBy?: Applying;
  readonly old: (namespace: string) => readonly Json[];
  /** What somebody does meanwhile: arguments of kubectl, and what it reads. */
  readonly meanwhile?: (namespace: string) => readonly (readonly [string[], Json?])[];
  readonly next: (namespace: string) => readonly Json[];
  /** Of an object of which that is expected, so that the table itself can be read. */
  readonly expected: Readonly<Record<string, ObjectDiff['verdict']>>;
}

const meta = (namespace: string, name: string, more: object = {}) => ({ name, namespace, ...more });
const config = (namespace: string, data: object, more: object = {}) => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: meta(namespace, 'web', more),
  data,
});
const container = (more: object = {}) => ({
  name: 'app',
  image: 'registry.example.com/web:1',
  ...more,
});
const deployment = (namespace: string, spec: object = {}, pod: object = {}) => ({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: meta(namespace, 'web'),
  spec: {
    selector: { matchLabels: { app: 'web' } },
    ...spec,
    template: {
      metadata: { labels: { app: 'web' } },
      spec: { terminationGracePeriodSeconds: 0, containers: [container()], ...pod },
    },
  },
});
const storageClass = (namespace: string, more: object = {}) => ({
  apiVersion: 'storage.k8s.io/v1',
  kind: 'StorageClass',
  metadata: { name: namespace },
  provisioner: DRIVER,
  ...more,
});
const claimSpec = (namespace: string, storage: string) => ({
  accessModes: ['ReadWriteOnce'],
  storageClassName: namespace,
  resources: { requests: { storage } },
});
const claim = (namespace: string, storage: string, more: object = {}) => ({
  apiVersion: 'v1',
  kind: 'PersistentVolumeClaim',
  metadata: meta(namespace, 'data', more),
  spec: claimSpec(namespace, storage),
});
const set = (namespace: string, spec: object, storage = '1Gi') => ({
  apiVersion: 'apps/v1',
  kind: 'StatefulSet',
  metadata: meta(namespace, 'db'),
  spec: {
    serviceName: 'db',
    selector: { matchLabels: { app: 'db' } },
    ...spec,
    template: {
      metadata: { labels: { app: 'db' } },
      spec: { terminationGracePeriodSeconds: 0, containers: [container()] },
    },
    volumeClaimTemplates: [{ metadata: { name: 'data' }, spec: claimSpec(namespace, storage) }],
  },
});
const byManager = (manager: string): string[] => [
  'apply',
  '--server-side',
  '--force-conflicts',
  `--field-manager=${manager}`,
  '-f',
  '-',
];
const patched = (what: string, patch: object): [string[]] => [
  ['patch', ...what.split(' '), '--type=merge', '-p', JSON.stringify(patch)],
];

const EDITS: readonly Edit[] = [
  {
    about: 'a label by hand stays, by server-side apply',
    by: SERVER,
    old: (ns) => [config(ns, { a: '1' })],
    meanwhile: () => [[['label', 'configmap/web', 'team=other']]],
    next: (ns) => [config(ns, { a: '1' })],
    expected: { ConfigMap: 'unchanged' },
  },
  {
    about: 'scaled by hand: a conflict without force',
    by: POLITE,
    old: (ns) => [deployment(ns, { replicas: 1 })],
    meanwhile: () => [[['scale', 'deployment/web', '--replicas=2']]],
    next: (ns) => [deployment(ns, { replicas: 1 })],
    expected: { Deployment: 'refused' },
  },
  {
    about: 'scaled by hand: back again by kubectl apply',
    by: CLIENT,
    old: (ns) => [deployment(ns, { replicas: 1 })],
    meanwhile: () => [[['scale', 'deployment/web', '--replicas=2']]],
    next: (ns) => [deployment(ns, { replicas: 1 })],
    expected: { Deployment: 'changed' },
  },
  {
    about: 'scaled by hand, and Git takes replicas out: they stay',
    by: SERVER,
    old: (ns) => [deployment(ns, { replicas: 1 })],
    meanwhile: () => [[['scale', 'deployment/web', '--replicas=2']]],
    next: (ns) => [deployment(ns)],
    expected: { Deployment: 'unchanged' },
  },
  {
    about: 'another image by hand is reverted, with a rollout',
    by: SERVER,
    old: (ns) => [deployment(ns)],
    meanwhile: () => [[['set', 'image', 'deployment/web', 'app=registry.example.com/web:2']]],
    next: (ns) => [deployment(ns)],
    expected: { Deployment: 'changed' },
  },
  {
    about: 'a variable by hand stays, and its place among those of Git',
    by: SERVER,
    old: (ns) => [
      deployment(ns, {}, { containers: [container({ env: [{ name: 'A', value: '1' }] })] }),
    ],
    meanwhile: () => [[['set', 'env', 'deployment/web', 'HAND=1']]],
    next: (ns) => [
      deployment(
        ns,
        {},
        { containers: [container({ env: ['C', 'A'].map((name) => ({ name, value: '1' })) })] },
      ),
    ],
    expected: { Deployment: 'changed' },
  },
  {
    about: 'the same by kubectl apply',
    by: CLIENT,
    old: (ns) => [
      deployment(ns, {}, { containers: [container({ env: [{ name: 'A', value: '1' }] })] }),
    ],
    meanwhile: () => [[['set', 'env', 'deployment/web', 'HAND=1']]],
    next: (ns) => [
      deployment(
        ns,
        {},
        { containers: [container({ env: ['C', 'A'].map((name) => ({ name, value: '1' })) })] },
      ),
    ],
    expected: { Deployment: 'changed' },
  },
  {
    about: 'two managers own ports of one container: one of them takes all of its own away',
    by: SERVER,
    old: (ns) => [
      deployment(ns, {}, { containers: [container({ ports: [{ containerPort: 80 }] })] }),
    ],
    meanwhile: (ns) => [
      [
        byManager('mesh'),
        {
          apiVersion: 'apps/v1',
          kind: 'Deployment',
          metadata: meta(ns, 'web'),
          spec: {
            template: {
              spec: {
                containers: [{ name: 'app', ports: [{ containerPort: 9090, name: 'mesh' }] }],
              },
            },
          },
        },
      ],
    ],
    next: (ns) => [deployment(ns)],
    expected: { Deployment: 'changed' },
  },
  {
    about: 'kubectl takes over what kubectl apply has owned',
    by: CLIENT,
    nextBy: { way: 'serverSide', manager: 'kubectl', force: false },
    old: (ns) => [config(ns, { a: '1', b: '2' })],
    next: (ns) => [config(ns, { a: '2' })],
    expected: { ConfigMap: 'changed' },
  },
  {
    about: 'kubectl takes it over for a manager of another name as well',
    by: CLIENT,
    nextBy: SERVER,
    old: (ns) => [config(ns, { a: '1', b: '2' })],
    next: (ns) => [config(ns, { a: '2' })],
    expected: { ConfigMap: 'changed' },
  },
  {
    about: 'from server-side to kubectl apply: nothing goes that it has not applied',
    by: SERVER,
    nextBy: CLIENT,
    old: (ns) => [config(ns, { a: '1', b: '2' })],
    next: (ns) => [config(ns, { a: '1' })],
    expected: { ConfigMap: 'unchanged' },
  },
  {
    about: 'a key that somebody deleted comes back, by server-side apply',
    by: SERVER,
    old: (ns) => [config(ns, { a: '1', b: '2' })],
    meanwhile: () => [patched('configmap web', { data: { b: null } })],
    next: (ns) => [config(ns, { a: '1', b: '2' })],
    expected: { ConfigMap: 'changed' },
  },
  {
    about: 'an annotation that somebody deleted comes back, by kubectl apply',
    by: CLIENT,
    old: (ns) => [config(ns, {}, { annotations: { note: 'x' } })],
    meanwhile: () => [[['annotate', 'configmap/web', 'note-']]],
    next: (ns) => [config(ns, {}, { annotations: { note: 'x' } })],
    expected: { ConfigMap: 'changed' },
  },
  {
    about: 'a set that was scaled down takes its claims up again',
    by: SERVER,
    old: (ns) => [storageClass(ns), set(ns, { replicas: 2 })],
    meanwhile: () => [[['scale', 'statefulset/db', '--replicas=1']]],
    next: (ns) => [storageClass(ns), set(ns, { replicas: 3 })],
    expected: { StatefulSet: 'changed' },
  },
  {
    about: 'a claim that was grown by hand, and whose driver has not grown it: back again',
    by: SERVER,
    old: (ns) => [storageClass(ns, { allowVolumeExpansion: true }), claim(ns, '1Gi')],
    meanwhile: () => [
      patched('persistentvolumeclaim data', {
        spec: { resources: { requests: { storage: '3Gi' } } },
      }),
    ],
    next: (ns) => [storageClass(ns, { allowVolumeExpansion: true }), claim(ns, '2Gi')],
    expected: { PersistentVolumeClaim: 'changed' },
  },
  {
    about: 'a class that no longer allows expansion: a claim is not grown',
    by: CLIENT,
    old: (ns) => [claim(ns, '1Gi')],
    meanwhile: () => [],
    next: (ns) => [claim(ns, '2Gi')],
    expected: { PersistentVolumeClaim: 'refused' },
  },
  {
    about: 'tolerations are one value: those of Git take the place of those by hand',
    by: SERVER,
    old: (ns) => [deployment(ns, {}, { tolerations: [{ key: 'a', operator: 'Exists' }] })],
    meanwhile: () => [
      patched('deployment web', {
        spec: { template: { spec: { tolerations: [{ key: 'b', operator: 'Exists' }] } } },
      }),
    ],
    next: (ns) => [deployment(ns, {}, { tolerations: [{ key: 'a', operator: 'Exists' }] })],
    expected: { Deployment: 'changed' },
  },
  {
    about: 'two managers set one label alike: the first takes it out, and it stays',
    by: SERVER,
    old: (ns) => [config(ns, { a: '1' }, { labels: { team: 'x', tier: 'y' } })],
    meanwhile: (ns) => [
      [
        byManager('platform'),
        {
          apiVersion: 'v1',
          kind: 'ConfigMap',
          metadata: meta(ns, 'web', { labels: { team: 'x' } }),
        },
      ],
    ],
    next: (ns) => [config(ns, { a: '1' })],
    expected: { ConfigMap: 'changed' },
  },
  {
    about: 'a selector of nodes is one value: whoever added to it has all of it',
    by: SERVER,
    old: (ns) => [deployment(ns, {}, { nodeSelector: { 'kubernetes.io/os': 'linux' } })],
    meanwhile: () => [
      patched('deployment web', {
        spec: { template: { spec: { nodeSelector: { 'kubernetes.io/arch': 'amd64' } } } },
      }),
    ],
    next: (ns) => [deployment(ns)],
    expected: { Deployment: 'unchanged' },
  },
  {
    about: 'a finalizer of somebody else does no harm',
    by: SERVER,
    old: (ns) => [config(ns, { a: '1' })],
    meanwhile: () => [patched('configmap web', { metadata: { finalizers: ['example.com/keep'] } })],
    next: (ns) => [config(ns, { a: '2' })],
    expected: { ConfigMap: 'changed' },
  },
  {
    about: 'volumes by hand go when Git takes away the last one of its own, by kubectl apply',
    by: CLIENT,
    old: (ns) => [deployment(ns, {}, { volumes: [{ name: 'tmp', emptyDir: {} }] })],
    meanwhile: () => [
      [
        [
          'patch',
          'deployment',
          'web',
          '-p',
          JSON.stringify({
            spec: { template: { spec: { volumes: [{ name: 'hand', emptyDir: {} }] } } },
          }),
        ],
      ],
    ],
    next: (ns) => [deployment(ns)],
    expected: { Deployment: 'changed' },
  },
  {
    about: 'replicas that an autoscaler has set come and go, by kubectl apply',
    by: CLIENT,
    old: (ns) => [deployment(ns, { replicas: 1 })],
    meanwhile: () => [[['autoscale', 'deployment/web', '--min=2', '--max=4', '--cpu-percent=80']]],
    next: (ns) => [deployment(ns, { replicas: 1 })],
    expected: { Deployment: 'changed' },
  },
];

describe('with a read-out is predicted what happens', () => {
  EDITS.forEach((edit, index) => {
    testBesideUnless(undefined, `${edit.about}`, async () => {
      await within(`live-test-${index}`, async (namespace) => goThrough(edit, namespace));
    });
  });
});

async function goThrough(edit: Edit, namespace: string): Promise<void> {
  const [old, next] = [edit.old(namespace), edit.next(namespace)];
  for (const one of old) expect((await applied(one, edit.by)).refused).toBe('');
  await rest(namespace);
  for (const [args, input] of edit.meanwhile?.(namespace) ?? []) {
    await mustKubectl([...args, '-n', namespace], input === undefined ? '' : JSON.stringify(input));
  }
  await rest(namespace);
  const cluster = await readOut();
  const by = edit.nextBy ?? edit.by;
  const { objects } = diffObjects([], next, { ...by, engine: 'kubectl', cluster });
  const before = await podUids(namespace);
  for (const one of next) {
    const had = cluster.find(kindKeyOf(one), one.metadata.namespace, one.metadata.name)?.manifest;
    // A moment later an autoscaler may have changed it again.
    const { refused, answer } = await applied(one, by);
    const now = answer ?? (await get(one));
    const label = [one.kind, one.metadata.namespace, one.metadata.name]
      .filter((part) => part !== undefined)
      .join('/');
    const told = objects.find(({ object }) => object === label)!;
    const changes = had ? changedPaths(plain(had), plain(now)) : [];
    const happened = refused !== '' ? 'refused' : changes.length > 0 ? 'changed' : 'unchanged';
    expect([label, told.verdict, told.changes ?? []]).toEqual([
      label,
      happened,
      refused === '' ? changes : (told.changes ?? []),
    ]);
    const wanted = edit.expected[one.kind];
    if (wanted !== undefined) expect([label, told.verdict]).toEqual([label, wanted]);
    for (const { field } of told.errors ?? []) expect(refused).toContain(field);
  }
  await rest(namespace);
  const after = await podUids(namespace);
  const gone = before.filter((uid) => !after.includes(uid));
  const workload = objects.find(({ restarts }) => restarts !== undefined);
  if (workload) {
    const restarted = gone.length === 0 ? 'none' : gone.length < before.length ? 'some' : 'all';
    const { podsRemoved = 0, restarts } = workload;
    if (podsRemoved === 0) {
      expect([workload.object, restarts]).toEqual([workload.object, restarted]);
    } else {
      expect(gone).toHaveLength(podsRemoved);
    }
  }
  for (const { object, verdict, phase } of objects.filter(({ of }) => of !== undefined)) {
    const found = await get({
      kind: 'PersistentVolumeClaim',
      metadata: meta(namespace, object.slice(object.lastIndexOf('/') + 1)),
    });
    expect([object, phase]).toEqual([object, found.status.phase]);
    const isOld = cluster.byUid(found.metadata.uid) !== undefined;
    expect([object, verdict]).toEqual([object, isOld ? 'unchanged' : 'created']);
  }
}

/** Ways out, made from a read-out. */
const PLANS: readonly {
  readonly about: string;
  readonly old: (namespace: string) => readonly Json[];
  readonly next: (namespace: string) => readonly Json[];
  readonly check: (namespace: string) => Promise<void>;
}[] = [
  {
    about: 'a larger claim of a set, whose size a controller does not change',
    old: (ns) => [storageClass(ns, { allowVolumeExpansion: true }), set(ns, { replicas: 2 })],
    next: (ns) => [
      storageClass(ns, { allowVolumeExpansion: true }),
      set(ns, { replicas: 2 }, '2Gi'),
    ],
    check: async (ns) => {
      const { spec } = await get(set(ns, {}));
      expect(spec.volumeClaimTemplates[0].spec.resources.requests.storage).toBe('2Gi');
      const grown = await get({
        kind: 'PersistentVolumeClaim',
        metadata: meta(ns, 'data-db-1'),
      });
      expect(grown.spec.resources.requests.storage).toBe('2Gi');
    },
  },
  {
    about: 'a binding of another role',
    old: (ns) => [binding(ns, 'view')],
    next: (ns) => [binding(ns, 'edit')],
    check: async (ns) => expect((await get(binding(ns, ''))).roleRef.name).toBe('edit'),
  },
  {
    about: 'a strategy that the default of another one is in the way of',
    old: (ns) => [deployment(ns)],
    next: (ns) => [deployment(ns, { strategy: { type: 'Recreate' } })],
    check: async (ns) =>
      expect((await get(deployment(ns))).spec.strategy).toEqual({ type: 'Recreate' }),
  },
];

const binding = (namespace: string, role: string) => ({
  apiVersion: 'rbac.authorization.k8s.io/v1',
  kind: 'RoleBinding',
  metadata: meta(namespace, 'readers'),
  roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: role },
  subjects: [{ kind: 'ServiceAccount', name: 'default', namespace }],
});

describe('a way out, made from a read-out', () => {
  PLANS.forEach((plan, index) => {
    testBesideUnless(undefined, plan.about, async () => {
      await within(`live-plan-${index}`, async (namespace) => {
        for (const one of plan.old(namespace)) {
          expect((await applied(one, SERVER)).refused).toBe('');
        }
        await rest(namespace);
        const options: DiffOptions = { ...SERVER, engine: 'kubectl', cluster: await readOut() };
        const next = plan.next(namespace);
        const { plans = [] } = diffObjects([], next, { ...options, isPlanned: true });
        expect(plans).toHaveLength(1);
        const { code, stderr } = await run('bash', ['-euo', 'pipefail'], planScript(plans[0]));
        expect([code, stderr]).toEqual([0, expect.any(String)]);
        for (const one of next) expect((await applied(one, SERVER)).refused).toBe('');
        await rest(namespace);
        await plan.check(namespace);
      });
    });
  });
});

async function within(
  namespace: string,
  body: (namespace: string) => Promise<void>,
): Promise<void> {
  await mustKubectl(['create', 'namespace', namespace]);
  if (!connected) return;
  await mustKubectl(['apply', '-f', '-'], asList([storageClass(namespace)]));
  try {
    await body(namespace);
  } finally {
    const finalizers = JSON.stringify({ metadata: { finalizers: null } });
    await kubectl(['patch', 'configmap', 'web', '-n', namespace, '--type=merge', '-p', finalizers]);
    await mustKubectl(['delete', 'namespace', namespace, '--wait=false']);
    await kubectl(['delete', 'storageclass', namespace]);
  }
}

/** What the server says of an object that is applied: why it is refused, or how it is stored. */
async function applied(
  object: Json,
  { way, manager, force }: Applying,
): Promise<{ readonly refused: string; readonly answer?: Json }> {
  const options =
    way === 'clientSide'
      ? []
      : [
          '--server-side',
          `--field-manager=${manager}`,
          ...(force === true ? ['--force-conflicts'] : []),
        ];
  const { code, stdout, stderr } = await kubectl(
    ['apply', ...options, '-o', 'json', '-f', '-'],
    JSON.stringify(object),
  );
  return code === 0 ? { refused: '', answer: JSON.parse(stdout) } : { refused: stderr };
}

async function readOut(): Promise<ReadOut> {
  const kinds = [...Object.values(READ_OUT_KINDS), 'rolebindings.rbac.authorization.k8s.io'].join();
  const text = await mustKubectl(['get', kinds, '-A', '--show-managed-fields', '-o', 'json']);
  return readReadOut([{ name: 'live.json', bytes: [new TextEncoder().encode(text)] }]);
}

function kindKeyOf({ apiVersion, kind }: Json): string {
  return `${apiVersion.includes('/') ? apiVersion.slice(0, apiVersion.indexOf('/')) : ''}/${kind}`;
}

async function get({ kind, metadata: { name, namespace } }: Json): Promise<Json> {
  const place = namespace === undefined ? [] : ['-n', namespace];
  return JSON.parse(await mustKubectl(['get', kind, name, ...place, '-o', 'json']));
}

/** Without what the server counts, and what is told elsewhere. */
function plain({ status: _status, metadata, ...fields }: Json): Json {
  const { name, namespace, labels, annotations = {}, finalizers } = metadata;
  const {
    'kubectl.kubernetes.io/last-applied-configuration': _last,
    'deployment.kubernetes.io/revision': _revision,
    ...own
  } = annotations;
  return {
    ...fields,
    metadata: {
      name,
      namespace,
      labels,
      finalizers,
      ...(Object.keys(own).length > 0 ? { annotations: own } : {}),
    },
  };
}

async function podUids(namespace: string): Promise<string[]> {
  const { items } = JSON.parse(await mustKubectl(['get', 'pods', '-n', namespace, '-o', 'json']));
  return items.map((one: Json) => one.metadata.uid).sort();
}

async function rest(namespace: string): Promise<void> {
  let last = '';
  await eventually(Date.now() + PATIENCE, async () => {
    const kinds = 'deployments,statefulsets,pods,persistentvolumeclaims,horizontalpodautoscalers';
    const text = await mustKubectl(['get', kinds, '-n', namespace, '-o', 'json']);
    const { items } = JSON.parse(text);
    const waiting = items.filter(({ kind, metadata, spec, status = {} }: Json) => {
      if (metadata.deletionTimestamp) return true;
      if (kind === 'Pod' || kind === 'PersistentVolumeClaim') return status.phase === 'Pending';
      if (kind === 'HorizontalPodAutoscaler') return status.currentReplicas !== 2;
      const counts = [status.readyReplicas, status.updatedReplicas, status.replicas];
      return (
        status.observedGeneration !== metadata.generation ||
        counts.some((count = 0) => count !== spec.replicas)
      );
    });
    const now = items.map(({ metadata }: Json) => metadata.resourceVersion).join();
    const isStill = now === last;
    last = now;
    if (waiting.length > 0) {
      return `not at rest: ${waiting.map(({ metadata }: Json) => metadata.name).join()}`;
    }
    return isStill ? undefined : 'not at rest: something has changed';
  });
}
