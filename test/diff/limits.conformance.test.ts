/**
 * Objects that a real API server was sent with one field at a limit, just beyond it, empty or
 * missing: what it took, and what it refused in which words.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { diffObjects } from '../../src/diff';
import { targetFacts } from '../../src/facts';
import { judge, readWorld } from '../../src/judge';
import { Fields, isClusterScoped, workloadKinds } from '../../src/kube';
import { readManifests, SERVER_JUDGE } from '../../src/validation';
import { isPlainlyRight } from '../../src/validation/plain';
import { linesOfErrors } from '../support/refusals';

/** What is refused: the field and, where they are comparable, the words. */
type Refusal = readonly [field: string] | readonly [field: string, words: string];

/** A field, its value in JSON or nothing where it is removed, and what is refused then. */
type Case = readonly [path: string, value: string, refusals: readonly Refusal[]];

interface Limits {
  readonly object: { readonly kind: string };
  readonly cases: readonly Case[];
}

const LIMITS = ['limits', 'by-type'].flatMap((name) =>
  readFileSync(join(__dirname, `../conformance/refusals/${name}.jsonl`), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Limits),
);

/** The object with one field changed; steps of a path are those of `spec.ports[0].name`. */
function changed(object: object, path: string, value: string): Fields {
  const copy: any = structuredClone(object);
  const steps = path.match(/[^.[\]]+/g)!;
  const last = steps.pop()!;
  const within = steps.reduce((above, step) => (above[step] ??= {}), copy);
  if (value === '') delete within[last];
  else within[last] = JSON.parse(value);
  return copy;
}

/** The server may say the same of two values. */
const onceEach = (errors: Parameters<typeof linesOfErrors>[0]) => [
  ...new Set(linesOfErrors(errors)),
];

/** Services hold ports against each other; a policy's name is part of what is said of it. */
const ALONE = new Set(['Service', 'ValidatingAdmissionPolicy']);

/** What is refused of each object, by names that keep them apart where any name will do. */
function errorsOf(objects: readonly any[]) {
  const isFree = objects.map(({ kind, metadata }) => metadata?.name === 'one' && !ALONE.has(kind));
  const named = objects.map((object, index) =>
    isFree[index] ? { ...object, metadata: { ...object.metadata, name: `one-${index}` } } : object,
  );
  const errorsIn = (sent: readonly object[]) =>
    diffObjects([], sent, { isFresh: true }).objects.map(
      ({ object, errors = [] }) => [object.split('/').at(-1), errors] as const,
    );
  const found = new Map(errorsIn(named.filter((_object, index) => isFree[index])));
  return named.map((object, index) =>
    isFree[index] ? found.get(`one-${index}`)! : errorsIn([object])[0][1],
  );
}

test.each(LIMITS.map((limits, index) => [index, limits.object.kind, limits] as const))(
  '%i: a %s is taken as it is, and refused beyond its limits as the server refuses it',
  (_index, _kind, { object, cases }) => {
    const sent = cases.map(([path, value]) => changed(object, path, value));
    const [asItIs, ...errors] = errorsOf([object, ...sent]);
    expect(asItIs).toEqual([]);
    const told = cases.map(([path, value, refusals], index) => {
      const hasWords = refusals.every((refusal) => refusal.length > 1);
      const lines = errors[index].map(({ field, message }) =>
        hasWords ? [field, message] : [field],
      );
      return [path, value, onceEach(lines)];
    });
    expect(told).toEqual(cases.map(([path, value, refusals]) => [path, value, onceEach(refusals)]));
  },
);

const REFUSED = LIMITS.flatMap(({ object, cases }) =>
  cases.flatMap(([path, value, refusals]) =>
    refusals.length > 0 ? changed(object, path, value) : [],
  ),
);

test('nothing that is refused is plainly right', () => {
  const kinds = { isCluster: isClusterScoped, workloads: workloadKinds() };
  const plain = readManifests(REFUSED, 'default', kinds).filter(({ apiVersion, kind, ...sent }) =>
    isPlainlyRight({ apiVersion, kind, manifest: sent.given, workload: sent.workload }),
  );
  expect(plain).toEqual([]);
  expect(REFUSED.length).toBeGreaterThan(800);
});

test("what is refused is an error of the server's rule, and each has words and a remedy", () => {
  const sources = REFUSED.map((manifest, index) => ({
    key: String(index),
    manifest: manifest as any,
  }));
  const world = readWorld(sources, targetFacts({ kubernetes: '1.36' }), { namespace: 'shop' });
  const found = judge(world, [SERVER_JUDGE]);
  const told = new Set(found.map(({ construct }) => construct));
  expect(sources.filter(({ key }) => !told.has(key))).toEqual([]);
  const texts = found.flatMap(({ message, remedy }) => [message, remedy]);
  expect(texts.filter((text) => !/^\S.*\S$/.test(text))).toEqual([]);
});
