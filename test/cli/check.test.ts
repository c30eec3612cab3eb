/** `cdk8s-volumes check` as its users run it. */
import { join } from 'node:path';
import { flat } from './flat';
import { filesIn, folderWith, removeFolders, runWith } from './session';

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
  expect(flat(stdout)).toMatch(
    new RegExp(
      `^${join(folder, 'claim.yaml')}:7:17: error: PersistentVolumeClaim/default/data: spec\\.accessModes\\[0\\]: .*"ReadWriteOnly".*; .*\\(storage/access-mode\\)\n\n1 error in 1 file, 1 object read\n$`,
    ),
  );
});

const FINE = CLAIM.replace('ReadWriteOnly', 'ReadWriteOnce');
const ALL_FINE = 'no problems in 1 file, 1 object read\n';

describe('what was read is counted', () => {
  test('also where all is fine, beside standard output, in which there is nothing', async () => {
    expect(await runWith(['check', '-'], { stdin: FINE })).toEqual({
      status: 0,
      stdout: '',
      stderr: ALL_FINE,
    });
  });

  test('below the findings of a text, with the files that have none', async () => {
    const other = FINE.replace('name: data', 'name: other');
    const folder = folderWith({ 'a.yaml': MISWRITTEN, 'b.yaml': other, 'values.yaml': 'a: 1\n' });
    const { stdout, stderr } = await runWith(['check', folder]);
    expect(stdout.split('\n').at(-2)).toBe('1 error in 1 of 2 files, 2 objects read');
    expect(stderr).toBe(`${join(folder, 'values.yaml')} is skipped: it has no Kubernetes object\n`);
  });

  test('beside what programs read', async () => {
    expect((await runWith(['check', '-', '-o', 'json'], { stdin: MISWRITTEN })).stderr).toBe(
      '1 error in 1 file, 1 object read\n',
    );
  });

  test('not if only findings are asked for', async () => {
    const folder = folderWith({ 'a.yaml': FINE, 'values.yaml': 'a: 1\n' });
    for (const quiet of ['-q', '--quiet']) {
      expect(await runWith(['check', folder, quiet])).toEqual({
        status: 0,
        stdout: '',
        stderr: '',
      });
    }
  });
});

describe('where nothing is read', () => {
  const told = (why: string, fix: string) =>
    `options: warning: there are no objects in the input${why}; ${fix} (check/no-objects)\n\n1 warning, no objects read\n`;
  const NAME = 'name files or directories with Kubernetes objects';
  const chart = {
    'chart/Chart.yaml': 'apiVersion: v2\nname: app\nversion: 1.0.0\n',
    'chart/templates/claim.yaml': CLAIM.replace('data', '"{{ .Release.Name }}"'),
  };

  test.each([
    ['empty input', {}, ''],
    ['a file of comments', { 'a.yaml': '# nothing\n' }, ''],
    ['data of other programs', { 'a.yaml': 'a: 1\n' }, ': the only file is skipped'],
    ['two of them', { 'a.yaml': 'a: 1\n', 'b.json': '{}' }, ': all 2 files are skipped'],
  ])('that is a warning: %s', async (_, files, why) => {
    const input = Object.keys(files).length === 0 ? '-' : folderWith(files as never);
    const { status, stdout } = await runWith(['check', input], { stdin: '' });
    expect({ status, words: flat(stdout) }).toEqual({ status: 0, words: told(why, NAME) });
  });

  test('of a chart, the line that renders it is part of the warning', async () => {
    const folder = join(folderWith(chart), 'chart');
    const { stdout, stderr } = await runWith(['check', folder]);
    expect({ stderr, words: flat(stdout) }).toEqual({
      stderr: '',
      words: told(
        ': all 2 files are skipped',
        `check what is rendered: helm template ${folder} | cdk8s-volumes check -`,
      ),
    });
  });

  test.each([['-o', 'json'], ['-o', 'github'], ['-o', 'sarif'], []])(
    'it fails who is strict: %s %s',
    async (...format) => {
      const { status, stdout } = await runWith(['check', '-', '--strict', ...format], {
        stdin: '',
      });
      expect({ status, isTold: stdout.includes('there are no objects in the input') }).toEqual({
        status: 1,
        isTold: true,
      });
    },
  );

  test.each([['--what-if', 'prune'], ['--explain-ownership']])(
    'it is told by %s %s',
    async (...args) => {
      const { status, stderr } = await runWith(['check', '-', ...args], { stdin: '' });
      expect({ status, words: flat(stderr) }).toEqual({
        status: 0,
        words: told('', NAME).replace(', no objects read', ''),
      });
    },
  );

  test('an error that says why is enough', async () => {
    expect((await runWith(['check', '-'], { stdin: 'a: "b\n' })).stdout).not.toContain(
      'check/no-objects',
    );
  });
});

