/** The exports of the package and of its submodules: `csi`, `handles`. */
import * as ts from 'typescript';

/** The symbols that users can import, those of submodules after those of the root. */
export function exportedBy(entry: ts.SourceFile, checker: ts.TypeChecker): ts.Symbol[] {
  const own = membersOf(checker.getSymbolAtLocation(entry)!, checker);
  return [
    ...own.filter((one) => !isModule(one)),
    ...own.filter(isModule).flatMap((one) => membersOf(one, checker)),
  ];
}

function membersOf(module: ts.Symbol, checker: ts.TypeChecker): ts.Symbol[] {
  return checker.getExportsOfModule(module).map((one) => {
    const isAlias = (one.flags & ts.SymbolFlags.Alias) !== 0; // eslint-disable-line no-bitwise
    return isAlias ? checker.getAliasedSymbol(one) : one;
  });
}

// eslint-disable-next-line no-bitwise -- flags are bits
const isModule = (symbol: ts.Symbol) => (symbol.flags & ts.SymbolFlags.ValueModule) !== 0;
