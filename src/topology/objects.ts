/** The one pass over the objects: each goes to those of its kind, and those in lists too. */
import { dataOf, someText } from './data';
import {
  isFields,
  isListKind,
  itemsOfList,
  kindKey,
  WorkloadKind,
  workloadKindOf,
  workloadKinds,
  textOf,
} from '../kube';
import { Data, TopologySource } from './model';

export interface TopologyObject {
  readonly key: string;
  readonly apiVersion: string;
  readonly kind: string;
  /** Empty if it has none, because the server makes one. */
  readonly name: string;
  /** Its own, or that of the objects that name none. */
  readonly namespace?: string;
  readonly metadata: Data;
  readonly manifest: Data;
}

export interface WorkloadObject {
  readonly object: TopologyObject;
  readonly kind: WorkloadKind;
}

/**
 * What there is beside workloads. Of these only objects with names count: nothing can refer to the
 * others.
 */
type PlainKind = 'claims' | 'persistentVolumes' | 'storageClasses' | 'csiDrivers' | 'services';

const PLAIN_KINDS: ReadonlyMap<string, PlainKind> = new Map([
  ['/PersistentVolumeClaim', 'claims'],
  ['/PersistentVolume', 'persistentVolumes'],
  ['/Service', 'services'],
  ['storage.k8s.io/StorageClass', 'storageClasses'],
  ['storage.k8s.io/CSIDriver', 'csiDrivers'],
]);

/** The objects that count, in their order. */
export type SortedObjects = { readonly [kind in PlainKind]: readonly TopologyObject[] } & {
  readonly workloads: readonly WorkloadObject[];
};

/** Sorts the objects. The namespace is for those that name none. */
export function sortObjects(
  sources: Iterable<TopologySource>,
  registered: readonly WorkloadKind[],
  namespace: string | undefined,
): SortedObjects {
  const kinds = workloadKinds(registered);
  const sorted = { workloads: [] as WorkloadObject[], ...emptyLists() };
  forEachObject(sources, (key, apiVersion, kind, manifest) => {
    const kindOfIt = kindKey(apiVersion, kind);
    const workloadKind = kinds.get(kindOfIt);
    const plainKind = workloadKind ? undefined : PLAIN_KINDS.get(kindOfIt);
    if (!workloadKind && !plainKind) return;
    const metadata = dataOf(manifest.metadata);
    const object = {
      key,
      apiVersion,
      kind,
      name: textOf(metadata.name),
      namespace: someText(metadata.namespace) ?? namespace,
      metadata,
      manifest,
    };
    if (workloadKind) sorted.workloads.push({ object, kind: workloadKind });
    else if (plainKind && object.name !== '') sorted[plainKind].push(object);
  });
  return sorted;
}

/** Whether objects of a kind count: the others need not be given. */
export function isReadKind(
  apiVersion: string,
  kind: string,
  registered: readonly WorkloadKind[] = [],
): boolean {
  return (
    isListKind(textOf(kind)) ||
    PLAIN_KINDS.has(kindKey(textOf(apiVersion), textOf(kind))) ||
    workloadKindOf(textOf(apiVersion), textOf(kind), registered) !== undefined
  );
}

function emptyLists(): { [kind in PlainKind]: TopologyObject[] } {
  return { claims: [], persistentVolumes: [], storageClasses: [], csiDrivers: [], services: [] };
}

/**
 * The objects themselves, and in place of a list its items. It does not matter how deep lists are
 * in lists.
 */
function forEachObject(
  sources: Iterable<TopologySource>,
  take: (key: string, apiVersion: string, kind: string, manifest: Data) => void,
): void {
  const rest: unknown[] = [];
  for (const source of sources) {
    const { key, manifest } = dataOf(source);
    rest.push(manifest);
    while (rest.length > 0) {
      const one = rest.pop();
      if (!isFields(one) || typeof one.apiVersion !== 'string' || typeof one.kind !== 'string') {
        continue;
      }
      const items = itemsOfList(one);
      if (items) for (let index = items.length - 1; index >= 0; index--) rest.push(items[index]);
      else take(textOf(key), one.apiVersion, one.kind, one);
    }
  }
}
