/**
 * Reads an expression of the Common Expression Language as something that can be run: comparisons,
 * logic, arithmetic, `has`, `size`, optional fields, text functions and the macros over lists and
 * maps. What is beyond it throws `Unsupported`, and nothing is guessed.
 *
 * It is small enough to be shipped, which a whole CEL is not; the tests compare it with one.
 */
import {
  computed,
  Double,
  element,
  Failed,
  fail,
  isMap,
  isThere,
  known,
  method,
  Unsupported,
  Optional,
  optionalField,
  related,
  truth,
  unquoted,
  wrong,
} from './values';
import { Fields, own } from '../kube';

/**
 * An expression that has been read: what it stands for, with the values of its variables. Throws
 * `Unsupported`.
 */
export type Program = (variables: Fields) => unknown;

/** Reads an expression. Throws `Unsupported`. */
export function compile(expression: string): Program {
  const run = new Parser(tokens(expression)).whole();
  return (variables) => {
    if (depth === 0) steps = 0;
    depth += 1;
    try {
      return run(variables);
    } finally {
      depth -= 1;
    }
  };
}

/**
 * Expressions in expressions count as one: what they cost is limited together, as the server limits
 * it.
 */
let depth = 0;
let steps = 0;
const MOST_STEPS = 200_000;

function step(): void {
  steps += 1;
  if (steps > MOST_STEPS) throw new Unsupported('an expression that takes too long');
}

/** What an expression stands for, with the values of its variables. Throws `Unsupported`. */
export function evaluate(expression: string, variables: Fields): unknown {
  return compile(expression)(variables);
}

type Run = Program;

