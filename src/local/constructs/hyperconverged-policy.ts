/** The policy that sends pods to the nodes of their local volumes. */
import { ApiObject } from 'cdk8s';
import { Construct, IConstruct } from 'constructs';
import { AdmissionFailurePolicy } from '../../admission';
import { Finding, FindingsError, show, violation } from '../../findings';
import { addManifest, changeWhenWritten, findingsOfTrial, objectOf, readInput, registerIdentity, targetOf, workloadKindOf } from '../../tree';
import { checkHyperconverged } from '../policies/check';
import { buildHyperconverged } from '../policies/hyperconverged';
import { LOCAL_POLICY_RULES as RULES } from '../policies/rules';
import { HYPERCONVERGED_SHAPE, HyperconvergedSpec } from '../policies/spec';

/** Props of a `HyperconvergedPolicy`. */
export interface HyperconvergedPolicyProps {
  /**
   * The name of the policy and of its binding.
   * @default - the id of the construct
   */
  readonly name?: string;

  /**
   * The version of Kubernetes, such as `1.36`. It decides the version of the API: `v1` from 1.36; `v1beta1` in 1.34 and 1.35, and
   * `v1alpha1` in 1.32 and 1.33, where the cluster has to switch it on.
   * @default - that of the target; one of the two must say it
   */
  readonly kubernetes?: string;

  /**
   * The key of the label by which the policy knows the pods that it steers.
   * @default 'cdk8s-volumes.io/local-disks'
   */
  readonly labelKey?: string;

  /**
   * The value of the label.
   * @default - the name of the policy
   */
  readonly labelValue?: string;

  /**
   * Whether all pods of the cluster are steered, with a label or without. Each pod that is made is then held against each
   * volume of the cluster: with 1,000 volumes, up to 0.4 seconds more for a pod (Kubernetes 1.36, two busy cores), and more than
   * ten times as much with 10,000.
   * @default false
   */
  readonly everyPod?: boolean;

  /**
   * What happens to a pod where the policy cannot be evaluated. What passes then may start beside a blank volume.
   * @default AdmissionFailurePolicy.FAIL
   */
  readonly failurePolicy?: AdmissionFailurePolicy;
}

interface Label { readonly key: string; readonly value: string }
type Json = { [field: string]: any };

/**
 * Sends pods to the nodes that have their local volumes: what local-csi-driver's webhook `hyperconverged` does, run by the API
 * server itself.
 *
 * The node of a volume is preferred, or required where the volume's failover mode is `durability`; required nodes narrow each of
 * the alternatives that the pod has already, of which there may be 64. Pods are known by a label, which `steer` gives them. The
 * driver has to run with `hyperconverged`, as `LocalCsiDriver` checks.
 *
 * @example
 * const steering = new HyperconvergedPolicy(chart, 'steering', { kubernetes: '1.36' });
 * const web = new kplus.Deployment(chart, 'web', { containers: [{ image: 'registry.example.com/web:1.0.0' }] });
 * steering.steer(web);
 */
export class HyperconvergedPolicy extends Construct {
  /**
   * Checks the props without creating anything. Use it in tests, and in languages where an exception carries only
   * text.
   * @param scope the chart or construct that the new construct would belong to
   * @param id the id that the new construct would have
   * @param props the props of the new construct
   * @returns all findings: warnings, and the errors that the constructor would throw
   */
  public static check(scope: Construct, id: string, props: HyperconvergedPolicyProps = {}): Finding[] {
    return findingsOfTrial(scope, id, () => new HyperconvergedPolicy(scope, id, props));
  }

  /** The object of the policy. */
  public readonly policy: ApiObject;

  /** The object of the binding. */
  public readonly binding: ApiObject;

  private readonly label?: Label;

  /**
   * @param scope the chart or construct that it belongs to
   * @param id the id of the construct, and the name of the policy unless `name` is set
   * @param props the version of Kubernetes, and which pods are steered
   * @throws an error that lists all findings if the API server would refuse the policy or its binding, or when the
   * cluster has no such policies
   */
  constructor(scope: Construct, id: string, props: HyperconvergedPolicyProps = {}) {
    super(scope, id);
    const name = props?.name ?? id;
    const label = props?.everyPod === true ? {} : { labelKey: 'cdk8s-volumes.io/local-disks', labelValue: name };
    const spec = readInput<HyperconvergedSpec>(this, {
      ...props,
      kubernetes: props?.kubernetes ?? targetOf(this).kubernetes,
      name,
      labelKey: props?.labelKey ?? label.labelKey,
      labelValue: props?.labelValue ?? label.labelValue,
      failurePolicy: props?.failurePolicy ?? AdmissionFailurePolicy.FAIL,
    }, { shape: HYPERCONVERGED_SHAPE, check: checkHyperconverged }).read();
    const [policy, binding] = buildHyperconverged(spec);
    this.policy = addManifest(this, 'Policy', policy);
    this.binding = addManifest(this, 'Binding', binding);
    registerIdentity(this, this.policy);
    if (!spec.everyPod) this.label = { key: spec.labelKey!, value: spec.labelValue! };
  }

  /**
   * Has the policy steer the pods of workloads: they get its label.
   * @param workloads workloads of cdk8s-plus, objects that make pods, or constructs whose default child is one
   * @throws if one of them makes no pods, or is in another app
   */
  public steer(...workloads: IConstruct[]): void {
    const steered = workloads.map((workload) => {
      const object = objectOf(workload);
      const path = object && workloadKindOf(object)?.templatePath;
      if (!object || !path) return this.refuse(`${nameOf(workload)} makes no pods`, 'give a workload, such as a Deployment');
      if (object.node.root !== this.node.root) return this.refuse(`${nameOf(workload)} is in another app`, 'make a policy in the app of the workload');
      return { object, path };
    });
    const { label } = this;
    if (!label) return;
    for (const { object, path } of steered) changeWhenWritten(object, (manifest) => withLabel(manifest, [...path, 'metadata', 'labels'], label));
  }

  private refuse(message: string, remedy: string): never {
    const finding: Finding = { ...violation(RULES.steeredWorkload, 'steer', message, remedy), construct: this.node.path };
    throw new FindingsError([finding]);
  }
}

function withLabel(manifest: Json, path: readonly string[], { key, value }: Label): Json {
  let at = manifest;
  for (const field of path) at = at[field] ??= {};
  at[key] = value;
  return manifest;
}

function nameOf(construct: IConstruct | undefined): string {
  return construct?.node?.path ?? show(construct);
}
