import {
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { filesIn, folderWith, removeFolders } from './session';
import { FolderLock, LockLostError, newToken, secretName } from '../../src/cli/lock';

afterEach(removeFolders);

const LOCK = '.cdk8s-volumes.lock';
/** A busy machine may stand still for a while: only what is to happen ends these waits. */
const PATIENCE = { stale: 40, most: 60_000, between: 2 };
const wait = (milliseconds: number) => new Promise<void>((done) => setTimeout(done, milliseconds));
const take = async (folder: string, patience = PATIENCE) =>
  (await FolderLock.take(folder, patience, wait))!;

test('a folder is held by one, then by the next, and nothing is left', async () => {
  const folder = folderWith({});
  const first = await take(folder, { ...PATIENCE, stale: 10_000 });
  let isTaken = false;
  const second = take(folder, { ...PATIENCE, stale: 10_000 }).then((lock) => {
    isTaken = true;
    return lock;
  });
  await wait(30);
  expect(isTaken).toBe(false);
  expect(filesIn(folder)).toEqual({ [LOCK]: first.token });
  first.release();
  (await second).release();
  expect(readdirSync(folder)).toEqual([]);
});

test('a lock that nobody touches is taken over, and who had it is known', async () => {
  const folder = folderWith({});
  const first = await take(folder);
  const second = await take(folder);
  expect(second.left).toEqual([first.token]);
  expect(readdirSync(folder)).toEqual([LOCK]);
});

test("a lock that is found to be nobody's is taken over, however late that is", async () => {
  const folder = folderWith({});
  const first = await take(folder);
  let clock = 0;
  const now = jest.spyOn(performance, 'now').mockImplementation(() => clock);
  try {
    const standStill = () => Promise.resolve(void (clock += 2 * PATIENCE.most));
    expect((await FolderLock.take(folder, PATIENCE, standStill))?.left).toEqual([first.token]);
  } finally {
    now.mockRestore();
  }
});

test('who has lost it finds out, and does not release that of another one', async () => {
  const folder = folderWith({});
  const first = await take(folder);
  const second = await take(folder);
  expect(() => first.hold()).toThrow(LockLostError);
  first.release();
  expect(() => second.hold()).not.toThrow();
  second.release();
  expect(() => second.hold()).toThrow(LockLostError);
});

test('a lock that is touched stays whose it is, and others give up at last', async () => {
  const folder = folderWith({});
  const first = await take(folder);
  let touches = 0;
  // Before each look, however long this process stands still between them.
  const touch = async () => {
    touches += 1;
    utimesSync(join(folder, LOCK), touches, touches);
    await wait(5);
  };
  const patience = { stale: 0, most: 300, between: 2 };
  expect(await FolderLock.take(folder, patience, touch)).toBeUndefined();
  expect(() => first.hold()).not.toThrow();
});

test('its holder touches it', async () => {
  const folder = folderWith({});
  const lock = await take(folder);
  utimesSync(join(folder, LOCK), 1, 1);
  const now = jest.spyOn(performance, 'now').mockReturnValue(performance.now() + 2000);
  lock.hold();
  now.mockRestore();
  const { statSync } = jest.requireActual<typeof import('node:fs')>('node:fs');
  expect(statSync(join(folder, LOCK)).mtimeMs).toBeGreaterThan(1e12);
});

test('who loses it between two looks finds out as well', async () => {
  const folder = folderWith({});
  const lock = await take(folder);
  const fs = jest.requireActual<typeof import('node:fs')>('node:fs');
  const spy = jest.spyOn(fs, 'utimesSync').mockImplementationOnce((...given) => {
    fs.rmSync(join(folder, LOCK));
    fs.utimesSync(...given);
  });
  const now = jest.spyOn(performance, 'now').mockReturnValue(performance.now() + 2000);
  expect(() => lock.hold()).toThrow(LockLostError);
  now.mockRestore();
  spy.mockRestore();
});

test.each([
  ['is empty, as after a crash in the first moment', ''],
  ['holds a path', '../../x'],
])("a lock that %s is taken over, and taken for nobody's", async (_, content) => {
  const folder = folderWith({ [LOCK]: content });
  expect((await take(folder)).left).toEqual([]);
});

test('many who wait for a lock that nobody touches get it one after the other', async () => {
  const folder = folderWith({ [LOCK]: 'x' });
  let holders = 0;
  let most = 0;
  await Promise.all(
    Array.from({ length: 20 }, async () => {
      const lock = await take(folder, { stale: 2000, most: 60_000, between: 1 });
      holders += 1;
      most = Math.max(most, holders);
      await wait(3);
      lock.hold();
      holders -= 1;
      lock.release();
    }),
  );
  expect(most).toBe(1);
  expect(readdirSync(folder)).toEqual([]);
});

test('a lock that changed in the moment in which it was taken away is given back', async () => {
  const folder = folderWith({ [LOCK]: 'stale' });
  const fs = jest.requireActual<typeof import('node:fs')>('node:fs');
  const { renameSync } = fs;
  let isFresh = false;
  const spy = jest.spyOn(fs, 'renameSync').mockImplementationOnce((from, to) => {
    fs.rmSync(from);
    writeFileSync(from, 'fresh');
    renameSync(from, to);
    isFresh = true;
  });
  let held = {};
  const lock = (await FolderLock.take(folder, PATIENCE, async (milliseconds) => {
    await wait(milliseconds);
    if (!isFresh) return;
    isFresh = false;
    held = filesIn(folder);
    fs.rmSync(join(folder, LOCK));
  }))!;
  spy.mockRestore();
  expect(held).toEqual({ [LOCK]: 'fresh' });
  expect(lock.left).toEqual([]);
  expect(filesIn(folder)).toEqual({ [LOCK]: lock.token });
});

test.each([
  ['a folder', (path: string) => mkdirSync(path)],
  ['a link', (path: string) => symlinkSync('/dev/zero', path)],
])('%s in its place is told', async (_, make) => {
  const folder = folderWith({});
  make(join(folder, LOCK));
  await expect(take(folder)).rejects.toMatchObject({ code: 'EISDIR' });
});

test('names are secret: no two are alike, and nothing of the process is in them', () => {
  const names = Array.from({ length: 100 }, () => secretName(newToken(), 'tmp'));
  expect(new Set(names).size).toBe(100);
  expect(names.filter((name) => !/^\.cdk8s-volumes\.[0-9a-f]{32}\.tmp$/.test(name))).toEqual([]);
  expect(readFileSync(join(__dirname, '../../src/cli/lock.ts'), 'utf8')).not.toMatch(
    /process\.pid|Math\.random/,
  );
});