const TOKEN =
  /\s*(?:(\d+\.\d+|\d+)u?|([rR]?(?:"""[^]*?"""|'''[^]*?'''|"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'))|([A-Za-z_][A-Za-z0-9_]*)|(==|!=|<=|>=|&&|\|\||[-+*/%<>!?:.,()[\]{}]))/y;

interface Token {
  readonly kind: 'number' | 'text' | 'name' | 'sign';
  readonly text: string;
}

function tokens(expression: string): Token[] {
  const found: Token[] = [];
  TOKEN.lastIndex = 0;
  const end = expression.trimEnd().length;
  while (TOKEN.lastIndex < end) {
    const match = TOKEN.exec(expression);
    if (!match) throw new Unsupported(expression);
    const [, number, text, name, sign] = match;
    if (number !== undefined) found.push({ kind: 'number', text: number });
    else if (text !== undefined) found.push({ kind: 'text', text });
    else if (name !== undefined) found.push({ kind: 'name', text: name });
    else found.push({ kind: 'sign', text: sign });
  }
  return found;
}

const RELATIONS = ['==', '!=', '<', '<=', '>', '>=', 'in'];
const MACROS = ['all', 'exists', 'exists_one', 'filter', 'map'];

class Parser {
  private position = 0;

  constructor(private readonly list: readonly Token[]) {}

  public whole(): Run {
    const run = this.choice();
    if (this.position < this.list.length) throw new Unsupported(this.list[this.position].text);
    return run;
  }

  private peek(text: string): boolean {
    const token = this.list[this.position] as Token | undefined;
    return token !== undefined && token.kind !== 'text' && token.text === text;
  }

  private take(text: string): boolean {
    if (!this.peek(text)) return false;
    this.position += 1;
    return true;
  }

  private expect(text: string): void {
    if (!this.take(text)) throw new Unsupported(`${text} is missing`);
  }

  private next(): Token {
    const token = this.list[this.position] as Token | undefined;
    if (!token) throw new Unsupported('the end');
    this.position += 1;
    return token;
  }

  private choice(): Run {
    const condition = this.or();
    if (!this.take('?')) return condition;
    const yes = this.choice();
    this.expect(':');
    const no = this.choice();
    return (variables) => (truth(condition(variables)) ? yes(variables) : no(variables));
  }

  private or(): Run {
    let left = this.and();
    while (this.take('||')) left = eitherWay(left, this.and(), true);
    return left;
  }

  private and(): Run {
    let left = this.relation();
    while (this.take('&&')) left = eitherWay(left, this.relation(), false);
    return left;
  }

  private relation(): Run {
    let left = this.sum();
    for (
      let sign = RELATIONS.find((one) => this.take(one));
      sign !== undefined;
      sign = RELATIONS.find((one) => this.take(one))
    ) {
      left = both(sign, left, this.sum(), related);
    }
    return left;
  }

  private sum(): Run {
    let left = this.product();
    for (
      let sign = ['+', '-'].find((one) => this.take(one));
      sign !== undefined;
      sign = ['+', '-'].find((one) => this.take(one))
    ) {
      left = both(sign, left, this.product(), computed);
    }
    return left;
  }

  private product(): Run {
    let left = this.unary();
    for (
      let sign = ['*', '/', '%'].find((one) => this.take(one));
      sign !== undefined;
      sign = ['*', '/', '%'].find((one) => this.take(one))
    ) {
      left = both(sign, left, this.unary(), computed);
    }
    return left;
  }

  private unary(): Run {
    if (this.take('!')) {
      const run = this.unary();
      return (variables) => !truth(run(variables));
    }
    if (this.take('-')) {
      const run = this.unary();
      return (variables) => {
        const value = run(variables);
        return typeof value === 'number' ? 0 - value : fail('-');
      };
    }
    return this.member();
  }

  private member(): Run {
    let run = this.primary();
    for (;;) {
      if (this.take('.')) {
        run = this.field(run);
      } else if (this.take('[')) {
        run = this.item(run);
      } else {
        return run;
      }
    }
  }

  private field(of: Run): Run {
    const isOptional = this.take('?');
    const { kind, text: written } = this.next();
    if (kind !== 'name') throw new Unsupported(written);
    const text = fieldName(written);
    if (isOptional) return (variables) => optionalField(of(variables), text);
    return this.take('(') ? this.call(text, of) : selected(of, text);
  }

  private item(of: Run): Run {
    const isOptional = this.take('?');
    const index = this.choice();
    this.expect(']');
    return isOptional
      ? (variables) => optionalField(of(variables), index(variables))
      : (variables) => element(of(variables), index(variables));
  }

  private call(name: string, of: Run): Run {
    if (MACROS.includes(name)) return this.macro(name, of);
    const args = this.args();
    return (variables) =>
      method(
        name,
        of(variables),
        args.map((one) => one(variables)),
      );
  }

  private macro(name: string, of: Run): Run {
    const { text: variable } = this.next();
    this.expect(',');
    const body = this.choice();
    this.expect(')');
    return (variables) => {
      const list = of(variables);
      const items: unknown[] = Array.isArray(list)
        ? list
        : isMap(list)
          ? Object.keys(list)
          : fail(name);
      const on = (item: unknown) => {
        step();
        return body({ ...variables, [variable]: item });
      };
      if (name === 'all' || name === 'exists') return decided(items, on, name === 'exists');
      const results = items.map(on);
      if (name === 'exists_one') return results.filter(truth).length === 1;
      return name === 'map' ? results : items.filter((_, index) => truth(results[index]));
    };
  }

  private args(): Run[] {
    const args: Run[] = [];
    if (this.take(')')) return args;
    do args.push(this.choice());
    while (this.take(','));
    this.expect(')');
    return args;
  }

  private primary(): Run {
    const token = this.next();
    const { kind, text } = token;
    if (kind === 'number') {
      const value = text.includes('.') ? new Double(Number(text)) : Number(text);
      return () => value;
    }
    if (kind === 'text') {
      const value = unquoted(text);
      return () => value;
    }
    if (kind === 'name') return this.named(text);
    if (text === '(') {
      const run = this.choice();
      this.expect(')');
      return run;
    }
    if (text !== '[') throw new Unsupported(text);
    const items: Run[] = [];
    while (!this.take(']')) {
      items.push(this.choice());
      if (!this.peek(']')) this.expect(',');
    }
    return (variables) => items.map((one) => one(variables));
  }

  private named(name: string): Run {
    if (name === 'true' || name === 'false') return () => name === 'true';
    if (name === 'null') return () => null;
    if (!this.take('(')) {
      return (variables) => (Object.hasOwn(variables, name) ? known(variables[name]) : fail(name));
    }
    if (name === 'has') return this.presence();
    const args = this.args();
    return (variables) =>
      method(
        name,
        args[0]?.(variables),
        args.slice(1).map((one) => one(variables)),
      );
  }

  private presence(): Run {
    const run = this.choice();
    this.expect(')');
    const asked = SELECTIONS.get(run);
    if (!asked) throw new Unsupported('has() of something that is not a field');
    return asked;
  }
}

const ESCAPES: { readonly [word: string]: string } = {
  underscores: '__',
  dot: '.',
  dash: '-',
  slash: '/',
};

/**
 * Fields whose names are words of the language, or have other signs, are written between
 * underscores.
 */
function fieldName(written: string): string {
  return written.replace(/__([a-z]+)__/g, (_, word: string) => own(ESCAPES, word) ?? word);
}

/** By selections: whether there is the field. */
const SELECTIONS = new WeakMap<Run, Run>();

function selected(of: Run, field: string): Run {
  const run: Run = (variables) => {
    const value = of(variables);
    if (value instanceof Optional) return optionalField(value, field);
    if (value === null) return wrong(`no such key: ${field}`);
    if (!isMap(value)) return fail(field);
    return Object.hasOwn(value, field) ? known(value[field]) : wrong(`no such key: ${field}`);
  };
  SELECTIONS.set(run, (variables) => isThere(of(variables), field));
  return run;
}

/** An error on one side does not matter where the other one decides. */
function eitherWay(left: Run, right: Run, decisive: boolean): Run {
  return (variables) => decided([left, right], (side) => side(variables), decisive);
}

/**
 * Whether one of the items decides. An error counts if none does, and one that comes of what is not
 * known here more than others.
 */
function decided<T>(
  items: readonly T[],
  valueOf: (item: T) => unknown,
  decisive: boolean,
): boolean {
  let error: unknown;
  for (const item of items) {
    try {
      if (truth(valueOf(item)) === decisive) return decisive;
    } catch (one) {
      if (error === undefined || (error instanceof Failed && !(one instanceof Failed))) error = one;
    }
  }
  if (error !== undefined) throw error;
  return !decisive;
}

function both(
  sign: string,
  left: Run,
  right: Run,
  result: (sign: string, a: unknown, b: unknown) => unknown,
): Run {
  return (variables) => result(sign, left(variables), right(variables));
}
