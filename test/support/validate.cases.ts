/**
 * Manifests whose validity is known: one mistake each, with the words for it, and manifests that
 * are right.
 *
 * The cluster tests hold every verdict against that of a real API server.
 */
import { parseManifests } from './manifests';

/** A manifest with a mistake. */
export interface WrongCase {
  readonly title: string;
  readonly yaml: string;
  /** What validation says, whole. */
  readonly problems: readonly string[];
  /** A server lets it pass; why it is refused here all the same. */
  readonly accepted?: string;
}

const POD = 'apiVersion: v1\nkind: Pod\nmetadata: {name: web}\n';
const CLAIM = 'apiVersion: v1\nkind: PersistentVolumeClaim\nmetadata: {name: data}\n';
const VOLUME = 'apiVersion: v1\nkind: PersistentVolume\nmetadata: {name: data}\n';
const CONFIG_MAP = 'apiVersion: v1\nkind: ConfigMap\n';
const CLASS = 'apiVersion: storage.k8s.io/v1\nkind: StorageClass\nmetadata: {name: fast}\n';
const DRIVER =
  'apiVersion: storage.k8s.io/v1\nkind: CSIDriver\nmetadata: {name: efs.csi.aws.com}\n';
const SCC =
  'apiVersion: security.openshift.io/v1\nkind: SecurityContextConstraints\nmetadata: {name: efs-csi}\n';
const SCC_REQUIRED = `
allowHostDirVolumePlugin: true
allowHostIPC: false
allowHostNetwork: true
allowHostPID: false
allowHostPorts: true
allowPrivilegedContainer: true
allowedCapabilities: []
defaultAddCapabilities: null
priority: null
readOnlyRootFilesystem: false
requiredDropCapabilities: null
volumes: [configMap, emptyDir, hostPath, projected, secret]
`;
const SHARED_VOLUME =
  'apiVersion: aws-efs.managed.openshift.io/v1alpha1\nkind: SharedVolume\nmetadata: {name: data}\n';
const APPLICATION =
  'apiVersion: argoproj.io/v1alpha1\nkind: Application\nmetadata: {name: platform}\n';

function deployment(spec: string, container: string = ''): string {
  return `apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec:
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec:
      containers: [{name: web, image: nginx, ${container}}]
      ${spec}
`;
}

const STATEFUL_SET = `apiVersion: apps/v1
kind: StatefulSet
metadata: {name: db}
spec:
  serviceName: db
  selector: {matchExpressions: [{key: app, operator: In, values: [db]}]}
  template:
    metadata: {labels: {app: db}}
    spec: {containers: [{name: db, image: postgres, volumeMounts: [{name: data, mountPath: /data}]}]}
  volumeClaimTemplates:
  - apiVersion: v1
    kind: PersistentVolumeClaim
    metadata: {name: data}
    spec: {accessModes: [ReadWriteOnce], resources: {requests: {storage: 1Gi}}}
`;
const JOB_POD = '{restartPolicy: Never, containers: [{name: a, image: b}]}';
const TEMPLATE = 'spec.template.spec';
const SUBDOMAIN =
  "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric " +
  "character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')";

const LABEL =
  "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character " +
  "(e.g. 'my-name',  or '123-abc', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?')";
const QUALIFIED =
  "alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character " +
  "(e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')";

