/** The rules of pods: what the API server asks of each, whatever workload makes it. */
import { defineRules } from '../findings';

export const KUBERNETES = 'Kubernetes, validation of pods';
const REFUSED = 'The API server refuses the pod.';

export const POD_RULES = defineRules('pod', {
  type: {
    error: 'A field of a pod does not have the type that Kubernetes gives it.',
    why: 'The API server cannot read the pod.',
    bad: 'containers: { name: app }',
    good: 'containers: [{ name: app, … }]',
    source: KUBERNETES,
  },
  annotationSize: {
    error: 'The annotations of a pod have more than 256 KiB, keys and values together.',
    why: 'The API server refuses the pod, or the workload that creates it.',
    bad: 'annotations: { example.com/settings: … 300 KiB … }',
    good: 'a ConfigMap, mounted',
    source: KUBERNETES,
  },
  unknownField: {
    isEither: true,
    warning: 'A pod has an unknown field.',
    why: 'Strict validation, the default of kubectl, and server-side apply reject the object; otherwise the field is dropped. In options, fields that are newer than this library only cause a warning.',
    bad: 'containers: [{ volumemounts: […] }]',
    good: 'containers: [{ volumeMounts: […] }]',
    source: KUBERNETES,
  },
  container: {
    error:
      'A pod has no containers, or one whose name is not a unique DNS label, or with a field that its kind of container may not have.',
    why: REFUSED,
    bad: 'containers: [{ name: App }]',
    good: 'containers: [{ name: app }]',
    source: KUBERNETES,
  },
  image: {
    error:
      'A container names no image, or not by a reference: an optional registry, a path in lower case, an optional tag and digest.',
    why: 'The API server refuses the pod, or kubelet never pulls the image: the pod stays at InvalidImageName.',
    bad: 'image: registry.example.com/Team/app:1.0.0',
    good: 'image: registry.example.com/team/app:1.0.0',
    source: `${KUBERNETES}; github.com/distribution/reference v0.6.0`,
  },
  choice: {
    error: 'A field has a value outside its fixed set.',
    why: REFUSED,
    bad: 'hostPath: { path: /data, type: directory }',
    good: 'hostPath: { path: /data, type: Directory }',
    source: KUBERNETES,
  },
  port: {
    error:
      'A port is not from 1 to 65535, has a name that is not an IANA service name, or is used twice.',
    why: REFUSED,
    bad: 'ports: [{ name: web_port, containerPort: 0 }]',
    good: 'ports: [{ name: web, containerPort: 8080 }]',
    source: KUBERNETES,
  },
  handler: {
    isEither: true,
    error: 'A probe or a hook does not do exactly one thing, or has a number that is not valid.',
    why: REFUSED,
    bad: 'livenessProbe: { httpGet: { port: web }, successThreshold: 2 }',
    good: 'livenessProbe: { httpGet: { port: web } }',
    source: KUBERNETES,
  },
  mountPath: {
    isEither: true,
    error: 'A mount path is not absolute, or has a colon, except on Windows.',
    why: 'The API server rejects an empty path and documents that colons are not allowed; a relative path is mounted below /, where it may hide something.',
    bad: 'mountPath: data',
    good: 'mountPath: /data',
    source: KUBERNETES,
  },
  mountPathTaken: {
    isEither: true,
    error: 'Two mounts of a container have the same path.',
    why: 'The API server refuses the pod; of paths that only differ in their spelling, such as /data and /data/, the last mount hides the first.',
    bad: 'two mounts at /data',
    good: 'one of them at /data, the other at /cache',
    source: KUBERNETES,
  },
  mountsNested: {
    warning: 'A mount lies below a read-only one, where nothing can be mounted over.',
    why: 'The runtime creates the directory or file for the inner mount. If it cannot, and the outer volume does not have it, the pod does not start. In ConfigMaps, Secrets, projected and downwardAPI volumes kubelet creates directories, but no files.',
    bad: 'a claim at /data with readOnly: true, and an emptyDir at /data/cache',
    good: 'a claim at /data with readOnly: true, and an emptyDir at /cache',
    source: 'kubelet, MakeNestedMountpoints; runc',
  },
  mountedVolume: {
    error:
      'A container mounts a volume that the pod does not have, or uses something other than a claim as a device.',
    why: REFUSED,
    bad: 'volumeMounts: [{ name: dta, mountPath: /data }]',
    good: 'volumes: [{ name: data, … }] and volumeMounts: [{ name: data, mountPath: /data }]',
    source: KUBERNETES,
  },
  subPath: {
    error: 'A subPath is not relative, leaves the volume, or is combined with a subPathExpr.',
    why: REFUSED,
    bad: 'subPath: ../other',
    good: 'subPath: other',
    source: KUBERNETES,
  },
  mountOption: {
    error:
      'Mount propagation or recursive read-only has a value that is not valid, or that the container may not use.',
    why: REFUSED,
    bad: 'mountPropagation: Bidirectional, in a container that is not privileged',
    good: 'mountPropagation: HostToContainer',
    source: KUBERNETES,
  },
  volumeName: {
    error: 'The name of a volume is not a DNS label.',
    why: REFUSED,
    bad: 'volumes: [{ name: Test_Data, … }]',
    good: 'volumes: [{ name: test-data, … }]',
    source: KUBERNETES,
  },
  volumeTwice: {
    error: 'Two volumes of a pod have the same name.',
    why: REFUSED,
    bad: 'two volumes data',
    good: 'volumes data and cache',
    source: KUBERNETES,
  },
  volumeSource: {
    isEither: true,
    error: 'A volume does not have exactly one source with all its required fields.',
    why: 'The API server rejects the pod, or the pod waits forever for an object with an impossible name; a volume without a source silently becomes an emptyDir.',
    bad: '{ name: data, emptyDir: {}, hostPath: { path: /x } }',
    good: '{ name: data, emptyDir: {} }',
    source: KUBERNETES,
  },
  label: {
    error: 'A label or an annotation is not valid.',
    why: REFUSED,
    bad: 'labels: { team: "a team" }',
    good: 'labels: { team: a-team }',
    source: KUBERNETES,
  },
  envName: {
    error: 'A variable has a name that is not valid, or not exactly one of a value and a source.',
    why: REFUSED,
    bad: 'env: [{ name: "A=B" }]',
    good: 'env: [{ name: A, value: B }]',
    source: KUBERNETES,
  },
  envTwice: {
    warning: 'A variable is set twice.',
    why: 'The last one wins; server-side apply refuses both.',
    bad: 'env: [{ name: A, value: "1" }, { name: A, value: "2" }]',
    good: 'env: [{ name: A, value: "2" }]',
    source: KUBERNETES,
  },
  resources: {
    error:
      'A container has a resource that is not supported or is negative, or requests more than its limit.',
    why: REFUSED,
    bad: 'resources: { requests: { cpu: 2 }, limits: { cpu: 1 } }',
    good: 'resources: { requests: { cpu: 1 }, limits: { cpu: 2 } }',
    source: KUBERNETES,
  },
  emptyNodeTerm: {
    error: 'A term of a required node affinity has no requirement.',
    why: 'A term without requirements matches no node, though it looks as if it matched all: the pod stays pending.',
    bad: 'nodeSelectorTerms: [{}]',
    good: 'nodeSelectorTerms: [{ matchExpressions: [{ key: kubernetes.io/arch, operator: In, values: [arm64] }] }]',
    source: 'Kubernetes, the scheduler',
  },
  scheduling: {
    isEither: true,
    error:
      'A selector, toleration, affinity or topology spread constraint is incomplete or contradicts itself.',
    why: REFUSED,
    bad: 'tolerations: [{ key: dedicated, operator: Exists, value: load }]',
    good: 'tolerations: [{ key: dedicated, operator: Equal, value: load }]',
    source: KUBERNETES,
  },
  security: {
    isEither: true,
    error: 'A user or group is not a valid number, or security settings contradict each other.',
    why: 'The API server refuses the pod; kubelet refuses to start a pod with user 0 that must not run as root.',
    bad: 'securityContext: { runAsNonRoot: true, runAsUser: 0 }',
    good: 'securityContext: { runAsNonRoot: true, runAsUser: 1000 }',
    source: KUBERNETES,
  },
  pullSecret: {
    warning: 'An image pull secret has no name, or is listed twice.',
    why: 'The API server accepts it with a warning; server-side apply rejects a secret that is listed twice.',
    bad: 'imagePullSecrets: [{ name: registry }, { name: registry }]',
    good: 'imagePullSecrets: [{ name: registry }]',
    source: KUBERNETES,
  },
  restartPolicy: {
    error: 'The workload does not support the restart policy.',
    why: 'The API server refuses the workload.',
    bad: 'restartPolicy: Never, in a Deployment',
    good: 'no restartPolicy, which means Always',
    source: KUBERNETES,
  },
  deadline: {
    isEither: true,
    error:
      'A deadline is less than a second or not allowed for the workload, or a grace period is negative.',
    why: 'The API server rejects the pod, or uses a different time.',
    bad: 'activeDeadlineSeconds: 0',
    good: 'activeDeadlineSeconds: 3600',
    source: KUBERNETES,
  },
  objectName: {
    error: 'A reference of a pod is not a valid name.',
    why: REFUSED,
    bad: 'serviceAccountName: My_Account',
    good: 'serviceAccountName: my-account',
    source: KUBERNETES,
  },
  host: {
    error:
      'Settings of what a pod shares with its node, and of its host name, contradict each other.',
    why: REFUSED,
    bad: 'hostPID: true, shareProcessNamespace: true',
    good: 'shareProcessNamespace: true',
    source: KUBERNETES,
  },
  dns: {
    error:
      'A DNS setting is not a valid address or domain, or the policy is None without a name server.',
    why: REFUSED,
    bad: 'dnsPolicy: None',
    good: 'dnsPolicy: None, dnsConfig: { nameservers: [10.0.0.10] }',
    source: KUBERNETES,
  },
});
