/** The recorded edits, and what a prediction of one is compared by. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ApplyWay, diffObjects, ObjectDiff } from '../../src/diff';
import { conformanceFolder } from '../support/conformance';

/** What really happened to one object. */
interface Recorded {
  readonly verdict: string;
  readonly errors?: readonly { readonly field: string; readonly message: string }[];
  readonly message?: string;
  readonly of?: string;
  readonly [key: string]: unknown;
}

/** One edit. */
export interface DiffCase {
  readonly id: string;
  readonly about: string;
  readonly given?: readonly unknown[];
  readonly old: readonly unknown[];
  readonly new: readonly unknown[];
  readonly answers: {
    readonly serverSide: Record<string, Recorded>;
    readonly clientSide?: Record<string, Recorded>;
  };
}

/** What is compared where it was recorded. */
const COMPARED = [
  'verdict',
  'code',
  'changes',
  'putBack',
  'restarts',
  'podsAdded',
  'podsRemoved',
  'ready',
  'data',
  'phase',
  'finalizers',
  'afterwards',
  'of',
];

/**
 * What a prediction is compared by, as the page of the cases says: of objects that were recorded,
 * keys that were.
 */
const ASKED = ['verdict', 'restarts', 'data', 'ready', 'afterwards'];

/** What is predicted otherwise than it happened, one line each. */
export function mistakesOf(one: DiffCase, way: ApplyWay): string[] {
  const found = new Map(
    diffObjects(one.old, one.new, { way }).objects.map((answer) => [answer.object, answer]),
  );
  const all = {
    ...one.answers.serverSide,
    ...(way === 'clientSide' ? one.answers.clientSide : {}),
  };
  return Object.entries(all).flatMap(([object, answer]) => {
    const own = found.get(object);
    if (!own) return [`${object}: nothing is predicted`];
    if (one.given && own.verdict === 'depends') return [];
    const fields = (own.errors ?? []).map(({ field }) => field);
    return [
      ...ASKED.filter(
        (key) => answer[key] !== undefined && !isRight(key, answer, own as unknown as Recorded),
      ).map(
        (key) =>
          `${object}: ${key} is ${String(answer[key])}, not ${String((own as unknown as Recorded)[key])}`,
      ),
      ...(answer.errors ?? [])
        .filter(({ field }) => !fields.includes(field))
        .map(({ field }) => `${object}: ${field} is refused, not ${fields.join(', ')}`),
    ];
  });
}

/**
 * What a control plane sees of data is where they are; who finds them, and what becomes of what is
 * Terminating, it does not see.
 */
function isRight(key: string, answer: Recorded, own: Recorded): boolean {
  if (key !== 'data') return answer[key] === own[key];
  const right = [
    ...DATA[String(answer.data)],
    ...(answer.verdict === 'stuck' ? ['may be lost'] : []),
  ];
  return right.includes(String(own.data));
}

const DATA: { readonly [recorded: string]: readonly string[] } = {
  kept: ['kept', 'left behind'],
  released: ['left behind'],
  unreachable: ['left behind'],
  deleted: ['lost'],
};

/** All recorded edits. */
export function diffCases(): DiffCase[] {
  const folder = conformanceFolder('diff');
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .sort()
    .map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as DiffCase);
}

/** What was recorded of each object, as far as it is compared. */
export function recorded({ answers }: DiffCase, way: ApplyWay): Record<string, unknown> {
  const all = { ...answers.serverSide, ...(way === 'clientSide' ? answers.clientSide : {}) };
  return Object.fromEntries(
    Object.entries(all).map(([object, answer]) => [
      object,
      {
        ...picked(answer),
        ...(answer.errors ? { fields: answer.errors.map(({ field }) => field).sort() } : {}),
      },
    ]),
  );
}

/**
 * What is predicted of each object, in the same form. Where an object that is only in the cluster
 * decides, `depends` is the answer.
 */
export function predicted(one: DiffCase, way: ApplyWay): Record<string, unknown> {
  const wanted = recorded(one, way);
  const { objects } = diffObjects(one.old, one.new, { way });
  return Object.fromEntries(
    objects.map((answer) => [
      answer.object,
      one.given && answer.verdict === 'depends'
        ? wanted[answer.object]
        : inWordsOf(wanted[answer.object], inForm(answer)),
    ]),
  );
}

/**
 * What is said of data, as it was recorded if that is right. A control plane knows of a claim that
 * it was never bound, which no file shows.
 */
function inWordsOf(wanted: unknown, own: Record<string, unknown>): unknown {
  const recordedHere = (wanted ?? {}) as Recorded;
  const { data, ...rest } = own;
  if (data === undefined) return own;
  if (recordedHere.data === undefined) return data === 'may be lost' ? rest : own;
  return isRight('data', recordedHere, own as unknown as Recorded)
    ? { ...own, data: recordedHere.data }
    : own;
}

function inForm(answer: ObjectDiff): Record<string, unknown> {
  const fields = (answer.errors ?? [])
    .map(({ field }) => field)
    .filter((field) => field !== '')
    .sort();
  return { ...picked(answer as unknown as Recorded), ...(fields.length > 0 ? { fields } : {}) };
}

function picked(answer: Recorded): Record<string, unknown> {
  return Object.fromEntries(
    COMPARED.filter((key) => answer[key] !== undefined).map((key) => [key, answer[key]]),
  );
}
