/** The rules of the storage kinds: what the API server refuses, and what it takes but nothing works with. */
import { defineRules, Severity } from '../findings';

const API_SERVER = 'Kubernetes 1.36, validation of the API server';

export const STORAGE_RULES = defineRules('storage', {
  name: {
    summary: 'Names of persistent volumes, claims and classes are DNS subdomains of at most 253 characters.',
    why: 'The API server refuses the object.',
    bad: 'name: My_Data',
    good: 'name: my-data',
    source: API_SERVER,
  },
  namespace: {
    summary: 'A namespace is a DNS label of at most 63 characters.',
    why: 'The API server refuses the object.',
    bad: 'namespace: team.a',
    good: 'namespace: team-a',
    source: API_SERVER,
  },
  label: {
    summary: 'Keys of labels and annotations are qualified names, values of labels have at most 63 characters.',
    why: 'The API server refuses the object.',
    bad: 'labels: { "my team": a }',
    good: 'labels: { my-team: a }',
    source: API_SERVER,
  },
  annotationSize: {
    summary: 'The annotations of an object have at most 256 KiB, keys and values together.',
    why: 'The API server refuses the object.',
    bad: 'annotations: { example.com/report: <300 KB> }',
    good: 'a ConfigMap for what is long',
    source: API_SERVER,
  },
  quantity: {
    summary: 'A size is a quantity greater than zero.',
    why: 'The API server refuses the object.',
    bad: 'storage: 10GiB',
    good: 'storage: 10Gi',
    source: API_SERVER,
  },
  accessMode: {
    summary: 'Access modes are ReadWriteOnce, ReadOnlyMany, ReadWriteMany or ReadWriteOncePod, and there is at least one.',
    why: 'The API server refuses the object; ReadWriteOncePod stands alone.',
    bad: 'accessModes: [RWX]',
    good: 'accessModes: [ReadWriteMany]',
    source: API_SERVER,
  },
  choice: {
    summary: 'Fields with a fixed set of values have one of them.',
    why: 'The API server refuses the object.',
    bad: 'reclaimPolicy: Keep',
    good: 'reclaimPolicy: Retain',
    source: API_SERVER,
  },
  text: {
    summary: 'Texts that identify something are not empty.',
    why: 'The API server refuses the object.',
    bad: 'provisioner: ""',
    good: 'provisioner: efs.csi.aws.com',
    source: API_SERVER,
  },
  driverName: {
    summary: 'Provisioners are qualified names, CSI drivers DNS subdomains of at most 63 characters.',
    why: 'The API server refuses the object.',
    bad: 'provisioner: My Driver',
    good: 'provisioner: efs.csi.aws.com',
    source: API_SERVER,
  },
  keptForAnother: {
    summary: 'A volume is reserved for one claim.',
    why: 'A volume binds to one claim; the other would stay pending.',
    bad: 'volume.reserve(\'a\'), volume.reserve(\'b\')',
    good: 'volume.reserve(\'a\')',
    source: 'Kubernetes 1.36, volume binder',
  },
  sameHandle: {
    summary: 'No two volumes with claims in one namespace have the same handle.',
    why: 'Kubelet tells CSI volumes apart by driver and handle: a pod that mounts both never starts.',
    bad: 'two shared volumes of one access point in one namespace',
    good: 'one shared volume, mounted twice',
    source: 'kubelet, and kubernetes-sigs/aws-efs-csi-driver#852',
  },
  claimLimit: {
    summary: 'A claim requests no more than its limit.',
    why: 'No volume can satisfy the claim, so it stays pending.',
    bad: 'storage: 2Gi, limit: 1Gi',
    good: 'storage: 1Gi, limit: 2Gi',
    source: 'Kubernetes 1.36, volume binder',
  },
  dataSource: {
    summary: 'A claim has a data source or a data source reference, not two different ones.',
    why: 'The API server refuses the claim.',
    bad: 'dataSource and dataSourceRef to different objects',
    good: 'dataSourceRef alone',
    source: API_SERVER,
  },
  boundAndSelected: {
    severity: Severity.WARNING,
    summary: 'A claim that names its volume needs no selector and no data source.',
    why: 'The binder takes the named volume whatever its labels and content are.',
    bad: 'volumeName: pv-a, selector: { matchLabels: { app: b } }',
    good: 'volumeName: pv-a',
    source: 'Kubernetes 1.36, volume binder',
  },
  defaultClass: {
    summary: 'At most one class of an app is the default class.',
    why: 'With several, claims without a class get the newest one: which one that is depends on the order of creation.',
    bad: 'two classes with isDefault: true',
    good: 'one class with isDefault: true',
    source: 'Kubernetes 1.26 and later, DefaultStorageClass admission',
  },
});
