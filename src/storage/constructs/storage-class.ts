/** A StorageClass. */
import { ApiObject } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { Construct } from 'constructs';
import { Finding } from '../../findings';
import { Manifest } from '../../kube';
import {
  addManifest,
  DocumentedResource,
  findingsOfTrial,
  registerForSynth,
  registerIdentity,
  SynthCheck,
} from '../../tree';
import { buildStorageClass } from '../build';
import { checkDefaultClasses, checkStorageClass, isDefaultClass } from '../check';
import { STORAGE_CLASS_SHAPE, StorageClassSpec } from '../spec';
import { readObject } from './metadata';

/** When a volume is provisioned for a claim. */
export enum VolumeBindingMode {
  /** As soon as the claim is created, wherever the driver chooses. */
  IMMEDIATE = 'Immediate',
  /**
   * When a pod that mounts the claim has been assigned to a node, so that the volume is available
   * there.
   */
  WAIT_FOR_FIRST_CONSUMER = 'WaitForFirstConsumer',
}

/**
 * What classes of any driver have alike, as constructs and as data.
 *
 * @internal
 */
export class ClassFields {
  /**
   * The parameters that the driver gets for each volume. They cannot be changed later.
   * @default - no parameters
   */
  public readonly parameters?: { [key: string]: string };

  /**
   * What happens to a volume when its claim is deleted.
   * @default - not set; Kubernetes defaults to `PersistentVolumeReclaimPolicy.DELETE`
   */
  public readonly reclaimPolicy?: kplus.PersistentVolumeReclaimPolicy;

  /**
   * When a volume is provisioned for a claim.
   * @default - not set; Kubernetes defaults to `VolumeBindingMode.IMMEDIATE`
   */
  public readonly volumeBindingMode?: VolumeBindingMode;

  /**
   * Whether claims can be expanded.
   * @default - not set; they cannot
   */
  public readonly allowVolumeExpansion?: boolean;

  /**
   * The mount options of the volumes, in the driver's format.
   * @default - no mount options
   */
  public readonly mountOptions?: string[];

  /**
   * The topologies, such as zones, in which volumes may be provisioned.
   * @default - no restriction
   */
  public readonly allowedTopologies?: kplus.k8s.TopologySelectorTerm[];

  /**
   * Whether this is the default class, for claims that do not name a class: the annotation
   * `storageclass.kubernetes.io/is-default-class`.
   * @default false
   */
  public readonly isDefault?: boolean;
}

/** Options of storage classes, for any driver. */
export interface StorageClassOptions extends ClassFields {}

/** Props of a `StorageClass`. */
export interface StorageClassProps extends StorageClassOptions {
  /**
   * The name of the class.
   * @default - the id of the construct
   */
  readonly name?: string;

  /** The name of the CSI driver that provisions the volumes, such as `efs.csi.aws.com`. */
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
   * Further fields of the object, in Kubernetes' spelling. They override the props.
   * @default - none
   */
  readonly additionalFields?: { [field: string]: any };
}

/** One check for all default classes of an app, whoever made them. */
const DEFAULT_CLASSES: SynthCheck<string> = {
  id: 'storage/default-class',
  check: (registered, { objects }) =>
    checkDefaultClasses([
      ...registered.map(({ construct, value }) => ({ construct, name: value })),
      ...objects
        .filter((object) => object.kind === 'StorageClass' && isDefaultClass(object.annotations))
        .map(({ key, name }) => ({ construct: key, name })),
    ]),
};

/** Makes a class count in the check that at most one is the default. */
export function registerDefaultClass(scope: Construct, name: string): void {
  registerForSynth(scope, DEFAULT_CLASSES, name);
}

/**
 * A StorageClass, which specifies the driver that provisions volumes, and how.
 *
 * Its name is the id of the construct unless `name` is set. Fields that the API server defaults are
 * left out. A class cannot be changed later, except for its mount options and whether claims can be
 * expanded.
 *
 * @example
 * new StorageClass(chart, 'fast', {
 *   name: 'fast',
 *   provisioner: 'ebs.csi.aws.com',
 *   parameters: { type: 'gp3' },
 *   reclaimPolicy: kplus.PersistentVolumeReclaimPolicy.RETAIN,
 *   volumeBindingMode: VolumeBindingMode.WAIT_FOR_FIRST_CONSUMER,
 * });
 */
export class StorageClass extends DocumentedResource {
  /**
   * Checks the props without creating anything. Use it in tests, and in languages where an
   * exception carries only text.
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

  /** The name of the class, by which claims and volumes refer to it. */
  public readonly storageClassName: string;

  /**
   * @param scope the chart or construct that it belongs to
   * @param id the id of the construct, and the name of the class unless `name` is set
   * @param props the properties of the class
   * @throws an error that lists all findings if the API server would reject a
   * value
   */
  constructor(scope: Construct, id: string, props: StorageClassProps) {
    super(scope, id);
    const options = {
      apiVersion: 'storage.k8s.io/v1',
      kind: 'StorageClass',
      shape: STORAGE_CLASS_SHAPE,
      make: (given: StorageClassSpec) => buildStorageClass(given),
      check: checkStorageClass,
    };
    const input = readObject<StorageClassSpec, Manifest>(this, id, props, options);
    const spec = input.read();
    this.apiObject = addManifest(this, 'Resource', input.made());
    this.storageClassName = spec.name;
    registerIdentity(this, this.apiObject);
    if (spec.isDefault || isDefaultClass(spec.annotations)) {
      registerDefaultClass(this, this.storageClassName);
    }
  }
}
