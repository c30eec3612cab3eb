/** Users that are not root and disks that are, and access points whose owners nobody changes. */
import { OWNERSHIP_JUDGES } from '../../src/ownership/core';
import { judged, podOf, setOf, templateOfClaims, volumeOfClaim } from '../support/judged';

type Fields = { readonly [field: string]: unknown };
const said = (manifests: readonly object[], target: object = {}) =>
  judged(OWNERSHIP_JUDGES, manifests, target).filter((line) =>
    /ownership\/(no-group|access-point-owner)/.test(line),
  );
const classOf = (provisioner: string, parameters: object = {}) => ({
  apiVersion: 'storage.k8s.io/v1',
  kind: 'StorageClass',
  metadata: { name: 'c' },
  provisioner,
  parameters,
});
const claim = (spec: object = {}) => ({
  apiVersion: 'v1',
  kind: 'PersistentVolumeClaim',
  ...templateOfClaims('data', { storageClassName: 'c', ...spec }),
});
const MOUNTS = { volumeMounts: [{ name: 'data', mountPath: '/data' }] };
const pod = (securityContext: object, container: Fields = {}, more: Fields = {}) =>
  podOf({
    securityContext,
    containers: [{ name: 'app', image: 'app', ...MOUNTS, ...container }],
    volumes: [volumeOfClaim('data')],
    ...more,
  });
const EBS = classOf('ebs.csi.aws.com');
const USER = { runAsUser: 1000 };

describe('a new disk and a user that is not root', () => {
  const told = (object: string, at: string, users: string = '1000') => [
    `${object} warning ownership/no-group ${at}.securityContext.fsGroup: no group is set for "data", so its files are left as they are: a new volume of ebs.csi.aws.com belongs to root, and the user ${users} cannot write to it; set fsGroup: 1000, or the group of the program`,
  ];

  test.each<readonly [string, readonly object[], readonly string[]]>([
    ['of the pod', [EBS, claim(), pod(USER)], told('Pod/tool', 'spec')],
    [
      'of the container',
      [EBS, claim(), pod({}, { securityContext: USER })],
      told('Pod/tool', 'spec'),
    ],
    [
      'of two containers',
      [
        EBS,
        claim(),
        pod(
          USER,
          {},
          {
            initContainers: [
              { name: 'a', image: 'a', ...MOUNTS, securityContext: { runAsUser: 2000 } },
            ],
            containers: [{ name: 'app', image: 'app', ...MOUNTS }],
          },
        ),
      ],
      told('Pod/tool', 'spec', '2000 and 1000').map((line) =>
        line.replace('fsGroup: 1000,', 'fsGroup: 2000,'),
      ),
    ],
    [
      'of a claim template',
      [
        EBS,
        setOf({ securityContext: USER, containers: [{ name: 'app', image: 'app', ...MOUNTS }] }, [
          templateOfClaims('data', { storageClassName: 'c' }),
        ]),
      ],
      told('StatefulSet/db', 'spec.template.spec'),
    ],
  ])('%s', (_, manifests, expected) => {
    expect(said(manifests)).toEqual(expected);
  });

  test.each<readonly [string, readonly object[]]>([
    ['a group', [EBS, claim(), pod({ ...USER, fsGroup: 1000 })]],
    ['other groups', [EBS, claim(), pod({ ...USER, supplementalGroups: [5] })]],
    ['root', [EBS, claim(), pod({ runAsUser: 0 })]],
    ['a user that nobody says', [EBS, claim(), pod({ runAsNonRoot: true })]],
    [
      'an init container as root',
      [
        EBS,
        claim(),
        pod(
          USER,
          {},
          {
            initContainers: [
              { name: 'a', image: 'a', ...MOUNTS, securityContext: { runAsUser: 0 } },
            ],
          },
        ),
      ],
    ],
    [
      'a mount that is read-only',
      [EBS, claim(), pod(USER, { volumeMounts: [{ ...MOUNTS.volumeMounts[0], readOnly: true }] })],
    ],
    ['a class that nobody declares', [claim(), pod(USER)]],
    ['a driver that is not known', [classOf('example.com'), claim(), pod(USER)]],
    ['a driver without disks', [classOf('efs.csi.aws.com'), claim(), pod(USER)]],
    [
      'a clone',
      [EBS, claim({ dataSource: { kind: 'PersistentVolumeClaim', name: 'old' } }), pod(USER)],
    ],
    ['a volume that is there', [EBS, claim({ volumeName: 'pv' }), pod(USER)]],
    [
      'a block device',
      [
        EBS,
        claim({ volumeMode: 'Block' }),
        pod(USER, { volumeMounts: [], volumeDevices: [{ name: 'data', devicePath: '/dev/x' }] }),
      ],
    ],
  ])('nothing is said of %s', (_, manifests) => {
    expect(said(manifests)).toEqual([]);
  });

  test('nothing is said on OpenShift, which gives pods a group', () => {
    expect(said([EBS, claim(), pod(USER)], { platform: 'openshift' })).toEqual([]);
  });
});

describe('an EFS access point', () => {
  const EFS = classOf('efs.csi.aws.com', { provisioningMode: 'efs-ap', fileSystemId: 'fs-1' });
  const chown = (command: readonly string[], more: object = MOUNTS) =>
    pod({}, {}, { initContainers: [{ name: 'own', image: 'busybox', command, ...more }] });
  const SHELL = ['sh', '-c', 'chown -R 1000 /data'];

  test.each([[SHELL], [['chgrp', '5', '/data/files']]])('cannot be given away by %j', (command) => {
    expect(said([EFS, claim(), chown(command)])).toEqual([
      'Pod/tool warning ownership/access-point-owner spec.initContainers[0]: the container "own" changes the owner of /data, an EFS access point, whose files all belong to its user: "operation not permitted"; remove the command; the class (uid, gid) or the access point says whose the files are',
    ]);
  });

  test.each<readonly [string, readonly object[]]>([
    ['whose failure does not matter', [EFS, claim(), chown(['sh', '-c', 'chown 1 /data || true'])]],
    ['that is not mounted there', [EFS, claim(), chown(SHELL, {})]],
    ['of another folder', [EFS, claim(), chown(['chown', '1', '/tmp'])]],
    ['that is only read', [EFS, claim(), chown(['ls', '/data'])]],
    ['that is a disk', [EBS, claim(), chown(SHELL)]],
  ])('is not meant by a command on one %s', (_, manifests) => {
    expect(said(manifests)).toEqual([]);
  });
});
