/** Notes of a command beside its result: which files it skipped, and how many there were. */
import { Arguments } from './args';
import { Io, tell } from './io';
import type { Note } from '../render';

/** From how many lines of one kind on they are one line. */
const MANY = 4;
/** One file, and several. */
const REASONS: { readonly [reason in NonNullable<Note['reason']>]: readonly [string, string] } = {
  noObject: ['without Kubernetes objects', 'without Kubernetes objects'],
  template: ['template', 'templates'],
  patch: ['patch', 'patches'],
};
const LIST = '(--verbose lists them)';

/** Tells what was skipped: what is many in one line, unless `--verbose` asks for all of them. */
export function tellNotes(notes: readonly Note[], args: Arguments, io: Io): void {
  if (args.options.has('quiet')) return;
  const isVerbose = args.options.has('verbose');
  const files = notes.filter(({ reason }) => reason !== undefined);
  const built = notes.filter(({ rendering }) => rendering !== undefined);
  const summed = new Set([
    ...(isVerbose || files.length < 2 ? [] : files),
    ...(isVerbose || built.length < MANY ? [] : built),
  ]);
  for (const note of notes) if (!summed.has(note)) tell(note.words, io);
  if (summed.has(built[0])) {
    tell(
      `${built.length} charts and kustomizations are skipped: render each of them, such as with ${built[0].rendering} ${LIST}`,
      io,
    );
  }
  if (summed.has(files[0])) {
    tell(`${files.length} files are skipped: ${reasonsOf(files)} ${LIST}`, io);
  }
}

/** Tells something that `--quiet` leaves out. */
export function tellAside(line: string, args: Arguments, io: Io): void {
  if (!args.options.has('quiet')) tell(line, io);
}

function reasonsOf(files: readonly Note[]): string {
  const counts = (Object.keys(REASONS) as (keyof typeof REASONS)[]).flatMap((reason) => {
    const { length } = files.filter((note) => note.reason === reason);
    return length === 0 ? [] : [`${length} ${REASONS[reason][length === 1 ? 0 : 1]}`];
  });
  return counts.join(', ');
}
