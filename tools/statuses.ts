/** The exit statuses of the program: one table for the reference and the manual page. */

/** What a status means, by command. */
export const EXIT_STATUSES: readonly { readonly status: number; readonly meaning: string }[] = [
  { status: 0, meaning: 'all is fine; there may be warnings' },
  { status: 1, meaning: 'something is wrong with the input: see the table of each command' },
  {
    status: 2,
    meaning:
      'incorrect usage, a path that does not exist, a file that cannot be written, or a bug in the program',
  },
];

/** When a command ends with 1, and with --strict. */
export const FAILURES: readonly {
  readonly command: string;
  readonly fails: string;
  readonly strict: string;
}[] = [
  {
    command: 'check',
    fails: 'errors were found',
    strict: 'warnings were found, or there are no objects',
  },
  {
    command: 'diff',
    fails: 'something is refused, data is lost, or a file cannot be read',
    strict: 'data may be lost (--fail-on left-behind: or is left behind)',
  },
  {
    command: 'what-if',
    fails: 'data would be deleted, or a file cannot be read',
    strict: 'data would be left without a claim, or the files do not tell',
  },
  { command: 'ownership', fails: 'a file cannot be read', strict: '' },
  { command: 'map', fails: 'a file cannot be read; the rest is drawn', strict: '' },
  {
    command: 'render',
    fails: 'errors were found; nothing is written',
    strict: 'warnings were found, or there are no documents; nothing is written',
  },
  { command: 'baseline', fails: 'never: whatever was found is recorded', strict: '' },
  { command: 'rules', fails: 'never', strict: '' },
  { command: 'read-out', fails: 'never', strict: '' },
  { command: 'completion', fails: 'never', strict: '' },
];
