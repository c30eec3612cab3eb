/** `cdk8s-volumes map`: reads the input, and draws who mounts what. */
import { Arguments } from './args';
import { requestOf } from './check-command';
import { tellUnreadable } from './check-report';
import { clusterOf, inputsBeside } from './cluster';
import { configOf, tellNewer } from './config';
import { Io, Status, tell } from './io';
import { tellAside, tellNotes } from './notes';
import { Command } from './options';
import { writeWhole } from './output';
import { lengthOf, withProgress, wordsOfWork } from './progress';
import { excludesOf, fileOrStdout, reportOptions, valueOf } from './settings';
import { checkDocuments, objectKey } from '../check';
import { foldedMap, MapFormat, printMap, volumeMap } from '../map';

/** Runs the command. Throws a `UsageError` before anything is written. */
export async function runMap(args: Arguments, command: Command, io: Io): Promise<Status> {
  const { config, file } = configOf(args);
  const cluster = await clusterOf(args, command, io);
  const request = requestOf(args, config, command, cluster);
  tellNewer(request.target?.minor, io);
  const exclude = excludesOf(args, command, config);
  const outFile = fileOrStdout(valueOf(args, 'out-file'));
  const left = { exclude, others: [file, outFile === '-' ? undefined : outFile] };
  const inputs = await inputsBeside(cluster, args, left, io);
  const { findings, notes, objects, topology } = await withProgress(
    wordsOfWork('reading', inputs),
    lengthOf(inputs),
    { args, io },
    () => checkDocuments(inputs, { ...request, command: 'map' }),
  );
  tellNotes(notes, args, io);
  const status = tellUnreadable(findings, args, io) ? Status.FINDINGS : Status.FINE;
  if (objects === 0 && !cluster) {
    tell('there are no objects in the input: there is nothing to draw', io);
  }
  const map = volumeMap(
    topology(),
    findings.map((finding) => ({ ...finding, construct: objectKey(finding) })),
  );
  const toTerminal = io.stdoutIsTerminal && (outFile === undefined || outFile === '-');
  const format = (valueOf(args, 'output') ?? (toTerminal ? 'text' : 'mermaid')) as MapFormat;
  const isWhole = format === 'json' || args.options.has('expand');
  const { color, width } = reportOptions('stdout', args, io);
  const text = printMap(isWhole ? map : foldedMap(map), format, toTerminal ? { color, width } : {});
  if (outFile === undefined || outFile === '-') {
    await io.writeStdout(text);
    return status;
  }
  await writeWhole(outFile, text, inputs, io);
  tellAside(`wrote ${outFile}`, args, io);
  return status;
}
