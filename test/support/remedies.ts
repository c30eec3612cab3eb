/** Remedies as a machine takes them: what they say is done to the data that they were told of. */
import { valueAt, withoutPath, withRenamed, withValueAt } from './paths';
import { Finding } from '../../src/findings';

type Json = any;

/**
 * The data as the remedy of a finding says; undefined if only a person can do so. What is meant is
 * read from the words alone: a remedy that cannot be followed to the letter leads nowhere.
 */
export function remedied(
  data: Json,
  { path, remedy, message }: Pick<Finding, 'path' | 'remedy' | 'message'>,
): Json | undefined {
  const isName = /^(there is no|unknown) (option|field) |^the driver has no /.test(message);
  const instead = (value: unknown) =>
    isName ? withRenamed(data, path, String(value)) : withValueAt(data, path, value);
  const meant = /\bperhaps you meant ("(?:[^"\\]|\\.)*")/.exec(remedy)?.[1];
  if (meant !== undefined) return instead(JSON.parse(meant));
  if (/^(remove it|leave it out)\b|, or remove it\b/.test(remedy)) return withoutPath(data, path);
  const quoted = /^write it in quotes: ("(?:[^"\\]|\\.)*")/.exec(remedy)?.[1];
  if (quoted !== undefined) return withValueAt(data, path, JSON.parse(quoted));
  const plain = /^write it without quotes: (\S+)/.exec(remedy)?.[1];
  if (plain !== undefined) return withValueAt(data, path, JSON.parse(plain));
  const limit = /^use (-?\d+) or (?:more|less)/.exec(remedy)?.[1];
  if (limit !== undefined) return withValueAt(data, path, Number(limit));
  const length = /^shorten it to (\d+) characters/.exec(remedy)?.[1];
  if (length !== undefined) {
    return withValueAt(data, path, String(valueAt(data, path)).slice(0, Number(length)));
  }
  const one = /\b(?:must be|use) one of ([^,;]+)/.exec(remedy)?.[1];
  if (one !== undefined && !/^(them|these)$/.test(one)) return instead(one.replaceAll('"', ''));
  const other = /^write (\w+): (\S+?)(?:,|$)/.exec(remedy);
  if (other) return withValueAt(data, other[1], other[2]);
  if (remedy === 'use a list') return withValueAt(data, path, []);
  if (remedy === 'use a map of keys and values') return withValueAt(data, path, {});
  return undefined;
}
