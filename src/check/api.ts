/**
 * What the API server refuses of any object of Kubernetes' own kinds, and other rules on objects do
 * not judge: those on pods and on storage have their parts of it.
 */
import { elsewhereOf } from './elsewhere';
import { refusedAlone, unservedAlone } from '../diff';
import { Finding } from '../findings';
import { EVERYTHING, Judge, JudgedObject, World } from '../judge';
import { fieldsOf, groupOf } from '../kube';
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
      : findingsOf(refusedAlone(asNamed(object), elsewhereOf(object)));
  },
};

/** What the server puts behind a `generateName`. */
const GENERATED = 'abcde';

/** The object with the name that the server makes for it, if it has none. */
function asNamed({ name, manifest }: JudgedObject): JudgedObject['manifest'] {
  const metadata = fieldsOf(manifest.metadata);
  const { generateName } = metadata;
  if (name !== '' || typeof generateName !== 'string' || generateName === '') return manifest;
  return { ...manifest, metadata: { ...metadata, name: `${generateName}${GENERATED}` } };
}

const NONE: readonly Finding[] = [];

function findingsOf(refusals: readonly Refusal[]): readonly Finding[] {
  return refusals.length === 0 ? NONE : refusals.map(findingOf);
}

/** Kinds that other versions have are told by the rule on versions, where the target has one. */
function unservedFindings(
  { apiVersion, kind }: JudgedObject,
  { target: { minor } }: World,
): readonly Finding[] {
  const refusal = unservedAlone({ apiVersion, kind }, minor ?? newestMinor());
  if (!refusal) return NONE;
  const isTold = minor !== undefined && kindsOfGroup(groupOf(apiVersion)).includes(kind);
  return isTold ? NONE : [{ ...findingOf(refusal), path: 'kind' }];
}
