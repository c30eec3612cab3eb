/**
 * Empty values, in every field that a manifest may leave out, by the types of the model: null is
 * nothing to the API server wherever it stands, and so is the zero of whatever has no pointer.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { diffObjects } from '../../src/diff';
import { Fields } from '../../src/kube';
import { requiredOf, Type, typeOf, typeOfKind, walk, zeroOf } from '../../src/model';
import { SERVER_JUDGE } from '../../src/validation';
import { judged } from '../support/judged';
import { sized } from '../support/size';

type Path = readonly (string | number)[];

/** A field that a manifest may leave out. */
interface Place {
  readonly path: Path;
  readonly type: Type;
}

/** Objects that a server took, with each field that brings defaults of its own. */
const OBJECTS = readFileSync(join(__dirname, '../conformance/model/defaults.jsonl'), 'utf8')
  .trim()
  .split('\n')
  .map((line) => (JSON.parse(line) as { given: Fields }).given);

/** Fields of these say which object it is. */
const IDENTITY = ['apiVersion', 'kind', 'metadata', 'metadata.name', 'metadata.namespace'];

/**
 * Each field that the structs of the objects may leave out, whether they have it or not: one of
 * each struct in each kind, or one of each struct.
 */
function placesOf(objects: readonly Fields[]): (readonly [Fields, Place[]])[] {
  const seen = new Set<string>();
  const isNew = (key: string) => !seen.has(key) && seen.add(key);
  return objects.map((object) => {
    const { apiVersion, kind } = object as { apiVersion: string; kind: string };
    const places: Place[] = [];
    walk(object, typeOf(typeOfKind(apiVersion, kind)!), {
      enter: (_value, struct, at) => {
        const above = at.steps.map(({ step }) => step);
        const required = requiredOf(struct.name);
        for (const { name, type, isServers } of struct.fields.values()) {
          const path = [...above, name];
          if (isServers || required.includes(name) || IDENTITY.includes(path.join('.'))) continue;
          const where = `${struct.name} ${name} ${String(has(object, path))}`;
          if (isNew(sized(1, 0) ? `${kind} ${where}` : where)) places.push({ path, type });
        }
        return true;
      },
    });
    return [object, places];
  });
}

const has = (object: any, path: Path) =>
  path.reduce((inner, step) => inner?.[step], object) !== undefined;

/** The object with a value at a path; `undefined` leaves the field out. */
function withAt(object: any, [step, ...rest]: Path, value: unknown): any {
  const copy = Array.isArray(object) ? [...object] : { ...object };
  if (rest.length > 0) copy[step] = withAt(copy[step], rest, value);
  else if (value === undefined) delete copy[step];
  else copy[step] = value;
  return copy;
}

const nullOf = () => null;

/** The zero of what is no pointer, as it is written. */
function zeroOfPlain({ type }: Place): unknown {
  if (type.isPointer) return undefined;
  if (type.form === 'list') return [];
  return type.form === 'map' ? {} : (zeroOf(type) ?? undefined);
}

/**
 * What the server refuses, as the places of errors: of warnings, some are about a zero, since it
 * stands for a default, and words show the value.
 */
const refused = (object: Fields) =>
  judged([SERVER_JUDGE], [object])
    .filter((line) => line.includes(' error '))
    .map((line) => line.slice(0, line.indexOf(': ')));

/** Where more or less is refused of an empty value than of none. */
function toldApart(
  [object, places]: readonly [Fields, Place[]],
  valueOf: (place: Place) => unknown,
) {
  return places.flatMap((place) => {
    const value = valueOf(place);
    if (value === undefined) return [];
    const [without, empty] = [undefined, value].map((one) =>
      refused(withAt(object, place.path, one)).join(),
    );
    return without === empty ? [] : [`${place.path.join('.')}: ${empty || 'nothing'} is refused`];
  });
}

/** Where an empty value changes what was without the field, or had it as empty before. */
function changing(
  [object, places]: readonly [Fields, Place[]],
  valueOf: (place: Place) => unknown,
  isBoth: boolean,
) {
  return places.flatMap(({ path, type }) => {
    const value = valueOf({ path, type });
    if (value === undefined || has(object, path)) return [];
    const empty = withAt(object, path, value);
    const { verdict } = diffObjects([isBoth ? empty : object], [empty]).objects[0];
    return verdict === 'unchanged' ? [] : [`${path.join('.')}: ${verdict}`];
  });
}

/** What differs all the same, as a server of Kubernetes 1.36 answered, and why. */
const KNOWN: { readonly [line: string]: string } = {
  'HorizontalPodAutoscaler spec.behavior.scaleUp.policies: HorizontalPodAutoscaler/b error api/required spec.behavior.scaleUp.policies is refused':
    'defaults stand for no list, and not for an empty one',
  'HorizontalPodAutoscaler spec.behavior.scaleDown.policies: HorizontalPodAutoscaler/b error api/required spec.behavior.scaleDown.policies is refused':
    'defaults stand for no list, and not for an empty one',
  'Pod spec.overhead: Pod/a error pod/resources spec.overhead is refused':
    'an empty overhead is one that no runtime class has',
  'PersistentVolumeClaim spec.volumeName: refused': 'the claim is bound',
  'Job spec.completions: refused': 'its default needs a parallelism that is not there either',
};
const met = new Set<string>();
const unknown = ({ kind }: Fields, lines: readonly string[]) =>
  lines.filter((line) => {
    const whole = `${String(kind)} ${line}`;
    if (Object.hasOwn(KNOWN, whole)) met.add(whole);
    return !Object.hasOwn(KNOWN, whole);
  });

const TRIED = placesOf(OBJECTS).filter(([, places]) => places.length > 0);

describe.each(TRIED.map((one) => [one[0].kind, (one[0].metadata as Fields).name, one] as const))(
  'of %s/%s',
  (_kind, _name, one) => {
    test('a null is refused like nothing', () => {
      expect(unknown(one[0], toldApart(one, nullOf))).toEqual([]);
    });

    test('a zero of what is no pointer is refused like nothing', () => {
      expect(unknown(one[0], toldApart(one, zeroOfPlain))).toEqual([]);
    });

    test('a null after the same null is no change', () => {
      expect(unknown(one[0], changing(one, nullOf, true))).toEqual([]);
    });

    test('a zero of what is no pointer is no change after nothing', () => {
      expect(unknown(one[0], changing(one, zeroOfPlain, false))).toEqual([]);
    });
  },
);

test('what is known to differ does so, where it is tried', () => {
  const tried = TRIED.flatMap(([{ kind }, places]) =>
    places.map(({ path }) => `${String(kind)} ${path.join('.')}`),
  );
  const known = Object.keys(KNOWN).filter((line) => tried.includes(line.split(':')[0]));
  expect(known.filter((line) => !met.has(line))).toEqual([]);
  expect(known.length).toBeGreaterThan(0);
});
