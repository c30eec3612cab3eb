/**
 * The rules of the storage kinds: what the API server refuses, and what it takes but nothing works
 * with.
 */
import { defineRules, listed } from '../findings';
import { ACCESS_MODES, ONE_POD } from '../kube';

const API_SERVER = 'Kubernetes, validation of the API server';

export const STORAGE_RULES = defineRules('storage', {
  name: {
    error:
      'The name of a persistent volume, claim or class is not a DNS subdomain of at most 253 characters.',
    why: 'The API server refuses the object.',
    bad: 'name: My_Data',
    good: 'name: my-data',
    source: API_SERVER,
  },
  namespace: {
    error: 'A namespace is not a DNS label of at most 63 characters.',
    why: 'The API server refuses the object.',
    bad: 'namespace: team.a',
    good: 'namespace: team-a',
    source: API_SERVER,
  },
  label: {
    error:
      'A key of a label or annotation is not a qualified name, or the value of a label is not valid.',
    why: 'The API server refuses the object.',
    bad: 'labels: { "my team": a }',
    good: 'labels: { my-team: a }',
    source: API_SERVER,
  },
  annotationSize: {
    error: 'The annotations of an object have more than 256 KiB, keys and values together.',
    why: 'The API server refuses the object.',
    bad: 'annotations: { example.com/report: <300 KB> }',
    good: 'a ConfigMap for long content',
    source: API_SERVER,
  },
  type: {
    error:
      'A field of a claim, a persistent volume or a class does not have the type that Kubernetes gives it.',
    why: 'The API server cannot read the object.',
    bad: 'accessModes: ReadWriteOnce',
    good: 'accessModes: [ReadWriteOnce]',
    source: API_SERVER,
  },
  unknownField: {
    isEither: true,
    warning: 'A claim, a persistent volume or a class has an unknown field.',
    why: 'Strict validation, the default of kubectl, and server-side apply reject the object; otherwise the field is dropped. In options, fields that are newer than this library only cause a warning.',
    bad: 'nodeAfinity: { … }',
    good: 'nodeAffinity: { … }',
    source: API_SERVER,
  },
  selector: {
    error: 'The selector of a claim is not a valid label selector.',
    why: 'The API server refuses the claim.',
    bad: 'selector: { matchExpressions: [{ key: tier, operator: In }] }',
    good: 'selector: { matchExpressions: [{ key: tier, operator: In, values: [gold] }] }',
    source: API_SERVER,
  },
  nodeAffinity: {
    error: 'The node affinity of a persistent volume has no terms, or one that is not valid.',
    why: 'The API server refuses the volume.',
    bad: 'nodeAffinity: { required: { nodeSelectorTerms: [] } }',
    good: 'nodeAffinity: { required: { nodeSelectorTerms: [{ matchExpressions: [{ key: topology.kubernetes.io/zone, operator: In, values: [a] }] }] } }',
    source: API_SERVER,
  },
  secretRef: {
    error: 'A reference to a secret has no name or no namespace.',
    why: 'The API server refuses the volume; it accepts nodeStageSecretRef, but then the volume cannot be mounted.',
    bad: 'nodePublishSecretRef: { name: credentials }',
    good: 'nodePublishSecretRef: { name: credentials, namespace: storage }',
    source: API_SERVER,
  },
  source: {
    error:
      'A persistent volume does not have exactly one source, or a VolumeAttributesClass without a CSI source.',
    why: 'The API server refuses the volume.',
    bad: 'csi: { … }, nfs: { … }',
    good: 'csi: { … }',
    source: API_SERVER,
  },
  parameters: {
    error: 'A class has more than 512 parameters or 256 KiB of them, or one without a name.',
    why: 'The API server refuses the class.',
    bad: "parameters: { '': ssd }",
    good: 'parameters: { type: ssd }',
    source: API_SERVER,
  },
  allowedTopologies: {
    error: 'Allowed topologies have no values, or a key, value or term that appears twice.',
    why: 'The API server refuses the class.',
    bad: 'matchLabelExpressions: [{ key: topology.kubernetes.io/zone, values: [] }]',
    good: 'matchLabelExpressions: [{ key: topology.kubernetes.io/zone, values: [a, b] }]',
    source: API_SERVER,
  },
  claimUid: {
    error: 'A volume is reserved for a claim by its uid.',
    why: 'A uid identifies one claim in one cluster; a recreated claim has a different one, and the volume stays Released.',
    bad: 'claimRef: { name: data, namespace: team, uid: 5f1c… }',
    good: 'claimRef: { name: data, namespace: team }',
    source: 'Kubernetes, volume binder',
  },
  quantity: {
    error: 'A size is not a quantity greater than zero.',
    why: 'The API server refuses the object.',
    bad: 'storage: 10GiB',
    good: 'storage: 10Gi',
    source: API_SERVER,
  },
  accessMode: {
    error: `An access mode is missing, or not one of ${listed(ACCESS_MODES)}, or cannot be combined.`,
    why: `The API server refuses the object; ${ONE_POD} cannot be combined with others.`,
    bad: 'accessModes: [RWX]',
    good: 'accessModes: [ReadWriteMany]',
    source: API_SERVER,
  },
  choice: {
    error: 'A field has a value outside its fixed set.',
    why: 'The API server refuses the object.',
    bad: 'reclaimPolicy: Keep',
    good: 'reclaimPolicy: Retain',
    source: API_SERVER,
  },
  text: {
    error: 'An identifier is empty.',
    why: 'The API server refuses the object.',
    bad: 'provisioner: ""',
    good: 'provisioner: efs.csi.aws.com',
    source: API_SERVER,
  },
  driverName: {
    error:
      'A provisioner is not a qualified name, or a CSI driver not a DNS subdomain of at most 63 characters.',
    why: 'The API server refuses the object.',
    bad: 'provisioner: My Driver',
    good: 'provisioner: efs.csi.aws.com',
    source: API_SERVER,
  },
  keptForAnother: {
    error: 'A claim names a volume that is reserved for another one.',
    why: 'A volume binds to only one claim; the other would stay pending.',
    bad: "volume.reserve('a'), volume.reserve('b')",
    good: "volume.reserve('a')",
    source: 'Kubernetes, volume binder',
  },
  sameHandle: {
    error: 'Two volumes with claims in one namespace have the same handle.',
    why: 'Kubelet distinguishes CSI volumes by driver and handle: a pod that mounts both never starts.',
    bad: 'two shared volumes of one access point in one namespace',
    good: 'one shared volume, mounted twice',
    source: 'kubelet, and kubernetes-sigs/aws-efs-csi-driver#852',
  },
  claimLimit: {
    warning: 'A claim requests more than its limit.',
    why: 'Kubernetes does not enforce the limit of a claim, so the volume is larger than its author meant.',
    bad: 'storage: 2Gi, limit: 1Gi',
    good: 'storage: 1Gi, limit: 2Gi',
    source: 'Kubernetes, LimitRanger and volume binder; external-provisioner, CreateVolume',
  },
  dataSource: {
    error:
      'A claim has several data sources, or one that its field cannot have: a claim or a snapshot as dataSource, or any object as dataSourceRef.',
    why: 'The API server refuses the claim, or drops the source silently, and the volume is empty.',
    bad: 'dataSource: { kind: VolumeSnapshot, name: monday }',
    good: 'dataSource: { apiGroup: snapshot.storage.k8s.io, kind: VolumeSnapshot, name: monday }',
    source: API_SERVER,
  },
  dataSourceNamespace: {
    warning: 'The data source of a claim is in another namespace.',
    why: 'Without a feature gate that is off by default the API server drops the source, and the volume is empty.',
    bad: 'dataSourceRef: { …, namespace: backups }',
    good: 'dataSourceRef: { … }, with the object in the namespace of the claim',
    source: API_SERVER,
  },
  volumeMismatch: {
    error:
      'A claim and a volume that name each other do not match: size, access modes, volume mode, classes, or the claim that the volume is reserved for.',
    why: 'The claim stays pending, or gets a volume other than the intended one.',
    bad: 'a claim of 2Gi with volumeName: pv, and a volume pv of 1Gi',
    good: 'a claim of 1Gi with volumeName: pv',
    source: 'Kubernetes, volume binder',
  },
  staticClaimClass: {
    warning: 'A claim that names its volume does not name the class of the volume.',
    why: 'In a cluster with a default class, the claim gets that one, and no longer matches the volume.',
    bad: 'volumeName: pv',
    good: "volumeName: pv, storageClassName: ''",
    source: 'Kubernetes, DefaultStorageClass admission and volume binder',
  },
  rolloutOnOneNode: {
    warning:
      'A Deployment with a ReadWriteOnce or ReadWriteOncePod claim adds a pod before it removes one.',
    why: 'The new pod may be on another node, where the volume cannot be attached while the old one runs; and the old one runs until the new one is ready.',
    bad: 'replicas: 1, with the default strategy, and a ReadWriteOnce claim',
    good: 'strategy: { type: Recreate }',
    source: 'Kubernetes, Deployment controller and attach/detach controller',
  },
  claimName: {
    warning:
      'A reference to a claim or volume matches no declared one, and is probably misspelled.',
    why: 'A name that differs by one letter is probably misspelled: the pods stay pending.',
    bad: 'claimName: uploasd, beside a claim uploads',
    good: 'claimName: uploads',
    source: 'Kubernetes, kube-scheduler',
  },
  claimElsewhere: {
    isEither: true,
    warning: 'A claim that a workload uses is declared only in other namespaces.',
    why: 'A pod can use only claims of its own namespace: it stays pending.',
    bad: 'a claim reports in the namespace apps, and a pod of the namespace tools with claimName: reports',
    good: 'both in one namespace',
    source: 'Kubernetes, kube-scheduler',
  },
  templateName: {
    error: 'The name of a claim template is not a DNS label.',
    why: 'It is the name of a volume in the pods, which the API server refuses otherwise; the StatefulSet would have no pods.',
    bad: "ClaimTemplates.of(statefulSet).add('my.data', { … })",
    good: "ClaimTemplates.of(statefulSet).add('my-data', { … })",
    source: API_SERVER,
  },
  templateTwice: {
    error:
      'Two claim templates of a StatefulSet have the same name, or a volume of its pods has the name of a template.',
    why: 'The controller makes one claim of the two, and the claim silently replaces the volume.',
    bad: 'two claim templates data',
    good: 'claim templates data and logs',
    source: 'Kubernetes, the controller of StatefulSets',
  },
  templateWorkload: {
    error:
      'Claim templates belong to something other than a StatefulSet, or other pods mount them.',
    why: 'Other workloads have none; in their pods, the volume would silently be an empty directory.',
    bad: "deployment.containers[0].mount('/data', ClaimTemplates.of(statefulSet).add('data', { … }))",
    good: "statefulSet.containers[0].mount('/data', …)",
    source: API_SERVER,
  },
  templateMount: {
    error:
      'A container that mounts a claim template by its name does not belong to the StatefulSet.',
    why: 'The mount would not be written, and the container would have no volume.',
    bad: "template.mountInto('dbb', '/data'), with a container db",
    good: "template.mountInto('db', '/data')",
    source: 'this library',
  },
  templateUnused: {
    warning: 'No container mounts a claim template of a StatefulSet.',
    why: 'Each pod gets a claim with a volume that nothing uses.',
    bad: "ClaimTemplates.of(statefulSet).add('data', { … }), and no mount of it",
    good: "statefulSet.containers[0].mount('/data', ClaimTemplates.of(statefulSet).add('data', { … }))",
    source: 'Kubernetes, the controller of StatefulSets',
    restates: ['files/unmounted-claim'],
  },
  boundAndSelected: {
    warning: 'A claim that names its volume also has a selector or a data source.',
    why: 'The claim binds to the named volume, whatever its labels and content are.',
    bad: 'volumeName: pv-a, selector: { matchLabels: { app: b } }',
    good: 'volumeName: pv-a',
    source: 'Kubernetes, volume binder',
  },
  defaultClass: {
    warning: 'Several classes are the default class.',
    why: 'With several, claims without a class get the newest one: which one that is depends on the order of creation.',
    bad: 'two classes with isDefault: true',
    good: 'one class with isDefault: true',
    source: 'Kubernetes 1.26 and later, DefaultStorageClass admission',
  },
});
