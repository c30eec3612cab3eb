/**
 * The program as one executable file with a Node.js inside, for machines that have none: Node.js'
 * own single executable application.
 */
import { execFileSync } from 'node:child_process';
import { chmodSync, copyFileSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { build } from 'esbuild';

const ROOT = join(__dirname, '..', '..');

/** What Node.js looks for in itself, as its documentation names it. */
const FUSE = 'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2';

/** What puts the program into a copy of Node.js. */
const POSTJECT = ['npx', '--yes', 'postject@1.0.0-alpha.6'];

/** A system that executables are built for, as downloads and krew name it. */
export interface System {
  readonly os: string;
  readonly arch: string;
}

/** This system. */
export function systemOf(platform: string = process.platform, arch: string = process.arch): System {
  return {
    os: platform === 'win32' ? 'windows' : platform,
    arch: arch === 'x64' ? 'amd64' : arch,
  };
}

/** The name of the archive that a release has for a system. */
export function archiveOf({ os, arch }: System): string {
  return `cdk8s-volumes-${os}-${arch}.tar.gz`;
}

/** The name of the program in it. */
export function programOf({ os }: System): string {
  return `cdk8s-volumes${os === 'windows' ? '.exe' : ''}`;
}

/** Writes the whole program as one script, which needs no package and no file beside it. */
export async function bundleWhole(version: string, file: string): Promise<void> {
  await build({
    stdin: {
      contents: "require('./src/cli/main').main();",
      resolveDir: ROOT,
      sourcefile: 'executable.js',
    },
    plugins: [
      {
        name: 'version',
        setup: ({ onLoad }) =>
          onLoad({ filter: /[\\/]cli[\\/]version\.ts$/ }, () => ({
            contents: `export const versionOf = () => ${JSON.stringify(version)};`,
          })),
      },
    ],
    outfile: file,
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'cjs',
    charset: 'ascii',
    legalComments: 'eof',
    logLevel: 'warning',
  });
}

/**
 * Writes the executable of this system and its archive below a folder, and answers the archive's
 * path. `postject` is the command that injects.
 */
export async function buildExecutable(
  version: string,
  folder: string,
  postject: readonly string[] = POSTJECT,
): Promise<string> {
  const system = systemOf();
  const path = (name: string) => join(folder, name);
  mkdirSync(folder, { recursive: true });
  await bundleWhole(version, path('program.js'));
  writeFileSync(
    path('sea.json'),
    JSON.stringify({
      main: path('program.js'),
      output: path('program.blob'),
      disableExperimentalSEAWarning: true,
    }),
  );
  run([process.execPath, '--experimental-sea-config', path('sea.json')]);
  const program = path(programOf(system));
  copyFileSync(process.execPath, program);
  chmodSync(program, 0o755);
  const isMac = system.os === 'darwin';
  if (isMac) run(['codesign', '--remove-signature', program]);
  run([
    ...postject,
    program,
    'NODE_SEA_BLOB',
    path('program.blob'),
    '--sentinel-fuse',
    FUSE,
    ...(isMac ? ['--macho-segment-name', 'NODE_SEA'] : []),
  ]);
  if (isMac) run(['codesign', '--sign', '-', program]);
  for (const name of ['LICENSE', 'NOTICE']) copyFileSync(join(ROOT, name), path(name));
  writeLicenseOfNode(path('LICENSE-node'));
  const archive = path(archiveOf(system));
  run(
    ['tar', '-czf', archiveOf(system), ...[programOf(system), 'LICENSE', 'NOTICE', 'LICENSE-node']],
    folder,
  );
  return archive;
}

/** What is inside is Node.js, whose licence goes with it. */
function writeLicenseOfNode(file: string): void {
  const bin = dirname(process.execPath);
  const own = [join(bin, 'LICENSE'), join(bin, '..', 'LICENSE')].find((one) => existsSync(one));
  if (own) {
    copyFileSync(own, file);
  } else {
    writeFileSync(
      file,
      `Node.js ${process.version}: https://github.com/nodejs/node/blob/${process.version}/LICENSE\n`,
    );
  }
}

function run([command, ...args]: readonly string[], cwd?: string): void {
  // npm's commands are scripts on Windows.
  const isScript = process.platform === 'win32' && basename(command) === 'npx';
  execFileSync(command, args, { cwd, stdio: 'pipe', shell: isScript });
}
