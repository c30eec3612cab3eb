/** Values at paths such as `a.b[0].c`. */

type Step = string | number;

/** The steps of a path. */
export function stepsOf(path: string): Step[] {
  return [...path.matchAll(/[^.[\]]+/g)].map(([step], index) => index > 0 && /^\d+$/.test(step) && path.includes(`[${step}]`) ? Number(step) : step);
}

/** A copy with another value at a path; what leads to it is made where it is missing. */
export function withValueAt(base: unknown, path: string, value: unknown): any {
  const set = (at: unknown, [step, ...rest]: readonly Step[]): unknown => {
    if (step === undefined) return value;
    if (typeof step === 'number') {
      const list = Array.isArray(at) ? [...at] : [];
      list[step] = set(list[step], rest);
      return list;
    }
    const fields = typeof at === 'object' && at !== null ? at as Record<string, unknown> : {};
    return { ...fields, [step]: set(fields[step], rest) };
  };
  return set(base, stepsOf(path));
}
