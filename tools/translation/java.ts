/** TypeScript in Java: jsii-rosetta's translation, completed to a class with all of its imports. */
import { JavaVisitor } from 'jsii-rosetta';
import * as ts from 'typescript';
import {
  AstRenderer,
  isAny,
  isProgram,
  itemOf,
  JsiiSymbol,
  NO_SYNTAX,
  OTree,
  renderTree,
  reportJavaScript,
  typeNamedBy,
  typeOf,
} from './types';

type Renderer = AstRenderer<JavaVisitor['defaultContext']>;

/** Packages by the modules of jsii. */
const PACKAGES: { readonly [module: string]: string } = {
  constructs: 'software.constructs',
  cdk8s: 'org.cdk8s',
  'cdk8s-plus-28': 'org.cdk8s.plus28',
  'cdk8s-plus-28.k8s': 'org.cdk8s.plus28.k8s',
  'cdk8s-volumes': 'io.github.cdk8s_volumes',
  'cdk8s-volumes.csi': 'io.github.cdk8s_volumes.csi',
  'cdk8s-volumes.handles': 'io.github.cdk8s_volumes.handles',
  'cdk8s-volumes.topology': 'io.github.cdk8s_volumes.topology',
};

export class Java extends JavaVisitor {
  private readonly imported = new Set<string>();

  public override sourceFile(node: ts.SourceFile, renderer: Renderer): OTree {
    if (!isProgram(node)) return super.sourceFile(node, renderer);
    const statements = node.statements.filter((one) => !ts.isExportDeclaration(one));
    const code = renderTree(new OTree([], renderer.convertAll(statements))).trim();
    for (const name of ['List', 'Map']) {
      if (new RegExp(`\\b${name}[.<]`).test(code)) this.imported.add(`java.util.${name}`);
    }
    const imports = [...this.imported]
      .filter((path) => new RegExp(`\\b${path.slice(path.lastIndexOf('.') + 1)}\\b`).test(code))
      .sort()
      .map((path) => `import ${path};`);
    // A program that is saved under a name says it in its first line.
    const name = /^\/\/ (\w+)\.ts\n/.exec(node.text)?.[1] ?? 'main';
    const body = code.replace(/^(?=.)/gm, '        ');
    const program = new OTree([
      `${imports.join('\n')}\n\npublic class ${name[0].toUpperCase()}${name.slice(1)} {\n    public static void main(String[] args) {\n${body}\n    }\n}`,
    ]);
    // What has no place in the source is not shown.
    program.setSpan(statements[0].getStart(), statements[0].getEnd());
    return new OTree([], [program]);
  }

  public override importStatement(statement: Parameters<JavaVisitor['importStatement']>[0]): OTree {
    const tree = super.importStatement(statement);
    return isProgram(statement.node.getSourceFile()) ? NO_SYNTAX : tree;
  }

  public override identifier(node: ts.Identifier, renderer: Renderer): OTree {
    this.import(typeNamedBy(node, renderer));
    return super.identifier(node, renderer);
  }

  public override regularCallExpression(node: ts.CallExpression, renderer: Renderer): OTree {
    reportJavaScript(node, renderer);
    // jsii-rosetta forgets the getters before the last name.
    const called = node.expression;
    if (!ts.isPropertyAccessExpression(called) || typeNamedBy(called.expression, renderer)) {
      return super.regularCallExpression(node, renderer);
    }
    return new OTree([
      renderer.updateContext({ convertPropertyToGetter: true }).convert(called.expression),
      `.${called.name.text}(`,
      this.argumentList(node.arguments, renderer),
      ')',
    ]);
  }

  public override knownStructObjectLiteralExpression(
    node: ts.ObjectLiteralExpression,
    struct: Parameters<JavaVisitor['knownStructObjectLiteralExpression']>[1],
    renderer: Renderer,
  ): OTree {
    if (struct.kind === 'struct') this.import(struct.jsiiSym);
    return super.knownStructObjectLiteralExpression(node, struct, renderer);
  }

  /** What is only known to be an object is a map, and all that a list has is its size. */
  public override propertyAccessExpression(
    node: ts.PropertyAccessExpression,
    renderer: Renderer,
    submodule?: any,
  ): OTree {
    this.import(typeNamedBy(node, renderer));
    if (submodule !== undefined) return super.propertyAccessExpression(node, renderer, submodule);
    if (isAny(node.expression, renderer)) {
      return new OTree([
        '((Map<?, ?>) ',
        renderer.convert(node.expression),
        `).get("${node.name.text}")`,
      ]);
    }
    if (itemOf(renderer.typeChecker.getTypeAtLocation(node.expression), renderer) !== undefined) {
      return new OTree([renderer.convert(node.expression), '.size()']);
    }
    return super.propertyAccessExpression(node, renderer, submodule);
  }

  public override elementAccessExpression(
    node: ts.ElementAccessExpression,
    renderer: Renderer,
  ): OTree {
    const list = renderer.updateContext({ convertPropertyToGetter: true }).convert(node.expression);
    const index = node.argumentExpression.getText();
    return isAny(node.expression, renderer)
      ? new OTree(['((List<?>) ', list, `).get(${index})`])
      : new OTree([list, `.get(${index})`]);
  }

  public override forOfStatement(node: ts.ForOfStatement, renderer: Renderer): OTree {
    const { name } = (node.initializer as ts.VariableDeclarationList).declarations[0];
    if (!ts.isIdentifier(name)) renderer.report(name, 'a loop has one variable');
    const type = this.typeIn(renderer.typeChecker.getTypeAtLocation(name), renderer);
    const list = isAny(node.expression, renderer)
      ? ['(List<?>) ', renderer.convert(node.expression)]
      : [renderer.convert(node.expression)];
    const body = ts.isBlock(node.statement) ? node.statement.statements : [node.statement];
    return new OTree(
      [`for (${type} ${name.getText()} : `, ...list, ') {'],
      body.flatMap((one) => ['\n', renderTree(renderer.convert(one)).trim()]),
      { indent: 4, suffix: '\n}', canBreakLine: true },
    );
  }

  public override variableDeclaration(node: ts.VariableDeclaration, renderer: Renderer): OTree {
    const type = this.typeIn(renderer.typeChecker.getTypeAtLocation(node.name), renderer);
    return new OTree(
      [`${type} ${node.name.getText()} = `, renderer.convert(node.initializer), ';'],
      [],
      { canBreakLine: true },
    );
  }

  private typeIn(type: ts.Type, renderer: Renderer): string {
    const own = renderer.typeChecker.getNonNullableType(type);
    const item = itemOf(own, renderer);
    if (item !== undefined) return `List<${this.typeIn(item, renderer)}>`;
    const named = typeOf(own, renderer);
    this.import(named);
    if (named !== undefined) return named.fqn.slice(named.fqn.lastIndexOf('.') + 1);
    const known: { readonly [name: string]: string } = {
      string: 'String',
      number: 'Number',
      boolean: 'Boolean',
    };
    return (
      known[
        renderer.typeChecker.typeToString(renderer.typeChecker.getBaseTypeOfLiteralType(own))
      ] ?? 'Object'
    );
  }

  private import(symbol: JsiiSymbol | undefined): void {
    if (symbol === undefined) return;
    const place = PACKAGES[symbol.fqn.slice(0, symbol.fqn.lastIndexOf('.'))];
    if (place !== undefined) {
      this.imported.add(`${place}.${symbol.fqn.slice(symbol.fqn.lastIndexOf('.') + 1)}`);
    }
  }
}
