/**
 * Java, with the jars that Maven Central has, and with generated classes in place of the others.
 */
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { once, run, withEnv } from './commands';
import { copyApp, forMinor, generate, peer, versionOf } from './flavours';
import { App, Check, hasNone, Job, Language, Program } from './language';
import { hasOwnCodeOnly } from './packages';
import { complaints, END, FAILED, outcomesOf, writeFilesOf } from './programs';

/** For machines of Java that are soon done: better code would take longer to make than it saves. */
const SHORT_LIVED = ['-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC'];

/** What jsii's packages of Java run on. */
const RUNTIME = () => [
  ['software.amazon.jsii', 'jsii-runtime', versionOf('jsii-pacmak')],
  ['org.jetbrains', 'annotations', '19.0.0'],
  ['javax.annotation', 'javax.annotation-api', '1.3.2'],
];

/** The peers, whose artifacts have the names of their packages on npm. */
const PEERS = readdirSync(peer('.')).filter((name) =>
  /^(constructs|cdk8s|cdk8s-plus-\d+)$/.test(name),
);

/**
 * The jars of each artifact that Maven Central has, in a folder of its name: one run of Maven,
 * which takes long to start.
 */
const jarsIn = once(async (folder: string) => {
  const modules = {
    runtime: RUNTIME(),
    ...Object.fromEntries(
      PEERS.map((npm) => [
        npm,
        [[npm === 'constructs' ? 'software.constructs' : 'org.cdk8s', npm, versionOf(npm)]],
      ]),
    ),
  };
  const pom = (
    id: string,
    body: string,
    head = '',
  ) => `<project xmlns="http://maven.apache.org/POM/4.0.0"><modelVersion>4.0.0</modelVersion>${head}
<groupId>example</groupId><artifactId>${id}</artifactId><version>1</version>${body}</project>\n`;
  for (const [id, artifacts] of Object.entries(modules)) {
    mkdirSync(join(folder, id), { recursive: true });
    const dependencies = artifacts.map(
      ([group, artifact, version]) =>
        `<dependency><groupId>${group}</groupId><artifactId>${artifact}</artifactId><version>${version}</version>${
          id === 'runtime'
            ? ''
            : '<exclusions><exclusion><groupId>*</groupId><artifactId>*</artifactId></exclusion></exclusions>'
        }</dependency>`,
    );
    writeFileSync(
      join(folder, id, 'pom.xml'),
      pom(`app-${id}`, `<dependencies>${dependencies.join('')}</dependencies>`),
    );
  }
  writeFileSync(
    join(folder, 'pom.xml'),
    pom(
      'all',
      `<packaging>pom</packaging><modules>${Object.keys(modules)
        .map((id) => `<module>${id}</module>`)
        .join('')}</modules>`,
    ),
  );
  const { stdout } = await run(
    [
      'mvn',
      '--quiet',
      '--batch-mode',
      '--fail-at-end',
      'dependency:copy-dependencies',
      '-DoutputDirectory=jars',
    ],
    { cwd: folder, env: withEnv({ MAVEN_OPTS: SHORT_LIVED.join(' ') }) },
  );
  if (!existsSync(join(folder, 'runtime', 'jars'))) throw new Error(stdout);
  return folder;
});

export const java: Language = {
  name: 'Java',
  tools: [
    ['javac', '-version'],
    ['mvn', '--version'],
  ],
  build: async ({ minor, library, folder, programs }: Job): Promise<App> => {
    const app = join(folder, 'app');
    copyApp('java', minor, app);
    const jars = await jarsIn(join(folder, '..', 'maven'));
    const peers = ['constructs', 'cdk8s', `cdk8s-plus-${minor}`];
    const published = peers.filter((npm) => existsSync(join(jars, npm, 'jars')));
    const absent = peers.filter((npm) => !published.includes(npm));
    const packages = await generate('java', [...absent.map(peer), library], folder);
    // The runtime leaves a folder there for each process.
    const flags = [...SHORT_LIVED, `-Djava.io.tmpdir=${folder}`];
    const [sources, resources, classes] = [
      join(packages, 'src', 'main', 'java'),
      join(packages, 'src', 'main', 'resources'),
      join(folder, 'classes'),
    ];
    const own = join(sources, ...forMinor('io.github.cdk8s_volumes', minor).split('.'));
    const files = (within: string) =>
      readdirSync(within, { recursive: true, encoding: 'utf8' })
        .filter((file) => file.endsWith('.java'))
        .map((file) => join(within, file));
    const path = [
      classes,
      resources,
      ...['runtime', ...published].map((id) => join(jars, id, 'jars', '*')),
    ].join(delimiter);
    const compile = (list: readonly string[]) => {
      writeFileSync(join(folder, 'sources'), list.map((file) => `"${file}"\n`).join(''));
      return run([
        'javac',
        ...SHORT_LIVED.map((flag) => `-J${flag}`),
        '-nowarn',
        '-proc:none',
        '-encoding',
        'UTF-8',
        '-d',
        classes,
        '-cp',
        path,
        `@${join(folder, 'sources')}`,
      ]);
    };
    // All of it: what a value's class is, jsii finds out only when it comes.
    const compiled = await compile([...files(sources), ...files(app)]);
    if (compiled.status !== 0) throw new Error(compiled.stderr);
    const checks: Check[] = [
      hasOwnCodeOnly(own),
      { name: `generated, for Maven Central has none here: ${absent.join(', ') || 'nothing'}` },
    ];
    if (programs.length > 0) {
      writePrograms(join(folder, 'programs'), programs);
      writeFilesOf(programs, folder);
      const built = await compile(files(join(folder, 'programs')));
      const { stdout, stderr } =
        built.status !== 0
          ? built
          : await run(['java', ...flags, '-Dfile.encoding=UTF-8', '-cp', path, 'All'], {
              cwd: folder,
            });
      checks.push(
        hasNone(
          `the ${programs.length} programs of the pages run`,
          complaints(programs, outcomesOf(stdout, stderr)),
        ),
      );
    }
    return {
      run: (outdir, ...rest) =>
        run(['java', ...flags, '-cp', path, 'Main', ...rest], {
          env: withEnv({ CDK8S_OUTDIR: outdir }),
        }),
      checks,
    };
  },
};

/** Writes a program that runs all of them: the runtime starts once. */
function writePrograms(folder: string, programs: readonly Program[]): void {
  const names = programs.map(({ code }, index) => {
    const name = /^public class (\w+)/m.exec(code)![1];
    mkdirSync(join(folder, `p${index}`), { recursive: true });
    writeFileSync(join(folder, `p${index}`, `${name}.java`), `package p${index};\n${code}`);
    return name;
  });
  const calls = names.map(
    (name, index) =>
      `try { p${index}.${name}.main(args); } catch (Throwable why) { System.out.print("${FAILED}" + why); } System.out.print("${END}");`,
  );
  writeFileSync(
    join(folder, 'All.java'),
    `class All { public static void main(String[] args) {\n${calls.join('\n')}\n} }\n`,
  );
}
