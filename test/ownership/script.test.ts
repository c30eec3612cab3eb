import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  canHave,
  Entry,
  installedShells,
  isRoot,
  makeTree,
  readTree,
  removeTree,
  runScript,
  Shell,
  startScript,
} from './shells';
import {
  argumentsOf,
  OWNERSHIP_SCRIPT,
  scriptArguments,
  ScriptVolume,
} from '../../src/ownership/script';
import { sized } from '../support/size';

const SHELLS = isRoot() ? installedShells() : [];
const GID = 2000;
const WRONG: Entry[] = [
  { path: '.', type: 'dir', mode: '0755', uid: 0, gid: 0 },
  ...Array.from({ length: 6 }, (_, folder) => [
    { path: `d${folder}`, type: 'dir', mode: '0700', uid: 1000, gid: 1000 },
    ...Array.from({ length: 10 }, (_file, file) => ({
      path: `d${folder}/f ${file}`,
      type: 'file',
      mode: '0600',
      uid: 1000,
      gid: 1000,
    })),
  ]).flat(),
];
const RIGHT = WRONG.map((entry) => ({
  ...entry,
  gid: GID,
  mode: entry.path === '.' ? '2775' : entry.type === 'dir' ? '2770' : '0660',
}));

let folder: string;
let root: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'script-'));
  chmodSync(folder, 0o755);
  root = join(folder, 'volume');
});
afterEach(() => {
  removeTree(root);
  removeTree(folder);
});

const volume = (more: Partial<ScriptVolume> = {}): ScriptVolume => ({
  path: root,
  gid: GID,
  policy: 'OnRootMismatch',
  ...more,
});
/** The tree as it was, without making it anew. */
const reset = () => {
  for (const { path, uid, gid, mode } of WRONG) {
    chownSync(join(root, path), uid, gid);
    chmodSync(join(root, path), parseInt(mode!, 8));
  }
};
const now = () => readTree(root, WRONG).found;

