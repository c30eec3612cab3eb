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
const MISWRITTEN = CLAIM.replace('ReadWriteOnly', 'ReadWriteOnce').replace(
  '      storage: 1Gi\n',
  '      storage: 2Gi\n    limits:\n      storage: 1GiB\n',
);

test("a claim of anybody's is judged, at its line", async () => {
  const folder = folderWith({ 'claim.yaml': `# a comment\n${CLAIM}` });
  const { status, stdout, stderr } = await runWith(['check', folder]);
  expect({ status, stderr }).toEqual({ status: 1, stderr: '' });
  expect(stdout).toMatch(
    new RegExp(
      `^${join(folder, 'claim.yaml')}\n {2}7:17 {2}error {4}PersistentVolumeClaim/default/data: spec\\.accessModes\\[0\\]: .*"ReadWriteOnly".*; .*\\(storage/access-mode\\)\n\n1 error in 1 file\n$`,
    ),
  );
});

test('what is fine is told by the exit status alone', async () => {
  expect(
    await runWith(['check', '-'], { stdin: CLAIM.replace('ReadWriteOnly', 'ReadWriteOnce') }),
  ).toEqual({ status: 0, stdout: '', stderr: '' });
});

test('findings are written as JSON, with the namespace that counts', async () => {
  const { status, stdout } = await runWith(['check', '-', '-o', 'json', '-n', 'team'], {
    stdin: MISWRITTEN,
  });
  expect(status).toBe(1);
  expect(JSON.parse(stdout)).toEqual([
    {
      rule: 'storage/quantity',
      severity: 'error',
      path: 'spec.resources.limits.storage',
      message: '"1GiB" is not a valid quantity',
      remedy: 'give one such as 500m or 10Gi',
      file: '<stdin>',
      line: 11,
      column: 7,
      object: 'PersistentVolumeClaim/team/data',
      fingerprint: expect.stringMatching(/^[0-9a-f]{32}$/),
    },
  ]);
});

test('items of lists are judged one by one', async () => {
  const list = JSON.stringify({
    apiVersion: 'v1',
    kind: 'List',
    items: [{ apiVersion: 'v1', kind: 'PersistentVolumeClaim', metadata: { name: 'a' }, spec: {} }],
  });
  const { stdout } = await runWith(['check', '-', '-o', 'json'], { stdin: list });
  expect(
    JSON.parse(stdout).map(
      ({ object, path }: { object: string; path: string }) => `${object} ${path}`,
    ),
  ).toContain('PersistentVolumeClaim/default/a spec.accessModes');
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
      `${at('chart')} is a chart: its templates are skipped; check what they render to: helm template ${at('chart')} | cdk8s-volumes check -`,
      `${at('overlay')} is built by kustomize: its patches are skipped; check what they render to: kubectl kustomize ${at('overlay')} | cdk8s-volumes check -`,
      `${at('values.yaml')} is skipped: it has no Kubernetes object`,
      `${at('other/loose.yaml')} is skipped: it is a template; check what it renders to`,
      'there are no objects in the input',
      '',
    ].join('\n'),
  });
});

test('a Kustomization of Flux is an object of the cluster', async () => {
  const kustomization =
    'apiVersion: kustomize.toolkit.fluxcd.io/v1\nkind: Kustomization\nmetadata: { name: a }\nspec: { path: ./b }\n';
  const folder = folderWith({ 'kustomization.yaml': kustomization });
  expect(await runWith(['check', folder])).toEqual({ status: 0, stdout: '', stderr: '' });
});

test('what is not YAML and no template is an error', async () => {
  const { status, stdout } = await runWith(['check', '-'], { stdin: 'a: "b\n' });
  expect(status).toBe(1);
  expect(stdout).toMatch(
    /^<stdin>\n {2}\d+:\d+ {2}error .*\(render\/syntax\)\n\n1 error in 1 file\n$/,
  );
});

test.each([
  [
    ['check', '-', '--kubernetes', 'latest'],
    '--kubernetes "latest" is not a version of Kubernetes, such as 1.34',
  ],
  [
    ['check', '-', '--kubernetes', '2.1'],
    '--kubernetes "2.1" is not a version of Kubernetes, such as 1.34',
  ],
  [
    ['check', '-', '--platform', 'moon'],
    '"moon" is not a valid platform: use one of vanilla, openshift, eks, gke, aks',
  ],
])('wrong usage is told: %p', async (argv, words) => {
  const { status, stderr } = await runWith(argv, { stdin: CLAIM });
  expect(status).toBe(2);
  expect(stderr).toContain(`cdk8s-volumes: ${words}`);
});

