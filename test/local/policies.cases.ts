/**
 * Requests and the answers of each policy on local disks: what it is for, what it is not about, and
 * what it must let go.
 */
import { AdmissionRequest } from '../support/cel';
import { Fields } from '../support/reading';

/** A request, by what it is about, and all messages of the policy. */
export type PolicyCase = readonly [
  about: string,
  request: AdmissionRequest,
  messages: readonly string[],
];

const DRIVER = 'localdisk.csi.acstor.io';
const ACCEPT = `${DRIVER}/accept-ephemeral-storage`;
const SELECTED = `${DRIVER}/selected-node`;
const INITIAL = `${DRIVER}/selected-initial-node`;
const BETA = 'volume.beta.kubernetes.io/storage-class';
const GROUP = 'storage.k8s.io/v1';

const REFUSAL =
  'only generic ephemeral volumes are allowed for localdisk.csi.acstor.io provisioner';
const STAYS = `a claim on local disks must keep the annotation ${ACCEPT}: "true"; delete the claim instead`;
const OWNER =
  'the claim of an ephemeral volume must keep the pod that controls it; delete the pod instead';

const storageClass = (name: string, provisioner: string, rest: object = {}): Fields => ({
  apiVersion: GROUP,
  kind: 'StorageClass',
  metadata: { name },
  provisioner,
  ...rest,
});
/** The classes of the cluster, and the list of those that count. */
const CLUSTER: readonly Fields[] = [
  storageClass('local', DRIVER, { volumeBindingMode: 'WaitForFirstConsumer' }),
  storageClass('std', 'disk.csi.azure.com', { volumeBindingMode: 'WaitForFirstConsumer' }),
  {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: 'classes', namespace: 'kube-system' },
    data: { local: '' },
  },
  {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: 'other', namespace: 'kube-system' },
    data: { std: '' },
  },
];

interface ClaimParts {
  readonly storageClassName?: string;
  readonly volumeName?: string;
  readonly annotations?: Readonly<Record<string, string>>;
  readonly ownerReferences?: readonly object[];
  readonly deletionTimestamp?: string;
  readonly labels?: object;
}
const claim = ({ storageClassName, volumeName, ...metadata }: ClaimParts = {}): Fields => ({
  apiVersion: 'v1',
  kind: 'PersistentVolumeClaim',
  metadata: { name: 'data', ...metadata },
  spec: { accessModes: ['ReadWriteOnce'], storageClassName, volumeName },
});
const LOCAL: ClaimParts = { storageClassName: 'local' };
const ACCEPTED: ClaimParts = { ...LOCAL, annotations: { [ACCEPT]: 'true' } };
const ofPod = { apiVersion: 'v1', kind: 'Pod', name: 'web', uid: 'u', controller: true };
const OWNED: ClaimParts = { ...LOCAL, ownerReferences: [ofPod] };
const annotated = (annotations: Record<string, string>, parts: ClaimParts = LOCAL): ClaimParts => ({
  ...parts,
  annotations: { ...parts.annotations, ...annotations },
});
const DELETED = '2026-01-01T00:00:00Z';

const CLAIMS = { resource: 'persistentvolumeclaims', namespace: 'apps', cluster: CLUSTER };
const made = (about: string, parts: ClaimParts, ...messages: string[]): PolicyCase => [
  about,
  { ...CLAIMS, operation: 'CREATE', object: claim(parts) },
  messages,
];
const changed = (
  about: string,
  before: ClaimParts,
  after: ClaimParts,
  messages: readonly string[] = [],
  rest: Partial<AdmissionRequest> = {},
): PolicyCase => [
  about,
  { ...CLAIMS, operation: 'UPDATE', oldObject: claim(before), object: claim(after), ...rest },
  messages,
];

