/** A file system as a value that shared volumes, classes and claims hang on. */
import { Size } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { Construct } from 'constructs';
import { EfsSharedVolume, EfsSharedVolumeOptions } from './efs-shared-volume';
import { EfsStorageClass, EfsStorageClassOptions } from './efs-storage-class';
import { Finding, FindingsError, hasErrors, show, throwIfErrors, violation } from '../../findings';
import { foreignObject, hasLazy, isFields, unwrap } from '../../kube';
import { besideShape, elsewhere, openStruct, readShape, SHAPE_RULES, shapeFindings } from '../../shape';
import { PersistentVolumeClaim } from '../../storage/constructs/persistent-volume-claim';
import { quantityOf } from '../../storage/constructs/size';
import { checkClaim, ClaimSpec } from '../../storage/core';
import { reportFindings } from '../../tree';
import { checkDynamicClaim, DYNAMIC_CLAIM_SHAPE } from '../storage-class/check-claim';

/** Options of a claim for which the driver makes an access point. */
export interface EfsDynamicClaimOptions {
  /** The class, which must be one of the same file system. */
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
   * What the claim requests. EFS does not look at it; quotas count it.
   * @default Size.gibibytes(1)
   */
  readonly storage?: Size;

  /**
   * How the volume may be mounted. Not ReadOnlyMany, which the driver refuses.
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
 * An EFS file system: its ID in one place, for all that is made on it.
 *
 * It is a value, not a construct: nothing is written for it.
 *
 * @example
 * const files = new EfsFileSystem('fs-0123456789abcdef0');
 * files.sharedVolume(chart, 'images', { accessPointId: 'fsap-0123456789abcdef0', externalStorageClass: true });
 */
export class EfsFileSystem {
  /** The ID of the file system. */
  public readonly fileSystemId: string;

  /**
   * @param fileSystemId the ID: `fs-` and 8 to 40 hexadecimal digits in lower case
   */
  constructor(fileSystemId: string) {
    this.fileSystemId = fileSystemId;
  }

  /**
   * A volume for one claim, on an access point that exists.
   * @param scope the chart or construct that it belongs to
   * @param id the id of the construct, and the name of the shared volume unless one is given
   * @param options the access point and how it is mounted
   * @returns the volume, which can be mounted
   * @throws like `EfsSharedVolume`
   */
  public sharedVolume(scope: Construct, id: string, options: EfsSharedVolumeOptions = {}): EfsSharedVolume {
    return new EfsSharedVolume(scope, id, { ...ownOptions(scope, id, options), fileSystemId: this.fileSystemId });
  }

  /**
   * A class whose volumes are made on this file system on demand.
   * @param scope the chart or construct that it belongs to
   * @param id the id of the construct, and the name of the class unless one is given
   * @param options what is made for each claim
   * @returns the class
   * @throws like `EfsStorageClass`
   */
  public storageClass(scope: Construct, id: string, options: EfsStorageClassOptions = {}): EfsStorageClass {
    return new EfsStorageClass(scope, id, { ...ownOptions(scope, id, options), fileSystemId: this.fileSystemId });
  }

  /**
   * A claim for which the driver makes an access point on this file system.
   * @param scope the chart or construct that it belongs to
   * @param id the id of the construct, and the name of the claim unless one is given
   * @param options the class and what is claimed
   * @returns the claim, which can be mounted
   * @throws all findings at once, also when the class is one of another file system
   */
  public dynamicClaim(scope: Construct, id: string, options: EfsDynamicClaimOptions): PersistentVolumeClaim {
    const given = ownOptions(scope, id, options);
    const { storageClass, name, namespace, labels, annotations, storage = Size.gibibytes(1) } = given;
    const accessModes = given.accessModes ?? [kplus.PersistentVolumeAccessMode.READ_WRITE_MANY];
    // Before there is a claim, so that what is wrong with it is told together with the rest.
    const sized = given.storage === undefined ? given : { ...given, storage: quantityOf(given.storage) };
    const { value, findings } = readShape({ ...withoutLate(sized), storageClass, fileSystemId: this.fileSystemId }, DYNAMIC_CLAIM_SHAPE);
    const own = [...besideShape(checkDynamicClaim(value!), findings), ...findings];
    if (hasErrors(own)) {
      const { name: claimName = id, storage: quantity = '1Gi', ...rest } = value!;
      const others = checkClaim({ ...rest, name: claimName, storage: quantity, accessModes: ['ReadWriteMany'] } as ClaimSpec);
      throw new FindingsError(at(scope, id, [...own, ...besideShape(others, findings)]));
    }
    const claim = new PersistentVolumeClaim(scope, id, {
      metadata: { name: name ?? id, namespace, labels, annotations },
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
  throwIfErrors(at(scope, id, isFields(options) ? shapeFindings(options, ON_FILE_SYSTEM) : [
    violation(SHAPE_RULES.type, '', `${show(options)} is not an object`, 'give an object with options'),
  ]));
  return options;
}

const ON_FILE_SYSTEM = openStruct({ fileSystemId: elsewhere('remove it: the file system is the one that this is made on') });

/** What is known now, without wrappers. What is known late, and what can never be, the claim tells of. */
function withoutLate(options: object): object {
  const readable = Object.entries(options).filter(([field, value]) => field !== 'storageClass' && !hasLazy(value) && foreignObject(value) === undefined);
  return Object.fromEntries(readable.map(([field, value]) => [field, unwrap(value)]));
}

function at(scope: Construct, id: string, findings: readonly Finding[]): Finding[] {
  return findings.map((finding) => ({ ...finding, construct: `${scope.node.path}/${id}` }));
}
