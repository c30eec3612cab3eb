import { targetFacts, TargetSpec } from '../../src/facts';
import { judge, readWorld } from '../../src/judge';
import { OWNERSHIP_JUDGES } from '../../src/ownership/core';
import { parseManifests } from '../support/manifests';

/** What the rules say of some YAML: severity, object, path, message, remedy. */
function told(yaml: string, target: TargetSpec = {}): string[] {
  const manifests = parseManifests(yaml);
  const sources = manifests.map((manifest, index) => ({ key: String(index), manifest }));
  return judge(readWorld(sources, targetFacts(target)), OWNERSHIP_JUDGES).map(
    ({ severity, construct, path, message, remedy }) =>
      `${severity} ${manifests[Number(construct)].metadata.name} ${path}: ${message}; ${remedy}`,
  );
}

interface Pod {
  readonly group?: string;
  readonly context?: string;
  readonly own?: string;
  readonly mount?: string;
  readonly volume?: string;
  readonly more?: string;
  readonly name?: string;
}

function deployment({
  group = 'fsGroup: 1000',
  context = '',
  own = '',
  mount = '',
  volume = 'nfs: {server: filer, path: /x}',
  more = '',
  name = 'app',
}: Pod = {}): string {
  return `
apiVersion: apps/v1
kind: Deployment
metadata: {name: ${name}, namespace: shop}
spec:
  template:
    spec:
      securityContext: {${[group, context].filter(Boolean).join(', ')}}
      ${more}
      containers:
      - {name: app, image: example, securityContext: {${own}}, volumeMounts: [{name: data, mountPath: /data${mount}}]}
      volumes:
      - {name: data, ${volume}}
---
`;
}

const CLAIM = (spec: string) => `
apiVersion: v1
kind: PersistentVolumeClaim
metadata: {name: data, namespace: shop}
spec: {${spec}}
---
`;
const CLASS = (provisioner: string, parameters = '') => `
apiVersion: storage.k8s.io/v1
kind: StorageClass
metadata: {name: sc}
provisioner: ${provisioner}
parameters: {${parameters}}
---
`;
const OF_CLAIM = { volume: 'persistentVolumeClaim: {claimName: data}' };
const AT = 'warning app spec.template.spec.securityContext.fsGroup:';
const HAND =
  'change the group of the volume in an init container (VolumeOwnership does so), put the group of its files in supplementalGroups, or mount it read-only';
const IGNORED = `${AT} "data" is an NFS volume, on which kubelet ignores fsGroup, so an init container must change its group to 1000; ${HAND}`;

