/** The types of the fields of pods against the schemas that an API server publishes. */
import { readFileSync } from 'node:fs';
import { Type, typeOf } from '../../src/model';
import { allParts, innermostOf } from '../support/parts';
import { KUBERNETES_SCHEMAS, KubernetesSchemas, Schema } from '../support/schemas';

const { definitions } = JSON.parse(readFileSync(KUBERNETES_SCHEMAS, 'utf8')) as KubernetesSchemas;
const byPart = new Map(
  Object.entries(definitions).map(([name, schema]) => [name.split('.').pop()!, schema]),
);
/** Fields of metadata that no manifest has are not in the schemas. */
const WITHOUT = ['ObjectMeta'];
const FORMS: { readonly [form: string]: string } = {
  bool: 'boolean',
  '[]byte': 'string',
  Time: 'string',
  MicroTime: 'string',
};

/** A type of a schema, with `[]` behind that of a list's items, and `{}` behind that of a map's. */
function published({ $ref, type, format, items, additionalProperties }: Schema): string {
  if ($ref !== undefined) return $ref.split('.').pop()!;
  if (items) return `${published(items)}[]`;
  if (typeof additionalProperties === 'object') return `${published(additionalProperties)}{}`;
  return type === 'integer' ? format! : String(type);
}

function ours(type: Type): string {
  switch (type.form) {
    case 'struct':
      return type.name;
    case 'list':
      return `${ours(type.element)}[]`;
    case 'map':
      return `${ours(type.element)}{}`;
    default:
      return FORMS[type.form] ?? type.form;
  }
}

test.each(allParts().filter((part) => !WITHOUT.includes(part)))(
  '%s has the fields of Kubernetes 1.36',
  (part) => {
    const properties = Object.entries(byPart.get(part)?.properties ?? {});
    const expected = properties.map(([name, schema]) => [name, published(schema)]);
    const fields = [...typeOf(part).fields.values()].filter(({ isServers }) => !isServers);
    expect(Object.fromEntries(fields.map(({ name, type }) => [name, ours(type)]))).toEqual(
      Object.fromEntries(expected.filter(([name]) => name !== 'status')),
    );
  },
);

test('the status of a kind is of the server, and templates keep all metadata', () => {
  const ofServer = (type: string) =>
    [...typeOf(type).fields.values()].filter(({ isServers }) => isServers).map(({ name }) => name);
  expect(['Pod', 'PersistentVolumeClaim', 'ObjectMeta', 'PodCondition'].map(ofServer)).toEqual([
    ['status'],
    ['status'],
    [],
    [],
  ]);
});

test('a type that nobody knows is nothing but its name, and has no fields', () => {
  const { form, fields } = typeOf('Nothing');
  expect({ form, fields: [...fields] }).toEqual({ form: 'Nothing', fields: [] });
});

test('there is one object for each type, which ends where types contain themselves', () => {
  const schema = typeOf('JSONSchemaProps');
  expect(schema.fields.get('properties')!.type.element).toBe(schema);
  expect(innermostOf(typeOf('[]map[string][]int32'))).toBe(typeOf('int32'));
});

test('a pointer has the fields of what it points to', () => {
  const pointer = typeOf('*PodSpec');
  expect(pointer.fields).toBe(typeOf('PodSpec').fields);
  expect([pointer.name, pointer.isPointer]).toEqual(['PodSpec', true]);
});
