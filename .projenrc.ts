import {
  cdk8s,
  github,
  javascript,
  JsonFile,
  ReleasableCommits,
  release as releases,
} from 'projen';
import { TypescriptConfig, TypescriptConfigExtends } from 'projen/lib/javascript';
import { drawArrows } from './projenrc/arrows';
import { publishDoors } from './projenrc/doors';
import { packageFlavours } from './projenrc/flavours';
import { lintByOxlint } from './projenrc/lint';
import {
  installWithoutScripts,
  pinActions,
  pinTools,
  publishAsAsked,
  publishFrom,
} from './projenrc/publishing';
import { publishSite } from './projenrc/site';
import { forbidSyntax } from './projenrc/syntax';

/** The cdk8s-plus that the package is built against: a minor, and its lowest version that works. */
const PEER = { minor: 28, lowest: '2.5.6' };

/**
 * The others that it is tried with. TypeScript takes any of them; the other languages know their
 * peer by its name, so that each that cdk8s-plus maintains has packages of its own there. A new
 * minor is a line here, and `npx projen`: see CONTRIBUTING.md.
 */
const MINORS = [
  { minor: 30, lowest: '2.4.10', hasFlavour: false },
  { minor: 32, lowest: '2.5.92', hasFlavour: true },
  { minor: 33, lowest: '2.5.57', hasFlavour: true },
  { minor: 34, lowest: '2.0.54', hasFlavour: true },
];

/** The newest of all peers. */
const NEWEST = [
  'cdk8s@2',
  'constructs@10',
  ...[PEER, ...MINORS].map(({ minor }) => `cdk8s-plus-${minor}@2`),
];

