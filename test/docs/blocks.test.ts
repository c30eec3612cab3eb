/** Every code block of the documents is compiled as a user's code is, and run: its manifests are valid, and what it prints stands below it. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import * as cdk8s from 'cdk8s';
import * as ts from 'typescript';
import { parseManifests } from '../support/manifests';
import { expectValid } from '../support/validate';

const ROOT = join(__dirname, '..', '..');
const DOCUMENTS = ['README.md', ...readdirSync(join(ROOT, 'docs')).filter((file) => file.endsWith('.md')).map((file) => `docs/${file}`)];

interface Block { readonly name: string; readonly code: string; readonly prints?: string }

/** TypeScript blocks, each with the YAML block that follows it before the next heading or code. */
function blocksOf(document: string): Block[] {
  const fences = [...readFileSync(join(ROOT, document), 'utf8').matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)];
  return fences.flatMap(([, language, code], index) => {
    if (language !== 'ts') return [];
    const next = fences[index + 1];
    return [{ name: `${document}, block ${index + 1}`, code, prints: next?.[1] === 'yaml' ? next[2] : undefined }];
  });
}

const blocks = DOCUMENTS.flatMap(blocksOf);

test('the documents have code', () => {
  expect(blocks.length).toBeGreaterThan(0);
});

test('every block passes the compiler', () => {
  const files = new Map(blocks.map((block, index) => [join(ROOT, 'test', 'docs', `block-${index}.ts`), block]));
  const { config } = ts.readConfigFile(join(ROOT, 'tsconfig.check.json'), (file) => ts.sys.readFile(file));
  const { options } = ts.parseJsonConfigFileContent({ ...config, include: [], files: [...files.keys()] }, ts.sys, ROOT);
  const host = ts.createCompilerHost(options);
  const { readFile, fileExists } = host;
  host.readFile = (file) => files.get(file)?.code ?? readFile(file);
  host.fileExists = (file) => files.has(file) || fileExists(file);
  const program = ts.createProgram([...files.keys()], options, host);
  const problems = [...files].flatMap(([file, { name }]) => {
    const source = program.getSourceFile(file);
    return [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)]
      .map(({ messageText }) => `${name}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`);
  });
  expect(problems).toEqual([]);
});

test.each(blocks.map((block) => [block.name, block] as const))('%s does what it says', (_name, { code, prints }) => {
  const javascript = ts.transpileModule(code, { compilerOptions: { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022 } }).outputText;
  const inside = createRequire(__filename);
  const apps: cdk8s.App[] = [];
  class RecordedApp extends cdk8s.App {
    constructor(props?: cdk8s.AppProps) {
      super(props);
      apps.push(this);
    }
  }
  let printed = '';
  const log = jest.spyOn(console, 'log').mockImplementation((text) => {
    printed += `${String(text).trimEnd()}\n`;
  });
  try {
    // The package is known by its name, as in a user's repository; anything else is a dependency.
    const load = (name: string) => name === 'cdk8s-volumes' ? jest.requireActual('../../src')
      : name === 'cdk8s' ? { ...cdk8s, App: RecordedApp } : jest.requireActual(inside.resolve(name));
    new Function('require', 'exports', javascript)(load, {});
    expect(apps.length).toBeGreaterThan(0);
    for (const app of apps) expectValid(parseManifests(app.synthYaml()));
  } finally {
    log.mockRestore();
  }
  if (prints !== undefined) expect(printed).toBe(prints);
});

test.each([...DOCUMENTS, 'CONTRIBUTING.md'])('every link of %s leads to a file', (document) => {
  const links = [...readFileSync(join(ROOT, document), 'utf8').matchAll(/\]\((?!https?:)([^)#]+)/g)].map(([, link]) => link);
  expect(links.filter((link) => !existsSync(join(ROOT, dirname(document), link)))).toEqual([]);
});