/** What is said of owners depends on whether any pod will do. */
const ownerCases = (other: readonly string[], kept: readonly string[]): PolicyCase[] => [
  ...[{ controller: false }, { controller: undefined }, { apiVersion: 'example.com/v1' }].map(
    (owner) =>
      changed(
        `no pod any more with ${JSON.stringify(owner)}`,
        { ...LOCAL, ownerReferences: [{ ...ofPod, ...owner }] },
        LOCAL,
        kept,
      ),
  ),
  changed(
    'no owner any more that is not a pod',
    { ...LOCAL, ownerReferences: [{ ...ofPod, kind: 'Node' }] },
    LOCAL,
  ),
  changed(
    'no pod among others any more',
    { ...LOCAL, ownerReferences: [{ ...ofPod, kind: 'Node' }, ofPod] },
    LOCAL,
    [OWNER],
  ),
  made(
    'a pod that does not control it',
    { ...LOCAL, ownerReferences: [{ ...ofPod, controller: false }] },
    ...other,
  ),
  made(
    'a pod that does not say whether it controls it',
    { ...LOCAL, ownerReferences: [{ ...ofPod, controller: undefined }] },
    ...other,
  ),
  made(
    'a pod of another API',
    { ...LOCAL, ownerReferences: [{ ...ofPod, apiVersion: 'example.com/v1' }] },
    ...other,
  ),
];

const CLAIM_CASES: readonly PolicyCase[] = [
  made('a claim', LOCAL, REFUSAL),
  made('a claim of another class', { storageClassName: 'std' }),
  made('a claim of a class that nobody has', { storageClassName: 'nothing' }),
  made('a claim without a class', {}),
  made('the old annotation', annotated({ [BETA]: 'local' }, { storageClassName: 'std' }), REFUSAL),
  made('the old annotation alone', annotated({ [BETA]: 'local' }, {}), REFUSAL),
  made('the old annotation of another class', annotated({ [BETA]: 'std' })),
  made('a claim that accepts the loss', ACCEPTED),
  made('a claim that accepts it otherwise', annotated({ [ACCEPT]: 'True' }), REFUSAL),
  made('a claim of a pod', OWNED),
  made('a claim of a pod and something else', {
    ...LOCAL,
    ownerReferences: [{ apiVersion: 'v1', kind: 'ConfigMap', name: 'c', uid: 'c' }, ofPod],
  }),
  made(
    'a claim of something else',
    { ...LOCAL, ownerReferences: [{ ...ofPod, kind: 'Node' }] },
    REFUSAL,
  ),
  changed('a label', LOCAL, { ...LOCAL, labels: { a: 'b' } }),
  changed('the phase', LOCAL, LOCAL, [], { resource: 'persistentvolumeclaims/status' }),
  changed('a class', {}, LOCAL, [REFUSAL]),
  changed('a class by the old annotation', {}, annotated({ [BETA]: 'local' }, {}), [REFUSAL]),
  changed(
    'a class of a claim that accepts the loss',
    annotated({ [ACCEPT]: 'true' }, {}),
    ACCEPTED,
  ),
  changed('a label of a claim by the old annotation', annotated({ [BETA]: 'local' }, {}), {
    ...annotated({ [BETA]: 'local' }, {}),
    labels: { a: 'b' },
  }),
  changed('another class', LOCAL, { storageClassName: 'std' }),
  changed('another class, and the annotation', ACCEPTED, { storageClassName: 'std' }),
  changed('acceptance', LOCAL, ACCEPTED),
  changed('no acceptance', ACCEPTED, LOCAL, [STAYS]),
  changed('no acceptance by way of the status', ACCEPTED, LOCAL, [STAYS], {
    resource: 'persistentvolumeclaims/status',
  }),
  changed('less acceptance', ACCEPTED, annotated({ [ACCEPT]: '' }), [STAYS]),
  changed('no acceptance, whoever takes it', ACCEPTED, LOCAL, [STAYS], {
    username: 'system:kube-controller-manager',
  }),
  changed('a pod instead of acceptance', ACCEPTED, OWNED),
  changed('acceptance instead of a pod', OWNED, ACCEPTED),
  changed('a label of a claim of a pod', OWNED, { ...OWNED, labels: { a: 'b' } }),
  changed('a label of a claim that accepts the loss', ACCEPTED, {
    ...ACCEPTED,
    labels: { a: 'b' },
  }),
  changed('neither any more', { ...OWNED, ...ACCEPTED }, LOCAL, [STAYS, OWNER]),
  ...[
    'someone',
    'system:serviceaccount:argocd:argocd-application-controller',
    'kube-controller-manager',
  ].map((username) => changed(`no pod, by ${username}`, OWNED, LOCAL, [OWNER], { username })),
  ...[
    'system:kube-controller-manager',
    'system:serviceaccount:kube-system:generic-garbage-collector',
  ].map((username) => changed(`no pod, by ${username}`, OWNED, LOCAL, [], { username })),
  ...[
    'volume.kubernetes.io/selected-node',
    'volume.kubernetes.io/storage-provisioner',
    'volume.beta.kubernetes.io/storage-provisioner',
  ].flatMap((key) => [
    changed(`the annotation ${key}`, LOCAL, annotated({ [key]: 'x' }), [REFUSAL]),
    changed(
      `the annotation ${key} beside another`,
      annotated({ a: 'b' }),
      annotated({ a: 'b', [key]: 'x' }),
      [REFUSAL],
    ),
    changed(`another value of ${key}`, annotated({ [key]: 'x' }), annotated({ [key]: 'y' })),
    changed(
      `the annotation ${key} of a claim that accepts the loss`,
      ACCEPTED,
      annotated({ [key]: 'x' }, ACCEPTED),
    ),
    changed(
      `the annotation ${key} of another class`,
      { storageClassName: 'std' },
      annotated({ [key]: 'x' }, { storageClassName: 'std' }),
    ),
  ]),
  changed('no provisioning', annotated({ 'volume.kubernetes.io/selected-node': 'x' }), LOCAL),
  changed('a volume', LOCAL, { ...LOCAL, volumeName: 'pv-1' }, [REFUSAL]),
  changed('a volume of a claim of a pod', OWNED, { ...OWNED, volumeName: 'pv-1' }),
  changed(
    'a label of a claim with a volume',
    { ...LOCAL, volumeName: 'pv-1' },
    { ...LOCAL, volumeName: 'pv-1', labels: { a: 'b' } },
  ),
  changed(
    'a claim that ends, without its annotation',
    { ...ACCEPTED, deletionTimestamp: DELETED },
    { ...LOCAL, deletionTimestamp: DELETED },
  ),
  changed(
    'a claim that ends, without its pod',
    { ...OWNED, deletionTimestamp: DELETED },
    { ...LOCAL, deletionTimestamp: DELETED },
  ),
  changed(
    'a claim that says itself that it ends',
    ACCEPTED,
    { ...LOCAL, deletionTimestamp: DELETED },
    [STAYS],
  ),
  ['a claim that is deleted', { ...CLAIMS, operation: 'DELETE', oldObject: claim(LOCAL) }, []],
];

