/** The rules of pods: what the API server asks of each, whatever workload makes it. */
import { defineRules, Severity } from '../findings';

/** Who says so. */
export const KUBERNETES = 'Kubernetes, validation of pods';
const REFUSED = 'The API server refuses the pod.';

export const POD_RULES = defineRules('pod', {
  type: {
    summary: 'Every field of a pod has the type that Kubernetes gives it.',
    why: 'The API server cannot read the pod.',
    bad: 'containers: { name: app }',
    good: 'containers: [{ name: app, … }]',
    source: KUBERNETES,
  },
  annotationSize: {
    summary: 'The annotations of a pod have at most 256 KiB, keys and values together.',
    why: 'The API server refuses the pod, or the workload that makes it.',
    bad: 'annotations: { example.com/settings: … 300 KiB … }',
    good: 'a ConfigMap, mounted',
    source: KUBERNETES,
  },
  unknownField: {
    severity: Severity.WARNING,
    otherSeverity: Severity.ERROR,
    summary: 'Kubernetes knows every field of a pod.',
    why: 'Strict validation, which kubectl asks for unless it is told otherwise, and server-side apply reject the object; otherwise the field is dropped. Of options, fields that are newer than this library are let through with a warning.',
    bad: 'containers: [{ volumemounts: […] }]',
    good: 'containers: [{ volumeMounts: […] }]',
    source: KUBERNETES,
  },
  container: {
    summary:
      'A pod has containers, each with a unique name that is a DNS label, and only with fields that its kind of container may have.',
    why: REFUSED,
    bad: 'containers: [{ name: App }]',
    good: 'containers: [{ name: app }]',
    source: KUBERNETES,
  },
  image: {
    summary:
      'Every container names its image by a reference: an optional registry, a path in lower case, an optional tag and digest.',
    why: 'The API server refuses the pod, or kubelet never pulls the image: the pod stays at InvalidImageName.',
    bad: 'image: registry.example.com/Team/app:1.0.0',
    good: 'image: registry.example.com/team/app:1.0.0',
    source: `${KUBERNETES}; github.com/distribution/reference v0.6.0`,
  },
  choice: {
    summary: 'A field with a fixed set of values has one of them.',
    why: REFUSED,
    bad: 'hostPath: { path: /data, type: directory }',
    good: 'hostPath: { path: /data, type: Directory }',
    source: KUBERNETES,
  },
  port: {
    summary:
      'Ports are from 1 to 65535, their names are IANA service names, and none is used twice.',
    why: REFUSED,
    bad: 'ports: [{ name: web_port, containerPort: 0 }]',
    good: 'ports: [{ name: web, containerPort: 8080 }]',
    source: KUBERNETES,
  },
  handler: {
    otherSeverity: Severity.WARNING,
    summary: 'A probe or a hook does exactly one thing, with valid numbers.',
    why: REFUSED,
    bad: 'livenessProbe: { httpGet: { port: web }, successThreshold: 2 }',
    good: 'livenessProbe: { httpGet: { port: web } }',
    source: KUBERNETES,
  },
  mountPath: {
    otherSeverity: Severity.WARNING,
    summary: 'Every mount path is absolute and has no colon, except on Windows.',
    why: 'The API server rejects an empty path and documents that colons are not allowed; a relative path is mounted below /, where it may hide something.',
    bad: 'mountPath: data',
    good: 'mountPath: /data',
    source: KUBERNETES,
  },
  mountPathTaken: {
    otherSeverity: Severity.WARNING,
    summary: 'No two mounts of a container have the same path.',
    why: 'The API server refuses the pod; of paths that only differ in their spelling, such as /data and /data/, the last mount hides the first.',
    bad: 'two mounts at /data',
    good: 'one of them at /data, the other at /cache',
    source: KUBERNETES,
  },
  mountsNested: {
    severity: Severity.WARNING,
    summary: 'No mount lies below a read-only one, where nothing can be mounted over.',
    why: 'The runtime creates the directory or file for the inner mount. If it cannot, and the outer volume does not have it, the pod does not start. In ConfigMaps, Secrets, projected and downwardAPI volumes kubelet makes directories, but no files.',
    bad: 'a claim at /data with readOnly: true, and an emptyDir at /data/cache',
    good: 'a claim at /data with readOnly: true, and an emptyDir at /cache',
    source: 'kubelet, MakeNestedMountpoints; runc',
  },
  mountedVolume: {
    summary: 'A container mounts only volumes of the pod, and uses only claims as devices.',
    why: REFUSED,
    bad: 'volumeMounts: [{ name: dta, mountPath: /data }]',
    good: 'volumes: [{ name: data, … }] and volumeMounts: [{ name: data, mountPath: /data }]',
    source: KUBERNETES,
  },
  subPath: {
    summary:
      'A subPath is relative, stays within the volume, and is not combined with a subPathExpr.',
    why: REFUSED,
    bad: 'subPath: ../other',
    good: 'subPath: other',
    source: KUBERNETES,
  },
  mountOption: {
    summary:
      'Mount propagation and recursive read-only have valid values that the container may use.',
    why: REFUSED,
    bad: 'mountPropagation: Bidirectional, in a container that is not privileged',
    good: 'mountPropagation: HostToContainer',
    source: KUBERNETES,
  },
  volumeName: {
    summary: 'The name of a volume is a DNS label.',
    why: REFUSED,
    bad: 'volumes: [{ name: Test_Data, … }]',
    good: 'volumes: [{ name: test-data, … }]',
    source: KUBERNETES,
  },
  volumeTwice: {
    summary: 'No two volumes of a pod have the same name.',
    why: REFUSED,
    bad: 'two volumes data',
    good: 'volumes data and cache',
    source: KUBERNETES,
  },
  volumeSource: {
    otherSeverity: Severity.WARNING,
    summary: 'A volume has exactly one source, with all its required fields.',
    why: 'The API server rejects the pod, or the pod waits forever for an object with an impossible name; a volume without a source silently becomes an emptyDir.',
    bad: '{ name: data, emptyDir: {}, hostPath: { path: /x } }',
    good: '{ name: data, emptyDir: {} }',
    source: KUBERNETES,
  },
  label: {
    summary: 'Labels and annotations are valid.',
    why: REFUSED,
    bad: 'labels: { team: "a team" }',
    good: 'labels: { team: a-team }',
    source: KUBERNETES,
  },
  envName: {
    summary:
      'Every variable has a valid name, and either a value or one source that names its object.',
    why: REFUSED,
    bad: 'env: [{ name: "A=B" }]',
    good: 'env: [{ name: A, value: B }]',
    source: KUBERNETES,
  },
  envTwice: {
    severity: Severity.WARNING,
    summary: 'Every variable is set once.',
    why: 'The last one wins; server-side apply refuses both.',
    bad: 'env: [{ name: A, value: "1" }, { name: A, value: "2" }]',
    good: 'env: [{ name: A, value: "2" }]',
    source: KUBERNETES,
  },
  resources: {
    summary:
      'Containers have only supported resources, no request is greater than its limit, and none is negative.',
    why: REFUSED,
    bad: 'resources: { requests: { cpu: 2 }, limits: { cpu: 1 } }',
    good: 'resources: { requests: { cpu: 1 }, limits: { cpu: 2 } }',
    source: KUBERNETES,
  },
  emptyNodeTerm: {
    summary: 'Every term of a required node affinity has a requirement.',
    why: 'A term without requirements matches no node, though it looks as if it matched all: the pod stays pending.',
    bad: 'nodeSelectorTerms: [{}]',
    good: 'nodeSelectorTerms: [{ matchExpressions: [{ key: kubernetes.io/arch, operator: In, values: [arm64] }] }]',
    source: 'Kubernetes, the scheduler',
  },
  scheduling: {
    otherSeverity: Severity.WARNING,
    summary:
      'Selectors, tolerations, affinities and topology spread constraints are complete and consistent.',
    why: REFUSED,
    bad: 'tolerations: [{ key: dedicated, operator: Exists, value: load }]',
    good: 'tolerations: [{ key: dedicated, operator: Equal, value: load }]',
    source: KUBERNETES,
  },
  security: {
    otherSeverity: Severity.WARNING,
    summary: 'Users and groups are valid numbers, and settings do not contradict each other.',
    why: 'The API server refuses the pod; kubelet refuses to start a pod with user 0 that must not run as root.',
    bad: 'securityContext: { runAsNonRoot: true, runAsUser: 0 }',
    good: 'securityContext: { runAsNonRoot: true, runAsUser: 1000 }',
    source: KUBERNETES,
  },
  pullSecret: {
    severity: Severity.WARNING,
    summary: 'Every image pull secret has a name, and is listed once.',
    why: 'The API server accepts it with a warning; server-side apply rejects a secret that is listed twice.',
    bad: 'imagePullSecrets: [{ name: registry }, { name: registry }]',
    good: 'imagePullSecrets: [{ name: registry }]',
    source: KUBERNETES,
  },
  restartPolicy: {
    summary: 'The workload supports the restart policy.',
    why: 'The API server refuses the workload.',
    bad: 'restartPolicy: Never, in a Deployment',
    good: 'no restartPolicy, which means Always',
    source: KUBERNETES,
  },
  deadline: {
    otherSeverity: Severity.WARNING,
    summary:
      'Times are valid: a deadline of at least a second, where the workload may have one, and a grace period that is not negative.',
    why: 'The API server rejects the pod, or uses a different time.',
    bad: 'activeDeadlineSeconds: 0',
    good: 'activeDeadlineSeconds: 3600',
    source: KUBERNETES,
  },
  objectName: {
    summary: 'References of a pod are valid names.',
    why: REFUSED,
    bad: 'serviceAccountName: My_Account',
    good: 'serviceAccountName: my-account',
    source: KUBERNETES,
  },
  host: {
    summary:
      'Settings of what a pod shares with its node, and of its host name, do not contradict each other.',
    why: REFUSED,
    bad: 'hostPID: true, shareProcessNamespace: true',
    good: 'shareProcessNamespace: true',
    source: KUBERNETES,
  },
  dns: {
    summary:
      'DNS settings are valid addresses and domains, and there is a name server if the policy is None.',
    why: REFUSED,
    bad: 'dnsPolicy: None',
    good: 'dnsPolicy: None, dnsConfig: { nameservers: [10.0.0.10] }',
    source: KUBERNETES,
  },
});
