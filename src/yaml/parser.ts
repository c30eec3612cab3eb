/**
 * The nodes of a document, as the parser that kubectl reads with makes them: go.yaml.in/yaml v2, a
 * libyaml.
 *
 * Its slips are kept (see `singlePair`), as the scanner's are. kubectl reads no further than the
 * first document between two lines of dashes, and says nothing of what stands behind it; here that
 * is a mistake.
 */
import { CollectionNode, ScalarNode, YamlNode } from './node';
import { fail, failTooDeep, MAX_DEPTH } from './problem';
import { Scanner } from './scanner';
import { failSyntax } from './syntax';
import { Token, TokenType } from './token';

/** Each document may have one. */
const BYTE_ORDER_MARK = 0xfeff;

interface ParsedDocument {
  /** Undefined if there is nothing but comments. */
  readonly root?: YamlNode;
  /** Whether it means the same to every reader of YAML. */
  readonly isUsual: boolean;
}

/** The document between two offsets. Throws a `YamlProblem`. */
export function parseDocument(text: string, start: number, end: number): ParsedDocument {
  const hasMark = start > 0 && text.charCodeAt(start) === BYTE_ORDER_MARK;
  return new Parser(new Scanner(text, hasMark ? start + 1 : start, end)).document();
}

class Parser {
  private readonly anchors = new Map<string, ScalarNode | CollectionNode>();
  private depth = 0;

  constructor(private readonly scanner: Scanner) {}

  public document(): ParsedDocument {
    const { scanner } = this;
    if (scanner.peek().type === TokenType.STREAM_END) return { isUsual: scanner.isUsual };
    const isExplicit = this.takes(TokenType.DOCUMENT_START);
    const { type, start } = scanner.peek();
    const isEmpty =
      isExplicit &&
      (type === TokenType.DOCUMENT_END ||
        type === TokenType.DOCUMENT_START ||
        type === TokenType.STREAM_END);
    const isBlock = type === TokenType.BLOCK_LIST_START || type === TokenType.BLOCK_MAPPING_START;
    const root = isEmpty ? emptyScalar(start) : this.node(true, false);
    const isUsual = this.end();
    return { root, isUsual: isUsual && isBlock && scanner.isUsual };
  }

  /** Answers whether nothing but the end of the text ended the document. */
  private end(): boolean {
    const isUsual = this.scanner.peek().type === TokenType.STREAM_END;
    while (this.takes(TokenType.DOCUMENT_END)) continue;
    const { type, start } = this.scanner.peek();
    if (type !== TokenType.STREAM_END) {
      fail(
        'rest',
        start,
        'a document ends before this: kubectl would silently ignore what follows, up to the next ---',
        'write --- on a separate line before the next document, or remove it',
      );
    }
    return isUsual;
  }

  private takes(type: TokenType): boolean {
    if (this.scanner.peek().type !== type) return false;
    this.scanner.skip();
    return true;
  }

  private node(isBlock: boolean, allowsIndentless: boolean): YamlNode {
    const token = this.scanner.peek();
    const { type, start } = token;
    if (type === TokenType.ALIAS) return this.alias(token);
    if (type === TokenType.ANCHOR || type === TokenType.TAG) {
      return this.nodeWithProperties(start, isBlock, allowsIndentless);
    }
    if (type === TokenType.SCALAR) {
      this.scanner.skip();
      return { kind: 'scalar', start, value: token.value, tag: '', isImplicit: token.isPlain };
    }
    return (
      this.collection(type, start, isBlock, allowsIndentless) ??
      failSyntax(complaintAt(token), start)
    );
  }

