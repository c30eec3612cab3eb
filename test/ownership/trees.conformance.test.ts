/* eslint-disable no-bitwise */
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, posix } from 'node:path';
import { casesOf } from './cases';
import {
  canHave,
  Entry,
  hasIds,
  installedShells,
  isRoot,
  makeTree,
  readTree,
  removeTree,
  RunAs,
  runScript,
  Shell,
} from './shells';
import { ScriptVolume } from '../../src/ownership/script';
import { sayReplayed } from '../support/conformance';
import { sampleOf } from '../support/size';

interface Run {
  error: string;
  changed: string[];
  after?: Entry[];
}
interface Case {
  id: string;
  needs?: string[];
  input: {
    fsGroup: number | null;
    fsGroupChangePolicy: string | null;
    readOnly: boolean;
    readOnlyMount?: boolean;
    runAs?: RunAs;
    tree: Entry[];
  };
  specialBitsPutBack?: string[];
  firstRun: Run;
  secondRun?: Run;
  addedBetweenRuns?: Entry[];
}

const CASES: Case[] = casesOf('trees');
const SHELLS = isRoot() ? installedShells() : [];
const possible = new Map<string, boolean>();

/** Why a case is not for the script, or cannot be made here; undefined if it is replayed. */
function leftOut({ needs = [], input: { fsGroup, runAs, tree } }: Case): string | undefined {
  if (!isRoot()) return 'only root can give files to groups';
  if (fsGroup !== null && fsGroup < 0) return 'a group that the API server refuses';
  if (
    !hasIds(
      tree.map(({ uid }) => uid),
      [...tree.map(({ gid }) => gid), fsGroup ?? 0],
    )
  ) {
    return 'an id that this user namespace does not have';
  }
  const missing = [...needs, ...(runAs ? ['runAs'] : [])].find((need) => {
    if (!possible.has(need)) possible.set(need, canHave(need));
    return !possible.get(need);
  });
  return missing === undefined ? undefined : `needs ${missing}, which is not possible here`;
}

const reasons = new Map<string, number>();
const replayed = CASES.filter((one) => {
  const reason = leftOut(one);
  if (reason !== undefined) reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
  return reason === undefined;
});

test('there are cases, and shells to replay them with', () => {
  sayReplayed(
    `ownership/trees (${SHELLS.map(({ name }) => name).join(', ') || 'skipped: not root'})`,
    replayed.length,
    reasons,
  );
  expect(CASES.length).toBeGreaterThan(0);
});

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'trees-'));
  chmodSync(folder, 0o755);
});
afterEach(() => {
  removeTree(join(folder, 'volume'));
  removeTree(folder);
});

/**
 * Kubelet puts back what the kernel takes away; the script does not, which is the one thing that
 * differs.
 */
function withoutSpecialBits(entries: readonly any[], paths: readonly string[] = []): object[] {
  return entries.map((entry) =>
    paths.includes(entry.path) ? { ...entry, mode: `0${entry.mode.slice(1)}` } : entry,
  );
}

/** The root, or what it is a link to. */
function rootOf(entries: readonly Entry[]): Entry | undefined {
  const root = entries.find(({ path }) => path === '.');
  if (root?.type !== 'symlink') return root;
  const at = posix.join('..', root.target!);
  return entries.find(({ path }) => posix.normalize(path) === at);
}

function isRight(entries: readonly Entry[], { fsGroup, readOnly }: Case['input']): boolean {
  const root = rootOf(entries);
  return root?.type === 'dir' && !differs(root, { fsGroup, readOnly });
}

/**
 * Whether an entry is not as it should be, so that it is written to, even where that changes
 * nothing.
 */
function differs(
  { type, mode = '0', gid }: Entry,
  { fsGroup, readOnly }: Pick<Case['input'], 'fsGroup' | 'readOnly'>,
): boolean {
  const bits = type === 'symlink' ? 0 : (type === 'dir' ? 0o2110 : 0) | (readOnly ? 0o440 : 0o660);
  return gid !== fsGroup || (parseInt(mode, 8) & bits) !== bits;
}

(SHELLS.length > 0
  ? describe.each(SHELLS.map((shell) => [shell.name, shell] as const))
  : describe.skip.each([['(skipped: no shell is installed)', {} as Shell]]))(
  '%s',
  (_name, shell: Shell) => {
    // Each case with one of the shells, at least.
    const own = sampleOf(replayed, SHELLS.length, SHELLS.indexOf(shell));
    (own.length > 0
      ? test.each(own.map((one) => [one.id, one] as const))
      : test.skip.each([['(skipped: the folder has no case for this)', CASES[0]]]))(
      '%s',
      (_id, { input, firstRun, secondRun, addedBetweenRuns = [], specialBitsPutBack }) => {
        const root = join(folder, 'volume');
        makeTree(root, input.tree);
        if (input.readOnlyMount) {
          for (const args of [
            ['--bind', root, root],
            ['-o', 'remount,ro,bind', root],
          ]) {
            spawnSync('mount', args);
          }
        }
        const run = () => {
          // Without a group there is no init container.
          if (input.fsGroup === null) return 0;
          const policy =
            input.fsGroupChangePolicy === 'OnRootMismatch' ? 'OnRootMismatch' : 'Always';
          const volume: ScriptVolume = {
            path: root,
            gid: input.fsGroup,
            isOnlyRead: input.readOnly,
            policy,
          };
          return runScript(shell, [volume], input.runAs).status;
        };

        const after = firstRun.after ?? input.tree;
        const status = run();
        const first = readTree(root, after);
        expect(withoutSpecialBits(first.found, specialBitsPutBack)).toEqual(
          withoutSpecialBits(clean(after), specialBitsPutBack),
        );
        expect(status).toBe(
          input.fsGroup === null || (firstRun.error === '' && isRight(after, input)) ? 0 : 1,
        );

        if (!existsSync(root)) return;
        makeTree(root, addedBetweenRuns);
        const between = [...after, ...addedBetweenRuns];
        const before = readTree(root, between);
        run();
        const afterSecond = secondRun?.after ?? between;
        const second = readTree(root, afterSecond);
        expect(withoutSpecialBits(second.found, specialBitsPutBack)).toEqual(
          withoutSpecialBits(clean(afterSecond), specialBitsPutBack),
        );
        // Only what differs is written to, also where it goes on to differ since nobody may change
        // it.
        const touched = [...second.times]
          .filter(([path, time]) => before.times.get(path) !== time)
          .map(([path]) => path);
        expect(
          touched.filter(
            (path) => !between.some((entry) => entry.path === path && differs(entry, input)),
          ),
        ).toEqual([]);
      },
    );
  },
);

function clean(entries: readonly Entry[]): object[] {
  return entries.map((entry) =>
    Object.fromEntries(Object.entries(entry).filter(([, one]) => one !== undefined)),
  );
}
