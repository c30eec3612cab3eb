/** Modules of a bundle: where each begins, and which tables are modules by themselves. */
import ts from 'typescript';

/** The module that a comment before a statement says it is the first of. */
export function commentOf(node: ts.Statement, text: string): string | undefined {
  return (ts.getLeadingCommentRanges(text, node.pos) ?? [])
    .map(({ pos, end }) => /^\/\/ (\S+\.\w+)$/.exec(text.slice(pos, end))?.[1])
    .reverse()
    .find((name) => name !== undefined);
}

/**
 * Whether a statement defines rules, which are long texts: they are a module by themselves, since
 * nothing needs them until a rule is broken.
 */
export function isRuleTable(node: ts.Statement): boolean {
  const [table] = ts.isVariableStatement(node) ? node.declarationList.declarations : [];
  const value = table?.initializer;
  return (
    value !== undefined &&
    ts.isCallExpression(value) &&
    ts.isIdentifier(value.expression) &&
    value.expression.text === 'defineRules'
  );
}
