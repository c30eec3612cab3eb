/** The rules of what pods read and write: files of ConfigMaps and Secrets, empty directories, and what is in a backup. */
import { defineRules, Severity } from '../../findings';

const EVICTION = 'Kubernetes 1.36, kubelet (eviction_manager.go, empty_dir.go); kubernetes/kubernetes#63126';
const VELERO = 'velero 1.17, pkg/podvolume/backupper.go and pkg/util/podvolume; velero-io/velero#2538, velero-io/velero#8196';

export const FILE_RULES = defineRules('files', {
  singleFile: {
    severity: Severity.WARNING,
    summary: 'Pods that live long mount a ConfigMap, a Secret or a projection as a folder, unless a change of it rolls them.',
    why: 'A subPath is bound to the file that is there when the container starts: a new configuration or certificate never arrives.',
    bad: 'mountPath: /etc/nginx/nginx.conf, subPath: nginx.conf',
    good: 'mountPath: /etc/nginx, or annotations: { checksum/config: … } in the template',
    source: 'Kubernetes 1.36, kubelet (atomic_writer.go); kubernetes/kubernetes#50345',
  },
  decimalMode: {
    severity: Severity.WARNING,
    summary: 'The mode of a file is the one that its digits suggest.',
    why: 'Without the leading zero it is a decimal number: 400 is 0620, with which the group may write, and the owner need not be who reads.',
    bad: 'defaultMode: 400',
    good: 'defaultMode: 0400, or 256',
    source: 'kubernetes/kubernetes#34982, rancher/server-chart#34',
  },
  emptyDirSize: {
    severity: Severity.WARNING,
    summary: 'Where containers have limits of ephemeral storage, an emptyDir has a sizeLimit within their sum.',
    why: 'Kubelet evicts a pod whose containers, logs and emptyDirs take more than that together.',
    bad: 'emptyDir: {}, limits: { ephemeral-storage: 4Gi }',
    good: 'emptyDir: { sizeLimit: 2Gi }',
    source: EVICTION,
  },
  emptyDirMemory: {
    severity: Severity.WARNING,
    summary: 'An emptyDir in memory has a sizeLimit within the memory limit of the containers that mount it, or at least they have limits.',
    why: 'What is written there is memory of the container, which is killed at its limit; without any limit it is the memory of the node.',
    bad: 'emptyDir: { medium: Memory, sizeLimit: 2Gi }, limits: { memory: 1Gi }',
    good: 'emptyDir: { medium: Memory, sizeLimit: 512Mi }',
    source: EVICTION,
  },
  providedSecret: {
    severity: Severity.WARNING,
    summary: 'A Secret of a SecretProviderClass that something uses is one whose class a pod mounts.',
    why: 'The driver makes it when it mounts the volume in a pod of the namespace, and deletes it with the last one: until then, who uses it waits.',
    bad: 'secretObjects: [{ secretName: db }], env from the Secret db, and no volume of the class',
    good: 'the pod mounts a volume of the class as well',
    source: 'kubernetes-sigs/secrets-store-csi-driver#1611',
  },
  veleroPlace: {
    severity: Severity.WARNING,
    summary: 'Annotations of Velero that are for pods are on pods.',
    why: 'It reads the annotations of the pods, not of what makes them: the volume is not in the backup, or the hook does not run.',
    bad: 'kind: Deployment, metadata: { annotations: { backup.velero.io/backup-volumes: data } }',
    good: 'spec: { template: { metadata: { annotations: { backup.velero.io/backup-volumes: data } } } }',
    source: VELERO,
  },
  veleroVolume: {
    severity: Severity.WARNING,
    summary: 'Annotations of Velero name volumes of the pod, divided by commas alone, and no paths of the node.',
    why: 'What is not a volume of the pod is skipped: it is not in the backup.',
    bad: 'backup.velero.io/backup-volumes: data-claim, "config"',
    good: 'backup.velero.io/backup-volumes: data,config',
    source: VELERO,
  },
});