describe('volumes to which nobody gives the group', () => {
  test.each([
    ['NFS', deployment()],
    [
      'a runAsUser of a container that is not root',
      deployment({ context: 'runAsUser: 0', own: 'runAsUser: 1000' }),
    ],
    [
      'an init container that changes owners of another volume',
      deployment({
        more: 'initContainers: [{name: i, image: x, command: [chown, "5", /o], volumeMounts: [{name: other, mountPath: /o}]}]',
        volume: 'nfs: {server: filer, path: /x}}\n      - {name: other, emptyDir: {}',
      }),
    ],
    [
      'an init container that changes owners and can only read it',
      deployment({
        more: 'initContainers: [{name: i, image: x, command: [chown, "5", /d], volumeMounts: [{name: data, mountPath: /d, readOnly: true}]}]',
      }),
    ],
    [
      'an init container that does something else',
      deployment({
        more: 'initContainers: [{name: i, image: x, command: [ls], volumeMounts: [{name: data, mountPath: /d}]}]',
      }),
    ],
    ['the same group once more', deployment({ context: 'supplementalGroups: [1000]' })],
  ])('%s', (_what, yaml) => {
    expect(told(yaml)).toEqual([IGNORED]);
  });

  test.each([
    [
      'hostPath',
      deployment({ volume: 'hostPath: {path: /srv/data}' }),
      'is a directory of the node (hostPath), on which kubelet ignores fsGroup, and files of the node are changed only where that is allowed',
    ],
    [
      'ReadWriteMany under ReadWriteOnceWithFSType',
      deployment(OF_CLAIM) +
        CLAIM('accessModes: [ReadWriteMany], storageClassName: sc') +
        CLASS('driver.longhorn.io'),
      'is a volume of the CSI driver driver.longhorn.io, on which kubelet ignores fsGroup since it is ReadWriteMany (fsGroupPolicy ReadWriteOnceWithFSType), ' +
        'so an init container must change its group to 1000',
    ],
    [
      'EFS without access point',
      deployment(OF_CLAIM) +
        CLAIM('accessModes: [ReadWriteMany], volumeName: pv, storageClassName: ""') +
        `
apiVersion: v1
kind: PersistentVolume
metadata: {name: pv}
spec: {accessModes: [ReadWriteMany], csi: {driver: efs.csi.aws.com, volumeHandle: "fs-01234567:/data"}}
---
`,
      'is an EFS volume without access point, on which kubelet ignores fsGroup since it has no file system type, so an init container must change its group to 1000',
    ],
  ])('%s', (_what, yaml, sentence) => {
    expect(told(yaml)).toEqual([`${AT} "data" ${sentence}; ${HAND}`]);
  });

  test('a volume for one pod, before Kubernetes 1.32', () => {
    const yaml =
      deployment(OF_CLAIM) +
      CLAIM('accessModes: [ReadWriteOncePod], storageClassName: sc') +
      CLASS('driver.longhorn.io');
    expect(told(yaml, { kubernetes: '1.31' })).toEqual([
      `${AT} "data" is a volume of the CSI driver driver.longhorn.io, on which kubelet before 1.32 ignores fsGroup since it is ReadWriteOncePod, ` +
        `so an init container must change its group to 1000; ${HAND}`,
    ]);
    expect(told(yaml, { kubernetes: '1.32' })).toEqual([]);
  });

  test.each([
    ['no group', deployment({ group: '' })],
    ['a mount to read', deployment({ mount: ', readOnly: true' })],
    ['a volume to read', deployment({ volume: 'nfs: {server: filer, path: /x, readOnly: true}' })],
    ['root', deployment({ context: 'runAsUser: 0' })],
    ['a container that is root', deployment({ context: 'runAsUser: 1000', own: 'runAsUser: 0' })],
    ['a privileged container', deployment({ own: 'privileged: true' })],
    ['another group of the pod', deployment({ context: 'supplementalGroups: [5000]' })],
    [
      'an init container that changes owners',
      deployment({
        more: 'initContainers: [{name: i, image: x, command: [sh, -c, "chown -R 1000:1000 /d"], securityContext: {runAsUser: 0}, volumeMounts: [{name: data, mountPath: /d}]}]',
      }),
    ],
    ['a directory of the system', deployment({ volume: 'hostPath: {path: /dev/dri}' })],
    ...['File', 'FileOrCreate', 'CharDevice', 'BlockDevice'].map((type): [string, string] => [
      `a ${type} of the node`,
      deployment({ volume: `hostPath: {path: /srv/x, type: ${type}}` }),
    ]),
    ['a pod for Windows', deployment({ more: 'os: {name: windows}' })],
    ['a group that is none', deployment({ group: 'fsGroup: -1' })],
    ['half a group', deployment({ group: 'fsGroup: 1.5' })],
    [
      'a volume that is there to be read',
      deployment(OF_CLAIM) +
        CLAIM('accessModes: [ReadWriteMany], volumeName: pv') +
        `
apiVersion: v1
kind: PersistentVolume
metadata: {name: pv}
spec: {accessModes: [ReadWriteMany], nfs: {server: filer, path: /x, readOnly: true}}
`,
    ],
    [
      'a socket of the node',
      deployment({ volume: 'hostPath: {path: /srv/app.sock, type: Socket}' }),
    ],
    ['an emptyDir', deployment({ volume: 'emptyDir: {}' })],
    [
      'a claim of which nothing is known',
      deployment(OF_CLAIM) + CLAIM('accessModes: [ReadWriteMany], storageClassName: other'),
    ],
    [
      'a driver that is not known',
      deployment(OF_CLAIM) +
        CLAIM('accessModes: [ReadWriteMany], storageClassName: sc') +
        CLASS('example.com'),
    ],
    [
      'a driver that sets the group',
      deployment(OF_CLAIM) +
        CLAIM('accessModes: [ReadWriteMany], storageClassName: sc') +
        CLASS('smb.csi.k8s.io'),
    ],
    [
      'a class that makes access points',
      deployment(OF_CLAIM) +
        CLAIM('accessModes: [ReadWriteMany], storageClassName: sc') +
        CLASS('efs.csi.aws.com'),
    ],
    [
      'a class of local-path',
      deployment(OF_CLAIM) +
        CLAIM('accessModes: [ReadWriteOnce], storageClassName: sc') +
        CLASS('rancher.io/local-path'),
    ],
    [
      'a volume whose annotation gives the pods its group',
      deployment(OF_CLAIM) +
        CLAIM('accessModes: [ReadWriteMany], volumeName: pv') +
        `
apiVersion: v1
kind: PersistentVolume
metadata: {name: pv, annotations: {pv.beta.kubernetes.io/gid: "5000"}}
spec: {accessModes: [ReadWriteMany], nfs: {server: filer, path: /x}}
`,
    ],
  ])('nothing is said of %s', (_what, yaml) => {
    expect(told(yaml)).toEqual([]);
  });
});

