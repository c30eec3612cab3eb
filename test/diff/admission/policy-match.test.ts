/** Which objects a policy is about: each field of its rules on both sides. */
import { diffObjects } from '../../../src/diff';

const API = 'admissionregistration.k8s.io/v1';
const RULE = {
  apiGroups: [''],
  apiVersions: ['v1'],
  operations: ['CREATE'],
  resources: ['configmaps'],
};
const policies = (constraints: object) => [
  {
    apiVersion: API,
    kind: 'ValidatingAdmissionPolicy',
    metadata: { name: 'none' },
    spec: { matchConstraints: constraints, validations: [{ expression: 'false' }] },
  },
  {
    apiVersion: API,
    kind: 'ValidatingAdmissionPolicyBinding',
    metadata: { name: 'none' },
    spec: { policyName: 'none', validationActions: ['Deny'] },
  },
];
const config = {
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name: 'one', namespace: 'shop', labels: { app: 'web' } },
  data: { a: '1' },
};

function verdictUnder(constraints: object): string {
  const around = policies(constraints);
  return diffObjects(around, [...around, config]).objects[around.length].verdict;
}

test.each<[object, string]>([
  [{}, 'refused'],
  [{ resources: ['*'] }, 'refused'],
  [{ resources: ['*/*'] }, 'refused'],
  [{ resources: ['configmaps/*'] }, 'refused'],
  [{ resources: ['secrets', 'configmaps'] }, 'refused'],
  [{ resources: ['configmaps/status'] }, 'created'],
  [{ resources: ['secrets'] }, 'created'],
  [{ resourceNames: [] }, 'refused'],
  [{ resourceNames: ['one'] }, 'refused'],
  [{ resourceNames: ['two'] }, 'created'],
  [{ scope: '*' }, 'refused'],
  [{ scope: 'Namespaced' }, 'refused'],
  [{ scope: 'Cluster' }, 'created'],
  [{ operations: ['*'] }, 'refused'],
  [{ operations: ['UPDATE'] }, 'created'],
  [{ apiGroups: ['*'] }, 'refused'],
  [{ apiGroups: ['apps'] }, 'created'],
])('a rule with %j: a new ConfigMap is %s', (rule, verdict) => {
  expect(verdictUnder({ resourceRules: [{ ...RULE, ...rule }] })).toBe(verdict);
});

const NAME = 'kubernetes.io/metadata.name';

test.each<[object, string]>([
  [{ matchLabels: { [NAME]: 'shop' } }, 'refused'],
  [{ matchLabels: { [NAME]: 'other' } }, 'created'],
  [{ matchLabels: { team: 'a' } }, 'depends'],
  [{ matchLabels: { [NAME]: 'shop', team: 'a' } }, 'depends'],
  [{ matchExpressions: [{ key: NAME, operator: 'NotIn', values: ['shop'] }] }, 'created'],
  [{ matchExpressions: [{ key: 'team', operator: 'Exists' }] }, 'depends'],
])(
  'for namespaces with %j: a new ConfigMap of one that is not there is %s',
  (selector, verdict) => {
    expect(verdictUnder({ resourceRules: [RULE], namespaceSelector: selector })).toBe(verdict);
  },
);

test.each([
  ['ValidatingAdmissionPolicy', 'created'],
  ['ValidatingAdmissionPolicyBinding', 'created'],
  ['MutatingAdmissionPolicy', 'created'],
  ['MutatingAdmissionPolicyBinding', 'created'],
  ['ValidatingWebhookConfiguration', 'refused'],
])('rules for all resources: a new %s is %s', (kind, verdict) => {
  const rule = { ...RULE, apiGroups: ['*'], apiVersions: ['*'], resources: ['*'] };
  const around = policies({ resourceRules: [rule] });
  const variants: { readonly [kind: string]: object } = {
    ValidatingAdmissionPolicy: (around[0] as { spec: object }).spec,
    ValidatingAdmissionPolicyBinding: (around[1] as { spec: object }).spec,
    MutatingAdmissionPolicy: {
      matchConstraints: { resourceRules: [rule] },
      reinvocationPolicy: 'Never',
      mutations: [
        {
          patchType: 'JSONPatch',
          jsonPatch: { expression: '[JSONPatch{op: "remove", path: "/metadata/labels"}]' },
        },
      ],
    },
    MutatingAdmissionPolicyBinding: { policyName: 'none' },
  };
  const next = { apiVersion: API, kind, metadata: { name: 'two' }, spec: variants[kind] };
  const told = diffObjects(around, [...around, next]).objects[around.length];
  expect([told.verdict, told.errors]).toEqual([
    verdict,
    verdict === 'created'
      ? undefined
      : [
          expect.objectContaining({
            message: expect.stringContaining("ValidatingAdmissionPolicy 'none'"),
          }),
        ],
  ]);
});

test.each<[object, string]>([
  [{ excludeResourceRules: [RULE] }, 'created'],
  [{ excludeResourceRules: [{ ...RULE, resourceNames: ['two'] }] }, 'refused'],
  [{ objectSelector: { matchLabels: { app: 'web' } } }, 'refused'],
  [{ objectSelector: { matchLabels: { app: 'db' } } }, 'created'],
  [{ objectSelector: {} }, 'refused'],
  [{ namespaceSelector: {} }, 'refused'],
])('beside its rules %j: a new ConfigMap is %s', (more, verdict) => {
  expect(verdictUnder({ resourceRules: [RULE], ...more })).toBe(verdict);
});
