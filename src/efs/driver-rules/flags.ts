/**
 * The values of two flags with a syntax of their own: --tags of the controller and
 * --efs-utils-conf-overrides of the node plugin.
 */
import { Failure, quote, trimSpace } from '../../kube';

/**
 * The tags that the controller puts on access points: pairs with a colon, separated by blanks, with
 * a backslash before what is part of a name or value. A pair with two colons is dropped, and a
 * backslash at the very end costs all pairs.
 */
export function parseTags(flag: string): { [key: string]: string } {
  const tags: [key: string, value: string][] = [];
  for (const pair of splitEscaped(flag, ' ')) {
    const fields = splitEscaped(pair, ':');
    if (fields.length === 1 || fields.length === 2) tags.push([fields[0], fields[1] ?? '']);
  }
  return Object.fromEntries(tags);
}

/**
 * Splits as the driver does: by bytes where it looks ahead and by characters elsewhere, so that
 * behind a character of several bytes an escaped one is read twice.
 */
function splitEscaped(text: string, separator: string): string[] {
  if (text === '') return [];
  const bytes = Buffer.from(text);
  const parts: string[] = [];
  let part = '';
  let index = 0;
  let next = 0;
  for (const letter of text) {
    const here = index;
    index += Buffer.byteLength(letter);
    if (next > here) continue;
    next += 1;
    if (String.fromCharCode(letter.codePointAt(0)! % 256) === separator) {
      parts.push(part);
      part = '';
    } else if (letter === '\\') {
      // The driver looks behind the end, and gives up.
      if (index >= bytes.length) return [];
      const escaped = String.fromCharCode(bytes[index]);
      if (escaped === '\\' || escaped === separator) {
        part += escaped;
        next += 1;
      } else {
        part += letter;
      }
    } else {
      part += letter;
    }
  }
  return [...parts, part];
}

/** One setting of efs-utils.conf. */
interface ConfOverride {
  readonly section: string;
  readonly key: string;
  readonly value: string;
}

/** What the flag is split into, or the error with which the driver exits. */
export function parseConfOverrides(flag: string): { readonly overrides: ConfOverride[] } | Failure {
  const overrides: ConfOverride[] = [];
  for (const entry of flag.split(',').map(trimSpace)) {
    if (entry === '') continue;
    const colon = entry.indexOf(':');
    if (colon <= 0) {
      return { error: `invalid override entry ${quote(entry)}: missing colon separator` };
    }
    const setting = entry.slice(colon + 1);
    const equals = setting.indexOf('=');
    if (equals <= 0) {
      return { error: `invalid override entry ${quote(entry)}: missing equals separator` };
    }
    overrides.push({
      section: trimSpace(entry.slice(0, colon)),
      key: trimSpace(setting.slice(0, equals)),
      value: trimSpace(setting.slice(equals + 1)),
    });
  }
  return { overrides };
}

/** What efs-utils connects to and trusts: no flag can set it from v3.5.0 of the driver on. */
const PROTECTED: readonly string[] = [
  'dns_name_format',
  'dns_name_suffix',
  'stunnel_cafile',
  'stunnel_check_cert_hostname',
  'stunnel_check_cert_validity',
];

/** Whether the driver refuses a setting of its flags, in any section; up to v3.4.2 it takes it. */
export function isProtectedSetting(key: string): boolean {
  // efs-utils reads its configuration without regard to case.
  return PROTECTED.includes(key.toLowerCase());
}
