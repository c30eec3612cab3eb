/**
 * Links of the documents lead somewhere, in the repository and where the package is shown: on npm
 * and PyPI the README stands alone.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const ROOT = join(__dirname, '..', '..');
const OURS = /^https:\/\/github\.com\/cdk8s-volumes\/cdk8s-volumes\/(?:blob|tree|raw)\/main\//;
const LANGUAGES = ['python', 'java', 'go'];
const pagesIn = (folder: string) =>
  readdirSync(join(ROOT, folder))
    .filter((file) => file.endsWith('.md'))
    .map((file) => `${folder}/${file}`);
const DOCUMENTS = [
  'README.md',
  'CONTRIBUTING.md',
  ...pagesIn('docs'),
  ...LANGUAGES.flatMap((language) => pagesIn(`docs/${language}`)),
];

/** What a document links to. */
function linksOf(document: string): string[] {
  const text = readFileSync(join(ROOT, document), 'utf8')
    .replace(/^```[\s\S]*?^```$/gm, '')
    .replace(/`[^`\n]*`/g, '');
  return [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target]) => target);
}

test('the README has links, and all of them are whole addresses', () => {
  const links = linksOf('README.md');
  expect(links.length).toBeGreaterThan(10);
  expect(links.filter((target) => !/^(https:\/\/|#)/.test(target))).toEqual([]);
});

test('no document with links of its own is in the package', () => {
  const left = readFileSync(join(ROOT, '.npmignore'), 'utf8').split('\n');
  expect(left).toEqual(
    expect.arrayContaining(['/API.md', '/CONTRIBUTING.md', '/SECURITY.md', '/docs/']),
  );
});

test('what the README needs of the peers is their lower bounds', () => {
  const { peerDependencies, engines } = JSON.parse(
    readFileSync(join(ROOT, 'package.json'), 'utf8'),
  ) as { peerDependencies: { [name: string]: string }; engines: { node: string } };
  const [, node, cdk8s, plus, constructs] =
    /Node\.js (\d+) or later[^,]*, cdk8s ([\d.]+) or later, cdk8s-plus-28 ([\d.]+) or later, and constructs ([\d.]+) or later/.exec(
      readFileSync(join(ROOT, 'README.md'), 'utf8'),
    )!;
  expect(engines.node).toBe(`>= ${node}.0.0`);
  expect(
    [cdk8s, plus, constructs].map((version, index) =>
      peerDependencies[['cdk8s', 'cdk8s-plus-28', 'constructs'][index]].startsWith(`^${version}`),
    ),
  ).toEqual([true, true, true]);
});

test.each(DOCUMENTS)('what %s links to in the repository is there', (document) => {
  const lost = linksOf(document).filter((target) => {
    if (!OURS.test(target) && /^(https?:|#)/.test(target)) return false;
    const path = OURS.test(target)
      ? join(ROOT, target.replace(OURS, ''))
      : join(ROOT, dirname(document), target);
    return !existsSync(path.replace(/#.*$/, ''));
  });
  expect(lost).toEqual([]);
});

/** The anchor that a heading has on GitHub. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[`*]/g, '')
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/[^\w\- ]/g, '')
    .replace(/ /g, '-');

test.each(DOCUMENTS)('the headings that %s links to are there', (document) => {
  const lost = linksOf(document).filter((target) => {
    const [path, anchor] = (
      OURS.test(target)
        ? join(ROOT, target.replace(OURS, ''))
        : target.startsWith('#')
          ? join(ROOT, document) + target
          : join(ROOT, dirname(document), target)
    ).split('#');
    if (
      anchor === undefined ||
      !path.endsWith('.md') ||
      (/^https?:/.test(target) && !OURS.test(target))
    ) {
      return false;
    }
    const text = readFileSync(path, 'utf8').replace(/^```[\s\S]*?^```$/gm, '');
    return ![...text.matchAll(/^#+ (.*)$/gm)].some(([, heading]) => anchorOf(heading) === anchor);
  });
  expect(lost).toEqual([]);
});

const TRANSLATED = ['README.md', ...pagesIn('docs')].filter(
  (document) =>
    document !== 'docs/languages.md' && /^```ts/m.test(readFileSync(join(ROOT, document), 'utf8')),
);

test.each(LANGUAGES)('every page with code has one in %s, with all of its code', (language) => {
  const countOf = (document: string, fence: RegExp) =>
    [...readFileSync(join(ROOT, document), 'utf8').matchAll(fence)].length;
  const ours = TRANSLATED.map((document) => [
    document,
    countOf(document, /^```ts(?! typescript-only)/gm),
  ]);
  expect(ours.length).toBeGreaterThan(10);
  expect(
    TRANSLATED.map((document) => [
      document,
      countOf(
        `docs/${language}/${document.replace(/^docs\//, '')}`,
        new RegExp(`^\`\`\`${language}$`, 'gm'),
      ),
    ]),
  ).toEqual(ours);
  expect(pagesIn(`docs/${language}`).filter((page) => countOf(page, /^```ts/gm) > 0)).toEqual([]);
});
