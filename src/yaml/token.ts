/** Tokens that a document consists of, as its grammar sees it. */

export enum TokenType {
  STREAM_END,
  DOCUMENT_START,
  DOCUMENT_END,
  BLOCK_LIST_START,
  BLOCK_MAPPING_START,
  BLOCK_END,
  FLOW_LIST_START,
  FLOW_LIST_END,
  FLOW_MAPPING_START,
  FLOW_MAPPING_END,
  BLOCK_ENTRY,
  FLOW_ENTRY,
  KEY,
  VALUE,
  ALIAS,
  ANCHOR,
  TAG,
  SCALAR,
}

export interface Token {
  readonly type: TokenType;
  /** The offset of its first character. */
  readonly start: number;
  /** The text of a scalar, the name of an anchor, an alias or a tag. */
  readonly value: string;
  /** Whether a scalar has no quotes and is not a block. */
  readonly isPlain: boolean;
}
