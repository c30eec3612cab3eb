/**
 * The objects that guard a viewer: policies of its own API groups that select its pods and let in
 * some.
 */
import { readTopology, Service } from '../../src/topology';
import { ViewerSpec } from '../../src/viewer/spec';
import { checkSurroundings, checkViewersTogether } from '../../src/viewer/surroundings/check';
import { isGuard, isGuarded } from '../../src/viewer/surroundings/guards';
import { checkUnknown } from '../../src/viewer/surroundings/unknown';

const LABELS = { app: 'viewer' };
const network = (spec: object, metadata: object = {}): any => ({
  apiVersion: 'networking.k8s.io/v1',
  kind: 'NetworkPolicy',
  metadata: { name: 'n', ...metadata },
  spec,
});
const mesh = (spec: object, metadata: object = {}): any => ({
  apiVersion: 'security.istio.io/v1',
  kind: 'AuthorizationPolicy',
  metadata: { name: 'm', ...metadata },
  spec,
});
const FROM_GATEWAY = { from: [{ namespaceSelector: { matchLabels: { team: 'gateway' } } }] };
const BY_GATEWAY = { from: [{ source: { principals: ['cluster.local/ns/gateway/sa/gateway'] } }] };
const told = (
  findings: readonly { rule: string; path: string; message: string; remedy: string }[],
) => findings.map(({ rule, path, message, remedy }) => `${rule} ${path}: ${message}; ${remedy}`);

test.each<[apiVersion: unknown, kind: unknown, isOne: boolean]>([
  ['networking.k8s.io/v1', 'NetworkPolicy', true],
  ['security.istio.io/v1', 'AuthorizationPolicy', true],
  ['security.istio.io/v1beta1', 'AuthorizationPolicy', true],
  ['networking.k8s.io/v1', 'Ingress', false],
  ['networking.k8s.io/v1', 'AuthorizationPolicy', false],
  ['crd.projectcalico.org/v1', 'NetworkPolicy', false],
  ['security.istio.io/v1', 'NetworkPolicy', false],
  ['security.istio.io/v1', 'PeerAuthentication', false],
  ['policy.linkerd.io/v1alpha1', 'AuthorizationPolicy', false],
  [undefined, 'NetworkPolicy', false],
  ['networking.k8s.io/v1', undefined, false],
])('%s %s is a policy about who reaches pods: %p', (apiVersion, kind, isOne) => {
  expect(isGuard(apiVersion, kind)).toBe(isOne);
});

test.each<[what: string, policies: object[], isOne: boolean]>([
  ['nothing', [], false],
  ['a network policy', [network({ podSelector: {}, ingress: [FROM_GATEWAY] })], true],
  ['one that lets in nobody', [network({ podSelector: {} })], true],
  [
    'one that names ingress',
    [network({ podSelector: {}, policyTypes: ['Egress', 'Ingress'] })],
    true,
  ],
  ['one without types', [network({ podSelector: {}, policyTypes: [] })], true],
  ['one about egress', [network({ podSelector: {}, policyTypes: ['Egress'] })], false],
  ['one in its namespace', [network({ podSelector: {} }, { namespace: 'ada' })], true],
  ['one in another namespace', [network({ podSelector: {} }, { namespace: 'bob' })], false],
  ['one for its pods', [network({ podSelector: { matchLabels: LABELS } })], true],
  ['one for others', [network({ podSelector: { matchLabels: { app: 'shop' } } })], false],
  ['a rule without peers', [network({ podSelector: {}, ingress: [{}] })], false],
  ['a rule with no peers', [network({ podSelector: {}, ingress: [{ from: [] }] })], false],
  [
    'a narrow rule and an open one',
    [network({ podSelector: {}, ingress: [FROM_GATEWAY, {}] })],
    false,
  ],
  [
    'a narrow policy and an open one',
    [
      network({ podSelector: {}, ingress: [FROM_GATEWAY] }),
      network({ podSelector: {}, ingress: [{}] }),
    ],
    false,
  ],
  ['a policy of the mesh', [mesh({ rules: [BY_GATEWAY] })], true],
  ['one of the mesh that lets in nobody', [mesh({})], true],
  ['one of the mesh in another namespace', [mesh({}, { namespace: 'bob' })], false],
  ['one of the mesh for others', [mesh({ selector: { matchLabels: { app: 'shop' } } })], false],
  ['one that allows', [mesh({ action: 'ALLOW', rules: [BY_GATEWAY] })], true],
  ['one that denies some', [mesh({ action: 'DENY', rules: [BY_GATEWAY] })], false],
  ['one that only writes down', [mesh({ action: 'AUDIT', rules: [BY_GATEWAY] })], false],
  ['a single sign-on', [mesh({ action: 'CUSTOM', rules: [{}] })], true],
  [
    'a single sign-on beside an open policy',
    [mesh({ rules: [{}] }), mesh({ action: 'CUSTOM', rules: [{}] })],
    true,
  ],
  [
    'a denial and a narrow policy',
    [mesh({ action: 'DENY', rules: [{}] }), mesh({ rules: [BY_GATEWAY] })],
    true,
  ],
  ['a rule of the mesh for everybody', [mesh({ rules: [{}] })], false],
  [
    'a narrow policy of the mesh and an open one',
    [mesh({ rules: [BY_GATEWAY] }), mesh({ rules: [{}] })],
    false,
  ],
  [
    'an open policy of the mesh and a narrow one',
    [mesh({ rules: [{}] }), mesh({ rules: [BY_GATEWAY] })],
    false,
  ],
  ['a narrow rule of the mesh and an open one', [mesh({ rules: [BY_GATEWAY, {}] })], false],
  [
    'a condition in the place of sources',
    [mesh({ rules: [{ when: [{ key: 'request.headers[user]', values: ['ada'] }] }] })],
    true,
  ],
  ['a list of conditions that is empty', [mesh({ rules: [{ when: [] }] })], false],
  ['a source that is empty', [mesh({ rules: [{ from: [{ source: {} }] }] })], false],
  [
    'a narrow source and one of everybody',
    [mesh({ rules: [{ from: [...BY_GATEWAY.from, { source: { principals: ['*'] } }] }] })],
    false,
  ],
  [
    'everybody of one namespace',
    [mesh({ rules: [{ from: [{ source: { principals: ['*'], namespaces: ['gateway'] } }] }] })],
    true,
  ],
  [
    'an open policy of the mesh behind a network policy',
    [network({ podSelector: {} }), mesh({ rules: [{}] })],
    true,
  ],
  [
    'an open network policy in front of one of the mesh',
    [network({ podSelector: {}, ingress: [{}] }), mesh({})],
    true,
  ],
])('a viewer is guarded or not by %s', (_what, policies, isOne) => {
  expect(isGuarded(policies as any, 'ada', LABELS)).toBe(isOne);
});

