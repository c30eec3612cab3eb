/**
 * Functions in tables of a bundle, such as the check of a judge, which are made statements of their
 * own: only these are set apart, and are loaded when somebody calls them.
 */
import ts from 'typescript';
import { isRunLater } from './names';

/** A shorter one costs no less where it is called from. */
const LEAST = 200;

/** A piece of the text, and what stands in its place. */
interface Change {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** A function that is the same by another name, elsewhere. */
type Movable = (ts.ArrowFunction | ts.MethodDeclaration | ts.FunctionDeclaration) & {
  readonly body: ts.ConciseBody;
};

/**
 * The same script, in which variables of the top hold no longer function: it is declared beside
 * them, and called with what it takes.
 */
export function hoisted(text: string): string {
  const { statements } = ts.createSourceFile('bundle.js', text, ts.ScriptTarget.ES2022, true);
  const hoisting = new Hoisting(text, statements);
  for (const node of statements) {
    if (ts.isVariableStatement(node)) hoisting.visit(node);
  }
  return hoisting.result;
}

class Hoisting {
  private readonly changes: Change[] = [];
  private readonly names: Set<string>;
  private readonly declared = new Map<string, Movable>();

  constructor(
    private readonly text: string,
    statements: readonly ts.Statement[],
  ) {
    this.names = new Set([...text.matchAll(/[\w$]+/g)].map(([word]) => word));
    for (const node of statements) {
      if (ts.isFunctionDeclaration(node) && isMovable(node)) {
        this.declared.set(node.name!.text, node);
      }
    }
  }

  public get result(): string {
    let at = 0;
    const pieces = this.changes.map(({ start, end, text }) => {
      const piece = this.text.slice(at, start) + text;
      at = end;
      return piece;
    });
    return pieces.join('') + this.text.slice(at);
  }

  public visit(node: ts.VariableStatement): void {
    const added: string[] = [];
    for (const { name, initializer } of node.declarationList.declarations) {
      // A variable that is a function is called by its name, and as often as any.
      if (!initializer || ts.isArrowFunction(initializer) || !ts.isIdentifier(name)) continue;
      this.look(initializer, name.text, added);
    }
    this.change(node.end, node.end, added.map((one) => `\n${one}`).join(''));
  }

  private look(node: ts.Node, way: string, added: string[]): void {
    // What is in a class has the class around it.
    if (ts.isClassLike(node)) return;
    if (ts.isFunctionLike(node)) {
      if (!ts.isFunctionDeclaration(node) && isMovable(node) && isRunLater(node.body)) {
        this.move(node, way, added);
      }
      return;
    }
    if (ts.isIdentifier(node)) {
      const own = isValue(node) ? this.declared.get(node.text) : undefined;
      if (own) this.call(node, own, node.text, isShorthand(node) ? `${node.text}: ` : '');
      return;
    }
    const name = ts.isPropertyAssignment(node) && ts.isIdentifier(node.name) ? node.name.text : '';
    const next = name === '' ? way : `${way}_${name}`;
    ts.forEachChild(node, (child) => this.look(child, next, added));
  }

  private move(node: Movable, way: string, added: string[]): void {
    const key = ts.isMethodDeclaration(node) ? node.name.getText() : undefined;
    const own = this.unusedName(key === undefined ? way : `${way}_${key}`);
    const parameters = node.parameters.map((one) => one.getText()).join(', ');
    const { body } = node;
    const block = ts.isBlock(body) ? body.getText() : `{\n  return ${body.getText()};\n}`;
    added.push(`function ${own}(${parameters}) ${block}`);
    this.call(node, node, own, key === undefined ? '' : `${key}: `);
  }

  /** Puts a call in the place of a function. */
  private call(node: ts.Node, { parameters }: Movable, name: string, before: string): void {
    const given = parameters.map((_, index) => `a${index}`).join(', ');
    this.change(node.getStart(), node.end, `${before}(${given}) => ${name}(${given})`);
  }

  private change(start: number, end: number, text: string): void {
    if (end > start || text !== '') this.changes.push({ start, end, text });
  }

  private unusedName(way: string): string {
    let name = way;
    for (let count = 2; this.names.has(name); count += 1) name = `${way}${count}`;
    this.names.add(name);
    return name;
  }
}

function isMovable(node: ts.SignatureDeclaration): node is Movable {
  const isOne =
    ts.isArrowFunction(node) ||
    (ts.isFunctionDeclaration(node) && !node.asteriskToken) ||
    (ts.isMethodDeclaration(node) && !node.asteriskToken && ts.isIdentifier(node.name));
  return (
    isOne &&
    node.body !== undefined &&
    node.end - node.getStart() >= LEAST &&
    (node.modifiers ?? []).length === 0 &&
    !node.parameters.some(({ dotDotDotToken }) => dotDotDotToken) &&
    !saysOfItself(node)
  );
}

/** Whether words are in it that mean the function, or the object that it is of. */
function saysOfItself(node: ts.Node): boolean {
  if (node.kind === ts.SyntaxKind.ThisKeyword || node.kind === ts.SyntaxKind.SuperKeyword) {
    return true;
  }
  if (ts.isIdentifier(node) && node.text === 'arguments') return true;
  return ts.forEachChild(node, (child) => saysOfItself(child) || undefined) ?? false;
}

/** Whether a name stands for what a field is, or an item of a list. */
function isValue(node: ts.Identifier): boolean {
  const { parent } = node;
  return (
    isShorthand(node) ||
    ts.isArrayLiteralExpression(parent) ||
    (ts.isPropertyAssignment(parent) && parent.initializer === node)
  );
}

function isShorthand({ parent }: ts.Identifier): boolean {
  return ts.isShorthandPropertyAssignment(parent);
}
