/**
 * The function that `check` and `render` are to kpt and Kustomize: a ResourceList comes from
 * standard input, and goes to standard output with objects and results, as the KRM functions
 * specification says it.
 */
import { Arguments, fail, readArguments } from './args';
import { Handover, Io, Status } from './io';
import { Command } from './options';
import { nearest, Severity, show } from '../findings';
import { isFields } from '../kube';
import { RenderFinding } from '../render';
import { printYaml, readYaml } from '../yaml';

const API_VERSION = 'config.kubernetes.io/v1';
const KIND = 'ResourceList';
/** A text without it is no ResourceList, and is not parsed twice. */
const MENTION = /["']?kind["']?[ \t]*:[ \t]*["']?ResourceList\b/;

const FUNCTIONS = ['check', 'render'];
/** Of files that a function does not have, and of what it answers in its own way. */
const NOT_FOR_FUNCTIONS = ['help', 'output', 'findings'];
/** Where orchestrators keep what file an object is from, and its place there. */
const PATHS = ['internal.config.kubernetes.io/path', 'config.kubernetes.io/path'];
const INDEXES = ['internal.config.kubernetes.io/index', 'config.kubernetes.io/index'];

/** A ResourceList, as far as it is read. */
interface ResourceList {
  readonly items: readonly unknown[];
  readonly functionConfig?: unknown;
}

interface Result {
  readonly message: string;
  readonly severity: Severity;
  readonly resourceRef?: object;
  readonly field?: { readonly path: string };
  readonly file?: { readonly path: string; readonly index?: number };
  readonly tags: { readonly rule: string };
}

/** Whether a run reads nothing but standard input, and prints in its usual way. */
export function mayBeFunction({ name }: Command, { positionals, options }: Arguments): boolean {
  return (
    FUNCTIONS.includes(name) &&
    positionals.every((one) => one === '-') &&
    !NOT_FOR_FUNCTIONS.some((option) => options.has(option))
  );
}

/**
 * Runs a command; if what it reads from standard input is a ResourceList, as a function of the
 * items. Throws a `UsageError`.
 */
export async function runOrServe(
  argv: readonly string[],
  args: Arguments,
  commands: readonly Command[],
  command: Command,
  io: Io,
): Promise<Status> {
  let list: ResourceList | undefined;
  const read = async (most: number) => {
    const bytes = await io.readStdin(most);
    list = resourceListOf(bytes.toString('utf8'));
    if (list) throw new Handover();
    return bytes;
  };
  try {
    return await command.load()(args, command, withStdin(io, read));
  } catch (error) {
    if (!(error instanceof Handover) || !list) throw error;
    return runFunction(list, argv, commands, command, io);
  }
}

/** The ResourceList that a text is; undefined if it is something else. */
function resourceListOf(text: string): ResourceList | undefined {
  if (!MENTION.test(text)) return undefined;
  const documents = readYaml(text).documents.filter(({ data }) => data !== null);
  const list = documents.length === 1 ? documents[0].data : undefined;
  if (!isFields(list) || list.kind !== KIND || list.apiVersion !== API_VERSION) return undefined;
  const { items = [], functionConfig } = list;
  return Array.isArray(items) ? { items, functionConfig } : undefined;
}

/**
 * Runs a command on the items of a list. Throws a `UsageError` if its configuration has options
 * that the command does not have.
 */
async function runFunction(
  list: ResourceList,
  argv: readonly string[],
  commands: readonly Command[],
  own: Command,
  io: Io,
): Promise<Status> {
  const { command, options } = configurationOf(list.functionConfig, commands, own);
  const given = [...argv.filter((one) => one !== '-'), ...options];
  const texts = list.items.map((item) => `---\n${printYaml(item)}`);
  readArguments(given, command);
  const run = async (more: readonly string[]) => {
    let printed = '';
    const status =
      texts.length === 0
        ? Status.FINE
        : await command.load()(readArguments([...given, ...more], command), command, {
            ...withStdin(io, async () => Buffer.from(texts.join(''))),
            stdinIsTerminal: false,
            writeStdout: async (text) => {
              printed += text;
              return true;
            },
            // Results say the same.
            writeStderr: () => undefined,
          });
    return { status, data: printed === '' ? [] : readYaml(printed).documents[0].data };
  };
  const isRender = command.name === 'render';
  const found = await run(isRender ? ['--findings', '-'] : ['--output', 'json']);
  const results = (found.data as RenderFinding[]).map((one) => resultOf(one, list.items, texts));
  const rendered =
    isRender && found.status === Status.FINE ? (await run(['--output', 'json'])).data : undefined;
  await io.writeStdout(
    printYaml({
      apiVersion: API_VERSION,
      kind: KIND,
      items: isFields(rendered) ? rendered.items : (rendered ?? list.items),
      ...(list.functionConfig === undefined ? {} : { functionConfig: list.functionConfig }),
      ...(results.length === 0 ? {} : { results }),
    }),
  );
  return found.status;
}

