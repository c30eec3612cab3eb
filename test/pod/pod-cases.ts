/** Pods that the API server refuses as a whole, with all that is said about them. */
import { app, Case, pod } from './pods';

const tolerating = (toleration: object) => pod({ tolerations: [toleration] });
const onNodes = (...nodeSelectorTerms: object[]) =>
  pod({
    affinity: {
      nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms } },
    },
  });
const expression = (operator: string | undefined, ...values: string[]) =>
  onNodes({ matchExpressions: [{ key: 'zone', operator, values }] });
const beside = (term: object) =>
  pod({
    affinity: {
      podAffinity: {
        requiredDuringSchedulingIgnoredDuringExecution: [
          { topologyKey: 'kubernetes.io/hostname', ...term },
        ],
      },
    },
  });
const apart = (podAffinityTerm: object | undefined, weight: number | undefined = 1) =>
  pod({
    affinity: {
      podAntiAffinity: {
        preferredDuringSchedulingIgnoredDuringExecution: [{ weight, podAffinityTerm }],
      },
    },
  });
const spread = (...constraints: object[]) =>
  pod({
    topologySpreadConstraints: constraints.map((constraint) => ({
      maxSkew: 1,
      topologyKey: 'zone',
      whenUnsatisfiable: 'DoNotSchedule',
      labelSelector: {},
      ...constraint,
    })),
  });
const secured = (securityContext: object) => pod({ securityContext });

