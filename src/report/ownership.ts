/**
 * A report of who sets the groups of volumes, for people and for programs: one line, or one entry,
 * for each volume.
 */
import { harmless } from '../escape';
import { ExplainedVolume } from '../ownership/core';
import { printJson } from '../yaml';

/** A workload with what becomes of its volumes, where its author wrote it. */
interface OwnershipOfObject {
  readonly file: string;
  /** `Deployment/shop/web`. */
  readonly object: string;
  readonly volumes: readonly ExplainedVolume[];
}

/** The formats in which it can be told. */
export const OWNERSHIP_FORMATS = ['text', 'json'] as const;

/** What becomes of the volumes, object by object; as text nothing if there is nothing to tell. */
export function formatOwnership(
  format: (typeof OWNERSHIP_FORMATS)[number],
  objects: readonly OwnershipOfObject[],
): string {
  return format === 'json' ? printJson(objects) : objects.flatMap(linesOf).join('');
}

function linesOf({ file, object, volumes }: OwnershipOfObject, index: number): string[] {
  return [
    index === 0 ? '' : '\n',
    ...[`${file}: ${object}`, ...volumes.map(({ sentence }) => `  ${sentence}`)].map(
      (line) => `${harmless(line)}\n`,
    ),
  ];
}