const project = new cdk8s.ConstructLibraryCdk8s({
  name: 'cdk8s-volumes',
  description:
    'Kubernetes volumes as typed constructs: what storage operators and webhooks do inside a cluster, written to Git as plain YAML instead.',
  author: 'cdk8s-volumes contributors',
  authorAddress: 'https://github.com/cdk8s-volumes',
  authorOrganization: true,
  repositoryUrl: 'https://github.com/cdk8s-volumes/cdk8s-volumes.git',
  homepage: 'https://github.com/cdk8s-volumes/cdk8s-volumes#readme',
  bugsUrl: 'https://github.com/cdk8s-volumes/cdk8s-volumes/issues',
  license: 'Apache-2.0',
  copyrightOwner: 'cdk8s-volumes contributors',
  defaultReleaseBranch: 'main',
  packageManager: javascript.NodePackageManager.NPM,
  minNodeVersion: '20.0.0',
  workflowNodeVersion: '24.x',
  buildWorkflowOptions: {
    mutableBuild: false, // what is generated is committed with the change, or its build fails
    permissions: { contents: github.workflows.JobPermission.READ },
  },
  keywords: ['cdk8s', 'kubernetes', 'volumes', 'storage', 'csi', 'efs', 'gitops'],

  // The lowest that work: cdk8s-plus-28 asks for this cdk8s. The newest ones are tried by
  // `test:newest`.
  cdk8sVersion: '2.68.12',
  constructsVersion: '10.3.0',
  peerDeps: [`cdk8s-plus-${PEER.minor}@^${PEER.lowest}`],
  bundledDeps: ['@dagrejs/dagre@^1.1.8'], // the next ones are ECMAScript modules to the compiler
  // Newer majors of these break jsii 5.9 or need a newer Node than the library does.
  jsiiVersion: '~5.9.0',
  typescriptVersion: '~5.9.0',
  devDeps: [
    // The site and its playground; buffer and path-browserify stand for Node.js in the browser.
    '@codemirror/lang-yaml@^6.1.3',
    '@codemirror/language@^6',
    '@codemirror/lint@^6',
    '@lezer/highlight@^1',
    '@noble/hashes@^1.8.0',
    'buffer@^6.0.3',
    'codemirror@^6.0.2',
    'path-browserify@^1.0.1',
    'playwright-core@^1.65.1',
    'vitepress@^1.6.4',
    '@jest/expect@^30', // this and jest's other parts are for the runs of mutants
    '@marcbachmann/cel-js@^8.0.0',
    '@stryker-mutator/api@^9',
    '@stryker-mutator/core@^9', // the next one needs a newer Node than the library does
    '@types/node@^20',
    '@jsii/spec@^1.140.0',
    'ajv@^8.20.0',
    'cdk8s-cli@^2.207.60',
    ...[PEER, ...MINORS].map(({ minor, lowest }) => `cdk8s-plus-${minor}@${lowest}`),
    'commonmark@^0.31.2',
    'esbuild@^0.28.2',
    'eslint-plugin-regexp@^3.3.3',
    'fast-check@^4.10.2',
    'fast-xml-parser@^5.12.1',
    'jest-circus@^30',
    'jest-mock@^30',
    'jest-snapshot@^30',
    'oxfmt@^0.79.0', // writes as Prettier does, in a hundredth of the time
    'oxlint@^1.94.0', // runs the rules of ESLint in a third of the time; the next one is for types
    'oxlint-tsgolint@^7.0.2008',
    'tsx@^4.23.15',
    'typescript-7@npm:typescript@^7.0.2', // only to check types: jsii needs TypeScript 5
    'yaml@^2.9.1',
  ],

  publishToPypi: {
    distName: 'cdk8s-volumes',
    module: 'cdk8s_volumes',
    trustedPublishing: true,
    attestations: true,
  },
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
  compressAssembly: true,
  tsconfig: {
    compilerOptions: { rootDir: '.', inlineSourceMap: false, inlineSources: false },
    include: ['imports/**/*.ts'],
  },

  eslintOptions: {
    dirs: ['src'],
    devdirs: ['test', 'tools', 'examples', 'bench', 'site'],
    // Tests look at the code, and change nothing in it; `npx projen eslint --fix` does.
    commandOptions: { fix: false, extraArgs: ['--max-warnings=0'] },
  },
  tsJestOptions: { transformPattern: '[.][jt]sx?$' }, // by another transformer: see below
  jestOptions: {
    updateSnapshot: javascript.UpdateSnapshot.NEVER,
    junitReporting: false,
    jestConfig: {
      collectCoverage: false,
      // Surroundings and modules of tests, which are compiled once for all files.
      testEnvironment: '<rootDir>/test/support/environment.js',
      runtime: '<rootDir>/test/support/runtime.js',
      // Processes of tests start from one file: see test/support/built.ts.
      globalSetup: '<rootDir>/test/support/global-setup.ts',
      testPathIgnorePatterns: ['/node_modules/', '<rootDir>/test/cluster/'],
      // Longer than anything takes on a busy machine: a test that is slow is not wrong.
      testTimeout: 300_000,
      // Copies of everything: while mutants run, and with another cdk8s-plus.
      modulePathIgnorePatterns: ['<rootDir>/.stryker-tmp/', '<rootDir>/flavours/'],
      // Examples and documents are compiled as a user's code is: by the package's name.
      moduleNameMapper: { '^cdk8s-volumes$': '<rootDir>/src/index.ts' },
      // Published as ECMAScript modules only, which jest does not load as they are.
      transformIgnorePatterns: ['/node_modules/(?!@marcbachmann/)'],
    },
  },
});

// 1.13.0 was published without the platform packages that it asks for, which a clean install
// refuses.
project.package.addPackageResolutions('unrs-resolver@~1.12.2');

// What tools and tests know of them.
new JsonFile(project, '.projen/minors.json', { obj: { peer: PEER, others: MINORS } });

