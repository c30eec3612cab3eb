/** The engines: one side of a world is applied as its deployers do it, one after the other. */
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { builtFilesOf, Deployer, Side, temporary, World, write } from './world';
import { run } from '../../test/cluster/support/kubectl';

/** What hangs is no longer waited for after this. */
const TIMEOUT = '15s';
/** Flux waits without a limit for what it forces and a finalizer holds: its run is ended then. */
const END = '60s';

/** How one run of an engine ended: its exit status, and its last words. */
export interface Applied {
  readonly deployer: string;
  readonly exit: number;
  readonly words: string;
}

/** Applies a side; the order of its deployers is given by their places. */
export async function apply(
  world: World,
  side: Side,
  order: readonly number[],
): Promise<readonly Applied[]> {
  const folder = temporary();
  try {
    write(builtFilesOf(side, world), folder);
    const applied: Applied[] = [];
    for (const index of order) {
      const deployer = side.deployers[index];
      const path = join(folder, deployer.folder);
      if (!existsSync(path)) mkdirSync(path, { recursive: true });
      const command = commandOf(world, deployer, path);
      const { code, stdout, stderr } = await run('timeout', [END, ...command]);
      const words = `${stdout}${stderr}`.trim().split('\n').at(-1)!;
      applied.push({ deployer: deployer.name, exit: code, words });
    }
    return applied;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function commandOf(
  { id, engine, isServerSide }: World,
  { name, prunes, syncOptions, isForced }: Deployer,
  folder: string,
): string[] {
  if (engine === 'kubectl') {
    return [
      'kubectl',
      'apply',
      '--recursive',
      ...['--filename', folder],
      ...(isServerSide ? ['--server-side', '--force-conflicts'] : []),
      ...(prunes ? ['--prune', '--selector', `world=${id}`] : []),
    ];
  }
  const tool = process.env.GITOPS_SYNC!;
  if (engine === 'flux') {
    return [
      tool,
      'flux',
      ...['--dir', folder, '--name', name, '--timeout', TIMEOUT],
      ...(prunes ? ['--prune'] : []),
      ...(isForced ? ['--force'] : []),
    ];
  }
  return [
    tool,
    'argo',
    ...['--dir', folder, '--app', name, '--timeout', TIMEOUT, '--no-wait-health'],
    ...(prunes ? ['--prune'] : []),
    ...(isServerSide ? ['--server-side'] : []),
    ...syncOptions.flatMap((option) => ['--sync-option', option]),
  ];
}
