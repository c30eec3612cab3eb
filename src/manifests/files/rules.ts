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
      'A long-running pod mounts a single file of a ConfigMap, a Secret or a projected volume.',
    why: 'A subPath is bound to the file that exists when the container starts: the container never sees a new configuration or certificate.',
    bad: 'mountPath: /etc/nginx/nginx.conf, subPath: nginx.conf',
    good: 'mountPath: /etc/nginx, or annotations: { checksum/config: … } in the template',
    source: 'Kubernetes, kubelet (atomic_writer.go); kubernetes/kubernetes#50345',
  },
  decimalMode: {
    severity: Severity.WARNING,
    summary: 'The mode of a file is a decimal number whose digits suggest an octal one.',
    why: 'Without the leading zero it is a decimal number: 400 is 0620, which lets the group write, and may not let the intended user read.',
    bad: 'defaultMode: 400',
    good: 'defaultMode: 0400, or 256',
    source: 'kubernetes/kubernetes#34982, rancher/server-chart#34',
  },
  emptyDirSize: {
    severity: Severity.WARNING,
    summary:
      'Containers have ephemeral storage limits, but an emptyDir has no sizeLimit within their sum.',
    why: 'Kubelet evicts a pod whose containers, logs and emptyDirs use more than that in total.',
    bad: 'emptyDir: {}, limits: { ephemeral-storage: 4Gi }',
    good: 'emptyDir: { sizeLimit: 2Gi }',
    source: EVICTION,
  },
  emptyDirMemory: {
    severity: Severity.WARNING,
    summary:
      'An emptyDir in memory has no limit: no sizeLimit within the memory limits of the containers that mount it.',
    why: 'What is written there counts as memory of the container, which is killed at its limit; without a limit, it may fill the memory of the node.',
    bad: 'emptyDir: { medium: Memory, sizeLimit: 2Gi }, limits: { memory: 1Gi }',
    good: 'emptyDir: { medium: Memory, sizeLimit: 512Mi }',
    source: EVICTION,
  },
  emptyDirMedium: {
    summary: 'The medium of an emptyDir is neither empty, Memory nor huge pages.',
    why: 'The API server accepts any word, and kubelet never mounts the volume: the pod does not start.',
    bad: 'emptyDir: { medium: memory }',
    good: 'emptyDir: { medium: Memory }',
    source: 'Kubernetes, kubelet (empty_dir.go, unknown storage medium)',
  },
  subPathVariable: {
    otherSeverity: Severity.WARNING,
    summary: 'A subPath has a variable, or one in subPathExpr has no value.',
    why: 'In a subPath they are not replaced, and all pods write to one folder; without a value, the container never starts.',
    bad: 'subPath: $(POD_NAME)',
    good: 'subPathExpr: $(POD_NAME), and env: [{ name: POD_NAME, valueFrom: … }]',
    source: 'Kubernetes, kubelet (helpers.go, ExpandContainerVolumeMounts)',
  },
  unmountedClaim: {
    severity: Severity.WARNING,
    summary: 'No container mounts a claim of its pod.',
    why: 'What the program writes is stored in the layer of the container, and is lost with it.',
    bad: 'volumes: [{ name: data, persistentVolumeClaim: { claimName: data } }], and no volumeMounts',
    good: 'volumeMounts: [{ name: data, mountPath: /data }]',
    source: 'Kubernetes, kubelet',
  },
  scriptMode: {
    summary: 'A container runs a file of a ConfigMap or a Secret that is not executable.',
    why: 'Files of volumes have the mode 0644 unless another is set: the container fails with "permission denied".',
    bad: 'command: [/scripts/run.sh], and configMap: { name: scripts }',
    good: 'configMap: { name: scripts, defaultMode: 0755 }',
    source: 'Kubernetes, defaults of ConfigMapVolumeSource and SecretVolumeSource; runc',
  },
  providedSecret: {
    severity: Severity.WARNING,
    otherSeverity: Severity.ERROR,
    summary: 'No pod that uses a Secret mounts the SecretProviderClass that creates it.',
    why: 'The driver creates the Secret when it mounts the volume in a pod of the namespace, and deletes it with the last such pod: until then, pods that use it wait.',
    bad: 'secretObjects: [{ secretName: db }], env from the Secret db, and no volume of the class',
    good: 'the pod mounts a volume of the class as well',
    source: 'kubernetes-sigs/secrets-store-csi-driver#1611',
  },
  veleroPlace: {
    severity: Severity.WARNING,
    summary: 'A Velero annotation for pods is set on something else.',
    why: 'Velero reads the annotations of the pods, not of the workload: the volume is not in the backup, or the hook does not run.',
    bad: 'kind: Deployment, metadata: { annotations: { backup.velero.io/backup-volumes: data } }',
    good: 'spec: { template: { metadata: { annotations: { backup.velero.io/backup-volumes: data } } } }',
    source: VELERO,
  },
  veleroVolume: {
    severity: Severity.WARNING,
    summary:
      'A Velero annotation names a volume that the pod does not have or that cannot be backed up, or is not separated by commas alone.',
    why: 'Names that are not volumes of the pod are skipped: they are not in the backup.',
    bad: 'backup.velero.io/backup-volumes: data-claim, "config"',
    good: 'backup.velero.io/backup-volumes: data,config',
    source: VELERO,
  },
});
