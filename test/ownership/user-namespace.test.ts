/** The tests of the script once more, as root of a user namespace where the others are not root. */
import { spawnSync } from 'node:child_process';
import { isRoot } from './shells';
import { sized } from '../support/size';

/** All ids of the user are mapped, and what is mounted is seen by nobody else. */
const UNSHARE = ['--user', '--map-root-user', '--map-auto', '--mount'];
const TESTS = ['test/ownership/script.test.ts', 'test/ownership/trees.conformance.test.ts'];

/** Why it is not to be done, or cannot be; undefined if it can. */
function obstacle(): string | undefined {
  if (isRoot()) return 'they run as root already';
  const { status, error, stderr } = spawnSync('unshare', [...UNSHARE, 'true'], {
    encoding: 'utf8',
  });
  return status === 0
    ? undefined
    : `no user namespace can be made: ${(error?.message ?? stderr).trim()}`;
}

const why = obstacle();

(why === undefined ? test : test.skip)(
  `as root of a user namespace the script's tests pass, and are not skipped${why === undefined ? '' : ` (skipped: ${why})`}`,
  () => {
    const { status, stdout, stderr } = spawnSync(
      'unshare',
      [...UNSHARE, process.execPath, require.resolve('jest/bin/jest'), ...TESTS],
      { encoding: 'utf8' },
    );
    expect({ status, output: status === 0 ? '' : stdout + stderr }).toEqual({
      status: 0,
      output: '',
    });
    process.stdout.write(
      `${(stdout + stderr)
        .split('\n')
        .filter((line) => line.startsWith('conformance '))
        .join('\n')}\n`,
    );
    expect(Number(/^Tests: .*?(\d+) passed/m.exec(stderr)?.[1])).toBeGreaterThanOrEqual(
      sized(100, 50),
    );
  },
  1_200_000,
);
