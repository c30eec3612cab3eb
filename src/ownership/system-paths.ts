/** Paths of files of the operating system or of kubelet: no group may have them. */

const WITH_ALL_BELOW = [
  '/bin',
  '/boot',
  '/dev',
  '/etc',
  '/lib',
  '/lib64',
  '/proc',
  '/run',
  '/sbin',
  '/sys',
  '/usr',
  '/var/lib/kubelet',
  '/var/run',
];
const ALONE = ['/', '/home', '/root', '/var', '/var/lib', '/var/log'];

/** Whether a directory of the node is one of the system. */
export function isSystemPath(path: string): boolean {
  const clean = normal(path);
  return (
    ALONE.includes(clean) ||
    WITH_ALL_BELOW.some((tree) => clean === tree || clean.startsWith(`${tree}/`))
  );
}

/** The path without repeated slashes, `.` and `..`. */
function normal(path: string): string {
  const parts: string[] = [];
  for (const part of path.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '' && part !== '.') parts.push(part);
  }
  return `/${parts.join('/')}`;
}
