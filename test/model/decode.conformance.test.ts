import { BYTES, DecodeProblem, GoFields, goTypes, readTyped, Type, typeOf } from '../../src/model';
import { asGoWrites, goDecode } from '../../src/resource';
import recorded from '../conformance/model/decode.json';

interface Answer {
  readonly candidate: string;
  /** Whether Go refuses it. */
  readonly isRefused: boolean;
  /** Whether it is the same as nothing at all. */
  readonly isNothing: boolean;
  /** The field as Go writes it, if it does. */
  readonly written: unknown;
}

/** By type and field. */
const FIELDS = recorded.answers
  .flatMap(({ answers, fields }) =>
    fields.split(' ').map((name): [type: string, field: string, answers: readonly Answer[]] => {
      const [type, field] = name.split(':');
      return [type, field, answers.split(' ').map(answerOf)];
    }),
  )
  .sort();

function answerOf(text: string, index: number): Answer {
  const isNothing = text.startsWith('-');
  const written = isNothing ? text.slice(1) : text;
  return {
    candidate: recorded.candidates[index],
    isRefused: text === '!',
    isNothing,
    written: text === '!' || written === '' ? undefined : JSON.parse(written),
  };
}

/** Schemas that are a schema, a list or a flag: the table takes them for any value. */
const OF_ANY_SORT = ['items', 'additionalItems', 'additionalProperties', 'dependencies'];

/** Whether it is judged by others than those who know the types. */
function isLeftToOthers(type: string, field: string, candidate: unknown): boolean {
  if (type === 'JSONSchemaProps' && OF_ANY_SORT.includes(field)) return true;
  // Bytes as a list of numbers are nothing that anybody writes.
  return declaredAs(type, field).includes(BYTES) && Array.isArray(candidate);
}

function declaredAs(type: string, field: string): string {
  return (goTypes()[type] as GoFields)[field];
}

/** Texts that say a time, or bytes. */
const READ_LATER = /Time\??$|\[\]byte/;

/** Of nothing an applier keeps `null` and empty maps. */
function saysNothing(value: unknown, { form }: Type): boolean {
  if (value === null || value === undefined) return true;
  return form === 'map' && Object.keys(value).length === 0;
}

const TYPES = [...new Set(FIELDS.map(([type]) => type))];

function answersFor<T>(type: string, ask: (field: string, candidate: unknown) => T) {
  return FIELDS.filter(([of]) => of === type).flatMap(([, field, answers]) =>
    answers.flatMap((expected) => {
      const candidate: unknown = JSON.parse(expected.candidate);
      return isLeftToOthers(type, field, candidate)
        ? []
        : [{ at: `${field}: ${expected.candidate}`, expected, got: ask(field, candidate) }];
    }),
  );
}

test('every field of every type was asked for', () => {
  const all = Object.entries(goTypes()).flatMap(([type, made]) =>
    typeof made === 'string' ? [] : Object.keys(made).map((field) => `${type}:${field}`),
  );
  expect(FIELDS.map(([type, field]) => `${type}:${field}`).sort()).toEqual(all.sort());
});

describe('what Go makes of little, in each field of', () => {
  test.each(TYPES)('%s', (type) => {
    const answers = answersFor(type, (field, candidate) => {
      const { value, error } = goDecode(type, { [field]: candidate });
      return error === undefined
        ? (asGoWrites(type, value) as Record<string, unknown>)[field]
        : '!';
    });
    expect(answers.map(({ at, got }) => [at, got])).toEqual(
      answers.map(({ at, expected }) => [at, expected.isRefused ? '!' : expected.written]),
    );
  });
});

describe('what a manifest that says little stands for, in each field of', () => {
  test.each(TYPES)('%s', (type) => {
    const answers = answersFor(type, (field, candidate) => {
      // Texts are only looked into after they are known to be texts.
      const isText =
        READ_LATER.test(declaredAs(type, field)) && JSON.stringify(candidate).includes('"');
      if (isText || typeOf(type).fields.get(field)!.isServers) return undefined;
      const problems: DecodeProblem[] = [];
      const read = readTyped(type, { [field]: candidate }, '', problems) as Record<string, unknown>;
      return problems.some(({ reason }) => reason === 'type')
        ? 'refused'
        : saysNothing(read[field], typeOf(type).fields.get(field)!.type)
          ? 'nothing'
          : 'kept';
    }).filter(({ got }) => got !== undefined);
    expect(answers.map(({ at, got }) => [at, got])).toEqual(
      answers.map(({ at, expected: { isRefused, isNothing } }) => [
        at,
        isRefused ? 'refused' : isNothing ? 'nothing' : 'kept',
      ]),
    );
  });
});

test.each([
  ['a text', 'Container', 'args', ['']],
  ['a number', 'PodSecurityContext', 'supplementalGroups', [0]],
  ['a struct', 'PodSpec', 'containers', [{}]],
])('an item that is null is %s that says nothing', (_what, type, field, items) => {
  expect(readTyped(type, { [field]: [null] })).toEqual({ [field]: items });
});
