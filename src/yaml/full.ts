/** Any YAML to data: the syntax is the `yaml` package's, the meaning of words, keys and anchors is that of kubectl's reader. */
import { Alias, Document, isAlias, isCollection, isMap, isPair, isScalar, isSeq, Node, Pair, parseDocument, Scalar, YAMLMap } from 'yaml';
import { Places } from './position';
import { fail, failDuplicateKey, failTooDeep, MAX_DEPTH } from './problem';
import { resolveKey, resolvePlain } from './scalar';
import { failSyntax, nodesOf } from './syntax';

/** How many values and characters anchors may make of a document: far more than anybody writes, far less than harms. */
const MAX_EXPANSION = 2_000_000;
/** The full parser needs some 200 times the size of a text; an object that a cluster stores has 1.5 MB at most. */
const MAX_SIZE = 5_000_000;
const TAG_PREFIX = 'tag:yaml.org,2002:';
/** Tags of scalars that say how the text is to be read; all others leave it a text. */
const RESOLVED_TAGS: { readonly [tag: string]: (value: unknown) => boolean } = {
  bool: (value) => typeof value === 'boolean',
  float: (value) => typeof value === 'number' || typeof value === 'bigint',
  int: (value) => Number.isInteger(value) || typeof value === 'bigint',
  null: (value) => value === null,
};

/** The data of the document between two offsets; undefined if there is none but comments. Throws a `ProblemError`. */
export function readFull(text: string, start: number, end: number, places?: Places): unknown {
  if (end - start > MAX_SIZE) {
    fail('too-large', start, `a document of ${Math.round((end - start) / 1e6)} MB has more than plain mappings, lists and texts in it, or a mistake`,
      'split it, or write it without anchors, tags and brackets over several lines');
  }
  const source = text.slice(start, end);
  const document = parse(source, start);
  if (document.errors.length > 0) failSyntax(document, source, start);
  if (document.contents === null) return undefined;
  return new Converter(document, start, places).convert(document.contents, 0);
}

function parse(source: string, start: number): Document.Parsed {
  try {
    return parseDocument(source, { schema: 'failsafe', version: '1.1', uniqueKeys: false, prettyErrors: false, logLevel: 'silent' });
  } catch (error) {
    if (error instanceof RangeError) failTooDeep(start);
    throw error;
  }
}

class Converter {
  private readonly targets: Map<Alias, Node>;
  private readonly open = new Set<Node>();
  private within = 0;
  private expanded = 0;

  constructor(document: Document.Parsed, private readonly start: number, private readonly places?: Places) {
    this.targets = targetsOf(document.contents!);
  }

  public convert(node: Node, depth: number): unknown {
    if (depth > MAX_DEPTH) failTooDeep(this.offsetOf(node));
    if (isAlias(node)) return this.followed(node, (target) => this.convert(target, depth + 1));
    this.count(node, 1);
    if (isScalar(node)) return this.scalar(node);
    this.open.add(node);
    const value = isSeq(node) ? this.list(node.items as Node[], depth) : this.mapping(node as YAMLMap, depth);
    this.open.delete(node);
    return value;
  }

  private list(nodes: readonly Node[], depth: number): unknown[] {
    const items: unknown[] = [];
    const offsets = this.placesOf(items);
    nodes.forEach((node, index) => {
      offsets?.set(index, this.offsetOf(node));
      items.push(isPair(node) ? this.single(node, depth) : this.convert(node, depth + 1));
    });
    return items;
  }

  /** `[a: b]`, which is a list of one mapping. */
  private single(pair: Pair, depth: number): unknown {
    const mapping = new YAMLMap();
    mapping.items.push(pair);
    return this.mapping(mapping, depth + 1);
  }

  private mapping(node: YAMLMap, depth: number): Record<string, unknown> {
    const result: Record<string, unknown> = {};
    this.fill(result, node, depth, this.placesOf(result));
    return result;
  }

  private fill(result: Record<string, unknown>, node: YAMLMap, depth: number, offsets?: Map<string | number, number>): void {
    const own = new Set<string>();
    for (const pair of node.items as Pair<Node, Node | null>[]) {
      if (isMergeKey(pair.key)) {
        this.merge(result, pair.value ?? pair.key, depth, offsets);
        continue;
      }
      const key = this.key(pair.key);
      if (own.has(key)) failDuplicateKey(key, this.offsetOf(pair.key));
      own.add(key);
      offsets?.set(key, this.offsetOf(pair.key));
      set(result, key, pair.value === null ? null : this.convert(pair.value, depth + 1));
    }
  }

  /** What is merged wins over what stands before it, and loses against what comes after, as for kubectl. */
  private merge(result: Record<string, unknown>, node: Node, depth: number, offsets?: Map<string | number, number>): void {
    if (depth > MAX_DEPTH) failTooDeep(this.offsetOf(node));
    if (isAlias(node)) {
      this.followed(node, (target) => this.mergeMapping(result, target, depth, offsets));
    } else if (isSeq(node)) {
      for (const one of [...node.items as Node[]].reverse()) {
        if (isAlias(one)) this.followed(one, (target) => this.mergeMapping(result, target, depth, offsets));
        else this.mergeMapping(result, one, depth, offsets);
      }
    } else {
      this.mergeMapping(result, node, depth, offsets);
    }
  }

