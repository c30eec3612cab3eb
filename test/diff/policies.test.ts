/**
 * Admission policies among the files: what they refuse. The answers are those of a control plane of
 * Kubernetes 1.36.3.
 */
import { Testing } from 'cdk8s';
import { ApplyWay, DiffOptions, diffObjects, ObjectDiff } from '../../src/diff';
import { EfsEditGuard, EfsSharedVolume } from '../../src/efs';
import { EphemeralOnlyPolicy, LocalStorageClass } from '../../src/local';
import * as fc from '../support/fast-check';
import { bare, live, readOutOf } from '../support/read-outs';

type Manifest = { readonly [field: string]: unknown };

const API = 'admissionregistration.k8s.io/v1';
const LEAST = 'object.spec.replicas <= 2';
const rule = (
  resource: string,
  operations: readonly string[] = ['CREATE', 'UPDATE'],
  rest: object = {},
): object => ({
  apiGroups: ['apps', ''],
  apiVersions: ['v1'],
  operations,
  resources: [resource],
  ...rest,
});

interface PolicyOptions {
  readonly name?: string;
  readonly rules?: readonly object[];
  readonly match?: object;
  readonly spec?: object;
}

function policy(
  validation: string | object = LEAST,
  { name = 'few', rules = [rule('deployments')], match = {}, spec = {} }: PolicyOptions = {},
): Manifest {
  const validations = [typeof validation === 'string' ? { expression: validation } : validation];
  return {
    apiVersion: API,
    kind: 'ValidatingAdmissionPolicy',
    metadata: { name },
    spec: { matchConstraints: { resourceRules: rules, ...match }, validations, ...spec },
  };
}

function binding(rest: object = {}, name = 'few'): Manifest {
  return {
    apiVersion: API,
    kind: 'ValidatingAdmissionPolicyBinding',
    metadata: { name },
    spec: { policyName: name, validationActions: ['Deny'], ...rest },
  };
}

function deployment(
  replicas: number,
  {
    name = 'web',
    labels,
    image = 'team/app:1',
  }: { name?: string; labels?: object; image?: string } = {},
): Manifest {
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name, namespace: 'shop', ...(labels ? { labels } : {}) },
    spec: {
      replicas,
      selector: { matchLabels: { app: name } },
      template: {
        metadata: { labels: { app: name } },
        spec: { containers: [{ name: 'app', image }] },
      },
    },
  };
}

const configMap = (name: string, data: object, labels?: object): Manifest => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name, namespace: 'shop', ...(labels ? { labels } : {}) },
  data,
});
const namespace = (labels: object): Manifest => ({
  apiVersion: 'v1',
  kind: 'Namespace',
  metadata: { name: 'shop', labels },
});

/** What becomes of one object where the same policies are before and after. */
function answer(
  policies: readonly Manifest[],
  old: readonly Manifest[],
  next: readonly Manifest[],
  label = 'Deployment/shop/web',
  options?: DiffOptions,
): Partial<ObjectDiff> {
  const { objects } = diffObjects([...policies, ...old], [...policies, ...next], options);
  const {
    object: _object,
    changes: _changes,
    values: _values,
    restarts: _restarts,
    podsAdded: _podsAdded,
    ...rest
  } = objects.find(({ object }) => object === label)!;
  return rest;
}

const verdict = (...given: Parameters<typeof answer>) => answer(...given).verdict;
const grows = (policies: readonly Manifest[], replicas = 4) =>
  verdict(policies, [deployment(1)], [deployment(replicas)]);

test('an update that a policy denies is refused in the words of the server', () => {
  expect(answer([policy(), binding()], [deployment(1)], [deployment(4)])).toEqual({
    verdict: 'refused',
    code: 422,
    errors: [
      {
        field: '',
        message: `deployments.apps "web" is forbidden: ValidatingAdmissionPolicy 'few' with binding 'few' denied request: failed expression: ${LEAST}`,
      },
    ],
    remedy: 'change the object as the policy "few" requires, or change the policy first',
  });
  expect(grows([policy(), binding()], 2)).toBe('changed');
});

test.each<[string, object, number, string]>([
  [
    'a message and a reason',
    { expression: LEAST, message: 'too many', reason: 'Forbidden' },
    403,
    'too many',
  ],
  [
    'a message that is computed',
    {
      expression: LEAST,
      message: 'too many',
      messageExpression: '"has " + string(object.spec.replicas)',
    },
    422,
    'has 4',
  ],
  [
    'a computed message that fails',
    { expression: LEAST, message: 'too many', messageExpression: 'string(object.spec.nothing)' },
    422,
    'too many',
  ],
  [
    'a message with space around it',
    { expression: LEAST, message: ' too many\n' },
    422,
    'too many',
  ],
  [
    'an expression with space around it',
    { expression: `  ${LEAST}\n` },
    422,
    `failed expression: ${LEAST}`,
  ],
  [
    'a computed message of two lines',
    { expression: LEAST, message: 'too many', messageExpression: '"a\\nb"' },
    422,
    'too many',
  ],
  [
    'a computed message that is too long',
    { expression: LEAST, message: 'too many', messageExpression: `"${'a'.repeat(5121)}"` },
    422,
    'too many',
  ],
  [
    'a computed message that is just short enough',
    { expression: LEAST, messageExpression: `"${'a'.repeat(5120)}"` },
    422,
    'a'.repeat(5120),
  ],
  [
    'an error',
    { expression: 'object.metadata.labels.a == "b"' },
    422,
    'expression \'object.metadata.labels.a == "b"\' resulted in error: no such key: labels',
  ],
])('%s', (_about, validation, code, words) => {
  const { errors, code: real } = answer(
    [policy(validation), binding()],
    [deployment(1)],
    [deployment(4)],
  );
  expect([real, errors]).toEqual([
    code,
    [
      {
        field: '',
        message: `deployments.apps "web" is forbidden: ValidatingAdmissionPolicy 'few' with binding 'few' denied request: ${words}`,
      },
    ],
  ]);
});

