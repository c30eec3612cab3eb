/** Findings as people read them. */
import { Finding, Severity } from './finding';

/** One line: the place, what is wrong, the remedy, the rule. */
export function describeFinding(finding: Finding): string {
  const place = [finding.construct, finding.path].filter((part) => part).map((part) => `${part}: `).join('');
  return oneLine(`${place}${finding.message}; ${finding.remedy} (${finding.rule})`);
}

/** All findings, errors first, each on a line of its own behind a count. */
export function report(findings: readonly Finding[]): string {
  const errors = findings.filter((finding) => finding.severity === Severity.ERROR);
  const warnings = findings.filter((finding) => finding.severity !== Severity.ERROR);
  const parts = [count(errors.length, 'error'), count(warnings.length, 'warning')].filter((part) => part);
  if (parts.length === 0) return 'no findings';
  return [parts.join(', '), ...[...errors, ...warnings].map((finding) => `  ${finding.severity}: ${describeFinding(finding)}`)].join('\n');
}

function count(number: number, what: string): string {
  return number === 0 ? '' : `${number} ${what}${number === 1 ? '' : 's'}`;
}

function oneLine(text: string): string {
  const [first, ...others] = text.split(/[\r\n]+/);
  const last = others.pop();
  if (last === undefined) return text;
  return [first.trimEnd(), ...others.map((line) => line.trim()).filter((line) => line !== ''), last.trimStart()].join(' ');
}
