/**
 * The POSIX user of the access point that the driver makes for a claim: fixed IDs, or the first
 * free one of a range.
 */
import { LARGEST_RANGE } from '../../../../src/efs/driver-rules/check-parameters';
import { Result, parseInt64 } from '../../../../src/kube';

/** The range without gidRangeStart and gidRangeEnd. */
const DEFAULT_RANGE = { start: 50_000n, end: 60_000n };

/** What the parameters say about IDs. */
export interface PosixIds {
  readonly uid?: bigint;
  readonly gid?: bigint;
  readonly start: bigint;
  readonly end: bigint;
}

type Parameters = { readonly [key: string]: string };

/** The IDs and the range, or the driver's error. */
export function readPosixIds(parameters: Parameters): Result<PosixIds> {
  const uid = readId(parameters, 'uid');
  if ('error' in uid) return uid;
  const gid = readId(parameters, 'gid');
  if ('error' in gid) return gid;
  const start = readInteger(parameters, 'gidRangeStart');
  if ('error' in start) return start;
  if (start.value !== undefined && start.value <= 0n) {
    return { error: 'gidRangeStart must be greater than 0' };
  }
  if (parameters.gidRangeEnd !== undefined && start.value === undefined) {
    return { error: 'Missing gidRangeStart parameter' };
  }
  const end = readInteger(parameters, 'gidRangeEnd');
  if ('error' in end) return end;
  if (end.value === undefined && start.value !== undefined) {
    return { error: 'Missing gidRangeEnd parameter' };
  }
  if (end.value !== undefined && end.value <= start.value!) {
    return { error: 'gidRangeEnd must be greater than gidRangeStart' };
  }
  return {
    value: {
      uid: uid.value,
      gid: gid.value,
      start: start.value ?? DEFAULT_RANGE.start,
      end: end.value ?? DEFAULT_RANGE.end,
    },
  };
}

/** The first ID of the range that is not used; undefined when all are. */
export function freeId({ start, end }: PosixIds, used: readonly number[]): bigint | undefined {
  const taken = new Set(used.map(BigInt));
  const last = end - start > LARGEST_RANGE ? start + LARGEST_RANGE : end;
  for (let id = start; id <= last; id += 1n) {
    if (!taken.has(id)) return id;
  }
  return undefined;
}

function readId(parameters: Parameters, key: string): Result<bigint | undefined> {
  const id = readInteger(parameters, key);
  if ('value' in id && id.value !== undefined && id.value < 0n) {
    return { error: `${key} must be greater or equal than 0` };
  }
  return id;
}

function readInteger(parameters: Parameters, key: string): Result<bigint | undefined> {
  if (!Object.hasOwn(parameters, key)) return { value: undefined };
  const parsed = parseInt64(parameters[key]);
  return 'error' in parsed ? { error: `Failed to parse invalid ${key}: ${parsed.error}` } : parsed;
}