test.each<[string, PolicyOptions['spec'], string, string]>([
  [
    'a variable that fails',
    { variables: [{ name: 'bad', expression: 'object.spec.nothing' }] },
    'variables.bad == 1',
    'expression \'variables.bad == 1\' resulted in error: composited variable "bad" fails to evaluate: no such key: nothing',
  ],
  [
    'conditions that fail',
    {
      matchConditions: [
        { name: 'a', expression: 'object.spec.a == 1' },
        { name: 'b', expression: 'object.spec.b == 1' },
      ],
    },
    'true',
    "[expression 'object.spec.a == 1' resulted in error: no such key: a, expression 'object.spec.b == 1' resulted in error: no such key: b]",
  ],
])('%s', (_about, spec, expression, words) => {
  expect(
    answer([policy(expression, { spec }), binding()], [deployment(1)], [deployment(4)]).errors![0]
      .message,
  ).toBe(
    `deployments.apps "web" is forbidden: ValidatingAdmissionPolicy 'few' with binding 'few' denied request: ${words}`,
  );
});

test.each<[string, readonly Manifest[], string]>([
  [
    'a binding that only warns',
    [policy(), binding({ validationActions: ['Warn', 'Audit'] })],
    'changed',
  ],
  ['no binding', [policy()], 'changed'],
  ['a binding of another policy', [policy(), binding({ policyName: 'other' })], 'changed'],
  [
    'creations only',
    [policy(LEAST, { rules: [rule('deployments', ['CREATE'])] }), binding()],
    'changed',
  ],
  [
    'a binding for creations only',
    [policy(), binding({ matchResources: { resourceRules: [rule('deployments', ['CREATE'])] } })],
    'changed',
  ],
  [
    'updates excluded',
    [
      policy(LEAST, { match: { excludeResourceRules: [rule('deployments', ['UPDATE'])] } }),
      binding(),
    ],
    'changed',
  ],
  [
    'another name',
    [
      policy(LEAST, { rules: [rule('deployments', ['*'], { resourceNames: ['other'] })] }),
      binding(),
    ],
    'changed',
  ],
  [
    'its name',
    [policy(LEAST, { rules: [rule('deployments', ['*'], { resourceNames: ['web'] })] }), binding()],
    'refused',
  ],
  [
    'every resource',
    [
      policy('!has(object.spec) || !has(object.spec.replicas) || object.spec.replicas <= 2', {
        rules: [{ apiGroups: ['*'], apiVersions: ['*'], operations: ['*'], resources: ['*'] }],
      }),
      binding(),
    ],
    'refused',
  ],
  [
    'another subresource',
    [policy('false', { rules: [rule('deployments/scale', ['*'])] }), binding()],
    'changed',
  ],
  [
    'cluster-scoped objects only',
    [policy(LEAST, { rules: [rule('deployments', ['*'], { scope: 'Cluster' })] }), binding()],
    'changed',
  ],
  [
    'another namespace',
    [
      policy(LEAST, {
        match: { namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'other' } } },
      }),
      binding(),
    ],
    'changed',
  ],
  [
    'its namespace',
    [
      policy(LEAST, {
        match: { namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'shop' } } },
      }),
      binding(),
    ],
    'refused',
  ],
  [
    'namespaces with a label that it has',
    [
      namespace({ a: 'b' }),
      policy(LEAST, { match: { namespaceSelector: { matchLabels: { a: 'b' } } } }),
      binding(),
    ],
    'refused',
  ],
  [
    'namespaces with a label that it does not have',
    [
      namespace({}),
      policy(LEAST, { match: { namespaceSelector: { matchLabels: { a: 'b' } } } }),
      binding(),
    ],
    'changed',
  ],
  [
    'a condition that does not hold',
    [
      policy(LEAST, {
        spec: { matchConditions: [{ name: 'm', expression: 'object.metadata.name == "other"' }] },
      }),
      binding(),
    ],
    'changed',
  ],
  [
    'a condition that fails',
    [
      policy(LEAST, {
        spec: { matchConditions: [{ name: 'm', expression: 'object.metadata.labels.x == "y"' }] },
      }),
      binding(),
    ],
    'refused',
  ],
  [
    'an error that is ignored',
    [policy('object.metadata.labels.a == "b"', { spec: { failurePolicy: 'Ignore' } }), binding()],
    'changed',
  ],
  [
    'a version that is not served',
    [
      policy(LEAST, {
        rules: [
          {
            apiGroups: ['apps'],
            apiVersions: ['v1beta1'],
            operations: ['*'],
            resources: ['deployments'],
          },
        ],
      }),
      binding(),
    ],
    'changed',
  ],
  [
    'another policy that denies it, too',
    [policy(), binding(), policy('object.spec.replicas != 4', { name: 'q' }), binding({}, 'q')],
    'refused',
  ],
])('%s', (_about, policies, expected) => {
  expect(grows(policies)).toBe(expected);
});

test('an object is meant by its labels before the change as well', () => {
  const policies = [
    policy(LEAST, { match: { objectSelector: { matchLabels: { guard: 'on' } } } }),
    binding(),
  ];
  expect(verdict(policies, [deployment(1, { labels: { guard: 'on' } })], [deployment(4)])).toBe(
    'refused',
  );
  expect(grows(policies)).toBe('changed');
});

