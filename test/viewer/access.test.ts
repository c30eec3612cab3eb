/** Access to a viewer: policies that let everybody in are told of, and what ends that. */
import { Severity } from '../../src/findings';
import { checkViewer } from '../../src/viewer/check';
import { ViewerSpec } from '../../src/viewer/spec';

const BASE: ViewerSpec = {
  name: 'data',
  namespace: 'ada',
  pvc: 'data',
  routing: { kind: 'virtualService', gateway: 'kubeflow/kubeflow-gateway' },
};
const GATEWAY = 'cluster.local/ns/istio-system/sa/gateway';
const gatewayOnly = {
  from: [{ namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'istio-system' } } }],
};

const told = (change: Partial<ViewerSpec>) =>
  checkViewer({ ...BASE, ...change }).map(
    ({ severity, rule, path, message, remedy }) =>
      `${severity} ${rule} ${path}: ${message}; ${remedy}`,
  );
const open = (path: string, who: string, remedy: string) =>
  `warning viewer/open-access ${path}: ${who}, so anyone may read and write the files of "data"; ${remedy}, make the viewer read-only, or acknowledge viewer/open-access`;
const openPeer = (path: string, who: string) =>
  open(`networkPolicy.${path}`, who, 'name the namespace of the gateway');
const block = (cidr: string, ...except: string[]) => ({
  ipBlock: { cidr, ...(except.length > 0 ? { except } : {}) },
});

test.each<[string, NonNullable<ViewerSpec['networkPolicy']>['from'], string[]]>([
  [
    'a selector of all namespaces',
    [{ namespaceSelector: {} }],
    [openPeer('from[0]', '{"namespaceSelector":{}} matches every pod of the cluster')],
  ],
  [
    'a selector of all namespaces, with lists that are empty',
    [{ podSelector: {}, namespaceSelector: { matchLabels: {}, matchExpressions: [] } }],
    [
      openPeer(
        'from[0]',
        '{"podSelector":{},"namespaceSelector":{"matchLabels":{},"matchExpressions":[]}} matches every pod of the cluster',
      ),
    ],
  ],
  [
    'namespaces that have a name',
    [
      {
        namespaceSelector: {
          matchExpressions: [{ key: 'kubernetes.io/metadata.name', operator: 'Exists' }],
        },
      },
    ],
    [
      openPeer(
        'from[0]',
        '{"namespaceSelector":{"matchExpressions":[{"key":"kubernetes.io/metadata.name","operator":"Exists"}]}} matches every pod of the cluster',
      ),
    ],
  ],
  [
    'an open peer beside a narrow one',
    [...gatewayOnly.from, { namespaceSelector: {} }],
    [openPeer('from[1]', '{"namespaceSelector":{}} matches every pod of the cluster')],
  ],
  [
    'every address of IPv4',
    [block('0.0.0.0/0')],
    [openPeer('from[0]', '{"ipBlock":{"cidr":"0.0.0.0/0"}} matches every address')],
  ],
  [
    'every address of IPv6',
    [block('::/0')],
    [openPeer('from[0]', '{"ipBlock":{"cidr":"::/0"}} matches every address')],
  ],
  [
    'every address but a few',
    [block('0.0.0.0/0', '10.0.0.0/8')],
    [
      openPeer(
        'from[0]',
        '{"ipBlock":{"cidr":"0.0.0.0/0","except":["10.0.0.0/8"]}} matches every address',
      ),
    ],
  ],
  [
    'every address in parts',
    [block('128.0.0.0/1'), block('0.0.0.0/2'), block('64.0.0.0/2')],
    [openPeer('from', 'the ranges together match every address')],
  ],
  [
    'every address in parts, with one inside of another',
    [block('0.0.0.0/1'), block('10.0.0.0/8'), block('128.0.0.0/1')],
    [openPeer('from', 'the ranges together match every address')],
  ],
  [
    'every address of IPv6 in parts',
    [block('::/1'), block('8000::/1')],
    [openPeer('from', 'the ranges together match every address')],
  ],
])('a network policy that lets everybody in is told of: %s', (_what, from, expected) => {
  expect(told({ networkPolicy: { from } })).toEqual(expected);
});

test.each<[string, NonNullable<ViewerSpec['networkPolicy']>['from']]>([
  ['pods of the own namespace', [{ podSelector: {} }]],
  [
    'some pods of all namespaces',
    [{ namespaceSelector: {}, podSelector: { matchLabels: { app: 'gateway' } } }],
  ],
  [
    'some pods of all namespaces, by an expression',
    [
      {
        namespaceSelector: {},
        podSelector: { matchExpressions: [{ key: 'app', operator: 'Exists' }] },
      },
    ],
  ],
  [
    'namespaces with a label',
    [
      {
        namespaceSelector: {
          matchExpressions: [{ key: 'example.com/trusted', operator: 'Exists' }],
        },
      },
    ],
  ],
  [
    'namespaces but some',
    [
      {
        namespaceSelector: {
          matchExpressions: [
            { key: 'kubernetes.io/metadata.name', operator: 'NotIn', values: ['tenant'] },
          ],
        },
      },
    ],
  ],
  ['a half of all addresses', [block('0.0.0.0/1')]],
  ['all addresses but one part', [block('0.0.0.0/1'), block('128.0.0.0/2')]],
  ['all addresses but the first part', [block('64.0.0.0/2'), block('128.0.0.0/1')]],
  ['halves of two versions', [block('0.0.0.0/1'), block('8000::/1')]],
])('a network policy that lets some in is fine: %s', (_what, from) => {
  expect(told({ networkPolicy: { from } })).toEqual([]);
});