// jest only strips types, so that a test starts at once; the compiler looks at them here. It is
// TypeScript 7, which takes a third of the time; jsii needs TypeScript 5.
project.addTask('typecheck', {
  description: 'Type-check everything, what is not shipped too: tests, examples, benchmarks, tools',
  steps: ['tsconfig.check.json', 'site/tsconfig.json'].map((config) => ({
    exec: `node node_modules/typescript-7/bin/tsc --noEmit --project ${config}`,
  })),
});
new TypescriptConfig(project, {
  fileName: 'tsconfig.check.json',
  extends: TypescriptConfigExtends.fromPaths(['./tsconfig.json']),
  include: [
    'src/**/*.ts',
    'imports/**/*.ts',
    'test/**/*.ts',
    'examples/**/*.ts',
    'bench/**/*.ts',
    'tools/**/*.ts',
    'projenrc/**/*.ts',
    '.projenrc.ts',
  ],
  // Of what is published, the compiler refuses more than of the source: see src/plus.d.ts.
  exclude: ['node_modules', 'test/types/wrong.ts', 'test/site/playground.test.ts'],
  compilerOptions: { noEmit: true, rootDir: '.', paths: { 'cdk8s-volumes': ['./src/index.ts'] } },
});
// How code is laid out, of which ESLint says nothing: `npm run format` writes it so, and the tests
// only look.
new JsonFile(project, '.oxfmtrc.json', {
  obj: { printWidth: 100, singleQuote: true, trailingComma: 'all' },
});
const CODE = ['.projenrc.ts', '{bench,examples,projenrc,site,src,test,tools}/**/*.ts'];
project.addTask('format', {
  description: 'Lay out the code as .oxfmtrc.json says; --check only looks',
  exec: `oxfmt ${CODE.map((path) => `'${path}'`).join(' ')}`,
  receiveArgs: true,
});
project.addTask('lint', {
  description: 'Lint by the rules of ESLint, and by types, as .oxlintrc.json says',
  exec: 'oxlint --disable-nested-config --deny-warnings .projenrc.ts bench examples projenrc site src test tools',
});
// Types, layout and lint beside the tests.
project.testTask.reset('tsx tools/test.ts', { receiveArgs: true });

project.buildWorkflow!.addPostBuildSteps(
  { name: 'Tell what the next release would break', run: 'npx projen compat' },
  { name: 'Run one app in every language', run: 'npx projen test:languages --all' },
  { name: 'Test with the newest peers', run: 'npx projen test:newest' },
);
const random = project.addTask('test:random', {
  description:
    'Test properties with a new seed, which is printed; SEED=… npm run test:long repeats it',
  exec: 'tsx tools/random.ts',
});
const sizes = project.addTask('test:long', {
  description:
    'Test all of what takes long, of which npm test tries a part: growth, properties, conformance of the program, the script of ownership',
  env: { TEST_SIZE: 'full' },
  exec: 'jest --ci --maxWorkers=100% --findRelatedTests test/support/size.ts',
});
// Beside the build.
project.github!.tryFindWorkflow('build')!.addJob('long', {
  runsOn: ['ubuntu-latest'],
  permissions: { contents: github.workflows.JobPermission.READ },
  env: { CI: 'true' },
  steps: [
    github.WorkflowSteps.checkout(),
    ...project.renderWorkflowSetup({ mutable: false }),
    // The script of the init container that gives volumes to groups is run with each of them, and
    // only root can give files away.
    {
      name: 'Install BusyBox and toybox',
      run: 'sudo apt-get update && sudo apt-get install --yes busybox toybox',
    },
    {
      name: 'Test all of what takes long',
      run: `sudo env "PATH=$PATH" CI=true npx projen ${sizes.name}`,
    },
    // What new inputs find is worth an issue, and is no fault of the change.
    {
      name: 'Try properties with new inputs',
      run: `sudo env "PATH=$PATH" CI=true npx projen ${random.name}`,
      continueOnError: true,
    },
  ],
});

