/** The node plugin of local-csi-driver, as its chart v0.3.0 runs it: it makes the volumes, too. */
import { isHyperconverged, LocalDriverSpec } from './spec';
import {
  Affinity,
  Container,
  DriverContext,
  kubeletVolumes,
  PluginSpec,
  socketPath,
} from '../../csi/core';
import { LOCAL_DRIVER } from '../names';
import { LOCAL_IMAGES, NODE_NAME } from './names';

const HEALTH_PORT = 8081;
const METRICS_PORT = 8080;
const ALL = ['create', 'delete', 'get', 'list', 'patch', 'update', 'watch'];
const READ = ['get', 'list', 'watch'];
const EXTENDED = ['get', 'list', 'patch', 'update', 'watch'];
const CONFINED = {
  readOnlyRootFilesystem: true,
  allowPrivilegeEscalation: false,
  capabilities: { drop: ['ALL'] },
};
/** The probes of the node plugin and of the manager. */
export const PROBES = {
  livenessProbe: {
    httpGet: { path: '/healthz', port: 'health' },
    initialDelaySeconds: 15,
    periodSeconds: 20,
  },
  readinessProbe: {
    httpGet: { path: '/readyz', port: 'health' },
    initialDelaySeconds: 5,
    periodSeconds: 10,
  },
};
const SOCKET = { name: 'plugin-dir', mountPath: '/csi' };

const SUPPORTED = [
  { key: 'kubernetes.io/os', operator: 'In', values: ['linux'] },
  { key: 'kubernetes.io/arch', operator: 'In', values: ['amd64', 'arm64'] },
];

/** The nodes for which there are images. */
export const SUPPORTED_NODES: Affinity = {
  nodeAffinity: {
    requiredDuringSchedulingIgnoredDuringExecution: {
      nodeSelectorTerms: [{ matchExpressions: SUPPORTED }],
    },
  },
};

export function localNodePlugin(
  spec: LocalDriverSpec,
  { kubeletPath, logLevel, nodeHealthPort = HEALTH_PORT }: DriverContext,
): PluginSpec {
  return {
    name: NODE_NAME,
    serviceAccountName: NODE_NAME,
    roles: [{ name: `${NODE_NAME}-role`, bindingName: `${NODE_NAME}-binding`, rules: RULES }],
    scc: {
      name: 'csi-local-node-scc',
      description:
        'What the node plugin of the local CSI driver does, for its service account only.',
      privilegedRoleName: 'csi-local-node-privileged-role',
    },
    pod: {
      hostPID: true,
      priorityClassName: 'system-node-critical',
      terminationGracePeriodSeconds: 60,
      securityContext: { seccompProfile: { type: 'RuntimeDefault' } },
      affinity: SUPPORTED_NODES,
      tolerations: [
        { effect: 'NoSchedule', operator: 'Exists' },
        { effect: 'NoExecute', operator: 'Exists' },
      ],
      containers: [
        driver(spec, kubeletPath, logLevel, nodeHealthPort),
        provisioner(logLevel),
        resizer(logLevel),
        registrar(kubeletPath),
      ],
      volumes: [
        { name: 'device', hostPath: { path: '/dev', type: 'Directory' } },
        ...kubeletVolumes(kubeletPath, LOCAL_DRIVER),
      ],
    },
  };
}

function driver(
  spec: LocalDriverSpec,
  kubeletPath: string,
  logLevel: number,
  port: number,
): Container {
  const {
    volumeGroupCleanup = true,
    lvGarbageCollection = true,
    lvmOrphanCleanup = true,
    lvmOrphanCleanupInterval = 300,
  } = spec;
  return {
    name: 'driver',
    image: LOCAL_IMAGES.driver,
    command: ['/local-csi-driver'],
    args: [
      '--node-name=$(NODE_NAME)',
      '--pod-name=$(POD_NAME)',
      '--pod-uid=$(POD_UID)',
      '--namespace=$(POD_NAMESPACE)',
      '--csi-bind-address=unix:///csi/csi.sock',
      '--worker-threads=100',
      '--kube-api-qps=100',
      '--kube-api-burst=200',
      `--metrics-bind-address=:${METRICS_PORT}`,
      '--metrics-secure=false',
      `--health-probe-bind-address=:${port}`,
      `--v=${logLevel}`,
      `--enable-cleanup=${volumeGroupCleanup}`,
      `--enable-lv-garbage-collection=${lvGarbageCollection}`,
      `--enable-lvm-orphan-cleanup=${lvmOrphanCleanup}`,
      ...(lvmOrphanCleanup ? [`--lvm-orphan-cleanup-interval=${lvmOrphanCleanupInterval}s`] : []),
      `--run-alongside-webhook=${isHyperconverged(spec)}`,
      ...list('disk-path-prefixes', spec.diskPathPrefixes),
      ...list('disk-models', spec.diskModels),
      ...list('disk-types', spec.diskTypes),
    ],
    env: [
      field('NODE_NAME', 'spec.nodeName'),
      field('POD_NAME', 'metadata.name'),
      field('POD_UID', 'metadata.uid'),
      field('POD_NAMESPACE', 'metadata.namespace'),
    ],
    ports: [
      { name: 'metrics', containerPort: METRICS_PORT },
      { name: 'health', containerPort: port },
    ],
    ...PROBES,
    resources: { limits: { memory: '600Mi' }, requests: { cpu: '10m', memory: '60Mi' } },
    securityContext: { privileged: true, capabilities: { drop: ['ALL'] } },
    volumeMounts: [
      { name: 'device', mountPath: '/dev' },
      SOCKET,
      { name: 'kubelet-dir', mountPath: kubeletPath, mountPropagation: 'Bidirectional' },
    ],
  };
}

