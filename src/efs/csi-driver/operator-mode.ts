/**
 * The five objects that aws-efs-operator (036c30e) makes at its start, field for field and in its
 * order.
 */
import { EFS_DRIVER_NAME } from '../../facts';
import { Manifest } from '../../kube';

export const OPERATOR_NAMESPACE = 'openshift-aws-efs';

const SERVICE_ACCOUNT = 'efs-csi-sa';
const NODE = 'efs-csi-node';
const OWNED = { 'openshift.io/aws-efs-operator-owned': 'true' };
const KUBELET = '/var/lib/kubelet';
const PLUGIN = `${KUBELET}/plugins/${EFS_DRIVER_NAME}/`;
const HEALTH_PORT = 9809;

/** The objects, for a namespace; the empty one is that of a kubeconfig without any. */
export function operatorStatics(namespace: string): Manifest[] {
  const where = namespace === '' ? 'default' : namespace;
  return [
    {
      apiVersion: 'v1',
      kind: 'ServiceAccount',
      metadata: { name: SERVICE_ACCOUNT, namespace: where, labels: OWNED },
    },
    scc(where),
    daemonSet(where),
    {
      apiVersion: 'storage.k8s.io/v1',
      kind: 'CSIDriver',
      metadata: { name: EFS_DRIVER_NAME, labels: OWNED },
      spec: { attachRequired: false, podInfoOnMount: false, volumeLifecycleModes: ['Persistent'] },
    },
    {
      apiVersion: 'storage.k8s.io/v1',
      kind: 'StorageClass',
      metadata: { name: 'efs-sc', labels: OWNED },
      provisioner: EFS_DRIVER_NAME,
      reclaimPolicy: 'Delete',
      volumeBindingMode: 'Immediate',
    },
  ];
}

/** A copy of the built-in `privileged`, nulls and administrators included. */
function scc(namespace: string): Manifest {
  return {
    apiVersion: 'security.openshift.io/v1',
    kind: 'SecurityContextConstraints',
    metadata: {
      name: 'efs-csi-scc',
      labels: OWNED,
      annotations: {
        'kubernetes.io/description': 'Highly privileged SCC for the EFS CSI driver DaemonSet.',
      },
    },
    allowHostDirVolumePlugin: true,
    allowHostIPC: true,
    allowHostNetwork: true,
    allowHostPID: true,
    allowHostPorts: true,
    allowPrivilegeEscalation: true,
    allowPrivilegedContainer: true,
    allowedCapabilities: ['*'],
    allowedUnsafeSysctls: ['*'],
    defaultAddCapabilities: null,
    fsGroup: { type: 'RunAsAny' },
    groups: ['system:cluster-admins', 'system:nodes', 'system:masters'],
    priority: null,
    readOnlyRootFilesystem: false,
    requiredDropCapabilities: null,
    runAsUser: { type: 'RunAsAny' },
    seLinuxContext: { type: 'RunAsAny' },
    seccompProfiles: ['*'],
    supplementalGroups: { type: 'RunAsAny' },
    users: ['system:admin', `system:serviceaccount:${namespace}:${SERVICE_ACCOUNT}`],
    volumes: ['*'],
  };
}

function daemonSet(namespace: string): Manifest {
  return {
    apiVersion: 'apps/v1',
    kind: 'DaemonSet',
    metadata: { name: NODE, namespace, labels: OWNED },
    spec: {
      selector: { matchLabels: { app: NODE } },
      template: {
        metadata: { labels: { app: NODE } },
        spec: {
          serviceAccountName: SERVICE_ACCOUNT,
          hostNetwork: true,
          dnsPolicy: 'ClusterFirstWithHostNet',
          nodeSelector: {
            'kubernetes.io/arch': 'amd64',
            'kubernetes.io/os': 'linux',
            'node-role.kubernetes.io/worker': '',
          },
          tolerations: [{ operator: 'Exists' }],
          containers: [plugin(), registrar(), livenessProbe()],
          volumes: [
            { name: 'kubelet-dir', hostPath: { path: KUBELET, type: 'Directory' } },
            {
              name: 'registration-dir',
              hostPath: { path: `${KUBELET}/plugins_registry/`, type: 'Directory' },
            },
            { name: 'plugin-dir', hostPath: { path: PLUGIN, type: 'DirectoryOrCreate' } },
            {
              name: 'efs-state-dir',
              hostPath: { path: '/var/run/efs', type: 'DirectoryOrCreate' },
            },
          ],
        },
      },
      updateStrategy: {},
    },
  };
}

function plugin(): object {
  return {
    name: 'efs-plugin',
    image: 'registry.hub.docker.com/amazon/aws-efs-csi-driver:778131e',
    imagePullPolicy: 'Always',
    args: ['--endpoint=$(CSI_ENDPOINT)', '--logtostderr', '--v=5'],
    env: [{ name: 'CSI_ENDPOINT', value: 'unix:/csi/csi.sock' }],
    ports: [
      { name: 'healthz', containerPort: HEALTH_PORT, hostPort: HEALTH_PORT, protocol: 'TCP' },
    ],
    livenessProbe: {
      httpGet: { path: '/healthz', port: 'healthz' },
      initialDelaySeconds: 10,
      timeoutSeconds: 3,
      periodSeconds: 2,
      failureThreshold: 5,
    },
    resources: {},
    securityContext: { privileged: true },
    volumeMounts: [
      { name: 'kubelet-dir', mountPath: KUBELET, mountPropagation: 'Bidirectional' },
      { name: 'plugin-dir', mountPath: '/csi' },
      { name: 'efs-state-dir', mountPath: '/var/run/efs' },
    ],
  };
}

function registrar(): object {
  return {
    name: 'csi-driver-registrar',
    image: 'quay.io/k8scsi/csi-node-driver-registrar:v1.3.0',
    imagePullPolicy: 'Always',
    args: [
      '--csi-address=$(ADDRESS)',
      '--kubelet-registration-path=$(DRIVER_REG_SOCK_PATH)',
      '--v=5',
    ],
    env: [
      { name: 'ADDRESS', value: '/csi/csi.sock' },
      { name: 'DRIVER_REG_SOCK_PATH', value: `${PLUGIN}csi.sock` },
      { name: 'KUBE_NODE_NAME', valueFrom: { fieldRef: { fieldPath: 'spec.nodeName' } } },
    ],
    resources: {},
    volumeMounts: [
      { name: 'plugin-dir', mountPath: '/csi' },
      { name: 'registration-dir', mountPath: '/registration' },
    ],
  };
}

function livenessProbe(): object {
  return {
    name: 'liveness-probe',
    image: 'quay.io/k8scsi/livenessprobe:v2.0.0',
    imagePullPolicy: 'Always',
    args: ['--csi-address=/csi/csi.sock', `--health-port=${HEALTH_PORT}`],
    resources: {},
    volumeMounts: [{ name: 'plugin-dir', mountPath: '/csi' }],
  };
}
