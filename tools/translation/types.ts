/* eslint-disable no-bitwise -- the compiler's flags are bits */
/**
 * What the translations of all languages ask of the compiler's types. Parts of jsii-rosetta that it
 * does not export are imported here only.
 */
import * as ts from 'typescript';
import {
  JsiiSymbol,
  lookupJsiiSymbol,
  lookupJsiiSymbolFromNode,
} from '../../node_modules/jsii-rosetta/lib/jsii/jsii-utils';
import { AstRenderer } from '../../node_modules/jsii-rosetta/lib/renderer';

export { TARGET_LANGUAGES } from '../../node_modules/jsii-rosetta/lib/languages';
export { NO_SYNTAX, OTree, renderTree } from '../../node_modules/jsii-rosetta/lib/o-tree';
export { AstRenderer, JsiiSymbol };

/** The class, struct or enum that an expression names. */
export function typeNamedBy(
  node: ts.Node,
  { typeChecker }: AstRenderer<any>,
): JsiiSymbol | undefined {
  const found = lookupJsiiSymbolFromNode(typeChecker, node);
  return found?.symbolType === 'type' ? found : undefined;
}

/** The class, struct or enum of a value, undefined for what is no type of a package. */
export function typeOf(
  type: ts.Type | undefined,
  { typeChecker }: AstRenderer<any>,
): JsiiSymbol | undefined {
  const own = type === undefined ? undefined : typeChecker.getNonNullableType(type);
  // The type of an enum's member is that of the enum.
  const symbol =
    own?.symbol && own.symbol.flags & ts.SymbolFlags.EnumMember
      ? ((own.symbol as any).parent as ts.Symbol)
      : own?.symbol;
  const found = symbol === undefined ? undefined : lookupJsiiSymbol(typeChecker, symbol);
  return found?.symbolType === 'type' ? found : undefined;
}

/** The type of the items, if it is that of an array. */
export function itemOf(
  type: ts.Type | undefined,
  { typeChecker }: AstRenderer<any>,
): ts.Type | undefined {
  const own = type === undefined ? undefined : typeChecker.getNonNullableType(type);
  return own !== undefined && typeChecker.isArrayType(own)
    ? typeChecker.getTypeArguments(own as ts.TypeReference)[0]
    : undefined;
}

export const isAny = (node: ts.Expression, { typeChecker }: AstRenderer<any>) =>
  (typeChecker.getTypeAtLocation(node).flags & ts.TypeFlags.Any) !== 0;

/** Reports what only JavaScript has: methods of lists and texts, functions of Node.js. */
export function reportJavaScript(node: ts.CallExpression, context: AstRenderer<any>): void {
  const file =
    context.typeChecker.getResolvedSignature(node)?.declaration?.getSourceFile().fileName ?? '';
  if (/\/node_modules\/(?:typescript|@types)\//.test(file)) {
    context.report(node.expression, 'this is JavaScript, which no other language has');
  }
}

/** Whether the program is all there, and is no part that a fixture completes. */
export const isProgram = (source: ts.SourceFile) =>
  !source.text.includes('// Code snippet begins after !show marker below');
