/**
 * Owners of objects: what is collected when the last object that it names as its owner is deleted.
 */
import { addTo, append, fieldsOf, groupOf } from '../../kube';
import { listAt } from '../../model';
import { identityOf } from '../../validation';
import { Cluster } from '../cluster';
import { outlineOf, Stored } from '../stored';

/** What becomes of objects, as far as their own departures go. */
interface Ends {
  /** Whether an object is certainly deleted, and not created again. */
  goes(stored: Stored): boolean;
  /** Whether an object certainly ends, be it to be created anew. */
  ends(stored: Stored): boolean;
  /** What decides whether an object is deleted, if it perhaps is. */
  doubt(stored: Stored): string | undefined;
}

/**
 * Objects of which no owner is certain to stay, and some are deleted, by identity, each with what
 * decides: owners are known by their uids. What goes with its owner takes along what it owns.
 */
export function missingOwners(cluster: Cluster, ends: Ends): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const owned = new Map<string, Stored[]>();
  const open: Stored[] = [];
  for (const stored of cluster.all()) {
    // Most objects have none.
    if (fieldsOf(outlineOf(stored).metadata).ownerReferences === undefined) continue;
    if (ends.goes(stored)) continue;
    open.push(stored);
    for (const { owner } of ownersOf(stored, cluster)) {
      if (owner) addTo(owned, owner.sent.id, stored);
    }
  }
  while (open.length > 0) {
    const stored = open.pop()!;
    const { id } = stored.sent;
    if (found.has(id)) continue;
    const doubt = doubtAbout(ownersOf(stored, cluster), ends, found);
    if (doubt === undefined) continue;
    found.set(id, doubt);
    append(open, owned.get(id) ?? []);
  }
  return found;
}

/** An owner that an object names, if it is among the objects. */
interface Named {
  readonly label: string;
  readonly owner?: Stored;
}

function ownersOf(stored: Stored, cluster: Cluster): Named[] {
  const { namespace } = stored.sent;
  return listAt(outlineOf(stored), 'metadata.ownerReferences').map(({ apiVersion, kind, name }) => {
    const kindKey = `${groupOf(String(apiVersion))}/${String(kind)}`;
    const owner =
      cluster.get(identityOf(kindKey, namespace, String(name))) ??
      cluster.get(identityOf(kindKey, undefined, String(name)));
    return { label: owner?.sent.label ?? `${String(kind)}/${String(name)}`, owner };
  });
}

function doubtAbout(
  owners: readonly Named[],
  ends: Ends,
  known: ReadonlyMap<string, string>,
): string | undefined {
  const gone: string[] = [];
  const doubts: string[] = [];
  const elsewhere: string[] = [];
  for (const { label, owner } of owners) {
    if (!owner) {
      elsewhere.push(`whether ${label}, which is not in the files, is there`);
    } else if (ends.ends(owner)) {
      gone.push(label);
    } else {
      const doubt = ends.doubt(owner);
      if (doubt === undefined && !known.has(owner.sent.id)) return undefined;
      // An owner has doubts of its own, which decide as well.
      if (doubt !== undefined) doubts.push(doubt);
      doubts.push(`whether ${label}, which may be deleted, has the uid of the ownerReference`);
    }
  }
  if (gone.length === 0 && doubts.length === 0) return undefined;
  const isOne = gone.length === 1;
  const ofGone =
    gone.length === 0
      ? []
      : [
          `whether ${gone.join(' and ')}, which ${isOne ? 'is' : 'are'} deleted, ${isOne ? 'has' : 'have'} the uid of the ownerReference`,
        ];
  return [...ofGone, ...doubts, ...elsewhere].join(', and ');
}
