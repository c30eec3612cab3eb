/** A PersistentVolume with a CSI source. */
import { ApiObject, Size } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { Construct } from 'constructs';
import { Finding, show, violation } from '../../findings';
import { SHAPE_RULES } from '../../shape';
import { addLateManifest, DocumentedResource, findingsOfTrial, namespaceOf, registerIdentity, reportFindings } from '../../tree';
import { buildCsiPersistentVolume } from '../build';
import { checkCsiPersistentVolume, checkNamespace, checkReservation, VolumeEntry } from '../check';
import { CSI_PERSISTENT_VOLUME_SHAPE } from '../shapes';
import { ClaimRef, CsiPersistentVolumeSpec } from '../spec';
import { GIVE_A_CLAIM, knownClaim } from './claim';
import { volumeOfClaim } from './claim-volume';
import { readObject } from './metadata';
import { PersistentVolumeClaim } from './persistent-volume-claim';
import { quantityOf } from './size';
import { ReclaimPolicy } from './storage-class';
import { registerVolume } from './volumes';

/** Props of a `CsiPersistentVolume`. */
export interface CsiPersistentVolumeProps {
  /**
   * The name of the volume.
   * @default - the id of the construct
   */
  readonly name?: string;

  /** The CSI driver, such as `efs.csi.aws.com`. */
  readonly driver: string;

  /** The handle by which the driver knows the volume. It can never be changed. */
  readonly volumeHandle: string;

  /**
   * What the driver is told when it mounts the volume.
   * @default - nothing
   */
  readonly volumeAttributes?: { [key: string]: string };

  /**
   * The file system to make or expect, such as `ext4`.
   * @default - the driver's own
   */
  readonly fsType?: string;

  /**
   * Whether the driver mounts the volume read-only, whatever the pods ask for.
   * @default - not written; pods may write
   */
  readonly readOnly?: boolean;

  /** The size of the volume. */
  readonly storage: Size;

  /** How the volume may be mounted. */
  readonly accessModes: kplus.PersistentVolumeAccessMode[];

  /**
   * The class of the volume: claims must name the same.
   * @default - not written; only claims with the empty class bind
   */
  readonly storageClassName?: string;

  /**
   * What happens to the volume when its claim is deleted.
   * @default - not set; Kubernetes defaults to `ReclaimPolicy.RETAIN`
   */
  readonly reclaimPolicy?: ReclaimPolicy;

  /**
   * Whether containers see a file system or a raw device.
   * @default - not set; a file system
   */
  readonly volumeMode?: kplus.PersistentVolumeMode;

  /**
   * Options for mounting the volume, as the driver takes them.
   * @default - no mount options
   */
  readonly mountOptions?: string[];

  /**
   * The nodes from which the volume can be reached. It can never be changed.
   * @default - all nodes
   */
  readonly nodeAffinity?: kplus.k8s.VolumeNodeAffinity;

  /**
   * The claim that the volume is kept for. Where its namespace is not known, it is taken to be that of the chart.
   * @default - any claim that fits
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
   * Further fields of `spec.csi`, as Kubernetes spells them, such as `nodePublishSecretRef`.
   * @default - none
   */
  readonly csi?: { [field: string]: any };

  /**
   * Further fields of the spec, as Kubernetes spells them. They win over the props.
   * @default - none
   */
  readonly additionalFields?: { [field: string]: any };
}

/**
 * A volume of a CSI driver that exists already.
 *
 * It can be given to `kplus.PersistentVolumeClaim` as its volume, or be reserved for a claim of its own:
 * `volume.reserve()`, or simply `container.mount('/data', volume)`. Its name is the id of the construct unless
 * `name` is given.
 *
 * @example
 * const archive = new CsiPersistentVolume(chart, 'archive', {
 *   name: 'shop-archive',
 *   driver: 'ebs.csi.aws.com',
 *   volumeHandle: 'vol-0123456789abcdef0',
 *   fsType: 'ext4',
 *   storage: Size.gibibytes(100),
 *   accessModes: [kplus.PersistentVolumeAccessMode.READ_WRITE_ONCE],
 * });
 * const claim = archive.reserve();
 */
