/* eslint-disable no-bitwise */
/**
 * Running the init container's script for real: with which shells and tools, and on which trees.
 */
import { spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  lchownSync,
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { OWNERSHIP_SCRIPT, scriptArguments, ScriptVolume } from '../../src/ownership/script';

/** A shell, and where its tools are. */
export interface Shell {
  readonly name: string;
  readonly command: readonly string[];
  readonly path: string;
}

const TOOLS = ['find', 'chgrp', 'chmod', 'chown', 'head', 'ls', 'echo', 'sleep'];
const ON_PATH = process.env.PATH ?? '/usr/bin:/bin';

/** Where a program is: on the path, or in the folder that TOOLBOXES names. */
function whereIs(program: string): string | undefined {
  const folders = [
    ...(process.env.TOOLBOXES ?? '').split(delimiter).filter(Boolean),
    ...ON_PATH.split(delimiter),
  ];
  return folders.map((folder) => join(folder, program)).find(existsSync);
}

/** A folder in which the tools are those of one binary. */
function toolsOf(binary: string, names: readonly string[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'tools-'));
  chmodSync(folder, 0o755);
  for (const name of names) symlinkSync(binary, join(folder, name));
  return folder;
}

/**
 * The shells and toolboxes that are installed here: dash and bash with GNU's tools, BusyBox, and
 * toybox under dash.
 */
export function installedShells(): Shell[] {
  const shells: Shell[] = ['dash', 'bash'].flatMap((name) => {
    const command = whereIs(name);
    return command === undefined
      ? []
      : [{ name, command: name === 'bash' ? [command, '--posix'] : [command], path: ON_PATH }];
  });
  const busybox = whereIs('busybox');
  if (busybox !== undefined) {
    shells.push({
      name: 'busybox',
      command: [busybox, 'sh'],
      path: toolsOf(busybox, [...TOOLS, 'sh']),
    });
  }
  const toybox = whereIs('toybox');
  const dash = whereIs('dash');
  if (toybox !== undefined && dash !== undefined) {
    shells.push({ name: 'toybox', command: [dash], path: toolsOf(toybox, TOOLS) });
  }
  return shells;
}

/**
 * Whether groups and owners can be set here: as root, also of a user namespace that has the usual
 * ids.
 */
export function isRoot(): boolean {
  return process.getuid?.() === 0 && hasIds([65_534], [65_534]);
}

/** Whether these users and groups exist here: in a user namespace perhaps not all do. */
export function hasIds(uids: readonly number[], gids: readonly number[]): boolean {
  return (
    process.platform !== 'linux' ||
    (uids.every((uid) => isMapped('uid_map', uid)) && gids.every((gid) => isMapped('gid_map', gid)))
  );
}

function isMapped(map: string, id: number): boolean {
  const ranges = readFileSync(`/proc/self/${map}`, 'utf8')
    .trim()
    .split('\n')
    .map((range) => range.trim().split(/\s+/).map(Number));
  return ranges.some(([first, , count]) => id >= first && id - first < count);
}

/**
 * As whom the script runs, if not as root: without capabilities, which is what a server makes of
 * root that it squashes.
 */
export interface RunAs {
  readonly uid: number;
  readonly gid: number;
  readonly groups: readonly number[];
}

/** How the script is called: the command and its arguments. */
function commandOf({ command, path }: Shell, volumes: readonly ScriptVolume[], runAs?: RunAs) {
  const groups =
    runAs && runAs.groups.length > 0 ? `--groups=${runAs.groups.join(',')}` : '--clear-groups';
  const as = runAs && [
    'setpriv',
    `--reuid=${runAs.uid}`,
    `--regid=${runAs.gid}`,
    groups,
    '--inh-caps=-all',
    '--bounding-set=-all',
  ];
  const [file, ...args] = [
    ...(as ?? []),
    ...command,
    '-c',
    OWNERSHIP_SCRIPT,
    'volume-ownership',
    ...scriptArguments(volumes),
  ];
  return { file: whereIs(file) ?? file, args, env: { PATH: path } };
}

