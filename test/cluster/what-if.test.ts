/** The answers of `check --what-if`, beside what the engines then do. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { testBesideUnless } from './support/cluster';
import { asList, kubectl, mustKubectl, run } from './support/kubectl';
import { targetFacts } from '../../src/facts';
import { readWorld } from '../../src/judge';
import { Question, whatIf } from '../../src/what-if';

const tool = process.env.GITOPS_SYNC;
const withoutTool = tool ? undefined : 'GITOPS_SYNC names no gitops-sync';

const GUARDS = {
  'argocd.argoproj.io/sync-options': 'Prune=false',
  'kustomize.toolkit.fluxcd.io/prune': 'disabled',
};
const ASKS = { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } };

type Fields = { readonly [field: string]: unknown };
const CONTAINERS = [{ name: 'main', image: 'registry.example.com/main:1.0.0' }];

/** A shop in a namespace of its own, with each kind of claim. */
class Shop {
  constructor(
    readonly namespace: string,
    private readonly guards: Fields = GUARDS,
    private readonly stays: Fields = GUARDS,
  ) {}

  public objects(): Fields[] {
    const { namespace } = this;
    const storageClass = (name: string, reclaimPolicy: string) => ({
      apiVersion: 'storage.k8s.io/v1',
      kind: 'StorageClass',
      metadata: { name: `${namespace}-${name}` },
      provisioner: 'fake.csi.test',
      reclaimPolicy,
    });
    const claim = (
      name: string,
      className: string,
      annotations: Fields = {},
      spec: Fields = {},
    ) => ({
      apiVersion: 'v1',
      kind: 'PersistentVolumeClaim',
      metadata: { name, namespace, annotations },
      spec: { ...ASKS, storageClassName: `${namespace}-${className}`, ...spec },
    });
    return [
      {
        apiVersion: 'v1',
        kind: 'Namespace',
        metadata: { name: namespace, annotations: this.stays },
      },
      storageClass('gone', 'Delete'),
      storageClass('left', 'Retain'),
      claim('plain', 'gone'),
      claim('guarded', 'gone', this.guards),
      claim('retained', 'left'),
      claim('used', 'gone'),
      claim('made', '', {}, { storageClassName: '', volumeName: `${namespace}-made` }),
      {
        apiVersion: 'v1',
        kind: 'PersistentVolume',
        metadata: { name: `${namespace}-made` },
        spec: {
          accessModes: ['ReadWriteOnce'],
          capacity: { storage: '1Gi' },
          persistentVolumeReclaimPolicy: 'Retain',
          claimRef: { namespace, name: 'made' },
          csi: { driver: 'fake.csi.test', volumeHandle: `${namespace}-made` },
        },
      },
      this.set(),
      this.user('web', ['plain', 'guarded', 'retained', 'made'], {}),
      this.user('kept', ['used'], this.stays),
    ];
  }

  /** A StatefulSet whose claims go with it. */
  private set(): Fields {
    const labels = { app: 'db' };
    return {
      apiVersion: 'apps/v1',
      kind: 'StatefulSet',
      metadata: { name: 'db', namespace: this.namespace },
      spec: {
        serviceName: 'db',
        persistentVolumeClaimRetentionPolicy: { whenDeleted: 'Delete' },
        selector: { matchLabels: labels },
        template: { metadata: { labels }, spec: { containers: CONTAINERS } },
        volumeClaimTemplates: [
          {
            apiVersion: 'v1',
            kind: 'PersistentVolumeClaim',
            metadata: { name: 'data' },
            spec: { ...ASKS, storageClassName: `${this.namespace}-gone` },
          },
        ],
      },
    };
  }

  private user(name: string, claims: readonly string[], annotations: Fields): Fields {
    const labels = { app: name };
    const volumes = claims.map((claimName) => ({
      name: claimName,
      persistentVolumeClaim: { claimName },
    }));
    return {
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: { name, namespace: this.namespace, annotations },
      spec: {
        selector: { matchLabels: labels },
        template: { metadata: { labels }, spec: { containers: CONTAINERS, volumes } },
      },
    };
  }
}

