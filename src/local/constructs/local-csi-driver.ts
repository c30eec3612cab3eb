/** The local CSI driver, for a `CsiDriverStack`. */
import { Duration } from 'cdk8s';
import { CsiDriver, CsiDriverContext, CsiDriverDefinition, CsiStorageClassProps } from '../../csi';
import { DEFINITION_STRUCTS, DriverContext } from '../../csi/core';
import { Finding } from '../../findings';
import { isFields } from '../../kube';
import { checkDuration, inUnit, readProps, typed } from '../../tree';
import { checkClassOfLocalStack, checkLocalDriver } from '../csi-driver/check';
import { describeLocalDriver } from '../csi-driver/describe';
import { LOCAL_DRIVER_SHAPE, LocalDriverSpec } from '../csi-driver/spec';

/** Props of a `LocalCsiDriver`. */
export interface LocalCsiDriverProps {
  /**
   * Whether the driver creates volumes without node affinity, because something else steers pods to
   * them: a `HyperconvergedPolicy` or the webhook. With neither, pods would start with empty
   * volumes, so an app that contains the driver must contain one of them too.
   * @default - true with `hyperconvergedWebhook`, otherwise false
   */
  readonly hyperconverged?: boolean;

  /**
   * Whether the manager serves the webhook that rejects claims on local disks unless they accept
   * the loss of their data. An `EphemeralOnlyPolicy` does the same without the manager.
   * @default false
   */
  readonly ephemeralOnlyWebhook?: boolean;

  /**
   * Whether the manager serves the webhook that steers pods. A `HyperconvergedPolicy` does the same
   * without the manager.
   * @default false
   */
  readonly hyperconvergedWebhook?: boolean;

  /**
   * Whether the manager deletes the volumes of nodes that no longer exist, once their claims have
   * been deleted.
   * @default true
   */
  readonly pvCleanup?: boolean;

  /**
   * Whether a node removes its copy of a volume that has moved to another node.
   * @default true
   */
  readonly lvGarbageCollection?: boolean;

  /**
   * Whether nodes look for logical volumes that belong to no persistent volume of the cluster, and
   * remove them.
   * @default true
   */
  readonly lvmOrphanCleanup?: boolean;

  /**
   * How often nodes look for such orphans, in whole seconds.
   * @default Duration.minutes(5)
   */
  readonly lvmOrphanCleanupInterval?: Duration;

  /**
   * Whether empty volume groups are removed when the driver's pod ends.
   * @default true
   */
  readonly volumeGroupCleanup?: boolean;

  /**
   * Path prefixes of the disks that the driver uses, besides `/dev/nvme`.
   * @default - no others
   */
  readonly diskPathPrefixes?: string[];

  /**
   * Models of the disks that the driver uses, besides those of Azure and Amazon EC2.
   * @default - no others
   */
  readonly diskModels?: string[];

  /**
   * Types of the disks that the driver uses, besides `disk`.
   * @default - no others
   */
  readonly diskTypes?: string[];
}

/**
 * The local CSI driver: local-csi-driver v0.3.0, as its Helm chart runs it. Each node creates
 * volumes on its own disks, using LVM.
 *
 * It is a value, not a construct: a `CsiDriverStack` creates the objects. The manager is the
 * controller of the stack, and is deployed if it has anything to do.
 *
 * @example
 * new CsiDriverStack(chart, 'local', { driver: new LocalCsiDriver(), platform: Platform.VANILLA });
 */
export class LocalCsiDriver extends CsiDriver {
  private readonly spec: LocalDriverSpec;

  /**
   * @param props options of this driver. Options that all drivers share belong to the stack
   * @throws an error that lists all findings if the driver would reject a value, if options
   * contradict each other, or if one is known only at synthesis
   */
  constructor(props: LocalCsiDriverProps = {}) {
    super();
    this.spec = readSpec(props);
  }

  /**
   * The definition of the driver.
   * @internal
   */
  public _describe(context: CsiDriverContext): CsiDriverDefinition {
    return typed(describeLocalDriver(this.spec, context as DriverContext), DEFINITION_STRUCTS);
  }

  /**
   * Checks a storage class that is added to the stack: parameters that the driver does not know or
   * would misunderstand.
   * @internal
   */
  public _checkStorageClass(storageClass: CsiStorageClassProps): Finding[] {
    return checkClassOfLocalStack(
      isFields(storageClass.parameters) ? storageClass.parameters : undefined,
      this.spec,
    );
  }
}

/** The plain options, the interval in seconds. Throws all findings at once. */
function readSpec(props: unknown): LocalDriverSpec {
  const options = { shape: LOCAL_DRIVER_SHAPE, check: checkLocalDriver };
  return readProps<LocalDriverSpec>(props, options, (given: LocalCsiDriverProps) => {
    const { lvmOrphanCleanupInterval: interval, ...others } = given;
    return {
      plain: {
        ...others,
        lvmOrphanCleanupInterval: inUnit(interval, 'toSeconds'),
      },
      findings: checkDuration(interval, 'lvmOrphanCleanupInterval'),
    };
  });
}
