/**
 * Expressions that are wrong in one place each: something is left out, turned round or compared
 * otherwise. A table of requests and answers that lets one of them pass does not say what the
 * expression is for.
 */
import type * as cel from '@marcbachmann/cel-js' with { 'resolution-mode': 'import' };
import { withoutTypes } from './cel';
import { Fields, get, list } from './reading';

// An ECMAScript module, which jest turns into one that can be required.
// eslint-disable-next-line @typescript-eslint/no-require-imports
const { Environment, serialize } = require('@marcbachmann/cel-js') as typeof cel;

interface Node {
  readonly op: string;
  readonly args: any;
}

/** A policy with one expression that is not what it should be. */
export interface Mutant {
  /** Where it is, and what became of what. */
  readonly about: string;
  readonly policy: Fields;
}

const OPPOSITES: { readonly [operator: string]: readonly string[] } = {
  '&&': ['||'],
  '||': ['&&'],
  '==': ['!='],
  '!=': ['=='],
  '<': ['<=', '>'],
  '>': ['>=', '<'],
};
const MACROS: { readonly [name: string]: string } = { exists: 'all', all: 'exists' };
const TESTS = ['matches', 'contains', 'startsWith'];
const SIDES: { readonly [name: string]: string } = { object: 'oldObject', oldObject: 'object' };
const MOST_ELEMENTS = 4;
const FIELDS = ['matchConditions', 'variables', 'validations', 'mutations'];

/** All mutants of a policy, one expression at a time. */
export function mutantsOf(policy: Fields): Mutant[] {
  const { spec } = policy;
  return FIELDS.flatMap((field) =>
    (list(get(spec, field)) as Fields[]).flatMap((one, index, all) => {
      const isPatch = field === 'mutations';
      const expression = String(isPatch ? get(one, 'jsonPatch', 'expression') : one.expression);
      return mutated(isPatch ? withoutTypes(expression) : expression).map(({ from, to, whole }) => {
        const other = {
          ...one,
          ...(isPatch ? { jsonPatch: { expression: whole } } : { expression: whole }),
        };
        const changed = { ...(spec as Fields), [field]: replaced(all, index, other) };
        return {
          about: `${field}[${index}]: ${from} → ${to}`,
          policy: { ...policy, spec: changed },
        };
      });
    }),
  );
}

interface Change {
  readonly from: string;
  readonly to: string;
  /** The whole expression with the change. */
  readonly whole: string;
}

function mutated(expression: string): Change[] {
  const environment = new Environment({
    enableOptionalTypes: true,
    homogeneousAggregateLiterals: false,
  });
  const root = environment.parse(expression).ast as unknown as Node;
  const all: Change[] = [];
  const text = (node: Node) => serialize(node as never);
  const visit = (node: Node, put: (other: Node) => Node) => {
    for (const other of replacements(node)) {
      all.push({ from: text(node), to: text(other), whole: text(put(other)) });
    }
    for (const [child, inside] of children(node)) visit(child, (other) => put(inside(other)));
  };
  visit(root, (other) => other);
  return all;
}

const call = (name: string, of: Node, args: readonly Node[] = []): Node => ({
  op: 'rcall',
  args: [name, of, args],
});
const value = (args: unknown): Node => ({ op: 'value', args });

/** What may stand in the place of a node. */
function replacements(node: Node): Node[] {
  const { op, args } = node;
  const turned = (OPPOSITES[op] ?? []).map((other) => ({ op: other, args }));
  switch (op) {
    case '&&':
    case '||':
    case '+':
      return [args[0], args[1], ...turned];
    case '!_':
      return [args];
    case '?:':
      return [args[1], args[2]];
    case 'in':
      return [{ op: '!_', args: node }];
    case 'id':
      return Object.hasOwn(SIDES, args) ? [{ op, args: SIDES[args] }] : [];
    case 'list':
      return shorter(args).map((shortened) => ({ op, args: shortened }));
    case 'call':
      return args[0] === 'has' ? [value(true), value(false)] : [];
    case 'rcall':
      return [
        ...(Object.hasOwn(MACROS, args[0]) ? [call(MACROS[args[0]], args[1], args[2])] : []),
        ...(TESTS.includes(args[0]) ? [value(true), value(false)] : []),
        ...(args[0] === 'filter' || args[0] === 'lowerAscii' ? [args[1]] : []),
        // Without what it is if there is none.
        ...(args[0] === 'orValue' ? [call('value', args[1])] : []),
      ];
    case 'value':
      if (typeof args === 'string') return [value(`${args}x`)];
      if (typeof args === 'bigint') return [value(args + 1n)];
      return typeof args === 'boolean' ? [value(!args)] : [];
    default:
      return turned;
  }
}