/** What was told of each claim of the shop. */
function predicted(shop: Shop, question: Question, by: string): Record<string, string> {
  const world = readWorld(
    shop.objects().map((manifest, index) => ({ key: String(index), manifest })),
    targetFacts(),
    { namespace: 'default' },
  );
  const { objects } = whatIf(question, world, 'default').answers.find((one) => one.by === by)!;
  return Object.fromEntries(
    objects
      .filter(({ object }) => object.startsWith('PersistentVolumeClaim/'))
      .map(({ object, fate, data }) => [
        object.split('/')[2],
        fate === 'waits' ? 'kept, kept' : `${fate}, ${fate === 'stuck' ? 'kept' : data}`,
      ]),
  );
}

/** The volume of each claim, while all are bound. */
async function volumesOf({ namespace }: Shop): Promise<Record<string, string>> {
  const { items } = JSON.parse(await mustKubectl(['get', 'pvc', '-n', namespace, '-o', 'json']));
  return Object.fromEntries(items.map((one: any) => [one.metadata.name, one.spec.volumeName]));
}

/** What really became of each claim and its data, once nothing changes any more. */
async function happened(
  { namespace }: Shop,
  volumes: Record<string, string>,
  uids: Record<string, string>,
): Promise<Record<string, string>> {
  const claims = new Map<string, any>(
    JSON.parse(await mustKubectl(['get', 'pvc', '-n', namespace, '-o', 'json'])).items.map(
      (one: any) => [one.metadata.name, one],
    ),
  );
  const all = new Map<string, any>(
    JSON.parse(await mustKubectl(['get', 'pv', '-o', 'json'])).items.map((one: any) => [
      one.metadata.name,
      one,
    ]),
  );
  return Object.fromEntries(
    Object.entries(volumes).map(([name, volume]) => {
      const claim = claims.get(name);
      const fate = !claim
        ? 'deleted'
        : claim.metadata.deletionTimestamp
          ? 'stuck'
          : claim.metadata.uid === uids[name]
            ? 'kept'
            : 'replaced';
      const phase = all.get(volume)?.status.phase;
      const data = !phase
        ? volume === `${namespace}-made`
          ? 'left behind'
          : 'lost'
        : phase === 'Bound'
          ? 'kept'
          : 'left behind';
      return [name, `${fate}, ${data}`];
    }),
  );
}

async function uidsOf({ namespace }: Shop): Promise<Record<string, string>> {
  const { items } = JSON.parse(await mustKubectl(['get', 'pvc', '-n', namespace, '-o', 'json']));
  return Object.fromEntries(items.map((one: any) => [one.metadata.name, one.metadata.uid]));
}

async function eventually<T>(look: () => Promise<T>, wanted: T): Promise<void> {
  let found = await look();
  for (let tries = 0; tries < 240 && JSON.stringify(found) !== JSON.stringify(wanted); tries += 1) {
    await new Promise((done) => setTimeout(done, 500));
    found = await look();
  }
  expect(found).toEqual(wanted);
}

type Sync = (objects: readonly Fields[], ...options: string[]) => Promise<number>;

