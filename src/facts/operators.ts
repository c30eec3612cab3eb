/**
 * Operators whose custom resources hold data: what becomes of the claims that they make, as data
 * with a source for each kind.
 */
import { fieldPath, Fields, fieldsOf } from '../kube';

/** What becomes of the claims of a custom resource when it is deleted. */
export interface OperatorData {
  /**
   * `deletes`: its claims go with it, so that their reclaim policy decides; `keeps`: they stay;
   * `depends`: what is not in the resource decides.
   */
  readonly does: 'deletes' | 'keeps' | 'depends';
  /** A part of a sentence that names the rule, and the field if there is one. */
  readonly because: string;
  /** With `depends`: on what. */
  readonly dependsOn?: string;
  /**
   * The StorageClasses that the claims in question name; empty if they name none, so that the
   * default class decides.
   */
  readonly classNames: readonly string[];
  /**
   * Whether some of the claims in question name no StorageClass, or are not known: the default
   * class may decide.
   */
  readonly usesDefaultClass: boolean;
  /** Whether it is the storage itself that goes, so that no reclaim policy keeps it. */
  readonly ignoresReclaimPolicy: boolean;
  /**
   * Whether it has claims or storage of its own: false if its storage is ephemeral, or if it only
   * mounts the claims of others.
   */
  readonly hasData: boolean;
}

/** What a change of a custom resource does to claims that it has no longer. */
type ShrunkData = Pick<OperatorData, 'because' | 'dependsOn'> & {
  readonly does: 'deletes' | 'depends';
};

/**
 * For each path, the values of which one stands there; null is none, "*" is any. All paths must
 * match.
 */
type Where = { readonly [path: string]: readonly (string | number | boolean | null)[] };

/**
 * A path is `spec.nodeSets[].name`: `[]` is every item of a list. A field whose name has dots is
 * `annotations["a.b/c"]`.
 */
type Path = string;

type ClaimsOutcome = Pick<OperatorData, 'does' | 'because' | 'dependsOn'>;

/** What holds instead, where the condition is met. The first case that is met decides. */
type Case = ClaimsOutcome & { readonly where: Where };

/** Where claims stand in a custom resource. */
interface OperatorClaims {
  /** What stands for a claim, or for several alike; its other paths are relative to it. */
  readonly at: Path;
  /** Whether there is a claim, too, if nothing stands there. */
  readonly isDefault?: boolean;
  /** Only what is like this stands for a claim. */
  readonly where?: Where;
  /** What is like this stands for none. */
  readonly unless?: Where;
  /** Where the StorageClass stands; the first that is given counts. */
  readonly class?: readonly Path[];
  readonly cases?: readonly Case[];
}

/** What takes claims away in a custom resource that stays. */
type OperatorShrinking = ClaimsOutcome & {
  /** What has claims: the items of a list, or a section; without it, the resource as a whole. */
  readonly each?: Path;
  /** The field by which the items of the list are told apart. */
  readonly key?: Path;
  /**
   * The number of pods, each with its claims, relative to `each`; without it, only a removed item
   * takes claims away.
   */
  readonly count?: Path;
  /** The number if none is given. */
  readonly defaultCount?: number;
  /** Conditions on each as it was, or on the resource as a whole. */
  readonly cases?: readonly Case[];
};

type OperatorFacts = ClaimsOutcome & {
  /** `group/Kind`, of all versions. */
  readonly kinds: readonly string[];
  /**
   * Whether it is a database, a message queue or a store, for which losing the resource may mean
   * losing its data.
   */
  readonly isDatabase?: boolean;
  /**
   * Whether it is the storage itself that goes, and not a claim whose volume has a reclaim policy.
   */
  readonly ignoresReclaimPolicy?: boolean;
  readonly cases?: readonly Case[];
  /**
   * Its claims; empty if it only mounts those of others, absent if it is not known where they
   * stand.
   */
  readonly claims?: readonly OperatorClaims[];
  /** It has no claims if one of these is met. */
  readonly isEphemeral?: readonly Where[];
  readonly shrinks?: readonly OperatorShrinking[];
  readonly source: string;
};

/** All of them. They are only read when somebody asks; a test holds the file to its shape. */
export function knownOperators(): readonly OperatorFacts[] {
  const { operators }: typeof import('./operators.json') = require('./operators.json');
  const sourced: readonly Pick<OperatorFacts, 'kinds' | 'source'>[] = operators;
  return sourced as readonly OperatorFacts[];
}

let byKind: ReadonlyMap<string, OperatorFacts> | undefined;

function factsOf(kindKey: string): OperatorFacts | undefined {
  byKind ??= new Map(knownOperators().flatMap((facts) => facts.kinds.map((kind) => [kind, facts])));
  return byKind.get(kindKey);
}

/** Whether the kind is a database, a message queue or a store that an operator runs. */
export function isDatabaseKind(kindKey: string): boolean {
  return factsOf(kindKey)?.isDatabase === true;
}

/**
 * What becomes of the claims of a custom resource when it is deleted; undefined for kinds that are
 * not known.
 */
