/** Checks of what a volume handle is made of: IDs and path. */
import { ACCESS_POINT_ID, FILE_SYSTEM_ID } from './handle';
import { EFS_DRIVER_RULES as RULES } from './rules';
import { Finding, show, violation } from '../../findings';
import { cleanPath } from '../../kube';

interface Kind {
  readonly rule: 'fileSystemId' | 'accessPointId';
  readonly what: string;
  readonly pattern: RegExp;
  readonly form: string;
  /** The same somewhere within a text, upper case too. */
  readonly within: RegExp;
}

const FILE_SYSTEM: Kind = {
  rule: 'fileSystemId',
  what: 'a file system',
  pattern: FILE_SYSTEM_ID,
  form: 'fs- and 8 to 40 hexadecimal digits',
  within: /(?<![0-9a-z])fs-[0-9a-f]{8,40}(?![0-9a-z])/i,
};

const ACCESS_POINT: Kind = {
  rule: 'accessPointId',
  what: 'an access point',
  pattern: ACCESS_POINT_ID,
  form: 'fsap- and 8 to 40 hexadecimal digits',
  within: /(?<![0-9a-z])fsap-[0-9a-f]{8,40}(?![0-9a-z])/i,
};

export function checkFileSystemId(
  value: string | undefined,
  path: string = 'fileSystemId',
): Finding[] {
  return checkId(value, path, FILE_SYSTEM, ACCESS_POINT);
}

export function checkAccessPointId(
  value: string | undefined,
  path: string = 'accessPointId',
): Finding[] {
  return checkId(value, path, ACCESS_POINT, FILE_SYSTEM);
}

function checkId(value: string | undefined, path: string, kind: Kind, other: Kind): Finding[] {
  if (value !== undefined && kind.pattern.test(value)) return [];
  const { rule, what, form } = kind;
  if (value === undefined || value === '') {
    return [violation(RULES[rule], path, `the ID of ${what} is missing`, `use the ID: ${form}`)];
  }
  return [
    violation(
      RULES[rule],
      path,
      `${show(value)} is not the ID of ${what}`,
      remedyOf(value, kind, other),
    ),
  ];
}

/** What to write instead: the ID that is hidden in the value, or what the value is. */
function remedyOf(value: string, kind: Kind, other: Kind): string {
  const inside = kind.within.exec(value)?.[0];
  const trimmed = value.trim();
  if (inside === undefined) {
    if (other.within.test(value)) {
      return `it is ${other.what}: use the ID of ${kind.what} here, ${kind.form}; perhaps the two are swapped`;
    }
    const digits = new RegExp(
      `^${kind.form.slice(0, kind.form.indexOf('-'))}-([0-9a-f]*)$`,
      'i',
    ).exec(trimmed)?.[1];
    if (digits !== undefined) {
      return `use the whole ID: ${kind.form}; this one has ${digits.length} digit${digits.length === 1 ? '' : 's'}`;
    }
    return `use the ID: ${kind.form}`;
  }
  const id = inside.toLowerCase();
  if (inside === value) return `write it in lower case: ${show(id)}`;
  if (inside === trimmed) return `remove the whitespace around it: ${show(id)}`;
  if (/^arn:/i.test(trimmed)) return `use the ID at the end of the ARN: ${show(id)}`;
  return `use the ID alone: ${show(id)}`;
}

/** Findings on the path of a volume; none when there is no path. */
export function checkVolumePath(value: string | undefined, path: string = 'path'): Finding[] {
  if (value === undefined) return [];
  if (value.trim() === '') {
    return [
      violation(
        RULES.volumePath,
        path,
        `${show(value)} is empty`,
        'remove it, or use a directory such as "/data"',
      ),
    ];
  }
  if (value.includes(':')) {
    return [
      violation(
        RULES.volumePath,
        path,
        `${show(value)} has a colon, which ends the path in a volume handle`,
        'rename the directory, or create an access point for it',
      ),
    ];
  }
  if (/^\/?fsap-/i.test(value)) {
    return [
      violation(
        RULES.volumePath,
        path,
        `${show(value)} would be mounted as a directory, without an access point`,
        'use accessPointId instead',
      ),
    ];
  }
  const clean = cleanPath(value);
  if (clean === '..' || clean.startsWith('../')) {
    return [
      violation(
        RULES.volumePath,
        path,
        `${show(value)} points outside the file system`,
        'use a path relative to its root, such as "/data"',
      ),
    ];
  }
  if (!value.startsWith('/')) {
    return [
      violation(
        RULES.volumePathForm,
        path,
        `${show(value)} is relative`,
        `start it with a slash: ${show(cleanPath(`/${value.trim()}`))}`,
      ),
    ];
  }
  if (clean !== value) {
    return [
      violation(
        RULES.volumePathForm,
        path,
        `${show(value)} is mounted as ${show(clean)}`,
        `write ${show(clean)}, if that is what you mean`,
      ),
    ];
  }
  if (value !== value.trim()) {
    return [
      violation(
        RULES.volumePathForm,
        path,
        `${show(value)} ends with a space`,
        `remove it, if it is not part of the name: ${show(value.trim())}`,
      ),
    ];
  }
  return [];
}
