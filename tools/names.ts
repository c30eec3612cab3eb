/**
 * Names in the statements of a script: which ones a statement makes, uses and changes, and whether
 * only a function gets to them.
 */
import ts from 'typescript';

/** A name of another statement, or of a package, where it is used. */
interface NameUse {
  readonly name: string;
  readonly start: number;
  readonly end: number;
  /** Whether only a function gets there. */
  readonly isLate: boolean;
  /** Whether it stands for a property of the same name, too. */
  readonly isShorthand: boolean;
}

/** What a statement does with the names of the bundle. */
export interface Words {
  readonly uses: NameUse[];
  /** Names that it makes, at any depth. */
  readonly made: string[];
  /** Names that it gives another value. */
  readonly changed: string[];
}

/** The names that a statement makes. */
export function namesOf(node: ts.Statement): string[] {
  if (ts.isVariableStatement(node)) {
    return node.declarationList.declarations.flatMap(({ name }) => namesIn(name));
  }
  const isNamed = ts.isFunctionDeclaration(node) || ts.isClassDeclaration(node);
  return isNamed ? [node.name!.text] : [];
}

function namesIn(name: ts.BindingName): string[] {
  if (ts.isIdentifier(name)) return [name.text];
  return name.elements.flatMap((one) => (ts.isBindingElement(one) ? namesIn(one.name) : []));
}

/** Collects what a statement does with known names, in their order. */
export function collect(
  node: ts.Node,
  isLate: boolean,
  known: ReadonlySet<string>,
  words: Words,
): void {
  if (!ts.isIdentifier(node)) {
    // Within such an expression its name is its own.
    const own = ts.isFunctionExpression(node) || ts.isClassExpression(node) ? node.name : undefined;
    const names = own ? new Set([...known].filter((name) => name !== own.text)) : known;
    ts.forEachChild(node, (child) => collect(child, isLate || isRunLater(child), names, words));
    return;
  }
  const { text: name, end, parent } = node;
  if (!known.has(name)) return;
  if (isMade(node)) {
    words.made.push(name);
  } else if (isUse(node)) {
    const isShorthand = ts.isShorthandPropertyAssignment(parent);
    words.uses.push({ name, start: node.getStart(), end, isLate, isShorthand });
    if (isChanged(node)) words.changed.push(name);
  }
}

/**
 * Whether a piece of code is run when somebody calls it. What a method is given, such as that of a
 * list, it calls at once.
 */
export function isRunLater(node: ts.Node): boolean {
  const { parent } = node;
  if (ts.isPropertyDeclaration(parent)) {
    const isStatic = parent.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.StaticKeyword);
    return node === parent.initializer && isStatic !== true;
  }
  if (!ts.isFunctionLike(parent) || node === parent.name) return false;
  const { parent: outer } = parent;
  return !(ts.isCallExpression(outer) && ts.isPropertyAccessExpression(outer.expression));
}

/** Whether a word makes the name that it is. */
function isMade(node: ts.Identifier): boolean {
  const { parent } = node;
  const makes =
    ts.isVariableDeclaration(parent) ||
    ts.isParameter(parent) ||
    ts.isBindingElement(parent) ||
    ts.isFunctionDeclaration(parent) ||
    ts.isClassDeclaration(parent);
  return makes && parent.name === node;
}

/** Whether a word is the name of something, and not of a property or a label. */
function isUse(node: ts.Identifier): boolean {
  const { parent } = node;
  if (ts.isPropertyAccessExpression(parent)) return parent.expression === node;
  if (ts.isBindingElement(parent)) return parent.propertyName !== node;
  if (ts.isShorthandPropertyAssignment(parent)) return true;
  if (ts.isLabeledStatement(parent) || ts.isBreakOrContinueStatement(parent)) {
    return false;
  }
  return (parent as { readonly name?: ts.Node }).name !== node;
}

/** Whether a name gets another value where it stands. */
function isChanged(node: ts.Node): boolean {
  const { parent } = node;
  if (ts.isPrefixUnaryExpression(parent) || ts.isPostfixUnaryExpression(parent)) {
    const { operator } = parent;
    return operator === ts.SyntaxKind.PlusPlusToken || operator === ts.SyntaxKind.MinusMinusToken;
  }
  if (ts.isBinaryExpression(parent)) return parent.left === node && isAssignment(parent);
  if (ts.isForOfStatement(parent) || ts.isForInStatement(parent)) {
    return parent.initializer === node;
  }
  return isInPattern(node) && isChanged(parent);
}

/** Whether it is in what may be a pattern: `[name] = list`, `({ field: name } = object)`. */
function isInPattern(node: ts.Node): boolean {
  const { parent } = node;
  if (ts.isShorthandPropertyAssignment(parent)) return parent.name === node;
  if (ts.isPropertyAssignment(parent)) return parent.initializer === node;
  return (
    ts.isArrayLiteralExpression(parent) ||
    ts.isObjectLiteralExpression(parent) ||
    ts.isSpreadElement(parent) ||
    ts.isSpreadAssignment(parent) ||
    ts.isParenthesizedExpression(parent)
  );
}

function isAssignment({ operatorToken: { kind } }: ts.BinaryExpression): boolean {
  return kind >= ts.SyntaxKind.FirstAssignment && kind <= ts.SyntaxKind.LastAssignment;
}
