/**
 * The props of a viewer and what they mean: for its spec, its place and its principals, and where
 * findings are in them.
 */
import { Severity } from '../../src/findings';
import { CoLocationMode } from '../../src/placement/core';
import { ViewerImage } from '../../src/viewer/constructs/viewer-image';
import { ViewerRouting } from '../../src/viewer/constructs/viewer-routing';
import {
  atProps,
  checkInput,
  knownViewer,
  requestOf,
  resourceOfInput,
  viewerOf,
  ViewerParts,
} from '../../src/viewer/input';
import { ViewerInput } from '../../src/viewer/input-shape';
import { ViewerSpec } from '../../src/viewer/spec';

const INPUT: ViewerInput = { claim: 'data', namespace: 'ada' };
const SPEC: ViewerSpec = { name: 'data', namespace: 'ada', pvc: 'data', routing: { kind: 'none' } };

test.each([
  ['app', 'image'],
  ['app.port', 'image.port'],
  ['apple', 'apple'],
  ['readOnly', 'readOnly'],
  ['userFromPlatform', 'userFromPlatform'],
  ['cull', 'cull'],
  ['cull.afterIdle', 'cull.afterIdle'],
  ['cull.dailyAt', 'cull.dailyAt'],
  ['routing.parentRefs', 'routing.gatewayName'],
  ['routing.parentRefs[0]', 'routing.gatewayName[0]'],
  ['routing.parentRefs[0].name', 'routing.gatewayName'],
  ['routing.parentRefs[0].namespace', 'routing.gatewayNamespace'],
  ['routing.parentRefs[0].sectionName', 'routing.sectionName'],
  ['routing.parentRefs[0].port', 'routing.port'],
  ['routing.gateway', 'routing.gateway'],
  ['user', 'user'],
  ['pvc', 'claim'],
  ['', ''],
])('a finding at %p of the spec is at %p of the props', (path, expected) => {
  const finding = {
    rule: 'viewer/x',
    severity: Severity.ERROR,
    path,
    message: 'afterIdle is set twice: afterIdle',
    remedy: 'remove afterIdle',
  };
  const { _app: app } = ViewerImage.dufs();
  const { _routing: routing, _build: buildRouting } = ViewerRouting.httpRoute({ gatewayName: 'g' });
  expect(atProps([finding], INPUT, { app, routing, buildRouting })).toEqual([
    { ...finding, path: expected },
  ]);
});

test.each<
  [
    what: string,
    namespace: string | undefined,
    parents: { name: string; namespace?: string }[],
    principals: string[],
  ]
>([
  ["of the viewer's namespace", 'ada', [{ name: 'main' }], ['cluster.local/ns/ada/sa/main-istio']],
  [
    'of its own namespace',
    'ada',
    [{ name: 'main', namespace: 'gw' }],
    ['cluster.local/ns/gw/sa/main-istio'],
  ],
  [
    'of a namespace that is not known',
    undefined,
    [{ name: 'main' }],
    ['cluster.local/ns//sa/main-istio'],
  ],
  [
    'with two listeners',
    'ada',
    [{ name: 'main' }, { name: 'main' }, { name: 'other' }],
    ['cluster.local/ns/ada/sa/main-istio', 'cluster.local/ns/ada/sa/other-istio'],
  ],
])(
  'a Gateway %s has the principal that Istio gives it',
  (_what, namespace, parentRefs, principals) => {
    const { authorizationPolicy } = viewerOf(
      { claim: 'data', namespace, authorizationPolicy: {} },
      { routing: { kind: 'httpRoute', parentRefs } },
    );
    expect(authorizationPolicy).toEqual({ principals });
  },
);

test.each<[what: string, input: object, name: string]>([
  ['its own', { name: 'browse' }, 'browse'],
  ['its own, though it is empty', { name: '' }, ''],
  ['that of the claim', {}, 'data'],
  [
    'one that fits, of a claim that a Service cannot be called',
    { claim: 'My.Data' },
    'my-data-0fdf4e1d',
  ],
  ['none without a claim', { claim: undefined }, ''],
  ['none of a claim that is not a text', { claim: 5 }, ''],
])('a viewer has the name: %s', (_what, change, name) => {
  const input = { ...INPUT, ...change } as ViewerInput;
  expect(viewerOf(input, {}).name).toBe(name);
  expect(resourceOfInput(input).metadata.name).toBe(name);
});

test.each<[what: string, input: object, rules: string[]]>([
  ['a name', { name: 'browse' }, []],
  ['none', {}, []],
  ['a claim of a strange name', { claim: '9.lives' }, []],
  ['a name that is empty', { name: '' }, ['viewer/name']],
  ['a name that cannot be one', { name: 'a.b' }, ['viewer/name']],
  ['no claim, and so no name', { claim: undefined }, []],
  ['no claim, and a name that is empty', { claim: undefined, name: '' }, ['viewer/name']],
])('a name is told of where it was given: %s', (_what, change, rules) => {
  const findings = checkInput({ ...INPUT, ...change } as ViewerInput, {});
  expect(findings.map(({ rule }) => rule).filter((rule) => rule === 'viewer/name')).toEqual(rules);
});

test.each<[what: string, input: object, mode: CoLocationMode, follows: string]>([
  ['nothing', {}, CoLocationMode.AUTO, 'consumers'],
  ['to be near', { coLocation: CoLocationMode.AUTO }, CoLocationMode.AUTO, 'asked'],
  ['to be anywhere', { coLocation: CoLocationMode.NONE }, CoLocationMode.NONE, 'nobody'],
  ['a node', { nodeName: 'one' }, CoLocationMode.NONE, 'nobody'],
])('whom a viewer follows is said by %s', (_what, change: { nodeName?: string }, mode, follows) => {
  const input: ViewerInput = { ...INPUT, ...change };
  const parts: ViewerParts = { routing: SPEC.routing, accessModes: ['ReadWriteOnce'] };
  expect(requestOf(input, parts, 'key')).toEqual({
    key: 'key',
    namespace: 'ada',
    claim: { name: 'data', path: 'claim', accessModes: ['ReadWriteOnce'] },
    mode,
  });
  expect(knownViewer(input, parts)).toEqual({
    spec: { ...SPEC, readOnly: true },
    follows,
    accessModes: ['ReadWriteOnce'],
    hasOthers: change.nodeName !== undefined,
  });
});

test.each<[what: string, input: object, told: string[]]>([
  [
    'scheduling of the controller',
    { rwoScheduling: true },
    [
      'rwoScheduling: rwoScheduling has no effect outside of operator mode; remove it: the viewer follows its claim',
    ],
  ],
  [
    'no scheduling of the controller',
    { rwoScheduling: false },
    [
      'rwoScheduling: rwoScheduling has no effect outside of operator mode; use coLocation: CoLocationMode.NONE',
    ],
  ],
  [
    'a node without a place',
    { nodeName: 'one', coLocation: CoLocationMode.NONE },
    ['nodeName: "one" contradicts coLocation: "none"; remove one of the two'],
  ],
  ['a node with dots', { nodeName: 'ip-10-0-0-1.ec2.internal' }, []],
  [
    'settings of the controller',
    { settings: {} },
    [
      'settings: the settings of the controller have no effect outside of operator mode; use routing and podSpec, or set operatorMode: true',
    ],
  ],
])('props that do not go together are told of: %s', (_what, change, told) => {
  expect(
    checkInput({ ...INPUT, ...change }, {}).map(
      ({ path, message, remedy }) => `${path}: ${message}; ${remedy}`,
    ),
  ).toEqual(told);
});
