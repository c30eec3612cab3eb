/** The pages of the site: what becomes of the Markdown of the repository. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { CHAPTERS } from '../../tools/site/contents';
import { joinCode, joinPages } from '../../tools/site/languages';
import { piecesOf } from '../../tools/site/markdown';
import { Entry, siteLink, writePages } from '../../tools/site/pages';

const DOCS = join(__dirname, '..', '..', 'docs');

describe('the pages of the site', () => {
  const folder = mkdtempSync(join(tmpdir(), 'pages-'));
  let sidebar: readonly Entry[];
  let files: readonly string[];
  const read = (path: string) => readFileSync(join(folder, path), 'utf8');

  beforeAll(() => {
    sidebar = writePages(folder);
    files = readdirSync(folder, { recursive: true })
      .map(String)
      .filter((file) => file.endsWith('.md'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  /** The page that a link of the site leads to. */
  function pageOf(link: string): string {
    const path = link.split('#')[0];
    return path.endsWith('/') ? `${path.slice(1)}index.md` : `${path.slice(1)}.md`;
  }

  test('lead nowhere that is not a page', () => {
    const broken = files.flatMap((file) =>
      piecesOf(read(file))
        .filter(({ isCode }) => !isCode)
        .flatMap(({ text }) => [...text.matchAll(/\]\((\/[^()\s]*)\)/g)].map(([, link]) => link))
        .filter((link) => link !== '/platform-map.svg' && !files.includes(pageOf(link)))
        .map((link) => `${file}: ${link}`),
    );
    expect(broken).toEqual([]);
  });

  test('stand in the side bar, which names only pages', () => {
    const links = (entries: readonly Entry[]): string[] =>
      entries.flatMap(({ link, items = [] }) => [...(link ? [link] : []), ...links(items)]);
    expect(links(sidebar).filter((link) => !files.includes(pageOf(link)))).toEqual([]);
  });

  test('have a chapter for each guide', () => {
    const listed = CHAPTERS.flatMap(({ guides }) => guides);
    const guides = readdirSync(DOCS)
      .filter((name) => name.endsWith('.md') && name !== 'rules.md')
      .map((name) => basename(name, '.md'));
    expect(guides.filter((name) => !listed.includes(name))).toEqual([]);
    expect(new Set(listed).size).toBe(listed.length);
  });

  test('are one for each rule', () => {
    expect(read('rules/pod/mounted-volume.md')).toMatch(/^# pod\/mounted-volume\n/);
    expect(files.filter((file) => /^rules\/[\w-]+\/(?!index)/.test(file)).length).toBeGreaterThan(
      400,
    );
  });

  test('show the code of each language to its readers', () => {
    const page = read('efs.md');
    for (const [language, line] of [
      ['typescript', "import { EfsFileSystem } from 'cdk8s-volumes';"],
      ['python', 'from cdk8s_volumes import EfsFileSystem'],
      ['java', 'import io.github.cdk8s_volumes.EfsFileSystem;'],
      ['go', 'cdk8svolumes.NewEfsFileSystem('],
    ]) {
      const blocks = page
        .split('<div class="only ')
        .filter((one) => one.startsWith(`${language}"`));
      expect(blocks.some((one) => one.split('</div>')[0].includes(line))).toBe(true);
    }
    expect(page).not.toContain('This page in [Python]');
  });
});

describe('pages of several languages', () => {
  const fence = (code: string) => `\`\`\`\n${code}\n\`\`\``;

  test('keep code that is the same in all of them once', () => {
    const page = `# A\n\n${fence('same')}\n`;
    expect(joinCode({ typescript: page, python: page })).toBe(page);
  });

  test('have code that differs side by side', () => {
    const joined = joinCode({ typescript: `a\n${fence('ts')}\nb`, python: `x\n${fence('py')}\ny` });
    expect(joined).toBe(
      `a\n<div class="only typescript">\n\n${fence('ts')}\n\n</div>\n\n<div class="only python">\n\n${fence('py')}\n\n</div>\n\nb`,
    );
  });

  test('leave out a language whose blocks do not correspond', () => {
    const page = `a\n${fence('ts')}\n`;
    const other = `a\n${fence('py')}\n${fence('more')}\n`;
    expect(joinCode({ typescript: page, python: other })).toBe(page);
  });

  test('have their title once where all of them differs', () => {
    expect(joinPages({ python: '# A\n\npy', go: '# A\n\ngo' })).toBe(
      '# A\n\n<div class="only python">\n\npy\n\n</div>\n\n<div class="only go">\n\ngo\n\n</div>\n',
    );
  });
});

describe('links of the repository', () => {
  test.each([
    ['diff.md#plans', 'docs', '/diff#plans'],
    ['rules/pod.md#podmounted-volume', 'docs', '/rules/pod/mounted-volume'],
    ['rules/pod.md#podnothing', 'docs', '/rules/'],
    ['../python/efs.md', 'docs/java', '/efs'],
    ['../API.md', 'docs', '/api/'],
    ['../typescript/Claim.md', 'docs/api/go', '/api/Claim'],
    ['#here', 'docs', '#here'],
    ['https://cdk8s.io', 'docs', 'https://cdk8s.io'],
    ['https://github.com/cdk8s-volumes/cdk8s-volumes/blob/main/docs/map.md', '.', '/map'],
    [
      '../examples/tenant',
      'docs',
      'https://github.com/cdk8s-volumes/cdk8s-volumes/blob/main/examples/tenant',
    ],
  ])('%s in %s leads to %s', (target, folder, link) => {
    expect(siteLink(target, folder)).toBe(link);
  });
});
