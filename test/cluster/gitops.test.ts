/**
 * The annotations of GitOps, applied by the engines: every example twice, claims that stay, and
 * Jobs that get through.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ApiObject, Chart, Testing } from 'cdk8s';
import { testBesideUnless, testUnless } from './support/cluster';
import { exampleFolders, manifestFolders } from './support/folder';
import { withGateway } from './support/gateway';
import { Engine, forget, sync, Synced, withoutEngines } from './support/gitops-sync';
import { asList, kubectl, live, mustKubectl } from './support/kubectl';
import { ArgoGuard, ArgoJobs, GitOps, GitOpsArgoCdOptions, GitOpsFluxOptions } from '../../src';
import { targetFacts } from '../../src/facts';
import { planGitOps } from '../../src/gitops/core';
import { readWorld } from '../../src/judge';
import { Manifest } from '../../src/kube';
import { argoCourse, disagreements, fluxCourse } from '../support/gitops-model';

const folders = [...manifestFolders(), ...(withoutEngines ? [] : exampleFolders())];

testUnless(withoutEngines, 'there is something to sync', async () => {
  expect(folders.map(({ name }) => name)).not.toEqual([]);
});

/** As `render --gitops` writes it. */
function written(manifests: readonly Manifest[], engine: Engine): Manifest[] {
  const spec = { engine: engine === 'argo' ? 'argocd' : 'flux' } as const;
  const world = readWorld(
    manifests.map((manifest, index) => ({ key: String(index), manifest })),
    targetFacts({ gitops: spec.engine }),
  );
  const changes = planGitOps(world, () => spec);
  return world.objects.map(
    (object) => (changes.get(object)?.(object.manifest) ?? object.manifest) as Manifest,
  );
}

const ended = ({ exit, sync: status, health, log }: Synced) => ({ exit, status, health, log });

for (const folder of folders) {
  describe(folder.name, () => {
    const reason = withoutEngines ?? folder.obstacle;
    const name = `${folder.name}-platform`;

    afterEach(() => folder.remove());

    testUnless(
      reason,
      'is synced by Argo CD in the order that is meant, and healthy, twice',
      async () => {
        await folder.prepare();
        const manifests = written(folder.manifests, 'argo');
        const [first, second] = await withGateway(manifests, async () => [
          await sync('argo', name, manifests),
          await sync('argo', name, manifests),
        ]);
        expect([ended(first), ended(second)]).toEqual(
          Array(2).fill({ exit: 0, status: 'Synced', health: 'Healthy', log: [] }),
        );
        expect(disagreements(argoCourse(manifests), first.events)).toEqual([]);
      },
    );

    testUnless(
      reason,
      'is reconciled by Flux in the order that is meant, and healthy, twice',
      async () => {
        await folder.prepare();
        try {
          const manifests = written(folder.manifests, 'flux');
          const [first, second] = await withGateway(manifests, async () => [
            await sync('flux', name, manifests, '--wait'),
            await sync('flux', name, manifests, '--wait'),
          ]);
          expect([ended(first), ended(second)]).toEqual(
            Array(2).fill({ exit: 0, status: undefined, health: undefined, log: [] }),
          );
          expect(disagreements(fluxCourse(manifests), first.events)).toEqual([]);
        } finally {
          await forget(name);
        }
      },
    );
  });
}

const namespace = (name: string) => ({ apiVersion: 'v1', kind: 'Namespace', metadata: { name } });
const waiting = (name: string) => ({
  apiVersion: 'storage.k8s.io/v1',
  kind: 'StorageClass',
  metadata: { name },
  provisioner: 'fake.csi.test',
  volumeBindingMode: 'WaitForFirstConsumer',
});
const claim = (space: string, name: string, storageClassName: string, annotations = {}) => ({
  apiVersion: 'v1',
  kind: 'PersistentVolumeClaim',
  metadata: { name, namespace: space, annotations },
  spec: {
    accessModes: ['ReadWriteOnce'],
    storageClassName,
    resources: { requests: { storage: '1Gi' } },
  },
});
const pod = (space: string, annotations = {}) => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: 'web', namespace: space, annotations },
  spec: {
    containers: [{ name: 'c', image: 'i', volumeMounts: [{ name: 'data', mountPath: '/data' }] }],
    volumes: [{ name: 'data', persistentVolumeClaim: { claimName: 'data' } }],
  },
});
const wave = (number: string) => ({ 'argocd.argoproj.io/sync-wave': number });

