/** `cdk8s-volumes check`: reads the input, judges it, and says what is wrong. */
import { Arguments, fail } from './args';
import { readInputs } from './files';
import { Io, Status } from './io';
import { Command } from './options';
import { findingsJson, reportText } from './report';
import { excludesOf, isColoured, namespaceOf, valueOf } from './settings';
import { checkDocuments, CheckRequest } from '../check';
import { parseVersion, targetFacts, TargetSpec } from '../facts';
import { harmless, hasErrors, show } from '../findings';

/** Runs the command. Throws a `UsageError` before anything is written. */
export async function runCheck(args: Arguments, command: Command, io: Io): Promise<Status> {
  const request = requestOf(args, command);
  const exclude = excludesOf(args, command);
  const inputs = await readInputs(args.positionals, { exclude }, io);
  const { findings, notes, objects } = checkDocuments(inputs, request);
  for (const { words } of notes) io.writeStderr(`${harmless(words)}\n`);
  if (valueOf(args, 'output') === 'json') await io.writeStdout(findingsJson(findings));
  else await io.writeStdout(reportText(findings, isColoured(io)));
  if (objects === 0) io.writeStderr('there are no objects in the input\n');
  const isBad = hasErrors(findings) || (args.options.has('strict') && findings.length > 0);
  return isBad ? Status.FINDINGS : Status.FINE;
}

function requestOf(args: Arguments, command: Command): CheckRequest {
  const kubernetes = valueOf(args, 'kubernetes');
  if (kubernetes !== undefined && !parseVersion(kubernetes)) fail(`--kubernetes ${show(kubernetes)} is not a version of Kubernetes, such as 1.34`, command);
  const platform = valueOf(args, 'platform') as TargetSpec['platform'];
  return {
    target: targetFacts({ kubernetes, platform }),
    render: { operatorMode: false, operatorPreset: 'chart', operatorEnv: {}, namespace: namespaceOf(args, command), only: false },
  };
}
