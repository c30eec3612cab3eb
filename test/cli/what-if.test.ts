/** `cdk8s-volumes check --what-if` as its users run it. */
import { folderWith, removeFolders, runWith } from './session';

afterEach(removeFolders);

const SHOP = `apiVersion: storage.k8s.io/v1
kind: StorageClass
metadata: { name: fast }
provisioner: disks.example.com
---
apiVersion: v1
kind: PersistentVolumeClaim
metadata: { name: images }
spec:
  accessModes: [ReadWriteOnce]
  storageClassName: fast
  resources: { requests: { storage: 1Gi } }
`;
const RETAINED = SHOP.replace('provisioner:', 'reclaimPolicy: Retain\nprovisioner:');
const KEPT = SHOP.replace(
  '{ name: images }',
  '{ name: images, annotations: { kustomize.toolkit.fluxcd.io/prune: disabled } }',
);
const check = (stdin: string, ...argv: string[]) =>
  runWith(['check', '-', '-n', 'shop', ...argv], { stdin });

test('what would be lost is told to people, and ends with 1', async () => {
  expect(await check(SHOP, '--what-if', 'prune', '--gitops', 'argo')).toEqual({
    status: 1,
    stderr: '',
    stdout: `Argo CD prunes what is no longer in the folder:
lost        PersistentVolumeClaim/shop/images
            it is no longer among the files
            its data is LOST: its driver deletes the volume with the claim (reclaim policy Delete)
            instead: add the annotation argocd.argoproj.io/sync-options: Prune=false,Delete=false, and sync that first
1 lost
`,
  });
});

test('both engines are asked about where nobody names one', async () => {
  expect((await check(KEPT, '--what-if', 'delete-app')).stdout)
    .toBe(`Argo CD deletes the Application and its resources:
lost        PersistentVolumeClaim/shop/images
            it is deleted with its Application
            its data is LOST: its driver deletes the volume with the claim (reclaim policy Delete)
            instead: add the annotation argocd.argoproj.io/sync-options: Prune=false,Delete=false, and sync that first
1 lost

Flux deletes the Kustomization:
kept        PersistentVolumeClaim/shop/images
            kustomize.toolkit.fluxcd.io/prune: disabled
1 kept
`);
});

describe('what a kustomization builds belongs to the deployer of its folder', () => {
  const deployer = (name: string, prune: boolean) => `
apiVersion: kustomize.toolkit.fluxcd.io/v1
kind: Kustomization
metadata: { name: ${name}, namespace: flux-system }
spec: { interval: 10m, path: ./apps/${name}, prune: ${prune}, sourceRef: { kind: GitRepository, name: all } }
`;
  const told = async (builder: string) => {
    const folder = folderWith({
      'clusters/a.yaml': deployer('a', true),
      'clusters/b.yaml': deployer('b', false),
      'base/kustomization.yaml': 'resources: [shop.yaml]\n',
      'base/shop.yaml': SHOP,
      [`apps/${builder}/kustomization.yaml`]: 'resources: [../../base]\n',
    });
    const { stdout } = await runWith([
      'what-if',
      'prune',
      folder,
      '--engine',
      'flux',
      '-o',
      'json',
    ]);
    const [{ objects }] = JSON.parse(stdout).answers;
    return objects
      .filter(({ object }: { object: string }) => object.startsWith('PersistentVolumeClaim/'))
      .map(({ fate, because }: { fate: string; because: string }) => [fate, because]);
  };

  test('which does not prune', async () => {
    expect(await told('b')).toEqual([['kept', 'Kustomization/flux-system/b has prune: false']]);
  });

  test('which prunes', async () => {
    expect(await told('a')).toEqual([['deleted', 'it is no longer among the files']]);
  });
});

test('the engine of the configuration is the one that is asked about', async () => {
  const folder = folderWith({ 'shop.yaml': KEPT, 'config.yaml': 'target: { gitops: flux }\n' });
  expect(
    await runWith([
      'check',
      `${folder}/shop.yaml`,
      '--config',
      `${folder}/config.yaml`,
      '-n',
      'shop',
      '--what-if',
      'prune',
    ]),
  ).toEqual({
    status: 0,
    stderr: '',
    stdout: `Flux prunes what is no longer in the folder:
kept        PersistentVolumeClaim/shop/images
            kustomize.toolkit.fluxcd.io/prune: disabled
1 kept
`,
  });
});

