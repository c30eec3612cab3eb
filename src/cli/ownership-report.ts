/** The report of `check --explain-ownership`: who sets the group of each volume, and why. */
import { Arguments, fail } from './args';
import { Command } from './options';
import { valueOf } from './settings';
import { CheckResult, objectOfKey } from '../check';
import { didYouMean } from '../findings';
import { explainOwnership } from '../ownership/core';
import { formatOwnership, OWNERSHIP_FORMATS } from '../report';

const EXPLAIN_OWNERSHIP = 'explain-ownership';
/** Options that say what becomes of findings, of which there are none here. */
const OF_FINDINGS = ['baseline', 'write-baseline', 'strict', 'what-if'];

/** Whether it is asked for. Throws a `UsageError`. */
export function asksForOwnership(args: Arguments, command: Command): boolean {
  if (!args.options.has(EXPLAIN_OWNERSHIP)) return false;
  const useless = OF_FINDINGS.find((name) => args.options.has(name));
  if (useless !== undefined) {
    fail(`--${useless} has no effect with --${EXPLAIN_OWNERSHIP}: remove one of them`, command);
  }
  const format = valueOf(args, 'output');
  if (format !== undefined && !isFormat(format)) {
    fail(
      `--${EXPLAIN_OWNERSHIP} cannot be written as ${format}: ${didYouMean(format, OWNERSHIP_FORMATS)}`,
      command,
    );
  }
  return true;
}

/** What becomes of the volumes of all workloads in the input that have a group. */
export function ownershipOf(result: CheckResult, args: Arguments): string {
  const format = valueOf(args, 'output') ?? 'text';
  return formatOwnership(
    isFormat(format) ? format : 'text',
    explainOwnership(result.world()).map(({ workload, volumes }) => ({
      ...objectOfKey(workload.key),
      volumes,
    })),
  );
}

function isFormat(format: string): format is (typeof OWNERSHIP_FORMATS)[number] {
  return (OWNERSHIP_FORMATS as readonly string[]).includes(format);
}
