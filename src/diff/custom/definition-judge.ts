/**
 * Custom resources by themselves: what the definitions among the objects, and those that are given
 * beside them, refuse of them.
 */
import { CustomKinds, UNCHECKED } from './kinds';
import { Finding } from '../../findings';
import { EVERYTHING, Judge, World } from '../../judge';
import { DEFINITION, Fields, isClusterScoped, isStored, workloadKinds } from '../../kube';
import { Draft, newestMinor, withoutNulls } from '../../model';
import { API_RULES } from '../../resource';
import {
  asNamed,
  decodeCause,
  decodeCauses,
  metadataProblems,
  readManifests,
  unservedRefusal,
} from '../../validation';

const NONE: readonly Finding[] = [];

/** What the server says of custom resources. */
export const DEFINITION_JUDGE: Judge = {
  rules: () => [API_RULES],
  kinds: [EVERYTHING],
  when: (world) => world.definitions.length > 0 || world.ofKind(DEFINITION).length > 0,
  check: (object, world) => {
    const custom = world.once(definitionsAmong);
    if (!custom.hasDefinition(object.kindKey) || isStored(object.manifest)) return NONE;
    return refusedByDefinition(asNamed(object), custom);
  },
  checkTied: () => NONE,
};

/** Custom kinds: what the objects define themselves wins. */
function definitionsAmong(world: World): CustomKinds {
  const own = world.ofKind(DEFINITION);
  return new CustomKinds([...world.definitions, ...own.map(({ manifest }) => manifest)]);
}

function refusedByDefinition(manifest: Fields, custom: CustomKinds): readonly Finding[] {
  const kinds = { isCluster: isClusterScoped, workloads: workloadKinds() };
  const [sent] = readManifests([manifest], 'default', kinds);
  if (!sent || sent.type !== undefined) return [];
  if (custom.isUnserved(sent)) return [unservedRefusal(sent, newestMinor())];
  if (sent.problems.length > 0) return decodeCauses(sent);
  const { problems } = custom.decodeProblems(sent, undefined, 'serverSide');
  const live = withoutNulls(undefined, sent.manifest, 'zero') as Draft;
  custom.writeDefaults(sent, live, 'serverSide');
  return [
    // Schemas tell types in words of their own.
    ...problems
      .filter(({ reason }) => reason !== 'type')
      .map((problem) => decodeCause(problem, sent)),
    ...metadataProblems(sent, live),
    ...custom.refusals(sent, undefined, live).refused.filter((one) => one !== UNCHECKED),
  ];
}
