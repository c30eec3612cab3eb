/** From the texts of two sets of files to what the change does, with the places of what is worth a finding. */
import { diffBothWays } from './diff';
import { DIFF_RULES } from './findings';
import { ApplyWay, DiffOptions, DiffResult, ObjectDiff } from './spec';
import { Rule, violation } from '../findings';
import { Fields, isClusterScoped } from '../kube';
import { RenderFinding, Source } from '../render';
import { entriesOf, Entry, Input } from '../render/entries';
import { KnownDocuments } from '../yaml';

/** What a change of files does. */
export interface DocumentsDiff extends DiffResult {
  /** What a pull request must not bring, and what its reader should know; and what cannot be read. */
  readonly findings: readonly RenderFinding[];
  /** Whether something cannot be read: then nothing was compared. */
  readonly isUnreadable: boolean;
  /** The objects of both sides, each with its name in the answer. */
  readonly old: readonly NamedManifest[];
  readonly next: readonly NamedManifest[];
}

/** An object as it was read. */
export interface NamedManifest {
  /** As in `ObjectDiff`. */
  readonly key: string;
  readonly manifest: Fields;
}

/** Compares what the sources hold. Never throws, whatever they hold. */
export function diffDocuments(old: readonly Source[], next: readonly Source[], options: DiffOptions = {}): DocumentsDiff {
  const problems: RenderFinding[] = [];
  const known: KnownDocuments = new Map();
  const read = (sources: readonly Source[]) =>
    sources.flatMap((source, index) => entriesOf(new Input(index, source, options.namespace, known), problems, true));
  const [before, after] = [read(old), read(next)];
  if (problems.length > 0) return { objects: [], notes: [], findings: problems, isUnreadable: true, old: [], next: [] };
  const [oldObjects, newObjects] = [before, after].map((entries) => entries.map(({ data }) => data));
  const [result, other] = diffBothWays(oldObjects, newObjects, options);
  const named = (entries: readonly Entry[]) => entries.map((entry) => ({ key: labelOf(entry, options.namespace), manifest: entry.data }));
  const places = new Map<string, Entry>();
  for (const entry of [...before, ...after]) places.set(labelOf(entry, options.namespace), entry);
  const at = (object: string, rule: Rule, path: string, message: string, remedy: string): RenderFinding => {
    const finding = violation(rule, path, message, remedy);
    const place = places.get(object);
    return place ? { ...place.at(finding), object } : { ...finding, object };
  };
  const otherWay = other ? differences(result, other, options.way) : [];
  const findings = [
    ...result.objects.flatMap((one) => findingsOf(one).map(([rule, path, message, remedy]) => at(one.object, rule, path, message, remedy))),
    ...[...result.notes, ...otherWay].map(({ object, isError, message, remedy = 'make sure that it is intended' }) =>
      at(object, isError ? DIFF_RULES.danger : DIFF_RULES.surprise, '', message, remedy)),
  ];
  return { ...result, notes: [...result.notes, ...otherWay], findings, isUnreadable: false, old: named(before), next: named(after) };
}

function labelOf({ data }: Entry, namespace = 'default'): string {
  const { kind, apiVersion, metadata } = data;
  const { name, namespace: own } = metadata as { name?: string; namespace?: string } | undefined ?? {};
  return isClusterScoped(apiVersion, kind) ? `${kind}/${name ?? ''}` : `${kind}/${own ?? namespace}/${name ?? ''}`;
}

const KNOW = 'include the objects that determine this in the files';

type Told = readonly [rule: Rule, path: string, message: string, remedy: string];

/** What is worth a finding about one object. */
function findingsOf({ verdict, errors = [], data, dependsOn = [], finalizers = [], remedy = 'see docs/diff.md', ready }: ObjectDiff): Told[] {
  const lost: Told[] = data === 'deleted' ? [[DIFF_RULES.dataLost, '', 'its data is deleted', remedy]]
    : data === 'unreachable' ? [[DIFF_RULES.dataLost, '', 'its data stays, but no object refers to it any more', remedy]] : [];
  const isToldOtherwise = verdict === 'depends' || data === 'depends' || ready === false;
  return [
    ...verdict === 'refused' ? errors.map(({ field, message }): Told => [DIFF_RULES.refused, field, `the API server rejects it: ${message}`, remedy]) : [],
    ...verdict === 'depends' ? [[DIFF_RULES.depends, '', `it depends on ${dependsOn.join(', and ')}`, KNOW]] as Told[] : [],
    ...verdict === 'stuck' ? [[DIFF_RULES.stuck, '', `it stays Terminating: ${finalizers.join(', ')} holds it`, 'keep it in the files until nothing uses it']] as Told[] : [],
    ...data === 'depends' ? [[DIFF_RULES.depends, '', `what happens to its data depends on ${dependsOn.join(', and ') || 'what is not in the files'}`, KNOW]] as Told[] : [],
    ...dependsOn.length > 0 && !isToldOtherwise ? [[DIFF_RULES.depends, '', `what happens to it depends on ${dependsOn.join(', and ')}`, KNOW]] as Told[] : [],
    ...lost,
    ...ready === false ? [[DIFF_RULES.notReady, '', 'it does not become ready', 'see the notes on it']] as Told[] : [],
  ];
}

/** Objects that the other way of applying treats differently. */
function differences(result: DiffResult, other: DiffResult, way: ApplyWay = 'serverSide'): DiffResult['notes'] {
  const others = new Map(other.objects.map((one) => [one.object, one]));
  const words = way === 'serverSide' ? 'with kubectl apply, and with Argo CD by default,' : 'with server-side apply, as Flux does,';
  return result.objects.flatMap(({ object, verdict }) => {
    const there = others.get(object);
    if (!there || there.verdict === verdict) return [];
    return [{ object, id: 'way', isError: false, message: `${words} it is ${there.verdict}` }];
  });
}
