/** TypeScript in Python: jsii-rosetta's translation, and what it gets wrong. */
import { PythonVisitor } from 'jsii-rosetta';
import * as ts from 'typescript';
import { AstRenderer, isAny, itemOf, OTree, renderTree, reportJavaScript } from './types';

type Context = Parameters<PythonVisitor['mergeContext']>[0];

export class Python extends PythonVisitor {
  public override regularCallExpression(
    node: ts.CallExpression,
    context: AstRenderer<Context>,
  ): OTree {
    reportJavaScript(node, context);
    return super.regularCallExpression(node, context);
  }

  /**
   * What is only known to be an object is a dict in Python, and all that a list has is its length.
   */
  public override propertyAccessExpression(
    node: ts.PropertyAccessExpression,
    context: AstRenderer<Context>,
    submodule?: any,
  ): OTree {
    if (itemOf(context.typeChecker.getTypeAtLocation(node.expression), context) !== undefined) {
      return new OTree(['len(', context.convert(node.expression), ')']);
    }
    return submodule === undefined && isAny(node.expression, context)
      ? new OTree([context.convert(node.expression), `["${node.name.text}"]`])
      : super.propertyAccessExpression(node, context, submodule);
  }

  /** jsii-rosetta leaves expressions in texts as they are. */
  public override templateExpression(
    node: ts.TemplateExpression,
    context: AstRenderer<Context>,
  ): OTree {
    const spans = node.templateSpans.map(
      ({ expression, literal }) =>
        `{${renderTree(context.convert(expression)).replace(/"/g, "'")}}${quoted(literal.text)}`,
    );
    return new OTree([`f"${quoted(node.head.text)}${spans.join('')}"`]);
  }
}

const quoted = (text: string) => JSON.stringify(text).slice(1, -1).replace(/[{}]/g, '$&$&');

/** One line of imports for each module, and the right one for the types of Kubernetes. */
export function pythonOf(translated: string): string {
  const lines = translated.split('\n');
  const end = lines.findIndex((line) => !/^(?:from|import|#|$)/.test(line));
  const head = lines.slice(0, end < 0 ? lines.length : end).filter((line) => line !== '');
  const names = new Map<string, Set<string>>();
  for (const [, module, list] of head.map((line) => /^from (\S+) import (.*)$/.exec(line) ?? [])) {
    if (module === undefined) continue;
    const own = list.split(', ');
    // A type of a submodule is looked for in a module of its own name.
    const place = module.endsWith(`.${own[0]}`) ? `${module.slice(0, -own[0].length)}k8s` : module;
    names.set(place, new Set([...(names.get(place) ?? []), ...own]));
  }
  const imports = [...names]
    .sort()
    .map(
      ([module, own]) =>
        `from ${module} import ${[...own].sort((one, other) => (one.toLowerCase() < other.toLowerCase() ? -1 : 1)).join(', ')}`,
    );
  const others = head.filter((line) => line.startsWith('import '));
  const comments = head.filter((line) => line.startsWith('#'));
  if (imports.length + others.length === 0) return translated;
  return [
    ...comments,
    ...[...imports, ...others].sort((one, other) => (moduleIn(one) < moduleIn(other) ? -1 : 1)),
    '',
    ...lines.slice(end),
  ]
    .join('\n')
    .trimEnd();
}

const moduleIn = (line: string) => line.split(' ')[1];
