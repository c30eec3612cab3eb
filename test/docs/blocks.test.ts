/**
 * Every code block of the documents, and every example of a class, is compiled as a user's code is,
 * and run: its manifests are valid, and what it prints stands below it.
 */
import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import * as cdk8s from 'cdk8s';
import * as ts from 'typescript';
import { examples } from './examples';
import * as volumes from '../../src';
import { runWith } from '../cli/session';
import { withLibrary } from '../support/built';
import { parseManifests } from '../support/manifests';
import { asJson, bare } from '../support/read-outs';
import { expectValid } from '../support/validate';
import { UserCompiler } from '../types/published';

const ROOT = join(__dirname, '..', '..');
const DOCUMENTS = [
  'README.md',
  ...readdirSync(join(ROOT, 'docs'))
    .filter((file) => file.endsWith('.md'))
    .map((file) => `docs/${file}`),
];

/** A block that is a file of this name. */
const NAMED = /^# (\S+\.yaml)\n/;
/** A program that is saved under this name: commands below it find what it writes. */
const PROGRAM = /^\/\/ (\S+\.ts)\n/;

interface Block {
  readonly name: string;
  readonly code: string;
  readonly prints?: string;
  readonly isExample?: boolean;
  /** The files that stand above it, by their names. */
  readonly files?: { readonly [name: string]: string };
}

/** All code of a document: the whole, its language, the code. */
function fencesOf(document: string) {
  return [
    ...readFileSync(join(ROOT, document), 'utf8').matchAll(/^```(\w*)[^\n]*\n([\s\S]*?)^```$/gm),
  ];
}

/** TypeScript blocks, each with the YAML block that follows it before the next heading or code. */
function blocksOf(document: string): Block[] {
  const fences = fencesOf(document);
  return fences.flatMap(([, language, code], index) => {
    if (language !== 'ts') return [];
    const next = fences[index + 1];
    return [
      {
        name: `${document}, block ${index + 1}`,
        code,
        prints: next?.[1] === 'yaml' && !NAMED.test(next[2]) ? next[2] : undefined,
        files: Object.fromEntries(
          fences
            .slice(0, index)
            .flatMap(([, , text]) => (NAMED.test(text) ? [[NAMED.exec(text)![1], text]] : [])),
        ) as { readonly [name: string]: string },
      },
    ];
  });
}

/** What examples of classes read. */
const READ_BY_EXAMPLES = { 'cluster.json': asJson(bare('shop')) };

const EXAMPLES = examples();
const blocks = [
  ...DOCUMENTS.flatMap(blocksOf),
  ...EXAMPLES.map(({ of, code }): Block => ({
    name: `the example of ${of}`,
    code,
    isExample: true,
    files: READ_BY_EXAMPLES,
  })),
];
/** What the compiler says of names that are not used: an example uses few of its fixture's. */
const UNUSED = [6133, 6192, 6196, 6198];

test('the documents have code', () => {
  expect(blocks.length).toBeGreaterThan(0);
});

test('every class that users make something with has an example', () => {
  const modules = [volumes, volumes.csi, volumes.handles];
  const classes = modules
    .flatMap((one) => Object.entries(one))
    .filter(([, value]) => typeof value === 'function')
    .map(([name]) => name);
  const without = classes.filter((name) => !EXAMPLES.some(({ of }) => of === name));
  // These are thrown, loaded or extended.
  expect(without.sort()).toEqual([
    'CsiDriver',
    'CustomCsiDriver',
    'FindingsError',
    'VolumesValidation',
  ]);
});

test('every block passes the compiler', () => {
  const files = new Map(blocks.map((block, index) => [`block-${index}.ts`, block]));
  const compiler = new UserCompiler('node10', {
    types: ['node'],
    skipLibCheck: true,
    noUnusedLocals: true,
    noUnusedParameters: true,
    noImplicitReturns: true,
  });
  for (const [file, { code }] of files) compiler.write(file, code);
  const said = compiler.compile(
    [...files.keys()],
    (file, code) => files.get(file)?.isExample === true && UNUSED.includes(code),
  );
  const problems = [...said].flatMap(([file, lines]) =>
    lines.map((line) => `${files.get(file)?.name ?? file}, line ${line}`),
  );
  expect(problems).toEqual([]);
});

/** Where apps write, which later blocks of a document read. */
const written = mkdtempSync(join(tmpdir(), 'blocks-'));
afterAll(() => rmSync(written, { recursive: true }));

