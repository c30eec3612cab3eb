/** Rendered objects as text: a stream of YAML documents, or one list as JSON. */
import { Format } from './format';
import { Output } from './render';
import { itemsOfList } from '../kube';
import { printJson, printYaml } from '../yaml';

/** The text of the objects; empty if there are none. */
export function printOutputs(outputs: readonly Output[], format: Format): string {
  if (outputs.length === 0) return '';
  if (format === 'json') return printJson({ apiVersion: 'v1', kind: 'List', items: outputs.flatMap(({ manifest }) => flattened(manifest)) });
  return outputs.map(({ manifest, text }) => text ?? printYaml(manifest)).join('---\n');
}

/** A list in a list is not what anybody wants to read. */
function flattened(manifest: unknown): readonly unknown[] {
  const items = typeof manifest === 'object' && manifest !== null ? itemsOfList({ ...manifest }) : undefined;
  return items ? items.flatMap(flattened) : [manifest];
}
