/**
 * Regular expressions that take time by the length of the text, as those of Go do: all ways through
 * the expression are followed at once, letter by letter, instead of one after the other. Whoever
 * writes an expression then can't keep anybody busy with it.
 */

type Part =
  | { readonly kind: 'letter'; readonly source: string }
  | { readonly kind: 'place'; readonly source: string }
  | { readonly kind: 'all' | 'any'; readonly parts: readonly Part[] }
  | { readonly kind: 'times'; readonly part: Part; readonly least: number; readonly most: number };

/**
 * A step: takes a letter, or goes on at once where its place is right, to one or two others; the
 * last one ends it.
 */
interface Step {
  readonly letter?: (sign: string) => boolean;
  readonly place?: (before: string | undefined, behind: string | undefined) => boolean;
  next: readonly number[];
  readonly isEnd?: boolean;
}

/**
 * More steps than any expression needs that somebody wrote by hand; nested deeper is none either.
 */
const MOST_STEPS = 10_000;
const MOST_NESTED = 100;
/** What refers back or looks ahead cannot be followed at once, and neither can what is too long. */
const UNFIT = 'an expression that cannot be followed at once';

/**
 * Finds an expression, in the syntax of JavaScript with the flag `u`, anywhere in a text. Undefined
 * if it cannot be done: then nobody should run it otherwise.
 */
export function finderOf(source: string, flags: string): ((text: string) => boolean) | undefined {
  try {
    // Whether it is one at all.
    const whole = new RegExp(source, flags);
    if (isSimple(source)) return (text) => whole.test(text);
    const steps = new Compiler(flags).compile(new Parser(source).parse());
    return (text) => isFound(steps, text);
  } catch {
    return undefined;
  }
}

/** What begins where the text does, and repeats one letter at most, is tried once by any reader. */
function isSimple(source: string): boolean {
  return (
    source.startsWith('^') && !/[()|]/.test(source) && (source.match(/[*+?{]/g) ?? []).length <= 1
  );
}

class Parser {
  private at = 0;

  constructor(private readonly source: string) {}

  public parse(): Part {
    return this.choice(0);
  }

  private choice(depth: number): Part {
    if (depth > MOST_NESTED) throw new Error(UNFIT);
    const parts: Part[] = [];
    do parts.push(this.sequence(depth));
    while (this.takes('|'));
    return parts.length === 1 ? parts[0] : { kind: 'any', parts };
  }

  private sequence(depth: number): Part {
    const parts: Part[] = [];
    while (this.at < this.source.length && !'|)'.includes(this.source[this.at])) {
      parts.push(this.repeated(this.single(depth)));
    }
    return { kind: 'all', parts };
  }

  private single(depth: number): Part {
    const head = /^\((?:\?(?::|<[A-Za-z_$][\w$]*>))?/.exec(
      this.source.slice(this.at, this.at + 200),
    )?.[0];
    if (head === undefined) return this.letter();
    this.at += head.length;
    if (this.source[this.at] === '?' && head === '(') throw new Error(UNFIT);
    const part = this.choice(depth + 1);
    this.at += 1;
    return part;
  }

  private letter(): Part {
    LETTER.lastIndex = this.at;
    const source = LETTER.exec(this.source)?.[0];
    if (source === undefined || /^\\[1-9k]/.test(source)) throw new Error(UNFIT);
    this.at += source.length;
    return { kind: ['^', '$', '\\b', '\\B'].includes(source) ? 'place' : 'letter', source };
  }

  private repeated(part: Part): Part {
    TIMES.lastIndex = this.at;
    const match = TIMES.exec(this.source);
    if (!match) return part;
    this.at += match[0].length;
    const [, sign, least, comma, most] = match;
    if (sign !== undefined) {
      return {
        kind: 'times',
        part,
        least: sign === '+' ? 1 : 0,
        most: sign === '?' ? 1 : Infinity,
      };
    }
    return {
      kind: 'times',
      part,
      least: Number(least),
      most: comma === undefined ? Number(least) : most ? Number(most) : Infinity,
    };
  }

  private takes(sign: string): boolean {
    if (this.source[this.at] !== sign) return false;
    this.at += 1;
    return true;
  }
}

/** A letter, a class of letters, an escape, or a place. */
const LETTER =
  /\[(?:\\[^]|[^\\\]])*\]|\\u\{[0-9A-Fa-f]+\}|\\u[0-9A-Fa-f]{4}|\\x[0-9A-Fa-f]{2}|\\[pP]\{[^}]*\}|\\c[A-Za-z]|\\[^]|[^]/uy;
