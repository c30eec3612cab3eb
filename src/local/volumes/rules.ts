/** The rules of local volumes as options, beside those that hold for any class, claim or volume. */
import { defineRules } from '../../findings';

const DRIVER = 'local-csi-driver v0.3.0';

export const LOCAL_VOLUME_RULES = defineRules('local', {
  staticNode: {
    summary: 'The node of a volume is the name of one.',
    why: 'No node is called so, and no pod with the volume can be scheduled.',
    bad: 'node: \'\'',
    good: 'node: \'node-1\'',
    source: `${DRIVER}, topology`,
  },
  podVolumeName: {
    summary: 'The volume of a pod has a name of its own that is a DNS label.',
    why: 'The API server refuses the pod.',
    bad: 'name: \'Cache\'',
    good: 'name: \'cache\'',
    source: 'Kubernetes 1.36, volumes of pods',
  },
});
