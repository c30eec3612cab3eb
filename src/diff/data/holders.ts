/**
 * Holders of data beside claims and volumes: sets whose pods are gone, custom resources whose
 * operators make claims, and what takes along others.
 */
import { Deletions } from './deletions';
import { fieldsBelow } from './fields-below';
import { losesClaims } from './makers';
import { dataOfNamespace } from './namespaces';
import { dataOfSnapshot, Sides } from './snapshots';
import { byDefaultClass, DataOutcome, perhaps, worst } from './storage';
import { operatorDataOf, OperatorData, shrinksData } from '../../facts';
import { DEFINITION, Fields, kindDefinedBy, parseQuantity } from '../../kube';
import { fieldsAt, listAt } from '../../model';
import { defaultClassesOf } from '../binding/default-class';
import { UNKNOWN_DEFAULT_CLASS } from '../binding/volumes';
import { Cluster } from '../cluster';
import { CLAIM, SNAPSHOTS, STORAGE_CLASS } from '../kind-keys';
import { dependenciesOf } from '../outcome';
import { Stored } from '../stored';
import { ordinalsOf } from '../workloads';

/**
 * Custom resources that hold no data, or whose data are told of where they are: what deploys
 * others.
 */
const NO_DATA =
  /^(?:argoproj\.io\/(?:Application|ApplicationSet|AppProject)|[a-z-]+\.toolkit\.fluxcd\.io\/.*|snapshot\.storage\.k8s\.io\/VolumeSnapshotClass|[^\n\r/\u2028\u2029]*\/.*Policy)$/;

/** The same with what is deleted with them: classes count as OLD has them. */
export interface Held extends Sides {
  readonly deletions: Deletions;
}

/**
 * What becomes of the data of an object when it is deleted; undefined if it holds none. Contents of
 * snapshots count as NEW has them.
 */
export function dataOfHolder(
  stored: Stored,
  held: Held,
  after: Cluster = held.cluster,
): DataOutcome | undefined {
  const { cluster } = held;
  const { kindKey, type, name } = stored.sent;
  if (kindKey === '/Namespace') {
    if (cluster.covers(CLAIM, name)) return dataOfNamespace(name, held);
    return {
      data: 'may be lost',
      because: 'everything in the namespace is deleted with it',
      dependsOn: ['what else is in the namespace'],
    };
  }
  if (kindKey === 'apps/StatefulSet') return dataOfSet(stored, held);
  const ofSnapshot = dataOfSnapshot(stored, held, after);
  if (ofSnapshot) return ofSnapshot;
  if (type !== undefined || NO_DATA.test(kindKey)) return undefined;
  const known = operatorDataOf(kindKey, stored.live);
  if (known) return known.hasData ? ofOperator(known, held) : undefined;
  return asksForStorage(stored.live.spec)
    ? {
        data: 'may be lost',
        because: 'it requests storage',
        dependsOn: [
          'whether its operator deletes its claims with it, and the reclaim policies of their volumes',
        ],
      }
    : undefined;
}

/** What becomes of data when a custom resource changes: fewer instances may have fewer claims. */
export function dataOfShrunk(before: Stored, after: Stored, held: Held): DataOutcome | undefined {
  if (before.sent.type !== undefined) return undefined;
  const known = operatorDataOf(before.sent.kindKey, before.live);
  const shrunk = known && shrinksData(before.sent.kindKey, before.live, after.live);
  return shrunk ? ofOperator({ ...known, ...shrunk }, held) : undefined;
}

/** A set that has no pods may have had some: their claims are deleted with it. */
function dataOfSet(stored: Stored, held: Held): DataOutcome | undefined {
  const { live } = stored;
  const [first, end] = ordinalsOf(live);
  const templates = listAt(live, 'spec.volumeClaimTemplates');
  if (end > first || templates.length === 0 || !losesClaims(stored)) return undefined;
  const outcome = ofClasses(
    templates.map((one) => classNameIn(one)),
    held,
    'the set deletes the claims of its pods (whenDeleted: Delete)',
  );
  return outcome.data === 'left behind'
    ? outcome
    : perhaps(outcome, 'whether it ever had pods, whose claims are still there');
}

function classNameIn(template: Fields): string | undefined {
  const { storageClassName } = fieldsAt(template, 'spec');
  return typeof storageClassName === 'string' ? storageClassName : undefined;
}

