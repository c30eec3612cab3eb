import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { PROGRAM, until } from './process';
import { config, folderWith, removeFolders, runWith, volume } from './session';
import { COMMANDS } from '../../src/cli/commands';

afterEach(removeFolders);

const { version } = jest.requireActual<{ version: string }>('../../package.json');

describe('wrong usage is told, with what is probably meant', () => {
  const seeRender = '(see cdk8s-volumes render --help)';
  test.each([
    [
      'an unknown command',
      ['rendr', 'a.yaml'],
      'unknown command "rendr"; perhaps you meant "render" (see cdk8s-volumes --help)',
    ],
    [
      'a file without a command',
      ['a.yaml'],
      'unknown command "a.yaml"; perhaps you meant cdk8s-volumes render a.yaml (see cdk8s-volumes --help)',
    ],
    [
      'an unknown option',
      ['render', '-', '--strikt'],
      `unknown option --strikt; perhaps you meant --strict ${seeRender}`,
    ],
    ['an unknown short option', ['render', '-', '-x'], `unknown option -x ${seeRender}`],
    [
      'an option before the command',
      ['--strict', 'render'],
      'unknown option --strict; the command comes first (see cdk8s-volumes --help)',
    ],
    [
      'a misspelt option of the program',
      ['--verison'],
      'unknown option --verison; perhaps you meant --version (see cdk8s-volumes --help)',
    ],
    [
      'an option without its value',
      ['render', '-', '--out-dir'],
      `option --out-dir needs a value: DIR ${seeRender}`,
    ],
    [
      'an option that eats another',
      ['render', '--out-dir', '--only'],
      `option --out-dir needs a value: DIR ${seeRender}`,
    ],
    [
      'a value where none is',
      ['render', '--only=yes'],
      `option --only takes no value but true and false ${seeRender}`,
    ],
    [
      'a format that is none',
      ['render', '-', '-o', 'yml'],
      `"yml" is not a valid format: perhaps you meant "yaml" ${seeRender}`,
    ],
    [
      'a preset that is none',
      ['render', '-', '--operator-preset', 'helm'],
      `"helm" is not a valid preset: use one of binary, chart ${seeRender}`,
    ],
    [
      'a variable without a value',
      ['render', '-', '--operator-env', 'KAFKA'],
      `--operator-env "KAFKA" is not of the form KEY=VALUE ${seeRender}`,
    ],
    [
      'a shell that is none',
      ['completion', 'tcsh'],
      '"tcsh" is not one of bash, zsh, fish, powershell (see cdk8s-volumes completion --help)',
    ],
    [
      'a command of another program',
      ['explain', 'storage/name'],
      'unknown command "explain"; perhaps you meant "rules" (see cdk8s-volumes --help)',
    ],
    [
      'another one',
      ['lint', 'a.yaml'],
      'unknown command "lint"; perhaps you meant "check" (see cdk8s-volumes --help)',
    ],
    [
      'files by an option',
      ['check', '-f', 'a.yaml'],
      'unknown option -f; name files and directories as arguments (see cdk8s-volumes check --help)',
    ],
    [
      'a kustomization by an option',
      ['check', '-k', 'dir'],
      'unknown option -k; render it first: kubectl kustomize DIR | cdk8s-volumes check - (see cdk8s-volumes check --help)',
    ],
    [
      'all namespaces',
      ['diff', '-A'],
      'unknown option -A; objects of all namespaces are read (see cdk8s-volumes diff --help)',
    ],
    [
      'an address',
      ['check', 'https://example.com/a.yaml'],
      'cannot read "https://example.com/a.yaml": there is no such file or directory; addresses are not read: curl -sSfL https://example.com/a.yaml | cdk8s-volumes check -',
    ],
    [
      'a rule with a file',
      ['check', 'a.yaml', '--explain', 'storage/name'],
      '--explain reads no files: remove a.yaml (see cdk8s-volumes check --help)',
    ],
    [
      'two modes of check at once',
      ['check', '--what-if', 'prune', '--explain-ownership'],
      '--what-if has no effect with --explain-ownership: remove one of them (see cdk8s-volumes check --help)',
    ],
    [
      'no event',
      ['what-if'],
      'name an event: delete-app, prune, force or uninstall (see cdk8s-volumes what-if --help)',
    ],
    [
      'an event that is none',
      ['what-if', 'purne'],
      '"purne" is not an event: perhaps you meant "prune" (see cdk8s-volumes what-if --help)',
    ],
    [
      'a rule that is none',
      ['rules', 'shared-claim'],
      '"shared-claim" is not a rule; perhaps you meant "local/shared-claim" or "nodes/shared-claim" (see cdk8s-volumes rules --help)',
    ],
    [
      'a version that nobody knows yet',
      ['check', '-', '--kubernetes', '1.99'],
      '--kubernetes "1.99" is not a known version: this release supports 1.21 to 1.37 (see cdk8s-volumes check --help)',
    ],
    [
      'a version that nobody knows any more',
      ['diff', 'a', 'b', '--kubernetes', '1.20'],
      '--kubernetes "1.20" is not a known version: this release supports 1.21 to 1.37 (see cdk8s-volumes diff --help)',
    ],
    [
      'no shell',
      ['completion'],
      'name one shell: bash, zsh, fish or powershell (see cdk8s-volumes completion --help)',
    ],
  ])('%s', async (_, argv, message) => {
    expect(await runWith(argv)).toEqual({
      status: 2,
      stdout: '',
      stderr: `cdk8s-volumes: ${message}\n`,
    });
  });

  test("a namespace that is none is told in Kubernetes' words", async () => {
    expect((await runWith(['render', '-n', 'A_B'])).stderr).toMatch(
      /^cdk8s-volumes: --namespace "A_B": a lowercase RFC 1123 label must consist of lower case/,
    );
  });
});

