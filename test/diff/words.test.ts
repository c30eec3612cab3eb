/**
 * The words of answers to the recorded edits: nothing is said in an empty text, or with a value
 * that was not there, and each sentence of a plan and each command of it is one.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { diffCases } from './cases';
import { ApplyWay, diffDocuments, diffObjects, DiffResult } from '../../src/diff';
import { conformanceFolder } from '../support/conformance';

const FATES = conformanceFolder('fate');

function sourcesIn(folder: string) {
  return readdirSync(folder, { recursive: true })
    .map((file) => String(file))
    .filter((file) => /\.ya?ml$/.test(file))
    .sort()
    .map((file) => ({
      name: join(folder, file),
      relativeName: file,
      text: readFileSync(join(folder, file), 'utf8'),
    }));
}

const ANSWERS: readonly (readonly [string, DiffResult])[] = [
  ...(['serverSide', 'clientSide'] as const).flatMap((way: ApplyWay) =>
    diffCases().map(
      ({ id, old, new: next }) =>
        [`${id}, ${way}`, diffObjects(old, next, { way, isPlanned: true })] as const,
    ),
  ),
  ...readdirSync(FATES, { withFileTypes: true })
    .filter((one) => one.isDirectory())
    .map(({ name }) => {
      const [old, next] = ['old', 'new'].map((side) => sourcesIn(join(FATES, name, side)));
      return [name, diffDocuments(old, next, { isPlanned: true })] as const;
    }),
];

/** All that is said, each with where it stands. */
function textsOf({ objects, notes, plans = [] }: DiffResult): (readonly [string, string])[] {
  return [
    ...objects.flatMap(({ object, because, dependsOn = [], errors = [], remedy, of }) =>
      Object.entries({ object, because, remedy, of })
        .filter((entry): entry is [string, string] => entry[1] !== undefined)
        .concat(dependsOn.map((one) => ['dependsOn', one]))
        .concat(errors.map(({ message }) => ['error', message])),
    ),
    ...notes.flatMap(({ object, id, message, remedy = 'none' }) =>
      Object.entries({ object, id, message, noteRemedy: remedy }),
    ),
    ...plans.flatMap(({ object, steps }) => [
      ['object', object] as const,
      ...steps.flatMap(({ what, commands = [] }) => [
        ['step', what] as const,
        ...commands.map((one) => ['command', one] as const),
      ]),
    ]),
  ];
}

const TEXTS = ANSWERS.flatMap(([name, answer]) =>
  textsOf(answer).map(([where, text]) => [name, where, text] as const),
);
const textsAt = (place: string) => TEXTS.filter(([, where]) => where === place);

test('no text is empty, or has what is no text in it', () => {
  expect(
    TEXTS.filter(([, , text]) => !/\S/.test(text) || /\[object |\bundefined\b|\bNaN\b/.test(text)),
  ).toEqual([]);
  expect(TEXTS.length).toBeGreaterThan(2000);
});

test('no text has what its words were put around missing', () => {
  expect(
    TEXTS.filter(
      ([, where, text]) => where !== 'error' && /(?:^|[^/])\/\/|  |: $|^,|, ,/.test(text),
    ),
  ).toEqual([]);
});

test('each step of a plan is said in a sentence', () => {
  expect(textsAt('step').filter(([, , text]) => !/^[A-Z`][\s\S]*[.:]$/.test(text))).toEqual([]);
});

test('each command of a plan begins with a program', () => {
  const programs = new Set(textsAt('command').map(([, , text]) => text.split(/[\s(]/)[0]));
  expect(
    [...programs].filter((program) => !/^(?:kubectl|test|echo|until|[a-z_]+=\$)$/.test(program)),
  ).toEqual([]);
});

test('what becomes of an object depends on something that is asked for', () => {
  const open = textsAt('dependsOn').map(([, , text]) => text);
  expect(open.filter((text) => !/^(?:whether|which|what|how|when|who|the) /.test(text))).toEqual(
    [],
  );
});
