/**
 * The objects of the input files, one by one: documents, and the items of lists that hold something
 * to render.
 */
import { checkDocument, checkObject, otherDocument, problemFinding } from './documents';
import { KINDS } from './kinds';
import { RENDER_RULES as RULES } from './rules';
import { Finding, inWordsOfAuthor, Problem, Sentence, Severity, violation } from '../findings';
import {
  fieldPath,
  fieldsOf,
  groupOf,
  isClusterScoped,
  isFields,
  isOfGroup,
  itemsOfList,
} from '../kube';
import { ResourceKind } from '../resource';
import {
  KnownDocuments,
  Locator,
  MisreadWord,
  readYaml,
  startOf,
  YamlDocument,
  YamlStream,
} from '../yaml';

/** What kustomizations do to the names of objects, and the patches by which they leave some out. */
export interface Build {
  readonly names: readonly string[];
  readonly removals: readonly string[];
}

/** One input file. */
export interface Source {
  /** As findings name it. */
  readonly name: string;
  readonly text: string;
  /** Why there is no text, and what to do about it. */
  readonly unreadable?: Problem & {
    /** Whether it is as it should be, and only worth a warning. */
    readonly isMinor?: boolean;
  };
  /** The same for the same file of two folders. */
  readonly relativeName?: string;
  /** The namespace in which kustomize puts its objects, whatever they say. */
  readonly namespace?: string;
  /** The kustomizations that build its objects: those that list it, and those that list these. */
  readonly builtBy?: readonly string[];
  /** What these make of its objects. */
  readonly build?: Build;
  /** Whether it was found in a folder, where other programs may have their files, too. */
  readonly isFound?: boolean;
}

/** A finding, and where it is in the input. */
export interface RenderFinding extends Finding {
  /** The name of the source; undefined for what is wrong with the options. */
  readonly file?: string;
  readonly line?: number;
  readonly column?: number;
  /** `Kind/namespace/name`, as far as they are known. */
  readonly object?: string;
  /** The message, if it begins with an object: this one, or another. */
  readonly sentence?: Sentence;
}

/** Data that has an apiVersion and a kind, and perhaps nothing else. */
export interface KubernetesObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly [field: string]: unknown;
}

