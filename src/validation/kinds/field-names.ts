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

/** What is wrong with the name of a driver. */
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

const LETTERS = /^[a-z0-9-]*$/;
const MOST_PORT_NAME = 15;

/** Why a text is no name of a port. */
export function portNameProblems(name: string): string[] {
  return [
    ...(name.length > MOST_PORT_NAME ? [`must be no more than ${MOST_PORT_NAME} characters`] : []),
    ...(LETTERS.test(name)
      ? []
      : ['must contain only alpha-numeric characters (a-z, 0-9), and hyphens (-)']),
    ...(LETTERS.test(name) && !/[a-z]/.test(name)
      ? ['must contain at least one letter (a-z)']
      : []),
    ...(name.includes('--') ? ['must not contain consecutive hyphens'] : []),
    ...(name.startsWith('-') || name.endsWith('-') ? ['must not begin or end with a hyphen'] : []),
  ];
}
