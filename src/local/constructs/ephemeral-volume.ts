/** A generic ephemeral volume: a claim that comes and goes with its pod, of any class. */
import { Size } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { Construct } from 'constructs';
import { Finding } from '../../findings';
import { shortHash, toDnsLabel } from '../../kube';
import { volumeNamed } from '../../storage/constructs/claim-volume';
import { quantityOf } from '../../storage/constructs/size';
import { DEFAULT_ACCESS_MODES } from '../../storage/core';
import { findingsOfTrial, readInput, typed } from '../../tree';
import { buildEphemeralSource } from '../volumes/build';
import { checkEphemeralVolume } from '../volumes/check';
import { ClaimedSpec, EPHEMERAL_VOLUME_SHAPE } from '../volumes/spec';

/** Props of an `EphemeralVolume`. */
export interface EphemeralVolumeProps {
  /**
   * The name of the volume in its pods. The claims are named `<pod>-<name>`.
   * @default - the id of the construct, converted to a DNS label
   */
  readonly name?: string;

  /** The requested size. */
  readonly storage: Size;

  /**
   * The name of the storage class, of any driver.
   * @default - not set; the cluster's default class
   */
  readonly storageClassName?: string;

  /**
   * The access modes of the claims.
   * @default [kplus.PersistentVolumeAccessMode.READ_WRITE_ONCE]
   */
  readonly accessModes?: kplus.PersistentVolumeAccessMode[];

  /**
   * Whether containers see a file system or a raw device.
   * @default - not set; a file system
   */
  readonly volumeMode?: kplus.PersistentVolumeMode;

  /**
   * Labels of the claims.
   * @default - none
   */
  readonly labels?: { [key: string]: string };

  /**
   * Annotations of the claims.
   * @default - none
   */
  readonly annotations?: { [key: string]: string };
}

/**
 * A generic ephemeral volume: Kubernetes creates a claim for each pod that mounts it, and deletes
 * the claim together with the pod.
 *
 * Pods of cdk8s-plus can mount it directly: `container.mount('/cache', volume)`. For other pods,
 * `podVolume` is an entry for their `volumes`. On local disks it needs no annotation, because its
 * data is expected to be lost.
 *
 * @example
 * const cache = new EphemeralVolume(chart, 'cache', {
 *   storage: Size.gibibytes(10),
 *   storageClassName: 'local',
 * });
 * const web = new kplus.Deployment(chart, 'web', {
 *   containers: [{ image: 'registry.example.com/web:1.0.0' }],
 * });
 * web.containers[0].mount('/cache', cache);
 */
export class EphemeralVolume extends Construct implements kplus.IStorage {
  /**
   * Checks the props without creating anything. Use it in tests, and in languages where an
   * exception carries only text.
   * @param scope the chart or construct that the new construct would belong to
   * @param id the id that the new construct would have
   * @param props the props of the new construct
   * @returns all findings: warnings, and the errors that the constructor would throw
   */
  public static check(scope: Construct, id: string, props: EphemeralVolumeProps): Finding[] {
    return findingsOfTrial(scope, id, () => new EphemeralVolume(scope, id, props));
  }

  /** The name of the volume in its pods. */
  public readonly volumeName: string;

  private readonly spec: ClaimedSpec;

  /**
   * @param scope the chart or construct that it belongs to
   * @param id the id of the construct, and the name of the volume unless `name` is set
   * @param props what is claimed
   * @throws an error that lists all findings if the API server would reject the
   * claims or their pods
   */
  constructor(scope: Construct, id: string, props: EphemeralVolumeProps) {
    super(scope, id);
    this.spec = readInput<ClaimedSpec>(
      this,
      {
        ...props,
        name: props?.name ?? toDnsLabel(id, (text) => shortHash([text])),
        storage: quantityOf(props?.storage),
        accessModes: props?.accessModes ?? DEFAULT_ACCESS_MODES,
      } as ClaimedSpec,
      { shape: EPHEMERAL_VOLUME_SHAPE, check: checkEphemeralVolume },
    ).read();
    this.volumeName = this.spec.name;
  }

  /** The entry for `volumes` of pods that are not made with cdk8s-plus. */
  public get podVolume(): kplus.k8s.Volume {
    return typed({ name: this.volumeName, ...buildEphemeralSource(this.spec) }, ['']);
  }

  /**
   * Returns the volume for a pod.
   * @returns the same volume on every call
   */
  public asVolume(): kplus.Volume {
    const { name, ...source } = this.podVolume;
    return volumeNamed(this, name, source);
  }
}
