/**
 * Meanings of the texts of a document: by their tags, by their quotes, or by what they look like.
 */
import { show } from '../findings';
import { ScalarNode, YamlNode } from './node';
import { fail } from './problem';
import { floatKey, isInteger, isUnsigned, resolveKey, resolvePlain, Scalar } from './scalar';
import { own } from '../kube';

const PREFIX = 'tag:yaml.org,2002:';
const DATE =
  /^\d{4}-(\d{1,2})-(\d{1,2})(?:[Tt](\d{1,2}):(\d{1,2}):(\d{1,2})(?:[.,]\d+)?(?:Z|[-+]\d\d:\d\d)| (\d{1,2}):(\d{1,2}):(\d{1,2})(?:[.,]\d+)?)?$/;

/** Whether a text has the form of a time of the tag, as Go reads it. */
const isTimestamp = (text: string): boolean => {
  const match = DATE.exec(text);
  if (!match) return false;
  const [month, day, ...clock] = match
    .slice(1)
    .map((part: string | undefined) => Number(part ?? 0));
  const days =
    month >= 1 && month <= 12
      ? new Date(Date.UTC(Number(text.slice(0, 4)) || 2000, month, 0)).getUTCDate()
      : 0;
  return (
    day >= 1 &&
    day <= days &&
    clock[0] < 24 &&
    clock[1] < 60 &&
    clock[2] < 60 &&
    clock[3] < 24 &&
    clock[4] < 60 &&
    clock[5] < 60
  );
};

/**
 * Tags that say how a text is to be read; all others leave it a text. Undefined is a text that the
 * tag does not fit.
 */
const READERS: { readonly [tag: string]: (text: string) => Scalar | undefined } = {
  [`${PREFIX}bool`]: (text) =>
    typeof resolvePlain(text) === 'boolean' ? resolvePlain(text) : undefined,
  [`${PREFIX}float`]: (text) =>
    typeof resolvePlain(text) === 'string' || isUnsigned(text)
      ? undefined
      : numberOf(resolvePlain(text)),
  [`${PREFIX}int`]: (text) => (isInteger(text) ? resolvePlain(text) : undefined),
  [`${PREFIX}null`]: (text) => (resolvePlain(text) === null ? null : undefined),
  [`${PREFIX}timestamp`]: (text) => (isTimestamp(text) ? text : undefined),
  [`${PREFIX}binary`]: bytesOf,
};

/** Whether this is the key `<<`, whose value is merged. */
export function isMergeKey(node: YamlNode): boolean {
  return (
    node.kind === 'scalar' &&
    node.value === '<<' &&
    (node.isImplicit || node.tag === `${PREFIX}merge`)
  );
}

/** The value of a text. Throws a `YamlProblem` if there is none, or if JSON has none like it. */
export function scalarOf(node: ScalarNode): Scalar {
  const value = read(node);
  if (typeof value === 'number' && !Number.isFinite(value)) {
    fail(
      'number',
      node.start,
      `${node.value} is a number that JSON, and so Kubernetes, does not have`,
      'use another number, or put the string in quotes',
    );
  }
  return value;
}

/** The key that a text makes: always a text. */
export function keyOf(node: ScalarNode, offset: number): string {
  const key = node.tag === '' && node.isImplicit ? resolveKey(node.value) : taggedKey(node);
  return (
    key ??
    fail(
      'key',
      offset,
      read(node) === null
        ? 'a key is null'
        : `the key ${node.value} is a number that Kubernetes does not read as one`,
      'keys in Kubernetes are strings: put the key in quotes',
    )
  );
}

function taggedKey(node: ScalarNode): string | undefined {
  const value = read(node);
  if (node.tag === `${PREFIX}float`) return floatKey(Number(value), node.value);
  return value === null || (isUnsigned(node.value) && typeof value === 'bigint')
    ? undefined
    : String(value);
}

function read({ value: text, tag, isImplicit, start }: ScalarNode): Scalar {
  if (tag === '') return isImplicit ? resolvePlain(text) : text;
  const reader = own(READERS, tag);
  if (!reader) return text;
  const value = reader(text);
  if (value !== undefined) return value;
  const name = tag.slice(PREFIX.length);
  return fail(
    'tag',
    start,
    name === 'binary'
      ? `${show(text)} is not valid base64, which !!binary requires`
      : `${show(text)} is not a valid !!${name}`,
    name === 'binary'
      ? 'remove the tag, or encode the value'
      : 'remove the tag, or write a value of its type',
  );
}

function numberOf(value: Scalar): number | undefined {
  return typeof value === 'number' || typeof value === 'bigint' ? Number(value) : undefined;
}

/**
 * The text of which these are the bytes. A byte that belongs to none is another character, as for
 * Go.
 */
function bytesOf(text: string): string | undefined {
  const encoded = text.replace(/[\r\n]/g, '');
  if (encoded.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(encoded)) return undefined;
  const bytes = Buffer.from(encoded, 'base64');
  let decoded = '';
  for (let at = 0; at < bytes.length;) {
    const length = [1, 2, 3, 4].find((one) => isCharacter(bytes.subarray(at, at + one), one));
    decoded += length === undefined ? '\ufffd' : bytes.toString('utf8', at, at + length);
    at += length ?? 1;
  }
  return decoded;
}

function isCharacter(bytes: Buffer, length: number): boolean {
  return (
    bytes.length === length &&
    Buffer.from(bytes.toString('utf8')).equals(bytes) &&
    [...bytes.toString('utf8')].length === 1
  );
}