const SET_REFUSAL = `${REFUSAL}: add the annotation ${ACCEPT}: "true" to the volumeClaimTemplates`;
const template = (storageClassName?: string, annotations?: object): Fields => ({
  ...(annotations ? { metadata: { annotations } } : {}),
  spec: { storageClassName },
});
const set = (
  about: string,
  templates: readonly Fields[] | undefined,
  ...messages: string[]
): PolicyCase => [
  about,
  {
    operation: 'CREATE',
    resource: 'statefulsets',
    namespace: 'apps',
    cluster: CLUSTER,
    object: {
      apiVersion: 'apps/v1',
      kind: 'StatefulSet',
      metadata: { name: 'db' },
      spec: { replicas: 1, ...(templates ? { volumeClaimTemplates: templates } : {}) },
    },
  },
  messages,
];

const STATEFUL_SET_CASES: readonly PolicyCase[] = [
  set('no templates', undefined),
  set('a template', [template('local')], SET_REFUSAL),
  set('a template of another class', [template('std')]),
  set('a template without a class', [template()]),
  set('a template by the old annotation', [template('std', { [BETA]: 'local' })], SET_REFUSAL),
  set('a template of another class by the old annotation', [template('local', { [BETA]: 'std' })]),
  set('a template that accepts the loss', [template('local', { [ACCEPT]: 'true' })]),
  set('a template that accepts it otherwise', [template('local', { [ACCEPT]: '1' })], SET_REFUSAL),
  set(
    'one of two templates',
    [template('local', { [ACCEPT]: 'true' }), template('local')],
    SET_REFUSAL,
  ),
];

const BYPASSED =
  'the local volumes of a pod with nodeName are never created, because the scheduler is bypassed: use nodeSelector instead';
const ephemeral = (storageClassName?: string, annotations?: object): Fields => ({
  name: 'cache',
  ephemeral: { volumeClaimTemplate: template(storageClassName, annotations) },
});
const pod = (
  about: string,
  spec: Fields,
  messages: readonly string[] = [],
  cluster: readonly Fields[] = CLUSTER,
): PolicyCase => [
  about,
  {
    operation: 'CREATE',
    resource: 'pods',
    namespace: 'apps',
    cluster,
    object: { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'web' }, spec },
  },
  messages,
];

