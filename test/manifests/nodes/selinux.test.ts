/** Pods of one volume with different SELinux labels, by version and driver. */
import { TargetSpec } from '../../../src/facts';
import { SELINUX_JUDGE } from '../../../src/manifests/nodes/selinux';
import { claim, deployment, Fields, podSpec, said, told, volume } from '../objects';

const PATH = 'spec.template.spec.volumes[0].persistentVolumeClaim.claimName';
const TARGET: TargetSpec = { kubernetes: '1.37' };
const FIRST = { level: 's0:c1,c2' };
const SECOND = { level: 's0:c3,c4' };

const pods = (seLinuxOptions?: object, more: Fields = {}) =>
  podSpec({ securityContext: { ...(seLinuxOptions && { seLinuxOptions }), ...more } });
const container = (name: string, seLinuxOptions: object) => ({
  ...podSpec().containers[0],
  name,
  securityContext: { seLinuxOptions },
});
const withDriver = (seLinuxMount?: boolean) => [
  claim({ storageClassName: '', volumeName: 'data' }),
  volume({ csi: { driver: 'disk.example.com', volumeHandle: 'd' } }),
  {
    apiVersion: 'storage.k8s.io/v1',
    kind: 'CSIDriver',
    metadata: { name: 'disk.example.com' },
    spec: seLinuxMount === undefined ? {} : { seLinuxMount },
  },
];
const two = (one: Fields, other: Fields) => [deployment('a', one), deployment('b', other)];
const apart = two(pods(FIRST), pods(SECOND));

test('two labels on one volume are told with the remedy, from 1.37 on', () => {
  expect(said([SELINUX_JUDGE], [...withDriver(true), ...apart], TARGET)).toEqual([
    `Deployment/b warning nodes/selinux-label ${PATH}: Deployment/shop/b mounts the claim "data" with level s0:c3,c4, and Deployment/shop/a with level s0:c1,c2: on a node with SELinux, the volume has one label at a time, and the second pod waits until the first one is gone; set securityContext.seLinuxChangePolicy: Recursive in both, or set the same seLinuxOptions in both`,
  ]);
});

test('two labels in one pod are told with the remedy, whatever the driver is', () => {
  const containers = [container('a', FIRST), container('b', SECOND)];
  const objects = [claim(), deployment('a', podSpec({ containers }))];
  expect(said([SELINUX_JUDGE], objects, TARGET)).toEqual([
    `Deployment/a warning nodes/selinux-labels-of-pod ${PATH}: containers mount the volume "data" with the SELinux labels level s0:c1,c2 and level s0:c3,c4, but kubelet mounts a volume with one label: on nodes with SELinux, the pod never starts; set the same seLinuxOptions in the containers, or separate claims`,
  ]);
});

const LINE = `Deployment/b warning nodes/selinux-label ${PATH}`;

test.each<[string, readonly Fields[], TargetSpec, readonly string[]]>([
  ['an earlier version', [...withDriver(true), ...apart], { kubernetes: '1.36' }, []],
  ['no version', [...withDriver(true), ...apart], {}, []],
  [
    'an earlier version with the gate',
    [...withDriver(true), ...apart],
    { kubernetes: '1.36', featureGates: ['SELinuxMount'] },
    [LINE],
  ],
  ['a driver without seLinuxMount', [...withDriver(), ...apart], TARGET, []],
  ['a driver that says no', [...withDriver(false), ...apart], TARGET, []],
  [
    'a driver that the target knows',
    [...withDriver().slice(0, 2), ...apart],
    { ...TARGET, drivers: [{ name: 'disk.example.com', seLinuxMount: true }] },
    [LINE],
  ],
  [
    'an iSCSI volume',
    [
      claim({ storageClassName: '', volumeName: 'data' }),
      volume({ iscsi: { targetPortal: '10.0.0.1', iqn: 'i', lun: 0 } }),
      ...apart,
    ],
    TARGET,
    [LINE],
  ],
  ['a label and none', [...withDriver(true), ...two(pods(FIRST), pods())], TARGET, [LINE]],
  ['no labels', [...withDriver(true), ...two(pods(), pods())], TARGET, []],
  ['the same label', [...withDriver(true), ...two(pods(FIRST), pods(FIRST))], TARGET, []],
  [
    'a type that the other leaves to the node',
    [...withDriver(true), ...two(pods({ ...FIRST, type: 'spc_t' }), pods(FIRST))],
    TARGET,
    [],
  ],
  [
    'two that label files',
    [
      ...withDriver(true),
      ...two(
        pods(FIRST, { seLinuxChangePolicy: 'Recursive' }),
        pods(SECOND, { seLinuxChangePolicy: 'Recursive' }),
      ),
    ],
    TARGET,
    [],
  ],
  [
    'one that labels files, and one that does not',
    [...withDriver(true), ...two(pods(FIRST, { seLinuxChangePolicy: 'Recursive' }), pods(SECOND))],
    TARGET,
    [LINE],
  ],
  [
    'no label on OpenShift, which gives one to the pods of a namespace',
    [...withDriver(true), ...two(pods(FIRST), pods())],
    { ...TARGET, platform: 'openshift' },
    [],
  ],
  [
    'two labels on OpenShift',
    [...withDriver(true), ...apart],
    { ...TARGET, platform: 'openshift' },
    [LINE],
  ],
])('%s', (_title, objects, target, lines) => {
  expect(told([SELINUX_JUDGE], objects, target)).toEqual(lines);
});
