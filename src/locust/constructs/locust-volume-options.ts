/** How volumes are given to a load test, and what its pods get. */
import { Size } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { LocustTarget, LocustVolumeMount } from './options';

/** How something is mounted. */
export interface LocustMountOptions {
  /**
   * The pods that get it.
   * @default LocustTarget.BOTH
   */
  readonly target?: LocustTarget;

  /**
   * Whether nothing can be written there.
   * @default false
   */
  readonly readOnly?: boolean;

  /**
   * A relative path in the volume, which is mounted in place of its root.
   * @default - the root
   */
  readonly subPath?: string;
}

/** What is kept of a test, and where. */
export interface LocustResults {
  /**
   * The claim. Only the master mounts it, so that ReadWriteOnce is enough.
   * @default - one is made, of the size `storage`
   */
  readonly claim?: kplus.IPersistentVolumeClaim;

  /**
   * The size of a claim that is made for the results. It stays when the test changes.
   * @default - none is made; `claim` is used
   */
  readonly storage?: Size;

  /**
   * The class of the claim that is made.
   * @default - the cluster's default class
   */
  readonly storageClassName?: string;

  /**
   * Whether the report is kept, as `<test>.html`.
   * @default true
   */
  readonly html?: boolean;

  /**
   * Whether the figures are kept, as `<test>_stats.csv` and others.
   * @default true
   */
  readonly csv?: boolean;

  /**
   * Where the claim is mounted in the master.
   * @default '/results'
   */
  readonly mountPath?: string;

  /**
   * The group that gets all files of all volumes of the pod that keeps the results. The stock image does not run as
   * root and could not write otherwise. A group that the test sets itself stays.
   * @default - 1000 where the files can be nobody else's: the claim is made here or declared in the app, and the pod
   * has no other claim; otherwise none, with a warning
   */
  readonly fsGroup?: number;

  /**
   * Whether the pod gets a group at all. OpenShift gives it one of the namespace's own and refuses any other; an
   * access point of EFS decides by itself who owns its files.
   * @default - true, and false with `userFromPlatform` of the test
   */
  readonly setFsGroup?: boolean;
}

/** What the pods of one role get. */
export interface LocustPodVolumes {
  /** The volumes that something mounts there, in the order in which they were given. */
  readonly volumes: kplus.k8s.Volume[];

  /** The mounts, in the order in which they were given. */
  readonly volumeMounts: kplus.k8s.VolumeMount[];
}

/** Props of `LocustTestVolumes`. */
export interface LocustTestVolumesProps {
  /**
   * Volumes, as a pod has them.
   * @default - none
   */
  readonly volumes?: kplus.k8s.Volume[];

  /**
   * Mounts of these volumes, each with its target.
   * @default - none
   */
  readonly volumeMounts?: LocustVolumeMount[];
}
