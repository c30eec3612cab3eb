/**
 * Steering: what leads pods to the nodes of their local volumes, as far as the objects show: a
 * policy with its binding, or the webhook.
 */
import { LOCAL_DRIVER } from './names';
import { Fields, fieldsOf, listOf, selects, textOf } from '../object';

const GROUP = 'admissionregistration.k8s.io';

/** The label by which HyperconvergedPolicy.steer marks pods, unless it is given another one. */
export const STEERED_LABEL = 'cdk8s-volumes.io/local-disks';

/** The kinds of objects that steer pods. */
export const STEERING_KINDS = [
  'MutatingAdmissionPolicy',
  'MutatingAdmissionPolicyBinding',
  'MutatingWebhookConfiguration',
].map((kind) => `${GROUP}/${kind}`);

/** Whether pods with these labels are steered. */
export type Steering = (labels: Fields) => boolean;

/** What the objects of each kind steer; undefined if nothing among them steers pods. */
export function steeringOf(ofKind: (kindKey: string) => Iterable<Fields>): Steering | undefined {
  const [policyKind, bindingKind, webhookKind] = STEERING_KINDS;
  for (const manifest of ofKind(webhookKind)) {
    if (listOf(manifest.webhooks).some(({ name }) => name === `hyperconverged.${LOCAL_DRIVER}`)) {
      return () => true;
    }
  }
  const policies = new Set(
    [...ofKind(policyKind)].filter(isSteering).map(({ metadata }) => fieldsOf(metadata).name),
  );
  if (policies.size === 0) return undefined;
  const selectors = [...ofKind(bindingKind)]
    .map(({ spec }) => fieldsOf(spec))
    .filter(({ policyName }) => policies.has(policyName))
    .map(({ matchResources }) => fieldsOf(matchResources).objectSelector);
  return (labels) =>
    selectors.length === 0 ||
    selectors.some((selector) => selector === undefined || selects(selector, labels));
}

/** A policy that looks at the driver's volumes when pods are created. */
function isSteering({ spec }: Fields): boolean {
  const { paramKind, matchConditions } = fieldsOf(spec);
  return (
    fieldsOf(paramKind).kind === 'PersistentVolume' &&
    listOf(matchConditions).some(({ expression }) => textOf(expression).includes(LOCAL_DRIVER))
  );
}
