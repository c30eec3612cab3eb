/**
 * Types of expressions, as the API server writes them: `int`, `list(int)`, `map(string, dyn)`; a
 * question mark stands for what is not known.
 */

export const UNKNOWN = '?';
export const DYN = 'dyn';

/** The name of a type, without what it is made of: `list` of `list(int)`. */
export function baseOf(type: string): string {
  const end = type.indexOf('(');
  return end < 0 ? type : type.slice(0, end);
}

/** What a type is made of: the items of a list; the keys and the values of a map. */
export function partsOf(type: string): readonly string[] {
  const start = type.indexOf('(');
  if (start < 0) return type === 'list' ? [UNKNOWN] : type === 'map' ? [UNKNOWN, UNKNOWN] : [];
  const parts: string[] = [];
  let depth = 0;
  let from = start + 1;
  for (let at = from; at < type.length; at += 1) {
    if (type[at] === '(') depth += 1;
    if ((type[at] === ',' && depth === 0) || at === type.length - 1) {
      parts.push(type.slice(from, at).trim());
      from = at + 1;
    }
    if (type[at] === ')') depth -= 1;
  }
  return parts;
}

/** Whether a type is known in all its parts; those of Kubernetes have functions of their own. */
export function isKnown(type: string): boolean {
  return !/[?.]/.test(type);
}

/** As it stands in messages. */
export function written(type: string): string {
  return type.replaceAll(UNKNOWN, DYN).replace('null_type', 'null');
}

/** Types that nothing stands for as well. */
const NULLABLE = ['timestamp', 'duration'];

/** Whether a value of one type may stand where one of the other is wanted, as far as is known. */
export function fits(type: string, wanted: string): boolean {
  if (type === wanted) return true;
  if ([type, wanted].some((one) => one === DYN || one === UNKNOWN || one.includes('.'))) {
    return true;
  }
  if ([type, wanted].includes('null_type')) {
    return [type, wanted].some((one) => NULLABLE.includes(one));
  }
  if (baseOf(type) !== baseOf(wanted)) return false;
  const others = partsOf(wanted);
  return partsOf(type).every((part, index) => fits(part, others[index]));
}

/** Whether two types are one, as far as is known. */
export function areSame(one: string, other: string): boolean {
  if (one === other || one === UNKNOWN || other === UNKNOWN) return true;
  if (baseOf(one) !== baseOf(other) || !one.includes('(')) return false;
  const others = partsOf(other);
  return partsOf(one).every((part, index) => areSame(part, others[index]));
}
