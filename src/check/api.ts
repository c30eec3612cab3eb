/**
 * What the API server refuses of any object of Kubernetes' own kinds, and other rules on objects do
 * not judge: those on pods and on storage have their parts of it.
 */
import { Elsewhere, refusedAlone, unservedAlone } from '../diff';
import { Finding } from '../findings';
import { EVERYTHING, Judge, JudgedObject, World } from '../judge';
import { groupOf, ownWorkloadKinds } from '../kube';
import { kindsOfGroup, newestMinor } from '../model';
import { findingOf, Refusal } from '../validation';

/** The server's judgement of one object by itself. */
export const API_JUDGE: Judge = {
  kinds: [EVERYTHING],
  isOfApi: true,
  check: (object, world) => {
    const unserved = unservedFindings(object, world);
    return unserved.length > 0
      ? unserved
      : findingsOf(refusedAlone(object.manifest, elsewhereOf(object)));
  },
};

const NONE: readonly Finding[] = [];

function findingsOf(refusals: readonly Refusal[]): readonly Finding[] {
  return refusals.length === 0 ? NONE : refusals.map(findingOf);
}

/** Kinds that other versions have are told by the rule on versions, where the target has one. */
function unservedFindings(
  { apiVersion, kind }: JudgedObject,
  { target: { minor } }: World,
): readonly Finding[] {
  if (minor !== undefined && kindsOfGroup(groupOf(apiVersion)).includes(kind)) return NONE;
  const refusal = unservedAlone({ apiVersion, kind }, minor ?? newestMinor());
  return refusal ? [{ ...findingOf(refusal), path: 'kind' }] : NONE;
}

const nothing = () => false;
const NOWHERE: Elsewhere = { isTyped: nothing, isField: nothing, isKind: false };

/** What rules on storage judge: all but the finalizers, and the sources of volumes. */
const isOfStorage = (field: string) => !field.startsWith('metadata.finalizers');
const STORAGE: Elsewhere = { isTyped: isOfStorage, isField: isOfStorage, isKind: true };
const NAMED = /^spec\.(?:capacity|claimRef|csi|nodeAffinity)\b/;
const VOLUME: Elsewhere = {
  isTyped: isOfStorage,
  isField: (field) => isOfStorage(field) && (!/^spec\.\w+\./.test(field) || NAMED.test(field)),
  isKind: true,
};

/** By kind, what other rules judge of its objects: pods, claims, volumes and classes. */
const ELSEWHERE = new Map<string, Elsewhere>([
  ['/PersistentVolumeClaim', STORAGE],
  ['storage.k8s.io/StorageClass', STORAGE],
  ['/PersistentVolume', VOLUME],
]);

function elsewhereOf({ kindKey }: JudgedObject): Elsewhere {
  let known = ELSEWHERE.get(kindKey);
  if (!known) {
    const template = ownWorkloadKinds().get(kindKey)?.templatePath;
    known = template ? withPods([...template, 'spec'].join('.')) : NOWHERE;
    ELSEWHERE.set(kindKey, known);
  }
  return known;
}

function withPods(path: string): Elsewhere {
  const isField = (field: string) =>
    field.startsWith(path) || field.startsWith('spec.volumeClaimTemplates');
  return { isTyped: isField, isField, isKind: false };
}
