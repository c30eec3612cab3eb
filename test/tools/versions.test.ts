/** Versions of releases: what breaks somebody's code is never a patch. */
import { nextVersion } from '../../tools/versions';

test.each([
  ['0.1.0', false, false, 'patch'],
  ['0.1.0', false, true, 'patch'],
  ['0.1.0', true, false, 'minor'],
  ['0.10.2', true, true, 'minor'],
  ['1.0.0', false, false, 'patch'],
  ['1.0.0', false, true, 'minor'],
  ['1.0.0', true, false, 'major'],
  ['10.2.3', true, true, 'major'],
])('after %s, breaking: %s, new: %s, comes a %s version', (last, isBreaking, isNew, expected) => {
  expect(nextVersion(last, { isBreaking, isNew })).toBe(expected);
});

test.each(['', 'v1.2.3', '1.2', '1.2.3-rc.1', '01.2.3'])('%j is not a version', (last) => {
  expect(() => nextVersion(last, { isBreaking: false, isNew: false })).toThrow(
    `${JSON.stringify(last)} is not a version such as 1.2.3`,
  );
});