describe('findings in other formats', () => {
  test('are those of the report, with files named from here', async () => {
    const folder = folderWith({
      'a.yaml': MISWRITTEN,
      'fine.yaml': CLAIM.replace('ReadWriteOnly', 'ReadWriteOnce').replace(
        'name: data',
        'name: other',
      ),
    });
    const run = async (format: string) => (await runWith(['check', folder, '-o', format])).stdout;
    const uri = JSON.parse(await run('sarif')).runs[0].results[0].locations[0].physicalLocation
      .artifactLocation.uri;
    expect(uri).toBe(`file://${join(folder, 'a.yaml')}`);
    expect(await run('github')).toMatch(
      new RegExp(`^::error file=${join(folder, 'a.yaml')},line=11,col=7,title=storage/quantity::`),
    );
    expect(await run('junit')).toContain(
      `<testsuite name="${join(folder, 'fine.yaml')}" tests="1" failures="0"`,
    );
    expect(await run('markdown')).toMatch(/^### cdk8s-volumes: 1 error\n/);
  });

  test('are coloured at a terminal only', async () => {
    const run = async (world: object) =>
      (await runWith(['check', '-'], { stdin: MISWRITTEN, ...world })).stdout;
    expect(await run({ stdoutIsTerminal: true })).toContain('\x1b[31m');
    expect(await run({ stderrIsTerminal: true })).not.toContain('\x1b');
    expect(await run({ stdoutIsTerminal: true, env: { NO_COLOR: '1' } })).not.toContain('\x1b');
  });

  test('a format that is none is told', async () => {
    expect(await runWith(['check', '-', '-o', 'sarf'])).toEqual({
      status: 2,
      stdout: '',
      stderr:
        'cdk8s-volumes: "sarf" is not a valid format: perhaps you meant "sarif" (see cdk8s-volumes check --help)\n',
    });
  });
});

describe('--explain', () => {
  test('says what a rule asks for, and reads no input', async () => {
    const { status, stdout, stderr } = await runWith(['check', '--explain', 'storage/claim-limit']);
    expect({ status, stderr, first: stdout.split('\n')[0] }).toEqual({
      status: 0,
      stderr: '',
      first: 'storage/claim-limit (warning)',
    });
  });

  test.each([
    ['storage/claim-limits', '; perhaps you meant "storage/claim-limit"'],
    ['quantum/foam', '; findings show theirs in parentheses'],
  ])('tells that %s is not a rule', async (id, words) => {
    expect(await runWith(['check', '--explain', id])).toEqual({
      status: 2,
      stdout: '',
      stderr: `cdk8s-volumes: --explain "${id}" is not a rule${words} (see cdk8s-volumes check --help)\n`,
    });
  });
});

describe('a baseline', () => {
  const other = MISWRITTEN.replace('name: data', 'name: other');

  test('is written instead of the findings, and tells only what is new from then on', async () => {
    const folder = folderWith({ 'in/a.yaml': MISWRITTEN });
    const file = join(folder, 'in', 'known.json');
    expect(await runWith(['check', join(folder, 'in'), '--write-baseline', file])).toEqual({
      status: 0,
      stdout: '',
      stderr: `wrote ${file}\n`,
    });
    expect(await runWith(['check', join(folder, 'in'), '--baseline', file])).toEqual({
      status: 0,
      stdout: '',
      stderr: '',
    });
    const { status, stdout } = await runWith(
      ['check', join(folder, 'in'), '-', '--baseline', file, '-o', 'json'],
      { stdin: other },
    );
    expect({
      status,
      objects: JSON.parse(stdout).map(({ object }: { object: string }) => object),
    }).toEqual({ status: 1, objects: ['PersistentVolumeClaim/default/other'] });
  });

  test('says what does not occur any more', async () => {
    const folder = folderWith({ 'a.yaml': `${MISWRITTEN}---\n${MISWRITTEN}` });
    const file = join(folder, 'known.json');
    await runWith(['check', join(folder, 'a.yaml'), '--write-baseline', file]);
    const run = async (stdin: string) =>
      (await runWith(['check', '-', '--baseline', file], { stdin })).stderr;
    expect(await run(MISWRITTEN)).toBe(
      'the baseline contains a finding that no longer occurs: PersistentVolumeClaim/default/data: spec.resources.limits.storage (storage/quantity)\n',
    );
    expect(await run(CLAIM.replace('ReadWriteOnly', 'ReadWriteOnce'))).toBe(
      'the baseline contains a finding that no longer occurs (2 times): PersistentVolumeClaim/default/data: spec.resources.limits.storage (storage/quantity)\n',
    );
  });

  test.each([
    ['is not there', undefined, 'there is no such file or directory'],
    ['is not JSON', '{', 'it is not JSON; write it again with --write-baseline'],
  ])('that %s is told', async (_, text, words) => {
    const file = join(folderWith(text === undefined ? {} : { 'known.json': text }), 'known.json');
    expect(await runWith(['check', '-', '--baseline', file], { stdin: CLAIM })).toEqual({
      status: 2,
      stdout: '',
      stderr: `cdk8s-volumes: cannot read ${JSON.stringify(file)}: ${words}\n`,
    });
  });

  test('is never written over an input', async () => {
    const file = join(folderWith({ 'a.yaml': MISWRITTEN }), 'a.yaml');
    expect((await runWith(['check', file, '--write-baseline', file])).stderr).toBe(
      `cdk8s-volumes: ${JSON.stringify(file)} is an input and would be overwritten: use a different path for the output\n`,
    );
  });
});