/** A help in which each option is one line. */
const unwrapped = (help: string) => help.replace(/\n {10,}/g, ' ');

test.each([['--version'], ['-v'], ['-V'], ['version'], ['check', '--version']])(
  'the version is that of the package: %s %s',
  async (...argv) => {
    expect(await runWith(argv)).toEqual({ status: 0, stdout: `${version}\n`, stderr: '' });
  },
);

test.each([[[]], [['--help']], [['-h']], [['help']]])(
  'the program says what it can do: %p',
  async (argv) => {
    expect(await runWith(argv)).toEqual({
      status: 0,
      stderr: '',
      stdout: `Usage:
  cdk8s-volumes COMMAND [arguments] [options]

Finds what is wrong with Kubernetes manifests, above all with volumes, shows what a change to them
does, and replaces the custom resources of storage operators with plain objects.

Commands:
  check       find problems with volumes, claims and pods in any manifests
  diff        show what a change to manifests does: what is rejected, what restarts, what happens to
              the data
  what-if     show which data would be lost if the application were deleted, pruned or forced
  ownership   explain what sets the group of each volume of pods with an fsGroup, and why
  map         draw which workloads mount which claims, and what backs the claims
  render      replace LocustTests, SharedVolumes and PVCViewers with the objects that their
              operators would create
  rules       list all rules, or explain some
  baseline    record all findings, so that check --baseline reports only new ones
  read-out    print the kubectl command whose output --cluster reads
  completion  print the completion script of a shell

Options:
  -h, --help     print this help
  -v, --version  print the version

cdk8s-volumes COMMAND --help shows more. Documentation: https://github.com/cdk8s-volumes/cdk8s-volumes
`,
    });
  },
);