/** What charts with these objects are written as. */
function synthesized(
  charts: readonly { readonly objects: readonly object[]; readonly mode: (chart: Chart) => void }[],
): Manifest[] {
  const app = Testing.app();
  return charts
    .map(({ objects, mode }, at) => {
      const chart = new Chart(app, `chart-${at}`);
      mode(chart);
      objects.forEach(
        (object, index) => new ApiObject(chart, `object-${index}`, object as Manifest),
      );
      return chart;
    })
    .flatMap((chart) => Testing.synth(chart) as Manifest[]);
}

const used = {
  namespaces: [] as string[],
  classes: [] as string[],
  volumes: [] as string[],
  inventories: [] as string[],
};

afterAll(async () => {
  // Together: each namespace takes its time.
  for (const name of used.namespaces) {
    await mustKubectl(['delete', 'pods,jobs', '--all', '--namespace', name]);
  }
  if (used.namespaces.length > 0) await mustKubectl(['delete', 'namespace', ...used.namespaces]);
  if (used.classes.length > 0) await mustKubectl(['delete', 'storageclass', ...used.classes]);
  if (used.volumes.length > 0) await mustKubectl(['delete', 'persistentvolume', ...used.volumes]);
  for (const name of used.inventories) await forget(name);
});

testUnless(
  withoutEngines,
  'a claim one wave before its consumer never gets through, and goes with it instead',
  async () => {
    used.namespaces.push('naive');
    used.classes.push('naive');
    const objects = (early: object) =>
      [
        namespace('naive'),
        waiting('naive'),
        claim('naive', 'data', 'naive', early),
        pod('naive', wave('1')),
      ] as Manifest[];
    const naive = await sync('argo', 'naive', objects(wave('0')), '--timeout', '15s');
    expect(naive).toMatchObject({ exit: 3 });
    expect(naive.events.at(-1)?.waitingFor).toContain(
      'PersistentVolumeClaim/naive/data is Progressing',
    );
    const meant = written(objects({}), 'argo');
    expect(ended(await sync('argo', 'naive', meant))).toEqual({
      exit: 0,
      status: 'Synced',
      health: 'Healthy',
      log: [],
    });
  },
);

const modeFor =
  (engine: Engine, { guard, jobs }: { guard?: `${ArgoGuard}`; jobs?: `${ArgoJobs}` }) =>
  (chart: Chart) =>
    engine === 'argo'
      ? GitOps.enableArgoCd(chart, { guard, jobs } as GitOpsArgoCdOptions)
      : GitOps.enableFlux(chart, { guard, jobs } as GitOpsFluxOptions);

describe('a claim that leaves Git', () => {
  const left = async (space: string) =>
    (await mustKubectl(['get', 'pvc', '--namespace', space, '-o', 'name']))
      .trim()
      .split('\n')
      .filter((line) => line !== '');

  for (const engine of ['argo', 'flux'] as const) {
    testBesideUnless(
      withoutEngines,
      `stays under ${engine}, and one that is not guarded goes`,
      async () => {
        const space = `left-${engine}`;
        used.namespaces.push(space);
        used.inventories.push(space);
        const options = engine === 'argo' ? ['--no-wait-health', '--prune'] : ['--prune'];
        const [keep, free] = [ArgoGuard.KEEP, ArgoGuard.NONE].map((guard) =>
          modeFor(engine, { guard }),
        );
        const all = synthesized([
          { objects: [namespace(space), claim(space, 'kept', 'none')], mode: keep },
          { objects: [claim(space, 'gone', 'none')], mode: free },
        ]);
        expect((await sync(engine, space, all, ...options)).log).toEqual([]);
        const rest = synthesized([{ objects: [namespace(space)], mode: keep }]);
        expect((await sync(engine, space, rest, ...options)).log).toEqual([]);
        await kubectl(['wait', '--for=delete', 'pvc/gone', '--namespace', space, '--timeout=120s']);
        expect(await left(space)).toEqual(['persistentvolumeclaim/kept']);
      },
    );
  }
});

