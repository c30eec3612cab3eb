/** What the pages and comments of a generated package show: code of its own language, which compiled. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What no other language has, and what jsii-pacmak says of code that it is not sure of. */
const WRONG = [/^```(?:ts|typescript)\b/m, /\bimport (?:\* as \w+|\{[^}]*\}) from '/, /\bconst \w+ = new\b/, /\bconsole\.log\(/, /Example automatically generated/];

/** The files of a package that people read: its README, and its sources, whose comments they are shown. */
const READ: { readonly [language: string]: readonly [folder: string, files: RegExp] } = {
  Python: ['.', /^(README\.md|src\/cdk8s_volumes\/__init__\.py)$/],
  Go: ['cdk8svolumes', /\.(md|go)$/],
  Java: ['src/main/java/io/github/cdk8s_volumes', /\.java$/],
};

/** The files, and what is wrong with them. */
export function codeOf(language: string, packages: string): { readonly files: number; readonly wrong: readonly string[] } {
  const [folder, name] = READ[language];
  const files = readdirSync(join(packages, folder), { recursive: true, encoding: 'utf8' }).filter((file) => name.test(file)).sort();
  const wrong = files.flatMap((file) => {
    const text = readFileSync(join(packages, folder, file), 'utf8');
    return WRONG.flatMap((sign) => {
      const found = sign.exec(text);
      return found === null ? [] : [`${file} has ${JSON.stringify(found[0])}`];
    });
  });
  return { files: files.length, wrong };
}

/** The code of a Python package: that of its README, and the examples of its docstrings. */
export function pythonOf(packages: string): string[] {
  const fences = [...readFileSync(join(packages, 'README.md'), 'utf8').matchAll(/^```python\n([\s\S]*?)^```$/gm)].map(([, code]) => code);
  const source = readFileSync(join(packages, 'src', 'cdk8s_volumes', '__init__.py'), 'utf8');
  const examples = [...source.matchAll(/^( *)Example::\n\n((?:\1 {4}.*\n|\n)+)/gm)].map(([, indent, code]) => code.replace(new RegExp(`^${indent} {4}`, 'gm'), ''));
  return [...fences, ...examples];
}