test.each<[expression: object, isSelected: boolean]>([
  [{ key: 'app', operator: 'In', values: ['shop', 'viewer'] }, true],
  [{ key: 'app', operator: 'In', values: ['shop'] }, false],
  [{ key: 'app', operator: 'In' }, false],
  [{ key: 'team', operator: 'In', values: ['a'] }, false],
  [{ key: 'team', operator: 'In', values: [undefined] }, false],
  [{ key: 'app', operator: 'NotIn', values: ['viewer'] }, false],
  [{ key: 'app', operator: 'NotIn', values: ['shop'] }, true],
  [{ key: 'team', operator: 'NotIn', values: ['a'] }, true],
  [{ key: 'team', operator: 'NotIn', values: [undefined] }, true],
  [{ key: 'app', operator: 'Exists' }, true],
  [{ key: 'team', operator: 'Exists' }, false],
  [{ key: 'toString', operator: 'Exists' }, false],
  [{ key: 'app', operator: 'DoesNotExist' }, false],
  [{ key: 'team', operator: 'DoesNotExist' }, true],
])('the expression %j selects a viewer: %p', (expression, isSelected) => {
  const both = { matchLabels: LABELS, matchExpressions: [expression] };
  expect(isGuarded([network({ podSelector: both })], 'ada', LABELS)).toBe(isSelected);
  expect(isGuarded([mesh({ selector: both })], 'ada', LABELS)).toBe(isSelected);
  expect(
    isGuarded([network({ podSelector: { ...both, matchLabels: { app: 'shop' } } })], 'ada', LABELS),
  ).toBe(false);
});

describe('a viewer that has', () => {
  const EMPTY = readTopology([]);
  const SPEC: ViewerSpec = {
    name: 'data',
    namespace: 'ada',
    pvc: 'data',
    routing: { kind: 'none' },
    fsGroup: 1000,
  };
  const OPEN =
    'viewer/open-access networkPolicy: no policy restricts who can reach the viewer, so anyone may read and write the files of "data"; ' +
    'set networkPolicy or authorizationPolicy, make the viewer read-only, or acknowledge viewer/open-access';

  test.each<[what: string, change: Partial<ViewerSpec>, expected: string[]]>([
    ['no policy', {}, [OPEN]],
    ['a network policy', { networkPolicy: { from: [] } }, []],
    ['an authorization policy', { authorizationPolicy: { principals: ['a'] } }, []],
    ['nothing to write', { readOnly: true }, []],
    ['no claim', { pvc: '' }, []],
  ])('%s is open or not', (_what, change, expected) => {
    expect(
      told(checkUnknown({ spec: { ...SPEC, ...change }, follows: 'nobody' }, EMPTY, [])),
    ).toEqual(expected);
  });
});

