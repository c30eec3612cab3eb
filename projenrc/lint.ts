import { type javascript, JsonFile, type Project } from 'projen';

/** Rules that oxlint has itself; the last three ask for types. */
const OWN: { readonly [rule: string]: string } = {
  curly: 'eslint/curly',
  'no-bitwise': 'eslint/no-bitwise',
  'no-restricted-imports': 'eslint/no-restricted-imports',
  '@typescript-eslint/no-restricted-imports': 'eslint/no-restricted-imports',
  '@typescript-eslint/no-shadow': 'eslint/no-shadow',
  'import/no-duplicates': 'import/no-duplicates',
  '@typescript-eslint/no-require-imports': 'typescript/no-require-imports',
  'dot-notation': 'typescript/dot-notation',
  '@typescript-eslint/no-floating-promises': 'typescript/no-floating-promises',
  '@typescript-eslint/return-await': 'typescript/return-await',
};

/** What it runs of ESLint: by the prefix of rules, a name that it has not itself, and the code. */
const PLUGINS = {
  '': { name: 'eslint-js', specifier: './projenrc/eslint-rules.cjs' },
  '@typescript-eslint/': { name: 'typescript-js', specifier: '@typescript-eslint/eslint-plugin' },
  'import/': { name: 'import-js', specifier: 'eslint-plugin-import' },
  'regexp/': { name: 'regexp', specifier: 'eslint-plugin-regexp' },
};

/** What is switched off, or said by the compiler, too. */
const LEFT_OUT = /^(?:@stylistic\/.*|no-shadow|no-return-await|import\/no-unresolved)$/;

type Rules = { readonly [rule: string]: unknown };

/**
 * Writes the rules of ESLint as oxlint reads them, which takes a third of the time with them: it
 * reads each file once for all rules, and has most of them itself.
 */
export function lintByOxlint(project: Project, eslint: javascript.Eslint): void {
  new JsonFile(project, '.oxlintrc.json', {
    allowComments: true,
    obj: () => ({
      plugins: ['typescript', 'import'],
      jsPlugins: Object.values(PLUGINS),
      categories: { correctness: 'off' },
      options: { typeAware: true },
      settings: eslint.config.settings,
      rules: renamed(eslint.config.rules()),
      overrides: eslint.overrides.map(({ files, excludedFiles, rules = {} }) => ({
        files,
        excludeFiles: excludedFiles,
        rules: renamed(rules),
      })),
      ignorePatterns: ['imports/', '*.js', '*.cjs', '*.d.ts'],
    }),
  });
}

function renamed(rules: Rules): Rules {
  return Object.fromEntries(
    Object.entries(rules)
      .filter(([rule]) => !LEFT_OUT.test(rule))
      .map(([rule, options]) => [nameOf(rule), options]),
  );
}

function nameOf(rule: string): string {
  const [prefix, name] = /^(.*\/)?(.*)$/.exec(rule)!.slice(1);
  return OWN[rule] ?? `${PLUGINS[(prefix ?? '') as keyof typeof PLUGINS].name}/${name}`;
}
