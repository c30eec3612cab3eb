/** The table of the fields of pods against the schemas that an API server publishes. */
import { readFileSync } from 'node:fs';
import { PARTS } from '../../src/object/parts';
import { KUBERNETES_SCHEMAS, KubernetesSchemas, Schema } from '../support/schemas';

const { definitions } = JSON.parse(readFileSync(KUBERNETES_SCHEMAS, 'utf8')) as KubernetesSchemas;
const byPart = new Map(Object.entries(definitions).map(([name, schema]) => [name.split('.').pop()!, schema]));
/** Fields of metadata that no manifest has are not in the schemas; containers that are added later are not looked at. */
const WITHOUT = ['ObjectMeta', 'EphemeralContainer'];
const SCALARS: { readonly [type: string]: string } = { boolean: 'flag', string: 'text' };

/** A type of a schema, as the table writes it. */
function typeOf({ $ref, type, format, items, additionalProperties }: Schema): string {
  if ($ref !== undefined) return $ref.endsWith('Quantity') ? 'quantity' : $ref.endsWith('IntOrString') ? 'port' : $ref.split('.').pop()!;
  if (items) return items.$ref?.endsWith('.EphemeralContainer') ? 'any[]' : `${typeOf(items)}[]`;
  if (typeof additionalProperties === 'object') return `${typeOf(additionalProperties)}{}`;
  return SCALARS[String(type)] ?? format;
}

function fieldsOf(part: string): string[] {
  return Object.entries(byPart.get(part)?.properties ?? {}).map(([name, schema]) => {
    const type = typeOf(schema);
    return type === 'text' ? name : `${name}:${type}`;
  }).sort();
}

test.each(Object.keys(PARTS).filter((part) => !WITHOUT.includes(part)))('%s has the fields of Kubernetes 1.36', (part) => {
  expect(PARTS[part].split(' ').sort()).toEqual(fieldsOf(part));
});

test('every part that a field has is there', () => {
  const used = Object.values(PARTS).flatMap((fields) => fields.split(' ').map((field) => field.split(':')[1] ?? 'text')).map((type) => type.replace(/[[\]{}]/g, ''));
  const scalars = ['any', 'flag', 'int32', 'int64', 'port', 'quantity', 'text'];
  expect([...new Set(used)].filter((type) => !scalars.includes(type) && !(type in PARTS))).toEqual([]);
});