test.each(COMMANDS.map((command) => [command.name, command] as const))(
  '%s says all of its options',
  async (name, command) => {
    const { stdout } = await runWith([name, '--help']);
    expect((await runWith(['help', name])).stdout).toBe(stdout);
    expect(
      command.options.filter(
        (option) =>
          !stdout.includes(`--${option.name}`) || !unwrapped(stdout).includes(option.help),
      ),
    ).toEqual([]);
    for (const [world, most] of [
      [{}, 100],
      [{ stdoutIsTerminal: true, width: 70 }, 70],
      [{ stdoutIsTerminal: true, width: 300 }, 100],
    ] as const) {
      const lines = (await runWith([name, '--help'], world)).stdout.split('\n');
      // Examples are to be copied, and addresses have no spaces.
      const wide = lines.filter((line) => line.length > most && !/cdk8s-volumes/.test(line));
      expect(wide).toEqual([]);
    }
  },
);

test.each(COMMANDS.map((command) => [command.name, command] as const))(
  '%s names every value that an option takes',
  async (name, command) => {
    const { stdout } = await runWith([name, '--help']);
    const lineOf = (option: string) =>
      unwrapped(stdout)
        .split('\n')
        .find((line) => new RegExp(`^ +(-\\w, )?--${option} `).test(line))!
        .split(/[^\w-]+/);
    const silent = command.options.flatMap(({ name: option, choices = [] }) =>
      choices
        .filter((choice) => !lineOf(option).includes(choice))
        .map((choice) => `--${option} ${choice}`),
    );
    expect(silent).toEqual([]);
  },
);

describe('completion', () => {
  test.each(['bash', 'zsh', 'fish', 'powershell'])('knows all options in %s', async (shell) => {
    const { status, stdout } = await runWith(['completion', shell]);
    expect(status).toBe(0);
    const spelled = (name: string) => (shell === 'fish' ? `-l ${name}` : `--${name}`);
    expect(
      COMMANDS.flatMap(({ options }) => options).filter(
        ({ name }) => !stdout.includes(spelled(name)),
      ),
    ).toEqual([]);
  });

  for (const shell of ['bash', 'zsh', 'fish']) {
    const isThere = spawnSync(shell, ['--version']).status === 0;
    (isThere ? test : test.skip)(
      `is a script that ${shell} takes${isThere ? '' : ` (skipped: ${shell} is not installed)`}`,
      async () => {
        const { stdout } = await runWith(['completion', shell]);
        const script = join(folderWith({ script: stdout }), 'script');
        expect(spawnSync(shell, ['-n', script], { encoding: 'utf8' })).toMatchObject({
          status: 0,
          stderr: '',
        });
      },
    );
  }

  test.each([
    ['cdk8s-volumes re', ['render', 'read-out']],
    ['cdk8s-volumes render --op', ['--operator-mode', '--operator-preset', '--operator-env']],
    ['cdk8s-volumes render --operator-preset ', ['binary', 'chart']],
    ['cdk8s-volumes render -o j', ['json']],
    ['cdk8s-volumes render packag', ['package.json', 'package-lock.json']],
    ['cdk8s-volumes completion z', ['zsh']],
    ['cdk8s-volumes ma', ['map']],
    ['cdk8s-volumes map -o s', ['svg']],
    ['cdk8s-volumes map --out', ['--output', '--out-file']],
    ['cdk8s-volumes map packag', ['package.json', 'package-lock.json']],
    ['cdk8s-volumes check -o ', ['text', 'unix', 'json', 'sarif', 'junit', 'github', 'markdown']],
    ['cdk8s-volumes check --base', ['--baseline']],
    ['cdk8s-volumes check --explain storage/claim-l', ['storage/claim-limit']],
    ['cdk8s-volumes rules storage/claim-l', ['storage/claim-limit']],
    ['cdk8s-volumes what-if u', ['uninstall']],
    ['cdk8s-volumes what-if uninstall packag', ['package.json', 'package-lock.json']],
    ['cdk8s-volumes render --output = j', ['json']],
    ['cdk8s-volumes render --operator-preset =', ['binary', 'chart']],
  ])('bash completes %p', async (line, expected) => {
    const { stdout } = await runWith(['completion', 'bash']);
    const words = line
      .split(' ')
      .map((word) => `'${word}'`)
      .join(' ');
    const script = `${stdout}\nCOMP_WORDS=(${words}); COMP_CWORD=$((\${#COMP_WORDS[@]}-1)); _cdk8s_volumes; printf '%s\\n' "\${COMPREPLY[@]}"`;
    expect(
      execFileSync('bash', ['-c', script], { encoding: 'utf8' }).trim().split('\n').sort(),
    ).toEqual([...expected].sort());
  });
});

