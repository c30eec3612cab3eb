/**
 * Running init containers as a node would: each sees the tools, read-only, and the volumes that it
 * mounts, and nothing else.
 */
import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { Shell } from './shells';

type Json = any;

/**
 * A root file system of its own, with what is bound into it; then the command in it. Arguments: the
 * root, pairs, --, the command.
 */
const ENTER = `set -e
trap 'exit 120' EXIT
mount --make-rprivate /
mount -t tmpfs -o mode=755 tmpfs "$1"
cd "$1"
shift
for place in usr bin sbin lib lib32 lib64; do
  if [ -L "/$place" ]; then cp -P "/$place" .; elif [ -d "/$place" ]; then mkdir "$place"; mount --bind "/$place" "$place"; mount -o remount,bind,ro "$place"; fi
done
mkdir dev
mount --bind /dev dev
while [ "$1" != -- ]; do
  mkdir -p "./$2"
  mount --bind "$1" "./$2"
  shift 2
done
shift
mount -o remount,ro .
trap - EXIT
exec chroot . "$@"
`;

/** The status of a container that was not made: no command of the script has it. */
const NOT_ENTERED = 120;

/** Why containers cannot be made here; undefined if they can. */
export function cannotContain(): string | undefined {
  const { status } = spawnSync(
    'unshare',
    ['--mount', 'sh', '-c', 'mount --make-rprivate / && mount -t tmpfs tmpfs /mnt'],
    { stdio: 'ignore' },
  );
  return status === 0 ? undefined : 'mount namespaces are not possible here';
}

/** What is beside the volumes. */
export interface Surroundings {
  /** An empty folder, for the root file systems. */
  readonly folder: string;
  /** Where the volumes of the pod are, by their names. */
  readonly volumes: { readonly [name: string]: string };
  /** Commands that are found first, by their names. */
  readonly commands?: { readonly [name: string]: string };
}

/**
 * Runs the init containers of a pod one after another, with another shell and its tools; the status
 * of each.
 */
export async function runInitContainers(
  pod: Json,
  shell: Shell,
  { folder, volumes, commands = {} }: Surroundings,
): Promise<(number | null)[]> {
  const root = join(folder, 'root');
  const first = join(folder, 'first');
  for (const one of [root, first]) mkdirSync(one, { recursive: true });
  for (const [name, text] of Object.entries(commands)) {
    writeFileSync(join(first, name), text);
    chmodSync(join(first, name), 0o755);
  }
  const places = shell.path.split(delimiter);
  // Folders that are made for the shell's tools are not part of any image.
  const bound = places.filter(
    (place) =>
      !/^\/(?:usr|bin|sbin)\b/.test(place) && place.startsWith('/tmp/') && existsSync(place),
  );
  const statuses: (number | null)[] = [];
  for (const {
    command: [, ...script],
    args,
    volumeMounts,
  } of pod.initContainers) {
    const pairs = [
      ...[first, ...bound].flatMap((place) => [place, place]),
      ...volumeMounts.flatMap(({ name, mountPath }: Json) => [volumes[name], mountPath]),
    ];
    const inside = [
      'env',
      '-i',
      `PATH=${[first, shell.path].join(delimiter)}`,
      ...shell.command,
      ...script,
      ...args,
    ];
    const child = spawn(
      'unshare',
      ['--mount', 'sh', '-c', ENTER, 'enter', root, ...pairs, '--', ...inside],
      { stdio: 'ignore' },
    );
    const status = await new Promise<number | null>((resolve, reject) =>
      child.on('close', resolve).on('error', reject),
    );
    // What did not run proves nothing.
    if (status === NOT_ENTERED) throw new Error('the container could not be made');
    statuses.push(status);
  }
  return statuses;
}
