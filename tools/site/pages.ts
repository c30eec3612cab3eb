/**
 * Writes the pages of the site from the Markdown of the repository: guides with the code of four
 * languages, one page a rule, the API, and the README as the first page.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, posix } from 'node:path';
import { CHAPTERS, OTHERS } from './contents';
import { joinCode, joinPages, Language, LANGUAGES, Pages } from './languages';
import { anchorOf, withLinks } from './markdown';

const ROOT = dirname(dirname(__dirname));
const REPOSITORY = 'https://github.com/cdk8s-volumes/cdk8s-volumes';
const BLOB = new RegExp(`^${REPOSITORY}/(?:blob|raw|tree)/main/`);

/** An entry of the side bar. */
export interface Entry {
  readonly text: string;
  readonly link?: string;
  readonly collapsed?: boolean;
  readonly items?: readonly Entry[];
}

/** Writes all pages into `folder`, which has nothing else afterwards, and answers the side bar. */
export function writePages(folder: string): readonly Entry[] {
  rmSync(folder, { recursive: true, force: true });
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), `${text.trimEnd()}\n`);
  };
  write('index.md', withSiteLinks(withoutLanguages(readFile('README.md')), '.'));
  const guides = writeGuides(write);
  const rules = writeRules(write);
  const api = writeApi(write);
  mkdirSync(join(folder, 'public'), { recursive: true });
  writeFileSync(join(folder, 'public/platform-map.svg'), readFile('docs/platform-map.svg'));
  return [...guides, rules, api];
}

type Write = (path: string, text: string) => void;

function writeGuides(write: Write): readonly Entry[] {
  const names = readdirSync(join(ROOT, 'docs'))
    .filter((name) => name.endsWith('.md') && name !== 'rules.md')
    .map((name) => basename(name, '.md'));
  const titles = new Map<string, string>();
  for (const name of names) {
    const pages = pagesOf((language) =>
      language === 'typescript' ? `docs/${name}.md` : `docs/${language}/${name}.md`,
    );
    const page = withoutLanguages(joinCode(pages));
    titles.set(name, titleOf(page));
    write(`${name}.md`, withSiteLinks(page, 'docs'));
  }
  const entry = (name: string): Entry => ({ text: titles.get(name)!, link: `/${name}` });
  const chapters = CHAPTERS.map(({ text, guides }) => ({
    text,
    items: guides.filter((name) => titles.has(name)).map(entry),
  }));
  const listed = new Set(CHAPTERS.flatMap(({ guides }) => guides));
  const others = names.filter((name) => !listed.has(name)).map(entry);
  return others.length > 0 ? [...chapters, { text: OTHERS, items: others }] : chapters;
}

