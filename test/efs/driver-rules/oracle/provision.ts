/**
 * The meaning of a StorageClass: the access point and the volume that `CreateVolume` makes for a
 * claim, or the error that the claim waits with.
 */
import { createHash } from 'node:crypto';
import {
  AccessPointRequest,
  AwsCalls,
  AwsRequest,
  AwsRole,
  AwsState,
  ExistingAccessPoint,
} from './aws';
import { freeId, PosixIds, readPosixIds } from './posix-user';
import { rootDirectory } from './root-directory';
import { throughSidecar } from './sidecar';
import { capabilityProblem } from '../../../../src/efs/driver-rules/capabilities';
import {
  FileSystemSource,
  readFileSystemSource,
} from '../../../../src/efs/driver-rules/file-system-source';
import { parseTags } from '../../../../src/efs/driver-rules/flags';
import { FileSystemType, formatVolumeHandle } from '../../../../src/efs/driver-rules/handle';
import { parseBool } from '../../../../src/kube';

type Texts = { readonly [key: string]: string };

/** The class, the claim, and what is found on the way. */
export interface ProvisionInput {
  readonly parameters: Texts;
  /** Absent when the sidecar runs without --extra-create-metadata. */
  readonly claim?: { readonly name: string; readonly namespace: string };
  /** The first access mode of the claim. `ReadWriteMany` when absent. */
  readonly accessMode?: string;
  /** `Filesystem` when absent. */
  readonly volumeMode?: string;
  readonly mountOptions?: readonly string[];
  /** The size of the claim in bytes. The driver only repeats it. */
  readonly capacityBytes: number;
  /** The name that the sidecar gives the persistent volume: `pvc-` and the claim's UID. */
  readonly volumeName: string;
  /** The provisioner secret. */
  readonly secret?: Texts;
  readonly aws?: AwsState;
  /** The controller's --tags. */
  readonly driverTagsFlag?: string;
  /** The values in ConfigMaps and Secrets, by `namespace/name/key`. */
  readonly references?: Texts;
  /** The random part of a unique directory. */
  readonly uuid: string;
  /** The ID that AWS gives a new access point. */
  readonly newAccessPointId: string;
}

/** The volume as the driver answers it. */
export interface ProvisionedVolume {
  readonly volumeHandle: string;
  readonly capacityBytes: number;
  readonly volumeAttributes: Texts;
  /** The segments from where the volume can be reached; absent when from everywhere. */
  readonly topology?: readonly Texts[];
}

/** Who refuses the claim, and why. */
export interface ProvisionError {
  readonly from: 'csi-provisioner' | 'driver';
  /** Absent for errors of the sidecar. */
  readonly code?: string;
  readonly message: string;
}

/** The calls to AWS with the volume or the error that came of them. */
export type ProvisionResult =
  | { readonly awsRequests: readonly AwsRequest[]; readonly volume: ProvisionedVolume }
  | { readonly awsRequests: readonly AwsRequest[]; readonly error: ProvisionError };

/** `CreateVolume` of the driver, v3.4.1, behind csi-provisioner v6.3.0. */
export function provision(input: ProvisionInput): ProvisionResult {
  let aws: AwsCalls | undefined;
  try {
    const request = readRequest(input);
    const role = request.role.arn === '' ? undefined : request.role;
    aws = new AwsCalls(input.aws ?? {}, request.type, role, input.newAccessPointId);
    const volume = createVolume(input, request, aws);
    return { awsRequests: aws.requests, volume };
  } catch (refused) {
    if (!(refused instanceof Refused)) throw refused;
    return { awsRequests: aws?.requests ?? [], error: refused.error };
  }
}

/** Leaves the many steps of a request at the first one that fails. */
class Refused extends Error {
  constructor(public readonly error: ProvisionError) {
    super(error.message);
  }
}

function refuse(message: string, code: string = 'InvalidArgument'): never {
  throw new Refused({ from: 'driver', code, message });
}

interface Request {
  readonly parameters: Texts;
  readonly type: FileSystemType;
  readonly fileSystemId: string;
  readonly reuse: boolean;
  readonly zoneAffinity: boolean;
  readonly tags: Texts;
  readonly ids: PosixIds;
  readonly role: AwsRole;
  readonly crossAccount: boolean;
}

