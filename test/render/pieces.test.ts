/** Output in pieces: the same text as the whole, and no more of it at once than somebody takes. */
import { Output, printPieces } from '../../src/render';
import { printJson, printYaml } from '../../src/yaml';
import * as fc from '../support/fast-check';
import { printOutputs } from '../support/printed';

const config = (name: string, data: object = {}) => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name },
  data,
});
const listOf = (...items: object[]) => ({ apiVersion: 'v1', kind: 'List', items });

/** Objects that tell how often somebody has looked at their data. */
function watched(count: number): { outputs: Output[]; looks(): number } {
  let looks = 0;
  const outputs = Array.from({ length: count }, (_, index) => {
    const manifest = config(String(index));
    Object.defineProperty(manifest, 'data', {
      enumerable: true,
      get: () => {
        looks += 1;
        return { text: 'x'.repeat(1000) };
      },
    });
    return { source: 0, manifest };
  });
  return { outputs, looks: () => looks };
}

test.each(['yaml', 'json'] as const)(
  'as %s, only the objects of a piece are printed when it is taken',
  (format) => {
    const { outputs, looks } = watched(10_000);
    const pieces = printPieces(outputs, format);
    pieces.next();
    const first = looks();
    expect(first).toBeLessThan(500);
    for (let count = 0; count < 9; count += 1) pieces.next();
    expect(looks()).toBeLessThanOrEqual(10 * first + 10);
  },
);

test.each(['yaml', 'json'] as const)(
  'as %s, no piece is much longer than its longest object',
  (format) => {
    const lengths = [...printPieces(watched(1000).outputs, format)].map(({ length }) => length);
    expect(lengths.length).toBeGreaterThan(10);
    expect(Math.max(...lengths)).toBeLessThan(2 ** 16 + 2000);
    expect(Math.min(...lengths.slice(0, -1))).toBeGreaterThanOrEqual(2 ** 16);
  },
);

test('pieces of JSON are the list that they are pieces of', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.jsonValue(), fc.boolean())), (values) => {
      const manifests = values.map(([data, isList], index) =>
        isList
          ? listOf(config(`a${index}`, { data }), listOf(config(`b${index}`)))
          : config(`a${index}`, { data }),
      );
      const items = manifests.flatMap((one) =>
        'items' in one
          ? one.items.flatMap((item) =>
              'items' in item ? (item as { items: object[] }).items : [item],
            )
          : [one],
      );
      const outputs = manifests.map((manifest) => ({ source: 0, manifest }));
      expect(printOutputs(outputs, 'json')).toBe(
        outputs.length === 0 ? '' : printJson(listOf(...items)),
      );
    }),
  );
});

test('a list without items is a list without items', () => {
  expect(printOutputs([{ source: 0, manifest: listOf() }], 'json')).toBe(printJson(listOf()));
});

test('pieces of YAML are the documents with a line of dashes between them', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.jsonValue(), fc.boolean())), (values) => {
      const outputs = values.map(([data, isText], index) => ({
        source: 0,
        manifest: config(`a${index}`, { data }),
        ...(isText ? { text: `# ${index}\n` } : {}),
      }));
      expect(printOutputs(outputs, 'yaml')).toBe(
        outputs.map(({ manifest, text }) => text ?? printYaml(manifest)).join('---\n'),
      );
    }),
  );
});
