/** Configuration, access and other kinds: which fields change, as Kubernetes 1.36 answers. */
import { answerTo, byName, Manifest } from './answers';

const config = (rest: object): Manifest => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name: 'one', namespace: 'shop' },
  ...rest,
});
const secret = (rest: object): Manifest => ({
  apiVersion: 'v1',
  kind: 'Secret',
  metadata: { name: 'one', namespace: 'shop' },
  ...rest,
});
const frozen = { immutable: true, data: { a: 'MQ==', b: 'Mg==' } };
const quota = (spec: object): Manifest => ({
  apiVersion: 'v1',
  kind: 'ResourceQuota',
  metadata: { name: 'one', namespace: 'shop' },
  spec: { hard: { pods: '5' }, ...spec },
});
const role = (kind: string, name: string) => ({
  apiGroup: 'rbac.authorization.k8s.io',
  kind,
  name,
});
const binding = (roleRef: object, subjects: object[] = []): Manifest => ({
  apiVersion: 'rbac.authorization.k8s.io/v1',
  kind: 'RoleBinding',
  metadata: { name: 'one', namespace: 'shop' },
  roleRef,
  subjects,
});
const clusterBinding = (roleRef: object, subjects: object[] = []): Manifest => ({
  apiVersion: 'rbac.authorization.k8s.io/v1',
  kind: 'ClusterRoleBinding',
  metadata: { name: 'one' },
  roleRef,
  subjects,
});
const USER = [{ apiGroup: 'rbac.authorization.k8s.io', kind: 'User', name: 'ada' }];
const named = (apiVersion: string, kind: string, rest: object): Manifest => ({
  apiVersion,
  kind,
  metadata: { name: 'one' },
  ...rest,
});
const priority = (rest: object) =>
  named('scheduling.k8s.io/v1', 'PriorityClass', { value: 5, ...rest });
const ingressClass = (spec: object) =>
  named('networking.k8s.io/v1', 'IngressClass', { spec: { controller: 'example.com/a', ...spec } });
const runtime = (rest: object) =>
  named('node.k8s.io/v1', 'RuntimeClass', { handler: 'runc', ...rest });
const cidr = (cidrs: string[]) => named('networking.k8s.io/v1', 'ServiceCIDR', { spec: { cidrs } });
const slice = (rest: object): Manifest => ({
  apiVersion: 'discovery.k8s.io/v1',
  kind: 'EndpointSlice',
  metadata: { name: 'one', namespace: 'shop' },
  addressType: 'IPv4',
  endpoints: [{ addresses: ['10.1.2.3'] }],
  ...rest,
});
const devices = (name: string) => ({
  devices: { requests: [{ name, exactly: { deviceClassName: 'gpu' } }] },
});
const claim = (spec: object): Manifest => ({
  apiVersion: 'resource.k8s.io/v1',
  kind: 'ResourceClaim',
  metadata: { name: 'one', namespace: 'shop' },
  spec,
});
const claimTemplate = (spec: object): Manifest => ({
  apiVersion: 'resource.k8s.io/v1',
  kind: 'ResourceClaimTemplate',
  metadata: { name: 'one', namespace: 'shop' },
  spec: { spec },
});
const capacity = (rest: object): Manifest => ({
  apiVersion: 'storage.k8s.io/v1',
  kind: 'CSIStorageCapacity',
  metadata: { name: 'one', namespace: 'shop' },
  storageClassName: 'fast',
  capacity: '1Gi',
  ...rest,
});
const space = (rest: object): Manifest => ({
  apiVersion: 'v1',
  kind: 'Namespace',
  metadata: { name: 'one' },
  ...rest,
});
const account = (rest: object): Manifest => ({
  apiVersion: 'v1',
  kind: 'ServiceAccount',
  metadata: { name: 'one', namespace: 'shop' },
  ...rest,
});
const version = (name: string, rest: object = {}) => ({
  name,
  served: true,
  storage: true,
  schema: { openAPIV3Schema: { type: 'object' } },
  ...rest,
});
const definition = (names: object = {}, rest: object = {}): Manifest => ({
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'shops.example.com' },
  spec: {
    group: 'example.com',
    scope: 'Namespaced',
    names: { plural: 'shops', singular: 'shop', kind: 'Shop', ...names },
    versions: [version('v1')],
    ...rest,
  },
});