testBesideUnless(
  undefined,
  'the way back of docs/gitops.md binds a released volume to its claim again',
  async () => {
    const [, patch] = /kubectl patch persistentvolume VOLUME --type json -p '([^']+)'/.exec(
      readFileSync(join(__dirname, '..', '..', 'docs', 'gitops.md'), 'utf8'),
    )!;
    used.namespaces.push('back');
    used.classes.push('back');
    const retained = {
      ...waiting('back'),
      reclaimPolicy: 'Retain',
      volumeBindingMode: 'Immediate',
    };
    const orders = claim('back', 'orders', 'back');
    const bound = [
      'wait',
      '--for=jsonpath={.status.phase}=Bound',
      'pvc/orders',
      '--namespace',
      'back',
      '--timeout=120s',
    ];
    await mustKubectl(['apply', '-f', '-'], asList([namespace('back'), retained, orders]));
    await mustKubectl(bound);
    const {
      metadata: { uid },
      spec: { volumeName },
    } = (await live(orders)) as any;
    await mustKubectl(['delete', 'pvc', 'orders', '--namespace', 'back', '--wait']);
    await mustKubectl([
      'wait',
      '--for=jsonpath={.status.phase}=Released',
      `pv/${volumeName}`,
      '--timeout=120s',
    ]);
    await mustKubectl(['patch', 'persistentvolume', volumeName, '--type', 'json', '-p', patch]);
    await mustKubectl(
      ['apply', '-f', '-'],
      asList([{ ...orders, spec: { ...orders.spec, volumeName } }]),
    );
    await mustKubectl(bound);
    const again = (await live(orders)) as any;
    expect([again.spec.volumeName, again.metadata.uid]).toEqual([
      volumeName,
      expect.not.stringMatching(uid),
    ]);
    used.volumes.push(volumeName);
  },
);

describe('a changed Job', () => {
  const job = (space: string, image: string) => ({
    apiVersion: 'batch/v1',
    kind: 'Job',
    metadata: { name: 'load', namespace: space },
    spec: {
      backoffLimit: 0,
      template: { spec: { restartPolicy: 'Never', containers: [{ name: 'c', image }] } },
    },
  });

  /** The Jobs of a namespace; what is on its way out no longer counts. */
  async function jobsIn(space: string): Promise<{ uid: string; image: string }[]> {
    const { items } = JSON.parse(
      await mustKubectl(['get', 'jobs', '--namespace', space, '-o', 'json']),
    );
    return items
      .filter(({ metadata }: any) => metadata.deletionTimestamp === undefined)
      .map(({ metadata, spec }: any) => ({
        uid: metadata.uid,
        image: spec.template.spec.containers[0].image,
      }));
  }

  /**
   * The Jobs as they were and as they are, one for each way, after they were applied, changed and
   * applied again.
   */
  async function change(engine: Engine, ways: readonly ArgoJobs[]) {
    const spaces = ways.map((jobs) => `job-${engine}-${jobs.toLowerCase()}`);
    used.namespaces.push(...spaces);
    used.inventories.push(spaces[0]);
    const charts = (image: string) =>
      synthesized(
        ways.map((jobs, index) => ({
          objects: [namespace(spaces[index]), job(spaces[index], image)],
          mode: modeFor(engine, { jobs, guard: ArgoGuard.NONE }),
        })),
      );
    const options = engine === 'argo' ? ['--prune'] : ['--prune', '--wait'];
    expect((await sync(engine, spaces[0], charts('one'), ...options)).log).toEqual([]);
    const before = await Promise.all(spaces.map(jobsIn));
    const { exit } = await sync(engine, spaces[0], charts('two'), ...options);
    return { exit, before, after: await Promise.all(spaces.map(jobsIn)) };
  }

  for (const [engine, ways] of [
    ['argo', [ArgoJobs.HASHED_NAME, ArgoJobs.REPLACE, ArgoJobs.HOOK]],
    ['flux', [ArgoJobs.HASHED_NAME, ArgoJobs.REPLACE]],
  ] as const) {
    testBesideUnless(withoutEngines, `gets through ${engine} by ${ways.join(', ')}`, async () => {
      const { exit, before, after } = await change(engine, ways);
      const jobs = (image: string) => ways.map(() => [{ uid: expect.any(String), image }]);
      expect({ exit, before, after }).toEqual({ exit: 0, before: jobs('one'), after: jobs('two') });
      for (const [index] of ways.entries()) {
        expect(after[index][0].uid).not.toBe(before[index][0].uid);
      }
    });
  }

  for (const engine of ['argo', 'flux'] as const) {
    testBesideUnless(
      withoutEngines,
      `does not get through ${engine} where nothing is asked for`,
      async () => {
        const { exit, before, after } = await change(engine, [ArgoJobs.NONE]);
        expect([exit, after]).toEqual([1, before]);
      },
    );
  }
});
