/** The policy that refuses claims on local disks whose data nobody gave up. */
import { ApiObject } from 'cdk8s';
import { Construct } from 'constructs';
import { AdmissionAction, AdmissionFailurePolicy } from '../../admission';
import { Finding } from '../../findings';
import { addManifest, findingsOfTrial, readInput, registerForSynth, registerIdentity, SynthCheck, targetOf } from '../../tree';
import { checkEphemeralOnly, checkPolicyClasses } from '../policies/check';
import { buildEphemeralOnly } from '../policies/ephemeral-only';
import { EPHEMERAL_ONLY_SHAPE, EphemeralOnlySpec } from '../policies/spec';

/** A ConfigMap whose keys are names of classes. What it has for them does not matter. */
export interface LocalStorageClassConfigMap {
  /** The name of the ConfigMap. */
  readonly name: string;

  /** The namespace of the ConfigMap. */
  readonly namespace: string;
}

/** Props of an `EphemeralOnlyPolicy`. */
export interface EphemeralOnlyPolicyProps {
  /**
   * The name of the policy and of its binding. Others have `-statefulsets`, `-pods`, `-inline-volumes`, `-classes`
   * and `-volumes` behind it.
   * @default - the id of the construct
   */
  readonly name?: string;

  /**
   * The version of Kubernetes, such as `1.34`. Before 1.30 there are no such policies.
   * @default - that of the target, else one that has them
   */
  readonly kubernetes?: string;

  /**
   * The classes whose claims are judged. They are written into the policy, which then costs next to nothing and judges
   * a claim that comes together with its class, too.
   * @default - all classes of the driver: the policy runs for each class of the cluster
   */
  readonly storageClassNames?: string[];

  /**
   * The ConfigMap whose keys are the names of the classes whose claims are judged, for clusters where others look after the classes.
   * While it is missing, no claim can be judged, which `failurePolicy` decides. Not together with `storageClassNames`.
   * @default - all classes of the driver
   */
  readonly storageClassConfigMap?: LocalStorageClassConfigMap;

  /**
   * What happens to a claim that the policy objects to. Not DENY together with WARN. Begin with WARN and AUDIT where
   * there are claims already.
   * @default [AdmissionAction.DENY]
   */
  readonly validationActions?: AdmissionAction[];

  /**
   * What happens where the policy cannot be evaluated. The API server runs it itself, so that it cannot be down.
   * @default AdmissionFailurePolicy.FAIL
   */
  readonly failurePolicy?: AdmissionFailurePolicy;

  /**
   * Whether any owner of kind Pod makes a claim an ephemeral one, as in the webhook of local-csi-driver v0.3.0. Anybody can
   * write one.
   * @default false: only a pod that controls the claim, as Kubernetes writes it
   */
  readonly anyPodOwner?: boolean;

  /**
   * Whether StatefulSets are refused whose claim templates the policy would object to, rather than only each of their claims.
   * @default true
   */
  readonly statefulSets?: boolean;

  /**
   * Whether pods are refused that never get their local volumes: those with `nodeName`, whose ephemeral volumes wait for the
   * scheduler, and those with inline volumes of the driver.
   * @default false
   */
  readonly pods?: boolean;

  /**
   * Whether classes of the driver are refused that bind before a pod has its node, or have parameters that lose data or make no
   * volume.
   * @default false
   */
  readonly storageClasses?: boolean;

  /**
   * Whether persistent volumes of the driver are refused that say nowhere on which node they are, or have a handle that the driver
   * cannot read.
   * @default false
   */
  readonly persistentVolumes?: boolean;

  /**
   * Namespaces in which nothing is judged.
   * @default - none
   */
  readonly exemptNamespaces?: string[];
}

const CLASSES: SynthCheck<readonly string[]> = {
  id: 'local/policy-classes',
  check: (registered, _objects, topology) => registered.flatMap(({ construct, value }) =>
    checkPolicyClasses(value, topology()).map((finding) => ({ ...finding, construct }))),
};

const IDS = {
  claims: '', statefulSets: 'Template', pods: 'Pod', inlineVolumes: 'InlineVolume', storageClasses: 'StorageClass', persistentVolumes: 'PersistentVolume',
};

/**
 * Refuses claims on local disks that are neither generic ephemeral volumes nor say that they accept the loss of their data: the
 * verdict of local-csi-driver's webhook `enforce-ephemeral`, run by the API server itself (Kubernetes 1.30 and later).
 *
 * Beyond the webhook it reads the class of a claim as Kubernetes does, the old annotation first; judges a claim that gets its
 * class by an update; and takes no pod for the owner that does not control the claim.
 *
 * @example
 * new EphemeralOnlyPolicy(chart, 'local-disks-ephemeral-only');
 */
export class EphemeralOnlyPolicy extends Construct {
  /**
   * Checks the props without creating anything. Use it in tests, and in languages where an exception carries only
   * text.
   * @param scope the chart or construct that the new construct would belong to
   * @param id the id that the new construct would have
   * @param props the props of the new construct
   * @returns all findings: warnings, and the errors that the constructor would throw
   */
  public static check(scope: Construct, id: string, props: EphemeralOnlyPolicyProps = {}): Finding[] {
    return findingsOfTrial(scope, id, () => new EphemeralOnlyPolicy(scope, id, props));
  }

  /** The object of the policy. */
  public readonly policy: ApiObject;

  /** The object of the binding. */
  public readonly binding: ApiObject;

  /**
   * The object of the policy for claim templates.
   * @default - `statefulSets` is false
   */
  public readonly templatePolicy?: ApiObject;

  /**
   * The object of its binding.
   * @default - `statefulSets` is false
   */
  public readonly templateBinding?: ApiObject;

  /** The objects of all policies, that for claims first. Each has a binding of its name. */
  public readonly policies: ApiObject[];

  /**
   * @param scope the chart or construct that it belongs to
   * @param id the id of the construct, and the name of the policy unless `name` is set
   * @param props what is judged, and what happens
   * @throws an error that lists all findings if the API server (Kubernetes 1.36) would refuse the policy or its
   * binding, or when the cluster has no such policies
   */
  constructor(scope: Construct, id: string, props: EphemeralOnlyPolicyProps = {}) {
    super(scope, id);
    const spec = readInput<EphemeralOnlySpec>(this, {
      ...props,
      kubernetes: props?.kubernetes ?? targetOf(this).kubernetes,
      name: props?.name ?? id,
      validationActions: props?.validationActions ?? [AdmissionAction.DENY],
      failurePolicy: props?.failurePolicy ?? AdmissionFailurePolicy.FAIL,
      statefulSets: props?.statefulSets ?? true,
    }, { shape: EPHEMERAL_ONLY_SHAPE, check: checkEphemeralOnly }).read();
    const made = new Map(buildEphemeralOnly(spec).map(({ on, policy, binding }) => {
      const objects = { policy: addManifest(this, `${IDS[on]}Policy`, policy), binding: addManifest(this, `${IDS[on]}Binding`, binding) };
      registerIdentity(this, objects.policy);
      return [on, objects];
    }));
    ({ policy: this.policy, binding: this.binding } = made.get('claims')!);
    this.templatePolicy = made.get('statefulSets')?.policy;
    this.templateBinding = made.get('statefulSets')?.binding;
    this.policies = [...made.values()].map(({ policy }) => policy);
    if (spec.storageClassNames) registerForSynth(this, CLASSES, spec.storageClassNames);
  }
}
