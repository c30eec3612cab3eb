/** `cdk8s-volumes check` as its users run it. */
import { join } from 'node:path';
import { folderWith, removeFolders, runWith } from './session';

afterEach(removeFolders);

const CLAIM = `apiVersion: v1
kind: PersistentVolumeClaim
metadata:
  name: data
spec:
  accessModes: [ReadWriteOnly]
  resources:
    requests:
      storage: 1Gi
`;
const LIMITED = CLAIM.replace('ReadWriteOnly', 'ReadWriteOnce').replace('      storage: 1Gi\n', '      storage: 2Gi\n    limits:\n      storage: 1Gi\n');

test('a claim of anybody\'s is judged, at its line', async () => {
  const folder = folderWith({ 'claim.yaml': `# a comment\n${CLAIM}` });
  const { status, stdout, stderr } = await runWith(['check', folder]);
  expect({ status, stderr }).toEqual({ status: 1, stderr: '' });
  expect(stdout).toMatch(new RegExp(`^${join(folder, 'claim.yaml')}:7: error: PersistentVolumeClaim/default/data: spec\\.accessModes\\[0\\]: .*"ReadWriteOnly".*; .*\\(storage/access-mode\\)\n1 error\n$`));

});

test('what is fine is told by the exit status alone', async () => {
  expect(await runWith(['check', '-'], { stdin: CLAIM.replace('ReadWriteOnly', 'ReadWriteOnce') })).toEqual({ status: 0, stdout: '', stderr: '' });
});

test('findings are written as JSON, with the namespace that counts', async () => {
  const { status, stdout } = await runWith(['check', '-', '-o', 'json', '-n', 'team'], { stdin: LIMITED });
  expect(status).toBe(1);
  expect(JSON.parse(stdout)).toEqual([{
    rule: 'storage/claim-limit',
    severity: 'error',
    path: 'spec.resources.limits.storage',
    message: 'the claim requests 2Gi but is limited to 1Gi',
    remedy: 'request less or raise the limit',
    file: '<stdin>',
    line: 11,
    object: 'PersistentVolumeClaim/team/data',
  }]);
});

test('items of lists are judged one by one', async () => {
  const list = JSON.stringify({ apiVersion: 'v1', kind: 'List', items: [{ apiVersion: 'v1', kind: 'PersistentVolumeClaim', metadata: { name: 'a' }, spec: {} }] });
  const { stdout } = await runWith(['check', '-', '-o', 'json'], { stdin: list });
  expect(JSON.parse(stdout).map(({ object, path }: { object: string; path: string }) => `${object} ${path}`)).toContain('PersistentVolumeClaim/default/a spec.accessModes');
});

test('values, charts, templates and patches are passed over, with a line each', async () => {
  const folder = folderWith({
    'values.yaml': 'replicas: 2\n',
    'chart/Chart.yaml': 'apiVersion: v2\nname: app\nversion: 1.0.0\n',
    'chart/values.yaml': 'a: 1\n',
    'chart/templates/claim.yaml': CLAIM.replace('data', '"{{ .Release.Name }}"'),
    'overlay/kustomization.yaml': 'resources: [../base]\npatches: [{ path: ./grow.yaml }]\n',
    'overlay/grow.yaml': 'apiVersion: v1\nkind: PersistentVolumeClaim\nmetadata: { name: data }\n',
    'other/loose.yaml': 'a: {{ .Values.a }}\n',
  });
  const at = (name: string) => join(folder, name);
  expect(await runWith(['check', folder])).toEqual({
    status: 0,
    stdout: '',
    stderr: [
      `${at('chart')} is a chart: its templates are passed over; check what they become: helm template ${at('chart')} | cdk8s-volumes check -`,
      `${at('overlay')} is built by kustomize: its patches are passed over; check what they become: kubectl kustomize ${at('overlay')} | cdk8s-volumes check -`,
      `${at('values.yaml')} is passed over: it has no Kubernetes object`,
      `${at('other/loose.yaml')} is passed over: it is a template; check what it becomes`,
      'there are no objects in the input',
      '',
    ].join('\n'),
  });
});

test('a Kustomization of Flux is an object of the cluster', async () => {
  const kustomization = 'apiVersion: kustomize.toolkit.fluxcd.io/v1\nkind: Kustomization\nmetadata: { name: a }\nspec: { path: ./b }\n';
  const folder = folderWith({ 'kustomization.yaml': kustomization });
  expect(await runWith(['check', folder])).toEqual({ status: 0, stdout: '', stderr: '' });
});

test('what is not YAML and no template is an error', async () => {
  const { status, stdout } = await runWith(['check', '-'], { stdin: 'a: "b\n' });
  expect(status).toBe(1);
  expect(stdout).toMatch(/^<stdin>:\d+: error: .*\(render\/syntax\)\n1 error\n$/);
});

test.each([
  [['check', '-', '--kubernetes', 'latest'], '--kubernetes "latest" is not a version of Kubernetes, such as 1.34'],
  [['check', '-', '--kubernetes', '2.1'], '--kubernetes "2.1" is not a version of Kubernetes, such as 1.34'],
  [['check', '-', '--platform', 'moon'], '"moon" is no platform: use one of vanilla, openshift, eks, gke, aks'],
])('wrong usage is told: %p', async (argv, words) => {
  const { status, stderr } = await runWith(argv, { stdin: CLAIM });
  expect(status).toBe(2);
  expect(stderr).toContain(`cdk8s-volumes: ${words}`);
});
