/**
 * Writes docs/api: for each language a page for each construct and class, with the structs and
 * enums that only it uses, and an index; API.md is the index of all. Examples are those of the
 * tablet. Give a folder to write into that instead of the repository.
 */
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { loadAssemblyFromPath } from '@jsii/spec';
import { Documentation, Language } from 'jsii-docgen';
import { TargetLanguage, typeScriptSnippetFromVisibleSource } from 'jsii-rosetta';
import { JsiiType, kindsOf } from './api-languages';
import { ApiPages, LANGUAGES, pagesOf, Schema } from './api-pages';
import { translate } from './translation/snippets';

const root = dirname(__dirname);
const target = process.argv[2] ?? root;

const INTRODUCTION = `# API

Every class and member, a page for each construct, in the reader's language:

| language | install | pages |
|---|---|---|
${LANGUAGES.map(({ title, folder, install }) => `| ${title} | \`${install}\` | [docs/api/${folder}](docs/api/${folder}/README.md) |`).join('\n')}

`;

/** What stands around the lines of an example. */
const PROGRAM = `import { App, Chart } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { EfsFileSystem } from 'cdk8s-volumes';

const app = new App();
const chart = new Chart(app, 'shop', { namespace: 'shop', disableResourceNameHashes: true });

const images = new EfsFileSystem('fs-0123456789abcdef0').sharedVolume(chart, 'images', { accessPointId: 'fsap-0123456789abcdef0' });
const web = new kplus.Deployment(chart, 'web', { containers: [{ image: 'registry.example.com/web:1.0.0' }] });
web.containers[0].mount('/images', images);

app.synth();
`;

/** The same, of each page in all languages. */
function indexOf(languages: ReadonlyMap<string, ApiPages>): string {
  const [first] = languages.values();
  const rows = first.pages.map(({ name, summary }) => {
    const links = LANGUAGES.flatMap(({ title, folder }) => {
      const place = languages.get(folder)!.places.get(name);
      return place === undefined ? [] : [`[${title}](docs/api/${folder}/${place})`];
    });
    return `| ${name} | ${links.join(', ')} | ${summary} |`;
  });
  return `${INTRODUCTION}| class | | |\n|---|---|---|\n${rows.join('\n')}\n`;
}

async function main(): Promise<void> {
  // Only the lowest supported versions: left to search node_modules, it takes members from the
  // newer copies that tools bring along.
  const folder = mkdtempSync(join(tmpdir(), 'assemblies-'));
  const assemblies = join(folder, 'node_modules');
  try {
    mkdirSync(assemblies);
    for (const peer of ['cdk8s', 'cdk8s-plus-28', 'constructs']) {
      cpSync(join(root, 'node_modules', peer), join(assemblies, peer), {
        recursive: true,
        dereference: true,
      });
    }
    const own = join(assemblies, 'cdk8s-volumes');
    mkdirSync(own);
    for (const file of ['.jsii', '.jsii.gz', '.jsii.tabl.json', 'package.json']) {
      cpSync(join(root, file), join(own, file));
    }
    const documentation = await Documentation.forAssembly('cdk8s-volumes', assemblies);
    rmSync(join(target, 'docs', 'api'), { recursive: true, force: true });
    const kinds = kindsOf(
      ['cdk8s', 'cdk8s-plus-28', 'constructs', 'cdk8s-volumes'].flatMap((name) => {
        const { types } = loadAssemblyFromPath(join(assemblies, name), false) as unknown as {
          readonly types: { readonly [fqn: string]: JsiiType };
        };
        return Object.values(types);
      }),
    );
    const [program] = translate([
      typeScriptSnippetFromVisibleSource(
        PROGRAM,
        { api: { api: 'file', fileName: 'tools/docgen.ts' } },
        true,
        { nofixture: '' },
      ),
    ]);
    const pages = new Map<string, ApiPages>();
    const around = (language: (typeof LANGUAGES)[number]) => {
      const source =
        language.folder === 'typescript'
          ? PROGRAM
          : program.get(language.folder as TargetLanguage)!.source;
      return `The examples on these pages are parts of a program like this one: they belong between the chart and \`synth\`, and need their own imports.\n\n\`\`\`${language.fence}\n${source.trim()}\n\`\`\``;
    };
    for (const language of LANGUAGES) {
      const { content } = await documentation.toJson({
        language: Language.fromString(language.folder),
        allSubmodules: true,
      });
      const made = pagesOf(content as unknown as Schema, language, kinds);
      pages.set(language.folder, made);
      const out = join(target, 'docs', 'api', language.folder);
      mkdirSync(out, { recursive: true });
      for (const { name, text } of made.pages) writeFileSync(join(out, `${name}.md`), text);
      writeFileSync(
        join(out, 'README.md'),
        `# API: ${language.title}\n\n\`${language.install}\`\n\n${around(language)}\n\n| | |\n|---|---|\n${made.pages.map(({ name, summary }) => `| [${name}](${name}.md) | ${summary} |`).join('\n')}\n`,
      );
    }
    writeFileSync(join(target, 'API.md'), indexOf(pages));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

void main();
