/**
 * The rule that speaks for the API server: all that it refuses of one object, whatever else there
 * is.
 */
import { RightShapes } from './alike';
import { readManifests } from './applied';
import { decodeCauses } from './decode';
import { newObject, otherProblems } from './object';
import { isIn, wholesOf } from './of-finding';
import { isPlainlyRight } from './plain';
import { podProblems, withoutPods } from './pods';
import { API_RULES } from '../resource';
import { unservedAlone } from './served';
import { Finding, isRefused } from '../findings';
import { EVERYTHING, Judge, JudgedObject, World } from '../judge';
import {
  Fields,
  fieldsOf,
  groupOf,
  isClusterScoped,
  isStored,
  itemsOfList,
  lazily,
  podTemplatePath,
  workloadKinds,
  textOf,
} from '../kube';
import { kindsOfGroup, newestMinor } from '../model';
import { checkPodsOf, POD_RULES } from '../pod';
import { checkStorageObject, saysOfStorage, STORAGE_RULES, unlessEnabled } from '../storage/core';

/** Rules on fields that the server does not know, and refuses only if it is asked to. */
export const unknownFieldRules = lazily((): readonly string[] =>
  [POD_RULES, STORAGE_RULES, API_RULES].map(({ unknownField }) => unknownField.id),
);

/** The judgement of one object; of what is only tied to volumes, that of storage. */
export const SERVER_JUDGE: Judge = {
  rules: () => [POD_RULES, STORAGE_RULES, API_RULES],
  kinds: [EVERYTHING],
  check: (object, world) =>
    isPlainlyRight(object) || isOfDefinition(object)
      ? NO_FINDINGS
      : world
          .once(object.workload ? newWorkloads : newOthers)
          .unlessAlike(object.manifest, () => findingsOf(object, world)),
  checkTied: (object, world) =>
    object.isAsBuilt === true || !saysOfStorage(object.kindKey) || isPlainlyRight(object)
      ? NO_FINDINGS
      : unlessStored(object, storageFindings(object, world), (own) => own),
};

/**
 * Whether an object without pods is of a group that definitions bring along: the server's own rules
 * know nothing of its kind. Groups of Kubernetes have no dot, or are below `k8s.io`.
 */
export function isOfDefinition({ apiVersion, workload, manifest }: JudgedObject): boolean {
  const group = groupOf(apiVersion);
  return (
    group.includes('.') &&
    !group.endsWith('.k8s.io') &&
    workload === undefined &&
    manifest.items === undefined
  );
}

const NO_FINDINGS: readonly Finding[] = [];

const newWorkloads = () => new RightShapes();
const newOthers = () => new RightShapes();

/** The findings of the server's rule on an object, without any shortcut. */
export function findingsOf(object: JudgedObject, world: World): readonly Finding[] {
  const own = [...checkPodsOf(object, world), ...storageFindings(object, world)];
  return unlessStored(object, own, (said) => otherFindings(object, world, said));
}

/** Controllers write into claims and volumes what nobody should write: how they are bound. */
function storageFindings(
  { kindKey, manifest }: JudgedObject,
  { target }: World,
): readonly Finding[] {
  if (BOUND.includes(kindKey) && isStored(manifest)) return [];
  return unlessEnabled(checkStorageObject(kindKey, manifest), () => target);
}

const BOUND = ['/PersistentVolumeClaim', '/PersistentVolume'];

/** Of an object that a server has taken, it refuses nothing, and knows each field. */
function unlessStored(
  { manifest }: JudgedObject,
  findings: readonly Finding[],
  others: (findings: readonly Finding[]) => readonly Finding[],
): readonly Finding[] {
  return isStored(manifest)
    ? findings.filter((one) => !isRefused(one) && !unknownFieldRules().includes(one.rule))
    : others(findings);
}

/** With what rules on pods and on storage have `said`, and nothing twice. */
function otherFindings(
  object: JudgedObject,
  world: World,
  said: readonly Finding[],
): readonly Finding[] {
  const unserved = unservedFindings(object, world);
  if (unserved.length > 0) return [...unserved, ...said];
  const others = refusedBeside(asNamed(object), object, said);
  return others.length === 0 ? said : [...said, ...others];
}