/** All that is refused before AWS is asked, in the driver's order. */
function readRequest(input: ProvisionInput): Request {
  const passedOn = throughSidecar(input.parameters);
  if ('error' in passedOn) throw new Refused({ from: 'csi-provisioner', message: passedOn.error });
  const { parameters, fsType } = passedOn.value;
  const reuse = readFlag(parameters, 'reuseAccessPoint', false);
  const zoneAffinity = readFlag(parameters, 'enforceZoneAffinity', false);
  const tagging = readFlag(parameters, 'enableTagging', true);
  const driverTags = parseTags(input.driverTagsFlag ?? '');
  if (!tagging && Object.keys(driverTags).length > 0) {
    refuse(
      'enableTagging is false but the driver is configured with --tags; set enableTagging=true or remove the --tags flag',
    );
  }
  const { accessMode = 'ReadWriteMany', volumeMode = 'Filesystem', mountOptions = [] } = input;
  const problem = capabilityProblem({ accessMode, volumeMode, mountOptions });
  if (problem !== undefined) refuse(`Volume capabilities not supported: ${problem}`);
  if (!['', 'efs', 's3files'].includes(fsType)) {
    refuse(`Volume fstype not supported: invalid fstype: ${fsType}`);
  }
  const source = readFileSystemSource(parameters);
  if ('error' in source) refuse(`Failed to resolve filesystem Id ${source.error}`);
  const fileSystemId = resolve(source.value, input.references ?? {});
  const type = readType(parameters);
  const isS3Files = type === 's3files';
  if (isS3Files && parameters.reuseAccessPoint !== undefined) {
    refuse(onlyForEfs('reuseAccessPoint'));
  }
  const { role, crossAccount } = readSecret(input.secret ?? {});
  const ids = readPosixIds(parameters);
  if ('error' in ids) refuse(ids.error);
  if (isS3Files && parameters.az !== undefined) refuse(onlyForEfs('az'));
  const tags = tagging ? { 'efs.csi.aws.com/cluster': 'true', ...driverTags } : {};
  return {
    parameters,
    type,
    fileSystemId,
    reuse,
    zoneAffinity,
    tags,
    ids: ids.value,
    role,
    crossAccount,
  };
}

function createVolume(input: ProvisionInput, request: Request, aws: AwsCalls): ProvisionedVolume {
  const { type, fileSystemId } = request;
  const accessPointId =
    reusedAccessPoint(input, request, aws) ?? newAccessPoint(input, request, aws);
  const zone = request.zoneAffinity ? aws.zoneOf(fileSystemId) : undefined;
  return {
    volumeHandle: formatVolumeHandle({
      style: 'typed',
      fileSystemType: type,
      fileSystemId,
      accessPointId,
    }),
    capacityBytes: input.capacityBytes,
    volumeAttributes: crossAccountAttributes(request, aws),
    ...(zone !== undefined && { topology: [{ 'topology.kubernetes.io/zone': zone }] }),
  };
}

function reusedAccessPoint(
  input: ProvisionInput,
  request: Request,
  aws: AwsCalls,
): string | undefined {
  if (!request.reuse) return undefined;
  const found = withToken(aws.listAccessPoints(request.fileSystemId), clientToken(input, request));
  if (found === 'no file system') {
    refuse('failed to find access point: Resource was not found', NO_STATUS);
  }
  return found && usable(found, request);
}

function newAccessPoint(input: ProvisionInput, request: Request, aws: AwsCalls): string {
  const { parameters, fileSystemId, ids, tags } = request;
  let free: bigint | undefined;
  if (ids.uid === undefined || ids.gid === undefined) {
    const existing = aws.listAccessPoints(fileSystemId);
    if (!existing) refuse('File System does not exist: Resource was not found');
    free = freeId(
      ids,
      existing.map(({ gid }) => gid),
    );
    if (free === undefined) {
      refuse(
        `Failed to locate a free GID for given file system: ${fileSystemId}. Please create a new storage class with a new file-system`,
        'Internal',
      );
    }
  }
  const { claim, volumeName, uuid } = input;
  const names = {
    pvcName: claim?.name ?? '',
    pvcNamespace: claim?.namespace ?? '',
    pvName: claim ? volumeName : '',
  };
  const path = rootDirectory({ parameters, names, volumeName, uuid });
  if ('error' in path) refuse(path.error);
  const wanted: AccessPointRequest = {
    clientToken: clientToken(input, request),
    fileSystemId,
    uid: ids.uid ?? free!,
    gid: ids.gid ?? free!,
    permissions: parameters.directoryPerms ?? '',
    path: path.value,
    tags,
  };
  const created = aws.createAccessPoint(wanted);
  if (created === 'exists') return existingAccessPoint(wanted, request, aws);
  if ('error' in created) {
    refuse(
      `Failed to create Access point in File System ${fileSystemId} : Failed to create access point: ${created.error}`,
      'Internal',
    );
  }
  return created.id;
}

/** AWS has seen the token before: the access point is taken, if it is one of this file system. */
function existingAccessPoint(
  { clientToken: token }: AccessPointRequest,
  request: Request,
  aws: AwsCalls,
): string {
  if (request.type === 's3files') {
    refuse(
      `Error attempting to retrieve existing access point for client token ${token}: ` +
        'FindAccessPointByClientToken is not implemented for s3files in CSI Driver',
      NO_STATUS,
    );
  }
  const found = withToken(aws.listAccessPoints(request.fileSystemId), token);
  if (found === undefined || found === 'no file system') {
    refuse(`No access point for client token ${token} was returned: <nil>`, NO_STATUS);
  }
  return usable(found, request);
}

