/**
 * Python, installed as a user does it: this library's wheel, and what it asks for from PyPI, by the
 * ranges that it names.
 */
import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { must, run, withEnv } from './commands';
import { BASE, copyApp, forMinor, generate } from './flavours';
import { App, Check, endsWell, hasNone, Job, Language } from './language';
import { hasOwnCodeOnly, pythonOf } from './packages';
import { complaints, Outcome, writeFilesOf } from './programs';

/** What reads the types of Python. */
const TYPE_CHECKERS = ['mypy', 'pyright'];

export const python: Language = {
  name: 'Python',
  tools: [['python3', '--version']],
  build: async ({ minor, library, folder, programs }: Job): Promise<App> => {
    const venv = join(folder, 'venv');
    const app = join(folder, 'app');
    mkdirSync(app, { recursive: true });
    copyApp('python', minor, app);
    const [package_] = await Promise.all([
      generate('python', [library], folder),
      must(['python3', '-m', 'venv', venv]),
    ]);
    const bin = (name: string) => join(venv, 'bin', name);
    const install = (...what: readonly string[]) =>
      must([
        bin('python'),
        '-m',
        'pip',
        'install',
        '--quiet',
        '--disable-pip-version-check',
        '--no-compile', // most of it is never run
        ...what,
      ]);
    const ownCode = hasOwnCodeOnly(package_);
    const wheels = join(folder, 'wheels');
    await must([
      bin('python'),
      '-m',
      'pip',
      'wheel',
      '--quiet',
      '--disable-pip-version-check',
      '--no-deps',
      '--wheel-dir',
      wheels,
      package_,
    ]);
    await install(join(wheels, readdirSync(wheels)[0]), ...TYPE_CHECKERS);

    const main = join(app, 'main.py');
    const checked = [
      run([bin('mypy'), '--cache-dir', join(folder, 'mypy'), main], { cwd: app }),
      run([bin('pyright'), '--pythonpath', bin('python'), main], { cwd: app }),
    ];
    const examples = pythonOf(package_, forMinor('cdk8s_volumes', minor));
    const parsed = await run(
      [
        bin('python'),
        '-c',
        'import ast, json, sys\nfor code in json.load(sys.stdin): ast.parse(code)',
      ],
      { input: JSON.stringify(examples) },
    );
    const env = withEnv({ PATH: `${join(venv, 'bin')}:${process.env.PATH}` });
    const checks: Check[] = [
      ...(await Promise.all(
        checked.map(async (one, index) =>
          endsWell(`${TYPE_CHECKERS[index]} finds nothing wrong`, await one),
        ),
      )),
      ownCode,
      endsWell(`the ${examples.length} examples of the package are Python`, parsed),
    ];
    if (programs.length > 0) {
      writeFilesOf(programs, folder);
      const { stdout, stderr } = await run([bin('python'), join(__dirname, 'blocks.py')], {
        cwd: folder,
        input: JSON.stringify(programs.map(({ code }) => code)),
      });
      const outcomes =
        stdout === ''
          ? programs.map(() => ({ printed: '', failure: stderr }))
          : (JSON.parse(stdout) as Outcome[]);
      checks.push(
        hasNone(`the ${programs.length} programs of the pages run`, complaints(programs, outcomes)),
      );
    }
    if (minor === BASE) {
      checks.push(
        endsWell(
          'the program cdk8s-volumes is installed',
          await run(['cdk8s-volumes', '--version'], { cwd: folder, env }),
        ),
      );
      const { stdout, stderr, status } = await run([bin('python'), join(__dirname, 'dicts.py')]);
      checks.push(
        hasNone(
          'dicts in lists are refused',
          status === 0 && stdout === '' ? [] : [stdout + stderr],
        ),
      );
    }
    return {
      run: (outdir, ...rest) =>
        run([bin('python'), main, ...rest], { cwd: app, env: withEnv({ CDK8S_OUTDIR: outdir }) }),
      checks,
    };
  },
};
