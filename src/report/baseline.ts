/** Baselines: what was wrong when somebody wrote it down, so that only what is new is told. */
import { fingerprintOf } from './place';
import { show } from '../findings';
import { isFields } from '../kube';
import { RenderFinding } from '../render';
import { printJson } from '../yaml';

const VERSION = 1;

/** How often something is known, and what it is, for those who read the file. */
interface Known {
  readonly fingerprint: string;
  readonly rule: string;
  readonly object: string;
  readonly path: string;
  readonly count: number;
}

export interface Baseline {
  readonly findings: readonly Known[];
}

/** Findings beside a baseline. */
interface News {
  /**
   * Those that are not known, in their order. Of those with one fingerprint, the first ones are the
   * known ones.
   */
  readonly findings: readonly RenderFinding[];
  readonly known: readonly RenderFinding[];
  /** What is known, but does not occur any more, or not as often. */
  readonly gone: readonly Known[];
}

/** The text of the baseline file: sorted, so that it changes in Git only where findings do. */
export function baselineOf(findings: readonly RenderFinding[]): string {
  const known = new Map<string, Known>();
  for (const finding of findings) {
    const fingerprint = fingerprintOf(finding);
    const { rule, path, object, file } = finding;
    const count = (known.get(fingerprint)?.count ?? 0) + 1;
    known.set(fingerprint, { fingerprint, rule, object: object ?? file ?? '', path, count });
  }
  const keyOf = ({ rule, object, path, fingerprint }: Known) =>
    JSON.stringify([rule, object, path, fingerprint]);
  const sorted = [...known.values()]
    .map((one) => ({ one, key: keyOf(one) }))
    .sort((a, b) => (a.key < b.key ? -1 : 1))
    .map(({ one }) => one);
  return printJson({ version: VERSION, findings: sorted });
}

/** The baseline in a text, or what is wrong with the text: one line with the remedy. */
export function readBaseline(text: string): Baseline | string {
  const remedy = 'write it again';
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch {
    return `it is not JSON; ${remedy}`;
  }
  if (!isFields(data) || !Array.isArray(data.findings)) return `it is not a baseline; ${remedy}`;
  if (data.version !== VERSION) {
    return `it has version ${show(data.version)}, and this program reads ${VERSION}; ${remedy}`;
  }
  const findings: unknown[] = data.findings;
  const wrong = findings.findIndex((one) => !isKnown(one));
  if (wrong !== -1) {
    return `findings[${wrong}] is not a finding with a fingerprint, a rule, an object, a path and a count; ${remedy}`;
  }
  return { findings: findings as Known[] };
}

/** What of the findings is new. */
export function withoutKnown(findings: readonly RenderFinding[], baseline: Baseline): News {
  const left = new Map<string, number>();
  for (const { fingerprint, count } of baseline.findings) {
    left.set(fingerprint, (left.get(fingerprint) ?? 0) + count);
  }
  const fresh: RenderFinding[] = [];
  const old: RenderFinding[] = [];
  for (const finding of findings) {
    const fingerprint = fingerprintOf(finding);
    const rest = left.get(fingerprint) ?? 0;
    if (rest > 0) left.set(fingerprint, rest - 1);
    (rest > 0 ? old : fresh).push(finding);
  }
  const gone = baseline.findings.flatMap((known) => {
    const count = left.get(known.fingerprint) ?? 0;
    // What stands there twice is told once.
    left.delete(known.fingerprint);
    return count > 0 ? [{ ...known, count }] : [];
  });
  return { findings: fresh, known: old, gone };
}

function isKnown(value: unknown): value is Known {
  if (!isFields(value)) return false;
  const { count } = value;
  return (
    ['fingerprint', 'rule', 'object', 'path'].every((field) => typeof value[field] === 'string') &&
    Number.isInteger(count) &&
    Number(count) > 0
  );
}
