/**
 * Names of options in the language that an app is written in: what a user of Python reads is
 * `file_system_id`, as it is written there.
 */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { Finding, Host } from '../findings';

/** How a language writes names that TypeScript writes in camel case. */
interface Spelling {
  /** An option or a parameter. */
  option(name: string): string;
  /** A call, up to its parenthesis: of a method, or of a static one of a class. */
  call(name: string, ofClass?: string): string;
}

const snake = (name: string) => name.replace(/([a-z0-9])([A-Z])/g, '$1_$2').toLowerCase();
const pascal = (name: string) => name.charAt(0).toUpperCase() + name.slice(1);

/** By what the runtimes of jsii call themselves. */
const SPELLINGS: readonly (readonly [agent: RegExp, spelling: Spelling])[] = [
  [
    /^Python\//,
    {
      option: snake,
      call: (name, ofClass) => (ofClass === undefined ? snake(name) : `${ofClass}.${snake(name)}`),
    },
  ],
  [
    /^go\d/,
    {
      option: pascal,
      call: (name, ofClass) =>
        ofClass === undefined ? pascal(name) : `${ofClass}_${pascal(name)}`,
    },
  ],
];

interface TypeReference {
  readonly fqn?: string;
  readonly collection?: { readonly kind: string; readonly elementtype: TypeReference };
}
interface Member {
  readonly name: string;
  readonly type?: TypeReference;
  readonly parameters?: readonly Member[];
}

/** What the compiler wrote of the public types. */
export interface Assembly {
  readonly types: {
    readonly [fqn: string]: {
      readonly datatype?: boolean;
      readonly properties?: readonly Member[];
      readonly methods?: readonly Member[];
      readonly initializer?: { readonly parameters?: readonly Member[] };
    };
  };
}

/** The options below an option: those of the structs that it holds. */
interface Option {
  readonly keys: boolean;
  readonly structs: readonly string[];
}
type Options = ReadonlyMap<string, Option>;

/**
 * A word or a path in a text, such as `worker.replicas`, or a call; not within quotes, and not a
 * part of another word.
 */
const WORD =
  /"(?:[^"\\]|\\.)*"|(?<![\w./-])(?:([A-Z]\w*)\.)?([a-z]\w*(?:\.\w+|\[\d+\])*)(\()?(?![\w"/-])/g;

/** Puts the names of options in findings into the spelling of a language. */
class Speller implements Host {
  private readonly structs = new Map<string, Options>();
  private readonly all: Options;
  private readonly methods = new Set<string>();

  public constructor(
    private readonly spelling: Spelling,
    { types }: Assembly,
  ) {
    const all = new Map<string, Option>();
    const note = (of: Map<string, Option>, { name, type }: Member) => {
      const before = of.get(name);
      const own = below(type);
      of.set(
        name,
        before === undefined
          ? own
          : { keys: before.keys || own.keys, structs: [...before.structs, ...own.structs] },
      );
    };
    for (const [fqn, { datatype, properties = [], methods = [], initializer }] of Object.entries(
      types,
    )) {
      const fields = new Map<string, Option>();
      for (const property of datatype ? properties : []) {
        note(fields, property);
        note(all, property);
      }
      this.structs.set(fqn, fields);
      for (const { name } of methods) this.methods.add(name);
      for (const { parameters = [] } of [...methods, ...(initializer ? [initializer] : [])]) {
        for (const parameter of parameters) note(all, parameter);
      }
    }
    this.all = all;
  }

  /**
   * The finding as its reader writes: all of one on options. One on a field of Kubernetes is left
   * as it is.
   */
  public spell(finding: Finding): Finding {
    const [first] = segmentsOf(finding.path);
    if (first !== undefined && !this.all.has(first)) return finding;
    return {
      ...finding,
      path: this.path(finding.path),
      message: this.text(finding.message),
      remedy: this.text(finding.remedy),
    };
  }

  /**
   * A path of options. Keys of maps, and what is below an option and belongs to Kubernetes, are
   * left as they are.
   */
  private path(path: string): string {
    let options: readonly Options[] = [this.all];
    let isKey = false;
    return path.replace(/[^.[\]]+|\[\d+\]/g, (segment) => {
      if (segment.startsWith('[')) return segment;
      if (isKey) {
        isKey = false;
        return segment;
      }
      const found = options.flatMap((fields) => fields.get(segment) ?? []);
      options = found.flatMap(({ structs }) =>
        structs.map((fqn) => this.structs.get(fqn)!).filter(Boolean),
      );
      isKey = found.some(({ keys }) => keys);
      return found.length === 0 ? segment : this.spelling.option(segment);
    });
  }

  /**
   * A text. Words of English may be names of options, too: one without capitals is left as it is.
   */
  private text(text: string): string {
    return text.replace(
      WORD,
      (
        whole,
        ofClass: string | undefined,
        word: string | undefined,
        isCall: string | undefined,
      ) => {
        if (word === undefined) return whole;
        if (isCall !== undefined) {
          return this.methods.has(word) ? `${this.spelling.call(word, ofClass)}(` : whole;
        }
        const [first] = segmentsOf(word);
        return ofClass !== undefined ||
          first === undefined ||
          !this.all.has(first) ||
          word === word.toLowerCase()
          ? whole
          : this.path(word);
      },
    );
  }
}

function segmentsOf(path: string): readonly string[] {
  return path.match(/[^.[\]]+/g) ?? [];
}

function below(type: TypeReference | undefined): Option {
  if (type?.collection === undefined) {
    return { keys: false, structs: type?.fqn === undefined ? [] : [type.fqn] };
  }
  const { kind, elementtype } = type.collection;
  return { ...below(elementtype), keys: kind === 'map' };
}

/**
 * What runs this library in another language, by what it calls itself; Java writes names as
 * TypeScript does.
 */
export function hostOf(agent: string, read: () => Assembly): Host {
  const [, spelling] = SPELLINGS.find(([pattern]) => pattern.test(agent)) ?? [];
  return spelling ? new Speller(spelling, read()) : { spell: (finding) => finding };
}

let ofProcess: { readonly host?: Host } | undefined;

/** The host of this process, found out once. There is none in TypeScript and JavaScript. */
export function hostOfProcess(): Host | undefined {
  const agent = process.env.JSII_AGENT;
  ofProcess ??= { host: agent ? hostOf(agent, readAssembly) : undefined };
  return ofProcess.host;
}

/** The assembly of this package, which ships with it, compressed or not. */
function readAssembly(): Assembly {
  let folder = __dirname;
  while (!existsSync(join(folder, '.jsii'))) {
    if (folder === dirname(folder)) return { types: {} };
    folder = dirname(folder);
  }
  const read = JSON.parse(readFileSync(join(folder, '.jsii'), 'utf8')) as
    | Assembly
    | { readonly schema: 'jsii/file-redirect'; readonly filename: string };
  return 'types' in read
    ? read
    : (JSON.parse(gunzipSync(readFileSync(join(folder, read.filename))).toString()) as Assembly);
}
