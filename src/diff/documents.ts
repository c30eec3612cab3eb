/**
 * The diff of two sets of files: from their texts to what the change does, with the places of what
 * is worth a finding.
 */
import { isDeepStrictEqual } from 'node:util';
import { diffBothWays } from './diff';
import { DIFF_RULES as RULES } from './findings';
import { rebuiltOf } from './rebuilt';
import { ApplyWay, DiffOptions, DiffResult, ObjectDiff, Verdict } from './spec';
import { Finding, violation } from '../findings';
import { addTo, Fields, fieldsOf, groupOf, isClusterScoped } from '../kube';
import {
  Note as SkippedNote,
  RenderFinding,
  Source,
  withoutSkipped,
  withVariables,
} from '../render';
import { entriesOf, Entry, Input } from '../render/entries';
import { KnownDocuments } from '../yaml';

/** What a change of files does. */
export interface DocumentsDiff extends DiffResult {
  /**
   * What a pull request must not bring, and what its reader should know; and what cannot be read.
   */
  readonly findings: readonly RenderFinding[];
  /**
   * Those of the findings that are about files and documents that cannot be read; all others were
   * compared.
   */
  readonly unreadable: readonly RenderFinding[];
  /**
   * What was passed over, since it is not meant for a cluster, and what was assumed of what cannot
   * be read.
   */
  readonly skipped: readonly SkippedNote[];
  /** The objects of both sides, each with its name in the answer. */
  readonly old: readonly NamedManifest[];
  readonly next: readonly NamedManifest[];
  /** The files of an object, by its name in the answer. */
  filesOf(key: string): readonly string[];
}

/** An object as it was read. */
interface NamedManifest {
  /** As in `ObjectDiff`. */
  readonly key: string;
  readonly manifest: Fields;
}

/** Compares what the sources hold. Never throws, whatever they hold. */
export function diffDocuments(
  old: readonly Source[],
  next: readonly Source[],
  options: DiffOptions = {},
): DocumentsDiff {
  const known: KnownDocuments = new Map();
  const [before, read] = [readSide(old, options, known), readSide(next, options, known)];
  known.clear();
  const [after, assumed] = withUnread(before, read, options.namespace);
  const [oldObjects, newObjects] = [before.entries, after].map((entries) =>
    entries.map(({ data }) => data),
  );
  const named = (entries: readonly Entry[], same: ReadonlyMap<unknown, NamedManifest>) =>
    entries.map(
      ({ data }) => same.get(data) ?? { key: labelOf(data, options.namespace), manifest: data },
    );
  const namedOld = named(before.entries, new Map());
  const namedNew = named(after, new Map(namedOld.map((one) => [one.manifest, one])));
  const filesOf = (entries: readonly Entry[]) => entries.map(({ input }) => input.places);
  const built = (entries: readonly Entry[], names: readonly NamedManifest[]) =>
    entries.map(({ data, input }, index) => ({ key: names[index].key, data, build: input.build }));
  const [result, other] = diffBothWays(oldObjects, newObjects, options, {
    old: filesOf(before.entries),
    next: filesOf(after),
    doubts: rebuiltOf(built(before.entries, namedOld), built(after, namedNew)),
  });
  const places = new Map<string, Entry>();
  before.entries.forEach((entry, index) => places.set(namedOld[index].key, entry));
  after.forEach((entry, index) => places.set(namedNew[index].key, entry));
  const at = (object: string, finding: Finding): RenderFinding => {
    const place = places.get(object);
    return place ? { ...place.at(finding), object } : { ...finding, object };
  };
  const more = [
    ...(other ? differences(result, other, options.way) : []),
    ...repeatedIn('OLD', before.entries, namedOld, options.namespace),
    ...repeatedIn('NEW', read.entries, namedNew, options.namespace),
  ];
  const unreadable = [...before.problems, ...read.problems];
  const findings = [
    ...unreadable,
    ...result.objects
      .filter(isWorthFindings)
      .flatMap((one) => findingsOf(one).map((finding) => at(one.object, finding))),
    ...[...result.notes, ...more].map(
      ({ object, isError, message, remedy = 'make sure that it is intended' }) =>
        at(object, violation(isError ? RULES.danger : RULES.surprise, '', message, remedy)),
    ),
  ];
  return {
    ...result,
    notes: [...result.notes, ...more],
    findings,
    unreadable,
    skipped: uniqueNotes([...before.notes, ...read.notes, ...assumed]),
    old: namedOld,
    next: namedNew,
    filesOf: (key) => places.get(key)?.input.places ?? [],
  };
}

