import { AttachedDisks, LocalDisks } from './drivers';
import { listed, manifestsOf, newStack, synth } from './tree';
import { CsiDriverStackProps, SccMode } from '../../src/csi';
import { needsOf } from '../../src/csi/build/needs';
import { EfsCsiDriver } from '../../src/efs/constructs/efs-csi-driver';
import { Manifest } from '../../src/kube';
import { Platform } from '../../src/tree';
import * as fc from '../support/fast-check';
import { find } from '../support/manifests';
import { changes, objections } from '../support/scc';

const KIND = 'SecurityContextConstraints';
const DYNAMIC = { name: 'efs-dynamic', fileSystemId: 'fs-0123456789abcdef0' };
const ANY = { type: 'RunAsAny' };

function onOpenShift(props: Partial<CsiDriverStackProps> = {}): Manifest[] {
  return manifestsOf({ platform: Platform.OPENSHIFT, controller: { enabled: true }, ...props });
}

function podOf(manifests: readonly Manifest[], kind: string): any {
  return find(manifests, kind).spec.template.spec;
}

describe('the EFS driver', () => {
  test('has a constraint for the node plugin, which is privileged on the host', () => {
    expect(find(onOpenShift(), KIND, 'efs-csi-scc')).toEqual({
      apiVersion: 'security.openshift.io/v1',
      kind: KIND,
      metadata: {
        name: 'efs-csi-scc',
        labels: { 'app.kubernetes.io/name': 'aws-efs-csi-driver' },
        annotations: {
          'kubernetes.io/description':
            'What the node plugin of the EFS CSI driver does, for its service account only.',
        },
      },
      allowHostDirVolumePlugin: true,
      allowHostIPC: false,
      allowHostNetwork: true,
      allowHostPID: false,
      allowHostPorts: true,
      allowPrivilegeEscalation: true,
      allowPrivilegedContainer: true,
      allowedCapabilities: [],
      defaultAddCapabilities: [],
      fsGroup: ANY,
      groups: [],
      priority: 0,
      readOnlyRootFilesystem: false,
      requiredDropCapabilities: [],
      runAsUser: { type: 'MustRunAs', uid: 0 },
      seLinuxContext: ANY,
      supplementalGroups: ANY,
      users: ['system:serviceaccount:aws-efs-csi-driver:efs-csi-node-sa'],
      volumes: ['hostPath', 'projected'],
    });
  });

  test('has another one for the controller, which is neither', () => {
    expect(find(onOpenShift(), KIND, 'efs-csi-controller-scc')).toEqual({
      apiVersion: 'security.openshift.io/v1',
      kind: KIND,
      metadata: {
        name: 'efs-csi-controller-scc',
        labels: { 'app.kubernetes.io/name': 'aws-efs-csi-driver' },
        annotations: {
          'kubernetes.io/description':
            'What the controller of the EFS CSI driver does, for its service account only.',
        },
      },
      allowHostDirVolumePlugin: false,
      allowHostIPC: false,
      allowHostNetwork: false,
      allowHostPID: false,
      allowHostPorts: false,
      allowPrivilegeEscalation: false,
      allowPrivilegedContainer: false,
      allowedCapabilities: [],
      defaultAddCapabilities: [],
      fsGroup: ANY,
      groups: [],
      priority: 0,
      readOnlyRootFilesystem: false,
      requiredDropCapabilities: [],
      runAsUser: { type: 'MustRunAs', uid: 0 },
      seLinuxContext: { type: 'MustRunAs' },
      supplementalGroups: ANY,
      users: ['system:serviceaccount:aws-efs-csi-driver:efs-csi-controller-sa'],
      volumes: ['emptyDir', 'projected'],
    });
  });

  test.each<[string, Partial<CsiDriverStackProps>]>([
    ['as it is', {}],
    [
      "with a controller on the host's network",
      { controller: { enabled: true, hostNetwork: true } },
    ],
    [
      'with a controller that deletes directories',
      { driver: new EfsCsiDriver({ deleteAccessPointRootDir: true, storageClasses: [DYNAMIC] }) },
    ],
    [
      'with further fields of the pods',
      {
        node: { additionalFields: { hostIPC: true } },
        controller: { enabled: true, additionalFields: { hostPID: true } },
      },
    ],
    ['for another driver', { driver: new AttachedDisks() }],
  ])('runs its pods, %s, each under its own constraint', (_, props) => {
    const manifests = onOpenShift(props);
    const [node, controller] = manifests.filter(({ kind }) => kind === KIND);
    expect([
      objections(node, podOf(manifests, 'DaemonSet')),
      objections(controller, podOf(manifests, 'Deployment')),
    ]).toEqual([[], []]);
    expect(
      [
        ...changes(node, podOf(manifests, 'DaemonSet')),
        ...changes(controller, podOf(manifests, 'Deployment')),
      ].filter((one) => one !== 'seLinuxOptions'),
    ).toEqual([]);
    // Nobody else is allowed anything.
    expect([node, controller].map(({ groups, users }: any) => [groups, users.length])).toEqual([
      [[], 1],
      [[], 1],
    ]);
  });

  test('leaves the controller without the rights of the node plugin', () => {
    const manifests = onOpenShift();
    expect(
      objections(find(manifests, KIND, 'efs-csi-controller-scc'), podOf(manifests, 'DaemonSet')),
    ).toEqual([
      'allowHostDirVolumePlugin',
      'allowHostNetwork',
      'allowHostPorts',
      'allowPrivilegeEscalation',
      'allowPrivilegedContainer',
      'volumes hostPath',
    ]);
  });

  test('has none for a controller that there is not', () => {
    expect(listed(onOpenShift({ controller: {} })).filter((one) => one.startsWith(KIND))).toEqual([
      `${KIND} efs-csi-scc`,
    ]);
  });

  test('gives the controller its constraint when a class brings it', () => {
    const stack = newStack({ platform: Platform.OPENSHIFT });
    const before = JSON.stringify(find(synth(stack), KIND, 'efs-csi-scc'));
    expect(stack.controllerScc).toBeUndefined();
    stack.addStorageClass('more', {
      name: 'more',
      parameters: {
        provisioningMode: 'efs-ap',
        fileSystemId: 'fs-0123456789abcdef0',
        directoryPerms: '700',
      },
    });
    expect([stack.nodeScc!.name, stack.controllerScc!.name]).toEqual([
      'efs-csi-scc',
      'efs-csi-controller-scc',
    ]);
    expect(JSON.stringify(find(synth(stack), KIND, 'efs-csi-scc'))).toBe(before);
  });
});

