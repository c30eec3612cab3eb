/** The root directory of an access point as the driver makes it, or the error that it answers. */
import {
  interpolate,
  isMadeUnique,
  MAX_ROOT_BYTES,
  MAX_ROOT_SLASHES,
  PatternNames,
  slashes,
} from '../../../../src/efs/driver-rules/root-directory';
import { Result, joinPath } from '../../../../src/kube';

/** What the directory is made of. */
interface RootDirectorySpec {
  readonly parameters: {
    readonly basePath?: string;
    readonly subPathPattern?: string;
    readonly ensureUniqueDirectory?: string;
  };
  readonly names: PatternNames;
  /** The name of the persistent volume: the directory when there is no pattern. */
  readonly volumeName: string;
  /** The random suffix. */
  readonly uuid: string;
}

/** The root directory, or the driver's error. */
export function rootDirectory({
  parameters,
  names,
  volumeName,
  uuid,
}: RootDirectorySpec): Result<string> {
  const { basePath = '', subPathPattern, ensureUniqueDirectory } = parameters;
  let name = volumeName;
  if (subPathPattern !== undefined) {
    const result = interpolate(subPathPattern, names);
    if (result === undefined) {
      return {
        error: `Path specified "${subPathPattern}" contains invalid elements. Can only contain [.PV.name .PVC.name .PVC.namespace]`,
      };
    }
    name = isMadeUnique(ensureUniqueDirectory) ? `${result}-${uuid}` : result;
  }
  const path = joinPath('/', basePath, name);
  if (Buffer.byteLength(path) > MAX_ROOT_BYTES) {
    return { error: `Proposed path '${path}' exceeds file system limit of 100 characters` };
  }
  if (slashes(path) > MAX_ROOT_SLASHES) {
    return { error: `Proposed path '${path}' file system limit of 4 subdirectories` };
  }
  return { value: path };
}