/** What is the same of both sides is said once. */
function uniqueNotes(notes: readonly SkippedNote[]): readonly SkippedNote[] {
  return [...new Map(notes.map((one) => [one.words, one])).values()];
}

interface Side {
  readonly sources: readonly Source[];
  readonly entries: readonly Entry[];
  readonly problems: readonly RenderFinding[];
  readonly notes: readonly SkippedNote[];
}

function readSide(
  sources: readonly Source[],
  { namespace, engine }: DiffOptions,
  known: KnownDocuments,
): Side {
  const problems: RenderFinding[] = [];
  const written = sources.flatMap((source, index) =>
    entriesOf(new Input(index, source, namespace, known), problems, true),
  );
  const { entries, unset } = withVariables(written, engine === 'flux');
  const { findings, notes } = withoutSkipped(problems, sources);
  return { sources, entries, problems: findings, notes: [...notes, ...ofUnset(unset)] };
}

/** What is assumed of variables. */
function ofUnset(unset: readonly string[]): SkippedNote[] {
  if (unset.length === 0) return [];
  const words = `variables whose values the files do not show have their defaults, or stay as they are: ${unset.join(', ')}`;
  return [{ file: '', words }];
}

/**
 * The objects of NEW, with those of OLD whose file cannot be read in NEW: nobody applies such a
 * file, so they stay as they are, and are not taken for removed.
 */
function withUnread(
  before: Side,
  after: Side,
  namespace: string | undefined,
): readonly [entries: readonly Entry[], notes: readonly SkippedNote[]] {
  if (after.problems.length === 0) return [after.entries, []];
  const placeIn =
    ({ sources }: Side) =>
    ({ name, relativeName }: Source) =>
      sources.length === 1 ? '' : (relativeName ?? name);
  const files = new Set(after.problems.map(({ file }) => file));
  const unread = new Set(after.sources.filter(({ name }) => files.has(name)).map(placeIn(after)));
  const there = new Set(after.entries.map((entry) => identityOf(entry, namespace)));
  const isUnread = ({ input }: Entry) => unread.has(placeIn(before)(before.sources[input.index]));
  const stay = before.entries.filter(
    (entry) => isUnread(entry) && !there.has(identityOf(entry, namespace)),
  );
  const names = new Set(stay.map(({ input }) => input.name));
  const why = 'its objects are assumed to stay as they are, because the file cannot be read in NEW';
  return [
    [...after.entries, ...stay],
    [...names].map((file) => ({ file, words: `${file}: ${why}` })),
  ];
}

/** What tells objects from each other. */
function identityOf(entry: Entry, namespace: string | undefined): string {
  return `${groupOf(entry.data.apiVersion)} ${labelOf(entry.data, namespace)}`;
}

/**
 * Objects that one side has several times. They are applied one after the other, as an engine
 * would.
 */
function repeatedIn(
  side: string,
  entries: readonly Entry[],
  names: readonly NamedManifest[],
  namespace: string | undefined,
): DiffResult['notes'] {
  // Of what has the same identity the names are the same as well, and nearly all names differ.
  if (new Set(entries.map((_, index) => names[index].key)).size === entries.length) return [];
  const byIdentity = new Map<string, Entry[]>();
  for (const entry of entries) {
    if (hasName(entry)) addTo(byIdentity, identityOf(entry, namespace), entry);
  }
  return [...byIdentity.values()]
    .filter(({ length }) => length > 1)
    .map((all) => {
      const places = all.map(({ place }) => place);
      const named =
        places.length > MOST_PLACES ? places.slice(0, MOST_PLACES) : places.slice(0, -1);
      const where = `${named.join(', ')} and ${places.length > MOST_PLACES ? `${places.length - MOST_PLACES} more` : places.at(-1)}`;
      const isSame = all.every(({ data }) => isDeepStrictEqual(data, all[0].data));
      const times = places.length === 2 ? 'twice' : `${places.length} times`;
      return {
        object: labelOf(all[0].data, namespace),
        id: 'repeated',
        isError: false,
        message: `it appears ${times} in ${side}: ${where}${isSame ? '' : ', and they differ; each is applied over the one before it'}`,
        remedy: isSame ? 'remove all but one' : 'remove all but one, or use different names',
      };
    });
}

const MOST_PLACES = 3;

