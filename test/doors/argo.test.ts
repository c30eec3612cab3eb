/**
 * The output of argocd-diff-preview for both branches, as OLD and NEW: one file of each branch, or
 * files of applications, which have no extension and may be empty.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { folderWith, removeFolders, runWith } from '../cli/session';

afterEach(removeFolders);

/** As Argo CD renders an application: with its tracking id, and no place for a namespace's name. */
const APP = (name: string, size: string) => `apiVersion: v1
kind: PersistentVolumeClaim
metadata:
  annotations:
    argocd.argoproj.io/tracking-id: ${name}:/PersistentVolumeClaim:${name}/data
  name: data
  namespace: ${name}
spec:
  accessModes: [ReadWriteOnce]
  storageClassName: fast
  resources: { requests: { storage: ${size} } }
`;

test('files of branches are compared, and a smaller claim is refused', async () => {
  const folder = folderWith({
    'output/base-branch.yaml': `${APP('shop', '2Gi')}---\n${APP('blog', '1Gi')}`,
    'output/target-branch.yaml': `${APP('shop', '1Gi')}---\n${APP('blog', '1Gi')}`,
  });
  const sides = ['base', 'target'].map((side) => join(folder, 'output', `${side}-branch.yaml`));
  const { status, stdout } = await runWith(['diff', ...sides, '-o', 'json']);
  const outcomes = JSON.parse(stdout).objects.map(({ object, verdict }: any) => [object, verdict]);
  expect([status, Object.fromEntries(outcomes)]).toEqual([
    1,
    {
      'PersistentVolumeClaim/shop/data': 'refused',
      'PersistentVolumeClaim/blog/data': 'unchanged',
    },
  ]);
});

test('files of applications have no extension, and are read by their names', async () => {
  const folder = folderWith({
    'output/base/shop': APP('shop', '1Gi'),
    'output/target/shop': APP('shop', '2Gi'),
  });
  const sides = ['base', 'target'].map((side) => join(folder, 'output', side, 'shop'));
  const { status, stdout } = await runWith(['diff', ...sides]);
  expect([status, stdout]).toEqual([0, expect.stringContaining('PersistentVolumeClaim/shop/data')]);
});

test('an application that is new is compared with an empty file', async () => {
  const folder = folderWith({ 'base-branch.yaml': '', 'target-branch.yaml': APP('shop', '1Gi') });
  const sides = ['base', 'target'].map((side) => join(folder, `${side}-branch.yaml`));
  const { status, stdout } = await runWith(['diff', ...sides]);
  expect([status, stdout.split('\n')[0]]).toEqual([0, 'created   PersistentVolumeClaim/shop/data']);
});

test('the page names the files as they are written', () => {
  const page = readFileSync(join(__dirname, '..', '..', 'docs', 'ci.md'), 'utf8');
  expect(page).toContain('output/base-branch.yaml output/target-branch.yaml');
  expect(page).toContain('output/base/shop output/target/shop');
});
