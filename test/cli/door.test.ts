/** The cache of compiled code, which Node.js keeps: only where nobody else can have written it. */
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import * as modules from 'node:module';
import { join } from 'node:path';
import { buildSync } from 'esbuild';
import { folderWith, removeFolders } from './session';
import { enableCache } from '../../src/cli/door';

afterEach(removeFolders);

/** The folder that Node.js is given in this environment. */
function given(env: NodeJS.ProcessEnv): string | undefined {
  let folder: string | undefined;
  enableCache(
    {
      enableCompileCache: (one) => {
        folder = one;
      },
    },
    env,
  );
  return folder;
}

test('the cache is below XDG_CACHE_HOME, for its owner alone', () => {
  const caches = join(folderWith({}), 'caches');
  expect(given({ XDG_CACHE_HOME: caches, HOME: '/home/ann' })).toBe(join(caches, 'cdk8s-volumes'));
  expect(lstatSync(join(caches, 'cdk8s-volumes')).mode % 0o1000).toBe(0o700);
});

test.each(['', 'caches'])(
  'the cache is below the home folder, if XDG_CACHE_HOME is %j',
  (caches) => {
    const home = folderWith({});
    expect(given({ XDG_CACHE_HOME: caches, HOME: home })).toBe(
      join(home, '.cache', 'cdk8s-volumes'),
    );
    expect(lstatSync(join(home, '.cache')).mode % 0o1000).toBe(0o700);
  },
);

test('a cache of an earlier run is used again', () => {
  const env = { HOME: folderWith({}) };
  expect([given(env), given(env)]).toEqual(
    Array(2).fill(join(env.HOME, '.cache', 'cdk8s-volumes')),
  );
});

test.each<[string, (home: string) => NodeJS.ProcessEnv]>([
  ['there is no home folder', () => ({})],
  ['the home folder is no whole path', () => ({ HOME: '.' })],
  ['the home folder does not exist', (home) => ({ HOME: join(home, 'nobody') })],
  [
    'the folder above XDG_CACHE_HOME does not exist',
    (home) => ({ XDG_CACHE_HOME: join(home, 'no', 'caches') }),
  ],
  [
    'Node.js has a cache of its own already',
    (home) => ({ HOME: home, NODE_COMPILE_CACHE: join(home, 'node') }),
  ],
  [
    'Node.js is asked to cache no code',
    (home) => ({ HOME: home, NODE_DISABLE_COMPILE_CACHE: '1' }),
  ],
])('nothing is cached or written if %s', (_why, envOf) => {
  const home = folderWith({});
  expect(given(envOf(home))).toBeUndefined();
  expect(readdirSync(home)).toEqual([]);
});

test('nothing is cached or written below the home folder of somebody else', () => {
  const home = folderWith({});
  const own = jest.spyOn(process, 'getuid').mockReturnValue(process.getuid!() + 1);
  try {
    expect(given({ HOME: home })).toBeUndefined();
  } finally {
    own.mockRestore();
  }
  expect(readdirSync(home)).toEqual([]);
});

test.each<[string, (folder: string) => void]>([
  ['that its group may write to', (folder) => mkdirWith(folder, 0o770)],
  ['that anybody may write to', (folder) => mkdirWith(folder, 0o702)],
  [
    'that is a link',
    (folder) => {
      mkdirSync(`${folder}-elsewhere`, { mode: 0o700 });
      symlinkSync(`${folder}-elsewhere`, folder);
    },
  ],
  ['that is a file', (folder) => writeFileSync(folder, '', { mode: 0o600 })],
])('nothing is cached in a folder %s', (_what, make) => {
  const caches = folderWith({});
  make(join(caches, 'cdk8s-volumes'));
  expect(given({ XDG_CACHE_HOME: caches })).toBeUndefined();
});

function mkdirWith(folder: string, mode: number): void {
  mkdirSync(folder);
  chmodSync(folder, mode);
}

test('a Node.js without a cache makes no folder', () => {
  const caches = folderWith({});
  enableCache({}, { XDG_CACHE_HOME: caches });
  expect(readdirSync(caches)).toEqual([]);
});

test('the program runs twice, and fills the cache if this Node.js has one', () => {
  const folder = folderWith({
    'cli.js': 'exports.main = () => console.log(process.argv[2]);',
    'enter.js': 'require("./door.js").enter();',
  });
  buildSync({
    entryPoints: [join(__dirname, '..', '..', 'src', 'cli', 'door.ts')],
    bundle: true,
    platform: 'node',
    outfile: join(folder, 'door.js'),
  });
  const env = { PATH: process.env.PATH, HOME: folder };
  for (const word of ['first', 'second']) {
    expect(
      spawnSync(process.execPath, [join(folder, 'enter.js'), word], { encoding: 'utf8', env }),
    ).toMatchObject({ stdout: `${word}\n`, stderr: '', status: 0 });
  }
  const caches = join(folder, '.cache', 'cdk8s-volumes');
  const files = existsSync(caches)
    ? readdirSync(caches, { recursive: true, withFileTypes: true }).filter((one) => one.isFile())
    : [];
  expect(files).toHaveLength('enableCompileCache' in modules ? 1 : 0);
});

test('the program runs where its cache cannot be written', () => {
  const folder = folderWith({
    'cli.js': 'exports.main = () => console.log("ran");',
    'enter.js': 'require("./door.js").enter();',
    '.cache': 'a file',
  });
  buildSync({
    entryPoints: [join(__dirname, '..', '..', 'src', 'cli', 'door.ts')],
    bundle: true,
    platform: 'node',
    outfile: join(folder, 'door.js'),
  });
  const env = { PATH: process.env.PATH, HOME: folder };
  expect(
    spawnSync(process.execPath, [join(folder, 'enter.js')], { encoding: 'utf8', env }),
  ).toMatchObject({ stdout: 'ran\n', stderr: '', status: 0 });
});
