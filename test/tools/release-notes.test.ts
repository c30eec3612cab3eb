/** The notes of a release. */
import { releaseNotes } from '../../tools/release-notes';

test('each commit since the last release is a line', () => {
  expect(releaseNotes(['Take sizes as Size', 'Say what is not valid', ''])).toBe(
    '\n- Take sizes as Size\n- Say what is not valid\n',
  );
});

test('the first release lists no commits', () => {
  expect(releaseNotes(undefined)).toBe('\nThe first release.\n');
});

test('a release without commits says so', () => {
  expect(releaseNotes([''])).toBe('\nNothing but a new version.\n');
});
