/** A StorageClass. */
import { ApiObject } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { Construct } from 'constructs';
import { Finding } from '../../findings';
import { addManifest, DocumentedResource, findingsOfTrial, registerForSynth, registerIdentity, SynthCheck } from '../../tree';
import { buildStorageClass } from '../build';
import { checkDefaultClasses, checkStorageClass, isDefaultClass } from '../check';
import { STORAGE_CLASS_SHAPE } from '../shapes';
import { StorageClassSpec } from '../spec';
import { readObject } from './metadata';

/** What happens to a volume when its claim is deleted. */
export enum ReclaimPolicy {
  /** The volume and its data are deleted. */
  DELETE = 'Delete',
  /** The volume and its data stay. Somebody cleans up by hand. */
  RETAIN = 'Retain',
}

/** When a volume is provisioned for a claim. */
export enum VolumeBindingMode {
  /** At once, wherever the driver likes. */
  IMMEDIATE = 'Immediate',
  /** When a pod that mounts the claim was given a node: where that pod runs. */
  WAIT_FOR_FIRST_CONSUMER = 'WaitForFirstConsumer',
}

/** What a class may say about its volumes, whoever makes them. */
export interface StorageClassOptions {
  /**
   * What the driver is told about each volume. The API server keeps them as they are and never lets them change.
   * @default - no parameters
   */
  readonly parameters?: { [key: string]: string };

  /**
   * What happens to a volume when its claim is deleted.
   * @default - not set; Kubernetes defaults to `ReclaimPolicy.DELETE`
   */
  readonly reclaimPolicy?: ReclaimPolicy;

  /**
   * When a volume is provisioned for a claim.
   * @default - not written; the API server takes `VolumeBindingMode.IMMEDIATE`
   */
  readonly volumeBindingMode?: VolumeBindingMode;

  /**
   * Whether claims can be expanded.
   * @default - not written; they may not
   */
  readonly allowVolumeExpansion?: boolean;

  /**
   * Options for mounting the volumes, as the driver takes them.
   * @default - no mount options
   */
  readonly mountOptions?: string[];

  /**
   * Where volumes may be made.
   * @default - wherever the driver can
   */
  readonly allowedTopologies?: kplus.k8s.TopologySelectorTerm[];

  /**
   * Whether claims that name no class get this one: the annotation `storageclass.kubernetes.io/is-default-class`.
   * @default false
   */
  readonly isDefault?: boolean;
}

/** Props of a `StorageClass`. */
export interface StorageClassProps extends StorageClassOptions {
  /**
   * The name of the class.
   * @default - the id of the construct
   */
  readonly name?: string;

  /** The CSI driver that makes the volumes, such as `efs.csi.aws.com`. */
  readonly provisioner: string;

  /**
   * Labels of the class.
   * @default - none
   */
  readonly labels?: { [key: string]: string };

  /**
   * Annotations of the class.
   * @default - none
   */
  readonly annotations?: { [key: string]: string };

  /**
   * Further fields of the object, as Kubernetes spells them. They win over the props.
   * @default - none
   */
  readonly additionalFields?: { [field: string]: any };
}

/** One check for all default classes of an app, whoever made them. */
const DEFAULT_CLASSES: SynthCheck<string> = {
  id: 'storage/default-class',
  check: (registered, objects) => checkDefaultClasses([
    ...registered.map(({ construct, value }) => ({ construct, name: value })),
    ...objects().filter(({ kind, annotations }) => kind === 'StorageClass' && isDefaultClass(annotations())),
  ]),
};

/** Makes a class count in the check that at most one is the default. */
export function registerDefaultClass(scope: Construct, name: string): void {
  registerForSynth(scope, DEFAULT_CLASSES, name);
}

/**
 * A class of volumes: which driver makes them, and how.
 *
 * Its name is the id of the construct unless `name` is given. Nothing that the API server would set by
 * itself is written. A class cannot be changed afterwards, except for its mount options and whether claims may grow.
 *
 * @example
 * new StorageClass(chart, 'fast', {
 *   name: 'fast',
 *   provisioner: 'ebs.csi.aws.com',
 *   parameters: { type: 'gp3' },
 *   reclaimPolicy: ReclaimPolicy.RETAIN,
 *   volumeBindingMode: VolumeBindingMode.WAIT_FOR_FIRST_CONSUMER,
 * });
 */
export class StorageClass extends DocumentedResource {
  /**
   * Checks the props without creating anything. Use it in tests, and in languages where an exception carries only
   * text.
   * @param scope the chart or construct that the new construct would belong to
   * @param id the id that the new construct would have
   * @param props the props of the new construct
   * @returns all findings: warnings, and the errors that the constructor would throw
   */
  public static check(scope: Construct, id: string, props: StorageClassProps): Finding[] {
    return findingsOfTrial(scope, id, () => new StorageClass(scope, id, props));
  }

  /** @see base.Resource.apiObject */
  protected readonly apiObject: ApiObject;

  /** The resource name in RBAC rules: `storageclasses`. */
  public readonly resourceType = 'storageclasses';

  /** The name by which claims and volumes refer to the class. */
  public readonly storageClassName: string;

  /**
   * @param scope the chart or construct that it belongs to
   * @param id the id of the construct, and the name of the class unless `name` is given
   * @param props what the class is like
   * @throws an error that lists all findings if a value is one that the API server would refuse (Kubernetes 1.36)
   */
  constructor(scope: Construct, id: string, props: StorageClassProps) {
    super(scope, id);
    const options = { apiVersion: 'storage.k8s.io/v1', kind: 'StorageClass', shape: STORAGE_CLASS_SHAPE, check: checkStorageClass };
    const spec = readObject<StorageClassSpec>(this, id, props, options).read();
    this.apiObject = addManifest(this, 'Resource', buildStorageClass(spec));
    this.storageClassName = spec.name;
    registerIdentity(this, this.apiObject);
    if (spec.isDefault || isDefaultClass(spec.annotations)) registerDefaultClass(this, this.storageClassName);
  }
}