/**
 * On every node one, for the volumes of that node. Without the metadata of claims, volumes would
 * keep their node affinity.
 */
function provisioner(logLevel: number): Container {
  return {
    name: 'csi-provisioner',
    image: LOCAL_IMAGES.provisioner,
    args: [
      '--csi-address=/csi/csi.sock',
      '--node-deployment',
      '--http-endpoint=:8090',
      '--retry-interval-start=1s',
      '--retry-interval-max=30s',
      '--worker-threads=100',
      '--kube-api-qps=100',
      '--kube-api-burst=200',
      '--extra-create-metadata',
      '--feature-gates=Topology=true',
      '--strict-topology=true',
      '--enable-capacity',
      '--capacity-ownerref-level=0',
      '--capacity-poll-interval=15s',
      `--v=${logLevel}`,
    ],
    env: [
      field('NAMESPACE', 'metadata.namespace'),
      field('POD_NAME', 'metadata.name'),
      field('NODE_NAME', 'spec.nodeName'),
    ],
    ports: [{ name: 'provisioner', containerPort: 8090 }],
    livenessProbe: {
      tcpSocket: { port: 'provisioner' },
      failureThreshold: 1,
      initialDelaySeconds: 10,
      periodSeconds: 20,
      timeoutSeconds: 10,
    },
    resources: { limits: { memory: '100Mi' }, requests: { cpu: '10m', memory: '20Mi' } },
    securityContext: CONFINED,
    volumeMounts: [SOCKET],
  };
}

function resizer(logLevel: number): Container {
  return {
    name: 'csi-resizer',
    image: LOCAL_IMAGES.resizer,
    args: [
      '--csi-address=/csi/csi.sock',
      '--timeout=240s',
      '--handle-volume-inuse-error=false',
      '--http-endpoint=:8091',
      `--v=${logLevel}`,
    ],
    env: [field('POD_NAMESPACE', 'metadata.namespace')],
    ports: [{ name: 'resizer', containerPort: 8091 }],
    resources: { limits: { memory: '500Mi' }, requests: { cpu: '10m', memory: '20Mi' } },
    securityContext: CONFINED,
    volumeMounts: [SOCKET],
  };
}

function registrar(kubeletPath: string): Container {
  return {
    name: 'csi-registrar',
    image: LOCAL_IMAGES.registrar,
    args: [
      '--csi-address=/csi/csi.sock',
      `--kubelet-registration-path=${socketPath(kubeletPath, LOCAL_DRIVER)}`,
      '--http-endpoint=:8092',
      '--v=1',
    ],
    ports: [{ name: 'registrar', containerPort: 8092 }],
    livenessProbe: {
      httpGet: { path: '/healthz', port: 'registrar' },
      failureThreshold: 1,
      initialDelaySeconds: 5,
      periodSeconds: 20,
      timeoutSeconds: 5,
    },
    resources: { limits: { memory: '100Mi' }, requests: { cpu: '10m', memory: '20Mi' } },
    securityContext: CONFINED,
    volumeMounts: [SOCKET, { name: 'registration-dir', mountPath: '/registration' }],
  };
}

/** A variable with a field of the pod. */
export function field(
  name: string,
  fieldPath: string,
): { readonly name: string; readonly [source: string]: unknown } {
  return { name, valueFrom: { fieldRef: { fieldPath } } };
}

function list(flag: string, values: readonly string[] = []): string[] {
  return values.length === 0 ? [] : [`--${flag}=${values.join(',')}`];
}

const RULES = [
  { apiGroups: ['', 'events.k8s.io'], resources: ['events'], verbs: ALL },
  { apiGroups: [''], resources: ['persistentvolumes'], verbs: ALL },
  { apiGroups: [''], resources: ['nodes', 'pods'], verbs: READ },
  {
    apiGroups: [''],
    resources: ['persistentvolumeclaims'],
    verbs: ['get', 'list', 'update', 'watch'],
  },
  { apiGroups: [''], resources: ['persistentvolumeclaims/status'], verbs: ['patch', 'update'] },
  { apiGroups: ['apps'], resources: ['daemonsets', 'replicasets'], verbs: READ },
  { apiGroups: ['storage.k8s.io'], resources: ['csidrivers', 'csistoragecapacities'], verbs: ALL },
  { apiGroups: ['storage.k8s.io'], resources: ['csinodes', 'storageclasses'], verbs: READ },
  {
    apiGroups: ['storage.k8s.io'],
    resources: ['volumeattachments', 'volumeattachments/status'],
    verbs: EXTENDED,
  },
];
