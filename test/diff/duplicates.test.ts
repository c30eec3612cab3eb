import { findDuplicates, hasDuplicates } from '../../src/diff/apply/duplicates';
import * as fc from '../support/fast-check';

const port = fc.record(
  { containerPort: fc.constantFrom(80, 81), protocol: fc.constantFrom('TCP', 'UDP') },
  { requiredKeys: [] },
);
const named = fc.record({ name: fc.constantFrom('a', 'b') }, { requiredKeys: [] });
const few = <T>(item: fc.Arbitrary<T>) => fc.oneof(fc.array(item, { maxLength: 3 }), port, named);
const container = fc.record(
  { name: fc.constantFrom('a', 'b'), ports: few(port), env: few(named) },
  { requiredKeys: ['name'] },
);
const pod = fc.record({
  metadata: fc.record({ ownerReferences: few(fc.record({ uid: fc.constantFrom('a', 'b') })) }),
  spec: fc.record({ containers: few(container), volumes: few(named), tolerations: few(named) }),
});

test('a value has twins if some can be told', () => {
  fc.assert(
    fc.property(pod, (value) => {
      const paths: string[] = [];
      findDuplicates('Pod', value, (path) => paths.push(path()));
      expect(hasDuplicates('Pod', value)).toBe(paths.length > 0);
    }),
    { numRuns: 300 },
  );
});
