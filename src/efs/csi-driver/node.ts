/** The node plugin of the EFS driver, as its chart 4.4.1 runs it. */
import { formatConfOverrides } from './flags';
import { EFS_IMAGES } from './images';
import { EfsDriverSpec } from './spec';
import {
  Container,
  DriverContext,
  kubeletVolumes,
  livenessProbe,
  PluginSpec,
  PortRange,
  registrar,
  socketPath,
} from '../../csi/core';
import { EFS_DRIVER_NAME } from '../../facts';

const HEALTH_PORT = 9809;
const PORT_RANGE_LOWER_BOUND = 20049;
const PORT_RANGE_UPPER_BOUND = 21049;

/** The user and group of the driver's pods. */
export const AS_ROOT = { runAsUser: 0, runAsGroup: 0, fsGroup: 0, runAsNonRoot: false };

export function efsNodePlugin(
  spec: EfsDriverSpec,
  { kubeletPath, logLevel, nodeHealthPort = HEALTH_PORT }: DriverContext,
): PluginSpec {
  return {
    name: 'efs-csi-node',
    serviceAccountName: 'efs-csi-node-sa',
    // Without the watcher nothing asks the API server.
    roles:
      spec.taintWatcher === false
        ? []
        : [
            {
              name: 'efs-csi-node-role',
              bindingName: 'efs-csi-node-binding',
              rules: [
                { apiGroups: [''], resources: ['nodes'], verbs: ['get', 'list', 'watch', 'patch'] },
                { apiGroups: ['storage.k8s.io'], resources: ['csinodes'], verbs: ['get'] },
              ],
            },
          ],
    reservedPorts: [proxyPorts(spec)],
    scc: {
      name: 'efs-csi-scc',
      description: 'What the node plugin of the EFS CSI driver does, for its service account only.',
      privilegedRoleName: 'efs-privileged-role',
    },
    pod: {
      // In a network of its own, every restart of the pod would cut the proxies of all TLS mounts.
      hostNetwork: true,
      priorityClassName: 'system-node-critical',
      nodeSelector: { 'kubernetes.io/os': 'linux' },
      tolerations: [{ operator: 'Exists' }],
      securityContext: AS_ROOT,
      containers: [
        driver(spec, kubeletPath, logLevel, nodeHealthPort),
        registrar({
          image: EFS_IMAGES.registrar,
          socket: socketPath(kubeletPath, EFS_DRIVER_NAME),
          logLevel,
        }),
        livenessProbe({ image: EFS_IMAGES.livenessProbe, port: nodeHealthPort, logLevel }),
      ],
      volumes: [
        ...kubeletVolumes(kubeletPath, EFS_DRIVER_NAME),
        // State and configuration outlive the pod, else mounts hang after an update.
        { name: 'efs-state-dir', hostPath: { path: '/var/run/efs', type: 'DirectoryOrCreate' } },
        {
          name: 'efs-utils-config',
          hostPath: { path: '/var/amazon/efs', type: 'DirectoryOrCreate' },
        },
        {
          name: 'efs-utils-config-legacy',
          hostPath: { path: '/etc/amazon/efs', type: 'DirectoryOrCreate' },
        },
      ],
    },
  };
}

