/**
 * Defaults that the API server writes out where a manifest says nothing: k8s.io/kubernetes
 * `pkg/apis/.../v1/defaults.go`, by type.
 */
import { Fields, fieldsOf, isFields } from '../kube';
import { Draft } from './decode';

/** Plain values, by type and field. */
export const VALUES: { readonly [type: string]: Draft } = {
  Container: { terminationMessagePath: '/dev/termination-log', terminationMessagePolicy: 'File' },
  EphemeralContainer: {
    terminationMessagePath: '/dev/termination-log',
    terminationMessagePolicy: 'File',
  },
  ContainerPort: { protocol: 'TCP' },
  Probe: { timeoutSeconds: 1, periodSeconds: 10, successThreshold: 1, failureThreshold: 3 },
  HTTPGetAction: { path: '/', scheme: 'HTTP' },
  GRPCAction: { service: '' },
  PodSpec: {
    dnsPolicy: 'ClusterFirst',
    restartPolicy: 'Always',
    schedulerName: 'default-scheduler',
    terminationGracePeriodSeconds: 30,
    securityContext: {},
  },
  ObjectFieldSelector: { apiVersion: 'v1' },
  ConfigMapVolumeSource: { defaultMode: 420 },
  SecretVolumeSource: { defaultMode: 420 },
  ProjectedVolumeSource: { defaultMode: 420 },
  DownwardAPIVolumeSource: { defaultMode: 420 },
  HostPathVolumeSource: { type: '' },
  ServiceAccountTokenProjection: { expirationSeconds: 3600 },
  ISCSIVolumeSource: { iscsiInterface: 'default' },
  ISCSIPersistentVolumeSource: { iscsiInterface: 'default' },
  RBDVolumeSource: { pool: 'rbd', user: 'admin', keyring: '/etc/ceph/keyring' },
  RBDPersistentVolumeSource: { pool: 'rbd', user: 'admin', keyring: '/etc/ceph/keyring' },
  AzureDiskVolumeSource: {
    cachingMode: 'ReadWrite',
    kind: 'Shared',
    fsType: 'ext4',
    readOnly: false,
  },
  ScaleIOVolumeSource: { storageMode: 'ThinProvisioned', fsType: 'xfs' },
  ScaleIOPersistentVolumeSource: { storageMode: 'ThinProvisioned', fsType: 'xfs' },
  PersistentVolumeClaimSpec: { volumeMode: 'Filesystem' },
  PersistentVolumeSpec: { volumeMode: 'Filesystem', persistentVolumeReclaimPolicy: 'Retain' },
  DeploymentSpec: { replicas: 1, revisionHistoryLimit: 10, progressDeadlineSeconds: 600 },
  StatefulSetSpec: {
    replicas: 1,
    revisionHistoryLimit: 10,
    podManagementPolicy: 'OrderedReady',
    persistentVolumeClaimRetentionPolicy: {},
  },
  StatefulSetPersistentVolumeClaimRetentionPolicy: { whenDeleted: 'Retain', whenScaled: 'Retain' },
  DaemonSetSpec: { revisionHistoryLimit: 10 },
  ReplicaSetSpec: { replicas: 1 },
  ReplicationControllerSpec: { replicas: 1 },
  CronJobSpec: {
    concurrencyPolicy: 'Allow',
    suspend: false,
    successfulJobsHistoryLimit: 3,
    failedJobsHistoryLimit: 1,
  },
  PodFailurePolicyOnPodConditionsPattern: { status: 'True' },
  ServiceSpec: { type: 'ClusterIP', sessionAffinity: 'None' },
  ServicePort: { protocol: 'TCP' },
  ClientIPConfig: { timeoutSeconds: 10800 },
  Secret: { type: 'Opaque' },
  StorageClass: { reclaimPolicy: 'Delete', volumeBindingMode: 'Immediate' },
  CSIDriverSpec: {
    attachRequired: true,
    podInfoOnMount: false,
    storageCapacity: false,
    requiresRepublish: false,
    seLinuxMount: false,
    fsGroupPolicy: 'ReadWriteOnceWithFSType',
    volumeLifecycleModes: ['Persistent'],
  },
  'v2.HorizontalPodAutoscalerSpec': { minReplicas: 1 },
  NetworkPolicyPort: { protocol: 'TCP' },
  IngressClassParametersReference: { scope: 'Cluster' },
  RoleRef: { apiGroup: 'rbac.authorization.k8s.io' },
  PriorityClass: { preemptionPolicy: 'PreemptLowerPriority' },
  MutatingWebhook: {
    failurePolicy: 'Fail',
    matchPolicy: 'Equivalent',
    namespaceSelector: {},
    objectSelector: {},
    timeoutSeconds: 10,
    reinvocationPolicy: 'Never',
  },
  ValidatingWebhook: {
    failurePolicy: 'Fail',
    matchPolicy: 'Equivalent',
    namespaceSelector: {},
    objectSelector: {},
    timeoutSeconds: 10,
  },
  RuleWithOperations: { scope: '*' },
  NamedRuleWithOperations: { scope: '*' },
  ServiceReference: { port: 443 },
  'apiextensions/ServiceReference': { port: 443 },
  'apiregistration/ServiceReference': { port: 443 },
  ValidatingAdmissionPolicySpec: { failurePolicy: 'Fail' },
  MutatingAdmissionPolicySpec: { failurePolicy: 'Fail' },
  EndpointPort: { protocol: 'TCP' },
  'discovery/EndpointPort': { name: '', protocol: 'TCP' },
  FlowSchemaSpec: { matchingPrecedence: 1000 },
  LimitedPriorityLevelConfiguration: { nominalConcurrencyShares: 30, lendablePercent: 0 },
  ExemptPriorityLevelConfiguration: { nominalConcurrencyShares: 0, lendablePercent: 0 },
  QueuingConfiguration: { queues: 64, handSize: 8, queueLengthLimit: 50 },
  CustomResourceDefinitionSpec: { conversion: { strategy: 'None' } },
  DeviceToleration: { operator: 'Equal' },
  MatchResources: { matchPolicy: 'Equivalent', namespaceSelector: {}, objectSelector: {} },
};

