/**
 * The parts that every driver's pods share: kubelet's directories, and the sidecars of
 * kubernetes-csi.
 */
import { posix } from 'node:path';
import { Container, LivenessProbeSpec, ProvisionerSpec, RegistrarSpec } from './spec';

/** The directory in which a plugin's sidecars find its socket. */
const SOCKET_DIRECTORY = '/csi';

const UNPRIVILEGED = { readOnlyRootFilesystem: true, allowPrivilegeEscalation: false };

/** Where kubelet finds a driver's socket. */
export function socketPath(kubeletPath: string, driverName: string): string {
  return `${kubeletPath}/plugins/${driverName}/csi.sock`;
}

/**
 * The volumes of a node plugin: kubelet's directory, the directory of the socket, and the one to
 * register in.
 */
export function kubeletVolumes(
  kubeletPath: string,
  driverName: string,
): { name: string; hostPath: { path: string; type: string } }[] {
  const plugin = `${posix.dirname(socketPath(kubeletPath, driverName))}/`;
  return [
    { name: 'kubelet-dir', hostPath: { path: kubeletPath, type: 'Directory' } },
    { name: 'plugin-dir', hostPath: { path: plugin, type: 'DirectoryOrCreate' } },
    {
      name: 'registration-dir',
      hostPath: { path: `${kubeletPath}/plugins_registry/`, type: 'Directory' },
    },
  ];
}

/**
 * The sidecar that tells kubelet of the driver; it wants the volumes `plugin-dir` and
 * `registration-dir`.
 */
export function registrar(options: RegistrarSpec): Container {
  return {
    name: 'csi-driver-registrar',
    image: options.image,
    args: [
      '--csi-address=$(ADDRESS)',
      '--kubelet-registration-path=$(DRIVER_REG_SOCK_PATH)',
      `--v=${options.logLevel}`,
    ],
    env: [
      { name: 'ADDRESS', value: `${SOCKET_DIRECTORY}/${fileOf(options.socket)}` },
      { name: 'DRIVER_REG_SOCK_PATH', value: options.socket },
      { name: 'KUBE_NODE_NAME', valueFrom: { fieldRef: { fieldPath: 'spec.nodeName' } } },
    ],
    securityContext: UNPRIVILEGED,
    volumeMounts: [
      { name: 'plugin-dir', mountPath: SOCKET_DIRECTORY },
      { name: 'registration-dir', mountPath: '/registration' },
    ],
  };
}

/** The sidecar that answers for the driver when its health is asked for. */
export function livenessProbe(options: LivenessProbeSpec): Container {
  return {
    name: 'liveness-probe',
    image: options.image,
    args: [
      `--csi-address=${SOCKET_DIRECTORY}/${options.socketFile ?? 'csi.sock'}`,
      `--health-port=${options.port}`,
      ...(options.logLevel === undefined ? [] : [`--v=${options.logLevel}`]),
    ],
    securityContext: UNPRIVILEGED,
    volumeMounts: [{ name: options.socketVolumeName ?? 'plugin-dir', mountPath: SOCKET_DIRECTORY }],
  };
}

/**
 * The sidecar that has volumes made for claims; `additionalArgs` come behind its address and log
 * level.
 */
export function provisioner(options: ProvisionerSpec): Container {
  return {
    name: 'csi-provisioner',
    image: options.image,
    args: [
      '--csi-address=$(ADDRESS)',
      `--v=${options.logLevel}`,
      ...(options.additionalArgs ?? []),
    ],
    env: [{ name: 'ADDRESS', value: `${options.socketDirectory}/csi.sock` }],
    securityContext: UNPRIVILEGED,
    volumeMounts: [{ name: 'socket-dir', mountPath: `${options.socketDirectory}/` }],
  };
}

function fileOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
