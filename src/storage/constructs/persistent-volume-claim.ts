/** A PersistentVolumeClaim. */
import { ApiObject, Size } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { Construct } from 'constructs';
import { Finding } from '../../findings';
import { addLateManifest, addManifest, DocumentedResource, findingsOfTrial, registerIdentity } from '../../tree';
import { buildClaim } from '../build';
import { checkClaim } from '../check';
import { CLAIM_SHAPE } from '../shapes';
import { ClaimSpec } from '../spec';
import { ExistingClaim, ExistingClaimOptions, IClaim } from './claim';
import { volumeOfClaim } from './claim-volume';
import { readObject } from './metadata';
import { quantityOf } from './size';

/** Props of a `PersistentVolumeClaim`. */
export interface PersistentVolumeClaimProps {
  /**
   * The name of the claim.
   * @default - the id of the construct
   */
  readonly name?: string;

  /**
   * The namespace of the claim.
   * @default - that of the chart
   */
  readonly namespace?: string;

  /** The access modes of the claim. */
  readonly accessModes: kplus.PersistentVolumeAccessMode[];

  /** The requested size. It is written in the largest unit in which it is a whole number. */
  readonly storage: Size;

  /**
   * The maximum size that the claim may get.
   * @default - no limit
   */
  readonly limit?: Size;

  /**
   * The name of the claim's storage class. An empty name requests a volume without a class.
   * @default - not set; the claim gets the cluster's default class
   */
  readonly storageClassName?: string;

  /**
   * Whether containers see a file system or a raw device.
   * @default - not set; a file system
   */
  readonly volumeMode?: kplus.PersistentVolumeMode;

  /**
   * The name of the persistent volume to bind.
   * @default - any matching volume
   */
  readonly volumeName?: string;

  /**
   * A label selector for the volumes that the claim may bind to.
   * @default - any matching volume
   */
  readonly selector?: kplus.k8s.LabelSelector;

  /**
   * A snapshot or claim in the same namespace whose content the new volume is populated with.
   * @default - an empty volume
   */
  readonly dataSource?: kplus.k8s.TypedLocalObjectReference;

  /**
   * Any object whose content the new volume is populated with (Kubernetes 1.24 and later).
   * @default - an empty volume
   */
  readonly dataSourceRef?: kplus.k8s.TypedObjectReference;

  /**
   * The name of the VolumeAttributesClass, for mutable attributes of the volume (Kubernetes 1.34 and later).
   * @default - the driver's own attributes
   */
  readonly volumeAttributesClassName?: string;

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

  /**
   * Further fields of the spec, in Kubernetes' spelling. They override the props.
   * @default - none
   */
  readonly additionalFields?: { [field: string]: any };
}

/**
 * A PersistentVolumeClaim with options that cdk8s-plus lacks: data sources, selectors, the name of the volume, and
 * exact sizes.
 *
 * It can be mounted directly: `container.mount('/data', claim)`. Its name is the id of the construct unless `name` is
 * set.
 *
 * @example
 * const orders = new PersistentVolumeClaim(chart, 'orders', {
 *   name: 'orders',
 *   accessModes: [kplus.PersistentVolumeAccessMode.READ_WRITE_ONCE],
 *   storage: Size.gibibytes(10),
 *   storageClassName: 'fast',
 * });
 * const db = new kplus.Pod(chart, 'db', { containers: [{ image: 'registry.example.com/db:1.0.0' }] });
 * db.containers[0].mount('/var/lib/db', orders);
 */
export class PersistentVolumeClaim extends DocumentedResource implements IClaim {
  /**
   * Checks the props without creating anything. Use it in tests, and in languages where an exception carries only
   * text.
   * @param scope the chart or construct that the new construct would belong to
   * @param id the id that the new construct would have
   * @param props the props of the new construct
   * @returns all findings: warnings, and the errors that the constructor would throw
   */
  public static check(scope: Construct, id: string, props: PersistentVolumeClaimProps): Finding[] {
    return findingsOfTrial(scope, id, () => new PersistentVolumeClaim(scope, id, props));
  }

  /**
   * Imports a claim that already exists or is created elsewhere. It can be used wherever this library accepts a
   * claim.
   * @param scope the chart or construct that it belongs to
   * @param id the id of the construct
   * @param claimName the name of the claim
   * @param options facts about the claim
   * @returns the claim, which containers can mount
   * @throws an error that lists all findings if the name, the namespace or an access mode is not valid in Kubernetes
   */
  public static fromClaimName(scope: Construct, id: string, claimName: string, options: ExistingClaimOptions = {}): IClaim {
    return new ExistingClaim(scope, id, claimName, options);
  }

  /** @see base.Resource.apiObject */
  protected readonly apiObject: ApiObject;

  /** The resource name in RBAC rules: `persistentvolumeclaims`. */
  public readonly resourceType = 'persistentvolumeclaims';

  /** The name of the claim, by which pods refer to it. */
  public readonly claimName: string;

  /**
   * @param scope the chart or construct that it belongs to
   * @param id the id of the construct, and the name of the claim unless `name` is set
   * @param props what is claimed
   * @throws an error that lists all findings if the API server (Kubernetes 1.36) would reject a value
   */
  constructor(scope: Construct, id: string, props: PersistentVolumeClaimProps) {
    super(scope, id);
    const input = readObject<ClaimSpec>(this, id, withQuantities(props), {
      apiVersion: 'v1', kind: 'PersistentVolumeClaim', shape: CLAIM_SHAPE, early: [], check: checkClaim,
    });
    const manifest = buildClaim(input.given);
    const build = () => buildClaim(input.read());
    this.apiObject = input.late ? addLateManifest(this, 'Resource', manifest, build) : addManifest(this, 'Resource', build());
    this.claimName = manifest.metadata.name;
    registerIdentity(this, this.apiObject);
  }

  /**
   * Returns the volume for a pod, named after the claim.
   * @returns the same volume on every call
   */
  public asVolume(): kplus.Volume {
    return volumeOfClaim(this, this);
  }
}

/** With sizes as Kubernetes writes them. */
function withQuantities(props: PersistentVolumeClaimProps): PersistentVolumeClaimProps {
  const { storage, limit, ...others } = props ?? {};
  const sizes = { storage: quantityOf(storage), ...limit === undefined ? {} : { limit: quantityOf(limit) } };
  return { ...others, ...sizes } as unknown as PersistentVolumeClaimProps;
}