describe('which constraints the pods name', () => {
  test.each([
    [
      'their own ones',
      {},
      [`${KIND} efs-csi-scc`, `${KIND} efs-csi-controller-scc`],
      ['efs-csi-scc', 'efs-csi-controller-scc'],
    ],
    [
      'their own ones by other names',
      { nodeSccName: 'mine', controllerSccName: 'ours' },
      [`${KIND} mine`, `${KIND} ours`],
      ['mine', 'ours'],
    ],
    [
      'the built-in one',
      { sccMode: SccMode.PRIVILEGED },
      [
        'ClusterRole efs-privileged-role',
        'RoleBinding efs-csi-node-privileged-binding',
        'ClusterRole efs-controller-privileged-role',
        'RoleBinding efs-csi-controller-privileged-binding',
      ],
      ['privileged', 'privileged'],
    ],
    [
      'a built-in one for the controller that allows less',
      { sccMode: SccMode.PRIVILEGED, controllerSccName: 'anyuid' },
      [
        'ClusterRole efs-privileged-role',
        'RoleBinding efs-csi-node-privileged-binding',
        'ClusterRole efs-controller-privileged-role',
        'RoleBinding efs-csi-controller-privileged-binding',
      ],
      ['privileged', 'anyuid'],
    ],
    [
      "somebody else's",
      { sccMode: SccMode.NONE, nodeSccName: 'theirs' },
      [],
      ['theirs', undefined],
    ],
    ['none', { sccMode: SccMode.NONE }, [], [undefined, undefined]],
    [
      'none, though they have their own ones',
      { pinScc: false },
      [`${KIND} efs-csi-scc`, `${KIND} efs-csi-controller-scc`],
      [undefined, undefined],
    ],
  ])('%s', (_, options, objects, pinned) => {
    const manifests = onOpenShift({ platform: Platform.OPENSHIFT, openshift: options });
    expect(listed(manifests).filter((one) => /Constraints|privileged/.test(one))).toEqual(objects);
    expect(
      ['DaemonSet', 'Deployment'].map(
        (kind) =>
          find(manifests, kind).spec.template.metadata.annotations?.['openshift.io/required-scc'],
      ),
    ).toEqual(pinned);
  });

  test('none where a driver needs none, whatever the mode is', () => {
    for (const sccMode of [SccMode.CUSTOM, SccMode.PRIVILEGED]) {
      const manifests = manifestsOf({
        driver: new LocalDisks(),
        platform: Platform.OPENSHIFT,
        openshift: { sccMode },
        namespace: 'local',
      });
      expect(listed(manifests).filter((one) => /Constraints|privileged/.test(one))).toEqual([]);
      expect(find(manifests, 'DaemonSet').spec.template.metadata.annotations).toBeUndefined();
    }
  });

  test("the right to use a built-in one is for one service account, in the driver's namespace only", () => {
    const manifests = onOpenShift({
      platform: Platform.OPENSHIFT,
      openshift: { sccMode: SccMode.PRIVILEGED, controllerSccName: 'anyuid' },
    });
    expect(find(manifests, 'ClusterRole', 'efs-controller-privileged-role')).toHaveProperty(
      'rules',
      [
        {
          apiGroups: ['security.openshift.io'],
          resources: ['securitycontextconstraints'],
          resourceNames: ['anyuid'],
          verbs: ['use'],
        },
      ],
    );
    expect(find(manifests, 'RoleBinding', 'efs-csi-controller-privileged-binding')).toEqual({
      apiVersion: 'rbac.authorization.k8s.io/v1',
      kind: 'RoleBinding',
      metadata: {
        name: 'efs-csi-controller-privileged-binding',
        namespace: 'aws-efs-csi-driver',
        labels: { 'app.kubernetes.io/name': 'aws-efs-csi-driver' },
      },
      roleRef: {
        apiGroup: 'rbac.authorization.k8s.io',
        kind: 'ClusterRole',
        name: 'efs-controller-privileged-role',
      },
      subjects: [
        { kind: 'ServiceAccount', name: 'efs-csi-controller-sa', namespace: 'aws-efs-csi-driver' },
      ],
    });
  });
});

