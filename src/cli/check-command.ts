/** `cdk8s-volumes check`: reads the input, judges it, and says what is wrong. */
import { Arguments, fail } from './args';
import {
  baselineFrom,
  explanationOf,
  newFindings,
  tellUnreadable,
  writeBaseline,
  writeReport,
} from './check-report';
import { clusterOf, inputsBeside } from './cluster';
import { configOf, targetOf, tellNewer } from './config';
import { definitionsFor } from './definitions';
import { Io, Status } from './io';
import { tellNotes } from './notes';
import { Command } from './options';
import { asksForOwnership, ownershipOf } from './ownership-report';
import { lengthOf, withProgress, wordsOfWork } from './progress';
import { excludesOf, namespaceOf, valueOf } from './settings';
import { CheckConfig, checkDocuments, CheckRequest, nothingRead } from '../check';
import { workloadKindFrom } from '../facts';
import { hasErrors, show } from '../findings';
import { ReadOut } from '../read-out';

/** Runs the command. Throws a `UsageError` before anything is written. */
export async function runCheck(args: Arguments, command: Command, io: Io): Promise<Status> {
  const rule = valueOf(args, 'explain');
  if (rule !== undefined) {
    if (args.positionals.length > 0) {
      fail(`--explain reads no files: remove ${args.positionals.join(' ')}`, command);
    }
    await io.writeStdout(explanationOf(rule, command, `--explain ${show(rule)}`));
    return Status.FINE;
  }
  const isOnOwnership = asksForOwnership(args, command);
  const { config, file } = configOf(args);
  const cluster = await clusterOf(args, command, io);
  const request = requestOf(args, config, command, cluster);
  tellNewer(request.target?.minor, io);
  const whatIf = args.options.has('what-if')
    ? (require('./what-if-command') as typeof import('./what-if-command'))
    : undefined;
  const question = whatIf?.questionOf(args, command);
  const exclude = excludesOf(args, command, config);
  const baseline = baselineFrom(args);
  const written = valueOf(args, 'write-baseline');
  const left = { exclude, others: [file, written, valueOf(args, 'baseline')] };
  const inputs = await inputsBeside(cluster, args, left, io);
  const definitions = definitionsFor(inputs, args, config, io);
  const result = await withProgress(
    wordsOfWork('checking', inputs),
    lengthOf(inputs),
    { args, io },
    () => checkDocuments(inputs, { ...request, definitions }),
  );
  const nothing = cluster && inputs.length === 0 ? [] : nothingRead(result, inputs.length);
  const all = [...result.findings, ...nothing];
  // Where nothing is read, the warning says how to render what is skipped.
  const isTold = nothing.length > 0;
  tellNotes(isTold ? result.notes.filter(({ rendering }) => !rendering) : result.notes, args, io);
  if (isOnOwnership) {
    const isMissing = tellUnreadable(all, args, io);
    await io.writeStdout(ownershipOf(result, args));
    return isMissing ? Status.FINDINGS : Status.FINE;
  }
  if (whatIf && question !== undefined) {
    return whatIf.tellWhatIf(question, { ...result, findings: all }, request, args, io);
  }
  if (written !== undefined) {
    await writeBaseline(written, all, inputs, io);
    return Status.FINE;
  }
  const findings = newFindings(all, baseline, args, io);
  await writeReport(findings, { inputs, read: result }, args, io);
  const isBad = hasErrors(findings) || (args.options.has('strict') && findings.length > 0);
  return isBad ? Status.FINDINGS : Status.FINE;
}

/** What `--kubernetes`, `--platform` and `--namespace` ask for. Throws a `UsageError`. */
export function requestOf(
  args: Arguments,
  config: CheckConfig,
  command: Command,
  cluster?: ReadOut,
): CheckRequest {
  const { render = {}, acknowledge, workloadKinds } = config;
  return {
    target: targetOf(args, config, command, cluster),
    cluster,
    render: {
      operatorMode: false,
      operatorPreset: render.operatorPreset ?? 'chart',
      operatorEnv: {},
      only: false,
      passThrough: render.passThrough,
      defaults: render.defaults,
      workloadKinds: workloadKinds?.map(workloadKindFrom),
      namespace: namespaceOf(args, command) ?? render.namespace,
    },
    acknowledge,
  };
}
