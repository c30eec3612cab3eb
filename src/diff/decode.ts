/** What keeps a manifest from being decoded, or from being merged with what is there. */
import { appliedPath } from './applied-paths';
import { Stored } from './cluster';
import { CustomKinds } from './custom';
import { findDuplicates } from './duplicates';
import { AppliedManifest, Refusal } from '../validation';
import { ApplyWay } from './spec';
import { inQuotes } from '../findings';
import { fieldsOf, MAX_DEPTH } from '../kube';
import { DecodeProblem } from '../model';

/** What keeps a manifest from being decoded, and what would have to be known to tell. */
export interface Decoding {
  readonly refused: readonly Refusal[];
  readonly doubts: readonly string[];
}

const TOO_DEEP: Refusal = {
  field: '',
  message: `lists and mappings lie more than ${MAX_DEPTH} deep in each other`,
  remedy: 'nothing in Kubernetes is that deep: look for what contains itself',
};

/** Fields that are unknown or of another type, and bytes that are not in base64. */
export function decodeRefusals(
  sent: AppliedManifest,
  stored: AppliedManifest | undefined,
  way: ApplyWay,
  custom: CustomKinds,
): Decoding {
  const { problems, doubts } =
    sent.type === undefined
      ? custom.decodeProblems(sent, stored, way)
      : { problems: [], doubts: [] };
  if (sent.problems.some(({ reason }) => reason === 'deep')) {
    return { refused: [TOO_DEEP], doubts: [] };
  }
  const broken = brokenBytes(sent, way);
  if (broken.length > 0) return { refused: broken, doubts };
  const refused = [...sent.problems.filter((one) => !stored || !isCut(one)), ...problems]
    .slice(0, way === 'serverSide' ? undefined : 1)
    .map(({ path, reason, expected, got, key }): Refusal => {
      const remedy =
        reason === 'twice'
          ? 'remove one of them'
          : reason === 'unknown'
            ? `remove ${path}, or correct its name`
            : `write ${path} as ${expected}`;
      if (way === 'serverSide') {
        const why =
          reason === 'twice'
            ? `duplicate entries for key ${key}`
            : reason === 'unknown'
              ? 'field not declared in schema'
              : `expected ${expected}, got ${got}`;
        return {
          field: '',
          message: `failed to create typed patch object (${sent.namespace ?? ''}/${sent.name}; ${sent.apiVersion}, Kind=${sent.kind}): .${appliedPath(sent, path)}: ${why}`,
          remedy,
        };
      }
      const why =
        reason === 'unknown'
          ? `unknown field ${JSON.stringify(path)}`
          : `cannot unmarshal ${got} into ${path} of type ${expected}`;
      return {
        field: 'patch',
        message: `Invalid value: {…}: strict decoding error: ${why}`,
        remedy,
      };
    });
  return { refused, doubts };
}

/**
 * Whether a number has too many bits. A new object is refused for it by kubectl, and better than
 * stored with another number; an update cuts them off either way.
 */
function isCut({ expected }: DecodeProblem): boolean {
  return expected === 'int32' || expected === 'int64';
}

/** What a request to create it would be refused for, before anything else of it is looked at. */
export function decodeCauses(sent: AppliedManifest): readonly Refusal[] {
  if (sent.problems.some(({ reason }) => reason === 'deep')) return [TOO_DEEP];
  return sent.problems.length === 0
    ? brokenBytes(sent, 'serverSide')
    : [
        ...sent.problems.map((problem) => decodeCause(problem, sent)),
        ...brokenBytes(sent, 'serverSide'),
      ];
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
  const [why, remedy] = EXPECTED[expected] ?? [`a ${expected}`, `give a ${expected}`];
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
  numeric: ['a number', 'give a number'],
  integer: ['a whole number', 'give a whole number'],
  int32: ['a number of 32 bits', 'give a smaller number'],
  int64: ['a number of 64 bits', 'give a smaller number'],
  quantity: ['a valid quantity', 'give one such as 500m or 10Gi'],
  boolean: ['a boolean', 'give true or false'],
  map: ['a map', 'give a map of fields'],
  'numeric or string': ['a number or a string', 'give a number, or a string'],
};

/** Bytes that are not written in base64. */
function brokenBytes({ kindKey, manifest, label }: AppliedManifest, way: ApplyWay): Refusal[] {
  const field =
    kindKey === '/Secret' ? 'data' : kindKey === '/ConfigMap' ? 'binaryData' : undefined;
  if (field === undefined) return [];
  return Object.entries(fieldsOf(manifest[field])).flatMap(([key, value]): Refusal[] => {
    if (typeof value !== 'string' || isBase64(value)) return [];
    const message = `failed to convert new object (${label}): error decoding from json: illegal base64 data in ${field}.${key}`;
    return [
      {
        field: way === 'serverSide' ? '' : 'patch',
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

/**
 * Items with the same key: server-side apply refuses them wherever they are, kubectl where they
 * come with other values.
 */
export function duplicateRefusals(
  sent: AppliedManifest,
  way: ApplyWay,
  stored: Stored | undefined,
): Refusal[] {
  if (sent.type === undefined || (way === 'clientSide' && !stored)) return [];
  const found: Refusal[] = [];
  findDuplicates(sent.type, sent.manifest, way, (path, key, items) => {
    found.push(
      way === 'serverSide'
        ? {
            field: '',
            message: `failed to create typed patch object (${sent.namespace ?? ''}/${sent.name}; ${sent.apiVersion}, Kind=${sent.kind}): ${path()}: duplicate entries for key ${key}`,
            remedy: 'remove one of them',
          }
        : {
            field: '',
            message: `The order in patch list: ${items} doesn't match $setElementOrder list: ${items}`,
            remedy: 'remove one of them',
          },
    );
  });
  return found;
}