/** What leaves its name to the server is another object each time. */
function hasName({ data: { metadata } }: Entry): boolean {
  return typeof fieldsOf(metadata).name === 'string' && fieldsOf(metadata).name !== '';
}

function labelOf({ kind, apiVersion, metadata }: Entry['data'], namespace = 'default'): string {
  const { name, namespace: own } = fieldsOf(metadata);
  return isClusterScoped(apiVersion, kind)
    ? `${kind}/${wordOf(name)}`
    : `${kind}/${wordOf(own ?? namespace)}/${wordOf(name)}`;
}

/** The name that somebody wrote; lists and maps are none. */
function wordOf(name: unknown): string {
  return name === undefined || typeof name === 'object' ? '' : String(name);
}

const KNOW = 'include the objects that determine this in the files';

/** Whether there is more to an object than a change that the server takes. */
function isWorthFindings({ verdict, data, dataAfterwards, dependsOn, ready }: ObjectDiff): boolean {
  return (
    !PLAIN.has(verdict) ||
    (data !== undefined && data !== 'kept') ||
    dataAfterwards !== undefined ||
    dependsOn !== undefined ||
    ready !== undefined
  );
}

const PLAIN: ReadonlySet<Verdict> = new Set(['unchanged', 'changed', 'created', 'deleted']);

/** What is worth a finding about one object. */
function findingsOf({
  verdict,
  errors = [],
  data,
  dataAfterwards,
  because,
  of,
  dependsOn = [],
  finalizers = [],
  remedy = 'see docs/diff.md',
  ready,
}: ObjectDiff): Finding[] {
  const why = because === undefined ? '' : `: ${because}`;
  const causes = dependsOn.join(', and ');
  const isToldOtherwise = verdict === 'depends' || data === 'may be lost' || ready === false;
  const ofData = (): Finding[] => {
    if (dataAfterwards === 'lost') {
      const message = `its data is lost when the last pod that uses it ends${why}`;
      return [violation(RULES.dataLost, '', message, remedy)];
    }
    switch (data) {
      case 'lost':
        return [violation(RULES.dataLost, '', `its data is lost${why}`, remedy)];
      case 'left behind':
        return [violation(RULES.dataLeftBehind, '', `its data is left behind${why}`, remedy)];
      case 'may be lost': {
        const open = causes || 'what is not in the files';
        const message = `its data may be lost${why}; it depends on ${open}`;
        return [violation(RULES.dataMayBeLost, '', message, KNOW)];
      }
      default:
        return [];
    }
  };
  return [
    ...(verdict === 'refused'
      ? errors.map(({ field, message }) =>
          violation(RULES.refused, field, `the API server rejects it: ${message}`, remedy),
        )
      : []),
    ...(verdict === 'depends' && data !== 'may be lost'
      ? [violation(RULES.depends, '', `it depends on ${causes}`, KNOW)]
      : []),
    ...(verdict === 'stuck'
      ? [
          violation(
            RULES.stuck,
            '',
            `it stays Terminating: ${finalizers.join(', ')} holds it`,
            'keep it in the files until nothing uses it',
          ),
        ]
      : []),
    ...(dependsOn.length > 0 && !isToldOtherwise
      ? [violation(RULES.depends, '', `what happens to it depends on ${causes}`, KNOW)]
      : []),
    // What goes with its pod in any case is nothing that anybody wants to keep.
    ...(data === undefined || of?.startsWith('Pod/') === true ? [] : ofData()),
    ...(ready === false
      ? [violation(RULES.notReady, '', 'it does not become ready', 'see its notes')]
      : []),
  ];
}

/** Objects that the other way of applying treats differently. */
function differences(
  result: DiffResult,
  other: DiffResult,
  way: ApplyWay = 'serverSide',
): DiffResult['notes'] {
  const others = new Map(other.objects.map((one) => [one.object, one]));
  const words =
    way === 'serverSide'
      ? 'with kubectl apply, and with Argo CD by default,'
      : 'with server-side apply, as Flux does,';
  return result.objects.flatMap(({ object, verdict }) => {
    const there = others.get(object);
    if (!there || there.verdict === verdict) return [];
    const why = (there.errors ?? []).map(({ field, message }) =>
      field === '' ? message : `${field}: ${message}`,
    );
    const causes = why.length === 0 ? '' : `: ${why.join('; ')}`;
    const message = `${words} it is ${there.verdict}${causes}`;
    return [{ object, id: 'way', isError: false, message }];
  });
}