describe('many files that are skipped', () => {
  const folder = () =>
    folderWith({
      'a.yaml': FINE,
      'values.yaml': 'replicas: 2\n',
      'data.json': '{}',
      'loose.yaml': 'a: {{ .Values.a }}\n',
    });

  test('are one line with their number', async () => {
    expect((await runWith(['check', folder()])).stderr).toBe(
      `3 files are skipped: 2 without Kubernetes objects, 1 template (--verbose lists them)\n${ALL_FINE}`,
    );
  });

  test('are listed if that is asked for', async () => {
    const at = folder();
    expect((await runWith(['check', at, '--verbose'])).stderr).toBe(
      [
        `${join(at, 'data.json')} is skipped: it has no Kubernetes object`,
        `${join(at, 'values.yaml')} is skipped: it has no Kubernetes object`,
        `${join(at, 'loose.yaml')} is skipped: it is a template; check what it renders to`,
        ALL_FINE,
      ].join('\n'),
    );
  });

  test('and so are many charts', async () => {
    const charts = (count: number) =>
      folderWith({
        'a.yaml': FINE,
        ...Object.fromEntries(
          Array.from({ length: count }, (_, index) => [`c${index}/Chart.yaml`, 'name: c\n']),
        ),
      });
    const [three, four] = [charts(3), charts(4)];
    expect((await runWith(['check', three])).stderr.match(/ is a chart: /g)).toHaveLength(3);
    expect((await runWith(['check', four])).stderr).toBe(
      `4 charts and kustomizations are skipped: render each of them, such as with helm template ${join(four, 'c0')} (--verbose lists them)\n${ALL_FINE}`,
    );
  });
});

test('-o unix is a line for each finding, which editors follow', async () => {
  expect((await runWith(['check', '-', '-o', 'unix'], { stdin: MISWRITTEN })).stdout).toBe(
    '<stdin>:11:7: error: PersistentVolumeClaim/default/data: spec.resources.limits.storage: "1GiB" is not a valid quantity; use one such as 500m or 10Gi (storage/quantity)\n',
  );
});

test.each([['0'], ['x'], ['-1'], ['1.5']])(
  '--max-places %s is no number of places',
  async (given) => {
    expect(await runWith(['check', '-', `--max-places=${given}`], { stdin: FINE })).toMatchObject({
      status: 2,
      stderr: `cdk8s-volumes: --max-places "${given}" is not a number of places, such as 3 (see cdk8s-volumes --help)\n`,
    });
  },
);

