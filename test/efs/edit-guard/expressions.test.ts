import { buildEditGuard } from '../../../src/efs/edit-guard/build';
import { checkEditGuard } from '../../../src/efs/edit-guard/check';
import { EditGuardSpec } from '../../../src/efs/edit-guard/spec';
import { Manifest } from '../../../src/kube';
import { admission, AdmissionRequest } from '../../support/cel';
import * as fc from '../../support/fast-check';

const SOURCE = 'the source of this EFS volume must not change; create a new volume and claim for another file system or access point';
const CLAIM = 'the claim of this EFS volume must not change; create a new volume for another claim';
const GIVEN_AWAY = 'this EFS volume is bound; delete its claim before it is given to another one';
const POLICY = 'the reclaim policy of this EFS volume must not change; with Delete the driver would delete the access point';
const BOUND = 'this EFS volume is bound; delete its claim first';
const label = ({ labelKey }: EditGuardSpec) => `the label ${labelKey} guards this EFS volume and must stay; delete the guard first`;

/** Names, keys and values that mean something in an expression, or did. */
const HOSTILE_NAMES = ['object', 'object-store', 'my.object', 'oldobject', 'not-object-but-oldobject', 'variables.bound', 'request', 'true', 'null', 'in'];
const HOSTILE_KEYS = ['object', 'oldObject', 'object.example.com/object', 'example.com/a.object.b', 'example.com/oldObject', 'in', 'true', 'labels'];
const HOSTILE_VALUES = ['object', 'oldObject', 'object-store', 'a.object.metadata.labels', 'object_object', 'true', 'null'];
const HOSTILE_USERS = ['object', 'a"b', "a'b", 'a\\', '\\"', '"] || true || "" in ["', 'a\nb', 'a\r\t\b\f\u0000\u007f', '\u2028', '💾', '${HOME}', '#{x}', 'oidc:object@example.com'];

const guardOf = (spec: Partial<EditGuardSpec> = {}): EditGuardSpec => ({
  name: 'guard', labelKey: 'cdk8s-volumes.io/edit-guard', labelValue: spec.name ?? 'guard', validationActions: ['Deny'], ...spec,
});

/** A bound volume as the API server has it. */
function bound({ labelKey, labelValue }: EditGuardSpec): any {
  return {
    apiVersion: 'v1',
    kind: 'PersistentVolume',
    metadata: { name: 'pv-team-data', labels: { [labelKey]: labelValue, other: 'x' }, annotations: { 'pv.kubernetes.io/bound-by-controller': 'yes' } },
    spec: {
      accessModes: ['ReadWriteMany'],
      capacity: { storage: '1Gi' },
      claimRef: { apiVersion: 'v1', kind: 'PersistentVolumeClaim', name: 'pvc-data', namespace: 'team', uid: 'abc', resourceVersion: '7' },
      csi: { driver: 'efs.csi.aws.com', volumeHandle: 'fs-0123456789abcdef0::fsap-0123456789abcdef0' },
      mountOptions: ['iam'],
      persistentVolumeReclaimPolicy: 'Retain',
      storageClassName: 'efs-sc',
      volumeMode: 'Filesystem',
    },
    status: { phase: 'Bound', lastPhaseTransitionTime: '2026-01-01T00:00:00Z' },
  };
}

type Edit = (volume: any) => void;

function judge(spec: EditGuardSpec, request: AdmissionRequest): readonly string[] {
  const [policy, binding] = buildEditGuard(spec) as unknown as [Manifest & { [field: string]: unknown }, Manifest & { [field: string]: unknown }];
  return admission(policy, binding, request).denied;
}

/** What the guard says to an edit of a volume; first, what the volume was before. */
function edited(spec: EditGuardSpec, edit: Edit, before: Edit = () => {}, rest: Partial<AdmissionRequest> = {}): readonly string[] {
  const oldObject = bound(spec);
  before(oldObject);
  const object = structuredClone(oldObject);
  edit(object);
  return judge(spec, { operation: 'UPDATE', resource: 'persistentvolumes', object, oldObject, ...rest });
}

function deleted(spec: EditGuardSpec, before: Edit = () => {}, rest: Partial<AdmissionRequest> = {}): readonly string[] {
  const oldObject = bound(spec);
  before(oldObject);
  return judge(spec, { operation: 'DELETE', resource: 'persistentvolumes', oldObject, ...rest });
}

const released: Edit = (volume) => { volume.status.phase = 'Released'; };
const unbound: Edit = (volume) => {
  volume.status = { phase: 'Available' };
  delete volume.spec.claimRef.uid;
  delete volume.spec.claimRef.resourceVersion;
};