/** What is refused of an object of a built-in kind beside its pods, and was not `said`. */
function refusedBeside(
  manifest: Fields,
  { apiVersion, kind, workload }: JudgedObject,
  said: readonly Finding[],
): readonly Finding[] {
  const kinds = { isCluster: isClusterScoped, workloads: workloadKinds() };
  // A template that nothing runs has pods that nobody has looked at.
  const isTemplate = workload === undefined && podTemplatePath(apiVersion, kind) !== undefined;
  const asked = isTemplate ? manifest : withoutPods(manifest, apiVersion, kind);
  const [sent] = readManifests([asked], 'default', kinds);
  if (sent?.type === undefined) return NONE;
  const undecoded = unsaid(decodeCauses(sent), said);
  if (undecoded.some(({ rule }) => rule !== API_RULES.unknownField.id)) return undecoded;
  const live = newObject(sent);
  const pods = isTemplate ? podProblems(sent, live) : NONE;
  const problems = unsaid([...pods, ...otherProblems(live, sent)], said);
  return undecoded.length === 0 ? problems : [...undecoded, ...problems];
}

const NONE: readonly Finding[] = [];

/** Refusals of fields about which nothing was said, nor about what they are in or have in them. */
function unsaid(refusals: readonly Finding[], said: readonly Finding[]): readonly Finding[] {
  if (refusals.length === 0 || said.length === 0) return refusals;
  const places = new Set(said.flatMap(placesOf));
  const wholes = said.flatMap(ofTheWhole);
  return refusals.filter(
    ({ path, rule }) =>
      !places.has(placeOf(path)) &&
      (ofDecoding().includes(rule) || ![...places].some((one) => isIn(one, placeOf(path)))) &&
      !wholes.some((one) => isIn(path, one)),
  );
}

const ofTypes = lazily((): readonly string[] => [POD_RULES.type.id, STORAGE_RULES.type.id]);
const ofDecoding = lazily((): readonly string[] => [API_RULES.type.id, API_RULES.unknownField.id]);

/** What is wrong as a whole: of another type, or too much beside another field. */
function ofTheWhole(finding: Finding): string[] {
  return ofTypes().includes(finding.rule) ? [finding.path] : wholesOf(finding);
}

function placesOf({ path, server }: Finding): string[] {
  return [path, server?.field ?? path, ...(server?.surplusFields ?? [])].map(placeOf);
}

/** The server does not number the items of all lists, and writes keys of maps in brackets. */
function placeOf(field: string): string {
  return field.replace(/\[\d+\]$/, '').replace(/\[([^\d[\]][^[\]]*)\]/g, '.$1');
}

/** What the server puts behind a `generateName`. */
const GENERATED = 'abcde';

/** The object with the name that the server makes for it, if it has none. */
export function asNamed({ name, kindKey, manifest }: JudgedObject): Fields {
  const metadata = fieldsOf(manifest.metadata);
  // A name of another type is refused for that.
  if (name !== '' || ![undefined, null, ''].includes(metadata.name as string)) return manifest;
  const { generateName } = metadata;
  const start = textOf(generateName);
  // The server names all limits.
  if (start === '' && kindKey !== '/LimitRange') return manifest;
  return { ...manifest, metadata: { ...metadata, name: `${start}${GENERATED}` } };
}

/** Kinds that other versions have are told by the rule on versions, where the target has one. */
function unservedFindings(
  { apiVersion, kind, manifest }: JudgedObject,
  { target: { minor } }: World,
): readonly Finding[] {
  // A list that is not taken apart is no object.
  if (itemsOfList(manifest)) return [];
  const refusal = unservedAlone({ apiVersion, kind }, minor ?? newestMinor());
  if (!refusal) return [];
  const isTold = minor !== undefined && kindsOfGroup(groupOf(apiVersion)).includes(kind);
  return isTold ? [] : [{ ...refusal, path: 'kind' }];
}
