/** Nodes of a document before it is known what its words mean. */

/** A text, a list, a mapping, or an alias of one of them. */
export type YamlNode = ScalarNode | CollectionNode | AliasNode;

/** A text, in quotes or without. */
export interface ScalarNode {
  readonly kind: 'scalar';
  /** The offset of its first character. */
  readonly start: number;
  readonly value: string;
  /** The whole name of its tag; empty if it has none. */
  readonly tag: string;
  /** Whether the text says what it is: it has neither quotes nor a tag. */
  readonly isImplicit: boolean;
}

/** A list with its items, or a mapping with its keys and values by turns. */
export interface CollectionNode {
  readonly kind: 'list' | 'mapping';
  readonly start: number;
  readonly items: YamlNode[];
}

/** What stands for another node. */
export interface AliasNode {
  readonly kind: 'alias';
  readonly start: number;
  readonly name: string;
  readonly target: ScalarNode | CollectionNode;
}
