/** AWS as the driver's controller sees it: what exists, and what its calls answer. */
import { FileSystemType } from '../../../../src/efs/driver-rules/handle';

/** An access point that exists. */
export interface ExistingAccessPoint {
  readonly accessPointId: string;
  readonly fileSystemId: string;
  readonly clientToken: string;
  /** Its root directory. */
  readonly path: string;
  readonly uid: number;
  readonly gid: number;
}

/** A mount target that exists. */
export interface MountTarget {
  readonly az: string;
  readonly ip: string;
  /** `available`, or what it is on the way to that. */
  readonly state: string;
}

/** What exists in AWS. File systems exist unless they are listed as missing. */
export interface AwsState {
  readonly accessPoints?: readonly ExistingAccessPoint[];
  readonly missingFileSystems?: readonly string[];
  readonly mountTargets?: readonly MountTarget[];
  /** The zone of each One Zone file system; the others are regional. */
  readonly oneZoneFileSystems?: { readonly [fileSystemId: string]: string };
}

/** A call to AWS, as the driver makes it. */
export interface AwsRequest {
  readonly call: string;
  readonly [field: string]: unknown;
}

/** The access point that the driver asks for. */
export interface AccessPointRequest {
  readonly clientToken: string;
  readonly fileSystemId: string;
  readonly uid: bigint;
  readonly gid: bigint;
  readonly permissions: string;
  readonly path: string;
  readonly tags: { readonly [key: string]: string };
}

/** Who calls: the controller's own identity, or a role of another account. */
export interface AwsRole {
  readonly arn: string;
  readonly externalId: string;
}

/** Calls to AWS on behalf of one request; they are written down in order. */
export class AwsCalls {
  public readonly requests: AwsRequest[] = [];
  private assumed = false;

  constructor(
    private readonly state: AwsState,
    private readonly type: FileSystemType,
    private readonly role: AwsRole | undefined,
    private readonly newAccessPointId: string,
  ) {}

  /** The access points of a file system; undefined when there is no such file system. */
  public listAccessPoints(fileSystemId: string): readonly ExistingAccessPoint[] | undefined {
    const call = `${this.type} list access points`;
    if (this.isMissing(fileSystemId)) {
      this.send({ accessPointId: '', call, fileSystemId });
      return undefined;
    }
    this.send({ call, fileSystemId });
    return (this.state.accessPoints ?? []).filter(
      (accessPoint) => accessPoint.fileSystemId === fileSystemId,
    );
  }

  /** The ID of a new access point, or that its token is taken, or the error. */
  public createAccessPoint(
    request: AccessPointRequest,
  ): { readonly id: string } | 'exists' | { readonly error: string } {
    this.send({
      call: `${this.type} CreateAccessPoint`,
      body: this.type === 'efs' ? efsBody(request) : s3FilesBody(request),
    });
    const { fileSystemId, clientToken } = request;
    if (this.isMissing(fileSystemId)) {
      const failure =
        this.type === 'efs'
          ? 'operation error EFS: CreateAccessPoint, https response error StatusCode: 404, RequestID: , FileSystemNotFound'
          : 'operation error S3Files: CreateAccessPoint, https response error StatusCode: 404, RequestID: , ResourceNotFoundException';
      return { error: `${failure}: File system '${fileSystemId}' does not exist.` };
    }
    // Tokens are unique in the account and region, whatever the file system is.
    const taken = (this.state.accessPoints ?? []).some(
      (accessPoint) => accessPoint.clientToken === clientToken,
    );
    return taken ? 'exists' : { id: this.newAccessPointId };
  }

  /** The zone of a One Zone file system; undefined for a regional one. */
  public zoneOf(fileSystemId: string): string | undefined {
    this.send({ call: `${this.type} describe file systems`, fileSystemId });
    const zones = this.state.oneZoneFileSystems ?? {};
    return this.type === 'efs' && Object.hasOwn(zones, fileSystemId)
      ? zones[fileSystemId]
      : undefined;
  }

  /** The mount targets that can be used now. */
  public availableMountTargets(fileSystemId: string): readonly MountTarget[] {
    this.send({ call: 'efs DescribeMountTargets', fileSystemId });
    return (this.state.mountTargets ?? []).filter(({ state }) => state === 'available');
  }

  private isMissing(fileSystemId: string): boolean {
    return (this.state.missingFileSystems ?? []).includes(fileSystemId);
  }

  /**
   * The role is assumed with the first call that needs it; the client for S3 Files does not use it.
   */
  private send(request: AwsRequest): void {
    if (this.role && this.type === 'efs' && !this.assumed) {
      this.assumed = true;
      this.requests.push({
        call: 'sts AssumeRole',
        roleArn: this.role.arn,
        ...(this.role.externalId !== '' && { externalId: this.role.externalId }),
      });
    }
    this.requests.push(request);
  }
}

function efsBody({
  clientToken,
  fileSystemId,
  uid,
  gid,
  permissions,
  path,
  tags,
}: AccessPointRequest): object {
  return {
    ClientToken: clientToken,
    FileSystemId: fileSystemId,
    PosixUser: { Gid: Number(gid), Uid: Number(uid) },
    RootDirectory: {
      CreationInfo: { OwnerGid: Number(gid), OwnerUid: Number(uid), Permissions: permissions },
      Path: path,
    },
    Tags: sorted(tags).map(([Key, Value]) => ({ Key, Value })),
  };
}

function s3FilesBody({
  clientToken,
  fileSystemId,
  uid,
  gid,
  permissions,
  path,
  tags,
}: AccessPointRequest): object {
  return {
    clientToken,
    fileSystemId,
    posixUser: { gid: Number(gid), uid: Number(uid) },
    rootDirectory: {
      creationPermissions: { ownerGid: Number(gid), ownerUid: Number(uid), permissions },
      path,
    },
    tags: sorted(tags).map(([key, value]) => ({ key, value })),
  };
}

function sorted(tags: { readonly [key: string]: string }): [key: string, value: string][] {
  return Object.entries(tags).sort(([a], [b]) => (a < b ? -1 : 1));
}
