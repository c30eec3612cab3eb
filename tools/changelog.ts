/**
 * Adds the commits since the last release to the changelog of this one, which `npx projen bump` has
 * begun with its version and date.
 */
import { execFileSync } from 'node:child_process';
import { appendFileSync } from 'node:fs';
import { releaseNotes } from './release-notes';

const file = process.env.CHANGELOG ?? 'artifacts/changelog.md';
const tags = execFileSync(
  'git',
  ['tag', '--list', 'v*', '--merged', 'HEAD', '--sort=-version:refname'],
  { encoding: 'utf8' },
)
  .split('\n')
  .filter((tag) => tag !== '');
const subjects =
  tags.length === 0
    ? undefined
    : execFileSync('git', ['log', '--no-merges', '--format=%s', `${tags[0]}..HEAD`], {
        encoding: 'utf8',
      }).split('\n');

appendFileSync(file, releaseNotes(subjects));