  /** A node behind an anchor, a tag, or both in any order; it may be empty. */
  private nodeWithProperties(start: number, isBlock: boolean, allowsIndentless: boolean): YamlNode {
    const { anchor, tag } = this.properties();
    const token = this.scanner.peek();
    if (token.type === TokenType.SCALAR) {
      this.scanner.skip();
      const isImplicit = tag === undefined ? token.isPlain : tag === '!';
      return this.anchored(anchor, {
        kind: 'scalar',
        start: token.start,
        value: token.value,
        tag: tag ?? '',
        isImplicit,
      });
    }
    return (
      this.collection(token.type, start, isBlock, allowsIndentless, anchor) ??
      this.anchored(anchor, {
        kind: 'scalar',
        start,
        value: '',
        tag: tag ?? '',
        isImplicit: tag === undefined,
      })
    );
  }

  private alias({ value: name, start }: Token): YamlNode {
    this.scanner.skip();
    const target = this.anchors.get(name);
    if (!target) {
      fail(
        'unknown-anchor',
        start,
        `there is no anchor &${name} before this *${name}`,
        'define the anchor first, or put the string in quotes',
      );
    }
    return { kind: 'alias', start, name, target };
  }

  /** An anchor, a tag, or both in any order. */
  private properties(): { anchor?: string; tag?: string } {
    const properties: { anchor?: string; tag?: string } = {};
    for (let token = this.scanner.peek(); ; token = this.scanner.peek()) {
      if (token.type === TokenType.ANCHOR && properties.anchor === undefined) {
        properties.anchor = token.value;
      } else if (token.type === TokenType.TAG && properties.tag === undefined) {
        properties.tag = token.value;
      } else {
        return properties;
      }
      this.scanner.skip();
    }
  }

  private anchored<T extends ScalarNode | CollectionNode>(anchor: string | undefined, node: T): T {
    if (anchor !== undefined) this.anchors.set(anchor, node);
    return node;
  }

  private collection(
    type: TokenType,
    start: number,
    isBlock: boolean,
    allowsIndentless: boolean,
    anchor?: string,
  ): CollectionNode | undefined {
    const isMapping =
      type === TokenType.BLOCK_MAPPING_START || type === TokenType.FLOW_MAPPING_START;
    const isFlow = type === TokenType.FLOW_LIST_START || type === TokenType.FLOW_MAPPING_START;
    const isBlockStart =
      type === TokenType.BLOCK_LIST_START || type === TokenType.BLOCK_MAPPING_START;
    if (
      !isFlow &&
      !(isBlock && isBlockStart) &&
      !(allowsIndentless && type === TokenType.BLOCK_ENTRY)
    ) {
      return undefined;
    }
    this.depth += 1;
    if (this.depth > MAX_DEPTH) failTooDeep(start);
    const node = this.anchored(anchor, { kind: isMapping ? 'mapping' : 'list', start, items: [] });
    if (type === TokenType.BLOCK_MAPPING_START) this.blockMapping(node);
    else if (type === TokenType.BLOCK_LIST_START) this.blockList(node);
    else if (type === TokenType.BLOCK_ENTRY) this.indentlessList(node);
    else if (type === TokenType.FLOW_LIST_START) this.flowList(node);
    else this.flowMapping(node);
    this.depth -= 1;
    return node;
  }

  private blockList({ items }: CollectionNode): void {
    const { scanner } = this;
    scanner.skip();
    for (let token = scanner.peek(); token.type === TokenType.BLOCK_ENTRY; token = scanner.peek()) {
      scanner.skip();
      const { type } = scanner.peek();
      items.push(
        type === TokenType.BLOCK_ENTRY || type === TokenType.BLOCK_END
          ? emptyScalar(token.start)
          : this.node(true, false),
      );
    }
    this.endBlock();
  }

  /** A list in the column of its key. */
  private indentlessList({ items }: CollectionNode): void {
    const { scanner } = this;
    for (let token = scanner.peek(); token.type === TokenType.BLOCK_ENTRY; token = scanner.peek()) {
      scanner.skip();
      items.push(
        scanner.peek().type === TokenType.BLOCK_ENTRY || this.isBetweenPairs()
          ? emptyScalar(token.start)
          : this.node(true, false),
      );
    }
  }

