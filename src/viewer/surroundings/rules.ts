/**
 * The rules of what stands around a viewer: its claim, the others that use it, services that could
 * take its pods for theirs.
 */
import { defineRules } from '../../findings';

export const VIEWER_SURROUNDINGS_RULES = defineRules('viewer', {
  blockVolume: {
    error: 'The claim of a viewer is a block device.',
    why: 'A claim with volumeMode Block is a device: no container can mount it, and kubelet rejects the pod.',
    bad: 'pvc: raw, a claim with volumeMode: Block',
    good: 'a claim with volumeMode: Filesystem',
    source: 'Kubernetes, kubelet',
  },
  readOnlyClaim: {
    warning: 'The viewer of a read-only claim offers to write.',
    why: 'Uploads and changes fail, because the volume is mounted read-only.',
    bad: 'a claim with accessModes [ReadOnlyMany], and readOnly: false',
    good: 'readOnly: true',
    source: 'Kubernetes, access modes',
  },
  ownerUnknown: {
    warning: 'The owner of the files that a viewer writes to is unknown.',
    why: 'With its own fsGroup, kubelet would change the group of files of other workloads, and a database might refuse to start; without one, the viewer may not be able to write.',
    bad: 'pvc: data, a claim of which the app knows neither the workloads nor the owner',
    good: 'user: 999, group: 999',
    source: 'Kubernetes, kubelet: ownership of volumes',
  },
  nobodyToFollow: {
    warning: 'A viewer follows its claim, but no known workload uses it.',
    why: 'It may be scheduled on any node, and stays in ContainerCreating on a node other than that of the volume.',
    bad: 'coLocation: CoLocationMode.AUTO, where no workload of the app has the claim',
    good: 'nodeName: node-a, or the workloads that have the claim in the same app',
    source: 'Kubernetes, the attach/detach controller',
  },
  caughtByService: {
    warning: 'Another Service selects the pods of a viewer.',
    why: 'The viewer would answer some of its requests, and show the files of the volume.',
    bad: 'a Service with selector { app.kubernetes.io/name: data }, beside the viewer data',
    good: 'a selector that the labels of the viewer do not satisfy, or another name for the viewer',
    source: 'Kubernetes, Service',
  },
});
