/** Names that stand in fields: what the API server finds wrong with one, as refusals. */
import { Finding } from '../../findings';
import { fieldPath, Fields, subdomainProblems } from '../../kube';
import { invalid, tooLong } from '../../resource';

const MOST_DRIVER = 63;

/** What is wrong with a text, in the server's words; nothing of what is no text. */
export function wrongName(
  field: string,
  value: unknown,
  problemsOf: (text: string) => readonly string[],
  remedy: string,
): Finding[] {
  if (typeof value !== 'string') return [];
  return problemsOf(value).map((why) => invalid(field, value, why, remedy));
}

/** The same of a field of an object. */
export function wrongNameOf(
  object: Fields,
  path: string,
  field: string,
  problemsOf: (text: string) => readonly string[],
  remedy: string,
): Finding[] {
  return wrongName(fieldPath(path, field), object[field], problemsOf, remedy);
}

export function wrongDriver(field: string, name: unknown): Finding[] {
  const remedy = 'set the name of the driver';
  const isLong = typeof name === 'string' && Buffer.byteLength(name) > MOST_DRIVER;
  return [
    ...(isLong ? [tooLong(field, MOST_DRIVER, remedy)] : []),
    ...wrongName(field, name, (text) => subdomainProblems(text.toLowerCase()), remedy),
  ];
}

/** Why a text cannot be part of a path, as names of roles and of metrics are. */
export function pathSegmentProblems(name: string): string[] {
  if (name === '.' || name === '..') return [`may not be '${name}'`];
  const wrong = ['/', '%'].filter((letter) => name.includes(letter));
  return wrong.map((letter) => `may not contain '${letter}'`);
}

/** Of each value, whether it is one of those before it. */
export function repeats(values: readonly unknown[]): readonly boolean[] {
  const seen = new Set<unknown>();
  return values.map((value) => seen.size === seen.add(value).size);
}

/** Why a text is no domain of so many parts. */
export function domainNameProblems(name: string, parts: number): string[] {
  const problems = subdomainProblems(name);
  if (problems.length > 0) return [problems.join(',')];
  const words = ['two', 'three'][parts - 2];
  return name.split('.').length < parts
    ? [`should be a domain with at least ${words} segments separated by dots`]
    : [];
}
