/** Rendered objects as text: a stream of YAML documents, or one list as JSON. */
import { Format } from './format';
import { Output } from './render';
import { itemsOfList } from '../kube';
import { printJsonList, printYaml } from '../yaml';

/** Characters that are worth being written at once. */
const PIECE = 2 ** 16;

/**
 * The text of the objects in pieces, each made on demand: of many objects the whole would be longer
 * than a string can be.
 */
export function* printPieces(outputs: readonly Output[], format: Format): Generator<string> {
  let piece = '';
  for (const part of format === 'json' ? jsonParts(outputs) : yamlParts(outputs)) {
    piece += part;
    if (piece.length < PIECE) continue;
    yield piece;
    piece = '';
  }
  if (piece !== '') yield piece;
}

function* yamlParts(outputs: readonly Output[]): Generator<string> {
  for (const [index, { manifest, text }] of outputs.entries()) {
    if (index > 0) yield '---\n';
    yield text ?? printYaml(manifest);
  }
}

function* jsonParts(outputs: readonly Output[]): Generator<string> {
  if (outputs.length > 0) {
    yield* printJsonList({ apiVersion: 'v1', kind: 'List' }, 'items', itemsOf(outputs));
  }
}

function* itemsOf(outputs: readonly Output[]): Generator<unknown> {
  for (const { manifest } of outputs) yield* flattened(manifest);
}

/** A list in a list is not what anybody wants to read. */
function flattened(manifest: unknown): readonly unknown[] {
  const items =
    typeof manifest === 'object' && manifest !== null ? itemsOfList({ ...manifest }) : undefined;
  return items ? items.flatMap(flattened) : [manifest];
}
