/** PVCViewers from the command line: files that the controller reads, and inputs of any order. */
import { join } from 'node:path';
import { parseAllDocuments } from 'yaml';
import { folderWith, removeFolders, runWith } from './session';

afterEach(removeFolders);

const VIEWER = `
apiVersion: kubeflow.org/v1alpha1
kind: PVCViewer
metadata: { name: data, namespace: ada }
spec: { pvc: data }
`;

test('the file of DEFAULT_POD_SPEC_PATH is read from where the command runs', async () => {
  const folder = folderWith({ 'pod.yaml': 'containers: [{ name: mine, image: "mine:1" }]' });
  const file = `DEFAULT_POD_SPEC_PATH=${join(folder, 'pod.yaml')}`;
  const { status, stdout } = await runWith(
    ['render', '-', '--operator-mode', '--operator-env', file],
    { stdin: VIEWER },
  );
  const [deployment] = parseAllDocuments(stdout).map((document) => document.toJS());
  expect([status, deployment.spec.template.spec.containers[0].name]).toEqual([0, 'mine']);
});

test('a file of DEFAULT_POD_SPEC_PATH that is not there is wrong usage', async () => {
  const { status, stdout, stderr } = await runWith(
    ['render', '-', '--operator-env', 'DEFAULT_POD_SPEC_PATH=none.yaml'],
    { stdin: VIEWER },
  );
  expect({ status, stdout, stderr }).toEqual({
    status: 2,
    stdout: '',
    stderr: 'cdk8s-volumes: cannot read "none.yaml": there is no such file or directory\n',
  });
});

test('access modes and consumers come from other files', async () => {
  const folder = folderWith({
    'a-viewer.yaml': VIEWER.replace('pvc: data', 'pvc: data, rwoScheduling: true'),
    'b-claim.yaml':
      'apiVersion: v1\nkind: PersistentVolumeClaim\nmetadata: { name: data, namespace: ada }\nspec: { accessModes: [ReadWriteOnce] }\n',
    'c-pod.yaml':
      'apiVersion: v1\nkind: Pod\nmetadata: { name: p, namespace: ada, labels: { app: p } }\nspec: { volumes: [{ name: v, persistentVolumeClaim: { claimName: data } }] }\n',
  });
  const { status, stdout } = await runWith(['render', folder, '--only']);
  const [deployment] = parseAllDocuments(stdout).map((document) => document.toJS());
  expect([status, Object.keys(deployment.spec.template.spec.affinity.podAffinity)]).toEqual([
    0,
    ['requiredDuringSchedulingIgnoredDuringExecution'],
  ]);
});
