/**
 * The demands of the API server on the fields of volume sources, in pods and in persistent volumes.
 */
import { checkSourceFields, isLongPortal, STORAGE_RULES } from '../../src/storage/core';

function said(source: string, values: object, isPersistent: boolean): string[] {
  return checkSourceFields(source, values as never, {
    path: 'here',
    rule: STORAGE_RULES.source,
    isPersistent,
  }).map(({ path, message }) => `${path}: ${message}`);
}

const iqn = 'iqn.2001-04.com.example:storage';
const initiator = 'is not a valid name of an initiator';
const label = (value: string) => `"${value}": a lowercase RFC 1123 label`;

test.each<[source: string, values: object, lines: readonly string[]]>([
  ['awsElasticBlockStore', { partition: 256 }, ['here.partition: 256 is not a valid partition']],
  ['gcePersistentDisk', { partition: -1 }, ['here.partition: -1 is not a valid partition']],
  ['azureDisk', { diskURI: 'a' }, ['here.diskURI: "a" is not the URI of a blob']],
  [
    'azureDisk',
    { diskURI: 'https://a', kind: 'Managed' },
    ['here.diskURI: "https://a" is not the URI of a managed disk'],
  ],
  ['cinder', { secretRef: {} }, ['here.secretRef.name: it is missing']],
  ['fc', {}, ['here.targetWWNs: there are neither targetWWNs nor wwids']],
  ['fc', { targetWWNs: [] }, ['here.targetWWNs: there are neither targetWWNs nor wwids']],
  [
    'fc',
    { targetWWNs: ['a'], wwids: ['b'], lun: 0 },
    ['here.targetWWNs: there are both targetWWNs and wwids'],
  ],
  ['fc', { targetWWNs: ['a'] }, ['here.lun: it is missing']],
  ['fc', { targetWWNs: ['a'], lun: 256 }, ['here.lun: 256 is not a valid lun']],
  [
    'flexVolume',
    { options: { 'A.Kubernetes.io/a': 'b' } },
    [
      'here.options.A.Kubernetes.io/a: the option "A.Kubernetes.io/a" is in a namespace of Kubernetes',
    ],
  ],
  [
    'flexVolume',
    { options: { 'k8s.io': 'b' } },
    ['here.options.k8s.io: the option "k8s.io" is in a namespace of Kubernetes'],
  ],
  ['flocker', {}, ['here: there is neither datasetName nor datasetUUID']],
  [
    'flocker',
    { datasetName: 'a', datasetUUID: 'b' },
    ['here: there are both datasetName and datasetUUID'],
  ],
  ['flocker', { datasetName: 'a/b' }, ['here.datasetName: "a/b" has a slash']],
  ['gitRepo', { directory: '/a' }, ['here.directory: "/a" is not a path inside the volume']],
  ['gitRepo', { directory: 'a/..' }, ['here.directory: "a/.." is not a path inside the volume']],
  ['hostPath', { path: '/a/../b' }, ['here.path: "/a/../b" has ..']],
  ['local', { path: '..' }, ['here.path: ".." has ..']],
  ['iscsi', { iqn: '123' }, [`here.iqn: "123" ${initiator}`]],
  [
    'iscsi',
    { iqn: 'iqn.2001-4.com.example:a' },
    [`here.iqn: "iqn.2001-4.com.example:a" ${initiator}`],
  ],
  [
    'iscsi',
    { iqn: 'iqn.2001-04.com.example' },
    [`here.iqn: "iqn.2001-04.com.example" ${initiator}`],
  ],
  ['iscsi', { iqn: `eui.${'a'.repeat(15)}` }, [`here.iqn: "eui.${'a'.repeat(15)}" ${initiator}`]],
  ['iscsi', { iqn: `naa.${'a'.repeat(33)}` }, [`here.iqn: "naa.${'a'.repeat(33)}" ${initiator}`]],
  ['iscsi', { iqn, lun: 256 }, ['here.lun: 256 is not a valid lun']],
  ['iscsi', { iqn, chapAuthSession: true }, ['here.secretRef: it is missing']],
  ['iscsi', { iqn, initiatorName: '' }, [`here.initiatorName: "" ${initiator}`]],
  ['nfs', { path: 'a' }, ['here.path: "a" is not an absolute path']],
  ['nfs', {}, ['here.path: there is no absolute path']],
  ['quobyte', { registry: 'a' }, ['here.registry: "a" is not a list of hosts with ports']],
  ['quobyte', { registry: 'a:1,b' }, ['here.registry: "a:1,b" is not a list of hosts with ports']],
  ['quobyte', { registry: '::1' }, ['here.registry: "::1" is not a list of hosts with ports']],
  ['quobyte', { registry: '[::1]' }, ['here.registry: "[::1]" is not a list of hosts with ports']],
  [
    'quobyte',
    { registry: 'a:1', tenant: 'a'.repeat(65) },
    [`here.tenant: "${'a'.repeat(65)}" has more than 64 characters`],
  ],
  [
    'storageos',
    { volumeName: 'A', volumeNamespace: 'B', secretRef: {} },
    [
      expect.stringContaining(`here.volumeName: ${label('A')}`) as unknown as string,
      expect.stringContaining(`here.volumeNamespace: ${label('B')}`) as unknown as string,
      'here.secretRef.name: it is missing',
    ],
  ],
])('%s of %j is refused', (source, values, lines) => {
  expect(said(source, values, false)).toEqual(lines);
});

