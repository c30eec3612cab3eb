/** The refusals of Kubernetes 1.36 at the limits of a kind: the field and the words. */
import { diffObjects } from '../../src/diff';

type Json = { readonly [field: string]: unknown };

const thing = (apiVersion: string, kind: string, fields: Json, name = 'one'): Json => ({
  apiVersion,
  kind,
  metadata: { name, namespace: 'shop' },
  ...fields,
});
const POLICY = {
  matchConstraints: {
    resourceRules: [
      { apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE'], resources: ['pods'] },
    ],
  },
  validations: [{ expression: 'true' }],
};
const policy = (spec: Json) =>
  thing('admissionregistration.k8s.io/v1', 'ValidatingAdmissionPolicy', {
    spec: { ...POLICY, ...spec },
  });
const matching = (rule: Json) =>
  policy({
    matchConstraints: {
      resourceRules: [{ ...POLICY.matchConstraints.resourceRules[0], ...rule }],
    },
  });
const kindOf = (apiVersion: string) => policy({ paramKind: { apiVersion, kind: 'Limit' } });
const binding = (spec: Json) =>
  thing('admissionregistration.k8s.io/v1', 'ValidatingAdmissionPolicyBinding', {
    spec: { policyName: 'one', validationActions: ['Deny'], ...spec },
  });
const JOB = {
  template: { spec: { restartPolicy: 'Never', containers: [{ name: 'a', image: 'b' }] } },
};
const job = (spec: Json) => thing('batch/v1', 'Job', { spec: { ...JOB, ...spec } });
const exits = (values: number[], operator = 'In') => ({
  action: 'FailJob',
  onExitCodes: { operator, values },
});
const failing = (...rules: Json[]) => job({ podFailurePolicy: { rules } });
const cron = (timeZone: string) =>
  thing('batch/v1', 'CronJob', {
    spec: { schedule: '0 0 * * *', timeZone, jobTemplate: { spec: JOB } },
  });
const audit = (key: string) => ({ key, valueExpression: "'a'" });

/** Each field with the words for it; otherwise the verdict. */
function answerTo(next: object): unknown {
  const [{ verdict, errors = [] }] = diffObjects([], [next], { isFresh: true }).objects;
  return verdict === 'refused'
    ? errors.map(({ field, message }) => `${field}: ${message}`)
    : verdict;
}

test.each<[string, Json, readonly string[]]>([
  [
    'more annotations for audits than 20',
    policy({ auditAnnotations: Array.from({ length: 21 }, (_, index) => audit(`a${index}`)) }),
    ['spec.auditAnnotations: Invalid value: 21: must not have more than 20 auditAnnotations'],
  ],
  [
    'two annotations with a key',
    policy({ auditAnnotations: [audit('a'), audit('a')] }),
    ['spec.auditAnnotations[1].key: Duplicate value: "a"'],
  ],
  [
    'an expression of blanks',
    policy({ validations: [{ expression: ' ' }] }),
    ['spec.validations[0].expression: Required value: expression is not specified'],
  ],
  [
    'a message of blanks',
    policy({ validations: [{ expression: 'true', message: ' ' }] }),
    ['spec.validations[0].message: Invalid value: " ": must be non-empty if specified'],
  ],
  [
    'an expression of a message of blanks',
    policy({ validations: [{ expression: 'true', messageExpression: ' ' }] }),
    ['spec.validations[0].messageExpression: Invalid value: " ": must be non-empty if specified'],
  ],
  [
    'a group without a version',
    kindOf('example.com/'),
    ['spec.paramKind.apiVersion: Invalid value: "example.com/": version must be specified'],
  ],
  [
    'a version of three parts',
    kindOf('a/b/v1'),
    ['spec.paramKind.apiVersion: Invalid value: "a/b/v1": unexpected GroupVersion string: a/b/v1'],
  ],
  [
    'a name that is a dot',
    matching({ resourceNames: ['.'] }),
    [
      'spec.matchConstraints.resourceRules[0].resourceNames[0]: Invalid value: ".": may not be \'.\'',
    ],
  ],
  [
    'a subresource beside all of a resource',
    matching({ resources: ['pods/*', 'pods/status'] }),
    [
      'spec.matchConstraints.resourceRules[0].resources[1]: Invalid value: "pods/status": if \'pods/*\' is present, must not specify pods/status',
    ],
  ],
  [
    'a subresource beside that of all resources',
    matching({ resources: ['*/status', 'pods/status'] }),
    [
      'spec.matchConstraints.resourceRules[0].resources[1]: Invalid value: "pods/status": if \'*/status\' is present, must not specify pods/status',
    ],
  ],
  [
    'a refusal that also warns',
    binding({ validationActions: ['Deny', 'Warn'] }),
    [
      'spec.validationActions: Invalid value: ["Deny","Warn"]: must not contain both Deny and Warn (repeating the same validation failure information in the API response and headers serves no purpose)',
    ],
  ],
  [
    'more rules on failures than 20',
    failing(...Array.from({ length: 21 }, (_, index) => exits([index + 1]))),
    ['spec.podFailurePolicy.rules: Too many: 21: must have at most 20 items'],
  ],
  [
    'a failed index where there are none',
    failing({ ...exits([1]), action: 'FailIndex' }),
    [
      'spec.podFailurePolicy.rules[0].action: Invalid value: "FailIndex": requires the backoffLimitPerIndex to be set',
    ],
  ],
  [
    'an exit code twice',
    failing(exits([1, 1])),
    ['spec.podFailurePolicy.rules[0].onExitCodes.values[1]: Duplicate value: 1'],
  ],
  [
    'most failed indexes without a limit for each',
    job({ completionMode: 'Indexed', completions: 2, parallelism: 1, maxFailedIndexes: 1 }),
    ['spec.backoffLimitPerIndex: Required value: when maxFailedIndexes is specified'],
  ],
  [
    'a zone that is unknown',
    cron('Mars/Olympus'),
    ['spec.timeZone: Invalid value: "Mars/Olympus": unknown time zone Mars/Olympus'],
  ],
  [
    'a zone with a dot for a part',
    cron('Europe/./Berlin'),
    ['spec.timeZone: Invalid value: "Europe/./Berlin": unknown time zone Europe/./Berlin'],
  ],
  [
    'a zone that begins with a dash',
    cron('-Berlin'),
    ['spec.timeZone: Invalid value: "-Berlin": unknown time zone -Berlin'],
  ],
])('%s', (_about, next, refused) => {
  expect(answerTo(next)).toEqual(refused);
});