const POD_CASES: readonly PolicyCase[] = [
  pod('a pod', {}),
  pod('a pod with a node', { nodeName: 'node-1' }),
  pod('an ephemeral volume', { volumes: [ephemeral('local')] }),
  pod('an ephemeral volume and a node', { nodeName: 'node-1', volumes: [ephemeral('local')] }, [
    BYPASSED,
  ]),
  pod('an ephemeral volume of another class', { nodeName: 'node-1', volumes: [ephemeral('std')] }),
  pod('an ephemeral volume without a class', { nodeName: 'node-1', volumes: [ephemeral()] }),
  pod(
    'an ephemeral volume by the old annotation',
    { nodeName: 'node-1', volumes: [ephemeral('std', { [BETA]: 'local' })] },
    [BYPASSED],
  ),
  pod(
    'an ephemeral volume beside another one',
    { nodeName: 'node-1', volumes: [{ name: 'tmp', emptyDir: {} }, ephemeral('local')] },
    [BYPASSED],
  ),
  pod('a claim', {
    nodeName: 'node-1',
    volumes: [{ name: 'v', persistentVolumeClaim: { claimName: 'local' } }],
  }),
];
const BINDING_CASES: readonly PolicyCase[] = ['Immediate', undefined].map((volumeBindingMode) =>
  pod(
    `a class that binds ${volumeBindingMode ?? 'as it likes'}`,
    { nodeName: 'node-1', volumes: [ephemeral('local')] },
    [],
    [storageClass('local', DRIVER, { volumeBindingMode })],
  ),
);

const INLINE = `${DRIVER} cannot mount inline volumes: use ephemeral.volumeClaimTemplate with a class of the driver`;
const INLINE_CASES: readonly PolicyCase[] = [
  pod('a pod', {}),
  pod('another volume', { volumes: [{ name: 'tmp', emptyDir: {} }] }),
  pod('an inline volume', { volumes: [{ name: 'v', csi: { driver: DRIVER } }] }, [INLINE]),
  pod('an inline volume of another driver', {
    volumes: [{ name: 'v', csi: { driver: 'secrets-store.csi.k8s.io' } }],
  }),
  pod(
    'an inline volume beside another one',
    {
      volumes: [
        { name: 'tmp', emptyDir: {} },
        { name: 'v', csi: { driver: DRIVER } },
      ],
    },
    [INLINE],
  ),
];

const newClass = (about: string, object: Fields, ...messages: string[]): PolicyCase => [
  about,
  { operation: 'CREATE', resource: 'storageclasses', object },
  messages,
];
const WAITS = { volumeBindingMode: 'WaitForFirstConsumer' };
const AT_ONCE = 'volumeBindingMode of a class of local disks must be WaitForFirstConsumer';
const CLASS_CASES: readonly PolicyCase[] = [
  newClass('a class', storageClass('local', DRIVER, WAITS)),
  newClass(
    'a class that binds at once',
    storageClass('local', DRIVER, { volumeBindingMode: 'Immediate' }),
    AT_ONCE,
  ),
  newClass('a class that does not say when it binds', storageClass('local', DRIVER), AT_ONCE),
  newClass(
    'a class of another driver',
    storageClass('std', 'disk.csi.azure.com', {
      parameters: { volumeGroup: 'a#b', [INITIAL]: 'node-1', [`${DRIVER}/failover-mode`]: 'x' },
    }),
  ),
  newClass(
    'a mode',
    storageClass('local', DRIVER, {
      ...WAITS,
      parameters: { [`${DRIVER}/failover-mode`]: 'durability' },
    }),
  ),
  newClass(
    'the other mode',
    storageClass('local', DRIVER, {
      ...WAITS,
      parameters: { [`${DRIVER}/failover-mode`]: 'availability' },
    }),
  ),
  newClass(
    'no such mode',
    storageClass('local', DRIVER, {
      ...WAITS,
      parameters: { [`${DRIVER}/failover-mode`]: 'fast' },
    }),
    `${DRIVER}/failover-mode must be one of availability, durability`,
  ),
  newClass(
    'a node',
    storageClass('local', DRIVER, { ...WAITS, parameters: { [INITIAL]: 'node-1' } }),
    `${INITIAL} must not be set on classes: volumes on other nodes would be removed`,
  ),
  newClass(
    'a group',
    storageClass('local', DRIVER, { ...WAITS, parameters: { volumeGroup: 'fast' } }),
  ),
  newClass(
    'a group that ends a handle',
    storageClass('local', DRIVER, { ...WAITS, parameters: { volumeGroup: 'a#b' } }),
    'volumeGroup must not contain a #',
  ),
];

