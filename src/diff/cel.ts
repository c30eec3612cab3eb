/**
 * The part of the Common Expression Language that definitions use for rules: comparisons, logic, arithmetic, `has`, `size`, text
 * functions and the macros over lists and maps. What is beyond it throws `NotUnderstood`, and nothing is guessed.
 *
 * It is small enough to be shipped, which a whole CEL is not; the tests compare it with one.
 */
import { isSame } from './changes';
import { Fields, isFields } from '../kube';

/** The expression has something that is not known here. */
export class NotUnderstood extends Error {}

/** What an expression stands for, with the values of its variables. Throws `NotUnderstood`. */
export function evaluate(expression: string, variables: Fields): unknown {
  const parser = new Parser(tokens(expression));
  const run = parser.whole();
  return run(variables);
}

type Run = (variables: Fields) => unknown;

const TOKEN = /\s*(?:(\d+\.\d+|\d+)u?|([rR]?(?:"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'))|([A-Za-z_][A-Za-z0-9_]*)|(==|!=|<=|>=|&&|\|\||[-+*/%<>!?:.,()[\]{}]))/y;

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
    if (!match) throw new NotUnderstood(expression);
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
  private index = 0;

  constructor(private readonly list: readonly Token[]) {}

  public whole(): Run {
    const run = this.choice();
    if (this.index < this.list.length) throw new NotUnderstood(this.list[this.index].text);
    return run;
  }

  private peek(text: string): boolean {
    const token = this.list[this.index] as Token | undefined;
    return token !== undefined && token.kind !== 'text' && token.text === text;
  }

  private take(text: string): boolean {
    if (!this.peek(text)) return false;
    this.index += 1;
    return true;
  }

  private expect(text: string): void {
    if (!this.take(text)) throw new NotUnderstood(`${text} is missing`);
  }

  private next(): Token {
    const token = this.list[this.index] as Token | undefined;
    if (!token) throw new NotUnderstood('the end');
    this.index += 1;
    return token;
  }

  private choice(): Run {
    const condition = this.or();
    if (!this.take('?')) return condition;
    const yes = this.choice();
    this.expect(':');
    const no = this.choice();
    return (variables) => truth(condition(variables)) ? yes(variables) : no(variables);
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
    for (let sign = RELATIONS.find((one) => this.take(one)); sign !== undefined; sign = RELATIONS.find((one) => this.take(one))) {
      left = related(sign, left, this.sum());
    }
    return left;
  }

  private sum(): Run {
    let left = this.product();
    for (let sign = ['+', '-'].find((one) => this.take(one)); sign !== undefined; sign = ['+', '-'].find((one) => this.take(one))) left = computed(sign, left, this.product());
    return left;
  }

  private product(): Run {
    let left = this.unary();
    for (let sign = ['*', '/', '%'].find((one) => this.take(one)); sign !== undefined; sign = ['*', '/', '%'].find((one) => this.take(one))) left = computed(sign, left, this.unary());
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
        const { kind, text } = this.next();
        if (kind !== 'name') throw new NotUnderstood(text);
        run = this.take('(') ? this.call(text, run) : selected(run, text);
      } else if (this.take('[')) {
        const of = run;
        const index = this.choice();
        this.expect(']');
        run = (variables) => element(of(variables), index(variables));
      } else {
        return run;
      }
    }
  }

  private call(name: string, of: Run): Run {
    if (MACROS.includes(name)) return this.macro(name, of);
    const args = this.args();
    return (variables) => method(name, of(variables), args.map((one) => one(variables)));
  }

  private macro(name: string, of: Run): Run {
    const { text: variable } = this.next();
    this.expect(',');
    const body = this.choice();
    this.expect(')');
    return (variables) => {
      const list = of(variables);
      const items: unknown[] = Array.isArray(list) ? list : isFields(list) ? Object.keys(list) : fail(name);
      const results = items.map((item) => body({ ...variables, [variable]: item }));
      if (name === 'all') return results.every(truth);
      if (name === 'exists') return results.some(truth);
      if (name === 'exists_one') return results.filter(truth).length === 1;
      return name === 'map' ? results : items.filter((_, index) => truth(results[index]));
    };
  }

  private args(): Run[] {
    const args: Run[] = [];
    if (this.take(')')) return args;
    do args.push(this.choice()); while (this.take(','));
    this.expect(')');
    return args;
  }

  private primary(): Run {
    const token = this.next();
    const { kind, text } = token;
    if (kind === 'number') return () => Number(text);
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
    if (text !== '[') throw new NotUnderstood(text);
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
    if (!this.take('(')) return (variables) => Object.hasOwn(variables, name) ? variables[name] : fail(name);
    if (name === 'has') return this.presence();
    const args = this.args();
    return (variables) => method(name, args[0]?.(variables), args.slice(1).map((one) => one(variables)));
  }

  private presence(): Run {
    const run = this.choice();
    this.expect(')');
    return (variables) => {
      try {
        return run(variables) !== undefined;
      } catch (error) {
        if (error instanceof Missing) return error.isLast(run);
        throw error;
      }
    };
  }
}

