/**
 * The `@example`s of the public classes, each put where the fixture says `/// here`, as
 * jsii-rosetta does when it translates them.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as ts from 'typescript';

const ROOT = join(__dirname, '..', '..');
const [BEFORE, AFTER] = readFileSync(join(ROOT, 'rosetta', 'default.ts-fixture'), 'utf8').split(
  '/// here\n',
);

export interface Example {
  /** The class that it is of. */
  readonly of: string;
  readonly code: string;
}

/** All examples of classes in the constructs and the tree. */
export function examples(): Example[] {
  const files = readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .sort();
  return files.flatMap((file) => {
    const text = readFileSync(join(ROOT, 'src', file), 'utf8');
    if (!text.includes('@example')) return [];
    const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
    return source.statements.filter(ts.isClassDeclaration).flatMap((declared) => {
      const tag = ts.getJSDocTags(declared).find(({ tagName }) => tagName.text === 'example');
      return tag === undefined
        ? []
        : [
            {
              of: declared.name!.text,
              code: `${BEFORE}${ts.getTextOfJSDocComment(tag.comment) ?? ''}\n${AFTER}`,
            },
          ];
    });
  });
}