const NOWHERE = `nothing specifies the node of the volume: set the attribute ${INITIAL}, or node affinity`;
const EMPTY = `${SELECTED} must not be empty: every node would remove the data`;
const KEEPS = `${SELECTED} must stay: the node that it names has the data, and would remove them`;
const HANDLE = 'volumeHandle must be <volume group>#<name of the volume>';
interface VolumeParts {
  readonly annotation?: string;
  readonly attribute?: string;
  readonly terms?: readonly object[];
  readonly volumeHandle?: string;
  readonly driver?: string;
  readonly deletionTimestamp?: string;
  readonly others?: object;
}
const volume = ({
  annotation,
  others,
  attribute,
  terms,
  volumeHandle = 'containerstorage#pv-1',
  driver = DRIVER,
  deletionTimestamp,
}: VolumeParts): Fields => ({
  apiVersion: 'v1',
  kind: 'PersistentVolume',
  metadata: {
    name: 'pv-1',
    deletionTimestamp,
    ...(annotation === undefined && !others
      ? {}
      : { annotations: { ...others, [SELECTED]: annotation } }),
  },
  spec: {
    capacity: { storage: '1Gi' },
    csi: {
      driver,
      volumeHandle,
      ...(attribute === undefined ? {} : { volumeAttributes: { [INITIAL]: attribute } }),
    },
    ...(terms ? { nodeAffinity: { required: { nodeSelectorTerms: terms } } } : {}),
  },
});
const newVolume = (about: string, parts: VolumeParts, ...messages: string[]): PolicyCase => [
  about,
  { operation: 'CREATE', resource: 'persistentvolumes', object: volume(parts) },
  messages,
];
const edited = (
  about: string,
  before: VolumeParts,
  after: VolumeParts,
  messages: readonly string[] = [],
  resource = 'persistentvolumes',
): PolicyCase => [
  about,
  { operation: 'UPDATE', resource, oldObject: volume(before), object: volume(after) },
  messages,
];
const TERM = {
  matchExpressions: [{ key: `topology.${DRIVER}/node`, operator: 'In', values: ['node-1'] }],
};