test('which labels a namespace has that is not in the files decides', () => {
  expect(
    answer(
      [policy(LEAST, { match: { namespaceSelector: { matchLabels: { a: 'b' } } } }), binding()],
      [deployment(1)],
      [deployment(4)],
    ),
  ).toEqual({ verdict: 'depends', dependsOn: ['which labels the namespace "shop" has'] });
});

test('expressions see variables, parameters, the request, the namespace and what was there', () => {
  const variables = {
    spec: {
      variables: [
        { name: 'n', expression: 'object.spec.replicas' },
        { name: 'twice', expression: 'variables.n * 2' },
        { name: 'bad', expression: 'object.spec.nothing' },
      ],
    },
  };
  expect(grows([policy('variables.twice <= 4', variables), binding()])).toBe('refused');
  expect(grows([policy('variables.twice <= 4', variables), binding()], 2)).toBe('changed');
  expect(
    grows([
      policy('oldObject == null || object.spec.replicas <= oldObject.spec.replicas'),
      binding(),
    ]),
  ).toBe('refused');
  expect(
    verdict(
      [policy('oldObject == null || object.spec.replicas <= oldObject.spec.replicas'), binding()],
      [],
      [deployment(4)],
    ),
  ).toBe('created');
  expect(grows([policy('namespaceObject.metadata.name == "other"'), binding()])).toBe('refused');
  expect(
    grows([policy('!has(request.subResource) && !has(request.requestSubResource)'), binding()]),
  ).toBe('changed');
  expect(
    answer([policy('request.subResource == ""'), binding()], [deployment(1)], [deployment(4)])
      .errors![0].message,
  ).toMatch(/resulted in error: no such key: subResource$/);
  const ours =
    'request.operation == "UPDATE" && request.name == "web" && request.namespace == "shop" && request.kind.kind == "Deployment" && request.resource.resource == "deployments"';
  expect(grows([policy(`!(${ours})`), binding()])).toBe('refused');
});

test.each<[string, object | undefined, string]>([
  ['its name', { name: 'limit', namespace: 'shop', parameterNotFoundAction: 'Deny' }, 'refused'],
  [
    'its name in the namespace of the object',
    { name: 'limit', parameterNotFoundAction: 'Deny' },
    'refused',
  ],
  [
    'a selector, of which one denies',
    { selector: { matchLabels: { kind: 'limit' } }, parameterNotFoundAction: 'Deny' },
    'refused',
  ],
  ['what is not in the files', { name: 'absent', parameterNotFoundAction: 'Deny' }, 'depends'],
  [
    'a selector of what is not in the files',
    { selector: { matchLabels: { kind: 'none' } }, parameterNotFoundAction: 'Allow' },
    'depends',
  ],
  ['nothing, so that there are no parameters', undefined, 'refused'],
])('parameters by %s', (_about, paramRef, expected) => {
  const limits = [
    configMap('wide', { max: '9' }, { kind: 'limit' }),
    configMap('limit', { max: '2' }, { kind: 'limit' }),
  ];
  const limited = policy('object.spec.replicas <= int(params.data.max)', {
    spec: { paramKind: { apiVersion: 'v1', kind: 'ConfigMap' } },
  });
  expect(grows([...limits, limited, binding(paramRef ? { paramRef } : {})])).toBe(expected);
});

const NO_PARAMETERS =
  "deployments.apps \"web\" is forbidden: ValidatingAdmissionPolicy 'few' with binding 'few' denied request: failed to configure binding: no params found for policy binding with `Deny` parameterNotFoundAction";

test.each<[string, object, string, readonly string[]]>([
  [
    'by a name',
    { name: 'absent', parameterNotFoundAction: 'Deny' },
    'whether the ConfigMap "absent" is in the cluster',
    [NO_PARAMETERS],
  ],
  [
    'by a selector',
    { selector: { matchLabels: { kind: 'none' } }, parameterNotFoundAction: 'Deny' },
    'whether a ConfigMap that the binding "few" selects is in the cluster',
    [NO_PARAMETERS],
  ],
  [
    'that need not be there',
    { name: 'absent', parameterNotFoundAction: 'Allow' },
    'whether the ConfigMap "absent" is in the cluster',
    [],
  ],
])('parameters %s that are nowhere', (_about, paramRef, doubt, refusals) => {
  const spec = { paramKind: { apiVersion: 'v1', kind: 'ConfigMap' } };
  const policies = [policy('false', { spec }), binding({ paramRef })];
  const { verdict: open, dependsOn } = answer(policies, [deployment(1)], [deployment(4)]);
  expect([open, dependsOn]).toEqual(['depends', [doubt]]);
  const cluster = readOutOf([
    ...bare('shop'),
    ...policies.map(({ kind, metadata, spec: own }) =>
      live(API, kind as string, (metadata as { name: string }).name, { spec: own }),
    ),
  ]);
  const { errors = [] } = diffObjects([], [deployment(4)], { cluster }).objects[0];
  expect(errors.map(({ message }) => message)).toEqual(refusals);
});

test('an object that is as it was is refused by server-side apply, and not sent by kubectl', () => {
  const objects = [policy(), binding(), deployment(4)];
  const by = (way: ApplyWay) =>
    diffObjects(objects, [...objects], { way }).objects.map(({ verdict: one }) => one);
  expect(by('serverSide')).toEqual(['unchanged', 'unchanged', 'refused']);
  expect(by('clientSide')).toEqual(['unchanged', 'unchanged', 'unchanged']);
});

