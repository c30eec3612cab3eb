/** Success policies of Jobs with an index for each pod. */
import { Finding } from '../../findings';
import { Fields } from '../../kube';
import { listAt } from '../../model';
import { invalid, required, tooLong, tooMany } from '../../resource';

const MOST_RULES = 20;
const MOST_INDEXES = 64 * 1024;

export function successProblems(spec: Fields, path: string): Finding[] {
  if (spec.successPolicy === undefined) return [];
  const where = `${path}.successPolicy`;
  if (spec.completionMode !== 'Indexed') {
    const why = 'requires indexed completion mode';
    return [invalid(where, {}, why, 'remove it, or set completionMode: Indexed')];
  }
  const rules = listAt(spec, 'successPolicy.rules');
  if (rules.length === 0) {
    const why = 'at least one rules must be specified when the successPolicy is specified';
    return [required(`${where}.rules`, 'add a rule', why)];
  }
  const completions = typeof spec.completions === 'number' ? spec.completions : 0;
  return [
    ...(rules.length > MOST_RULES
      ? [tooMany(`${where}.rules`, rules.length, MOST_RULES, 'use fewer rules')]
      : []),
    ...rules.flatMap((rule, index) => ruleProblems(rule, `${where}.rules[${index}]`, completions)),
  ];
}

function ruleProblems(
  { succeededCount: count, succeededIndexes: indexes }: Fields,
  rule: string,
  completions: number,
): Finding[] {
  if (count === undefined && indexes === undefined) {
    const why = 'at least one of succeededCount or succeededIndexes must be specified';
    return [required(rule, 'set one of them', why)];
  }
  const found: Finding[] = [];
  const parsed = typeof indexes === 'string' ? totalOf(indexes, completions) : undefined;
  if (typeof indexes === 'string' && indexes.length > MOST_INDEXES) {
    found.push(tooLong(`${rule}.succeededIndexes`, MOST_INDEXES, 'use fewer intervals'));
  }
  if (typeof parsed === 'string') {
    const why = `error parsing succeededIndexes: ${parsed}`;
    const remedy = 'use numbers below completions in order, such as 0-2,4';
    found.push(invalid(`${rule}.succeededIndexes`, indexes, why, remedy));
  }
  if (typeof count !== 'number') return found;
  const tooManyOf = (most: number, what: string) =>
    found.push(
      invalid(
        `${rule}.succeededCount`,
        count,
        `must be less than or equal to ${most} (the number of ${what})`,
        `use at most ${most}`,
      ),
    );
  if (count < 0) {
    const why = 'must be greater than or equal to 0';
    found.push(invalid(`${rule}.succeededCount`, count, why, 'use at least 0'));
  }
  if (count > completions) tooManyOf(completions, 'specified completions');
  if (parsed === undefined) return found;
  const total = typeof parsed === 'string' ? 0 : parsed;
  if (count > total) tooManyOf(total, 'indexes in the specified succeededIndexes field');
  return found;
}

/** How many indexes there are in `0-2,4`, or why that cannot be told. */
function totalOf(text: string, completions: number): number | string {
  if (text === '') return 0;
  let total = 0;
  let last: number | undefined;
  for (const interval of text.split(',')) {
    const ends = interval.split('-');
    if (ends.length > 2) {
      return `the fragment ${JSON.stringify(interval)} violates the requirement that an index interval can have at most two parts separated by '-'`;
    }
    for (const end of ends) {
      if (!/^\+?[0-9]+$/.test(end)) {
        return `cannot convert string to integer for index: ${JSON.stringify(end)}`;
      }
      if (Number(end) >= completions) return `too large index: ${JSON.stringify(end)}`;
    }
    const [from, to = from] = ends.map(Number);
    if (ends.length > 1 && from >= to) {
      return `non-increasing order, previous: ${from}, current: ${to}`;
    }
    if (last !== undefined && last >= from) {
      return `non-increasing order, previous: ${last}, current: ${from}`;
    }
    total += to - from + 1;
    last = to;
  }
  return total;
}