test('a report that is cut is written to a file as a whole', async () => {
  const folder = folderWith({});
  const stdin = Array.from({ length: 400 }, (_, index) =>
    MISWRITTEN.replace('name: data', `name: data-${index}`),
  ).join('---\n');
  const file = join(folder, 'all.md');
  const { stdout } = await runWith(['check', '-', '-o', 'markdown', '--full-report', file], {
    stdin,
  });
  expect(stdout).toMatch(/\*\*Not shown: \d+ errors\*\*.*all of them are in `/);
  expect(stdout.length).toBeLessThan(61_000);
  expect(filesIn(folder)['all.md'].match(/^\| \*\*error/gm)).toHaveLength(400);
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
      remedy: 'use one such as 500m or 10Gi',
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

test('values, charts, templates and patches are passed over', async () => {
  const folder = folderWith({
    'values.yaml': 'replicas: 2\n',
    'chart/Chart.yaml': 'apiVersion: v2\nname: app\nversion: 1.0.0\n',
    'chart/values.yaml': 'a: 1\n',
    'chart/templates/claim.yaml': CLAIM.replace('data', '"{{ .Release.Name }}"'),
    'overlay/kustomization.yaml': 'resources: [../base]\npatches: [{ path: ./grow.yaml }]\n',
    'overlay/grow.yaml': 'apiVersion: v1\nkind: PersistentVolumeClaim\nmetadata: { name: data }\n',
    'other/loose.yaml': 'a: {{ .Values.a }}\n',
  });
  const claims = folderWith({ 'a.yaml': FINE });
  const at = (name: string) => join(folder, name);
  const { status, stderr } = await runWith(['check', folder, join(claims, 'a.yaml')]);
  expect({ status, stderr }).toEqual({
    status: 0,
    stderr: [
      `${at('chart')} is a chart: its templates are skipped; check what they render to: helm template ${at('chart')} | cdk8s-volumes check -`,
      `${at('overlay')} is built by kustomize: its patches are skipped; check what they render to: kubectl kustomize ${at('overlay')} | cdk8s-volumes check -`,
      '2 files are skipped: 1 without Kubernetes objects, 1 template (--verbose lists them)',
      ALL_FINE,
    ].join('\n'),
  });
});

test('a Kustomization of Flux is an object of the cluster', async () => {
  const kustomization =
    'apiVersion: kustomize.toolkit.fluxcd.io/v1\nkind: Kustomization\nmetadata: { name: a }\nspec: { path: ./b }\n';
  const folder = folderWith({ 'kustomization.yaml': kustomization });
  expect(await runWith(['check', folder])).toEqual({ status: 0, stdout: '', stderr: ALL_FINE });
});

test('what is not YAML and no template is an error', async () => {
  const { status, stdout } = await runWith(['check', '-'], { stdin: 'a: "b\n' });
  expect(status).toBe(1);
  expect(flat(stdout)).toMatch(
    /^<stdin>:\d+:\d+: error: .*\(render\/syntax\)\n\n1 error in 1 file, no objects read\n$/,
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
    expect(await run('markdown')).toMatch(
      /^### cdk8s-volumes: 1 error in 1 of 2 files, 2 objects read\n/,
    );
  });

  test('are coloured at a terminal only', async () => {
    const run = async (world: object) =>
      (await runWith(['check', '-'], { stdin: MISWRITTEN, ...world })).stdout;
    expect(await run({ stdoutIsTerminal: true })).toContain('\x1b[31m');
    expect(await run({ stderrIsTerminal: true })).not.toContain('\x1b');
    expect(await run({ stdoutIsTerminal: true, env: { NO_COLOR: '1' } })).not.toContain('\x1b');
  });

  test.each([
    ['always', {}, true],
    ['always', { env: { NO_COLOR: '1' } }, true],
    ['never', { stdoutIsTerminal: true }, false],
    ['never', { env: { FORCE_COLOR: '1' } }, false],
    ['auto', { stdoutIsTerminal: true }, true],
    ['auto', {}, false],
    ['auto', { env: { FORCE_COLOR: '1' } }, true],
    ['auto', { stdoutIsTerminal: true, env: { FORCE_COLOR: '0' } }, false],
    ['auto', { env: { FORCE_COLOR: '1', NO_COLOR: '1' } }, false],
  ])('--color=%s counts before all else: %p', async (when, world, isColoured) => {
    const argv = ['check', '-', `--color=${when}`];
    const { stdout } = await runWith(argv, { stdin: MISWRITTEN, ...world });
    expect(stdout.includes('\x1b[31m')).toBe(isColoured);
  });

  test('are as wide as the terminal', async () => {
    const run = async (world: object) =>
      (await runWith(['check', '-'], { stdin: MISWRITTEN, width: 60, ...world })).stdout;
    const widest = (text: string) => Math.max(...text.split('\n').map(({ length }) => length));
    expect(widest(await run({ stdoutIsTerminal: true, env: { NO_COLOR: '1' } }))).toBeLessThan(61);
    expect(widest(await run({ stderrIsTerminal: true }))).toBeGreaterThan(61);
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
    ['quantum/foam', '; cdk8s-volumes rules lists all of them'],
  ])('tells that %s is not a rule', async (id, words) => {
    expect(await runWith(['check', '--explain', id])).toEqual({
      status: 2,
      stdout: '',
      stderr: `cdk8s-volumes: --explain "${id}" is not a rule${words} (see cdk8s-volumes check --help)\n`,
    });
  });
});

describe('switches and short options', () => {
  test('-o=json is -o json', async () => {
    const { stdout } = await runWith(['check', '-', '-o=json'], { stdin: MISWRITTEN });
    expect(JSON.parse(stdout)).toHaveLength(1);
  });

  test.each([
    ['--strict=false', 0],
    ['--strict=true', 1],
    ['--strict', 1],
  ])('%s', async (option, status) => {
    expect((await runWith(['check', '-', option], { stdin: '' })).status).toBe(status);
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
      stderr: `wrote ${file}: a baseline of 1 error\n`,
    });
    expect(await runWith(['check', join(folder, 'in'), '--baseline', file])).toEqual({
      status: 0,
      stdout: '',
      stderr: `1 error hidden by the baseline ${file}\nno problems in 1 file, 1 object read\n`,
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
      'the baseline contains a finding that no longer occurs: PersistentVolumeClaim/default/data: spec.resources.limits.storage (storage/quantity)\n' +
        `1 error hidden by the baseline ${file}\n${ALL_FINE}`,
    );
    expect(await run(CLAIM.replace('ReadWriteOnly', 'ReadWriteOnce'))).toBe(
      'the baseline contains a finding that no longer occurs (2 times): PersistentVolumeClaim/default/data: spec.resources.limits.storage (storage/quantity)\n' +
        ALL_FINE,
    );
  });

  test.each([
    ['is not there', undefined, 'there is no such file or directory'],
    ['is not JSON', '{', 'it is not JSON; write it again with cdk8s-volumes baseline'],
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