test.each<[source: string, values: object, lines: readonly string[]]>([
  ['azureFile', { secretNamespace: '' }, ['here.secretNamespace: it is missing']],
  ['cinder', { secretRef: { name: 'a' } }, ['here.secretRef.namespace: it is missing']],
  ['iscsi', { iqn, secretRef: { namespace: 'b' } }, ['here.secretRef.name: it is missing']],
  [
    'storageos',
    { volumeName: 'a', secretRef: { name: 'a' } },
    ['here.secretRef.namespace: it is missing'],
  ],
])('a persistent volume by %s of %j is refused', (source, values, lines) => {
  expect(said(source, values, true)).toEqual(lines);
  expect(said(source, values, false)).toEqual([]);
});

test.each<[source: string, values: object]>([
  ['awsElasticBlockStore', { partition: 255 }],
  ['azureDisk', { diskURI: 'https://a' }],
  ['azureDisk', { diskURI: '/subscriptions/a', kind: 'Managed' }],
  ['azureDisk', { diskURI: 'a', kind: 'some' }],
  ['azureFile', { secretNamespace: 'a' }],
  ['cinder', { secretRef: { name: 'a', namespace: 'b' } }],
  ['csi', { driver: 5 }],
  ['fc', { wwids: ['a'], lun: 256 }],
  ['fc', { targetWWNs: ['a'], lun: 255 }],
  ['flexVolume', { options: { 'mykubernetes.io/a': 'b', plain: 'c' } }],
  ['flocker', { datasetUUID: 'a' }],
  ['gitRepo', { directory: '..a' }],
  ['hostPath', { path: '/a/..b' }],
  ['iscsi', { iqn, lun: 0 }],
  ['iscsi', { iqn: `eui.${'a'.repeat(16)}`, initiatorName: iqn }],
  ['iscsi', { iqn: `naa.${'a'.repeat(32)}`, chapAuthDiscovery: true, secretRef: { name: 'a' } }],
  ['nfs', { path: '/' }],
  ['quobyte', { registry: 'a:1,[::1]:2,:', tenant: 'a'.repeat(64) }],
  ['storageos', { volumeName: 'a', volumeNamespace: '' }],
])('%s of %j is taken', (source, values) => {
  expect(said(source, values, true)).toEqual([]);
});

test('a name and a portal have 64 characters together where an initiator is named', () => {
  const values = { initiatorName: iqn, targetPortal: 'a'.repeat(60) };
  expect(isLongPortal('abc', 'iscsi', values)).toBe(false);
  expect(isLongPortal('abcd', 'iscsi', values)).toBe(true);
  expect(isLongPortal('abcd', 'iscsi', { targetPortal: 'a'.repeat(60) })).toBe(false);
});