export const WRONG: readonly WrongCase[] = [
  {
    title: 'a misspelt field deep inside',
    yaml: deployment('restrtPolicy: Always'),
    problems: [`${TEMPLATE}.restrtPolicy: unknown field`],
  },
  {
    title: 'a misspelt field of a volume source',
    yaml: deployment(
      'volumes: [{name: data, persistentVolumeClaim: {claimName: data, readonly: true}}]',
    ),
    problems: [`${TEMPLATE}.volumes[0].persistentVolumeClaim.readonly: unknown field`],
  },
  {
    title: 'a field in the wrong place',
    yaml: `${CLAIM}spec: {accessModes: [ReadWriteMany], resources: {requests: {storage: 1Gi}}, mountOptions: [tls]}`,
    problems: ['spec.mountOptions: unknown field'],
  },
  {
    title: 'a text where a number belongs',
    yaml:
      'apiVersion: apps/v1\nkind: DaemonSet\nmetadata: {name: a}\n' +
      'spec: {minReadySeconds: "3", selector: {matchLabels: {a: b}}, template: {metadata: {labels: {a: b}}, spec: {containers: [{name: a, image: b}]}}}',
    problems: ['spec.minReadySeconds: must be integer, not "3"'],
  },
  {
    title: 'a text where a boolean belongs',
    yaml: deployment(
      'volumes: [{name: data, emptyDir: {}}]',
      'volumeMounts: [{name: data, mountPath: /data, readOnly: "true"}]',
    ),
    problems: [`${TEMPLATE}.containers[0].volumeMounts[0].readOnly: must be boolean, not "true"`],
  },
  {
    title: 'a number as the value of a label',
    yaml: `${CONFIG_MAP}metadata: {name: a, labels: {version: 1}}`,
    problems: ['metadata.labels.version: must be string, not 1'],
  },
  {
    title: 'a number that does not fit',
    yaml: `${POD}spec: {priority: 3000000000, containers: [{name: a, image: b}]}`,
    problems: ['spec.priority: must be int32, not 3000000000'],
  },
  {
    title: 'a list where an object belongs',
    yaml: `${CLASS}provisioner: a\nparameters: [a]`,
    problems: ['parameters: must be object, not ["a"]'],
  },
  {
    title: 'data that is not Base64',
    yaml: 'apiVersion: v1\nkind: Secret\nmetadata: {name: a}\ndata: {key: "not base64"}',
    problems: ['data.key: must be byte, not "not base64"'],
  },
  {
    title: 'a missing field of a list item',
    yaml: `${POD}spec: {containers: [{image: b}]}`,
    problems: ['spec.containers[0].name: required'],
  },
  {
    title: 'a missing provisioner',
    yaml: `${CLASS}reclaimPolicy: Delete`,
    problems: ['provisioner: required'],
  },
  {
    title: 'a missing image',
    yaml: `${POD}spec: {containers: [{name: a}]}`,
    problems: ['spec.containers[0].image: required'],
  },
  {
    title: 'a claim without a size',
    yaml: `${CLAIM}spec: {accessModes: [ReadWriteMany]}`,
    problems: ['spec.resources.requests.storage: required'],
  },
  {
    title: 'a claim template without access modes',
    yaml: deployment(
      'volumes: [{name: a, ephemeral: {volumeClaimTemplate: {spec: {resources: {requests: {storage: 1Gi}}}}}}]',
    ),
    problems: [`${TEMPLATE}.volumes[0].ephemeral.volumeClaimTemplate.spec.accessModes: required`],
  },
  {
    title: 'a pod without containers',
    yaml: `${POD}spec: {containers: []}`,
    problems: ['spec.containers: required'],
  },
  {
    title: 'a PersistentVolume without access modes',
    yaml: `${VOLUME}spec: {capacity: {storage: 1Gi}, csi: {driver: a, volumeHandle: b}}`,
    problems: ['spec.accessModes: required'],
  },
  {
    title: 'a PersistentVolume without a size',
    yaml: `${VOLUME}spec: {accessModes: [ReadWriteMany], csi: {driver: a, volumeHandle: b}}`,
    problems: ['spec.capacity.storage: required'],
  },
  {
    title: 'a PersistentVolume without a source',
    yaml: `${VOLUME}spec: {accessModes: [ReadWriteMany], capacity: {storage: 1Gi}}`,
    problems: ['spec: no volume source'],
  },
  {
    title: 'an object without a name',
    yaml: `${CONFIG_MAP}metadata: {labels: {a: b}}`,
    problems: ['metadata.name: required'],
  },
  {
    title: 'a reclaim policy that there is not',
    yaml: `${VOLUME}spec: {accessModes: [ReadWriteMany], capacity: {storage: 1Gi}, persistentVolumeReclaimPolicy: Keep, csi: {driver: a, volumeHandle: b}}`,
    problems: [
      'spec.persistentVolumeReclaimPolicy: must be one of "Delete", "Recycle", "Retain", not "Keep"',
    ],
  },
  {
    title: 'an access mode that there is not',
    yaml: `${CLAIM}spec: {accessModes: [ReadWriteAll], resources: {requests: {storage: 1Gi}}}`,
    problems: [
      'spec.accessModes[0]: must be one of "ReadOnlyMany", "ReadWriteMany", "ReadWriteOnce", "ReadWriteOncePod", not "ReadWriteAll"',
    ],
  },
  {
    title: 'an fsGroupPolicy that there is not',
    yaml: `${DRIVER}spec: {fsGroupPolicy: Files}`,
    problems: ['spec.fsGroupPolicy: "Files": must be one of File, None, ReadWriteOnceWithFSType'],
  },
  ...['1..5x', '10GiB', '1 Gi', '', '1KI'].map((quantity) => ({
    title: `the quantity ${JSON.stringify(quantity)}`,
    yaml: `${CLAIM}spec: {accessModes: [ReadWriteMany], resources: {requests: {storage: "${quantity}"}}}`,
    problems: [`spec.resources.requests.storage: must be a quantity, not "${quantity}"`],
  })),
  {
    title: 'a target port that is a number in quotes',
    yaml: 'apiVersion: v1\nkind: Service\nmetadata: {name: web}\nspec: {ports: [{port: 80, targetPort: "8080"}]}',
    problems: [
      'spec.ports[0].targetPort: must be a number, name of a port or percentage, not "8080"',
    ],
  },
  {
    title: 'an unknown kind',
    yaml: 'apiVersion: v1\nkind: PersistentVolumeClam\nmetadata: {name: data}',
    problems: ['no schema for v1 PersistentVolumeClam'],
  },
  {
    title: 'an old version of a kind',
    yaml: 'apiVersion: storage.k8s.io/v1beta1\nkind: CSIDriver\nmetadata: {name: a}\nspec: {}',
    problems: ['no schema for storage.k8s.io/v1beta1 CSIDriver'],
  },
  {
    title: 'an object without kind and version',
    yaml: 'metadata: {name: a}',
    problems: ['apiVersion: required', 'kind: required'],
  },
  {
    title: 'status',
    yaml: 'apiVersion: v1\nkind: Namespace\nmetadata: {name: a}\nstatus: {}',
    problems: ['status: the cluster writes it, not the manifest'],
    accepted: 'it is dropped',
  },
  {
    title: 'a field of metadata that the server writes',
    yaml: `${CONFIG_MAP}metadata: {name: a, creationTimestamp: null}`,
    problems: ['metadata.creationTimestamp: unknown field'],
    accepted: 'it is dropped',
  },
  {
    title: 'a namespace on a PersistentVolume',
    yaml: `${VOLUME.replace('name: data', 'name: data, namespace: default')}spec: {accessModes: [ReadWriteMany], capacity: {storage: 1Gi}, csi: {driver: a, volumeHandle: b}}`,
    problems: ['metadata.namespace: a PersistentVolume is cluster-scoped'],
    accepted: 'it is dropped, which Argo CD takes for a difference',
  },
  {
    title: 'a namespace that is not a label',
    yaml: `${CONFIG_MAP}metadata: {name: a, namespace: a.b}`,
    problems: ['metadata.namespace: "a.b": must not contain dots'],
  },
  {
    title: 'a name in upper case',
    yaml: `${CONFIG_MAP}metadata: {name: Data}`,
    problems: [`metadata.name: "Data": ${SUBDOMAIN}`],
  },
  {
    title: 'the name of a CronJob that leaves no room for those of its Jobs',
    yaml: `apiVersion: batch/v1\nkind: CronJob\nmetadata: {name: ${'a'.repeat(53)}}\nspec: {schedule: '0 3 * * *', jobTemplate: {spec: {template: {spec: ${JOB_POD}}}}}`,
    problems: [`metadata.name: "${'a'.repeat(53)}": must be no more than 52 characters`],
  },
  {
    title: 'the name of a StatefulSet with a dot',
    yaml: STATEFUL_SET.replace('name: db', 'name: db.main'),
    problems: ['metadata.name: "db.main": must not contain dots'],
  },
  {
    title: 'the name of a Service that begins with a digit',
    yaml: 'apiVersion: v1\nkind: Service\nmetadata: {name: 1web}\nspec: {ports: [{port: 80}]}',
    problems: [
      'metadata.name: "1web": a DNS-1035 label must consist of lower case alphanumeric characters or \'-\', start with an alphabetic character, and end with an ' +
        "alphanumeric character (e.g. 'my-name',  or 'abc-123', regex used for validation is '[a-z]([-a-z0-9]*[a-z0-9])?')",
    ],
    accepted: 'releases before 1.36 refuse it',
  },
  {
    title: 'the name of a ClusterRole with a slash',
    yaml: 'apiVersion: rbac.authorization.k8s.io/v1\nkind: ClusterRole\nmetadata: {name: a/b}\nrules: []',
    problems: ['metadata.name: "a/b": may not contain \'/\''],
  },
  {
    title: 'the key of a label with an empty prefix',
    yaml: `${CONFIG_MAP}metadata: {name: a, labels: {/app: web}}`,
    problems: ['metadata.labels: key "/app": prefix part must be non-empty'],
  },
  {
    title: 'the key of an annotation in a pod template',
    yaml: deployment('').replace(
      'labels: {app: web}}\n    spec',
      'labels: {app: web}, annotations: {a/: b}}\n    spec',
    ),
    problems: [
      'spec.template.metadata.annotations: key "a/": name part must be non-empty',
      `spec.template.metadata.annotations: key "a/": name part must consist of ${QUALIFIED}`,
    ],
  },
  {
    title: 'the value of a label that is too long',
    yaml: `${CONFIG_MAP}metadata: {name: a, labels: {app: ${'a'.repeat(64)}}}`,
    problems: [`metadata.labels.app: "${'a'.repeat(64)}": must be no more than 63 bytes`],
  },
  {
    title: 'a mount of a volume that is not declared',
    yaml: deployment(
      'volumes: [{name: data, emptyDir: {}}]',
      'volumeMounts: [{name: dta, mountPath: /data}]',
    ),
    problems: [`${TEMPLATE}.containers[0].volumeMounts[0].name: no volume "dta"`],
  },
  {
    title: 'a mount of a volume that is not declared, in an init container of a CronJob',
    yaml: `apiVersion: batch/v1
kind: CronJob
metadata: {name: backup}
spec:
  schedule: '0 3 * * *'
  jobTemplate:
    spec:
      template:
        spec:
          restartPolicy: Never
          initContainers: [{name: prepare, image: busybox, volumeMounts: [{name: data, mountPath: /data}]}]
          containers: [{name: backup, image: busybox}]
`,
    problems: [
      'spec.jobTemplate.spec.template.spec.initContainers[0].volumeMounts[0].name: no volume "data"',
    ],
  },
  {
    title: 'two mounts at one place',
    yaml: deployment(
      'volumes: [{name: a, emptyDir: {}}]',
      'volumeMounts: [{name: a, mountPath: /data}, {name: a, mountPath: /data, subPath: b}]',
    ),
    problems: [`${TEMPLATE}.containers[0].volumeMounts[1].mountPath: "/data": must be unique`],
  },
  {
    title: 'a volume with two sources',
    yaml: deployment('volumes: [{name: data, emptyDir: {}, hostPath: {path: /data}}]'),
    problems: [`${TEMPLATE}.volumes[0]: more than one volume source: emptyDir, hostPath`],
  },
  {
    title: 'a volume without a source',
    yaml: deployment('volumes: [{name: data}]'),
    problems: [`${TEMPLATE}.volumes[0]: no volume source: the server would make it an emptyDir`],
    accepted: 'nobody means that',
  },
  {
    title: 'a PersistentVolume with two sources',
    yaml: `${VOLUME}spec: {accessModes: [ReadWriteMany], capacity: {storage: 1Gi}, csi: {driver: a, volumeHandle: b}, hostPath: {path: /data}}`,
    problems: ['spec: more than one volume source: csi, hostPath'],
  },
  {
    title: 'the name of a volume in upper case',
    yaml: deployment('volumes: [{name: Data, emptyDir: {}}]'),
    problems: [`${TEMPLATE}.volumes[0].name: "Data": ${LABEL}`],
  },
  {
    title: 'two volumes of one name',
    yaml: deployment('volumes: [{name: data, emptyDir: {}}, {name: data, emptyDir: {}}]'),
    problems: [`${TEMPLATE}.volumes[1].name: "data": duplicate`],
  },
  {
    title: 'an init container with the name of a container',
    yaml: deployment('initContainers: [{name: web, image: busybox}]'),
    problems: [`${TEMPLATE}.containers[0].name: "web": duplicate`],
  },
  {
    title: 'a selector that does not match its template',
    yaml: deployment('').replace('matchLabels: {app: web}', 'matchLabels: {app: site}'),
    problems: ['spec.selector: does not match the labels of the pod template'],
  },
  {
    title: 'a selector with an expression that does not match its template',
    yaml: deployment('').replace(
      'matchLabels: {app: web}',
      'matchExpressions: [{key: app, operator: NotIn, values: [web]}]',
    ),
    problems: ['spec.selector: does not match the labels of the pod template'],
  },
  {
    title: 'the restart policy of a Job that is missing',
    yaml: 'apiVersion: batch/v1\nkind: Job\nmetadata: {name: a}\nspec: {template: {spec: {containers: [{name: a, image: b}]}}}',
    problems: ['spec.template.spec.restartPolicy: undefined: must be Never or OnFailure in a Job'],
  },
  {
    title: 'the restart policy of a Job in a Deployment',
    yaml: deployment('restartPolicy: Never'),
    problems: [`${TEMPLATE}.restartPolicy: "Never": must be Always in a Deployment`],
  },
  {
    title: 'a host port of a pod on the host network that differs',
    yaml: deployment('hostNetwork: true', 'ports: [{containerPort: 9809, hostPort: 9810}]'),
    problems: [
      `${TEMPLATE}.containers[0].ports[0].hostPort: 9810: must match containerPort when hostNetwork is true`,
    ],
  },
  {
    title: 'a port above all ports',
    yaml: deployment('', 'ports: [{containerPort: 99999}]'),
    problems: [
      `${TEMPLATE}.containers[0].ports[0].containerPort: 99999: must be between 1 and 65535, inclusive`,
    ],
  },
  {
    title: 'port 0 of a probe',
    yaml: deployment('', 'livenessProbe: {httpGet: {path: /healthz, port: 0}}'),
    problems: [
      `${TEMPLATE}.containers[0].livenessProbe.httpGet.port: 0: must be between 1 and 65535, inclusive`,
    ],
  },
  {
    title: 'SecurityContextConstraints without a field that may be null',
    yaml: SCC + SCC_REQUIRED.replace('priority: null\n', ''),
    problems: ['priority: required'],
  },
  {
    title: 'SecurityContextConstraints with a strategy that there is not',
    yaml: `${SCC}${SCC_REQUIRED}runAsUser: {type: MustRunAsRoot}`,
    problems: [
      'runAsUser.type: must be one of "MustRunAs", "MustRunAsRange", "MustRunAsNonRoot", "RunAsAny", not "MustRunAsRoot"',
    ],
    accepted: 'its schema lists no strategies; OpenShift itself refuses it',
  },
  {
    title: 'SecurityContextConstraints with a volume type that there is not',
    yaml: SCC + SCC_REQUIRED.replace('hostPath', 'hostpath'),
    problems: [
      expect.stringMatching(
        /^volumes\[2\]: must be one of "\*", "awsElasticBlockStore", .*, not "hostpath"$/,
      ) as unknown as string,
    ],
    accepted: 'its schema lists no volume types',
  },
  {
    title: 'a SharedVolume whose IDs are swapped',
    yaml: `${SHARED_VOLUME}spec: {fileSystemID: fsap-0123cdef, accessPointID: fsap-0123cdef}`,
    problems: ['spec.fileSystemID: must be a file system ID, not "fsap-0123cdef"'],
  },
  {
    title: 'an Application without a project',
    yaml: `${APPLICATION}spec: {destination: {}, source: {repoURL: "https://example.com/a.git"}}`,
    problems: ['spec.project: required'],
  },
  {
    title: 'an Application with a misspelt field',
    yaml: `${APPLICATION}spec: {project: a, destination: {}, source: {repoURL: "https://example.com/a.git", directory: {recursive: true}}}`,
    problems: ['spec.source.directory.recursive: unknown field'],
  },
];

