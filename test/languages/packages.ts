/** The pages and comments of a generated package: code of its own language, which compiled. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Check, hasNone } from './language';

/** What no other language has, and what jsii-pacmak says of code that it is not sure of. */
const WRONG = [
  /^```(?:ts|typescript)\b/m,
  /\bimport (?:\* as \w+|\{[^}]*\}) from '/,
  /\bconst \w+ = new\b/,
  /\bconsole\.log\(/,
  /Example automatically generated/,
];

/**
 * The files of a package that people read: its README, and its sources, whose comments they are
 * shown.
 */
const READ = /(^README\.md|\.(py|go|java))$/;

/** A check that the files in the folder of a package have code of their own language only. */
export function hasOwnCodeOnly(folder: string): Check {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => READ.test(file))
    .sort();
  const wrong = files.flatMap((file) => {
    const text = readFileSync(join(folder, file), 'utf8');
    return WRONG.flatMap((sign) => {
      const found = sign.exec(text);
      return found === null ? [] : [`${file} has ${JSON.stringify(found[0])}`];
    });
  });
  return hasNone(
    `the package has its own code only, in ${files.length} files`,
    files.length > 0 ? wrong : ['there are no files'],
  );
}

/** The code of a Python package: that of its README, and the examples of its docstrings. */
export function pythonOf(packages: string, module: string): string[] {
  const fences = [
    ...readFileSync(join(packages, 'README.md'), 'utf8').matchAll(/^```python\n([\s\S]*?)^```$/gm),
  ].map(([, code]) => code);
  const source = readFileSync(join(packages, 'src', module, '__init__.py'), 'utf8');
  const examples = [...source.matchAll(/^( *)Example::\n\n((?:\1 {4}.*\n|\n)+)/gm)].map(
    ([, indent, code]) => code.replace(new RegExp(`^${indent} {4}`, 'gm'), ''),
  );
  return [...fences, ...examples];
}
