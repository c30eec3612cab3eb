/**
 * The script of the init container: sets the groups of volumes as kubelet does for fsGroup, in
 * plain POSIX shell.
 */

/** When a volume is walked through: never, if only its root is looked at. */
export type WalkPolicy = 'OnRootMismatch' | 'Always' | 'Verify';

/** One volume as the script takes it. */
export interface ScriptVolume {
  /** Where it is mounted in the init container. */
  readonly path: string;
  readonly gid: number;
  /** The owner that is set as well; else the owners of files stay. */
  readonly user?: number;
  /** Whether the group may only read. */
  readonly isOnlyRead?: boolean;
  readonly policy: WalkPolicy;
}

/**
 * The script. What is below the root comes first and the root last, so that a root that is right
 * tells that all was done, also after a crash; before that, another pass finds nothing wrong, or
 * only what nobody may change. Only what differs is written to. The bits are those of kubelet,
 * added and never taken away; links are changed themselves and never followed. A change of group
 * clears the bits setuid and setgid of files, which kubelet puts back and this does not.
 *
 * Commands take paths, so whoever exchanges files and links at the same time can make them follow a
 * link. That reaches no further than the container sees: it is for one volume only, and its root
 * file system is read-only.
 *
 * It runs alike with the tools of GNU, BusyBox and toybox. There are no `$(…)` and `$$` in it,
 * which Kubernetes would expand, and no braces after a dollar sign, which Flux would.
 */
export const OWNERSHIP_SCRIPT = `# Gives volumes to groups: what is below a root first, the root last. Arguments: path, group, rw or r, when, user or -; for each.
LC_ALL=C
export LC_ALL
tell() {
  echo "volume-ownership: $1" >&2
}
right() {
  if [ "$user" != - ]; then find -H "$1" -maxdepth 0 -user "$user" 2>/dev/null | read -r _ || return; fi
  find -H "$1" -maxdepth 0 -type d -group "$gid" -perm "-$dirs" 2>/dev/null | read -r _
}
# Alternatives without parentheses: find of BusyBox forgets what is to be done at the end inside of them. Directories get their
# bits last, since setgid sticks only where the group is right already; looking for them again costs little.
change() {
  changed=0
  if [ "$user" != - ]; then find "$@" -o ! -user "$user" -exec chown -h "$user" {} + || changed=1; fi
  if ! find "$@" -o ! -group "$gid" -exec chgrp -h "$gid" {} + -path "" -o ! -type d ! -type l ! -perm "-$files" -exec chmod "$filebits" {} +; then
    changed=1
    # Once a command fails, find of BusyBox leaves out those that are to be done at the end.
    find "$@" -o ! -type d ! -type l ! -perm "-$files" -exec chmod "$filebits" {} +
  fi
  find "$@" -o -type d ! -perm "-$dirs" -exec chmod "$dirbits" {} + && return $changed
}
# What is not as it should be.
wrong() {
  if [ "$user" != - ]; then find "$@" -o ! -user "$user" -print; fi
  find "$@" -o ! -group "$gid" -print -o ! -type d ! -type l ! -perm "-$files" -print -o -type d ! -perm "-$dirs" -print
}
# Of the complaints, those that say that something was not seen: by find, unless it is gone by now, or of a path that is too
# long for a command. What nobody may change, such as files of a read-only file system, is passed over, as kubelet does.
unseen() {
  rest=0
  while IFS= read -r line; do
    case $line in
      *": No such file or directory") continue ;;
      find:* | */find:* | *"ame too long"*) ;;
      *) continue ;;
    esac
    [ $rest = 0 ] && echo "$line" >&2
    rest=1
  done
  return $rest
}
# From inside of the volume, where paths are short; a link is not followed.
below() (
  at=$1
  if [ ! -L "$1" ] && cd "$1" 2>/dev/null; then at=.; fi
  skip=
  # Snapshots of a file server are listed and cannot be changed.
  if [ -d "$at/.snapshot" ] && ! change "$at/.snapshot" -maxdepth 0 -path "" 2>/dev/null; then skip=$at/.snapshot; fi
  # Files come and go while others work with the volume.
  for _ in 1 2 3; do
    change "$at" -path "$skip" -prune -o -path "$at" 2>/dev/null || continue
    wrong "$at" -path "$skip" -prune -o -path "$at" 2>&1 | read -r _ || exit 0
  done
  if ! change "$at" -path "$skip" -prune -o -path "$at" 2>&1 >/dev/null | unseen; then
    tell "not all of $1 can be read, so its root stays as it is and the next start tries again"
    exit 1
  fi
  find "$at" -path "$skip" -prune -o -path "$at" -o ! -group "$gid" -print 2>/dev/null | head -n 3 | while IFS= read -r path; do
    tell "cannot give $path of $1 to group $gid"
  done
)
own() {
  gid=$2 user=$5
  case $3 in
    r) dirs=2550 dirbits=ug+rx,g+s files=0440 filebits=ug+r ;;
    *) dirs=2770 dirbits=ug+rwx,g+s files=0660 filebits=ug+rw ;;
  esac
  case $4 in
    Always) ;;
    *) right "$1" && return ;;
  esac
  if [ "$4" != Verify ]; then
    below "$1" && change "$1" -maxdepth 0 -path ""
    right "$1" && return
  fi
  [ "$user" = - ] || tell "$1 is to belong to user $user"
  tell "$1 does not belong to group $gid with mode $dirs, but is:"
  ls -ldn "$1" >&2
  return 1
}
failed=0
while [ $# -ge 5 ]; do
  own "$1" "$2" "$3" "$4" "$5" || failed=1
  shift 5
done
exit $failed
`;

/** How many arguments a volume has. */
const ARGUMENTS = 5;

export function scriptArguments(volumes: readonly ScriptVolume[]): readonly string[] {
  return volumes.flatMap(({ path, gid, user, isOnlyRead, policy }) => [
    path,
    String(gid),
    isOnlyRead ? 'r' : 'rw',
    policy,
    user === undefined ? '-' : String(user),
  ]);
}

/** What the arguments of the script ask for: the volumes, as far as they are any. */
export function argumentsOf(args: unknown): readonly Pick<ScriptVolume, 'path' | 'gid'>[] {
  if (!Array.isArray(args)) return [];
  const volumes = Array.from({ length: Math.floor(args.length / ARGUMENTS) }, (_, index) =>
    (args as unknown[]).slice(index * ARGUMENTS),
  );
  return volumes
    .map(([path, gid]) => ({ path: String(path), gid: Number(gid) }))
    .filter(({ gid }) => Number.isInteger(gid));
}
