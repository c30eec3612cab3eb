/** `cdk8s-volumes check`: reads the input, judges it, and says what is wrong. */
import { Arguments, fail } from './args';
import { baselineFrom, explanationOf, newFindings, reportOf, writeBaseline } from './check-report';
import { readInputs } from './files';
import { Io, Status } from './io';
import { Command } from './options';
import { excludesOf, namespaceOf, valueOf } from './settings';
import { checkDocuments, CheckRequest } from '../check';
import { parseVersion, targetFacts, TargetSpec } from '../facts';
import { harmless, hasErrors, show } from '../findings';

/** Runs the command. Throws a `UsageError` before anything is written. */
export async function runCheck(args: Arguments, command: Command, io: Io): Promise<Status> {
  const rule = valueOf(args, 'explain');
  if (rule !== undefined) {
    await io.writeStdout(explanationOf(rule, command));
    return Status.FINE;
  }
  const request = requestOf(args, command);
  const exclude = excludesOf(args, command);
  const baseline = baselineFrom(args);
  const written = valueOf(args, 'write-baseline');
  const inputs = await readInputs(args.positionals, { exclude, written: written ?? valueOf(args, 'baseline') }, io);
  const { findings: all, notes, objects } = checkDocuments(inputs, request);
  for (const { words } of notes) io.writeStderr(`${harmless(words)}\n`);
  if (objects === 0) io.writeStderr('there are no objects in the input\n');
  if (written !== undefined) {
    await writeBaseline(written, all, inputs, io);
    return Status.FINE;
  }
  const findings = newFindings(all, baseline, io);
  await io.writeStdout(reportOf(findings, inputs, args, io));
  const isBad = hasErrors(findings) || (args.options.has('strict') && findings.length > 0);
  return isBad ? Status.FINDINGS : Status.FINE;
}

/** What `--kubernetes`, `--platform` and `--namespace` ask for. Throws a `UsageError`. */
export function requestOf(args: Arguments, command: Command): CheckRequest {
  const kubernetes = valueOf(args, 'kubernetes');
  if (kubernetes !== undefined && !parseVersion(kubernetes)) fail(`--kubernetes ${show(kubernetes)} is not a version of Kubernetes, such as 1.34`, command);
  const platform = valueOf(args, 'platform') as TargetSpec['platform'];
  return {
    target: targetFacts({ kubernetes, platform }),
    render: { operatorMode: false, operatorPreset: 'chart', operatorEnv: {}, namespace: namespaceOf(args, command), only: false },
  };
}
