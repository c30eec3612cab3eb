/** Objects of a cluster that live beside manifests that are applied to it. */
import type { LiveObject, ReadOut } from './spec';
import { Fields, fieldsOf, isClusterScoped, kindKey } from '../kube';

/**
 * All objects but those that the manifests write themselves, and but the pods of workloads and what
 * else controllers make for others, which their owners stand for. `namespace` is that of manifests
 * that name none.
 */
export function besideManifests(
  readOut: ReadOut,
  manifests: readonly Fields[],
  namespace: string | undefined,
): LiveObject[] {
  const written = new Set(
    manifests.map(({ apiVersion, kind, metadata }) => {
      const [version, name] = [String(apiVersion), String(kind)];
      const own = fieldsOf(metadata);
      const place = isClusterScoped(version, name) ? undefined : (own.namespace ?? namespace);
      return identity(kindKey(version, name), place, own.name);
    }),
  );
  return readOut.objects.filter(
    ({ kindKey: kind, namespace: place, name, manifest }) =>
      kind !== '/Event' && !written.has(identity(kind, place, name)) && !isMade(manifest, readOut),
  );
}

function identity(kind: string, namespace: unknown, name: unknown): string {
  return JSON.stringify([kind, namespace ?? '', name]);
}

/** Whether a controller made it for an object that lives as well. */
function isMade({ metadata }: Fields, readOut: ReadOut): boolean {
  const { ownerReferences } = fieldsOf(metadata);
  if (!Array.isArray(ownerReferences)) return false;
  return ownerReferences
    .map(fieldsOf)
    .some(
      ({ controller, uid }) =>
        controller === true && typeof uid === 'string' && readOut.byUid(uid) !== undefined,
    );
}
