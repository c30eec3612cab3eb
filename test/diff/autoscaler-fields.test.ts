/** Fields of autoscalers that Kubernetes 1.36 refuses. */
import { diffObjects } from '../../src/diff';

const target = { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web' };
const scaler = (fields: object) => ({
  apiVersion: 'autoscaling/v2',
  kind: 'HorizontalPodAutoscaler',
  metadata: { name: 'one', namespace: 'shop' },
  spec: { scaleTargetRef: target, maxReplicas: 3, ...fields },
});
const metric = (...metrics: object[]) => scaler({ metrics });
const use = { type: 'Utilization', averageUtilization: 80 };
const amount = { type: 'AverageValue', averageValue: '1' };
const cpu = (of: object, fields: object = {}) => ({
  type: 'Resource',
  resource: { name: 'cpu', target: of },
  ...fields,
});
const pods = (fields: object) => ({ type: 'Pods', pods: { metric: { name: 'a' }, ...fields } });
const container = (fields: object) => ({
  type: 'ContainerResource',
  containerResource: { name: 'cpu', container: 'main', target: use, ...fields },
});
const external = (of: object) => ({
  type: 'External',
  external: { metric: { name: 'a' }, target: of },
});
const described = (fields: object, of: object = amount) => ({
  type: 'Object',
  object: { metric: { name: 'a' }, describedObject: { ...target, ...fields }, target: of },
});
const up = (fields: object) => scaler({ behavior: { scaleUp: fields } });
const policy = (fields: object) =>
  up({ policies: [{ type: 'Pods', value: 1, periodSeconds: 15, ...fields }] });

/** The fields that are refused; otherwise the verdict. */
function answerTo(next: object, old: object[] = []): unknown {
  const [{ verdict, errors = [] }] = diffObjects(old, [next]).objects;
  return verdict === 'refused' ? [...new Set(errors.map(({ field }) => field))].sort() : verdict;
}

const METRIC = 'spec.metrics[0]';
const UP = 'spec.behavior.scaleUp';

test.each<[string, object, readonly string[]]>([
  ['no replicas at most', scaler({ maxReplicas: 0 }), ['spec.maxReplicas']],
  ['more at least than at most', scaler({ minReplicas: 4 }), ['spec.maxReplicas']],
  [
    'nothing at least, scaled by use',
    scaler({ minReplicas: 0 }),
    ['spec.metrics', 'spec.minReplicas'],
  ],
  [
    'a target of no group',
    scaler({ scaleTargetRef: { ...target, apiVersion: 'v1' } }),
    ['spec.scaleTargetRef.apiVersion'],
  ],
  [
    'a target of too many parts',
    scaler({ scaleTargetRef: { ...target, apiVersion: 'a/b/c' } }),
    ['spec.scaleTargetRef.apiVersion'],
  ],
  [
    'a target that is no name',
    scaler({ scaleTargetRef: { ...target, kind: 'a/b', name: '..' } }),
    ['spec.scaleTargetRef.kind', 'spec.scaleTargetRef.name'],
  ],
  ['a metric that there is not', metric({ type: 'Cpu' }), [`${METRIC}.type`]],
  ['a metric of nothing', metric({ type: 'Resource' }), [`${METRIC}.resource`]],
  [
    'a metric of two sources',
    metric(cpu(use, { pods: { metric: { name: 'a' }, target: amount } })),
    [`${METRIC}.pods`],
  ],
  [
    'a target that there is not',
    metric(cpu({ type: 'High', averageUtilization: 80 })),
    [`${METRIC}.resource.target.type`],
  ],
  [
    'a use of nothing',
    metric(cpu({ ...use, averageUtilization: 0 })),
    [`${METRIC}.resource.target.averageUtilization`],
  ],
  [
    'an amount of nothing',
    metric(pods({ target: { type: 'AverageValue', averageValue: '0' } })),
    [`${METRIC}.pods.target.averageValue`],
  ],
  [
    'a resource without a target',
    metric(cpu({ type: 'Utilization' })),
    [`${METRIC}.resource.target.averageUtilization`],
  ],
  [
    'a resource with two targets',
    metric(cpu({ ...use, averageValue: '1' })),
    [`${METRIC}.resource.target.averageValue`],
  ],
  [
    'pods without an average',
    metric(pods({ target: { type: 'Value', value: '1' } })),
    [`${METRIC}.pods.target.averageValue`],
  ],
  [
    'a metric that is no name',
    metric({ type: 'Pods', pods: { metric: { name: 'a/b' }, target: amount } }),
    [`${METRIC}.pods.metric.name`],
  ],
  [
    'an external metric without an amount',
    metric(external({ type: 'Value' })),
    [`${METRIC}.external.target.averageValue`],
  ],
  [
    'an external metric with two amounts',
    metric(external({ type: 'Value', value: '1', averageValue: '1' })),
    [`${METRIC}.external.target.value`],
  ],
  [
    'an object of too many parts',
    metric(described({ apiVersion: 'a/b/c' })),
    [`${METRIC}.object.describedObject.apiVersion`],
  ],
  [
    'an object without an amount',
    metric(described({}, { type: 'Value' })),
    [`${METRIC}.object.target.averageValue`],
  ],
  [
    'a resource and a container that there are not',
    metric(container({ name: 'storage', container: 'A' })),
    [`${METRIC}.containerResource.container`, `${METRIC}.containerResource.name`],
  ],
  ['no policies', up({ policies: [] }), [`${UP}.policies`]],
  ['a choice that there is not', up({ selectPolicy: 'Most' }), [`${UP}.selectPolicy`]],
  [
    'a window of too long',
    up({ stabilizationWindowSeconds: 3601 }),
    [`${UP}.stabilizationWindowSeconds`],
  ],
  [
    'a window below nothing',
    up({ stabilizationWindowSeconds: -1 }),
    [`${UP}.stabilizationWindowSeconds`],
  ],
  ['a tolerance below nothing', up({ tolerance: '-1' }), [`${UP}.tolerance`]],
  ['a policy that there is not', policy({ type: 'Nodes' }), [`${UP}.policies[0].type`]],
  ['a policy of nothing', policy({ value: 0 }), [`${UP}.policies[0].value`]],
  ['a policy of no time', policy({ periodSeconds: 0 }), [`${UP}.policies[0].periodSeconds`]],
  ['a policy of too long', policy({ periodSeconds: 1801 }), [`${UP}.policies[0].periodSeconds`]],
])('refuses %s', (_what, next, fields) => {
  expect(answerTo(next)).toEqual(fields);
});

test.each<[string, object]>([
  ['nothing but a target', scaler({})],
  [
    'controllers of the core group',
    scaler({ scaleTargetRef: { apiVersion: 'v1', kind: 'ReplicationController', name: 'a' } }),
  ],
  [
    'each sort of metric',
    metric(
      cpu(use),
      container({}),
      pods({ target: amount }),
      external({ type: 'Value', value: '1' }),
      described({ apiVersion: 'v1' }, { type: 'Value', value: '1' }),
    ),
  ],
  ['a window at its limit', up({ stabilizationWindowSeconds: 3600, selectPolicy: 'Disabled' })],
  ['a policy at its limit', policy({ type: 'Percent', periodSeconds: 1800 })],
])('takes %s', (_what, next) => {
  expect(answerTo(next)).toBe('created');
});

test('the API version of a target is looked at when the target changes', () => {
  const past = scaler({ scaleTargetRef: { ...target, apiVersion: 'v1' } });
  const other = (fields: object) =>
    scaler({ scaleTargetRef: { ...target, apiVersion: 'v1' }, ...fields });
  expect(answerTo(other({ maxReplicas: 4 }), [past])).toBe('changed');
  const kind = { ...target, apiVersion: 'v1', kind: 'StatefulSet' };
  expect(answerTo(other({ scaleTargetRef: kind }), [past])).toEqual([
    'spec.scaleTargetRef.apiVersion',
  ]);
});
