/**
 * Parts of objects that rules on pods and on storage judge: what the API server refuses of them is
 * said there.
 */
import { Elsewhere } from '../diff';
import { JudgedObject } from '../judge';
import { Fields, fieldsOf, ownWorkloadKinds } from '../kube';

const nothing = () => false;
const same = (manifest: Fields) => manifest;
const NOWHERE: Elsewhere = { isTyped: nothing, isField: nothing, isKind: false, without: same };

/** Rules on storage judge all but the finalizers. */
const isOfStorage = (field: string) => !field.startsWith('metadata.finalizers');
const STORAGE: Elsewhere = {
  isTyped: isOfStorage,
  isField: isOfStorage,
  isKind: true,
  without: ({ apiVersion, kind, metadata }) => {
    const { name, finalizers } = fieldsOf(metadata);
    return finalizers === undefined
      ? undefined
      : { apiVersion, kind, metadata: { name, finalizers } };
  },
};

const NAMED = /^spec\.(?:capacity|claimRef|csi|nodeAffinity)\b/;
/** Of the sources of volumes they judge only that of CSI. */
const VOLUME: Elsewhere = {
  ...STORAGE,
  isField: (field) => isOfStorage(field) && (!/^spec\.\w+\./.test(field) || NAMED.test(field)),
  without: same,
};

/** By kind, what other rules judge of its objects: pods, claims, volumes and classes. */
const ELSEWHERE = new Map<string, Elsewhere>([
  ['/PersistentVolumeClaim', STORAGE],
  ['storage.k8s.io/StorageClass', STORAGE],
  ['/PersistentVolume', VOLUME],
]);

/** What of an object is judged elsewhere. */
export function elsewhereOf({ kindKey }: JudgedObject): Elsewhere {
  let known = ELSEWHERE.get(kindKey);
  if (!known) {
    const kind = ownWorkloadKinds().get(kindKey);
    known = kind ? podsAt([...kind.templatePath, 'spec'], kind.isStateful === true) : NOWHERE;
    ELSEWHERE.set(kindKey, known);
  }
  return known;
}

/** Templates of claims are of StatefulSets: other kinds do not know the field. */
function podsAt(path: readonly string[], hasTemplates: boolean): Elsewhere {
  const prefix = path.join('.');
  const isField = (field: string) =>
    field.startsWith(prefix) || (hasTemplates && field.startsWith('spec.volumeClaimTemplates'));
  return {
    isTyped: isField,
    isField,
    isKind: false,
    without: (manifest) => withoutPod(manifest, path, hasTemplates),
  };
}

/** Copies only what the pod is in. */
function withoutPod(
  manifest: Fields,
  [field, ...below]: readonly string[],
  hasTemplates: boolean,
): Fields {
  const value = manifest[field];
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return manifest;
  const copy = hasTemplates ? { ...manifest, volumeClaimTemplates: undefined } : manifest;
  return {
    ...copy,
    [field]:
      below.length > 0
        ? withoutPod(value as Fields, below, hasTemplates)
        : outlineOf(value as Fields),
  };
}

/** What rules on workloads look at in their pods. */
function outlineOf({ containers, initContainers, restartPolicy }: Fields): Fields {
  return { containers: named(containers), initContainers: named(initContainers), restartPolicy };
}

function named(containers: unknown): unknown {
  return Array.isArray(containers)
    ? containers.map((container) => ({ name: fieldsOf(container).name }))
    : undefined;
}
