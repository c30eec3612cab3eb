/** The class of claims that name none. */
import { DEFAULT_CLASS_ANNOTATIONS, fieldsOf, textOf } from '../../kube';
import { Cluster, Index } from '../cluster';
import { STORAGE_CLASS } from '../kind-keys';
import { annotationsOf } from '../stored';

/**
 * The class of claims that name none: the newest of those that are marked, by its name if several
 * were made in one second, and otherwise the one that the target names.
 */
export function defaultClassOf(cluster: Cluster): string | undefined {
  return defaultClassesOf(cluster)[0];
}

/**
 * The classes that may be the default one: the first is taken for it. There are several where
 * nothing tells when those that are marked were made.
 */
export function defaultClassesOf(cluster: Cluster): readonly string[] {
  const { members } = cluster.having(DEFAULTS, '');
  if (members.size === 0) {
    const name = targetClassOf(cluster);
    return name === undefined ? [] : [name];
  }
  const marked = [...members.values()].map(({ sent: { id, name }, seen }) => ({
    name,
    made: cluster.isNew(id) ? NOW : textOf(fieldsOf(seen?.metadata).creationTimestamp),
  }));
  const isBefore = (a: (typeof marked)[0], b: (typeof marked)[0]) =>
    a.made === b.made ? a.name < b.name : a.made > b.made;
  const [first, ...others] = marked.sort((a, b) => (isBefore(a, b) ? -1 : 1));
  return [first, ...(first.made === '' ? others : [])].map(({ name }) => name);
}

/** Behind every time that is written. What is applied together is made in one second, mostly. */
const NOW = '~';

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