const DECLARED = (policy = '') => `
apiVersion: storage.k8s.io/v1
kind: CSIDriver
metadata: {name: example.com}
spec: {${policy}}
---
`;

describe('volumes without fsType', () => {
  const once = deployment(OF_CLAIM) + CLAIM('accessModes: [ReadWriteOnce], storageClassName: sc');
  const finding =
    `${AT} "data" is a volume of the CSI driver example.com with fsGroupPolicy ReadWriteOnceWithFSType, and its fsType is unknown: ` +
    'without one kubelet ignores fsGroup; set csi.storage.k8s.io/fstype in the class, or fsType in the volume';

  test.each([[''], ['fsGroupPolicy: ReadWriteOnceWithFSType']])(
    'of a driver that says %j',
    (policy) => {
      expect(told(once + CLASS('example.com') + DECLARED(policy))).toEqual([finding]);
    },
  );

  test.each([
    ['the policy File', once + CLASS('example.com') + DECLARED('fsGroupPolicy: File')],
    [
      'an fsType in the class',
      once + CLASS('example.com', 'csi.storage.k8s.io/fstype: xfs') + DECLARED(),
    ],
    ['the old name of that parameter', once + CLASS('kubernetes.io/vsphere-volume', 'fstype: xfs')],
    ['a provisioner with a default', once + CLASS('driver.longhorn.io')],
  ])('nothing is said of %s', (_what, yaml) => {
    expect(told(yaml)).toEqual([]);
  });
});

describe('starts that take long', () => {
  const claim = (size: string, driver = 'ebs.csi.aws.com', more = '') =>
    CLAIM(
      `accessModes: [ReadWriteOnce], storageClassName: sc, resources: {requests: {storage: ${size}}}${more}`,
    ) + CLASS(driver);

  test.each([[''], ['fsGroupChangePolicy: Always']])('of 500Gi on, with %j', (context) => {
    expect(told(deployment({ ...OF_CLAIM, context }) + claim('500Gi'))).toEqual([
      'warning app spec.template.spec.securityContext: ' +
        'kubelet writes to every file of "data" (500Gi) at each start, to change its group to 1000; set fsGroupChangePolicy: OnRootMismatch',
    ]);
  });

  test.each([
    ['499Gi', deployment(OF_CLAIM) + claim('499Gi')],
    [
      'OnRootMismatch',
      deployment({ ...OF_CLAIM, context: 'fsGroupChangePolicy: OnRootMismatch' }) + claim('4Ti'),
    ],
    ['no group', deployment({ ...OF_CLAIM, group: '' }) + claim('4Ti')],
    [
      'a block device',
      deployment(OF_CLAIM) + claim('4Ti', 'ebs.csi.aws.com', ', volumeMode: Block'),
    ],
    [
      'a reference to read',
      deployment({ volume: 'persistentVolumeClaim: {claimName: data, readOnly: true}' }) +
        claim('4Ti'),
    ],
    ['a driver that sets the group', deployment(OF_CLAIM) + claim('4Ti', 'smb.csi.k8s.io')],
    ['a driver that is not known', deployment(OF_CLAIM) + claim('4Ti', 'example.com')],
  ])('nothing is said of %s', (_what, yaml) => {
    expect(told(yaml)).toEqual([]);
  });
});