test('policies are in force some time after they are applied', () => {
  const { objects: added } = diffObjects([deployment(1)], [policy(), binding(), deployment(4)]);
  expect(added[2]).toMatchObject({
    verdict: 'changed',
    dependsOn: [
      'whether the policy "few", which also changes, is already in force: it would deny this',
    ],
  });
  const { objects: relaxed } = diffObjects(
    [policy(), binding(), deployment(1)],
    [policy('object.spec.replicas <= 9'), binding(), deployment(4)],
  );
  expect(relaxed[2]).toMatchObject({
    verdict: 'refused',
    remedy: 'apply the change of the policy first, and this afterwards',
  });
  const { objects: removed } = diffObjects([policy(), binding(), deployment(1)], [deployment(4)]);
  expect(removed.map(({ verdict: one }) => one)).toEqual(['refused', 'deleted', 'deleted']);
});

test('what a policy keeps from being deleted stays, with its data', () => {
  const claims = policy('oldObject.spec.resources.requests.storage != "1Gi"', {
    rules: [rule('persistentvolumeclaims', ['DELETE'])],
  });
  const claim = (name: string, storage: string): Manifest => ({
    apiVersion: 'v1',
    kind: 'PersistentVolumeClaim',
    metadata: { name, namespace: 'shop' },
    spec: {
      storageClassName: 'fast',
      accessModes: ['ReadWriteOnce'],
      resources: { requests: { storage } },
    },
  });
  const fast = {
    apiVersion: 'storage.k8s.io/v1',
    kind: 'StorageClass',
    metadata: { name: 'fast' },
    provisioner: 'fake.csi.test',
  };
  const { objects } = diffObjects(
    [fast, claims, binding(), claim('data', '1024Mi'), claim('other', '2Gi')],
    [fast, claims, binding()],
  );
  expect(objects.slice(3)).toMatchObject([
    {
      verdict: 'refused',
      code: 422,
      data: 'kept',
      phase: 'Bound',
      remedy: 'keep the object, or change the policy first',
    },
    { verdict: 'deleted', data: 'lost' },
  ]);
});

test('policies on pods keep rollouts from ending', () => {
  const team = policy('object.spec.containers.all(c, c.image.startsWith("team/"))', {
    rules: [rule('pods', ['CREATE'])],
  });
  const foreign = { image: 'other/app:1' };
  expect(answer([team, binding()], [deployment(1)], [deployment(1, foreign)])).toEqual({
    verdict: 'changed',
    ready: false,
  });
  expect(
    diffObjects([team, binding(), deployment(1)], [team, binding(), deployment(1, foreign)])
      .objects[2].restarts,
  ).toBe('none');
  expect(answer([team, binding()], [], [deployment(1, foreign)])).toEqual({
    verdict: 'created',
    ready: false,
  });
  expect(answer([team, binding()], [deployment(1)], [deployment(2)])).toEqual({
    verdict: 'changed',
  });
});

test('what only the cluster knows, and what is not understood, decides', () => {
  const unclear = { verdict: 'depends', dependsOn: ['whether the policy "few" admits it'] };
  for (const expression of [
    'object.status.replicas == 0',
    'request.userInfo.username == "admin"',
    'authorizer.group("apps").resource("deployments").check("create").allowed()',
    'object == oldObject',
    'object.metadata.uid != ""',
  ]) {
    expect(answer([policy(expression), binding()], [deployment(1)], [deployment(4)])).toEqual(
      unclear,
    );
  }
  const admins = {
    spec: {
      matchConditions: [{ name: 'people', expression: 'request.userInfo.username != "admin"' }],
    },
  };
  expect(answer([policy(LEAST, admins), binding()], [deployment(1)], [deployment(4)])).toEqual(
    unclear,
  );
  expect(grows([policy(LEAST, admins), binding()], 2)).toBe('changed');
  const both = policy(LEAST, {
    spec: {
      validations: [{ expression: 'request.userInfo.username == "admin"' }, { expression: LEAST }],
    },
  });
  expect(grows([both, binding()])).toBe('refused');
  expect(grows([policy(`request.userInfo.username == "admin" || ${LEAST}`), binding()], 2)).toBe(
    'changed',
  );
});

test('policies say nothing of policies', () => {
  const all = policy('false', {
    rules: [{ apiGroups: ['*'], apiVersions: ['*'], operations: ['*'], resources: ['*'] }],
  });
  const { objects } = diffObjects(
    [all, binding()],
    [{ ...all, metadata: { name: 'few', labels: { a: 'b' } } }, binding(), configMap('c', {})],
  );
  expect(objects.map(({ verdict: one }) => one)).toEqual(['changed', 'unchanged', 'refused']);
});

