/** Edits of a volume under the guard, and what the guard says to each. */
import { EditGuardSpec } from '../../../src/efs/edit-guard/spec';
import { AdmissionRequest } from '../../support/cel';

export const SOURCE =
  'the source of this EFS volume must not change; create a new volume and claim for another file system or access point';
export const CLAIM =
  'the claim of this EFS volume must not change; create a new volume for another claim';
export const GIVEN_AWAY =
  'this EFS volume is bound; delete its claim before it is given to another one';
export const POLICY =
  'the reclaim policy of this EFS volume must not change; with Delete the driver would delete the access point';
export const BOUND = 'this EFS volume is bound; delete its claim first';
export const PHASE =
  'the phase of this EFS volume follows its claim and must not be set; delete the claim of a volume that is bound';
export const label = ({ labelKey }: EditGuardSpec) =>
  `the label ${labelKey} guards this EFS volume and must stay; delete the guard first`;

export const guardOf = (spec: Partial<EditGuardSpec> = {}): EditGuardSpec => ({
  name: 'guard',
  labelKey: 'cdk8s-volumes.io/edit-guard',
  labelValue: spec.name ?? 'guard',
  validationActions: ['Deny'],
  ...spec,
});

/** A bound volume as the API server has it. */
export function bound({ labelKey, labelValue }: EditGuardSpec): any {
  return {
    apiVersion: 'v1',
    kind: 'PersistentVolume',
    metadata: {
      name: 'pv-team-data',
      labels: { [labelKey]: labelValue, other: 'x' },
      annotations: { 'pv.kubernetes.io/bound-by-controller': 'yes' },
    },
    spec: {
      accessModes: ['ReadWriteMany'],
      capacity: { storage: '1Gi' },
      claimRef: {
        apiVersion: 'v1',
        kind: 'PersistentVolumeClaim',
        name: 'pvc-data',
        namespace: 'team',
        uid: 'abc',
        resourceVersion: '7',
      },
      csi: {
        driver: 'efs.csi.aws.com',
        volumeHandle: 'fs-0123456789abcdef0::fsap-0123456789abcdef0',
      },
      mountOptions: ['iam'],
      persistentVolumeReclaimPolicy: 'Retain',
      storageClassName: 'efs-sc',
      volumeMode: 'Filesystem',
    },
    status: { phase: 'Bound', lastPhaseTransitionTime: '2026-01-01T00:00:00Z' },
  };
}

/** What somebody does to a volume. */
export type Edit = (volume: any) => void;

export const released: Edit = (volume) => {
  volume.status.phase = 'Released';
};
export const unbound: Edit = (volume) => {
  volume.status = { phase: 'Available' };
  delete volume.spec.claimRef.uid;
  delete volume.spec.claimRef.resourceVersion;
};

/** What is forbidden while the volume is bound, with all that the guard says. */
export const FORBIDDEN: readonly (readonly [string, Edit, string[]])[] = [
  [
    'another file system',
    (volume) => {
      volume.spec.csi.volumeHandle = 'fs-ffffffff::fsap-0123456789abcdef0';
    },
    [SOURCE],
  ],
  [
    'a volume attribute',
    (volume) => {
      volume.spec.csi.volumeAttributes = { encryptInTransit: 'false' };
    },
    [SOURCE],
  ],
  [
    'another driver',
    (volume) => {
      volume.spec.csi.driver = 'ebs.csi.aws.com';
    },
    [SOURCE],
  ],
  [
    'no source',
    (volume) => {
      delete volume.spec.csi;
    },
    [SOURCE],
  ],
  [
    'an access point by a mount option',
    (volume) => {
      volume.spec.mountOptions = ['iam', 'accesspoint=fsap-ffffffffffffffff0'];
    },
    [SOURCE],
  ],
  [
    'an access point by a mount option in capitals',
    (volume) => {
      volume.spec.mountOptions = ['AccessPoint=fsap-ffffffffffffffff0'];
    },
    [SOURCE],
  ],
  [
    'an access point behind another option',
    (volume) => {
      volume.spec.mountOptions = ['tls,accesspoint=fsap-ffffffffffffffff0'];
    },
    [SOURCE],
  ],
  [
    'another mount target',
    (volume) => {
      volume.spec.mountOptions = ['mounttargetip=10.0.0.9'];
    },
    [SOURCE],
  ],
  [
    'another region',
    (volume) => {
      volume.spec.mountOptions = ['region=eu-west-1'];
    },
    [SOURCE],
  ],
  [
    'another claim',
    (volume) => {
      volume.spec.claimRef.name = 'pvc-other';
    },
    [CLAIM],
  ],
  [
    'the same claim of another namespace',
    (volume) => {
      volume.spec.claimRef.namespace = 'other';
    },
    [CLAIM],
  ],
  [
    'a claim without its name',
    (volume) => {
      delete volume.spec.claimRef.name;
    },
    [CLAIM],
  ],
  [
    'a claim without its namespace',
    (volume) => {
      delete volume.spec.claimRef.namespace;
    },
    [CLAIM],
  ],
  [
    'no claim',
    (volume) => {
      delete volume.spec.claimRef;
    },
    [CLAIM, GIVEN_AWAY],
  ],
  [
    'a claim without its uid',
    (volume) => {
      delete volume.spec.claimRef.uid;
    },
    [GIVEN_AWAY],
  ],
  [
    'another uid',
    (volume) => {
      volume.spec.claimRef.uid = 'def';
    },
    [GIVEN_AWAY],
  ],
  [
    'another reclaim policy',
    (volume) => {
      volume.spec.persistentVolumeReclaimPolicy = 'Delete';
    },
    [POLICY],
  ],
  [
    'no reclaim policy',
    (volume) => {
      delete volume.spec.persistentVolumeReclaimPolicy;
    },
    [POLICY],
  ],
  [
    'no label',
    (volume) => {
      delete volume.metadata.labels['cdk8s-volumes.io/edit-guard'];
    },
    [label(guardOf())],
  ],
  [
    'no labels',
    (volume) => {
      delete volume.metadata.labels;
    },
    [label(guardOf())],
  ],
  [
    'another value of the label',
    (volume) => {
      volume.metadata.labels['cdk8s-volumes.io/edit-guard'] = 'other';
    },
    [label(guardOf())],
  ],
];

