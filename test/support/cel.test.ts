import { admission, AdmissionRequest } from './cel';

const REQUEST: AdmissionRequest = {
  operation: 'UPDATE',
  resource: 'configmaps',
  object: { apiVersion: 'v1', data: { a: 'b' }, metadata: { labels: { x: 'new' }, generation: 3 } },
  oldObject: { apiVersion: 'v1', metadata: { labels: { x: 'old' } } },
};

function judge(
  spec: object,
  request: Partial<AdmissionRequest> = {},
  actions: string[] = ['Deny'],
) {
  const policy = {
    metadata: { name: 'p' },
    spec: {
      matchConstraints: {
        resourceRules: [
          {
            apiGroups: [''],
            apiVersions: ['v1'],
            operations: ['UPDATE'],
            resources: ['configmaps'],
          },
        ],
      },
      ...spec,
    },
  };
  return admission(
    policy,
    { spec: { policyName: 'p', validationActions: actions } },
    { ...REQUEST, ...request },
  );
}
const denied = (spec: object, request?: Partial<AdmissionRequest>) => judge(spec, request).denied;
const selecting = (x: string) => ({
  matchConstraints: {
    objectSelector: { matchLabels: { x } },
    resourceRules: [
      { apiGroups: [''], operations: ['UPDATE', 'CREATE'], resources: ['configmaps'] },
    ],
  },
  validations: [{ expression: 'false', message: 'no' }],
});

test('a request passes when all expressions are true', () => {
  expect(
    denied({
      validations: [
        { expression: "object.data.a == 'b'" },
        { expression: 'object.metadata.generation + 1 == 4' },
      ],
    }),
  ).toEqual([]);
});

test('all expressions that are false are told of, by their message or themselves', () => {
  expect(
    denied({
      validations: [
        { expression: 'false', message: 'no' },
        { expression: ' false ' },
        { expression: 'true' },
      ],
    }),
  ).toEqual(['no', 'failed expression: false']);
});

test('a message that is computed goes before a fixed one, unless it fails or is empty', () => {
  const message = 'fixed';
  expect(
    denied({
      validations: [
        { expression: 'false', message, messageExpression: "'a ' + object.data.a" },
        { expression: 'false', message, messageExpression: 'object.data.c' },
        { expression: 'false', message, messageExpression: "' '" },
      ],
    }),
  ).toEqual(['a b', 'fixed', 'fixed']);
});

test('an expression that fails denies, unless failures are to be ignored', () => {
  const validations = [{ expression: "object.data.c == 'b'", message: 'no' }];
  expect(denied({ validations })).toEqual(['expression failed: No such key: c']);
  expect(denied({ validations, failurePolicy: 'Ignore' })).toEqual([]);
});

test('a condition that is false passes over the request; one that fails denies it', () => {
  const validations = [{ expression: 'false', message: 'no' }];
  expect(denied({ validations, matchConditions: [{ name: 'a', expression: 'false' }] })).toEqual(
    [],
  );
  expect(denied({ validations, matchConditions: [{ name: 'a', expression: 'true' }] })).toEqual([
    'no',
  ]);
  expect(denied({ validations, matchConditions: [{ name: 'a', expression: 'object.c' }] })).toEqual(
    ['expression failed: No such key: c'],
  );
});

test('variables are known to expressions and to each other, and fail only where they are used', () => {
  const variables = [
    { name: 'a', expression: 'object.data.a' },
    { name: 'twice', expression: 'variables.a + variables.a' },
    { name: 'bad', expression: 'object.c' },
  ];
  expect(
    denied({
      variables,
      validations: [
        { expression: "variables.twice == 'bb'" },
        { expression: 'true || variables.bad' },
      ],
    }),
  ).toEqual([]);
  expect(denied({ variables, validations: [{ expression: 'variables.bad' }] })).toEqual([
    'expression failed: No such key: c',
  ]);
});

test('other resources, subresources, operations and groups are passed over', () => {
  const validations = [{ expression: 'false', message: 'no' }];
  expect(denied({ validations }, { resource: 'secrets' })).toEqual([]);
  expect(denied({ validations }, { resource: 'configmaps/status' })).toEqual([]);
  expect(denied({ validations }, { operation: 'CREATE' })).toEqual([]);
  expect(denied({ validations }, { object: { apiVersion: 'apps/v1' } })).toEqual([]);
  expect(denied({ validations })).toEqual(['no']);
});

test('a selector looks at the object before and after', () => {
  expect([denied(selecting('new')), denied(selecting('old')), denied(selecting('other'))]).toEqual([
    ['no'],
    ['no'],
    [],
  ]);
  expect(denied(selecting('old'), { oldObject: undefined })).toEqual([]);
});

test('an object that is not there is null', () => {
  expect(
    denied({ validations: [{ expression: 'oldObject == null' }] }, { oldObject: undefined }),
  ).toEqual([]);
});

test('what happens to a failure is up to the binding', () => {
  const validations = [{ expression: 'false', message: 'no' }];
  expect(judge({ validations }, {}, ['Warn', 'Audit'])).toEqual({
    denied: [],
    warned: ['no'],
    audited: ['no'],
  });
});

test.each([
  ['a variable that there is not', 'objekt == null', 'Unknown variable: objekt'],
  ['no expression', 'object ==', 'Unexpected token'],
  ['no boolean', "'a'", "'a' is a string, not a bool"],
])('%s is refused even where nothing is matched', (_, expression, message) => {
  expect(() => denied({ validations: [{ expression }] }, { resource: 'secrets' })).toThrow(message);
});
