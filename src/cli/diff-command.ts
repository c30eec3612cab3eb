/** `cdk8s-volumes diff`: reads two sets of files, compares them, and says what the change does. */
import { existsSync } from 'node:fs';
import { Arguments, fail } from './args';
import { clusterOf } from './cluster';
import { tellOlder } from './cluster-age';
import { configOf, kubernetesOf, targetOf, tellNewer } from './config';
import { definitionsFor } from './definitions';
import { withoutDropped } from './diff-kustomize';
import { diffJson, diffMarkdown, diffText } from './diff-report';
import { InputFile, readInputs } from './files';
import { inWorkingTree, isRevision, isWholeRevision, readRevision, revisionPathOf } from './git';
import { Io, NoFilesError, Status, tell, UsageError } from './io';
import { tellNotes } from './notes';
import { Command, ENGINES } from './options';
import { writeWhole } from './output';
import { placeOf } from './places';
import { lengthOf, withProgress, wordsOfWork } from './progress';
import { excludesOf, namespaceOf, reportOptions, valueOf } from './settings';
import { DEFAULT_NAMESPACE } from '../check';
import type { CheckConfig } from '../check/config';
import { placesOf, sortSources } from '../check/folders';
import { DataVerdict, diffDocuments, DiffOptions, DocumentsDiff, PruningEngine } from '../diff';
import { TargetFacts, workloadKindFrom } from '../facts';
import { hasErrors, show } from '../findings';
import { readWorld } from '../judge';
import { parseVersion } from '../model';
import { ReadOut } from '../read-out';
import { formatFindings } from '../report';
import { QUESTIONS, WhatIf, whatIf } from '../what-if';

/** Formats with a place for plans. */
const PLANNED = ['text', 'markdown', 'json'];

/** Runs the command. Throws a `UsageError` before anything is written. */
export async function runDiff(args: Arguments, command: Command, io: Io): Promise<Status> {
  const { config } = configOf(args);
  const cluster = await clusterOf(args, command, io);
  const target = targetOf(args, config, command, cluster);
  const options: DiffOptions = {
    ...optionsOf(args, config, command, cluster),
    driver: target.driver,
  };
  tellNewer(options.minor, io);
  const exclude = excludesOf(args, command, config);
  const { old, next } = sidesOf(args, command);
  if (cluster) tellOlder(cluster, old ?? (args.options.has('drift') ? next : undefined), io);
  const [before, after] =
    old === undefined
      ? [[], await readInputsOf(next, exclude, io)]
      : await readSides(old, next, exclude, io);
  const built = withoutDropped(before, after);
  const oldSources = sortSources(before, 'diff');
  const newSources = sortSources(built.files, 'diff', placesOf(before, oldSources));
  const inputs = [...before, ...after];
  const definitions = definitionsFor(inputs, args, config, io);
  const diff = await withProgress(
    wordsOfWork('comparing', inputs),
    lengthOf(inputs),
    { args, io },
    () => diffDocuments(oldSources.sources, newSources.sources, { ...options, definitions }),
  );
  tellNotes([...oldSources.notes, ...newSources.notes, ...built.notes, ...diff.skipped], args, io);
  io.writeStderr(formatFindings('text', diff.unreadable, reportOptions('stderr', args, io)));
  await writeDiff(diff, after, { args, options, target }, io);
  const failing = failingData(args);
  const isDoubtful = diff.objects.some(
    ({ data, of }) =>
      data !== undefined && failing.includes(data) && of?.startsWith('Pod/') !== true,
  );
  const isDrifted = args.options.has('strict') && (diff.drift ?? []).length > 0;
  return hasErrors(diff.findings) || isDoubtful || isDrifted ? Status.FINDINGS : Status.FINE;
}

interface Asked {
  readonly args: Arguments;
  readonly options: DiffOptions;
  readonly target: TargetFacts;
}

/**
 * The old set of files and the new one, which will do beside a cluster, or where nothing has been
 * applied yet. Throws a `UsageError`.
 */