export const POD_CASES: readonly Case[] = [
  [
    'a text in place of a list',
    pod({ volumes: 'data' }),
    ['type spec.volumes: "data" is not a list'],
  ],
  [
    'a list in place of fields',
    pod({ securityContext: [] }),
    ['type spec.securityContext: [] is not a map'],
  ],
  [
    'a number in place of a text',
    app({ image: 5 }),
    ['type spec.containers[0].image: 5 is not a string'],
  ],
  [
    'a text in place of a number',
    pod({ priority: '5' }),
    ['type spec.priority: "5" is not a whole number'],
  ],
  [
    'a fraction in place of a whole number',
    app({ ports: [{ containerPort: 80.5 }] }),
    ['type spec.containers[0].ports[0].containerPort: 80.5 is not a whole number'],
  ],
  [
    'a number that is too large',
    app({ ports: [{ containerPort: 2 ** 31 }] }),
    ['type spec.containers[0].ports[0].containerPort: 2147483648 is not a whole number'],
  ],
  [
    'a text in place of a flag',
    pod({ hostNetwork: 'true' }),
    ['type spec.hostNetwork: "true" is not a boolean'],
  ],
  [
    'a list of numbers in place of texts',
    app({ args: ['-p', 80] }),
    ['type spec.containers[0].args[1]: 80 is not a string'],
  ],
  [
    'a flag as a label of nodes',
    pod({ nodeSelector: { gpu: true } }),
    ['type spec.nodeSelector.gpu: true is not a string'],
  ],
  [
    'a number as a value of a variable',
    app({ env: [{ name: 'A', value: 1 }] }),
    ['type spec.containers[0].env[0].value: 1 is not a string'],
  ],
  [
    'a flag as a port',
    app({ livenessProbe: { httpGet: { port: true } } }),
    ['type spec.containers[0].livenessProbe.httpGet.port: true is not a port'],
  ],
  [
    'a container that is a text',
    { containers: ['nginx'] },
    ['type spec.containers[0]: "nginx" is not a map'],
  ],

  [
    'an unknown restart policy',
    pod({ restartPolicy: 'always' }),
    [
      'restart-policy spec.restartPolicy: "always" is not a restart policy that the pod can have here',
    ],
  ],
  [
    'a deadline of no time',
    pod({ restartPolicy: 'Never', activeDeadlineSeconds: 0 }),
    ['deadline spec.activeDeadlineSeconds: 0 is not a valid deadline'],
  ],
  [
    'a deadline beyond the last',
    pod({ restartPolicy: 'Never', activeDeadlineSeconds: 2 ** 31 }),
    ['deadline spec.activeDeadlineSeconds: 2147483648 is not a valid deadline'],
  ],
  [
    'an unknown DNS policy',
    pod({ dnsPolicy: 'Cluster' }),
    ['choice spec.dnsPolicy: "Cluster" is not a valid dnsPolicy'],
  ],
  [
    'the DNS policy None without settings',
    pod({ dnsPolicy: 'None' }),
    ['dns spec.dnsConfig.nameservers: the policy None requires a name server'],
  ],
  [
    'the DNS policy None without name servers',
    pod({ dnsPolicy: 'None', dnsConfig: { searches: ['example.com'] } }),
    ['dns spec.dnsConfig.nameservers: the policy None requires a name server'],
  ],
  [
    'four name servers',
    pod({ dnsConfig: { nameservers: ['10.0.0.1', '10.0.0.2', '10.0.0.3', '10.0.0.4'] } }),
    ['dns spec.dnsConfig.nameservers: there are 4 name servers'],
  ],
  [
    'a name server that is a name',
    pod({ dnsConfig: { nameservers: ['dns.example.com'] } }),
    ['dns spec.dnsConfig.nameservers[0]: "dns.example.com" is not a valid IP address'],
  ],
  [
    'a domain that is none',
    pod({ dnsConfig: { searches: ['a b'] } }),
    ['dns spec.dnsConfig.searches[0]: "a b" is not a valid domain'],
  ],
  [
    '33 domains',
    pod({ dnsConfig: { searches: Array.from({ length: 33 }, (_, index) => `d${index}`) } }),
    ['dns spec.dnsConfig.searches: there are 33 domains'],
  ],
  [
    'an option of DNS without a name',
    pod({ dnsConfig: { options: [{ value: '2' }] } }),
    ['dns spec.dnsConfig.options[0].name: the option has no name'],
  ],
  [
    'an alias of no address',
    pod({ hostAliases: [{ hostnames: ['a'] }] }),
    ['dns spec.hostAliases[0].ip: there is no IP address'],
  ],
  [
    'an alias of an address that is none',
    pod({ hostAliases: [{ ip: '10.0.0.256', hostnames: ['a'] }] }),
    ['dns spec.hostAliases[0].ip: "10.0.0.256" is not a valid IP address'],
  ],
  [
    'an alias of an address of the other family',
    pod({ hostAliases: [{ ip: '::ffff:10.0.0.1', hostnames: ['a'] }] }),
    ['dns spec.hostAliases[0].ip: "::ffff:10.0.0.1" is not a valid IP address'],
  ],
  [
    'an alias with a zero in front',
    pod({ hostAliases: [{ ip: '010.0.0.1', hostnames: ['a'] }] }),
    ['dns spec.hostAliases[0].ip: "010.0.0.1" is not a valid IP address'],
  ],
  [
    'an alias that is not a name',
    pod({ hostAliases: [{ ip: '10.0.0.1', hostnames: ['a_b'] }] }),
    ['dns spec.hostAliases[0].hostnames[0]: "a_b": …'],
  ],
  [
    'a service account with a name that is none',
    pod({ serviceAccountName: 'My_Account' }),
    ['object-name spec.serviceAccountName: "My_Account": …'],
  ],
  [
    'a service account with a name that is none, by the older field',
    pod({ serviceAccount: 'My_Account' }),
    ['object-name spec.serviceAccount: "My_Account": …'],
  ],
  [
    'a priority class with a name that is none',
    pod({ priorityClassName: 'High Priority' }),
    ['object-name spec.priorityClassName: "High Priority": …'],
  ],
  [
    'a runtime class with an empty name',
    pod({ runtimeClassName: '' }),
    ['object-name spec.runtimeClassName: "": …'],
  ],
  [
    'a node with a name that is none',
    pod({ nodeName: 'node_1' }),
    ['object-name spec.nodeName: "node_1": …'],
  ],
  [
    'a host name with a dot',
    pod({ hostname: 'a.b' }),
    ['host spec.hostname: "a.b": must not contain dots'],
  ],
  [
    'a subdomain with capital letters',
    pod({ subdomain: 'Web' }),
    ['host spec.subdomain: "Web": …'],
  ],
  [
    'another host name in the network of the node',
    pod({ hostNetwork: true, hostnameOverride: 'a' }),
    ['host spec.hostnameOverride: the host name is a different one, because hostNetwork is true'],
  ],
  [
    'another host name that is too long',
    pod({ hostnameOverride: 'a'.repeat(65) }),
    [
      'host spec.hostnameOverride: "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa": must be no more than 64 characters',
    ],
  ],
  [
    'an unknown policy of preemption',
    pod({ preemptionPolicy: 'Always' }),
    ['choice spec.preemptionPolicy: "Always" is not a valid preemptionPolicy'],
  ],
  [
    'a gate of readiness that is none',
    pod({ readinessGates: [{ conditionType: 'a b' }] }),
    ['object-name spec.readinessGates[0].conditionType: "a b": …'],
  ],
  [
    'a gate of scheduling that is given twice',
    pod({ schedulingGates: [{ name: 'a' }, { name: 'a' }] }),
    ['object-name spec.schedulingGates[1].name: the gate "a" already exists'],
  ],
  [
    'claims of devices that are none',
    pod({
      resourceClaims: [
        { name: 'A', resourceClaimName: 'a' },
        { name: 'b' },
        { name: 'c', resourceClaimName: 'c', resourceClaimTemplateName: 'c' },
      ],
    }),
    [
      'object-name spec.resourceClaims[0].name: "A": …',
      'object-name spec.resourceClaims[1]: the name of the claim is missing',
      'object-name spec.resourceClaims[2]: both resourceClaimName and resourceClaimTemplateName are set',
    ],
  ],
  [
    'claims of devices of one name',
    pod({
      resourceClaims: [
        { name: 'a', resourceClaimName: 'a' },
        { name: 'a', resourceClaimName: 'b' },
      ],
    }),
    ['object-name spec.resourceClaims[1].name: the claim "a" already exists'],
  ],
  [
    'all processes of the node and only those of the pod',
    pod({ hostPID: true, shareProcessNamespace: true }),
    [
      'host spec.shareProcessNamespace: the containers already share the processes of the node, because hostPID is true',
    ],
  ],
  [
    'users of its own and processes of the node',
    pod({ hostUsers: false, hostPID: true }),
    ['host spec.hostPID: hostPID is true, but hostUsers is false'],
  ],
  [
    'users of its own and devices',
    pod({
      hostUsers: false,
      containers: [
        { name: 'app', image: 'a', volumeDevices: [{ name: 'data', devicePath: '/x' }] },
      ],
      volumes: [{ name: 'data', persistentVolumeClaim: { claimName: 'd' } }],
    }),
    [
      'host spec.containers[0].volumeDevices: devices cannot be used in a user namespace, but hostUsers is false',
    ],
  ],
  [
    'an unknown operating system',
    pod({ os: { name: 'Linux' } }),
    ['choice spec.os.name: "Linux" is not a valid name'],
  ],
  [
    'an operating system without a name',
    pod({ os: {} }),
    ['host spec.os.name: the operating system has no name'],
  ],
  [
    'options of Windows for Linux',
    pod({
      os: { name: 'linux' },
      ...app({ securityContext: { windowsOptions: { runAsUserName: 'a' } } }),
    }),
    [
      'host spec.containers[0].securityContext.windowsOptions: a pod for linux has no windowsOptions',
    ],
  ],
  [
    'a user of Linux for Windows',
    pod({
      os: { name: 'windows' },
      securityContext: { runAsUser: 1 },
      ...app({ securityContext: { privileged: false } }),
    }),
    [
      'host spec.securityContext.runAsUser: a pod for windows has no runAsUser',
      'host spec.containers[0].securityContext.privileged: a pod for windows has no privileged',
    ],
  ],
  [
    'resources that a pod does not have',
    pod({ resources: { limits: { 'ephemeral-storage': '1Gi' } } }),
    [
      'resources spec.resources.limits.ephemeral-storage: pods have no resource "ephemeral-storage" up to Kubernetes 1.36',
    ],
  ],
  [
    'a pod that asks for less than its containers',
    pod({
      resources: { requests: { cpu: '1' } },
      ...app({ resources: { requests: { cpu: '2' } } }),
    }),
    ['resources spec.resources.requests.cpu: "1" is less than its containers request in total'],
  ],
  [
    'a container that may have more than its pod',
    pod({
      resources: { limits: { cpu: '1' } },
      ...app({ resources: { limits: { cpu: '2' }, requests: { cpu: '1' } } }),
    }),
    [
      'resources spec.containers[0].resources.limits.cpu: "2" is more than the limit of the pod, "1"',
    ],
  ],

  [
    'labels of nodes that are none',
    pod({ nodeSelector: { 'a b': 'x y' } }),
    [
      'scheduling spec.nodeSelector.a b: the key "a b": …',
      'scheduling spec.nodeSelector.a b: the value "x y": …',
    ],
  ],
  [
    'a toleration of nothing',
    tolerating({}),
    [
      'scheduling spec.tolerations[0].operator: a toleration without a key requires the operator Exists',
    ],
  ],
  [
    'a toleration with a key and a value that are none',
    tolerating({ key: 'a b', value: 'c d' }),
    [
      'scheduling spec.tolerations[0].key: the key "a b": …',
      'scheduling spec.tolerations[0].value: the value "c d": …',
    ],
  ],
  [
    'a toleration of everything that has a value',
    tolerating({ operator: 'Exists', value: 'x' }),
    ['scheduling spec.tolerations[0].operator: the operator Exists has no value, but "x" is set'],
  ],
  [
    'a toleration with an unknown operator',
    tolerating({ key: 'a', operator: 'In', value: 'x' }),
    ['choice spec.tolerations[0].operator: "In" is not a valid operator'],
  ],
  [
    'a toleration of an unknown effect',
    tolerating({ key: 'a', effect: 'NoRun' }),
    ['choice spec.tolerations[0].effect: "NoRun" is not a valid effect'],
  ],
  [
    'a time for another effect',
    tolerating({ key: 'a', operator: 'Exists', effect: 'NoSchedule', tolerationSeconds: 3 }),
    [
      'scheduling spec.tolerations[0].effect: tolerationSeconds is for the effect NoExecute, not "NoSchedule"',
    ],
  ],
  [
    'an affinity to nothing',
    onNodes(),
    [
      'scheduling spec.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms: there is no term',
    ],
  ],
  [
    'an expression without an operator',
    expression(undefined, 'a'),
    [
      'scheduling spec.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms[0].matchExpressions[0].operator: there is no operator',
    ],
  ],
  [
    'an expression with an unknown operator',
    expression('in', 'a'),
    [
      'scheduling spec.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms[0].matchExpressions[0].operator: "in" is not a valid operator',
    ],
  ],
  [
    'an expression without values',
    expression('In'),
    [
      'scheduling spec.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms[0].matchExpressions[0].values: the operator In requires at least one value, but there are 0',
    ],
  ],
  [
    'an expression with values that it does not take',
    expression('Exists', 'a'),
    [
      'scheduling spec.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms[0].matchExpressions[0].values: the operator Exists requires no values, but there are 1',
    ],
  ],
  [
    'an expression with too many values',
    expression('Gt', '1', '2'),
    [
      'scheduling spec.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms[0].matchExpressions[0].values: the operator Gt requires exactly one value, but there are 2',
    ],
  ],
  [
    'an expression with a value that is none',
    expression('In', 'a b'),
    [
      'scheduling spec.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms[0].matchExpressions[0].values[0]: the value "a b": …',
    ],
  ],
  [
    'an expression without a key',
    onNodes({ matchExpressions: [{ operator: 'Exists' }] }),
    [
      'scheduling spec.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms[0].matchExpressions[0].key: there is no key',
    ],
  ],
  [
    'a field of nodes that they are not chosen by',
    onNodes({ matchFields: [{ key: 'metadata.uid', operator: 'In', values: ['a'] }] }),
    [
      'scheduling spec.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms[0].matchFields[0].key: nodes cannot be selected by the field "metadata.uid"',
    ],
  ],
  [
    'two names of one node',
    onNodes({ matchFields: [{ key: 'metadata.name', operator: 'In', values: ['a', 'b'] }] }),
    [
      'scheduling spec.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms[0].matchFields[0].values: a field is compared with a single value, not 2',
    ],
  ],
  [
    'a name of a node that is none',
    onNodes({ matchFields: [{ key: 'metadata.name', operator: 'In', values: ['a_b'] }] }),
    [
      'scheduling spec.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms[0].matchFields[0].values[0]: "a_b": …',
    ],
  ],
  [
    'a preference of no weight',
    pod({
      affinity: {
        nodeAffinity: { preferredDuringSchedulingIgnoredDuringExecution: [{ preference: {} }] },
      },
    }),
    [
      'scheduling spec.affinity.nodeAffinity.preferredDuringSchedulingIgnoredDuringExecution[0].weight: the weight is undefined',
    ],
  ],
  [
    'a preference by no key',
    pod({
      affinity: {
        nodeAffinity: {
          preferredDuringSchedulingIgnoredDuringExecution: [
            { weight: 1, preference: { matchExpressions: [{ key: '', operator: 'Exists' }] } },
          ],
        },
      },
    }),
    [
      'scheduling spec.affinity.nodeAffinity.preferredDuringSchedulingIgnoredDuringExecution[0].preference.matchExpressions[0].key: there is no key',
    ],
  ],
  [
    'pods of no topology',
    beside({ topologyKey: undefined }),
    [
      'scheduling spec.affinity.podAffinity.requiredDuringSchedulingIgnoredDuringExecution[0].topologyKey: there is no key',
    ],
  ],
  [
    'pods of a topology that is none',
    beside({ topologyKey: 'a b' }),
    [
      'scheduling spec.affinity.podAffinity.requiredDuringSchedulingIgnoredDuringExecution[0].topologyKey: the key "a b": …',
    ],
  ],
  [
    'pods of a namespace that is none',
    beside({ namespaces: ['A'] }),
    [
      'scheduling spec.affinity.podAffinity.requiredDuringSchedulingIgnoredDuringExecution[0].namespaces[0]: "A": …',
    ],
  ],
  [
    'pods with labels that are none',
    beside({ labelSelector: { matchLabels: { app: 'a b' } } }),
    [
      'scheduling spec.affinity.podAffinity.requiredDuringSchedulingIgnoredDuringExecution[0].labelSelector.matchLabels.app: the value "a b": …',
    ],
  ],
  [
    'pods with labels that are greater',
    beside({
      labelSelector: { matchExpressions: [{ key: 'app', operator: 'Gt', values: ['1'] }] },
    }),
    [
      'scheduling spec.affinity.podAffinity.requiredDuringSchedulingIgnoredDuringExecution[0].labelSelector.matchExpressions[0].operator: Gt is an operator for nodes',
    ],
  ],
  [
    'pods of namespaces by nothing',
    beside({ namespaceSelector: { matchExpressions: [{ key: 'app', operator: 'NotIn' }] } }),
    [
      'scheduling spec.affinity.podAffinity.requiredDuringSchedulingIgnoredDuringExecution[0].namespaceSelector.matchExpressions[0].values: the operator NotIn requires at least one value, but there are 0',
    ],
  ],
  [
    'pods with the labels of this one, without a selector',
    beside({ matchLabelKeys: ['app'] }),
    [
      'scheduling spec.affinity.podAffinity.requiredDuringSchedulingIgnoredDuringExecution[0].matchLabelKeys: matchLabelKeys is set without a labelSelector',
    ],
  ],
  [
    'pods with and without the labels of this one',
    beside({ labelSelector: {}, matchLabelKeys: ['app'], mismatchLabelKeys: ['app'] }),
    [
      'scheduling spec.affinity.podAffinity.requiredDuringSchedulingIgnoredDuringExecution[0].matchLabelKeys[0]: "app" is also one of the mismatchLabelKeys',
    ],
  ],
  [
    'a weight beyond 100',
    apart({ topologyKey: 'kubernetes.io/hostname' }, 101),
    [
      'scheduling spec.affinity.podAntiAffinity.preferredDuringSchedulingIgnoredDuringExecution[0].weight: the weight is 101',
    ],
  ],
  [
    'a weight for nothing',
    apart(undefined),
    [
      'scheduling spec.affinity.podAntiAffinity.preferredDuringSchedulingIgnoredDuringExecution[0].podAffinityTerm.topologyKey: there is no key',
    ],
  ],
  [
    'a spread without a skew',
    spread({ maxSkew: undefined }),
    ['scheduling spec.topologySpreadConstraints[0].maxSkew: there is no skew'],
  ],
  [
    'a spread over nothing',
    spread({ topologyKey: '' }),
    ['scheduling spec.topologySpreadConstraints[0].topologyKey: there is no key'],
  ],
  [
    'a spread that may be what it likes',
    spread({ whenUnsatisfiable: undefined }),
    [
      'scheduling spec.topologySpreadConstraints[0].whenUnsatisfiable: whenUnsatisfiable is missing',
    ],
  ],
  [
    'a spread that is something else',
    spread({ whenUnsatisfiable: 'Never' }),
    [
      'choice spec.topologySpreadConstraints[0].whenUnsatisfiable: "Never" is not a valid whenUnsatisfiable',
    ],
  ],
  [
    'a spread over no domains',
    spread({ minDomains: 0 }),
    ['scheduling spec.topologySpreadConstraints[0].minDomains: 0 is not a valid number of domains'],
  ],
  [
    'a spread over many domains, if it can be',
    spread({ minDomains: 2, whenUnsatisfiable: 'ScheduleAnyway' }),
    [
      'scheduling spec.topologySpreadConstraints[0].minDomains: minDomains is for DoNotSchedule, not "ScheduleAnyway"',
    ],
  ],
  [
    'two spreads over one topology',
    spread({}, { maxSkew: 2 }),
    [
      'scheduling spec.topologySpreadConstraints[1]: there is already a constraint on "zone" with "DoNotSchedule"',
    ],
  ],
  [
    'a spread with an unknown policy',
    spread({ nodeTaintsPolicy: 'honor' }),
    [
      'choice spec.topologySpreadConstraints[0].nodeTaintsPolicy: "honor" is not a valid nodeTaintsPolicy',
    ],
  ],
  [
    'a spread of pods with labels that are none',
    spread({ labelSelector: { matchLabels: { 'a b': 'c' } } }),
    [
      'scheduling spec.topologySpreadConstraints[0].labelSelector.matchLabels.a b: the key "a b": …',
    ],
  ],
  [
    'a spread of pods with the labels of this one, without a selector',
    spread({ labelSelector: undefined, matchLabelKeys: ['app'] }),
    [
      'scheduling spec.topologySpreadConstraints[0].matchLabelKeys: matchLabelKeys is set without a labelSelector',
    ],
  ],

  [
    'groups that are none',
    secured({ fsGroup: 2 ** 31, supplementalGroups: [1, -1] }),
    [
      'security spec.securityContext.fsGroup: 2147483648 is not a valid user or group',
      'security spec.securityContext.supplementalGroups[1]: -1 is not a valid user or group',
    ],
  ],
  [
    'an unknown way to change groups',
    secured({ fsGroupChangePolicy: 'Never' }),
    ['choice spec.securityContext.fsGroupChangePolicy: "Never" is not a valid fsGroupChangePolicy'],
  ],
  [
    'an unknown way to add groups',
    secured({ supplementalGroupsPolicy: 'merge' }),
    [
      'choice spec.securityContext.supplementalGroupsPolicy: "merge" is not a valid supplementalGroupsPolicy',
    ],
  ],
  [
    'an unknown way to label files',
    secured({ seLinuxChangePolicy: 'All' }),
    ['choice spec.securityContext.seLinuxChangePolicy: "All" is not a valid seLinuxChangePolicy'],
  ],
  [
    'profiles of the node',
    secured({
      seccompProfile: { type: 'Localhost' },
      appArmorProfile: { type: 'RuntimeDefault', localhostProfile: 'x' },
    }),
    [
      'security spec.securityContext.appArmorProfile.localhostProfile: "x" is for the type Localhost, not "RuntimeDefault"',
      'security spec.securityContext.seccompProfile.localhostProfile: the type Localhost requires a profile on the node',
    ],
  ],
  [
    'a setting of the kernel that is none',
    secured({ sysctls: [{ name: 'Net', value: '1' }] }),
    ['security spec.securityContext.sysctls[0].name: "Net" is not a kernel setting'],
  ],
  [
    'a setting of the kernel that is given twice',
    secured({
      sysctls: [
        { name: 'net.core.somaxconn', value: '1' },
        { name: 'net.core.somaxconn', value: '2' },
      ],
    }),
    ['security spec.securityContext.sysctls[1].name: "net.core.somaxconn" is already set'],
  ],
  [
    'a setting of the network of the node',
    pod({
      hostNetwork: true,
      securityContext: { sysctls: [{ name: 'net.core.somaxconn', value: '1' }] },
    }),
    [
      'security spec.securityContext.sysctls[0].name: "net.core.somaxconn" would be a setting of the node, because hostNetwork is true',
    ],
  ],
  [
    'a process of the node without the network of the node',
    secured({ windowsOptions: { hostProcess: true } }),
    [
      'security spec.hostNetwork: host processes need the network of the node, and hostNetwork is not true',
    ],
  ],
  [
    'a process of the node beside one that is none',
    pod({
      hostNetwork: true,
      initContainers: [
        {
          name: 'init',
          image: 'init:1',
          securityContext: { windowsOptions: { hostProcess: true } },
        },
      ],
    }),
    ['security spec: some containers are host processes, and some are not'],
  ],
  [
    'a container that contradicts its pod',
    pod({
      securityContext: { windowsOptions: { hostProcess: false } },
      initContainers: [
        {
          name: 'init',
          image: 'init:1',
          securityContext: { windowsOptions: { hostProcess: true } },
        },
      ],
      hostNetwork: true,
    }),
    [
      'security spec.initContainers[0].securityContext.windowsOptions.hostProcess: hostProcess is true, but false in the pod',
      'security spec: some containers are host processes, and some are not',
    ],
  ],
];
