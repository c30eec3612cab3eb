/**
 * Checks of expressions that the API server does not compile, as far as that is sure: its grammar,
 * names that nobody declares, types that do not fit.
 */
import { resultOfCall } from './overloads';
import { CONDITIONS, FUNCTIONS, MACROS, PATCH_TYPES, RESULTS, SCALARS, TYPES } from './signatures';
import { Node, parse, SyntaxProblem } from './syntax';
import { areSame, baseOf, DYN, fits, partsOf, UNKNOWN, written } from './types';
import { own } from '../kube';

/** What an expression can name, and what it must come to. */
export interface Scope {
  readonly names: readonly string[];
  /**
   * Fields of what is of a known type, by its path: `request.kind`. Of others anything may be
   * there.
   */
  readonly fields: { readonly [path: string]: readonly string[] };
  /** Names of what has no type: neither have its fields, which is not what a result may be. */
  readonly untyped?: readonly string[];
  /** Types of fields that are known, by their path: `device.driver`. */
  readonly types?: { readonly [path: string]: string };
  /** The types of all fields of `variables`. */
  readonly variables?: ReadonlyMap<string, string>;
  /** The type of the whole, one of these; undefined if it may be any. */
  readonly result?: readonly string[];
}

/** Why an expression is not compiled; undefined if it is, or if that is not sure. */
export function compileProblem(expression: string, scope: Scope): string | undefined {
  try {
    const node = parse(expression);
    const type = new Checker(scope).typeOf(node, new Map());
    const { result } = scope;
    if (!result || type.includes(UNKNOWN) || result.includes(baseOf(type))) return undefined;
    const wanted = result.length > 1 ? `one of [${result.join(' ')}]` : result[0];
    return `must evaluate to ${wanted} but got ${type}`;
  } catch (error) {
    if (!(error instanceof SyntaxProblem)) return undefined;
    const [line, column] = placeOf(expression, error.at);
    return `compilation failed: ERROR: <input>:${line}:${column}: ${error.message}`;
  }
}

/**
 * The type of a variable of a policy: what is of no simple type may be anything, and what is not
 * compiled as well.
 */
export function variableType(expression: string, scope: Scope): string {
  try {
    return simple(new Checker(scope).typeOf(parse(expression), new Map()));
  } catch {
    return UNKNOWN;
  }
}

/** Maps of maps can double a type with each variable. */
const LONGEST_TYPE = 1000;

const SIMPLE = [...SCALARS, 'timestamp', 'duration', UNKNOWN];

function simple(type: string): string {
  if (SIMPLE.includes(type)) return type;
  const base = baseOf(type);
  return base === 'list' || base === 'map'
    ? `${base}(${partsOf(type).map(simple).join(', ')})`
    : DYN;
}

function placeOf(expression: string, at: number): [line: number, column: number] {
  const lines = expression.slice(0, at).split('\n');
  return [lines.length, lines[lines.length - 1].length + 1];
}

/** Names that macros bind, with their types. */
type Bound = ReadonlyMap<string, string>;

class Checker {
  constructor(private readonly scope: Scope) {}

  /** The type of a part. */
  public typeOf(node: Node, bound: Bound): string {
    switch (node.kind) {
      case 'literal':
        return node.type === 'null' ? 'null_type' : node.type;
      case 'name':
        return this.name(node.name, node.at, bound);
      case 'select':
        return this.selection(node, bound);
      case 'call':
        return this.call(node, bound);
      case 'message':
        this.typeName(node.parts[0]);
        for (const part of node.parts.slice(1)) this.typeOf(part, bound);
        return UNKNOWN;
      case 'list':
        return `list(${this.common(node.parts, bound)})`;
      default: {
        const [keys, values] = [0, 1].map((rest) =>
          this.common(
            node.parts.filter((_, index) => index % 2 === rest),
            bound,
          ),
        );
        const type = `map(${keys}, ${values})`;
        return type.length > LONGEST_TYPE ? UNKNOWN : type;
      }
    }
  }

  /** The type that all of these have. */
  private common(nodes: readonly Node[], bound: Bound): string {
    const types = nodes.map((node) => this.typeOf(node, bound));
    const wanted = types.find((type) => type !== UNKNOWN) ?? UNKNOWN;
    const other = types.findIndex((type) => !areSame(type, wanted));
    if (other >= 0) {
      throw new SyntaxProblem(
        `expected type '${written(wanted)}' but found '${written(types[other])}'`,
        nodes[other].at,
      );
    }
    return types.every((type) => type === wanted) ? wanted : UNKNOWN;
  }

  /** Only types are made of fields. */
  private typeName(node: Node): void {
    const root = (pathOf(node) ?? '').split('.', 1)[0];
    const isType =
      TYPES.has(root) || (PATCH_TYPES.includes(root) && this.scope.names.includes(root));
    if (!isType) {
      throw new SyntaxProblem(
        `undeclared reference to '${pathOf(node)}' (in container '')`,
        node.at,
      );
    }
  }

  private name(name: string, at: number, bound: Bound): string {
    const type = bound.get(name);
    if (type !== undefined) return type;
    if (this.scope.names.includes(name)) {
      return this.scope.untyped?.includes(name) === true ? DYN : UNKNOWN;
    }
    if (TYPES.has(name)) return UNKNOWN;
    throw new SyntaxProblem(`undeclared reference to '${name}' (in container '')`, at);
  }

