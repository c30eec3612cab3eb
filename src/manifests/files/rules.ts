/**
 * The rules of what pods read and write: files of ConfigMaps and Secrets, empty directories, and
 * what is in a backup.
 */
import { defineRules, Severity } from '../../findings';

const EVICTION =
  'Kubernetes, kubelet (eviction_manager.go, empty_dir.go); kubernetes/kubernetes#63126';
const VELERO =
  'velero 1.17, pkg/podvolume/backupper.go and pkg/util/podvolume; velero-io/velero#2538, velero-io/velero#8196';

export const FILE_RULES = defineRules('files', {
  singleFile: {
    severity: Severity.WARNING,
    summary:
      'Long-running pods mount a ConfigMap, a Secret or a projected volume as a folder, unless a change to it triggers a rollout.',
    why: 'A subPath is bound to the file that exists when the container starts: the container never sees a new configuration or certificate.',
    bad: 'mountPath: /etc/nginx/nginx.conf, subPath: nginx.conf',
    good: 'mountPath: /etc/nginx, or annotations: { checksum/config: … } in the template',
    source: 'Kubernetes, kubelet (atomic_writer.go); kubernetes/kubernetes#50345',
  },
  decimalMode: {
    severity: Severity.WARNING,
    summary: 'The mode of a file is the one that its digits suggest.',
    why: 'Without the leading zero it is a decimal number: 400 is 0620, which lets the group write, and may not let the intended user read.',
    bad: 'defaultMode: 400',
    good: 'defaultMode: 0400, or 256',
    source: 'kubernetes/kubernetes#34982, rancher/server-chart#34',
  },
  emptyDirSize: {
    severity: Severity.WARNING,
    summary:
      'If containers have ephemeral storage limits, an emptyDir has a sizeLimit within their sum.',
    why: 'Kubelet evicts a pod whose containers, logs and emptyDirs use more than that in total.',
    bad: 'emptyDir: {}, limits: { ephemeral-storage: 4Gi }',
    good: 'emptyDir: { sizeLimit: 2Gi }',
    source: EVICTION,
  },
  emptyDirMemory: {
    severity: Severity.WARNING,
    summary:
      'An emptyDir in memory has a sizeLimit within the memory limit of the containers that mount it, or at least the containers have limits, unless it is the shared memory at /dev/shm.',
    why: 'What is written there counts as memory of the container, which is killed at its limit; without a limit, it may fill the memory of the node.',
    bad: 'emptyDir: { medium: Memory, sizeLimit: 2Gi }, limits: { memory: 1Gi }',
    good: 'emptyDir: { medium: Memory, sizeLimit: 512Mi }',
    source: EVICTION,
  },
  emptyDirMedium: {
    summary: 'The medium of an emptyDir is Memory or huge pages, or it has none.',
    why: 'The API server accepts any word, and kubelet never mounts the volume: the pod does not start.',
    bad: 'emptyDir: { medium: memory }',
    good: 'emptyDir: { medium: Memory }',
    source: 'Kubernetes, kubelet (empty_dir.go, unknown storage medium)',
  },
  subPathVariable: {
    otherSeverity: Severity.WARNING,
    summary: 'Variables are in subPathExpr, and each of them has a value.',
    why: 'In a subPath they are not replaced, and all pods write to one folder; without a value, the container never starts.',
    bad: 'subPath: $(POD_NAME)',
    good: 'subPathExpr: $(POD_NAME), and env: [{ name: POD_NAME, valueFrom: … }]',
    source: 'Kubernetes, kubelet (helpers.go, ExpandContainerVolumeMounts)',
  },
  unmountedClaim: {
    severity: Severity.WARNING,
    summary: 'A container mounts each claim of its pod.',
    why: 'What the program writes goes to the layer of the container, and is gone with it.',
    bad: 'volumes: [{ name: data, persistentVolumeClaim: { claimName: data } }], and no volumeMounts',
    good: 'volumeMounts: [{ name: data, mountPath: /data }]',
    source: 'Kubernetes, kubelet',
  },
  scriptMode: {
    summary: 'A container runs a file of a ConfigMap or a Secret only if its mode lets it.',
    why: 'Files of volumes have the mode 0644 unless they are given another: the container fails with "permission denied".',
    bad: 'command: [/scripts/run.sh], and configMap: { name: scripts }',
    good: 'configMap: { name: scripts, defaultMode: 0755 }',
    source: 'Kubernetes, defaults of ConfigMapVolumeSource and SecretVolumeSource; runc',
  },
  providedSecret: {
    severity: Severity.WARNING,
    otherSeverity: Severity.ERROR,
    summary: 'A pod mounts the SecretProviderClass of every Secret that is used.',
    why: 'The driver creates the Secret when it mounts the volume in a pod of the namespace, and deletes it with the last such pod: until then, pods that use it wait.',
    bad: 'secretObjects: [{ secretName: db }], env from the Secret db, and no volume of the class',
    good: 'the pod mounts a volume of the class as well',
    source: 'kubernetes-sigs/secrets-store-csi-driver#1611',
  },
  veleroPlace: {
    severity: Severity.WARNING,
    summary: 'Velero annotations for pods are set on pods.',
    why: 'Velero reads the annotations of the pods, not of the workload: the volume is not in the backup, or the hook does not run.',
    bad: 'kind: Deployment, metadata: { annotations: { backup.velero.io/backup-volumes: data } }',
    good: 'spec: { template: { metadata: { annotations: { backup.velero.io/backup-volumes: data } } } }',
    source: VELERO,
  },
  veleroVolume: {
    severity: Severity.WARNING,
    summary:
      'Velero annotations name volumes of the pod, separated only by commas, and no hostPath volumes.',
    why: 'Names that are not volumes of the pod are skipped: they are not in the backup.',
    bad: 'backup.velero.io/backup-volumes: data-claim, "config"',
    good: 'backup.velero.io/backup-volumes: data,config',
    source: VELERO,
  },
});
