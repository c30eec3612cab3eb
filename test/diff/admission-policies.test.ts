/**
 * Admission policies and bindings: what Kubernetes 1.36 refused of them, the expressions that it
 * does not compile among it.
 */
import { diffObjects } from '../../src/diff';

const thing = (kind: string, spec: object) => ({
  apiVersion: 'admissionregistration.k8s.io/v1',
  kind,
  metadata: { name: 'claims' },
  spec,
});
const RULE = { apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE'], resources: ['pods'] };
const MATCH = { matchConstraints: { resourceRules: [RULE] } };
const policy = (spec: object) =>
  thing('ValidatingAdmissionPolicy', { ...MATCH, validations: [{ expression: 'true' }], ...spec });
const validation = (fields: object) => policy({ validations: [{ expression: 'true', ...fields }] });
const mutating = (mutation: object, more: object = {}) =>
  thing('MutatingAdmissionPolicy', {
    ...MATCH,
    reinvocationPolicy: 'Never',
    mutations: [mutation],
    ...more,
  });
const binding = (spec: object) =>
  thing('ValidatingAdmissionPolicyBinding', {
    policyName: 'claims',
    validationActions: ['Deny'],
    ...spec,
  });

/** What is refused, or the verdict. */
function answerTo(next: object): unknown {
  const [{ verdict, errors = [] }] = diffObjects([], [next]).objects;
  return verdict === 'refused'
    ? errors.map(
        ({ field, message }) =>
          `${field}: ${message.replace(/^Invalid value: ("(?:[^"\\]|\\.)*"|\[[^\]]*\]|[^:]*): /, '')}`,
      )
    : verdict;
}

test.each([
  "object.metadata.namespace == 'a'",
  'has(object.spec.volumes) && object.spec.volumes.all(v, !has(v.hostPath) || v.hostPath.path.startsWith("/mnt"))',
  '!has(object.metadata.labels) || object.metadata.labels.?app.orValue("") != ""',
  '[1, 2].exists(i, i == size(request.userInfo.groups)) // why',
  'quantity(object.spec.resources.requests.storage).isLessThan(quantity("1Ti"))',
  "authorizer.group('').resource('pods').namespace('a').check('get').allowed()",
  'oldObject == null || object.metadata.name.matches(r"^a\\d+$")',
  'optional.of(1).hasValue() && {"a": 1}.all(k, v, v > 0) && [?optional.none()].size() == 0',
  'object.spec.name == """x""" || object.a == "\\u0041"',
  '-1 < 2 && 0x1F == 31 && 1.5e3 > 2u',
  'namespaceObject.metadata.labels["a"] == "%s".format(["a"])',
  'object.spec.containers.map(c, c.image).sort().isSorted()',
  "ip(object.spec.ip).isLoopback() || cidr('10.0.0.0/8').ip() == ip('10.0.0.0')",
  "url('https://a').getHost() == 'a' && semver('1.2.3').major() == 1",
  "type(ip('10.0.0.1')) == net.IP && format.named('uuid').hasValue()",
  '[1].existsOne(i, v, v == 1) && [1].sortBy(x, x) == [1] && lists.range(1) == [0]',
])('the expression %s is compiled', (expression) => {
  expect(answerTo(validation({ expression }))).toBe('created');
});

test.each([
  [
    'object.spec.',
    "compilation failed: ERROR: <input>:1:13: Syntax error: mismatched input '<EOF>': the expression is not complete",
  ],
  [
    '(true',
    "compilation failed: ERROR: <input>:1:6: Syntax error: mismatched input '<EOF>': the expression is not complete",
  ],
  [
    'object.spec = 1',
    "compilation failed: ERROR: <input>:1:13: Syntax error: token recognition error at: '= 1'",
  ],
  [
    "object.a == 'x",
    "compilation failed: ERROR: <input>:1:13: Syntax error: token recognition error at: ''x'",
  ],
  [
    'true and false',
    "compilation failed: ERROR: <input>:1:6: Syntax error: mismatched input 'and'",
  ],
  [
    'obj.spec.a == 1',
    "compilation failed: ERROR: <input>:1:1: undeclared reference to 'obj' (in container '')",
  ],
  [
    '[1].all(i, j > 0)',
    "compilation failed: ERROR: <input>:1:12: undeclared reference to 'j' (in container '')",
  ],
  [
    'params.a == 1',
    "compilation failed: ERROR: <input>:1:1: undeclared reference to 'params' (in container '')",
  ],
  [
    'variables.a == 1',
    "compilation failed: ERROR: <input>:1:1: undeclared reference to 'variables' (in container '')",
  ],
  ['request.user == "a"', "compilation failed: ERROR: <input>:1:8: undefined field 'user'"],
  [
    'object.name.beginsWith("a")',
    "compilation failed: ERROR: <input>:1:23: undeclared reference to 'beginsWith' (in container '')",
  ],
  [
    'object.count.abs() > 1',
    "compilation failed: ERROR: <input>:1:17: undeclared reference to 'abs' (in container '')",
  ],
  [
    "type(quantity('1')) == kubernetes.Quantity",
    "compilation failed: ERROR: <input>:1:24: undeclared reference to 'kubernetes' (in container '')",
  ],
  [
    '1 == "a"',
    "compilation failed: ERROR: <input>:1:3: found no matching overload for '_==_' applied to '(int, string)'",
  ],
  [
    '"a" && true',
    "compilation failed: ERROR: <input>:1:1: expected type 'bool' but found 'string'",
  ],
  ['has(object)', 'compilation failed: ERROR: <input>:1:5: invalid argument to has() macro'],
  [
    'object.a ? "a" : 1',
    "compilation failed: ERROR: <input>:1:10: found no matching overload for '_?_:_' applied to '(dyn, string, int)'",
  ],
  [
    'object.a.all(x, 1)',
    "compilation failed: ERROR: <input>:1:17: expected type 'bool' but found 'int'",
  ],
  [
    '1.0 == 1',
    "compilation failed: ERROR: <input>:1:5: found no matching overload for '_==_' applied to '(double, int)'",
  ],
  ['1', 'must evaluate to bool but got int'],
  ['object.spec.nope', 'must evaluate to bool but got dyn'],
  ['oldObject', 'must evaluate to bool but got dyn'],
  ['size(object.spec.containers)', 'must evaluate to bool but got int'],
  ["ip('10.0.0.1')", 'must evaluate to bool but got net.IP'],
  ["quantity('1Gi')", 'must evaluate to bool but got kubernetes.Quantity'],
])('the expression %s is not', (expression, why) => {
  expect(answerTo(validation({ expression }))).toEqual([`spec.validations[0].expression: ${why}`]);
});

test('variables are known to what comes after them, and parameters where there is a kind of them', () => {
  const expression = 'variables.a && params.b';
  const paramKind = { apiVersion: 'v1', kind: 'ConfigMap' };
  expect(
    answerTo(
      policy({
        paramKind,
        variables: [{ name: 'a', expression: 'true' }],
        validations: [{ expression }],
      }),
    ),
  ).toBe('created');
  expect(
    answerTo(
      policy({
        variables: [
          { name: 'a', expression: 'variables.b' },
          { name: 'b', expression: 'true' },
        ],
      }),
    ),
  ).toEqual([
    "spec.variables[0].expression: compilation failed: ERROR: <input>:1:10: undefined field 'b'",
  ]);
  expect(answerTo(policy({ variables: [{ name: 'in', expression: 'true' }] }))).toEqual([
    'spec.variables[0].name: must be a valid CEL identifier',
  ]);
});

test.each<[string, object, readonly string[]]>([
  [
    'what to match',
    thing('ValidatingAdmissionPolicy', { validations: [{ expression: 'true' }] }),
    ['spec.matchConstraints: Required value'],
  ],
  [
    'rules',
    policy({ matchConstraints: {} }),
    ['spec.matchConstraints.resourceRules: Required value'],
  ],
  [
    'a rule beside a star',
    policy({ matchConstraints: { resourceRules: [{ ...RULE, operations: ['*', 'CREATE'] }] } }),
    [
      "spec.matchConstraints.resourceRules[0].operations: if '*' is present, must not specify other operations",
    ],
  ],
  [
    'validations',
    thing('ValidatingAdmissionPolicy', MATCH),
    [
      'spec.validations: Required value: validations or auditAnnotations must contain at least one item',
      'spec.auditAnnotations: Required value: validations or auditAnnotations must contain at least one item',
    ],
  ],
  [
    'a failure policy of few',
    policy({ failurePolicy: 'fail' }),
    ['spec.failurePolicy: Unsupported value: "fail": supported values: "Fail", "Ignore"'],
  ],
  [
    'one line',
    validation({ message: 'a\nb' }),
    ['spec.validations[0].message: must not contain line breaks'],
  ],
  [
    'a text as message',
    validation({ messageExpression: 'true' }),
    ['spec.validations[0].messageExpression: must evaluate to string but got bool'],
  ],
  [
    'a message without the authorizer',
    validation({ messageExpression: "string(authorizer.path('/').check('get').allowed())" }),
    [
      "spec.validations[0].messageExpression: compilation failed: ERROR: <input>:1:8: undeclared reference to 'authorizer' (in container '')",
    ],
  ],
  [
    'a reason of few',
    validation({ reason: 'Bad' }),
    [
      'spec.validations[0].reason: Unsupported value: "Bad": supported values: "Forbidden", "Invalid", "RequestEntityTooLarge", "Unauthorized"',
    ],
  ],
  [
    'conditions that are true or false',
    policy({ matchConditions: [{ name: 'a', expression: '1' }] }),
    ['spec.matchConditions[0].expression: must evaluate to bool but got int'],
  ],
  [
    'conditions with names of their own',
    policy({
      matchConditions: [
        { name: 'a', expression: 'true' },
        { name: 'a', expression: 'false' },
      ],
    }),
    [
      ': failed to create typed patch object (/claims; admissionregistration.k8s.io/v1, Kind=ValidatingAdmissionPolicy): .spec.matchConditions: duplicate entries for key [name="a"]',
    ],
  ],
  [
    'a whole kind of parameters',
    policy({ paramKind: { kind: 'ConfigMap' } }),
    ['spec.paramKind.apiVersion: Required value'],
  ],
  [
    'one patch',
    mutating({ patchType: 'JSONPatch', applyConfiguration: { expression: 'Object{}' } }),
    [
      'spec.mutations[0].applyConfiguration: must not be specified when patchType is JSONPatch',
      'spec.mutations[0].jsonPatch: Required value: must be specified when patchType is JSONPatch',
    ],
  ],
  [
    'a list of patches',
    mutating({ patchType: 'JSONPatch', jsonPatch: { expression: 'true' } }),
    ['spec.mutations[0].jsonPatch.expression: must evaluate to list but got bool'],
  ],
  [
    'no answer of an authorizer as patches',
    mutating({
      patchType: 'JSONPatch',
      jsonPatch: { expression: "authorizer.path('/').check('get').allowed()" },
    }),
    ['spec.mutations[0].jsonPatch.expression: must evaluate to list but got bool'],
  ],
  [
    'what to do with violations',
    binding({ validationActions: [] }),
    ['spec.validationActions: Required value: at least one validation action is required'],
  ],
  [
    'one way to find parameters',
    binding({ paramRef: { parameterNotFoundAction: 'Deny' } }),
    ['spec.paramRef: Required value: one of name or selector must be specified'],
  ],
  [
    'what to do without parameters',
    binding({ paramRef: { name: 'a' } }),
    ['spec.paramRef.parameterNotFoundAction: Required value'],
  ],
  [
    'an action that there is without parameters',
    binding({ paramRef: { name: 'a', parameterNotFoundAction: 'Exists' } }),
    [
      'spec.paramRef.parameterNotFoundAction: Unsupported value: "Exists": supported values: "Deny", "Allow"',
    ],
  ],
])('policies and bindings need %s', (_about, next, refused) => {
  expect(answerTo(next)).toEqual(refused);
});

test('patches are made of the types of the object', () => {
  expect(
    answerTo(
      mutating({
        patchType: 'ApplyConfiguration',
        applyConfiguration: { expression: 'Object{spec: Object.spec{replicas: 1}}' },
      }),
    ),
  ).toBe('created');
  expect(answerTo(validation({ expression: 'Object{} == null' }))).toEqual([
    "spec.validations[0].expression: compilation failed: ERROR: <input>:1:1: undeclared reference to 'Object' (in container '')",
  ]);
});
