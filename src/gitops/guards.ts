/**
 * Objects that hold data, or are needed to reach it, and the annotations by which the engines keep
 * them.
 */
import { GitOpsSpec } from './spec';
import { JudgedObject, World } from '../judge';
import { FLUX, isDatabase, SYNC_OPTIONS } from '../manifests/gitops/core';
import { Fields, fieldsOf, isGiven, listOf, textOf } from '../object';

/** Kinds that hold data themselves, or without which volumes can no longer be mounted or grown. */
const KEPT = [
  '/PersistentVolumeClaim',
  '/PersistentVolume',
  'storage.k8s.io/StorageClass',
  'storage.k8s.io/CSIDriver',
  'snapshot.storage.k8s.io/VolumeSnapshot',
  'snapshot.storage.k8s.io/VolumeSnapshotContent',
];
/** The annotation, or label, by which Flux prunes an object or does not. */
const PRUNE = `${FLUX}/prune`;

/** Whether losing the object would lose data, or the way to it. */
export function isKept(object: JudgedObject, world: World): boolean {
  if (object.kindKey === '/Namespace') return world.once(namespacesWithData).has(object.name);
  return KEPT.includes(object.kindKey) || isDatabase(object);
}

/**
 * The annotations that keep the object, added to those that it has. What somebody said of pruning
 * or deleting stays.
 */
export function guarded(
  annotations: Fields,
  labels: Fields,
  { engine, guard = 'keep' }: GitOpsSpec,
): Fields {
  if (guard === 'none') return annotations;
  if (engine === 'flux') {
    return isGiven(annotations[PRUNE]) || isGiven(labels[PRUNE])
      ? annotations
      : { ...annotations, [PRUNE]: 'disabled' };
  }
  const value = guard === 'confirm' ? 'confirm' : 'false';
  return withSyncOptions(annotations, [`Prune=${value}`, `Delete=${value}`]);
}

/**
 * The annotations with options of Argo CD beside those that are there; an option that is there has
 * its say.
 */
export function withSyncOptions(annotations: Fields, options: readonly string[]): Fields {
  const given = textOf(annotations[SYNC_OPTIONS])
    .split(',')
    .map((option) => option.trim())
    .filter((option) => option !== '');
  const names = new Set(given.map(nameOf));
  const added = options.filter((option) => !names.has(nameOf(option)));
  return added.length === 0
    ? annotations
    : { ...annotations, [SYNC_OPTIONS]: [...given, ...added].join(',') };
}

function nameOf(option: string): string {
  return option.split('=')[0];
}

/** Deleting a namespace deletes all that is in it, claims that are made of templates included. */
function namespacesWithData(world: World): ReadonlySet<string> {
  const found = new Set<string>();
  for (const object of world.objects) {
    if (object.namespace === undefined) continue;
    const hasTemplates =
      object.workload !== undefined &&
      listOf(fieldsOf(object.manifest.spec).volumeClaimTemplates).length > 0;
    if (hasTemplates || KEPT.includes(object.kindKey) || isDatabase(object)) {
      found.add(object.namespace);
    }
  }
  return found;
}