describe('a claim of these access modes', () => {
  const READ_ONLY =
    'viewer/read-only-claim pvc: the claim "data" is read-only (ReadOnlyMany), but the viewer offers to write; make the viewer read-only';
  const around = (
    accessModes: readonly string[] | undefined,
    readOnly?: boolean,
    stored?: string[],
  ) =>
    told(
      checkSurroundings(
        { namespace: 'ada', pvc: 'data', podLabels: {}, accessModes, readOnly },
        readTopology(stored ? [claim(stored)] : []),
        () => false,
      ),
    );
  const claim = (accessModes: string[], namespace: string | undefined = 'ada') => ({
    key: 'claim',
    manifest: {
      apiVersion: 'v1',
      kind: 'PersistentVolumeClaim',
      metadata: { name: 'data', ...(namespace ? { namespace } : {}) },
      spec: { accessModes },
    },
  });

  test.each<[modes: string[] | undefined, expected: string[]]>([
    [undefined, []],
    [[], []],
    [['ReadOnlyMany'], [READ_ONLY]],
    [['ReadOnlyMany', 'ReadWriteMany'], []],
    [['ReadWriteOnce'], []],
  ])('%j lets a viewer write or not', (modes, expected) => {
    expect(around(modes)).toEqual(expected);
    expect(around(modes, true)).toEqual([]);
    expect(around(undefined, false, modes)).toEqual(expected);
  });

  test('ReadWriteOncePod is for one viewer, wherever both are', () => {
    const viewers = (...namespaces: (string | undefined)[]) =>
      namespaces.map((namespace, index) => ({
        construct: `${index}`,
        name: `v${index}`,
        namespace,
        pvc: 'data',
      }));
    const together = (mode: string, ...namespaces: (string | undefined)[]) =>
      checkViewersTogether(
        viewers(...namespaces),
        readTopology([claim([mode]), claim([mode], 'bob'), claim([mode], '')]),
      ).map(
        ({ construct, path, message, remedy }) => `${construct} ${path}: ${message}; ${remedy}`,
      );
    const taken = (index: number, other: number) =>
      `${index} pvc: the claim "data" is for one pod (ReadWriteOncePod), but the viewer "v${other}" uses it; mount it in one pod, or claim ReadWriteOnce`;
    expect(together('ReadWriteOncePod', 'ada', 'ada', 'ada')).toEqual([taken(1, 0), taken(2, 0)]);
    expect(together('ReadWriteOncePod', 'ada', 'bob', undefined)).toEqual([]);
    expect(together('ReadWriteOncePod', undefined, 'ada', undefined)).toEqual([taken(2, 0)]);
    expect(together('ReadWriteOnce', 'ada', 'ada')).toEqual([]);
  });

  test('does not matter to a Service that catches its pods', () => {
    const service = (name: string) => ({
      key: name,
      manifest: {
        apiVersion: 'v1',
        kind: 'Service',
        metadata: { name, namespace: 'ada' },
        spec: { selector: { app: 'viewer' } },
      },
    });
    const topology = readTopology([service('own'), service('other')]);
    const isOwn = ({ name }: Service) => name === 'own';
    expect(
      told(
        checkSurroundings({ namespace: 'ada', pvc: 'data', podLabels: LABELS }, topology, isOwn),
      ),
    ).toEqual([
      'viewer/caught-by-service : the Service "other" (other) selects the pods of the viewer with {"app":"viewer"}; make its selector more specific, or rename the viewer',
    ]);
  });

  test.each([
    [5, []],
    [6, ['more Services than these 5 select the pods of the viewer']],
  ])('is told of five Services that catch its pods, of %d', (count, more) => {
    const names = Array.from({ length: count }, (_, index) => `s-${index}`);
    const topology = readTopology(
      names.map((name) => ({
        key: name,
        manifest: {
          apiVersion: 'v1',
          kind: 'Service',
          metadata: { name, namespace: 'ada' },
          spec: { selector: { app: 'viewer' } },
        },
      })),
    );
    expect(
      checkSurroundings(
        { namespace: 'ada', pvc: 'data', podLabels: LABELS },
        topology,
        () => false,
      ).map(({ message }) => message),
    ).toEqual([
      ...names
        .slice(0, 5)
        .map(
          (name) =>
            `the Service "${name}" (${name}) selects the pods of the viewer with {"app":"viewer"}`,
        ),
      ...more,
    ]);
  });
});
