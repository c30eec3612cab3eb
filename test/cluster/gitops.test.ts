/** What GitOps writes, applied by the engines: every example twice, claims that stay, and Jobs that get through. */
import { ApiObject, Chart, Testing } from 'cdk8s';
import { testUnless } from './support/cluster';
import { manifestFolders } from './support/folder';
import { withGateway } from './support/gateway';
import { Engine, forget, sync, Synced, withoutEngines } from './support/gitops-sync';
import { kubectl, mustKubectl } from './support/kubectl';
import { GitOps, GitOpsGuard, GitOpsJobs } from '../../src';
import { targetFacts } from '../../src/facts';
import { planGitOps } from '../../src/gitops/core';
import { readWorld } from '../../src/judge';
import { Manifest } from '../../src/kube';
import { argoCourse, disagreements, fluxCourse } from '../support/gitops-model';

const folders = manifestFolders();

testUnless(withoutEngines, 'there is something to sync', async () => {
  expect(folders.map(({ name }) => name)).not.toEqual([]);
});

/** As `render --gitops` writes it. */
function written(manifests: readonly Manifest[], engine: Engine): Manifest[] {
  const spec = { engine: engine === 'argo' ? 'argocd' : 'flux' } as const;
  const world = readWorld(manifests.map((manifest, index) => ({ key: String(index), manifest })), targetFacts({ gitops: spec.engine }));
  const changes = planGitOps(world, () => spec);
  return world.objects.map((object) => (changes.get(object)?.(object.manifest) ?? object.manifest) as Manifest);
}

const ended = ({ exit, sync: status, health, log }: Synced) => ({ exit, status, health, log });

for (const folder of folders) {
  describe(folder.name, () => {
    const reason = withoutEngines ?? folder.obstacle;
    const name = `${folder.name}-platform`;

    afterEach(() => folder.remove());

    testUnless(reason, 'is synced by Argo CD in the order that is meant, and healthy, twice', async () => {
      await folder.prepare();
      const manifests = written(folder.manifests, 'argo');
      const [first, second] = await withGateway(manifests, async () => [await sync('argo', name, manifests), await sync('argo', name, manifests)]);
      expect([ended(first), ended(second)]).toEqual(Array(2).fill({ exit: 0, status: 'Synced', health: 'Healthy', log: [] }));
      expect(disagreements(argoCourse(manifests), first.events)).toEqual([]);
    });

    testUnless(reason, 'is reconciled by Flux in the order that is meant, and healthy, twice', async () => {
      await folder.prepare();
      try {
        const manifests = written(folder.manifests, 'flux');
        const [first, second] = await withGateway(manifests, async () => [await sync('flux', name, manifests, '--wait'), await sync('flux', name, manifests, '--wait')]);
        expect([ended(first), ended(second)]).toEqual(Array(2).fill({ exit: 0, status: undefined, health: undefined, log: [] }));
        expect(disagreements(fluxCourse(manifests), first.events)).toEqual([]);
      } finally {
        await forget(name);
      }
    });
  });
}

const namespace = (name: string) => ({ apiVersion: 'v1', kind: 'Namespace', metadata: { name } });
const waiting = (name: string) => ({ apiVersion: 'storage.k8s.io/v1', kind: 'StorageClass', metadata: { name }, provisioner: 'fake.csi.test', volumeBindingMode: 'WaitForFirstConsumer' });
const claim = (space: string, name: string, storageClassName: string, annotations = {}) => ({
  apiVersion: 'v1',
  kind: 'PersistentVolumeClaim',
  metadata: { name, namespace: space, annotations },
  spec: { accessModes: ['ReadWriteOnce'], storageClassName, resources: { requests: { storage: '1Gi' } } },
});
const pod = (space: string, annotations = {}) => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: 'web', namespace: space, annotations },
  spec: { containers: [{ name: 'c', image: 'i', volumeMounts: [{ name: 'data', mountPath: '/data' }] }], volumes: [{ name: 'data', persistentVolumeClaim: { claimName: 'data' } }] },
});
const wave = (number: string) => ({ 'argocd.argoproj.io/sync-wave': number });

/** What a chart with these objects is written as. */
function synthesized(objects: readonly object[], mode: (chart: Chart) => void): Manifest[] {
  const chart = new Chart(Testing.app(), 'chart');
  mode(chart);
  objects.forEach((object, index) => new ApiObject(chart, `object-${index}`, object as Manifest));
  return Testing.synth(chart) as Manifest[];
}

async function removed(...names: string[]): Promise<void> {
  for (const name of names) {
    await mustKubectl(['delete', 'pods,jobs,deployments', '--all', '--namespace', name, '--wait']);
    await mustKubectl(['delete', 'namespace,storageclass', name, '--ignore-not-found', '--wait']);
  }
}

