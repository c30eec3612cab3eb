/**
 * The warning about input without objects: a wrong path, or a chart that is not rendered, must not
 * look like success.
 */
import { CHECK_RULES } from './rules';
import { hasErrors, violation } from '../findings';
import { Note, RenderFinding } from '../render';

/** One warning where nothing was read, unless errors say why. */
export function nothingRead(
  {
    findings,
    notes,
    objects,
  }: {
    readonly findings: readonly RenderFinding[];
    readonly notes: readonly Note[];
    readonly objects: number;
  },
  sources: number,
): RenderFinding[] {
  if (objects > 0 || hasErrors(findings)) return [];
  const renderings = [...new Set(notes.flatMap(({ rendering }) => rendering ?? []))];
  const skipped = notes.some(({ reason }) => reason !== undefined);
  const files = sources === 1 ? 'the only file is' : `all ${sources} files are`;
  const why = skipped || renderings.length > 0 ? `: ${files} skipped` : '';
  return [
    violation(
      CHECK_RULES.noObjects,
      '',
      `there are no objects in the input${why}`,
      adviceOn(renderings),
    ),
  ];
}

function adviceOn([first, ...others]: readonly string[]): string {
  if (first === undefined) return 'name files or directories with Kubernetes objects';
  const more = others.join(', ');
  return `check what is rendered: ${first} | cdk8s-volumes check -${more === '' ? '' : `; likewise ${more}`}`;
}
