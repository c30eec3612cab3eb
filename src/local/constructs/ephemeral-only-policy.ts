/** The policy that refuses claims on local disks whose data nobody gave up. */
import { Construct } from 'constructs';
import { AdmissionAction, AdmissionFailurePolicy } from '../../admission';
import { Finding } from '../../findings';
import {
  addManifest,
  findingsOfTrial,
  readInput,
  registerForSynth,
  registerIdentity,
  ResourceHandle,
  SynthCheck,
  targetOf,
} from '../../tree';
import { checkEphemeralOnly, checkPolicyClasses } from '../policies/check';
import { buildEphemeralOnly } from '../policies/ephemeral-only';
import { EPHEMERAL_ONLY_SHAPE, EphemeralOnlySpec } from '../policies/spec';

/** A ConfigMap whose keys are the names of storage classes. Its values are ignored. */
export interface LocalStorageClassConfigMap {
  /** The name of the ConfigMap. */
  readonly name: string;

  /** The namespace of the ConfigMap. */
  readonly namespace: string;
}

/** Props of an `EphemeralOnlyPolicy`. */
export interface EphemeralOnlyPolicyProps {
  /**
   * The name of the policy and of its binding. The names of the other policies add `-statefulsets`,
   * `-pods`, `-inline-volumes`, `-classes` and `-volumes` to it, and `-driver` beside those with a
   * `storageClassConfigMap`.
   * @default - the id of the construct
   */
  readonly name?: string;

  /**
   * The names of the storage classes whose claims are checked. They become part of the policy,
   * which makes it cheap to evaluate and lets it check claims that are created together with their
   * class.
   * @default - all classes of the driver; the policy is evaluated for each class of the cluster
   */
  readonly storageClassNames?: string[];

  /**
   * A ConfigMap whose keys are the names of further storage classes whose claims are checked, for
   * clusters where the classes are managed elsewhere and may come after their claims. Those of the
   * driver that the cluster has are always checked, by policies of their own. While the ConfigMap
   * does not exist, only these count, and nothing is rejected for that reason. It cannot be
   * combined with `storageClassNames`.
   * @default - all classes of the driver
   */
  readonly storageClassConfigMap?: LocalStorageClassConfigMap;

  /**
   * What happens to a claim that violates the policy. DENY cannot be combined with WARN. In
   * clusters that already have such claims, start with WARN and AUDIT.
   * @default [AdmissionAction.DENY]
   */
  readonly validationActions?: AdmissionAction[];

  /**
   * What happens if the policy cannot be evaluated. The API server itself evaluates it, so it
   * cannot be unavailable.
   * @default AdmissionFailurePolicy.FAIL
   */
  readonly failurePolicy?: AdmissionFailurePolicy;

  /**
   * Whether a claim with any owner of kind Pod counts as ephemeral, as in the webhook of
   * local-csi-driver v0.3.0. Users can write such an owner reference themselves.
   * @default false; only a pod that controls the claim counts, as Kubernetes sets it
   */
  readonly anyPodOwner?: boolean;

  /**
   * Whether StatefulSets are rejected if their volume claim templates violate the policy, rather
   * than only the resulting claims.
   * @default true
   */
  readonly statefulSets?: boolean;

  /**
   * Whether to reject pods that would never get their local volumes: pods with `nodeName`, whose
   * ephemeral volumes wait for the scheduler, and pods with inline volumes of the driver.
   * @default false
   */
  readonly pods?: boolean;

  /**
   * Whether to reject storage classes of the driver that bind before a pod has been assigned to a
   * node, or whose parameters lose data or prevent provisioning.
   * @default false
   */
  readonly storageClasses?: boolean;

  /**
   * Whether to reject persistent volumes of the driver that do not specify their node, or have a
   * handle that the driver cannot read, and updates that remove or empty the node that the driver
   * wrote down.
   * @default false
   */
  readonly persistentVolumes?: boolean;

  /**
   * Namespaces that the policies do not apply to.
   * @default - none
   */
  readonly exemptNamespaces?: string[];
}

const CLASSES: SynthCheck<readonly string[]> = {
  id: 'local/policy-classes',
  check: (registered, { topology }) =>
    registered.flatMap(({ construct, value }) =>
      checkPolicyClasses(value, topology).map((finding) => ({ ...finding, construct })),
    ),
};

