import { connected, nameOf, testUnless, unserved } from './support/cluster';
import {
  createNamespaces,
  ManifestFolder,
  manifestFolders,
  removeNamespaces,
} from './support/folder';
import { eventually, kubectl, live, mustKubectlSync, Result } from './support/kubectl';
import { becomesReady, lacks } from './support/readiness';
import { Manifest } from '../../src/kube';
import { get } from '../support/reading';

const folders = manifestFolders();

describe('the API server accepts', () => {
  const tried = folders.filter(({ obstacle }) => obstacle === undefined);
  let created: readonly string[] = [];

  beforeAll(async () => {
    created = await createNamespaces([
      ...new Set(
        tried.flatMap((folder) => [...folder.declaredNamespaces, ...folder.controllerNamespaces]),
      ),
    ]);
  });
  afterAll(() => removeNamespaces(created));

  testUnless(undefined, 'something, since there is something synthesized', async () => {
    expect(folders.map(({ name }) => name)).not.toEqual([]);
  });

  for (const { name, files, obstacle } of folders) {
    describe(name, () => {
      for (const { file, manifest } of files) {
        testUnless(unserved(manifest) ?? obstacle, `${nameOf(manifest)} of ${file}`, async () => {
          const { code, stderr } = await kubectl(
            ['apply', '--dry-run=server', '--validate=strict', '--filename', '-'],
            JSON.stringify(manifest),
          );
          expect({ code, stderr: withoutAnnotationWarning(stderr) }).toEqual({
            code: 0,
            stderr: '',
          });
        });
      }
    });
  }
});

for (const folder of folders) {
  describe(`${folder.name} in a cluster without it`, () => {
    const { existing, obstacle } = folder;
    let applied: Result;
    let appliedAt: number;

    beforeAll(async () => {
      if (obstacle) return;
      await folder.prepare();
      applied = await folder.apply();
      appliedAt = Date.now();
    });
    afterAll(async () => (obstacle ? undefined : folder.remove()));

    testUnless(undefined, 'is not there to begin with', async () => {
      expect(existing).toEqual([]);
    });

    testUnless(obstacle, 'is applied by one command', async () => {
      expect(applied).toEqual({
        code: 0,
        stdout: expect.stringMatching(/^(.* created\n)+$/),
        stderr: '',
      });
    });

    for (const manifest of folder.manifests.filter(becomesReady)) {
      const ready = manifest.kind === 'PersistentVolumeClaim' ? 'is bound' : 'is ready';
      testUnless(
        obstacle ?? reasonToWait(manifest, folder),
        `${nameOf(manifest)} ${ready}`,
        async () => {
          await eventually(appliedAt + 240_000, async () => lacks(await live(manifest)));
        },
      );
    }

    testUnless(obstacle, 'differs from the cluster in nothing', async () => {
      expect(await kubectl(['diff', '--recursive', '--filename', folder.path])).toEqual({
        code: 0,
        stdout: '',
        stderr: '',
      });
    });
  });
}

/**
 * Namespaces that were made for the dry run have no record of an apply, which kubectl remarks upon.
 */
function withoutAnnotationWarning(stderr: string): string {
  return stderr.replace(
    /^Warning: resource namespaces\/\S+ is missing the kubectl\.kubernetes\.io\/last-applied-configuration annotation.*\n/,
    '',
  );
}

/**
 * Why a claim rightly stays unbound: nothing is provisioned for it before a pod needs it, and no
 * pod of the folder does.
 */
function reasonToWait(manifest: Manifest, folder: ManifestFolder): string | undefined {
  if (
    manifest.kind !== 'PersistentVolumeClaim' ||
    get(manifest, 'spec', 'volumeName') !== undefined ||
    folder.hasConsumer(manifest)
  ) {
    return undefined;
  }
  const name = get(manifest, 'spec', 'storageClassName');
  const classes = [...folder.ofKind('storage.k8s.io/v1', 'StorageClass'), ...clusterClasses()];
  const waits = classes.some(
    (one) => one.metadata.name === name && one.volumeBindingMode === 'WaitForFirstConsumer',
  );
  return waits ? `${String(name)} waits for a consumer and there is none` : undefined;
}

function clusterClasses(): readonly Manifest[] {
  return connected
    ? JSON.parse(mustKubectlSync(['get', 'storageclasses', '-o', 'json'])).items
    : [];
}
