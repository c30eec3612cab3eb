/** Properties of any objects and any question. */
import {
  ARGO,
  ask,
  claim,
  db,
  fast,
  FLUX_PRUNE,
  handMade,
  namespace,
  SCRATCH,
  web,
} from './objects';
import { QUESTIONS } from '../../src/what-if';
import * as fc from '../support/fast-check';
import { exchange } from '../support/properties';

const GUARDS = {
  [ARGO]: 'Prune=false,Delete=false',
  [FLUX_PRUNE]: 'disabled',
  'helm.sh/resource-policy': 'keep',
};
const parts = (guards: object) => [
  fast(),
  claim('data', guards as never),
  web('data'),
  db({}, [SCRATCH]),
  namespace(guards as never),
  ...handMade(guards as never),
];
const anyQuestion = fc.constantFrom(...QUESTIONS);
const anyObjects = fc.subarray([...parts({}), ...parts(GUARDS)]);

test('any values have an answer', () => {
  const values = fc.oneof(
    fc.constantFrom(...parts({})),
    fc
      .tuple(fc.constantFrom(...parts(GUARDS)), fc.nat(), fc.jsonValue())
      .map(([object, at, value]) => exchange(object, at, value)),
    fc.anything(),
  );
  fc.assert(
    fc.property(anyQuestion, fc.array(values, { maxLength: 6 }), (question, objects) => {
      for (const { objects: told } of ask(question, objects).answers) {
        expect(new Set(told.map(({ object }) => object)).size).toBe(told.length);
      }
    }),
    { numRuns: 150 },
  );
});

test('guarded objects are kept by the engines, whatever stands beside them', () => {
  fc.assert(
    fc.property(
      fc.constantFrom('delete-app' as const, 'prune' as const),
      fc.subarray(parts(GUARDS)),
      (question, objects) => {
        for (const { lost } of ask(question, objects).answers) expect(lost).toEqual([]);
      },
    ),
  );
});

test('what is lost is deleted data, and every loss has a way out', () => {
  fc.assert(
    fc.property(anyQuestion, anyObjects, (question, objects) => {
      for (const { lost, objects: told } of ask(question, objects).answers) {
        const own = told.filter(({ object }) => lost.includes(object));
        expect(
          own.every(
            ({ data, remedy, fate }) =>
              data === 'lost' && fate !== 'waits' && fate !== 'kept' && remedy !== undefined,
          ),
        ).toBe(true);
      }
    }),
  );
});

test('the same objects have the same answer, and stay as they were', () => {
  fc.assert(
    fc.property(anyQuestion, anyObjects, (question, objects) => {
      const before = JSON.stringify(objects);
      expect(ask(question, objects)).toEqual(ask(question, objects));
      expect(JSON.stringify(objects)).toBe(before);
    }),
    { numRuns: 50 },
  );
});
