/** The rules of what the construct of a viewer is given besides the spec of the resource. */
import { defineRules } from '../findings';

const LIBRARY = 'this library';

export const VIEWER_INPUT_RULES = defineRules('viewer', {
  scheduling: {
    summary: 'The options by which a viewer follows its claim do not contradict each other.',
    why: 'One of them would have no effect, or the API server would refuse the pod.',
    bad: 'rwoScheduling: false, coLocation: CoLocationMode.REQUIRED',
    good: 'coLocation: CoLocationMode.REQUIRED',
    source: LIBRARY,
  },
  gatewayUnknown: {
    summary: 'An AuthorizationPolicy says who the gateway is, where that does not follow from the routing.',
    why: 'It lets in those that it names, and nobody else.',
    bad: 'routing: ViewerRouting.ingress(), authorizationPolicy: {}',
    good: 'authorizationPolicy: { principals: [\'cluster.local/ns/ingress/sa/nginx\'] }',
    source: 'Istio 1.29, AuthorizationPolicy',
  },
  unknownToOperator: {
    summary: 'In operator mode a viewer has only what the PVCViewer resource has.',
    why: 'The controller does not know the option, so its output cannot have it.',
    bad: 'operatorMode: true, readOnly: true',
    good: 'readOnly: true',
    source: 'PVCViewer controller of Kubeflow 1.10.0',
  },
  operatorVerdict: {
    summary: 'In operator mode a viewer is one that the API server and the controller\'s webhooks take.',
    why: 'It would be refused. The message is their own.',
    bad: 'pvc: \'\'',
    good: 'pvc: \'data\'',
    source: 'PVCViewer controller of Kubeflow 1.10.0',
  },
  operatorOnly: {
    summary: 'The settings of the controller are for operator mode.',
    why: 'Outside of it there is no controller to have settings, so they would have no effect.',
    bad: 'operator: { gateway: \'istio-system/main\' }',
    good: 'routing: ViewerRouting.virtualService({ gateway: \'istio-system/main\' })',
    source: LIBRARY,
  },
});
