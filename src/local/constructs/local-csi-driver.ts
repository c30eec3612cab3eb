/** The local CSI driver, for a `CsiDriverStack`. */
import { Duration } from 'cdk8s';
import { CsiDriverContext, CsiDriverDefinition, CsiStorageClass, ICsiDriver } from '../../csi';
import { DEFINITION_STRUCTS, DriverContext } from '../../csi/core';
import { Finding, show, throwIfErrors, violation } from '../../findings';
import { hasLazy, isFields, unwrap } from '../../kube';
import { checkShaped, SHAPE_RULES, shapeFindings } from '../../shape';
import { lateFindings, typed, unreadableFindings } from '../../tree';
import { checkClassOfLocalStack, checkLocalDriver } from '../csi-driver/check';
import { describeLocalDriver } from '../csi-driver/describe';
import { LOCAL_DRIVER_SHAPE, LocalDriverSpec } from '../csi-driver/spec';

/** Props of a `LocalCsiDriver`. */
export interface LocalCsiDriverProps {
  /**
   * Whether the driver makes volumes without node affinity, since something steers pods to them: a `HyperconvergedPolicy`, or the
   * webhook. With neither, pods would start beside empty volumes, so that an app that has the driver must have one of them.
   * @default - true with `hyperconvergedWebhook`, else false
   */
  readonly hyperconverged?: boolean;

  /**
   * Whether the manager answers the webhook that refuses claims whose data nobody gave up. An `EphemeralOnlyPolicy` needs no manager.
   * @default false
   */
  readonly ephemeralOnlyWebhook?: boolean;

  /**
   * Whether the manager answers the webhook that steers pods. A `HyperconvergedPolicy` needs no manager.
   * @default false
   */
  readonly hyperconvergedWebhook?: boolean;

  /**
   * Whether the manager deletes the volumes of nodes that are gone, once their claims are.
   * @default true
   */
  readonly pvCleanup?: boolean;

  /**
   * Whether a node removes its copy of a volume that went to another node.
   * @default true
   */
  readonly lvGarbageCollection?: boolean;

  /**
   * Whether nodes look for logical volumes that no volume of the cluster belongs to, and remove them.
   * @default true
   */
  readonly lvmOrphanCleanup?: boolean;

  /**
   * How often they look, in whole seconds.
   * @default Duration.minutes(5)
   */
  readonly lvmOrphanCleanupInterval?: Duration;

  /**
   * Whether volume groups that are empty are removed when the driver's pod ends.
   * @default true
   */
  readonly volumeGroupCleanup?: boolean;

  /**
   * Beginnings of the paths of disks that the driver takes, besides `/dev/nvme`.
   * @default - no others
   */
  readonly diskPathPrefixes?: string[];

  /**
   * Models of disks that the driver takes, besides those of Azure and Amazon EC2.
   * @default - no others
   */
  readonly diskModels?: string[];

  /**
   * Types of disks that the driver takes, besides `disk`.
   * @default - no others
   */
  readonly diskTypes?: string[];
}

/**
 * The local CSI driver: local-csi-driver v0.3.0, as its chart runs it. Each node makes volumes of its own disks by LVM.
 *
 * It is a value, not a construct: a `CsiDriverStack` creates the objects. The manager is the controller of the stack,
 * and is there unless it had nothing to do.
 *
 * @example
 * new CsiDriverStack(chart, 'local', { driver: new LocalCsiDriver(), platform: Platform.vanilla() });
 */
export class LocalCsiDriver implements ICsiDriver {
  private readonly spec: LocalDriverSpec;

  /**
   * @param props options of this driver. Options that all drivers share belong to the stack
   * @throws an error that lists all findings if the driver would refuse a value, when options contradict each other,
   * or when one is known only at synthesis
   */
  constructor(props: LocalCsiDriverProps = {}) {
    this.spec = readSpec(props);
  }

  /**
   * Returns the definition of the driver.
   * @param context where and how the driver is installed
   * @returns the definition
   */
  public describe(context: CsiDriverContext): CsiDriverDefinition {
    return typed(describeLocalDriver(this.spec, context as DriverContext), DEFINITION_STRUCTS);
  }

  /**
   * What the driver has against a class that its stack is given: parameters that it does not know, or takes for something else.
   * @param storageClass the class
   * @returns the findings
   */
  public checkStorageClass(storageClass: CsiStorageClass): Finding[] {
    return checkClassOfLocalStack(isFields(storageClass.parameters) ? storageClass.parameters : undefined, this.spec);
  }
}

/** The plain options, the interval in seconds. Throws all findings at once. */
function readSpec(props: unknown): LocalDriverSpec {
  if (!isFields(props)) throwIfErrors(shapeFindings(props, LOCAL_DRIVER_SHAPE));
  const { lvmOrphanCleanupInterval: interval, ...others } = props as LocalCsiDriverProps;
  const plain = { ...others, lvmOrphanCleanupInterval: isDuration(interval) ? interval.toSeconds({ integral: false }) : undefined };
  const unreadable = unreadableFindings(plain);
  const spec = unreadable.length > 0 ? {} : unwrap(plain);
  throwIfErrors([...unreadable, ...checkDuration(interval, 'lvmOrphanCleanupInterval'), ...checkShaped(spec, LOCAL_DRIVER_SHAPE, checkLocalDriver)]);
  return spec as LocalDriverSpec;
}

function isDuration(value: unknown): value is Duration {
  return isFields(value) && typeof value.toSeconds === 'function';
}

function checkDuration(value: unknown, path: string): Finding[] {
  if (value === undefined || isDuration(value)) return [];
  if (hasLazy(value)) return lateFindings({ [path]: value });
  return [violation(SHAPE_RULES.type, path, `${show(value)} is not a Duration`, 'give one such as Duration.minutes(5)')];
}
