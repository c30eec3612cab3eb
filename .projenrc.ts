import { cdk8s, github, javascript, ReleasableCommits, release as releases } from 'projen';
import { TypescriptConfig, TypescriptConfigExtends } from 'projen/lib/javascript';
import { drawArrows } from './projenrc/arrows';
import { pinTools, publishAsAsked, publishFrom } from './projenrc/publishing';

const project = new cdk8s.ConstructLibraryCdk8s({
  name: 'cdk8s-volumes',
  description:
    'Kubernetes volumes as typed constructs: what storage operators and webhooks do inside a cluster, written to Git as plain YAML instead.',
  author: 'cdk8s-volumes contributors',
  authorAddress: 'https://github.com/cdk8s-volumes',
  authorOrganization: true,
  repositoryUrl: 'https://github.com/cdk8s-volumes/cdk8s-volumes.git',
  license: 'Apache-2.0',
  copyrightOwner: 'cdk8s-volumes contributors',
  defaultReleaseBranch: 'main',
  packageManager: javascript.NodePackageManager.NPM,
  minNodeVersion: '20.0.0',
  workflowNodeVersion: '22.x',
  // The script of the init container that gives volumes to groups is run with each of them, and only root can give files away.
  buildWorkflowOptions: {
    mutableBuild: false, // what is generated is committed with the change, or its build fails
    permissions: { contents: github.workflows.JobPermission.READ },
    preBuildSteps: [
      { name: 'Install BusyBox and toybox', run: 'sudo apt-get update && sudo apt-get install --yes busybox toybox' },
      { name: 'Give trees to groups as root', run: 'sudo env "PATH=$PATH" CI=true npx jest --ci test/ownership' },
    ],
  },
  keywords: ['cdk8s', 'kubernetes', 'volumes', 'storage', 'csi', 'efs', 'gitops'],

  // The lowest that work: cdk8s-plus-28 asks for this cdk8s. The newest ones are tried by `test:newest`.
  cdk8sVersion: '2.68.12',
  constructsVersion: '10.3.0',
  peerDeps: ['cdk8s-plus-28@^2.5.6'],
  bundledDeps: ['@dagrejs/dagre@^1.1.8'], // the next ones are ECMAScript modules to the compiler
  // Newer majors of these break jsii 5.9 or need a newer Node than the library does.
  jsiiVersion: '~5.9.0',
  typescriptVersion: '~5.9.0',
  devDeps: [
    '@jest/expect@^30', // this and jest's other parts are for the runs of mutants
    '@marcbachmann/cel-js@^8.0.0',
    '@stryker-mutator/api@^9',
    '@stryker-mutator/core@^9', // the next one needs a newer Node than the library does
    '@types/node@^20',
    'ajv@^8.20.0',
    'cdk8s-cli@^2.207.60',
    'cdk8s-plus-28@2.5.6',
    'commonmark@^0.31.2',
    'esbuild@^0.28.2',
    'eslint-plugin-regexp@^3.3.3',
    'fast-check@^4.10.2',
    'fast-xml-parser@^5.12.1',
    'jest-circus@^30',
    'jest-mock@^30',
    'jest-snapshot@^30',
    'tsx@^4.23.15',
    'yaml@^2.9.1',
  ],

  publishToPypi: { distName: 'cdk8s-volumes', module: 'cdk8s_volumes', trustedPublishing: true, attestations: true },
  publishToMaven: {
    javaPackage: 'io.github.cdk8s_volumes',
    mavenGroupId: 'io.github.cdk8s-volumes',
    mavenArtifactId: 'cdk8s-volumes',
  },
  publishToGo: {
    moduleName: 'github.com/cdk8s-volumes/cdk8s-volumes-go',
    packageName: 'cdk8svolumes',
  },

  // What is published is built apart from dist/manifests, which is committed.
  artifactsDirectory: 'artifacts',
  // A release is a tag that somebody asks for, not every push. See CONTRIBUTING.md.
  releaseTrigger: releases.ReleaseTrigger.workflowDispatch(),
  releasableCommits: ReleasableCommits.everyCommit(),
  nextVersionCommand: 'tsx tools/next-version.ts',
  npmTrustedPublishing: true,
  npmProvenance: true,
  jsiiReleaseVersion: '0.2.1061',

  sampleCode: false,
  projenrcTs: true,
  // Messages of commits are sentences, and no version follows from them.
  githubOptions: { mergify: false, pullRequestLint: false },
  depsUpgrade: false,
  bumpPackage: 'commit-and-tag-version@^12', // the next one needs a newer Node than the library does
  // Bundled from what the compiler writes: see tools/bundle.ts.
  entrypoint: 'lib/index.js',
  tsconfig: { compilerOptions: { rootDir: '.', inlineSourceMap: false, inlineSources: false }, include: ['imports/**/*.ts'] },

  eslintOptions: { dirs: ['src'], devdirs: ['test', 'tools', 'examples', 'bench'] },
  jestOptions: {
    updateSnapshot: javascript.UpdateSnapshot.NEVER,
    junitReporting: false,
    jestConfig: {
      collectCoverage: false,
      testPathIgnorePatterns: ['/node_modules/', '<rootDir>/test/cluster/'],
      // Copies of everything, while mutants run.
      modulePathIgnorePatterns: ['<rootDir>/.stryker-tmp/'],
      // Examples and documents are compiled as a user's code is: by the package's name.
      moduleNameMapper: { '^cdk8s-volumes$': '<rootDir>/src/index.ts' },
      // Published as ECMAScript modules only, which jest does not load as they are.
      transform: {
        '/node_modules/@marcbachmann/.+[.]js$':
          new javascript.Transform('ts-jest', { tsconfig: { allowJs: true, module: 'commonjs', target: 'es2022' }, diagnostics: false }),
      },
      transformIgnorePatterns: ['/node_modules/(?!@marcbachmann/)'],
    },
  },
});