testUnless(withoutEngines, 'a claim one wave before its consumer never gets through, and goes with it instead', async () => {
  try {
    const objects = (early: object) => [namespace('naive'), waiting('naive'), claim('naive', 'data', 'naive', early), pod('naive', wave('1'))] as Manifest[];
    const naive = await sync('argo', 'naive', objects(wave('0')), '--timeout', '6s');
    expect(naive).toMatchObject({ exit: 3 });
    expect(naive.events.at(-1)?.waitingFor).toContain('PersistentVolumeClaim/naive/data is Progressing');
    const meant = written(objects({}), 'argo');
    expect(ended(await sync('argo', 'naive', meant))).toEqual({ exit: 0, status: 'Synced', health: 'Healthy', log: [] });
  } finally {
    await removed('naive');
  }
});

describe('a claim that leaves Git', () => {
  const left = async (space: string) => (await mustKubectl(['get', 'pvc', '--namespace', space, '-o', 'name'])).trim().split('\n').filter((line) => line !== '');
  const modes: { readonly [engine in Engine]: (guard: GitOpsGuard) => (chart: Chart) => void } = {
    argo: (guard) => (chart) => GitOps.argoCd(chart, { guard }),
    flux: (guard) => (chart) => GitOps.flux(chart, { guard }),
  };

  for (const engine of ['argo', 'flux'] as const) {
    testUnless(withoutEngines, `stays under ${engine}, and one that is not guarded goes`, async () => {
      const space = `left-${engine}`;
      const options = engine === 'argo' ? ['--no-wait-health', '--prune'] : ['--prune'];
      try {
        const kept = (objects: readonly object[]) => synthesized(objects, modes[engine](GitOpsGuard.KEEP));
        const free = (objects: readonly object[]) => synthesized(objects, modes[engine](GitOpsGuard.NONE));
        const all = [...kept([namespace(space), claim(space, 'kept', 'none')]), ...free([claim(space, 'gone', 'none')])];
        expect((await sync(engine, space, all, ...options)).exit).toBe(0);
        expect((await sync(engine, space, kept([namespace(space)]), ...options)).exit).toBe(0);
        await kubectl(['wait', '--for=delete', 'pvc/gone', '--namespace', space, '--timeout=30s']);
        expect(await left(space)).toEqual(['persistentvolumeclaim/kept']);
      } finally {
        await removed(space);
        if (engine === 'flux') await forget(space);
      }
    });
  }
});

describe('a changed Job', () => {
  const job = (space: string, image: string) => ({
    apiVersion: 'batch/v1',
    kind: 'Job',
    metadata: { name: 'load', namespace: space },
    spec: { backoffLimit: 0, template: { spec: { restartPolicy: 'Never', containers: [{ name: 'c', image }] } } },
  });
  const jobs = async (space: string): Promise<Manifest[]> => JSON.parse(await mustKubectl(['get', 'jobs', '--namespace', space, '-o', 'json'])).items;
  // What is on its way out no longer counts.
  const told = (items: readonly Manifest[]) => items.filter(({ metadata }) => metadata.deletionTimestamp === undefined).map(({ metadata, spec }: any) => ({ uid: metadata.uid, image: spec.template.spec.containers[0].image }));

  /** The Job as it was and as it is, after it was applied, changed and applied again. */
  async function change(engine: Engine, ways: GitOpsJobs): Promise<{ exit: number; before: any[]; after: any[] }> {
    const space = `job-${engine}-${ways.toLowerCase()}`;
    const mode = (chart: Chart) => engine === 'argo' ? GitOps.argoCd(chart, { jobs: ways }) : GitOps.flux(chart, { jobs: ways });
    const options = engine === 'argo' ? ['--prune'] : ['--prune', '--wait'];
    try {
      expect((await sync(engine, space, synthesized([namespace(space), job(space, 'one')], mode), ...options)).log).toEqual([]);
      const before = told(await jobs(space));
      const { exit } = await sync(engine, space, synthesized([namespace(space), job(space, 'two')], mode), ...options);
      return { exit, before, after: told(await jobs(space)) };
    } finally {
      await removed(space);
      if (engine === 'flux') await forget(space);
    }
  }

  const anew = { exit: 0, before: [{ uid: expect.any(String), image: 'one' }], after: [{ uid: expect.any(String), image: 'two' }] };

  for (const [engine, ways] of [
    ['argo', GitOpsJobs.HASHED_NAME], ['argo', GitOpsJobs.REPLACE], ['argo', GitOpsJobs.HOOK], ['flux', GitOpsJobs.HASHED_NAME], ['flux', GitOpsJobs.REPLACE],
  ] as const) {
    testUnless(withoutEngines, `gets through ${engine} by ${ways}`, async () => {
      const result = await change(engine, ways);
      expect(result).toEqual(anew);
      expect(result.after[0].uid).not.toBe(result.before[0].uid);
    });
  }

  for (const engine of ['argo', 'flux'] as const) {
    testUnless(withoutEngines, `does not get through ${engine} where nothing is asked for`, async () => {
      const { exit, before, after } = await change(engine, GitOpsJobs.NONE);
      expect([exit, after]).toEqual([1, before]);
    });
  }
});