test('bash completes names with blanks and stars, and does not take commands for them', async () => {
  const folder = folderWith({ 'my file.yaml': '', 'my other.yaml': '', 'my st*r.yaml': '' });
  const { stdout } = await runWith(['completion', 'bash']);
  const script = `${stdout}\nCOMP_WORDS=(cdk8s-volumes render my); COMP_CWORD=2; _cdk8s_volumes; printf '<%s>\\n' "\${COMPREPLY[@]}"; complete -p cdk8s-volumes`;
  expect(
    execFileSync('bash', ['-c', script], { encoding: 'utf8', cwd: folder })
      .trim()
      .split('\n')
      .sort(),
  ).toEqual([
    '<my file.yaml>',
    '<my other.yaml>',
    '<my st*r.yaml>',
    'complete -F _cdk8s_volumes cdk8s-volumes',
  ]);
});

describe('as a process', () => {
  test('it reads standard input and has an exit status', () => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [...PROGRAM, 'render', '-'], {
      input: config('a'),
      encoding: 'utf8',
    });
    expect({ status, stdout, stderr }).toEqual({ status: 0, stdout: config('a'), stderr: '' });
    expect(
      spawnSync(process.execPath, [...PROGRAM, 'render', '-'], { input: 'a: "', encoding: 'utf8' }),
    ).toMatchObject({ status: 1, stdout: '' });
  });

  test('it ends quietly if nobody reads on', () => {
    const input = Array.from({ length: 3000 }, (_, index) => volume(`v${index}`)).join('---\n');
    const command = `'${[process.execPath, ...PROGRAM].join("' '")}' render - | head -1; echo "\${PIPESTATUS[0]}"`;
    const { stdout, stderr } = spawnSync('bash', ['-c', command], { input, encoding: 'utf8' });
    expect({ stdout, stderr }).toEqual({ stdout: 'apiVersion: v1\n0\n', stderr: '' });
  });

  test('it says what is wrong with its status even if nobody reads on', () => {
    const input = Array.from({ length: 3000 }, (_, index) =>
      volume(`v${index}`).replace('fs-0', 'FS-0'),
    ).join('---\n');
    const command = `'${[process.execPath, ...PROGRAM].join("' '")}' render - --findings - 2>/dev/null | head -1; echo "\${PIPESTATUS[0]}"`;
    expect(spawnSync('bash', ['-c', command], { input, encoding: 'utf8' }).stdout).toBe('[\n1\n');
  });

  test('it ends quietly at Ctrl-C', async () => {
    const ready = join(folderWith({}), 'ready');
    const child = spawn(process.execPath, [...PROGRAM, 'render', '-'], {
      stdio: 'pipe',
      env: { ...process.env, TEST_READY: ready },
    });
    let said = '';
    child.stdout.on('data', (chunk) => (said += chunk));
    child.stderr.on('data', (chunk) => (said += chunk));
    await until(() => existsSync(ready));
    child.kill('SIGINT');
    const end = await new Promise((done) =>
      child.on('close', (code, signal) => done(code ?? signal)),
    );
    // Whether it had started yet or not: a shell says 130 of both.
    expect([130, 'SIGINT']).toContain(end);
    expect(said).toBe('');
  });
});