test.each(blocks.map((block) => [block.name, block] as const))(
  '%s does what it says',
  (_name, { code, prints, files = {} }) => {
    for (const [name, text] of Object.entries(files)) writeFileSync(join(written, name), text);
    const javascript = ts.transpileModule(code, {
      compilerOptions: { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022 },
    }).outputText;
    const inside = createRequire(__filename);
    const apps: cdk8s.App[] = [];
    const recorded = (type: new (props?: cdk8s.AppProps) => cdk8s.App) =>
      class extends type {
        constructor(props?: cdk8s.AppProps) {
          super(props);
          apps.push(this);
        }
      };
    let printed = '';
    let warned = '';
    const stderr = jest.spyOn(process.stderr, 'write').mockImplementation((text) => {
      warned += String(text);
      return true;
    });
    const log = jest.spyOn(console, 'log').mockImplementation((text) => {
      printed += `${String(text).trimEnd()}\n`;
    });
    const here = process.cwd();
    process.chdir(written);
    try {
      // The package is known by its name, as in a user's repository; anything else is a dependency.
      const load = (name: string) =>
        name === 'cdk8s-volumes'
          ? { ...volumes, VolumesApp: recorded(volumes.VolumesApp) }
          : name === 'cdk8s'
            ? { ...cdk8s, App: recorded(cdk8s.App) }
            : jest.requireActual(inside.resolve(name));
      new Function('require', 'exports', javascript)(load, {});
      expect(apps.length).toBeGreaterThan(0);
      for (const app of apps) expectValid(parseManifests(app.synthYaml()));
    } finally {
      process.chdir(here);
      log.mockRestore();
      stderr.mockRestore();
    }
    // What an example is warned of, its reader is warned of.
    expect(warned).toBe('');
    if (prints !== undefined) expect(printed).toBe(prints);
  },
);

/**
 * Shell blocks that call the command line, with the YAML blocks above them whose first line names a
 * file, and what follows them.
 */
function commandsOf(document: string) {
  const fences = fencesOf(document);
  return fences.flatMap(([, language, code], index) => {
    const commands =
      language === 'sh'
        ? [...code.matchAll(/^npx cdk8s-volumes ([^|#\n]*)/gm)].map(([, args]) =>
            args.trim().split(/\s+/),
          )
        : [];
    const files = fences.slice(0, index).flatMap(([, above, text]) => {
      const name =
        above === 'yaml'
          ? NAMED.exec(text)?.[1]
          : above === 'ts'
            ? PROGRAM.exec(text)?.[1]
            : undefined;
      return name ? [[name, text] as const] : [];
    });
    const next = fences[index + 1];
    const prints =
      ['yaml', 'text'].includes(next?.[1]) && !NAMED.test(next[2]) ? next[2] : undefined;
    return commands.map(
      (args) =>
        [
          `${document}: ${args.join(' ')}`,
          { args, files: Object.fromEntries(files), prints },
        ] as const,
    );
  });
}

/**
 * Runs a program in the folder where it is saved, as a user does: the package is found by its name.
 */
function runProgram(folder: string, name: string): void {
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  const { status, stderr } = spawnSync(
    process.execPath,
    ['--import', require.resolve('tsx'), name],
    { cwd: folder, encoding: 'utf8', env: withLibrary() },
  );
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
}

test.each(DOCUMENTS.flatMap(commandsOf))(
  '%s prints what stands below it',
  async (_name, { args, files, prints }) => {
    const folder = mkdtempSync(join(tmpdir(), 'commands-'));
    try {
      for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
      for (const name of Object.keys(files).filter((file) => file.endsWith('.ts'))) {
        runProgram(folder, name);
      }
      process.chdir(folder);
      const { stdout, stderr, status } = await runWith(args);
      expect([0, 1]).toContain(status);
      if (prints !== undefined) expect(stdout + stderr).toBe(prints);
      else expect(status).toBe(0);
    } finally {
      process.chdir(ROOT);
      rmSync(folder, { recursive: true, force: true });
    }
  },
);

test.each([...DOCUMENTS, 'CONTRIBUTING.md'])('every link of %s leads to a file', (document) => {
  const links = [
    ...readFileSync(join(ROOT, document), 'utf8').matchAll(/\]\((?!https?:)([^)#]+)/g),
  ].map(([, link]) => link);
  expect(links.filter((link) => !existsSync(join(ROOT, dirname(document), link)))).toEqual([]);
});