/** What depends on other fields, after the plain values and after what is inside. */
export const MORE: { readonly [type: string]: (value: Draft) => void } = {
  Container: setPullPolicy,
  EphemeralContainer: setPullPolicy,
  Volume: (volume) => {
    if (Object.keys(volume).filter((field) => field !== 'name').length === 0) volume.emptyDir = {};
  },
  ImageVolumeSource: (source) => {
    if (typeof source.reference === 'string') {
      set(source, 'pullPolicy', pullPolicy(source.reference));
    }
  },
  Pod: ({ spec }) => {
    const { hostNetwork, containers, initContainers } = fieldsOf(spec);
    if (hostNetwork !== true) return;
    for (const list of [containers, initContainers]) {
      for (const container of Array.isArray(list) ? list : []) setHostPorts(fieldsOf(container));
    }
  },
  PodSpec: (pod) => {
    // Two names of one field.
    const account = pod.serviceAccountName ?? pod.serviceAccount;
    if (account !== undefined) {
      Object.assign(pod, { serviceAccountName: account, serviceAccount: account });
    }
  },
  DeploymentStrategy: (strategy) => {
    set(strategy, 'type', 'RollingUpdate');
    if (strategy.type !== 'RollingUpdate') return;
    strategy.rollingUpdate = {
      maxUnavailable: '25%',
      maxSurge: '25%',
      ...fieldsOf(strategy.rollingUpdate),
    };
  },
  StatefulSetUpdateStrategy: (strategy) => {
    // Who writes the type alone gets no parameters.
    if (strategy.type === undefined) set(strategy, 'rollingUpdate', {});
    set(strategy, 'type', 'RollingUpdate');
    if (strategy.type === 'RollingUpdate' && strategy.rollingUpdate !== undefined) {
      strategy.rollingUpdate = { partition: 0, ...fieldsOf(strategy.rollingUpdate) };
    }
  },
  DaemonSetUpdateStrategy: (strategy) => {
    set(strategy, 'type', 'RollingUpdate');
    if (strategy.type === 'RollingUpdate') {
      strategy.rollingUpdate = {
        maxUnavailable: 1,
        maxSurge: 0,
        ...fieldsOf(strategy.rollingUpdate),
      };
    }
  },
  // The template of a CronJob has none of these.
  Job: ({ spec }) => {
    if (!isFields(spec)) return;
    const job = spec as Draft;
    for (const [field, value] of Object.entries({
      completionMode: 'NonIndexed',
      suspend: false,
      manualSelector: false,
    })) {
      set(job, field, value);
    }
    if (job.completions === undefined && job.parallelism === undefined) job.completions = 1;
    set(job, 'parallelism', 1);
    set(job, 'backoffLimit', job.backoffLimitPerIndex === undefined ? 6 : 2147483647);
    set(
      job,
      'podReplacementPolicy',
      job.podFailurePolicy === undefined ? 'TerminatingOrFailed' : 'Failed',
    );
  },
  CustomResourceDefinitionNames: (names) => {
    if (typeof names.kind !== 'string') return;
    set(names, 'singular', names.kind.toLowerCase());
    set(names, 'listKind', `${names.kind}List`);
  },
  ExactDeviceRequest: setDeviceCount,
  DeviceSubRequest: setDeviceCount,
  ServicePort: (port) => {
    if (port.targetPort === 0 || port.targetPort === '') delete port.targetPort;
    set(port, 'targetPort', port.port);
  },
  ServiceSpec: (service) => {
    if (service.sessionAffinity === 'ClientIP') {
      service.sessionAffinityConfig = {
        clientIP: { timeoutSeconds: 10800 },
        ...fieldsOf(service.sessionAffinityConfig),
      };
    } else {
      delete service.sessionAffinityConfig;
    }
  },
  'v2.HorizontalPodAutoscalerSpec': (autoscaler) =>
    set(autoscaler, 'metrics', [
      {
        type: 'Resource',
        resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 80 } },
      },
    ]),
  NetworkPolicySpec: (policy) =>
    set(policy, 'policyTypes', Array.isArray(policy.egress) ? ['Ingress', 'Egress'] : ['Ingress']),
  Subject: (subject) => {
    if (subject.kind === 'User' || subject.kind === 'Group') {
      set(subject, 'apiGroup', 'rbac.authorization.k8s.io');
    }
  },
  'v2.HorizontalPodAutoscalerBehavior': (behavior) => {
    const up = {
      stabilizationWindowSeconds: 0,
      selectPolicy: 'Max',
      policies: [
        { type: 'Pods', value: 4, periodSeconds: 15 },
        { type: 'Percent', value: 100, periodSeconds: 15 },
      ],
    };
    const down = {
      selectPolicy: 'Max',
      policies: [{ type: 'Percent', value: 100, periodSeconds: 15 }],
    };
    behavior.scaleUp = { ...up, ...fieldsOf(behavior.scaleUp) };
    behavior.scaleDown = { ...down, ...fieldsOf(behavior.scaleDown) };
  },
  LimitRangeItem: (item) => {
    if (item.type !== 'Container') return;
    const { max, min } = item;
    if (max !== undefined) item.default = { ...fieldsOf(max), ...fieldsOf(item.default) };
    const request = {
      ...fieldsOf(min),
      ...fieldsOf(item.default),
      ...fieldsOf(item.defaultRequest),
    };
    if (Object.keys(request).length > 0) item.defaultRequest = request;
  },
};

function set(draft: Draft, field: string, value: unknown): void {
  if (draft[field] === undefined && value !== undefined) draft[field] = value;
}

function setDeviceCount(request: Draft): void {
  set(request, 'allocationMode', 'ExactCount');
  if (request.allocationMode === 'ExactCount') set(request, 'count', 1);
}

/** On the network of its node, a port is that of the node; templates do without. */
function setHostPorts({ ports }: Fields): void {
  for (const port of Array.isArray(ports) ? (ports as Draft[]) : []) {
    set(port, 'hostPort', port.containerPort);
  }
}

function setPullPolicy(container: Draft): void {
  if (typeof container.image === 'string') {
    set(container, 'imagePullPolicy', pullPolicy(container.image));
  }
}

/** The latest is fetched each time, and so is what has neither tag nor digest. */
function pullPolicy(image: string): string {
  const name = image.slice(image.lastIndexOf('/') + 1);
  if (name.includes('@')) return name.split('@')[0].endsWith(':latest') ? 'Always' : 'IfNotPresent';
  const [, tag = 'latest'] = name.split(':');
  return tag === 'latest' ? 'Always' : 'IfNotPresent';
}
