/** The types of a pod's fields: what is none of its type is told, and taken out, so that nobody after trips over it. */
import { Finding, inQuotes, nearest, show, violation } from '../findings';
import { goQuantity } from '../kube';
import { PARTS } from './parts';
import { Fields, isGiven, isQuantityLike } from './read';
import { POD_RULES as RULES } from './rules';

/** A part of a pod of which every field has its type, and what was wrong with the others. */
export interface Conformed {
  readonly part: Fields;
  readonly findings: readonly Finding[];
}

const fieldsOfParts = new Map<string, ReadonlyMap<string, string>>();
const INT32 = 2n ** 31n;
const INT64 = 2n ** 63n;

/** Takes out of a part of a pod, such as `PodSpec`, the fields that Kubernetes does not know, those of other types, and nulls. */
export function conform(value: unknown, part: string, path: string): Conformed {
  const findings: Finding[] = [];
  const result = take(value, part, path, findings);
  return { part: (result ?? {}) as Fields, findings };
}

function take(value: unknown, type: string, path: string, findings: Finding[]): unknown {
  if (!isGiven(value)) return undefined;
  const wrong = (what: string, remedy: string) => {
    findings.push(violation(RULES.type, path, `${show(value)} is no ${what}`, remedy));
    return undefined;
  };
  if (type.endsWith('[]')) {
    if (!Array.isArray(value)) return wrong('list', 'give a list');
    const entries = type.slice(0, -2);
    // To Go an entry that is null is an empty one.
    return Array.from(value, (one, index) => isGiven(one) ? take(one, entries, `${path}[${index}]`, findings) : zeroOf(entries));
  }
  switch (type) {
    case 'any': return value;
    case 'flag': return typeof value === 'boolean' ? value : wrong('flag', 'give true or false');
    case 'int32': return isInteger(value, INT32) ? Number(value) : wrong('whole number', 'give a whole number');
    case 'int64': return isInteger(value, INT64) ? Number(value) : wrong('whole number', 'give a whole number');
    case 'port': return typeof value === 'string' || isInteger(value, INT32) ? value : wrong('port', 'give a number, or the name of a port');
    case 'quantity': return isQuantity(value) ? value : wrong('quantity', 'give one such as 500m or 1Gi');
    case 'text': return typeof value === 'string' ? value : wrong('text', inQuotes(value));
    default: return takeFields(value, type, path, findings);
  }
}

function takeFields(value: unknown, type: string, path: string, findings: Finding[]): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    findings.push(violation(RULES.type, path, `${show(value)} is no map`, 'give a map of fields'));
    return undefined;
  }
  const isMap = type.endsWith('{}');
  const known = isMap ? undefined : fieldTypes(type);
  const taken = Object.entries(value).map(([name, one]) => {
    const place = `${path}.${name}`;
    const fieldType = known ? known.get(name) : type.slice(0, -2);
    if (fieldType !== undefined) return [name, isMap && one === null ? zeroOf(fieldType) : take(one, fieldType, place, findings)] as const;
    const guess = nearest(name, [...known!.keys()]);
    findings.push(violation(RULES.unknownField, place, `${show(name)} is no field that Kubernetes knows`, guess === undefined ? 'leave it out' : `perhaps ${show(guess)} is meant`));
    return [name, undefined] as const;
  });
  return Object.fromEntries(taken.filter(([, one]) => one !== undefined));
}

function fieldTypes(part: string): ReadonlyMap<string, string> {
  const known = fieldsOfParts.get(part);
  if (known) return known;
  const types = new Map(PARTS[part].split(' ').map((field) => {
    const [name, type = 'text'] = field.split(':');
    return [name, type] as const;
  }));
  fieldsOfParts.set(part, types);
  return types;
}

function zeroOf(type: string): unknown {
  switch (type) {
    case 'text': return '';
    case 'int32':
    case 'int64': return 0;
    case 'quantity': return '0';
    default: return {};
  }
}

function isInteger(value: unknown, limit: bigint): boolean {
  if (typeof value !== 'bigint' && !Number.isInteger(value)) return false;
  const number = BigInt(value as bigint | number);
  return number >= -limit && number < limit;
}

function isQuantity(value: unknown): boolean {
  return (isQuantityLike(value) || typeof value === 'bigint') && goQuantity(value) !== undefined;
}
