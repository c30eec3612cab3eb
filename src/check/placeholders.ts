/** Placeholders that nothing has filled in yet, which are told as such. */
import { Severity, show } from '../findings';
import { isEncrypted, stepsAlong, groupedBy } from '../kube';
import { Entry, isExempt, RenderFinding } from '../render';

/** A variable as Flux and envsubst have it. */
const VARIABLE = /\$\{[A-Za-z_]\w*/;
/** What stands for something else in the whole value, or in a part of it. */
const PLACEHOLDERS: readonly RegExp[] = [
  VARIABLE,
  /\{\{/,
  /^\$[A-Za-z_]\w*$/,
  /^[^<>]*<[A-Za-z][\w .-]*>[^<>]*$/,
  /@@?[A-Za-z_]\w*@@?/,
  /%[A-Z_]+%/,
  /__[A-Z][A-Z0-9_]*__/,
  /(?:^|[^A-Za-z])(?:YOUR|REPLACE|CHANGE|INSERT|PROJECT)[_-][A-Z]/,
];

/**
 * The findings without those on values that Flux fills in, or that are decrypted before they are
 * applied, and with clear words on other values that are to be filled in.
 */
export function withoutPlaceholders(
  findings: readonly RenderFinding[],
  entries: readonly Entry[],
  isFlux: boolean,
): RenderFinding[] {
  let known: ReadonlyMap<string, readonly Entry[]> | undefined;
  const valuesAt = ({ file, object, path }: RenderFinding) => {
    if (object === undefined || path === '') return [];
    const own = (known ??= byPlace(entries)).get(placeOf({ file, object })) ?? [];
    return own.map((entry) => ({ entry, value: valueAt(entry.data, path) }));
  };
  return findings.flatMap((finding) => {
    const all = valuesAt(finding);
    if (all.some(({ value }) => isEncrypted(value))) return [];
    const found = all.find(({ value }) => isPlaceholder(value));
    if (!found) return [finding];
    const isFilled = isFlux && VARIABLE.test(String(found.value)) && !isExempt(found.entry.data);
    if (isFilled && !finding.rule.startsWith('gitops/')) return [];
    return [finding.severity === Severity.ERROR ? inClearWords(finding, found.value) : finding];
  });
}

/** Whether it is a word with a placeholder; a text has better to say than that. */
function isPlaceholder(value: unknown): boolean {
  if (typeof value !== 'string' || !PLACEHOLDERS.some((one) => one.test(value))) return false;
  return !/\s/.test(value.replace(/\{\{[^{}]*\}\}|\$\{[^{}]*\}|<[^<>]*>/g, ''));
}

function inClearWords(finding: RenderFinding, value: unknown): RenderFinding {
  return {
    ...finding,
    message: `${show(value)} looks like a placeholder that has not been filled in`,
    remedy: 'fill it in, or check what it is rendered to',
  };
}

/** Objects by the places of findings on them. */
export function byPlace(entries: readonly Entry[]): ReadonlyMap<string, readonly Entry[]> {
  return groupedBy(entries, (entry) => placeOf(entry.told));
}

export function placeOf({ file, object }: Pick<RenderFinding, 'file' | 'object'>): string {
  return JSON.stringify([file, object]);
}

/** The value at the path of a finding, if it is there. */
function valueAt(data: unknown, path: string): unknown {
  for (const { value, rest } of stepsAlong(data, path)) if (rest === '') return value;
  return undefined;
}
