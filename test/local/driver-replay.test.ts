/**
 * The replay of the driver's answers itself: it survives whatever a case has, and sees a wrong
 * answer.
 */
import { Case, casesOf } from './cases';
import { REPLAYS } from './driver-replay';
import { Fields, isFields } from '../support/reading';
import { sized } from '../support/size';

type Json = any;

/** Every path of a value down to some depth. */
function pathsOf(
  value: unknown,
  depth: number,
  path: readonly string[] = [],
): (readonly string[])[] {
  if (depth === 0 || typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => [
    [...path, key],
    ...pathsOf(inner, depth - 1, [...path, key]),
  ]);
}

/** The value with something else at a path; `undefined` removes it. */
function changedAt(value: Json, [key, ...rest]: readonly string[], to: unknown): Json {
  const copy = Array.isArray(value) ? [...value] : { ...value };
  if (rest.length > 0) copy[key] = changedAt(copy[key], rest, to);
  else if (to === undefined && !Array.isArray(copy)) delete copy[key];
  else copy[key] = to;
  return copy;
}

const survives = (group: string, one: Case): void => {
  const { leftOut, replay } = REPLAYS[group];
  if (leftOut?.(one) === undefined) replay(one);
};

describe.each(Object.keys(REPLAYS))('cases of %s', (group) => {
  const cases = casesOf(group);
  // One of each shape: those with the same fields would break alike.
  const shapes = new Map(cases.map((one) => [pathsOf([one.input, one.answer], 5).join(), one]));
  const someOf = [...shapes.values()].slice(0, sized(3, 1));

  test.each([[undefined], [null], [''], ['-1'], [5], [[]], [{}]])(
    'survive %j anywhere',
    (value) => {
      for (const one of someOf) {
        for (const path of pathsOf({ input: one.input, answer: one.answer }, 6)) {
          const { input, answer, ...others } = changedAt(one, path, value) as Case;
          const changed = {
            ...others,
            input: isFields(input) ? input : {},
            answer: isFields(answer) ? answer : {},
          } as never;
          expect(() => survives(group, changed)).not.toThrow();
        }
      }
    },
  );
});

/** A case with an answer that is none of the driver's. */
function turned(one: Case, answer: Fields): Case {
  return {
    ...one,
    expectedInstead: undefined,
    upstreamBugs: undefined,
    answer: { ...one.answer, ...answer } as never,
  };
}

test.each<[string, string, Fields]>([
  [
    'create',
    'create-too-big',
    { code: 'OK', volume: { volumeId: 'containerstorage#pvc-1', volumeContext: {} } },
  ],
  ['create', 'create-limit-not-extent', { code: 'OK' }],
  ['create', 'create-rounding-decimal', { code: 'InvalidArgument' }],
  ['provision', 'provision-rwx', { provisioned: true, event: undefined }],
  [
    'stage',
    'stage-limit-below-capacity',
    { code: 'OK', logicalVolumesCreated: [{ name: 'pv-1' }] },
  ],
  ['publish', 'publish-inline', { code: 'OK' }],
  [
    'delete',
    'delete-elsewhere-annotated',
    { code: 'OK', logicalVolumesRemoved: ['containerstorage/pv-1'] },
  ],
  ['cleanup', 'cleanup-bound', { persistentVolume: 'deleted' }],
  ['gc', 'gc-here', { orphanScan: { logicalVolumesRemoved: ['containerstorage/pv-1'] } }],
  ['modes', 'modes-rwo-rwx', { createVolume: { code: 'OK' } }],
])('in %s, another answer to %s is seen', (group, id, answer) => {
  const one = casesOf(group).find((other) => other.id === id);
  if (one === undefined) return;
  const { said, expected } = REPLAYS[group].replay(turned(one, answer));
  expect(said).not.toEqual(expected);
});
