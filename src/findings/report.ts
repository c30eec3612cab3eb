/** Findings as people read them. */
import { alike, describeOthers } from './alike';
import { Finding, Severity } from './finding';

/** One line: the place, what is wrong, the remedy, the rule. */
export function describeFinding(finding: Finding): string {
  const place = [finding.construct, finding.path].filter((part) => part).map((part) => `${part}: `).join('');
  return oneLine(`${place}${finding.message}; ${finding.remedy} (${finding.rule})`);
}

/** One line for those that are alike: the first of them, how many there are, and where. */
export function describeFindings(findings: readonly Finding[]): string[] {
  const placeOf = ({ construct, path }: Finding) => construct || path || 'here';
  return alike(findings, placeOf).map((group) => `${describeFinding(group.finding)}${oneLine(describeOthers(group))}`);
}

/** All findings, errors first, each on a line of its own behind a count; those that are alike on one. */
export function report(findings: readonly Finding[]): string {
  const errors = findings.filter((finding) => finding.severity === Severity.ERROR);
  const warnings = findings.filter((finding) => finding.severity !== Severity.ERROR);
  const parts = [count(errors.length, 'error'), count(warnings.length, 'warning')].filter((part) => part);
  if (parts.length === 0) return 'no findings';
  const lines = [errors, warnings].flatMap((some) => describeFindings(some).map((line) => `  ${some[0].severity}: ${line}`));
  return [parts.join(', '), ...lines].join('\n');
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