const VOLUME_CASES: readonly PolicyCase[] = [
  newVolume('a volume by its attribute', { attribute: 'node-1' }),
  newVolume('a volume by its annotation', { annotation: 'node-1' }),
  newVolume('a volume by its affinity', { terms: [TERM] }),
  newVolume('a volume by nothing', {}, NOWHERE),
  newVolume('a volume by affinity to nothing', { terms: [] }, NOWHERE),
  newVolume('an empty annotation', { annotation: '' }, NOWHERE, EMPTY),
  newVolume(
    'an empty annotation beside an attribute',
    { annotation: '', attribute: 'node-1' },
    EMPTY,
  ),
  ...['x', '#x', 'x#', 'a#b#c'].map((volumeHandle) =>
    newVolume(`the handle ${volumeHandle}`, { attribute: 'node-1', volumeHandle }, HANDLE),
  ),
  newVolume('a volume of another driver', { driver: 'disk.csi.azure.com', volumeHandle: 'x' }),
  [
    'a volume of no driver',
    {
      operation: 'CREATE',
      resource: 'persistentvolumes',
      object: {
        apiVersion: 'v1',
        kind: 'PersistentVolume',
        metadata: { name: 'nfs' },
        spec: { nfs: {} },
      },
    },
    [],
  ],
  edited('another size', { attribute: 'node-1' }, { attribute: 'node-1' }),
  edited(
    'the node after a move',
    { attribute: 'node-1' },
    { attribute: 'node-1', annotation: 'node-2' },
  ),
  edited('the node after another move', { annotation: 'node-2' }, { annotation: 'node-3' }),
  edited('an empty node', { annotation: 'node-1' }, { annotation: '' }, [NOWHERE, EMPTY]),
  edited(
    'an empty node beside an attribute',
    { attribute: 'node-1', annotation: 'node-2' },
    { attribute: 'node-1', annotation: '' },
    [EMPTY],
  ),
  edited(
    'an empty node beside an attribute, by way of the status',
    { attribute: 'node-1', annotation: 'node-2' },
    { attribute: 'node-1', annotation: '' },
    [EMPTY],
    'persistentvolumes/status',
  ),
  edited(
    'an empty node where there was none',
    { attribute: 'node-1' },
    { attribute: 'node-1', annotation: '' },
    [EMPTY],
  ),
  edited(
    'no node beside an attribute',
    { attribute: 'node-1', annotation: 'node-2' },
    { attribute: 'node-1' },
    [KEEPS],
  ),
  edited(
    'no node among other annotations',
    { attribute: 'node-1', annotation: 'node-2', others: { a: 'b' } },
    { attribute: 'node-1', others: { a: 'b' } },
    [KEEPS],
  ),
  edited('no node', { annotation: 'node-2' }, {}, [NOWHERE, KEEPS]),
  edited('no attribute', { attribute: 'node-1' }, {}, [NOWHERE]),
  edited('no affinity', { terms: [TERM] }, {}, [NOWHERE]),
  edited('a node that is empty as before', { annotation: '' }, { annotation: '' }),
  edited('a node where it was empty', { annotation: '' }, { annotation: 'node-1' }),
  edited(
    'no node where it was empty',
    { attribute: 'node-1', annotation: '' },
    { attribute: 'node-1' },
  ),
  edited(
    'the handle of a volume that is there',
    { attribute: 'node-1', volumeHandle: 'x' },
    { attribute: 'node-1', volumeHandle: 'x' },
  ),
  edited('a volume of nowhere', {}, {}),
  edited(
    'a volume that ends, without its node',
    { annotation: 'node-2', deletionTimestamp: DELETED },
    { deletionTimestamp: DELETED },
  ),
  edited(
    'a volume that says itself that it ends',
    { attribute: 'node-1', annotation: 'node-2' },
    { attribute: 'node-1', deletionTimestamp: DELETED },
    [KEEPS],
  ),
  edited(
    'a volume of another driver',
    { driver: 'other', annotation: 'node-2' },
    { driver: 'other', annotation: '' },
  ),
  [
    'a volume that is deleted',
    { operation: 'DELETE', resource: 'persistentvolumes', oldObject: volume({}) },
    [],
  ],
];

/** Nothing is refused where the parameters of a policy are missing, or say nothing. */
const WITHOUT_PARAMETERS: { readonly [on: string]: PolicyCase } = {
  claims: made('a claim', LOCAL),
  statefulSets: set('a template', [template('local')]),
  pods: pod('an ephemeral volume and a node', {
    nodeName: 'node-1',
    volumes: [ephemeral('local')],
  }),
};
const EMPTY_LIST = {
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name: 'classes', namespace: 'kube-system' },
};
const withoutParameters = (on: string): PolicyCase[] =>
  [
    ['nothing', []],
    ['a list of nothing', [EMPTY_LIST]],
  ].flatMap(([known, cluster]) => {
    const [about, request, messages] = WITHOUT_PARAMETERS[on];
    return [
      [
        `${about}, where there is ${known as string}`,
        { ...request, cluster: cluster as Fields[] },
        messages,
      ],
    ] as PolicyCase[];
  });

/** What the cases depend on. */
export interface PolicyVariant {
  readonly anyPodOwner?: boolean;
  /** The kind of parameters. */
  readonly paramKind?: string;
}

/** The cases of each policy. */
export function casesOn(
  on: string,
  { anyPodOwner = false, paramKind }: PolicyVariant,
): readonly PolicyCase[] {
  const without = paramKind === undefined ? [] : withoutParameters(on);
  switch (on) {
    case 'claims':
      return [
        ...CLAIM_CASES,
        ...(anyPodOwner ? ownerCases([], [OWNER]) : ownerCases([REFUSAL], [])),
        ...without,
      ];
    case 'statefulSets':
      return [...STATEFUL_SET_CASES, ...without];
    case 'pods':
      return [...POD_CASES, ...(paramKind === 'StorageClass' ? BINDING_CASES : []), ...without];
    case 'inlineVolumes':
      return INLINE_CASES;
    case 'storageClasses':
      return CLASS_CASES;
    case 'persistentVolumes':
      return VOLUME_CASES;
    default:
      throw new Error(`there are no cases on ${on}`);
  }
}
