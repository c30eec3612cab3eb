/** Manifests that are applied again as they were, where something comes of it all the same. */
import { diffObjects, DiffOptions } from '../../src/diff';

const meta = (name: string) => ({ name, namespace: 'shop' });
const storageClass = {
  apiVersion: 'storage.k8s.io/v1',
  kind: 'StorageClass',
  metadata: { name: 'fast' },
  provisioner: 'ebs.csi.aws.com',
};

function again(next: readonly object[], old = next, options: DiffOptions = {}): unknown {
  return diffObjects(old, next, options).objects.map(({ object, verdict, changes = [] }) => [
    object,
    verdict,
    ...changes,
  ]);
}

test('null over what a controller has written', () => {
  const claim = {
    apiVersion: 'v1',
    kind: 'PersistentVolumeClaim',
    metadata: meta('data'),
    spec: {
      accessModes: ['ReadWriteOnce'],
      storageClassName: 'fast',
      volumeName: null,
      resources: { requests: { storage: '1Gi' } },
    },
  };
  expect(again([storageClass, claim])).toEqual([
    ['StorageClass/fast', 'unchanged'],
    ['PersistentVolumeClaim/shop/data', 'refused'],
  ]);
});

test('replicas that an autoscaler has set', () => {
  const deployment = {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: meta('web'),
    spec: {
      replicas: 1,
      selector: { matchLabels: { app: 'web' } },
      template: {
        metadata: { labels: { app: 'web' } },
        spec: { containers: [{ name: 'web', image: 'web:1' }] },
      },
    },
  };
  const scaleTargetRef = { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web' };
  const autoscaler = {
    apiVersion: 'autoscaling/v2',
    kind: 'HorizontalPodAutoscaler',
    metadata: meta('web'),
    spec: { scaleTargetRef, minReplicas: 3, maxReplicas: 5 },
  };
  expect(again([deployment, autoscaler])).toEqual([
    ['Deployment/shop/web', 'changed', 'spec.replicas'],
    ['HorizontalPodAutoscaler/shop/web', 'unchanged'],
  ]);
});

test('a list in which kubectl finds a key twice, as it did before', () => {
  const env = [
    { name: 'A', value: '1' },
    { name: 'A', value: '2' },
  ];
  const pod = {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: meta('web'),
    spec: { containers: [{ name: 'web', image: 'web:1', env }] },
  };
  expect(again([pod], [pod], { way: 'clientSide' })).toEqual([['Pod/shop/web', 'unchanged']]);
});

test('a custom resource whose definition writes out another default', () => {
  const definition = (size: number) => ({
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: 'boxes.example.com' },
    spec: {
      group: 'example.com',
      scope: 'Namespaced',
      names: { kind: 'Box', plural: 'boxes' },
      versions: [
        {
          name: 'v1',
          served: true,
          storage: true,
          schema: {
            openAPIV3Schema: {
              type: 'object',
              properties: {
                spec: {
                  type: 'object',
                  default: {},
                  properties: {
                    size: { type: 'integer', default: size },
                    depth: { type: 'integer' },
                  },
                },
              },
            },
          },
        },
      ],
    },
  });
  const box = { apiVersion: 'example.com/v1', kind: 'Box', metadata: meta('one') };
  const without = { ...definition(1), spec: { ...definition(1).spec, versions: [] } };
  expect(again([definition(1), box], [definition(1), box])).toEqual([
    ['CustomResourceDefinition/boxes.example.com', 'unchanged'],
    ['Box/shop/one', 'unchanged'],
  ]);
  expect(again([definition(2), box], [without, box])).toMatchObject([
    ['CustomResourceDefinition/boxes.example.com', 'changed', 'spec.versions'],
    ['Box/shop/one', 'created'],
  ]);
  expect(again([definition(2), box], [box])).toEqual([
    ['CustomResourceDefinition/boxes.example.com', 'created'],
    ['Box/shop/one', 'changed', 'spec'],
  ]);
});

test('what is there twice is told against OLD, even where it depends on what is not in the files', () => {
  const claim = (storage: string, labels: object) => ({
    apiVersion: 'v1',
    kind: 'PersistentVolumeClaim',
    metadata: { ...meta('data'), labels },
    spec: {
      accessModes: ['ReadWriteOnce'],
      storageClassName: 'elsewhere',
      resources: { requests: { storage } },
    },
  });
  const old = [claim('1Gi', { app: 'web' })];
  const next = [claim('1Gi', { app: 'shop' }), claim('2Gi', { app: 'web' })];
  const [{ verdict, changes, values }] = diffObjects(old, next).objects;
  expect({ verdict, changes, values }).toEqual({
    verdict: 'depends',
    changes: ['spec.resources.requests.storage'],
    values: [{ path: 'spec.resources.requests.storage', before: '1Gi', after: '2147483648' }],
  });
});

test.each<[string, readonly object[], readonly object[], unknown]>([
  ['becomes what it was', [{ a: '1' }], [{ a: '2' }, { a: '1' }], ['unchanged', []]],
  ['becomes another one', [{ a: '1' }], [{ a: '1' }, { a: '2' }], ['changed', ['data.a']]],
  ['is new', [], [{ a: '1' }, { a: '2' }], ['created', []]],
  ['is refused at last', [{ a: '1' }], [{ a: '2' }, { a: 1 }], ['refused', []]],
  ['is taken at last', [{ a: '1' }], [{ a: 1 }, { a: '2' }], ['changed', ['data.a']]],
])('an object that the files have twice %s', (_what, old, next, answer) => {
  const config = (data: object) => ({
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: meta('twice'),
    data,
  });
  const { objects } = diffObjects(old.map(config), next.map(config));
  expect(objects.map(({ verdict, changes = [] }) => [verdict, changes])).toEqual([answer]);
});
