/**
 * Drivers that do not exist: each has what EFS has not, so that the stack cannot be made for EFS
 * alone.
 */
import * as kplus from 'cdk8s-plus-28';
import {
  CsiDriverContext,
  CsiDriverDefinition,
  CsiSidecars,
  CsiStorageClass,
  CustomCsiDriver,
} from '../../src/csi';
import { Finding, Severity } from '../../src/findings';

const { k8s } = kplus;

/**
 * Attached disks: a controller with an attacher, file permissions by kubelet, a socket of its own,
 * rights in its namespace.
 */
export class AttachedDisks extends CustomCsiDriver {
  public describe({
    kubeletPath,
    logLevel,
    nodeHealthPort = 9999,
  }: CsiDriverContext): CsiDriverDefinition {
    const socket = `${kubeletPath}/plugins/disks.example.com-v2/run/disks.sock`;
    const nodePlugin: kplus.k8s.Container = {
      name: 'disks',
      image: 'registry.example.com:5000/storage/disks@sha256:' + '0'.repeat(64),
      args: ['node', `--verbosity=${logLevel}`],
      ports: [{ name: 'healthz', containerPort: nodeHealthPort }],
      resources: { limits: { memory: k8s.Quantity.fromString('64Mi') } },
      securityContext: { capabilities: { add: ['SYS_ADMIN', 'MKNOD'] } },
      volumeMounts: [{ name: 'plugin-dir', mountPath: '/csi' }],
    };
    return {
      name: 'disks.example.com',
      appName: 'disks-csi',
      defaultNamespace: 'disks-system',
      csiDriver: { attachRequired: true, fsGroupPolicy: 'File' },
      node: {
        name: 'disks-node',
        serviceAccountName: 'disks-node',
        scc: { name: 'disks-node-scc', privilegedRoleName: 'disks-node-privileged' },
        pod: {
          hostPid: true,
          containers: [
            nodePlugin,
            CsiSidecars.registrar({
              image: 'registry.example.com/csi/registrar:v1',
              socket,
              logLevel,
            }),
          ],
          volumes: [
            {
              name: 'plugin-dir',
              hostPath: { path: socket.replace('disks.sock', ''), type: 'DirectoryOrCreate' },
            },
            {
              name: 'registration-dir',
              hostPath: { path: `${kubeletPath}/plugins_registry/`, type: 'Directory' },
            },
          ],
        },
      },
      controller: {
        name: 'disks-controller',
        serviceAccountName: 'disks-controller',
        replicas: 3,
        scc: {
          name: 'disks-controller-scc',
          privilegedRoleName: 'disks-controller-privileged',
          additionalVolumeTypes: ['secret'],
        },
        roles: [
          {
            name: 'disks-attacher',
            bindingName: 'disks-attacher',
            rules: [
              {
                apiGroups: ['storage.k8s.io'],
                resources: ['volumeattachments'],
                verbs: ['get', 'list', 'watch', 'patch'],
              },
            ],
          },
          {
            name: 'disks-leases',
            bindingName: 'disks-leases',
            inNamespace: true,
            rules: [{ apiGroups: ['coordination.k8s.io'], resources: ['leases'], verbs: ['*'] }],
          },
        ],
        pod: {
          containers: [
            {
              name: 'disks',
              image: 'registry.example.com:5000/storage/disks:v1',
              args: ['controller'],
              volumeMounts: [{ name: 'socket-dir', mountPath: '/csi' }],
            },
            {
              name: 'csi-attacher',
              image: 'registry.example.com/csi/attacher:v4',
              args: ['--csi-address=/csi/csi.sock'],
              volumeMounts: [{ name: 'socket-dir', mountPath: '/csi' }],
            },
            CsiSidecars.livenessProbe({
              image: 'registry.example.com/csi/livenessprobe:v2',
              port: 9998,
              socketVolumeName: 'socket-dir',
            }),
          ],
          volumes: [{ name: 'socket-dir', emptyDir: {} }],
        },
      },
      storageClasses: [
        { name: 'disks', dynamic: true, allowVolumeExpansion: true, parameters: { pool: 'fast' } },
      ],
      dynamicParameters: ['pool'],
    };
  }

  public checkStorageClass({ dynamic, parameters }: CsiStorageClass): Finding[] {
    const pool = parameters?.pool;
    if (!dynamic || pool === 'fast' || pool === 'slow') return [];
    return [
      {
        rule: 'disks/pool',
        severity: Severity.ERROR,
        path: 'parameters.pool',
        message: `there is no pool ${pool}`,
        remedy: 'use fast or slow',
      },
    ];
  }
}

/** Disks of the nodes: no controller, ephemeral volumes too, capacity for the scheduler. */
export class LocalDisks extends CustomCsiDriver {
  public describe({ kubeletPath, logLevel }: CsiDriverContext): CsiDriverDefinition {
    const name = 'local.example.com';
    const socket = CsiSidecars.socketPath(kubeletPath, name);
    return {
      name,
      appName: 'local-csi',
      defaultNamespace: 'kube-system',
      csiDriver: {
        attachRequired: false,
        podInfoOnMount: true,
        storageCapacity: true,
        volumeLifecycleModes: ['Persistent', 'Ephemeral'],
      },
      node: {
        name: 'local-node',
        serviceAccountName: 'local-node',
        roles: [
          {
            name: 'local-node',
            bindingName: 'local-node',
            rules: [{ apiGroups: [''], resources: ['nodes'], verbs: ['get'] }],
          },
        ],
        pod: {
          containers: [
            {
              name: 'driver',
              image: 'registry.example.com/local-csi:v1',
              securityContext: { privileged: true },
              volumeMounts: [
                { name: 'plugin-dir', mountPath: '/csi' },
                { name: 'devices', mountPath: '/dev' },
              ],
            },
            CsiSidecars.registrar({
              image: 'registry.example.com/csi/registrar:v1',
              socket,
              logLevel,
            }),
          ],
          volumes: [
            ...CsiSidecars.kubeletVolumes(kubeletPath, name),
            { name: 'devices', hostPath: { path: '/dev' } },
          ],
          tolerations: [{ key: 'disks', operator: 'Exists' }],
        },
      },
      storageClasses: [
        { name: 'local', dynamic: true, volumeBindingMode: 'WaitForFirstConsumer' as never },
      ],
    };
  }

  public checkStorageClass(): Finding[] {
    return [];
  }
}

/** A driver that says this of itself, and nothing of classes. */
export function driverOf(definition: CsiDriverDefinition): CustomCsiDriver {
  return new Described(definition);
}

class Described extends CustomCsiDriver {
  public constructor(private readonly definition: CsiDriverDefinition) {
    super();
  }

  public describe(): CsiDriverDefinition {
    return this.definition;
  }

  public checkStorageClass(): Finding[] {
    return [];
  }
}
