/** The rules of what the construct of a viewer is given besides the spec of the resource. */
import { defineRules } from '../findings';

const LIBRARY = 'this library';

export const VIEWER_INPUT_RULES = defineRules('viewer', {
  scheduling: {
    error: 'The options for following the claim contradict each other.',
    why: 'One of them would have no effect, or the API server would refuse the pod.',
    bad: "nodeName: 'node-a', coLocation: CoLocationMode.NONE",
    good: "nodeName: 'node-a'",
    source: LIBRARY,
  },
  gatewayUnknown: {
    error:
      'An AuthorizationPolicy does not name the gateway, and the routing does not determine it.',
    why: 'It admits only the callers that it names.',
    bad: 'routing: ViewerRouting.ingress(), authorizationPolicy: {}',
    good: "authorizationPolicy: { principals: ['cluster.local/ns/ingress/sa/nginx'] }",
    source: 'Istio 1.29, AuthorizationPolicy',
  },
  unknownToOperator: {
    error: 'In operator mode, an option is set that the PVCViewer resource does not have.',
    why: 'The controller has no such option, and operator mode writes only what the controller would write.',
    bad: 'operatorMode: true, readOnly: false',
    good: 'readOnly: false',
    source: 'PVCViewer controller of Kubeflow 1.10.0',
  },
  operatorVerdict: {
    error: "In operator mode, the API server or the controller's webhooks reject the viewer.",
    why: 'They would reject it. The message is theirs, verbatim.',
    bad: "pvc: ''",
    good: "pvc: 'data'",
    source: 'PVCViewer controller of Kubeflow 1.10.0',
  },
  operatorOnly: {
    error: 'Settings of the controller, or its rwoScheduling, are set outside operator mode.',
    why: 'Outside operator mode there is no controller, so they would have no effect.',
    bad: "settings: { gateway: 'istio-system/main' }",
    good: "routing: ViewerRouting.virtualService({ gateway: 'istio-system/main' })",
    source: LIBRARY,
  },
});