/** One page a rule, so that each can be found and linked to. */
function writeRules(write: Write): Entry {
  write('rules/index.md', withSiteLinks(readFile('docs/rules.md'), 'docs'));
  const items = readdirSync(join(ROOT, 'docs/rules')).map((file): Entry => {
    const room = basename(file, '.md');
    const [head, ...sections] = readFile(`docs/rules/${file}`).split(/^## /m);
    const list = sections.map((section) => {
      const [title, ...lines] = section.split('\n');
      const id = title.trim();
      write(`rules/${id}.md`, withSiteLinks(`# ${id}\n${lines.join('\n')}`, 'docs/rules'));
      return `- [${id}](/rules/${id}): ${summaryOf(lines)}`;
    });
    write(`rules/${room}/index.md`, [head.trim(), '', ...list].join('\n'));
    // Only rooms: every page has the whole side bar in it.
    return { text: room, link: `/rules/${room}/` };
  });
  return {
    text: 'Rules',
    collapsed: true,
    items: [{ text: 'All rules', link: '/rules/' }, ...items],
  };
}

function writeApi(write: Write): Entry {
  // Some languages have classes that others do without, such as those of props.
  const files = LANGUAGES.flatMap((language) => readdirSync(join(ROOT, 'docs/api', language)));
  const names = [...new Set(files)].sort().map((file) => basename(file, '.md'));
  const classes = names.filter((name) => name !== 'README');
  for (const name of names) {
    const page = joinPages(pagesOf((language) => `docs/api/${language}/${name}.md`));
    const path = name === 'README' ? 'api/index.md' : `api/${name}.md`;
    // Each language has the same headings.
    write(path, `---\noutline: false\n---\n\n${withSiteLinks(page, 'docs/api/typescript')}`);
  }
  const shown = classes.filter((name) => !/(?:Options|Props|Handle)$/.test(name));
  const items = shown.map((name): Entry => ({ text: name, link: `/api/${name}` }));
  return {
    text: 'API',
    collapsed: true,
    items: [{ text: 'All classes', link: '/api/' }, ...items],
  };
}

function pagesOf(path: (language: Language) => string): Pages {
  return Object.fromEntries(
    LANGUAGES.filter((language) => existsSync(join(ROOT, path(language)))).map((language) => [
      language,
      readFile(path(language)),
    ]),
  );
}

/** The links from language to language are tabs here. */
function withoutLanguages(page: string): string {
  return page.replace(/^This page in \[Python\].*\n\n?/m, '');
}

function titleOf(page: string): string {
  return /^# (.*)$/m.exec(page)?.[1].replaceAll('`', '') ?? '';
}

/** Links of a file in `folder` of the repository, as links of the site. */
function withSiteLinks(page: string, folder: string): string {
  return withLinks(page, (target) => siteLink(target, folder));
}

/** The link of the site for one of the repository; what is not a page leads to the repository. */
export function siteLink(target: string, folder: string): string {
  const isOwn = BLOB.test(target);
  if (target.startsWith('#') || (/^[a-z]+:/.test(target) && !isOwn)) return target;
  const [path, anchor] = (
    isOwn ? target.replace(BLOB, '') : posix.normalize(posix.join(folder, target))
  ).split('#');
  const hash = anchor === undefined ? '' : `#${anchor}`;
  const rule = /^docs\/rules\/([\w-]+)\.md$/.exec(path)?.[1];
  if (rule !== undefined) return ruleLink(rule, anchor);
  if (path === 'docs/platform-map.svg') return '/platform-map.svg';
  if (path === 'docs/rules.md') return `/rules/${hash}`;
  if (path === 'README.md') return `/${hash}`;
  if (path === 'API.md') return '/api/';
  const api = /^docs\/api\/\w+\/(\w+)\.md$/.exec(path)?.[1];
  if (api !== undefined) return api === 'README' ? `/api/${hash}` : `/api/${api}${hash}`;
  const guide = /^docs\/(?:(?:python|java|go)\/)?([\w-]+)\.md$/.exec(path)?.[1];
  if (guide !== undefined) return guide === 'README' ? `/${hash}` : `/${guide}${hash}`;
  return `${REPOSITORY}/blob/main/${path}${hash}`;
}

/** The first sentence of a rule, without how severe it is. */
function summaryOf(lines: readonly string[]): string {
  const line = lines.find((one) => one.trim() !== '') ?? '';
  return /^(?:\*\w[^*]*\*: )?(?:\*\*)?(.*?\.)(?:\*\*)?(?: |$)/.exec(line)?.[1] ?? line;
}

/** The page of a rule, whose heading is its id. */
function ruleLink(room: string, anchor: string | undefined): string {
  const id =
    anchor === undefined ? undefined : ruleIds(room).find((one) => anchorOf(one) === anchor);
  return id === undefined ? '/rules/' : `/rules/${id}`;
}

const IDS = new Map<string, readonly string[]>();

function ruleIds(room: string): readonly string[] {
  let known = IDS.get(room);
  if (!known) {
    const page = readFile(`docs/rules/${room}.md`);
    known = [...page.matchAll(/^## (.*)$/gm)].map(([, id]) => id.trim());
    IDS.set(room, known);
  }
  return known;
}

function readFile(path: string): string {
  return readFileSync(join(ROOT, path), 'utf8');
}
