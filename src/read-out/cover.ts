/**
 * The part of a cluster that a read-out shows: what is not in it may not exist, or may not be
 * shown.
 */
import { READ_OUT_KINDS } from './kinds';
import type { LiveObject, ReadOut } from './spec';
import { isClusterScoped } from '../kube';

/** Kinds of which every namespace has one, from the moment that it is made. */
const IN_EVERY_NAMESPACE = ['/ServiceAccount', '/ConfigMap'];

/**
 * What is covered. Every cluster has namespaces, and controllers put an account and a ConfigMap
 * into each: whoever has all three in one read-out asked for all `READ_OUT_KINDS`, since nobody
 * asks for those by chance. Of fewer kinds, those are covered that there are objects of, or that
 * were `listed` by their name.
 */
export function coverOf(
  objects: readonly Pick<LiveObject, 'kindKey' | 'namespace' | 'name'>[],
  listed: Iterable<string> = [],
): Pick<ReadOut, 'isComplete' | 'covers'> {
  const kinds = new Set(listed);
  const namespaces = new Set<string>();
  const inhabited = new Set<string>();
  const shown = new Set<string>();
  for (const { kindKey, namespace, name } of objects) {
    kinds.add(kindKey);
    if (kindKey === '/Namespace') namespaces.add(name);
    if (namespace === undefined) continue;
    inhabited.add(namespace);
    if (IN_EVERY_NAMESPACE.includes(kindKey)) shown.add(namespace);
  }
  const isComplete = ['/Namespace', ...IN_EVERY_NAMESPACE].every((kind) => kinds.has(kind));
  // One namespace alone may be the one that was asked for.
  const isOfAll = isComplete ? [...namespaces].every((one) => shown.has(one)) : inhabited.size > 1;
  const isShown = (namespace: string) =>
    isOfAll ||
    (isComplete ? shown.has(namespace) || !namespaces.has(namespace) : inhabited.has(namespace));
  return {
    isComplete,
    covers: (kindKey, namespace) => {
      const isRead = kinds.has(kindKey) || (isComplete && Object.hasOwn(READ_OUT_KINDS, kindKey));
      if (!isRead) return false;
      const slash = kindKey.indexOf('/');
      if (isClusterScoped(`${kindKey.slice(0, slash)}/v1`, kindKey.slice(slash + 1))) return true;
      return namespace === undefined ? isOfAll : isShown(namespace);
    },
  };
}
