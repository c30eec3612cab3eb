/** `cdk8s-volumes map`: reads the input, and draws who mounts what. */
import { Arguments } from './args';
import { requestOf } from './check-command';
import { tellUnreadable } from './check-report';
import { configOf } from './config';
import { readInputs } from './files';
import { Io, Status } from './io';
import { Command } from './options';
import { checkTargets, writeAll } from './output';
import { excludesOf, fileOrStdout, valueOf } from './settings';
import { checkDocuments, objectKey } from '../check';
import { harmless } from '../findings';
import { MapFormat, printMap, volumeMap } from '../map';

/** Runs the command. Throws a `UsageError` before anything is written. */
export async function runMap(args: Arguments, command: Command, io: Io): Promise<Status> {
  const { config, file } = configOf(args);
  const request = requestOf(args, config, command);
  const exclude = [...config.exclude ?? [], ...excludesOf(args, command)];
  const outFile = fileOrStdout(valueOf(args, 'out-file'));
  const inputs = await readInputs(args.positionals, { exclude, others: [file, outFile === '-' ? undefined : outFile] }, io);
  const { findings, notes, objects, topology } = checkDocuments(inputs, request);
  for (const { words } of notes) io.writeStderr(`${harmless(words)}\n`);
  if (tellUnreadable(findings, io)) return Status.FINDINGS;
  if (objects === 0) io.writeStderr('there are no objects in the input\n');
  const map = volumeMap(topology(), findings.map((finding) => ({ ...finding, construct: objectKey(finding) })));
  const text = printMap(map, (valueOf(args, 'output') ?? 'mermaid') as MapFormat);
  if (outFile === undefined || outFile === '-') {
    await io.writeStdout(text);
    return Status.FINE;
  }
  const files = [{ path: outFile, pieces: [text] }];
  checkTargets(files, inputs.map(({ realPath }) => realPath), io);
  await writeAll(files, undefined, io);
  io.writeStderr(`wrote ${harmless(outFile)}\n`);
  return Status.FINE;
}
