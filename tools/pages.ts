/**
 * Writes docs/python, docs/java and docs/go: the README and every how-to with code, each with its
 * code in that language. What a program prints is the same. A block that begins with "ts
 * typescript-only" stays where it is, and is linked to. The pages in TypeScript get a line that
 * leads to the others.
 */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { TargetLanguage, typeScriptSnippetFromVisibleSource } from 'jsii-rosetta';
import { Manifest } from './flavours/manifest';
import { tableOf, withTable } from './flavours/table';
import { commandsIn, filesIn, PageLanguage, PAGE_LANGUAGES } from './translation/commands';
import { ROOT, translate } from './translation/snippets';

const REPOSITORY =
  /https:\/\/github\.com\/cdk8s-volumes\/cdk8s-volumes\/(?:blob|tree|raw)\/main\//g;
/** The line that leads from a page in TypeScript to the others. */
const OTHERS = /^This page in \[[^\n]*\n\n/m;
const FENCE = /^```(\w+)([^\n]*)\n([\s\S]*?)^```$/gm;

interface Document {
  /** The file without its ending, in the folder of each language. */
  readonly name: string;
  /** Where it is, from the root. */
  readonly path: string;
  readonly text: string;
}

const documents: readonly Document[] = [
  'README.md',
  ...readdirSync(join(ROOT, 'docs'))
    .filter((file) => file.endsWith('.md'))
    .sort()
    .map((file) => `docs/${file}`),
]
  .map((path) => ({ path, name: path.replace(/^docs\/|\.md$/g, ''), text: textOf(path) }))
  // That page has the code of all languages already.
  .filter(({ name, text }) => name !== 'languages' && /^```ts/m.test(text));

/** A document, with the table of packages that follows from the list of minors. */
function textOf(path: string): string {
  const text = readFileSync(join(ROOT, path), 'utf8');
  if (path !== 'README.md') return text;
  const { name, jsii } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as Manifest;
  return withTable(text, tableOf(name, jsii.targets));
}

/** The code of all documents, in their order. */
const codeOf = ({ text }: Document) =>
  [...text.matchAll(FENCE)]
    .filter(([, language, info]) => language === 'ts' && !info.includes('typescript-only'))
    .map(([, , , code]) => code);

function main(): void {
  const code = documents.flatMap((document) =>
    codeOf(document).map((text, index) => ({ name: `${document.path}, ${index + 1}`, text })),
  );
  const translated = translate(
    code.map(({ name, text }) =>
      typeScriptSnippetFromVisibleSource(text, { api: { api: 'file', fileName: name } }, true, {
        nofixture: '',
      }),
    ),
  );
  for (const language of PAGE_LANGUAGES) {
    const folder = join(ROOT, 'docs', language.folder);
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder);
    const blocks = translated.map((one) => one.get(language.folder as TargetLanguage)!.source);
    for (const document of documents) {
      writeFileSync(
        join(folder, `${document.name}.md`),
        pageOf(document, language, () => blocks.shift()!),
      );
    }
  }
  for (const { path, name, text } of documents) {
    const folders =
      path === 'README.md' ? 'https://github.com/cdk8s-volumes/cdk8s-volumes/blob/main/docs/' : '';
    const [heading, ...rest] = text.replace(OTHERS, '').split('\n');
    const others = PAGE_LANGUAGES.map(
      ({ folder, title }) => `[${title}](${folders}${folder}/${name}.md)`,
    ).join(' · ');
    writeFileSync(join(ROOT, path), [heading, '', `This page in ${others}`, ...rest].join('\n'));
  }
}

function pageOf(
  { name, path, text }: Document,
  language: PageLanguage,
  next: () => string,
): string {
  let section = '';
  let isElsewhere = false;
  const page = text
    .replace(OTHERS, '')
    .split(/(^```[\s\S]*?^```$)/m)
    .map((part) => {
      const [, tag, info, code] = new RegExp(FENCE.source, 'm').exec(part) ?? [];
      if (tag === undefined) {
        section = [...part.matchAll(/^#+ (.*)$/gm)].at(-1)?.[1] ?? section;
        return filesIn(linksIn(part, name), language);
      }
      const isOutput = tag === 'yaml' && isElsewhere;
      isElsewhere = info.includes('typescript-only');
      if (isOutput) return '';
      if (tag === 'sh') {
        const commands = commandsIn(code, language);
        return commands === '' ? '' : `\`\`\`sh\n${commands}\`\`\``;
      }
      if (tag !== 'ts') return part;
      if (isElsewhere) {
        return `The code is in TypeScript: [${section}](../${name}.md#${section.toLowerCase().replace(/ /g, '-')}).`;
      }
      return `\`\`\`${language.fence}\n${filesIn(next(), language).trimEnd()}\n\`\`\``;
    })
    .join('')
    .replace(/\n{3,}/g, '\n\n');
  const [heading, ...rest] = page.split('\n');
  const others = PAGE_LANGUAGES.map(({ folder, title }) =>
    folder === language.folder ? `**${title}**` : `[${title}](../${folder}/${name}.md)`,
  );
  return `<!-- Written by "npx projen pages" from ${path}. -->
${heading}

[TypeScript](${name === 'README' ? '../../README.md' : `../${name}.md`}) · ${others.join(' · ')}

${language.names}
${rest.join('\n')}`;
}

/** Links as they are right in the folder of a language: to its own pages, where there are any. */
function linksIn(text: string, name: string): string {
  const known = new Set(documents.map((one) => one.name));
  return text.replace(/\]\(([^)\s]+)\)/g, (whole, target: string) => {
    const isOurs = target.search(REPOSITORY) === 0;
    if (!isOurs && /^(?:https?:|#)/.test(target)) return whole;
    const [path, anchor] = (
      isOurs ? target.replace(REPOSITORY, '') : name === 'README' ? target : join('docs', target)
    ).split('#');
    const page = /^docs\/([\w-]+)\.md$/.exec(path)?.[1];
    const place =
      page !== undefined && known.has(page)
        ? `${page}.md`
        : path === 'API.md'
          ? '../api/LANGUAGE/README.md'
          : path.startsWith('docs/')
            ? `../${path.slice('docs/'.length)}`
            : `../../${path}`;
    return `](${place}${anchor === undefined ? '' : `#${anchor}`})`;
  });
}

main();
