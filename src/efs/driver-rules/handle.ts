/** The volume handle: how the driver reads it, and how to write one. */
import { cleanPath, Failure } from '../../kube';

/** The two file systems that the driver mounts. */
export type FileSystemType = 'efs' | 's3files';

export interface HandleParts {
  /** The file system: `fs-` and hexadecimal digits. */
  readonly fileSystemId: string;
  /** The directory that is mounted, cleaned; absent for the root. */
  readonly path?: string;
  /**
   * The access point: `fsap-` and hexadecimal digits; absent when the file system is mounted
   * without one.
   */
  readonly accessPointId?: string;
}

/** The parts of a handle, as the driver knows them. */
export interface ParsedHandle extends HandleParts {
  /** `efs` unless the handle says otherwise. */
  readonly fileSystemType: FileSystemType;
}

/** What a file system's ID looks like to the driver and to AWS. */
export const FILE_SYSTEM_ID = /^fs-[0-9a-f]{8,40}$/;
/** What an access point's ID looks like to the driver and to AWS. */
export const ACCESS_POINT_ID = /^fsap-[0-9a-f]{8,40}$/;

/** The ID within the DNS name of a file system, as v3.5.0 of the driver takes it in a handle. */
const DNS_NAME = /^(?:[a-z0-9][a-z0-9-]*\.)?(fs-[0-9a-f]{8,40})\.[a-z0-9][a-z0-9.-]*[a-z0-9]$/;

/**
 * The handle with the ID of its file system in place of the DNS name. The driver takes both, but
 * for v3.4.1 and v3.4.2.
 */
export function withoutDnsName(handle: string): string {
  const fields = handle.split(':');
  const at = fields[0] === 'efs' || fields[0] === 's3files' ? 1 : 0;
  const id = DNS_NAME.exec(fields[at] ?? '')?.[1];
  return id === undefined ? handle : fields.map((field, i) => (i === at ? id : field)).join(':');
}

/** `parseVolumeId` of the driver, v3.4.1. */
export function parseVolumeHandle(handle: string): ParsedHandle | Failure {
  const fields = handle.split(':');
  const typed = fields[0] === 'efs' || fields[0] === 's3files';
  const fileSystemType = typed ? (fields[0] as FileSystemType) : 'efs';
  if (typed && fields.length > 4) {
    return invalidHandle(handle, "Expected at most four fields separated by ':'");
  }
  if (typed && fields.length === 1) return invalidHandle(handle, 'Missing file system ID');
  if (!typed && fields.length > 3) {
    return invalidHandle(handle, "Expected at most three fields separated by ':'");
  }
  const [fileSystemId, path = '', accessPointId = ''] = typed ? fields.slice(1) : fields;
  if (!FILE_SYSTEM_ID.test(fileSystemId)) {
    return invalidHandle(handle, "Expected a file system ID of the form 'fs-[0-9a-f]{8,40}'");
  }
  if (accessPointId !== '' && !ACCESS_POINT_ID.test(accessPointId)) {
    return invalidAccessPoint(handle, accessPointId, 'fsap-[0-9a-f]{8,40}');
  }
  return { fileSystemType, ...partsOf(fileSystemId, path, accessPointId) };
}

interface HandleSpec extends HandleParts {
  /**
   * `legacy`: understood by every driver. `typed`: with the file system's type in front, understood
   * by v3 and later.
   */
  readonly style: 'plain' | 'typed';
  /** The file system's type; one that is not `efs` is written whatever the style is. */
  readonly fileSystemType?: FileSystemType;
}

/**
 * Writes a handle, without the fields that are not needed. It does not look at what the fields
 * hold.
 */
export function formatVolumeHandle({
  fileSystemId,
  path,
  accessPointId,
  style,
  fileSystemType = 'efs',
}: HandleSpec): string {
  const fields =
    style === 'typed' || fileSystemType !== 'efs' ? [fileSystemType, fileSystemId] : [fileSystemId];
  if (accessPointId) fields.push(path ?? '', accessPointId);
  else if (path) fields.push(path);
  return fields.join(':');
}

/** The parts that are there, with a clean path. */
export function partsOf(fileSystemId: string, path: string, accessPointId: string): HandleParts {
  return {
    fileSystemId,
    ...(path !== '' && { path: cleanPath(path) }),
    ...(accessPointId !== '' && { accessPointId }),
  };
}

/** The answer to a handle that cannot be read. */
export function invalidHandle(handle: string, why: string): Failure {
  return { error: `volume ID '${handle}' is invalid: ${why}` };
}

/** The answer to a handle whose access point cannot be read. */
export function invalidAccessPoint(handle: string, accessPointId: string, form: string): Failure {
  return {
    error: `volume ID '${handle}' has an invalid access point ID '${accessPointId}': Expected it to be of the form '${form}'`,
  };
}