  private mergeMapping(result: Record<string, unknown>, node: Node, depth: number, offsets?: Map<string | number, number>): void {
    if (!isMap(node)) fail('merge', this.offsetOf(node), 'only mappings can be merged with <<', 'give << the alias of a mapping, or a list of such');
    this.count(node, 1);
    this.open.add(node);
    this.fill(result, node, depth + 1, offsets);
    this.open.delete(node);
  }

  private followed<T>(alias: Alias, use: (target: Node) => T): T {
    const target = this.targets.get(alias);
    if (target === undefined) {
      fail('unknown-anchor', this.offsetOf(alias), `there is no anchor &${alias.source} before this *${alias.source}`,
        'define the anchor first, or put the text in quotes');
    }
    if (this.open.has(target)) {
      fail('anchor-in-itself', this.offsetOf(alias), `the anchor &${alias.source} contains itself`, 'data that contains itself cannot be written as JSON: write it out');
    }
    this.within += 1;
    const value = use(target);
    this.within -= 1;
    return value;
  }

  private count(node: Node, size: number): void {
    if (this.within === 0) return;
    this.expanded += size;
    if (this.expanded > MAX_EXPANSION) {
      fail('excessive-aliases', this.offsetOf(node), `the aliases of this document make more than ${MAX_EXPANSION} values and characters of it`,
        'write out what is meant: kubectl refuses such documents as well');
    }
  }

  private key(node: Node | null): string {
    const scalar = isAlias(node) ? this.followed(node, (target) => target) : node;
    if (scalar === null || isCollection(scalar)) {
      return fail('key', this.offsetOf(node), 'a key is a list, a mapping or nothing', 'keys in Kubernetes are texts: put the key in quotes');
    }
    const key = isPlain(scalar) ? resolveKey(textOf(scalar)) : keyOf(this.scalar(scalar as Scalar));
    return key ?? fail('key', this.offsetOf(node), 'a key is null', 'keys in Kubernetes are texts: put the key in quotes');
  }

  private scalar(node: Scalar): unknown {
    const text = textOf(node);
    this.count(node, text.length);
    if (node.type === 'QUOTE_DOUBLE' && /\p{Cs}/u.test(text)) {
      fail('character', this.offsetOf(node), 'a text in double quotes has an escape that is half of a character', 'write the character itself, or its whole \\U escape');
    }
    if (!isPlain(node) && !node.tag?.startsWith(TAG_PREFIX)) return text;
    const tag = node.tag?.startsWith(TAG_PREFIX) ? node.tag.slice(TAG_PREFIX.length) : '';
    if (tag === 'binary') return this.binary(node, text);
    const fits = RESOLVED_TAGS[tag];
    if (tag !== '' && !fits) return text;
    const value = resolvePlain(text);
    if (fits && !fits(value)) {
      fail('tag', this.offsetOf(node), `${JSON.stringify(text)} is no !!${tag}`, 'take the tag away, or write a value of its type');
    }
    if (typeof value === 'number' && !Number.isFinite(value)) {
      fail('number', this.offsetOf(node), `${text} is a number that JSON, and so Kubernetes, does not have`, 'write another number, or put the text in quotes');
    }
    return value;
  }

  private binary(node: Scalar, text: string): string {
    const encoded = text.replace(/[\r\n]/g, '');
    if (!/^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(encoded)) {
      fail('tag', this.offsetOf(node), `${JSON.stringify(text)} is no base64, which !!binary asks for`, 'take the tag away, or encode the value');
    }
    return Buffer.from(encoded, 'base64').toString('utf8');
  }

  private placesOf(value: object): Map<string | number, number> | undefined {
    if (!this.places) return undefined;
    const offsets = new Map<string | number, number>();
    this.places.set(value, offsets);
    return offsets;
  }

  private offsetOf(node: Node | Pair | null): number {
    const at = isPair(node) ? node.key as Node : node;
    return this.start + (at?.range?.[0] ?? 0);
  }
}

/** The node that each alias means: the last one before it that has its anchor. */
function targetsOf(root: Node): Map<Alias, Node> {
  const targets = new Map<Alias, Node>();
  const anchors = new Map<string, Node>();
  for (const node of nodesOf(root)) {
    if (isAlias(node)) {
      const target = anchors.get(node.source);
      if (target) targets.set(node, target);
    } else if ((isScalar(node) || isCollection(node)) && node.anchor !== undefined) {
      anchors.set(node.anchor, node);
    }
  }
  return targets;
}

function isMergeKey(key: Node | null): boolean {
  return isScalar(key) && textOf(key) === '<<' && (isPlain(key) || key.tag === `${TAG_PREFIX}merge`);
}

function isPlain(node: Node): boolean {
  return isScalar(node) && node.tag === undefined && (node.type === undefined || node.type === 'PLAIN');
}

/** The text of a scalar. The schema knows nothing but texts. */
function textOf(node: Scalar | Node): string {
  const { source, value } = node as Scalar;
  return source ?? (typeof value === 'string' ? value : '');
}

function keyOf(value: unknown): string | undefined {
  return value === null ? undefined : String(value);
}

/** A field, whatever its name: plain assignment would take `__proto__` for the prototype. */
function set(result: Record<string, unknown>, key: string, value: unknown): void {
  if (key === '__proto__') Object.defineProperty(result, key, { value, enumerable: true, configurable: true, writable: true });
  else result[key] = value;
}
