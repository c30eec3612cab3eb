/** The rules of local volumes as options, beside those that hold for any class, claim or volume. */
import { defineRules } from '../../findings';

const DRIVER = 'local-csi-driver v0.3.0';

export const LOCAL_VOLUME_RULES = defineRules('local', {
  staticNode: {
    error: 'The node of a volume is not a valid node name.',
    why: 'No node has that name, so no pod with the volume can be scheduled.',
    bad: "nodeName: ''",
    good: "nodeName: 'node-1'",
    source: `${DRIVER}, topology`,
  },
  podsApart: {
    warning:
      'Pods of one template have local volumes on several nodes, and are not steered individually.',
    why: 'The template has one affinity for all of them, so none of them can be sent to its own volume at synthesis.',
    bad: 'Hyperconverged.enable(app), with a StatefulSet of 3 replicas whose volumes are known',
    good: 'an additional HyperconvergedPolicy, with policy.steer(statefulSet)',
    source: `${DRIVER}, webhook hyperconverged`,
  },
  podVolumeName: {
    error: 'The name of a volume of a pod is not unique, or not a DNS label.',
    why: 'The API server refuses the pod.',
    bad: "name: 'Cache'",
    good: "name: 'cache'",
    source: 'Kubernetes, volumes of pods',
  },
});