test.each([
  '*',
  'cluster.local/*',
  'cluster.local/n*',
  'cluster.local/ns*',
  'cluster.local/ns/*',
  'c*',
])('the principal %s matches everyone in the mesh', (principal) => {
  expect(told({ authorizationPolicy: { principals: [GATEWAY, principal] } })).toEqual([
    open(
      'authorizationPolicy.principals[1]',
      `"${principal}" matches everyone in the mesh`,
      'name the service account of the gateway',
    ),
  ]);
});

test.each([
  GATEWAY,
  'cluster.local/ns/istio-system/*',
  'cluster.local/ns/i*',
  '*/sa/gateway',
  '**',
  'cluster.local/*/sa/gateway',
  'cluster.local/ns/',
])('the principal %s is not everybody', (principal) => {
  expect(told({ authorizationPolicy: { principals: [principal] } })).toEqual([]);
});

test('users are no restriction where anybody in the mesh can write the header that names them', () => {
  expect(told({ authorizationPolicy: { principals: ['*'], users: ['ada@example.com'] } })).toEqual([
    open(
      'authorizationPolicy.principals[0]',
      '"*" matches everyone in the mesh',
      'name the service account of the gateway',
    ),
  ]);
});

test('the user * is everybody, whatever else restricts the viewer', () => {
  const expected = [
    open(
      'authorizationPolicy.users[1]',
      'the user "*" matches everyone that the header names',
      'name the users, remove users if the gateway lets in no one else',
    ),
  ];
  expect(
    told({ authorizationPolicy: { principals: [GATEWAY], users: ['ada@example.com', '*'] } }),
  ).toEqual(expected);
  expect(
    told({
      authorizationPolicy: { principals: [GATEWAY], users: ['ada@example.com', '*'] },
      networkPolicy: gatewayOnly,
    }),
  ).toEqual(expected);
  expect(
    told({ authorizationPolicy: { principals: [GATEWAY], users: ['*@example.com'] } }),
  ).toEqual([]);
});

test('one policy that restricts is enough', () => {
  const open_ = {
    networkPolicy: { from: [{ namespaceSelector: {} }] },
    authorizationPolicy: { principals: ['*'] },
  };
  expect(told(open_)).toHaveLength(2);
  expect(told({ ...open_, networkPolicy: gatewayOnly })).toEqual([]);
  expect(told({ ...open_, authorizationPolicy: { principals: [GATEWAY] } })).toEqual([]);
});

describe('what is read only may be open to everybody', () => {
  const networkPolicy = { from: [{ namespaceSelector: {} }] };
  const pod = (volume: object, mount: object, more: object = {}) => ({
    containers: [
      {
        name: 'a',
        image: 'a:1',
        ports: [{ containerPort: 80 }],
        volumeMounts: [{ name: 'v', mountPath: '/v', ...mount }],
      },
    ],
    volumes: [{ name: 'v', persistentVolumeClaim: { claimName: 'data', ...volume } }],
    ...more,
  });

  test('by the option', () => {
    expect(told({ networkPolicy, readOnly: true })).toEqual([]);
  });

  test('by the volume of a podSpec, or by all of its mounts', () => {
    expect(told({ networkPolicy, podSpec: pod({ readOnly: true }, {}) })).toEqual([]);
    expect(told({ networkPolicy, podSpec: pod({}, { readOnly: true }) })).toEqual([]);
    expect(told({ networkPolicy, podSpec: pod({}, {}) })).toHaveLength(1);
  });

  test('but not where the claim is added to a podSpec', () => {
    const podSpec = { containers: [{ name: 'a', image: 'a:1', ports: [{ containerPort: 80 }] }] };
    expect(told({ networkPolicy, podSpec, injectVolumeAt: '/v' })).toHaveLength(1);
    expect(told({ networkPolicy, podSpec, injectVolumeAt: '/v', readOnly: true })).toEqual([]);
  });

  test('but not where another container of it writes', () => {
    const initContainers = [
      { name: 'init', image: 'a:1', volumeMounts: [{ name: 'v', mountPath: '/v' }] },
    ];
    expect(
      told({ networkPolicy, podSpec: pod({}, { readOnly: true }, { initContainers }) }),
    ).toHaveLength(1);
  });
});

test('an open policy is a warning', () => {
  expect(
    checkViewer({ ...BASE, networkPolicy: { from: [{ namespaceSelector: {} }] } }).map(
      ({ severity }) => severity,
    ),
  ).toEqual([Severity.WARNING]);
});
