/** The map as a tree for people. */
import { anyMap, errorOn, mapFrom, mapOf, warningOn } from './support';
import { foldedMap, printMap } from '../../src/map';
import * as fc from '../support/fast-check';
import { HOSTILE_NAMES } from '../support/hostile-names';

const SHOP = `
apiVersion: apps/v1
kind: Deployment
metadata: { name: web, namespace: shop }
spec: { replicas: 2, template: { spec: { containers: [{ name: a, volumeMounts: [{ name: v, mountPath: /images, readOnly: true, subPath: web }] }], volumes: [{ name: v, persistentVolumeClaim: { claimName: images } }] } } }
---
apiVersion: v1
kind: Pod
metadata: { name: thumbnails, namespace: shop }
spec: { containers: [{ name: a, volumeMounts: [{ name: v, mountPath: /data }] }], volumes: [{ name: v, persistentVolumeClaim: { claimName: images } }, { name: s, csi: { driver: secrets.example.com } }] }
---
apiVersion: v1
kind: PersistentVolumeClaim
metadata: { name: images, namespace: shop }
spec: { accessModes: [ReadWriteMany], storageClassName: efs, resources: { requests: { storage: 1Gi } } }
---
apiVersion: v1
kind: PersistentVolumeClaim
metadata: { name: old, namespace: shop }
spec: { volumeName: pv-old }
---
apiVersion: storage.k8s.io/v1
kind: StorageClass
metadata: { name: efs }
provisioner: efs.csi.aws.com
---
apiVersion: v1
kind: PersistentVolume
metadata: { name: free }
spec: { capacity: { storage: 5Gi }, storageClassName: slow, nfs: {} }
`;
const found = [errorOn('#2', 'it is wrong', 'mend it'), warningOn('#0', 'it is doubtful', 'look')];
const pods = (names: readonly string[]) =>
  names.map((name) => ({
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name, namespace: name },
    spec: { volumes: [{ name: 'v', persistentVolumeClaim: { claimName: name } }] },
  }));

test('a tree has for each claim its storage and who mounts it, and what belongs to no namespace', () => {
  expect(printMap(mapOf(SHOP, found), 'text')).toBe(`shop (2 workloads, 2 claims)
├─ PersistentVolumeClaim images, RWX, 1Gi → StorageClass efs  1 error (a/b)
│  ← Pod thumbnails              /data
│  ← Deployment web, 2 replicas  /images (read-only, sub path web)  1 warning (a/b)
├─ PersistentVolumeClaim old, not mounted
│  → PersistentVolume pv-old, not in the input
└─ no claim, CSIDriver secrets.example.com, not in the input
   ← Pod thumbnails

cluster-scoped
├─ PersistentVolume free, no claim, 5Gi, nfs
│  → StorageClass slow
├─ StorageClass efs, 1 claim
│  → CSIDriver efs.csi.aws.com, not in the input
└─ StorageClass slow, not in the input, 1 volume

2 workloads, 2 claims, 2 persistent volumes, 2 storage classes, 2 drivers in 1 namespace; 1 error and 1 warning.
`);
});

test('what is alike is one line, which has all names', () => {
  const names = ['b', 'a', 'w-1', 'w-2', 'w-3', 'w-4'];
  const objects = names.map((name) => ({
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name },
    spec: { volumes: [{ name: 'v', persistentVolumeClaim: { claimName: 'c' } }] },
  }));
  expect(
    printMap(foldedMap(mapFrom(objects)), 'text')
      .split('\n')
      .slice(0, 3),
  ).toEqual([
    'no namespace (6 workloads, 1 claim)',
    '└─ PersistentVolumeClaim c, not in the input',
    '   ← 6 × Pod a, b, w-1…4',
  ]);
});

test('lines are broken to the width of a terminal, and go on below their text', () => {
  const lines = printMap(mapOf(SHOP, found), 'text', { width: 50 }).split('\n');
  expect(lines.slice(1, 6)).toEqual([
    '├─ PersistentVolumeClaim images, RWX, 1Gi →',
    '│    StorageClass efs  1 error (a/b)',
    '│  ← Pod thumbnails              /data',
    '│  ← Deployment web, 2 replicas  /images',
    '│      (read-only, sub path web)  1 warning (a/b)',
  ]);
});

test('in colour, names are bold, and errors and warnings red and yellow', () => {
  const text = printMap(mapOf(SHOP, found), 'text', { color: true });
  expect(text).toContain('PersistentVolumeClaim \x1b[1mimages\x1b[0m');
  expect(text).toContain('\x1b[31m1\x1b[0m \x1b[31merror\x1b[0m');
  expect(text).toContain('\x1b[33m1\x1b[0m \x1b[33mwarning\x1b[0m');
  // eslint-disable-next-line no-control-regex
  expect(text.replace(/\x1b\[\d+m/g, '')).toBe(printMap(mapOf(SHOP, found), 'text'));
});

test('lines are broken where they are without colours', () => {
  const options = { width: 50, color: true };
  expect(
    // eslint-disable-next-line no-control-regex
    printMap(mapOf(SHOP, found), 'text', options).replace(/\x1b\[\d+m/g, ''),
  ).toBe(printMap(mapOf(SHOP, found), 'text', { width: 50 }));
});

test('no volumes are a line that says so', () => {
  expect(printMap(mapFrom([]), 'text')).toBe('There are no volumes in the input.\n');
});

test('no name obeys a terminal or the runner of a build', () => {
  const map = mapFrom(pods(Object.values(HOSTILE_NAMES)));
  const text = [printMap(map, 'text'), printMap(map, 'text', { width: 40 })].join('\n');
  // eslint-disable-next-line no-control-regex
  expect(text).not.toMatch(/[\0-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]|##\[|^\s*::/m);
});

test('every node of any map is in its tree', () => {
  fc.assert(
    fc.property(anyMap, (map) => {
      const text = printMap(map, 'text');
      for (const { name } of map.nodes.filter((one) => /^[a-z]+$/.test(one.name))) {
        expect(text).toContain(name);
      }
    }),
  );
});
