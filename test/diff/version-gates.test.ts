/** Changes that are allowed from a version on: refused in the version before, taken from it on. */
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

describe('a comparison of taints', () => {
  const withOperator = (operator: string) => ({
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: 'web', namespace: 'shop' },
    spec: {
      selector: { matchLabels: { app: 'web' } },
      template: {
        metadata: { labels: { app: 'web' } },
        spec: {
          containers: [{ name: 'web', image: 'web:1' }],
          tolerations: [{ key: 'level', operator, value: '5' }],
        },
      },
    },
  });
  const answer = (old: object[], now: object) => {
    const [{ verdict, dependsOn }] = diffObjects(old, [now]).objects;
    return [verdict, dependsOn];
  };
  const needed = (operator: string) => [
    'depends',
    [
      `whether the feature gate TaintTolerationComparisonOperators is enabled, which the operator ${operator} needs`,
    ],
  ];

  test('depends on its gate in what is created', () => {
    expect(answer([], withOperator('Gt'))).toEqual(needed('Gt'));
    expect(answer([], withOperator('Equal'))[0]).toBe('created');
  });

  test('depends on its gate in what gets one', () => {
    expect(answer([withOperator('Equal')], withOperator('Lt'))).toEqual(needed('Lt'));
  });

  test('stays where it was', () => {
    expect(answer([withOperator('Lt')], withOperator('Gt'))[0]).toBe('changed');
  });
});