/** What a pod of one container needs. */
function needs(
  securityContext: object | undefined,
  pod: object = {},
  additionalVolumeTypes?: string[],
): any {
  return needsOf(
    {
      containers: [{ name: 'a', image: 'a', ...(securityContext ? { securityContext } : {}) }],
      ...pod,
    } as never,
    additionalVolumeTypes,
  );
}

describe('what is read from a pod', () => {
  test.each<[string, object | undefined, object, object]>([
    [
      'nothing of which is said: users, groups and escalation as the image has them',
      undefined,
      {},
      {
        allowHostDirVolumePlugin: false,
        allowHostIPC: false,
        allowHostNetwork: false,
        allowHostPID: false,
        allowHostPorts: false,
        allowPrivilegeEscalation: true,
        allowPrivilegedContainer: false,
        allowedCapabilities: [],
        fsGroup: ANY,
        readOnlyRootFilesystem: false,
        requiredDropCapabilities: [],
        runAsUser: ANY,
        seLinuxContext: { type: 'MustRunAs' },
        supplementalGroups: ANY,
        volumes: ['projected'],
      },
    ],
  ])('%s', (_, securityContext, pod, expected) =>
    expect(needs(securityContext, pod)).toEqual(expected),
  );

  test.each<[string, object, object, object]>([
    ['no escalation', { allowPrivilegeEscalation: false }, {}, { allowPrivilegeEscalation: false }],
    [
      'privileged, which includes escalation',
      { privileged: true },
      {},
      { allowPrivilegedContainer: true, allowPrivilegeEscalation: true, seLinuxContext: ANY },
    ],
    [
      'capabilities',
      { capabilities: { add: ['SYS_ADMIN', 'CHOWN'], drop: ['ALL'] } },
      {},
      { allowedCapabilities: ['CHOWN', 'SYS_ADMIN'], requiredDropCapabilities: ['ALL'] },
    ],
    ['all capabilities', { capabilities: { add: ['ALL'] } }, {}, { allowedCapabilities: ['*'] }],
    [
      'a root that is read only',
      { readOnlyRootFilesystem: true },
      {},
      { readOnlyRootFilesystem: true },
    ],
    ['a user', { runAsUser: 1000 }, {}, { runAsUser: { type: 'MustRunAs', uid: 1000 } }],
    ['root', { runAsUser: 0 }, {}, { runAsUser: { type: 'MustRunAs', uid: 0 } }],
    [
      'a user of the pod',
      {},
      { securityContext: { runAsUser: 7 } },
      { runAsUser: { type: 'MustRunAs', uid: 7 } },
    ],
    ['any user but root', { runAsNonRoot: true }, {}, { runAsUser: { type: 'MustRunAsNonRoot' } }],
    [
      'a group',
      {},
      { securityContext: { fsGroup: 5 } },
      { fsGroup: { type: 'MustRunAs', ranges: [{ min: 5, max: 5 }] } },
    ],
    [
      'the group of root, which OpenShift cannot hold',
      {},
      { securityContext: { fsGroup: 0 } },
      { fsGroup: ANY },
    ],
    [
      'further groups',
      {},
      { securityContext: { supplementalGroups: [3, 9, 3] } },
      {
        supplementalGroups: {
          type: 'MustRunAs',
          ranges: [
            { min: 3, max: 3 },
            { min: 9, max: 9 },
          ],
        },
      },
    ],
    [
      'a label',
      { seLinuxOptions: { type: 'spc_t' } },
      {},
      { seLinuxContext: { type: 'MustRunAs', seLinuxOptions: { type: 'spc_t' } } },
    ],
    [
      'a profile',
      { seccompProfile: { type: 'RuntimeDefault' } },
      {},
      { seccompProfiles: ['runtime/default'] },
    ],
    [
      'no profile',
      { seccompProfile: { type: 'Unconfined' } },
      {},
      { seccompProfiles: ['unconfined'] },
    ],
    [
      'a profile of the node',
      { seccompProfile: { type: 'Localhost', localhostProfile: 'a.json' } },
      {},
      { seccompProfiles: ['localhost/a.json'] },
    ],
    [
      'a kernel parameter',
      {},
      { securityContext: { sysctls: [{ name: 'net.core.somaxconn', value: '1' }] } },
      { allowedUnsafeSysctls: ['net.core.somaxconn'] },
    ],
    ['processes of the host', {}, { hostPID: true }, { allowHostPID: true, seLinuxContext: ANY }],
    ['memory of the host', {}, { hostIPC: true }, { allowHostIPC: true, seLinuxContext: ANY }],
    [
      'a network of the host without ports',
      {},
      { hostNetwork: true },
      { allowHostNetwork: true, allowHostPorts: false, seLinuxContext: { type: 'MustRunAs' } },
    ],
    [
      'a port of the host',
      {},
      { containers: [{ name: 'a', image: 'a', ports: [{ containerPort: 1, hostPort: 2 }] }] },
      { allowHostPorts: true, allowHostNetwork: false },
    ],
    [
      'a port of its own',
      {},
      { containers: [{ name: 'a', image: 'a', ports: [{ containerPort: 1 }] }] },
      { allowHostPorts: false },
    ],
    [
      'a port of its own, as the API server writes it',
      {},
      { containers: [{ name: 'a', image: 'a', ports: [{ containerPort: 1, hostPort: 0 }] }] },
      { allowHostPorts: false },
    ],
    [
      "a port on the host's network",
      {},
      { hostNetwork: true, containers: [{ name: 'a', image: 'a', ports: [{ containerPort: 1 }] }] },
      { allowHostNetwork: true, allowHostPorts: true },
    ],
    [
      'a folder of the host',
      {},
      { volumes: [{ name: 'v', hostPath: { path: '/a' } }] },
      { allowHostDirVolumePlugin: true, seLinuxContext: ANY, volumes: ['hostPath', 'projected'] },
    ],
    [
      'volumes that OpenShift spells in its own way',
      {},
      {
        volumes: [
          { name: 'a', cephfs: {} },
          { name: 'b', vsphereVolume: {} },
          { name: 'c', storageos: {} },
          { name: 'd', nfs: {} },
        ],
      },
      { volumes: ['cephFS', 'nfs', 'projected', 'storageOS', 'vsphere'] },
    ],
    [
      'a volume of no kind',
      {},
      { volumes: [{ name: 'a', nfs: null }] },
      { volumes: ['emptyDir', 'projected'] },
    ],
    ['no token', {}, { automountServiceAccountToken: false }, { volumes: [] }],
  ])('%s', (_, securityContext, pod, expected) => {
    // All else is as if nothing were said.
    expect(needs(securityContext, pod)).toEqual({ ...needs(undefined), ...expected });
  });

  test('volumes that a definition names besides', () => {
    expect(needs(undefined, {}, ['secret', 'configMap']).volumes).toEqual([
      'configMap',
      'projected',
      'secret',
    ]);
  });

  const two = (a: object, b: object) =>
    needs(undefined, {
      containers: [{ name: 'a', image: 'a', securityContext: a }],
      initContainers: [{ name: 'b', image: 'b', securityContext: b }],
    });

  test.each<[string, object, object, string, unknown]>([
    [
      'two users: those between them too',
      { runAsUser: 2 },
      { runAsUser: 5 },
      'runAsUser',
      { type: 'MustRunAsRange', uidRangeMin: 2, uidRangeMax: 5 },
    ],
    ["a user and the image's own", { runAsUser: 2 }, {}, 'runAsUser', ANY],
    [
      'a user and any but root',
      { runAsUser: 2 },
      { runAsNonRoot: true },
      'runAsUser',
      { type: 'MustRunAsNonRoot' },
    ],
    ['root and any but root', { runAsUser: 0 }, { runAsNonRoot: true }, 'runAsUser', ANY],
    [
      'one that may escalate',
      { allowPrivilegeEscalation: false },
      {},
      'allowPrivilegeEscalation',
      true,
    ],
    [
      'one that is privileged',
      { allowPrivilegeEscalation: false },
      { privileged: true },
      'allowPrivilegedContainer',
      true,
    ],
    [
      'one whose root is writable',
      { readOnlyRootFilesystem: true },
      {},
      'readOnlyRootFilesystem',
      false,
    ],
    [
      'capabilities that both drop',
      { capabilities: { drop: ['CHOWN', 'KILL'] } },
      { capabilities: { drop: ['KILL'] } },
      'requiredDropCapabilities',
      ['KILL'],
    ],
    [
      'a profile and none: no default for the other',
      { seccompProfile: { type: 'RuntimeDefault' } },
      {},
      'seccompProfiles',
      ['*'],
    ],
    [
      'two profiles',
      { seccompProfile: { type: 'Unconfined' } },
      { seccompProfile: { type: 'RuntimeDefault' } },
      'seccompProfiles',
      ['runtime/default', 'unconfined'],
    ],
    ['a label and none', { seLinuxOptions: { type: 'a' } }, {}, 'seLinuxContext', ANY],
    [
      'two labels',
      { seLinuxOptions: { type: 'a' } },
      { seLinuxOptions: { type: 'b' } },
      'seLinuxContext',
      ANY,
    ],
  ])('of two containers: %s', (_, a, b, field, expected) =>
    expect(two(a, b)[field]).toEqual(expected),
  );
});