test('nothing in the script is anything that Kubernetes or Flux would expand', () => {
  expect(OWNERSHIP_SCRIPT).not.toMatch(/\$\(|\$\$|\$\{/);
});

test('arguments are five for each volume, and can be read again', () => {
  const args = scriptArguments([
    { path: '/volumes/0', gid: 5, policy: 'Always' },
    { path: '/volumes/1', gid: 6, user: 7, isOnlyRead: true, policy: 'Verify' },
  ]);
  expect(args).toEqual([
    '/volumes/0',
    '5',
    'rw',
    'Always',
    '-',
    '/volumes/1',
    '6',
    'r',
    'Verify',
    '7',
  ]);
  expect(argumentsOf(args)).toEqual([
    { path: '/volumes/0', gid: 5 },
    { path: '/volumes/1', gid: 6 },
  ]);
});

test.each([
  [undefined],
  ['/volumes/0'],
  [['/volumes/0', '5']],
  [['/volumes/0', 'staff', 'rw', 'Always', '-']],
])("the arguments %j are not volume's", (args) => {
  expect(argumentsOf(args)).toEqual([]);
});

test(
  isRoot() ? 'there are shells to run it with' : 'skipped: only root can give files to groups',
  () => {
    expect(SHELLS.length > 0 || !isRoot()).toBe(true);
  },
);

(SHELLS.length > 0
  ? describe.each(SHELLS.map((shell) => [shell.name, shell] as const))
  : describe.skip.each([['(skipped: no shell is installed)', {} as Shell]]))(
  '%s',
  (_name, shell: Shell) => {
    const KILLS = sized(50, 10);
    test('killed anywhere, the root is right only if everything is, and the next run completes it', async () => {
      makeTree(root, WRONG);
      const began = performance.now();
      runScript(shell, [volume()]);
      let whole = performance.now() - began;
      let killed = 0;
      for (let at = 0; at < KILLS; at += 1) {
        reset();
        // Spread over the whole run, in an order of their own.
        const started = performance.now();
        const status = await startScript(shell, [volume()], whole * (((at * 17) % KILLS) / KILLS));
        if (status === null) killed += 1;
        // The machine was busier before.
        else whole = Math.min(whole, performance.now() - started);
        const found = now();
        if ((found[0] as Entry).gid === GID && (found[0] as Entry).mode === '2775') {
          expect(found).toEqual(RIGHT);
        }
        expect(runScript(shell, [volume()])).toEqual({ status: 0, text: '' });
        expect(now()).toEqual(RIGHT);
      }
      expect(killed).toBeGreaterThan(KILLS / 10);
    });

    test('four at once on one tree all succeed', async () => {
      makeTree(root, WRONG);
      expect(await Promise.all([1, 2, 3, 4].map(() => startScript(shell, [volume()])))).toEqual([
        0, 0, 0, 0,
      ]);
      expect(now()).toEqual(RIGHT);
    });

    test('files that come and go meanwhile do not stop it', async () => {
      makeTree(root, WRONG);
      const coming = join(root, 'd0');
      let status: number | null | undefined;
      const done = startScript(shell, [volume()]).then((exit) => (status = exit));
      // For as long as it runs, so that every one of its walks meets files that are gone a moment
      // later.
      for (let round = 0; round < 10_000 && status === undefined; round += 1) {
        for (let file = 0; file < 20; file += 1) writeFileSync(join(coming, `new ${file}`), '');
        await new Promise((resolve) => setImmediate(resolve));
        for (let file = 0; file < 20; file += 1) rmSync(join(coming, `new ${file}`));
      }
      expect(await done).toBe(0);
      expect(now()).toEqual(RIGHT);
    });

    test('what is always gone before find gets there does not stop it', () => {
      makeTree(root, WRONG);
      const tools = join(folder, 'tools');
      mkdirSync(tools);
      const find = join(tools, 'find');
      const messages = [
        "find: './d0/new': No such file or directory",
        'find: ./d0/other: No such file or directory',
      ];
      writeFileSync(
        find,
        `#!/bin/sh\nPATH=${shell.path}\nfind "$@"\n${messages.map((line) => `echo "${line}" >&2\n`).join('')}exit 1\n`,
      );
      chmodSync(find, 0o755);
      const hasty = { ...shell, path: `${tools}:${shell.path}` };
      // The root is the last that is changed, and this find never succeeds with it.
      expect(runScript(hasty, [volume()]).text).not.toContain('can be read');
      expect(now()).toEqual(RIGHT);
    });

    // The find of toybox runs the commands of toybox itself.
    (shell.name === 'toybox' ? test.skip : test)(
      'what the first pass has missed, without any complaint, the next one finds',
      () => {
        makeTree(root, WRONG);
        const tools = join(folder, 'tools');
        mkdirSync(tools);
        const missing = (name: string) =>
          `#!/bin/sh\nPATH=${shell.path}:/usr/bin:/bin\nif mkdir "${tools}/${name}-missed" 2>/dev/null; then exit 0; fi\nexec ${name} "$@"\n`;
        for (const name of ['chgrp', 'chmod']) {
          writeFileSync(join(tools, name), missing(name));
          chmodSync(join(tools, name), 0o755);
        }
        expect(runScript({ ...shell, path: `${tools}:${shell.path}` }, [volume()])).toEqual({
          status: 0,
          text: '',
        });
        expect(now()).toEqual(RIGHT);
      },
    );

    test('what cannot be read stops it, and is told', () => {
      const unreadable: Entry[] = [
        { path: '.', type: 'dir', mode: '0755', uid: 1000, gid: 1000 },
        { path: 'closed', type: 'dir', mode: '0700', uid: 0, gid: 0 },
      ];
      makeTree(root, unreadable);
      const { status, text } = runScript(shell, [volume()], {
        uid: 1000,
        gid: 1000,
        groups: [GID],
      });
      expect({ status, text }).toEqual({
        status: 1,
        text: expect.stringContaining('Permission denied'),
      });
      expect(text).toContain(
        `volume-ownership: not all of ${root} can be read, so its root stays as it is and the next start tries again\n`,
      );
      expect(readTree(root, [unreadable[0]]).found).toEqual([unreadable[0]]);
    });

    test('a root that is right is the end of it, and Always looks below', () => {
      makeTree(root, RIGHT);
      chmodSync(join(root, 'd1'), 0o700);
      expect(runScript(shell, [volume()])).toEqual({ status: 0, text: '' });
      expect(readTree(root, [{ ...WRONG[1], path: 'd1' }]).found).toEqual([
        { path: 'd1', type: 'dir', mode: '0700', uid: 1000, gid: GID },
      ]);
      expect(runScript(shell, [volume({ policy: 'Always' })])).toEqual({ status: 0, text: '' });
      expect(now()).toEqual(RIGHT);
    });

    test('a user gets what is not yet theirs, and a root of somebody else is not right', () => {
      makeTree(root, RIGHT);
      expect(runScript(shell, [volume({ user: 3000 })])).toEqual({ status: 0, text: '' });
      expect(now()).toEqual(RIGHT.map((entry) => ({ ...entry, uid: 3000 })));
      const { times } = readTree(root, WRONG);
      expect(runScript(shell, [volume({ user: 3000, policy: 'Always' })])).toEqual({
        status: 0,
        text: '',
      });
      expect(readTree(root, WRONG).times).toEqual(times);
      const { status, text } = runScript(shell, [volume({ user: 3001, policy: 'Verify' })]);
      expect({ status, line: text.split('\n')[0] }).toEqual({
        status: 1,
        line: `volume-ownership: ${root} is to belong to user 3001`,
      });
    });

    test('Verify changes nothing and tells what is wrong', () => {
      makeTree(root, WRONG);
      const { status, text } = runScript(shell, [volume({ policy: 'Verify' })]);
      expect(status).toBe(1);
      expect(text).toMatch(
        new RegExp(
          `^volume-ownership: ${root} does not belong to group 2000 with mode 2770, but is:\ndrwxr-xr-x .* 0 +0 .*${root}\n$`,
        ),
      );
      expect(now()).toEqual(WRONG);
      makeTree(root, []);
      runScript(shell, [volume()]);
      expect(runScript(shell, [volume({ policy: 'Verify' })])).toEqual({ status: 0, text: '' });
    });

    test('of several volumes each gets its own group, also after one that fails', () => {
      const [first, second] = ['a', 'b'].map((name) => join(folder, name));
      mkdirSync(first);
      mkdirSync(second);
      const { status } = runScript(shell, [
        volume({ path: join(folder, 'nowhere') }),
        volume({ path: first, gid: 3000 }),
        volume({ path: second, isOnlyRead: true }),
      ]);
      expect(status).toBe(1);
      const of = (path: string) => readTree(path, [WRONG[0]]).found[0];
      expect([of(first), of(second)]).toEqual([
        { path: '.', type: 'dir', mode: '2775', uid: 0, gid: 3000 },
        { path: '.', type: 'dir', mode: '2755', uid: 0, gid: GID },
      ]);
    });

    test('a directory of snapshots that can be changed is one like any other', () => {
      makeTree(root, [
        WRONG[0],
        { path: '.snapshot', type: 'dir', mode: '0755', uid: 0, gid: 0 },
        { path: '.snapshot/x', type: 'file', mode: '0600', uid: 0, gid: 0 },
      ]);
      expect(runScript(shell, [volume()])).toEqual({ status: 0, text: '' });
      expect(readTree(root, [{ path: '.snapshot/x', type: 'file', uid: 0, gid: 0 }]).found).toEqual(
        [{ path: '.snapshot/x', type: 'file', mode: '0660', uid: 0, gid: GID }],
      );
    });

    const unmountable = canHave('mount') ? '' : ' (skipped: only root can mount)';
    (unmountable ? test.skip : test)(
      `snapshots that cannot be changed are passed over silently, other files with one${unmountable}`,
      () => {
        makeTree(root, [
          WRONG[0],
          ...['.snapshot', 'fixed'].flatMap((path) => [
            { path, type: 'dir', mode: '0755', uid: 0, gid: 0, mount: 'tmpfs' },
            { path: `${path}/x`, type: 'file', mode: '0600', uid: 0, gid: 0 },
          ]),
        ]);
        for (const path of ['.snapshot', 'fixed']) {
          spawnSync('mount', ['-o', 'remount,ro', join(root, path)]);
        }
        const { status, text } = runScript(shell, [volume()]);
        expect({ status, lines: text.trim().split('\n').sort() }).toEqual({
          status: 0,
          lines: [
            `volume-ownership: cannot give ./fixed of ${root} to group 2000`,
            `volume-ownership: cannot give ./fixed/x of ${root} to group 2000`,
          ],
        });
      },
    );

    (unmountable ? test.skip : test)(
      `a folder that is mounted read-only is passed over, and the rest is done${unmountable}`,
      () => {
        makeTree(root, [
          WRONG[0],
          { path: 'a', type: 'file', mode: '0600', uid: 0, gid: 0 },
          { path: 'bound', type: 'dir', mode: '0755', uid: 0, gid: 0 },
        ]);
        const outside: Entry[] = [
          { path: '.', type: 'dir', mode: '0755', uid: 0, gid: 0 },
          { path: 'x', type: 'file', mode: '0600', uid: 0, gid: 0 },
        ];
        makeTree(join(folder, 'outside'), outside);
        for (const args of [
          ['--bind', join(folder, 'outside'), join(root, 'bound')],
          ['-o', 'remount,bind,ro', join(root, 'bound')],
        ]) {
          spawnSync('mount', args);
        }
        for (let time = 0; time < 2; time += 1) {
          const { status, text } = runScript(shell, [volume({ policy: 'Always' })]);
          expect({ status, lines: text.trim().split('\n').sort() }).toEqual({
            status: 0,
            lines: [
              `volume-ownership: cannot give ./bound of ${root} to group 2000`,
              `volume-ownership: cannot give ./bound/x of ${root} to group 2000`,
            ],
          });
        }
        expect(readTree(join(folder, 'outside'), outside).found).toEqual(outside);
        expect(
          readTree(root, [WRONG[0], { path: 'a', type: 'file', uid: 0, gid: 0 }]).found.map(
            ({ gid }: any) => gid,
          ),
        ).toEqual([GID, GID]);
      },
    );

    test('a folder that is mounted there and can be changed is walked like any other', () => {
      if (unmountable) return;
      makeTree(root, [
        WRONG[0],
        { path: 'sub', type: 'dir', mode: '0755', uid: 0, gid: 0, mount: 'tmpfs' },
        { path: 'sub/x', type: 'file', mode: '0600', uid: 0, gid: 0 },
      ]);
      expect(runScript(shell, [volume()])).toEqual({ status: 0, text: '' });
      expect(readTree(root, [{ path: 'sub/x', type: 'file', uid: 0, gid: 0 }]).found).toEqual([
        { path: 'sub/x', type: 'file', mode: '0660', uid: 0, gid: GID },
      ]);
    });

    test.each([[1000], [3000]])(
      'a root that belongs to the group %d and may not go to another is never called right, and is as before after a second run',
      (gid) => {
        const own: Entry[] = [
          { path: '.', type: 'dir', mode: '0755', uid: 1000, gid },
          { path: 'a', type: 'file', mode: '0600', uid: 1000, gid: 1000 },
        ];
        makeTree(root, own);
        const run = () => runScript(shell, [volume()], { uid: 1000, gid: 1000, groups: [] });
        const first = run();
        const between = readTree(root, own);
        // The group that somebody is in can be inherited; the kernel drops the bit of any other.
        expect(between.found).toEqual([
          { ...own[0], mode: gid === 1000 ? '2775' : '0775' },
          { ...own[1], mode: '0660' },
        ]);
        expect(first).toEqual({
          status: 1,
          text: expect.stringContaining(
            `volume-ownership: ${root} does not belong to group 2000 with mode 2770, but is:\n`,
          ),
        });
        expect(run()).toEqual(first);
        expect(readTree(root, own).found).toEqual(between.found);
      },
    );

    test('a root that is a link to a folder that is right is left as it is, and Always changes the link alone', () => {
      const outside: Entry[] = [
        { path: '.', type: 'dir', mode: '2770', uid: 0, gid: GID },
        { path: 'x', type: 'file', mode: '0600', uid: 0, gid: 0 },
      ];
      makeTree(join(folder, 'outside'), outside);
      const link: Entry = { path: '.', type: 'symlink', uid: 0, gid: 0, target: 'outside' };
      makeTree(root, [link]);
      const before = readTree(join(folder, 'outside'), outside);
      expect(runScript(shell, [volume()])).toEqual({ status: 0, text: '' });
      expect(readTree(root, [link]).found).toEqual([link]);
      expect(runScript(shell, [volume({ policy: 'Always' })])).toEqual({ status: 0, text: '' });
      expect(readTree(root, [link]).found).toEqual([{ ...link, gid: GID }]);
      expect(readTree(join(folder, 'outside'), outside)).toEqual(before);
    });

    test('no file is left behind', () => {
      makeTree(root, WRONG.slice(0, 3));
      runScript(shell, [volume()]);
      expect(readdirSync(root)).toEqual(['d0']);
      expect(existsSync(join(root, 'd0'))).toBe(true);
    });
  },
);
