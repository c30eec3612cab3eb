/** What keeps an object from being decoded: fields that are unknown or of another type. */
import { inQuotes } from '../findings';
import { DecodeProblem } from '../model';
import { AppliedManifest } from './applied';
import { MAX_DEPTH, fieldsOf } from '../kube';
import { Refusal } from './refusal';

export const TOO_DEEP: Refusal = {
  field: '',
  message: `lists and mappings lie more than ${MAX_DEPTH} deep in each other`,
  remedy: 'find the value that contains itself: nothing in Kubernetes is that deep',
};

/** What a request to create it would be refused for, before anything else of it is looked at. */
export function decodeCauses(sent: AppliedManifest): readonly Refusal[] {
  if (sent.problems.some(({ reason }) => reason === 'deep')) return [TOO_DEEP];
  if (sent.problems.length === 0) return brokenBytes(sent);
  // Bytes may be a list of numbers where an object is created.
  const heeded = sent.problems.filter(({ expected }) => expected !== 'bytes');
  return [...heeded.map((problem) => decodeCause(problem, sent)), ...brokenBytes(sent)];
}

/** A problem of decoding as a refusal of its field. */
export function decodeCause(
  { path, reason, expected = '', got, value, key }: DecodeProblem,
  { kindKey }: AppliedManifest,
): Refusal {
  if (reason === 'unknown') {
    return {
      field: path,
      message: `strict decoding error: unknown field ${JSON.stringify(path)}`,
      remedy: 'remove it, or correct its name',
      code: 400,
      cause: 'unknownField',
    };
  }
  if (reason === 'twice') {
    return {
      field: path,
      message: `duplicate entries for key ${key}`,
      remedy: 'remove one of them',
      cause: 'duplicate',
      why: `several items have the key ${key}`,
    };
  }
  const isSecret = kindKey === '/Secret' && /^(?:data|stringData)\b/.test(path);
  const [why, remedy] = EXPECTED[expected] ?? [`a ${expected}`, `use a ${expected}`];
  return {
    field: path,
    message: `cannot unmarshal ${got} into ${path} of type ${expected}`,
    remedy: expected !== 'string' ? remedy : isSecret ? 'write it in quotes' : inQuotes(value),
    code: 400,
    cause: 'type',
    value: isSecret ? undefined : value,
    why,
  };
}

/** What a value is not, and what to do about it. */
const EXPECTED: { readonly [expected: string]: readonly [why: string, remedy: string] } = {
  numeric: ['a number', 'use a number'],
  integer: ['a whole number', 'use a whole number'],
  int32: ['a number of 32 bits', 'use a smaller number'],
  int64: ['a number of 64 bits', 'use a smaller number'],
  quantity: ['a valid quantity', 'use one such as 500m or 10Gi'],
  boolean: ['a boolean', 'use true or false'],
  map: ['a map', 'use a map of fields'],
  'numeric or string': ['a number or a string', 'use a number, or a string'],
};

/** Bytes that are not written in base64. */
export function brokenBytes(
  { kindKey, manifest, label }: AppliedManifest,
  isPatch: boolean = false,
): Refusal[] {
  const field =
    kindKey === '/Secret' ? 'data' : kindKey === '/ConfigMap' ? 'binaryData' : undefined;
  if (field === undefined) return [];
  return Object.entries(fieldsOf(manifest[field])).flatMap(([key, value]): Refusal[] => {
    if (typeof value !== 'string' || isBase64(value)) return [];
    const message = `failed to convert new object (${label}): error decoding from json: illegal base64 data in ${field}.${key}`;
    return [
      {
        field: isPatch ? 'patch' : '',
        message,
        remedy: `write ${field}.${key} in base64`,
        cause: 'type',
        path: `${field}.${key}`,
        why: 'valid base64',
      },
    ];
  });
}

function isBase64(text: string): boolean {
  const plain = text.replace(/[\r\n]/g, '');
  return plain.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(plain);
}
