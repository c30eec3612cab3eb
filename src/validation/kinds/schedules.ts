/**
 * Schedules and time zones of CronJobs, as the API server reads them: `ParseStandard` of
 * robfig/cron, and Go's `time.LoadLocation`.
 */
import { parseDuration } from '../../kube';

/** What numbers a part of a schedule takes, and their names from the least one on. */
interface Part {
  readonly least: number;
  readonly most: number;
  readonly names: readonly string[];
}

const PARTS: readonly Part[] = [
  { least: 0, most: 59, names: [] },
  { least: 0, most: 23, names: [] },
  { least: 1, most: 31, names: [] },
  {
    least: 1,
    most: 12,
    names: ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'],
  },
  { least: 0, most: 6, names: ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] },
];

const DESCRIPTORS = [
  '@yearly',
  '@annually',
  '@monthly',
  '@weekly',
  '@daily',
  '@midnight',
  '@hourly',
];
const EVERY = '@every ';

/** Why a schedule is none. */
export function scheduleProblem(schedule: string): string | undefined {
  let text = schedule;
  if (/^(?:CRON_)?TZ=/.test(text)) {
    const space = text.indexOf(' ');
    if (space < 0) return 'invalid schedule format: runtime error: slice bounds out of range [:-1]';
    const zone = text.slice(text.indexOf('=') + 1, space);
    if (!isTimeZone(zone)) return `provided bad location ${zone}: unknown time zone ${zone}`;
    text = text.slice(space).trim();
  }
  if (text.startsWith('@')) return descriptorProblem(text);
  const parts = text.split(/\s+/).filter((one) => one !== '');
  if (parts.length !== PARTS.length) {
    return `expected exactly 5 fields, found ${parts.length}: [${parts.join(' ')}]`;
  }
  return firstOf(parts, (part, index) =>
    firstOf(
      part.split(',').filter((one) => one !== ''),
      (range) => rangeProblem(range, PARTS[index]),
    ),
  );
}

function descriptorProblem(text: string): string | undefined {
  if (DESCRIPTORS.includes(text)) return undefined;
  if (!text.startsWith(EVERY)) return `unrecognized descriptor: ${text}`;
  const span = text.slice(EVERY.length);
  return parseDuration(span) === undefined
    ? `failed to parse duration ${text}: time: invalid duration ${JSON.stringify(span)}`
    : undefined;
}

function rangeProblem(range: string, { least, most, names }: Part): string | undefined {
  const [bounds, step, ...more] = range.split('/');
  const [low, high, ...further] = bounds.split('-');
  const isAll = low === '*' || low === '?';
  const start = isAll ? least : numberOf(low, names, least);
  if (typeof start === 'string') return start;
  if (!isAll && further.length > 0) return `too many hyphens: ${range}`;
  const named = isAll ? most : high === undefined ? start : numberOf(high, names, least);
  if (typeof named === 'string') return named;
  const by = step === undefined ? 1 : numberOf(step, [], 0);
  if (more.length > 0) return `too many slashes: ${range}`;
  if (typeof by === 'string') return by;
  const end = step !== undefined && high === undefined ? most : named;
  if (start < least) return `beginning of range (${start}) below minimum (${least}): ${range}`;
  if (end > most) return `end of range (${end}) above maximum (${most}): ${range}`;
  if (start > end) return `beginning of range (${start}) beyond end of range (${end}): ${range}`;
  return by === 0 ? `step of range should be a positive number: ${range}` : undefined;
}

/** The number, or why it is none. */
function numberOf(text: string, names: readonly string[], least: number): number | string {
  const name = names.indexOf(text.toLowerCase());
  if (name >= 0) return name + least;
  if (!/^[+-]?\d+$/.test(text)) {
    return `failed to parse int from ${text}: strconv.Atoi: parsing ${JSON.stringify(text)}: invalid syntax`;
  }
  const number = Number(text);
  if (!Number.isSafeInteger(number)) {
    return `failed to parse int from ${text}: strconv.Atoi: parsing ${JSON.stringify(text)}: value out of range`;
  }
  return number < 0 ? `negative number (${number}) not allowed: ${text}` : number;
}

function firstOf<T>(
  items: readonly T[],
  problemOf: (item: T, index: number) => string | undefined,
): string | undefined {
  for (const [index, item] of items.entries()) {
    const problem = problemOf(item, index);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

const ZONE_PART = /^[A-Za-z.\-_0-9+]{1,14}$/;

/** Why a time zone is none. */
export function timeZoneProblem(zone: string): string | undefined {
  if (zone === '') return 'timeZone must be nil or non-empty string';
  const isOdd = (part: string) =>
    part === '.' || part === '..' || part.startsWith('-') || !ZONE_PART.test(part);
  if (zone.split('/').some(isOdd)) return `unknown time zone ${zone}`;
  if (zone.toLowerCase() === 'local') {
    return 'timeZone must be an explicit time zone as defined in https://www.iana.org/time-zones';
  }
  return isTimeZone(zone) ? undefined : `unknown time zone ${zone}`;
}

/**
 * Zones that are younger than what Node.js may know, and files of the database that are no zones to
 * it.
 */
const OTHERS = ['America/Coyhaique', 'Factory', 'localtime', 'posixrules'];

/** Go reads zones from files, whose names begin with capitals. */
function isTimeZone(zone: string): boolean {
  if (zone === '' || OTHERS.includes(zone) || /^(?:posix|right)\//.test(zone)) return true;
  if (zone.split('/').some((part) => /^[^A-Z]/.test(part))) return false;
  let canonical: string;
  try {
    canonical = new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone;
  } catch {
    return false;
  }
  return canonical === zone || canonical.toLowerCase() !== zone.toLowerCase();
}
