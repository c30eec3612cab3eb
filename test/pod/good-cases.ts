/** Pods that the API server takes, with the warnings about some of them. */
import { app, Case, mounted, pod } from './pods';

const probing = (probe: object, kind = 'livenessProbe') => app({ [kind]: probe });
const sidecar = (fields: object) =>
  pod({
    initContainers: [{ name: 'side', image: 'busybox:1.37', restartPolicy: 'Always', ...fields }],
  });
const claim = (metadata: object) =>
  volume({
    ephemeral: {
      volumeClaimTemplate: {
        metadata,
        spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
      },
    },
  });
const volume = (source: object) => pod({ volumes: [{ name: 'data', ...source }] });
const fields = (...fieldPaths: string[]) =>
  app({
    env: fieldPaths.map((fieldPath, index) => ({
      name: `V${index}`,
      valueFrom: { fieldRef: { fieldPath } },
    })),
  });

const onNodes = (...systems: string[][]) => ({
  affinity: {
    nodeAffinity: {
      requiredDuringSchedulingIgnoredDuringExecution: {
        nodeSelectorTerms: systems.map((values) => ({
          matchExpressions: [{ key: 'kubernetes.io/os', operator: 'In', values }],
        })),
      },
    },
  },
});
const WINDOWS_PODS: readonly (readonly [string, object])[] = [
  ['by their form', {}],
  ['of a pod for Windows', { os: { name: 'windows' } }],
  ['of a pod for nodes of Windows', { nodeSelector: { 'kubernetes.io/os': 'windows' } }],
  ['of a pod for older nodes', { nodeSelector: { 'beta.kubernetes.io/os': 'windows' } }],
  ['of a pod that is close to nodes of Windows', onNodes(['windows'])],
  ['of a pod for any nodes', onNodes(['windows'], ['linux'])],
  ['of a pod for nodes of both', onNodes(['windows', 'linux'])],
];
const LINUX_PODS: readonly (readonly [string, object])[] = [
  ['in a pod for Linux', { os: { name: 'linux' } }],
  ['in a pod for nodes of Linux', { nodeSelector: { 'kubernetes.io/os': 'linux' } }],
  ['in a pod that is close to nodes of Linux', onNodes(['linux'])],
];

const WRITTEN_BY_KUBELET = [
  { configMap: { name: 'c' } },
  { secret: { secretName: 's' } },
  { downwardAPI: { items: [{ path: 'a', fieldRef: { fieldPath: 'metadata.name' } }] } },
  { projected: { sources: [{ configMap: { name: 'c' } }] } },
];
const NESTED =
  'warning mounts-nested spec.containers[0].volumeMounts[1].mountPath: "/data/x" is below "/data" of spec.containers[0].volumeMounts[0]';
/** A pod with one mount below another, and what the volume is that the outer one shows. */
const nested = ({ source, outer = {}, inner = {} }: { [part: string]: object }) => ({
  ...app({
    volumeMounts: [
      { name: 'data', mountPath: '/data', ...outer },
      { name: 'cache', mountPath: '/data/x', ...inner },
    ],
  }),
  volumes: [
    { name: 'data', ...source },
    { name: 'cache', emptyDir: {} },
    { name: 'file', configMap: { name: 'f' } },
    { name: 'folder', secret: { secretName: 's', items: [{ key: 'k', path: 'tls/key' }] } },
  ],
});