// Older ones that are in use; the last of them is no longer maintained, and still in many images.
for (const major of ['22', '20']) {
  project.github!.tryFindWorkflow('build')!.addJob(`node-${major}`, {
    runsOn: ['ubuntu-latest'],
    permissions: { contents: github.workflows.JobPermission.READ },
    env: { CI: 'true' },
    steps: [
      github.WorkflowSteps.checkout(),
      ...project
        .renderWorkflowSetup({ mutable: false })
        .map((step) =>
          step.with?.['node-version']
            ? { ...step, with: { ...step.with, 'node-version': `${major}.x` } }
            : step,
        ),
      { name: `Test with Node.js ${major}`, run: 'npx jest --ci' },
    ],
  });
}

// The PATH that npx sets, without starting npx for each task.
project.tasks.addEnvironment('PATH', '$(echo "$PWD/node_modules/.bin:$PATH")');

project.compileTask.exec('tsx tools/bundle.ts');
// Examples in every language, for the pages of the API and for packages.
project.compileTask.exec('tsx tools/tablet.ts');
project.gitignore.exclude('/.jsii.gz', '/.jsii.tabl.json');
// The compiler's declarations, for each cdk8s-plus, without what nobody can import.
project.compileTask.exec('tsx tools/declare.ts');

// The messages of commits are sentences, which the tool that bumps the version makes no changelog
// of.
project.tasks.tryFind('bump')!.exec('tsx tools/changelog.ts');
// What documents and integrations tell readers to install is what is released.
project.tasks
  .tryFind('bump')!
  .exec('tsx tools/named-version.ts --check "$(cat artifacts/version.txt)"');
project.addTask('name-version', {
  description:
    'Write the version of the next release, such as 0.2.0, into documents and integrations',
  exec: 'tsx tools/named-version.ts',
  receiveArgs: true,
});

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
project.addTask('kubernetes', {
  description:
    'Read a release of Kubernetes, such as 1.37.2, into src/model; needs Go, and a server of its minor',
  exec: 'tsx tools/kubernetes.ts',
  receiveArgs: true,
});
project.addTask('test:cluster', {
  description: 'Test against the cluster that KUBECONFIG names; skipped without one',
  exec: 'tsx test/cluster/run.ts',
  receiveArgs: true,
});
project.tasks.tryFind('docgen')!.reset('tsx tools/docgen.ts');
packageFlavours(
  project,
  MINORS.filter(({ hasFlavour }) => hasFlavour).map(({ minor }) => minor),
);
project.addTask('pages', {
  description: 'Write the README and the how-tos in Python, Java and Go; compile first',
  exec: 'tsx tools/pages.ts',
});
project.package.addField('man', ['bin/cdk8s-volumes.1']);
project.addTask('commands', {
  description: 'Write docs/commands.md and the manual page from the table of commands',
  steps: [{ exec: 'tsx tools/commands.ts' }],
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
  description:
    'Draw docs/platform-map.svg from dist/manifests, and docs/pictures from the files of the README',
  steps: [{ exec: 'tsx tools/map.ts' }, { exec: 'tsx tools/pictures.ts' }],
});
project.addTask('config-schema', {
  description: 'Write docs/cdk8s-volumes.schema.json from the shape of the configuration',
  exec: 'tsx tools/config-schema.ts',
});
project.addTask('bench', {
  description:
    'Measure what constructs and every command cost, beside others that are installed, and tell which goals are missed',
  steps: [{ spawn: 'compile' }, { exec: 'tsx bench/all.ts' }],
});
project.addTask('mutation', {
  description:
    'Break the code of an area in many ways, and tell which of them no test finds: npm run mutation -- viewer',
  exec: 'tsx tools/mutation/run.ts',
  receiveArgs: true,
});
project.addTask('fate', {
  description:
    'Apply random changes with the engines to the cluster of KUBECONFIG, and tell where `diff` is wrong about data: npm run fate -- --seed 1 --count 20 --engine argo',
  exec: 'tsx tools/fate/run.ts',
  receiveArgs: true,
});
project.addTask('test:languages', {
  description:
    'Run the app of examples/languages in every language that is at hand, and compare what they write: with the first and the newest cdk8s-plus, or --all; compile first',
  exec: 'tsx test/languages/run.ts',
  receiveArgs: true,
});
project.addTask('test:newest', {
  description:
    'Test with the newest peers in place of the lowest ones; leaves these behind in node_modules',
  steps: [
    { exec: `npm install --no-save --no-audit --no-fund ${NEWEST.join(' ')}` },
    { exec: 'cdk8s synth --check-upgrade=false' },
    { exec: 'git diff --exit-code -- dist/manifests' },
    { exec: 'jest --ci --silent test/examples test/docs test/tree test/api' },
    // With each minor of cdk8s-plus.
    { exec: 'TEST_SIZE=full jest --ci --silent test/plus test/types' },
  ],
});
project.addTask('regenerate', {
  description:
    'Rebuild everything generated and committed: imports/, schemas, API.md, docs/api, docs/rules.md, docs/ownership.md, docs/{python,java,go}, dist/manifests',
  steps: [
    { spawn: 'import' },
    { spawn: 'schemas' },
    { spawn: 'compile' },
    { spawn: 'docgen' },
    { spawn: 'rules' },
    { spawn: 'commands' },
    { spawn: 'ownership' },
    { spawn: 'pages' },
    { spawn: 'synth' },
    { spawn: 'map' },
    { spawn: 'config-schema' },
  ],
});

