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

  /** How the claim may be mounted. */
  readonly accessModes: kplus.PersistentVolumeAccessMode[];

  /** How much is requested. It is written in the largest unit in which it is whole. */
  readonly storage: Size;

  /**
   * The most that the claim may get.
   * @default - no limit
   */
  readonly limit?: Size;

  /**
   * The class of the claim. The empty name asks for a volume without a class.
   * @default - not written; the API server gives the claim the cluster's default class
   */
  readonly storageClassName?: string;

  /**
   * Whether containers see a file system or a raw device.
   * @default - not set; a file system
   */
  readonly volumeMode?: kplus.PersistentVolumeMode;

  /**
   * The name of the persistent volume to bind.
   * @default - any volume that fits
   */
  readonly volumeName?: string;

  /**
   * The labels of the volumes that the claim may bind to.
   * @default - any volume that fits
   */
  readonly selector?: kplus.k8s.LabelSelector;

  /**
   * A snapshot or a claim of the same namespace whose content the new volume starts with.
   * @default - an empty volume
   */
  readonly dataSource?: kplus.k8s.TypedLocalObjectReference;

  /**
   * Any object whose content the new volume starts with (Kubernetes 1.24 and later).
   * @default - an empty volume
   */
  readonly dataSourceRef?: kplus.k8s.TypedObjectReference;

  /**
   * The class of the volume's changeable attributes (Kubernetes 1.34 and later).
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
   * Further fields of the spec, as Kubernetes spells them. They win over the props.
   * @default - none
   */
  readonly additionalFields?: { [field: string]: any };
}

/**
 * A claim, with what cdk8s-plus lacks: data sources, selectors, the name of the volume, sizes as they are given.
 *
 * It can be mounted as it is: `container.mount('/data', claim)`. Its name is the id of the construct unless
 * `name` is given.
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
   * A claim that exists already, or that somebody else makes. Wherever this library takes a claim, it takes this one.
   * @param scope the chart or construct that it belongs to
   * @param id the id of the construct
   * @param claimName the name of the claim
   * @param options what is known of it
   * @returns the claim, which containers can mount
   * @throws an error that lists all findings if the name, the namespace or an access mode is one that Kubernetes does
   * not have
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
   * @param id the id of the construct, and the name of the claim unless `name` is given
   * @param props what is claimed
   * @throws an error that lists all findings if a value is one that the API server would refuse (Kubernetes 1.36)
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