/** Manifests that are right, by what is special about them. */
export const RIGHT: Readonly<Record<string, string>> = {
  'a Deployment with a mount, named ports and a percentage': deployment(
    'volumes: [{name: data, persistentVolumeClaim: {claimName: data}}]',
    'ports: [{name: http, containerPort: 80}], readinessProbe: {httpGet: {port: http}}, volumeMounts: [{name: data, mountPath: /data}]',
  ).replace(
    'selector:',
    'strategy: {rollingUpdate: {maxUnavailable: 25%, maxSurge: 1}}\n  selector:',
  ),
  'a StatefulSet whose mount is a claim template': STATEFUL_SET,
  'a DaemonSet on the host network': deployment(
    'hostNetwork: true',
    'ports: [{containerPort: 9809, hostPort: 9809}]',
  ).replace('kind: Deployment', 'kind: DaemonSet'),
  'quantities of every form': `apiVersion: v1
kind: Pod
metadata: {name: web}
spec:
  containers:
  - name: web
    image: nginx
    resources: {requests: {cpu: 0.5, memory: 1.5Gi, ephemeral-storage: 1e9}, limits: {cpu: 500m, memory: "2147483648"}}
`,
  'a statically bound pair': `${VOLUME}spec:
  accessModes: [ReadWriteMany]
  capacity: {storage: 1Gi}
  claimRef: {apiVersion: v1, kind: PersistentVolumeClaim, name: data, namespace: default}
  csi: {driver: efs.csi.aws.com, volumeHandle: fs-0123cdef::fsap-0123cdef}
  mountOptions: [tls]
  persistentVolumeReclaimPolicy: Retain
  storageClassName: efs-sc
  volumeMode: Filesystem
`,
  'a CSIDriver': `${DRIVER}spec: {attachRequired: false, podInfoOnMount: false, fsGroupPolicy: None, volumeLifecycleModes: [Persistent]}`,
  'names of roles that are no subdomains':
    'apiVersion: rbac.authorization.k8s.io/v1\nkind: ClusterRole\nmetadata: {name: "team:Storage"}\nrules: [{apiGroups: [""], resources: [nodes], verbs: [get]}]',
  'annotations in upper case': `${CONFIG_MAP}metadata: {name: a, annotations: {Example.com/Key: anything at all}}`,
  'an admission policy': `apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicy
metadata: {name: keep-volumes}
spec:
  failurePolicy: Fail
  matchConstraints: {resourceRules: [{apiGroups: [""], apiVersions: [v1], operations: [DELETE], resources: [persistentvolumes]}]}
  validations: [{expression: "oldObject.spec.persistentVolumeReclaimPolicy == 'Delete'"}]
`,
  'a custom resource definition, whatever its schema says': `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: widgets.example.com}
spec:
  group: example.com
  scope: Namespaced
  names: {kind: Widget, plural: widgets}
  versions: [{name: v1, served: true, storage: true, schema: {openAPIV3Schema: {type: object, properties: {port: {type: integer, maximum: 99999}}}}}]
`,
  SecurityContextConstraints:
    SCC + SCC_REQUIRED.replace('priority: null', 'priority: 0').replaceAll('null', '[]'),
  'SecurityContextConstraints with nulls': `${SCC.replace('name: efs-csi', 'name: efs-csi-nulls')}${SCC_REQUIRED}seLinuxContext: {type: RunAsAny}\nusers: ['system:serviceaccount:efs-csi:efs-csi-node-sa']\ngroups: []`,
  'a SharedVolume': `${SHARED_VOLUME}spec: {fileSystemID: fs-0123cdef, accessPointID: fsap-0123456789abcdef}`,
  'an Application': `${APPLICATION}spec:
  project: default
  destination: {server: https://kubernetes.default.svc, namespace: team}
  source: {repoURL: https://example.com/platform.git, path: manifests, targetRevision: main, directory: {recurse: true}}
  syncPolicy: {automated: {prune: true, selfHeal: true}, syncOptions: [ServerSideApply=true]}
`,
  'an AppProject': `apiVersion: argoproj.io/v1alpha1
kind: AppProject
metadata: {name: storage, namespace: argocd}
spec:
  sourceRepos: ['*']
  destinations: [{server: https://kubernetes.default.svc, namespace: '*'}]
  clusterResourceWhitelist: [{group: storage.k8s.io, kind: StorageClass}]
`,
  'an operator group and what it installs': `apiVersion: operators.coreos.com/v1
kind: OperatorGroup
metadata: {name: storage, namespace: openshift-cluster-csi-drivers}
`,
  'a subscription': `apiVersion: operators.coreos.com/v1alpha1
kind: Subscription
metadata: {name: aws-efs-csi-driver-operator, namespace: openshift-cluster-csi-drivers}
spec:
  channel: stable
  installPlanApproval: Automatic
  name: aws-efs-csi-driver-operator
  source: redhat-operators
  sourceNamespace: openshift-marketplace
  config: {env: [{name: ROLEARN, value: 'arn:aws:iam::123456789012:role/efs'}]}
`,
  'a ClusterCSIDriver': `apiVersion: operator.openshift.io/v1
kind: ClusterCSIDriver
metadata: {name: efs.csi.aws.com}
spec:
  managementState: Managed
  driverConfig: {driverType: AWS, aws: {efsVolumeMetrics: {state: RecursiveWalk, recursiveWalk: {refreshPeriodMinutes: 240, fsRateLimit: 5}}}}
`,
};

/** The only document of a case. */
export function manifestOf(yaml: string): unknown {
  return parseManifests(yaml)[0];
}