/** Puts a shop into the cluster by an engine, lets something happen, and compares. */
async function compare(
  shop: Shop,
  engine: 'argo' | 'flux',
  question: Question,
  then: (sync: Sync) => Promise<unknown>,
  asked?: string[],
) {
  const folder = mkdtempSync(join(tmpdir(), 'what-if-'));
  const syncWithin =
    (seconds: number): Sync =>
    async (objects, ...options) => {
      rmSync(folder, { recursive: true, force: true });
      mkdirSync(folder);
      objects.forEach((object, index) =>
        writeFileSync(
          join(folder, `${String(index).padStart(2, '0')}.yaml`),
          JSON.stringify(object),
        ),
      );
      const name = engine === 'argo' ? ['--app', shop.namespace] : ['--name', shop.namespace];
      // Flux waits without a limit for what it has forced.
      return (
        await run('timeout', [
          String(2 * seconds),
          tool!,
          engine,
          '--dir',
          folder,
          ...name,
          '--timeout',
          `${seconds}s`,
          ...options,
        ])
      ).code;
    };
  const wanted = predicted(shop, question, engine === 'argo' ? 'argocd' : 'flux');
  try {
    expect(await syncWithin(120)(shop.objects())).toBe(0);
    const isBound = async () =>
      Object.values(await volumesOf(shop)).filter((volume) => volume).length;
    await eventually(isBound, 6);
    await mustKubectl([
      'rollout',
      'status',
      'deployment/web',
      'deployment/kept',
      'statefulset/db',
      '-n',
      shop.namespace,
      '--timeout=120s',
    ]);
    const [volumes, uids] = [await volumesOf(shop), await uidsOf(shop)];
    // Some of what happens then never comes to an end.
    await then(syncWithin(20));
    const sorted = (one: Record<string, string>) =>
      Object.fromEntries(
        Object.entries(one)
          .filter(([name]) => asked?.includes(name) !== false)
          .sort(),
      );
    await eventually(async () => sorted(await happened(shop, volumes, uids)), sorted(wanted));
  } finally {
    rmSync(folder, { recursive: true, force: true });
    await kubectl(
      ['delete', '-f', '-', '--ignore-not-found', '--wait=false'],
      asList(shop.objects()),
    );
    await kubectl([
      'delete',
      'configmap',
      `flux-inventory-${shop.namespace}`,
      '-n',
      'default',
      '--ignore-not-found',
    ]);
  }
}

const REST: Fields = {
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name: 'rest', namespace: 'default' },
};

testBesideUnless(withoutTool, 'Argo CD prunes as it was told', async () => {
  const shop = new Shop('what-if-argo');
  await compare(shop, 'argo', 'prune', async (sync) => sync([REST], '--prune'));
});

testBesideUnless(withoutTool, 'Argo CD asks before it prunes, as it was told', async () => {
  const shop = new Shop('what-if-confirm', { 'argocd.argoproj.io/sync-options': 'Prune=confirm' });
  expect(predicted(shop, 'prune', 'argocd')).toMatchObject({
    guarded: 'kept, kept',
    plain: 'kept, kept',
  });
  await compare(shop, 'argo', 'prune', async (sync) =>
    expect(await sync([REST], '--prune')).toBe(3),
  );
});

testBesideUnless(withoutTool, 'Flux prunes as it was told', async () => {
  const shop = new Shop('what-if-flux');
  await compare(shop, 'flux', 'prune', async (sync) => sync([REST], '--prune'));
});

/**
 * The shop with another access mode of a claim, or another service of its StatefulSet: both are
 * refused.
 */
function changed(shop: Shop, kind: string, name: string, annotations: Fields): Fields[] {
  return shop.objects().map((object) => {
    const metadata = object.metadata as Fields;
    if (object.kind !== kind || metadata.name !== name) return object;
    const difference =
      kind === 'StatefulSet' ? { serviceName: 'other' } : { accessModes: ['ReadWriteMany'] };
    const all = { ...(metadata.annotations as Fields), ...annotations };
    return {
      ...object,
      metadata: { ...metadata, annotations: all },
      spec: { ...(object.spec as Fields), ...difference },
    };
  });
}

const FORCE = { 'argocd.argoproj.io/sync-options': 'Force=true,Replace=true' };

