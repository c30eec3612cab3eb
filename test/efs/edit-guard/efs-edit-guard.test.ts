import { App, Chart, Testing } from 'cdk8s';
import { AdmissionAction, EfsEditGuard, EfsEditGuardProps, EfsSharedVolume } from '../../../src';
import { refusal } from '../../csi/tree';
import { find } from '../../support/manifests';
import { expectValid } from '../../support/validate';

const chart = () => new Chart(new App(), 'test', { namespace: 'team' });

function synthesize(props?: EfsEditGuardProps): any[] {
  const scope = chart();
  new EfsEditGuard(scope, 'guard', props);
  const manifests = Testing.synth(scope);
  expectValid(manifests);
  return manifests;
}

test('the policy looks at updates and deletions of the volumes with its label', () => {
  expect(find(synthesize(), 'ValidatingAdmissionPolicy').spec.matchConstraints).toEqual({
    objectSelector: { matchLabels: { 'cdk8s-volumes.io/edit-guard': 'guard' } },
    resourceRules: [
      {
        apiGroups: [''],
        apiVersions: ['v1'],
        operations: ['UPDATE', 'DELETE'],
        resources: ['persistentvolumes', 'persistentvolumes/status'],
      },
    ],
  });
});

test('the policy forbids what the guard is for, and fails closed', () => {
  const { failurePolicy, validations, matchConditions } = find(
    synthesize(),
    'ValidatingAdmissionPolicy',
  ).spec;
  expect(failurePolicy).toBe('Fail');
  expect(matchConditions).toBeUndefined();
  expect(validations.map((validation: any) => validation.message)).toEqual([
    'the source of this EFS volume must not change; create a new volume and claim for another file system or access point',
    'the claim of this EFS volume must not change; create a new volume for another claim',
    'this EFS volume is bound; delete its claim before it is given to another one',
    'the phase of this EFS volume follows its claim and must not be set; delete the claim of a volume that is bound',
    'the reclaim policy of this EFS volume must not change; with Delete the driver would delete the access point',
    'the label cdk8s-volumes.io/edit-guard guards this EFS volume and must stay; delete the guard first',
    'this EFS volume is bound; delete its claim first',
  ]);
});

test('the binding puts the policy in force', () => {
  expect(
    find(
      synthesize({ name: 'g', validationActions: [AdmissionAction.WARN, AdmissionAction.AUDIT] }),
      'ValidatingAdmissionPolicyBinding',
    ),
  ).toEqual({
    apiVersion: 'admissionregistration.k8s.io/v1',
    kind: 'ValidatingAdmissionPolicyBinding',
    metadata: { name: 'g' },
    spec: { policyName: 'g', validationActions: ['Warn', 'Audit'] },
  });
});

test('exempt users are not looked at, and their names hold nothing that Flux would replace', () => {
  expect(
    find(
      synthesize({ exemptUsernames: ['system:admin', 'a"b', '${x}'] }),
      'ValidatingAdmissionPolicy',
    ).spec.matchConditions,
  ).toEqual([
    {
      name: 'not-exempt',
      expression: '!(request.userInfo.username in ["system:admin", "a\\"b", "\\u0024{x}"])',
    },
  ]);
});

test('protected volumes get the label, their claims do not', () => {
  const scope = chart();
  const data = new EfsSharedVolume(scope, 'data', {
    fileSystemId: 'fs-01234567',
    accessPointId: 'fsap-01234567',
  });
  new EfsEditGuard(scope, 'guard', { labelKey: 'example.com/guard', labelValue: 'on' }).protect(
    data,
  );
  const manifests = Testing.synth(scope);
  expect([
    find(manifests, 'PersistentVolume').metadata.labels,
    find(manifests, 'PersistentVolumeClaim').metadata.labels,
  ]).toEqual([{ 'example.com/guard': 'on' }, undefined]);
});

