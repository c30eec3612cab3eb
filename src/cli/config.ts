/**
 * The configuration file of a run: the one that is named, or the one that lies where the program is
 * run.
 */
import { existsSync } from 'node:fs';
import { Arguments, fail } from './args';
import { Io, tell, UsageError } from './io';
import { Command, ENGINES } from './options';
import { Reader } from './reading';
import { valueOf } from './settings';
import { CheckConfig, CONFIG_FILE, readConfig } from '../check/config';
import { TargetFacts, targetFacts, TargetSpec, withinTarget } from '../facts';
import { describeFinding, hasErrors, show } from '../findings';
import { newestMinor, parseVersion } from '../model';
import { ReadOut, targetOfReadOut } from '../read-out';

/** A configuration, and the file that it is from. */
interface LoadedConfig {
  readonly config: CheckConfig;
  readonly file?: string;
}

/**
 * The configuration of `--config`, or of the folder that the program is run in; without one,
 * nothing. Throws a `UsageError` with all that is wrong.
 */
export function configOf(args: Arguments): LoadedConfig {
  const named = valueOf(args, 'config');
  const file = named ?? (existsSync(CONFIG_FILE) ? CONFIG_FILE : undefined);
  if (file === undefined) return { config: {} };
  const { config, findings } = readConfig(file, new Reader().file(file));
  if (hasErrors(findings)) {
    const lines = findings.map(
      (finding) => `${finding.file}:${finding.line}: ${describeFinding(finding)}`,
    );
    throw new UsageError(lines.join('\n'));
  }
  return { config, file };
}

/**
 * The target: what options say wins over what the file says, and that over what the cluster shows.
 * Throws a `UsageError`.
 */
export function targetOf(
  args: Arguments,
  { target = {} }: CheckConfig,
  command: Command,
  cluster?: ReadOut,
): TargetFacts {
  const kubernetes = kubernetesOf(args, command);
  const platform = valueOf(args, 'platform') as TargetSpec['platform'];
  // Other engines than these two need nothing of manifests.
  const engine = ENGINES[valueOf(args, 'engine') as keyof typeof ENGINES] as
    | (typeof ENGINES)[keyof typeof ENGINES]
    | undefined;
  return targetFacts(
    withinTarget(withinTarget(cluster ? targetOfReadOut(cluster) : {}, target), {
      ...(kubernetes === undefined ? {} : { kubernetes }),
      ...(platform === undefined ? {} : { platform }),
      ...(engine === undefined ? {} : { gitops: engine }),
    }),
  );
}

/** The oldest minor version of which kinds and gates are known. */
const OLDEST = 21;

/**
 * The value of `--kubernetes`: a version that is known, or the one after the newest of these, of
 * which only what is new is unknown. Throws a `UsageError`.
 */
export function kubernetesOf(args: Arguments, command: Command): string | undefined {
  const kubernetes = valueOf(args, 'kubernetes');
  if (kubernetes === undefined) return undefined;
  const version = parseVersion(kubernetes);
  if (!version) {
    fail(`--kubernetes ${show(kubernetes)} is not a version of Kubernetes, such as 1.34`, command);
  }
  const newest = newestMinor();
  if (version.minor < OLDEST || version.minor > newest + 1) {
    fail(
      `--kubernetes ${show(kubernetes)} is not a known version: this release supports 1.${OLDEST} to 1.${newest}`,
      command,
    );
  }
  return kubernetes;
}

/** Says that a version is newer than what is known of Kubernetes. */
export function tellNewer(minor: number | undefined, io: Io): void {
  if (minor === undefined) return;
  const newest = newestMinor();
  if (minor <= newest) return;
  tell(
    `Kubernetes 1.${minor} is newer than 1.${newest}, the newest version that this release supports: what it changes is not checked`,
    io,
  );
}
