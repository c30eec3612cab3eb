/** `cdk8s-volumes diff`: reads two sets of files, compares them, and says what the change does. */
import { Arguments, fail } from './args';
import { diffMap } from './diff-map';
import { diffJson, diffMarkdown, diffText } from './diff-report';
import { InputFile, readInputs } from './files';
import { isRevision, readRevision } from './git';
import { Io, Status } from './io';
import { Command } from './options';
import { excludesOf, isColoured, namespaceOf, valueOf } from './settings';
import { versionOf } from './version';
import { sortSources } from '../check/folders';
import { diffDocuments, DiffOptions, DocumentsDiff, PruningEngine } from '../diff';
import { parseVersion } from '../facts';
import { harmless, hasErrors, show } from '../findings';
import { formatFindings } from '../report';

/** Formats with a place for plans. */
const PLANNED = ['text', 'markdown', 'json'];

/** Runs the command. Throws a `UsageError` before anything is written. */
export async function runDiff(args: Arguments, command: Command, io: Io): Promise<Status> {
  const options = optionsOf(args, command);
  const exclude = excludesOf(args, command);
  const [old, next, ...more] = args.positionals;
  if (next === undefined || more.length > 0) fail(`specify two sets of files, the old one and the new one; there ${args.positionals.length === 1 ? 'is' : 'are'} ${args.positionals.length}`, command);
  const isStdin = (one: string) => one === '-' || one === '/dev/stdin';
  if (isStdin(old) && isStdin(next)) fail('only one of OLD and NEW can be standard input', command);
  const before = await read(old, exclude, io);
  const after = await read(next, exclude, io);
  const [oldSources, newSources] = [before, after].map((files) => sortSources(files));
  for (const { words } of [...oldSources.notes, ...newSources.notes]) io.writeStderr(`${harmless(words)}\n`);
  const diff = diffDocuments(oldSources.sources, newSources.sources, options);
  if (diff.isUnreadable) {
    io.writeStderr(formatFindings('text', diff.findings, { version: versionOf(), color: isColoured(io.stderrIsTerminal, io) }));
    return Status.USAGE;
  }
  await io.writeStdout(textOf(diff, after, args, options, io));
  return hasErrors(diff.findings) ? Status.FINDINGS : Status.FINE;
}

async function read(arg: string, exclude: readonly string[], io: Io): Promise<InputFile[]> {
  return isRevision(arg) ? readRevision(arg, exclude) : readInputs([arg], { exclude }, io);
}

function optionsOf(args: Arguments, command: Command): DiffOptions {
  const kubernetes = valueOf(args, 'kubernetes');
  const version = kubernetes === undefined ? undefined : parseVersion(kubernetes);
  if (kubernetes !== undefined && !version) fail(`--kubernetes ${show(kubernetes)} is not a version of Kubernetes, such as 1.34`, command);
  if (args.options.has('server-side') && args.options.has('client-side')) fail('use only one of --server-side and --client-side', command);
  const engine = valueOf(args, 'engine');
  const format = valueOf(args, 'output');
  if (args.options.has('plan') && !PLANNED.includes(format ?? 'text')) fail(`--plan works only with text, markdown and json, not with ${format}`, command);
  const bound = (args.options.get('bound') ?? []).flatMap((one) => one.split(',')).map((one) => one.trim()).filter((one) => one !== '');
  const every = bound.find((one) => one === 'all' || one === 'none') as 'all' | 'none' | undefined;
  if (every !== undefined && bound.length > 1) fail(`--bound ${every} covers every claim; do not name others as well`, command);
  return {
    way: args.options.has('client-side') ? 'clientSide' : 'serverSide',
    ...engine === undefined ? {} : { engine: engine as PruningEngine },
    isPlanned: args.options.has('plan'),
    isFresh: args.options.has('fresh'),
    namespace: namespaceOf(args, command),
    ...version === undefined ? {} : { minor: version.minor },
    ...bound.length === 0 ? {} : { bound: every ?? bound },
  };
}

function textOf(diff: DocumentsDiff, sources: readonly InputFile[], args: Arguments, options: DiffOptions, io: Io): string {
  const format = valueOf(args, 'output') ?? 'text';
  if (format === 'json') return diffJson(diff);
  if (format === 'markdown') return diffMarkdown(diff);
  if (format === 'mermaid' || format === 'svg' || format === 'html') return diffMap(diff, format, options);
  if (format === 'text') return diffText(diff, isColoured(io.stdoutIsTerminal, io));
  return formatFindings(format as 'sarif' | 'github', diff.findings, { version: versionOf(), sources, root: process.cwd() });
}