describe('a volume is not protected', () => {
  const IDS = { fileSystemId: 'fs-01234567', accessPointId: 'fsap-01234567' };

  test('by two guards with one label', () => {
    const scope = chart();
    const data = new EfsSharedVolume(scope, 'data', IDS);
    new EfsEditGuard(scope, 'one').protect(data);
    expect(() => new EfsEditGuard(scope, 'two').protect(data)).toThrow(
      'test/data: protect: the volume already has the label cdk8s-volumes.io/edit-guard with "one"; set a different labelKey on one of the guards (efs/guard-protects)',
    );
  });

  test('by a guard of another app', () => {
    expect(() =>
      new EfsEditGuard(chart(), 'guard').protect(new EfsSharedVolume(chart(), 'data', IDS)),
    ).toThrow(
      'test/data: protect: the guard belongs to another app, so its policy is not where the volume is; create a guard in the app of the volume (efs/guard-protects)',
    );
  });

  test('in operator mode', () => {
    const scope = chart();
    const data = new EfsSharedVolume(scope, 'data', { ...IDS, operatorMode: true });
    expect(() => new EfsEditGuard(scope, 'guard').protect(data)).toThrow(
      'test/data: protect: the volume is in operator mode, which does not allow the label of a guard; remove operatorMode, or do not protect the volume (efs/guard-protects)',
    );
  });
});

test.each<[object, string]>([
  [
    { labelKey: 'my label' },
    "labelKey: \"my label\": name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with " +
      "an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]'); " +
      'use a key such as example.com/guard (efs/guard-label)',
  ],
  [{ labelKey: 5 }, 'labelKey: 5 is not a string; write it in quotes: "5" (input/type)'],
  [{ labelValue: '' }, 'labelValue: "" is empty; set a value, or remove it (input/type)'],
  [
    { labelValue: true },
    'labelValue: true is not a string; write it in quotes: "true" (input/type)',
  ],
  [
    { validationActions: [] },
    'validationActions: there is no action; use one or more of Deny, Warn, Audit (efs/guard-actions)',
  ],
  [
    { validationActions: 'Deny' },
    'validationActions: "Deny" is not a list; use a list (input/type)',
  ],
  [
    { validationActions: ['Denied'] },
    'validationActions[0]: "Denied" is not a valid value; must be one of Deny, Warn, Audit (input/type)',
  ],
  [
    { validationActions: ['Audit', 'Audit'] },
    'validationActions[1]: "Audit" appears twice; remove one of them (efs/guard-actions)',
  ],
  [
    { validationActions: ['Deny', 'Warn'] },
    'validationActions: Deny and Warn cannot be combined; remove Warn: a denied request already reports why (efs/guard-actions)',
  ],
  [{ exemptUsernames: 'abc' }, 'exemptUsernames: "abc" is not a list; use a list (input/type)'],
  [
    { exemptUsernames: ['a', ''] },
    'exemptUsernames[1]: "" is empty; set a value, or remove it (input/type)',
  ],
  [
    { exemptUsernames: ['a', 'b\ud800'] },
    'exemptUsernames[1]: "b\\ud800" is not Unicode: it has half a surrogate pair; use the name of the user as in the API server (efs/guard-users)',
  ],
  [
    { exempt: ['a'] },
    'exempt: there is no option "exempt", so ["a"] would have no effect; ' +
      'remove it; the options are name, labelKey, labelValue, validationActions, exemptUsernames (input/unknown-field)',
  ],
])('%j is refused', (wrong, message) => {
  expect(refusal(() => new EfsEditGuard(chart(), 'guard', wrong as EfsEditGuardProps))).toEqual([
    `test/guard: ${message}`,
  ]);
});

test.each([['Guard'], [7]])('the name %j is refused', (name) => {
  expect(() => new EfsEditGuard(chart(), 'guard', { name: name as string })).toThrow(
    `test/guard: name: ${JSON.stringify(name)}`,
  );
});

test.each([[undefined], [null], ['data'], [{}]])('%j is nothing to protect', (value) => {
  expect(
    refusal(() => new EfsEditGuard(chart(), 'guard').protect(value as unknown as EfsSharedVolume)),
  ).toEqual([
    `test/guard: protect: ${JSON.stringify(value)} is not an EfsSharedVolume; pass the construct of the volume (efs/guard-protects)`,
  ]);
});
