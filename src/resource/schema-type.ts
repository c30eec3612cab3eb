/** The parts of a schema as types that values are walked by, as they are by those of Go. */
import { Field, Type } from '../model';
import { Schema } from './schema';
import { onceFor } from '../kube';

/** A part of a schema. There is one object for each, so that it can be a key. */
export class SchemaType implements Type {
  public readonly name = '';
  public readonly isPointer = false;
  public readonly form: string;
  private known: ReadonlyMap<string, Field> | undefined;

  constructor(public readonly schema: Schema) {
    this.form = formOf(schema);
  }

  public get element(): Type {
    const { items, additionalProperties } = this.schema;
    return typeOfSchema(items ?? mapped(additionalProperties) ?? ANYTHING);
  }

  public get fields(): ReadonlyMap<string, Field> {
    return (this.known ??= new Map(
      Object.entries(this.schema.properties ?? {}).map(([name, schema]): [string, Field] => [
        name,
        { name, type: typeOfSchema(schema), omitEmpty: false, isServers: false, gate: undefined },
      ]),
    ));
  }
}

const ANYTHING: Schema = {};

export const typeOfSchema = onceFor((schema: Schema) => new SchemaType(schema));

/** What the values of a map are, where the schema says it. */
function mapped(values: Schema['additionalProperties']): Schema | undefined {
  return typeof values === 'object' ? values : undefined;
}

/** Forms of values without parts: whole numbers and others are of one form. */
const FORMS = { string: 'string', integer: 'float64', number: 'float64', boolean: 'bool' } as const;

function formOf(schema: Schema): string {
  const { type, properties = {}, additionalProperties } = schema;
  if (type === undefined || schema['x-kubernetes-int-or-string'] === true) return 'any';
  if (type === 'array') return 'list';
  if (type !== 'object') return FORMS[type];
  return Object.keys(properties).length === 0 && mapped(additionalProperties) ? 'map' : 'struct';
}
