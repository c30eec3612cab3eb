/**
 * Claims, persistent volumes and classes of which is known what the API server says: one mistake
 * each, with the findings on it, and some that are right. The cluster tests hold every verdict
 * against that of a real server.
 */

/** A manifest with a mistake. */
export interface WrongObject {
  readonly title: string;
  readonly manifest: object;
  /** Everything that is found: rule, place and message. */
  readonly findings: readonly string[];
  /** Why it is found, though the server takes it. */
  readonly accepted?: string;
}

const strings = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`key-${index}`, '']));
const KIB_256 = 256 * 1024;

export function claimOf(spec: object, metadata: object = {}): object {
  return {
    apiVersion: 'v1',
    kind: 'PersistentVolumeClaim',
    metadata: { name: 'data', namespace: 'default', ...metadata },
    spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } }, ...spec },
  };
}

export function volumeOf(spec: object, csi: object = {}): object {
  return {
    apiVersion: 'v1',
    kind: 'PersistentVolume',
    metadata: { name: 'data' },
    spec: {
      accessModes: ['ReadWriteOnce'],
      capacity: { storage: '1Gi' },
      csi: { driver: 'fake.csi.test', volumeHandle: 'h', ...csi },
      ...spec,
    },
  };
}

export function classOf(fields: object): object {
  return {
    apiVersion: 'storage.k8s.io/v1',
    kind: 'StorageClass',
    metadata: { name: 'fast' },
    provisioner: 'fake.csi.test',
    ...fields,
  };
}

const nodes = (term: object) =>
  volumeOf({ nodeAffinity: { required: { nodeSelectorTerms: [term] } } });
const selecting = (expression: object) => claimOf({ selector: { matchExpressions: [expression] } });
const topologies = (...terms: object[]) => classOf({ allowedTopologies: terms });
const zones = (...values: string[]) => ({ key: 'topology.kubernetes.io/zone', values });
const TERM = 'spec.nodeAffinity.required.nodeSelectorTerms[0]';

