/** Live objects, as many as wanted, as `kubectl get -o json --show-managed-fields` prints them. */

const TIME = '2026-11-01T10:00:00Z';
/** So many objects an application has. */
export const SECONDARY = 6;

const entry = (manager: string, operation: string, apiVersion: string, fieldsV1: object) => ({
  apiVersion,
  fieldsType: 'FieldsV1',
  fieldsV1,
  manager,
  operation,
  time: TIME,
});

const uidOf = (kind: string, name: string, namespace: string | undefined) =>
  [kind, namespace ?? '', name].join('-');

const meta = (kind: string, name: string, namespace: string | undefined, more: object = {}) => ({
  creationTimestamp: TIME,
  name,
  ...(namespace === undefined ? {} : { namespace }),
  resourceVersion: '1',
  uid: uidOf(kind, name, namespace),
  ...more,
});

const OF_TEMPLATE = {
  'f:metadata': { 'f:labels': { 'f:app': {} } },
  'f:spec': {
    'f:containers': { 'k:{"name":"app"}': { '.': {}, 'f:image': {}, 'f:name': {} } },
    'f:volumes': { 'k:{"name":"data"}': { '.': {}, 'f:name': {} } },
  },
};

const template = (name: string) => ({
  metadata: { labels: { app: name } },
  spec: {
    containers: [
      { name: 'app', image: 'team/app:1.2.3', imagePullPolicy: 'IfNotPresent', resources: {} },
    ],
    volumes: [{ name: 'data', persistentVolumeClaim: { claimName: name } }],
    restartPolicy: 'Always',
    dnsPolicy: 'ClusterFirst',
    schedulerName: 'default-scheduler',
    securityContext: {},
    terminationGracePeriodSeconds: 30,
  },
});

const owned = (kind: string, name: string, namespace: string) => ({
  ownerReferences: [
    {
      apiVersion: 'apps/v1',
      kind,
      name,
      uid: uidOf(kind, name, namespace),
      controller: true,
      blockOwnerDeletion: true,
    },
  ],
});

/** One application: a Deployment, what it makes, its claim with its volume, and a ConfigMap. */
function application(name: string, namespace: string): object[] {
  const spec = { replicas: 1, selector: { matchLabels: { app: name } }, template: template(name) };
  const status = { observedGeneration: 1, replicas: 1, readyReplicas: 1, updatedReplicas: 1 };
  const fields = { 'f:spec': { 'f:replicas': {}, 'f:selector': {}, 'f:template': OF_TEMPLATE } };
  const applied = entry('ci', 'Apply', 'apps/v1', fields);
  const told = entry('kube-controller-manager', 'Update', 'apps/v1', {
    'f:status': { 'f:replicas': {}, 'f:readyReplicas': {}, 'f:observedGeneration': {} },
  });
  const claimFields = { 'f:spec': { 'f:accessModes': {}, 'f:resources': {} } };
  return [
    {
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: meta('Deployment', name, namespace, {
        generation: 1,
        managedFields: [applied, told],
      }),
      spec,
      status,
    },
    {
      apiVersion: 'apps/v1',
      kind: 'ReplicaSet',
      metadata: meta('ReplicaSet', `${name}-7d`, namespace, {
        ...owned('Deployment', name, namespace),
        managedFields: [entry('kube-controller-manager', 'Update', 'apps/v1', fields), told],
      }),
      spec,
      status,
    },
    {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: meta('Pod', `${name}-7d-x`, namespace, {
        labels: { app: name },
        ...owned('ReplicaSet', `${name}-7d`, namespace),
        managedFields: [entry('kube-controller-manager', 'Update', 'v1', OF_TEMPLATE), told],
      }),
      spec: { ...template(name).spec, nodeName: 'node-1' },
      status: { phase: 'Running', conditions: [{ type: 'Ready', status: 'True' }] },
    },
    {
      apiVersion: 'v1',
      kind: 'PersistentVolumeClaim',
      metadata: meta('PersistentVolumeClaim', name, namespace, {
        finalizers: ['kubernetes.io/pvc-protection'],
        managedFields: [entry('ci', 'Apply', 'v1', claimFields)],
      }),
      spec: {
        accessModes: ['ReadWriteOnce'],
        resources: { requests: { storage: '10Gi' } },
        storageClassName: 'fast',
        volumeMode: 'Filesystem',
        volumeName: `pvc-${namespace}-${name}`,
      },
      status: { phase: 'Bound', capacity: { storage: '10Gi' }, accessModes: ['ReadWriteOnce'] },
    },
    {
      apiVersion: 'v1',
      kind: 'PersistentVolume',
      metadata: meta('PersistentVolume', `pvc-${namespace}-${name}`, undefined, {
        annotations: { 'pv.kubernetes.io/provisioned-by': 'disk.example.com' },
        managedFields: [entry('csi-provisioner', 'Update', 'v1', claimFields)],
      }),
      spec: {
        accessModes: ['ReadWriteOnce'],
        capacity: { storage: '10Gi' },
        claimRef: {
          kind: 'PersistentVolumeClaim',
          namespace,
          name,
          uid: uidOf('PersistentVolumeClaim', name, namespace),
        },
        csi: { driver: 'disk.example.com', volumeHandle: `${namespace}-${name}` },
        persistentVolumeReclaimPolicy: 'Delete',
        storageClassName: 'fast',
      },
      status: { phase: 'Bound' },
    },
    {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: meta('ConfigMap', name, namespace, {
        managedFields: [entry('ci', 'Apply', 'v1', { 'f:data': { 'f:mode': {} } })],
      }),
      data: { mode: 'a' },
    },
  ];
}

const namespaceOf = (index: number) => `team-${index % 50}`;

/** So many live objects, and what every cluster has beside them. */
export function liveObjects(count: number): object[] {
  const spaces = Array.from({ length: 50 }, (_, index) => namespaceOf(index));
  return [
    ...spaces.flatMap((namespace) => [
      { apiVersion: 'v1', kind: 'Namespace', metadata: meta('Namespace', namespace, undefined) },
      {
        apiVersion: 'v1',
        kind: 'ConfigMap',
        metadata: meta('ConfigMap', 'kube-root-ca.crt', namespace),
      },
      {
        apiVersion: 'v1',
        kind: 'ServiceAccount',
        metadata: meta('ServiceAccount', 'default', namespace),
      },
    ]),
    {
      apiVersion: 'storage.k8s.io/v1',
      kind: 'StorageClass',
      metadata: meta('StorageClass', 'fast', undefined),
      provisioner: 'disk.example.com',
      reclaimPolicy: 'Delete',
      volumeBindingMode: 'Immediate',
    },
    ...Array.from({ length: Math.ceil(count / SECONDARY) }, (_, index) =>
      application(`app-${index}`, namespaceOf(index)),
    ).flat(),
  ];
}

/** What Git says of the first of these applications: every template has another image. */
export function nextManifests(count: number): object[] {
  return Array.from({ length: count }, (_, index) => {
    const [name, namespace] = [`app-${index}`, namespaceOf(index)];
    const [{ spec }] = application(name, namespace) as [{ readonly spec: object }];
    const image = JSON.stringify(spec).replace('app:1.2.3', 'app:1.2.4');
    return {
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: { name, namespace },
      spec: JSON.parse(image) as object,
    };
  });
}

/** As kubectl prints them. */
export function printed(objects: readonly object[]): string {
  return `${JSON.stringify({ apiVersion: 'v1', items: objects, kind: 'List', metadata: { resourceVersion: '' } }, null, 4)}\n`;
}