// 1.13.0 was published without the platform packages that it asks for, which a clean install refuses.
project.package.addPackageResolutions('unrs-resolver@~1.12.2');

// jest only strips types, so that a test starts at once; the compiler looks at them here.
const typecheck = project.addTask('typecheck', {
  description: 'Type-check everything, what is not shipped too: tests, examples, benchmarks, tools',
  exec: 'tsc -p tsconfig.check.json',
});
new TypescriptConfig(project, {
  fileName: 'tsconfig.check.json',
  extends: TypescriptConfigExtends.fromPaths(['./tsconfig.json']),
  include: ['src/**/*.ts', 'imports/**/*.ts', 'test/**/*.ts', 'examples/**/*.ts', 'bench/**/*.ts', 'tools/**/*.ts'],
  exclude: ['node_modules'],
  compilerOptions: { noEmit: true, rootDir: '.', paths: { 'cdk8s-volumes': ['./src/index.ts'] } },
});
const jest = project.testTask.steps.find((step) => step.execArgs?.[0] === 'jest')!;
project.testTask.reset();
project.testTask.spawn(typecheck);
project.testTask.spawn(project.tasks.tryFind('eslint')!);
project.testTask.execArgs([...jest.execArgs!], { receiveArgs: true });

project.buildWorkflow!.addPostBuildSteps(
  { name: 'Tell what the next release would break', run: 'npx projen compat' },
  // What new inputs find is worth an issue, and is no fault of the change.
  { name: 'Try properties with new inputs', run: 'npx projen test:random', continueOnError: true },
  { name: 'Run one app in every language', run: 'npx projen test:languages' },
  { name: 'Test with the newest peers', run: 'npx projen test:newest' },
);

project.compileTask.exec('tsx tools/bundle.ts');
// Examples in every language, for the pages of the API and for packages.
project.compileTask.exec('tsx tools/tablet.ts');
project.gitignore.exclude('/.jsii.tabl.json');

