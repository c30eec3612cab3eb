/** The configurations of the driver's own webhooks, for clusters that keep its manager. */
import { Construct } from 'constructs';
import { AdmissionFailurePolicy } from '../../admission';
import { Finding } from '../../findings';
import { Manifest } from '../../kube';
import {
  addManifest,
  findingsOfTrial,
  readInput,
  registerIdentity,
  ResourceHandle,
} from '../../tree';
import { checkWebhook } from '../policies/check';
import { WEBHOOK_SHAPE, WebhookSpec } from '../policies/spec';
import { buildEphemeralOnlyWebhook, buildHyperconvergedWebhook } from '../policies/webhooks';

/** Props of a webhook configuration. */
export interface LocalWebhookProps {
  /**
   * The name of the webhook configuration. The manager gets it as an argument.
   * @default - the name that the driver's Helm chart and `LocalCsiDriver` use
   */
  readonly name?: string;

  /**
   * The name of the manager's Service.
   * @default 'csi-local-webhook-service'
   */
  readonly serviceName?: string;

  /**
   * The namespace of the manager.
   * @default 'kube-system'
   */
  readonly namespace?: string;

  /**
   * What happens to a request while the manager is unavailable. With `FAIL`, claims or pods cannot
   * be created in the meantime, not even those of the manager.
   * @default AdmissionFailurePolicy.IGNORE
   */
  readonly failurePolicy?: AdmissionFailurePolicy;
}

/**
 * The ValidatingWebhookConfiguration that makes the API server ask the driver's manager about
 * claims, as in the Helm chart of local-csi-driver v0.3.0. The manager writes `caBundle` into it,
 * which a GitOps engine must ignore.
 *
 * `EphemeralOnlyPolicy` needs no manager, and also rejects what the webhook misses.
 *
 * @example
 * new EphemeralOnlyWebhook(chart, 'ephemeral-only');
 */
export class EphemeralOnlyWebhook extends Construct {
  /**
   * Checks the props without creating anything. Use it in tests, and in languages where an
   * exception carries only text.
   * @param scope the chart or construct that the new construct would belong to
   * @param id the id that the new construct would have
   * @param props the props of the new construct
   * @returns all findings: warnings, and the errors that the constructor would throw
   */
  public static check(scope: Construct, id: string, props: LocalWebhookProps = {}): Finding[] {
    return findingsOfTrial(scope, id, () => new EphemeralOnlyWebhook(scope, id, props));
  }

  /** The webhook configuration object. */
  public readonly configuration: ResourceHandle;

  /**
   * @param scope the chart or construct that it belongs to
   * @param id the id of the construct
   * @param props the manager, and the failure policy
   * @throws an error that lists all findings if the API server would reject a name
   */
  constructor(scope: Construct, id: string, props: LocalWebhookProps = {}) {
    super(scope, id);
    this.configuration = configure(
      this,
      props,
      'csi-local-enforce-ephemeral',
      buildEphemeralOnlyWebhook,
    );
  }
}

/**
 * The MutatingWebhookConfiguration that makes the API server let the driver's manager steer pods,
 * as in the Helm chart of local-csi-driver v0.3.0. The manager writes `caBundle` into it, which a
 * GitOps engine must ignore.
 *
 * `HyperconvergedPolicy` needs no manager, and also steers pods that the webhook misses.
 *
 * @example
 * new HyperconvergedWebhook(chart, 'hyperconverged');
 */
export class HyperconvergedWebhook extends Construct {
  /**
   * Checks the props without creating anything. Use it in tests, and in languages where an
   * exception carries only text.
   * @param scope the chart or construct that the new construct would belong to
   * @param id the id that the new construct would have
   * @param props the props of the new construct
   * @returns all findings: warnings, and the errors that the constructor would throw
   */
  public static check(scope: Construct, id: string, props: LocalWebhookProps = {}): Finding[] {
    return findingsOfTrial(scope, id, () => new HyperconvergedWebhook(scope, id, props));
  }

  /** The webhook configuration object. */
  public readonly configuration: ResourceHandle;

  /**
   * @param scope the chart or construct that it belongs to
   * @param id the id of the construct
   * @param props the manager, and the failure policy
   * @throws an error that lists all findings if the API server would reject a name
   */
  constructor(scope: Construct, id: string, props: LocalWebhookProps = {}) {
    super(scope, id);
    this.configuration = configure(
      this,
      props,
      'csi-local-hyperconverged-webhook',
      buildHyperconvergedWebhook,
    );
  }
}

function configure(
  scope: Construct,
  props: LocalWebhookProps,
  name: string,
  build: (spec: WebhookSpec) => Manifest,
): ResourceHandle {
  const spec = readInput<WebhookSpec>(
    scope,
    {
      ...props,
      name: props?.name ?? name,
      serviceName: props?.serviceName ?? 'csi-local-webhook-service',
      namespace: props?.namespace ?? 'kube-system',
      failurePolicy: props?.failurePolicy ?? AdmissionFailurePolicy.IGNORE,
    },
    { shape: WEBHOOK_SHAPE, check: checkWebhook },
  ).read();
  const object = addManifest(scope, 'Configuration', build(spec));
  registerIdentity(scope, object);
  return object;
}
