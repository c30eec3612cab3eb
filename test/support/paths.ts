/** Values at paths such as `a.b[0].c`. */

/** One step: a name, or the number in brackets. */
export type Step = string | number;

/** A copy with another value at a path; what leads to it is made where it is missing. */
export function withValueAt(base: unknown, path: string, value: unknown): any {
  return changedAt(base, stepsOf(path), () => value);
}

/** The value at a path; undefined where there is none. */
export function valueAt(base: unknown, path: string): unknown {
  return stepsOf(path).reduce((at: any, step) => at?.[step], base);
}

/** A copy without what is at a path. */
export function withoutPath(base: unknown, path: string): any {
  const [steps, last] = split(path);
  return changedAt(base, steps, (at: any) =>
    Array.isArray(at)
      ? at.filter((_, index) => index !== last)
      : Object.fromEntries(Object.entries(at ?? {}).filter(([key]) => key !== last)),
  );
}

/** A copy in which what is at a path has another name. */
export function withRenamed(base: unknown, path: string, name: string): any {
  const [steps, last] = split(path);
  return changedAt(base, steps, (at: any) =>
    Object.fromEntries(
      Object.entries(at ?? {}).map(([key, value]) => [key === last ? name : key, value]),
    ),
  );
}

function split(path: string): [Step[], Step] {
  const steps = stepsOf(path);
  return [steps.slice(0, -1), steps[steps.length - 1]];
}

/** The steps of a path: names, and numbers in brackets. */
export function stepsOf(path: string): Step[] {
  return path
    .split(/\.|(?=\[)/)
    .map((step) => (/^\[\d+\]$/.test(step) ? Number(step.slice(1, -1)) : step));
}

function changedAt(
  base: unknown,
  [step, ...rest]: readonly Step[],
  change: (value: unknown) => unknown,
): unknown {
  if (step === undefined) return change(base);
  if (typeof step === 'number') {
    const list = Array.isArray(base) ? [...base] : [];
    list[step] = changedAt(list[step], rest, change);
    return list;
  }
  const fields = typeof base === 'object' && base !== null ? (base as Record<string, unknown>) : {};
  return { ...fields, [step]: changedAt(fields[step], rest, change) };
}