/** A field that is not there. */
class Missing extends Error {
  constructor(private readonly by: Run) {
    super('no such key');
  }

  public isLast(run: Run): boolean {
    if (this.by !== run) throw this;
    return false;
  }
}

function selected(of: Run, field: string): Run {
  const run: Run = (variables) => {
    const value = of(variables);
    if (!isFields(value)) return fail(field);
    if (!Object.hasOwn(value, field)) throw new Missing(run);
    return value[field];
  };
  return run;
}

function element(of: unknown, index: unknown): unknown {
  if (Array.isArray(of) && Number.isInteger(index) && Object.hasOwn(of, index as number)) return of[index as number] as unknown;
  return isFields(of) && typeof index === 'string' && Object.hasOwn(of, index) ? of[index] : fail('index');
}

/** An error on one side does not matter where the other one decides. */
function eitherWay(left: Run, right: Run, decisive: boolean): Run {
  return (variables) => {
    try {
      if (truth(left(variables)) === decisive) return decisive;
    } catch (error) {
      if (truth(right(variables)) === decisive) return decisive;
      throw error;
    }
    return truth(right(variables));
  };
}

function related(sign: string, left: Run, right: Run): Run {
  return (variables) => {
    const a = left(variables);
    const b = right(variables);
    if (sign === '==') return isSame(a, b);
    if (sign === '!=') return !isSame(a, b);
    if (sign === 'in') return Array.isArray(b) ? b.some((one) => isSame(one, a)) : isFields(b) ? Object.hasOwn(b, a as string) : fail(sign);
    if (typeof a !== typeof b || typeof a !== 'number' && typeof a !== 'string') return fail(sign);
    const order = a < (b as typeof a) ? -1 : a > (b as typeof a) ? 1 : 0;
    return sign === '<' ? order < 0 : sign === '<=' ? order <= 0 : sign === '>' ? order > 0 : order >= 0;
  };
}

function computed(sign: string, left: Run, right: Run): Run {
  return (variables) => {
    const a = left(variables);
    const b = right(variables);
    if (sign === '+' && typeof a === 'string' && typeof b === 'string') return a + b;
    if (sign === '+' && Array.isArray(a) && Array.isArray(b)) return [...a as unknown[], ...b as unknown[]];
    if (typeof a !== 'number' || typeof b !== 'number') return fail(sign);
    if (sign === '+') return a + b;
    if (sign === '-') return a - b;
    // Of integers there is no zero below zero.
    if (sign === '*') return a * b + 0;
    if (b === 0) return fail(sign);
    return (sign === '/' ? Math.trunc(a / b) : a % b) + 0;
  };
}

/** A value that may not be there, as `oldSelf` of a rule that says so. */
export class Optional {
  constructor(public readonly content: unknown) {}
}

function ofOptional(name: string, { content }: Optional, [otherwise]: readonly unknown[]): unknown {
  if (name === 'hasValue') return content !== undefined;
  if (name === 'orValue') return content ?? otherwise;
  return name === 'value' && content !== undefined ? content : fail(name);
}

function method(name: string, of: unknown, args: readonly unknown[]): unknown {
  const [first] = args;
  if (of instanceof Optional) return ofOptional(name, of, args);
  if (name === 'join' && Array.isArray(of)) return of.join(typeof first === 'string' ? first : '');
  if (name === 'size') return typeof of === 'string' ? Array.from(of).length : Array.isArray(of) ? of.length : isFields(of) ? Object.keys(of).length : fail(name);
  if (name === 'string' && (typeof of === 'string' || typeof of === 'number' || typeof of === 'boolean')) return String(of);
  if (name === 'int' && (typeof of === 'number' || typeof of === 'string' && /^-?\d+$/.test(of))) return Number(of);
  if (typeof of !== 'string') return fail(name);
  if (name === 'lowerAscii') return of.toLowerCase();
  if (name === 'upperAscii') return of.toUpperCase();
  if (name === 'trim') return of.trim();
  if (typeof first !== 'string') return fail(name);
  if (name === 'startsWith') return of.startsWith(first);
  if (name === 'endsWith') return of.endsWith(first);
  if (name === 'contains') return of.includes(first);
  if (name === 'split' && args.length === 1) return of.split(first);
  return name === 'matches' ? matching(of, first) : fail(name);
}

function matching(text: string, pattern: string): boolean {
  try {
    return new RegExp(pattern, 'u').test(text);
  } catch {
    return fail('matches');
  }
}

function truth(value: unknown): boolean {
  return typeof value === 'boolean' ? value : fail('a condition');
}

function fail(what: string): never {
  throw new NotUnderstood(what);
}

function unquoted(text: string): string {
  const isRaw = /^[rR]/.test(text);
  const inside = text.slice(isRaw ? 2 : 1, -1);
  const escapes: Fields = { n: '\n', t: '\t', r: '\r' };
  return isRaw ? inside : inside.replace(/\\(.)/g, (_, letter: string) => escapes[letter] as string | undefined ?? letter);
}
