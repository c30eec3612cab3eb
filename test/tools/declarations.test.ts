/** Declarations as they are published: which ones, and what they say of cdk8s-plus. */
import { importsOf, publishedDeclarations } from '../../tools/declarations';

const PLUS =
  "import * as plus from 'cdk8s-plus-28';\nexport * from 'cdk8s-plus-28';\nexport type Mode = `${plus.Mode}`;\n";

/** What is published of these files, besides the types of cdk8s-plus. */
function published(files: { readonly [path: string]: string }): {
  readonly [path: string]: string;
} {
  const { 'src/plus.d.ts': plus, ...others } = Object.fromEntries(
    publishedDeclarations((path) => files[path], PLUS),
  );
  expect(plus).toBe(PLUS);
  return others;
}

const ENTRY = 'src/index.d.ts';

test('those that the entry reaches are published, and no others', () => {
  const files = {
    [ENTRY]: "export * from './room';\nexport type { Kind } from './kinds';\n",
    'src/room/index.d.ts': "export { Made } from './made';\n",
    'src/room/made.d.ts':
      "import { Other } from '../other';\nexport declare const load: import('../late').Late;\n",
    'src/other.d.ts': "import './index';\n",
    'src/late.d.ts': 'export interface Late {}\n',
    'src/kinds.d.ts': 'export type Kind = string;\n',
    'src/inner.d.ts': 'export interface Inner {}\n',
  };
  const { 'src/inner.d.ts': _inner, ...reached } = files;
  expect(published(files)).toEqual(reached);
});

test.each([
  ['the entry', ENTRY, './plus'],
  ['a folder', 'src/room/index.d.ts', '../plus'],
  ['a folder in a folder', 'src/room/constructs/made.d.ts', '../../plus'],
])('each takes the types of cdk8s-plus in its place: %s', (_what, path, module) => {
  const files = {
    [ENTRY]: path.replace(/^src(.*)\.d\.ts$/, "import '.$1';\n"),
    [path]: "import * as kplus from 'cdk8s-plus-28';\n",
  };
  expect(published(files)[path]).toBe(`import * as kplus from '${module}';\n`);
});

test.each([
  [
    'what a method returns',
    'export declare class One {\n    modesOf(claim: string): kplus.Mode[];\n}\n',
    'export declare class One {\n    modesOf(claim: string): kplus.Returned<kplus.Mode>[];\n}\n',
  ],
  [
    'what a property is',
    'export declare class One {\n    readonly mode?: kplus.Mode;\n}\n',
    'export declare class One {\n    readonly mode?: kplus.Returned<kplus.Mode>;\n}\n',
  ],
  [
    'what is got',
    'export declare class One {\n    get mode(): kplus.Mode | undefined;\n}\n',
    'export declare class One {\n    get mode(): kplus.Returned<kplus.Mode> | undefined;\n}\n',
  ],
  [
    'two of them',
    'export declare class One {\n    both(): [kplus.Mode, kplus.Mode];\n}\n',
    'export declare class One {\n    both(): [kplus.Returned<kplus.Mode>, kplus.Returned<kplus.Mode>];\n}\n',
  ],
])('an enum that a class gives fits that of each cdk8s-plus: %s', (_what, text, expected) => {
  expect(published({ [ENTRY]: text })[ENTRY]).toBe(expected);
});

test.each([
  ['a parameter', 'export declare class One {\n    set(mode: kplus.Mode): void;\n}\n'],
  ['an option', 'export interface Options {\n    readonly mode?: kplus.Mode;\n}\n'],
  ['a class of cdk8s-plus', 'export declare class One {\n    asVolume(): kplus.Volume;\n}\n'],
  [
    'one that fits already',
    'export declare class One {\n    mode(): kplus.Returned<kplus.Mode>;\n}\n',
  ],
])('everything else is left as it is: %s', (_what, text) => {
  expect(published({ [ENTRY]: text })[ENTRY]).toBe(text);
});

test.each<[string, { readonly [path: string]: string }, string]>([
  ['no entry', {}, 'src/index.d.ts is not declared'],
  [
    'an import of nothing',
    { [ENTRY]: "export * from './room';\n" },
    'src/index.d.ts: ./room is not declared',
  ],
])('what is missing is an error: %s', (_what, files, message) => {
  expect(() => published(files)).toThrow(message);
});

test('types of data name no file of data', () => {
  const text = "export type Name = keyof (typeof import('./names.json'))['names'];\n";
  expect(published({ [ENTRY]: text })).toEqual({
    [ENTRY]: "export type Name = keyof (any)['names'];\n",
  });
});

test('types that take nothing of cdk8s-plus are an error', () => {
  expect(() => publishedDeclarations(() => '', 'export {};\n')).toThrow(
    'src/plus.d.ts exports nothing of cdk8s-plus',
  );
});

test('what a module needs are its imports and exports, and types that it imports in their place', () => {
  expect(
    importsOf(
      "import { a } from 'a';\nexport * from 'b';\nexport declare const c: import('c').C;\n",
    ).sort(),
  ).toEqual(['a', 'b', 'c']);
});