  private blockMapping({ items }: CollectionNode): void {
    const { scanner } = this;
    scanner.skip();
    while (this.takes(TokenType.KEY)) {
      const { start } = scanner.peek();
      items.push(this.isBetweenPairs() ? emptyScalar(start) : this.node(true, true));
      items.push(
        !this.takes(TokenType.VALUE) || this.isBetweenPairs()
          ? emptyScalar(scanner.peek().start)
          : this.node(true, true),
      );
    }
    this.endBlock();
  }

  private isBetweenPairs(): boolean {
    const { type } = this.scanner.peek();
    return type === TokenType.KEY || type === TokenType.VALUE || type === TokenType.BLOCK_END;
  }

  private endBlock(): void {
    const token = this.scanner.peek();
    if (token.type !== TokenType.BLOCK_END) {
      failSyntax(complaintAt(token, 'indentation'), token.start);
    }
    this.scanner.skip();
  }

  private flowList(node: CollectionNode): void {
    const { scanner } = this;
    scanner.skip();
    while (this.hasNext(node, TokenType.FLOW_LIST_END)) {
      const { type, start } = scanner.peek();
      node.items.push(
        type === TokenType.KEY
          ? { kind: 'mapping', start, items: this.singlePair() }
          : this.node(false, false),
      );
    }
  }

  /**
   * `[a: b]`, which is a list of one mapping. Without a key it swallows the sign behind the `?`.
   */
  private singlePair(): YamlNode[] {
    const { scanner } = this;
    scanner.skip();
    const { type, start } = scanner.peek();
    const isEmpty =
      type === TokenType.VALUE || type === TokenType.FLOW_ENTRY || type === TokenType.FLOW_LIST_END;
    if (isEmpty) scanner.skip();
    const key = isEmpty ? emptyScalar(start) : this.node(false, false);
    return [key, this.flowValue(TokenType.FLOW_LIST_END)];
  }

  private flowMapping(node: CollectionNode): void {
    const { scanner } = this;
    scanner.skip();
    while (this.hasNext(node, TokenType.FLOW_MAPPING_END)) {
      if (!this.takes(TokenType.KEY)) {
        node.items.push(this.node(false, false), emptyScalar(scanner.peek().start));
        continue;
      }
      const { type, start } = scanner.peek();
      const isEmpty =
        type === TokenType.VALUE ||
        type === TokenType.FLOW_ENTRY ||
        type === TokenType.FLOW_MAPPING_END;
      node.items.push(
        isEmpty ? emptyScalar(start) : this.node(false, false),
        this.flowValue(TokenType.FLOW_MAPPING_END),
      );
    }
  }

  private flowValue(closing: TokenType): YamlNode {
    const hasSign = this.takes(TokenType.VALUE);
    const { type, start } = this.scanner.peek();
    return !hasSign || type === TokenType.FLOW_ENTRY || type === closing
      ? emptyScalar(start)
      : this.node(false, false);
  }

  /** To the next item; false behind the closing bracket. */
  private hasNext({ start, items }: CollectionNode, closing: TokenType): boolean {
    if (this.takes(closing)) return false;
    if (items.length === 0) return true;
    const token = this.scanner.peek();
    if (token.type !== TokenType.FLOW_ENTRY) {
      const isAtEnd =
        token.type === TokenType.STREAM_END ||
        token.type === TokenType.FLOW_LIST_END ||
        token.type === TokenType.FLOW_MAPPING_END;
      failSyntax(isAtEnd ? 'bracket' : 'comma', isAtEnd ? start : token.start);
    }
    this.scanner.skip();
    return !this.takes(closing);
  }
}

function emptyScalar(start: number): ScalarNode {
  return { kind: 'scalar', start, value: '', tag: '', isImplicit: true };
}

function complaintAt(
  { type }: Token,
  other: 'content' | 'indentation' = 'content',
): Parameters<typeof failSyntax>[0] {
  switch (type) {
    case TokenType.FLOW_LIST_END:
    case TokenType.FLOW_MAPPING_END:
      return 'closing';
    case TokenType.BLOCK_ENTRY:
      return 'entry';
    default:
      return other;
  }
}
