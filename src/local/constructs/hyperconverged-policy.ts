/** The policy that sends pods to the nodes of their local volumes. */
import { Construct, IConstruct } from 'constructs';
import { AdmissionFailurePolicy } from '../../admission';
import { Finding, violation } from '../../findings';
import { changedAt } from '../../kube';
import {
  addManifest,
  changeWhenWritten,
  findingsOfTrial,
  nameOfConstruct,
  objectOf,
  readInput,
  refuseAt,
  registerIdentity,
  ResourceHandle,
  targetOf,
  workloadKindOf,
} from '../../tree';
import { checkHyperconverged } from '../policies/check';
import { buildHyperconverged } from '../policies/hyperconverged';
import { LOCAL_POLICY_RULES as RULES } from '../policies/rules';
import { HYPERCONVERGED_SHAPE, HyperconvergedSpec } from '../policies/spec';
import { STEERED_LABEL } from '../steering';

/** Props of a `HyperconvergedPolicy`. */
export interface HyperconvergedPolicyProps {
  /**
   * The name of the policy and of its binding.
   * @default - the id of the construct
   */
  readonly name?: string;

  /**
   * The key of the label that selects the pods that the policy steers.
   * @default 'cdk8s-volumes.io/local-disks'
   */
  readonly labelKey?: string;

  /**
   * The value of the label.
   * @default - the name of the policy
   */
  readonly labelValue?: string;

  /**
   * Whether all pods of the cluster are steered, with or without the label. The policy then
   * compares each new pod with each volume of the cluster: with 1,000 volumes, this takes up to 0.4
   * seconds more for a pod (two busy cores), and more than ten times as long with
   * 10,000.
   * @default false
   */
  readonly everyPod?: boolean;

  /**
   * What happens to a pod if the policy cannot be evaluated. A pod that is admitted then may start
   * with an empty volume on another node.
   * @default AdmissionFailurePolicy.FAIL
   */
  readonly failurePolicy?: AdmissionFailurePolicy;
}

interface Label {
  readonly key: string;
  readonly value: string;
}
/**
 * An admission policy that sends pods to the nodes that have their local volumes. It does what
 * local-csi-driver's webhook `hyperconverged` does, but the API server itself evaluates it.
 *
 * The node of a volume is preferred, or required if the volume's failover mode is `durability`.
 * Required nodes are added to each of the pod's existing node selector terms, of which there may be
 * up to 64. Volumes that were released or failed are ignored, even if they still name the claim.
 * The policy selects pods by a label, which `steer` adds. The driver has to run with
 * `hyperconverged`, which `LocalCsiDriver` checks.
 *
 * The target must specify the version of Kubernetes. It determines the API version: `v1` from 1.36;
 * `v1beta1` in 1.34 and 1.35, and `v1alpha1` in 1.32 and 1.33, where it must be enabled in the
 * cluster, and `MutatingAdmissionPolicy` named in the `featureGates` of the target.
 *
 * @example
 * const policies = new Chart(app, 'policies');
 * Target.enable(policies, { kubernetes: '1.36' });
 * const steering = new HyperconvergedPolicy(policies, 'steering');
 * const web = new kplus.Deployment(chart, 'web', {
 *   containers: [{ image: 'registry.example.com/web:1.0.0' }],
 * });
 * steering.steer(web);
 */
export class HyperconvergedPolicy extends Construct {
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
    props: HyperconvergedPolicyProps = {},
  ): Finding[] {
    return findingsOfTrial(scope, id, () => new HyperconvergedPolicy(scope, id, props));
  }

  /** The admission policy object. */
  public readonly policy: ResourceHandle;

  /** The object that binds the policy. */
  public readonly binding: ResourceHandle;

  private readonly label?: Label;

  /**
   * @param scope the chart or construct that it belongs to
   * @param id the id of the construct, and the name of the policy unless `name` is set
   * @param props the pods to steer
   * @throws an error that lists all findings if the API server would reject the policy or its
   * binding, or if the cluster does not have these policies
   */
  constructor(scope: Construct, id: string, props: HyperconvergedPolicyProps = {}) {
    super(scope, id);
    const name = props?.name ?? id;
    const label = props?.everyPod === true ? {} : { labelKey: STEERED_LABEL, labelValue: name };
    const { kubernetes, featureGates } = targetOf(this);
    const read = readInput<Omit<HyperconvergedSpec, 'kubernetes' | 'featureGates'>>(
      this,
      {
        ...props,
        name,
        labelKey: props?.labelKey ?? label.labelKey,
        labelValue: props?.labelValue ?? label.labelValue,
        failurePolicy: props?.failurePolicy ?? AdmissionFailurePolicy.FAIL,
      },
      {
        shape: HYPERCONVERGED_SHAPE,
        check: (given) => checkHyperconverged({ ...given, kubernetes, featureGates }),
      },
    ).read();
    const spec: HyperconvergedSpec = { ...read, kubernetes };
    const [policy, binding] = buildHyperconverged(spec);
    this.policy = addManifest(this, 'Policy', policy);
    this.binding = addManifest(this, 'Binding', binding);
    registerIdentity(this, this.policy);
    if (!spec.everyPod) this.label = { key: spec.labelKey!, value: spec.labelValue! };
  }

  /**
   * Makes the policy steer the pods of workloads, by adding its label to them.
   * @param workloads cdk8s-plus workloads, objects that create pods, or constructs whose default
   * child is one
   * @throws if one of them does not create pods, or belongs to another app
   */
  public steer(...workloads: IConstruct[]): void {
    const steered = workloads.map((workload) => {
      const object = objectOf(workload);
      const path = object && workloadKindOf(object)?.templatePath;
      if (!object || !path) {
        return this.refuse(
          `${nameOfConstruct(workload)} does not create pods`,
          'pass a workload, such as a Deployment',
        );
      }
      if (object.node.root !== this.node.root) {
        return this.refuse(
          `${nameOfConstruct(workload)} is in another app`,
          'create a policy in the app of the workload',
        );
      }
      return { object, path };
    });
    const { label } = this;
    if (!label) return;
    for (const { object, path } of steered) {
      changeWhenWritten(object, (manifest) =>
        changedAt(manifest, [...path, 'metadata', 'labels', label.key], () => label.value),
      );
    }
  }

  private refuse(message: string, remedy: string): never {
    return refuseAt(this, violation(RULES.steeredWorkload, 'steer', message, remedy));
  }
}
