/** Pods that the API server refuses for their containers, with all that is said about them. */
import { app, Case, pod } from './pods';

const probing = (probe: object, kind = 'livenessProbe') => app({ [kind]: probe });
const http = { httpGet: { port: 80 } };
const init = (fields: object) =>
  pod({ initContainers: [{ name: 'before', image: 'busybox:1.37', ...fields }] });

export const CONTAINER_CASES: readonly Case[] = [
  ['no containers', { containers: [] }, ['container spec.containers: the pod has no containers']],
  ['no list of containers', {}, ['container spec.containers: the pod has no containers']],
  [
    'a container without a name',
    { containers: [{ image: 'a' }] },
    ['container spec.containers[0].name: the container has no name'],
  ],
  [
    'a name with capital letters',
    app({ name: 'App' }),
    ['container spec.containers[0].name: "App": …'],
  ],
  [
    'a name of 64 characters',
    app({ name: 'a'.repeat(64) }),
    [
      'container spec.containers[0].name: "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa": must be no more than 63 characters',
    ],
  ],
  [
    'two containers of one name',
    {
      containers: [
        { name: 'a', image: 'a' },
        { name: 'a', image: 'b' },
      ],
    },
    ['container spec.containers[1].name: the container "a" already exists as spec.containers[0]'],
  ],
  [
    'a container of the name of one that ends before',
    init({ name: 'app' }),
    [
      'container spec.initContainers[0].name: the container "app" already exists as spec.containers[0]',
    ],
  ],
  [
    'no image',
    { containers: [{ name: 'app' }] },
    ['image spec.containers[0].image: the image is empty'],
  ],
  ['an empty image', app({ image: '' }), ['image spec.containers[0].image: the image is empty']],
  [
    'an image with whitespace around it',
    app({ image: ' nginx ' }),
    ['image spec.containers[0].image: " nginx " has whitespace around it'],
  ],
  [
    'an image that no node can pull',
    app({ image: 'ghcr.io/MyOrg/app:1.0' }),
    [
      'image spec.containers[0].image: "ghcr.io/MyOrg/app:1.0" is not a valid image: the repository "MyOrg/app" must be lower case',
    ],
  ],
  [
    'an image of a container that runs first, by its address',
    init({ image: 'https://registry.example.com/app' }),
    [
      'image spec.initContainers[0].image: "https://registry.example.com/app" is not a valid image: "https:" is not a host with an optional port',
    ],
  ],
  [
    'ephemeral containers',
    pod({ ephemeralContainers: [{ name: 'debug', image: 'a' }] }),
    ['container spec.ephemeralContainers: ephemeral containers can only be added to running pods'],
  ],
  [
    'an unknown pull policy',
    app({ imagePullPolicy: 'always' }),
    ['choice spec.containers[0].imagePullPolicy: "always" is not a valid imagePullPolicy'],
  ],
  [
    'an unknown policy for last words',
    app({ terminationMessagePolicy: 'Logs' }),
    [
      'choice spec.containers[0].terminationMessagePolicy: "Logs" is not a valid terminationMessagePolicy',
    ],
  ],

  [
    'a port without a number',
    app({ ports: [{ name: 'web' }] }),
    ['port spec.containers[0].ports[0].containerPort: there is no port'],
  ],
  [
    'the port 0',
    app({ ports: [{ containerPort: 0 }] }),
    ['port spec.containers[0].ports[0].containerPort: 0 is not a valid port'],
  ],
  [
    'the port 65536',
    app({ ports: [{ containerPort: 65536 }] }),
    ['port spec.containers[0].ports[0].containerPort: 65536 is not a valid port'],
  ],
  [
    'a negative port',
    app({ ports: [{ containerPort: -1 }] }),
    ['port spec.containers[0].ports[0].containerPort: -1 is not a valid port'],
  ],
  [
    'a port of the node beyond the last',
    app({ ports: [{ containerPort: 80, hostPort: 70000 }] }),
    ['port spec.containers[0].ports[0].hostPort: 70000 is not a valid port'],
  ],
  [
    'a name of a port that is too long',
    app({ ports: [{ name: 'metrics-exporter', containerPort: 80 }] }),
    [
      'port spec.containers[0].ports[0].name: "metrics-exporter": must be no more than 15 characters',
    ],
  ],
  [
    'a name of a port with an underscore',
    app({ ports: [{ name: 'web_port', containerPort: 80 }] }),
    [
      'port spec.containers[0].ports[0].name: "web_port": must contain only alpha-numeric characters (a-z, 0-9), and hyphens (-)',
    ],
  ],
  [
    'a name of a port without letters',
    app({ ports: [{ name: '8080', containerPort: 8080 }] }),
    ['port spec.containers[0].ports[0].name: "8080": must contain at least one letter (a-z)'],
  ],
  [
    'a name of a port with two dashes',
    app({ ports: [{ name: 'a--b', containerPort: 80 }] }),
    ['port spec.containers[0].ports[0].name: "a--b": must not contain consecutive hyphens'],
  ],
  [
    'a name of a port that ends in a dash',
    app({ ports: [{ name: 'web-', containerPort: 80 }] }),
    ['port spec.containers[0].ports[0].name: "web-": must not begin or end with a hyphen'],
  ],
  [
    'two ports of one name',
    app({
      ports: [
        { name: 'web', containerPort: 80 },
        { name: 'web', containerPort: 81 },
      ],
    }),
    ['port spec.containers[0].ports[1].name: the port "web" already exists'],
  ],
  [
    'an unknown protocol',
    app({ ports: [{ containerPort: 80, protocol: 'HTTP' }] }),
    ['choice spec.containers[0].ports[0].protocol: "HTTP" is not a valid protocol'],
  ],
  [
    'two containers at one port of the node',
    {
      containers: [
        { name: 'a', image: 'a', ports: [{ containerPort: 80, hostPort: 80 }] },
        { name: 'b', image: 'b', ports: [{ containerPort: 81, hostPort: 80 }] },
      ],
    },
    [
      'port spec.containers[1].ports[0].hostPort: the port 80 of the node is already taken, by spec.containers[0].ports[0]',
    ],
  ],
  [
    'two containers at one port in the network of the node',
    {
      hostNetwork: true,
      containers: [
        { name: 'a', image: 'a', ports: [{ containerPort: 80 }] },
        { name: 'b', image: 'b', ports: [{ containerPort: 80 }] },
      ],
    },
    [
      'port spec.containers[1].ports[0].containerPort: the port 80 of the node is already taken, by spec.containers[0].ports[0]',
    ],
  ],
  [
    'another port of the node in its network',
    { hostNetwork: true, ...app({ ports: [{ containerPort: 80, hostPort: 81 }] }) },
    [
      'port spec.containers[0].ports[0].hostPort: 81 differs from the containerPort 80, but hostNetwork is true',
    ],
  ],

  [
    'a probe that does nothing',
    probing({ periodSeconds: 5 }),
    ['handler spec.containers[0].livenessProbe: no action is set'],
  ],
  [
    'a probe that does two things',
    probing({ ...http, tcpSocket: { port: 80 } }),
    ['handler spec.containers[0].livenessProbe: several actions are set: httpGet, tcpSocket'],
  ],
  [
    'a probe without a port',
    probing({ httpGet: { path: '/' } }),
    ['port spec.containers[0].livenessProbe.httpGet.port: there is no port'],
  ],
  [
    'a probe of the port 0',
    probing({ tcpSocket: { port: 0 } }),
    ['port spec.containers[0].livenessProbe.tcpSocket.port: 0 is not a valid port'],
  ],
  [
    'a probe of a port in quotes',
    probing({ httpGet: { port: '8080' } }),
    [
      'port spec.containers[0].livenessProbe.httpGet.port: "8080": must contain at least one letter (a-z)',
    ],
  ],
  [
    'a probe of a port whose name is too long',
    probing({ tcpSocket: { port: 'metrics-exporter' } }),
    [
      'port spec.containers[0].livenessProbe.tcpSocket.port: "metrics-exporter": must be no more than 15 characters',
    ],
  ],
  [
    'a gRPC probe of no port',
    probing({ grpc: {} }),
    ['port spec.containers[0].livenessProbe.grpc.port: there is no port'],
  ],
  [
    'a gRPC probe of a port beyond the last',
    probing({ grpc: { port: 65536 } }),
    ['port spec.containers[0].livenessProbe.grpc.port: 65536 is not a valid port'],
  ],
  [
    'a probe of another scheme',
    probing({ httpGet: { port: 80, scheme: 'https' } }),
    ['choice spec.containers[0].livenessProbe.httpGet.scheme: "https" is not a valid scheme'],
  ],
  [
    'a probe with a header that is none',
    probing({ httpGet: { port: 80, httpHeaders: [{ name: 'X Y', value: 'z' }] } }),
    [
      'handler spec.containers[0].livenessProbe.httpGet.httpHeaders[0].name: "X Y" is not a valid name of a header',
    ],
  ],
  [
    'a probe without a command',
    probing({ exec: { command: [] } }),
    ['handler spec.containers[0].livenessProbe.exec.command: there is no command'],
  ],
  [
    'a negative delay',
    probing({ ...http, initialDelaySeconds: -1 }),
    ['handler spec.containers[0].livenessProbe.initialDelaySeconds: -1 is negative'],
  ],
  [
    'a negative timeout',
    probing({ ...http, timeoutSeconds: -1 }, 'readinessProbe'),
    ['handler spec.containers[0].readinessProbe.timeoutSeconds: -1 is negative'],
  ],
  [
    'a negative period',
    probing({ ...http, periodSeconds: -10 }),
    ['handler spec.containers[0].livenessProbe.periodSeconds: -10 is negative'],
  ],
  [
    'a negative number of failures',
    probing({ ...http, failureThreshold: -3 }, 'startupProbe'),
    ['handler spec.containers[0].startupProbe.failureThreshold: -3 is negative'],
  ],
  [
    'a liveness probe that succeeds twice',
    probing({ ...http, successThreshold: 2 }),
    [
      'handler spec.containers[0].livenessProbe.successThreshold: a livenessProbe succeeds immediately, not after 2',
    ],
  ],
  [
    'a startup probe that succeeds twice',
    probing({ ...http, successThreshold: 2 }, 'startupProbe'),
    [
      'handler spec.containers[0].startupProbe.successThreshold: a startupProbe succeeds immediately, not after 2',
    ],
  ],
  [
    'a readiness probe that stops something',
    probing({ ...http, terminationGracePeriodSeconds: 10 }, 'readinessProbe'),
    [
      'handler spec.containers[0].readinessProbe.terminationGracePeriodSeconds: a readinessProbe never stops a container',
    ],
  ],
  [
    'a liveness probe with no time to stop',
    probing({ ...http, terminationGracePeriodSeconds: 0 }),
    [
      'handler spec.containers[0].livenessProbe.terminationGracePeriodSeconds: 0 is not a valid termination period',
    ],
  ],
  [
    'a hook that does nothing',
    app({ lifecycle: { preStop: {} } }),
    ['handler spec.containers[0].lifecycle.preStop: no action is set'],
  ],
  [
    'a hook that does two things',
    app({ lifecycle: { postStart: { exec: { command: ['a'] }, httpGet: { port: 80 } } } }),
    ['handler spec.containers[0].lifecycle.postStart: several actions are set: exec, httpGet'],
  ],
  [
    'a hook that sleeps too long',
    app({ lifecycle: { preStop: { sleep: { seconds: 31 } } } }),
    [
      'handler spec.containers[0].lifecycle.preStop.sleep.seconds: 31 is negative, or more than the 30 seconds that the pod has to terminate',
    ],
  ],
  [
    'a hook that sleeps longer than the pod waits',
    pod({
      terminationGracePeriodSeconds: 5,
      ...app({ lifecycle: { preStop: { sleep: { seconds: 6 } } } }),
    }),
    [
      'handler spec.containers[0].lifecycle.preStop.sleep.seconds: 6 is negative, or more than the 5 seconds that the pod has to terminate',
    ],
  ],
  [
    'a hook that sleeps backwards',
    app({ lifecycle: { preStop: { sleep: { seconds: -1 } } } }),
    [
      'handler spec.containers[0].lifecycle.preStop.sleep.seconds: -1 is negative, or more than the 30 seconds that the pod has to terminate',
    ],
  ],

  [
    'a probe of a container that ends',
    init({ livenessProbe: http }),
    [
      'container spec.initContainers[0].livenessProbe: a container that ends before the others start has no livenessProbe',
    ],
  ],
  [
    'a hook of a container that ends',
    init({ lifecycle: { preStop: { exec: { command: ['a'] } } } }),
    [
      'container spec.initContainers[0].lifecycle: a container that ends before the others start has no lifecycle',
    ],
  ],
  [
    'a sidecar whose probe is wrong',
    init({ restartPolicy: 'Always', startupProbe: {} }),
    ['handler spec.initContainers[0].startupProbe: no action is set'],
  ],
  [
    'a container that is restarted sometimes',
    init({ restartPolicy: 'Sometimes' }),
    ['choice spec.initContainers[0].restartPolicy: "Sometimes" is not a valid restartPolicy'],
  ],
  [
    'rules of restarting without a policy',
    app({
      restartPolicyRules: [{ action: 'Restart', exitCodes: { operator: 'In', values: [42] } }],
    }),
    ['container spec.containers[0].restartPolicy: rules are set without a policy'],
  ],
  [
    'rules of restarting that are incomplete',
    app({ restartPolicy: 'Never', restartPolicyRules: [{}, { action: 'Stop', exitCodes: {} }] }),
    [
      'container spec.containers[0].restartPolicyRules[0].action: the action is missing',
      'container spec.containers[0].restartPolicyRules[0].exitCodes: the exit codes are missing',
      'container spec.containers[0].restartPolicyRules[1].exitCodes.operator: there is no operator',
      'choice spec.containers[0].restartPolicyRules[1].action: "Stop" is not a valid action',
    ],
  ],
  [
    'a container that ends and is restarted to resize it',
    init({ resizePolicy: [{ resourceName: 'cpu', restartPolicy: 'RestartContainer' }] }),
    [
      'container spec.initContainers[0].resizePolicy[0].restartPolicy: a container that ends before the others start is not restarted to resize it',
    ],
  ],
  [
    'policies for resizing what cannot be resized',
    app({ resizePolicy: [{ resourceName: 'disk', restartPolicy: 'Restart' }] }),
    [
      'choice spec.containers[0].resizePolicy[0].resourceName: "disk" is not a valid resourceName',
      'choice spec.containers[0].resizePolicy[0].restartPolicy: "Restart" is not a valid restartPolicy',
    ],
  ],
  [
    'two policies for resizing one thing',
    app({
      resizePolicy: [
        { resourceName: 'cpu', restartPolicy: 'NotRequired' },
        { resourceName: 'cpu', restartPolicy: 'NotRequired' },
      ],
    }),
    [
      'container spec.containers[0].resizePolicy[1].resourceName: there is already a policy for "cpu"',
    ],
  ],

  [
    'a variable without a name',
    app({ env: [{ value: 'a' }] }),
    ['env-name spec.containers[0].env[0].name: there is no name for a variable'],
  ],
  [
    'a variable with the sign that ends its name',
    app({ env: [{ name: 'A=B', value: 'a' }] }),
    ['env-name spec.containers[0].env[0].name: "A=B" is not a valid name for a variable'],
  ],
  [
    'a variable with an umlaut',
    app({ env: [{ name: 'Ä', value: 'a' }] }),
    ['env-name spec.containers[0].env[0].name: "Ä" is not a valid name for a variable'],
  ],
  [
    'a variable with a value and a source',
    app({ env: [{ name: 'A', value: 'a', valueFrom: { secretKeyRef: { name: 's', key: 'k' } } }] }),
    ['env-name spec.containers[0].env[0].valueFrom: "A" has both a value and a source'],
  ],
  [
    'a variable of no source',
    app({ env: [{ name: 'A', valueFrom: {} }] }),
    ['env-name spec.containers[0].env[0].valueFrom: "A" has no source'],
  ],
  [
    'a variable of two sources',
    app({
      env: [
        {
          name: 'A',
          valueFrom: {
            secretKeyRef: { name: 's', key: 'k' },
            fieldRef: { fieldPath: 'metadata.name' },
          },
        },
      ],
    }),
    [
      'env-name spec.containers[0].env[0].valueFrom: "A" has several sources: secretKeyRef, fieldRef',
    ],
  ],
  [
    'a variable of a secret without a name',
    app({ env: [{ name: 'A', valueFrom: { secretKeyRef: { key: 'k' } } }] }),
    ['env-name spec.containers[0].env[0].valueFrom.secretKeyRef.name: the name is empty'],
  ],
  [
    'a variable of a secret with a name that is none',
    app({ env: [{ name: 'A', valueFrom: { secretKeyRef: { name: 'My_Secret', key: 'k' } } }] }),
    ['env-name spec.containers[0].env[0].valueFrom.secretKeyRef.name: "My_Secret": …'],
  ],
  [
    'a variable of no key',
    app({ env: [{ name: 'A', valueFrom: { configMapKeyRef: { name: 's' } } }] }),
    ['env-name spec.containers[0].env[0].valueFrom.configMapKeyRef.key: there is no key'],
  ],
  [
    'a variable of a key that is none',
    app({ env: [{ name: 'A', valueFrom: { configMapKeyRef: { name: 's', key: '..' } } }] }),
    ['env-name spec.containers[0].env[0].valueFrom.configMapKeyRef.key: ".." is not a valid key'],
  ],
  [
    'a variable of a field that pods do not have',
    app({ env: [{ name: 'A', valueFrom: { fieldRef: { fieldPath: 'status.ip' } } }] }),
    [
      'env-name spec.containers[0].env[0].valueFrom.fieldRef.fieldPath: "status.ip" is not a field that a variable can use',
    ],
  ],
  [
    'a variable of all labels',
    app({ env: [{ name: 'A', valueFrom: { fieldRef: { fieldPath: 'metadata.labels' } } }] }),
    [
      'env-name spec.containers[0].env[0].valueFrom.fieldRef.fieldPath: "metadata.labels" is not a field that a variable can use',
    ],
  ],
  [
    'a variable of a label that is none',
    app({ env: [{ name: 'A', valueFrom: { fieldRef: { fieldPath: "metadata.labels['a b']" } } }] }),
    [
      'env-name spec.containers[0].env[0].valueFrom.fieldRef.fieldPath: "metadata.labels[\'a b\']" is not a field that a variable can use',
    ],
  ],
  [
    'a variable of a field of another version',
    app({
      env: [
        { name: 'A', valueFrom: { fieldRef: { apiVersion: 'v2', fieldPath: 'metadata.name' } } },
      ],
    }),
    ['env-name spec.containers[0].env[0].valueFrom.fieldRef.apiVersion: pods have no version "v2"'],
  ],
  [
    'a variable of a resource that containers do not have',
    app({ env: [{ name: 'A', valueFrom: { resourceFieldRef: { resource: 'limits.gpu' } } }] }),
    [
      'env-name spec.containers[0].env[0].valueFrom.resourceFieldRef.resource: "limits.gpu" is not a resource that a variable can use',
    ],
  ],
  [
    'a variable of a resource in parts that it does not have',
    app({
      env: [
        { name: 'A', valueFrom: { resourceFieldRef: { resource: 'limits.cpu', divisor: '1Mi' } } },
      ],
    }),
    [
      'env-name spec.containers[0].env[0].valueFrom.resourceFieldRef.divisor: "limits.cpu" cannot have the divisor "1Mi"',
    ],
  ],
  [
    'a variable of a file of a volume that is not there',
    app({
      env: [
        { name: 'A', valueFrom: { fileKeyRef: { volumeName: 'conf', path: 'env', key: 'A' } } },
      ],
    }),
    [
      'env-name spec.containers[0].env[0].valueFrom.fileKeyRef.volumeName: the pod has no volume "conf"',
    ],
  ],
  [
    'a variable of a file of a config map',
    pod({
      ...app({
        env: [
          {
            name: 'A',
            valueFrom: { fileKeyRef: { volumeName: 'conf', path: '../env', key: 'A' } },
          },
        ],
      }),
      volumes: [{ name: 'conf', configMap: { name: 'c' } }],
    }),
    [
      'env-name spec.containers[0].env[0].valueFrom.fileKeyRef.path: "../env" is not a path inside the volume',
      'env-name spec.containers[0].env[0].valueFrom.fileKeyRef.volumeName: the volume "conf" is not an emptyDir',
    ],
  ],
  [
    'variables of nothing',
    app({ envFrom: [{}] }),
    ['env-name spec.containers[0].envFrom[0]: there is no source'],
  ],
  [
    'variables of two things',
    app({ envFrom: [{ configMapRef: { name: 'a' }, secretRef: { name: 'a' } }] }),
    ['env-name spec.containers[0].envFrom[0]: there are several sources: configMapRef, secretRef'],
  ],
  [
    'variables of a config map without a name',
    app({ envFrom: [{ configMapRef: {} }] }),
    ['env-name spec.containers[0].envFrom[0].configMapRef.name: the name is empty'],
  ],
  [
    'variables of a secret with a name that is none',
    app({ envFrom: [{ secretRef: { name: 'a/b' } }] }),
    ['env-name spec.containers[0].envFrom[0].secretRef.name: "a/b": …'],
  ],
  [
    'variables with a prefix that is none',
    app({ envFrom: [{ prefix: 'A=', secretRef: { name: 'a' } }] }),
    [
      'env-name spec.containers[0].envFrom[0].prefix: "A=" is not a valid prefix for the name of a variable',
    ],
  ],

  [
    'a resource with a slip of the pen',
    app({ resources: { limits: { mem: '1Gi' } } }),
    ['resources spec.containers[0].resources.limits.mem: containers have no resource "mem"'],
  ],
  [
    'a negative limit',
    app({ resources: { limits: { memory: '-1Gi' } } }),
    ['resources spec.containers[0].resources.limits.memory: "-1Gi" is negative'],
  ],
  [
    'a request beyond its limit',
    app({ resources: { requests: { cpu: '2' }, limits: { cpu: 1 } } }),
    ['resources spec.containers[0].resources.requests.cpu: "2" is more than the limit 1'],
  ],
  [
    'a device in parts',
    app({ resources: { limits: { 'nvidia.com/gpu': '500m' } } }),
    ['resources spec.containers[0].resources.limits.nvidia.com/gpu: "500m" is not a whole number'],
  ],
  [
    'a device without a limit',
    app({ resources: { requests: { 'nvidia.com/gpu': 1 } } }),
    [
      'resources spec.containers[0].resources.requests.nvidia.com/gpu: "nvidia.com/gpu" has no limit',
    ],
  ],
  [
    'a device of which less is requested',
    app({ resources: { requests: { 'nvidia.com/gpu': 1 }, limits: { 'nvidia.com/gpu': 2 } } }),
    ['resources spec.containers[0].resources.requests.nvidia.com/gpu: 1 differs from the limit 2'],
  ],
  [
    'a device with a name that is none',
    app({ resources: { limits: { 'nvidia.com/g pu': 1 } } }),
    [
      'resources spec.containers[0].resources.limits.nvidia.com/g pu: containers have no resource "nvidia.com/g pu"',
    ],
  ],
  [
    'huge pages alone',
    app({ resources: { limits: { 'hugepages-2Mi': '2Mi' } } }),
    ['resources spec.containers[0].resources: huge pages are requested without cpu or memory'],
  ],
  [
    'huge pages that are no multiple of their size',
    app({ resources: { limits: { cpu: 1, 'hugepages-2Mi': '3Mi' } } }),
    [
      'resources spec.containers[0].resources.limits.hugepages-2Mi: "3Mi" is not a multiple of the page size',
    ],
  ],
  [
    'huge pages of no size',
    app({ resources: { limits: { cpu: 1, 'hugepages-big': '2Mi' } } }),
    [
      'resources spec.containers[0].resources.limits.hugepages-big: "hugepages-big" does not specify a page size',
    ],
  ],
  [
    'storage as a resource of a container',
    app({ resources: { requests: { storage: '1Gi' } } }),
    [
      'resources spec.containers[0].resources.requests.storage: containers have no resource "storage"',
    ],
  ],
  [
    'a quantity that is none',
    app({ resources: { limits: { cpu: '1 core' } } }),
    ['type spec.containers[0].resources.limits.cpu: "1 core" is not a valid quantity'],
  ],
  [
    'a claim of a device that the pod does not have',
    app({ resources: { claims: [{ name: 'gpu' }] } }),
    ['resources spec.containers[0].resources.claims[0]: the pod has no resource claim "gpu"'],
  ],
  [
    'a claim of a device that is used twice',
    pod({
      ...app({ resources: { claims: [{ name: 'gpu' }, { name: 'gpu' }] } }),
      resourceClaims: [{ name: 'gpu', resourceClaimName: 'g' }],
    }),
    ['resources spec.containers[0].resources.claims[1]: "gpu" is already used'],
  ],

  [
    'a privileged container that may not escalate',
    app({ securityContext: { privileged: true, allowPrivilegeEscalation: false } }),
    [
      'security spec.containers[0].securityContext.allowPrivilegeEscalation: a privileged container may escalate its privileges',
    ],
  ],
  [
    'a container that administrates and may not escalate',
    app({
      securityContext: {
        allowPrivilegeEscalation: false,
        capabilities: { add: ['CAP_SYS_ADMIN'] },
      },
    }),
    [
      'security spec.containers[0].securityContext.allowPrivilegeEscalation: a container with CAP_SYS_ADMIN may escalate its privileges',
    ],
  ],
  [
    'a negative user',
    app({ securityContext: { runAsUser: -1 } }),
    ['security spec.containers[0].securityContext.runAsUser: -1 is not a valid user or group'],
  ],
  [
    'a group beyond the last',
    app({ securityContext: { runAsGroup: 2 ** 31 } }),
    [
      'security spec.containers[0].securityContext.runAsGroup: 2147483648 is not a valid user or group',
    ],
  ],
  [
    'an unknown profile',
    app({ securityContext: { seccompProfile: { type: 'runtime/default' } } }),
    [
      'choice spec.containers[0].securityContext.seccompProfile.type: "runtime/default" is not a valid type',
    ],
  ],
  [
    'a profile without a type',
    app({ securityContext: { seccompProfile: {} } }),
    ['security spec.containers[0].securityContext.seccompProfile.type: the profile has no type'],
  ],
  [
    'a profile of the node without a name',
    app({ securityContext: { seccompProfile: { type: 'Localhost' } } }),
    [
      'security spec.containers[0].securityContext.seccompProfile.localhostProfile: the type Localhost requires a profile on the node',
    ],
  ],
  [
    'a profile of the node outside of its folder',
    app({ securityContext: { seccompProfile: { type: 'Localhost', localhostProfile: '../a' } } }),
    [
      'security spec.containers[0].securityContext.seccompProfile.localhostProfile: "../a" is not a path inside the folder of profiles',
    ],
  ],
  [
    'a profile of the runtime with a name',
    app({
      securityContext: { appArmorProfile: { type: 'RuntimeDefault', localhostProfile: 'a' } },
    }),
    [
      'security spec.containers[0].securityContext.appArmorProfile.localhostProfile: "a" is for the type Localhost, not "RuntimeDefault"',
    ],
  ],
  [
    'an AppArmor profile with an empty name',
    app({ securityContext: { appArmorProfile: { type: 'Localhost', localhostProfile: '' } } }),
    [
      'security spec.containers[0].securityContext.appArmorProfile.localhostProfile: the type Localhost requires a profile on the node',
    ],
  ],
  [
    'an unknown view of the processes',
    app({ securityContext: { procMount: 'All' } }),
    ['choice spec.containers[0].securityContext.procMount: "All" is not a valid procMount'],
  ],
  [
    'an unmasked view of the processes of the node',
    app({ securityContext: { procMount: 'Unmasked' } }),
    [
      'host spec.containers[0].securityContext.procMount: Unmasked is for pods with a user namespace',
    ],
  ],
];
