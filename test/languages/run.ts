/**
 * Runs the app of `examples/languages` in each language, and compares what they write and say: `npx tsx test/languages/run.ts`, after a build.
 *
 * The packages of other languages are generated from what is in node_modules, this one's among them; what they run on comes from PyPI and Maven
 * Central. A language whose tools are not there is skipped, and that is said. The last line is always `languages: N passed, N failed, N skipped`.
 */
import { spawnSync, SpawnSyncOptions } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { codeOf, pythonOf } from './packages';
import { complaints, END, FAILED, Outcome, outcomesOf, programsIn } from './programs';

const ROOT = join(__dirname, '..', '..');
const APPS = join(ROOT, 'examples', 'languages');
const PEERS = ['constructs', 'cdk8s', 'cdk8s-plus-28'];
const WRONG_INPUTS = 5;
/** The modules of Go, and the folders in which they are generated. */
const GO_MODULES = {
  'github.com/cdk8s-volumes/cdk8s-volumes-go/cdk8svolumes': 'cdk8svolumes',
  'github.com/aws/constructs-go/constructs/v10': 'constructs',
  'github.com/cdk8s-team/cdk8s-core-go/cdk8s/v2': 'cdk8s',
  'github.com/cdk8s-team/cdk8s-plus-go/cdk8splus28/v2': 'cdk8splus28',
};

/** An app that can be run: with nothing it writes manifests, with a number it says what is wrong with that input. */
type App = (outdir: string, which?: number) => { readonly status: number | null; readonly stdout: string; readonly stderr: string };

interface Language {
  readonly name: string;
  /** What has to be there. */
  readonly tools: readonly (readonly string[])[];
  build(folder: string): App;
  /** Runs programs, after the build. */
  runAll?(folder: string, programs: readonly string[]): readonly Outcome[];
}

function run(command: readonly string[], options: SpawnSyncOptions = {}): { status: number | null; stdout: string; stderr: string } {
  const { status, stdout, stderr, error } = spawnSync(command[0], command.slice(1), { encoding: 'utf8', maxBuffer: 2 ** 26, ...options });
  return { status: error ? 127 : status, stdout: String(stdout ?? ''), stderr: String(stderr ?? error?.message ?? '') };
}

function must(command: readonly string[], options: SpawnSyncOptions = {}): void {
  const { status, stdout, stderr } = run(command, options);
  if (status !== 0) throw new Error(`${command.join(' ')} ended with ${status}\n${stdout}${stderr}`);
}

/** Generates the packages of a language: those of the peers, and this one. */
function generate(language: string, folder: string): string {
  const pacmak = (target: string, unknown: string) =>
    must(['npx', '--no-install', 'jsii-pacmak', '--code-only', '--target', language, '--rosetta-unknown-snippets', unknown, '--outdir', folder, target], { cwd: ROOT });
  for (const peer of PEERS) pacmak(join(ROOT, 'node_modules', peer), 'verbatim');
  // As the tasks that package it.
  pacmak(ROOT, language === 'go' ? 'translate' : 'fail');
  return join(folder, language);
}

const withEnv = (values: { readonly [name: string]: string }) => ({ ...process.env, ...values });
const rest = (which?: number) => which === undefined ? [] : [String(which)];

