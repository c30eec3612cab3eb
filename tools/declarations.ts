/**
 * Declarations as they are published: those that the entry reaches, with cdk8s-plus as
 * `src/plus.d.ts` takes it.
 */
import { posix } from 'node:path';
import ts from 'typescript';

/** Where they begin, and the types of cdk8s-plus, in the folder of the package that is compiled. */
const ENTRY = 'src/index.d.ts';
const PLUS = 'src/plus.d.ts';

/**
 * The published declarations by their paths. `read` gives the compiler's by theirs, or undefined
 * where there is none; `plus` is the text of `src/plus.d.ts`.
 */
export function publishedDeclarations(
  read: (path: string) => string | undefined,
  plus: string,
): Map<string, string> {
  const { peer, enums } = takenFrom(plus);
  const published = new Map([[PLUS, plus]]);
  const reached = [ENTRY];
  for (let path = reached.pop(); path !== undefined; path = reached.pop()) {
    if (published.has(path)) continue;
    const declared = read(path);
    if (declared === undefined) throw new Error(`${path} is not declared`);
    // Data are no declarations, and not everybody's compiler reads them.
    const text = declared.replaceAll(/typeof import\('[^']+\.json'\)/g, 'any');
    const folder = posix.dirname(path);
    published.set(
      path,
      withReturned(path, text, enums).replaceAll(`from '${peer}'`, `from '${moduleFrom(folder)}'`),
    );
    for (const name of importsOf(text)) {
      if (!name.startsWith('.')) continue;
      const found = [`${name}.d.ts`, `${name}/index.d.ts`]
        .map((file) => posix.join(folder, file))
        .find((file) => read(file) !== undefined);
      if (found === undefined) throw new Error(`${path}: ${name} is not declared`);
      reached.push(found);
    }
  }
  return published;
}

/** What modules a declaration needs. */
export function importsOf(text: string): string[] {
  return ts.preProcessFile(text).importedFiles.map(({ fileName }) => fileName);
}

/** The cdk8s-plus whose place the types take, and the enums that they take as texts. */
function takenFrom(plus: string): { readonly peer: string; readonly enums: readonly string[] } {
  const peer = /^export \* from '([^']+)';$/m.exec(plus)?.[1];
  if (peer === undefined) throw new Error(`${PLUS} exports nothing of cdk8s-plus`);
  return {
    peer,
    enums: [...plus.matchAll(/^export type (\w+) = `\$\{/gm)].map(([, name]) => name),
  };
}

function moduleFrom(folder: string): string {
  const path = posix.relative(folder, PLUS.replace('.d.ts', ''));
  return path.startsWith('.') ? path : `./${path}`;
}

/**
 * With the enums that classes return, which fit those of one cdk8s-plus alone, as what fits all.
 */
function withReturned(path: string, text: string, enums: readonly string[]): string {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest);
  const places: ts.TypeReferenceNode[] = [];
  const find = (node: ts.Node): void => {
    if (!ts.isTypeReferenceNode(node)) return ts.forEachChild(node, find);
    if (ts.isQualifiedName(node.typeName) && enums.includes(node.typeName.right.text)) {
      places.push(node);
    }
  };
  for (const statement of source.statements.filter(ts.isClassDeclaration)) {
    for (const member of statement.members) {
      if (
        (ts.isMethodDeclaration(member) ||
          ts.isGetAccessor(member) ||
          ts.isPropertyDeclaration(member)) &&
        member.type
      ) {
        find(member.type);
      }
    }
  }
  return places
    .sort((one, other) => other.pos - one.pos)
    .reduce((changed, place) => {
      const [start, end] = [place.getStart(source), place.end];
      return `${changed.slice(0, start)}kplus.Returned<${changed.slice(start, end)}>${changed.slice(end)}`;
    }, text);
}
