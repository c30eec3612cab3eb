/**
 * What a change does, as people read it in a terminal and in a pull request, and as programs read
 * it.
 */
import { plansMarkdown, plansText } from './diff-plan';
import { styled } from './style';
import { DataFate, DocumentsDiff, ObjectDiff, Verdict } from '../diff';
import { harmless, markdownCode, markdownText } from '../escape';
import { addTo } from '../kube';
import { printJson } from '../yaml';

/** What is worth more attention stands above. */
const ORDER: readonly Verdict[] = [
  'refused',
  'deleted',
  'replaced',
  'stuck',
  'depends',
  'changed',
  'created',
  'unchanged',
];
const TONES: { readonly [verdict in Verdict]: number } = {
  refused: 31,
  deleted: 31,
  replaced: 31,
  stuck: 33,
  depends: 33,
  changed: 33,
  created: 32,
  unchanged: 2,
};
const DATA: { readonly [fate in DataFate]?: string } = {
  lost: 'its data is LOST',
  'may be lost': 'its data may be lost',
  'left behind': 'its data is left behind',
};
const RESTARTS: { readonly [restarts: string]: string } = {
  all: 'all pods are replaced',
  some: 'some pods are replaced',
};

/** An object with all that is said of it. */
interface Told {
  readonly diff: ObjectDiff;
  readonly lines: readonly string[];
}

/** One block for each object with which something happens, and a last line that counts all. */
export function diffText(diff: DocumentsDiff, isColour: boolean): string {
  const blocks = toldOf(diff).map(({ diff: one, lines }) => {
    const verdict = styled(one.verdict.padEnd(9), TONES[one.verdict], isColour);
    return [
      `${verdict} ${harmless(one.object)}${one.of === undefined ? '' : harmless(` (of ${one.of})`)}`,
      ...lines.map((line) => `          ${harmless(line)}`),
    ].join('\n');
  });
  return `${[...blocks, countsOf(diff)].join('\n')}\n${plansText(diff.plans ?? [])}`;
}

/** A table for the comment of a pull request. */
export function diffMarkdown(diff: DocumentsDiff): string {
  const told = toldOf(diff);
  const counts = countsOf(diff);
  const plans = plansMarkdown(diff.plans ?? []);
  if (told.length === 0) return `${counts}\n${plans}`;
  const rows = told.map(
    ({ diff: one, lines }) =>
      `| ${one.verdict === 'refused' || one.data === 'lost' ? '**' : ''}${one.verdict}${one.verdict === 'refused' || one.data === 'lost' ? '**' : ''} | ${markdownCode(one.object)} | ${lines.map(markdownText).join('<br>')} |`,
  );
  return (
    ['| | object | what happens |', '|---|---|---|', ...rows, '', counts, ''].join('\n') + plans
  );
}

/** Objects and findings: every object, also those that nothing happens to. */
export function diffJson({ objects, notes, findings, plans }: DocumentsDiff): string {
  const rows = findings.map(
    ({ rule, severity, path, message, remedy, file, line, column, object }) => ({
      rule,
      severity,
      path,
      message,
      remedy,
      file: file ?? null,
      line: line ?? null,
      column: column ?? null,
      object: object ?? null,
    }),
  );
  return printJson({ objects, notes, findings: rows, ...(plans ? { plans } : {}) });
}

function toldOf({ objects, notes }: DocumentsDiff): Told[] {
  const byObject = new Map<string, string[]>();
  for (const { object, message, remedy } of notes) {
    addTo(byObject, object, `note: ${message}${remedy === undefined ? '' : `; ${remedy}`}`);
  }
  return objects
    .map((diff) => ({ diff, lines: [...linesOf(diff), ...(byObject.get(diff.object) ?? [])] }))
    .filter(({ diff, lines }) => diff.verdict !== 'unchanged' || lines.length > 0)
    .sort((a, b) => ORDER.indexOf(a.diff.verdict) - ORDER.indexOf(b.diff.verdict));
}

function linesOf(diff: ObjectDiff): string[] {
  const { errors = [], changes = [], restarts, podsAdded, podsRemoved, ready, afterwards } = diff;
  const { data, because, finalizers, dependsOn = [], remedy, code } = diff;
  const pods = [
    ...(restarts !== undefined && restarts !== 'none' ? [RESTARTS[restarts]] : []),
    ...(podsAdded === undefined ? [] : [`${podsAdded} more`]),
    ...(podsRemoved === undefined ? [] : [`${podsRemoved} fewer`]),
  ];
  return [
    ...errors.map(({ field, message }) => `${field === '' ? `${code ?? ''}` : field}: ${message}`),
    ...(changes.length > 0 ? [`changes ${changes.join(', ')}`] : []),
    ...(pods.length > 0 ? [`pods: ${pods.join(', ')}`] : []),
    ...(ready === false ? ['it does not become ready'] : []),
    ...(data !== undefined && DATA[data] !== undefined
      ? [`${DATA[data]}${because === undefined ? '' : `: ${because}`}`]
      : []),
    ...(afterwards === 'deleted' ? ['it is gone in the end'] : []),
    ...(afterwards === 'stuck' ? ['it is Terminating, and goes once nothing holds it'] : []),
    ...(finalizers === undefined ? [] : [`it stays Terminating: ${finalizers.join(', ')}`]),
    ...dependsOn.map((one) => `it depends on ${one}`),
    ...(remedy === undefined ? [] : [`instead: ${remedy}`]),
  ];
}

function countsOf({ objects }: DocumentsDiff): string {
  const counts = ORDER.flatMap((verdict) => {
    const { length } = objects.filter((one) => one.verdict === verdict);
    return length > 0 ? [`${length} ${verdict}`] : [];
  });
  return counts.length > 0 ? counts.join(', ') : 'there are no objects';
}
