/** What depends on uids that manifests name: only the cluster knows which objects have them. */
import { isSame } from './changes';
import { Stored } from './cluster';
import { at, listAt } from './rules';

/** Why nobody can tell from the files what becomes of an object; undefined if it names no uid that it did not name before. */
export function uidDoubt({ sent, live }: Stored, before: Stored | undefined): string | undefined {
  const owners = listAt(live, 'metadata.ownerReferences');
  if (owners.length > 0 && !isSame(owners, listAt(before?.live ?? {}, 'metadata.ownerReferences'))) {
    const [{ kind, name, uid }] = owners;
    return `whether its owner ${String(kind)}/${String(name)} has the uid ${JSON.stringify(uid)}: otherwise the garbage collector deletes it`;
  }
  if (sent.kindKey !== '/PersistentVolume' || !before) return undefined;
  const uid = at(sent.manifest, 'spec.claimRef.uid');
  if (uid === undefined || uid === at(before.sent.manifest, 'spec.claimRef.uid')) return undefined;
  return `whether its claim has the uid ${JSON.stringify(uid)}: otherwise the volume is released`;
}
