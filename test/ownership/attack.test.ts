/**
 * Somebody who works against the script while it runs: exchanges files and links, or makes paths
 * that no command can take.
 */
import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cannotContain, runInitContainers } from './contained';
import {
  Entry,
  installedShells,
  isRoot,
  makeTree,
  readTree,
  removeTree,
  runScript,
  Shell,
} from './shells';
import { applyOwnership } from '../../src/ownership/build';
import { PlannedMount } from '../../src/ownership/plan';
import { OWNERSHIP_SCRIPT, scriptArguments } from '../../src/ownership/script';

const SHELLS = isRoot() ? installedShells() : [];
const UNCONTAINED = SHELLS.length > 0 ? cannotContain() : 'only root can give files to groups';
const NOTE = UNCONTAINED === undefined ? '' : ` (skipped: ${UNCONTAINED})`;

/**
 * What whoever has the volume `mine` exchanges with a file and a folder: links into another volume
 * of the pod.
 */
const MINE: Entry[] = [
  { path: '.', type: 'dir', mode: '0755', uid: 0, gid: 0 },
  { path: 'file', type: 'file', mode: '0600', uid: 1000, gid: 1000 },
  { path: 'folder', type: 'dir', mode: '0700', uid: 1000, gid: 1000 },
  { path: 'folder/key', type: 'file', mode: '0600', uid: 1000, gid: 1000 },
  { path: 'file-link', type: 'symlink', uid: 1000, gid: 1000, target: '/volumes/1/key' },
  { path: 'folder-link', type: 'symlink', uid: 1000, gid: 1000, target: '/volumes/1' },
];
/** The other volume, which is right, so that nobody has to look at its files. */
const OTHER: Entry[] = [
  { path: '.', type: 'dir', mode: '2770', uid: 0, gid: 3000 },
  { path: 'key', type: 'file', mode: '0600', uid: 1001, gid: 1001 },
];

const mount = (volume: string, gid: number): PlannedMount => ({
  volume,
  gid,
  policy: 'OnRootMismatch',
});
const MOUNTS = [mount('mine', 2000), mount('other', 3000)];
const plan = {
  volumes: [],
  findings: [],
  supplementalGroups: [],
  mounts: MOUNTS,
  image: 'tools',
  openshift: false,
};
const POD: any = applyOwnership({}, plan);
/** The same volumes in one container, as a comparison: what the attack does where it can. */
const TOGETHER = {
  initContainers: [
    {
      command: ['sh', '-c', OWNERSHIP_SCRIPT, 'volume-ownership'],
      args: scriptArguments(MOUNTS.map((one, index) => ({ ...one, path: `/volumes/${index}` }))),
      volumeMounts: MOUNTS.map(({ volume: name }, index) => ({
        name,
        mountPath: `/volumes/${index}`,
      })),
    },
  ],
};

let folder: string;
const mine = () => join(folder, 'mine');
const other = () => join(folder, 'other');
const surroundings = () => ({ folder, volumes: { mine: mine(), other: other() } });

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'attack-'));
  chmodSync(folder, 0o755);
});
afterEach(() => removeTree(folder));

/** A command that is quick to exchange what find has just seen, before it does its work. */
const hasty = (name: string, { path }: Shell) => `#!/bin/sh
PATH=${path}:/usr/bin:/bin
cd /volumes/0
for name in file folder; do
  if [ -L $name-link ] && [ ! -L $name ]; then mv $name $name-away && mv $name-link $name; fi
done
exec ${name} "$@"
`;

/** Exchanges file and link, folder and link, over and over, until it is ended. */
const EXCHANGE = `import ctypes, sys
libc = ctypes.CDLL(None)
names = [[(sys.argv[1] + "/" + name).encode() for name in (one, one + "-link")] for one in ("file", "folder")]
print("ready", flush=True)
while True:
  for one, link in names:
    libc.renameat2(-100, one, -100, link, 2)
`;