test.each<[string, Edit, string[]]>([
  ['another file system', (volume) => { volume.spec.csi.volumeHandle = 'fs-ffffffff::fsap-0123456789abcdef0'; }, [SOURCE]],
  ['a volume attribute', (volume) => { volume.spec.csi.volumeAttributes = { encryptInTransit: 'false' }; }, [SOURCE]],
  ['another driver', (volume) => { volume.spec.csi.driver = 'ebs.csi.aws.com'; }, [SOURCE]],
  ['no source', (volume) => { delete volume.spec.csi; }, [SOURCE]],
  ['another claim', (volume) => { volume.spec.claimRef.name = 'pvc-other'; }, [CLAIM]],
  ['the same claim of another namespace', (volume) => { volume.spec.claimRef.namespace = 'other'; }, [CLAIM]],
  ['a claim without its name', (volume) => { delete volume.spec.claimRef.name; }, [CLAIM]],
  ['a claim without its namespace', (volume) => { delete volume.spec.claimRef.namespace; }, [CLAIM]],
  ['no claim', (volume) => { delete volume.spec.claimRef; }, [CLAIM, GIVEN_AWAY]],
  ['a claim without its uid', (volume) => { delete volume.spec.claimRef.uid; }, [GIVEN_AWAY]],
  ['another uid', (volume) => { volume.spec.claimRef.uid = 'def'; }, [GIVEN_AWAY]],
  ['another reclaim policy', (volume) => { volume.spec.persistentVolumeReclaimPolicy = 'Delete'; }, [POLICY]],
  ['no reclaim policy', (volume) => { delete volume.spec.persistentVolumeReclaimPolicy; }, [POLICY]],
  ['no label', (volume) => { delete volume.metadata.labels['cdk8s-volumes.io/edit-guard']; }, [label(guardOf())]],
  ['no labels', (volume) => { delete volume.metadata.labels; }, [label(guardOf())]],
  ['another value of the label', (volume) => { volume.metadata.labels['cdk8s-volumes.io/edit-guard'] = 'other'; }, [label(guardOf())]],
])('%s is forbidden', (_, edit, messages) => {
  expect(edited(guardOf(), edit)).toEqual(messages);
});

test.each<[string, Edit, Edit | undefined]>([
  ['nothing', () => {}, undefined],
  ['other labels and annotations', (volume) => {
    volume.metadata.labels.another = 'y';
    delete volume.metadata.labels.other;
    delete volume.metadata.annotations;
  }, undefined],
  ['size, options and modes', (volume) => {
    volume.spec.capacity.storage = '2Gi';
    volume.spec.mountOptions = ['iam', 'tls'];
    volume.spec.accessModes = ['ReadWriteOnce'];
  }, undefined],
  ['what the binder writes when it binds', (volume) => { Object.assign(volume, { ...bound(guardOf()) }); }, unbound],
  ['what the binder writes when the claim is gone', (volume) => { volume.status.phase = 'Released'; }, undefined],
  ['the uid of a claim that is gone', (volume) => {
    delete volume.spec.claimRef.uid;
    delete volume.spec.claimRef.resourceVersion;
  }, released],
  ['a claim for a volume that names none', (volume) => { volume.spec.claimRef = { name: 'pvc-data', namespace: 'team' }; }, (volume) => {
    unbound(volume);
    delete volume.spec.claimRef;
  }],
  ['a claim that names no namespace', (volume) => { volume.metadata.annotations.a = 'b'; }, (volume) => { delete volume.spec.claimRef.namespace; }],
  ['a volume that has no status yet', (volume) => { volume.status = { phase: 'Available' }; }, (volume) => {
    unbound(volume);
    delete volume.status;
  }],
  ['a volume of another kind', (volume) => { volume.metadata.annotations.a = 'b'; }, (volume) => {
    delete volume.spec.csi;
    volume.spec.nfs = { server: 's', path: '/' };
  }],
  ['a volume that is said to be bound to nothing', (volume) => { volume.metadata.annotations.a = 'b'; }, (volume) => { delete volume.spec.claimRef; }],
])('%s is allowed', (_, edit, before) => {
  expect(edited(guardOf(), edit, before)).toEqual([]);
});

test('a volume without source gets none', () => {
  expect(edited(guardOf(), (volume) => { volume.spec.csi = { driver: 'x', volumeHandle: 'y' }; }, (volume) => { delete volume.spec.csi; })).toEqual([SOURCE]);
});

test('the claim of a volume that is gone does not become another one', () => {
  expect(edited(guardOf(), (volume) => { volume.spec.claimRef = { name: 'pvc-other', namespace: 'team' }; }, released)).toEqual([CLAIM]);
});

test('a volume that is bound is not deleted; one whose claim is gone, or that was never bound, is', () => {
  expect(deleted(guardOf())).toEqual([BOUND]);
  expect(deleted(guardOf(), released)).toEqual([]);
  expect(deleted(guardOf(), unbound)).toEqual([]);
  expect(deleted(guardOf(), (volume) => { delete volume.status; })).toEqual([]);
});

