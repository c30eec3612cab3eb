/**
 * Answers to questions about short texts that are asked again and again: most quantities and names
 * of a manifest are there many times.
 */

const LONGEST_TEXT = 64;
const MOST_TEXTS = 2000;

/**
 * The same function, which must be pure, and must answer with what nobody changes. What JSON has in
 * place of a text is passed on.
 */
export function remembered<T>(ask: (text: string) => T): (text: string) => T {
  const known = new Map<string, T>();
  return (text) => {
    if (typeof text !== 'string' || text.length > LONGEST_TEXT) return ask(text);
    const before = known.get(text);
    if (before !== undefined || known.has(text)) return before as T;
    if (known.size >= MOST_TEXTS) known.clear();
    const answer = ask(text);
    known.set(text, answer);
    return answer;
  };
}

/** The same of two texts, such as a version and a kind. */
export function rememberedOfBoth<T>(
  ask: (one: string, other: string) => T,
): (one: string, other: string) => T {
  const known = remembered((one) => remembered((other) => ask(one, other)));
  return (one, other) => known(one)(other);
}
