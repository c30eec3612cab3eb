/** Options of volumes that are given to a load test, and what its pods get. */
import { Size } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { LocustTarget, LocustVolumeMount } from './options';

/** Options of a mount. */
export interface LocustMountOptions {
  /**
   * The pods that get the mount.
   * @default LocustTarget.BOTH
   */
  readonly target?: LocustTarget;

  /**
   * Whether the mount is read-only.
   * @default false
   */
  readonly readOnly?: boolean;

  /**
   * A relative path in the volume, which is mounted instead of its root.
   * @default - the root of the volume
   */
  readonly subPath?: string;
}

/** Which results of a test are kept, and where. */
export interface LocustResults {
  /**
   * The claim that the results are written to. Only the master mounts it, so ReadWriteOnce is
   * sufficient.
   * @default - a claim with the size `storage` is created
   */
  readonly claim?: kplus.IPersistentVolumeClaim;

  /**
   * The size of the claim that is created for the results. The claim remains when the test changes.
   * @default - no claim is created; `claim` is used
   */
  readonly storage?: Size;

  /**
   * The storage class of the claim that is created.
   * @default - the cluster's default class
   */
  readonly storageClassName?: string;

  /**
   * Whether the HTML report is kept, as `<test>.html`.
   * @default true
   */
  readonly html?: boolean;

  /**
   * Whether the statistics are kept, as `<test>_stats.csv` and other CSV files.
   * @default true
   */
  readonly csv?: boolean;

  /**
   * The path at which the master mounts the claim.
   * @default '/results'
   */
  readonly mountPath?: string;

  /**
   * The fsGroup of the master's pod, which kubelet applies to all files of all its volumes. The
   * stock image does not run as root and could not write otherwise. An fsGroup that the test sets
   * itself is kept.
   * @default - 1000 if no other files can be affected, because the claim is created here or
   * declared in the app and the pod has no other claim; otherwise none, with a warning
   */
  readonly fsGroup?: number;

  /**
   * Whether the pod gets an fsGroup. OpenShift assigns one from the namespace's range and rejects
   * others, and an EFS access point itself determines who owns its files.
   * @default - true, unless the test has `userFromPlatform`
   */
  readonly setFsGroup?: boolean;
}

/** The volumes and mounts of the pods of one role. */
export interface LocustPodVolumes {
  /** The volumes that these pods mount, in the order in which they were added. */
  readonly volumes: kplus.k8s.Volume[];

  /** The mounts, in the order in which they were added. */
  readonly volumeMounts: kplus.k8s.VolumeMount[];
}

/** Props of `LocustTestVolumes`. */
export interface LocustTestVolumesProps {
  /**
   * Volumes, in Kubernetes' format.
   * @default - none
   */
  readonly volumes?: kplus.k8s.Volume[];

  /**
   * Mounts of these volumes, each with the pods that get it.
   * @default - none
   */
  readonly volumeMounts?: LocustVolumeMount[];
}
