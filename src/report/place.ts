/** The place of a finding, as the formats spell it. */
import { harmless } from '../escape';
import { shortHash } from '../kube';
import { RenderFinding } from '../render';

/** What is said of a finding besides its place: the object, the field, the message, the remedy. */
export function wordsOf(finding: RenderFinding): string {
  const { object, path, message, remedy } = finding;
  const words = [object, path, message]
    .filter((part) => part !== undefined && part !== '')
    .join(': ');
  return harmless(`${words}; ${remedy}`);
}

/** The message below a line that names the object: without the object that it begins with. */
export function predicateOf({ message, object, sentence }: RenderFinding): string {
  return sentence !== undefined && sentence.subject === object ? sentence.predicate : message;
}

/** `apps/web.yaml:12:7`, as far as it is known; what is wrong with the options has no file. */
export function placeOf({ file, line, column }: RenderFinding): string {
  if (file === undefined) return 'options';
  return harmless(
    [
      file,
      ...(line === undefined ? [] : [line]),
      ...(line === undefined || column === undefined ? [] : [column]),
    ].join(':'),
  );
}

/**
 * The path as it is called below the folder that the program runs in: with slashes, and without
 * `./` and empty names.
 */
export function relativePath(file: string, root?: string): string {
  const path = file.replaceAll('\\', '/');
  const base = root === undefined ? undefined : `${root.replaceAll('\\', '/').replace(/\/$/, '')}/`;
  const own = base !== undefined && path.startsWith(base) ? path.slice(base.length) : path;
  const names = own
    .split('/')
    .filter((name, index) => name !== '.' && (name !== '' || index === 0));
  return names.join('/');
}

/**
 * What a finding is known by, whatever lines are added above it and however its message is worded:
 * its rule, object and field. What has no object is known by its file.
 */
export function fingerprintOf({ rule, object, path, file }: RenderFinding): string {
  return shortHash([rule, object ?? `file ${file ?? ''}`, path], 32);
}