  private selection(node: Extract<Node, { kind: 'select' }>, bound: Bound): string {
    const type = this.typeOf(node.of, bound);
    const path = pathOf(node.of);
    const isShadowed = path !== undefined && bound.has(path.split('.', 1)[0]);
    if (path === 'variables' && !isShadowed && this.scope.variables) {
      return this.scope.variables.get(node.field) ?? undefinedField(node);
    }
    const fields =
      path === undefined || isShadowed || !Object.hasOwn(this.scope.fields, path)
        ? undefined
        : this.scope.fields[path];
    if (fields && !fields.includes(node.field)) undefinedField(node);
    const known = isShadowed ? undefined : own(this.scope.types ?? {}, `${path}.${node.field}`);
    if (known !== undefined) return known;
    const base = baseOf(type);
    if (base === 'list' || SCALARS.includes(base)) {
      throw new SyntaxProblem(`type '${written(type)}' does not support field selection`, node.at);
    }
    if (node.isOptional) return UNKNOWN;
    return base === 'map' ? partsOf(type)[1] : type === DYN ? DYN : UNKNOWN;
  }

  private call(node: Extract<Node, { kind: 'call' }>, bound: Bound): string {
    const { name, of, args, at } = node;
    const range = of && this.typeOf(of, bound);
    const variables = of && own(MACROS, name)?.[args.length];
    if (range !== undefined && variables !== undefined) {
      return this.macro(node, range, variables, bound);
    }
    const types = args.map((arg) => this.typeOf(arg, bound));
    if (!of && name === 'has' && args[0]?.kind !== 'select') {
      throw new SyntaxProblem('invalid argument to has() macro', args[0]?.at ?? at);
    }
    if (!/^_|_$/.test(name) && !FUNCTIONS.has(name)) {
      throw new SyntaxProblem(`undeclared reference to '${name}' (in container '')`, at);
    }
    if (name === '_&&_' || name === '_||_') {
      args.forEach((arg, index) => expectBool(types[index], arg.at));
      return 'bool';
    }
    // A name before it is a part of its own name: `sets.contains`.
    const isOfModule = of?.kind === 'name' && TYPES.has(of.name) && !bound.has(of.name);
    if (isOfModule) return own(RESULTS, name) ?? UNKNOWN;
    const all = range === undefined ? types : [range, ...types];
    const type = resultOfCall(name, all);
    if (type === undefined) throw mismatch(name, types, at, range);
    return type === UNKNOWN ? (own(RESULTS, name) ?? UNKNOWN) : type;
  }

  /** A macro over the items of a list, or the keys of a map. */
  private macro(
    { name, args, at, of }: Extract<Node, { kind: 'call' }>,
    range: string,
    variables: number,
    bound: Bound,
  ): string {
    if (SCALARS.includes(range)) {
      throw new SyntaxProblem(
        `expression of type '${written(range)}' cannot be range of a comprehension (must be list, map, or dynamic)`,
        of!.at,
      );
    }
    const names = args.slice(0, variables).map((arg) => {
      if (arg.kind !== 'name') throw new SyntaxProblem('argument is not an identifier', arg.at);
      return arg.name;
    });
    const items = itemsOf(range, variables);
    const inner = new Map([...bound, ...names.map((one, index) => [one, items[index]] as const)]);
    const types = args.slice(variables).map((arg) => this.typeOf(arg, inner));
    const last = types[types.length - 1];
    const item = baseOf(range) === 'list' ? partsOf(range)[0] : items[0];
    const condition = types.length > 1 || name === 'filter' ? types[0] : undefined;
    if (CONDITIONS.includes(name)) expectBool(last, args[args.length - 1].at);
    if (/^exists_?[oO]ne$/.test(name) && !fits(last, 'bool')) {
      throw mismatch('_?_:_', [last, 'int', 'int'], at);
    }
    const list = name === 'filter' ? `list(${item})` : `list(${last})`;
    if (['filter', 'map'].includes(name) && condition !== undefined && !fits(condition, 'bool')) {
      throw mismatch('_?_:_', [condition, list, list], at);
    }
    return ['filter', 'map'].includes(name) ? list : (own(RESULTS, name) ?? UNKNOWN);
  }
}

/** The types of the variables of a macro: one or two. */
function itemsOf(range: string, variables: number): readonly string[] {
  const base = baseOf(range);
  const parts = base === 'list' || base === 'map' ? partsOf(range) : [];
  const [first, second = UNKNOWN] = base === 'list' && variables > 1 ? ['int', ...parts] : parts;
  return [first ?? (range === DYN ? DYN : UNKNOWN), range === DYN ? DYN : second];
}

function undefinedField({ field, at }: Extract<Node, { kind: 'select' }>): never {
  throw new SyntaxProblem(`undefined field '${field}'`, at);
}

function expectBool(type: string, at: number): void {
  if (fits(type, 'bool')) return;
  throw new SyntaxProblem(`expected type 'bool' but found '${written(type)}'`, at);
}

function mismatch(name: string, types: readonly string[], at: number, of?: string): SyntaxProblem {
  const taken = `(${types.map(written).join(', ')})`;
  const shown = name === '_in_' ? '@in' : name;
  const subject = of === undefined ? '' : `${written(of)}.`;
  return new SyntaxProblem(
    `found no matching overload for '${shown}' applied to '${subject}${taken}'`,
    at,
  );
}

/** The fields that lead to a part, if that is all that it is. */
function pathOf(node: Node): string | undefined {
  if (node.kind === 'name') return node.name;
  if (node.kind !== 'select') return undefined;
  const path = pathOf(node.of);
  return path === undefined ? undefined : `${path}.${node.field}`;
}
