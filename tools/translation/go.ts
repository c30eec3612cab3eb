/**
 * TypeScript in Go: jsii-rosetta's walk through the code, with names of packages, lists, maps and
 * texts as the generated packages want them.
 */
import { GoVisitor } from 'jsii-rosetta';
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

type Context = GoVisitor['defaultContext'];
type Renderer = AstRenderer<Context>;

/** Packages by the modules of jsii. */
const PACKAGES: { readonly [module: string]: string } = {
  constructs: 'github.com/aws/constructs-go/constructs/v10',
  cdk8s: 'github.com/cdk8s-team/cdk8s-core-go/cdk8s/v2',
  'cdk8s-plus-28': 'github.com/cdk8s-team/cdk8s-plus-go/cdk8splus28/v2',
  'cdk8s-plus-28.k8s': 'github.com/cdk8s-team/cdk8s-plus-go/cdk8splus28/v2/k8s',
  'cdk8s-volumes': 'github.com/cdk8s-volumes/cdk8s-volumes-go/cdk8svolumes',
  'cdk8s-volumes.csi': 'github.com/cdk8s-volumes/cdk8s-volumes-go/cdk8svolumes/csi',
  'cdk8s-volumes.handles': 'github.com/cdk8s-volumes/cdk8s-volumes-go/cdk8svolumes/handles',
  'cdk8s-volumes.topology': 'github.com/cdk8s-volumes/cdk8s-volumes-go/cdk8svolumes/topology',
};
const capitalized = (name: string) => name[0].toUpperCase() + name.slice(1);

export class Go extends GoVisitor {
  private readonly imported = new Set<string>();

  public override sourceFile(node: ts.SourceFile, renderer: Renderer): OTree {
    if (!isProgram(node)) return super.sourceFile(node, renderer);
    // What the imports are shows in the code.
    const statements = node.statements.filter((one) => !ts.isExportDeclaration(one));
    const code = renderTree(new OTree([], renderer.convertAll(statements)), {
      indentChar: '\t',
    }).trim();
    const uses = (name: string) => new RegExp(`\\b${name}\\.`).test(code);
    const own = [...this.imported, ...(uses('jsii') ? ['github.com/aws/jsii-runtime-go'] : [])]
      .sort()
      .map((path) => `\t"${path}"`);
    const imports = [...(uses('fmt') ? ['\t"fmt"', ''] : []), ...own].join('\n');
    const program = new OTree([
      `package main\n\nimport (\n${imports}\n)\n\nfunc main() {\n${code.replace(/^(?=.)/gm, '\t')}\n}`,
    ]);
    // What has no place in the source is not shown.
    program.setSpan(statements[0].getStart(), statements[0].getEnd());
    return new OTree([], [program]);
  }

  public override importStatement(): OTree {
    return NO_SYNTAX;
  }

  public override identifier(node: ts.Identifier, renderer: Renderer): OTree {
    const named = typeNamedBy(node, renderer);
    return new OTree([named === undefined ? node.text : this.nameOf(named)]);
  }

  public override newExpression(node: ts.NewExpression, renderer: Renderer): OTree {
    const [, place, name] =
      /^(\w+\.)?(\w+)$/.exec(this.nameOf(typeNamedBy(node.expression, renderer)!)) ?? [];
    return new OTree([`${place ?? ''}New${name}(`, this.given(node, renderer), ')'], [], {
      canBreakLine: true,
    });
  }

  public override regularCallExpression(node: ts.CallExpression, renderer: Renderer): OTree {
    reportJavaScript(node, renderer);
    return new OTree(
      [
        this.member(node.expression as ts.PropertyAccessExpression, renderer),
        '(',
        this.given(node, renderer),
        ')',
      ],
      [],
      { canBreakLine: true },
    );
  }

  public override propertyAccessExpression(
    node: ts.PropertyAccessExpression,
    renderer: Renderer,
  ): OTree {
    const { typeChecker } = renderer;
    if (isAny(node.expression, renderer)) {
      return new OTree([
        renderer.convert(node.expression),
        `.(map[string]interface{})["${node.name.text}"]`,
      ]);
    }
    const list = typeChecker.getTypeAtLocation(node.expression);
    if (itemOf(list, renderer) !== undefined) {
      return new OTree(['len(*', renderer.convert(node.expression), ')']);
    }
    const declared = typeChecker.getSymbolAtLocation(node.name)?.declarations?.[0];
    // The fields of structs are fields, those of classes are methods.
    const isField =
      declared === undefined ||
      ts.isEnumMember(declared) ||
      (ts.isPropertySignature(declared) &&
        /^(?!I[A-Z])/.test((declared.parent as ts.InterfaceDeclaration).name.text));
    return typeNamedBy(node, renderer)
      ? new OTree([this.nameOf(typeNamedBy(node, renderer)!)])
      : new OTree([this.member(node, renderer), isField ? '' : '()']);
  }

