/** The age of a read-out: whether it is older than what it is compared with. */
import { committedAt } from './git';
import { Io, tell } from './io';
import { show } from '../findings';
import { ReadOut } from '../read-out';

/** Kubelets write at least so often into their nodes, in milliseconds; and clocks differ. */
const HEARTBEAT = 10 * 60 * 1000;

/**
 * Says that files were committed, and so applied, after the last heartbeat of a node in the
 * read-out: without nodes it does not show when it was taken.
 */
export function tellOlder(cluster: ReadOut, applied: string | undefined, io: Io): void {
  const { notBefore } = cluster;
  if (applied === undefined || notBefore === undefined) return;
  if (cluster.ofKind('/Node').length === 0 || applied === '-' || applied === '/dev/stdin') return;
  const committed = committedAt(applied);
  if (!committed || committed.getTime() <= Date.parse(notBefore) + HEARTBEAT) return;
  tell(
    `--cluster: the read-out is older than ${show(applied)}: its last heartbeat of a node is of ${notBefore}, and the files were committed at ${committed.toISOString().replace('.000Z', 'Z')}; run the command that cdk8s-volumes read-out prints again`,
    io,
  );
}