/** What is allowed, of a volume that is bound, or else as the second edit makes it. */
export const ALLOWED: readonly (readonly [string, Edit, Edit | undefined])[] = [
  ['nothing', () => {}, undefined],
  [
    'other labels and annotations',
    (volume) => {
      volume.metadata.labels.another = 'y';
      delete volume.metadata.labels.other;
      delete volume.metadata.annotations;
    },
    undefined,
  ],
  [
    'size, options and modes',
    (volume) => {
      volume.spec.capacity.storage = '2Gi';
      volume.spec.mountOptions = ['iam', 'tls'];
      volume.spec.accessModes = ['ReadWriteOnce'];
    },
    undefined,
  ],
  [
    'what the binder writes when it binds',
    (volume) => {
      Object.assign(volume, { ...bound(guardOf()) });
    },
    unbound,
  ],
  [
    'what the binder writes when the claim is gone',
    (volume) => {
      volume.status.phase = 'Released';
    },
    undefined,
  ],
  [
    'the uid of a claim that is gone',
    (volume) => {
      delete volume.spec.claimRef.uid;
      delete volume.spec.claimRef.resourceVersion;
    },
    released,
  ],
  [
    'a claim for a volume that names none',
    (volume) => {
      volume.spec.claimRef = { name: 'pvc-data', namespace: 'team' };
    },
    (volume) => {
      unbound(volume);
      delete volume.spec.claimRef;
    },
  ],
  [
    'a claim that names no namespace',
    (volume) => {
      volume.metadata.annotations.a = 'b';
    },
    (volume) => {
      delete volume.spec.claimRef.namespace;
    },
  ],
  [
    'a volume that has no status yet',
    (volume) => {
      volume.status = { phase: 'Available' };
    },
    (volume) => {
      unbound(volume);
      delete volume.status;
    },
  ],
  [
    'a volume of another kind',
    (volume) => {
      volume.metadata.annotations.a = 'b';
    },
    (volume) => {
      delete volume.spec.csi;
      volume.spec.nfs = { server: 's', path: '/' };
    },
  ],
  [
    'a volume that is said to be bound to nothing',
    (volume) => {
      volume.metadata.annotations.a = 'b';
    },
    (volume) => {
      delete volume.spec.claimRef;
    },
  ],
];

const OPTION = 'accesspoint=fsap-0123456789abcdef0';
const OTHER_OPTION = 'accesspoint=fsap-ffffffffffffffff0';

/** A field is written, or taken away. */
function having(path: string, value?: unknown): Edit {
  return (volume) => {
    const fields = path.split('.');
    const last = fields.pop()!;
    const place = fields.reduce((at, field) => at[field], volume);
    if (value === undefined) delete place[last];
    else place[last] = value;
  };
}

const options = (...mountOptions: string[]): Edit => having('spec.mountOptions', mountOptions);
const without = (path: string): Edit => having(path);
const LABELLED = having('metadata.labels.a', 'b');
const GUARDED = having('metadata.labels', { [guardOf().labelKey]: guardOf().labelValue });
const UID = having('spec.claimRef.uid', 'def');
const RECLAIM = 'spec.persistentVolumeReclaimPolicy';

