import { testUnless } from './support/cluster';
import { manifestFolders } from './support/folder';
import { withGateway } from './support/gateway';
import { mustKubectl, run } from './support/kubectl';

const tool = process.env.GITOPS_SYNC;
const withoutTool = tool ? undefined : 'GITOPS_SYNC names no gitops-sync';

const folders = manifestFolders();

testUnless(withoutTool, 'there is something to sync', async () => {
  expect(folders.map(({ name }) => name)).not.toEqual([]);
});

for (const folder of folders) {
  describe(folder.name, () => {
    const reason = withoutTool ?? folder.obstacle;
    const name = `${folder.name}-platform`;

    afterEach(() => folder.remove());

    testUnless(reason, 'is synced by Argo CD in one go, and healthy', async () => {
      await folder.prepare();
      expect(await withGateway(folder.manifests, () => sync('argo', '--dir', folder.path, '--app', name))).toEqual({ exit: 0, sync: 'Synced', health: 'Healthy', log: [] });
    });

    testUnless(reason, 'is reconciled by Flux in one go, and healthy', async () => {
      await folder.prepare();
      try {
        const reconciled = await withGateway(folder.manifests, () => sync('flux', '--dir', folder.path, '--name', name, '--wait'));
        expect(reconciled).toMatchObject({ exit: 0, log: [] });
      } finally {
        await mustKubectl(['delete', 'configmap', `flux-inventory-${name}`, '--namespace', 'default', '--ignore-not-found']);
      }
    });
  });
}

/** How one run of the engine ended: what its last line says, and the lines before it where it ended badly. */
async function sync(engine: string, ...options: string[]): Promise<{ exit: number; sync?: string; health?: string; log: string[] }> {
  const { code, stdout, stderr } = await run(tool!, [engine, ...options, '--timeout', '120s']);
  const events = stdout.trim().split('\n');
  const { sync: status, health } = JSON.parse(events.at(-1) || '{}');
  return { exit: code, ...status && { sync: status }, ...health && { health }, log: code === 0 ? [] : [...events.slice(-20), stderr] };
}
