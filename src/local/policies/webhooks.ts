/**
 * The configurations of the driver's own webhooks, for clusters that keep its manager: as its chart
 * writes them.
 */
import { Manifest } from '../../kube';
import { LOCAL_DRIVER } from '../names';
import { WebhookSpec } from './spec';

/** The configuration of the webhook on claims. */
export function buildEphemeralOnlyWebhook(spec: WebhookSpec): Manifest {
  const rule = {
    apiGroups: [''],
    apiVersions: ['v1'],
    operations: ['CREATE'],
    resources: ['persistentvolumeclaims'],
    scope: 'Namespaced',
  };
  return configuration(
    'ValidatingWebhookConfiguration',
    spec,
    'enforce-ephemeral',
    '/validate-pvc',
    rule,
  );
}

/** The configuration of the webhook on pods. */
export function buildHyperconvergedWebhook(spec: WebhookSpec): Manifest {
  const rule = {
    apiGroups: [''],
    apiVersions: ['v1'],
    operations: ['CREATE'],
    resources: ['pods'],
  };
  return configuration('MutatingWebhookConfiguration', spec, 'hyperconverged', '/mutate-pod', rule);
}

/** The manager writes `caBundle` into it when it runs. */
function configuration(
  kind: string,
  spec: WebhookSpec,
  prefix: string,
  path: string,
  rule: object,
): Manifest {
  const { name, serviceName, namespace, failurePolicy } = spec;
  return {
    apiVersion: 'admissionregistration.k8s.io/v1',
    kind,
    metadata: { name },
    webhooks: [
      {
        name: `${prefix}.${LOCAL_DRIVER}`,
        admissionReviewVersions: ['v1'],
        clientConfig: { service: { name: serviceName, namespace, path } },
        failurePolicy,
        rules: [rule],
        sideEffects: 'None',
      },
    ],
  };
}