// The messages of commits are sentences, which the tool that bumps the version makes no changelog of.
project.tasks.tryFind('bump')!.exec('tsx tools/changelog.ts');

project.addTask('synth', {
  description: 'Synthesize the example platform into dist/manifests',
  exec: 'cdk8s synth --check-upgrade=false',
});
project.addTask('import', {
  description: 'Regenerate imports/ from crds/',
  exec: 'tsx tools/import.ts',
});
project.addTask('schemas', {
  description: 'Write the schemas that resources are admitted by from crds/',
  exec: 'tsx tools/crds.ts',
});
project.addTask('go-types', {
  description: 'Write the types of Go that Kubernetes\' objects are made of; needs Go',
  exec: 'go run -C tools/go-types . > src/resource/go-types.json',
});
project.addTask('test:cluster', {
  description: 'Test against the cluster that KUBECONFIG names; skipped without one',
  exec: 'tsx test/cluster/run.ts',
});
project.tasks.tryFind('docgen')!.reset('tsx tools/docgen.ts');
// The pages on PyPI, Maven Central and pkg.go.dev have the README's code in their language, and comments the examples: as the tablet has them.
// Go repeats what is inherited, with examples of cdk8s that no tablet has.
for (const [language, unknown] of [['python', 'fail'], ['java', 'fail'], ['go', 'translate']]) {
  project.tasks.tryFind(`package:${language}`)!.reset(`jsii-pacmak -v --target ${language} --rosetta-unknown-snippets ${unknown}`);
}
project.addTask('pages', {
  description: 'Write the README and the how-tos in Python, Java and Go; compile first',
  exec: 'tsx tools/pages.ts',
});
project.addTask('rules', {
  description: 'Write docs/rules.md and docs/rules/ from the rules in the code',
  steps: [{ exec: 'tsx tools/rules.ts' }, { exec: 'tsx tools/rule-pages.ts' }],
});
project.addTask('ownership', {
  description: 'Write the decision table into docs/ownership.md',
  exec: 'tsx tools/ownership.ts',
});
project.addTask('map', {
  description: 'Draw docs/platform-map.svg from dist/manifests',
  exec: 'tsx tools/map.ts',
});
project.addTask('bench', {
  description: 'Measure what constructs and every command cost, beside others that are installed, and tell which goals are missed',
  steps: [{ spawn: 'compile' }, { exec: 'tsx bench/all.ts' }],
});
project.addTask('mutation', {
  description: 'Break the code of an area in many ways, and tell which of them no test finds: npm run mutation -- viewer',
  exec: 'tsx tools/mutation/run.ts',
  receiveArgs: true,
});
project.addTask('test:languages', {
  description: 'Run the app of examples/languages in every language that is at hand, and compare what they write; compile first',
  exec: 'tsx test/languages/run.ts',
});
project.addTask('test:random', {
  description: 'Test properties with a new seed, which is printed; SEED=… npm test repeats it',
  exec: 'tsx tools/random.ts',
});
project.addTask('test:newest', {
  description: 'Test with the newest peers in place of the lowest ones; leaves these behind in node_modules',
  steps: [
    { exec: 'npm install --no-save --no-audit --no-fund cdk8s@2 cdk8s-plus-28@2 constructs@10' },
    { exec: 'cdk8s synth --check-upgrade=false' },
    { exec: 'git diff --exit-code -- dist/manifests' },
    { exec: 'jest --ci --silent test/examples test/docs test/tree test/api' },
  ],
});
project.addTask('regenerate', {
  description: 'Rebuild everything generated and committed: imports/, schemas, API.md, docs/api, docs/rules.md, docs/ownership.md, docs/{python,java,go}, dist/manifests',
  steps: [{ spawn: 'import' }, { spawn: 'schemas' }, { spawn: 'compile' }, { spawn: 'docgen' }, { spawn: 'rules' }, { spawn: 'ownership' }, { spawn: 'pages' }, { spawn: 'synth' }, { spawn: 'map' }],
});

