/** A PersistentVolume with a CSI source. */
import { ApiObject, Size } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { Construct } from 'constructs';
import { atOrigins, Finding, show, violation } from '../../findings';
import { SHAPE_RULES } from '../../shape';
import {
  addLateManifest,
  DocumentedResource,
  findingsOfTrial,
  namespaceOf,
  registerIdentity,
  reportFindings,
} from '../../tree';
import { buildCsiPersistentVolume } from '../build';
import { checkCsiPersistentVolume, checkNamespace, checkReservation, VolumeEntry } from '../check';
import {
  CSI_PERSISTENT_VOLUME_SHAPE,
  ClaimRef,
  CsiPersistentVolumeSpec,
  DEFAULT_ACCESS_MODES,
} from '../spec';
import { Claim } from './claim';
import { volumeOfClaim } from './claim-volume';
import { GIVE_A_CLAIM, knownClaim } from './known-claim';
import { readObject } from './metadata';
import { quantityOf } from './size';
import {} from './storage-class';
import { registerVolume } from './volumes';

/** Props of a `CsiPersistentVolume`. */
export interface CsiPersistentVolumeProps {
  /**
   * The name of the volume.
   * @default - the id of the construct
   */
  readonly name?: string;

  /** The name of the CSI driver, such as `efs.csi.aws.com`. */
  readonly driver: string;

  /** The volume handle, which identifies the volume to the driver. It cannot be changed later. */
  readonly volumeHandle: string;

  /**
   * The volume attributes, which the driver gets when it mounts the volume.
   * @default - none
   */
  readonly volumeAttributes?: { [key: string]: string };

  /**
   * The file system type that the driver creates or expects, such as `ext4`.
   * @default - the driver's own
   */
  readonly fsType?: string;

  /**
   * Whether the driver mounts the volume read-only, regardless of what pods request.
   * @default - not set; pods may write
   */
  readonly readOnly?: boolean;

  /** The size of the volume. */
  readonly storage: Size;

  /**
   * The access modes of the volume.
   * @default [kplus.PersistentVolumeAccessMode.READ_WRITE_ONCE]
   */
  readonly accessModes?: kplus.PersistentVolumeAccessMode[];

  /**
   * The name of the storage class of the volume. Claims must name the same class.
   * @default - not set; only claims with an empty class name can bind
   */
  readonly storageClassName?: string;

  /**
   * What happens to the volume when its claim is deleted.
   * @default - not set; Kubernetes defaults to `PersistentVolumeReclaimPolicy.RETAIN`
   */
  readonly reclaimPolicy?: kplus.PersistentVolumeReclaimPolicy;

  /**
   * Whether containers see a file system or a raw device.
   * @default - not set; a file system
   */
  readonly volumeMode?: kplus.PersistentVolumeMode;

  /**
   * The mount options of the volume, in the driver's format.
   * @default - no mount options
   */
  readonly mountOptions?: string[];

  /**
   * The node affinity: the nodes that can access the volume. It cannot be changed later.
   * @default - all nodes
   */
  readonly nodeAffinity?: kplus.k8s.VolumeNodeAffinity;

  /**
   * The claim that the volume is reserved for. If its namespace is not known, that of the chart is
   * assumed.
   * @default - none; any matching claim can bind
   */
  readonly claim?: kplus.IPersistentVolumeClaim;

  /**
   * Labels of the volume.
   * @default - none
   */
  readonly labels?: { [key: string]: string };

  /**
   * Annotations of the volume.
   * @default - none
   */
  readonly annotations?: { [key: string]: string };

  /**
   * Further fields of `spec.csi`, in Kubernetes' spelling, such as `nodePublishSecretRef`.
   * @default - none
   */
  readonly csi?: { [field: string]: any };

  /**
   * Further fields of the spec, in Kubernetes' spelling. They override the props.
   * @default - none
   */
  readonly additionalFields?: { [field: string]: any };
}

/**
 * A PersistentVolume for an existing volume of a CSI driver.
 *
 * It can be passed to `kplus.PersistentVolumeClaim` as its volume, or be reserved for its own
 * claim: `volume.reserve()`, or simply `container.mount('/data', volume)`. Its name is the id of
 * the construct unless `name` is set.
 *
 * @example
 * const archive = new CsiPersistentVolume(chart, 'archive', {
 *   name: 'shop-archive',
 *   driver: 'ebs.csi.aws.com',
 *   volumeHandle: 'vol-0123456789abcdef0',
 *   fsType: 'ext4',
 *   storage: Size.gibibytes(100),
 * });
 * const claim = archive.reserve();
 */