export const WRONG_OBJECTS: readonly WrongObject[] = [
  // Claims.
  {
    title: 'a claim of a class of attributes that is not a name',
    manifest: claimOf({ volumeAttributesClassName: 'Gold' }),
    findings: ['storage/name spec.volumeAttributesClassName: "Gold": …'],
  },
  {
    title: 'a claim that selects by a bad key',
    manifest: claimOf({ selector: { matchLabels: { 'my tier': 'gold' } } }),
    findings: ['storage/selector spec.selector.matchLabels.my tier: the key "my tier": …'],
  },
  {
    title: 'a claim that selects by a bad value',
    manifest: claimOf({ selector: { matchLabels: { tier: 'all gold' } } }),
    findings: ['storage/selector spec.selector.matchLabels.tier: the value "all gold": …'],
  },
  {
    title: 'a claim that selects among no values',
    manifest: selecting({ key: 'tier', operator: 'In' }),
    findings: [
      'storage/selector spec.selector.matchExpressions[0].values: the operator In requires at least one value, but there are 0',
    ],
  },
  {
    title: 'a claim that selects by values that do not count',
    manifest: selecting({ key: 'tier', operator: 'Exists', values: ['gold'] }),
    findings: [
      'storage/selector spec.selector.matchExpressions[0].values: the operator Exists requires no values, but there are 1',
    ],
  },
  {
    title: 'a claim that selects by an operator for nodes',
    manifest: selecting({ key: 'tier', operator: 'Gt', values: ['1'] }),
    findings: [
      'storage/selector spec.selector.matchExpressions[0].operator: Gt is an operator for nodes',
    ],
  },
  {
    title: 'a claim that selects by an operator that there is not',
    manifest: selecting({ key: 'tier', operator: 'in', values: ['gold'] }),
    findings: [
      'storage/selector spec.selector.matchExpressions[0].operator: "in" is not a valid operator',
    ],
  },
  {
    title: 'a claim that selects without an operator',
    manifest: selecting({ key: 'tier', operator: '', values: ['gold'] }),
    findings: ['storage/selector spec.selector.matchExpressions[0].operator: there is no operator'],
  },
  {
    title: 'a claim that selects without a key',
    manifest: selecting({ key: '', operator: 'Exists' }),
    findings: ['storage/selector spec.selector.matchExpressions[0].key: there is no key'],
  },
  {
    title: 'a claim with a source of no name',
    manifest: claimOf({ dataSource: { kind: 'PersistentVolumeClaim', name: '' } }),
    findings: ['storage/data-source spec.dataSource.name: there is no name'],
  },
  {
    title: 'a claim with a reference of no kind',
    manifest: claimOf({ dataSourceRef: { kind: '', name: 'old' } }),
    findings: ['storage/data-source spec.dataSourceRef.kind: there is no kind'],
  },
  {
    title: 'a claim with a reference of no group',
    manifest: claimOf({ dataSourceRef: { kind: 'VolumeSnapshot', name: 'old' } }),
    findings: [
      'storage/data-source spec.dataSourceRef.apiGroup: "VolumeSnapshot" is not a kind of the core group that volumes can be populated from',
    ],
  },
  {
    title: 'a claim with a snapshot of no group',
    manifest: claimOf({ dataSource: { kind: 'VolumeSnapshot', name: 'old' } }),
    findings: [
      'storage/data-source spec.dataSource: the API server drops a dataSource of the kind "VolumeSnapshot" of "", so the volume would be empty',
    ],
    accepted: 'the volume is empty',
  },
  {
    title: 'a claim with a source of another namespace',
    manifest: claimOf({
      dataSourceRef: { kind: 'PersistentVolumeClaim', name: 'old', namespace: 'other' },
    }),
    findings: [
      'storage/data-source-namespace spec.dataSourceRef.namespace: the source is in the namespace "other", but without the feature gate CrossNamespaceVolumeDataSource, which is disabled by default, the API server drops it',
    ],
    accepted: 'the volume is empty',
  },
  {
    title: 'a source in another namespace, which is dropped with what is wrong with it',
    manifest: claimOf({
      dataSource: { kind: 'PersistentVolumeClaim', name: 'a' },
      dataSourceRef: { apiGroup: 'a/b', kind: 'A', name: 'b', namespace: 'other' },
    }),
    findings: [
      'storage/data-source-namespace spec.dataSourceRef.namespace: the source is in the namespace "other", but without the feature gate CrossNamespaceVolumeDataSource, which is disabled by default, the API server drops it',
    ],
    accepted: 'the volume is a copy of the other source',
  },
  {
    title: 'a claim with a source of a bad group',
    manifest: claimOf({
      dataSourceRef: { apiGroup: 'Snapshot_', kind: 'VolumeSnapshot', name: 'old' },
    }),
    findings: ['storage/data-source spec.dataSourceRef.apiGroup: "Snapshot_": …'],
  },
  {
    title: 'a claim with two sources',
    manifest: claimOf({
      dataSource: { kind: 'PersistentVolumeClaim', name: 'a' },
      dataSourceRef: { kind: 'PersistentVolumeClaim', name: 'b' },
    }),
    findings: [
      'storage/data-source spec.dataSource: dataSource and dataSourceRef name different objects',
    ],
  },
  {
    title: 'a claim of a class that is not a name',
    manifest: claimOf({ storageClassName: 'Fast SSD' }),
    findings: ['storage/name spec.storageClassName: "Fast SSD": …'],
  },
  {
    title: 'a claim of an unknown mode',
    manifest: claimOf({ accessModes: ['RWO'] }),
    findings: ['storage/access-mode spec.accessModes[0]: "RWO" is not a valid access mode'],
  },
  {
    title: 'a claim of no mode',
    manifest: claimOf({ accessModes: [] }),
    findings: ['storage/access-mode spec.accessModes: [] has no access mode'],
  },
  {
    title: 'a claim for one pod and more',
    manifest: claimOf({ accessModes: ['ReadWriteOncePod', 'ReadOnlyMany'] }),
    findings: [
      'storage/access-mode spec.accessModes: ReadWriteOncePod cannot be combined with other access modes',
    ],
  },
  {
    title: 'a claim of no size',
    manifest: claimOf({ resources: {} }),
    findings: ['storage/quantity spec.resources.requests.storage: there is no size'],
  },
  {
    title: 'a claim of nothing',
    manifest: claimOf({ resources: { requests: { storage: '0' } } }),
    findings: ['storage/quantity spec.resources.requests.storage: "0" is not greater than zero'],
  },
  {
    title: 'a claim of an unknown volume mode',
    manifest: claimOf({ volumeMode: 'File' }),
    findings: ['storage/choice spec.volumeMode: "File" is not a valid value'],
  },
  {
    title: 'a claim with an unknown field',
    manifest: claimOf({ storageClas: 'fast' }),
    findings: ['storage/unknown-field spec.storageClas: unknown field "storageClas"'],
  },
  {
    title: 'a claim with a list in place of a map',
    manifest: claimOf({ selector: [] }),
    findings: ['storage/type spec.selector: [] is not a map'],
  },
  {
    title: 'a claim with too many annotations',
    manifest: claimOf({}, { annotations: { a: 'x'.repeat(KIB_256) } }),
    findings: [
      'storage/annotation-size metadata.annotations: the keys and values of the annotations have 262145 bytes, but at most 262144 are allowed',
    ],
  },
  {
    title: 'a claim with a bad label',
    manifest: claimOf({}, { labels: { team: 'a b' } }),
    findings: ['storage/label metadata.labels.team: the value "a b": …'],
  },
  {
    title: 'a claim with a bad annotation',
    manifest: claimOf({}, { annotations: { 'a b': '' } }),
    findings: ['storage/label metadata.annotations.a b: the key "a b": …'],
  },
  {
    title: 'a claim with a bad name',
    manifest: claimOf({}, { name: 'My_Data' }),
    findings: ['storage/name metadata.name: "My_Data": …'],
  },
  {
    title: 'a claim of a volume that is there, and is limited to less than it requests',
    manifest: claimOf({
      volumeName: 'data',
      storageClassName: '',
      resources: { requests: { storage: '2Gi' }, limits: { storage: '1Gi' } },
    }),
    findings: [],
    accepted: 'the volume has its size',
  },
  {
    title: 'a claim that is limited to less than it requests',
    manifest: claimOf({ resources: { requests: { storage: '2Gi' }, limits: { storage: '1Gi' } } }),
    findings: [
      'storage/claim-limit spec.resources.limits.storage: the claim requests 2Gi but is limited to 1Gi',
    ],
    accepted: 'the limit has no effect',
  },
  {
    title: 'a claim that names its volume and selects one',
    manifest: claimOf({ volumeName: 'pv', selector: { matchLabels: { a: 'b' } } }),
    findings: [
      'storage/bound-and-selected spec.selector: the claim names its volume "pv", so its selector has no effect',
    ],
    accepted: 'the selector has no effect',
  },
  // Persistent volumes.
  {
    title: 'a volume with an affinity without terms',
    manifest: volumeOf({ nodeAffinity: { required: { nodeSelectorTerms: [] } } }),
    findings: [
      'storage/node-affinity spec.nodeAffinity.required.nodeSelectorTerms: there is no term',
    ],
  },
  {
    title: 'a volume with an affinity that requires nothing',
    manifest: volumeOf({ nodeAffinity: {} }),
    findings: ['storage/node-affinity spec.nodeAffinity.required: the required nodes are missing'],
  },
  {
    title: 'a volume for nodes by a bad key',
    manifest: nodes({ matchExpressions: [{ key: 'my zone', operator: 'Exists' }] }),
    findings: [`storage/node-affinity ${TERM}.matchExpressions[0].key: the key "my zone": …`],
  },
  {
    title: 'a volume for nodes by a bad value',
    manifest: nodes({ matchExpressions: [{ key: 'zone', operator: 'In', values: ['a b'] }] }),
    findings: [`storage/node-affinity ${TERM}.matchExpressions[0].values[0]: the value "a b": …`],
  },
  {
    title: 'a volume for nodes by an unknown operator',
    manifest: nodes({ matchExpressions: [{ key: 'zone', operator: 'Is', values: ['a'] }] }),
    findings: [
      `storage/node-affinity ${TERM}.matchExpressions[0].operator: "Is" is not a valid operator`,
    ],
  },
  {
    title: 'a volume for nodes greater than two',
    manifest: nodes({ matchExpressions: [{ key: 'zone', operator: 'Gt', values: ['1', '2'] }] }),
    findings: [
      `storage/node-affinity ${TERM}.matchExpressions[0].values: the operator Gt requires exactly one value, but there are 2`,
    ],
  },
  {
    title: 'a volume for nodes by an unknown field',
    manifest: nodes({ matchFields: [{ key: 'metadata.uid', operator: 'In', values: ['a'] }] }),
    findings: [
      `storage/node-affinity ${TERM}.matchFields[0].key: nodes cannot be selected by the field "metadata.uid"`,
    ],
  },
  {
    title: 'a volume for nodes that have a field',
    manifest: nodes({ matchFields: [{ key: 'metadata.name', operator: 'Exists', values: ['a'] }] }),
    findings: [
      `storage/node-affinity ${TERM}.matchFields[0].operator: "Exists" is not a valid operator`,
    ],
  },
  {
    title: 'a volume for two nodes by name',
    manifest: nodes({
      matchFields: [{ key: 'metadata.name', operator: 'In', values: ['a', 'b'] }],
    }),
    findings: [
      `storage/node-affinity ${TERM}.matchFields[0].values: a field is compared with a single value, not 2`,
    ],
  },
  ...[
    'controllerPublishSecretRef',
    'controllerExpandSecretRef',
    'nodePublishSecretRef',
    'nodeExpandSecretRef',
  ].flatMap((name): WrongObject[] => [
    {
      title: `a volume whose ${name} has no namespace`,
      manifest: volumeOf({}, { [name]: { name: 'key' } }),
      findings: [`storage/secret-ref spec.csi.${name}.namespace: there is no namespace`],
    },
    {
      title: `a volume whose ${name} has a bad name`,
      manifest: volumeOf({}, { [name]: { name: 'My Key', namespace: 'default' } }),
      findings: [`storage/secret-ref spec.csi.${name}.name: "My Key": …`],
    },
  ]),
  {
    title: 'a volume whose nodeStageSecretRef has no namespace',
    manifest: volumeOf({}, { nodeStageSecretRef: { name: 'key' } }),
    findings: ['storage/secret-ref spec.csi.nodeStageSecretRef.namespace: there is no namespace'],
    accepted: 'kubelet does not find the secret',
  },
  {
    title: 'a volume whose secret is in a bad namespace',
    manifest: volumeOf({}, { nodePublishSecretRef: { name: 'key', namespace: 'a.b' } }),
    findings: ['storage/secret-ref spec.csi.nodePublishSecretRef.namespace: "a.b": …'],
  },
  {
    title: 'a volume of no driver',
    manifest: volumeOf({}, { driver: '' }),
    findings: ['storage/text spec.csi.driver: "" is empty'],
  },
  {
    title: 'a volume of a driver with a long name',
    manifest: volumeOf({}, { driver: 'd'.repeat(64) }),
    findings: [`storage/driver-name spec.csi.driver: "${'d'.repeat(64)}": …`],
  },
  {
    title: 'a volume without a handle',
    manifest: volumeOf({}, { volumeHandle: '' }),
    findings: ['storage/text spec.csi.volumeHandle: "" is empty'],
  },
  {
    title: 'a volume with a blank handle',
    manifest: volumeOf({}, { volumeHandle: ' ' }),
    findings: ['storage/text spec.csi.volumeHandle: " " is empty'],
    accepted: 'no driver knows the volume',
  },
  {
    title: 'a volume without a source',
    manifest: volumeOf({ csi: undefined }),
    findings: ['storage/source spec: the volume has no source'],
  },
  {
    title: 'a volume with two sources',
    manifest: volumeOf({ nfs: { server: 'a', path: '/' } }),
    findings: ['storage/source spec: the volume has several sources: csi, nfs'],
  },
  {
    title: 'a volume of no size',
    manifest: volumeOf({ capacity: {} }),
    findings: ['storage/quantity spec.capacity.storage: there is no size'],
  },
  {
    title: 'a volume of processors',
    manifest: volumeOf({ capacity: { storage: '1Gi', cpu: '1' } }),
    findings: ['storage/quantity spec.capacity.cpu: a volume cannot have a capacity of "cpu"'],
  },
  {
    title: 'a volume that is kept somehow',
    manifest: volumeOf({ persistentVolumeReclaimPolicy: 'Keep' }),
    findings: ['storage/choice spec.persistentVolumeReclaimPolicy: "Keep" is not a valid value'],
  },
  {
    title: 'a volume of an empty class of attributes',
    manifest: volumeOf({ volumeAttributesClassName: '' }),
    findings: ['storage/name spec.volumeAttributesClassName: "" is not a valid name'],
  },
  {
    title: 'a volume that recycles the root of a node',
    manifest: volumeOf({
      csi: undefined,
      hostPath: { path: '//a/..' },
      persistentVolumeReclaimPolicy: 'Recycle',
    }),
    findings: [
      'storage/source spec.hostPath.path: "//a/.." has ..',
      'storage/choice spec.persistentVolumeReclaimPolicy: the volume is "//a/.." of the node, which cannot be recycled',
    ],
  },
  {
    title: 'a volume without monitors',
    manifest: volumeOf({ csi: undefined, cephfs: {} }),
    findings: ['storage/source spec.cephfs.monitors: there are no monitors'],
  },
  {
    title: 'a volume of a long portal',
    manifest: volumeOf({
      csi: undefined,
      iscsi: {
        iqn: 'iqn.2001-04.com.example:a',
        initiatorName: 'iqn.2001-04.com.example:b',
        lun: 0,
        targetPortal: 'a'.repeat(60),
      },
    }),
    findings: [
      `storage/source spec.iscsi.targetPortal: "data" and "${'a'.repeat(60)}" are too long for a volume with an initiatorName`,
    ],
  },
  {
    title: 'a volume of two sources, of which the first is wrong',
    manifest: volumeOf({ nfs: { server: 'a', path: 'b' } }),
    findings: [
      'storage/source spec: the volume has several sources: csi, nfs',
      'storage/source spec.nfs.path: "b" is not an absolute path',
    ],
  },
  {
    title: 'a volume of another source with a class of attributes',
    manifest: volumeOf({
      csi: undefined,
      nfs: { server: 'a', path: '/' },
      volumeAttributesClassName: 'gold',
    }),
    findings: ['storage/source spec.csi: only CSI volumes can have a VolumeAttributesClass'],
  },
  {
    title: 'a volume for a claim without a name',
    manifest: volumeOf({ claimRef: { name: '', namespace: 'default' } }),
    findings: [
      'storage/name spec.claimRef.name: there is no name, so the volume is reserved for a claim that cannot exist',
    ],
    accepted: 'no claim can have it',
  },
  {
    title: 'a volume that is reserved in no namespace',
    manifest: volumeOf({ claimRef: { name: 'data' } }),
    findings: [
      'storage/namespace spec.claimRef.namespace: there is no namespace, so the volume is not reserved for a claim',
    ],
    accepted: 'no claim can have it',
  },
  {
    title: 'a volume that is reserved for the claim of a cluster',
    manifest: volumeOf({ claimRef: { name: 'data', namespace: 'default', uid: 'u-1' } }),
    findings: [
      'storage/claim-uid spec.claimRef.uid: only the claim with the uid "u-1" can bind to the volume, and a new claim has a different one',
    ],
    accepted: 'a new claim cannot have it',
  },
  // Classes.
  {
    title: 'a class of too many parameters',
    manifest: classOf({ parameters: strings(513) }),
    findings: ['storage/parameters parameters: there are 513 parameters'],
  },
  {
    title: 'a class of parameters that are too large',
    manifest: classOf({ parameters: { a: 'x'.repeat(KIB_256) } }),
    findings: [
      'storage/parameters parameters: the names and values of the parameters have 262145 bytes in total',
    ],
  },
  {
    title: 'a class of a parameter without a name',
    manifest: classOf({ parameters: { '': 'ssd' } }),
    findings: ['storage/parameters parameters: there is a parameter without a name'],
  },
  {
    title: 'a class of no zones',
    manifest: topologies({ matchLabelExpressions: [zones()] }),
    findings: [
      'storage/allowed-topologies allowedTopologies[0].matchLabelExpressions[0].values: there are no values',
    ],
  },
  {
    title: 'a class of one zone twice',
    manifest: topologies({ matchLabelExpressions: [zones('a', 'b', 'a')] }),
    findings: [
      'storage/allowed-topologies allowedTopologies[0].matchLabelExpressions[0].values: the value "a" appears twice',
    ],
  },
  {
    title: 'a class of zones by no key',
    manifest: topologies({ matchLabelExpressions: [{ key: '', values: ['a'] }] }),
    findings: [
      'storage/allowed-topologies allowedTopologies[0].matchLabelExpressions[0].key: there is no key',
    ],
  },
  {
    title: 'a class of zones by a bad key',
    manifest: topologies({ matchLabelExpressions: [{ key: 'a b', values: ['a'] }] }),
    findings: [
      'storage/allowed-topologies allowedTopologies[0].matchLabelExpressions[0].key: the key "a b": …',
    ],
  },
  {
    title: 'a class of zones by one key twice',
    manifest: topologies({ matchLabelExpressions: [zones('a'), zones('b')] }),
    findings: [
      'storage/allowed-topologies allowedTopologies[0].matchLabelExpressions[1].key: the term already has the key "topology.kubernetes.io/zone"',
    ],
  },
  {
    title: 'a class of one term twice, in another order',
    manifest: topologies(
      { matchLabelExpressions: [zones('a', 'b')] },
      { matchLabelExpressions: [zones('b', 'a')] },
    ),
    findings: [
      'storage/allowed-topologies allowedTopologies[1]: the term is the same as allowedTopologies[0]',
    ],
  },
  {
    title: 'a class of a term without expressions',
    manifest: topologies({}),
    findings: ['storage/allowed-topologies allowedTopologies[0]: the term has no expressions'],
  },
  {
    title: 'a class of volumes that are kept somehow',
    manifest: classOf({ reclaimPolicy: 'Recycle' }),
    findings: ['storage/choice reclaimPolicy: "Recycle" is not a valid value'],
  },
  {
    title: 'a class of volumes that are bound somehow',
    manifest: classOf({ volumeBindingMode: 'Late' }),
    findings: ['storage/choice volumeBindingMode: "Late" is not a valid value'],
  },
  {
    title: 'a class of no provisioner',
    manifest: classOf({ provisioner: '' }),
    findings: ['storage/text provisioner: "" is empty'],
  },
  {
    title: 'a class of a provisioner that is not a name',
    manifest: classOf({ provisioner: 'My Driver' }),
    findings: ['storage/driver-name provisioner: "My Driver": …'],
  },
];