  public override elementAccessExpression(
    node: ts.ElementAccessExpression,
    renderer: Renderer,
  ): OTree {
    const list = renderer.convert(node.expression);
    const index = node.argumentExpression.getText();
    return isAny(node.expression, renderer)
      ? new OTree([list, `.([]interface{})[${index}]`])
      : new OTree(['(*', list, `)[${index}]`]);
  }

  public override stringLiteral(
    node: ts.StringLiteral | ts.NoSubstitutionTemplateLiteral,
    renderer: Renderer,
  ): OTree {
    const text = JSON.stringify(node.text);
    return new OTree([this.isPlain(node, renderer) ? text : `jsii.String(${text})`]);
  }

  public override numericLiteral(node: ts.NumericLiteral, renderer: Renderer): OTree {
    return new OTree([this.isPlain(node, renderer) ? node.text : `jsii.Number(${node.text})`]);
  }

  public override token<A extends ts.SyntaxKind>(node: ts.Token<A>, renderer: Renderer): OTree {
    const isFlag =
      node.kind === ts.SyntaxKind.TrueKeyword || node.kind === ts.SyntaxKind.FalseKeyword;
    return !isFlag
      ? super.token(node, renderer)
      : new OTree([
          this.isPlain(node as unknown as ts.Expression, renderer)
            ? node.getText()
            : `jsii.Bool(${node.getText()})`,
        ]);
  }

  public override arrayLiteralExpression(
    node: ts.ArrayLiteralExpression,
    renderer: Renderer,
  ): OTree {
    const { typeChecker } = renderer;
    const item =
      itemOf(typeChecker.getContextualType(node), renderer) ??
      itemOf(typeChecker.getTypeAtLocation(node), renderer);
    const isRange = ts.isForOfStatement(node.parent);
    return new OTree(
      [`${isRange ? '' : '&'}[]${this.typeIn(item, renderer)}{`],
      renderer.convertAll(node.elements),
      { separator: ',', trailingSeparator: true, suffix: '}', indent: 1 },
    );
  }

  public override keyValueObjectLiteralExpression(
    node: ts.ObjectLiteralExpression,
    renderer: Renderer,
  ): OTree {
    const type = renderer.typeChecker.getContextualType(node);
    const value = type && renderer.typeChecker.getNonNullableType(type).getStringIndexType();
    return new OTree(
      [`&map[string]${this.typeIn(value, renderer)}{`],
      renderer.updateContext({ inMapLiteral: true }).convertAll(node.properties),
      { separator: ',', trailingSeparator: true, suffix: '}', indent: 1 },
    );
  }

  public override knownStructObjectLiteralExpression(
    node: ts.ObjectLiteralExpression,
    struct: Parameters<GoVisitor['knownStructObjectLiteralExpression']>[1],
    renderer: Renderer,
  ): OTree {
    const name = struct.kind === 'struct' ? this.nameOf(struct.jsiiSym) : struct.type.symbol.name;
    return new OTree(
      [`&${name}{`],
      renderer.updateContext({ inMapLiteral: false }).convertAll(node.properties),
      { separator: ',', trailingSeparator: true, suffix: '}', indent: 1 },
    );
  }

  public override propertyAssignment(node: ts.PropertyAssignment, renderer: Renderer): OTree {
    return this.property(node, node.initializer, renderer);
  }

  public override shorthandPropertyAssignment(
    node: ts.ShorthandPropertyAssignment,
    renderer: Renderer,
  ): OTree {
    return this.property(node, node.name, renderer);
  }

  public override printStatement(args: ts.NodeArray<ts.Expression>, renderer: Renderer): OTree {
    const [only] = args;
    if (!ts.isTemplateExpression(only)) {
      return new OTree(['fmt.Println(', this.plain(only, renderer), ')']);
    }
    const format = [
      only.head.text,
      ...only.templateSpans.map(({ literal }) => `%v${literal.text}`),
    ].join('');
    return new OTree([
      `fmt.Printf(${JSON.stringify(`${format}\n`)}`,
      ...only.templateSpans.flatMap(({ expression }) => [', ', this.plain(expression, renderer)]),
      ')',
    ]);
  }

  public override forOfStatement(node: ts.ForOfStatement, renderer: Renderer): OTree {
    const { name } = (node.initializer as ts.VariableDeclarationList).declarations[0];
    if (!ts.isIdentifier(name)) renderer.report(name, 'a loop has one variable');
    const list = renderer.convert(node.expression);
    const range = isAny(node.expression, renderer)
      ? [list, '.([]interface{})']
      : ts.isArrayLiteralExpression(node.expression)
        ? [list]
        : ['*', list];
    const body = ts.isBlock(node.statement) ? node.statement.statements : [node.statement];
    return new OTree(
      [`for _, ${name.getText()} := range `, ...range, ' {'],
      body
        .flatMap((one) => ['\n', renderer.convert(one)])
        .map((one) =>
          one instanceof OTree ? new OTree([renderTree(one, { indentChar: '\t' }).trim()]) : one,
        ),
      { indent: 1, suffix: '\n}', canBreakLine: true },
    );
  }