describe.each([
  ['PersistentVolumeClaim', 'plain', 'plain'],
  ['StatefulSet', 'db', 'data-db-0'],
])('a refused change of a %s', (kind, name, claim) => {
  testBesideUnless(withoutTool, 'is forced by Argo CD as it was told', async () => {
    const shop = new Shop(`what-if-argo-${name}`);
    await compare(shop, 'argo', 'force', async (sync) => sync(changed(shop, kind, name, FORCE)), [
      claim,
    ]);
  });

  testBesideUnless(withoutTool, 'is forced by Flux as it was told', async () => {
    const shop = new Shop(`what-if-flux-${name}`);
    await compare(
      shop,
      'flux',
      'force',
      async (sync) => sync(changed(shop, kind, name, {}), '--force'),
      [claim],
    );
  });
});

testBesideUnless(
  withoutTool,
  'what Flux only makes where it is missing is not forced',
  async () => {
    const shop = new Shop('what-if-present', { 'kustomize.toolkit.fluxcd.io/ssa': 'IfNotPresent' });
    await compare(
      shop,
      'flux',
      'force',
      async (sync) => sync(changed(shop, 'PersistentVolumeClaim', 'guarded', {}), '--force'),
      ['guarded'],
    );
  },
);

/** What `uninstall` does with a shop that is there, compared with what was told. */
async function compareUninstall(
  shop: Shop,
  by: 'helm' | 'kubectl',
  install: () => Promise<unknown>,
  uninstall: () => Promise<unknown>,
) {
  const wanted = predicted(shop, 'uninstall', by);
  await install();
  await mustKubectl([
    'rollout',
    'status',
    'deployment/web',
    'deployment/kept',
    'statefulset/db',
    '-n',
    shop.namespace,
    '--timeout=120s',
  ]);
  const [volumes, uids] = [await volumesOf(shop), await uidsOf(shop)];
  await uninstall();
  const sorted = (one: Record<string, string>) => Object.fromEntries(Object.entries(one).sort());
  await eventually(async () => sorted(await happened(shop, volumes, uids)), sorted(wanted));
}

const remove = async (shop: Shop) =>
  mustKubectl(['delete', '-f', '-', '--ignore-not-found', '--wait=false'], asList(shop.objects()));

testBesideUnless(undefined, 'kubectl delete does as it was told', async () => {
  const shop = new Shop('what-if-kubectl');
  await compareUninstall(
    shop,
    'kubectl',
    async () => mustKubectl(['apply', '-f', '-'], asList(shop.objects())),
    async () => remove(shop),
  );
});

const withoutHelm =
  spawnSync('helm', ['version']).status === 0 ? undefined : 'helm is not installed';

testBesideUnless(withoutHelm, 'helm uninstall does as it was told', async () => {
  const keep = { 'helm.sh/resource-policy': 'keep' };
  class Released extends Shop {
    public objects(): Fields[] {
      return super.objects().map((object) => ({
        ...object,
        metadata: {
          ...(object.metadata as Fields),
          labels: { 'app.kubernetes.io/managed-by': 'Helm' },
        },
      }));
    }
  }
  const shop = new Released('what-if-helm', keep, keep);
  const chart = mkdtempSync(join(tmpdir(), 'helm-'));
  const helm = async (...args: string[]) =>
    expect(
      await run('helm', [args[0], 'what-if', ...args.slice(1), '--namespace', 'default']),
    ).toMatchObject({ code: 0 });
  try {
    mkdirSync(join(chart, 'templates'));
    writeFileSync(join(chart, 'Chart.yaml'), 'apiVersion: v2\nname: what-if\nversion: 1.0.0\n');
    writeFileSync(
      join(chart, 'templates', 'all.yaml'),
      shop
        .objects()
        .map((object) => `${JSON.stringify(object)}\n`)
        .join('---\n'),
    );
    await compareUninstall(
      shop,
      'helm',
      async () => helm('install', chart),
      async () => helm('uninstall'),
    );
  } finally {
    rmSync(chart, { recursive: true });
    await remove(shop);
  }
});