export function operatorDataOf(kindKey: string, manifest: Fields): OperatorData | undefined {
  const facts = factsOf(kindKey);
  if (!facts) return undefined;
  if (facts.isEphemeral?.some((where) => matches(manifest, where))) {
    return { ...EPHEMERAL, ...NO_DATA };
  }
  const outcome = outcomeOf(facts, manifest);
  const ignoresReclaimPolicy = facts.ignoresReclaimPolicy === true;
  if (!facts.claims) {
    return {
      ...outcome,
      classNames: [],
      usesDefaultClass: !ignoresReclaimPolicy,
      ignoresReclaimPolicy,
      hasData: true,
    };
  }
  const claims = facts.claims.flatMap((one) =>
    claimsOf(one, manifest).map((claim) => ({
      outcome: outcomeOf({ ...outcome, cases: one.cases }, claim),
      className: classOf(one, claim),
    })),
  );
  if (claims.length === 0) {
    return { ...(facts.claims.length === 0 ? outcome : NO_CLAIMS), ...NO_DATA };
  }
  const does = RANKS.find((rank) => claims.some((claim) => claim.outcome.does === rank));
  const worst = claims.find((claim) => claim.outcome.does === does)?.outcome ?? outcome;
  const classNames = claims
    .filter((claim) => does === 'keeps' || claim.outcome.does !== 'keeps')
    .map(({ className }) => className);
  return {
    ...worst,
    classNames: [...new Set(classNames.filter((name) => name !== undefined))],
    usesDefaultClass: classNames.includes(undefined),
    ignoresReclaimPolicy,
    hasData: true,
  };
}

/**
 * What becomes of claims that a change takes away from a custom resource; undefined if it takes
 * none, or if they stay.
 */
export function shrinksData(
  kindKey: string,
  before: Fields,
  after: Fields,
): ShrunkData | undefined {
  const facts = factsOf(kindKey);
  if (!facts?.shrinks || !operatorDataOf(kindKey, before)?.hasData) return undefined;
  const found = facts.shrinks.flatMap((one) => shrunkBy(one, before, after));
  return found.find(({ does }) => does === 'deletes') ?? found[0];
}

const RANKS = ['deletes', 'depends', 'keeps'] as const;
const EPHEMERAL: ClaimsOutcome = { does: 'keeps', because: 'its storage is ephemeral' };
const NO_CLAIMS: ClaimsOutcome = { does: 'keeps', because: 'it has no claims of its own' };
const NO_DATA = {
  classNames: [],
  usesDefaultClass: false,
  ignoresReclaimPolicy: false,
  hasData: false,
};

function outcomeOf(
  { cases, ...otherwise }: ClaimsOutcome & { readonly cases?: readonly Case[] },
  value: unknown,
): ClaimsOutcome {
  const { does, because, dependsOn } =
    cases?.find(({ where }) => matches(value, where)) ?? otherwise;
  return { does, because, ...(dependsOn === undefined ? {} : { dependsOn }) };
}

function claimsOf({ at, isDefault, where, unless }: OperatorClaims, manifest: Fields): unknown[] {
  const found = valuesAt(manifest, at);
  return (found.length === 0 && isDefault ? [{}] : found).filter(
    (claim) =>
      (where === undefined || matches(claim, where)) &&
      (unless === undefined || !matches(claim, unless)),
  );
}

function classOf({ class: paths = [] }: OperatorClaims, claim: unknown): string | undefined {
  return paths.flatMap((path) => valuesAt(claim, path)).find((name) => typeof name === 'string');
}

function shrunkBy(one: OperatorShrinking, before: Fields, after: Fields): ShrunkData[] {
  const rest = unitsOf(one, after);
  return [...unitsOf(one, before)].flatMap(([place, unit]) => {
    const what = changeOf(one, place, unit, rest.get(place));
    const { does, because, dependsOn } = outcomeOf(one, unit);
    if (what === undefined || does === 'keeps') return [];
    return [
      {
        does,
        because: `${what}, and ${because}`,
        ...(dependsOn === undefined ? {} : { dependsOn }),
      },
    ];
  });
}

/** What has claims, by its place. */
function unitsOf({ each, key }: OperatorShrinking, manifest: Fields): ReadonlyMap<string, unknown> {
  if (each === undefined) return new Map([['', manifest]]);
  return new Map(
    valuesAt(manifest, each).map((unit, index) => {
      if (key === undefined) return [each, unit];
      const [name = index] = valuesAt(unit, key);
      return [
        `${each.slice(0, -2)}[${typeof name === 'string' ? name : JSON.stringify(name)}]`,
        unit,
      ];
    }),
  );
}

function changeOf(
  { count, defaultCount = 1 }: OperatorShrinking,
  place: string,
  before: unknown,
  after: unknown,
): string | undefined {
  if (after === undefined) return `${place} is removed`;
  if (count === undefined) return undefined;
  const [from, to] = [before, after].map(
    (unit) => valuesAt(unit, count).find((value) => typeof value === 'number') ?? defaultCount,
  );
  return to < from ? `${fieldPath(place, count)} goes from ${from} to ${to}` : undefined;
}

function matches(value: unknown, where: Where): boolean {
  return Object.entries(where).every(([path, wanted]) => {
    const found = valuesAt(value, path);
    return found.length === 0
      ? wanted.includes(null)
      : wanted.includes('*') || found.some((one) => wanted.includes(one as string));
  });
}

/** What stands at a path, without what is null. */
function valuesAt(value: unknown, path: Path): unknown[] {
  let found: unknown[] = [value];
  for (const [part, quoted, name = quoted] of path.matchAll(/\["([^"]*)"\]|([^.[\]]+)|\[\]/g)) {
    found = found
      .flatMap((one): unknown[] => {
        if (part === '[]') return Array.isArray(one) ? one : [];
        return Object.hasOwn(fieldsOf(one), name) ? [fieldsOf(one)[name]] : [];
      })
      .filter((one) => one !== undefined && one !== null);
  }
  return found;
}
