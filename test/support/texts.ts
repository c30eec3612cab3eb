/**
 * The names, keys and values that the API server takes: by the patterns, limits and words that its
 * own functions gave, never by the code under test.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

interface Recorded {
  readonly pattern: string;
  readonly longest: number;
  readonly answers: readonly {
    readonly problems: readonly string[];
    readonly texts: readonly string[];
  }[];
}

/** What was recorded; `conformance/kubernetes/README.md` says how. */
export const RECORDED: { readonly [format: string]: Recorded } = JSON.parse(
  readFileSync(join(__dirname, '..', 'conformance', 'kubernetes', 'texts.json'), 'utf8'),
);

/** What is wrong with a text of that format. */
export type Judge = (text: string) => string[];

/** The words for texts of another form, and for those that are too long, as they were recorded. */
function words(format: string, wanted: RegExp): string {
  const found = RECORDED[format].answers
    .flatMap(({ problems }) => problems)
    .find((problem) => wanted.test(problem));
  if (found === undefined) {
    throw new Error(`no text was recorded that is wrong as ${String(wanted)} says: ${format}`);
  }
  return found;
}

function byPattern(
  format: string,
  part: string = '',
  form: (text: string) => string = () => words(format, new RegExp(`^${part}.*regex used`)),
): Judge {
  const { pattern, longest } = RECORDED[format];
  const whole = new RegExp(`^(?:${pattern})$`);
  return (text) => [
    ...(Buffer.byteLength(text) > longest
      ? [words(format, new RegExp(`^${part}must be no more than`))]
      : []),
    ...(whole.test(text) ? [] : [form(text)]),
  ];
}

/** Names of most objects. */
export const subdomain = byPattern('subdomain');
/** Names of namespaces, and of the parts of a pod. */
export const label = byPattern('label', '', (text) =>
  subdomain(text).some((problem) => problem.includes('regex'))
    ? words('label', /regex used/)
    : words('label', /dots/),
);
/** Names of services. */
export const label1035 = byPattern('label1035');
/** Values of labels. */
export const labelValue = byPattern('labelValue');

const keyName = byPattern('qualifiedKey', 'name part ');

/** Keys of labels. */
export const qualifiedKey: Judge = (text) => {
  const [prefix, name, more] = text.includes('/') ? text.split('/') : [undefined, text];
  if (more !== undefined) return [words('qualifiedKey', /^a valid label key/)];
  const ofPrefix =
    prefix === undefined
      ? []
      : prefix === ''
        ? [words('qualifiedKey', /^prefix part must be non-empty/)]
        : subdomain(prefix).map((problem) =>
            words(
              'qualifiedKey',
              problem.includes('regex') ? /^prefix part .*regex/ : /^prefix part must be no more/,
            ),
          );
  return [
    ...ofPrefix,
    ...(name === '' ? [words('qualifiedKey', /^name part must be non-empty/)] : []),
    ...keyName(name),
  ];
};

/** Names that are segments of a path, such as those of roles. */
export const pathSegment: Judge = (text) => [
  ...(text === '.' || text === '..'
    ? [words('pathSegment', text === '.' ? /'\.'$/ : /'\.\.'$/)]
    : []),
  ...(text.includes('/') ? [words('pathSegment', /'\/'/)] : []),
  ...(text.includes('%') ? [words('pathSegment', /'%'/)] : []),
];
