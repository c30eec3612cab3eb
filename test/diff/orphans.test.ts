/** Claims of a set that Argo CD prunes, with or without what it owns. */
import { diffObjects, PruningEngine } from '../../src/diff';

const ORPHAN = 'PrunePropagationPolicy=orphan';
const storageClass = {
  apiVersion: 'storage.k8s.io/v1',
  kind: 'StorageClass',
  metadata: { name: 'fast' },
  provisioner: 'ebs.csi.aws.com',
};
const set = {
  apiVersion: 'apps/v1',
  kind: 'StatefulSet',
  metadata: { name: 'db', namespace: 'shop' },
  spec: {
    serviceName: 'db',
    selector: { matchLabels: { app: 'db' } },
    persistentVolumeClaimRetentionPolicy: { whenDeleted: 'Delete' },
    template: {
      metadata: { labels: { app: 'db' } },
      spec: { containers: [{ name: 'db', image: 'db:1' }] },
    },
    volumeClaimTemplates: [
      {
        metadata: { name: 'data' },
        spec: {
          accessModes: ['ReadWriteOnce'],
          storageClassName: 'fast',
          resources: { requests: { storage: '1Gi' } },
        },
      },
    ],
  },
};
const application = (syncOptions: readonly string[], name = 'shop') => ({
  apiVersion: 'argoproj.io/v1alpha1',
  kind: 'Application',
  metadata: { name, namespace: 'argocd' },
  spec: {
    project: 'default',
    destination: { namespace: 'shop' },
    source: { repoURL: 'https://git.example.com/a', path: '.' },
    syncPolicy: { syncOptions, automated: { prune: true } },
  },
});

function dataAfter(
  before: readonly object[],
  after: readonly object[],
  engine: PruningEngine = 'argo',
) {
  return diffObjects([storageClass, set, ...before], [storageClass, ...after], {
    engine,
  }).objects.find(({ object }) => object === 'PersistentVolumeClaim/shop/data-db-0')?.data;
}

test('stay if the set is pruned without what it owns', () => {
  const all = [application([ORPHAN])];
  expect(dataAfter(all, all)).toBe('kept');
});

const [orphaning, deleting] = [application([ORPHAN]), application([])];
const background = application([ORPHAN, 'PrunePropagationPolicy=background']);
const other = application([], 'other');

test.each<[string, object[], object[]]>([
  ['with what it owns', [deleting], [deleting]],
  ['in the background', [background], [background]],
  ['without any Application in the files', [], []],
  ['where NEW adds the option', [deleting], [orphaning]],
  ['where NEW takes the option away', [orphaning], [deleting]],
  ['by one of two Applications', [orphaning, other], [orphaning, other]],
  ['with its Application', [orphaning], []],
])('go with a set that is pruned %s', (_what, before, after) => {
  expect(dataAfter(before, after)).toBe('lost');
});

test('go with a set that Flux prunes', () => {
  expect(dataAfter([orphaning], [orphaning], 'flux')).toBe('lost');
});