export const GOOD_CASES: readonly Case[] = [
  ['a container', pod({}), []],
  [
    'fields that are null',
    pod({ volumes: null, securityContext: null, nodeSelector: { a: null }, hostUsers: null }),
    [],
  ],
  [
    'all of the first release',
    pod({
      restartPolicy: 'OnFailure',
      terminationGracePeriodSeconds: 0,
      activeDeadlineSeconds: 1,
      dnsPolicy: 'Default',
      schedulerName: 'mine',
      enableServiceLinks: false,
    }),
    [],
  ],
  [
    'empty texts where they mean a default',
    {
      restartPolicy: '',
      dnsPolicy: '',
      serviceAccountName: '',
      hostname: '',
      containers: [
        {
          name: 'app',
          image: 'a',
          imagePullPolicy: '',
          terminationMessagePolicy: '',
          ports: [{ containerPort: 1, protocol: '' }],
        },
      ],
    },
    [],
  ],
  [
    'a pod of the viewer',
    {
      securityContext: {
        runAsNonRoot: true,
        fsGroup: 1000,
        seccompProfile: { type: 'RuntimeDefault' },
      },
      automountServiceAccountToken: false,
      containers: [
        {
          name: 'viewer',
          image: 'filebrowser/filebrowser:v2',
          args: ['--port', '8080'],
          ports: [{ name: 'http', containerPort: 8080 }],
          workingDir: '/srv',
          securityContext: {
            allowPrivilegeEscalation: false,
            readOnlyRootFilesystem: true,
            capabilities: { drop: ['ALL'] },
            runAsUser: 1000,
          },
          readinessProbe: { httpGet: { path: '/health', port: 'http' } },
          resources: { requests: { cpu: '10m', memory: '32Mi' }, limits: { memory: '128Mi' } },
          volumeMounts: [
            { name: 'pvc', mountPath: '/srv', readOnly: true },
            { name: 'tmp', mountPath: '/tmp' },
          ],
        },
      ],
      volumes: [
        { name: 'pvc', persistentVolumeClaim: { claimName: 'data', readOnly: true } },
        { name: 'tmp', emptyDir: { sizeLimit: '64Mi' } },
      ],
    },
    [],
  ],
  ['a name of 63 characters', app({ name: 'a'.repeat(63) }), []],
  [
    'containers of all kinds',
    pod({
      initContainers: [
        { name: 'a', image: 'a' },
        { name: 'b', image: 'b', restartPolicy: 'Always' },
      ],
    }),
    [],
  ],
  [
    'ports at both ends',
    app({
      ports: [
        { name: 'a', containerPort: 1 },
        {
          name: 'b2-c',
          containerPort: 65535,
          protocol: 'UDP',
          hostPort: 65535,
          hostIP: '127.0.0.1',
        },
      ],
    }),
    [],
  ],
  [
    'one port for two protocols',
    app({
      ports: [
        { containerPort: 53, protocol: 'TCP', hostPort: 53 },
        { containerPort: 53, protocol: 'UDP', hostPort: 53 },
      ],
    }),
    [],
  ],
  [
    'one port at two addresses',
    app({
      ports: [
        { containerPort: 80, hostPort: 80, hostIP: '10.0.0.1' },
        { containerPort: 81, hostPort: 80, hostIP: '10.0.0.2' },
      ],
    }),
    [],
  ],
  [
    'the network of the node',
    pod({
      hostNetwork: true,
      dnsPolicy: 'ClusterFirstWithHostNet',
      ...app({ ports: [{ containerPort: 80 }, { containerPort: 81, hostPort: 81 }] }),
    }),
    [],
  ],
  [
    'one port in containers that end one after the other',
    pod({
      initContainers: [
        { name: 'a', image: 'a', ports: [{ containerPort: 1, hostPort: 1 }] },
        { name: 'b', image: 'b', ports: [{ containerPort: 1, hostPort: 1 }] },
      ],
    }),
    [],
  ],
  [
    'probes of all kinds',
    app({
      livenessProbe: { grpc: { port: 1, service: 'a' }, terminationGracePeriodSeconds: 1 },
      readinessProbe: { exec: { command: ['a'] }, successThreshold: 3 },
      startupProbe: { tcpSocket: { port: 'web', host: 'a' } },
    }),
    [],
  ],
  [
    'a probe whose numbers are 0',
    probing({
      httpGet: { port: 80, path: '', scheme: '' },
      timeoutSeconds: 0,
      periodSeconds: 0,
      successThreshold: 0,
      failureThreshold: 0,
      initialDelaySeconds: 0,
    }),
    [
      'warning handler spec.containers[0].livenessProbe.timeoutSeconds: 0 stands for the default, 1',
      'warning handler spec.containers[0].livenessProbe.periodSeconds: 0 stands for the default, 10',
      'warning handler spec.containers[0].livenessProbe.successThreshold: 0 stands for the default, 1',
      'warning handler spec.containers[0].livenessProbe.failureThreshold: 0 stands for the default, 3',
    ],
  ],
  [
    'a probe of a port that nobody names',
    probing({
      httpGet: { port: 'nobody', scheme: 'HTTPS', httpHeaders: [{ name: 'X-A', value: '' }] },
    }),
    [],
  ],
  [
    'hooks',
    app({
      lifecycle: { postStart: { tcpSocket: { port: 1 } }, preStop: { sleep: { seconds: 30 } } },
    }),
    [],
  ],
  ['a hook that does not sleep', app({ lifecycle: { preStop: { sleep: { seconds: 0 } } } }), []],
  [
    'a sidecar with probes and hooks',
    sidecar({
      livenessProbe: { tcpSocket: { port: 1 } },
      lifecycle: { preStop: { exec: { command: ['a'] } } },
      resizePolicy: [{ resourceName: 'cpu', restartPolicy: 'RestartContainer' }],
    }),
    [],
  ],
  [
    'containers that are restarted by rules',
    app({
      restartPolicy: 'Never',
      restartPolicyRules: [
        { action: 'Restart', exitCodes: { operator: 'NotIn', values: [0] } },
        { action: 'RestartAllContainers', exitCodes: { operator: 'In', values: [1] } },
      ],
    }),
    [],
  ],
  [
    'variables with odd names',
    app({ env: [{ name: '1 a.b-c' }, { name: 'A', value: '$(1 a.b-c)' }] }),
    [],
  ],
  [
    'a variable that is set twice',
    app({
      env: [
        { name: 'A', value: '1' },
        { name: 'A', value: '2' },
      ],
    }),
    [
      'warning env-twice spec.containers[0].env[1].name: "A" is already set, by spec.containers[0].env[0]; this one wins',
    ],
  ],
  [
    'variables of fields',
    fields(
      'metadata.name',
      'metadata.namespace',
      'metadata.uid',
      'spec.nodeName',
      'spec.serviceAccountName',
      'status.hostIP',
      'status.podIPs',
      "metadata.labels['app']",
      "metadata.annotations['Example.com/A']",
    ),
    [],
  ],
  ['variables of the node by an older name', fields('spec.host'), []],
  [
    'variables of resources',
    app({
      env: [
        {
          name: 'A',
          valueFrom: { resourceFieldRef: { resource: 'limits.memory', divisor: '1Mi' } },
        },
        {
          name: 'B',
          valueFrom: {
            resourceFieldRef: {
              resource: 'requests.hugepages-2Mi',
              containerName: 'x',
              divisor: '0',
            },
          },
        },
        { name: 'C', valueFrom: { resourceFieldRef: { resource: 'requests.cpu', divisor: '1m' } } },
      ],
    }),
    [],
  ],
  [
    'a variable of a file',
    pod({
      ...app({
        env: [
          { name: 'A', valueFrom: { fileKeyRef: { volumeName: 'conf', path: 'env', key: 'A' } } },
        ],
      }),
      volumes: [{ name: 'conf', emptyDir: {} }],
    }),
    [],
  ],
  [
    'variables of whole config maps',
    app({
      envFrom: [
        { prefix: '9.', configMapRef: { name: 'a.b' } },
        { secretRef: { name: 'b', optional: true } },
      ],
    }),
    [],
  ],
  [
    'resources of all kinds',
    app({
      resources: {
        requests: { cpu: 0.5, memory: '1e3', 'ephemeral-storage': '1G' },
        limits: { cpu: '500m', 'nvidia.com/gpu': 1, 'example.com/a': '1k', 'hugepages-2Mi': '4Mi' },
      },
    }),
    [],
  ],
  [
    'a resource of Kubernetes with a domain',
    app({ resources: { requests: { 'kubernetes.io/batch-cpu': '500m' } } }),
    [],
  ],
  [
    'requests that are the same after rounding',
    app({ resources: { requests: { cpu: '1.0005' }, limits: { cpu: '1.0001' } } }),
    [],
  ],
  [
    'a claim of a device in parts',
    pod({
      ...app({
        resources: {
          claims: [
            { name: 'gpu', request: 'a' },
            { name: 'gpu', request: 'b' },
          ],
        },
      }),
      resourceClaims: [{ name: 'gpu', resourceClaimTemplateName: 'g' }],
    }),
    [],
  ],
  [
    'a pod that asks for all its containers',
    pod({
      resources: { requests: { cpu: '2' }, limits: { cpu: '3', memory: '1Gi' } },
      ...app({ resources: { requests: { cpu: '2' } } }),
    }),
    [],
  ],

  ['an image that ko builds', app({ image: 'ko://example.com/Cmd/app' }), []],
  ['an emptyDir whose value is left out', volume({ emptyDir: null }), []],
  [
    'another source whose value is left out',
    volume({ configMap: null }),
    ['warning volume-source spec.volumes[0]: the volume "data" has no source'],
  ],
  [
    'a volume of no source',
    volume({}),
    ['warning volume-source spec.volumes[0]: the volume "data" has no source'],
  ],
  [
    'volumes of all common sources',
    pod({
      volumes: [
        { name: 'a', emptyDir: { medium: 'Memory' } },
        { name: 'b', hostPath: { path: 'x', type: '' } },
        { name: 'c', nfs: { server: 's', path: '/' } },
        { name: 'd', csi: { driver: 'A.csi', volumeAttributes: { volumeMode: 'any' } } },
        { name: 'e', image: { reference: 'a:1', pullPolicy: '' } },
        { name: 'f', secret: { secretName: 'a', optional: true, defaultMode: 0 } },
      ],
    }),
    [],
  ],
  [
    'files of a config map',
    volume({
      configMap: { name: 'a', defaultMode: 0o777, items: [{ key: 'a b', path: 'x/y', mode: 0 }] },
    }),
    [],
  ],
  [
    'projections of all kinds',
    pod({
      serviceAccountName: 'a',
      volumes: [
        {
          name: 'data',
          projected: {
            defaultMode: 0o400,
            sources: [
              { configMap: { name: 'a', items: [{ key: 'a', path: 'b/c' }] } },
              { secret: { name: 's' } },
              {
                downwardAPI: {
                  items: [
                    { path: 'l', fieldRef: { fieldPath: 'metadata.labels' } },
                    {
                      path: 'c',
                      resourceFieldRef: { containerName: 'app', resource: 'limits.cpu' },
                    },
                  ],
                },
              },
              { serviceAccountToken: { path: 't', expirationSeconds: 600 } },
              {},
            ],
          },
        },
      ],
    }),
    [],
  ],
  [
    'a claim template',
    volume({
      ephemeral: {
        volumeClaimTemplate: {
          metadata: { labels: { a: 'b' }, annotations: { 'A/B': 'c d' }, creationTimestamp: null },
          spec: {
            accessModes: ['ReadWriteOnce', 'ReadOnlyMany'],
            storageClassName: '',
            volumeMode: 'Block',
            resources: { requests: { storage: 1 } },
            dataSource: { apiGroup: 'snapshot.storage.k8s.io', kind: 'VolumeSnapshot', name: 'a' },
          },
        },
      },
    }),
    [],
  ],
  [
    'a relative mount path with a colon',
    mounted({ mountPath: 'a:b' }),
    [
      'warning mount-path spec.containers[0].volumeMounts[0].mountPath: "a:b" is relative',
      'warning mount-path spec.containers[0].volumeMounts[0].mountPath: "a:b" has a colon',
    ],
  ],
  ...WINDOWS_PODS.map(([what, more]): Case => [
    `paths of Windows ${what}`,
    { ...mounted({ mountPath: 'C:\\csi' }), ...more },
    [],
  ]),
  ...['\\\\.\\pipe\\csi-proxy', 'C:/data', 'd:', 'D:\\'].map((mountPath): Case => [
    `the path of Windows ${mountPath}`,
    mounted({ mountPath }),
    [],
  ]),
  [
    'a path that is only one of Windows by its pod',
    { ...mounted({ mountPath: 'data' }), os: { name: 'windows' } },
    [],
  ],
  ...LINUX_PODS.map(([what, more]): Case => [
    `a path of Windows ${what}`,
    { ...mounted({ mountPath: 'C:\\csi' }), ...more },
    [
      'warning mount-path spec.containers[0].volumeMounts[0].mountPath: "C:\\\\csi" is relative',
      'warning mount-path spec.containers[0].volumeMounts[0].mountPath: "C:\\\\csi" has a colon',
    ],
  ]),
  [
    'one path in two spellings',
    pod({
      containers: [
        {
          name: 'app',
          image: 'a',
          volumeMounts: [
            { name: 'data', mountPath: '/data' },
            { name: 'data', mountPath: '/data/' },
          ],
        },
      ],
      volumes: [{ name: 'data', emptyDir: {} }],
    }),
    [
      'warning mount-path-taken spec.containers[0].volumeMounts[1].mountPath: "/data/" is already mounted, by spec.containers[0].volumeMounts[0]',
    ],
  ],
  [
    'a mount below one that can be written to',
    pod({
      containers: [
        {
          name: 'app',
          image: 'a',
          volumeMounts: [
            { name: 'data', mountPath: '/data' },
            { name: 'data', mountPath: '/data/x', subPathExpr: '$(A)' },
          ],
        },
      ],
      volumes: [{ name: 'data', emptyDir: {} }],
    }),
    [],
  ],
  [
    'a mount below one that is read-only',
    pod({
      containers: [
        {
          name: 'app',
          image: 'a',
          volumeMounts: [
            { name: 'data', mountPath: '/data', readOnly: true },
            { name: 'data', mountPath: '/data/x', subPathExpr: '$(A)' },
          ],
        },
      ],
      volumes: [{ name: 'data', emptyDir: {} }],
    }),
    [
      'warning mounts-nested spec.containers[0].volumeMounts[1].mountPath: "/data/x" is below "/data" of spec.containers[0].volumeMounts[0]',
    ],
  ],
  ...WRITTEN_BY_KUBELET.map((source): Case => [
    `a folder below ${Object.keys(source)[0]}, in which kubelet makes the mount point`,
    nested({ source }),
    [],
  ]),
  [
    'a mount below a part of a ConfigMap, in which kubelet makes no mount point',
    nested({ source: { configMap: { name: 'c' } }, outer: { subPath: 'x' } }),
    [NESTED],
  ],
  [
    'a mount below an image',
    nested({ source: { image: { reference: 'example.com/data:1' } } }),
    [NESTED],
  ],
  [
    'a file below a ConfigMap, where kubelet makes a folder',
    nested({
      source: { configMap: { name: 'c' } },
      inner: { name: 'file', subPath: 'app.conf' },
    }),
    [NESTED],
  ],
  [
    'a folder of a Secret below a ConfigMap',
    nested({
      source: { configMap: { name: 'c' } },
      inner: { name: 'folder', subPath: 'tls' },
    }),
    [],
  ],
  [
    'what a variable names of a Secret, below a ConfigMap',
    nested({
      source: { configMap: { name: 'c' } },
      inner: { name: 'file', subPathExpr: '$(A)' },
    }),
    [],
  ],
  [
    'a mount that is read-only to its end',
    mounted({ readOnly: true, recursiveReadOnly: 'IfPossible', mountPropagation: 'None' }),
    [],
  ],
  [
    'a privileged mount',
    pod({
      containers: [
        {
          name: 'app',
          image: 'a',
          securityContext: { privileged: true },
          volumeMounts: [
            {
              name: 'data',
              mountPath: '/data',
              mountPropagation: 'Bidirectional',
              recursiveReadOnly: 'Disabled',
            },
          ],
        },
      ],
      volumes: [{ name: 'data', emptyDir: {} }],
    }),
    [],
  ],
  [
    'devices',
    pod({
      containers: [
        { name: 'app', image: 'a', volumeDevices: [{ name: 'data', devicePath: 'dev' }] },
      ],
      volumes: [{ name: 'data', persistentVolumeClaim: { claimName: 'd' } }],
    }),
    [],
  ],

  [
    'tolerations of all kinds',
    pod({
      tolerations: [
        { operator: 'Exists' },
        { key: 'a', operator: 'Exists', effect: 'NoExecute', tolerationSeconds: -1 },
        { key: 'a', value: 'b', effect: '' },
        { key: 'a', operator: '', value: '' },
      ],
    }),
    [],
  ],
  [
    'an affinity that says nothing',
    pod({
      affinity: {
        nodeAffinity: {},
        podAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [] },
      },
    }),
    [],
  ],
  [
    'affinities to nodes',
    pod({
      affinity: {
        nodeAffinity: {
          requiredDuringSchedulingIgnoredDuringExecution: {
            nodeSelectorTerms: [
              {},
              {
                matchExpressions: [{ key: 'a', operator: 'Lt', values: ['1'] }],
                matchFields: [{ key: 'metadata.name', operator: 'NotIn', values: ['a'] }],
              },
            ],
          },
          preferredDuringSchedulingIgnoredDuringExecution: [
            {
              weight: 100,
              preference: {
                matchExpressions: [{ key: 'a', operator: 'In', values: ['no label'] }],
              },
            },
          ],
        },
      },
    }),
    [
      'warning empty-node-term spec.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms[0]: a term without requirements matches no node, so it adds nothing to the others',
    ],
  ],
  [
    'affinities to pods',
    pod({
      affinity: {
        podAntiAffinity: {
          preferredDuringSchedulingIgnoredDuringExecution: [
            {
              weight: 1,
              podAffinityTerm: {
                topologyKey: 'a',
                labelSelector: { matchLabels: { app: '' } },
                namespaces: ['a'],
                namespaceSelector: {},
                matchLabelKeys: ['b'],
                mismatchLabelKeys: ['c'],
              },
            },
          ],
        },
      },
    }),
    [],
  ],
  [
    'spreads',
    pod({
      topologySpreadConstraints: [
        {
          maxSkew: 1,
          topologyKey: 'a b',
          whenUnsatisfiable: 'DoNotSchedule',
          minDomains: 1,
          labelSelector: { matchLabels: { a: 'b' } },
          nodeAffinityPolicy: 'Ignore',
          matchLabelKeys: ['c'],
        },
        { maxSkew: 2, topologyKey: 'a b', whenUnsatisfiable: 'ScheduleAnyway' },
      ],
    }),
    [],
  ],
  [
    'a label of nodes with the name of a field',
    pod({ nodeSelector: { procMount: 'any', volumeMode: 'any' } }),
    [],
  ],
  [
    'root where the container may be',
    pod({
      securityContext: { runAsNonRoot: true, runAsUser: 0 },
      ...app({ securityContext: { runAsNonRoot: false } }),
    }),
    [],
  ],
  [
    'a user of the container in place of root',
    pod({
      securityContext: { runAsNonRoot: true, runAsUser: 0 },
      ...app({ securityContext: { runAsUser: 1 } }),
    }),
    [],
  ],
  [
    'settings of the kernel',
    pod({
      securityContext: {
        sysctls: [
          { name: 'net.core.somaxconn', value: '1' },
          { name: 'kernel/shm_rmid_forced', value: '1' },
        ],
      },
    }),
    [],
  ],
  [
    'groups at both ends',
    pod({
      securityContext: {
        fsGroup: 0,
        runAsGroup: 2 ** 31 - 1,
        supplementalGroups: [0],
        fsGroupChangePolicy: 'OnRootMismatch',
        supplementalGroupsPolicy: 'Strict',
        seLinuxChangePolicy: 'Recursive',
      },
    }),
    [],
  ],
  [
    'profiles of the node',
    app({
      securityContext: {
        seccompProfile: { type: 'Localhost', localhostProfile: 'a/b.json' },
        appArmorProfile: { type: 'Localhost', localhostProfile: 'a b' },
        procMount: 'Default',
      },
    }),
    [],
  ],
  [
    'privileges',
    app({
      securityContext: {
        privileged: true,
        allowPrivilegeEscalation: true,
        capabilities: { add: ['CAP_SYS_ADMIN', 'anything'] },
      },
    }),
    [],
  ],
  [
    'users of its own',
    pod({ hostUsers: false, ...app({ securityContext: { procMount: 'Unmasked' } }) }),
    [],
  ],
  [
    'settings of DNS',
    pod({
      dnsPolicy: 'None',
      dnsConfig: {
        nameservers: ['10.0.0.1', 'fd00::1'],
        searches: ['a_b.example.com.', '.', '_tcp'],
        options: [{ name: 'ndots' }],
      },
      hostAliases: [{ ip: '::1', hostnames: ['a.b'] }, { ip: '10.0.0.1' }],
    }),
    [],
  ],
  [
    'names of all kinds',
    pod({
      serviceAccountName: 'a.b',
      hostname: 'a',
      subdomain: 'b',
      readinessGates: [{ conditionType: 'example.com/Ready' }],
      schedulingGates: [{ name: 'a/b' }],
    }),
    [],
  ],
  ['empty metadata of a claim template', claim({ name: '', uid: '', generation: 0 }), []],
  ['another host name', pod({ hostnameOverride: 'a.b' }), []],
  [
    'secrets for pulling images that are given twice',
    pod({ imagePullSecrets: [{ name: 'a' }, { name: 'a' }, {}] }),
    [
      'warning pull-secret spec.imagePullSecrets[1]: "a" already exists',
      'warning pull-secret spec.imagePullSecrets[2]: the secret has no name',
    ],
  ],
  [
    'a pod for Windows',
    pod({
      os: { name: 'windows' },
      hostPID: false,
      securityContext: { windowsOptions: { runAsUserName: 'ContainerUser' }, runAsNonRoot: true },
    }),
    [],
  ],
  ['a pod for Linux', pod({ os: { name: 'linux' }, securityContext: { runAsUser: 1 } }), []],
  [
    'a negative grace period',
    pod({ terminationGracePeriodSeconds: -1 }),
    ['warning deadline spec.terminationGracePeriodSeconds: -1 is negative, which means one second'],
  ],
];
