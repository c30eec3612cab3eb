/**
 * Reads an expression of the Common Expression Language by its whole grammar, to tell what the API
 * server does not compile. It is the reader for checks: what is evaluated is read by `program.ts`,
 * which understands less.
 */

export type Node =
  | { readonly kind: 'literal'; readonly type: LiteralType; readonly at: number }
  | { readonly kind: 'name'; readonly name: string; readonly at: number }
  | {
      readonly kind: 'select';
      readonly of: Node;
      readonly field: string;
      readonly at: number;
      readonly isOptional: boolean;
    }
  | {
      readonly kind: 'call';
      readonly name: string;
      readonly of?: Node;
      readonly args: readonly Node[];
      readonly at: number;
    }
  | {
      readonly kind: 'list' | 'map' | 'message';
      readonly parts: readonly Node[];
      readonly at: number;
    };

type LiteralType = 'int' | 'uint' | 'double' | 'string' | 'bytes' | 'bool' | 'null';

/** What is wrong with an expression, and where: the place of its letter. */
export class SyntaxProblem extends Error {
  constructor(
    message: string,
    public readonly at: number,
  ) {
    super(message);
  }
}

const BLANK = /(?:[\t\n\f\r ]+|\/\/[^\n]*)*/y;
const NUMBER =
  /(?:0x[0-9a-fA-F]+[uU]?|(?:\d+\.\d+|\.\d+)(?:[eE][+-]?\d+)?|\d+[eE][+-]?\d+|\d+[uU]?)/y;
const ESCAPED =
  '\\\\(?:[abfnrtv"\'`?\\\\]|[xX][0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|[0-3][0-7]{2})';
const TEXT = new RegExp(
  `[bB]?(?:"""(?:[^\\\\]|${ESCAPED})*?"""|\'\'\'(?:[^\\\\]|${ESCAPED})*?\'\'\'|"(?:[^"\\\\\\n\\r]|${ESCAPED})*"|'(?:[^'\\\\\\n\\r]|${ESCAPED})*')`,
  'y',
);
const RAW_TEXT = /(?:[rR][bB]?|[bB][rR])(?:"""[^]*?"""|'''[^]*?'''|"[^"\n\r]*"|'[^'\n\r]*')/y;
const NAME = /[A-Za-z_][A-Za-z0-9_]*/y;
const SIGN = /(?:==|!=|<=|>=|&&|\|\||[-+*/%<>!?:.,()[\]{}])/y;

interface Token {
  readonly kind: 'number' | 'text' | 'name' | 'sign' | 'end';
  readonly text: string;
  readonly at: number;
}

const KINDS = [
  ['text', RAW_TEXT],
  ['text', TEXT],
  ['number', NUMBER],
  ['name', NAME],
  ['sign', SIGN],
] as const;

function tokensOf(expression: string): Token[] {
  const found: Token[] = [];
  let at = skip(expression, 0);
  while (at < expression.length) {
    const token = tokenAt(expression, at);
    if (!token) {
      throw new SyntaxProblem(
        `Syntax error: token recognition error at: '${expression.slice(at)}'`,
        at,
      );
    }
    found.push(token);
    at = skip(expression, at + token.text.length);
  }
  return [...found, { kind: 'end', text: '<EOF>', at }];
}

function skip(expression: string, at: number): number {
  BLANK.lastIndex = at;
  return at + (BLANK.exec(expression)?.[0].length ?? 0);
}

function tokenAt(expression: string, at: number): Token | undefined {
  for (const [kind, pattern] of KINDS) {
    pattern.lastIndex = at;
    const text = pattern.exec(expression)?.[0];
    // A number does not begin in the middle of a selection.
    if (
      text !== undefined &&
      !(kind === 'number' && text.startsWith('.') && /[\w)\]}]/.test(expression.charAt(at - 1)))
    ) {
      return { kind, text, at };
    }
  }
  return undefined;
}

/** Words that are no names. */
export const RESERVED: ReadonlySet<string> = new Set([
  'as',
  'break',
  'const',
  'continue',
  'else',
  'false',
  'for',
  'function',
  'if',
  'import',
  'in',
  'let',
  'loop',
  'namespace',
  'null',
  'package',
  'return',
  'true',
  'var',
  'void',
  'while',
]);

const RELATIONS = ['==', '!=', '<', '<=', '>', '>=', 'in'];
const MOST_DEPTH = 200;

/** Reads an expression. Throws `SyntaxProblem`. */
export function parse(expression: string): Node {
  return new Reader(tokensOf(expression)).whole();
}

class Reader {
  private position = 0;
  private depth = 0;

  constructor(private readonly tokens: readonly Token[]) {}

  public whole(): Node {
    const node = this.choice();
    if (this.token.kind !== 'end') this.fail();
    return node;
  }

  private get token(): Token {
    return this.tokens[this.position];
  }

  private fail(): never {
    const { text, at, kind } = this.token;
    throw new SyntaxProblem(
      `Syntax error: mismatched input '${text}'${kind === 'end' ? ': the expression is not complete' : ''}`,
      at,
    );
  }

