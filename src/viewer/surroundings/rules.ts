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
  caughtByService: {
    severity: Severity.WARNING,
    summary: 'No service of others selects the pods of a viewer.',
    why: 'A share of its requests would be answered by the viewer, which shows the files of the volume.',
    bad: 'a Service with selector { app.kubernetes.io/name: data }, beside the viewer data',
    good: 'a selector that the labels of the viewer do not satisfy, or another name for the viewer',
    source: 'Kubernetes 1.36, Service',
  },
});