describe('fixed ids on OpenShift', () => {
  const OPENSHIFT: TargetSpec = { platform: 'openshift' };
  const scratch = { volume: 'emptyDir: {}' };
  const fixed = deployment({ ...scratch, context: 'runAsUser: 1000' });
  const refused = (path: string, what: string) =>
    `warning app spec.template.spec.${path}: ${what}, which the SCC restricted-v2 of OpenShift refuses; remove ${what.split(' ')[0]}, or grant the service account an SCC that admits it`;
  const NAMESPACE = (range: string, groups = range) => `
apiVersion: v1
kind: Namespace
metadata: {name: shop, annotations: {openshift.io/sa.scc.uid-range: ${range}, openshift.io/sa.scc.supplemental-groups: ${groups}}}
---
`;
  const BINDING = (role: string, namespace = 'shop', account = 'default') => `
apiVersion: rbac.authorization.k8s.io/v1
kind: RoleBinding
metadata: {name: b, namespace: ${namespace}}
roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: ${role}}
subjects: [{kind: ServiceAccount, name: ${account}, namespace: shop}]
---
`;
  const SCC = (ids: string, users = '["system:serviceaccount:shop:default"]') => `
apiVersion: security.openshift.io/v1
kind: SecurityContextConstraints
metadata: {name: own}
${ids}
users: ${users}
---
`;
  const ROLE = `
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata: {name: may-use}
rules: [{apiGroups: [security.openshift.io], resources: [securitycontextconstraints], verbs: [use], resourceNames: [own]}]
---
`;
  const OPEN = SCC('runAsUser: {type: RunAsAny}\nfsGroup: {type: RunAsAny}', '[]');
  const both = [
    refused('securityContext.fsGroup', 'fsGroup 1000 is fixed'),
    refused('securityContext.runAsUser', 'runAsUser 1000 is fixed'),
  ];

  test.each([
    ['of the pod', fixed, both],
    [
      'of a container',
      deployment({ ...scratch, group: '', own: 'runAsUser: 5' }),
      [refused('containers[0].securityContext.runAsUser', 'runAsUser 5 is fixed')],
    ],
    [
      'root',
      deployment({ ...scratch, group: '', own: 'runAsUser: 0' }),
      [refused('containers[0].securityContext.runAsUser', 'runAsUser 0 is fixed')],
    ],
    [
      'outside of the range',
      fixed + NAMESPACE('1001/10'),
      [
        refused(
          'securityContext.fsGroup',
          'fsGroup 1000 is not of the namespace\'s range ({"min":1001,"max":1001})',
        ),
        refused(
          'securityContext.runAsUser',
          'runAsUser 1000 is not of the namespace\'s range ({"min":1001,"max":1010})',
        ),
      ],
    ],
    [
      'a group that is not the first of its range',
      fixed + NAMESPACE('900-1000'),
      [
        refused(
          'securityContext.fsGroup',
          'fsGroup 1000 is not of the namespace\'s range ({"min":900,"max":900})',
        ),
      ],
    ],
    ['a role in another namespace', fixed + BINDING('system:openshift:scc:anyuid', 'other'), both],
    [
      'a role of another account',
      fixed + BINDING('system:openshift:scc:anyuid', 'shop', 'other'),
      both,
    ],
    ['a role that grants no more', fixed + BINDING('system:openshift:scc:restricted-v2'), both],
    [
      'an SCC that admits other ids',
      fixed + SCC('runAsUser: {type: MustRunAs, uid: 5}\nfsGroup: {type: RunAsAny}'),
      both,
    ],
    [
      'a role of another verb',
      fixed + ROLE.replace('[use]', '[get]') + OPEN + BINDING('may-use'),
      both,
    ],
    [
      'a role of other objects',
      fixed + ROLE.replace('[securitycontextconstraints]', '[pods]') + OPEN + BINDING('may-use'),
      both,
    ],
    [
      'a role of another group',
      fixed + ROLE.replace('[security.openshift.io]', '[""]') + OPEN + BINDING('may-use'),
      both,
    ],
    [
      'a role of one namespace where the one of the cluster is meant',
      fixed + ROLE.replace('kind: ClusterRole', 'kind: Role') + OPEN + BINDING('may-use'),
      both,
    ],
    ...[
      'restricted',
      'restricted-v3',
      'nested-container',
      'hostaccess',
      'hostnetwork',
      'hostnetwork-v2',
    ].map((name): [string, string, string[]] => [
      `the role of ${name}`,
      fixed + BINDING(`system:openshift:scc:${name}`),
      both,
    ]),
    [
      'root, with an SCC for all but root',
      deployment({ ...scratch, group: '', own: 'runAsUser: 0' }) +
        BINDING('system:openshift:scc:nonroot'),
      [refused('containers[0].securityContext.runAsUser', 'runAsUser 0 is fixed')],
    ],
    [
      'an SCC without ranges',
      fixed + SCC('runAsUser: {type: MustRunAsRange, uidRangeMin: 5}\nfsGroup: {type: MustRunAs}'),
      both,
    ],
    [
      'an SCC whose range ends before',
      fixed +
        SCC(
          'runAsUser: {type: RunAsAny}\nfsGroup: {type: MustRunAs, ranges: [{min: 1, max: 999}, {min: 1001, max: 2000}]}',
        ),
      both,
    ],
    [
      'a user beyond the end of the range',
      deployment({ ...scratch, group: '', context: 'runAsUser: 1000' }) + NAMESPACE('900-999'),
      [
        refused(
          'securityContext.runAsUser',
          'runAsUser 1000 is not of the namespace\'s range ({"min":900,"max":999})',
        ),
      ],
    ],
    [
      'groups that have a range of their own',
      fixed + NAMESPACE('1000/10', '500/10'),
      [
        refused(
          'securityContext.fsGroup',
          'fsGroup 1000 is not of the namespace\'s range ({"min":500,"max":500})',
        ),
      ],
    ],
    [
      'an SCC of others',
      fixed +
        SCC(
          'runAsUser: {type: RunAsAny}\nfsGroup: {type: RunAsAny}',
          '["system:serviceaccount:shop:other"]',
        ),
      both,
    ],
  ])('%s', (_what, yaml, findings) => {
    expect(told(yaml, OPENSHIFT)).toEqual(findings);
  });

  test.each([
    ['another platform', fixed, { platform: 'eks' as const }],
    ['no platform', fixed, {}],
    ['ids that are left out', deployment({ ...scratch, group: '' }), OPENSHIFT],
    ['ids of the range', fixed + NAMESPACE('1000/10'), OPENSHIFT],
    [
      'a range of users that is that of groups too',
      fixed + NAMESPACE('1000-2000', '""'),
      OPENSHIFT,
    ],
    ['the role of a shipped SCC', fixed + BINDING('system:openshift:scc:anyuid'), OPENSHIFT],
    ...[
      'hostmount-anyuid',
      'hostmount-anyuid-v2',
      'node-exporter',
      'nonroot',
      'nonroot-v2',
      'privileged',
    ].map((name): [string, string, TargetSpec] => [
      `the role of ${name}`,
      fixed + BINDING(`system:openshift:scc:${name}`),
      OPENSHIFT,
    ]),
    ['whoever may do everything', fixed + BINDING('cluster-admin'), OPENSHIFT],
    [
      'a role for all constraints',
      fixed +
        ROLE.replace(', resourceNames: [own]', '').replace('[use]', '["*"]') +
        BINDING('may-use'),
      OPENSHIFT,
    ],
    [
      'a role of its namespace',
      fixed +
        ROLE.replace('kind: ClusterRole', 'kind: Role').replace(
          'name: may-use',
          'name: may-use, namespace: shop',
        ) +
        OPEN +
        BINDING('may-use').replace('kind: ClusterRole,', 'kind: Role,'),
      OPENSHIFT,
    ],
    [
      'an account by its name',
      deployment({ ...scratch, more: 'serviceAccountName: robot' }) +
        BINDING('system:openshift:scc:anyuid', 'shop', 'robot'),
      OPENSHIFT,
    ],
    [
      'an account whose name is empty',
      deployment({ ...scratch, more: 'serviceAccountName: ""' }) +
        BINDING('system:openshift:scc:anyuid'),
      OPENSHIFT,
    ],
    [
      'the role of an SCC that is not known',
      fixed + BINDING('system:openshift:scc:legacy'),
      OPENSHIFT,
    ],
    [
      'a role among the files',
      fixed +
        ROLE +
        SCC(
          'runAsUser: {type: MustRunAsRange, uidRangeMin: 1000, uidRangeMax: 1000}\nfsGroup: {type: MustRunAs, ranges: [{min: 1000, max: 1000}]}',
          '[]',
        ) +
        BINDING('may-use'),
      OPENSHIFT,
    ],
    [
      'an SCC for all service accounts of the namespace',
      fixed +
        SCC(
          'runAsUser: {type: MustRunAsNonRoot}\nfsGroup: {type: RunAsAny}',
          '[]\ngroups: ["system:serviceaccounts:shop"]',
        ),
      OPENSHIFT,
    ],
  ])('nothing is said of %s', (_what, yaml, target) => {
    expect(told(yaml, target)).toEqual([]);
  });
});

