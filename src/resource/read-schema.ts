/** Schemas as anybody wrote them, read as what a server takes: the one place that doubts them. */
import { Schema } from './schema';
import { fieldPath, Fields, isFields, setField, own } from '../kube';

type Part = (value: unknown, path: string, depth: number) => unknown;

/** No schema of a server is deeper. */
const DEEPEST = 200;

/**
 * The schema that a value is. What a keyword cannot have is left out, and its path is passed to
 * `onWrong`. Schemas of JSON that are made of definitions close every object that has fields, as a
 * server does by itself, and may allow null by a list of types: both are read as a definition has
 * them.
 */
export function readSchema(given: unknown, onWrong: (path: string) => void = () => {}): Schema {
  const wrong = (path: string) => {
    onWrong(path);
    return undefined;
  };
  const thatIs =
    (fits: (value: unknown) => boolean): Part =>
    (value, path) =>
      fits(value) ? value : wrong(path);
  const schema: Part = (value, path, depth) => {
    if (!isFields(value) || depth > DEEPEST) return wrong(path);
    const read: { [keyword: string]: unknown } = {};
    for (const [keyword, one] of Object.entries(value)) {
      const part = own(parts, keyword);
      // Null is what is left out.
      if (part && one === null) continue;
      const known = part ? part(one, fieldPath(path, keyword), depth + 1) : one;
      if (known !== undefined) setField(read, keyword, known);
    }
    return withNullable(read);
  };
  const schemas: Part = (value, path, depth) =>
    Array.isArray(value)
      ? value.flatMap((one, index) => schema(one, `${path}[${index}]`, depth) ?? [])
      : wrong(path);
  const text = thatIs((value) => typeof value === 'string');
  const flag = thatIs((value) => typeof value === 'boolean');
  const number = thatIs((value) => typeof value === 'number' || typeof value === 'bigint');
  const texts = thatIs(
    (value) => Array.isArray(value) && value.every((one) => typeof one === 'string'),
  );
  const parts: { readonly [keyword: string]: Part } = {
    type: thatIs((value) => [value].flat().every((one) => typeof one === 'string')),
    format: text,
    pattern: text,
    nullable: flag,
    enum: thatIs(Array.isArray),
    required: texts,
    minimum: number,
    maximum: number,
    exclusiveMinimum: flag,
    exclusiveMaximum: flag,
    multipleOf: number,
    minLength: number,
    maxLength: number,
    minItems: number,
    maxItems: number,
    uniqueItems: flag,
    minProperties: number,
    maxProperties: number,
    items: schema,
    not: schema,
    anyOf: schemas,
    allOf: schemas,
    oneOf: schemas,
    properties: (value, path, depth) => {
      if (!isFields(value)) return wrong(path);
      const read = {};
      for (const [name, one] of Object.entries(value)) {
        const known = schema(one, fieldPath(path, name), depth);
        if (known !== undefined) setField(read, name, known);
      }
      return read;
    },
    additionalProperties: (value, path, depth) => {
      if (value === false) return undefined;
      return value === true ? true : schema(value, path, depth);
    },
    'x-kubernetes-int-or-string': flag,
    'x-kubernetes-preserve-unknown-fields': flag,
    'x-kubernetes-embedded-resource': flag,
    'x-kubernetes-list-type': text,
    'x-kubernetes-list-map-keys': texts,
    'x-kubernetes-validations': thatIs(
      (value) =>
        Array.isArray(value) && value.every((one) => isFields(one) && typeof one.rule === 'string'),
    ),
  };
  return (schema(given, '', 0) ?? {}) as Schema;
}

function withNullable(read: Fields): Fields {
  if (!Array.isArray(read.type)) return read;
  const { type: listed, ...others } = read;
  const types = (listed as string[]).filter((type) => type !== 'null');
  return {
    ...others,
    ...(types.length === 1 ? { type: types[0] } : {}),
    ...(types.length < (listed as string[]).length ? { nullable: true } : {}),
  };
}
