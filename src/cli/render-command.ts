/**
 * `cdk8s-volumes render`: reads the input, renders it, and writes either objects or what is wrong.
 */
import { join } from 'node:path';
import { groupedBy } from '../kube';
import { Arguments, fail } from './args';
import { configOf, targetOf } from './config';
import { InputFile, readInputs } from './files';
import { Io, Status } from './io';
import { tellAside } from './notes';
import { Command, ENGINES } from './options';
import { checkTargets, OutputFile, writeAll } from './output';
import { lengthOf, withProgress, wordsOfWork } from './progress';
import { Reader } from './reading';
import { excludesOf, fileOrStdout, namespaceOf, reportOptions, valueOf } from './settings';
import { versionOf } from './version';
// The rest of that room is loaded by who checks.
import { annotatedObject, withoutAcknowledged } from '../check/acknowledge';
import { workloadKindFrom } from '../facts';
import { hasErrors, show } from '../findings';
import {
  Format,
  KINDS,
  Output,
  printPieces,
  renderDocuments,
  RenderFinding,
  RenderRequest,
} from '../render';
import { formatFindings } from '../report';

interface Settings {
  readonly request: RenderRequest;
  readonly format: Format;
  readonly outDir?: string;
  readonly findings?: string;
  readonly exclude: readonly string[];
  readonly isStrict: boolean;
  /** The file of the configuration. */
  readonly config?: string;
}

/** Runs the command. Throws a `UsageError` before anything is written. */
export async function runRender(args: Arguments, command: Command, io: Io): Promise<Status> {
  const settings = settingsOf(args, command);
  const inputs = await readInputs(
    args.positionals,
    { ...settings, others: [settings.findings, settings.config] },
    io,
  );
  const { outputs, findings, documents } = await withProgress(
    wordsOfWork('rendering', inputs),
    lengthOf(inputs),
    { args, io },
    () => renderDocuments(inputs, settings.request),
  );
  const isRefused = hasErrors(findings) || (settings.isStrict && findings.length > 0);
  const files =
    isRefused || settings.outDir === undefined
      ? []
      : outputFiles(inputs, outputs, settings.outDir, settings.format);
  const report: OutputFile[] =
    settings.findings === undefined || settings.findings === '-'
      ? []
      : [{ path: settings.findings, pieces: [findingsJson(findings)] }];
  checkTargets(
    [...files, ...report],
    inputs.map(({ realPath }) => realPath),
    io,
  );
  await writeAll([...files, ...report], files.length > 0 ? settings.outDir : undefined, io);
  io.writeStderr(formatFindings('text', findings, reportOptions('stderr', args, io)));
  if (settings.findings === '-') await io.writeStdout(findingsJson(findings));
  if (isRefused) return Status.FINDINGS;
  for (const { path } of files) tellAside(`wrote ${path}`, args, io);
  if (outputs.length === 0) {
    const nothing =
      documents === 0 ? 'there are no documents in the input' : 'there is nothing to write';
    tellAside(nothing, args, io);
    // Nothing read is not success to who is strict.
    if (documents === 0 && settings.isStrict) return Status.FINDINGS;
  }
  if (settings.outDir === undefined && settings.findings !== '-') {
    await print(outputs, settings.format, io);
  }
  return Status.FINE;
}

function findingsJson(findings: readonly RenderFinding[]): string {
  return formatFindings('json', findings, { version: versionOf() });
}

/** As far as somebody reads it. */
async function print(outputs: readonly Output[], format: Format, io: Io): Promise<void> {
  for (const piece of printPieces(outputs, format)) if (!(await io.writeStdout(piece))) return;
}

function settingsOf(args: Arguments, command: Command): Settings {
  const { options } = args;
  const { config, file } = configOf(args);
  const { render = {}, acknowledge = [], workloadKinds } = config;
  const engine = valueOf(args, 'engine') as keyof typeof ENGINES | undefined;
  const operatorEnv = {
    ...render.operatorEnv,
    ...environmentOf(options.get('operator-env') ?? [], command),
  };
  return {
    request: {
      operatorMode: options.has('operator-mode') || render.operatorMode === true,
      operatorPreset: valueOf(args, 'operator-preset') ?? render.operatorPreset ?? 'chart',
      operatorEnv,
      operatorFiles: readOperatorFiles(operatorEnv),
      namespace: namespaceOf(args, command) ?? render.namespace,
      only: options.has('only') || render.only === true,
      passThrough: [
        ...(render.passThrough ?? []),
        ...kindsOf(options.get('pass-through') ?? [], command),
      ],
      target: targetOf(args, config, command),
      gitops: engine === undefined ? undefined : { engine: ENGINES[engine] },
      defaults: render.defaults,
      workloadKinds: workloadKinds?.map(workloadKindFrom),
      accept: (findings, entries) =>
        withoutAcknowledged(findings, acknowledge, entries.flatMap(annotatedObject)),
    },
    config: file,
    format: (valueOf(args, 'output') ?? 'yaml') as Format,
    outDir: valueOf(args, 'out-dir'),
    exclude: excludesOf(args, command, config),
    findings: fileOrStdout(valueOf(args, 'findings')),
    isStrict: options.has('strict'),
  };
}

/** As kubectl names kinds; without a version and a group, whatever these are. */
function kindsOf(kinds: readonly string[], command: Command): readonly string[] {
  for (const kind of kinds) {
    if (!/^[A-Z][A-Za-z0-9]*(?:\.[a-z0-9.-]+)?$/.test(kind)) {
      fail(
        `--pass-through ${show(kind)} is not a KIND, such as LocustTest or LocustTest.v1.locust.io`,
        command,
      );
    }
  }
  return kinds;
}

function environmentOf(settings: readonly string[], command: Command): { [name: string]: string } {
  const environment: { [name: string]: string } = {};
  for (const setting of settings) {
    const match = /^([A-Za-z_][A-Za-z0-9_]*)=([^]*)$/.exec(setting);
    if (!match) fail(`--operator-env ${show(setting)} is not of the form KEY=VALUE`, command);
    environment[match[1]] = match[2];
  }
  return environment;
}

function readOperatorFiles(operatorEnv: { readonly [name: string]: string }): {
  [name: string]: string;
} {
  const named = KINDS.flatMap(({ operatorFiles = [] }) => operatorFiles).filter(
    (name) => operatorEnv[name],
  );
  const reader = new Reader();
  return Object.fromEntries(named.map((name) => [name, reader.file(operatorEnv[name])]));
}

function outputFiles(
  inputs: readonly InputFile[],
  outputs: readonly Output[],
  outDir: string,
  format: Format,
): OutputFile[] {
  const bySource = groupedBy(outputs, (output) => output.source);
  return [...bySource].map(([source, own]) => {
    const name = outputName(inputs[source].relativeName, format);
    return { path: join(outDir, name), pieces: printPieces(own, format), within: outDir };
  });
}

/** The name of the input, with the extension of what is written. */
function outputName(name: string, format: Format): string {
  const fits = format === 'json' ? /\.json$/i : /\.ya?ml$/i;
  if (fits.test(name)) return name;
  return `${name.replace(/\.(?:ya?ml|json)$/i, '')}.${format}`;
}
