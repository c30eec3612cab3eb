/** The configurations of the driver's own webhooks, for clusters that keep its manager. */
import { ApiObject } from 'cdk8s';
import { Construct } from 'constructs';
import { AdmissionFailurePolicy } from '../../admission';
import { Finding } from '../../findings';
import { Manifest } from '../../kube';
import { addManifest, findingsOfTrial, readInput, registerIdentity } from '../../tree';
import { checkWebhook } from '../policies/check';
import { WEBHOOK_SHAPE, WebhookSpec } from '../policies/spec';
import { buildEphemeralOnlyWebhook, buildHyperconvergedWebhook } from '../policies/webhooks';

/** Props of the configuration of a webhook. */
export interface LocalWebhookProps {
  /**
   * The name of the configuration. The manager is told it by an argument.
   * @default - the name that the driver's chart gives it, and `LocalCsiDriver` too
   */
  readonly name?: string;

  /**
   * The service of the manager.
   * @default 'csi-local-webhook-service'
   */
  readonly serviceName?: string;

  /**
   * The namespace of the manager.
   * @default 'kube-system'
   */
  readonly namespace?: string;

  /**
   * What happens to a request while the manager is down. With `FAIL`, nobody can make a claim, or a pod, in the meantime, the
   * manager's own included.
   * @default AdmissionFailurePolicy.IGNORE
   */
  readonly failurePolicy?: AdmissionFailurePolicy;
}

/**
 * The ValidatingWebhookConfiguration by which the API server asks the driver's manager about claims, as the chart of
 * local-csi-driver v0.3.0 has it. The manager writes `caBundle` into it, which a GitOps engine has to leave alone.
 *
 * `EphemeralOnlyPolicy` needs no manager, and refuses what the webhook overlooks.
 *
 * @example
 * new EphemeralOnlyWebhook(chart, 'ephemeral-only');
 */
export class EphemeralOnlyWebhook extends Construct {
  /**
   * Checks the props without creating anything. Use it in tests, and in languages where an exception carries only
   * text.
   * @param scope the chart or construct that the new construct would belong to
   * @param id the id that the new construct would have
   * @param props the props of the new construct
   * @returns all findings: warnings, and the errors that the constructor would throw
   */
  public static check(scope: Construct, id: string, props: LocalWebhookProps = {}): Finding[] {
    return findingsOfTrial(scope, id, () => new EphemeralOnlyWebhook(scope, id, props));
  }

  /** The object of the configuration. */
  public readonly configuration: ApiObject;

  /**
   * @param scope the chart or construct that it belongs to
   * @param id the id of the construct
   * @param props the manager
   * @throws an error that lists all findings if a name is one that the API server would refuse
   */
  constructor(scope: Construct, id: string, props: LocalWebhookProps = {}) {
    super(scope, id);
    this.configuration = configure(this, props, 'csi-local-enforce-ephemeral', buildEphemeralOnlyWebhook);
  }
}

/**
 * The MutatingWebhookConfiguration by which the API server has the driver's manager steer pods, as the chart of local-csi-driver
 * v0.3.0 has it. The manager writes `caBundle` into it, which a GitOps engine has to leave alone.
 *
 * `HyperconvergedPolicy` needs no manager, and steers the pods that the webhook lets go anywhere.
 *
 * @example
 * new HyperconvergedWebhook(chart, 'hyperconverged');
 */
export class HyperconvergedWebhook extends Construct {
  /**
   * Checks the props without creating anything. Use it in tests, and in languages where an exception carries only
   * text.
   * @param scope the chart or construct that the new construct would belong to
   * @param id the id that the new construct would have
   * @param props the props of the new construct
   * @returns all findings: warnings, and the errors that the constructor would throw
   */
  public static check(scope: Construct, id: string, props: LocalWebhookProps = {}): Finding[] {
    return findingsOfTrial(scope, id, () => new HyperconvergedWebhook(scope, id, props));
  }

  /** The object of the configuration. */
  public readonly configuration: ApiObject;

  /**
   * @param scope the chart or construct that it belongs to
   * @param id the id of the construct
   * @param props the manager
   * @throws an error that lists all findings if a name is one that the API server would refuse
   */
  constructor(scope: Construct, id: string, props: LocalWebhookProps = {}) {
    super(scope, id);
    this.configuration = configure(this, props, 'csi-local-hyperconverged-webhook', buildHyperconvergedWebhook);
  }
}

function configure(scope: Construct, props: LocalWebhookProps, name: string, build: (spec: WebhookSpec) => Manifest): ApiObject {
  const spec = readInput<WebhookSpec>(scope, {
    ...props,
    name: props?.name ?? name,
    serviceName: props?.serviceName ?? 'csi-local-webhook-service',
    namespace: props?.namespace ?? 'kube-system',
    failurePolicy: props?.failurePolicy ?? AdmissionFailurePolicy.IGNORE,
  }, { shape: WEBHOOK_SHAPE, check: checkWebhook }).read();
  const object = addManifest(scope, 'Configuration', build(spec));
  registerIdentity(scope, object);
  return object;
}
