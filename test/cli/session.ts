/** A run of the program in this process, with streams that are texts. */
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import type { Patience } from '../../src/cli/lock';
import { run } from '../../src/cli/run';

export interface Outcome {
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
}

export interface World {
  readonly stdin?: string | Buffer;
  readonly stdinIsTerminal?: boolean;
  readonly stdoutIsTerminal?: boolean;
  readonly stderrIsTerminal?: boolean;
  /** How many characters a line of the terminal has. */
  readonly width?: number;
  readonly patience?: Patience;
  readonly env?: { readonly [name: string]: string };
  /** Whether somebody reads on behind this. */
  takes?(text: string): boolean;
}

export async function runWith(argv: readonly string[], world: World = {}): Promise<Outcome> {
  let stdout = '';
  let stderr = '';
  const status = await run(argv, {
    readStdin: async () => Buffer.from(world.stdin ?? ''),
    writeStdout: async (text) => {
      stdout += text;
      return world.takes?.(text) ?? true;
    },
    writeStderr: (text) => {
      stderr += text;
    },
    undisturbed: async (action) => action(async () => undefined),
    streams: {},
    patience: world.patience ?? { stale: 50, most: 60_000, between: 1 },
    stdinIsTerminal: world.stdinIsTerminal ?? false,
    stdoutIsTerminal: world.stdoutIsTerminal ?? false,
    stderrIsTerminal: world.stderrIsTerminal ?? false,
    widthOf: () => world.width,
    env: world.env ?? {},
  });
  return { status, stdout, stderr };
}

/** A folder that is there for one test; files are given by name. */
export function folderWith(files: { readonly [name: string]: string | Buffer }): string {
  const folder = mkdtempSync(join(tmpdir(), 'cdk8s-volumes-'));
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(join(folder, name, '..'), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
  folders.push(folder);
  return folder;
}

/** All files below a folder with their content, hidden ones too. */
export function filesIn(folder: string): { [name: string]: string } {
  const found: { [name: string]: string } = {};
  const walk = (path: string) => {
    for (const name of readdirSync(path).sort()) {
      const inner = join(path, name);
      if (statSync(inner).isDirectory()) walk(inner);
      else found[relative(folder, inner)] = readFileSync(inner, 'utf8');
    }
  };
  walk(folder);
  return found;
}

const folders: string[] = [];

export function removeFolders(): void {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
}

/** A SharedVolume. */
export const volume = (
  name: string,
  namespace: string = 'team',
) => `apiVersion: aws-efs.managed.openshift.io/v1alpha1
kind: SharedVolume
metadata:
  name: ${name}
  namespace: ${namespace}
spec:
  fileSystemID: fs-0123456789abcdef0
  accessPointID: fsap-0123456789abcdef0
`;

/** A ConfigMap. */
export const config = (name: string) => `apiVersion: v1
kind: ConfigMap
metadata:
  name: ${name}
`;

/** A resource that is in order but for a field that nobody knows. */
export const doubtful = (name: string) => volume(name).replace('spec:', 'spec:\n  path: /x');
