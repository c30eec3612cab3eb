/**
 * The ways out that `diff --plan` tells, on a real control plane: OLD is applied, its volumes are
 * marked, the script of the plan is run by a shell, and NEW is applied as an engine does it. What
 * was refused is then as NEW wants it, and the marks are where the data are.
 */
import { App, Chart, Duration, Size } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { testBesideUnless } from './support/cluster';
import { asList, eventually, kubectl, mustKubectl, run } from './support/kubectl';
import { ClaimTemplates } from '../../src';
import { planScript } from '../../src/cli/diff-plan';
import { diffObjects } from '../../src/diff';
import { Manifest } from '../../src/kube';

const PATIENCE = 120_000;
const DRIVER = 'fake.csi.test';

/** One way out. */
interface Way {
  readonly about: string;
  /** The object that is refused, and how it is told. */
  readonly object: (space: Space) => string;
  readonly old: (space: Space) => readonly object[];
  readonly next: (space: Space) => readonly object[];
  /** Whether the plan ends under another name, so that NEW itself stays refused. */
  readonly isRenamed?: boolean;
  /** Whether it is no refusal, but a loss. */
  readonly isLoss?: boolean;
  readonly check: (space: Space, before: State) => Promise<void>;
}

/** The names of one test: nothing is shared. */
interface Space {
  readonly namespace: string;
  readonly className: string;
}

/** What there was before: the claims with their volumes, and the pods. */
interface State {
  readonly volumes: ReadonlyMap<string, string>;
  readonly pods: readonly string[];
}

const meta = ({ namespace }: Space, name: string, more: object = {}) => ({
  name,
  namespace,
  ...more,
});
const storageClass = ({ className }: Space, more: object = {}, suffix = '') => ({
  apiVersion: 'storage.k8s.io/v1',
  kind: 'StorageClass',
  metadata: { name: `${className}${suffix}` },
  provisioner: DRIVER,
  ...more,
});
const claimSpec = ({ className }: Space, size: string, more: object = {}) => ({
  accessModes: ['ReadWriteOnce'],
  storageClassName: className,
  resources: { requests: { storage: size } },
  ...more,
});
const claim = (space: Space, size = '1Gi', more: object = {}, name = 'data') => ({
  apiVersion: 'v1',
  kind: 'PersistentVolumeClaim',
  metadata: meta(space, name),
  spec: claimSpec(space, size, more),
});
const template = (
  volumes: readonly object[] = [],
  labels: object = { app: 'web' },
  more: object = {},
) => ({
  metadata: { labels },
  spec: {
    terminationGracePeriodSeconds: 0,
    containers: [{ name: 'web', image: 'registry.example.com/web:1', ...more }],
    volumes,
  },
});
const onClaim = [{ name: 'data', persistentVolumeClaim: { claimName: 'data' } }];
const deployment = (space: Space, spec: object = {}, pod: object = template(onClaim)) => ({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: meta(space, 'web'),
  spec: { replicas: 1, selector: { matchLabels: { app: 'web' } }, template: pod, ...spec },
});
const set = (
  space: Space,
  size: string,
  spec: object = {},
  claims: object = {},
  name = 'data',
) => ({
  apiVersion: 'apps/v1',
  kind: 'StatefulSet',
  metadata: meta(space, 'db'),
  spec: {
    replicas: 2,
    serviceName: 'db',
    podManagementPolicy: 'Parallel',
    selector: { matchLabels: { app: 'db' } },
    template: template([], { app: 'db', tier: 'back' }),
    volumeClaimTemplates: [{ metadata: { name }, spec: claimSpec(space, size, claims) }],
    ...spec,
  },
});
/** What an app writes: a service and its set, whose pods each have a claim of a template. */
function setOfPlus({ namespace, className }: Space, storage: Size): readonly object[] {
  const chart = new Chart(new App(), 'app', { namespace });
  const service = new kplus.Service(chart, 'service', {
    metadata: { name: 'db' },
    ports: [{ port: 5432 }],
  });
  const db = new kplus.StatefulSet(chart, 'db', {
    metadata: { name: 'db' },
    service,
    replicas: 2,
    podManagementPolicy: kplus.PodManagementPolicy.PARALLEL,
    terminationGracePeriod: Duration.seconds(0),
    containers: [
      {
        image: 'registry.example.com/db:1',
        resources: {},
        securityContext: { ensureNonRoot: false },
      },
    ],
  });
  const claims = ClaimTemplates.of(db).useRetentionPolicy({
    whenScaled: kplus.PersistentVolumeReclaimPolicy.DELETE,
  });
  db.containers[0].mount('/data', claims.add('data', { storage, storageClassName: className }), {
    subPath: 'db',
  });
  return chart.toJson() as object[];
}
const job = (space: Space, version: number) => ({
  apiVersion: 'batch/v1',
  kind: 'Job',
  metadata: meta(space, 'migrate'),
  spec: {
    template: {
      spec: {
        restartPolicy: 'Never',
        containers: [{ name: 'migrate', image: `registry.example.com/migrate:${version}` }],
      },
    },
  },
});
const settings = (space: Space, value: string) => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: meta(space, 'settings'),
  immutable: true,
  data: { mode: value },
});
const binding = (space: Space, role: string) => ({
  apiVersion: 'rbac.authorization.k8s.io/v1',
  kind: 'RoleBinding',
  metadata: meta(space, 'readers'),
  roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: role },
  subjects: [{ kind: 'ServiceAccount', name: 'default', namespace: space.namespace }],
});
const volume = (space: Space, handle: string) => ({
  apiVersion: 'v1',
  kind: 'PersistentVolume',
  metadata: { name: space.namespace },
  spec: {
    capacity: { storage: '1Gi' },
    accessModes: ['ReadWriteOnce'],
    storageClassName: '',
    claimRef: { namespace: space.namespace, name: 'data' },
    csi: { driver: DRIVER, volumeHandle: handle },
  },
});

