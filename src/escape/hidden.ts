/** Characters that nobody sees, and how they are written so that everybody does. */
import { lazily } from '../kube';

/**
 * Control characters, what turns the direction of a text around, what has no width, line ends that
 * only some readers know, halves of surrogate pairs, and what is no character at all. The engine
 * takes a while to make that, even to read it, and most runs have none of them.
 */
export const hidden = lazily(
  () =>
    new RegExp(
      '[\\p{Cc}\\p{Cf}\\p{Cs}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}\\ufffe\\uffff]',
      'gu',
    ),
);

/** What turns the direction of a text around. */
export const TURNING = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/;

/**
 * What begins a command in the log of a build wherever it stands: `##[add-mask]` for GitHub's
 * runner, `##vso[…]` for the one of Azure, `##teamcity[…]`. The second sign is taken out.
 */
export const LOG_COMMAND = /(?<=#)#(?=\w*\[)/g;

/** `\x1b`, `\u202e`, `\u{e0041}`. */
export function spelled(sign: string): string {
  const code = sign.codePointAt(0)!.toString(16);
  if (code.length > 4) return `\\u{${code}}`;
  return code.length > 2 ? `\\u${code.padStart(4, '0')}` : `\\x${code.padStart(2, '0')}`;
}