  private is(text: string): boolean {
    return this.token.text === text && (this.token.kind === 'sign' || this.token.kind === 'name');
  }

  private take(text: string): boolean {
    if (!this.is(text)) return false;
    this.position += 1;
    return true;
  }

  private expect(text: string): void {
    if (!this.take(text)) this.fail();
  }

  private choice(): Node {
    this.depth += 1;
    // What is this deep is left to the server.
    if (this.depth > MOST_DEPTH) throw new RangeError('an expression that is too deep');
    const condition = this.binary(0);
    const at = this.token.at;
    let node = condition;
    if (this.take('?')) {
      const yes = this.binary(0);
      this.expect(':');
      node = { kind: 'call', name: '_?_:_', args: [condition, yes, this.choice()], at };
    }
    this.depth -= 1;
    return node;
  }

  private binary(level: number): Node {
    if (level === LEVELS.length) return this.unary();
    let left = this.binary(level + 1);
    for (;;) {
      const { text, at } = this.token;
      if (!LEVELS[level].includes(text) || !this.take(text)) return left;
      left = { kind: 'call', name: `_${text}_`, args: [left, this.binary(level + 1)], at };
    }
  }

  private unary(): Node {
    const { at } = this.token;
    for (const sign of ['!', '-']) {
      if (!this.is(sign)) continue;
      while (this.take(sign));
      const of = this.member();
      return { kind: 'call', name: sign === '!' ? '!_' : '-_', args: [of], at };
    }
    return this.member();
  }

  private member(): Node {
    let node = this.primary();
    for (;;) {
      const { at } = this.token;
      if (this.take('.')) {
        const isOptional = this.take('?');
        const field = this.fieldName();
        const call = isOptional ? undefined : this.call(field, node);
        node = call ?? { kind: 'select', of: node, field, at, isOptional };
      } else if (this.take('[')) {
        this.take('?');
        node = { kind: 'call', name: '_[_]', args: [node, this.choice()], at };
        this.expect(']');
      } else if (this.is('{') && isTypeName(node)) {
        this.position += 1;
        node = { kind: 'message', parts: [node, ...this.fields()], at };
      } else {
        return node;
      }
    }
  }

  private fieldName(): string {
    const { kind, text } = this.token;
    // Other reserved words are good names of fields.
    if (kind !== 'name' || ['in', 'true', 'false', 'null'].includes(text)) this.fail();
    this.position += 1;
    return text;
  }

  private items(end: string): Node[] {
    const items: Node[] = [];
    while (!this.take(end)) {
      if (end === ']') this.take('?');
      items.push(this.choice());
      if (this.is(end)) continue;
      this.expect(',');
      // A comma may end a list, and no arguments.
      if (end === ')' && this.is(end)) this.fail();
    }
    return items;
  }

  private fields(): Node[] {
    const values: Node[] = [];
    while (!this.take('}')) {
      this.take('?');
      this.fieldName();
      this.expect(':');
      values.push(this.choice());
      if (!this.is('}')) this.expect(',');
    }
    return values;
  }

  private primary(): Node {
    const { kind, text, at } = this.token;
    if (this.take('.')) return this.primary();
    if (kind === 'number' || kind === 'text') {
      this.position += 1;
      return { kind: 'literal', type: kind === 'text' ? typeOfText(text) : typeOfNumber(text), at };
    }
    if (this.take('(')) {
      const node = this.choice();
      this.expect(')');
      return node;
    }
    if (this.take('[')) return { kind: 'list', parts: this.items(']'), at };
    if (this.take('{')) return { kind: 'map', parts: this.entries(), at };
    if (kind !== 'name') this.fail();
    return this.named(text, at);
  }

  private named(text: string, at: number): Node {
    if (text === 'true' || text === 'false' || text === 'null') {
      this.position += 1;
      return { kind: 'literal', type: text === 'null' ? 'null' : 'bool', at };
    }
    if (RESERVED.has(text)) this.fail();
    this.position += 1;
    return this.call(text) ?? { kind: 'name', name: text, at };
  }

  /** A call is where its arguments begin. */
  private call(name: string, of?: Node): Node | undefined {
    const { at } = this.token;
    return this.take('(') ? { kind: 'call', name, of, args: this.items(')'), at } : undefined;
  }

  private entries(): Node[] {
    const parts: Node[] = [];
    while (!this.take('}')) {
      this.take('?');
      parts.push(this.choice());
      this.expect(':');
      parts.push(this.choice());
      if (!this.is('}')) this.expect(',');
    }
    return parts;
  }
}

/** Signs by how loosely they bind. */
const LEVELS = [['||'], ['&&'], RELATIONS, ['+', '-'], ['*', '/', '%']];

function isTypeName(node: Node): boolean {
  return (
    node.kind === 'name' || (node.kind === 'select' && !node.isOptional && isTypeName(node.of))
  );
}

function typeOfText(text: string): LiteralType {
  return /^[rR]?[bB]/.test(text) ? 'bytes' : 'string';
}

function typeOfNumber(text: string): LiteralType {
  return /[uU]$/.test(text) ? 'uint' : /^0x/.test(text) || /^\d+$/.test(text) ? 'int' : 'double';
}
