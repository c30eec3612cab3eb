/**
 * Writes docs/cdk8s-volumes.schema.json, the JSON schema of the configuration file, from the shape
 * that it is read by. Give a file to write elsewhere.
 */
import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { CONFIG_SHAPE } from '../src/check/config';
import { Shape } from '../src/shape';

const target = process.argv[2] ?? join(dirname(__dirname), 'docs', 'cdk8s-volumes.schema.json');

/** A shape as a JSON schema. */
function schemaOf(shape: Shape): object {
  switch (shape.kind) {
    case 'string':
      return { type: 'string', ...(shape.notEmpty ? { minLength: 1 } : {}) };
    case 'number':
    case 'integer':
    case 'boolean':
      return { type: shape.kind };
    case 'numberOrString':
      return { type: ['number', 'string'] };
    case 'oneOf':
      return { enum: shape.values };
    case 'list':
      return { type: 'array', items: schemaOf(shape.of) };
    case 'map':
      return { type: 'object', additionalProperties: schemaOf(shape.of) };
    case 'data':
      return { type: 'object' };
    case 'struct':
      return {
        type: 'object',
        properties: Object.fromEntries(
          Object.entries(shape.fields).map(([name, field]) => [name, schemaOf(field)]),
        ),
        ...(shape.required.length === 0 ? {} : { required: shape.required }),
        ...(shape.isOpen ? {} : { additionalProperties: false }),
      };
    case 'variants':
      return { anyOf: Object.values(shape.variants).map(schemaOf) };
    default:
      return {};
  }
}

const schema = {
  $schema: 'http://json-schema.org/draft-07/schema#',
  $id: 'https://raw.githubusercontent.com/cdk8s-volumes/cdk8s-volumes/main/docs/cdk8s-volumes.schema.json',
  title: 'The configuration of cdk8s-volumes',
  ...schemaOf(CONFIG_SHAPE),
};
writeFileSync(target, `${JSON.stringify(schema, undefined, 2)}\n`);
