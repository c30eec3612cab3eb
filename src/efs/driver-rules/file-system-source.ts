/** The source of the ID of a StorageClass's file system: a parameter, a ConfigMap or a Secret. */
import { Result, trimSpace } from '../../kube';

/** The parameters that name the file system; a class has exactly one of them. */
export const FILE_SYSTEM_KEYS = [
  'fileSystemId',
  'fileSystemIdConfigRef',
  'fileSystemIdSecretRef',
] as const;

type Parameters = { readonly [key: string]: string };

/** Where the ID comes from: the value itself, or the place of it. */
export type FileSystemSource =
  | { readonly fileSystemId: string }
  | {
      readonly parameter: string;
      readonly kind: 'ConfigMap' | 'Secret';
      readonly namespace: string;
      readonly name: string;
      readonly key: string;
    };

/** The source, or the driver's error. */
export function readFileSystemSource(parameters: Parameters): Result<FileSystemSource> {
  const given = FILE_SYSTEM_KEYS.filter(
    (key) => Object.hasOwn(parameters, key) && trimSpace(parameters[key]) !== '',
  );
  const names = 'fileSystemId, fileSystemIdConfigRef, or fileSystemIdSecretRef';
  if (given.length > 1) return { error: `only one of ${names} can be specified` };
  if (given.length === 0) return { error: `one of ${names} must be specified` };
  if (given[0] === 'fileSystemId') {
    return { value: { fileSystemId: trimSpace(parameters.fileSystemId) } };
  }
  // A blank reference to a ConfigMap comes before one to a Secret.
  const parameter = Object.hasOwn(parameters, 'fileSystemIdConfigRef')
    ? 'fileSystemIdConfigRef'
    : 'fileSystemIdSecretRef';
  const reference = readReference(trimSpace(parameters[parameter]));
  if ('error' in reference) return { error: `invalid ${parameter} reference: ${reference.error}` };
  return {
    value: {
      parameter,
      kind: parameter === 'fileSystemIdConfigRef' ? 'ConfigMap' : 'Secret',
      ...reference.value,
    },
  };
}

function readReference(
  text: string,
): Result<{ readonly namespace: string; readonly name: string; readonly key: string }> {
  if (text === '') return { error: "reference can't be empty" };
  const fields = text.split('/');
  if (fields.length !== 3) {
    return { error: `invalid reference format, expected namespace/name/key, got: ${text}` };
  }
  const [namespace, name, key] = fields.map(trimSpace);
  if (!namespace || !name || !key) {
    return { error: `namespace, name, and key must be non-empty in reference: ${text}` };
  }
  return { value: { namespace, name, key } };
}
