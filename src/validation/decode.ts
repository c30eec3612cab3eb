/** Problems that keep an object from being decoded: fields that are unknown or of another type. */
import { Finding, inQuotes, meantOr, nearest, Severity, show } from '../findings';
import { DecodeProblem } from '../model';
import { API_RULES as RULES, inWords, nameOf, refusal, strictWords } from '../resource';
import { AppliedManifest } from './applied';
import { MAX_DEPTH, fieldsOf, isEncrypted, own } from '../kube';

/** What is too deep to be read. */
export function tooDeep(): Finding {
  return inWords(
    '',
    `lists and mappings lie more than ${MAX_DEPTH} deep in each other`,
    'find the value that contains itself: nothing in Kubernetes is that deep',
  );
}

/** What a request to create it would be refused for, before anything else of it is looked at. */
export function decodeCauses(sent: AppliedManifest): readonly Finding[] {
  if (sent.problems.some(({ reason }) => reason === 'deep')) return [tooDeep()];
  if (sent.problems.length === 0) return brokenBytes(sent);
  // Bytes may be a list of numbers where an object is created.
  const heeded = sent.problems.filter(({ expected }) => expected !== 'bytes');
  return [...heeded.map((problem) => decodeCause(problem, sent)), ...brokenBytes(sent)];
}

/** A problem of decoding as a refusal of its field. */
export function decodeCause(
  { path, reason, expected = '', got, value, key, known = [] }: DecodeProblem,
  { kindKey }: AppliedManifest,
): Finding {
  if (reason === 'unknown') {
    const message = strictWords(`unknown field ${show(nameOf(path))}`);
    const now = own(own(RENAMED, kindKey) ?? {}, nameOf(path));
    const remedy =
      now === undefined
        ? meantOr(nearest(nameOf(path), known), 'remove it, or correct its name')
        : `write ${now}, its name since networking.k8s.io/v1`;
    const finding = refusal(RULES.unknownField, path, message, remedy, {
      message: `strict decoding error: unknown field ${JSON.stringify(path)}`,
      code: 400,
    });
    // Some ways of applying take it.
    return { ...finding, severity: Severity.WARNING };
  }
  if (reason === 'twice') {
    const message = `several items have the key ${key}`;
    return refusal(RULES.duplicate, path, message, 'remove one of them', {
      message: `duplicate entries for key ${key}`,
    });
  }
  const isSecret = kindKey === '/Secret' && /^(?:data|stringData)\b/.test(path);
  const [why, remedy] = EXPECTED[expected] ?? [`a ${expected}`, `use a ${expected}`];
  const subject = isSecret || value === undefined ? nameOf(path) : show(value);
  return refusal(
    RULES.type,
    path,
    `${subject} is not ${why}`,
    expected !== 'string' ? remedy : isSecret ? 'write it in quotes' : inQuotes(value),
    { message: `cannot unmarshal ${got} into ${path} of type ${expected}`, code: 400 },
  );
}

/** Fields of former versions, by the names that they have now. */
const RENAMED: { readonly [kindKey: string]: { readonly [field: string]: string } } = {
  'networking.k8s.io/Ingress': {
    serviceName: 'service.name',
    servicePort: 'service.port.number or service.port.name',
    backend: 'defaultBackend',
  },
};

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
): Finding[] {
  const field =
    kindKey === '/Secret' ? 'data' : kindKey === '/ConfigMap' ? 'binaryData' : undefined;
  if (field === undefined) return [];
  return Object.entries(fieldsOf(manifest[field])).flatMap(([key, value]): Finding[] => {
    if (typeof value !== 'string' || isBase64(value) || isEncrypted(value)) return [];
    const message = `failed to convert new object (${label}): error decoding from json: illegal base64 data in ${field}.${key}`;
    const path = `${field}.${key}`;
    return [
      {
        ...refusal(
          RULES.type,
          isPatch ? 'patch' : '',
          `the value of ${show(key)} is not valid base64`,
          `write it in base64, or under ${field === 'data' ? 'stringData' : 'data'} as it is`,
          {
            message,
          },
        ),
        path,
      },
    ];
  });
}

function isBase64(text: string): boolean {
  const plain = text.replace(/[\r\n]/g, '');
  return plain.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(plain);
}