const LANGUAGES: readonly Language[] = [
  {
    name: 'TypeScript',
    tools: [],
    build: () => (outdir, which) =>
      run(['npx', '--no-install', 'tsx', '--tsconfig', 'tsconfig.check.json', join(APPS, 'typescript', 'main.ts'), ...rest(which)], { cwd: ROOT, env: withEnv({ CDK8S_OUTDIR: outdir }) }),
  },
  {
    name: 'Python',
    tools: [['python3', '--version']],
    build: (folder) => {
      const packages = generate('python', folder);
      must(['python3', '-m', 'venv', join(folder, 'venv')]);
      const python = join(folder, 'venv', 'bin', 'python');
      must([python, '-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', `jsii==${runtimeVersion()}`]);
      return (outdir, which) => run([python, join(APPS, 'python', 'main.py'), ...rest(which)], { env: withEnv({ CDK8S_OUTDIR: outdir, PYTHONPATH: join(packages, 'src') }) });
    },
    runAll: (folder, programs) => {
      const { stdout, stderr } = run([join(folder, 'venv', 'bin', 'python'), join(__dirname, 'blocks.py')],
        { cwd: folder, input: JSON.stringify(programs), env: withEnv({ PYTHONPATH: join(folder, 'python', 'src') }) });
      return stdout === '' ? programs.map(() => ({ printed: '', failure: stderr })) : JSON.parse(stdout) as Outcome[];
    },
  },
  {
    name: 'Go',
    tools: [['go', 'version']],
    build: (folder) => {
      const packages = generate('go', folder);
      const app = join(folder, 'app');
      cpSync(join(APPS, 'go'), app, { recursive: true });
      const replaced = Object.entries(GO_MODULES).flatMap(([module, generated]) => ['-replace', `${module}=${join(packages, generated)}`]);
      must(['go', 'mod', 'edit', ...replaced], { cwd: app });
      must(['go', 'mod', 'tidy'], { cwd: app });
      must(['go', 'build', '-o', 'app', '.'], { cwd: app });
      return (outdir, which) => run([join(app, 'app'), ...rest(which)], { env: withEnv({ CDK8S_OUTDIR: outdir }) });
    },
    runAll: (folder, programs) => {
      const app = join(folder, 'app');
      programs.forEach((code, index) => {
        mkdirSync(join(app, `p${index}`));
        writeFileSync(join(app, `p${index}`, 'main.go'), code.replace('package main\n', `package p${index}\n`).replace('func main()', 'func Main()'));
      });
      mkdirSync(join(app, 'all'));
      writeFileSync(join(app, 'all', 'main.go'), `package main

import (
\t"fmt"
${programs.map((_, index) => `\t"example.com/app/p${index}"`).join('\n')}
)

func run(program func()) {
\tdefer func() {
\t\tif why := recover(); why != nil {
\t\t\tfmt.Print("${FAILED}", why)
\t\t}
\t\tfmt.Print("${END}")
\t}()
\tprogram()
}

func main() {
${programs.map((_, index) => `\trun(p${index}.Main)`).join('\n')}
}
`);
      must(['go', 'build', '-o', 'programs', './all'], { cwd: app });
      const { stdout, stderr } = run([join(app, 'programs')], { cwd: app });
      return outcomesOf(stdout, stderr);
    },
  },
  {
    name: 'Java',
    tools: [['javac', '-version'], ['mvn', '--version']],
    build: (folder) => {
      const packages = join(generate('java', folder), 'src', 'main');
      const [jars, classes] = [join(folder, 'jars'), join(folder, 'classes')];
      must(['mvn', '--quiet', '--batch-mode', '--file', runtimePom(folder), 'dependency:copy-dependencies', `-DoutputDirectory=${jars}`]);
      const sources = readdirSync(join(packages, 'java'), { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.java'));
      const list = join(folder, 'sources');
      writeFileSync(list, [...sources.map((file) => join(packages, 'java', file)), join(APPS, 'java', 'Main.java')].map((file) => `"${file}"\n`).join(''));
      must(['javac', '-nowarn', '-proc:none', '-d', classes, '-cp', join(jars, '*'), `@${list}`]);
      cpSync(join(packages, 'resources'), classes, { recursive: true });
      return (outdir, which) => run(['java', '-cp', `${classes}${delimiter}${join(jars, '*')}`, 'Main', ...rest(which)], { env: withEnv({ CDK8S_OUTDIR: outdir }) });
    },
    runAll: (folder, programs) => {
      const path = ['programs', 'classes', join('jars', '*')].map((part) => join(folder, part)).join(delimiter);
      const names = programs.map((code) => /^public class (\w+)/m.exec(code)![1]);
      const files = programs.map((code, index) => {
        mkdirSync(join(folder, 'programs', `p${index}`), { recursive: true });
        const file = join(folder, 'programs', `p${index}`, `${names[index]}.java`);
        writeFileSync(file, `package p${index};\n${code}`);
        return file;
      });
      const all = join(folder, 'programs', 'All.java');
      const calls = names.map((name, index) => `try { p${index}.${name}.main(args); } catch (Throwable why) { System.out.print("${FAILED}" + why); } System.out.print("${END}");`);
      writeFileSync(all, `class All { public static void main(String[] args) {\n${calls.join('\n')}\n} }\n`);
      must(['javac', '-nowarn', '-encoding', 'UTF-8', '-d', join(folder, 'programs'), '-cp', path, all, ...files]);
      const { stdout, stderr } = run(['java', '-Dfile.encoding=UTF-8', '-cp', path, 'All'], { cwd: folder });
      return outcomesOf(stdout, stderr);
    },
  },
];

/** The version of jsii's runtime: that of the tool that generates the packages. */
function runtimeVersion(): string {
  return (JSON.parse(readFileSync(join(ROOT, 'node_modules', 'jsii-pacmak', 'package.json'), 'utf8')) as { version: string }).version;
}

/** What generated packages of Java run on. */
function runtimePom(folder: string): string {
  const artifacts = [['software.amazon.jsii', 'jsii-runtime', runtimeVersion()], ['org.jetbrains', 'annotations', '19.0.0'], ['javax.annotation', 'javax.annotation-api', '1.3.2']];
  const dependencies = artifacts.map(([group, artifact, version]) =>
    `<dependency><groupId>${group}</groupId><artifactId>${artifact}</artifactId><version>${version}</version></dependency>`);
  const pom = join(folder, 'pom.xml');
  writeFileSync(pom, `<project xmlns="http://maven.apache.org/POM/4.0.0"><modelVersion>4.0.0</modelVersion>
<groupId>example</groupId><artifactId>runtime</artifactId><version>1</version><dependencies>${dependencies.join('\n')}</dependencies></project>\n`);
  return pom;
}

/** What is said of a wrong input, without the name of the class that some runtimes put before it. */
function saidOf(app: App, folder: string, which: number): string {
  return app(folder, which).stdout.trim().replace(/^FindingsError: /, '');
}

function filesIn(folder: string): { readonly [file: string]: string } {
  return Object.fromEntries(readdirSync(folder).sort().map((file) => [file, readFileSync(join(folder, file), 'utf8')]));
}

function main(): number {
  const counts = { passed: 0, failed: 0, skipped: 0 };
  const check = (name: string, isRight: boolean, why: () => string) => {
    counts[isRight ? 'passed' : 'failed'] += 1;
    console.log(`${isRight ? 'passed' : 'FAILED'}: ${name}${isRight ? '' : `\n${why()}`}`);
  };
  const root = mkdtempSync(join(tmpdir(), 'languages-'));
  let expected: { files: { readonly [file: string]: string }; words: string[] } | undefined;
  try {
    for (const { name, tools, build, runAll } of LANGUAGES) {
      const absent = tools.find((tool) => run(tool).status !== 0);
      if (absent) {
        counts.skipped += 1;
        console.log(`skipped: ${name}: there is no ${absent[0]} here`);
        continue;
      }
      const folder = join(root, name);
      const outdir = join(folder, 'dist');
      mkdirSync(outdir, { recursive: true });
      try {
        const app = build(folder);
        const { status, stderr } = app(outdir);
        const found = { files: filesIn(outdir), words: Array.from({ length: WRONG_INPUTS }, (_, index) => saidOf(app, folder, index + 1)) };
        expected ??= found;
        const { files, words } = expected;
        check(`${name} writes ${Object.keys(files).length} files`, status === 0 && Object.keys(found.files).length > 0 && JSON.stringify(found.files) === JSON.stringify(files), () => stderr);
        if (name !== 'TypeScript') {
          const code = codeOf(name, join(folder, name.toLowerCase()));
          check(`${name} has its own code only in ${code.files} files`, code.files > 0 && code.wrong.length === 0, () => code.wrong.join('\n'));
        }
        if (runAll) {
          const programs = programsIn(name.toLowerCase());
          const wrong = complaints(programs, runAll(folder, programs.map(({ code }) => code)));
          check(`${name} runs the ${programs.length} programs of its pages`, programs.length > 40 && wrong.length === 0, () => wrong.join('\n'));
        }
        if (name === 'Python') {
          const code = pythonOf(join(folder, 'python'));
          const { status: parsed, stderr: why } = run(['python3', '-c', 'import ast, json, sys\nfor code in json.load(sys.stdin): ast.parse(code)'], { input: JSON.stringify(code) });
          check(`Python reads the ${code.length} examples in its package`, code.length > 40 && parsed === 0, () => why);
        }
        found.words.forEach((said, index) => check(`${name} says what is wrong with input ${index + 1}`, said !== '' && said === words[index], () => `said: ${said}\nexpected: ${words[index]}`));
      } catch (error) {
        check(`${name} builds`, false, () => (error as Error).message);
      }
    }
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
  console.log(`languages: ${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`);
  return counts.failed > 0 ? 1 : 0;
}

process.exitCode = main();