export const RIGHT_OBJECTS: readonly (readonly [title: string, manifest: object])[] = [
  ['a claim', claimOf({})],
  [
    'a claim with all that there is',
    claimOf({
      accessModes: ['ReadWriteOnce', 'ReadOnlyMany'],
      dataSource: { apiGroup: 'snapshot.storage.k8s.io', kind: 'VolumeSnapshot', name: 'old' },
      dataSourceRef: { apiGroup: 'snapshot.storage.k8s.io', kind: 'VolumeSnapshot', name: 'old' },
      resources: { requests: { storage: '1Gi' }, limits: { storage: '1024Mi' } },
      selector: {
        matchLabels: { tier: 'gold' },
        matchExpressions: [
          { key: 'zone', operator: 'NotIn', values: ['a', ''] },
          { key: 'a', operator: 'DoesNotExist' },
        ],
      },
      storageClassName: 'fast',
      volumeAttributesClassName: 'gold',
      volumeMode: 'Block',
    }),
  ],
  [
    'a claim for one pod, said twice',
    claimOf({ accessModes: ['ReadWriteOncePod', 'ReadWriteOncePod'] }),
  ],
  [
    'a claim whose limit is zero, for whatever grows it',
    claimOf({ resources: { requests: { storage: '1Gi' }, limits: { storage: '0' } } }),
  ],
  ['a claim with an empty data source', claimOf({ dataSource: {} })],
  ['a claim with a space in its size', claimOf({ resources: { requests: { storage: '1Mi ' } } })],
  ['a claim of no class', claimOf({ storageClassName: '', volumeAttributesClassName: '' })],
  [
    'a claim from another claim',
    claimOf({ dataSource: { kind: 'PersistentVolumeClaim', name: 'Old_One' } }),
  ],
  [
    'a claim with just so many annotations',
    claimOf({}, { annotations: { A: 'x'.repeat(KIB_256 - 1) } }),
  ],
  ['a claim with nulls', claimOf({ selector: null, storageClassName: null, volumeMode: null })],
  ['a volume', volumeOf({})],
  [
    'a volume with all that there is',
    volumeOf(
      {
        claimRef: { name: 'data', namespace: 'default' },
        mountOptions: ['ro'],
        nodeAffinity: {
          required: {
            nodeSelectorTerms: [
              {
                matchExpressions: [
                  { key: 'zone', operator: 'In', values: ['a'] },
                  { key: 'size', operator: 'Gt', values: ['1'] },
                  { key: 'gpu', operator: 'DoesNotExist' },
                ],
              },
              { matchFields: [{ key: 'metadata.name', operator: 'NotIn', values: ['node-1'] }] },
              {},
            ],
          },
        },
        persistentVolumeReclaimPolicy: 'Recycle',
        storageClassName: 'fast',
        volumeAttributesClassName: 'gold',
        volumeMode: 'Block',
      },
      {
        driver: 'D'.repeat(63),
        fsType: 'ext4',
        readOnly: true,
        volumeAttributes: { a: 'b' },
        ...Object.fromEntries(
          ['controllerPublish', 'controllerExpand', 'nodePublish', 'nodeExpand', 'nodeStage'].map(
            (name) => [`${name}SecretRef`, { name: 'key.1', namespace: 'default' }],
          ),
        ),
      },
    ),
  ],
  ['a class', classOf({})],
  [
    'a class with all that there is',
    classOf({
      allowedTopologies: [
        { matchLabelExpressions: [zones('a', 'b')] },
        { matchLabelExpressions: [zones('a')] },
      ],
      allowVolumeExpansion: true,
      mountOptions: ['ro'],
      parameters: { 'csi.storage.k8s.io/fstype': 'ext4', 'ANY thing': '' },
      provisioner: 'Example.com/fast',
      reclaimPolicy: 'Retain',
      volumeBindingMode: 'WaitForFirstConsumer',
    }),
  ],
  ['a class of just so many parameters', classOf({ parameters: strings(512) })],
  [
    'a class of parameters that are just so large',
    classOf({ parameters: { a: 'x'.repeat(KIB_256 - 1) } }),
  ],
];
