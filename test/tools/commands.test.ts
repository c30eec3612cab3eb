/** The reference and the manual page are those of the table of commands. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { COMMANDS } from '../../src/cli/commands';
import { commandsPage } from '../../tools/commands-page';
import { manualPage } from '../../tools/manual-page';
import { FAILURES } from '../../tools/statuses';

const ROOT = join(__dirname, '..', '..');
const read = (name: string) => readFileSync(join(ROOT, name), 'utf8');

test('what is committed is what the commands say (npx projen commands writes it)', () => {
  expect(read('docs/commands.md')).toBe(commandsPage());
  expect(read('bin/cdk8s-volumes.1')).toBe(manualPage());
});

test('the table of exit statuses has every command', () => {
  expect(FAILURES.map(({ command }) => command).sort()).toEqual(
    COMMANDS.map(({ name }) => name).sort(),
  );
});

test('the package has the manual page', () => {
  const { man } = JSON.parse(read('package.json')) as { man: unknown };
  expect(man).toEqual(['bin/cdk8s-volumes.1']);
});

const hasMan = spawnSync('man', ['--version']).status === 0;
(hasMan ? test : test.skip)(
  `man reads the page without a complaint${hasMan ? '' : ' (skipped: man is not installed)'}`,
  () => {
    const { stdout, stderr, status } = spawnSync(
      'man',
      ['--warnings', '-l', join(ROOT, 'bin', 'cdk8s-volumes.1')],
      {
        encoding: 'utf8',
        env: { ...process.env, MANWIDTH: '100', MANPAGER: 'cat', LC_ALL: 'C.UTF-8' },
      },
    );
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(COMMANDS.filter(({ name }) => !stdout.includes(`cdk8s-volumes ${name}`))).toEqual([]);
  },
);