  public override variableDeclaration(node: ts.VariableDeclaration, renderer: Renderer): OTree {
    const value = renderer.convert(node.initializer);
    // Go refuses variables that nothing reads.
    const names = node.getSourceFile().statements.flatMap((one) => [...namesIn(one)]);
    const isRead = names.some((one) => one !== node.name && one.text === node.name.getText());
    return new OTree([isRead ? `${node.name.getText()} := ` : '', value], [], {
      canBreakLine: true,
    });
  }

  /** The arguments, with nothing for those that are left out at the end. */
  private given(node: ts.CallExpression | ts.NewExpression, renderer: Renderer): OTree {
    const called = renderer.typeChecker.getResolvedSignature(node)?.declaration;
    const parameters = (called?.parameters ?? []) as readonly ts.ParameterDeclaration[];
    const args = node.arguments ?? [];
    const absent = parameters
      .slice(args.length)
      .filter(({ dotDotDotToken }) => dotDotDotToken === undefined)
      .map(() => 'nil');
    return new OTree(
      [],
      [...renderer.updateContext({ inMapLiteral: false }).convertAll([...args]), ...absent],
      { separator: ', ' },
    );
  }

  private member(node: ts.PropertyAccessExpression, renderer: Renderer): OTree {
    // What belongs to a class or an enum, and not to an object of it, is one name with it.
    const separator =
      typeNamedBy(node.expression, renderer) && !ts.isCallExpression(node.expression) ? '_' : '.';
    return new OTree([renderer.convert(node.expression), separator, capitalized(node.name.text)]);
  }

  private property(
    node: ts.PropertyAssignment | ts.ShorthandPropertyAssignment,
    value: ts.Expression,
    renderer: Renderer,
  ): OTree {
    const name = (node.name as ts.Identifier | ts.StringLiteral).text;
    const isMap = renderer.currentContext.inMapLiteral;
    return new OTree(
      [
        isMap ? JSON.stringify(name) : capitalized(name),
        ': ',
        renderer.updateContext({ inMapLiteral: false }).convert(value),
      ],
      [],
      { canBreakLine: true },
    );
  }

  /** A value that is printed: what a pointer points to. */
  private plain(node: ts.Expression, renderer: Renderer): OTree {
    const value = renderer.convert(node);
    if (
      isAny(node, renderer) ||
      this.isPlain(node, renderer) ||
      (ts.isPropertyAccessExpression(node) && node.name.text === 'length')
    ) {
      return value;
    }
    const type = renderer.typeChecker.getNonNullableType(
      renderer.typeChecker.getTypeAtLocation(node),
    );
    return typeOf(type, renderer) === undefined ? new OTree(['*', value]) : value;
  }

  /** Whether a literal stands for itself: where it is printed, and where no type is known. */
  private isPlain(node: ts.Expression, renderer: Renderer): boolean {
    if (
      !ts.isLiteralExpression(node) &&
      node.kind !== ts.SyntaxKind.TrueKeyword &&
      node.kind !== ts.SyntaxKind.FalseKeyword
    ) {
      return false;
    }
    const call = node.parent;
    return (
      (ts.isCallExpression(call) && call.expression.getText() === 'console.log') ||
      renderer.typeChecker.getContextualType(node)?.flags === ts.TypeFlags.Any
    );
  }

  /** The type of an item of a list or a map. */
  private typeIn(type: ts.Type | undefined, renderer: Renderer): string {
    const own = type === undefined ? undefined : renderer.typeChecker.getNonNullableType(type);
    const named = typeOf(own, renderer);
    if (named !== undefined) return `${isStruct(own!) ? '*' : ''}${this.nameOf(named)}`;
    const name =
      own === undefined
        ? 'any'
        : renderer.typeChecker.typeToString(renderer.typeChecker.getBaseTypeOfLiteralType(own));
    const known: { readonly [name: string]: string } = {
      string: '*string',
      number: '*float64',
      boolean: '*bool',
    };
    return known[name] ?? 'interface{}';
  }

  private nameOf({ fqn }: JsiiSymbol): string {
    const module = fqn.slice(0, fqn.lastIndexOf('.'));
    const path = PACKAGES[module];
    if (path === undefined) return fqn.slice(fqn.lastIndexOf('.') + 1);
    this.imported.add(path);
    return `${path
      .replace(/\/v\d+$/, '')
      .split('/')
      .at(-1)!}.${fqn.slice(fqn.lastIndexOf('.') + 1)}`;
  }
}

const isStruct = (type: ts.Type) =>
  type.symbol?.declarations?.some(
    (one) => ts.isInterfaceDeclaration(one) && !/^I[A-Z]/.test(one.name.text),
  ) === true;

/** The names that stand for a value. */
function* namesIn(node: ts.Node): Generator<ts.Identifier> {
  const isMember =
    (ts.isPropertyAccessExpression(node.parent) || ts.isPropertyAssignment(node.parent)) &&
    node.parent.name === node;
  if (ts.isIdentifier(node) && !isMember) yield node;
  for (const child of node.getChildren()) yield* namesIn(child);
}