function sidesOf(
  { positionals, options }: Arguments,
  command: Command,
): { readonly old?: string; readonly next: string } {
  const needsNoOld = options.has('cluster') || options.has('fresh');
  const [old, next, ...more] = positionals;
  if (needsNoOld && positionals.length === 1) return { next: old };
  if (next === undefined || more.length > 0) {
    fail(
      needsNoOld
        ? `specify the new set of files, and the old one before it if it is at hand; there are ${positionals.length}`
        : `specify two sets of files, the old one and the new one; there ${positionals.length === 1 ? 'is' : 'are'} ${positionals.length}`,
      command,
    );
  }
  const isStdin = (one: string) => one === '-' || one === '/dev/stdin';
  if (isStdin(old) && isStdin(next)) fail('only one of OLD and NEW can be standard input', command);
  return { old, next };
}

/** What may not become of data, besides being lost. */
function failingData(args: Arguments): readonly DataVerdict[] {
  const limit = valueOf(args, 'fail-on');
  if (limit === 'left-behind') return ['may be lost', 'left behind'];
  return limit === 'may-be-lost' || args.options.has('strict') ? ['may be lost'] : [];
}

/**
 * Both sides; one of them may be empty, if the other one shows that its name is right. Throws a
 * `UsageError`.
 */
async function readSides(
  old: string,
  next: string,
  exclude: readonly string[],
  io: Io,
): Promise<readonly [InputFile[], InputFile[]]> {
  const before = await read(old, exclude, io);
  const after = await read(next, exclude, io);
  if (before instanceof Error && (after instanceof Error || !isKnown(old, before, next))) {
    throw misspelt(old, before);
  }
  if (after instanceof Error && !isKnown(next, after, old)) throw misspelt(next, after);
  return [emptyIfNone('OLD', before, io), emptyIfNone('NEW', after, io)];
}

async function read(
  arg: string,
  exclude: readonly string[],
  io: Io,
): Promise<InputFile[] | NoFilesError> {
  try {
    return isRevision(arg)
      ? readRevision(arg, exclude, io)
      : await readInputs([arg], { exclude }, io);
  } catch (error) {
    if (error instanceof NoFilesError) return error;
    throw error;
  }
}

/** The new side alone. Throws a `UsageError` where there is nothing. */
async function readInputsOf(arg: string, exclude: readonly string[], io: Io): Promise<InputFile[]> {
  const found = await read(arg, exclude, io);
  if (found instanceof Error) throw misspelt(arg, found);
  return found;
}

/** Options that say something of a cluster, which has to be there. */
const OF_CLUSTER = ['drift', 'field-manager', 'force-conflicts', 'application'];

function emptyIfNone(side: string, files: InputFile[] | NoFilesError, io: Io): InputFile[] {
  if (!(files instanceof Error)) return files;
  tell(`${files.message}: ${side} is empty`, io);
  return [];
}

function misspelt(arg: string, { message, isThere }: NoFilesError): UsageError {
  if (isThere) return new UsageError(message);
  const hint = isWholeRevision(arg)
    ? `${show(arg)} is a revision: name a path in it, such as ${arg}:deploy`
    : 'check the path';
  return new UsageError(`${message}; ${hint}`);
}

/**
 * Whether a path is right though nothing is there: a folder without files, or one that only the
 * other side or the working tree has.
 */
function isKnown(arg: string, { isThere }: NoFilesError, other: string): boolean {
  if (isThere) return true;
  const isOther = isRevision(other);
  if (isRevision(arg)) {
    const own = revisionPathOf(arg);
    return (
      (isOther && revisionPathOf(other).path === own.path) || existsSync(inWorkingTree(own) ?? '')
    );
  }
  const place = isOther ? inWorkingTree(revisionPathOf(other)) : undefined;
  return place !== undefined && placeOf(arg) === placeOf(place);
}