/** The same world, with another standard input, which `read` answers. */
function withStdin(io: Io, readStdin: Io['readStdin']): Io {
  const { stdoutIsTerminal, stderrIsTerminal, stdinIsTerminal } = io;
  return { ...io, stdinIsTerminal, stdoutIsTerminal, stderrIsTerminal, readStdin };
}

/** What the data of a ConfigMap ask for: a command, and its options by their long names. */
function configurationOf(
  config: unknown,
  commands: readonly Command[],
  own: Command,
): { readonly command: Command; readonly options: readonly string[] } {
  const data = isFields(config) && isFields(config.data) ? config.data : {};
  const { command: name = own.name, ...rest } = data;
  const command = commands.find((one) => one.name === name && FUNCTIONS.includes(one.name));
  if (!command) {
    return fail(`functionConfig: data.command: ${show(name)} must be check or render`);
  }
  const known = command.options.filter(
    ({ name: option, files }) => files === undefined && !NOT_FOR_FUNCTIONS.includes(option),
  );
  const options = Object.entries(rest).flatMap(([key, value]) => {
    const place = `functionConfig: data.${key}`;
    const option = known.find((one) => one.name === key);
    if (!option) {
      const guess = nearest(
        key,
        known.map((one) => one.name),
      );
      return fail(
        `${place} is not an option of ${command.name} as a function${guess === undefined ? '' : `; perhaps you meant ${guess}`}`,
        command,
      );
    }
    if (typeof value !== 'string') return fail(`${place} must be a string`, command);
    if (option.value !== undefined) {
      const values = option.isRepeatable ? value.split(',') : [value];
      return values.map((one) => `--${key}=${one.trim()}`);
    }
    if (value !== 'true' && value !== 'false') {
      return fail(`${place}: ${show(value)} must be "true" or "false"`, command);
    }
    return value === 'true' ? [`--${key}`] : [];
  });
  return { command, options };
}

/** A finding that was printed as JSON as a result; its line says which item it is on. */
function resultOf(
  { rule, severity, path, message, remedy, line }: RenderFinding,
  items: readonly unknown[],
  texts: readonly string[],
): Result {
  // A finding without a line has null in JSON.
  const item = typeof line === 'number' ? items[indexOf(line, texts)] : undefined;
  const { apiVersion, kind, metadata } = isFields(item) ? item : {};
  const { name, namespace, annotations } = isFields(metadata) ? metadata : ({} as never);
  const file = stringAt(annotations, PATHS);
  const index = stringAt(annotations, INDEXES);
  return {
    message: `${message}; ${remedy}`,
    severity,
    ...(item === undefined
      ? {}
      : {
          resourceRef: {
            apiVersion,
            kind,
            name,
            ...(namespace === undefined ? {} : { namespace }),
          },
        }),
    ...(path === '' ? {} : { field: { path } }),
    ...(file === undefined
      ? {}
      : {
          file: {
            path: file,
            ...(/^\d{1,6}$/.test(index ?? '') ? { index: Number(index) } : {}),
          },
        }),
    tags: { rule },
  };
}

/** Which text a line is in, of all of them one behind the other. */
function indexOf(line: number, texts: readonly string[]): number {
  let left = line;
  return texts.findIndex((text) => {
    left -= text.split('\n').length - 1;
    return left <= 0;
  });
}

function stringAt(annotations: unknown, names: readonly string[]): string | undefined {
  if (!isFields(annotations)) return undefined;
  const values = names.map((name) => annotations[name]);
  return values.find((value): value is string => typeof value === 'string');
}