/** Runs the script to its end. */
export function runScript(
  shell: Shell,
  volumes: readonly ScriptVolume[],
  runAs?: RunAs,
): { status: number | null; text: string } {
  const { file, args, env } = commandOf(shell, volumes, runAs);
  const { status, stdout, stderr, error } = spawnSync(file, args, {
    encoding: 'utf8',
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  if (error) throw error;
  return { status, text: stdout + stderr };
}

/** Starts the script; the promise is its exit status, null if it was killed. */
export function startScript(
  shell: Shell,
  volumes: readonly ScriptVolume[],
  killAfter?: number,
): Promise<number | null> {
  const { file, args, env } = commandOf(shell, volumes);
  const child = spawn(file, args, { env, stdio: 'ignore', detached: true });
  if (killAfter !== undefined) {
    setTimeout(() => {
      try {
        // The whole group: the shell and what it started.
        process.kill(-child.pid!, 'SIGKILL');
      } catch {
        // It has ended already.
      }
    }, killAfter);
  }
  return new Promise((resolve) => child.on('close', (status) => resolve(status)));
}

/** One entry of a tree, as the cases have it. */
export interface Entry {
  readonly path: string;
  readonly type: string;
  readonly mode?: string;
  readonly uid: number;
  readonly gid: number;
  readonly target?: string;
  readonly acl?: string;
  readonly defaultAcl?: string;
  readonly fileCapability?: string;
  readonly immutable?: boolean;
  /** What is mounted there; read-only if it says so, or if another field does. */
  readonly mount?: string;
}

/** What a case says of an entry beyond what is known here. */
function othersOf({
  path,
  type,
  mode,
  uid,
  gid,
  target,
  acl,
  defaultAcl,
  fileCapability,
  immutable,
  mount,
  ...others
}: Entry): object {
  return others;
}

/** Whether what is mounted at an entry is to be read-only, whichever way a case says it. */
function isReadOnlyMount(entry: Entry): boolean {
  const options = Object.entries(othersOf(entry)).filter(([, value]) => value !== false);
  return (
    entry.mount !== undefined && /\bro\b|read-?only/i.test(JSON.stringify([entry.mount, options]))
  );
}

/** Makes a tree. Owners come before modes, since changing an owner changes modes. */
export function makeTree(root: string, entries: readonly Entry[]): void {
  const made = [...entries].sort(
    (a, b) => Number(a.type === 'hardlink') - Number(b.type === 'hardlink'),
  );
  for (const entry of made) makeEntry(join(root, entry.path), root, entry);
  for (const { path, uid, gid } of made) lchownSync(join(root, path), uid, gid);
  // Deepest first, so that a directory is closed when its files are done.
  for (const { path, type, mode } of [...made].reverse()) {
    if (mode !== undefined && type !== 'symlink' && type !== 'hardlink') {
      chmodSync(join(root, path), parseInt(mode, 8));
    }
  }
  for (const entry of made) extras(join(root, entry.path), entry);
  // Once everything is in them.
  for (const entry of made.filter(isReadOnlyMount)) {
    must('mount', '-o', 'remount,ro', join(root, entry.path));
  }
}

function makeEntry(path: string, root: string, { type, target, mount }: Entry): void {
  switch (type) {
    case 'dir':
      mkdirSync(path, { recursive: true });
      break;
    case 'file':
      writeFileSync(path, 'content\n');
      break;
    case 'symlink':
      symlinkSync(target!, path);
      break;
    case 'hardlink':
      linkSync(join(root, target!), path);
      break;
    case 'fifo':
      must('mkfifo', path);
      break;
    case 'char':
      must('mknod', path, 'c', '1', '3');
      break;
    case 'socket':
      must('cp', '-a', aSocket(), path);
      break;
    default:
      throw new Error(`no entry can be of the type ${type}`);
  }
  if (mount) must('mount', '-t', 'tmpfs', 'tmpfs', path);
}

let socket: string | undefined;

/** A socket to copy: only a program that listens makes one. */
function aSocket(): string {
  if (socket === undefined) {
    socket = join(mkdtempSync(join(tmpdir(), 'socket-')), 'socket');
    must(
      process.execPath,
      '-e',
      'require("node:net").createServer().listen(process.argv[1], () => process.exit(0))',
      socket,
    );
  }
  return socket;
}

function extras(path: string, { acl, defaultAcl, fileCapability, immutable }: Entry): void {
  if (acl !== undefined) setAcl(path, 'system.posix_acl_access', acl);
  if (defaultAcl !== undefined) setAcl(path, 'system.posix_acl_default', defaultAcl);
  if (fileCapability !== undefined) must('setcap', fileCapability, path);
  if (immutable) must('chattr', '+i', path);
}

function must(command: string, ...args: string[]): string {
  const { status, stderr, stdout, error } = spawnSync(command, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}: ${error?.message ?? stderr}`);
  return stdout;
}

/** Whether what an entry needs can be made here. */
export function canHave(need: string): boolean {
  const probe = mkdtempSync(join(tmpdir(), 'probe-'));
  try {
    const at = (type: string, more: Partial<Entry> = {}) =>
      makeTree(probe, [{ path: 'x', type, uid: 0, gid: 0, mode: '0644', ...more }]);
    switch (/mount/i.test(need) ? 'mount' : need) {
      case 'acl':
        at('file', { acl: 'user::rw-,group::r--,mask::rw-,other::---' });
        break;
      case 'fileCapability':
        at('file', { fileCapability: 'cap_net_raw+ep' });
        break;
      case 'immutable':
        at('file', { immutable: true });
        break;
      case 'device':
        at('char');
        break;
      case 'mount':
        at('dir', { mount: 'tmpfs' });
        break;
      case 'runAs':
        must('setpriv', '--reuid=65534', '--regid=65534', '--clear-groups', 'true');
        break;
      default:
        return false;
    }
    return true;
  } catch {
    return false;
  } finally {
    removeTree(probe);
  }
}

/** What is mounted at a path and below it, the last first. */
function mountsBelow(root: string): readonly string[] {
  const mounts = readFileSync('/proc/self/mounts', 'utf8')
    .split('\n')
    .map((line) => (line.split(' ')[1] ?? '').replace(/\\040/g, ' '));
  return mounts.filter((at) => at === root || at.startsWith(`${root}/`)).reverse();
}

/** Removes a tree, with what is mounted in it and cannot be changed. */
export function removeTree(root: string): void {
  if (process.platform === 'linux') {
    for (const at of mountsBelow(root)) spawnSync('umount', [at]);
  }
  // Also where paths are too long for node.
  const remove = () => spawnSync('rm', ['-rf', root]).status === 0;
  if (remove()) return;
  spawnSync('chattr', ['-R', '-i', root]);
  remove();
}

/** What is at some paths now, as the cases have it; and the time of the last change of each. */
export function readTree(
  root: string,
  entries: readonly Entry[],
): { readonly found: object[]; readonly times: Map<string, bigint> } {
  const times = new Map<string, bigint>();
  const found = entries.map((entry) => {
    const { path, type, target, acl, defaultAcl, fileCapability, immutable, mount } = entry;
    const at = join(root, path);
    const { mode, uid, gid, ctimeNs } = lstatSync(at, { bigint: true });
    times.set(path, ctimeNs);
    const link = type === 'symlink';
    return clean({
      ...othersOf(entry),
      path,
      type,
      ...(link ? {} : { mode: (Number(mode) & 0o7777).toString(8).padStart(4, '0') }),
      uid: Number(uid),
      gid: Number(gid),
      target: link ? readlinkSync(at) : target,
      immutable,
      mount,
      acl: acl === undefined ? undefined : readAcl(at, 'system.posix_acl_access'),
      defaultAcl: defaultAcl === undefined ? undefined : readAcl(at, 'system.posix_acl_default'),
      fileCapability:
        fileCapability === undefined ? undefined : must('getcap', at).trim().split(' ').at(-1),
    });
  });
  return { found, times };
}

function clean<T extends object>(value: T): object {
  return Object.fromEntries(Object.entries(value).filter(([, one]) => one !== undefined));
}

const TAGS: readonly (readonly [string, number])[] = [
  ['user:', 1],
  ['user', 2],
  ['group:', 4],
  ['group', 8],
  ['mask:', 16],
  ['other:', 32],
];

/** The text of an ACL as the kernel keeps it in an extended attribute, which node cannot write. */
function setAcl(path: string, attribute: string, acl: string): void {
  const entries = acl.split(',').map((entry) => {
    const [kind, id, bits] = entry.split(':');
    const tag = TAGS.find(([name]) => name === (id === '' ? `${kind}:` : kind))![1];
    return [
      tag,
      (bits.includes('r') ? 4 : 0) + (bits.includes('w') ? 2 : 0) + (bits.includes('x') ? 1 : 0),
      id === '' ? 0xffffffff : Number(id),
    ];
  });
  must(
    'python3',
    '-c',
    'import json,os,struct,sys\nos.setxattr(sys.argv[1],sys.argv[2],struct.pack("<I",2)+b"".join(struct.pack("<HHI",*e) for e in json.loads(sys.argv[3])))',
    path,
    attribute,
    JSON.stringify(entries),
  );
}

function readAcl(path: string, attribute: string): string {
  const entries: [number, number, number][] = JSON.parse(
    must(
      'python3',
      '-c',
      'import json,os,struct,sys\nx=os.getxattr(sys.argv[1],sys.argv[2])\nprint(json.dumps([struct.unpack("<HHI",x[i:i+8]) for i in range(4,len(x),8)]))',
      path,
      attribute,
    ),
  );
  return entries
    .map(([tag, bits, id]) => {
      const kind = TAGS.find(([, value]) => value === tag)![0].replace(':', '');
      return `${kind}:${id === 0xffffffff ? '' : id}:${bits & 4 ? 'r' : '-'}${bits & 2 ? 'w' : '-'}${bits & 1 ? 'x' : '-'}`;
    })
    .join(',');
}
