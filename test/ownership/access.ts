/** Access of a process to a file: the kernel's rule of classes, with POSIX ACLs. */

/** What the kernel looks at of a file or directory. */
export interface Permissions {
  readonly uid: number;
  readonly gid: number;
  /** Octal digits, as `stat` shows them. With an ACL the digit of the group is the mask. */
  readonly mode: string;
  /** The entries of its ACL: `user::rwx,user:1000:rwx,group::---,mask::rwx,other::---`. */
  readonly acl?: string;
}

/** As whom somebody works. */
export interface Process {
  readonly uid: number;
  readonly gid: number;
  /**
   * The supplementary groups: fsGroup, supplementalGroups, and those of annotations of persistent
   * volumes.
   */
  readonly groups: readonly number[];
  /** Whether it has the capability CAP_DAC_OVERRIDE, as root has in a container by default. */
  readonly isAboveModes?: boolean;
}

/** What matters of a volume to a pod. */
export interface Access {
  /** Whether it can make files and directories in the root of the volume. */
  readonly canCreate: boolean;
  /** Whether it can write to a file that is in the root. */
  readonly canWriteExisting: boolean;
}

/** What a digit of a mode grants. */
const GRANTED = ['', 'x', 'w', 'wx', 'r', 'rx', 'rw', 'rwx'];

/** What a process can do in the root of a volume, and with one file in it. */
export function accessOf(
  root: Permissions,
  file: Permissions,
  process: Process,
  isReadOnly: boolean = false,
): Access {
  if (isReadOnly) return { canCreate: false, canWriteExisting: false };
  return {
    canCreate: has(root, process, 'wx'),
    canWriteExisting: has(root, process, 'x') && has(file, process, 'w'),
  };
}

/** Whether all of this is granted. The first class that fits decides, also when it denies. */
function has(permissions: Permissions, process: Process, wanted: string): boolean {
  return process.isAboveModes === true || grants(permissions, process, wanted);
}

function grants({ uid, gid, mode, acl }: Permissions, process: Process, wanted: string): boolean {
  const [owner, group, other] = mode
    .slice(-3)
    .split('')
    .map((digit) => GRANTED[Number(digit)]);
  const holds = (...granted: string[]) =>
    [...wanted].every((letter) => granted.every((one) => one.includes(letter)));
  const isMember = (id: number) => process.gid === id || process.groups.includes(id);
  if (process.uid === uid) return holds(owner);
  if (acl === undefined) return holds(isMember(gid) ? group : other);
  const entries = acl.split(',').map((entry) => entry.split(':'));
  // The mask, which the mode shows as the digit of the group, limits all but owner and others.
  const user = entries.find(
    ([kind, id]) => kind === 'user' && id !== '' && Number(id) === process.uid,
  );
  if (user) return holds(user[2], group);
  const groups = entries.filter(
    ([kind, id]) => kind === 'group' && isMember(id === '' ? gid : Number(id)),
  );
  return groups.length > 0 ? groups.some(([, , granted]) => holds(granted, group)) : holds(other);
}
