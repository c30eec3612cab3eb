/** Findings as people read them in a terminal, and as programs read them. */
import { harmless } from '../escape';
import { alike, Alike, describeOthers, Severity } from '../findings';
import { RenderFinding } from '../render';
import { countsOf, wordsOf } from '../report/place';
import { printJson } from '../yaml';

/**
 * One line for each finding, by file and line, but one for those that are alike; and a last one
 * that counts them all.
 */
export function reportText(findings: readonly RenderFinding[], isColoured: boolean): string {
  if (findings.length === 0) return '';
  const groups = alike(findings, placeOf, (text, { alike: common }) => common ?? text);
  return [...groups.map((group) => line(group, isColoured)), countsOf(findings), ''].join('\n');
}

/** A JSON array; places that are not known are null. */
export function findingsJson(findings: readonly RenderFinding[]): string {
  const rows = findings.map(
    ({ rule, severity, path, message, remedy, file, line: number, object }) => ({
      rule,
      severity,
      path,
      message,
      remedy,
      file: file ?? null,
      line: number ?? null,
      object: object ?? null,
    }),
  );
  return printJson(rows);
}

function placeOf({ file, line: number }: RenderFinding): string {
  return file === undefined ? 'options' : number === undefined ? file : `${file}:${number}`;
}

function line(group: Alike<RenderFinding>, isColoured: boolean): string {
  const { rule, severity } = group.finding;
  const place = placeOf(group.finding);
  const tone = severity === Severity.ERROR ? 31 : 33;
  return `${styled(harmless(place), 1, isColoured)}: ${styled(severity, tone, isColoured)}: ${wordsOf(group.finding)} ${styled(`(${rule})`, 2, isColoured)}${harmless(describeOthers(group))}`;
}

function styled(text: string, style: number, isColoured: boolean): string {
  return isColoured ? `\x1b[${style}m${text}\x1b[0m` : text;
}
