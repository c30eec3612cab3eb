/** The table of the fields of pods against the schemas that an API server publishes. */
import { readFileSync } from 'node:fs';
import { fieldsOfPart } from '../../src/object/parts';
import { allParts } from '../support/parts';
import { KUBERNETES_SCHEMAS, KubernetesSchemas, Schema } from '../support/schemas';

const { definitions } = JSON.parse(readFileSync(KUBERNETES_SCHEMAS, 'utf8')) as KubernetesSchemas;
const byPart = new Map(
  Object.entries(definitions).map(([name, schema]) => [name.split('.').pop()!, schema]),
);
/**
 * Fields of metadata that no manifest has are not in the schemas; containers that are added later
 * are not looked at.
 */
const WITHOUT = ['ObjectMeta', 'EphemeralContainer'];
const SCALARS: { readonly [type: string]: string } = { boolean: 'flag', string: 'text' };

/** A type of a schema, as the table writes it. */
function typeOf({ $ref, type, format, items, additionalProperties }: Schema): string {
  if ($ref !== undefined) {
    return $ref.endsWith('Quantity')
      ? 'quantity'
      : $ref.endsWith('IntOrString')
        ? 'port'
        : $ref.split('.').pop()!;
  }
  if (items) return items.$ref?.endsWith('.EphemeralContainer') ? 'any[]' : `${typeOf(items)}[]`;
  if (typeof additionalProperties === 'object') return `${typeOf(additionalProperties)}{}`;
  return SCALARS[String(type)] ?? format;
}

function fieldsOf(part: string): string[] {
  return Object.entries(byPart.get(part)?.properties ?? {})
    .map(([name, schema]) => {
      const type = typeOf(schema);
      return type === 'text' ? name : `${name}:${type}`;
    })
    .sort();
}

test.each(allParts().filter((part) => !WITHOUT.includes(part)))(
  '%s has the fields of Kubernetes 1.36',
  (part) => {
    const fields = [...fieldsOfPart(part)].map(([name, type]) =>
      type === 'text' ? name : `${name}:${type}`,
    );
    const isOfManifests = (field: string) => !field.startsWith('status:');
    expect(fields.filter(isOfManifests).sort()).toEqual(fieldsOf(part).filter(isOfManifests));
  },
);

test('metadata has the fields that manifests have, and that of the server', () => {
  expect(Object.fromEntries(fieldsOfPart('ObjectMeta'))).toEqual({
    annotations: 'text{}',
    creationTimestamp: 'text',
    deletionGracePeriodSeconds: 'int64',
    deletionTimestamp: 'text',
    finalizers: 'text[]',
    generateName: 'text',
    generation: 'int64',
    labels: 'text{}',
    managedFields: 'any',
    name: 'text',
    namespace: 'text',
    ownerReferences: 'OwnerReference[]',
    resourceVersion: 'text',
    selfLink: 'text',
    uid: 'text',
  });
});

test('a part that nobody knows has no fields', () => {
  expect([...fieldsOfPart('Nothing')]).toEqual([]);
});
