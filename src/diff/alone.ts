/** One object as the API server sees it by itself: what it would refuse, whatever else there is. */
import { Cluster } from './cluster';
import { CustomKinds, UNCHECKED } from './custom';
import { decodeCause, decodeCauses } from './decode';
import { readManifests, metadataProblems, Refusal } from '../validation';
import { newObject, ownProblems, ServedAs, unservedRefusal } from './store';
import { Fields, isClusterScoped, workloadKinds } from '../kube';
import { isServed, lifeOfKind, newestMinor } from '../model';

const EMPTY = new Cluster();
const NO_DEFINITIONS = new CustomKinds([]);
const NONE: readonly Refusal[] = [];

/** What other rules judge of an object. */
export interface Elsewhere {
  /** Whether they judge what its kind asks of it beyond types. */
  readonly isKind: boolean;
  /** Whether they judge the type of a field, if it has one. */
  isTyped(field: string): boolean;
  /** Whether they judge the value of a field. */
  isField(field: string): boolean;
  /** The object without what need not be looked at; undefined if nothing is left. */
  without(manifest: Fields): Fields | undefined;
}

/** All that is refused of an object of a built-in kind, and that is not judged elsewhere. */
export function refusedAlone(manifest: Fields, elsewhere: Elsewhere): readonly Refusal[] {
  const left = elsewhere.without(manifest);
  if (!left) return NONE;
  const kinds = { isCluster: isClusterScoped, workloads: workloadKinds() };
  const [sent] = readManifests([left], 'default', kinds);
  if (sent?.type === undefined) return NONE;
  const undecoded = decodeCauses(sent);
  const own = undecoded.filter(({ field }) => !elsewhere.isTyped(field));
  if (undecoded.some(({ cause }) => cause !== 'unknownField')) return own;
  const live = newObject(sent, EMPTY, { custom: NO_DEFINITIONS, way: 'serverSide' });
  const problems = ownProblems(live, sent, elsewhere);
  return own.length === 0 ? problems : [...own, ...problems];
}

/** Definitions of custom kinds, read once. */
export function customKindsOf(definitions: readonly Fields[]): CustomKinds {
  return new CustomKinds(definitions);
}

/** All that is refused of a custom resource by its definition; nothing if there is none. */
export function refusedByDefinition(
  manifest: Fields,
  kindKey: string,
  custom: CustomKinds,
): readonly Refusal[] {
  if (!custom.hasDefinition(kindKey)) return NONE;
  const kinds = { isCluster: isClusterScoped, workloads: workloadKinds() };
  const [sent] = readManifests([manifest], 'default', kinds);
  if (!sent || sent.type !== undefined) return NONE;
  if (custom.isUnserved(sent)) return [unservedRefusal(sent, newestMinor())];
  if (sent.problems.length > 0) return decodeCauses(sent);
  const { problems } = custom.decodeProblems(sent, undefined, 'serverSide');
  const live = newObject(sent, EMPTY, { custom, way: 'serverSide' });
  return [
    // Schemas tell types in words of their own.
    ...problems
      .filter(({ reason }) => reason !== 'type')
      .map((problem) => decodeCause(problem, sent)),
    ...metadataProblems(sent, live),
    ...custom.refusals(sent, undefined, live).refused.filter((one) => one !== UNCHECKED),
  ];
}

/** That no release serves the kind, though its group is Kubernetes' own. */
export function unservedAlone(object: ServedAs, minor: number): Refusal | undefined {
  const { apiVersion, kind } = object;
  const isKnown = lifeOfKind(apiVersion, kind) !== undefined || isServed(apiVersion, kind, minor);
  return isKnown ? undefined : unservedRefusal(object, minor);
}