test.each(
  byName([
    [
      'a label of a Namespace',
      space({}),
      space({ metadata: { name: 'one', labels: { a: 'b' } } }),
      ['changed', 'metadata.labels.a'],
    ],
    [
      'the finalizers of a Namespace',
      space({}),
      space({ spec: { finalizers: ['example.com/a'] } }),
      ['unchanged'],
    ],
    [
      'the finalizers that a Namespace has',
      space({ spec: { finalizers: ['example.com/a'] } }),
      space({}),
      ['unchanged'],
    ],
    [
      'data of a ConfigMap',
      config({ data: { a: '1' } }),
      config({ data: { a: '2' } }),
      ['changed', 'data.a'],
    ],
    [
      'a ConfigMap that becomes immutable with other data',
      config({ data: { a: '1' } }),
      config({ immutable: true, data: { a: '2' } }),
      ['changed', 'data.a', 'immutable'],
    ],
    [
      'data of an immutable ConfigMap',
      config({ immutable: true, data: { a: '1' } }),
      config({ immutable: true, data: { a: '2' } }),
      ['refused', 'data: Forbidden: field is immutable when `immutable` is set'],
    ],
    [
      'an immutable ConfigMap with its data in another order',
      config({ immutable: true, data: { a: '1', b: '2' } }),
      config({ immutable: true, data: { b: '2', a: '1' } }),
      ['unchanged'],
    ],
    [
      'binary data of an immutable ConfigMap',
      config({ immutable: true, binaryData: { a: 'MQ==' } }),
      config({ immutable: true, binaryData: { a: 'Mg==' } }),
      ['refused', 'binaryData: Forbidden: field is immutable when `immutable` is set'],
    ],
    [
      'a key more in an immutable ConfigMap',
      config({ immutable: true, data: { a: '1' } }),
      config({ immutable: true, data: { a: '1', b: '2' } }),
      ['refused', 'data: Forbidden: field is immutable when `immutable` is set'],
    ],
    [
      'the order of the keys of an immutable ConfigMap',
      config({ immutable: true, data: { a: '1', b: '2' } }),
      config({ immutable: true, data: { b: '2', a: '1' } }),
      ['unchanged'],
    ],
    [
      'a label of an immutable ConfigMap',
      config({ immutable: true, data: { a: '1' } }),
      config({
        immutable: true,
        data: { a: '1' },
        metadata: { name: 'one', namespace: 'shop', labels: { a: 'b' } },
      }),
      ['changed', 'metadata.labels'],
    ],
    [
      'a ConfigMap that is no longer immutable',
      config({ immutable: true, data: { a: '1' } }),
      config({ immutable: false, data: { a: '1' } }),
      ['refused', 'immutable: Forbidden: field is immutable when `immutable` is set'],
    ],
    [
      'all of an immutable ConfigMap',
      config({ immutable: true, data: { a: '1' } }),
      config({ binaryData: { a: 'Mg==' } }),
      [
        'refused',
        'binaryData: Forbidden: field is immutable when `immutable` is set',
        'data: Forbidden: field is immutable when `immutable` is set',
        'immutable: Forbidden: field is immutable when `immutable` is set',
      ],
    ],
    [
      'a Secret that says that it is not immutable',
      secret({ immutable: false, data: { a: 'MQ==' } }),
      secret({ immutable: false, data: { a: 'Mg==' } }),
      ['changed', 'data.a'],
    ],
    [
      'data of an immutable Secret',
      secret(frozen),
      secret({ ...frozen, data: { a: 'MQ==', b: 'Mw==' } }),
      ['refused', 'data: Forbidden: field is immutable when `immutable` is set'],
    ],
    [
      'the order of the keys of an immutable Secret',
      secret(frozen),
      secret({ ...frozen, data: { b: 'Mg==', a: 'MQ==' } }),
      ['unchanged'],
    ],
    [
      'data of an immutable Secret, as text',
      secret(frozen),
      secret({ ...frozen, stringData: { a: '2' } }),
      ['refused', 'data: Forbidden: field is immutable when `immutable` is set'],
    ],
    [
      'the same data of an immutable Secret, as text',
      secret(frozen),
      secret({ ...frozen, stringData: { a: '1' } }),
      ['unchanged'],
    ],
    [
      'the type of a Secret',
      secret({ type: 'example.com/a' }),
      secret({ type: 'example.com/b' }),
      ['refused', 'type: Invalid value: "example.com/b": field is immutable'],
    ],
    [
      'a Secret without its type',
      secret({ type: 'example.com/a' }),
      secret({}),
      ['refused', 'type: Invalid value: "Opaque": field is immutable'],
    ],
    [
      'secrets of an account',
      account({ secrets: [{ name: 'a' }] }),
      account({ secrets: [{ name: 'b', kind: 'Secret' }] }),
      ['changed', 'secrets[a]', 'secrets[b]'],
    ],
    [
      'how much a quota allows',
      quota({ scopes: ['BestEffort'] }),
      quota({ scopes: ['BestEffort'], hard: { pods: '6' } }),
      ['changed', 'spec.hard.pods'],
    ],
    [
      'the order of scopes',
      quota({ scopes: ['BestEffort', 'NotTerminating'] }),
      quota({ scopes: ['NotTerminating', 'BestEffort'] }),
      ['changed', 'spec.scopes'],
    ],
    [
      'a first scope',
      quota({}),
      quota({ scopes: ['BestEffort'] }),
      ['refused', 'spec.scopes: Invalid value: ["BestEffort"]: field is immutable'],
    ],
    [
      'the selector of scopes',
      quota({
        scopeSelector: { matchExpressions: [{ scopeName: 'PriorityClass', operator: 'Exists' }] },
      }),
      quota({}),
      ['changed', 'spec.scopeSelector'],
    ],
    [
      'the role of a binding',
      binding(role('Role', 'a')),
      binding(role('Role', 'b')),
      ['refused', 'roleRef: Invalid value: {…}: cannot change roleRef'],
    ],
    [
      'the kind of the role of a binding',
      binding(role('Role', 'a')),
      binding(role('ClusterRole', 'a')),
      ['refused', 'roleRef: Invalid value: {…}: cannot change roleRef'],
    ],
    [
      'the subjects of a binding',
      binding(role('Role', 'a')),
      binding(role('Role', 'a'), USER),
      ['changed', 'subjects'],
    ],
    [
      'the role of a binding in all namespaces',
      clusterBinding(role('ClusterRole', 'a')),
      clusterBinding(role('ClusterRole', 'b')),
      ['refused', 'roleRef: Invalid value: {…}: cannot change roleRef'],
    ],
    [
      'the subjects of a binding in all namespaces',
      clusterBinding(role('ClusterRole', 'a')),
      clusterBinding(role('ClusterRole', 'a'), USER),
      ['changed', 'subjects'],
    ],
    [
      'the value of a priority',
      priority({}),
      priority({ value: 6 }),
      ['refused', 'value: Forbidden: may not be changed in an update.'],
    ],
    [
      'whether a priority preempts',
      priority({}),
      priority({ preemptionPolicy: 'Never' }),
      ['refused', 'preemptionPolicy: Invalid value: "Never": field is immutable'],
    ],
    [
      'the words of a priority',
      priority({}),
      priority({ description: 'a' }),
      ['changed', 'description'],
    ],
    [
      'a priority that becomes the default',
      priority({}),
      priority({ globalDefault: true }),
      ['changed', 'globalDefault'],
    ],
    [
      'the controller of a class of Ingresses',
      ingressClass({}),
      ingressClass({ controller: 'example.com/b' }),
      ['refused', 'spec.controller: Invalid value: "example.com/b": field is immutable'],
    ],
    [
      'the parameters of a class of Ingresses',
      ingressClass({}),
      ingressClass({ parameters: { kind: 'A', name: 'a' } }),
      ['changed', 'spec.parameters'],
    ],
    [
      'the handler of a runtime',
      runtime({}),
      runtime({ handler: 'kata' }),
      ['refused', 'handler: Invalid value: "kata": field is immutable'],
    ],
    [
      'the overhead of a runtime',
      runtime({}),
      runtime({ overhead: { podFixed: { cpu: '1' } } }),
      ['changed', 'overhead'],
    ],
    [
      'addresses of Services',
      cidr(['10.97.0.0/24']),
      cidr(['10.97.1.0/24']),
      ['refused', 'spec.cidrs[0]: Invalid value: "10.97.1.0/24": field is immutable'],
    ],
    [
      'addresses of the other family beside them',
      cidr(['10.97.0.0/24']),
      cidr(['10.97.0.0/24', 'fd00:97::/112']),
      ['changed', 'spec.cidrs'],
    ],
    [
      'addresses of the other family before them',
      cidr(['10.97.0.0/24']),
      cidr(['fd00:97::/112', '10.97.0.0/24']),
      ['refused', 'spec.cidrs[0]: Invalid value: "fd00:97::/112": field is immutable'],
    ],
    [
      'no addresses of the other family any more',
      cidr(['10.97.0.0/24', 'fd00:97::/112']),
      cidr(['10.97.0.0/24']),
      ['refused', 'spec.cidrs: Invalid value: ["10.97.0.0/24"]: field is immutable'],
    ],
    [
      'other addresses of the second family',
      cidr(['10.97.0.0/24', 'fd00:97::/112']),
      cidr(['10.97.0.0/24', 'fd00:98::/112']),
      ['refused', 'spec.cidrs[1]: Invalid value: "fd00:98::/112": field is immutable'],
    ],
    [
      'other addresses of both families',
      cidr(['10.97.0.0/24', 'fd00:97::/112']),
      cidr(['10.97.1.0/24', 'fd00:98::/112']),
      [
        'refused',
        'spec.cidrs[0]: Invalid value: "10.97.1.0/24": field is immutable',
        'spec.cidrs[1]: Invalid value: "fd00:98::/112": field is immutable',
      ],
    ],
    [
      'labels of addresses of Services',
      cidr(['10.97.0.0/24']),
      { ...cidr(['10.97.0.0/24']), metadata: { name: 'one', labels: { a: 'b' } } },
      ['changed', 'metadata.labels'],
    ],
    [
      'the addresses in a slice',
      slice({}),
      slice({ endpoints: [{ addresses: ['10.1.2.4'] }] }),
      ['changed', 'endpoints'],
    ],
    [
      'the type of the addresses in a slice',
      slice({}),
      slice({ addressType: 'IPv6', endpoints: [{ addresses: ['fd00::1'] }] }),
      ['refused', 'addressType: Invalid value: "IPv6": field is immutable'],
    ],
    [
      'what a claim of devices asks for',
      claim(devices('a')),
      claim(devices('b')),
      ['refused', 'spec: Invalid value: {…}: field is immutable'],
    ],
    [
      'what a template of such claims asks for',
      claimTemplate(devices('a')),
      claimTemplate(devices('b')),
      ['refused', 'spec: Invalid value: {…}: field is immutable'],
    ],
    [
      'the nodes of a capacity',
      capacity({ nodeTopology: { matchLabels: { a: 'b' } } }),
      capacity({ nodeTopology: { matchLabels: { a: 'c' } } }),
      ['refused', 'nodeTopology: Invalid value: {…}: field is immutable'],
    ],
    [
      'the class of a capacity',
      capacity({}),
      capacity({ storageClassName: 'slow' }),
      ['refused', 'storageClassName: Invalid value: "slow": field is immutable'],
    ],
    ['a capacity', capacity({}), capacity({ capacity: '2Gi' }), ['changed', 'capacity']],
    [
      'the kind of a definition',
      definition(),
      definition({ kind: 'Store' }),
      ['refused', 'spec.names.kind: Invalid value: "Store": field is immutable'],
    ],
    [
      'the list of a definition',
      definition(),
      definition({ listKind: 'Stores' }),
      ['changed', 'spec.names.listKind'],
    ],
    [
      'the short names of a definition',
      definition(),
      definition({ shortNames: ['sh'] }),
      ['changed', 'spec.names.shortNames'],
    ],
    [
      'the plural of a definition',
      definition(),
      definition({ plural: 'stores' }),
      ['refused', 'spec.names.plural: Invalid value: "stores": field is immutable'],
    ],
    [
      'the group of a definition',
      definition(),
      definition({}, { group: 'example.org' }),
      ['refused', 'spec.group: Invalid value: "example.org": field is immutable'],
    ],
    [
      'the scope of a definition',
      definition(),
      definition({}, { scope: 'Cluster' }),
      ['refused', 'spec.scope: Invalid value: "Cluster": field is immutable'],
    ],
    [
      'a version more',
      definition(),
      definition({}, { versions: [version('v1'), version('v2', { storage: false })] }),
      ['changed', 'spec.versions[v2]'],
    ],
    [
      'another version that is stored',
      definition(),
      definition({}, { versions: [version('v1', { storage: false }), version('v2')] }),
      ['changed', 'spec.versions[v1].storage', 'spec.versions[v2]'],
    ],
    [
      'the version that was stored gone',
      definition(),
      definition({}, { versions: [version('v2')] }),
      [
        'refused',
        'status.storedVersions[0]: Invalid value: "v1": missing from spec.versions; v1 was previously a storage version, and must remain in spec.versions until a storage migration ensures no data remains persisted in v1 and removes v1 from status.storedVersions',
      ],
    ],
    [
      'a version gone that was never stored',
      definition({}, { versions: [version('v1'), version('v2', { storage: false })] }),
      definition(),
      ['changed', 'spec.versions[v2]'],
    ],
    [
      'the second of two versions gone, which was stored',
      definition({}, { versions: [version('v1', { storage: false }), version('v2')] }),
      definition(),
      [
        'refused',
        'status.storedVersions[0]: Invalid value: "v2": missing from spec.versions; v2 was previously a storage version, and must remain in spec.versions until a storage migration ensures no data remains persisted in v2 and removes v2 from status.storedVersions',
      ],
    ],
    [
      'a stored version that is no longer served',
      definition(),
      definition(
        {},
        { versions: [version('v1', { storage: false, served: false }), version('v2')] },
      ),
      ['changed', 'spec.versions[v1].served', 'spec.versions[v1].storage', 'spec.versions[v2]'],
    ],
  ]),
)('%s', (_about, row) => {
  expect(answerTo(row)).toEqual(row[3]);
});
