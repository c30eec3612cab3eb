/** What operators and functions take, and what they come to: all ways of those listed here. */
import { baseOf, DYN, fits, isKnown, partsOf, UNKNOWN } from './types';
import { lazily } from '../kube';

const NUMBERS = ['int', 'uint', 'double'];
const alike = (types: readonly string[]) => types.map((type) => `${type}; ${type} = ${type}`);
const ORDERED = [
  ...NUMBERS.flatMap((one) => NUMBERS.map((other) => `${one}; ${other} = bool`)),
  ...['bool', 'string', 'bytes', 'timestamp', 'duration'].map((type) => `${type}; ${type} = bool`),
];
const OF_TEXT = ['string; string = bool'];
const SIZE = ['string', 'bytes', 'list(A)', 'map(A, B)'].map((type) => `${type} = int`);
const TIMES = ['duration; duration = duration', 'timestamp; duration = timestamp'];
const TEXTS = [...NUMBERS, 'bool', 'string', 'bytes', 'timestamp', 'duration'];
const converted = (types: readonly string[], to: string) => types.map((type) => `${type} = ${to}`);

/**
 * By name; `A` and `B` are any types, each the same wherever it stands. Of a method, what it is of
 * comes first.
 */
const OVERLOADS: { readonly [name: string]: readonly string[] } = {
  '_+_': [
    ...alike([...NUMBERS, 'string', 'bytes', 'list(A)']),
    ...TIMES,
    'duration; timestamp = timestamp',
  ],
  '_-_': [...alike(NUMBERS), ...TIMES, 'timestamp; timestamp = duration'],
  '_*_': alike(NUMBERS),
  '_/_': alike(NUMBERS),
  '_%_': alike(['int', 'uint']),
  '-_': ['int = int', 'double = double'],
  '!_': ['bool = bool'],
  '_==_': ['A; A = bool'],
  '_!=_': ['A; A = bool'],
  '_<_': ORDERED,
  '_<=_': ORDERED,
  '_>_': ORDERED,
  '_>=_': ORDERED,
  _in_: ['A; list(A) = bool', 'A; map(A, B) = bool'],
  '_?_:_': ['bool; A; A = A'],
  '_[_]': ['list(A); int = A', 'map(A, B); A = B'],
  size: SIZE,
  startsWith: OF_TEXT,
  endsWith: OF_TEXT,
  contains: OF_TEXT,
  matches: OF_TEXT,
  lowerAscii: ['string = string'],
  upperAscii: ['string = string'],
  trim: ['string = string'],
  split: ['string; string = list(string)', 'string; string; int = list(string)'],
  string: converted(TEXTS, 'string'),
  int: converted([...NUMBERS, 'string', 'timestamp', 'duration'], 'int'),
  double: converted([...NUMBERS, 'string'], 'double'),
};

interface Overload {
  readonly args: readonly string[];
  readonly result: string;
}

const overloads = lazily(
  () =>
    new Map(
      Object.entries(OVERLOADS).map(([name, ways]) => [
        name,
        ways.map((way): Overload => {
          const [args, result] = way.split(' = ');
          return { args: args.split('; '), result };
        }),
      ]),
    ),
);

/**
 * The type that a call comes to; undefined if nothing of that name takes these types. Of what is
 * not listed, it is unknown.
 */
export function resultOfCall(name: string, types: readonly string[]): string | undefined {
  const ways = overloads().get(name);
  // Types of Kubernetes have some of these as well.
  if (ways === undefined || types.some((type) => type.includes('.'))) return UNKNOWN;
  const results = new Set<string>();
  for (const { args, result } of ways) {
    const bound: Record<string, string> = {};
    if (args.length !== types.length) continue;
    if (types.every((type, index) => binds(type, args[index], bound))) {
      results.add(filled(result, bound));
    }
  }
  const found = [...results];
  if (found.length < 2) return found.length === 0 ? undefined : found[0];
  return types.every(isKnown) ? DYN : UNKNOWN;
}

/** Whether a type may be the one of a parameter; binds the types that this stands for. */
function binds(type: string, wanted: string, bound: Record<string, string>): boolean {
  if (/^[AB]$/.test(wanted)) {
    const known = bound[wanted];
    if (known !== undefined && !fits(type, known)) return false;
    bound[wanted] = known === undefined ? type : joined(known, type);
    return true;
  }
  if (type === DYN || type === UNKNOWN) {
    for (const part of partsOf(wanted)) binds(type, part, bound);
    return true;
  }
  const parts = partsOf(wanted);
  if (parts.length === 0) return fits(type, wanted);
  const own = partsOf(type);
  return baseOf(type) === baseOf(wanted) && parts.every((part, at) => binds(own[at], part, bound));
}

/** One type for two that fit each other. */
function joined(one: string, other: string): string {
  return one === other ? one : UNKNOWN;
}

function filled(result: string, bound: Record<string, string>): string {
  return result.replace(/\b[AB]\b/g, (name) => bound[name] ?? UNKNOWN);
}