// Types are the compiler's matter.
project.package.file.addOverride(
  'jest.transform.[\\.][jt]sx?$',
  '<rootDir>/test/support/transform.js',
);
project.deps.removeDependency('ts-jest');
// Not projen's own patterns: these take every spec.ts of the house for a test.
project.package.file.addOverride('jest.testMatch', [
  '<rootDir>/test/**/*.test.ts',
  '<rootDir>/examples/**/*.test.ts',
]);

const release = project.tryFindObjectFile('.github/workflows/release.yml')!;
publishFrom(project.artifactsDirectory, release);
publishAsAsked(release);
publishDoors(project);
publishSite(project);
installWithoutScripts(release);
pinActions(project.github!);
pinTools(project.tryFindObjectFile('.github/workflows/build.yml')!, release);

// JsiiBuild resets this to lib/index.d.ts; with rootDir '.' it lies below lib/src.
project.addFields({ types: 'lib/src/index.d.ts' });
// What is public: the library, and what tools of jsii read.
project.addFields({
  exports: {
    '.': { types: './lib/src/index.d.ts', default: './lib/index.js' },
    ...Object.fromEntries(
      ['package.json', '.jsii', '.jsii.gz', '.jsii.tabl.json'].map((file) => [
        `./${file}`,
        `./${file}`,
      ]),
    ),
  },
  // The same for compilers that do not look at exports.
  typesVersions: {
    '*': {
      'lib/src/index.d.ts': ['lib/src/index.d.ts'],
      'package.json': ['package.json'],
      '*': ['not-public/*'],
    },
  },
});
// The bundles, and the types of what is public; not the many files that they are made of.
project.npmignore?.exclude('/lib/src/**/*.js', '/lib/src/**/*.json');
project.npmignore?.exclude(
  '/.oxfmtrc.json',
  '/.oxlintrc.json',
  '/imports/',
  '/lib/imports/',
  '/tools/',
  '/examples/',
  '/bench/',
  '/docs/',
  '/crds/',
  '/API.md',
  '/CONTRIBUTING.md',
  '/SECURITY.md',
  '/rosetta/',
  '/cdk8s.yaml',
  '/action.yml',
  '/integrations/',
  '/.pre-commit-hooks.yaml',
  '/.ci/',
  '/flavours/',
  '/reports/',
  '/.stryker-tmp/',
  '/.tmp-*/',
);
// As jsii-pacmak looks for it, which else adds it while a release is made.
project.npmignore?.exclude('artifacts');
project.gitignore.exclude('/artifacts/', '/flavours/', '/.tmp-*/', '/reports/', '/.stryker-tmp/');
// The rendered manifests are committed, and nothing else that an app writes there.
project.gitignore.removePatterns('/dist/');
project.gitignore.addPatterns('/dist/*', '!/dist/manifests/');