/**
 * How often something is repeated; whether as often as possible does not matter to whether it is
 * found.
 */
const TIMES = /(?:([*+?])|\{(\d+)(?:(,)(\d*))?\})\??/y;

class Compiler {
  private readonly steps: Step[] = [{ next: [], isEnd: true }];
  /** Parts without steps may be repeated as well. */
  private parts = 0;

  constructor(private readonly flags: string) {}

  /** The steps, of which the last one is the first to take. */
  public compile(part: Part): readonly Step[] {
    this.add({ next: [this.before(part, 0)] });
    return this.steps;
  }

  /** The first step of a part behind which comes that one. */
  private before(part: Part, next: number): number {
    this.parts += 1;
    if (this.parts > MOST_STEPS) throw new Error(UNFIT);
    switch (part.kind) {
      case 'letter':
        return this.add({ letter: this.letterOf(part.source), next: [next] });
      case 'place':
        return this.add({ place: placeOf(part.source, this.flags), next: [next] });
      case 'all':
        return [...part.parts].reverse().reduce((behind, one) => this.before(one, behind), next);
      case 'any':
        return this.add({ next: part.parts.map((one) => this.before(one, next)) });
      case 'times':
        return this.times(part.part, part.least, part.most, next);
    }
  }

  private times(part: Part, least: number, most: number, next: number): number {
    if (least > MOST_STEPS || (most !== Infinity && most > MOST_STEPS)) throw new Error(UNFIT);
    let at = next;
    if (most === Infinity) {
      const again = this.add({ next: [] });
      this.steps[again].next = [this.before(part, again), next];
      at = again;
    } else {
      for (let index = least; index < most; index += 1) {
        at = this.add({ next: [this.before(part, at), next] });
      }
    }
    for (let index = 0; index < least; index += 1) at = this.before(part, at);
    return at;
  }

  private letterOf(source: string): (sign: string) => boolean {
    const whole = new RegExp(`^(?:${source})$`, this.flags);
    const known = new Map<string, boolean>();
    return (sign) => {
      const is = known.get(sign) ?? whole.test(sign);
      if (known.size < 256) known.set(sign, is);
      return is;
    };
  }

  private add(step: Step): number {
    if (this.steps.length >= MOST_STEPS) throw new Error(UNFIT);
    return this.steps.push(step) - 1;
  }
}

function placeOf(source: string, flags: string): NonNullable<Step['place']> {
  const isWord = (sign: string | undefined) => sign !== undefined && /\w/.test(sign);
  const isLine = (sign: string | undefined) =>
    sign === undefined || (flags.includes('m') && sign === '\n');
  if (source === '^') return (before) => isLine(before);
  if (source === '$') return (_, behind) => isLine(behind);
  return (before, behind) => (isWord(before) !== isWord(behind)) === (source === '\\b');
}

function isFound(steps: readonly Step[], text: string): boolean {
  const signs = [...text];
  const seen = new Int32Array(steps.length).fill(-1);
  let waiting: number[] = [];
  for (let at = 0; at <= signs.length; at += 1) {
    // It may begin anywhere.
    const open = [...waiting, steps.length - 1];
    waiting = [];
    while (open.length > 0) {
      const index = open.pop()!;
      if (seen[index] === at) continue;
      seen[index] = at;
      const { letter, place, next, isEnd } = steps[index];
      if (isEnd) return true;
      if (letter) {
        if (at < signs.length && letter(signs[at])) waiting.push(next[0]);
      } else if (!place || place(signs[at - 1], signs[at])) {
        for (const one of next) open.push(one);
      }
    }
  }
  return false;
}
