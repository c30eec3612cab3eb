/**
 * TypeScript, with the package by its name: what is compiled is what is shipped, and not the
 * sources.
 */
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { run, withEnv } from './commands';
import { BASE, copyApp, forMinor, peer, ROOT, tool } from './flavours';
import { endsWell, Job, Language } from './language';
import { OTHERS } from '../../tools/flavours/minors';

export const typescript: Language = {
  name: 'TypeScript',
  tools: [],
  build: async ({ minor, folder }: Job) => {
    const app = join(folder, 'app');
    copyApp('typescript', minor, app);
    const modules = join(app, 'node_modules');
    mkdirSync(join(modules, '@types'), { recursive: true });
    // One package goes with each of them, with a flavour or without.
    const tried = minor === BASE ? [BASE, ...OTHERS.map((other) => String(other.minor))] : [minor];
    const plus = tried.map((one) => forMinor('cdk8s-plus-28', one));
    for (const name of ['cdk8s', 'constructs', ...plus, '@types/node']) {
      symlinkSync(peer(name), join(modules, name));
    }
    const files = minor === BASE ? tried.flatMap((one) => touches(app, one)) : [];
    symlinkSync(ROOT, join(modules, 'cdk8s-volumes'));
    writeFileSync(
      join(app, 'tsconfig.json'),
      JSON.stringify({
        compilerOptions: {
          strict: true,
          skipLibCheck: false,
          noEmit: true,
          target: 'es2022',
          module: 'commonjs',
          moduleResolution: 'node10',
          ignoreDeprecations: '5.0',
          types: ['node'],
        },
        files: ['main.ts', ...files],
      }),
    );
    const checked = await run(
      [join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc'), '--project', app],
      {
        cwd: app,
      },
    );
    return {
      run: (outdir, ...rest) =>
        run([tool('tsx'), 'main.ts', ...rest], {
          cwd: app,
          env: withEnv({ CDK8S_OUTDIR: outdir }),
        }),
      checks: [endsWell('tsc finds nothing wrong', checked)],
    };
  },
};

/** Writes an app with every point of touch, and wrong uses, which compilers refuse. */
function touches(folder: string, minor: string): string[] {
  return ['app', 'wrong'].map((name) => {
    const file = `${name}-${minor}.ts`;
    writeFileSync(
      join(folder, file),
      forMinor(readFileSync(join(ROOT, 'test', 'types', `${name}.ts`), 'utf8'), minor),
    );
    return file;
  });
}