const sameClaims =
  (space: Space, names: readonly string[], storage: string) => async (before: State) => {
    for (const name of names) {
      const { spec } = await get('persistentvolumeclaim', space, name);
      expect([name, spec.resources.requests.storage, spec.volumeName]).toEqual([
        name,
        storage,
        before.volumes.get(name),
      ]);
    }
  };

const WAYS: readonly Way[] = [
  {
    about: 'a set whose claims grow: pods run on',
    object: ({ namespace }) => `StatefulSet/${namespace}/db`,
    old: (space) => [storageClass(space), set(space, '1Gi')],
    next: (space) => [storageClass(space, { allowVolumeExpansion: true }), set(space, '2Gi')],
    check: async (space, before) => {
      await sameClaims(space, ['data-db-0', 'data-db-1'], '2Gi')(before);
      expect(await podUids(space)).toEqual(before.pods);
    },
  },
  {
    about: 'a set of cdk8s-plus whose templates of `ClaimTemplates` grow',
    object: ({ namespace }) => `StatefulSet/${namespace}/db`,
    old: (space) => [
      storageClass(space, { allowVolumeExpansion: true }),
      ...setOfPlus(space, Size.gibibytes(1)),
    ],
    next: (space) => [
      storageClass(space, { allowVolumeExpansion: true }),
      ...setOfPlus(space, Size.gibibytes(2)),
    ],
    check: async (space, before) => {
      await sameClaims(space, ['data-db-0', 'data-db-1'], '2Gi')(before);
      expect(await podUids(space)).toEqual(before.pods);
      expect(
        (await get('statefulset', space, 'db')).spec.persistentVolumeClaimRetentionPolicy,
      ).toEqual({ whenDeleted: 'Retain', whenScaled: 'Delete' });
    },
  },
  {
    about: 'a set with another selector, whose claims would go with it',
    object: ({ namespace }) => `StatefulSet/${namespace}/db`,
    old: (space) => [
      storageClass(space),
      set(space, '1Gi', {
        persistentVolumeClaimRetentionPolicy: { whenDeleted: 'Delete', whenScaled: 'Delete' },
      }),
    ],
    next: (space) => [
      storageClass(space),
      set(space, '1Gi', {
        selector: { matchLabels: { tier: 'back' } },
        persistentVolumeClaimRetentionPolicy: { whenDeleted: 'Delete', whenScaled: 'Delete' },
      }),
    ],
    check: async (space, before) => sameClaims(space, ['data-db-0', 'data-db-1'], '1Gi')(before),
  },
  {
    about: 'a set whose claims move to another class',
    object: ({ namespace }) => `StatefulSet/${namespace}/db`,
    old: (space) => [storageClass(space), storageClass(space, {}, '-b'), set(space, '1Gi')],
    next: (space) => [
      storageClass(space),
      storageClass(space, {}, '-b'),
      set(space, '1Gi', {}, { storageClassName: `${space.className}-b` }),
    ],
    check: async (space, before) => {
      for (const name of ['data-db-0', 'data-db-1']) await isCopied(space, name, before);
    },
  },
  {
    about: 'a set whose claim template has another name',
    object: ({ namespace }) => `StatefulSet/${namespace}/db`,
    old: (space) => [storageClass(space), set(space, '1Gi')],
    next: (space) => [storageClass(space), set(space, '1Gi', {}, {}, 'files')],
    check: async (space, before) => {
      await sameClaims(space, ['data-db-0', 'data-db-1'], '1Gi')(before);
      const { spec } = await get('pod', space, 'db-1');
      expect(
        spec.volumes.map((one: any) => one.persistentVolumeClaim?.claimName).filter(Boolean),
      ).toEqual(['files-db-1']);
    },
  },
  {
    about: 'a claim that grows',
    object: ({ namespace }) => `PersistentVolumeClaim/${namespace}/data`,
    old: (space) => [storageClass(space), claim(space), deployment(space)],
    next: (space) => [storageClass(space), claim(space, '3Gi'), deployment(space)],
    check: async (space, before) => {
      await sameClaims(space, ['data'], '3Gi')(before);
      expect(await podUids(space)).toEqual(before.pods);
    },
  },
  {
    about: 'a claim with other modes: recreated on its volume',
    object: ({ namespace }) => `PersistentVolumeClaim/${namespace}/data`,
    old: (space) => [storageClass(space), claim(space), deployment(space)],
    next: (space) => [
      storageClass(space),
      claim(space, '1Gi', { accessModes: ['ReadWriteMany'] }),
      deployment(space),
    ],
    check: async (space, before) => {
      await sameClaims(space, ['data'], '1Gi')(before);
      expect((await get('persistentvolumeclaim', space, 'data')).status.accessModes).toEqual([
        'ReadWriteMany',
      ]);
    },
  },
  {
    about: 'a claim of another class: recreated on a copy',
    object: ({ namespace }) => `PersistentVolumeClaim/${namespace}/data`,
    old: (space) => [storageClass(space), claim(space), deployment(space)],
    next: (space) => [
      storageClass(space),
      storageClass(space, { volumeBindingMode: 'WaitForFirstConsumer' }, '-b'),
      claim(space, '1Gi', { storageClassName: `${space.className}-b` }),
      deployment(space),
    ],
    check: async (space, before) => isCopied(space, 'data', before),
  },
  {
    about: 'a claim for less',
    object: ({ namespace }) => `PersistentVolumeClaim/${namespace}/data`,
    old: (space) => [storageClass(space), claim(space, '5Gi'), deployment(space)],
    next: (space) => [storageClass(space), claim(space, '1Gi'), deployment(space)],
    check: async (space, before) => isCopied(space, 'data', before),
  },
  {
    about: 'a claim that nothing has bound yet',
    object: ({ namespace }) => `PersistentVolumeClaim/${namespace}/data`,
    old: (space) => [
      storageClass(space, { volumeBindingMode: 'WaitForFirstConsumer' }),
      claim(space),
    ],
    next: (space) => [
      storageClass(space, { volumeBindingMode: 'WaitForFirstConsumer' }),
      claim(space, '2Gi'),
    ],
    check: async (space) => {
      expect(
        (await get('persistentvolumeclaim', space, 'data')).spec.resources.requests.storage,
      ).toBe('2Gi');
    },
  },
  {
    about: 'a bound volume with another source',
    object: ({ namespace }) => `PersistentVolume/${namespace}`,
    old: (space) => [
      volume(space, 'first'),
      claim(space, '1Gi', { storageClassName: '', volumeName: space.namespace }),
      deployment(space),
    ],
    next: (space) => [
      volume(space, 'second'),
      claim(space, '1Gi', { storageClassName: '', volumeName: space.namespace }),
      deployment(space),
    ],
    check: async (space) => {
      const { spec, status } = await get('persistentvolume', undefined, space.namespace);
      expect([spec.csi.volumeHandle, spec.claimRef.name, status.phase]).toEqual([
        'second',
        'data',
        'Bound',
      ]);
    },
  },
  {
    about: 'a claim that is removed: its data stay, and can be used again',
    object: ({ namespace }) => `PersistentVolumeClaim/${namespace}/data`,
    old: (space) => [storageClass(space), claim(space)],
    next: (space) => [storageClass(space)],
    isLoss: true,
    check: async (space, before) => {
      const name = before.volumes.get('data')!;
      expect((await get('persistentvolume', undefined, name)).status.phase).toBe('Released');
      const [, told] = diffObjects([storageClass(space), claim(space)], [storageClass(space)], {
        isPlanned: true,
      }).plans![0].steps;
      const line = /(kubectl patch .*'), and/
        .exec(told.what)![1]
        .replace('VOLUME', name)
        .replace('CLAIM', 'again');
      await shell(line);
      await mustKubectl(['apply', '-f', '-'], asList([claim(space, '1Gi', {}, 'again')]));
      await eventually(Date.now() + PATIENCE, async () => {
        const { spec, status } = await get('persistentvolumeclaim', space, 'again');
        return status?.phase === 'Bound' && spec.volumeName === name
          ? undefined
          : 'the claim does not get the volume';
      });
    },
  },
  {
    about: 'a class with other parameters: under a new name',
    object: ({ className }) => `StorageClass/${className}`,
    old: (space) => [storageClass(space, { parameters: { tier: 'cold' } }), claim(space)],
    next: (space) => [storageClass(space, { parameters: { tier: 'hot' } }), claim(space)],
    isRenamed: true,
    check: async (space, before) => {
      expect((await get('storageclass', undefined, `${space.className}-2`)).parameters).toEqual({
        tier: 'hot',
      });
      await sameClaims(space, ['data'], '1Gi')(before);
    },
  },
  {
    about: 'a Job: under a name with a hash',
    object: ({ namespace }) => `Job/${namespace}/migrate`,
    old: (space) => [job(space, 1)],
    next: (space) => [job(space, 2)],
    isRenamed: true,
    check: async ({ namespace }) => {
      await eventually(Date.now() + PATIENCE, async () => {
        const { items } = JSON.parse(
          await mustKubectl(['get', 'jobs', '-n', namespace, '-o', 'json']),
        );
        const done = items.map((one: any) => [
          /^migrate-[0-9a-f]{8}$/.test(one.metadata.name),
          one.spec.template.spec.containers[0].image,
          one.status.succeeded,
        ]);
        return JSON.stringify(done) ===
          JSON.stringify([[true, 'registry.example.com/migrate:2', 1]])
          ? undefined
          : JSON.stringify(done);
      });
    },
  },
  {
    about: 'an immutable ConfigMap: under a name with a hash, which its pods mount',
    object: ({ namespace }) => `ConfigMap/${namespace}/settings`,
    old: (space) => [
      settings(space, 'a'),
      deployment(space, {}, template([{ name: 's', configMap: { name: 'settings' } }])),
    ],
    next: (space) => [
      settings(space, 'b'),
      deployment(space, {}, template([{ name: 's', configMap: { name: 'settings' } }])),
    ],
    isRenamed: true,
    check: async (space) => {
      await mustKubectl([
        'rollout',
        'status',
        'deployment/web',
        '-n',
        space.namespace,
        '--timeout=120s',
      ]);
      const [
        {
          configMap: { name },
        },
      ] = (await get('deployment', space, 'web')).spec.template.spec.volumes;
      expect((await get('configmap', space, name)).data).toEqual({ mode: 'b' });
    },
  },
  {
    about: 'a strategy that the default of another one is in the way of',
    object: ({ namespace }) => `Deployment/${namespace}/web`,
    old: (space) => [deployment(space, {}, template())],
    next: (space) => [deployment(space, { strategy: { type: 'Recreate' } }, template())],
    check: async (space, before) => {
      expect((await get('deployment', space, 'web')).spec.strategy).toEqual({ type: 'Recreate' });
      expect(await podUids(space)).toEqual(before.pods);
    },
  },
  {
    about: 'the same of a set',
    object: ({ namespace }) => `StatefulSet/${namespace}/db`,
    old: (space) => [storageClass(space), set(space, '1Gi')],
    next: (space) => [
      storageClass(space),
      set(space, '1Gi', { updateStrategy: { type: 'OnDelete' } }),
    ],
    check: async (space, before) => {
      expect((await get('statefulset', space, 'db')).spec.updateStrategy).toEqual({
        type: 'OnDelete',
      });
      expect(await podUids(space)).toEqual(before.pods);
    },
  },
  {
    about: 'a Deployment with another selector',
    object: ({ namespace }) => `Deployment/${namespace}/web`,
    old: (space) => [storageClass(space), claim(space), deployment(space)],
    next: (space) => [
      storageClass(space),
      claim(space),
      deployment(
        space,
        { selector: { matchLabels: { tier: 'front' } } },
        template(onClaim, { app: 'web', tier: 'front' }),
      ),
    ],
    check: async (space, before) => sameClaims(space, ['data'], '1Gi')(before),
  },
  {
    about: 'a binding of another role',
    object: ({ namespace }) => `RoleBinding/${namespace}/readers`,
    old: (space) => [binding(space, 'view')],
    next: (space) => [binding(space, 'edit')],
    check: async (space) => {
      expect((await get('rolebinding', space, 'readers')).roleRef.name).toBe('edit');
    },
  },
];

const wayOf = (index: number): Space => ({
  namespace: `plan-test-${index}`,
  className: `plan-test-${index}`,
});

describe('the way out', () => {
  WAYS.forEach((way, index) => {
    testBesideUnless(undefined, way.about, async () => {
      const space = wayOf(index);
      try {
        await goThrough(way, space);
      } finally {
        await tidyUp(space);
      }
    });
  });
});

async function goThrough(way: Way, space: Space): Promise<void> {
  const [old, next] = [way.old(space), way.next(space)];
  await mustKubectl(['create', 'namespace', space.namespace]);
  await applyAll(old);
  await rest(space);
  const before = await marked(space);
  const label = way.object(space);
  const refused = next.find((one) => labelOf(one) === label);
  if (refused) expect(await applied(refused, '--dry-run=server')).toBe(false);
  const { plans = [] } = diffObjects(old, next, { isPlanned: true });
  expect(plans.map(({ object }) => object)).toEqual([label]);
  await shell(planScript(plans[0]));
  if (!way.isRenamed) await applyAll(next);
  if (way.isLoss) {
    await mustKubectl(['delete', 'persistentvolumeclaim', 'data', '-n', space.namespace]);
  }
  await rest(space);
  await way.check(space, before);
  await isMarked(before);
}

/** All of it, as an engine applies it. */
async function applyAll(objects: readonly object[]): Promise<void> {
  for (const one of objects) {
    await mustKubectl(['apply', '--server-side', '--force-conflicts', '-f', '-'], asList([one]));
  }
}

async function applied(object: object, ...options: string[]): Promise<boolean> {
  return (
    (
      await kubectl(
        ['apply', '--server-side', '--force-conflicts', '-f', '-', ...options],
        asList([object]),
      )
    ).code === 0
  );
}

/** Every volume of the namespace's claims gets a mark, which stands for its data. */
async function marked({ namespace }: Space): Promise<State> {
  const { items } = JSON.parse(
    await mustKubectl(['get', 'persistentvolumeclaims', '-n', namespace, '-o', 'json']),
  );
  const bound = items.filter((one: any) => one.spec.volumeName);
  const volumes = new Map<string, string>(
    bound.map((one: any) => [one.metadata.name, one.spec.volumeName]),
  );
  for (const [name, one] of volumes) {
    await mustKubectl(['annotate', 'persistentvolume', one, `test.example.com/data-of=${name}`]);
  }
  return { volumes, pods: await podUids({ namespace }) };
}

/** The volumes are still there, with their marks; what was made by hand is recreated by hand. */
async function isMarked({ volumes }: State): Promise<void> {
  for (const [name, one] of volumes) {
    const { metadata } = await get('persistentvolume', undefined, one);
    const isByHand = metadata.annotations?.['pv.kubernetes.io/provisioned-by'] === undefined;
    if (!isByHand) {
      expect([
        one,
        metadata.annotations['test.example.com/data-of'],
        metadata.deletionTimestamp,
      ]).toEqual([one, name, undefined]);
    }
  }
}

/**
 * The claim has a volume that was there before it: the one that the Job wrote to. The first one is
 * kept.
 */
async function isCopied(space: Space, name: string, before: State): Promise<void> {
  const now = await get('persistentvolumeclaim', space, name);
  const made = await get('persistentvolume', undefined, now.spec.volumeName);
  const first = await get('persistentvolume', undefined, before.volumes.get(name)!);
  expect([now.status.phase, made.spec.persistentVolumeReclaimPolicy]).toEqual(['Bound', 'Delete']);
  expect(now.spec.volumeName).not.toBe(before.volumes.get(name));
  expect(Date.parse(made.metadata.creationTimestamp)).toBeLessThan(
    Date.parse(now.metadata.creationTimestamp),
  );
  expect([first.status.phase, first.spec.persistentVolumeReclaimPolicy]).toEqual([
    'Released',
    'Retain',
  ]);
}

async function get(kind: string, space: Space | undefined, name: string): Promise<any> {
  return JSON.parse(
    await mustKubectl(['get', kind, name, ...(space ? ['-n', space.namespace] : []), '-o', 'json']),
  );
}

async function podUids({ namespace }: Pick<Space, 'namespace'>): Promise<string[]> {
  const { items } = JSON.parse(await mustKubectl(['get', 'pods', '-n', namespace, '-o', 'json']));
  return items
    .filter((one: any) => one.status.phase === 'Running')
    .map((one: any) => one.metadata.uid)
    .sort();
}

/** Workloads have their pods, claims their volumes, but those that wait for a pod. */
async function rest({ namespace }: Space): Promise<void> {
  await eventually(Date.now() + PATIENCE, async () => {
    const { items } = JSON.parse(
      await mustKubectl([
        'get',
        'deployments,statefulsets,jobs,pods,persistentvolumeclaims',
        '-n',
        namespace,
        '-o',
        'json',
      ]),
    );
    const waiting = items.filter((one: any) => {
      if (one.metadata.deletionTimestamp) return true;
      if (one.kind === 'Pod') return one.status.phase === 'Pending';
      if (one.kind === 'Job') return !one.status.succeeded;
      if (one.kind === 'PersistentVolumeClaim') {
        return one.status.phase !== 'Bound' && items.length > 1;
      }
      const {
        observedGeneration,
        readyReplicas = 0,
        replicas,
        updatedReplicas = replicas,
      } = one.status;
      const isReady = [readyReplicas, replicas, updatedReplicas].every(
        (count) => count === one.spec.replicas,
      );
      return observedGeneration !== one.metadata.generation || !isReady;
    });
    return waiting.length === 0
      ? undefined
      : `not at rest: ${waiting.map((one: any) => `${one.kind}/${one.metadata.name}`).join(', ')}`;
  });
}

async function shell(script: string): Promise<void> {
  const { code, stdout, stderr } = await run('bash', ['-c', script]);
  if (code !== 0) throw new Error(`the script ends with ${code}:\n${script}\n${stdout}\n${stderr}`);
}

/** Pods first, so that nothing waits for them; volumes go with their claims or here. */
async function tidyUp(space: Space): Promise<void> {
  await kubectl([
    'delete',
    'deployments,statefulsets,jobs,pods',
    '--all',
    '-n',
    space.namespace,
    '--grace-period=0',
    '--force',
  ]);
  await kubectl(['delete', 'namespace', space.namespace, '--wait=false']);
  const { items } = JSON.parse(await mustKubectl(['get', 'persistentvolumes', '-o', 'json']));
  const own = items
    .filter((one: any) => one.spec.claimRef?.namespace === space.namespace)
    .map((one: any) => one.metadata.name);
  if (own.length > 0) await kubectl(['delete', 'persistentvolumes', ...own, '--wait=false']);
  await kubectl([
    'delete',
    'storageclass',
    space.className,
    `${space.className}-2`,
    `${space.className}-b`,
    '--ignore-not-found',
  ]);
}

function labelOf(object: object): string {
  const { kind, metadata } = object as Manifest as any;
  return [kind, metadata.namespace, metadata.name].filter(Boolean).join('/');
}
