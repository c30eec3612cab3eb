/**
 * A report of what was changed by hand in a cluster, and of what the next sync does about it, for
 * people.
 */
import { styled } from './style';
import { DriftFate, ObjectDrift } from '../diff';
import { harmless, markdownCode, markdownText } from '../escape';

const FATES: { readonly [fate in DriftFate]: string } = {
  reverted: 'the next sync reverts it',
  kept: 'the next sync keeps it',
  refused: 'the next sync fails',
};
const TONES: { readonly [fate in DriftFate]: number } = { reverted: 33, kept: 2, refused: 31 };
const NONE = 'no drift: nothing of the files was changed by hand in the cluster';

/** One change by hand, in words. */
interface Line {
  readonly field: string;
  readonly words: string;
  readonly fate: DriftFate;
}

function linesOf({ isDeleted, fields, because }: ObjectDrift): Line[] {
  const why = because === undefined ? '' : `: ${because}`;
  if (isDeleted === true) {
    const fate = because === undefined ? 'reverted' : 'refused';
    const words =
      because === undefined ? 'the next sync creates it again' : `${FATES.refused}${why}`;
    return [{ field: '', words: `it was deleted; ${words}`, fate }];
  }
  return fields.map(({ field, by, at, fate }) => ({
    field,
    words: `changed${by === undefined ? '' : ` by ${by}`}${at === undefined ? '' : ` at ${at}`}; ${FATES[fate]}${fate === 'refused' ? why : ''}`,
    fate,
  }));
}

/** The lines below a comparison; empty if nobody asked. */
export function driftText(drift: readonly ObjectDrift[] | undefined, isColour: boolean): string {
  if (!drift) return '';
  if (drift.length === 0) return `\n${NONE}\n`;
  const blocks = drift.map((one) => {
    const lines = linesOf(one).map(({ field, words, fate }) =>
      `  ${harmless(field === '' ? words : `${field}: ${words}`)}`.replace(/.+/, (line) =>
        styled(line, TONES[fate], isColour),
      ),
    );
    return [harmless(one.object), ...lines].join('\n');
  });
  return `\nchanged by hand in the cluster:\n${blocks.join('\n')}\n`;
}

/** The section of a comment; empty if nobody asked. */
export function driftMarkdown(drift: readonly ObjectDrift[] | undefined): string {
  if (!drift) return '';
  if (drift.length === 0) return `\n${markdownText(NONE)}\n`;
  const rows = drift.flatMap((one) =>
    linesOf(one).map(
      ({ field, words }) =>
        `| ${markdownCode(one.object)} | ${field === '' ? '' : markdownCode(field)} | ${markdownText(words)} |`,
    ),
  );
  return ['', '| changed by hand | field | what happens |', '|---|---|---|', ...rows, ''].join(
    '\n',
  );
}