const IDS = {
  claims: '',
  statefulSets: 'Template',
  pods: 'Pod',
  inlineVolumes: 'InlineVolume',
  storageClasses: 'StorageClass',
  persistentVolumes: 'PersistentVolume',
};

/**
 * An admission policy that rejects claims on local disks unless they are generic ephemeral volumes
 * or declare that they accept the loss of their data. It makes the same decisions as
 * local-csi-driver's webhook `enforce-ephemeral`, but the API server itself evaluates it
 * (Kubernetes 1.30 and later).
 *
 * It goes beyond the webhook: it reads the class of a claim as Kubernetes does, the old annotation
 * first; it also checks claims that get their class by an update, or a volume after their class was
 * created; it keeps the annotation and the pod for which a claim was admitted; and it ignores owner
 * pods that do not control the claim. What is being deleted is never checked.
 *
 * @example
 * new EphemeralOnlyPolicy(chart, 'local-disks-ephemeral-only');
 */
export class EphemeralOnlyPolicy extends Construct {
  /**
   * Checks the props without creating anything. Use it in tests, and in languages where an
   * exception carries only text.
   * @param scope the chart or construct that the new construct would belong to
   * @param id the id that the new construct would have
   * @param props the props of the new construct
   * @returns all findings: warnings, and the errors that the constructor would throw
   */
  public static check(
    scope: Construct,
    id: string,
    props: EphemeralOnlyPolicyProps = {},
  ): Finding[] {
    return findingsOfTrial(scope, id, () => new EphemeralOnlyPolicy(scope, id, props));
  }

  /** The admission policy object. */
  public readonly policy: ResourceHandle;

  /** The object that binds the policy. */
  public readonly binding: ResourceHandle;

  /**
   * The ValidatingAdmissionPolicy object for volume claim templates.
   * @default - `statefulSets` is false
   */
  public readonly templatePolicy?: ResourceHandle;

  /**
   * The object that binds the policy for volume claim templates.
   * @default - `statefulSets` is false
   */
  public readonly templateBinding?: ResourceHandle;

  /**
   * The objects of all policies, starting with the one for claims. Each has a binding of the same
   * name.
   */
  public readonly policies: ResourceHandle[];

  /**
   * @param scope the chart or construct that it belongs to
   * @param id the id of the construct, and the name of the policy unless `name` is set
   * @param props what is checked, and what happens
   * @throws an error that lists all findings if the API server would reject the
   * policy or its binding, or if the cluster does not have these policies
   */
  constructor(scope: Construct, id: string, props: EphemeralOnlyPolicyProps = {}) {
    super(scope, id);
    const { kubernetes } = targetOf(this);
    const read = readInput<Omit<EphemeralOnlySpec, 'kubernetes'>>(
      this,
      {
        ...props,
        name: props?.name ?? id,
        validationActions: props?.validationActions ?? [AdmissionAction.DENY],
        failurePolicy: props?.failurePolicy ?? AdmissionFailurePolicy.FAIL,
        statefulSets: props?.statefulSets ?? true,
      },
      {
        shape: EPHEMERAL_ONLY_SHAPE,
        check: (given) => checkEphemeralOnly({ ...given, kubernetes }),
      },
    ).read();
    const spec: EphemeralOnlySpec = { ...read, kubernetes };
    const made = buildEphemeralOnly(spec).map(({ on, suffix, policy, binding }) => {
      const prefix = `${IDS[on]}${suffix === '' ? '' : 'Driver'}`;
      const object = addManifest(this, `${prefix}Policy`, policy);
      registerIdentity(this, object);
      return { on, policy: object, binding: addManifest(this, `${prefix}Binding`, binding) };
    });
    const first = (wanted: keyof typeof IDS) => made.find(({ on }) => on === wanted);
    ({ policy: this.policy, binding: this.binding } = first('claims')!);
    this.templatePolicy = first('statefulSets')?.policy;
    this.templateBinding = first('statefulSets')?.binding;
    this.policies = made.map(({ policy }) => policy);
    if (spec.storageClassNames) registerForSynth(this, CLASSES, spec.storageClassNames);
  }
}
