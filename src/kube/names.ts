/**
 * Names that Kubernetes accepts: labels, subdomains, label values and qualified keys.
 *
 * Each function answers with the API server's own explanation of what is wrong, or with nothing.
 * The rules and words are those of k8s.io/apimachinery `util/validation`.
 */
import { append } from './append';
import { shortHash } from './hash';

/** The longest DNS-1123 or DNS-1035 label, and the longest label value. */
export const MAX_LABEL_LENGTH = 63;
/** The longest DNS-1123 subdomain: the name of most objects. */
export const MAX_SUBDOMAIN_LENGTH = 253;

const LABEL = '[a-z0-9]([-a-z0-9]*[a-z0-9])?';
const SUBDOMAIN = `${LABEL}(\\.${LABEL})*`;
const LABEL_1035 = '[a-z]([-a-z0-9]*[a-z0-9])?';
const QUALIFIED = '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]';

const WHOLE = {
  label: new RegExp(`^${LABEL}$`),
  subdomain: new RegExp(`^${SUBDOMAIN}$`),
  label1035: new RegExp(`^${LABEL_1035}$`),
  qualified: new RegExp(`^${QUALIFIED}$`),
};

/** Names of most objects: persistent volumes, claims, storage classes. */
export function subdomainProblems(value: string): string[] {
  return subdomain(value, 'characters');
}

function subdomain(value: string, unit: 'bytes' | 'characters'): string[] {
  return problems(
    value,
    MAX_SUBDOMAIN_LENGTH,
    unit,
    WHOLE.subdomain,
    () =>
      "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', " +
      `and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '${SUBDOMAIN}')`,
  );
}

/** Names of namespaces, and of a pod's volumes, containers and ports. */
export function labelProblems(value: string): string[] {
  return problems(value, MAX_LABEL_LENGTH, 'characters', WHOLE.label, () =>
    WHOLE.subdomain.test(value)
      ? 'must not contain dots'
      : "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', " +
        `and must start and end with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is '${LABEL}')`,
  );
}

/** Whether a name has no problems as a label. */
export function isLabel(value: string): boolean {
  return value.length <= MAX_LABEL_LENGTH && WHOLE.label.test(value);
}

/** Whether a name has no problems as a subdomain. */
export function isSubdomain(value: string): boolean {
  return value.length <= MAX_SUBDOMAIN_LENGTH && WHOLE.subdomain.test(value);
}

/** Whether a text has no problems as the value of a label. */
export function isLabelValue(value: string): boolean {
  return value === '' || (value.length <= MAX_LABEL_LENGTH && WHOLE.qualified.test(value));
}

/** Names of services; `longest` is for names whose length is counted elsewhere. */
export function label1035Problems(value: string, longest: number = MAX_LABEL_LENGTH): string[] {
  return problems(
    value,
    longest,
    'characters',
    WHOLE.label1035,
    () =>
      "a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, " +
      `and end with an alphanumeric character (e.g. 'my-name',  or 'abc-123', regex used for validation is '${LABEL_1035}')`,
  );
}

/** Values of labels; the empty value is one. */
export function labelValueProblems(value: string): string[] {
  if (value === '') return [];
  return problems(
    value,
    MAX_LABEL_LENGTH,
    'bytes',
    WHOLE.qualified,
    () =>
      "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', " +
      `and must start and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', regex used for validation is '(${QUALIFIED})?')`,
  );
}

/**
 * Keys of labels and annotations: a name of at most 63 characters, with an optional DNS prefix
 * before a slash.
 */
export function qualifiedKeyProblems(value: string): string[] {
  if (rightKeys.has(value)) return [];
  const found = keyProblems(value);
  if (found.length === 0 && rightKeys.size < MOST_KEYS) rightKeys.add(value);
  return found;
}

/** Objects have few keys in all, again and again. */
const rightKeys = new Set<string>();
const MOST_KEYS = 1024;

function keyProblems(value: string): string[] {
  const parts = value.split('/');
  const form =
    "must consist of alphanumeric characters, '-', '_' or '.', " +
    `and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '${QUALIFIED}')`;
  if (parts.length > 2) {
    return [
      `a valid label key ${form} with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')`,
    ];
  }
  const name = parts[parts.length - 1];
  const found: string[] = [];
  if (parts.length === 2) {
    if (parts[0] === '') {
      found.push('prefix part must be non-empty');
    } else {
      append(
        found,
        subdomain(parts[0], 'bytes').map((problem) => `prefix part ${problem}`),
      );
    }
  }
  if (name === '') found.push('name part must be non-empty');
  return [
    ...found,
    ...problems(name, MAX_LABEL_LENGTH, 'bytes', WHOLE.qualified, () => form).map(
      (problem) => `name part ${problem}`,
    ),
  ];
}

/**
 * A DNS label made of any text, for names that nothing else refers to: other characters become
 * dashes, and a text that is too long is cut and told apart by a hash of the whole.
 */
export function toDnsLabel(text: string, hash: (text: string) => string): string {
  return fitted(text, MAX_LABEL_LENGTH, hash, 'v-');
}

/**
 * The text as a part of a name of at most `longest` characters. One that had to be changed ends in
 * a hash of the whole, so that different texts get different names.
 */
export function fitName(text: string, longest: number): string {
  return fitted(text, longest, (one) => shortHash([one]), '');
}

/** `before` stands before a hash that is all that is left. */
function fitted(
  text: string,
  longest: number,
  hashOf: (text: string) => string,
  before: string,
): string {
  const clean = text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
  if (clean !== '' && clean.length <= longest && clean === text) return clean;
  const hash = hashOf(text);
  const kept = clean.slice(0, longest - hash.length - 1).replace(/-$/, '');
  return kept === '' ? `${before}${hash}` : `${kept}-${hash}`;
}

/** The API server counts bytes in any case, but it has two words for them. */
function problems(
  value: string,
  longest: number,
  unit: 'bytes' | 'characters',
  pattern: RegExp,
  explain: () => string,
): string[] {
  const found: string[] = [];
  // No character has more bytes than three for each unit of a text.
  if (value.length * 3 > longest && Buffer.byteLength(value) > longest) {
    found.push(`must be no more than ${longest} ${unit}`);
  }
  if (!pattern.test(value)) found.push(explain());
  return found;
}

const MAX_PORT_NAME_LENGTH = 15;

/** What is wrong with the name of a port, an IANA service name, in the words of the API server. */
export function portNameProblems(name: string): string[] {
  return [
    ...(Buffer.byteLength(name) > MAX_PORT_NAME_LENGTH
      ? [`must be no more than ${MAX_PORT_NAME_LENGTH} characters`]
      : []),
    ...(!/^[-a-z0-9]+$/.test(name)
      ? ['must contain only alpha-numeric characters (a-z, 0-9), and hyphens (-)']
      : []),
    ...(!/[a-z]/.test(name) ? ['must contain at least one letter (a-z)'] : []),
    ...(name.includes('--') ? ['must not contain consecutive hyphens'] : []),
    ...(name.startsWith('-') || name.endsWith('-') ? ['must not begin or end with a hyphen'] : []),
  ];
}
