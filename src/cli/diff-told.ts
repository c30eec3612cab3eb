/**
 * The text of a comparison for people: what matters first and in full, and the rest in few lines.
 */
import { changeLines, isVersionLabel, withoutVersionLabels } from './diff-values';
import { DataVerdict, DocumentsDiff, ObjectDiff, Verdict } from '../diff';
import { counted } from '../findings';
import { addTo, append, lazily } from '../kube';

/** Something that is told, with the lines below it. */
export interface Told {
  readonly verdict: Verdict;
  /** The object, or how many of what kind. */
  readonly what: string;
  readonly lines: readonly string[];
  /** Whether it is refused, or its data is lost. */
  readonly isBad: boolean;
  /** Whether nothing happens but the change itself. */
  readonly isHarmless: boolean;
}

/** From how many objects with the same changes on they are one line. */
const MANY = 3;
/** How many changed fields of an object are listed, and how many if nothing happens by them. */
const MOST_FIELDS = 12;
const MOST_HARMLESS = 3;
/** How many names a line lists. */
const MOST_NAMES = 6;

const RESTARTS: { readonly [restarts: string]: string } = {
  all: 'all pods are replaced',
  some: 'some pods are replaced',
};
const DATA: { readonly [data in DataVerdict]?: string } = {
  lost: 'its data is LOST',
  'may be lost': 'its data may be lost',
  'left behind': 'its data is left behind',
};
/** Objects of which nothing more is told go in this order. */
const REST: readonly Verdict[] = [
  'refused',
  'deleted',
  'replaced',
  'stuck',
  'depends',
  'changed',
  'created',
  'unchanged',
];

/** All that is told, in the order of what matters; with `isWhole` each object by itself. */
export function toldOf({ objects, notes }: DocumentsDiff, isWhole = false): Told[] {
  const byObject = new Map<string, string[]>();
  for (const { object, message, remedy } of notes) {
    addTo(byObject, object, `note: ${message}${remedy === undefined ? '' : `; ${remedy}`}`);
  }
  const told = objects.flatMap((diff) => {
    const lines = effectsOf(diff);
    append(lines, byObject.get(diff.object) ?? []);
    return diff.verdict === 'unchanged' && lines.length === 0 ? [] : [{ diff, lines }];
  });
  const doesMatter = ({ diff, lines }: (typeof told)[number]) =>
    isWhole || lines.length > 0 || isOfNote(diff);
  const matters = told.filter(doesMatter);
  const rest = told.filter((one) => !doesMatter(one)).map(({ diff }) => diff);
  const beside = lazily(() => labelsBeside(objects));
  return [
    ...matters
      .map(({ diff, lines }) => ({ diff, lines, rank: rankOf(diff) }))
      .sort((a, b) => a.rank - b.rank)
      .map(({ diff, lines }) => inFull(diff, lines, isWhole)),
    ...REST.flatMap((verdict) =>
      inShort(
        rest.filter((diff) => diff.verdict === verdict),
        beside,
      ),
    ),
  ];
}

/** What has more to it than fields that change. */
function isOfNote({ verdict }: ObjectDiff): boolean {
  return !['changed', 'created', 'deleted'].includes(verdict);
}

/** Refusals, then what becomes of data, then what is stuck or open, then restarts. */
function rankOf({ verdict, data, dataAfterwards, ready, restarts, dependsOn }: ObjectDiff): number {
  if (verdict === 'refused') return 0;
  if (data === 'lost' || dataAfterwards === 'lost') return 1;
  if (data === 'may be lost') return 2;
  if (data === 'left behind') return 3;
  if (verdict === 'stuck') return 4;
  if (ready === false) return 5;
  if (verdict === 'depends' || dependsOn !== undefined) return 6;
  if (verdict === 'replaced') return 7;
  if (restarts === 'all' || restarts === 'some') return 8;
  return 9 + REST.indexOf(verdict);
}

function inFull(diff: ObjectDiff, effects: readonly string[], isWhole: boolean): Told {
  const { verdict, object, of, errors = [], code, data, dataAfterwards } = diff;
  const refusals = errors.map(
    ({ field, message }) => `${field === '' ? `${code ?? ''}` : field}: ${message}`,
  );
  const fields = changeLines(isWhole ? diff : withoutVersionLabels(diff));
  const most = isWhole ? Infinity : MOST_FIELDS;
  const more = fields.length > most ? [`${fields.length - most} more fields`] : [];
  return {
    verdict,
    what: `${object}${of === undefined ? '' : ` (of ${of})`}`,
    lines: [...refusals, ...fields.slice(0, most), ...more, ...effects],
    isBad: verdict === 'refused' || data === 'lost' || dataAfterwards === 'lost',
    isHarmless: false,
  };
}