(SHELLS.length > 0
  ? describe.each(SHELLS.map((shell) => [shell.name, shell] as const))
  : describe.skip.each([['(skipped: only root can give files to groups)', {} as Shell]]))(
  '%s',
  (_name, shell: Shell) => {
    const contained = UNCONTAINED === undefined ? test : test.skip;

    // The find of toybox runs the commands of toybox itself, so nothing comes between them.
    const HASTY =
      NOTE ||
      (shell.name === 'toybox' ? ' (skipped: nothing comes between two commands of toybox)' : '');

    (HASTY === '' ? test : test.skip).each([
      [
        'what is exchanged at the worst moment is another volume, where one container has both',
        TOGETHER,
        true,
      ],
      ['a container has one volume, so nothing else is reached', POD, false],
    ])(`%s${HASTY}`, async (_, pod, isReached) => {
      makeTree(mine(), MINE);
      makeTree(other(), OTHER);
      const commands = Object.fromEntries(
        ['chmod', 'chgrp'].map((name) => [name, hasty(name, shell)]),
      );
      await runInitContainers(pod, shell, { ...surroundings(), commands });
      const after = readTree(other(), OTHER).found;
      if (isReached) expect(after).not.toEqual(OTHER);
      else expect(after).toEqual(OTHER);
    });

    contained(
      `another volume stays as it is while files and links are exchanged over and over${NOTE}`,
      async () => {
        makeTree(mine(), MINE);
        makeTree(other(), OTHER);
        const attacker = spawn('python3', ['-c', EXCHANGE, mine()], {
          stdio: ['ignore', 'pipe', 'inherit'],
        });
        await new Promise((resolve) => attacker.stdout.once('data', resolve));
        try {
          for (let run = 0; run < 3; run += 1) {
            await runInitContainers(POD, shell, surroundings());
            chmodSync(mine(), 0o755);
          }
        } finally {
          attacker.kill('SIGKILL');
        }
        expect(readTree(other(), OTHER).found).toEqual(OTHER);
      },
    );

    describe('folders in folders', () => {
      const root = () => join(folder, 'deep');
      /**
       * Makes folders in folders, of which the last has a path of so many bytes from the root, and
       * a file beside the first.
       */
      const dig = (bytes: number) => {
        makeTree(root(), [{ path: '.', type: 'dir', mode: '0755', uid: 0, gid: 0 }]);
        const names = Array.from({ length: Math.floor((bytes - 2) / 101) }, () => 'd'.repeat(100));
        const left = bytes - 1 - names.length * 101;
        spawnSync('python3', [
          '-c',
          'import os,sys\nos.chdir(sys.argv[1])\nfor name in sys.argv[2:]:\n  os.mkdir(name); os.chdir(name)',
          root(),
          ...names,
          'd'.repeat(left - 1),
        ]);
        writeFileSync(join(root(), 'm'), '', { mode: 0o600 });
      };
      const groups = () =>
        spawnSync('find', [root(), '!', '-group', '2000', '-printf', 'x'], { encoding: 'utf8' })
          .stdout.length;
      const ROOT: Entry = { path: '.', type: 'dir', mode: '0755', uid: 0, gid: 0 };
      const run = () => runScript(shell, [{ path: root(), gid: 2000, policy: 'OnRootMismatch' }]);
      /** PATH_MAX without the zero at the end. */
      const LONGEST = 4095;

      test('are all given to the group as long as paths reach them', () => {
        dig(LONGEST);
        expect({ status: run().status, left: groups() }).toEqual({ status: 0, left: 0 });
      });

      test.each([[1], [1000]])(
        'beyond it by %d, the run fails aloud, again and again, and the root stays as it is',
        (more) => {
          dig(LONGEST + more);
          for (let time = 0; time < 2; time += 1) {
            const { status, text } = run();
            const line = `volume-ownership: not all of ${root()} can be read, so its root stays as it is and the next start tries again\n`;
            expect({ status, text }).toEqual({ status: 1, text: expect.stringContaining(line) });
            expect(readTree(root(), [ROOT]).found).toEqual([ROOT]);
          }
          expect(groups()).toBeGreaterThan(0);
        },
      );
    });
  },
);