function optionsOf(
  args: Arguments,
  config: CheckConfig,
  command: Command,
  cluster: ReadOut | undefined,
): DiffOptions {
  const { workloadKinds, target } = config;
  const kubernetes = kubernetesOf(args, command) ?? target?.kubernetes ?? cluster?.kubernetes;
  const alone = OF_CLUSTER.find((name) => args.options.has(name));
  if (alone !== undefined && !cluster) fail(`--${alone} needs --cluster`, command);
  if (cluster && args.options.has('fresh')) {
    fail('use only one of --cluster and --fresh', command);
  }
  const [manager, application] = ['field-manager', 'application'].map((one) => valueOf(args, one));
  const version = kubernetes === undefined ? undefined : parseVersion(kubernetes);
  if (args.options.has('server-side') && args.options.has('client-side')) {
    fail('use only one of --server-side and --client-side', command);
  }
  const engine = valueOf(args, 'engine') ?? engineOf(config);
  const format = valueOf(args, 'output');
  if (args.options.has('plan') && !PLANNED.includes(format ?? 'text')) {
    fail(`--plan works only with text, markdown and json, not with ${format}`, command);
  }
  const bound = (args.options.get('bound') ?? [])
    .flatMap((one) => one.split(','))
    .map((one) => one.trim())
    .filter((one) => one !== '');
  const every = bound.find((one) => one === 'all' || one === 'none') as 'all' | 'none' | undefined;
  if (every !== undefined && bound.length > 1) {
    fail(`--bound ${every} covers every claim; do not name others as well`, command);
  }
  return {
    // What lives in a cluster shows how it was applied.
    ...(cluster && !args.options.has('server-side') && !args.options.has('client-side')
      ? {}
      : { way: args.options.has('client-side') ? 'clientSide' : 'serverSide' }),
    ...(cluster ? { cluster, isDriftTold: args.options.has('drift') } : {}),
    ...(manager === undefined ? {} : { manager }),
    ...(application === undefined ? {} : { application }),
    ...(args.options.has('force-conflicts') ? { force: true } : {}),
    ...(engine === undefined ? {} : { engine: engine as PruningEngine }),
    ...(args.options.has('no-prune') ? { prunes: false } : {}),
    isPlanned: args.options.has('plan'),
    isFresh: args.options.has('fresh'),
    namespace: namespaceOf(args, command),
    ...(target?.defaultStorageClassName === undefined
      ? {}
      : { defaultStorageClassName: target.defaultStorageClassName }),
    ...(workloadKinds ? { workloadKinds: workloadKinds.map(workloadKindFrom) } : {}),
    ...(version === undefined ? {} : { minor: version.minor }),
    ...(bound.length === 0 ? {} : { bound: every ?? bound }),
  };
}

/** The engine of the configuration, as options name it. */
function engineOf({ target }: CheckConfig): PruningEngine | undefined {
  const engines = Object.keys(ENGINES) as (keyof typeof ENGINES)[];
  return engines.find((engine) => ENGINES[engine] === target?.gitops);
}

/** Writes the answer: what is cut is also written to a file as a whole, if one is named. */
async function writeDiff(
  diff: DocumentsDiff,
  sources: readonly InputFile[],
  { args, options, target }: Asked,
  io: Io,
): Promise<void> {
  const format = valueOf(args, 'output') ?? 'text';
  const whole = valueOf(args, 'full-report');
  const report = reportOptions('stdout', args, io);
  const isWhatIf = format === 'markdown' && !args.options.has('no-what-if');
  const people = {
    isColour: report.color,
    width: report.width,
    isWhole: args.options.has('verbose'),
    whole,
    whatIf: isWhatIf ? whatIfOf(diff, options, target) : [],
  };
  const textOf = (isWhole: boolean): string => {
    if (format === 'json') return diffJson(diff);
    if (format === 'markdown') return diffMarkdown(diff, { ...people, isWhole });
    if (format === 'text') return diffText(diff, { ...people, isWhole: isWhole || people.isWhole });
    if (format === 'mermaid' || format === 'svg' || format === 'html') {
      // Only pictures need what draws them.
      const { diffMap }: typeof import('./diff-map') = require('./diff-map');
      return diffMap(diff, format, options);
    }
    return formatFindings(format as 'sarif' | 'github', diff.findings, { ...report, sources });
  };
  if (whole !== undefined) await writeWhole(whole, textOf(true), sources, io);
  await io.writeStdout(textOf(false));
}

/** What would be lost by later events in the state of NEW. */
function whatIfOf(
  { next, filesOf }: DocumentsDiff,
  { namespace = DEFAULT_NAMESPACE, workloadKinds }: DiffOptions,
  target: TargetFacts,
): WhatIf[] {
  const world = readWorld(next, target, { namespace, workloadKinds });
  return QUESTIONS.map((question) => whatIf(question, world, namespace, undefined, filesOf));
}