/** What happens by a change, beside the fields that change. */
function effectsOf(diff: ObjectDiff): string[] {
  const { restarts, podsAdded, podsRemoved, ready, afterwards } = diff;
  const { data, dataAfterwards, because, finalizers, dependsOn = [], remedy } = diff;
  const fate =
    dataAfterwards === 'lost'
      ? 'its data is LOST when the last pod that uses it ends'
      : data && DATA[data];
  const pods: string[] = [];
  if (restarts !== undefined && restarts !== 'none') pods.push(RESTARTS[restarts]);
  if (podsAdded !== undefined) pods.push(`${podsAdded} more`);
  if (podsRemoved !== undefined) pods.push(`${podsRemoved} fewer`);
  const lines: string[] = [];
  if (pods.length > 0) lines.push(`pods: ${pods.join(', ')}`);
  if (ready === false) lines.push('it does not become ready');
  if (fate !== undefined) lines.push(because === undefined ? fate : `${fate}: ${because}`);
  if (afterwards === 'deleted') lines.push('it is finally deleted');
  if (afterwards === 'stuck') lines.push('it is Terminating, and goes once nothing holds it');
  if (finalizers) lines.push(`it stays Terminating: ${finalizers.join(', ')}`);
  if (dataAfterwards !== 'lost') for (const one of dependsOn) lines.push(`it depends on ${one}`);
  if (remedy !== undefined) lines.push(`instead: ${remedy}`);
  return lines;
}

/** Objects of one verdict to which nothing else happens: those that are alike in one line. */
function inShort(diffs: readonly ObjectDiff[], beside: () => number): Told[] {
  const labels = diffs.filter(isLabelOnly);
  const groups = new Map<string, ObjectDiff[]>();
  for (const diff of diffs) {
    if (labels.length >= MANY && isLabelOnly(diff)) continue;
    addTo(groups, JSON.stringify([kindOf(diff), alikeIn(diff)]), diff);
  }
  const told = [...groups.values()].flatMap((group) =>
    group.length >= MANY ? [together(group)] : group.map(alone),
  );
  return labels.length >= MANY ? [...told, labelled(labels, beside())] : told;
}

function isLabelOnly({ verdict, changes = [] }: ObjectDiff): boolean {
  return verdict === 'changed' && changes.every(isVersionLabel);
}

/** The fields that changed, whatever the items of lists and the keys of data are called. */
function alikeIn({ object, changes = [] }: ObjectDiff): readonly string[] {
  const others = changes.filter((path) => !isVersionLabel(path));
  const paths = others.map((path) =>
    path.replace(/^(data|binaryData|stringData)\b.*/, '$1').replace(/\[[^[\]]*\]/g, '[]'),
  );
  // Schemas are counted, and never the same.
  return object.startsWith('CustomResourceDefinition/') && paths.length > 0
    ? [object]
    : [...new Set(paths)].sort();
}

function alone(diff: ObjectDiff): Told {
  const lines = changeLines(withoutVersionLabels(diff));
  const more = lines.length - MOST_HARMLESS;
  const words = [...lines.slice(0, MOST_HARMLESS), ...(more > 0 ? [`${more} more fields`] : [])];
  return {
    verdict: diff.verdict,
    what: `${diff.object}${diff.of === undefined ? '' : ` (of ${diff.of})`}`,
    lines: words.length === 0 ? [] : [words.join('; ')],
    isBad: false,
    isHarmless: true,
  };
}

function together(group: readonly ObjectDiff[]): Told {
  const paths = alikeIn(group[0]);
  const more = paths.length > MOST_HARMLESS ? [`${paths.length - MOST_HARMLESS} more fields`] : [];
  const fields = [...paths.slice(0, MOST_HARMLESS), ...more].join('; ');
  return {
    verdict: group[0].verdict,
    what: `${group.length} ${kindOf(group[0])}`,
    lines: [`${fields === '' ? '' : `${fields} of `}${namesOf(group)}`],
    isBad: false,
    isHarmless: true,
  };
}

function labelled(group: readonly ObjectDiff[], beside: number): Told {
  const kinds = new Map<string, number>();
  for (const diff of group) kinds.set(kindOf(diff), (kinds.get(kindOf(diff)) ?? 0) + 1);
  const others = beside > 0 ? ` (as ${beside} of the others)` : '';
  const most = [...kinds].sort((a, b) => b[1] - a[1]);
  const named = most.slice(0, MOST_NAMES).map(([kind, number]) => `${number} ${kind}`);
  const more = most.length > MOST_NAMES ? [`${most.length - MOST_NAMES} more kinds`] : [];
  return {
    verdict: 'changed',
    what: `${counted(group.length, 'object')}, only in a label of their version${others}`,
    lines: [[...named, ...more].join(', ')],
    isBad: false,
    isHarmless: true,
  };
}

/** How many objects change in such a label and in something else: their label is not listed. */
function labelsBeside(objects: readonly ObjectDiff[]): number {
  return objects.filter((diff) => !isLabelOnly(diff) && diff.changes?.some(isVersionLabel) === true)
    .length;
}

function kindOf({ object }: ObjectDiff): string {
  return object.slice(0, object.indexOf('/'));
}

function namesOf(group: readonly ObjectDiff[]): string {
  const names = group.map(({ object }) => object.slice(object.indexOf('/') + 1));
  const more = names.length > MOST_NAMES ? `, and ${names.length - MOST_NAMES} more` : '';
  return `${names.slice(0, MOST_NAMES).join(', ')}${more}`;
}

/** `1 refused, 67 changed, 40 unchanged`. */
export function countsOf({ objects }: DocumentsDiff): string {
  const counts = new Map<Verdict, number>();
  for (const { verdict } of objects) counts.set(verdict, (counts.get(verdict) ?? 0) + 1);
  const told = REST.filter((verdict) => counts.has(verdict));
  return told.length > 0
    ? told.map((verdict) => `${counts.get(verdict)!} ${verdict}`).join(', ')
    : 'there are no objects';
}