describe('workloads that share a volume', () => {
  const shared =
    CLAIM('accessModes: [ReadWriteMany], storageClassName: sc') + CLASS('nfs.csi.k8s.io');
  const two = (group: string, volume: Pod = OF_CLAIM) =>
    deployment(volume) + deployment({ ...volume, group, name: 'other' });

  test('and give it to different groups', () => {
    expect(told(two('fsGroup: 2000') + shared)).toEqual([
      'warning other spec.template.spec.securityContext.fsGroup: ' +
        'the group of "data" is set to 2000 by Deployment shop/other, and to 1000 by Deployment shop/app: each start changes it again; use group 1000 in both',
    ]);
  });

  test('and have no namespace', () => {
    expect(told((two('fsGroup: 2000') + shared).replaceAll(', namespace: shop', ''))).toEqual([
      'warning other spec.template.spec.securityContext.fsGroup: ' +
        'the group of "data" is set to 2000 by Deployment other, and to 1000 by Deployment app: each start changes it again; use group 1000 in both',
    ]);
  });

  const toRead: Pod = { volume: 'persistentVolumeClaim: {claimName: data, readOnly: true}' };
  test.each([
    [
      'a first one that only reads',
      deployment(toRead) +
        deployment({ ...OF_CLAIM, group: 'fsGroup: 2000', name: 'other' }) +
        shared,
    ],
    [
      'a second one that only reads',
      deployment(OF_CLAIM) +
        deployment({ ...toRead, group: 'fsGroup: 2000', name: 'other' }) +
        shared,
    ],
    ['the same group', two('fsGroup: 1000') + shared],
    ['no group', two('') + shared],
    ['volumes of their own', two('fsGroup: 2000', { volume: 'emptyDir: {}' })],
    [
      'a driver that is not known',
      two('fsGroup: 2000') +
        CLAIM('accessModes: [ReadWriteMany], storageClassName: sc') +
        CLASS('example.com'),
    ],
  ])('nothing is said of %s', (_what, yaml) => {
    expect(told(yaml)).toEqual([]);
  });
});
