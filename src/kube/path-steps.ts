/** Steps of a path such as `spec.volumes[0].name`, in the data that it leads through. */

/** A step of a path: from a list or a map into one of its values. */
interface PathStep {
  readonly parent: object;
  readonly key: string | number;
  readonly value: unknown;
  /** What is left of the path. */
  readonly rest: string;
}

/**
 * The steps of `spec.volumes[0].name` in some data, as far as it goes there. `longest` keeps the
 * length of the longest key of each map, for whoever asks often.
 */
export function* stepsAlong(
  data: unknown,
  path: string,
  longest: Map<object, number> = new Map(),
): Generator<PathStep> {
  let value: unknown = data;
  let rest = path;
  while (rest !== '' && typeof value === 'object' && value !== null) {
    if (!longest.has(value)) longest.set(value, Array.isArray(value) ? 0 : longestKey(value));
    const step = Array.isArray(value)
      ? indexStep(rest)
      : keyStep(rest, value as Record<string, unknown>, longest.get(value)!);
    if (!step) return;
    const parent = value;
    value = (value as Record<string | number, unknown>)[step.key];
    rest = step.rest;
    yield { parent, key: step.key, value, rest };
  }
}

/** The path of a field of what another path leads to; of the whole, its own name. */
export function fieldPath(path: string, field: string): string {
  return path === '' ? field : `${path}.${field}`;
}

/** What a path leads to below another one; either may be empty. */
export function belowPath(path: string, rest: string): string {
  return rest === '' || rest.startsWith('[') ? `${path}${rest}` : fieldPath(path, rest);
}

interface Step {
  readonly key: string | number;
  readonly rest: string;
}

function indexStep(path: string): Step | undefined {
  const match = /^\[(\d+)\]\.?/.exec(path);
  return match ? { key: Number(match[1]), rest: path.slice(match[0].length) } : undefined;
}

/** Keys may contain dots and brackets themselves: the longest one that fits is meant. */
function keyStep(
  path: string,
  mapping: Record<string, unknown>,
  longest: number,
): Step | undefined {
  // In brackets and quotes a key takes more room than it has letters.
  const most = path.startsWith('[') ? longest * 6 + 4 : longest;
  for (let end = Math.min(path.length, most); end > 0; end -= 1) {
    if (end < path.length && path[end] !== '.' && path[end] !== '[') continue;
    const key = keySpelledBy(path.slice(0, end), mapping);
    if (key !== undefined) return { key, rest: path.slice(path[end] === '.' ? end + 1 : end) };
  }
  return undefined;
}

/** `a`, `[a]` and `["a"]` are the same key. */
function keySpelledBy(text: string, mapping: Record<string, unknown>): string | undefined {
  if (Object.hasOwn(mapping, text)) return text;
  if (!text.startsWith('[') || !text.endsWith(']')) return undefined;
  const inner = text.slice(1, -1);
  const others = [inner, ...(inner.startsWith('"') ? textIn(inner) : [])];
  return others.find((one) => Object.hasOwn(mapping, one));
}

function textIn(json: string): string[] {
  try {
    return [String(JSON.parse(json))];
  } catch {
    return [];
  }
}

function longestKey(mapping: object): number {
  let longest = 0;
  for (const key of Object.keys(mapping)) longest = Math.max(longest, key.length);
  return longest;
}