test('programs read it as JSON', async () => {
  const { status, stdout } = await check(
    SHOP,
    '--what-if',
    'force',
    '--gitops',
    'flux',
    '-o',
    'json',
  );
  expect([status, JSON.parse(stdout)]).toEqual([
    1,
    {
      whatIf: 'force',
      answers: [
        {
          by: 'flux',
          objects: [
            {
              object: 'PersistentVolumeClaim/shop/images',
              fate: 'replaced',
              data: 'lost',
              why: 'its driver deletes the volume with the claim (reclaim policy Delete)',
              because: 'force deletes and recreates an object whose change is rejected',
              remedy:
                'remove spec.force: add kustomize.toolkit.fluxcd.io/force: enabled only to the objects that need it',
            },
          ],
          lost: ['PersistentVolumeClaim/shop/images'],
        },
      ],
    },
  ]);
});

test('a volume that is only Released is a loss with --strict', async () => {
  const stdout = `kubectl delete:
left behind PersistentVolumeClaim/shop/images
            kubectl ignores annotations
            its data is left behind: its volume is Released, without a claim (reclaim policy Retain)
1 left behind
`;
  expect(await check(RETAINED, '--what-if', 'uninstall')).toEqual({
    status: 0,
    stderr: '',
    stdout,
  });
  expect(await check(RETAINED, '--what-if', 'uninstall', '--strict')).toEqual({
    status: 1,
    stderr: '',
    stdout,
  });
});

test('what holds no data has nothing to lose', async () => {
  expect(await check(SHOP.split('---\n')[0], '--what-if', 'uninstall')).toEqual({
    status: 0,
    stderr: '',
    stdout: 'kubectl delete:\nthere is nothing that holds data\n',
  });
});

test('colours are for terminals', async () => {
  const { stdout } = await runWith(['check', '-', '--what-if', 'uninstall'], {
    stdin: SHOP,
    stdoutIsTerminal: true,
  });
  expect(stdout).toContain('\x1b[31mlost       \x1b[0m PersistentVolumeClaim/default/images');
});

test('input that cannot be read is told, and the rest is answered', async () => {
  const { status, stdout, stderr } = await check('a: [\n', '--what-if', 'prune');
  expect({ status, stdout }).toEqual({
    status: 1,
    stdout: (await check('# nothing\n', '--what-if', 'prune')).stdout,
  });
  expect(stderr).toContain('(render/syntax)');
});

test.each([
  [['--what-if', 'prun'], '"prun" is not a valid event: perhaps you meant "prune"'],
  [['--what-if', 'prune', '-o', 'sarif'], '--what-if has no sarif: use -o text or -o json'],
  [['--what-if', 'prune', '--baseline', 'b.json'], '--what-if has no findings: remove --baseline'],
  [
    ['--what-if', 'prune', '--write-baseline', 'b.json'],
    '--what-if has no findings: remove --write-baseline',
  ],
  [
    ['--what-if', 'prune', '--gitops', 'helm'],
    '"helm" is not a valid engine: use one of argo, flux',
  ],
])('wrong usage: %p', async (argv, message) => {
  expect(await check(SHOP, ...argv)).toEqual({
    status: 2,
    stdout: '',
    stderr: `cdk8s-volumes: ${message} (see cdk8s-volumes check --help)\n`,
  });
});

test('a claim that names no class is of the default class of the configuration', async () => {
  const folder = folderWith({
    'shop.yaml': SHOP.replace('  storageClassName: fast\n', ''),
    'config.yaml': 'target: { defaultStorageClassName: fast, gitops: argocd }\n',
  });
  const args = ['--config', `${folder}/config.yaml`, '--what-if', 'prune', '-n', 'shop'];
  const { stdout } = await runWith(['check', `${folder}/shop.yaml`, ...args]);
  expect(stdout).toContain('its driver deletes the volume with the claim (reclaim policy Delete)');
});
