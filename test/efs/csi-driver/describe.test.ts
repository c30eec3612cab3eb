import { Duration } from 'cdk8s';
import { k8s } from 'cdk8s-plus-28';
import { CsiDriverContext, CsiDriverStackMode } from '../../../src/csi';
import { DEFINITION_STRUCTS } from '../../../src/csi/core';
import { EfsCsiDriver, EfsCsiDriverProps } from '../../../src/efs/constructs/efs-csi-driver';
import { describeEfsDriver } from '../../../src/efs/csi-driver';
import { plainly, Platform } from '../../../src/tree';

const CONTEXT: CsiDriverContext = {
  platform: Platform.EKS,
  mode: CsiDriverStackMode.THIS_STACK,
  kubeletPath: '/var/lib/kubelet',
  logLevel: 2,
};

function definition(props: EfsCsiDriverProps = {}, context: Partial<CsiDriverContext> = {}): any {
  return plainly(new EfsCsiDriver(props)._describe({ ...CONTEXT, ...context }), DEFINITION_STRUCTS);
}

/** The driver's own container of a plugin. */
function plugin(key: 'node' | 'controller', props: EfsCsiDriverProps = {}): any {
  return definition(props)[key].pod.containers[0];
}

test('every image names its registry, so that no node looks for it elsewhere', () => {
  const { node, controller } = definition();
  const images = [node, controller].flatMap(({ pod }) =>
    pod.containers.map(({ image }: { image: string }) => image),
  );
  expect(images).toHaveLength(6);
  expect(images.filter((image) => !/^[a-z0-9-]+(?:\.[a-z0-9-]+)+\//.test(image))).toEqual([]);
});

describe('the node plugin', () => {
  test('has the volumes of the chart: state and configuration outlive it', () => {
    expect(
      definition().node.pod.volumes.map(({ name, hostPath }: any) => [
        name,
        hostPath.path,
        hostPath.type,
      ]),
    ).toEqual([
      ['kubelet-dir', '/var/lib/kubelet', 'Directory'],
      ['plugin-dir', '/var/lib/kubelet/plugins/efs.csi.aws.com/', 'DirectoryOrCreate'],
      ['registration-dir', '/var/lib/kubelet/plugins_registry/', 'Directory'],
      ['efs-state-dir', '/var/run/efs', 'DirectoryOrCreate'],
      ['efs-utils-config', '/var/amazon/efs', 'DirectoryOrCreate'],
      ['efs-utils-config-legacy', '/etc/amazon/efs', 'DirectoryOrCreate'],
    ]);
  });

  test('has the mounts of the chart, and nothing at /etc/amazon/efs', () => {
    expect(plugin('node').volumeMounts).toEqual([
      { name: 'kubelet-dir', mountPath: '/var/lib/kubelet', mountPropagation: 'Bidirectional' },
      { name: 'plugin-dir', mountPath: '/csi' },
      { name: 'efs-state-dir', mountPath: '/var/run/efs' },
      { name: 'efs-utils-config', mountPath: '/var/amazon/efs' },
      { name: 'efs-utils-config-legacy', mountPath: '/etc/amazon/efs-legacy' },
    ]);
  });

  test('has the environment of the chart, with the divisor that Argo CD would miss', () => {
    expect(plugin('node').env).toEqual([
      { name: 'CSI_ENDPOINT', value: 'unix:/csi/csi.sock' },
      { name: 'CSI_NODE_NAME', valueFrom: { fieldRef: { fieldPath: 'spec.nodeName' } } },
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
      { name: 'PORT_RANGE_UPPER_BOUND', value: '21049' },
    ]);
  });

  test('has only the flags that it needs', () => {
    expect(plugin('node').args).toEqual(['--endpoint=$(CSI_ENDPOINT)', '--logtostderr', '--v=2']);
  });

  test('is asked for its health as in the chart', () => {
    expect(plugin('node').livenessProbe).toEqual({
      httpGet: { path: '/healthz', port: 'healthz' },
      initialDelaySeconds: 10,
      timeoutSeconds: 3,
      periodSeconds: 2,
      failureThreshold: 5,
    });
  });

  test("runs on the host's network, as root, before everything else, wherever Linux is", () => {
    const { containers, volumes, ...pod } = definition().node.pod;
    expect([
      pod,
      containers.map(({ name, image, securityContext }: any) => [name, image, securityContext]),
      volumes.length,
    ]).toEqual([
      {
        hostNetwork: true,
        priorityClassName: 'system-node-critical',
        nodeSelector: { 'kubernetes.io/os': 'linux' },
        tolerations: [{ operator: 'Exists' }],
        securityContext: { runAsUser: 0, runAsGroup: 0, fsGroup: 0, runAsNonRoot: false },
      },
      [
        [
          'efs-plugin',
          'public.ecr.aws/efs-csi-driver/amazon/aws-efs-csi-driver:v3.4.1',
          { privileged: true },
        ],
        [
          'csi-driver-registrar',
          'public.ecr.aws/csi-components/csi-node-driver-registrar:v2.17.0-eksbuild.3',
          { readOnlyRootFilesystem: true, allowPrivilegeEscalation: false },
        ],
        [
          'liveness-probe',
          'public.ecr.aws/csi-components/livenessprobe:v2.19.0-eksbuild.3',
          { readOnlyRootFilesystem: true, allowPrivilegeEscalation: false },
        ],
      ],
      6,
    ]);
  });

  test('may look at nodes and take their taint off', () => {
    expect(definition().node.roles).toEqual([
      {
        name: 'efs-csi-node-role',
        bindingName: 'efs-csi-node-binding',
        rules: [
          { apiGroups: [''], resources: ['nodes'], verbs: ['get', 'list', 'watch', 'patch'] },
          { apiGroups: ['storage.k8s.io'], resources: ['csinodes'], verbs: ['get'] },
        ],
      },
    ]);
  });

  test('without the taint watcher it has no rights, and does not try', () => {
    expect([
      definition({ taintWatcher: false }).node.roles,
      plugin('node', { taintWatcher: false }).env.at(-1),
    ]).toEqual([[], { name: 'DISABLE_TAINT_WATCHER', value: 'true' }]);
  });

  test.each<[string, EfsCsiDriverProps, string[]]>([
    ['volumeMetrics', { volumeMetrics: {} }, ['--vol-metrics-opt-in=true']],
    [
      'volumeMetrics with values',
      { volumeMetrics: { refreshPeriod: Duration.hours(2), fsRateLimit: 3 } },
      [
        '--vol-metrics-opt-in=true',
        '--vol-metrics-refresh-period=120',
        '--vol-metrics-fs-rate-limit=3',
      ],
    ],
    [
      'maxInflightMounts',
      { maxInflightMounts: 7 },
      ['--max-inflight-mount-calls-opt-in=true', '--max-inflight-mount-calls=7'],
    ],
    [
      'volumeAttachLimit',
      { volumeAttachLimit: 8 },
      ['--volume-attach-limit-opt-in=true', '--volume-attach-limit=8'],
    ],
    [
      'forceUnmountAfter',
      { forceUnmountAfter: Duration.minutes(1) },
      ['--force-unmount-after-timeout=true', '--unmount-timeout=60s'],
    ],
    ['debugLogs', { debugLogs: true }, ['--debug-logs=true']],
    ['debugLogs off', { debugLogs: false }, []],
    ['cloudWatchLogs', { cloudWatchLogs: true }, ['--efs-cloudwatch-log-enabled=true']],
    [
      's3FilesCloudWatchLogs',
      { s3FilesCloudWatchLogs: false },
      ['--s3files-cloudwatch-log-enabled=false'],
    ],
    ['s3FilesCloudWatchLogs on', { s3FilesCloudWatchLogs: true }, []],
    [
      's3FilesCloudWatchMetrics',
      { s3FilesCloudWatchMetrics: false },
      ['--s3files-cloudwatch-metrics-enabled=false'],
    ],
    [
      'efsUtilsConfig',
      { efsUtilsConfig: { mount: { a: 'b', c: 'd=e' }, client: { f: 'g' } } },
      ['--efs-utils-conf-overrides=mount:a=b,mount:c=d=e,client:f=g'],
    ],
    ['efsUtilsConfig without settings', { efsUtilsConfig: {} }, []],
    [
      's3FilesUtilsConfig',
      { s3FilesUtilsConfig: { mount: { a: 'b' } } },
      ['--s3files-utils-conf-overrides=mount:a=b'],
    ],
  ])('%s has its flags', (_, props, flags) =>
    expect(plugin('node', props).args.slice(3)).toEqual(flags),
  );
});

describe('the controller', () => {
  test('has only the flags that it needs', () => {
    expect(
      definition().controller.pod.containers.map(({ name, args }: any) => [name, ...args]),
    ).toEqual([
      ['efs-plugin', '--endpoint=$(CSI_ENDPOINT)', '--logtostderr', '--v=2'],
      [
        'csi-provisioner',
        '--csi-address=$(ADDRESS)',
        '--v=2',
        '--feature-gates=Topology=true',
        '--extra-create-metadata',
        '--leader-election',
        '--leader-election-renew-deadline=10s',
        '--leader-election-lease-duration=15s',
        '--worker-threads=100',
        '--timeout=15s',
      ],
      ['liveness-probe', '--csi-address=/csi/csi.sock', '--health-port=9909'],
    ]);
  });

  test('talks to its sidecars by a socket in the pod', () => {
    expect(
      definition().controller.pod.containers.map(({ volumeMounts, env }: any) => [
        volumeMounts[0].mountPath,
        env?.[0].value,
      ]),
    ).toEqual([
      ['/var/lib/csi/sockets/pluginproxy/', 'unix:///var/lib/csi/sockets/pluginproxy/csi.sock'],
      ['/var/lib/csi/sockets/pluginproxy/', '/var/lib/csi/sockets/pluginproxy/csi.sock'],
      ['/csi', undefined],
    ]);
  });

  test.each<[string, EfsCsiDriverProps, string]>([
    [
      'tags, before the log level',
      { tags: { team: 'a b', 'x:y': 'z' } },
      '--tags=team:a\\ b x\\:y:z',
    ],
    [
      'deleteAccessPointRootDir',
      { deleteAccessPointRootDir: true },
      '--delete-access-point-root-dir=true',
    ],
    ['debugLogs', { debugLogs: true }, '--debug-logs=true'],
    ['metricsPort', { metricsPort: 3301 }, '--http-endpoint=0.0.0.0:3301'],
  ])('%s has its flag', (_, props, flag) =>
    expect(plugin('controller', props).args).toContain(flag),
  );

  test.each([
    [false, { allowPrivilegeEscalation: false }],
    [true, { privileged: true }],
  ])(
    'is privileged where it mounts file systems to delete directories: %s',
    (deleteAccessPointRootDir, securityContext) =>
      expect(plugin('controller', { deleteAccessPointRootDir }).securityContext).toEqual(
        securityContext,
      ),
  );

  test('shows the port of its metrics', () => {
    expect(plugin('controller', { metricsPort: 3301 }).ports).toEqual([
      { name: 'healthz', containerPort: 9909 },
      { name: 'metrics', containerPort: 3301 },
    ]);
  });

  test('may do what the provisioner does', () => {
    expect(
      definition().controller.roles[0].rules.map(
        ({ resources, verbs }: any) => `${resources}: ${verbs}`,
      ),
    ).toEqual([
      'persistentvolumes: get,list,watch,create,patch,delete',
      'persistentvolumeclaims: get,list,watch,update',
      'storageclasses: get,list,watch',
      'events: list,watch,create,patch',
      'csinodes: get,list,watch',
      'nodes: get,list,watch',
      'leases: get,watch,list,delete,update,create',
    ]);
  });

  test.each([
    [{}, 'x-account'],
    [{ crossAccountSecretName: 'mine' }, 'mine'],
  ])('may read one secret in its own namespace: %j', (props, secret) => {
    expect(definition(props).controller.roles[1]).toEqual({
      name: 'efs-csi-external-provisioner-role-describe-secrets',
      bindingName: 'efs-csi-provisioner-binding-describe-secrets',
      inNamespace: true,
      rules: [
        {
          apiGroups: [''],
          resources: ['secrets'],
          verbs: ['get', 'watch', 'list'],
          resourceNames: [secret],
        },
      ],
    });
  });

  test.each<[string, EfsCsiDriverProps, boolean]>([
    ['not by itself', {}, false],
    ['on request', { fileSystemIdRefs: true }, true],
    [
      'for a class with a reference',
      { storageClasses: [{ name: 'a', fileSystemIdSecretRef: 'a/b/c' }] },
      true,
    ],
    [
      "not against one's will",
      { storageClasses: [{ name: 'a', fileSystemIdSecretRef: 'a/b/c' }], fileSystemIdRefs: false },
      false,
    ],
  ])('may read the IDs of file systems: %s', (_, props, may) => {
    const names = definition(props).controller.roles.map(({ name }: any) => name);
    expect(names.includes('efs-csi-filesystem-id-reader-role')).toBe(may);
  });
});

test.each(['node', 'controller'] as const)(
  'FIPS endpoints and the range of ports reach the %s',
  (key) => {
    expect(plugin(key, { useFips: true, portRangeUpperBound: 22000 }).env.slice(-2)).toEqual([
      { name: 'PORT_RANGE_UPPER_BOUND', value: '22000' },
      { name: 'AWS_USE_FIPS_ENDPOINT', value: 'true' },
    ]);
  },
);

describe('the classes', () => {
  test('are one for volumes that exist, and dynamic ones', () => {
    expect(
      definition({ storageClasses: [{ name: 'a', fileSystemId: 'fs-12345678', isDefault: true }] })
        .storageClasses,
    ).toEqual([
      { name: 'efs-sc' },
      {
        name: 'a',
        dynamic: true,
        isDefault: true,
        parameters: {
          provisioningMode: 'efs-ap',
          fileSystemId: 'fs-12345678',
          directoryPerms: '700',
        },
      },
    ]);
  });

  test.each<[string, EfsCsiDriverProps, CsiDriverStackMode, string[]]>([
    [
      'by another name',
      { staticStorageClassName: 'other' },
      CsiDriverStackMode.THIS_STACK,
      ['other'],
    ],
    ['not on request', { staticStorageClass: false }, CsiDriverStackMode.THIS_STACK, []],
    ["for somebody else's driver", {}, CsiDriverStackMode.EXTERNAL, ['efs-sc']],
    ["not beside OpenShift's operator", {}, CsiDriverStackMode.OPENSHIFT_OPERATOR, []],
    [
      "beside OpenShift's operator by name",
      { staticStorageClassName: 'other' },
      CsiDriverStackMode.OPENSHIFT_OPERATOR,
      ['other'],
    ],
  ])('that for volumes that exist is written %s', (_, props, mode, names) => {
    expect(definition(props, { mode }).storageClasses.map(({ name }: any) => name)).toEqual(names);
  });
});

test('what the structs of cdk8s-plus hold is what the core says', () => {
  const core = describeEfsDriver({ tags: { a: 'b' } }, CONTEXT as never);
  expect(definition({ tags: { a: 'b' } })).toEqual(JSON.parse(JSON.stringify(core)));
});

test('quantities and ports are wrapped as the structs of cdk8s-plus declare them', () => {
  const [container] = new EfsCsiDriver()._describe(CONTEXT).node.pod.containers;
  expect([
    container.livenessProbe!.httpGet!.port,
    container.env![2].valueFrom!.resourceFieldRef!.divisor,
  ]).toEqual([k8s.IntOrString.fromString('healthz'), k8s.Quantity.fromString('0')]);
});

test.each<[string, EfsCsiDriverProps, CsiDriverStackMode, string[]]>([
  [
    'the stack installs the driver',
    { tags: {}, openShiftOperator: {} },
    CsiDriverStackMode.THIS_STACK,
    ['openShiftOperator'],
  ],
  [
    "OpenShift's operator does",
    { tags: {}, openShiftOperator: {}, volumeMetrics: {} },
    CsiDriverStackMode.OPENSHIFT_OPERATOR,
    ['tags'],
  ],
  [
    'somebody else does',
    { volumeMetrics: {}, storageClasses: [] },
    CsiDriverStackMode.EXTERNAL,
    ['volumeMetrics'],
  ],
  [
    'there is no static class',
    { staticStorageClass: false, staticStorageClassName: 'a' },
    CsiDriverStackMode.THIS_STACK,
    ['staticStorageClassName'],
  ],
])('options that have no effect are named: %s', (_, props, mode, options) =>
  expect(definition(props, { mode }).optionsWithoutEffect).toEqual(options),
);