/** What callers get for errors that are no gRPC status. */
const NO_STATUS = '(not a gRPC status)';

function withToken(
  accessPoints: readonly ExistingAccessPoint[] | undefined,
  token: string,
): ExistingAccessPoint | 'no file system' | undefined {
  return accessPoints
    ? accessPoints.find(({ clientToken: other }) => other === token)
    : 'no file system';
}

/**
 * The ID of an access point that the parameters allow. IDs that are fixed count instead of the
 * range.
 */
function usable(
  { accessPointId, path, gid, uid }: ExistingAccessPoint,
  { parameters, ids }: Request,
): string {
  const invalid = (why: string) =>
    refuse(`Invalid existing access point: Access point found but ${why}`, 'AlreadyExists');
  const base = (parameters.basePath ?? '').replace(/^\//, '');
  if (!path.replace(/^\//, '').startsWith(base)) {
    invalid("has different base path than what's specified in storage class");
  }
  const check = (what: 'GID' | 'UID', id: number, fixed: bigint | undefined) => {
    if (fixed !== undefined) {
      if (BigInt(id) !== fixed) invalid(`its ${what} is incorrect`);
    } else if (BigInt(id) < ids.start || BigInt(id) > ids.end) {
      invalid(`its ${what} is outside the specified range`);
    }
  };
  check('GID', gid, ids.gid);
  check('UID', uid, ids.uid);
  return accessPointId;
}

/**
 * How AWS tells a repeated request from a new one: by the volume, or for reuse by the claim's name
 * alone.
 */
function clientToken({ volumeName, claim }: ProvisionInput, { reuse }: Request): string {
  return reuse
    ? createHash('sha256')
        .update(claim?.name ?? '')
        .digest('hex')
    : volumeName;
}

/**
 * How nodes find a mount target in another account: by DNS, at one address, or at one address for
 * each zone.
 */
function crossAccountAttributes(
  { parameters, type, fileSystemId, role, crossAccount }: Request,
  aws: AwsCalls,
): Texts {
  if (role.arn === '') return {};
  if (crossAccount) return { crossaccount: 'true' };
  if (type !== 'efs') return {};
  const targets = aws.availableMountTargets(fileSystemId);
  const zone = parameters.az ?? '';
  if (zone !== '') {
    // Without a target in the zone the driver takes any; this takes the first. Without any it
    // leaves the address out.
    const target = targets.find(({ az }) => az === zone) ?? targets[0];
    return target === undefined ? {} : { mounttargetip: target.ip };
  }
  if (targets.length === 0) {
    refuse(
      `Failed to build mount target IP map for file system ${fileSystemId}: No available mount targets for file system ${fileSystemId}`,
      'Internal',
    );
  }
  const addresses = targets
    .map(({ az, ip }) => [az, ip] as const)
    .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  return { mounttargetipmap: JSON.stringify(Object.fromEntries(addresses)) };
}

function readFlag(parameters: Texts, key: string, otherwise: boolean): boolean {
  if (!Object.hasOwn(parameters, key)) return otherwise;
  const parsed = parseBool(parameters[key]);
  if ('error' in parsed) refuse(`Invalid value for ${key} parameter`);
  return parsed.value;
}

function readType({ provisioningMode }: Texts): FileSystemType {
  if (provisioningMode === undefined) refuse('Missing provisioningMode parameter');
  if (provisioningMode === 'efs-ap') return 'efs';
  if (provisioningMode === 's3files-ap') return 's3files';
  return refuse(
    `Provisioning mode ${provisioningMode} is not supported. Only Access point provisioning 'efs-ap' or 's3files-ap' are supported`,
  );
}

function readSecret(secret: Texts): { readonly role: AwsRole; readonly crossAccount: boolean } {
  const parsed = parseBool(secret.crossaccount ?? 'false');
  if ('error' in parsed) refuse('crossaccount parameter must have boolean value.');
  return {
    role: { arn: secret.awsRoleArn ?? '', externalId: secret.externalId ?? '' },
    crossAccount: parsed.value,
  };
}

function resolve(source: FileSystemSource, references: Texts): string {
  if ('fileSystemId' in source) return source.fileSystemId;
  const { kind, namespace, name, key } = source;
  const place = `${namespace}/${name}/${key}`;
  const value = Object.hasOwn(references, place) ? references[place].trim() : '';
  return (
    value ||
    refuse(
      `Failed to resolve filesystem Id key ${key} not found or empty in ${kind} ${namespace}/${name}`,
    )
  );
}

function onlyForEfs(parameter: string): string {
  return `Parameter ${parameter} is only supported for EFS file systems, not supported for s3files file systems`;
}
