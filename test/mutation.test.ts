/**
 * The areas of mutation: all code is in one of them, so that no room is left out of the scores by
 * oversight.
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { AREAS, sourcesOf, testsOf } from '../tools/mutation/areas';

const sources = readdirSync(join(__dirname, '..', 'src'), { recursive: true }).map(
  (file) => `src/${file}`,
);
const places = Object.values(AREAS).flatMap(sourcesOf);

test('every file of code belongs to one area', () => {
  const code = sources.filter(
    (file) => /(?<!\.d)\.ts$/.test(file) && !/(?:^|[/-])(?:rules|index|core)\.ts$/.test(file),
  );
  expect([...places].sort()).toEqual(code.sort());
});

test.each(Object.entries(AREAS))('%s has tests', (_name, area) =>
  expect(testsOf(area)).not.toEqual([]),
);