project.gitattributes.addAttributes(
  '/test/support/schemas/kubernetes-*.json',
  'linguist-generated',
);
project.gitattributes.addAttributes('/src/*/schema.json', 'linguist-generated');
project.gitattributes.addAttributes('/src/model/kinds.json', 'linguist-generated');
project.gitattributes.addAttributes('/src/model/gates.json', 'linguist-generated');
project.gitattributes.addAttributes('/src/model/kubernetes.json', 'linguist-generated');
project.gitattributes.addAttributes('/imports/*.ts', 'linguist-generated');
project.gitattributes.addAttributes('/dist/manifests/**', 'linguist-generated');
project.gitattributes.addAttributes('/docs/platform-map.svg', 'linguist-generated');
project.gitattributes.addAttributes('/docs/pictures/*.svg', 'linguist-generated');
project.gitattributes.addAttributes('/docs/cdk8s-volumes.schema.json', 'linguist-generated');
project.gitattributes.addAttributes('/docs/rules/*.md', 'linguist-generated');
for (const folder of ['api', 'python', 'java', 'go']) {
  project.gitattributes.addAttributes(`/docs/${folder}/**`, 'linguist-generated');
}

project.eslint?.addIgnorePattern('imports/');
project.deps.removeDependency('@stylistic/eslint-plugin');
drawArrows(project.eslint!);
project.eslint!.addRules({
  // What not everybody needs is loaded when it is needed.
  '@typescript-eslint/no-require-imports': ['error', { allow: ['^\\.', '^node:'] }],
  'max-len': [
    'error',
    {
      code: 100,
      ignoreUrls: true,
      ignoreStrings: true,
      ignoreTemplateLiterals: true,
      ignoreRegExpLiterals: true,
    },
  ],
});
// No input may keep the program busy: what is matched takes time in proportion to the text.
project.eslint!.addOverride({
  files: ['src/**/*.ts'],
  rules: {
    'regexp/no-super-linear-backtracking': ['error', { report: 'potential' }],
    'regexp/no-super-linear-move': ['error', { report: 'potential', ignorePartial: false }],
  },
} as unknown as javascript.EslintOverride);
forbidSyntax(project.eslint!);
// Vue comes with VitePress.
project.eslint!.addOverride({
  files: ['site/.vitepress/**'],
  rules: { 'import/no-extraneous-dependencies': ['off'] },
} as unknown as javascript.EslintOverride);
project.eslint!.addOverride({
  files: ['test/**/*.ts'],
  excludedFiles: ['test/support/fast-check.ts'],
  rules: {
    'no-restricted-imports': [
      'error',
      {
        paths: [
          { name: 'fast-check', message: 'import test/support/fast-check, which has one seed' },
        ],
      },
    ],
  },
} as unknown as javascript.EslintOverride);
// The rules that ask for types are left to oxlint: with them, ESLint takes several times as long.
lintByOxlint(project, project.eslint!);
const eslintrc = project.tryFindObjectFile('.eslintrc.json')!;
eslintrc.addOverride('plugins', ['@typescript-eslint', 'import', 'regexp']);
for (const rule of Object.keys(project.eslint!.config.rules())) {
  if (rule.startsWith('@stylistic/')) eslintrc.addDeletionOverride(`rules.${rule}`);
}
eslintrc.addOverride('parserOptions.projectService', undefined);
eslintrc.addDeletionOverride('parserOptions.project');
for (const rule of ['no-floating-promises', 'return-await']) {
  eslintrc.addDeletionOverride(`rules.@typescript-eslint/${rule}`);
}
// One way to find modules is enough. By this the package is found by its own name.
project.eslint!.config.settings['import/resolver'] = {
  typescript: { project: './tsconfig.check.json', alwaysTryTypes: true },
};

project.synth();