function ofOperator(
  { does, because, dependsOn, classNames, usesDefaultClass, ignoresReclaimPolicy }: OperatorData,
  held: Held,
): DataOutcome {
  if (does === 'keeps') return { data: 'kept', because };
  const outcome: DataOutcome = ignoresReclaimPolicy
    ? { data: 'lost', because }
    : ofClasses(
        [...classNames, ...(usesDefaultClass || classNames.length === 0 ? [undefined] : [])],
        held,
        because,
      );
  return does === 'depends' && outcome.data !== 'left behind'
    ? perhaps(outcome, dependsOn ?? 'what its operator does')
    : outcome;
}

/** The worst of what the classes of deleted claims say. */
function ofClasses(
  names: readonly (string | undefined)[],
  { cluster, deletions }: Held,
  because: string,
): DataOutcome {
  const defaults = names.includes(undefined) ? defaultClassesOf(cluster) : [];
  const ofOne = (className: string | undefined): DataOutcome => {
    const found =
      className === undefined ? undefined : cluster.find(STORAGE_CLASS, undefined, className);
    if (!found) {
      const doubt =
        className === undefined
          ? UNKNOWN_DEFAULT_CLASS
          : `the reclaim policy of the class ${JSON.stringify(className)}`;
      return { data: 'may be lost', because, dependsOn: [doubt] };
    }
    if (found.live.reclaimPolicy === 'Retain') {
      return { data: 'left behind', because: `${because}; their volumes are Released` };
    }
    const made = deletions.ofClass({ data: 'lost', because }, found);
    return made.data === 'left behind' ? { ...made, because: `${because}; ${made.because}` } : made;
  };
  const outcomes = names.map((name) =>
    name === undefined && defaults.length > 0
      ? byDefaultClass(defaults, defaults.map(ofOne))
      : ofOne(name),
  );
  const found = worst(outcomes)!;
  if (found.data !== 'may be lost') return found;
  const dependsOn = dependenciesOf(...outcomes.filter(({ data }) => data === found.data));
  return { ...found, dependsOn };
}

/**
 * A definition takes along its objects, in the files or not, if they are of a kind that has data or
 * deploys what has.
 */
export function dataOfDefinition(stored: Stored): DataOutcome | undefined {
  if (stored.sent.kindKey !== DEFINITION) return undefined;
  const { live } = stored;
  const kindKey = kindDefinedBy(live);
  const versions = listAt(live, 'spec.versions').map((one) =>
    fieldsAt(one, 'schema.openAPIV3Schema'),
  );
  const holds =
    DEPLOYS.test(kindKey) ||
    (kindKey.startsWith(SNAPSHOTS[0]) && !kindKey.endsWith('Class')) ||
    operatorDataOf(kindKey, {})?.hasData === true ||
    versions.some(
      (schema) =>
        [schema, fieldsAt(schema, 'properties.spec')].some(
          (one) => one['x-kubernetes-preserve-unknown-fields'] === true,
        ) || asksForStorage(schema),
    );
  return holds
    ? {
        data: 'may be lost',
        because: 'all objects of the definition are deleted with it',
        dependsOn: ['which objects of the definition there are'],
      }
    : undefined;
}

const DEPLOYS =
  /^(?:argoproj\.io\/Application(?:Set)?|kustomize\.toolkit\.fluxcd\.io\/Kustomization|helm\.toolkit\.fluxcd\.io\/HelmRelease)$/;

const STORAGE_FIELDS =
  /^(?:storageClass|storageClassName|volumeClaimTemplates?|volumeClaimSpec|dataVolumeTemplates|persistence|persistentVolumeClaimSpec)$/;
const SIZE_FIELDS = /size|storage|capacity|disk|volume/i;

/**
 * Whether the spec of a custom resource of an unknown operator asks for storage: a class, a
 * template of claims, or a size.
 */
function asksForStorage(spec: unknown): boolean {
  for (const [field, value] of fieldsBelow(spec)) {
    if (STORAGE_FIELDS.test(field)) return true;
    if (
      typeof value === 'string' &&
      SIZE_FIELDS.test(field) &&
      /^[\d.]+[KMGTP]i?$/.test(value) &&
      parseQuantity(value)
    ) {
      return true;
    }
  }
  return false;
}
