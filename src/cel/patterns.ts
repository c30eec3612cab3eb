/**
 * Regular expressions that RE2 and JavaScript read alike, and that take JavaScript no time that
 * grows beyond measure.
 */

/** Texts on which both agree about what a dot, a space or a letter is. */
export function isPlainText(text: string): boolean {
  return /^[\t\n -~]*$/.test(text);
}

/**
 * A group of a pattern as far as it was read: how each choice begins, and whether something in it
 * is repeated.
 */
interface Group {
  readonly starts: (string | undefined)[];
  repeats: boolean;
}

/**
 * Whether both read a pattern alike. Repeated groups must have neither repetitions nor choices that
 * begin alike.
 */
export function isSharedPattern(pattern: string): boolean {
  const groups: Group[] = [{ starts: [undefined], repeats: false }];
  const add = (part: string) => {
    const { starts } = groups[groups.length - 1];
    starts[starts.length - 1] ??= part;
  };
  for (let at = 0; at < pattern.length; at++) {
    const group = groups[groups.length - 1];
    const sign = pattern[at];
    if (sign === '\\') {
      if (/[1-9kzAQECpP]/.test(pattern.charAt(at + 1))) return false;
      add(pattern.slice(at, at + 2));
      at += 1;
    } else if (sign === '[') {
      const end = endOfClass(pattern, at);
      if (end === undefined || pattern.slice(at + 1, end).includes('[:')) return false;
      add(pattern.slice(at, end + 1));
      at = end;
    } else if (sign === '(') {
      const isPlain = pattern[at + 1] !== '?';
      if (!isPlain && pattern[at + 2] !== ':') return false;
      if (!isPlain) at += 2;
      groups.push({ starts: [undefined], repeats: false });
    } else if (sign === ')') {
      groups.pop();
      if (groups.length === 0) return false;
      const isRepeated = '*+{'.includes(pattern.charAt(at + 1) || ' ');
      if (isRepeated && (group.repeats || new Set(group.starts).size < group.starts.length)) {
        return false;
      }
      groups[groups.length - 1].repeats ||= group.repeats || isRepeated;
      add('(');
    } else if (sign === '|') {
      group.starts.push(undefined);
    } else if (sign === '{') {
      const end = pattern.indexOf('}', at);
      if (end < 0) return false;
      group.repeats ||= pattern.slice(at, end).includes(',');
      at = end;
    } else if ('*+?'.includes(sign)) {
      group.repeats = true;
    } else {
      add(sign);
    }
  }
  return groups.length === 1;
}

/** Where a class of letters ends; a bracket that comes first belongs to it. */
function endOfClass(pattern: string, start: number): number | undefined {
  let at = start + (pattern[start + 1] === '^' ? 2 : 1);
  // RE2 takes it for a letter, JavaScript for the end.
  if (pattern[at] === ']') return undefined;
  for (; at < pattern.length; at++) {
    if (pattern[at] === '\\') at += 1;
    else if (pattern[at] === ']') return at;
  }
  return undefined;
}
