/** Findings as people read them. */
import { alike, describeOthers } from './alike';
import { Finding, Severity } from './finding';
import { harmless } from '../escape';

/** One line: the place, what is wrong, the remedy, the rule. */
export function describeFinding(finding: Finding): string {
  const place = [finding.construct, finding.path]
    .filter((part) => part)
    .map((part) => `${part}: `)
    .join('');
  return harmless(`${place}${finding.message}; ${finding.remedy} (${finding.rule})`);
}

/** One line for those that are alike: the first of them, how many there are, and where. */
export function describeFindings(findings: readonly Finding[]): string[] {
  const placeOf = ({ construct, path }: Finding) => construct || path || 'here';
  return alike(findings, placeOf).map(
    (group) => `${describeFinding(group.finding)}${harmless(describeOthers(group))}`,
  );
}

/**
 * All findings, errors first, each on a line of its own behind a count; those that are alike on
 * one.
 */
export function report(findings: readonly Finding[]): string {
  const errors = findings.filter((finding) => finding.severity === Severity.ERROR);
  const warnings = findings.filter((finding) => finding.severity !== Severity.ERROR);
  if (findings.length === 0) return 'no findings';
  const lines = [errors, warnings].flatMap((some) =>
    describeFindings(some).map((line) => `  ${some[0].severity}: ${line}`),
  );
  return [numbersOf(findings), ...lines].join('\n');
}

/** How many there are of each severity. */
export function numbersOf(findings: readonly Finding[]): string {
  const errors = findings.filter(({ severity }) => severity === Severity.ERROR).length;
  return [count(errors, 'error'), count(findings.length - errors, 'warning')]
    .filter((part) => part)
    .join(', ');
}

/** A number of things; nothing for none. */
export function count(number: number, what: string): string {
  return number === 0 ? '' : counted(number, what);
}

/** `1 object`, `2 objects`. */
export function counted(number: number, what: string): string {
  return `${number} ${what}${number === 1 ? '' : 's'}`;
}
