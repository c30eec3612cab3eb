/** Doubts about uids that manifests name: only the cluster knows which objects have them. */
import { VOLUME } from './kind-keys';
import { outlineOf, Stored } from './stored';
import { Fields, textOf } from '../kube';
import { at, listAt } from '../model';

/**
 * Why nobody can tell from the files whether an object is deleted; undefined if it names no owner
 * that it did not name before.
 */
export function ownerDoubt(stored: Stored, before: Stored | undefined): string | undefined {
  if (isAsItWas(stored, before)) return undefined;
  const owners = ownersOf(outlineOf(stored));
  const had = new Set(before ? ownersOf(outlineOf(before)).map(({ uid }) => uid) : []);
  // One owner that is there is enough.
  if (owners.length > 0 && !owners.some(({ uid }) => had.has(uid))) {
    const names = owners
      .map(({ kind, name, uid }) => `${kind}/${name} with the uid ${JSON.stringify(uid)}`)
      .join(' or ');
    return `whether its owner ${names} is in the cluster: otherwise the garbage collector deletes it`;
  }
  return undefined;
}

/** Why nobody can tell from the files whether a volume is released; likewise of its claim. */
export function releaseDoubt(stored: Stored, before: Stored | undefined): string | undefined {
  const { sent } = stored;
  if (sent.kindKey !== VOLUME) return undefined;
  const uid = at(sent.manifest, 'spec.claimRef.uid');
  if (
    typeof uid !== 'string' ||
    uid === '' ||
    (before && uid === at(before.sent.manifest, 'spec.claimRef.uid'))
  ) {
    return undefined;
  }
  return `whether its claim has the uid ${JSON.stringify(uid)}: otherwise the volume is released`;
}

/** Most objects are as they were. */
function isAsItWas(stored: Stored, before: Stored | undefined): boolean {
  return (
    before !== undefined && outlineOf(before) === outlineOf(stored) && before.sent === stored.sent
  );
}

function ownersOf(
  live: Fields,
): { readonly kind: string; readonly name: string; readonly uid: string }[] {
  return listAt(live, 'metadata.ownerReferences').map(({ kind, name, uid }) => ({
    kind: textOf(kind),
    name: textOf(name),
    uid: textOf(uid),
  }));
}
