/** The commands of each language, which install and run, and the names of its files. */

export interface PageLanguage {
  /** The folder in docs, which is jsii-rosetta's name of the language. */
  readonly folder: string;
  readonly title: string;
  readonly fence: string;
  /** What a reader has to know of names in the text. */
  readonly names: string;
  /** Programs by their names in TypeScript, without the ending. */
  readonly file: (name: string) => string;
  /** What runs a program. */
  readonly run: (name: string) => string;
  /** The library's own program. */
  readonly program: string;
  /** What makes an empty folder a project, in place of npm's commands. */
  readonly project: readonly string[];
}

const NODE = 'Python, Java and Go need [Node.js](https://nodejs.org) at run time, too.';
const NAMES = (example: string) =>
  `Options have their names in TypeScript in the text: \`storageClassName\` is ${example} here. ${NODE}`;
/** Where no package has a program of its own. */
const FROM_NPM =
  '`npx cdk8s-volumes` runs the newest release of the program; for the one that you depend on, use `npx cdk8s-volumes@VERSION`.';
const capitalized = (name: string) => name[0].toUpperCase() + name.slice(1);

/** The least that Maven needs; the packages of cdk8s come with the library. */
const POM = [
  '<project xmlns="http://maven.apache.org/POM/4.0.0">',
  '  <modelVersion>4.0.0</modelVersion>',
  '  <groupId>example</groupId>',
  '  <artifactId>shop</artifactId>',
  '  <version>1.0.0</version>',
  '  <properties>',
  '    <maven.compiler.release>11</maven.compiler.release>',
  '    <project.build.sourceEncoding>UTF-8</project.build.sourceEncoding>',
  '  </properties>',
  '  <dependencies>',
  '    <dependency>',
  '      <groupId>io.github.cdk8s-volumes</groupId>',
  '      <artifactId>cdk8s-volumes</artifactId>',
  '      <version>[0.1,)</version>',
  '    </dependency>',
  '  </dependencies>',
  '</project>',
];

export const PAGE_LANGUAGES: readonly PageLanguage[] = [
  {
    folder: 'python',
    title: 'Python',
    fence: 'python',
    names: `${NAMES('`storage_class_name`')} The package brings the program \`cdk8s-volumes\` as well.`,
    program: 'cdk8s-volumes',
    file: (name) => `${name}.py`,
    run: (name) => `python ${name}.py`,
    project: [
      'python -m venv .venv && . .venv/bin/activate',
      'pip install cdk8s-volumes cdk8s-plus-28',
      "printf '.venv/\\n' > .gitignore",
    ],
  },
  {
    folder: 'java',
    title: 'Java',
    fence: 'java',
    names: `${NAMES('`storageClassName(…)` of a builder and `getStorageClassName()`')} ${FROM_NPM}`,
    program: 'npx cdk8s-volumes',
    file: (name) => `src/main/java/${capitalized(name)}.java`,
    run: (name) => `mvn compile exec:java -Dexec.mainClass=${capitalized(name)}`,
    project: [
      'mkdir -p src/main/java',
      "cat > pom.xml <<'END'",
      ...POM,
      'END',
      "printf 'target/\\n' > .gitignore",
    ],
  },
  {
    folder: 'go',
    title: 'Go',
    fence: 'go',
    names: `${NAMES('`StorageClassName`')} ${FROM_NPM}`,
    program: 'npx cdk8s-volumes',
    file: (name) => `${name}.go`,
    run: (name) => `go run ${name}.go`,
    project: [
      'go mod init example.com/shop',
      'go get github.com/cdk8s-volumes/cdk8s-volumes-go/cdk8svolumes',
      'go get github.com/cdk8s-team/cdk8s-plus-go/cdk8splus28/v2',
    ],
  },
];

/** As TypeScript's users run it. */
const PROGRAM = /\bnpx cdk8s-volumes\b/g;

/** The commands of a block, as they are in a language. */
export function commandsIn(block: string, language: PageLanguage): string {
  const lines = block.split('\n');
  // A list of what installs the package in each language: what is meant is only one of them.
  if (lines.some((line) => line.startsWith('pip install'))) {
    return lines
      .filter((line) => line === '' || line.includes(`# ${language.title}`))
      .join('\n')
      .replace(/ +# .*/g, '');
  }
  const first = lines.findIndex((line) => line === 'npm init --yes');
  if (first >= 0) {
    const isNpm = (line: string) => /^npm |node_modules/.test(line);
    lines.splice(first, lines.filter(isNpm).length, ...language.project);
  }
  return lines
    .map((line) =>
      line
        .replace(/npx tsx (\w+)\.ts/g, (_, name: string) => language.run(name))
        .replace(PROGRAM, language.program),
    )
    .join('\n');
}

/** The names of programs, in a text. */
export function filesIn(text: string, language: PageLanguage): string {
  return text
    .replace(/\b(main|applications)\.ts\b/g, (_, name: string) => language.file(name))
    .replace(/npx tsx (\w+)\.\w+/g, (_, name: string) => language.run(name))
    .replace(/api\/LANGUAGE\//g, `api/${language.folder}/`)
    .replace(PROGRAM, language.program);
}
