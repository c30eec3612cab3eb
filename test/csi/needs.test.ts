/**
 * Pods with nulls, or written in part: read as the API server reads them, and for no more than they
 * say.
 */
import { POD } from './tiny';
import { needsOf } from '../../src/csi/build/needs';
import { PodSpec } from '../../src/csi/core';

const ANY = { type: 'RunAsAny' };

/** What the pod needs, where its one container has such a context and the pod another one. */
function needs(
  ofContainer: object | undefined,
  ofPod: object | null = {},
  others: object = {},
): { readonly [field: string]: unknown } {
  const [container] = POD.containers;
  return needsOf({
    ...POD,
    containers: [{ ...container, securityContext: ofContainer }],
    securityContext: ofPod,
    ...others,
  } as PodSpec);
}

test.each<[string, object, object, string, unknown]>([
  [
    'a user that is null',
    { runAsUser: null },
    { runAsUser: 7 },
    'runAsUser',
    { type: 'MustRunAs', uid: 7 },
  ],
  [
    'a user that is undefined',
    { runAsUser: undefined },
    { runAsUser: 7 },
    'runAsUser',
    { type: 'MustRunAs', uid: 7 },
  ],
  [
    "root in place of the pod's user",
    { runAsUser: 0 },
    { runAsUser: 7 },
    'runAsUser',
    { type: 'MustRunAs', uid: 0 },
  ],
  [
    "no promise in place of the pod's",
    { runAsNonRoot: false },
    { runAsNonRoot: true },
    'runAsUser',
    ANY,
  ],
  [
    'a promise that is null',
    { runAsNonRoot: null },
    { runAsNonRoot: true },
    'runAsUser',
    { type: 'MustRunAsNonRoot' },
  ],
  [
    'a label that is null',
    { seLinuxOptions: null },
    { seLinuxOptions: { type: 'a' } },
    'seLinuxContext',
    { type: 'MustRunAs', seLinuxOptions: { type: 'a' } },
  ],
  [
    "a label in place of the pod's",
    { seLinuxOptions: { type: 'b' } },
    { seLinuxOptions: { type: 'a' } },
    'seLinuxContext',
    { type: 'MustRunAs', seLinuxOptions: { type: 'b' } },
  ],
  [
    'a profile that is null',
    { seccompProfile: null },
    { seccompProfile: { type: 'RuntimeDefault' } },
    'seccompProfiles',
    ['runtime/default'],
  ],
  ['a profile without a type', {}, { seccompProfile: {} }, 'seccompProfiles', undefined],
])(
  'of a container with %s, the rest is read from the pod',
  (_, ofContainer, ofPod, field, expected) => {
    expect(needs(ofContainer, ofPod)[field]).toEqual(expected);
  },
);

test.each<[string, object, string, unknown]>([
  [
    'further groups of which one is not a number',
    { supplementalGroups: [3, '4', null] },
    'supplementalGroups',
    { type: 'MustRunAs', ranges: [{ min: 3, max: 3 }] },
  ],
  [
    'further groups of which none is a number',
    { supplementalGroups: ['4'] },
    'supplementalGroups',
    ANY,
  ],
  ['further groups with that of root', { supplementalGroups: [0, 3] }, 'supplementalGroups', ANY],
  ['no list of further groups', { supplementalGroups: null }, 'supplementalGroups', ANY],
  ['a group that is null', { fsGroup: null }, 'fsGroup', ANY],
  ['a group that is a text', { fsGroup: '5' }, 'fsGroup', ANY],
  ['no kernel parameters', { sysctls: [] }, 'allowedUnsafeSysctls', undefined],
  [
    'kernel parameters',
    {
      sysctls: [
        { name: 'b', value: '1' },
        { name: 'a', value: '1' },
        { name: 'b', value: '2' },
      ],
    },
    'allowedUnsafeSysctls',
    ['a', 'b'],
  ],
])('of a pod with %s', (_, ofPod, field, expected) =>
  expect(needs(undefined, ofPod)[field]).toEqual(expected),
);

test('contexts that are null say as little as those that are not there', () => {
  expect(needs(undefined, null)).toEqual(needs(undefined));
  expect(needs({}, null)).toEqual(needs(undefined));
});

test.each<[string, object, string, unknown]>([
  [
    'false for what it takes of the host',
    { hostPID: false, hostIPC: false, hostNetwork: false },
    'seLinuxContext',
    { type: 'MustRunAs' },
  ],
  ['a token that it asks for', { automountServiceAccountToken: true }, 'volumes', ['projected']],
  [
    'two volumes of a kind',
    {
      volumes: [
        { name: 'a', nfs: {} },
        { name: 'b', nfs: {} },
      ],
    },
    'volumes',
    ['nfs', 'projected'],
  ],
  [
    'a volume with a source and a null',
    { volumes: [{ name: 'a', nfs: {}, hostPath: null }] },
    'volumes',
    ['nfs', 'projected'],
  ],
  [
    'a volume of a kind that objects have',
    { volumes: [{ name: 'a', constructor: {} }] },
    'volumes',
    ['constructor', 'projected'],
  ],
])('of a pod with %s, nothing more is needed', (_, pod, field, expected) =>
  expect(needs(undefined, {}, pod)[field]).toEqual(expected),
);
