/** What may be changed from a version on: refused in the version before, taken from it on. */
import { diffObjects } from '../../src/diff';

const set = (spec: object) => ({
  apiVersion: 'apps/v1',
  kind: 'StatefulSet',
  metadata: { name: 'db', namespace: 'shop' },
  spec: {
    serviceName: 'db',
    selector: { matchLabels: { app: 'db' } },
    template: {
      metadata: { labels: { app: 'db' } },
      spec: { containers: [{ name: 'db', image: 'db:1' }] },
    },
    ...spec,
  },
});

const job = (cpu: string) => ({
  apiVersion: 'batch/v1',
  kind: 'Job',
  metadata: { name: 'once', namespace: 'shop' },
  spec: {
    suspend: true,
    template: {
      spec: {
        restartPolicy: 'Never',
        containers: [{ name: 'a', image: 'a:1', resources: { requests: { cpu } } }],
      },
    },
  },
});

test.each<[string, object, object, number]>([
  ['minReadySeconds of a StatefulSet', set({}), set({ minReadySeconds: 5 }), 22],
  [
    'the fate of the claims of a StatefulSet',
    set({}),
    set({ persistentVolumeClaimRetentionPolicy: { whenDeleted: 'Delete', whenScaled: 'Retain' } }),
    23,
  ],
  ['ordinals of a StatefulSet', set({}), set({ ordinals: { start: 2 } }), 26],
  ['the history of a StatefulSet', set({}), set({ revisionHistoryLimit: 3 }), 33],
  ['resources of a suspended Job', job('1'), job('2'), 36],
])('%s may change from a version on', (_what, before, after, since) => {
  const verdictOf = (minor: number) => diffObjects([before], [after], { minor }).objects[0].verdict;
  expect([since - 1, since].map(verdictOf)).toEqual(['refused', 'changed']);
});
