/** Go's `time.Parse` with the layout of RFC 3339, of which only the verdict is asked for. */
const LAYOUT = '2006-01-02T15:04:05Z07:00';

/** A part of the layout: a number with bounds, or what stands between two. */
type Part = { readonly text: string } | NumberPart;
interface NumberPart {
  readonly element: string;
  readonly digits: RegExp;
  readonly name?: string;
  readonly from?: number;
  readonly to?: number;
}

const TWO = /^[0-9]{2}/;
const PARTS: readonly Part[] = [
  { element: '2006', digits: /^[0-9]{4}/ },
  { text: '-' },
  { element: '01', digits: TWO, name: 'month', from: 1, to: 12 },
  { text: '-' },
  { element: '02', digits: TWO },
  { text: 'T' },
  { element: '15', digits: /^[0-9]{1,2}/, name: 'hour', to: 23 },
  { text: ':' },
  { element: '04', digits: TWO, name: 'minute', to: 59 },
  { text: ':' },
  { element: '05', digits: TWO, name: 'second', to: 59 },
];

/** Go's words, if the text is not a time. */
export function timeProblem(text: string): string | undefined {
  const misfit = (rest: string, element: string) =>
    `parsing time ${quote(text)} as ${quote(LAYOUT)}: cannot parse ${quote(rest)} as ${quote(element)}`;
  const outOfRange = (name: string) => `parsing time ${quote(text)}: ${name} out of range`;
  const numbers: number[] = [];
  let rest = text;
  for (const part of PARTS) {
    if ('text' in part) {
      if (!rest.startsWith(part.text)) return misfit(rest, part.text);
      rest = rest.slice(part.text.length);
      continue;
    }
    const digits = part.digits.exec(rest)?.[0];
    if (digits === undefined) return misfit(rest, part.element);
    const value = Number(digits);
    if (part.name !== undefined && (value < (part.from ?? 0) || value > part.to!)) {
      return outOfRange(part.name);
    }
    numbers.push(value);
    rest = rest.slice(digits.length);
  }
  rest = rest.replace(/^[.,][0-9]+/, '');
  const zone = /^(?:Z|[+-]([0-9]{2}):([0-9]{2}))/.exec(rest);
  if (!zone) return misfit(rest, 'Z07:00');
  if (Number(zone[1] ?? 0) > 24) return outOfRange('time zone offset hour');
  if (Number(zone[2] ?? 0) > 60) return outOfRange('time zone offset minute');
  rest = rest.slice(zone[0].length);
  if (rest !== '') return `parsing time ${quote(text)}: extra text: ${quote(rest)}`;
  const [year, month, day] = numbers;
  return day < 1 || day > daysIn(year, month) ? outOfRange('day') : undefined;
}

/** As the package `time` quotes: byte by byte. */
function quote(text: string): string {
  const letters = Array.from(Buffer.from(text), (byte) => {
    if (byte < 0x20 || byte >= 0x80) return `\\x${byte.toString(16).padStart(2, '0')}`;
    const letter = String.fromCharCode(byte);
    return letter === '"' || letter === '\\' ? `\\${letter}` : letter;
  });
  return `"${letters.join('')}"`;
}

function daysIn(year: number, month: number): number {
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  return month === 2 ? (isLeap ? 29 : 28) : [4, 6, 9, 11].includes(month) ? 30 : 31;
}
