/** A PersistentVolumeClaim. */
import { ApiObject, Size } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { Construct } from 'constructs';
import { Finding } from '../../findings';
import { Manifest } from '../../kube';
import {
  addLateManifest,
  addManifest,
  DocumentedResource,
  findingsOfTrial,
  registerIdentity,
  targetOf,
} from '../../tree';
import { buildClaim } from '../build';
import { checkClaim } from '../check';
import { unlessEnabled } from '../objects';
import { CLAIM_SHAPE, ClaimSpec, DEFAULT_ACCESS_MODES } from '../spec';
import { ClaimOptions } from './claim-options';
import { volumeOfClaim } from './claim-volume';
import { ExistingClaim, ExistingClaimOptions, IClaim } from './known-claim';
import { readObject } from './metadata';
import { quantityOf } from './size';

/** Props of a `Claim`. */
export interface ClaimProps extends ClaimOptions {
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

  /**
   * The maximum size that the claim may get.
   * @default - no limit
   */
  readonly limit?: Size;

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
}

/**
 * A PersistentVolumeClaim with options that cdk8s-plus lacks: data sources, selectors, the name of
 * the volume, and exact sizes.
 *
 * It can be mounted directly: `container.mount('/data', claim)`. Its name is the id of the
 * construct unless `name` is set.
 *
 * @example
 * const orders = new Claim(chart, 'orders', {
 *   name: 'orders',
 *   storage: Size.gibibytes(10),
 *   storageClassName: 'fast',
 * });
 * const db = new kplus.Pod(chart, 'db', {
 *   containers: [{ image: 'registry.example.com/db:1.0.0' }],
 * });
 * db.containers[0].mount('/var/lib/db', orders);
 */
export class Claim extends DocumentedResource implements IClaim {
  /**
   * Checks the props without creating anything. Use it in tests, and in languages where an
   * exception carries only text.
   * @param scope the chart or construct that the new construct would belong to
   * @param id the id that the new construct would have
   * @param props the props of the new construct
   * @returns all findings: warnings, and the errors that the constructor would throw
   */
  public static check(scope: Construct, id: string, props: ClaimProps): Finding[] {
    return findingsOfTrial(scope, id, () => new Claim(scope, id, props));
  }

  /**
   * Imports a claim that already exists or is created elsewhere. It can be used wherever this
   * library accepts a claim.
   * @param scope the chart or construct that it belongs to
   * @param id the id of the construct
   * @param claimName the name of the claim
   * @param options facts about the claim
   * @returns the claim, which containers can mount
   * @throws an error that lists all findings if the name, the namespace or an access mode is not
   * valid in Kubernetes
   */
  public static fromClaimName(
    scope: Construct,
    id: string,
    claimName: string,
    options: ExistingClaimOptions = {},
  ): IClaim {
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
   * @throws an error that lists all findings if the API server would reject a
   * value
   */
  constructor(scope: Construct, id: string, props: ClaimProps) {
    super(scope, id);
    const input = readObject<ClaimSpec, Manifest>(this, id, written(props), {
      apiVersion: 'v1',
      kind: 'PersistentVolumeClaim',
      shape: CLAIM_SHAPE,
      early: [],
      make: (spec) => buildClaim(spec),
      check: (spec, built) => unlessEnabled(checkClaim(spec, built), () => targetOf(this)),
    });
    const manifest = input.late ? buildClaim(input.given) : input.made();
    this.apiObject = input.late
      ? addLateManifest(this, 'Resource', manifest, input.made)
      : addManifest(this, 'Resource', manifest);
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

/** With sizes as Kubernetes writes them, and with access modes. */
function written(props: ClaimProps): ClaimProps {
  const { storage, limit, ...others } = props ?? {};
  const sizes = {
    storage: quantityOf(storage),
    ...(limit === undefined ? {} : { limit: quantityOf(limit) }),
  };
  return {
    ...others,
    ...sizes,
    accessModes: others.accessModes ?? DEFAULT_ACCESS_MODES,
  } as unknown as ClaimProps;
}
