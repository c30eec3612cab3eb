/**
 * The engines of Argo CD and Flux, from the command line: what GITOPS_SYNC names applies objects as
 * they would.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mustKubectl, run } from './kubectl';
import { EngineEvent } from '../../support/gitops-model';

const tool = process.env.GITOPS_SYNC;

/** Why the engines cannot be tried; undefined if they can. */
export const withoutEngines = tool ? undefined : 'GITOPS_SYNC names no gitops-sync';

/** The engines, as the tool calls them. */
export type Engine = 'argo' | 'flux';

/** How one run of an engine ended. */
export interface Synced {
  readonly exit: number;
  readonly sync?: string;
  readonly health?: string;
  /** What it said at the end, where it ended badly. */
  readonly log: readonly string[];
  readonly events: readonly EngineEvent[];
}

/**
 * Applies objects, once. What was applied under this name before and is missing now is pruned with
 * `--prune`.
 */
export async function sync(
  engine: Engine,
  name: string,
  manifests: readonly object[],
  ...options: string[]
): Promise<Synced> {
  const folder = mkdtempSync(join(tmpdir(), 'sync-'));
  try {
    writeFileSync(
      join(folder, 'all.yaml'),
      manifests.map((manifest) => `${JSON.stringify(manifest)}\n`).join('---\n'),
    );
    const named = engine === 'argo' ? ['--app', name] : ['--name', name];
    const { code, stdout, stderr } = await run(tool!, [
      engine,
      '--dir',
      folder,
      ...named,
      '--timeout',
      '120s',
      ...options,
    ]);
    const lines = stdout.trim().split('\n');
    const events = lines.filter((line) => line.startsWith('{')).map((line) => JSON.parse(line));
    const { sync: status, health } = events.at(-1) ?? {};
    return {
      exit: code,
      sync: status,
      health,
      log: code === 0 ? [] : [...lines.slice(-20), stderr],
      events,
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Lets Flux forget what it applied under a name. */
export async function forget(name: string): Promise<void> {
  await mustKubectl([
    'delete',
    'configmap',
    `flux-inventory-${name}`,
    '--namespace',
    'default',
    '--ignore-not-found',
  ]);
}
