/** The volume handle: how the driver reads it, how OpenShift's fork and the operator read it, and how to write one. */
import { DriverError, invalidArgument, Refusal } from './driver-error';
import { cleanPath } from '../../kube';

/** The two file systems that the driver mounts. */
export type FileSystemType = 'efs' | 's3files';

/** The parts of a handle, as OpenShift's fork knows them. */
export interface HandleParts {
  /** The file system: `fs-` and hexadecimal digits. */
  readonly fileSystemId: string;
  /** The directory that is mounted, cleaned; absent for the root. */
  readonly path?: string;
  /** The access point: `fsap-` and hexadecimal digits; absent when the file system is mounted without one. */
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

/** `parseVolumeId` of the driver, v3.4.1. */
export function parseVolumeHandle(handle: string): ParsedHandle | Refusal {
  const fields = handle.split(':');
  const typed = fields[0] === 'efs' || fields[0] === 's3files';
  const fileSystemType = typed ? fields[0] as FileSystemType : 'efs';
  if (typed && fields.length > 4) return invalidHandle(handle, "Expected at most four fields separated by ':'");
  if (typed && fields.length === 1) return invalidHandle(handle, 'Missing file system ID');
  if (!typed && fields.length > 3) return invalidHandle(handle, "Expected at most three fields separated by ':'");
  const [fileSystemId, path = '', accessPointId = ''] = typed ? fields.slice(1) : fields;
  if (!FILE_SYSTEM_ID.test(fileSystemId)) return invalidHandle(handle, "Expected a file system ID of the form 'fs-[0-9a-f]{8,40}'");
  if (accessPointId !== '' && !ACCESS_POINT_ID.test(accessPointId)) return invalidAccessPoint(handle, accessPointId, 'fsap-[0-9a-f]{8,40}');
  return { fileSystemType, ...partsOf(fileSystemId, path, accessPointId) };
}

/** `parseVolumeId` of OpenShift's fork, which is based on v2: no types, and only the prefixes of the IDs count. */
export function parseVolumeHandleOfOpenShiftFork(handle: string): HandleParts | Refusal {
  if (!handle.startsWith('fs-')) return invalidHandle(handle, "Expected a file system ID of the form 'fs-...'");
  const fields = handle.split(':');
  if (fields.length > 3) return invalidHandle(handle, "Expected at most three fields separated by ':'");
  const [fileSystemId, path = '', accessPointId = ''] = fields;
  if (accessPointId !== '' && !accessPointId.startsWith('fsap-')) return invalidAccessPoint(handle, accessPointId, 'fsap-...');
  return partsOf(fileSystemId, path, accessPointId);
}

/** The IDs that aws-efs-operator finds in a persistent volume. */
export interface OperatorIds {
  readonly fileSystemId: string;
  readonly accessPointId: string;
}

/**
 * How aws-efs-operator reads the handle of an existing volume, to undo edits of a SharedVolume. It knows neither types nor
 * patterns, so of a typed handle it takes the type for the file system. Undefined where it finds no access point.
 */
export function parseAsOperator(handle: string, mountOptions: readonly string[] = []): OperatorIds | undefined {
  if (handle === '') return undefined;
  const [fileSystemId, path, ...rest] = handle.split(':');
  const accessPointId = path === undefined ? accessPointOption(mountOptions) : rest.join(':');
  return accessPointId === '' ? undefined : { fileSystemId, accessPointId };
}

/** What a handle is written from. */
export interface HandleSpec extends HandleParts {
  /** `legacy`: understood by every driver. `typed`: with the file system's type in front, understood by v3 and later. */
  readonly style: 'legacy' | 'typed';
  /** The file system's type; one that is not `efs` is written whatever the style is. */
  readonly fileSystemType?: FileSystemType;
}

/** Writes a handle, without the fields that are not needed. It does not look at what the fields hold. */
export function formatVolumeHandle({ fileSystemId, path, accessPointId, style, fileSystemType = 'efs' }: HandleSpec): string {
  const fields = style === 'typed' || fileSystemType !== 'efs' ? [fileSystemType, fileSystemId] : [fileSystemId];
  if (accessPointId) fields.push(path ?? '', accessPointId);
  else if (path) fields.push(path);
  return fields.join(':');
}

/** What `DeleteVolume` does with a handle, without --delete-access-point-root-dir: it deletes the access point, of a static volume too. */
export function deleteVolume(handle: string): { readonly awsRequests: { readonly call: string; readonly accessPointId: string }[] } | Refusal {
  if (handle === '') return invalidArgument('Volume ID not provided');
  const parsed = parseVolumeHandle(handle);
  if ('error' in parsed || parsed.accessPointId === undefined) return { awsRequests: [] };
  return { awsRequests: [{ call: `${parsed.fileSystemType} DeleteAccessPoint`, accessPointId: parsed.accessPointId }] };
}

/** What `ValidateVolumeCapabilities` answers for a handle when the capabilities are fine. */
export function validateVolume(handle: string): { readonly confirmed: true } | Refusal {
  if (handle === '') return invalidArgument('Volume ID not provided');
  const parsed = parseVolumeHandle(handle);
  if (!('error' in parsed)) return { confirmed: true };
  const { code, message }: DriverError = parsed.error;
  return { error: { code: 'NotFound', message: `Volume not found, err: rpc error: code = ${code} desc = ${message}` } };
}

function partsOf(fileSystemId: string, path: string, accessPointId: string): HandleParts {
  return { fileSystemId, ...(path !== '' && { path: cleanPath(path) }), ...(accessPointId !== '' && { accessPointId }) };
}

function accessPointOption(mountOptions: readonly string[]): string {
  const prefix = 'accesspoint=';
  return mountOptions.filter((option) => option.startsWith(prefix)).at(-1)?.slice(prefix.length) ?? '';
}

function invalidHandle(handle: string, why: string): Refusal {
  return invalidArgument(`volume ID '${handle}' is invalid: ${why}`);
}

function invalidAccessPoint(handle: string, accessPointId: string, form: string): Refusal {
  return invalidArgument(`volume ID '${handle}' has an invalid access point ID '${accessPointId}': Expected it to be of the form '${form}'`);
}
