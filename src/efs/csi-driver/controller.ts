/**
 * The controller of the EFS driver, as its chart 4.4.1 runs it: it makes and deletes access points.
 */
import { formatTags } from './flags';
import { EFS_IMAGES } from './images';
import { AS_ROOT, commonEnv, proxyPorts } from './node';
import { EfsDriverSpec } from './spec';
import {
  Container,
  ControllerSpec,
  DriverContext,
  livenessProbe,
  provisioner,
  RoleSpec,
} from '../../csi/core';
import { EfsStorageClassSpec } from '../storage-class/spec';

const HEALTH_PORT = 9909;
const SOCKET_DIRECTORY = '/var/lib/csi/sockets/pluginproxy';
const CROSS_ACCOUNT_SECRET = 'x-account';
/** What OpenShift's operator for the driver requests for each container. */
const REQUESTS = { requests: { cpu: '10m', memory: '50Mi' } };

export function efsController(
  spec: EfsDriverSpec,
  { logLevel, controllerHealthPort = HEALTH_PORT }: DriverContext,
): ControllerSpec {
  return {
    name: 'efs-csi-controller',
    serviceAccountName: 'efs-csi-controller-sa',
    roles: roles(spec),
    replicas: 2,
    // It mounts file systems only to delete directories.
    reservedPorts: spec.deleteAccessPointRootDir ? [proxyPorts(spec)] : [],
    scc: {
      name: 'efs-csi-controller-scc',
      description: 'What the controller of the EFS CSI driver does, for its service account only.',
      privilegedRoleName: 'efs-controller-privileged-role',
    },
    pod: {
      priorityClassName: 'system-cluster-critical',
      nodeSelector: { 'kubernetes.io/os': 'linux' },
      tolerations: [
        { key: 'CriticalAddonsOnly', operator: 'Exists' },
        { key: 'efs.csi.aws.com/agent-not-ready', operator: 'Exists' },
      ],
      securityContext: AS_ROOT,
      containers: [
        driver(spec, logLevel, controllerHealthPort),
        provisioner({
          image: EFS_IMAGES.provisioner,
          socketDirectory: SOCKET_DIRECTORY,
          logLevel,
          additionalArgs: [
            '--feature-gates=Topology=true',
            '--extra-create-metadata',
            '--leader-election',
            '--leader-election-renew-deadline=10s',
            '--leader-election-lease-duration=15s',
            '--worker-threads=100',
            '--timeout=15s',
          ],
        }),
        livenessProbe({
          image: EFS_IMAGES.livenessProbe,
          port: controllerHealthPort,
          socketVolumeName: 'socket-dir',
        }),
      ].map((container) => ({ ...container, resources: REQUESTS })),
      volumes: [{ name: 'socket-dir', emptyDir: {} }],
    },
  };
}

function driver(spec: EfsDriverSpec, logLevel: number, port: number): Container {
  const { tags = {}, deleteAccessPointRootDir, debugLogs, metricsPort } = spec;
  return {
    name: 'efs-plugin',
    image: EFS_IMAGES.driver,
    args: [
      '--endpoint=$(CSI_ENDPOINT)',
      '--logtostderr',
      ...(Object.keys(tags).length > 0 ? [`--tags=${formatTags(tags)}`] : []),
      `--v=${logLevel}`,
      ...(deleteAccessPointRootDir ? ['--delete-access-point-root-dir=true'] : []),
      ...(debugLogs ? ['--debug-logs=true'] : []),
      ...(metricsPort === undefined ? [] : [`--http-endpoint=0.0.0.0:${metricsPort}`]),
    ],
    env: [
      { name: 'CSI_ENDPOINT', value: `unix://${SOCKET_DIRECTORY}/csi.sock` },
      { name: 'CSI_NODE_NAME', valueFrom: { fieldRef: { fieldPath: 'spec.nodeName' } } },
      ...commonEnv(spec),
    ],
    ports: [
      { name: 'healthz', containerPort: port },
      ...(metricsPort === undefined ? [] : [{ name: 'metrics', containerPort: metricsPort }]),
    ],
    livenessProbe: {
      httpGet: { path: '/healthz', port: 'healthz' },
      initialDelaySeconds: 10,
      timeoutSeconds: 3,
      failureThreshold: 5,
    },
    // It mounts file systems, for which it has to be privileged, only to delete directories.
    securityContext: deleteAccessPointRootDir
      ? { privileged: true }
      : { allowPrivilegeEscalation: false },
    volumeMounts: [{ name: 'socket-dir', mountPath: `${SOCKET_DIRECTORY}/` }],
  };
}

function roles({
  crossAccountSecretName = CROSS_ACCOUNT_SECRET,
  fileSystemIdRefs,
  storageClasses = [],
}: EfsDriverSpec): RoleSpec[] {
  const refers = (one: EfsStorageClassSpec) =>
    one.fileSystemIdConfigRef !== undefined || one.fileSystemIdSecretRef !== undefined;
  const readsRefs = fileSystemIdRefs ?? storageClasses.some(refers);
  const rule = (apiGroup: string, resource: string, ...verbs: string[]) => ({
    apiGroups: [apiGroup],
    resources: [resource],
    verbs,
  });
  return [
    {
      name: 'efs-csi-external-provisioner-role',
      bindingName: 'efs-csi-provisioner-binding',
      rules: [
        rule('', 'persistentvolumes', 'get', 'list', 'watch', 'create', 'patch', 'delete'),
        rule('', 'persistentvolumeclaims', 'get', 'list', 'watch', 'update'),
        rule('storage.k8s.io', 'storageclasses', 'get', 'list', 'watch'),
        rule('', 'events', 'list', 'watch', 'create', 'patch'),
        rule('storage.k8s.io', 'csinodes', 'get', 'list', 'watch'),
        rule('', 'nodes', 'get', 'list', 'watch'),
        rule('coordination.k8s.io', 'leases', 'get', 'watch', 'list', 'delete', 'update', 'create'),
      ],
    },
    {
      name: 'efs-csi-external-provisioner-role-describe-secrets',
      bindingName: 'efs-csi-provisioner-binding-describe-secrets',
      inNamespace: true,
      rules: [
        { ...rule('', 'secrets', 'get', 'watch', 'list'), resourceNames: [crossAccountSecretName] },
      ],
    },
    ...(readsRefs
      ? [
          {
            name: 'efs-csi-filesystem-id-reader-role',
            bindingName: 'efs-csi-filesystem-id-reader-role-binding',
            rules: [{ apiGroups: [''], resources: ['configmaps', 'secrets'], verbs: ['get'] }],
          },
        ]
      : []),
  ];
}
