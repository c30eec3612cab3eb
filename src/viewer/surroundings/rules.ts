/** The rules of what stands around a viewer: its claim, the others that use it, services that could take its pods for theirs. */
import { defineRules, Severity } from '../../findings';

export const VIEWER_SURROUNDINGS_RULES = defineRules('viewer', {
  blockVolume: {
    summary: 'What a viewer shows is a file system.',
    why: 'A claim with volumeMode Block is a device: no container can mount it, and the pod is refused by the kubelet.',
    bad: 'pvc: raw, a claim with volumeMode: Block',
    good: 'a claim with volumeMode: Filesystem',
    source: 'Kubernetes 1.36, kubelet',
  },
  readOnlyClaim: {
    severity: Severity.WARNING,
    summary: 'The viewer of a claim that can only be read does not offer to write.',
    why: 'Uploads and changes fail, since the volume is mounted read-only.',
    bad: 'a claim with accessModes [ReadOnlyMany], without readOnly',
    good: 'readOnly: true',
    source: 'Kubernetes 1.36, access modes',
  },
  ownerUnknown: {
    severity: Severity.WARNING,
    summary: 'It is known who owns the files that a viewer writes to.',
    why: 'With a group of its own, kubelet would give it the files of others, and a database refuses to start then; without one, the viewer may not be able to write.',
    bad: 'pvc: data, a claim of which the app knows neither the workloads nor the owner',
    good: 'user: 999, group: 999',
    source: 'Kubernetes 1.36, kubelet: ownership of volumes',
  },
  nobodyToFollow: {
    severity: Severity.WARNING,
    summary: 'A viewer that follows its claim knows a workload that has it.',
    why: 'It is scheduled anywhere, and on another node than that of the volume it stays in ContainerCreating.',
    bad: 'rwoScheduling: true, where no workload of the app has the claim',
    good: 'nodeName: node-a, or the workloads that have the claim in the same app',
    source: 'Kubernetes 1.36, the attach/detach controller',
  },
  caughtByService: {
    severity: Severity.WARNING,
    summary: 'No service of others selects the pods of a viewer.',
    why: 'A share of its requests would be answered by the viewer, which shows the files of the volume.',
    bad: 'a Service with selector { app.kubernetes.io/name: data }, beside the viewer data',
    good: 'a selector that the labels of the viewer do not satisfy, or another name for the viewer',
    source: 'Kubernetes 1.36, Service',
  },
});
