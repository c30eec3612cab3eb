/** Pod Security: each control of its two levels, as the page on its standards lists them. */
import { securityProblem } from '../../src/diff/admission/pod-security';

type Fields = { readonly [field: string]: unknown };

/** A container, and a pod, that are let in at the level restricted. */
const CONTAINER = {
  name: 'app',
  securityContext: {
    allowPrivilegeEscalation: false,
    runAsNonRoot: true,
    capabilities: { drop: ['ALL'] },
    seccompProfile: { type: 'RuntimeDefault' },
  },
};
const template = (container: Fields, spec: Fields = {}, list = 'containers') => ({
  spec: { [list]: [container], ...spec },
});
const secured = (more: Fields, spec: Fields = {}) =>
  template({ ...CONTAINER, securityContext: { ...CONTAINER.securityContext, ...more } }, spec);

test.each(['baseline', 'restricted'])('%s lets in what has nothing special', (level) => {
  expect(securityProblem(level, template(CONTAINER))).toBeUndefined();
});

const BASELINE: readonly (readonly [string, Fields])[] = [
  ...['hostNetwork', 'hostPID', 'hostIPC'].map(
    (field) => [field, template(CONTAINER, { [field]: true })] as const,
  ),
  ['a hostPath volume', template(CONTAINER, { volumes: [{ name: 'a', hostPath: { path: '/' } }] })],
  ['privileged', secured({ privileged: true })],
  ['hostPort', template({ ...CONTAINER, ports: [{ containerPort: 1, hostPort: 80 }] })],
  ...['SYS_ADMIN', 'NET_ADMIN', 'ALL', ''].map(
    (one) =>
      ['capabilities.add', secured({ capabilities: { drop: ['ALL'], add: [one] } })] as const,
  ),
  ['procMount', secured({ procMount: 'Unmasked' })],
  ['seccompProfile Unconfined', secured({ seccompProfile: { type: 'Unconfined' } })],
  [
    'seccompProfile Unconfined',
    template(CONTAINER, { securityContext: { seccompProfile: { type: 'Unconfined' } } }),
  ],
];

describe.each(['baseline', 'restricted'])('%s', (level) => {
  test.each(BASELINE)('keeps out %s', (problem, pod) => {
    expect(securityProblem(level, pod)).toBe(problem);
  });
});

test.each(BASELINE)('privileged lets in %s', (_problem, pod) => {
  expect(securityProblem('privileged', pod)).toBeUndefined();
});

test.each(['initContainers', 'ephemeralContainers'])('%s are looked at as well', (list) => {
  const bad = { ...CONTAINER, securityContext: { privileged: true } };
  expect(securityProblem('baseline', template(bad, {}, list))).toBe('privileged');
});

test.each<[string, Fields]>([
  ['host namespaces that are not shared', template(CONTAINER, { hostNetwork: false })],
  ['a port of the host that is 0', template({ ...CONTAINER, ports: [{ hostPort: 0 }] })],
  ['a port of the pod', template({ ...CONTAINER, ports: [{ containerPort: 80 }] })],
  ['the default mount of /proc', secured({ procMount: 'Default' })],
  ['a profile of the node', secured({ seccompProfile: { type: 'Localhost' } })],
  ['a container that is not privileged', secured({ privileged: false })],
])('both levels let in %s', (_about, pod) => {
  expect(['baseline', 'restricted'].map((level) => securityProblem(level, pod))).toEqual([
    undefined,
    undefined,
  ]);
});

test.each([
  'AUDIT_WRITE',
  'CHOWN',
  'DAC_OVERRIDE',
  'FOWNER',
  'FSETID',
  'KILL',
  'MKNOD',
  'NET_BIND_SERVICE',
  'SETFCAP',
  'SETGID',
  'SETPCAP',
  'SETUID',
  'SYS_CHROOT',
])('baseline lets a container add %s, and restricted only NET_BIND_SERVICE', (capability) => {
  const pod = secured({ capabilities: { drop: ['ALL'], add: [capability] } });
  expect(['baseline', 'restricted'].map((level) => securityProblem(level, pod))).toEqual([
    undefined,
    capability === 'NET_BIND_SERVICE' ? undefined : 'capabilities.add',
  ]);
});

test.each<[string, Fields]>([
  ['a volume of a forbidden kind', template(CONTAINER, { volumes: [{ name: 'a', nfs: {} }] })],
  ['runAsUser: 0', template(CONTAINER, { securityContext: { runAsUser: 0 } })],
  ['runAsUser: 0', secured({ runAsUser: 0 })],
  ['allowPrivilegeEscalation, which is not false,', secured({ allowPrivilegeEscalation: true })],
  [
    'allowPrivilegeEscalation, which is not false,',
    secured({ allowPrivilegeEscalation: undefined }),
  ],
  ['runAsNonRoot, which is not true,', secured({ runAsNonRoot: false })],
  ['runAsNonRoot, which is not true,', secured({ runAsNonRoot: undefined })],
  [
    'runAsNonRoot, which is not true,',
    secured({ runAsNonRoot: false }, { securityContext: { runAsNonRoot: true } }),
  ],
  ['capabilities.drop without ALL', secured({ capabilities: undefined })],
  ['capabilities.drop without ALL', secured({ capabilities: { drop: ['CHOWN'] } })],
  ['capabilities.drop without ALL', secured({ capabilities: { drop: 'ALL' } })],
  ['a missing seccompProfile', secured({ seccompProfile: undefined })],
])('restricted alone keeps out %s', (problem, pod) => {
  expect(['baseline', 'restricted'].map((level) => securityProblem(level, pod))).toEqual([
    undefined,
    problem,
  ]);
});

test.each<[string, Fields, Fields]>([
  ['runAsNonRoot', { runAsNonRoot: undefined }, { runAsNonRoot: true }],
  ['seccompProfile', { seccompProfile: undefined }, { seccompProfile: { type: 'RuntimeDefault' } }],
])('%s of the pod stands for its containers', (_field, own, securityContext) => {
  expect(securityProblem('restricted', secured(own, { securityContext }))).toBeUndefined();
});

test.each([
  'configMap',
  'csi',
  'downwardAPI',
  'emptyDir',
  'ephemeral',
  'image',
  'persistentVolumeClaim',
  'projected',
  'secret',
])('restricted lets in a volume of the kind %s', (kind) => {
  const pod = template(CONTAINER, { volumes: [{ name: 'a', [kind]: {} }] });
  expect(securityProblem('restricted', pod)).toBeUndefined();
});
