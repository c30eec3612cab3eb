/**
 * Writes docs/api: for each language a page for each construct and class, with the structs and enums that only it uses, and an index; API.md is the
 * index of all. Examples are those of the tablet. Give a folder to write into that instead of the repository.
 */
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Documentation, Language } from 'jsii-docgen';
import { JsiiType, kindsOf } from './api-languages';
import { ApiPages, LANGUAGES, pagesOf, Schema } from './api-pages';

const root = dirname(__dirname);
const target = process.argv[2] ?? root;

const INTRODUCTION = `# API

Every class and member, a page for each construct, in the reader's language:

| language | install | pages |
|---|---|---|
${LANGUAGES.map(({ title, folder, install }) => `| ${title} | \`${install}\` | [docs/api/${folder}](docs/api/${folder}/README.md) |`).join('\n')}

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
  // Only the lowest supported versions: left to search node_modules, it takes members from the newer copies that tools bring along.
  const folder = mkdtempSync(join(tmpdir(), 'assemblies-'));
  const assemblies = join(folder, 'node_modules');
  try {
    mkdirSync(assemblies);
    for (const peer of ['cdk8s', 'cdk8s-plus-28', 'constructs']) cpSync(join(root, 'node_modules', peer), join(assemblies, peer), { recursive: true, dereference: true });
    const own = join(assemblies, 'cdk8s-volumes');
    mkdirSync(own);
    for (const file of ['.jsii', '.jsii.tabl.json', 'package.json']) cpSync(join(root, file), join(own, file));
    const documentation = await Documentation.forAssembly('cdk8s-volumes', assemblies);
    rmSync(join(target, 'docs', 'api'), { recursive: true, force: true });
    const kinds = kindsOf(['cdk8s', 'cdk8s-plus-28', 'constructs', 'cdk8s-volumes'].flatMap((name) =>
      Object.values((JSON.parse(readFileSync(join(assemblies, name, '.jsii'), 'utf8')) as { readonly types: { readonly [fqn: string]: JsiiType } }).types)));
    const pages = new Map<string, ApiPages>();
    for (const language of LANGUAGES) {
      const { content } = await documentation.toJson({ language: Language.fromString(language.folder) });
      const made = pagesOf(content as unknown as Schema, language, kinds);
      pages.set(language.folder, made);
      const out = join(target, 'docs', 'api', language.folder);
      mkdirSync(out, { recursive: true });
      for (const { name, text } of made.pages) writeFileSync(join(out, `${name}.md`), text);
      writeFileSync(join(out, 'README.md'), `# API: ${language.title}\n\n\`${language.install}\`\n\n| | |\n|---|---|\n${made.pages.map(({ name, summary }) => `| [${name}](${name}.md) | ${summary} |`).join('\n')}\n`);
    }
    writeFileSync(join(target, 'API.md'), indexOf(pages));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

void main();
