/**
 * The health check for claims that `ArgoClaimHealth` writes, run by Argo CD: a claim may stand
 * before the pod that it waits for.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App, Chart, Testing } from 'cdk8s';
import { testUnless } from './support/cluster';
import { asList, kubectl, run } from './support/kubectl';
import { ArgoClaimHealth } from '../../src';

const tool = process.env.GITOPS_SYNC;
const withoutTool = tool ? undefined : 'GITOPS_SYNC names no gitops-sync';
const WAVE = 'argocd.argoproj.io/sync-wave';

/** A claim one wave before the pod that mounts it, of a class that waits for that. */
function objects(namespace: string) {
  const labels = { app: 'web' };
  return [
    { apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } },
    {
      apiVersion: 'storage.k8s.io/v1',
      kind: 'StorageClass',
      metadata: { name: namespace },
      provisioner: 'fake.csi.test',
      volumeBindingMode: 'WaitForFirstConsumer',
    },
    {
      apiVersion: 'v1',
      kind: 'PersistentVolumeClaim',
      metadata: { name: 'data', namespace, annotations: { [WAVE]: '-1' } },
      spec: {
        accessModes: ['ReadWriteOnce'],
        storageClassName: namespace,
        resources: { requests: { storage: '1Gi' } },
      },
    },
    {
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: { name: 'web', namespace },
      spec: {
        selector: { matchLabels: labels },
        template: {
          metadata: { labels },
          spec: {
            containers: [{ name: 'web', image: 'registry.example.com/web:1.0.0' }],
            volumes: [{ name: 'data', persistentVolumeClaim: { claimName: 'data' } }],
          },
        },
      },
    },
  ];
}

async function sync(
  namespace: string,
  options: (folder: string) => readonly string[],
): Promise<Record<string, unknown>> {
  const folder = mkdtempSync(join(tmpdir(), 'health-'));
  const dir = mkdtempSync(join(tmpdir(), 'health-objects-'));
  try {
    objects(namespace).forEach((object, index) =>
      writeFileSync(join(dir, `${index}.yaml`), JSON.stringify(object)),
    );
    const { stdout } = await run(tool!, [
      'argo',
      '--dir',
      dir,
      '--app',
      namespace,
      ...options(folder),
    ]);
    return JSON.parse(stdout.trim().split('\n').at(-1)!);
  } finally {
    for (const one of [folder, dir]) rmSync(one, { recursive: true });
    await kubectl(
      ['delete', '-f', '-', '--ignore-not-found', '--wait=false'],
      asList(objects(namespace)),
    );
  }
}

testUnless(withoutTool, 'without it the sync never ends', async () => {
  expect(await sync('health-own', () => ['--timeout', '20s'])).toMatchObject({ exit: 3 });
});

testUnless(withoutTool, 'with it the sync goes through, and the claim is bound', async () => {
  const chart = new Chart(new App(), 'settings');
  new ArgoClaimHealth(chart, 'health');
  const result = await sync('health-set', (folder) => {
    const file = join(folder, 'argocd-cm.yaml');
    writeFileSync(file, JSON.stringify(Testing.synth(chart)[0]));
    return ['--timeout', '120s', '--argocd-cm', file];
  });
  expect(result).toMatchObject({ exit: 0, sync: 'Synced', health: 'Healthy' });
});