/** A list without one of its elements: of a long one, without the first or the last. */
function shorter(elements: readonly Node[]): Node[][] {
  if (elements.length < 2) return [];
  const isEnd = (index: number) => index === 0 || index === elements.length - 1;
  return elements.flatMap((_, index) =>
    elements.length <= MOST_ELEMENTS || isEnd(index)
      ? [elements.filter((_one, at) => at !== index)]
      : [],
  );
}

function replaced<T>(elements: readonly T[], index: number, other: T): T[] {
  return elements.map((one, place) => (place === index ? other : one));
}

type Child = readonly [Node, (other: Node) => Node];

/** The nodes below one, each with how another one is put in its place. */
function children({ op, args }: Node): Child[] {
  const at = (index: number): Child => [
    args[index],
    (other) => ({ op, args: replaced(args, index, other) }),
  ];
  switch (op) {
    case 'value':
    case 'id':
      return [];
    case '!_':
    case '-_':
      return [[args, (other) => ({ op, args: other })]];
    case '.':
    case '.?':
      return [at(0)];
    case 'list':
      return args.length > MOST_ELEMENTS ? [] : (args as Node[]).map((_, index) => at(index));
    case 'map':
      return (args as [Node, Node][]).map(([key, one], index): Child => [
        one,
        (other) => ({ op, args: replaced(args, index, [key, other]) }),
      ]);
    case 'call':
      return args[0] === 'has'
        ? []
        : (args[1] as Node[]).map((one, index): Child => [
            one,
            (other) => ({ op, args: [args[0], replaced(args[1], index, other)] }),
          ]);
    case 'rcall':
      return rcallChildren(args);
    default:
      return (args as Node[]).map((_, index) => at(index));
  }
}

/**
 * The first argument of a macro is a name, and a fallback that is a text is only compared with what
 * it is not.
 */
function rcallChildren([name, of, given]: [string, Node, readonly Node[]]): Child[] {
  const isMacro = ['exists', 'all', 'filter', 'map'].includes(name);
  const isFallback = name === 'orValue';
  return [
    [of, (other) => call(name, other, given)],
    ...given.flatMap((one, index): Child[] =>
      (isMacro && index === 0) || (isFallback && typeof one.args === 'string')
        ? []
        : [[one, (other) => call(name, of, replaced(given, index, other))]],
    ),
  ];
}

/** Mutants that answer every request alike, by what they are about, and why they do. */
export type Alike = readonly [about: RegExp, why: string];

/**
 * Whether a policy gives the right answer to some requests; it throws for what no API server takes.
 */
type Examiner = (policy: Fields) => boolean;

/**
 * The mutants that answer as the policy should, but for those that are known to answer every
 * request alike. One that an API server would not take is none of them.
 */
export function survivorsOf(
  policy: Fields,
  answersRight: Examiner,
  alike: readonly Alike[],
): string[] {
  if (!answersRight(policy)) throw new Error('the policy itself gives a wrong answer');
  const mutants = mutantsOf(policy);
  if (mutants.length === 0) throw new Error('there are no mutants');
  const survivors = mutants
    .filter((mutant) => isRight(mutant.policy, answersRight))
    .map(({ about }) => about);
  const unknown = alike.filter(([pattern]) => !survivors.some((about) => pattern.test(about)));
  if (unknown.length > 0) {
    throw new Error(`no mutant is like ${unknown.map(([pattern]) => pattern).join(', ')}`);
  }
  return survivors.filter((about) => !alike.some(([pattern]) => pattern.test(about)));
}

function isRight(policy: Fields, answersRight: Examiner): boolean {
  try {
    return answersRight(policy);
  } catch {
    return false;
  }
}
