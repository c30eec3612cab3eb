/** The default class of the configuration, which `diff` takes as that of the cluster. */
import { folderWith, removeFolders, runWith } from './session';

const home = process.cwd();
afterEach(() => {
  process.chdir(home);
  removeFolders();
});

const claim = (className = '') => `apiVersion: v1
kind: PersistentVolumeClaim
metadata: { name: data, namespace: shop }
spec: { ${className}accessModes: [ReadWriteOnce], resources: { requests: { storage: 1Gi } } }
`;

test.each([
  ['gp3', 'unchanged'],
  ['gp2', 'refused'],
])('a claim that comes to name %s, where gp3 is the default, is %s', async (name, verdict) => {
  process.chdir(
    folderWith({
      'old.yaml': claim(),
      'new.yaml': claim(`storageClassName: ${name}, `),
      'cdk8s-volumes.yaml': 'target: { defaultStorageClassName: gp3 }\n',
    }),
  );
  const { stdout } = await runWith(['diff', 'old.yaml', 'new.yaml', '-o', 'json']);
  const { objects } = JSON.parse(stdout) as { objects: { verdict: string }[] };
  expect(objects.map((one) => one.verdict)).toEqual([verdict]);
});
