/**
 * The mount that `NodePublishVolume` makes of a persistent volume on a node, or the error that the
 * pod waits with.
 */
import { capabilityProblem } from './capabilities';
import { unmarshalStringMap } from './go-json';
import { FileSystemType, parseVolumeHandle } from './handle';
import { Failure, isIpAddress, parseBool, parseInt64, quote, toLower } from '../../kube';

/** What reaches the node, and what the node is like. */
export interface MountInput {
  readonly volumeHandle: string;
  readonly volumeAttributes?: { readonly [key: string]: string };
  readonly mountOptions?: readonly string[];
  readonly readOnly?: boolean;
  /**
   * The first access mode of the volume: kubelet asks for that one. `ReadWriteMany` when absent.
   */
  readonly accessMode?: string;
  /** `Filesystem` when absent. */
  readonly volumeMode?: string;
  /** The memory limit of the node plugin in bytes, its CSI_NODE_MEMORY_LIMIT. */
  readonly nodeMemoryLimit?: string;
  readonly availabilityZone?: string;
}

/** What is passed to `mount`. */
interface Mount {
  readonly source: string;
  readonly fsType: FileSystemType;
  /** In the order of the command line. */
  readonly options: readonly string[];
}

interface Attributes {
  readonly encryptInTransit: boolean;
  readonly crossAccount: boolean;
  readonly options: readonly string[];
}

/** With less memory than this the node plugin does without the read cache of S3 Files. */
const MEMORY_FOR_READ_CACHE = 30n * 1024n ** 3n;

/**
 * `NodePublishVolume` of the driver, v3.4.1: capabilities first, then attributes, then the handle,
 * then mount options. Every error is an `InvalidArgument`.
 */
export function mountOf(input: MountInput): { readonly mount: Mount } | Failure {
  const { mountOptions = [], accessMode = 'ReadWriteMany', volumeMode = 'Filesystem' } = input;
  const problem = capabilityProblem({ accessMode, volumeMode, mountOptions });
  if (problem !== undefined) return { error: `Volume capability not supported: ${problem}` };
  const attributes = readAttributes(input.volumeAttributes ?? {}, input.availabilityZone ?? '');
  if ('error' in attributes) return attributes;
  const handle = parseVolumeHandle(input.volumeHandle);
  if ('error' in handle) return handle;
  const { fileSystemType, fileSystemId, path = '/', accessPointId } = handle;
  const flags = mountOptions.map(toLower);
  if (fileSystemType === 's3files') {
    const unsupported = s3FilesProblem(attributes, flags);
    if (unsupported !== undefined) return { error: unsupported };
  }

  const options = [...attributes.options];
  const add = (option: string) => {
    if (!options.includes(option)) options.push(option);
  };
  if (accessPointId !== undefined) options.push(`accesspoint=${accessPointId}`, 'tls');
  if (attributes.encryptInTransit) add('tls');
  if (attributes.crossAccount) options.push('crossaccount');
  if (input.readOnly) options.push('ro');
  for (const flag of flags) {
    if (flag.startsWith('accesspoint=') && accessPointId !== undefined) {
      const other = flag.slice('accesspoint='.length);
      if (other !== accessPointId) {
        return {
          error: `Found conflicting access point IDs in mountOptions (${other}) and volumeHandle (${accessPointId})`,
        };
      }
    }
    if (flag === 'tls' && !attributes.encryptInTransit) {
      return { error: 'Found tls in mountOptions but encryptInTransit is false' };
    }
    if (!flag.startsWith('awscredsuri')) add(flag);
  }
  if (fileSystemType === 's3files' && !hasMemoryForReadCache(input.nodeMemoryLimit)) {
    add('nos3readcache');
  }
  return { mount: { source: `${fileSystemId}:${path}`, fsType: fileSystemType, options } };
}

/**
 * The attributes, or the first error among them. The driver walks them in random order, this in the
 * order given. For a node in a zone that a map does not have the driver takes an address at random,
 * this the one of the first zone by name.
 */
function readAttributes(
  attributes: { readonly [key: string]: string },
  zone: string,
): Attributes | Failure {
  let encryptInTransit = true;
  let crossAccount = false;
  const options: string[] = [];
  for (const [key, value] of Object.entries(attributes)) {
    switch (toLower(key)) {
      case 'storage.kubernetes.io/csiprovisioneridentity':
        break;
      case 'encryptintransit':
      case 'crossaccount': {
        const parsed = parseBool(value);
        if ('error' in parsed) {
          return {
            error: `Volume context property ${quote(key)} must be a boolean value: ${parsed.error}`,
          };
        }
        if (toLower(key) === 'crossaccount') crossAccount = parsed.value;
        else encryptInTransit = parsed.value;
        break;
      }
      case 'mounttargetip':
        if (!isIpAddress(value)) {
          return {
            error: `Volume context property ${quote(key)}=${quote(value)} is not a valid IP address`,
          };
        }
        options.push(`mounttargetip=${value}`);
        break;
      case 'mounttargetipmap': {
        const parsed = unmarshalStringMap(value);
        if ('error' in parsed) {
          return { error: `Failed to parse mounttargetipmap: ${parsed.error}` };
        }
        const zones = Object.keys(parsed.value ?? {}).sort();
        if (zones.length > 0) {
          options.push(`mounttargetip=${parsed.value![zones.includes(zone) ? zone : zones[0]]}`);
        }
        break;
      }
      default:
        return { error: `Volume context property ${key} not supported.` };
    }
  }
  return { encryptInTransit, crossAccount, options };
}

function s3FilesProblem(
  { encryptInTransit, crossAccount }: Attributes,
  flags: readonly string[],
): string | undefined {
  if (!encryptInTransit) {
    return (
      "Encryption in transit cannot be disabled for S3 Files file system. Remove 'encryptInTransit: false' from your volume " +
      'configuration or omit the encryptInTransit parameter (encryption is enabled by default).'
    );
  }
  if (flags.includes('stunnel')) {
    return 'stunnel mount option is not supported by S3 Files file system.';
  }
  if (crossAccount) {
    return "Cross-account mounting is not supported for S3 Files file system. Remove 'crossaccount: true' from your volume configuration.";
  }
  return undefined;
}

function hasMemoryForReadCache(limit: string = ''): boolean {
  const bytes = parseInt64(limit);
  return 'value' in bytes && bytes.value >= MEMORY_FOR_READ_CACHE;
}
