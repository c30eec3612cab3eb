import * as kplus from 'cdk8s-plus-28';
import { AttachedDisks, LocalDisks } from './drivers';
import { listed, manifestsOf } from './tree';
import { CsiSidecars } from '../../src/csi';
import { Platform } from '../../src/tree';
import { find } from '../support/manifests';

describe('a driver that attaches, with rights and a socket of its own', () => {
  const manifests = () =>
    manifestsOf({ driver: new AttachedDisks(), platform: Platform.OPENSHIFT });

  test('has its objects in order', () => {
    expect(listed(manifests())).toEqual([
      'Namespace disks-system',
      'ServiceAccount disks-node',
      'ServiceAccount disks-controller',
      'ClusterRole disks-attacher',
      'ClusterRoleBinding disks-attacher',
      'ClusterRole disks-leases',
      'RoleBinding disks-leases',
      'SecurityContextConstraints disks-node-scc',
      'SecurityContextConstraints disks-controller-scc',
      'CSIDriver disks.example.com',
      'DaemonSet disks-node',
      'Deployment disks-controller',
      'StorageClass disks',
    ]);
  });

  test('is attached, and kubelet changes the owner of files', () => {
    expect(find(manifests(), 'CSIDriver')).toHaveProperty('spec', {
      attachRequired: true,
      fsGroupPolicy: 'File',
    });
  });

  test('has its own socket, also for the registrar', () => {
    const pod = find(manifests(), 'DaemonSet').spec.template.spec;
    expect(pod.volumes[0].hostPath.path).toBe('/var/lib/kubelet/plugins/disks.example.com-v2/run/');
    expect(pod.containers[1].env.slice(0, 2)).toEqual([
      { name: 'ADDRESS', value: '/csi/disks.sock' },
      {
        name: 'DRIVER_REG_SOCK_PATH',
        value: '/var/lib/kubelet/plugins/disks.example.com-v2/run/disks.sock',
      },
    ]);
  });

  test('tolerates everything on nodes without saying so', () => {
    expect(find(manifests(), 'DaemonSet')).toHaveProperty('spec.template.spec.tolerations', [
      { operator: 'Exists' },
    ]);
  });

  test('has as many controllers as it wants, with its sidecars', () => {
    const { spec } = find(manifests(), 'Deployment') as any;
    expect([spec.replicas, spec.template.spec.containers.map(({ name }: any) => name)]).toEqual([
      3,
      ['disks', 'csi-attacher', 'liveness-probe'],
    ]);
  });

  test('gets a constraint for what its node plugin does: processes and two capabilities of the host, neither its network nor privileged containers', () => {
    expect(find(manifests(), 'SecurityContextConstraints', 'disks-node-scc')).toMatchObject({
      allowHostPID: true,
      allowHostIPC: false,
      allowHostNetwork: false,
      allowHostPorts: false,
      allowPrivilegedContainer: false,
      allowPrivilegeEscalation: true,
      allowedCapabilities: ['MKNOD', 'SYS_ADMIN'],
      volumes: ['hostPath', 'projected'],
    });
  });

  test('gets another one for its controller, with the volumes that the definition names besides', () => {
    expect(find(manifests(), 'SecurityContextConstraints', 'disks-controller-scc')).toMatchObject({
      allowHostPID: false,
      allowHostDirVolumePlugin: false,
      allowedCapabilities: [],
      volumes: ['emptyDir', 'projected', 'secret'],
    });
  });

  test('fields that the structs of cdk8s-plus spell differently are spelt as Kubernetes does', () => {
    expect(find(manifests(), 'DaemonSet')).toHaveProperty('spec.template.spec.hostPID', true);
  });

  test("its digest stays unless there is a version of one's own", () => {
    const images = { registry: 'mirror.example.com', overrides: { 'csi-attacher': { tag: 'v5' } } };
    const { spec: node } = (
      find(manifestsOf({ driver: new AttachedDisks(), images }), 'DaemonSet') as any
    ).spec.template;
    const { spec: controller } = (
      find(manifestsOf({ driver: new AttachedDisks(), images }), 'Deployment') as any
    ).spec.template;
    expect([
      node.containers[0].image,
      controller.containers.slice(0, 2).map(({ image }: any) => image),
    ]).toEqual([
      `mirror.example.com/storage/disks@sha256:${'0'.repeat(64)}`,
      ['mirror.example.com/storage/disks:v1', 'mirror.example.com/csi/attacher:v5'],
    ]);
  });
});

describe('a driver without a controller', () => {
  test('makes volumes of dynamic classes itself', () => {
    expect(listed(manifestsOf({ driver: new LocalDisks() }))).toEqual([
      'ServiceAccount local-node',
      'ClusterRole local-node',
      'ClusterRoleBinding local-node',
      'CSIDriver local.example.com',
      'DaemonSet local-node',
      'StorageClass local',
    ]);
  });

  test('may have ephemeral volumes, pod info and capacity', () => {
    expect(find(manifestsOf({ driver: new LocalDisks() }), 'CSIDriver')).toHaveProperty('spec', {
      attachRequired: false,
      podInfoOnMount: true,
      storageCapacity: true,
      volumeLifecycleModes: ['Persistent', 'Ephemeral'],
    });
  });

  test('may run on its own network, and tolerate less than everything', () => {
    const { spec } = (
      find(
        manifestsOf({ driver: new LocalDisks(), node: { hostNetwork: false } }),
        'DaemonSet',
      ) as any
    ).spec.template;
    expect([spec.hostNetwork, spec.tolerations]).toEqual([
      undefined,
      [{ key: 'disks', operator: 'Exists' }],
    ]);
  });
});

describe('sidecars for definitions', () => {
  test('the probe looks for the socket where it is, and says what it is told to', () => {
    const probe = CsiSidecars.livenessProbe({
      image: 'probe:v1',
      port: 9000,
      socketFile: 'a.sock',
      logLevel: 3,
    });
    expect(probe).toEqual({
      name: 'liveness-probe',
      image: 'probe:v1',
      args: ['--csi-address=/csi/a.sock', '--health-port=9000', '--v=3'],
      securityContext: { readOnlyRootFilesystem: true, allowPrivilegeEscalation: false },
      volumeMounts: [{ name: 'plugin-dir', mountPath: '/csi' }],
    } satisfies kplus.k8s.Container);
  });

  test('the provisioner talks to the socket in the pod', () => {
    expect(
      CsiSidecars.provisioner({
        image: 'p:v1',
        socketDirectory: '/run/csi',
        logLevel: 1,
        additionalArgs: ['--leader-election'],
      }),
    ).toEqual({
      name: 'csi-provisioner',
      image: 'p:v1',
      args: ['--csi-address=$(ADDRESS)', '--v=1', '--leader-election'],
      env: [{ name: 'ADDRESS', value: '/run/csi/csi.sock' }],
      securityContext: { readOnlyRootFilesystem: true, allowPrivilegeEscalation: false },
      volumeMounts: [{ name: 'socket-dir', mountPath: '/run/csi/' }],
    });
  });
});
