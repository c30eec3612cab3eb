/**
 * The volume handle as others read it: OpenShift's fork of the driver, aws-efs-operator, and
 * further calls of the driver.
 */
import { invalidArgument, Refusal } from './driver-error';
import {
  HandleParts,
  invalidAccessPoint,
  invalidHandle,
  parseVolumeHandle,
  partsOf,
} from '../../../../src/efs/driver-rules/handle';

/**
 * `parseVolumeId` of OpenShift's fork, which is based on v2: no types, and only the prefixes of the
 * IDs count.
 */
export function parseVolumeHandleOfOpenShiftFork(handle: string): HandleParts | Refusal {
  if (!handle.startsWith('fs-')) {
    return invalidArgument(
      invalidHandle(handle, "Expected a file system ID of the form 'fs-...'").error,
    );
  }
  const fields = handle.split(':');
  if (fields.length > 3) {
    return invalidArgument(
      invalidHandle(handle, "Expected at most three fields separated by ':'").error,
    );
  }
  const [fileSystemId, path = '', accessPointId = ''] = fields;
  if (accessPointId !== '' && !accessPointId.startsWith('fsap-')) {
    return invalidArgument(invalidAccessPoint(handle, accessPointId, 'fsap-...').error);
  }
  return partsOf(fileSystemId, path, accessPointId);
}

/** The IDs that aws-efs-operator finds in a persistent volume. */
export interface OperatorIds {
  readonly fileSystemId: string;
  readonly accessPointId: string;
}

/**
 * How aws-efs-operator reads the handle of an existing volume, to undo edits of a SharedVolume. It
 * knows neither types nor patterns, so of a typed handle it takes the type for the file system.
 * Undefined where it finds no access point.
 */
export function parseAsOperator(
  handle: string,
  mountOptions: readonly string[] = [],
): OperatorIds | undefined {
  if (handle === '') return undefined;
  const [fileSystemId, path, ...rest] = handle.split(':');
  const accessPointId = path === undefined ? accessPointOption(mountOptions) : rest.join(':');
  return accessPointId === '' ? undefined : { fileSystemId, accessPointId };
}

/**
 * What `DeleteVolume` does with a handle, without --delete-access-point-root-dir: it deletes the
 * access point, of a static volume too.
 */
export function deleteVolume(
  handle: string,
): { readonly awsRequests: { readonly call: string; readonly accessPointId: string }[] } | Refusal {
  if (handle === '') return invalidArgument('Volume ID not provided');
  const parsed = parseVolumeHandle(handle);
  if ('error' in parsed || parsed.accessPointId === undefined) return { awsRequests: [] };
  return {
    awsRequests: [
      { call: `${parsed.fileSystemType} DeleteAccessPoint`, accessPointId: parsed.accessPointId },
    ],
  };
}

/** What `ValidateVolumeCapabilities` answers for a handle when the capabilities are fine. */
export function validateVolume(handle: string): { readonly confirmed: true } | Refusal {
  if (handle === '') return invalidArgument('Volume ID not provided');
  const parsed = parseVolumeHandle(handle);
  if (!('error' in parsed)) return { confirmed: true };
  const message = `Volume not found, err: rpc error: code = InvalidArgument desc = ${parsed.error}`;
  return { error: { code: 'NotFound', message } };
}

function accessPointOption(mountOptions: readonly string[]): string {
  const prefix = 'accesspoint=';
  return (
    mountOptions
      .filter((option) => option.startsWith(prefix))
      .at(-1)
      ?.slice(prefix.length) ?? ''
  );
}
