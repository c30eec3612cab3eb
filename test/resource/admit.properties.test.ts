import Ajv from 'ajv';
import { locustTestSchemas } from '../../src/locust/schema';
import { admit, Schema } from '../../src/resource';
import * as fc from '../support/fast-check';
import { runsOf, sized } from '../support/size';

const V2 = locustTestSchemas().v2;

const anything = fc.anything({
  withBigInt: true,
  withDate: true,
  withMap: true,
  withNullPrototype: true,
  withSparseArray: true,
  withSet: true,
});

/** Mostly what the schema asks for, so that what is wrong is somewhere inside. */
function fitting(schema: Schema): fc.Arbitrary<unknown> {
  return fc.oneof(
    { weight: 60, arbitrary: wanted(schema) },
    { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 2 }) },
  );
}

function wanted(schema: Schema): fc.Arbitrary<unknown> {
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema['x-kubernetes-int-or-string']) {
    return fc.oneof(fc.nat(9), fc.constantFrom('1', '1Gi', '0.5'));
  }
  switch (schema.type) {
    case 'object':
      return wantedObject(schema);
    case 'array':
      return fc.array(fitting(schema.items!), { maxLength: 2 });
    case 'integer':
      return fc.integer({ min: schema.minimum ?? -1, max: schema.maximum ?? 5 });
    case 'boolean':
      return fc.boolean();
    default:
      return fc.constantFrom('', 'a', 'a.b');
  }
}

/** What is required, a few of the other fields, and sometimes one that nobody knows. */
function wantedObject({
  properties = {},
  additionalProperties,
  required = [],
}: Schema): fc.Arbitrary<unknown> {
  if (typeof additionalProperties === 'object') {
    return fc.dictionary(fc.constantFrom('a', 'b', '__proto__'), fitting(additionalProperties), {
      maxKeys: 2,
    });
  }
  const others = [...Object.keys(properties), 'unknown'].filter((name) => !required.includes(name));
  return fc
    .subarray(others, { maxLength: Math.min(3, others.length) })
    .chain((some) =>
      fc.record(
        Object.fromEntries(
          [...required, ...some].map((name): [string, fc.Arbitrary<unknown>] => [
            name,
            name in properties ? fitting(properties[name]) : fc.nat(9),
          ]),
        ),
      ),
    );
}

const resource = wantedObject({ ...V2, required: ['spec'] });

test('nothing makes it throw', () => {
  fc.assert(
    fc.property(anything, anything, (object, spec) => {
      for (const schema of [V2, locustTestSchemas().v1]) {
        admit(object, schema);
        admit({ spec }, schema);
      }
    }),
    { numRuns: 300 },
  );
});

test('what is admitted needs nothing more', () => {
  fc.assert(
    fc.property(resource, (object) => {
      const once = admit(object, V2);
      const again = admit(once.object, V2);
      expect(again).toEqual({ object: once.object, errors: once.errors, pruned: [] });
    }),
    { numRuns: 100 },
  );
});

test('what is given stays as it was, and shares nothing with what is admitted', () => {
  fc.assert(
    fc.property(resource, (object) => {
      const before = structuredClone(object);
      const { object: admitted } = admit(object, V2);
      (function spoil(value: unknown): void {
        if (typeof value !== 'object' || value === null) return;
        Object.values(value).forEach(spoil);
        Object.keys(value).forEach((key) => delete (value as Record<string, unknown>)[key]);
      })(admitted);
      expect(object).toEqual(before);
    }),
    { numRuns: 100 },
  );
});

test('what has no errors is valid by the schema to others too', () => {
  // JSON Schema knows no formats of numbers and no lists with keys, so it accepts more.
  const isValid = new Ajv({ strict: false, validateFormats: false }).compile(V2);
  let accepted = 0;
  let refused = 0;
  fc.assert(
    fc.property(resource, (object) => {
      const { object: admitted, errors } = admit(object, V2);
      if (errors.length > 0) {
        refused += 1;
      } else if (admitted.spec) {
        accepted += 1;
        expect([isValid(admitted), isValid.errors]).toEqual([true, null]);
      }
    }),
    { numRuns: 200 },
  );
  expect(Math.min(accepted, refused)).toBeGreaterThan(runsOf(10));
});

const MOUNTS = sized(40_000, 10_000);
test('a list of so many items comes to an end, as it would not by the square of their number', () => {
  const mounts = (item: object) => ({
    spec: {
      volumeMounts: Array.from({ length: MOUNTS }, (_, index) => ({ ...item, name: `v${index}` })),
    },
  });
  expect(admit(mounts({ mountPath: '/a' }), V2).errors).toHaveLength(3);
  expect(admit(mounts({ target: 'nobody', unknown: 1 }), V2).errors).toHaveLength(2 * MOUNTS + 3);
}, 500_000);
