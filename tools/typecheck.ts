/**
 * What the compiler says of all code, and the rules of ESLint that ask for types: types are found
 * out once for both. `npm run typecheck` runs it; the other rules look at no types, and ESLint
 * alone is soon done with them. Other configurations of the compiler can be given; a file of
 * several is looked at with the first.
 */
import { dirname, join, relative, resolve } from 'node:path';
import * as plugin from '@typescript-eslint/eslint-plugin';
import * as parser from '@typescript-eslint/parser';
import { Linter } from 'eslint';
import * as ts from 'typescript';

const ROOT = dirname(__dirname);

const RULES = ['no-floating-promises', 'return-await'] as const;
const idOf = (name: string) => `@typescript-eslint/${name}`;

function programOf(config: string): ts.Program {
  const { config: text } = ts.readConfigFile(config, (file) => ts.sys.readFile(file)) as {
    config: object;
  };
  const { options, fileNames } = ts.parseJsonConfigFileContent(text, ts.sys, dirname(config));
  return ts.createProgram(fileNames, options);
}

function problemsOf(program: ts.Program, own: readonly ts.SourceFile[]): string[] {
  const host: ts.FormatDiagnosticsHost = {
    getCurrentDirectory: () => ROOT,
    getCanonicalFileName: (name) => name,
    getNewLine: () => '\n',
  };
  return [
    ...program.getConfigFileParsingDiagnostics(),
    ...program.getOptionsDiagnostics(),
    ...program.getGlobalDiagnostics(),
    ...own.flatMap((file) => [
      ...program.getSyntacticDiagnostics(file),
      ...program.getSemanticDiagnostics(file),
    ]),
  ].map((one) => ts.formatDiagnostic(one, host).trimEnd());
}

function brokenRulesOf(program: ts.Program, own: readonly ts.SourceFile[]): string[] {
  const linter = new Linter({ configType: 'eslintrc' });
  linter.defineParser('typed', {
    parseForESLint: (text: string, options: parser.ParserOptions) =>
      parser.parseForESLint(text, { ...options, programs: [program] }),
  } as Linter.Parser);
  for (const name of RULES) linter.defineRule(idOf(name), plugin.rules[name] as never);
  const rules = Object.fromEntries(RULES.map((name) => [idOf(name), 'error' as const]));
  return own
    .filter(({ isDeclarationFile }) => !isDeclarationFile)
    .filter((file) => hasPromises(file, program.getTypeChecker()))
    .flatMap(({ fileName, text }) =>
      linter
        .verify(text, { parser: 'typed', rules }, { filename: fileName })
        // Comments switch off other rules, too, which are not known here.
        .filter(({ ruleId, fatal }) => fatal || (ruleId && rules[ruleId]))
        .map(
          ({ line, column, message, ruleId }) =>
            `${relative(ROOT, fileName)}(${line},${column}): ${message} (${ruleId})`,
        ),
    );
}

/**
 * Whether anything in it is asynchronous or answers a promise: in other files neither rule has
 * anything to look at.
 */
function hasPromises(file: ts.SourceFile, checker: ts.TypeChecker): boolean {
  const isPromise = (node: ts.Node) => {
    const type = checker.getTypeAtLocation(node);
    return (type.isUnion() ? type.types : [type]).some(
      (one) => one.getProperty('then') !== undefined,
    );
  };
  const look = (node: ts.Node): boolean =>
    ((ts.isCallExpression(node) || ts.isNewExpression(node)) && isPromise(node)) ||
    (ts.isExpressionStatement(node) && isPromise(node.expression)) ||
    ts.forEachChild(node, look) === true;
  return file.text.includes('async ') || look(file);
}

const configs = process.argv.slice(2);
if (configs.length === 0) configs.push('tsconfig.check.json', join('site', 'tsconfig.json'));
const seen = new Set<string>();
const problems = configs.flatMap((config) => {
  const program = programOf(resolve(ROOT, config));
  const own = program
    .getSourceFiles()
    .filter(({ fileName }) => !fileName.includes('/node_modules/') && !seen.has(fileName));
  for (const { fileName } of own) seen.add(fileName);
  return [...problemsOf(program, own), ...brokenRulesOf(program, own)];
});
if (problems.length > 0) console.error(problems.join('\n'));
process.exitCode = problems.length > 0 ? 1 : 0;
