/** Go, with the modules that its proxy has, and with generated ones in place of the others. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { must, run, withEnv } from './commands';
import { copyApp, forMinor, generate, peer, versionOf } from './flavours';
import { App, Check, endsWell, hasNone, Job, Language, Program } from './language';
import { hasOwnCodeOnly } from './packages';
import { complaints, END, FAILED, outcomesOf, writeFilesOf } from './programs';

/** The modules that an app asks for, by the packages that they are generated from. */
const MODULES: { readonly [module: string]: (minor: string) => string } = {
  'github.com/aws/constructs-go/constructs/v10': () => 'constructs',
  'github.com/cdk8s-team/cdk8s-core-go/cdk8s/v2': () => 'cdk8s',
  'github.com/cdk8s-team/cdk8s-plus-go/cdk8splus28/v2': (minor) => `cdk8s-plus-${minor}`,
};
const LIBRARY = 'github.com/cdk8s-volumes/cdk8s-volumes-go/cdk8svolumes';

export const go: Language = {
  name: 'Go',
  tools: [['go', 'version']],
  build: async ({ minor, library, folder, programs }: Job): Promise<App> => {
    const app = join(folder, 'app');
    copyApp('go', minor, app);
    const absent: [module: string, npm: string][] = [];
    for (const [module, npm] of Object.entries(MODULES)) {
      const name = forMinor(module, minor);
      const version = `v${versionOf(npm(minor))}`;
      await must(['go', 'mod', 'edit', '-require', `${name}@${version}`], { cwd: app });
      if (
        (await run(['go', 'mod', 'download', `${name}@${version}`], { cwd: folder })).status !== 0
      ) {
        absent.push([name, npm(minor)]);
      }
    }
    const packages = await generate('go', [...absent.map(([, npm]) => peer(npm)), library], folder);
    const own = forMinor(LIBRARY, minor);
    const replaced = [...absent.map(([module]) => module), own];
    await must(
      [
        'go',
        'mod',
        'edit',
        ...replaced.flatMap((module) => [
          '-replace',
          `${module}=${join(packages, folderOf(module))}`,
        ]),
      ],
      { cwd: app },
    );
    await must(['go', 'mod', 'tidy'], { cwd: app });
    await must(['go', 'build', '-o', 'main', '.'], { cwd: app });
    const checks: Check[] = [
      endsWell('go vet finds nothing wrong', await run(['go', 'vet', '.'], { cwd: app })),
      hasOwnCodeOnly(join(packages, folderOf(own))),
      {
        name: `generated, for the proxy has none here: ${absent.map(([module]) => module).join(', ') || 'nothing'}`,
      },
    ];
    if (programs.length > 0) {
      writePrograms(app, programs);
      writeFilesOf(programs, app);
      const built = await run(['go', 'build', '-o', 'programs', './all'], { cwd: app });
      const { stdout, stderr } =
        built.status === 0 ? await run([join(app, 'programs')], { cwd: app }) : built;
      checks.push(
        hasNone(
          `the ${programs.length} programs of the pages run`,
          complaints(programs, outcomesOf(stdout, stderr)),
        ),
      );
    }
    return {
      run: (outdir, ...rest) =>
        run([join(app, 'main'), ...rest], { env: withEnv({ CDK8S_OUTDIR: outdir }) }),
      checks,
    };
  },
};

/** Where a module is generated: what it is called, without its major version. */
function folderOf(module: string): string {
  return module
    .replace(/\/v\d+$/, '')
    .split('/')
    .pop()!;
}

/** Writes a program that runs all of them: the runtime starts once. */
function writePrograms(app: string, programs: readonly Program[]): void {
  programs.forEach(({ code }, index) => {
    mkdirSync(join(app, `p${index}`));
    writeFileSync(
      join(app, `p${index}`, 'main.go'),
      code.replace('package main\n', `package p${index}\n`).replace('func main()', 'func Main()'),
    );
  });
  mkdirSync(join(app, 'all'));
  writeFileSync(
    join(app, 'all', 'main.go'),
    `package main

import (
\t"fmt"
${programs.map((_, index) => `\t"example.com/app/p${index}"`).join('\n')}
)

func run(program func()) {
\tdefer func() {
\t\tif why := recover(); why != nil {
\t\t\tfmt.Print("${FAILED}", why)
\t\t}
\t\tfmt.Print("${END}")
\t}()
\tprogram()
}

func main() {
${programs.map((_, index) => `\trun(p${index}.Main)`).join('\n')}
}
`,
  );
}
