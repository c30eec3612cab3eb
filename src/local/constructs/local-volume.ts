/** A claim on local disks that accepts the loss of its data. */
import { ApiObject, Size } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { Construct } from 'constructs';
import { Finding, throwIfErrors } from '../../findings';
import { unwrap } from '../../kube';
import { checkShaped } from '../../shape';
import { IClaim } from '../../storage';
import { volumeOfClaim } from '../../storage/constructs/claim-volume';
import { quantityOf } from '../../storage/constructs/size';
import {
  buildClaim,
  buildClaimTemplate,
  checkClaim,
  DEFAULT_ACCESS_MODES,
} from '../../storage/core';
import {
  addManifest,
  DocumentedResource,
  findingsOfTrial,
  namespaceOf,
  readInput,
  registerIdentity,
  typed,
  unreadableFindings,
} from '../../tree';
import { toClaimSpec } from '../volumes/build';
import { checkLocalClaim } from '../volumes/check';
import { LOCAL_CLAIM_SHAPE, LocalClaimSpec } from '../volumes/spec';

/** Options of a claim on local disks. */
export interface LocalVolumeOptions {
  /** The requested size. The driver rounds it up to a multiple of 4 MiB. */
  readonly storage: Size;

  /** The name of the storage class, which must be one of the driver's. */
  readonly storageClassName: string;

  /**
   * The access modes of the claim: `READ_WRITE_ONCE` or `READ_WRITE_ONCE_POD`.
   * @default [kplus.PersistentVolumeAccessMode.READ_WRITE_ONCE]
   */
  readonly accessModes?: kplus.PersistentVolumeAccessMode[];

  /**
   * Whether containers see a file system or a raw device.
   * @default - not set; a file system
   */
  readonly volumeMode?: kplus.PersistentVolumeMode;

  /**
   * Labels of the claim.
   * @default - none
   */
  readonly labels?: { [key: string]: string };

  /**
   * Annotations of the claim, in addition to the one that accepts the loss of its data.
   * @default - none
   */
  readonly annotations?: { [key: string]: string };
}

/** Props of a `LocalVolume`. */
export interface LocalVolumeProps extends LocalVolumeOptions {
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
   * The name of the persistent volume to bind.
   * @default - none; the driver creates a volume
   */
  readonly volumeName?: string;
}

/**
 * A claim on local disks that outlives its pods and deliberately accepts the loss of its data
 * together with the node. It has the annotation `localdisk.csi.acstor.io/accept-ephemeral-storage`,
 * without which the cluster rejects it.
 *
 * It can be mounted directly: `container.mount('/data', volume)`. For data that may be deleted with
 * the pod, use an `EphemeralVolume`; for the claims of a StatefulSet, use
 * `LocalVolume.claimTemplate`.
 *
 * @example
 * const scratch = new LocalVolume(chart, 'scratch', {
 *   storage: Size.gibibytes(10),
 *   storageClassName: 'local',
 * });
 * const build = new kplus.Job(chart, 'build', {
 *   containers: [{ image: 'registry.example.com/build:1.0.0' }],
 * });
 * build.containers[0].mount('/scratch', scratch);
 */
export class LocalVolume extends DocumentedResource implements IClaim {
  /**
   * Checks the props without creating anything. Use it in tests, and in languages where an
   * exception carries only text.
   * @param scope the chart or construct that the new construct would belong to
   * @param id the id that the new construct would have
   * @param props the props of the new construct
   * @returns all findings: warnings, and the errors that the constructor would throw
   */
  public static check(scope: Construct, id: string, props: LocalVolumeProps): Finding[] {
    return findingsOfTrial(scope, id, () => new LocalVolume(scope, id, props));
  }

  /**
   * Returns a template for `volumeClaimTemplates` of a StatefulSet: each of its pods gets its own
   * claim, with the annotation.
   * @param name the name of the template, by which containers mount it
   * @param options the options of the claims
   * @returns the template
   * @throws an error that lists all findings if the API server would reject it,
   * or if the driver could not provision its volumes
   */
  public static claimTemplate(
    name: string,
    options: LocalVolumeOptions,
  ): kplus.k8s.KubePersistentVolumeClaimProps {
    const given = { ...options, name, storage: quantityOf(options?.storage) };
    throwIfErrors(unreadableFindings(given));
    const { volumeName: _, namespace: __, ...fields } = LOCAL_CLAIM_SHAPE.fields;
    const spec = unwrap(given);
    throwIfErrors(
      checkShaped(
        spec,
        { ...LOCAL_CLAIM_SHAPE, fields } as typeof LOCAL_CLAIM_SHAPE,
        checkLocalClaim as never,
      ),
    );
    return typed(buildClaimTemplate(toClaimSpec(spec as LocalClaimSpec)), ['']);
  }

  /** The object of the claim. */
  protected readonly apiObject: ApiObject;

  /** The resource name in RBAC rules: `persistentvolumeclaims`. */
  public readonly resourceType = 'persistentvolumeclaims';

  /** The name of the claim, by which pods refer to it. */
  public readonly claimName: string;

  /**
   * @param scope the chart or construct that it belongs to
   * @param id the id of the construct, and the name of the claim unless `name` is set
   * @param props what is claimed
   * @throws an error that lists all findings if the API server would reject the
   * claim, or if the driver could not provision its volume
   */
  constructor(scope: Construct, id: string, props: LocalVolumeProps) {
    super(scope, id);
    const input = readInput(
      this,
      {
        ...props,
        name: props?.name ?? id,
        namespace: namespaceOf(this, props?.namespace),
        storage: quantityOf(props?.storage),
        accessModes: props?.accessModes ?? DEFAULT_ACCESS_MODES,
      } as LocalClaimSpec,
      {
        shape: LOCAL_CLAIM_SHAPE,
        make: (given) => {
          const claim = toClaimSpec(given);
          return { claim, manifest: buildClaim(claim) };
        },
        check: (_, { claim, manifest }) => checkClaim(claim, manifest),
      },
    );
    const { claim, manifest } = input.made();
    this.apiObject = addManifest(this, 'Resource', manifest);
    this.claimName = claim.name;
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