test('objects without a namespace are meant by any selector of namespaces, a namespace by its own labels', () => {
  const ofNamespaces = (name: string) => ({
    match: { namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': name } } },
    rules: [rule('*', ['CREATE', 'UPDATE'])],
  });
  const volume = {
    apiVersion: 'v1',
    kind: 'PersistentVolume',
    metadata: { name: 'v' },
    spec: {
      capacity: { storage: '1Gi' },
      accessModes: ['ReadWriteMany'],
      nfs: { server: 'a', path: '/' },
    },
  };
  expect(
    verdict(
      [policy('false', ofNamespaces('other')), binding()],
      [],
      [volume],
      'PersistentVolume/v',
    ),
  ).toBe('refused');
  expect(
    verdict(
      [policy('false', ofNamespaces('other')), binding()],
      [],
      [namespace({})],
      'Namespace/shop',
    ),
  ).toBe('created');
  expect(
    verdict(
      [policy('false', ofNamespaces('shop')), binding()],
      [],
      [namespace({})],
      'Namespace/shop',
    ),
  ).toBe('refused');
});

test('quantities are spelled as the server writes them', () => {
  const volume = (storage: string | number) => ({
    apiVersion: 'v1',
    kind: 'PersistentVolume',
    metadata: { name: 'v' },
    spec: {
      capacity: { storage },
      accessModes: ['ReadWriteMany'],
      nfs: { server: 'a', path: '/' },
    },
  });
  const sized = [
    policy(
      'object.spec.capacity.storage == "1Gi" && quantity(object.spec.capacity.storage).isGreaterThan(quantity("500M"))',
      { rules: [rule('persistentvolumes')] },
    ),
    binding(),
  ];
  expect(
    ['1Gi', '1024Mi', '1073741824', '2Gi'].map((storage) =>
      verdict(sized, [], [volume(storage)], 'PersistentVolume/v'),
    ),
  ).toEqual(['created', 'created', 'refused', 'refused']);
});

test('a quantity keeps a spelling that Go keeps', () => {
  const asking = (cpu: string): Manifest => {
    const { spec, ...rest } = deployment(1) as { readonly spec: { readonly template: object } };
    return {
      ...rest,
      spec: {
        ...spec,
        template: {
          metadata: { labels: { app: 'web' } },
          spec: {
            containers: [{ name: 'app', image: 'team/app:1', resources: { limits: { cpu } } }],
          },
        },
      },
    } as Manifest;
  };
  const spelledOut = [
    policy('object.spec.template.spec.containers[0].resources.limits.cpu == "1.250"'),
    binding(),
  ];
  expect(['1.250', '1250m'].map((cpu) => verdict(spelledOut, [], [asking(cpu)]))).toEqual([
    'created',
    'refused',
  ]);
});

describe('the policy on claims of local disks', () => {
  const chart = Testing.chart();
  new LocalStorageClass(chart, 'disks', { name: 'disks' });
  new EphemeralOnlyPolicy(chart, 'only');
  const installed = Testing.synth(chart) as Manifest[];
  const ACCEPT = 'localdisk.csi.acstor.io/accept-ephemeral-storage';
  const claim = (annotations: object, storageClassName = 'disks'): Manifest => ({
    apiVersion: 'v1',
    kind: 'PersistentVolumeClaim',
    metadata: { name: 'data', namespace: 'shop', annotations },
    spec: {
      storageClassName,
      accessModes: ['ReadWriteOnce'],
      resources: { requests: { storage: '1Gi' } },
    },
  });
  const becomes = (old: readonly Manifest[], next: readonly Manifest[]) => {
    const {
      verdict: one,
      errors = [],
      dependsOn = [],
    } = answer(installed, old, next, 'PersistentVolumeClaim/shop/data');
    return [
      one,
      ...errors.map(({ message }) => message.replace(/.*denied request: /, '')),
      ...dependsOn,
    ];
  };

  test('refuses a claim that keeps data, and one that no longer accepts the loss', () => {
    expect(becomes([], [claim({})])).toEqual([
      'refused',
      'only generic ephemeral volumes are allowed for localdisk.csi.acstor.io provisioner',
    ]);
    expect(becomes([claim({ [ACCEPT]: 'true' })], [claim({})])).toEqual([
      'refused',
      `a claim on local disks must keep the annotation ${ACCEPT}: "true"; delete the claim instead`,
    ]);
  });

  test('takes what else is edited, and claims of other classes', () => {
    expect(becomes([claim({ [ACCEPT]: 'true' })], [claim({ [ACCEPT]: 'true', a: 'b' })])).toEqual([
      'changed',
    ]);
    expect(becomes([], [claim({ [ACCEPT]: 'true' })])).toEqual(['created']);
    expect(becomes([], [claim({}, 'other')])[0]).not.toBe('refused');
    expect(becomes([claim({}, 'other')], [claim({ a: 'b' }, 'other')])).toEqual(['changed']);
  });
});

describe('the guard of shared volumes', () => {
  const chart = Testing.chart();
  const files = new EfsSharedVolume(chart, 'files', {
    name: 'files',
    namespace: 'shop',
    fileSystemId: 'fs-0123456789abcdef0',
    accessPointId: 'fsap-0123456789abcdef0',
  });
  new EfsEditGuard(chart, 'guard').protect(files);
  const old = Testing.synth(chart) as Manifest[];
  /** What becomes of the volume that is edited, or removed. */
  const edited = (edit: (volume: any) => unknown) => {
    const next = old.flatMap((manifest) =>
      manifest.kind === 'PersistentVolume'
        ? ((edit(structuredClone(manifest)) as Manifest) ?? [])
        : [manifest],
    );
    const { objects } = diffObjects(old, next);
    return objects.flatMap(({ object, verdict: one, errors = [], dependsOn }) =>
      object.startsWith('PersistentVolume/')
        ? [
            one,
            ...errors.map(({ message }) => message.replace(/.*denied request: /, '')),
            ...(dependsOn ?? []),
          ]
        : [],
    );
  };

  test('leaves alone what is as it was, and what it does not guard', () => {
    expect(edited((volume) => volume)).toEqual(['unchanged']);
    expect(
      edited((volume) => ({
        ...volume,
        metadata: { ...volume.metadata, annotations: { a: 'b' } },
      })),
    ).toEqual(['changed']);
  });

  test('refuses another reclaim policy, the removal of its label, and the deletion of a volume in use', () => {
    expect(
      edited((volume) => ({
        ...volume,
        spec: { ...volume.spec, persistentVolumeReclaimPolicy: 'Delete' },
      })),
    ).toEqual([
      'refused',
      'the reclaim policy of this EFS volume must not change; with Delete the driver would delete the access point',
    ]);
    expect(edited((volume) => ({ ...volume, metadata: { name: volume.metadata.name } }))).toEqual([
      'refused',
      'the label cdk8s-volumes.io/edit-guard guards this EFS volume and must stay; delete the guard first',
    ]);
    expect(edited(() => undefined)).toEqual([
      'refused',
      'this EFS volume is bound; delete its claim first',
    ]);
  });

  test('refuses mount options that lead to other files, and takes others', () => {
    const mounted = (mountOptions: readonly string[]) =>
      edited((volume) => ({ ...volume, spec: { ...volume.spec, mountOptions } }));
    expect(mounted(['iam'])).toEqual(['changed']);
    expect(mounted(['accesspoint=fsap-ffffffffffffffff0'])).toEqual([
      'refused',
      'the source of this EFS volume must not change; create a new volume and claim for another file system or access point',
    ]);
  });

  test('cannot tell whether the volume is released by then when its claim goes as well', () => {
    const { objects } = diffObjects(
      old,
      old.filter(({ kind }) => kind !== 'PersistentVolume' && kind !== 'PersistentVolumeClaim'),
    );
    expect(objects.slice(-2)).toMatchObject([
      {
        object: 'PersistentVolume/pv-shop-files',
        verdict: 'depends',
        dependsOn: ['whether the policy "guard" admits it'],
      },
      { verdict: 'deleted' },
    ]);
  });
});

test('any policy and binding is evaluated, whatever they are made of', () => {
  const junk = fc.oneof(
    fc.constantFrom(null, 1, '', 'a', true, [], {}, [null], [{}], ['*'], { a: 1 }),
    fc.jsonValue({ maxDepth: 2 }) as fc.Arbitrary<unknown>,
  );
  const broken = (manifest: Manifest) =>
    fc
      .tuple(
        fc.constantFrom(
          'matchConstraints',
          'validations',
          'matchConditions',
          'variables',
          'paramKind',
          'paramRef',
          'matchResources',
          'failurePolicy',
          'policyName',
          'validationActions',
        ),
        junk,
      )
      .map(([field, value]): Manifest => ({
        ...manifest,
        spec: { ...(manifest.spec as object), [field]: value },
      }));
  fc.assert(
    fc.property(broken(policy()), broken(binding()), (one, other) => {
      const { objects } = diffObjects([one, other, deployment(1)], [one, other, deployment(4)]);
      expect(['changed', 'refused', 'depends']).toContain(objects[2].verdict);
    }),
    { numRuns: 300 },
  );
});

test('an expression of any depth is no error', () => {
  const deep = `${'('.repeat(20_000)}true${')'.repeat(20_000)}`;
  const long = Array.from({ length: 20_000 }, () => 'object.spec.replicas > 0').join(' && ');
  expect(grows([policy(deep), binding()])).toBe('depends');
  expect(['changed', 'depends']).toContain(grows([policy(long), binding()]));
});

describe('what the server does beside', () => {
  const onPods = { rules: [rule('pods', ['CREATE'])] };

  test('an item that fails is no matter where another one decides', () => {
    const [plain, privileged] = [
      { name: 'a', image: 'a:1' },
      { name: 'b', image: 'b:1', securityContext: { privileged: false } },
    ];
    const pod = (containers: readonly object[]): Manifest => ({
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name: 'p', namespace: 'shop' },
      spec: { containers },
    });
    const some = [
      policy('object.spec.containers.exists(c, c.securityContext.privileged == false)', onPods),
      binding(),
    ];
    expect(
      [[plain, privileged], [privileged, plain], [plain]].map((containers) =>
        verdict(some, [], [pod(containers)], 'Pod/shop/p'),
      ),
    ).toEqual(['created', 'created', 'refused']);
  });

  test('an error beside what only the cluster knows decides nothing', () => {
    const [user, label] = [
      'request.userInfo.username == "admin"',
      'object.metadata.labels.x == "y"',
    ];
    for (const expression of [`${user} || ${label}`, `${label} || ${user}`]) {
      expect(grows([policy(expression), binding()])).toBe('depends');
    }
    const conditions = {
      spec: {
        matchConditions: [
          { name: 'a', expression: user },
          { name: 'b', expression: label },
        ],
      },
    };
    expect(grows([policy('true', conditions), binding()])).toBe('depends');
  });

  test('what the server chooses is there, and nobody knows it before', () => {
    const service = (spec: object = {}) => ({
      apiVersion: 'v1',
      kind: 'Service',
      metadata: { name: 's', namespace: 'shop' },
      spec: { selector: { app: 'web' }, ports: [{ port: 80 }], ...spec },
    });
    const ask = (expression: string, old: readonly Manifest[] = []) =>
      verdict(
        [policy(expression, { rules: [rule('services')] }), binding()],
        old,
        [service(old.length > 0 ? { sessionAffinity: 'ClientIP' } : {})],
        'Service/shop/s',
      );
    expect(ask('object.spec.clusterIP.startsWith("10.")')).toBe('depends');
    expect(ask('has(object.spec.clusterIP)')).toBe('created');
    expect(
      ask(
        'object.spec.clusterIP == oldObject.spec.clusterIP && object.metadata.uid == oldObject.metadata.uid',
        [service()],
      ),
    ).toBe('changed');
  });

  test('controllers annotate later, kubectl at once', () => {
    expect(
      verdict([policy('!has(object.metadata.annotations)'), binding()], [], [deployment(1)]),
    ).toBe('created');
    expect(
      verdict([policy('has(object.metadata.annotations)'), binding()], [], [deployment(1)]),
    ).toBe('refused');
    expect(
      verdict(
        [policy('has(object.metadata.annotations)'), binding()],
        [],
        [deployment(1)],
        'Deployment/shop/web',
        { way: 'clientSide' },
      ),
    ).toBe('created');
  });

  test('pods have a token, tolerations and labels of their controllers, and the limits of their namespace', () => {
    const pods = (expression: string, more: readonly Manifest[] = []) => {
      const { ready, dependsOn } = answer(
        [...more, policy(expression, onPods), binding()],
        [],
        [deployment(1)],
      );
      return ready === false ? 'not ready' : (dependsOn ?? 'ready');
    };
    expect(
      pods(
        'has(object.spec.volumes) && has(object.spec.tolerations) && "pod-template-hash" in object.metadata.labels && object.spec.serviceAccountName == "default"',
      ),
    ).toBe('ready');
    expect(
      pods(
        'object.spec.volumes.all(v, !has(v.hostPath)) && object.spec.volumes.exists(v, has(v.projected))',
      ),
    ).toBe('ready');
    expect(pods('object.spec.containers.all(c, c.volumeMounts.all(m, !has(m.readOnly)))')).toBe(
      'not ready',
    );
    const limited =
      'object.spec.containers.all(c, has(c.resources.limits) && "memory" in c.resources.limits)';
    expect(pods(limited)).toBe('not ready');
    const limits = {
      apiVersion: 'v1',
      kind: 'LimitRange',
      metadata: { name: 'l', namespace: 'shop' },
      spec: { limits: [{ type: 'Container', default: { memory: '1Gi' } }] },
    };
    expect(pods(limited, [limits])).toEqual(['whether the policy "few" admits it']);
  });

  test('what is sent in another version than it is compared or matched in is not judged', () => {
    const autoscaler = (maxReplicas: number): Manifest => ({
      apiVersion: 'autoscaling/v1',
      kind: 'HorizontalPodAutoscaler',
      metadata: { name: 'a', namespace: 'shop' },
      spec: {
        scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web' },
        maxReplicas,
        targetCPUUtilizationPercentage: 50,
      },
    });
    const cpu = policy('object.spec.targetCPUUtilizationPercentage <= 80', {
      rules: [
        {
          apiGroups: ['autoscaling'],
          apiVersions: ['v1'],
          operations: ['*'],
          resources: ['horizontalpodautoscalers'],
        },
      ],
    });
    expect(
      verdict([cpu, binding()], [autoscaler(1)], [autoscaler(2)], 'HorizontalPodAutoscaler/shop/a'),
    ).toBe('depends');
    const widgets = (version: string) =>
      policy('false', {
        rules: [
          {
            apiGroups: ['example.com'],
            apiVersions: [version],
            operations: ['*'],
            resources: ['widgets'],
          },
        ],
      });
    const widget = {
      apiVersion: 'example.com/v1',
      kind: 'Widget',
      metadata: { name: 'w', namespace: 'shop' },
    };
    expect(
      ['v1', 'v9'].map((version) =>
        verdict([widgets(version), binding()], [], [widget], 'Widget/shop/w'),
      ),
    ).toEqual(['refused', 'depends']);
  });

  test('parameters of objects without a namespace must name one, and are spelled as they are stored', () => {
    const volume = {
      apiVersion: 'v1',
      kind: 'PersistentVolume',
      metadata: { name: 'v' },
      spec: {
        capacity: { storage: '1Gi' },
        accessModes: ['ReadWriteMany'],
        nfs: { server: 'a', path: '/' },
      },
    };
    const asked = policy('true', {
      rules: [rule('persistentvolumes')],
      spec: { paramKind: { apiVersion: 'v1', kind: 'ConfigMap' } },
    });
    const { errors } = answer(
      [asked, binding({ paramRef: { name: 'x', parameterNotFoundAction: 'Allow' } })],
      [],
      [volume],
      'PersistentVolume/v',
    );
    expect(errors![0].message).toMatch(
      /failed to configure binding: cannot use namespaced paramRef in policy binding that matches cluster-scoped resources$/,
    );
    const quota = {
      apiVersion: 'v1',
      kind: 'ResourceQuota',
      metadata: { name: 'q', namespace: 'shop' },
      spec: { hard: { 'requests.storage': '10240Mi' } },
    };
    const spelledOut = policy('params.spec.hard["requests.storage"] == "10Gi"', {
      spec: { paramKind: { apiVersion: 'v1', kind: 'ResourceQuota' } },
    });
    expect(
      grows([
        quota,
        spelledOut,
        binding({ paramRef: { name: 'q', parameterNotFoundAction: 'Deny' } }),
      ]),
    ).toBe('changed');
  });

  test('a namespace is seen as it is now, and not by conditions; its own requests are in it', () => {
    const prod = policy('namespaceObject.metadata.labels.env == "prod"');
    const { objects } = diffObjects(
      [prod, binding(), namespace({ env: 'dev' }), deployment(1)],
      [prod, binding(), namespace({ env: 'prod' }), deployment(4)],
    );
    expect(objects[3].verdict).toBe('changed');
    expect(
      grows([
        policy(LEAST, {
          spec: { matchConditions: [{ name: 'm', expression: 'namespaceObject == null' }] },
        }),
        binding(),
      ]),
    ).toBe('refused');
    const own = policy('request.namespace == "shop"', { rules: [rule('namespaces')] });
    expect(
      verdict([own, binding()], [namespace({})], [namespace({ a: 'b' })], 'Namespace/shop'),
    ).toBe('changed');
  });

  test('a policy that comes along may keep something from being pruned', () => {
    const keep = policy('false', { rules: [rule('configmaps', ['DELETE'])] });
    const { objects } = diffObjects([configMap('c', {})], [keep, binding()]);
    expect(objects[2]).toMatchObject({
      verdict: 'depends',
      dependsOn: [
        'whether the policy "few", which also changes, is already in force: it would deny this',
      ],
    });
  });

  test('a namespace waits for what may not be deleted', () => {
    const keep = [policy('false', { rules: [rule('configmaps', ['DELETE'])] }), binding()];
    const { objects } = diffObjects([...keep, namespace({}), configMap('c', {})], keep);
    expect(objects.slice(2)).toMatchObject([
      { object: 'Namespace/shop', verdict: 'stuck' },
      { object: 'ConfigMap/shop/c', verdict: 'refused' },
    ]);
    const claims = [
      policy('false', { rules: [rule('persistentvolumeclaims', ['DELETE'])] }),
      binding(),
    ];
    const fast = {
      apiVersion: 'storage.k8s.io/v1',
      kind: 'StorageClass',
      metadata: { name: 'fast' },
      provisioner: 'fake.csi.test',
    };
    const claim = {
      apiVersion: 'v1',
      kind: 'PersistentVolumeClaim',
      metadata: { name: 'data', namespace: 'shop' },
      spec: {
        storageClassName: 'fast',
        accessModes: ['ReadWriteOnce'],
        resources: { requests: { storage: '1Gi' } },
      },
    };
    expect(
      diffObjects([...claims, fast, namespace({}), claim], [...claims, fast]).objects.slice(3),
    ).toMatchObject([
      { object: 'Namespace/shop', verdict: 'stuck' },
      { object: 'PersistentVolumeClaim/shop/data', verdict: 'refused', data: 'kept' },
    ]);
  });

  test('kubectl does not ask about what is as it was; what comes along may be unclear', () => {
    const unclear = policy('request.userInfo.username == "admin"');
    expect(
      verdict([unclear, binding()], [deployment(1)], [deployment(1)], 'Deployment/shop/web', {
        way: 'clientSide',
      }),
    ).toBe('unchanged');
    expect(
      diffObjects([deployment(1)], [unclear, binding(), deployment(4)]).objects[2],
    ).toMatchObject({
      verdict: 'changed',
      dependsOn: [
        'whether the policy "few", which also changes, is already in force: it may deny this',
      ],
    });
  });

  test('endpoints are their own plural, and an audit annotation that fails denies', () => {
    const endpoints = {
      apiVersion: 'v1',
      kind: 'Endpoints',
      metadata: { name: 'e', namespace: 'shop' },
    };
    expect(
      verdict(
        [policy('false', { rules: [rule('endpoints')] }), binding()],
        [],
        [endpoints],
        'Endpoints/shop/e',
      ),
    ).toBe('refused');
    const audited = (valueExpression: string) =>
      policy('true', { spec: { auditAnnotations: [{ key: 'k', valueExpression }] } });
    expect(
      ['string(object.metadata.labels.x)', 'string(object.metadata.name)'].map((expression) =>
        grows([audited(expression), binding()]),
      ),
    ).toEqual(['depends', 'changed']);
  });

  test('variables that fail are computed once', () => {
    const doubled = Array.from({ length: 40 }, (_, index) => ({
      name: `v${index + 1}`,
      expression: `variables.v${index} || variables.v${index}`,
    }));
    const variables = [{ name: 'v0', expression: 'object.metadata.labels.x == "y"' }, ...doubled];
    expect(grows([policy('variables.v40', { spec: { variables } }), binding()])).toBe('refused');
  });
});

