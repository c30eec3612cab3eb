/**
 * The rules of viewers in operator mode: what the controller does that nobody would expect, and
 * what becomes of it in a cluster.
 */
import { defineRules } from '../../findings';

const CONTROLLER = 'PVCViewer controller of Kubeflow 1.10.0';

export const VIEWER_OPERATOR_RULES = defineRules('viewer', {
  operatorNamespace: {
    warning: 'In operator mode, the namespace of a viewer is unknown.',
    why: 'Its path, its host and an environment variable of its container contain it.',
    bad: 'metadata: { name: data }',
    good: 'metadata: { name: data, namespace: team-a }',
    source: CONTROLLER,
  },
  operatorAffinity: {
    warning: 'In operator mode, the podSpec of a viewer has an affinity.',
    why: 'The controller replaces it with its own, or with none.',
    bad: 'podSpec: { affinity: { nodeAffinity: … }, containers: … }',
    good: 'podSpec: { nodeSelector: { disk: ssd }, containers: … }',
    source: CONTROLLER,
  },
  operatorChildName: {
    warning: 'In operator mode, the name of a viewer has more than 53 characters or a dot.',
    why: 'The objects are named pvcviewer-<name>, which is also the value of a label and the name of a Service; the controller does not check it.',
    bad: 'metadata: { name: data.v2 }',
    good: 'metadata: { name: data-v2 }',
    source: `${CONTROLLER}; Kubernetes, names of services and values of labels`,
  },
  operatorFile: {
    warning:
      'In operator mode, the file of DEFAULT_POD_SPEC_PATH does not exist or is not a PodSpec.',
    why: 'Without it the controller leaves the podSpec of a viewer empty, and the schema then refuses its containers.',
    bad: 'DEFAULT_POD_SPEC_PATH=/etc/nothing.yaml',
    good: 'DEFAULT_POD_SPEC_PATH=/etc/pod-spec.yaml, a file with containers',
    source: CONTROLLER,
  },
  operatorVariable: {
    warning: 'An environment variable is set that the controller does not read.',
    why: 'Others have no effect on the objects of a viewer.',
    bad: 'GATEWAY=istio-system/public',
    good: 'ISTIO_GATEWAY=istio-system/public',
    source: CONTROLLER,
  },
});