test('the label does not go by way of the status, which carries the labels along', () => {
  const spec = guardOf();
  expect(edited(spec, (volume) => { delete volume.metadata.labels[spec.labelKey]; }, undefined, { resource: 'persistentvolumes/status' })).toEqual([label(spec)]);
  expect(edited(spec, (volume) => { volume.status.phase = 'Released'; }, undefined, { resource: 'persistentvolumes/status' })).toEqual([]);
});

test('a volume comes under the guard by an edit, which must not change more', () => {
  const spec = guardOf();
  const unguarded: Edit = (volume) => { delete volume.metadata.labels; };
  const guarded: Edit = (volume) => { volume.metadata.labels = { [spec.labelKey]: spec.labelValue }; };
  expect(edited(spec, guarded, unguarded)).toEqual([]);
  expect(edited(spec, (volume) => {
    guarded(volume);
    volume.spec.persistentVolumeReclaimPolicy = 'Delete';
  }, unguarded)).toEqual([POLICY]);
});

test('volumes of other guards, and of none, are not looked at', () => {
  const wreck: Edit = (volume) => { volume.spec = { persistentVolumeReclaimPolicy: 'Delete' }; };
  expect(edited(guardOf(), wreck, (volume) => { delete volume.metadata.labels; })).toEqual([]);
  expect(edited(guardOf(), wreck, (volume) => { volume.metadata.labels = { 'cdk8s-volumes.io/edit-guard': 'other' }; })).toEqual([]);
});

test.each(HOSTILE_USERS)('the exempt user %j, and nobody else, does as they like', (username) => {
  const spec = guardOf({ exemptUsernames: ['somebody', username] });
  const others = ['someone', `${username}x`, `x${username}`, ''];
  expect(deleted(spec, undefined, { username })).toEqual([]);
  expect(others.map((other) => deleted(spec, undefined, { username: other }))).toEqual(others.map(() => [BOUND]));
});

describe.each([
  ...HOSTILE_NAMES.map((name) => guardOf({ name })),
  ...HOSTILE_KEYS.map((labelKey) => guardOf({ labelKey })),
  ...HOSTILE_VALUES.map((labelValue) => guardOf({ labelValue })),
])('the guard $name with $labelKey: $labelValue', (spec) => {
  test('keeps its label', () => {
    expect(edited(spec, (volume) => { delete volume.metadata.labels[spec.labelKey]; })).toEqual([label(spec)]);
    expect(edited(spec, (volume) => { delete volume.metadata.labels; })).toEqual([label(spec)]);
    expect(edited(spec, (volume) => { volume.metadata.labels[spec.labelKey] = 'else'; })).toEqual([label(spec)]);
  });

  test('lets everything else be edited', () => {
    expect(edited(spec, (volume) => { volume.metadata.annotations.a = 'b'; })).toEqual([]);
  });
});

describe('any guard', () => {
  const part = fc.stringMatching(/^[a-zA-Z0-9]([-_.a-zA-Z0-9]{0,20}[a-zA-Z0-9])?$/);
  const word = fc.constantFrom('object', 'oldObject', 'variables.bound', 'in', 'has');
  const text = fc.oneof(part, word, fc.tuple(word, part).map((parts) => parts.join('.')));
  const guard = fc.record({
    name: fc.constantFrom('guard', 'object', 'object-store'),
    labelKey: fc.oneof(text, fc.tuple(fc.constantFrom('object', 'object.example.com'), text).map((parts) => parts.join('/'))),
    labelValue: text,
    validationActions: fc.constant(['Deny']),
    exemptUsernames: fc.array(fc.oneof(fc.string({ unit: 'binary', minLength: 1 }), fc.constantFrom(...HOSTILE_USERS)), { maxLength: 3 }),
  }).filter((spec) => checkEditGuard(spec).length === 0) as fc.Arbitrary<EditGuardSpec>;
  const forbidden = fc.constantFrom<Edit>(
    (volume) => { volume.spec.csi.volumeHandle = 'fs-ffffffff'; },
    (volume) => { volume.spec.claimRef.name = 'other'; },
    (volume) => { volume.spec.claimRef.uid = 'other'; },
    (volume) => { volume.spec.persistentVolumeReclaimPolicy = 'Delete'; },
    (volume) => { volume.metadata.labels = {}; },
  );

  test('forbids what it is for to everybody who is not exempt', () => {
    fc.assert(fc.property(guard, forbidden, fc.string({ unit: 'binary' }), (spec, edit, username) => {
      fc.pre(!spec.exemptUsernames!.includes(username));
      expect(edited(spec, edit, undefined, { username })).toHaveLength(1);
      expect(deleted(spec, undefined, { username })).toEqual([BOUND]);
    }));
  });

  test('lets those who are exempt do it, and everybody do the rest', () => {
    fc.assert(fc.property(guard, forbidden, (spec, edit) => {
      for (const username of spec.exemptUsernames!) expect(edited(spec, edit, undefined, { username })).toEqual([]);
      expect(edited(spec, (volume) => { volume.metadata.labels.more = 'x'; })).toEqual([]);
    }));
  });
});
