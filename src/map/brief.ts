/** Many names in few: numbers that follow each other are one range. */
import { addTo } from '../kube';

/** The last number of a name, and what stands before and behind it. */
const NUMBERED = /^(.*?)(\d{1,15})(\D*)$/su;
/** Fewer are written out. */
const LEAST = 3;

interface Numbered {
  readonly text: string;
  readonly before: string;
  readonly digits: string;
  readonly behind: string;
}

/**
 * The texts, each once and in the order of their numbers; at least three whose numbers follow each
 * other are one: `app-01…40`.
 */
export function inBrief(texts: readonly string[]): string[] {
  const families = new Map<string, Numbered[]>();
  for (const text of new Set(texts)) {
    const one = numbered(text);
    const key = one.digits === '' ? text : JSON.stringify([one.before, one.behind]);
    addTo(families, key, one);
  }
  return [...families.values()].flatMap(rangesOf);
}

function numbered(text: string): Numbered {
  const [, before = '', digits = '', behind = ''] = NUMBERED.exec(text) ?? [];
  return { text, before, digits, behind };
}

function rangesOf(family: readonly Numbered[]): string[] {
  const sorted = [...family].sort(
    (a, b) => Number(a.digits) - Number(b.digits) || a.digits.length - b.digits.length,
  );
  const runs: Numbered[][] = [];
  for (const one of sorted) {
    const run = runs[runs.length - 1];
    if (run && follows(run[run.length - 1].digits, one.digits)) run.push(one);
    else runs.push([one]);
  }
  return runs.flatMap((run) => {
    if (run.length < LEAST) return run.map(({ text }) => text);
    const [{ before, digits, behind }] = run;
    return [`${before}${digits}…${run[run.length - 1].digits}${behind}`];
  });
}

/** `09` is followed by `10`, `9` as well; `009` is not. */
function follows(digits: string, next: string): boolean {
  const sum = String(Number(digits) + 1);
  return next === (digits.startsWith('0') ? sum.padStart(digits.length, '0') : sum);
}
