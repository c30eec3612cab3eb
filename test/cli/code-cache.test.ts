/** Code that is kept for the next run: only where nobody else can have written it. */
import { chmodSync, linkSync, lstatSync, mkdirSync, readdirSync, readFileSync, symlinkSync, truncateSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { folderWith, removeFolders } from './session';
import { cacheFolder, Kept, runModule } from '../../src/cli/code-cache';

afterEach(removeFolders);

// As much as V8 thinks worth compiling, and something of everything that a module is given.
const SCRIPT = `exports.answer = () => ({ sum: ${Array.from({ length: 200 }, (_, index) => index).join(' + ')}, name: require('node:path').basename(__filename), own: module.exports === exports });`;
const ANSWER = { sum: 19900, name: 'script.js', own: true };
const kept = (folder: string): Kept => ({ folder: join(folder, 'cache', 'cdk8s-volumes'), name: 'one' });

function runIn(folder: string, at: Kept | undefined = kept(folder)): boolean {
  const module = runModule(join(folder, 'script.js'), at, require);
  expect((module.exports as { answer(): object }).answer()).toEqual(ANSWER);
  module.keep();
  return module.isKept;
}

test('the second run takes what the first one has compiled', () => {
  const folder = folderWith({ 'script.js': SCRIPT });
  expect([runIn(folder), runIn(folder)]).toEqual([false, true]);
  expect(readdirSync(kept(folder).folder)).toEqual(['one.v8']);
  expect(lstatSync(kept(folder).folder).mode % 0o1000).toBe(0o700);
  expect(lstatSync(join(kept(folder).folder, 'one.v8')).mode % 0o1000).toBe(0o600);
});

test('without a place to keep it, a script runs all the same', () => {
  expect(runIn(folderWith({ 'script.js': SCRIPT }), undefined)).toBe(false);
});

test('another script under the same name is compiled anew', () => {
  const folder = folderWith({ 'script.js': `${SCRIPT}// longer` });
  runIn(folder);
  writeFileSync(join(folder, 'script.js'), SCRIPT);
  expect([runIn(folder), runIn(folder)]).toEqual([false, true]);
});

test.each<[string, (folder: string) => void]>([
  ['a folder that others may write to', (folder) => chmodSync(folder, 0o777)],
  ['a file that others may write to', (folder) => chmodSync(join(folder, 'one.v8'), 0o666)],
  ['a file with a second name', (folder) => linkSync(join(folder, 'one.v8'), join(folder, 'other'))],
  ['a link', (folder) => {
    writeFileSync(join(folder, '..', 'elsewhere'), readFileSync(join(folder, 'one.v8')));
    chmodSync(join(folder, '..', 'elsewhere'), 0o600);
    symlinkSync('../elsewhere', join(folder, 'link.v8'));
  }],
  ['a file that was cut off', (folder) => truncateSync(join(folder, 'one.v8'), 1000)],
  ['an empty file', (folder) => truncateSync(join(folder, 'one.v8'))],
  ['a file with a spoilt byte', (folder) => {
    const bytes = readFileSync(join(folder, 'one.v8'));
    bytes[1000] = 255 - bytes[1000];
    writeFileSync(join(folder, 'one.v8'), bytes);
  }],
])('nothing is taken from %s', (what, spoil) => {
  const folder = folderWith({ 'script.js': SCRIPT });
  const at = kept(folder);
  runIn(folder);
  spoil(at.folder);
  expect(runModule(join(folder, 'script.js'), what === 'a link' ? { ...at, name: 'link' } : at, require).isKept).toBe(false);
});

test('nothing is kept in a folder that others may write to', () => {
  const folder = folderWith({ 'script.js': SCRIPT });
  mkdirSync(kept(folder).folder, { recursive: true });
  chmodSync(kept(folder).folder, 0o777);
  runIn(folder);
  expect(readdirSync(kept(folder).folder)).toEqual([]);
});

test('where no folder can be made, nothing is kept', () => {
  const folder = folderWith({ 'script.js': SCRIPT, 'cache': 'a file' });
  expect([runIn(folder), runIn(folder)]).toEqual([false, false]);
  expect(readFileSync(join(folder, 'cache'), 'utf8')).toBe('a file');
});

test('what is older than a month is removed when something is kept, and no sooner', () => {
  const folder = folderWith({ 'script.js': SCRIPT });
  mkdirSync(kept(folder).folder, { recursive: true, mode: 0o700 });
  const daysAgo = (days: number) => Date.now() / 1000 - days * 24 * 60 * 60;
  for (const [name, days] of [['old.v8', 31], ['young.v8', 29]] as const) {
    writeFileSync(join(kept(folder).folder, name), '');
    utimesSync(join(kept(folder).folder, name), daysAgo(days), daysAgo(days));
  }
  runIn(folder);
  expect(readdirSync(kept(folder).folder).sort()).toEqual(['one.v8', 'young.v8']);
});

test.each<[string, NodeJS.ProcessEnv, string | undefined]>([
  ['XDG_CACHE_HOME', { XDG_CACHE_HOME: '/caches', HOME: '/home/ann' }, '/caches/cdk8s-volumes'],
  ['the home folder', { HOME: '/home/ann' }, '/home/ann/.cache/cdk8s-volumes'],
  ['the home folder, if XDG_CACHE_HOME is no whole path', { XDG_CACHE_HOME: 'caches', HOME: '/home/ann' }, '/home/ann/.cache/cdk8s-volumes'],
  ['nowhere without a home', {}, undefined],
  ['nowhere with a home that is no whole path', { HOME: '' }, undefined],
  ['nowhere if Node.js is told to keep no code', { XDG_CACHE_HOME: '/caches', NODE_DISABLE_COMPILE_CACHE: '1' }, undefined],
])('code is kept in %s', (_where, env, folder) => {
  expect(cacheFolder(env)).toBe(folder);
});
