/**
 * The options of everything that is public, as the compiler reads them: which there are, and of
 * what type.
 */
/* eslint-disable no-bitwise -- the compiler's flags are bits */
import { join } from 'node:path';
import * as ts from 'typescript';

const ROOT = join(__dirname, '..', '..');

/** An option, and a value that no option of its type can have. */
export interface PublicOption {
  /** Where it is, with dots between: `node.hostNetwork`. What is in a list has an index. */
  readonly path: string;
  readonly type: 'boolean' | 'number' | 'string' | 'choice' | 'list' | 'map' | 'object' | 'class';
}

/** A function or a constructor that takes options. */
export interface PublicCall {
  /** `StorageClass` for the constructor, `Platform.eks` for a method. */
  readonly name: string;
  readonly options: readonly PublicOption[];
}

/** All constructors and methods that take a struct of this library. */
export function callsOf(exported: readonly ts.Symbol[], checker: ts.TypeChecker): PublicCall[] {
  const calls: PublicCall[] = [];
  for (const symbol of exported) {
    const declaration = symbol.declarations?.find(ts.isClassDeclaration);
    // What other languages do not have is not part of it.
    if (
      !declaration ||
      ts.getJSDocTags(declaration).some(({ tagName }) => tagName.text === 'jsii')
    ) {
      continue;
    }
    for (const member of declaration.members) {
      if (!ts.isConstructorDeclaration(member) && !ts.isMethodDeclaration(member)) continue;
      const hidden =
        ts.getCombinedModifierFlags(member) &
        (ts.ModifierFlags.Private | ts.ModifierFlags.Protected);
      const name = ts.isConstructorDeclaration(member)
        ? symbol.name
        : `${symbol.name}.${member.name.getText()}`;
      if (hidden || name.includes('._')) continue;
      for (const parameter of member.parameters) {
        const type = checker.getNonNullableType(checker.getTypeAtLocation(parameter));
        if (isOwnStruct(type)) {
          calls.push({ name, options: optionsOf(type, '', checker, parameter) });
        }
      }
    }
  }
  return calls;
}

function optionsOf(
  struct: ts.Type,
  prefix: string,
  checker: ts.TypeChecker,
  at: ts.Node,
): PublicOption[] {
  return struct.getProperties().flatMap((property) => {
    const path = `${prefix}${property.name}`;
    return optionOf(
      checker.getNonNullableType(checker.getTypeOfSymbolAtLocation(property, at)),
      path,
      checker,
      at,
    );
  });
}

function optionOf(
  type: ts.Type,
  path: string,
  checker: ts.TypeChecker,
  at: ts.Node,
): PublicOption[] {
  if (type.flags & ts.TypeFlags.Any) return [];
  if (type.flags & ts.TypeFlags.BooleanLike || isUnionOf(type, ts.TypeFlags.BooleanLike)) {
    return [{ path, type: 'boolean' }];
  }
  if (type.flags & ts.TypeFlags.EnumLike || isUnionOf(type, ts.TypeFlags.StringLiteral)) {
    return [{ path, type: 'choice' }];
  }
  if (type.flags & ts.TypeFlags.NumberLike) return [{ path, type: 'number' }];
  if (type.flags & ts.TypeFlags.StringLike) return [{ path, type: 'string' }];
  if (checker.isArrayType(type)) {
    const [of] = checker.getTypeArguments(type as ts.TypeReference);
    return [{ path, type: 'list' }, ...optionOf(of, `${path}[0]`, checker, at)];
  }
  const values = type.getStringIndexType();
  if (values) return [{ path, type: 'map' }, ...optionOf(values, `${path}.key`, checker, at)];
  if (isOwnStruct(type)) {
    return [{ path, type: 'object' }, ...optionsOf(type, `${path}.`, checker, at)];
  }
  return [{ path, type: type.isClass() ? 'class' : 'object' }];
}

function isUnionOf(type: ts.Type, flags: ts.TypeFlags): boolean {
  return type.isUnion() && type.types.every((one) => one.flags & flags);
}

/** An interface that this library declares; of others it is Kubernetes that knows the fields. */
function isOwnStruct(type: ts.Type): boolean {
  const declaration = type.getSymbol()?.declarations?.[0];
  if (!declaration || !ts.isInterfaceDeclaration(declaration)) return false;
  const file = declaration.getSourceFile().fileName;
  // What has methods is no struct, but something that others implement.
  return (
    file.startsWith(join(ROOT, 'src')) &&
    type.getProperties().every((one) => !(one.flags & ts.SymbolFlags.Method))
  );
}
