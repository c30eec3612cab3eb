/** The rules of local volumes as options, beside those that hold for any class, claim or volume. */
import { defineRules, Severity } from '../../findings';

const DRIVER = 'local-csi-driver v0.3.0';

export const LOCAL_VOLUME_RULES = defineRules('local', {
  staticNode: {
    summary: 'The node of a volume is the name of one.',
    why: 'No node is called so, and no pod with the volume can be scheduled.',
    bad: 'nodeName: \'\'',
    good: 'nodeName: \'node-1\'',
    source: `${DRIVER}, topology`,
  },
  podsApart: {
    severity: Severity.WARNING,
    summary: 'Pods of one template that have local volumes on several nodes are steered one by one.',
    why: 'The template has one affinity for all of them, so none of them can be sent to its own volume at synthesis.',
    bad: 'Hyperconverged.of(app), with a StatefulSet of 3 replicas whose volumes are known',
    good: 'a HyperconvergedPolicy besides, with policy.steer(statefulSet)',
    source: `${DRIVER}, webhook hyperconverged`,
  },
  podVolumeName: {
    summary: 'The volume of a pod has a name of its own that is a DNS label.',
    why: 'The API server refuses the pod.',
    bad: 'name: \'Cache\'',
    good: 'name: \'cache\'',
    source: 'Kubernetes 1.36, volumes of pods',
  },
});
