/** Counts of findings: how many there are of what weight, in how many files, and by which rules. */
import { ReportOptions } from './options';
import { count, numbersOf, Severity } from '../findings';
import { RenderFinding } from '../render';

/** `1 error, 2 warnings in 1 of 3 files, 12 objects read`; also where there is nothing wrong. */
export function summaryOf(
  findings: readonly RenderFinding[],
  { read }: Pick<ReportOptions, 'read'>,
): string {
  const withFindings = new Set(findings.flatMap(({ file }) => file ?? [])).size;
  const counts = numbersOf(findings) || 'no problems';
  if (!read) return `${counts}${withFindings === 0 ? '' : ` in ${count(withFindings, 'file')}`}`;
  const files = Math.max(read.files, withFindings);
  const objects = `${count(read.objects, 'object') || 'no objects'} read`;
  if (findings.length === 0 && files > 0) return `${counts} in ${count(files, 'file')}, ${objects}`;
  if (withFindings === 0) return `${counts}, ${objects}`;
  const where = files === 1 ? '1 file' : `${withFindings} of ${count(files, 'file')}`;
  return `${counts} in ${where}, ${objects}`;
}

/** How often a rule found something. */
interface RuleCount {
  readonly rule: string;
  readonly severity: Severity;
  readonly count: number;
  readonly files: number;
}

/** Counts by rule and weight: errors first, then the most frequent ones. */
export function countsByRule(findings: readonly RenderFinding[]): RuleCount[] {
  const groups = new Map<
    string,
    { rule: string; severity: Severity; files: Set<string>; count: number }
  >();
  for (const { rule, severity, file } of findings) {
    const key = `${severity} ${rule}`;
    const group = groups.get(key) ?? { rule, severity, files: new Set<string>(), count: 0 };
    groups.set(key, group);
    group.count += 1;
    if (file !== undefined) group.files.add(file);
  }
  return [...groups.values()]
    .map(({ files, ...group }) => ({ ...group, files: files.size }))
    .sort(
      (a, b) =>
        rank(a) - rank(b) || b.count - a.count || (a.rule < b.rule ? -1 : Number(a.rule > b.rule)),
    );
}

/** Errors before warnings, each in their order: for what may be cut behind them. */
export function errorsFirst<T extends Pick<RenderFinding, 'severity'>>(
  findings: readonly T[],
): T[] {
  return [...findings].sort((a, b) => rank(a) - rank(b));
}

function rank({ severity }: Pick<RenderFinding, 'severity'>): number {
  return severity === Severity.ERROR ? 0 : 1;
}