export class CsiPersistentVolume extends DocumentedResource implements kplus.IPersistentVolume, kplus.IStorage {
  /**
   * Checks the props without creating anything. Use it in tests, and in languages where an exception carries only
   * text.
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

  /** The plural of the kind, for RBAC: `persistentvolumes`. */
  public readonly resourceType = 'persistentvolumes';

  /** The name by which claims refer to the volume. */
  public readonly volumeName: string;

  private readonly props: CsiPersistentVolumeProps;
  private readonly spec: () => CsiPersistentVolumeSpec;
  private claimRef?: ClaimRef;
  private claim?: kplus.IPersistentVolumeClaim;
  private made?: PersistentVolumeClaim;

  /**
   * @param scope the chart or construct that it belongs to
   * @param id the id of the construct, and the name of the volume unless `name` is given
   * @param props what the volume is like
   * @throws an error that lists all findings if a value is one that the API server would refuse (Kubernetes 1.36)
   */
  constructor(scope: Construct, id: string, props: CsiPersistentVolumeProps) {
    super(scope, id);
    const { claim, ...own } = props ?? {} as CsiPersistentVolumeProps;
    reportFindings(this, checkKept(claim, own));
    const known = knownClaim(claim);
    this.claimRef = known && { name: known.name, namespace: namespaceOf(this, known.namespace) as string };
    const given = { ...own, storage: quantityOf(own.storage), claimRef: this.claimRef } as unknown as CsiPersistentVolumeProps;
    const input = readObject<CsiPersistentVolumeSpec>(this, id, given, {
      apiVersion: 'v1',
      kind: 'PersistentVolume',
      shape: CSI_PERSISTENT_VOLUME_SHAPE,
      early: ['claimRef'],
      check: (spec) => checkCsiPersistentVolume(spec).map((finding) => ({ ...finding, path: finding.path.replace(/^claimRef\b.*/, 'claim') })),
    });
    this.props = own;
    this.claim = claim;
    this.spec = input.read;
    this.volumeName = input.given.name;
    // Late even where everything is known: a claim may be reserved until the app is synthesized.
    const build = () => buildCsiPersistentVolume({ ...this.spec(), claimRef: this.claimRef });
    this.apiObject = addLateManifest(this, 'Resource', buildCsiPersistentVolume(input.given), build);
    registerIdentity(this, this.apiObject);
    registerVolume(this, () => this.entry());
  }

  /**
   * Reserves the volume for a claim of its own, in both directions, so that nothing else can take either.
   * @param namespace the namespace of the claim, by default that of the chart
   * @returns the claim `pvc-<volume>`, always the same one
   * @throws if no namespace is known, or if the volume is kept for another claim
   */
  public reserve(namespace?: string): PersistentVolumeClaim {
    const where = namespace ?? this.made?.metadata.namespace ?? this.metadata.namespace;
    reportFindings(this, [
      ...checkNamespace(where, 'namespace', true),
      ...checkReservation(this.claimRef, { name: this.made?.claimName ?? `pvc-${this.volumeName}`, namespace: where as string }),
    ]);
    if (this.made) return this.made;
    const { accessModes, storage, storageClassName, volumeMode } = this.props;
    this.made = new PersistentVolumeClaim(this, 'Claim', {
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
   * The volume that a pod mounts, by way of the claim that it is kept for, or of one that is reserved for it.
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
    ...claim === undefined || knownClaim(claim) ? [] : [violation(SHAPE_RULES.type, 'claim', `${show(claim)} is not a claim`, GIVE_A_CLAIM)],
    ...'claimRef' in others ? [violation(SHAPE_RULES.unknownField, 'claimRef', 'there is no option "claimRef"', 'use claim')] : [],
  ];
}
