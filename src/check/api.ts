/**
 * What the API server refuses of any object of Kubernetes' own kinds, and other rules on objects do
 * not judge: those on pods and on storage have their parts of it.
 */
import { elsewhereOf } from './elsewhere';
import { customKindsOf, refusedAlone, refusedByDefinition, unservedAlone } from '../diff';
import { Finding } from '../findings';
import { EVERYTHING, Judge, JudgedObject, World } from '../judge';
import { fieldsOf, groupOf, isStored } from '../kube';
import { kindsOfGroup, newestMinor } from '../model';
import { findingOf } from '../validation';

/** The server's judgement of one object by itself. */
export const API_JUDGE: Judge = {
  kinds: [EVERYTHING],
  isOfApi: true,
  check: (object, world) => {
    if (isStored(object.manifest)) return NONE;
    const unserved = unservedFindings(object, world);
    if (unserved.length > 0) return unserved;
    const { kindKey } = object;
    const manifest = asNamed(object);
    const refused = refusedAlone(manifest, elsewhereOf(object));
    if (refused.length > 0) return refused.map(findingOf);
    const byDefinition = refusedByDefinition(manifest, kindKey, world.once(definitionsAmong));
    return byDefinition.length > 0 ? byDefinition.map(findingOf) : NONE;
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

/** Custom kinds that the objects define themselves. */
function definitionsAmong(world: World): ReturnType<typeof customKindsOf> {
  const definitions = world.ofKind('apiextensions.k8s.io/CustomResourceDefinition');
  return customKindsOf(definitions.map(({ manifest }) => manifest));
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