test('any pod is run under what was read from it, and stays as it is', () => {
  const maybe = (fields: { [field: string]: fc.Arbitrary<unknown> }) =>
    fc.record(fields, { requiredKeys: [] });
  const users = fc.constantFrom(0, 1, 1000);
  const profile = fc.constantFrom(
    { type: 'RuntimeDefault' },
    { type: 'Unconfined' },
    { type: 'Localhost', localhostProfile: 'a' },
  );
  const selinux = fc.constantFrom({ type: 'a' }, { level: 's0' });
  const container = maybe({
    securityContext: maybe({
      runAsUser: users,
      runAsNonRoot: fc.constant(true),
      privileged: fc.boolean(),
      allowPrivilegeEscalation: fc.boolean(),
      readOnlyRootFilesystem: fc.boolean(),
      seccompProfile: profile,
      seLinuxOptions: selinux,
      capabilities: maybe({
        add: fc.subarray(['CHOWN', 'KILL', 'ALL']),
        drop: fc.subarray(['CHOWN', 'KILL', 'ALL']),
      }),
    }),
    ports: fc.constantFrom([], [{ containerPort: 80 }], [{ containerPort: 80, hostPort: 80 }]),
  });
  const pod = fc.record({
    containers: fc.array(container, { minLength: 1, maxLength: 3 }),
    initContainers: fc.array(container, { maxLength: 1 }),
    hostNetwork: fc.boolean(),
    hostPID: fc.boolean(),
    hostIPC: fc.boolean(),
    volumes: fc.subarray([
      { name: 'a', hostPath: { path: '/a' } },
      { name: 'b', emptyDir: {} },
      { name: 'c', secret: { secretName: 'a' } },
    ]),
    securityContext: maybe({
      runAsUser: users,
      runAsNonRoot: fc.constant(true),
      fsGroup: users,
      seccompProfile: profile,
      seLinuxOptions: selinux,
      supplementalGroups: fc.constantFrom([1], [5, 6]),
    }),
  });
  fc.assert(
    fc.property(pod, (one) => {
      const scc: { [field: string]: unknown } = {
        defaultAddCapabilities: [],
        ...needsOf(one as never),
      };
      expect(objections(scc, one)).toEqual([]);
      // A pod that stays off the host gets the label of its namespace, as all pods there do.
      expect(
        changes(scc, one).filter((field) => field !== 'seLinuxOptions' || scc.allowHostPID),
      ).toEqual([]);
    }),
    { numRuns: 1000 },
  );
});
