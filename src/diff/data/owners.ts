/**
 * Owners of objects: what is collected when the last object that it names as its owner is deleted.
 */
import { fieldsOf, groupOf } from '../../kube';
import { listAt } from '../../model';
import { identityOf } from '../../validation';
import { Cluster } from '../cluster';
import { outlineOf, Stored } from '../stored';

/**
 * Objects of which all owners among the files are deleted, by identity, each with what decides:
 * owners are known by their uids.
 */
export function* missingOwners(
  cluster: Cluster,
  goes: (stored: Stored) => boolean,
  ends: (stored: Stored) => boolean,
): Generator<readonly [id: string, doubt: string]> {
  for (const stored of cluster.all()) {
    // Most objects have none.
    const outline = outlineOf(stored);
    if (fieldsOf(outline.metadata).ownerReferences === undefined) continue;
    const owners = listAt(outline, 'metadata.ownerReferences');
    if (owners.length === 0 || goes(stored)) continue;
    const found = owners.map(({ apiVersion, kind, name }) => {
      const kindKey = `${groupOf(String(apiVersion))}/${String(kind)}`;
      return (
        cluster.get(identityOf(kindKey, stored.sent.namespace, String(name))) ??
        cluster.get(identityOf(kindKey, undefined, String(name)))
      );
    });
    if (found.some((owner) => owner === undefined || !ends(owner))) continue;
    yield [
      stored.sent.id,
      `whether ${found.map((owner) => owner!.sent.label).join(' and ')}, which ${found.length === 1 ? 'is' : 'are'} deleted, ${found.length === 1 ? 'has' : 'have'} the uid of the ownerReference`,
    ];
  }
}
