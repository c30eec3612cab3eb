/** Fields that may change since a release of Kubernetes. */
import { diffObjects } from '../../../src/diff';

const metadata = { name: 'one', namespace: 'shop' };
const labels = { app: 'one' };
const set = (spec: object = {}) => ({
  apiVersion: 'apps/v1',
  kind: 'StatefulSet',
  metadata,
  spec: {
    selector: { matchLabels: labels },
    template: { metadata: { labels }, spec: { containers: [{ name: 'app', image: 'app:1' }] } },
    ...spec,
  },
});
const job = (container: object = {}) => ({
  apiVersion: 'batch/v1',
  kind: 'Job',
  metadata,
  spec: {
    suspend: true,
    template: {
      spec: { restartPolicy: 'Never', containers: [{ name: 'app', image: 'app:1', ...container }] },
    },
  },
});

test.each<[string, number, object, object]>([
  ['minReadySeconds of a StatefulSet', 22, set(), set({ minReadySeconds: 5 })],
  [
    'the retention of the claims of a StatefulSet',
    23,
    set(),
    set({ persistentVolumeClaimRetentionPolicy: { whenDeleted: 'Delete', whenScaled: 'Retain' } }),
  ],
  ['ordinals of a StatefulSet', 26, set(), set({ ordinals: { start: 1 } })],
  ['revisionHistoryLimit of a StatefulSet', 33, set(), set({ revisionHistoryLimit: 2 })],
  ['resources of a suspended Job', 36, job(), job({ resources: { requests: { cpu: '1' } } })],
])('%s may change since 1.%d', (_about, since, old, next) => {
  const verdict = (minor: number) => diffObjects([old], [next], { minor }).objects[0].verdict;
  expect([verdict(since - 1), verdict(since)]).toEqual(['refused', 'changed']);
});
