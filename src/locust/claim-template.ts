/**
 * The schema of a test without the operator's loss: labels and annotations of a volume's own claim
 * are kept.
 */
import { Schema } from '../resource';

const PATH = ['spec', 'volumes', 'items', 'ephemeral', 'volumeClaimTemplate', 'metadata'];

let kept: { readonly from: Schema; readonly schema: Schema } | undefined;

/** The schema with the metadata of claim templates open. Nothing else differs. */
export function withClaimTemplateMetadata(schema: Schema): Schema {
  if (kept?.from !== schema) kept = { from: schema, schema: open(schema, PATH) };
  return kept.schema;
}

function open(schema: Schema, path: readonly string[]): Schema {
  const [field, ...rest] = path;
  if (field === undefined) return { ...schema, 'x-kubernetes-preserve-unknown-fields': true };
  if (field === 'items') return { ...schema, items: open(schema.items!, rest) };
  return {
    ...schema,
    properties: { ...schema.properties, [field]: open(schema.properties![field], rest) },
  };
}
