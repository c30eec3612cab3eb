/**
 * Everything that is public, member by member, as the compiler reads it: names, types and what is
 * said of them.
 */
import * as ts from 'typescript';

/** A property, a parameter, a method or a value of an enum. */
export interface PublicMember {
  /** The class, struct or enum that has it. */
  readonly owner: string;
  /** Its name. */
  readonly name: string;
  /** `PVCViewerProps.claim`, `CoLocation.withClaim(claim)`. */
  readonly path: string;
  /** Whether users give it, or get it. */
  readonly side: 'given' | 'got' | 'called' | 'value';
  /** Its type without `undefined`; of an enum's member the value. */
  readonly type: string;
}

/** A class, a struct or an enum. */
export interface PublicType {
  readonly name: string;
  readonly kind: 'class' | 'struct' | 'enum';
  readonly members: readonly PublicMember[];
  /** What is said of it and of its members, by their paths; of parameters, too. */
  readonly docs: readonly (readonly [path: string, text: string])[];
}

/** All public types. */
export function typesOf(exported: readonly ts.Symbol[], checker: ts.TypeChecker): PublicType[] {
  return exported.flatMap((symbol) => {
    const declaration = symbol.declarations?.find((each) => KINDS.some((is) => is(each)));
    if (
      !declaration ||
      ts.getJSDocTags(declaration).some(({ tagName }) => tagName.text === 'jsii')
    ) {
      return [];
    }
    return [typeOf(declaration as Declaration, checker)];
  });
}

const KINDS = [ts.isClassDeclaration, ts.isInterfaceDeclaration, ts.isEnumDeclaration];

type Declaration = ts.ClassDeclaration | ts.InterfaceDeclaration | ts.EnumDeclaration;

function typeOf(declaration: Declaration, checker: ts.TypeChecker): PublicType {
  const owner = declaration.name!.text;
  const members: PublicMember[] = [];
  const docs = new Map([[owner, commentOf(declaration)]]);
  const typeText = (node: ts.Node) => {
    const type = checker.getNonNullableType(checker.getTypeAtLocation(node));
    return checker
      .typeToString(type, undefined, ts.TypeFormatFlags.NoTruncation)
      .replaceAll('kplus.', '');
  };
  // What is implemented has a name that begins with an I, as jsii wants it.
  const isStruct = ts.isInterfaceDeclaration(declaration) && !/^I[A-Z]/.test(owner);
  const add = (
    name: string,
    path: string,
    side: PublicMember['side'],
    type: string,
    doc: string,
  ) => {
    members.push({ owner, name, path, side, type });
    docs.set(path, doc);
  };
  for (const member of membersOf(declaration, checker)) {
    if (isHidden(member)) continue;
    if (ts.isEnumMember(member)) {
      add(
        member.name.getText(),
        `${owner}.${member.name.getText()}`,
        'value',
        member.initializer?.getText() ?? '',
        commentOf(member),
      );
    } else if (
      ts.isPropertyDeclaration(member) ||
      ts.isPropertySignature(member) ||
      ts.isGetAccessor(member)
    ) {
      const name = member.name.getText();
      add(
        name,
        `${owner}.${name}`,
        isStruct ? 'given' : 'got',
        typeText(member),
        commentOf(member),
      );
    } else if (
      ts.isMethodDeclaration(member) ||
      ts.isMethodSignature(member) ||
      ts.isConstructorDeclaration(member)
    ) {
      const name = ts.isConstructorDeclaration(member) ? 'constructor' : member.name.getText();
      const path = `${owner}.${name}`;
      if (!ts.isConstructorDeclaration(member)) {
        add(name, path, 'called', returnOf(member, checker), commentOf(member));
      }
      for (const parameter of member.parameters) {
        const text = String(ts.getJSDocParameterTags(parameter)[0]?.comment ?? '');
        add(
          parameter.name.getText(),
          `${path}(${parameter.name.getText()})`,
          'given',
          typeText(parameter),
          text,
        );
      }
    }
  }
  return {
    name: owner,
    kind: ts.isEnumDeclaration(declaration) ? 'enum' : isStruct ? 'struct' : 'class',
    members,
    docs: [...docs],
  };
}

/** Its members, and those that it has from types that are not public themselves. */
function membersOf(declaration: Declaration, checker: ts.TypeChecker): readonly ts.Node[] {
  const bases = ts.isEnumDeclaration(declaration) ? [] : (declaration.heritageClauses ?? []);
  const inherited = bases
    .flatMap(({ types }) => [...types])
    .flatMap(({ expression }) => checker.getTypeAtLocation(expression).symbol?.declarations ?? [])
    .filter((base): base is Declaration => KINDS.some((is) => is(base)))
    .filter((base) => ts.getJSDocTags(base).some(({ tagName }) => tagName.text === 'internal'))
    .flatMap((base) => membersOf(base, checker));
  return [...inherited, ...declaration.members];
}

function returnOf(
  member: ts.MethodDeclaration | ts.MethodSignature,
  checker: ts.TypeChecker,
): string {
  const signature = checker.getSignatureFromDeclaration(member);
  return signature
    ? checker
        .typeToString(checker.getNonNullableType(signature.getReturnType()))
        .replaceAll('kplus.', '')
    : '';
}

function isHidden(member: ts.Node): boolean {
  const name = (member as ts.NamedDeclaration).name?.getText() ?? '';
  const own = ts.getCombinedModifierFlags(member as ts.Declaration);
  const { Private, Protected } = ts.ModifierFlags;
  // eslint-disable-next-line no-bitwise -- flags are bits
  return name.startsWith('_') || (own & (Private | Protected)) !== 0;
}

/** The comment without its tags. */
function commentOf(node: ts.Node): string {
  const [doc] = ts.getJSDocCommentsAndTags(node).filter(ts.isJSDoc).slice(-1);
  return ts.getTextOfJSDocComment(doc?.comment) ?? '';
}
