/** A file system as a value that shared volumes, classes and claims hang on. */
import { Size } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { Construct } from 'constructs';
import { EfsSharedVolume, EfsSharedVolumeOptions } from './efs-shared-volume';
import { EfsStorageClass, EfsStorageClassOptions } from './efs-storage-class';
import {
  Finding,
  FindingsError,
  hasErrors,
  show,
  throwIfErrors,
  violation,
  besideTypes,
} from '../../findings';
import { foreignObject, hasLazy, isFields, unwrap } from '../../kube';
import { elsewhere, openStruct, readShape, SHAPE_RULES, shapeFindings } from '../../shape';
import { Claim } from '../../storage/constructs/claim';
import { quantityOf } from '../../storage/constructs/size';
import { checkClaim, ClaimSpec } from '../../storage/core';
import { reportFindings } from '../../tree';
import { checkDynamicClaim, DYNAMIC_CLAIM_SHAPE } from '../storage-class/check-claim';

/** Options of a claim that the driver provisions an access point for. */
export interface EfsDynamicClaimOptions {
  /** The storage class, which must be for the same file system. */
  readonly storageClass: EfsStorageClass;

  /**
   * The name of the claim.
   * @default - the id of the construct
   */
  readonly name?: string;

  /**
   * The namespace of the claim.
   * @default - the namespace of the chart
   */
  readonly namespace?: string;

  /**
   * The requested size. EFS ignores it, but resource quotas count it.
   * @default Size.gibibytes(1)
   */
  readonly storage?: Size;

  /**
   * The access modes. The driver does not support ReadOnlyMany.
   * @default - ReadWriteMany
   */
  readonly accessModes?: kplus.PersistentVolumeAccessMode[];

  /**
   * Labels of the claim.
   * @default - none
   */
  readonly labels?: { [key: string]: string };

  /**
   * Annotations of the claim.
   * @default - none
   */
  readonly annotations?: { [key: string]: string };
}

/**
 * An EFS file system: it keeps the ID in one place for everything that is created on it.
 *
 * It is a value, not a construct: it creates no object itself.
 *
 * @example
 * const files = new EfsFileSystem('fs-0123456789abcdef0');
 * files.sharedVolume(chart, 'images', { accessPointId: 'fsap-0123456789abcdef0' });
 */
export class EfsFileSystem {
  /** The ID of the file system. */
  public readonly fileSystemId: string;

  /** @param fileSystemId the ID: `fs-` followed by 8 to 40 lower-case hexadecimal digits */
  constructor(fileSystemId: string) {
    this.fileSystemId = fileSystemId;
  }

  /**
   * Creates a persistent volume and its claim, for an existing access point.
   * @param scope the chart or construct that it belongs to
   * @param id the id of the construct, and the name of the shared volume unless `name` is set
   * @param options the access point and how it is mounted
   * @returns the volume, which can be mounted
   * @throws like `EfsSharedVolume`
   */
  public sharedVolume(
    scope: Construct,
    id: string,
    options: EfsSharedVolumeOptions = {},
  ): EfsSharedVolume {
    return new EfsSharedVolume(scope, id, {
      ...ownOptions(scope, id, options),
      fileSystemId: this.fileSystemId,
    });
  }

  /**
   * Creates a storage class whose volumes are provisioned on this file system on demand.
   * @param scope the chart or construct that it belongs to
   * @param id the id of the construct, and the name of the class unless `name` is set
   * @param options what is created for each claim
   * @returns the class
   * @throws like `EfsStorageClass`
   */
  public storageClass(
    scope: Construct,
    id: string,
    options: EfsStorageClassOptions = {},
  ): EfsStorageClass {
    return new EfsStorageClass(scope, id, {
      ...ownOptions(scope, id, options),
      fileSystemId: this.fileSystemId,
    });
  }

  /**
   * Creates a claim that the driver provisions an access point for, on this file system.
   * @param scope the chart or construct that it belongs to
   * @param id the id of the construct, and the name of the claim unless `name` is set
   * @param options the storage class and what is claimed
   * @returns the claim, which can be mounted
   * @throws an error that lists all findings, for example if the storage class is for another file
   * system
   */
  public dynamicClaim(scope: Construct, id: string, options: EfsDynamicClaimOptions): Claim {
    const given = ownOptions(scope, id, options);
    const {
      storageClass,
      name,
      namespace,
      labels,
      annotations,
      storage = Size.gibibytes(1),
    } = given;
    const accessModes = given.accessModes ?? [kplus.PersistentVolumeAccessMode.READ_WRITE_MANY];
    // Before there is a claim, so that what is wrong with it is told together with the rest.
    const sized =
      given.storage === undefined ? given : { ...given, storage: quantityOf(given.storage) };
    const { value, findings } = readShape(
      { ...withoutLate(sized), storageClass, fileSystemId: this.fileSystemId },
      DYNAMIC_CLAIM_SHAPE,
    );
    const own = [...besideTypes(checkDynamicClaim(value!), findings), ...findings];
    if (hasErrors(own)) {
      const { name: claimName = id, storage: quantity = '1Gi', ...rest } = value!;
      const others = checkClaim({
        ...rest,
        name: claimName,
        storage: quantity,
        accessModes: ['ReadWriteMany'],
      } as ClaimSpec);
      throw new FindingsError(at(scope, id, [...own, ...besideTypes(others, findings)]));
    }
    const claim = new Claim(scope, id, {
      name: name ?? id,
      namespace,
      labels,
      annotations,
      accessModes,
      storage,
      storageClassName: storageClass.storageClassName,
    });
    reportFindings(claim, own);
    return claim;
  }
}

/** The options of something that is made on a file system: they name no other one. */
function ownOptions<T extends object>(scope: Construct, id: string, options: T): T {
  throwIfErrors(
    at(
      scope,
      id,
      isFields(options)
        ? shapeFindings(options, ON_FILE_SYSTEM)
        : [
            violation(
              SHAPE_RULES.type,
              '',
              `${show(options)} is not an object`,
              'pass an object with options',
            ),
          ],
    ),
  );
  return options;
}

const ON_FILE_SYSTEM = openStruct({
  fileSystemId: elsewhere('remove it: the object is created on this file system'),
});

/**
 * What is known now, without wrappers. What is known late, and what can never be, the claim tells
 * of.
 */
function withoutLate(options: object): object {
  const readable = Object.entries(options).filter(
    ([field, value]) =>
      field !== 'storageClass' && !hasLazy(value) && foreignObject(value) === undefined,
  );
  return Object.fromEntries(readable.map(([field, value]) => [field, unwrap(value)]));
}

function at(scope: Construct, id: string, findings: readonly Finding[]): Finding[] {
  return findings.map((finding) => ({ ...finding, construct: `${scope.node.path}/${id}` }));
}