/** Of these three, an object has two at least, even one that is misspelt. */
const FIELDS_OF_OBJECTS = /\b(?:apiVersion|kind|metadata)\b["']?[ \t]*:/g;

export class Input {
  public readonly stream: YamlStream;
  /** The files that it counts among: itself, and the kustomizations that build it. */
  public readonly places: readonly string[];
  private readonly locator: Locator;
  private hasBraces?: boolean;
  private mayBeOther?: boolean;

  /**
   * `namespace`: under which objects that name none are told. `known`: documents that need not be
   * read again.
   */
  constructor(
    public readonly index: number,
    private readonly source: Source,
    public readonly namespace?: string,
    known?: KnownDocuments,
  ) {
    this.stream = readYaml(source.text, known);
    this.places = [source.name, ...(source.builtBy ?? [])];
    this.locator = new Locator(this.stream);
  }

  public get name(): string {
    return this.source.name;
  }

  public get build(): Build | undefined {
    return this.source.build;
  }

  public get unreadable(): Source['unreadable'] {
    return this.source.unreadable;
  }

  public get isFound(): boolean {
    return this.source.isFound === true;
  }

  /**
   * Whether it may be the data of another program: found in a folder, and without the fields that
   * every object has.
   */
  public get mayBeOthers(): boolean {
    return (this.mayBeOther ??=
      this.source.isFound === true &&
      new Set(
        this.source.text.match(FIELDS_OF_OBJECTS)?.map((field) => field.replace(/[^A-Za-z]/g, '')),
      ).size < 2);
  }

  public applied(data: KubernetesObject): KubernetesObject {
    const { namespace } = this.source;
    if (namespace === undefined || isClusterScoped(data.apiVersion, data.kind)) return data;
    return { ...data, metadata: { ...fieldsOf(data.metadata), namespace } };
  }

  /** Whether it has what templates have, of whatever kind. */
  public get isTemplate(): boolean {
    return (this.hasBraces ??= this.source.text.includes('{{'));
  }

  /** The place of a field, or of the document if the path is empty. */
  public placeOf(
    document: YamlDocument,
    path: string,
  ): { file: string; line: number; column: number } {
    const position =
      path === ''
        ? this.stream.positionAt(startOf(this.stream, document))
        : this.locator.positionOf(document, path);
    return { file: this.name, ...position };
  }

  /** The value of a field that YAML made of another word. */
  public misreadAt(document: YamlDocument, path: string): MisreadWord | undefined {
    return this.locator.misreadAt(document, path);
  }
}

export class Entry {
  constructor(
    public readonly input: Input,
    public readonly document: YamlDocument,
    public readonly data: KubernetesObject,
    /** Where it is in its document: empty, or `items[2]`. */
    private readonly path: string = '',
  ) {}

  /** `tests.yaml:12`; with the column if several begin on that line. */
  public get place(): string {
    const { file, line, column } = this.input.placeOf(this.document, this.path);
    return column === 1 || (this.path === '' && this.document.form !== 'json')
      ? `${file}:${line}`
      : `${file}:${line}:${column}`;
  }

  /** The finding, with the place of its field. */
  public at(finding: Finding): RenderFinding {
    const path = [this.path, finding.path].filter((part) => part !== '').join('.');
    const told = inWordsOfAuthor(finding, this.input.misreadAt(this.document, path));
    return { ...told, ...this.input.placeOf(this.document, path), object: this.told.object };
  }

  /** How findings name it, wherever in it they are. */
  public get told(): { readonly file: string; readonly object: string } {
    return { file: this.input.name, object: nameOf(this.data, this.input.namespace) };
  }

  /** Its text, if that means the same to every reader whatever stands around it. */
  public get text(): string | undefined {
    if (this.document.form !== 'plain' || this.path !== '') return undefined;
    return this.input.stream.text
      .slice(this.document.start, this.document.end)
      .replace(/^---.*\n/, '')
      .replace(/^(?:[ ]*\n)+/, '');
  }

  /** The object as it is applied. */
  public applied(): Entry {
    return this.with(this.input.applied(this.data));
  }

  /** The object with other data at the same place. */
  public with(data: KubernetesObject): Entry {
    return data === this.data ? this : new Entry(this.input, this.document, data, this.path);
  }

  public item(data: KubernetesObject, path: string): Entry {
    return new Entry(this.input, this.document, data, fieldPath(this.path, path));
  }
}

/**
 * All objects of a source; what cannot be one is told. Lists are taken apart if they hold something
 * to render, or all are if that is said.
 */
export function entriesOf(input: Input, findings: RenderFinding[], areListsOpen = false): Entry[] {
  const entries: Entry[] = [];
  if (input.unreadable) {
    const { message, remedy, isMinor } = input.unreadable;
    const found = violation(RULES.unreadable, '', `it cannot be read: ${message}`, remedy);
    findings.push({
      ...found,
      ...(isMinor && input.isFound ? { severity: Severity.WARNING } : {}),
      file: input.name,
    });
  }
  for (const document of input.stream.documents) {
    if (document.problem && !input.isTemplate && input.mayBeOthers) {
      findings.push({
        ...otherDocument(),
        file: input.name,
        ...input.stream.positionAt(document.start),
      });
    } else if (document.problem) {
      findings.push({
        ...problemFinding(document.problem, input.isTemplate),
        file: input.name,
        ...input.stream.positionAt(document.problem.offset),
      });
    } else if (document.data !== null && document.data !== undefined) {
      const found = checkDocument(document.data);
      if (found) {
        findings.push({ ...found, ...input.placeOf(document, '') });
      } else {
        unpack(
          new Entry(input, document, document.data as KubernetesObject),
          entries,
          findings,
          areListsOpen,
        );
      }
    }
  }
  return entries;
}

/** The kind that an object is to be rendered as. */
export function kindOf({ apiVersion, kind }: KubernetesObject): ResourceKind | undefined {
  for (const one of KINDS) {
    if (one.kind === kind && isOfGroup(apiVersion, one.group)) return one.load();
  }
  return undefined;
}

/** `Kind/namespace/name`, as far as they are known. */
function nameOf({ apiVersion, kind, metadata }: KubernetesObject, fallback?: string): string {
  const { namespace, name } = isFields(metadata) ? metadata : ({} as Record<string, unknown>);
  const known = isClusterScoped(apiVersion, kind) ? undefined : (namespace ?? fallback);
  return [kind, known, name].filter((part) => typeof part === 'string' && part !== '').join('/');
}

/** A list that holds nothing to render stays as it is, unless all are to be taken apart. */
function unpack(
  entry: Entry,
  entries: Entry[],
  findings: RenderFinding[],
  areListsOpen: boolean,
): void {
  const { data } = entry;
  const items = itemsOfList(data);
  if (!items || !(areListsOpen || holdsResource(data, 0))) {
    entries.push(entry.applied());
    return;
  }
  items.forEach((item, index) => {
    const path = `items[${index}]`;
    const found = checkObject(item);
    if (found) findings.push({ ...entry.at({ ...found, path }), object: undefined });
    else unpack(entry.item(item as KubernetesObject, path), entries, findings, areListsOpen);
  });
}

/** Lists in lists are looked into as deep as anybody could mean it. */
function holdsResource(data: KubernetesObject, depth: number): boolean {
  const group = groupOf(data.apiVersion);
  if (KINDS.some((one) => one.group === group)) return true;
  return (
    depth < 8 &&
    (itemsOfList(data) ?? []).some(
      (item) =>
        checkObject(item) === undefined && holdsResource(item as KubernetesObject, depth + 1),
    )
  );
}
