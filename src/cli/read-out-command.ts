/** `cdk8s-volumes read-out`: prints the kubectl command whose output `--cluster` reads. */
import { Arguments } from './args';
import { configOf, targetOf, tellNewer } from './config';
import { readInputs } from './files';
import { Io, Status, tell } from './io';
import { Command } from './options';
import { excludesOf, valueOf } from './settings';
import { sortSources } from '../check/folders';
import { describeFinding } from '../findings';
import { readOutCommand } from '../read-out';
import { entriesOf, Input, RenderFinding } from '../render/entries';
import { withoutSkipped } from '../render/skipped';

/** Runs the command. Throws a `UsageError` before anything is written. */
export async function runReadOut(args: Arguments, command: Command, io: Io): Promise<Status> {
  const { config, file } = configOf(args);
  const { minor } = targetOf(args, config, command);
  tellNewer(minor, io);
  const exclude = excludesOf(args, command, config);
  const inputs =
    args.positionals.length === 0
      ? []
      : await readInputs(args.positionals, { exclude, others: [file] }, io);
  const { sources } = sortSources(inputs);
  const problems: RenderFinding[] = [];
  const kinds = sources.flatMap((source, index) =>
    entriesOf(new Input(index, source), problems, true).map(({ data }) => data),
  );
  const { findings } = withoutSkipped(problems, sources);
  for (const finding of findings) {
    tell(`${finding.file}:${finding.line}: ${describeFinding(finding)}`, io);
  }
  if (findings.length > 0) return Status.USAGE;
  await io.writeStdout(
    `${readOutCommand({ minor, kinds, context: valueOf(args, 'context'), hasSecrets: args.options.has('secrets') })}\n`,
  );
  return Status.FINE;
}