export class CsiPersistentVolume
  extends DocumentedResource
  implements kplus.IPersistentVolume, kplus.IStorage
{
  /**
   * Checks the props without creating anything. Use it in tests, and in languages where an
   * exception carries only text.
   * @param scope the chart or construct that the new construct would belong to
   * @param id the id that the new construct would have
   * @param props the props of the new construct
   * @returns all findings: warnings, and the errors that the constructor would throw
   */
  public static check(scope: Construct, id: string, props: CsiPersistentVolumeProps): Finding[] {
    return findingsOfTrial(scope, id, () => new CsiPersistentVolume(scope, id, props));
  }

  /** @see base.Resource.apiObject */
  protected readonly apiObject: ApiObject;

  /** The resource name in RBAC rules: `persistentvolumes`. */
  public readonly resourceType = 'persistentvolumes';

  /** The name of the volume, by which claims refer to it. */
  public readonly volumeName: string;

  private readonly props: CsiPersistentVolumeProps;
  private readonly spec: () => CsiPersistentVolumeSpec;
  private claimRef?: ClaimRef;
  private claim?: kplus.IPersistentVolumeClaim;
  private made?: Claim;

  /**
   * @param scope the chart or construct that it belongs to
   * @param id the id of the construct, and the name of the volume unless `name` is set
   * @param props the properties of the volume
   * @throws an error that lists all findings if the API server would reject a
   * value
   */
  constructor(scope: Construct, id: string, props: CsiPersistentVolumeProps) {
    super(scope, id);
    const { claim, ...own } = props ?? ({} as CsiPersistentVolumeProps);
    reportFindings(this, checkKept(claim, own));
    const known = knownClaim(claim);
    this.claimRef = known && {
      name: known.name,
      namespace: namespaceOf(this, known.namespace) as string,
    };
    const given = {
      ...own,
      storage: quantityOf(own.storage),
      accessModes: own.accessModes ?? DEFAULT_ACCESS_MODES,
      claimRef: this.claimRef,
    } as unknown as CsiPersistentVolumeProps;
    const input = readObject<CsiPersistentVolumeSpec>(this, id, given, {
      apiVersion: 'v1',
      kind: 'PersistentVolume',
      shape: CSI_PERSISTENT_VOLUME_SHAPE,
      early: ['claimRef'],
      check: (spec) =>
        atOrigins(checkCsiPersistentVolume(spec), (from) => ({
          claimRef: from.whole('claim', spec.claimRef),
        })),
    });
    this.props = own;
    this.claim = claim;
    this.spec = input.read;
    this.volumeName = input.given.name;
    // Late even where everything is known: a claim may be reserved until the app is synthesized.
    const build = () => buildCsiPersistentVolume({ ...this.spec(), claimRef: this.claimRef });
    this.apiObject = addLateManifest(
      this,
      'Resource',
      buildCsiPersistentVolume(input.given),
      build,
    );
    registerIdentity(this, this.apiObject);
    registerVolume(this, () => this.entry());
  }

  /**
   * Creates a claim for the volume. The two name each other, so that neither can be bound to
   * anything else.
   * @param namespace the namespace of the claim, by default that of the chart
   * @returns the claim `pvc-<volume>`, the same one on every call
   * @throws if no namespace is known, or if the volume is reserved for another claim
   */
  public reserve(namespace?: string): Claim {
    const where = namespace ?? this.made?.metadata.namespace ?? this.metadata.namespace;
    reportFindings(this, [
      ...checkNamespace(where, 'namespace', true),
      ...checkReservation(this.claimRef, {
        name: this.made?.claimName ?? `pvc-${this.volumeName}`,
        namespace: where as string,
      }),
    ]);
    if (this.made) return this.made;
    const { accessModes, storage, storageClassName, volumeMode } = this.props;
    this.made = new Claim(this, 'Claim', {
      name: `pvc-${this.volumeName}`,
      namespace: where,
      accessModes,
      storage,
      // Left out, the claim would get the cluster's default class and never bind.
      storageClassName: storageClassName ?? '',
      volumeMode,
      volumeName: this.volumeName,
    });
    this.claimRef = { name: this.made.claimName, namespace: where! };
    return this.made;
  }

  /**
   * Returns the volume for a pod. It uses the claim that the volume is reserved for, or a new one.
   * @returns the same volume on every call
   * @throws if no namespace is known for the claim
   */
  public asVolume(): kplus.Volume {
    return volumeOfClaim(this, this.claim ?? this.reserve());
  }

  private entry(): Omit<VolumeEntry, 'construct'> | undefined {
    const { driver, volumeHandle } = this.spec();
    return this.claimRef && { driver, volumeHandle, namespace: this.claimRef.namespace };
  }
}

/** What is typed here can be anything elsewhere. */
function checkKept(claim: unknown, others: object): Finding[] {
  return [
    ...(claim === undefined || knownClaim(claim)
      ? []
      : [violation(SHAPE_RULES.type, 'claim', `${show(claim)} is not a claim`, GIVE_A_CLAIM)]),
    ...('claimRef' in others
      ? [
          violation(
            SHAPE_RULES.unknownField,
            'claimRef',
            'there is no option "claimRef"',
            'use claim',
          ),
        ]
      : []),
  ];
}