function driver(
  spec: EfsDriverSpec,
  kubeletPath: string,
  logLevel: number,
  port: number,
): Container {
  return {
    name: 'efs-plugin',
    image: EFS_IMAGES.driver,
    args: ['--endpoint=$(CSI_ENDPOINT)', '--logtostderr', `--v=${logLevel}`, ...optedIn(spec)],
    env: [
      { name: 'CSI_ENDPOINT', value: 'unix:/csi/csi.sock' },
      { name: 'CSI_NODE_NAME', valueFrom: { fieldRef: { fieldPath: 'spec.nodeName' } } },
      // Argo CD sees a difference forever if the API server sets the divisor.
      {
        name: 'CSI_NODE_MEMORY_LIMIT',
        valueFrom: {
          resourceFieldRef: {
            containerName: 'efs-plugin',
            resource: 'limits.memory',
            divisor: '0',
          },
        },
      },
      ...commonEnv(spec),
      ...(spec.taintWatcher === false ? [{ name: 'DISABLE_TAINT_WATCHER', value: 'true' }] : []),
    ],
    ports: [{ name: 'healthz', containerPort: port }],
    livenessProbe: {
      httpGet: { path: '/healthz', port: 'healthz' },
      initialDelaySeconds: 10,
      timeoutSeconds: 3,
      periodSeconds: 2,
      failureThreshold: 5,
    },
    securityContext: { privileged: true },
    volumeMounts: [
      { name: 'kubelet-dir', mountPath: kubeletPath, mountPropagation: 'Bidirectional' },
      { name: 'plugin-dir', mountPath: '/csi' },
      { name: 'efs-state-dir', mountPath: '/var/run/efs' },
      { name: 'efs-utils-config', mountPath: '/var/amazon/efs' },
      // The driver makes a link at /etc/amazon/efs, and fails if anything else is there.
      { name: 'efs-utils-config-legacy', mountPath: '/etc/amazon/efs-legacy' },
    ],
  };
}

/** The ports at which the proxies of TLS mounts listen, in the network of the pod that mounts. */
export function proxyPorts({
  portRangeUpperBound = PORT_RANGE_UPPER_BOUND,
}: EfsDriverSpec): PortRange {
  return {
    first: PORT_RANGE_LOWER_BOUND,
    last: portRangeUpperBound,
    use: 'the proxies of TLS mounts',
  };
}

/** Environment variables that both plugins have. */
export function commonEnv({
  portRangeUpperBound = PORT_RANGE_UPPER_BOUND,
  useFips,
}: EfsDriverSpec): { name: string; value: string }[] {
  return [
    { name: 'PORT_RANGE_UPPER_BOUND', value: String(portRangeUpperBound) },
    ...(useFips ? [{ name: 'AWS_USE_FIPS_ENDPOINT', value: 'true' }] : []),
  ];
}

/** Flags for what is not the driver's default. */
function optedIn(spec: EfsDriverSpec): string[] {
  const { volumeMetrics, maxInflightMounts, volumeAttachLimit, forceUnmountAfter } = spec;
  const flags: (string | undefined)[] = [
    ...(volumeMetrics
      ? [
          '--vol-metrics-opt-in=true',
          setting('vol-metrics-refresh-period', volumeMetrics.refreshPeriod),
          setting('vol-metrics-fs-rate-limit', volumeMetrics.fsRateLimit),
        ]
      : []),
    ...(maxInflightMounts === undefined
      ? []
      : [
          '--max-inflight-mount-calls-opt-in=true',
          `--max-inflight-mount-calls=${maxInflightMounts}`,
        ]),
    ...(volumeAttachLimit === undefined
      ? []
      : ['--volume-attach-limit-opt-in=true', `--volume-attach-limit=${volumeAttachLimit}`]),
    ...(forceUnmountAfter === undefined
      ? []
      : ['--force-unmount-after-timeout=true', `--unmount-timeout=${forceUnmountAfter}s`]),
    spec.debugLogs ? '--debug-logs=true' : undefined,
    spec.cloudWatchLogs ? '--efs-cloudwatch-log-enabled=true' : undefined,
    spec.s3FilesCloudWatchLogs === false ? '--s3files-cloudwatch-log-enabled=false' : undefined,
    spec.s3FilesCloudWatchMetrics === false
      ? '--s3files-cloudwatch-metrics-enabled=false'
      : undefined,
    setting(
      'efs-utils-conf-overrides',
      spec.efsUtilsConfig && formatConfOverrides(spec.efsUtilsConfig),
    ),
    setting(
      's3files-utils-conf-overrides',
      spec.s3FilesUtilsConfig && formatConfOverrides(spec.s3FilesUtilsConfig),
    ),
  ];
  return flags.filter((flag) => flag !== undefined);
}

function setting(flag: string, value: number | string | undefined): string | undefined {
  return value === undefined || value === '' ? undefined : `--${flag}=${value}`;
}