/** Edits of volumes that are not as most are, with all that the guard says. */
export const OTHERS: readonly (readonly [string, Edit, Edit, string[]])[] = [
  [
    'other options',
    options(OPTION, 'iam'),
    options('tls', OPTION, 'noaccesspoint=1', 'xregion=1'),
    [],
  ],
  [
    'no access point in capitals',
    options('AccessPoint=fsap-0123456789abcdef0'),
    options(),
    [SOURCE],
  ],
  ['a label without a name of the claim', without('spec.claimRef.name'), LABELLED, []],
  ['a label without a uid of the claim', without('spec.claimRef.uid'), LABELLED, []],
  ['a label without a reclaim policy', without(RECLAIM), LABELLED, []],
  ['another access point', options(OPTION), options(OTHER_OPTION), [SOURCE]],
  ['no access point', options(OPTION, 'iam'), options('iam'), [SOURCE]],
  ['no options at all', options(OPTION), without('spec.mountOptions'), [SOURCE]],
  ['a region', options(OPTION), options(OPTION, 'region=eu-west-1'), [SOURCE]],
  ['options where there were none', without('spec.mountOptions'), options('tls'), []],
  [
    'a source',
    without('spec.csi'),
    having('spec.csi', { driver: 'x', volumeHandle: 'y' }),
    [SOURCE],
  ],
  [
    'another claim',
    released,
    having('spec.claimRef', { name: 'other', namespace: 'team' }),
    [CLAIM],
  ],
  ['no claim', released, without('spec.claimRef'), [CLAIM]],
  ['a name', without('spec.claimRef.name'), having('spec.claimRef.name', 'pvc-data'), [CLAIM]],
  [
    'a namespace',
    without('spec.claimRef.namespace'),
    having('spec.claimRef.namespace', 'team'),
    [CLAIM],
  ],
  ['a uid', without('spec.claimRef.uid'), UID, []],
  ['a reclaim policy', without(RECLAIM), having(RECLAIM, 'Delete'), [POLICY]],
  ['a uid without a status', without('status'), UID, []],
  ['a uid without a phase', having('status', {}), UID, []],
  ['a guard where there are no labels', without('metadata.labels'), GUARDED, []],
  ['a guard where there are others', having('metadata.labels', { other: 'x' }), GUARDED, []],
  [
    'a guard after another one',
    having('metadata.labels', { [guardOf().labelKey]: 'other' }),
    GUARDED,
    [],
  ],
];

/** Who writes the phase. */
const PHASES: readonly (readonly [string, Edit, Edit | undefined, string[]])[] = [
  ...['someone', 'kubernetes-admin', 'system:serviceaccount:argocd:x'].flatMap(
    (username): [string, Edit, undefined, string[]][] => [
      [username, released, undefined, [PHASE]],
      [
        username,
        (volume) => {
          delete volume.status;
        },
        undefined,
        [PHASE],
      ],
      [
        username,
        (volume) => {
          delete volume.status.phase;
        },
        undefined,
        [PHASE],
      ],
    ],
  ),
  ['system:kube-controller-manager', released, undefined, []],
  ['system:serviceaccount:kube-system:persistent-volume-binder', released, undefined, []],
  [
    'someone',
    (volume) => {
      volume.status.message = 'x';
    },
    undefined,
    [],
  ],
  [
    'someone',
    (volume) => {
      volume.status.phase = 'Failed';
    },
    released,
    [],
  ],
  [
    'someone',
    (volume) => {
      volume.status = { phase: 'Pending' };
    },
    (volume) => {
      delete volume.status;
    },
    [],
  ],
];

const NOTHING: Edit = () => {};

function updateOf(
  about: string,
  edit: Edit,
  before: Edit = NOTHING,
  messages: readonly string[] = [],
  rest: Partial<AdmissionRequest> = {},
): GuardCase {
  const oldObject = bound(guardOf());
  before(oldObject);
  const object = structuredClone(oldObject);
  edit(object);
  return [
    about,
    { operation: 'UPDATE', resource: 'persistentvolumes', object, oldObject, ...rest },
    messages,
  ];
}

function deletionOf(
  about: string,
  before: Edit,
  messages: readonly string[] = [],
  rest: Partial<AdmissionRequest> = {},
): GuardCase {
  const oldObject = bound(guardOf());
  before(oldObject);
  return [
    about,
    { operation: 'DELETE', resource: 'persistentvolumes', oldObject, ...rest },
    messages,
  ];
}

/** A request, by what it is about, and all messages. */
export type GuardCase = readonly [
  about: string,
  request: AdmissionRequest,
  messages: readonly string[],
];

/** All requests. */
export const GUARD_CASES: readonly GuardCase[] = [
  ...FORBIDDEN.map(([about, edit, messages]) => updateOf(about, edit, undefined, messages)),
  ...ALLOWED.map(([about, edit, before]) => updateOf(about, edit, before)),
  ...OTHERS.map(([about, before, edit, messages]) => updateOf(about, edit, before, messages)),
  ...PHASES.map(([username, edit, before, messages]) =>
    updateOf(`a phase, by ${username}`, edit, before, messages, {
      resource: 'persistentvolumes/status',
      username,
    }),
  ),
  updateOf('a phase, by way of the volume itself', released),
  updateOf(
    'no label, by way of the status',
    having('metadata.labels', {}),
    undefined,
    [label(guardOf())],
    { resource: 'persistentvolumes/status' },
  ),
  deletionOf('a volume that is bound', NOTHING, [BOUND]),
  deletionOf('a volume whose claim is gone', released),
  deletionOf('a volume that was never bound', unbound),
  deletionOf('a volume without a status', (volume) => {
    delete volume.status;
  }),
];