describe('a policy on deletions', () => {
  const held = policy('false', { rules: [rule('deployments', ['DELETE'])] });
  const removed = deployment(1);
  const toldOf = (old: readonly unknown[], next: readonly unknown[]) => {
    const told = diffObjects([...old, removed], next).objects.find(({ object }) =>
      object.startsWith('Deployment/'),
    )!;
    return [told.verdict, told.code ?? told.dependsOn];
  };
  const doubt = (time: string, would: string) => [
    'depends',
    [`whether the policy "few", which also changes, is ${time} in force${would}`],
  ];

  test('refuses what leaves the files', () => {
    expect(toldOf([held, binding()], [held, binding()])).toEqual(['refused', 422]);
  });

  test('that leaves the files with it may be gone by then', () => {
    expect(toldOf([held, binding()], [])).toEqual(doubt('still', ''));
  });

  test('whose binding alone leaves the files may be without it by then', () => {
    expect(toldOf([held, binding()], [held])).toEqual(doubt('still', ''));
  });

  test('that leaves the files and stays in the cluster refuses as before', () => {
    const { objects } = diffObjects([held, binding(), removed], [], { prunes: false });
    expect(objects.at(-1)).toMatchObject({ verdict: 'unchanged' });
  });

  test('that comes when it goes may be there by then', () => {
    expect(toldOf([], [held, binding()])).toEqual(doubt('already', ': it would deny this'));
  });

  test('has nothing against the deletion of what it does not match', () => {
    const other = policy('false', { rules: [rule('services', ['DELETE'])] });
    const created = policy('false', { rules: [rule('deployments', ['CREATE'])] });
    expect(toldOf([other, binding()], [other, binding()])).toEqual(['deleted', undefined]);
    expect(toldOf([], [created, binding()])).toEqual(['deleted', undefined]);
  });
});
