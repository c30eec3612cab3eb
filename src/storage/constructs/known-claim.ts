/** A claim as everything in this library takes it, and claims that this app does not make. */
import * as kplus from 'cdk8s-plus-28';
import { Construct } from 'constructs';
import { volumeOfClaim } from './claim-volume';
import { listOf, oneOf, string, struct } from '../../shape';
import { KnownResource, knownResource, readInput } from '../../tree';
import { checkName, checkNamespace } from '../check';
import { checkAccessModes } from '../objects';

const KIND = 'PersistentVolumeClaim';

/** A claim that containers can mount: `container.mount('/data', claim)`. */
export interface IClaim extends kplus.IPersistentVolumeClaim, kplus.IStorage {
  /** The name of the claim, by which pods in its namespace refer to it. */
  readonly claimName: string;
}

/** Facts about a claim that is created elsewhere. */
export interface ExistingClaimOptions {
  /**
   * The namespace of the claim.
   * @default - that of the objects that use it
   */
  readonly namespace?: string;

  /**
   * The access modes of the claim. They determine whether pods must run on the node of its volume.
   * @default - those of the claim in the app. A claim that the app does not contain is assumed to
   * be ReadWriteOnce
   */
  readonly accessModes?: kplus.PersistentVolumeAccessMode[];
}

interface ExistingClaimInput {
  readonly claimName: string;
  readonly namespace?: string;
  readonly accessModes?: readonly string[];
}

const SHAPE = struct<ExistingClaimInput>({
  claimName: string,
  namespace: string,
  accessModes: listOf(oneOf(Object.values(kplus.PersistentVolumeAccessMode))),
});

export class ExistingClaim extends Construct implements IClaim {
  public readonly apiVersion = 'v1';
  public readonly apiGroup = '';
  public readonly kind = KIND;
  public readonly resourceType = 'persistentvolumeclaims';
  public readonly claimName: string;
  public readonly namespace?: string;
  public readonly accessModes?: readonly string[];

  constructor(scope: Construct, id: string, claimName: string, options: ExistingClaimOptions) {
    super(scope, id);
    const input = readInput<ExistingClaimInput>(
      this,
      { ...options, claimName },
      {
        shape: SHAPE,
        check: (given) => [
          ...checkName(given.claimName, 'claimName'),
          ...checkNamespace(given.namespace, 'namespace', false),
          ...(given.accessModes === undefined ? [] : checkAccessModes(given.accessModes)),
        ],
      },
    ).read();
    this.claimName = input.claimName;
    this.namespace = input.namespace;
    this.accessModes = input.accessModes;
  }

  public get name(): string {
    return this.claimName;
  }

  public get resourceName(): string {
    return this.claimName;
  }

  public asVolume(): kplus.Volume {
    return volumeOfClaim(this, this);
  }
}

export interface KnownClaim extends KnownResource {
  /** Those that are said of a claim which the app need not have. */
  readonly accessModes?: readonly string[];
}

/**
 * What is known of a claim: of this library or cdk8s-plus, imported by its name, or any object of
 * the kind. Undefined if it is none.
 */
export function knownClaim(claim: unknown): KnownClaim | undefined {
  if (claim instanceof ExistingClaim) {
    return { name: claim.claimName, namespace: claim.namespace, accessModes: claim.accessModes };
  }
  return knownResource(claim, KIND);
}

/** What to do about something that should be a claim, and is not. */
export const GIVE_A_CLAIM =
  'pass a claim of this library or of cdk8s-plus, such as Claim.fromClaimName(…)';
