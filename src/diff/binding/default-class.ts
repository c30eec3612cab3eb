/** The class of claims that name none. */
import { DEFAULT_CLASS_ANNOTATIONS } from '../../kube';
import { Cluster, Index } from '../cluster';
import { STORAGE_CLASS } from '../kind-keys';
import { annotationsOf } from '../stored';

/**
 * The class of claims that name none: the newest of those that are marked, and otherwise the one
 * that the target names.
 */
export function defaultClassOf(cluster: Cluster): string | undefined {
  const { members } = cluster.having(DEFAULTS, '');
  if (members.size === 0) return targetClassOf(cluster);
  if (members.size === 1) return members.values().next().value?.sent.name;
  let found: string | undefined;
  for (const one of cluster.ofKind(STORAGE_CLASS)) {
    if (members.has(one.sent.id)) found = one.sent.name;
  }
  return found;
}

/** The class that the target names, unless what is known of the cluster says otherwise. */
function targetClassOf(cluster: Cluster): string | undefined {
  const { defaultStorageClassName: name } = cluster;
  if (name === undefined || cluster.covers(STORAGE_CLASS)) return undefined;
  const stored = cluster.find(STORAGE_CLASS, undefined, name);
  const isUnmarked =
    stored !== undefined &&
    DEFAULT_CLASS_ANNOTATIONS.some((key) => annotationsOf(stored)[key] === 'false');
  return isUnmarked ? undefined : name;
}

const DEFAULTS: Index = {
  kindKey: STORAGE_CLASS,
  keysOf: (stored) =>
    DEFAULT_CLASS_ANNOTATIONS.some((key) => annotationsOf(stored)[key] === 'true') ? [''] : [],
};