// Not projen's own patterns: these take every spec.ts of the house for a test.
project.package.file.addOverride('jest.testMatch', ['<rootDir>/test/**/*.test.ts', '<rootDir>/examples/**/*.test.ts']);

const release = project.tryFindObjectFile('.github/workflows/release.yml')!;
publishFrom(project.artifactsDirectory, release);
publishAsAsked(release);
pinTools(project.tryFindObjectFile('.github/workflows/build.yml')!, release);

// JsiiBuild resets this to lib/index.d.ts; with rootDir '.' it lies below lib/src.
project.addFields({ types: 'lib/src/index.d.ts' });
// The bundles, and the types of everything; not the many files that they are made of.
project.npmignore?.exclude('/lib/src/**/*.js', '/lib/src/**/*.json');
project.npmignore?.exclude('/imports/', '/lib/imports/', '/tools/', '/examples/', '/bench/', '/docs/', '/crds/', '/API.md', '/CONTRIBUTING.md', '/SECURITY.md', '/rosetta/', '/cdk8s.yaml', '/.ci/', '/reports/', '/.stryker-tmp/');
// As jsii-pacmak looks for it, which else adds it while a release is made.
project.npmignore?.exclude('artifacts');
project.gitignore.exclude('/artifacts/', '/.tmp-*/', '/reports/', '/.stryker-tmp/');
// The rendered manifests are committed.
project.gitignore.removePatterns('/dist/');

project.gitattributes.addAttributes('/test/support/schemas/kubernetes-*.json', 'linguist-generated');
project.gitattributes.addAttributes('/src/*/schema.json', 'linguist-generated');
project.gitattributes.addAttributes('/src/resource/go-types.json', 'linguist-generated');
project.gitattributes.addAttributes('/src/diff/types.json', 'linguist-generated');
project.gitattributes.addAttributes('/imports/*.ts', 'linguist-generated');
project.gitattributes.addAttributes('/dist/manifests/**', 'linguist-generated');
project.gitattributes.addAttributes('/docs/platform-map.svg', 'linguist-generated');
project.gitattributes.addAttributes('/docs/rules/*.md', 'linguist-generated');
for (const folder of ['api', 'python', 'java', 'go']) project.gitattributes.addAttributes(`/docs/${folder}/**`, 'linguist-generated');

project.eslint?.addIgnorePattern('imports/');
drawArrows(project.eslint!);
// No input may keep the program busy: what is matched takes time in proportion to the text.
project.eslint!.addPlugins('regexp');
project.eslint!.addOverride({
  files: ['src/**/*.ts'],
  rules: {
    'regexp/no-super-linear-backtracking': ['error', { report: 'potential' }],
    'regexp/no-super-linear-move': ['error', { report: 'potential', ignorePartial: false }],
    // Arguments stand on the stack, which a long list overflows.
    'no-restricted-syntax': ['error', ...['push', 'unshift', 'max', 'min'].map((method) => ({
      selector: `CallExpression[callee.property.name="${method}"] > SpreadElement`,
      message: 'a list of any length is no list of arguments: use append, or reduce',
    }))],
  },
} as unknown as javascript.EslintOverride);
project.eslint!.addOverride({
  files: ['test/**/*.ts'],
  excludedFiles: ['test/support/fast-check.ts'],
  rules: { 'no-restricted-imports': ['error', { paths: [{ name: 'fast-check', message: 'import test/support/fast-check, which has one seed' }] }] },
} as unknown as javascript.EslintOverride);
// By these projects eslint finds the types of everything, and the package by its own name.
const eslintrc = project.tryFindObjectFile('.eslintrc.json')!;
eslintrc.addOverride('parserOptions.projectService', undefined);
eslintrc.addOverride('parserOptions.project', ['./tsconfig.check.json', './projenrc/tsconfig.json']);
eslintrc.addOverride('settings.import/resolver.typescript.project', './tsconfig.check.json');

project.synth();
