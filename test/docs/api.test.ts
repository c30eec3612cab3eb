/**
 * The pages of the API lead to each other, and have code of their own language only. They are
 * generated: `npx projen docgen`.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { examples } from './examples';

const FOLDER = join(__dirname, '..', '..', 'docs', 'api');
const LANGUAGES: { readonly [folder: string]: string } = {
  typescript: 'ts',
  python: 'python',
  java: 'java',
  go: 'go',
};

const pages = (language: string) =>
  readdirSync(join(FOLDER, language))
    .sort()
    .map((file) => [file, readFileSync(join(FOLDER, language, file), 'utf8')] as const);

test('every class with an example has a page in all languages', () => {
  const names = examples().map(({ of }) => `${of}.md`);
  expect(names.length).toBeGreaterThan(30);
  for (const language of Object.keys(LANGUAGES)) {
    expect(pages(language).map(([file]) => file)).toEqual(expect.arrayContaining(names));
  }
});

test.each(Object.keys(LANGUAGES))(
  'every link of a page in %s leads to a page and a heading',
  (language) => {
    const texts = new Map(pages(language));
    const lost = [...texts].flatMap(([file, text]) =>
      [...text.matchAll(/\]\(([A-Za-z]+\.md)(?:#([a-z]+))?\)/g)]
        .filter(([, page, heading]) => {
          const there = texts.get(page);
          return (
            there === undefined ||
            (heading !== undefined && !there.toLowerCase().includes(`\n## ${heading}\n`))
          );
        })
        .map(([link]) => `${file}: ${link}`),
    );
    expect(lost).toEqual([]);
  },
);

test.each(Object.entries(LANGUAGES))('code in %s is %s', (language, fence) => {
  const fences = pages(language)
    .flatMap(([, text]) => [...text.matchAll(/^```(\w*)\n/gm)].map(([, tag]) => tag))
    .filter((tag) => tag !== '');
  expect(new Set(fences)).toEqual(new Set([fence]));
});

test.each([
  [
    'python',
    'calls that lack their beginning, or maps that lack their keys',
    /^```python\n\)|typing\.Mapping\\?\[str\\?\]/m,
  ],
  [
    'java',
    'packages that are imported everywhere, or overloads on one line',
    /^(?!import ).*java\.(lang|util)\.|\),[A-Z]/m,
  ],
  [
    'go',
    'types that Go does not have, or structs in place of pointers',
    /\bf64\b|(props|options) [A-Z]\w*(Props|Options)\b/,
  ],
])('pages in %s have no %s', (language, _what, wrong) => {
  expect(
    pages(language).flatMap(([file, text]) =>
      wrong.test(text) ? [`${file}: ${wrong.exec(text)![0]}`] : [],
    ),
  ).toEqual([]);
});

test('an example of each construct is in the language of the page', () => {
  const example = (language: string) =>
    readFileSync(join(FOLDER, language, 'EfsSharedVolume.md'), 'utf8')
      .split('# Example\n')[1]
      .split('```')[1];
  expect(example('python')).toContain('file_system_id="fs-0123456789abcdef0"');
  expect(example('java')).toContain('.fileSystemId("fs-0123456789abcdef0")');
  expect(example('go')).toContain('FileSystemId: jsii.String("fs-0123456789abcdef0")');
});

test('API.md leads to pages that are there', () => {
  const links = [
    ...readFileSync(join(FOLDER, '..', '..', 'API.md'), 'utf8').matchAll(
      /\]\((docs\/api\/[^)]+)\)/g,
    ),
  ].map(([, link]) => link);
  expect(links.length).toBeGreaterThan(100);
  expect(
    links.filter((link) => !existsSync(join(FOLDER, '..', '..', link.replace(/#.*/, '')))),
  ).toEqual([]);
});
