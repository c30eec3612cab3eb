/**
 * Checks of expressions that the API server does not compile, as far as that is sure: its grammar,
 * names that nobody declares, types that do not fit.
 */
import {
  ARITHMETIC,
  BINDING,
  BOOL_SIGNS,
  COMPARISONS,
  CONDITIONS,
  EQUALITIES,
  FUNCTIONS,
  NUMBERS,
  PATCH_TYPES,
  RESULTS,
  SCALARS,
  TYPES,
} from './signatures';
import { Node, parse, SyntaxProblem } from './syntax';
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
  /** The type of the whole, one of these; undefined if it may be any. */
  readonly result?: readonly string[];
}

/** Why an expression is not compiled; undefined if it is, or if that is not sure. */
export function compileProblem(expression: string, scope: Scope): string | undefined {
  try {
    const node = parse(expression);
    const type = new Checker(scope).typeOf(node, []);
    if (scope.result && scope.untyped?.includes(pathOf(node)?.split('.', 1)[0] ?? '')) {
      return `must evaluate to ${scope.result.join(' or ')} but got dyn`;
    }
    if (type === 'dyn' || !scope.result || scope.result.includes(type)) return undefined;
    return `must evaluate to ${scope.result.join(' or ')} but got ${type}`;
  } catch (error) {
    if (!(error instanceof SyntaxProblem)) return undefined;
    const [line, column] = placeOf(expression, error.at);
    return `compilation failed: ERROR: <input>:${line}:${column}: ${error.message}`;
  }
}

function placeOf(expression: string, at: number): [line: number, column: number] {
  const lines = expression.slice(0, at).split('\n');
  return [lines.length, lines[lines.length - 1].length + 1];
}

class Checker {
  constructor(private readonly scope: Scope) {}

  /**
   * The type of a part; `dyn` if it is not known. `bound` are the names of the macros around it.
   */
  public typeOf(node: Node, bound: readonly string[]): string {
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
        return 'dyn';
      default: {
        const types = node.parts.map((part) => this.typeOf(part, bound));
        const other =
          node.kind === 'list' ? types.findIndex((type) => ![types[0], 'dyn'].includes(type)) : -1;
        if (other > 0 && types[0] !== 'dyn') {
          throw new SyntaxProblem(
            `expected type '${types[0]}' but found '${types[other]}'`,
            node.parts[other].at,
          );
        }
        return node.kind;
      }
    }
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

  private name(name: string, at: number, bound: readonly string[]): string {
    if (bound.includes(name) || this.scope.names.includes(name)) return 'dyn';
    if (TYPES.has(name)) return 'dyn';
    throw new SyntaxProblem(`undeclared reference to '${name}' (in container '')`, at);
  }

  private selection(node: Extract<Node, { kind: 'select' }>, bound: readonly string[]): string {
    this.typeOf(node.of, bound);
    const path = pathOf(node.of);
    const isShadowed = path !== undefined && bound.includes(path.split('.', 1)[0]);
    const fields =
      path === undefined || isShadowed || !Object.hasOwn(this.scope.fields, path)
        ? undefined
        : this.scope.fields[path];
    if (fields && !fields.includes(node.field)) {
      throw new SyntaxProblem(`undefined field '${node.field}'`, node.at);
    }
    return (isShadowed ? undefined : this.scope.types?.[`${path}.${node.field}`]) ?? 'dyn';
  }

  private call(
    { name, of, args, at }: Extract<Node, { kind: 'call' }>,
    bound: readonly string[],
  ): string {
    const isMacro =
      of !== undefined && BINDING.includes(name) && args.length > 1 && args[0].kind === 'name';
    if (of) this.typeOf(of, bound);
    if (isMacro) {
      const names = args
        .filter((arg, index) => index < args.length - 1 && arg.kind === 'name')
        .map((arg) => (arg as { name: string }).name);
      const inner = [...bound, ...names];
      const types = args.slice(1).map((arg) => this.typeOf(arg, inner));
      const last = types[types.length - 1];
      if (CONDITIONS.includes(name) && !['bool', 'dyn'].includes(last)) {
        throw new SyntaxProblem(
          `expected type 'bool' but found '${last}'`,
          args[args.length - 1].at,
        );
      }
      return RESULTS[name] ?? 'dyn';
    }
    const types = args.map((arg) => this.typeOf(arg, bound));
    if (!of && name === 'has' && args[0]?.kind !== 'select') {
      throw new SyntaxProblem('invalid argument to has() macro', args[0]?.at ?? at);
    }
    if (!/^_|_$/.test(name)) {
      if (!FUNCTIONS.has(name)) {
        throw new SyntaxProblem(`undeclared reference to '${name}' (in container '')`, at);
      }
      return own(RESULTS, name) ?? 'dyn';
    }
    return this.sign(name, types, at);
  }

  private sign(name: string, types: readonly string[], at: number): string {
    const mismatch = () =>
      new SyntaxProblem(
        `found no matching overload for '${name}' applied to '(${types.join(', ')})'`,
        at,
      );
    const [first, second, third] = types;
    const isKnown = (type: string) => type !== 'dyn';
    if (BOOL_SIGNS.includes(name) || name === '!_') {
      if (types.some((type) => isKnown(type) && type !== 'bool')) throw mismatch();
      return 'bool';
    }
    if (name === '_?_:_') {
      if (isKnown(first) && first !== 'bool') throw mismatch();
      if (
        isKnown(second) &&
        isKnown(third) &&
        second !== third &&
        ![second, third].includes('null_type')
      ) {
        throw mismatch();
      }
      return second === third ? second : 'dyn';
    }
    if (COMPARISONS.includes(name)) {
      const sort = EQUALITIES.includes(name) ? (type: string) => type : sortOf;
      const isNullable =
        [first, second].includes('null_type') &&
        [first, second].some((type) => !SCALARS.includes(type));
      if (isKnown(first) && isKnown(second) && sort(first) !== sort(second) && !isNullable) {
        throw mismatch();
      }
      return 'bool';
    }
    if (name === '_in_') {
      if (isKnown(second) && second !== 'list' && second !== 'map') throw mismatch();
      return 'bool';
    }
    if (name === '-_' && isKnown(first) && !NUMBERS.includes(first)) throw mismatch();
    if (!ARITHMETIC.includes(name)) return name === '-_' ? first : 'dyn';
    if (isKnown(first) && isKnown(second) && first !== second) throw mismatch();
    if (types.some((type) => ['bool', 'map', 'null_type'].includes(type))) throw mismatch();
    return first === second ? first : 'dyn';
  }
}

/** Numbers are compared with each other. */
function sortOf(type: string): string {
  return NUMBERS.includes(type) ? 'number' : type;
}

/** The fields that lead to a part, if that is all that it is. */
function pathOf(node: Node): string | undefined {
  if (node.kind === 'name') return node.name;
  if (node.kind !== 'select') return undefined;
  const path = pathOf(node.of);
  return path === undefined ? undefined : `${path}.${node.field}`;
}
