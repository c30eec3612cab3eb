/** Fields of limits, quotas and priorities that Kubernetes 1.36 refuses. */
import { diffObjects } from '../../src/diff';

const thing = (apiVersion: string, kind: string, fields: object, name = 'one') => ({
  apiVersion,
  kind,
  metadata: { name, ...(kind === 'PriorityClass' ? {} : { namespace: 'shop' }) },
  ...fields,
});
const limits = (...list: object[]) => thing('v1', 'LimitRange', { spec: { limits: list } });
const limit = (fields: object) => limits({ type: 'Container', ...fields });
const quota = (spec: object) => thing('v1', 'ResourceQuota', { spec });
const selecting = (expression: object, hard: object = { pods: 1 }) =>
  quota({ hard, scopeSelector: { matchExpressions: [expression] } });
const priority = (value: number, name?: string) =>
  thing('scheduling.k8s.io/v1', 'PriorityClass', { value }, name);

/** The fields that are refused; otherwise the verdict. */
function answerTo(next: object): unknown {
  const [{ verdict, errors = [] }] = diffObjects([], [next]).objects;
  return verdict === 'refused' ? [...new Set(errors.map(({ field }) => field))].sort() : verdict;
}

const LIMIT = 'spec.limits[0]';
const EXPRESSIONS = 'spec.scopeSelector.matchExpressions';

test.each<[string, object, readonly string[]]>([
  ['a type that there is not', limits({ type: 'tcp' }), [`${LIMIT}.type`]],
  ['a type twice', limits({ type: 'Pod' }, { type: 'Pod' }), ['spec.limits[1].type']],
  ['defaults of pods', limits({ type: 'Pod', default: { cpu: 1 } }), [`${LIMIT}.default`]],
  ['a claim without storage', limits({ type: 'PersistentVolumeClaim' }), [`${LIMIT}.limits`]],
  [
    'a resource that there is not',
    limit({ min: { a: 1 } }),
    [`${LIMIT}.defaultRequest[a]`, `${LIMIT}.min[a]`],
  ],
  ['a resource of claims', limits({ type: 'Pod', min: { storage: 1 } }), [`${LIMIT}.min[storage]`]],
  [
    'more at least than at most',
    limits({ type: 'Pod', min: { cpu: 2 }, max: { cpu: 1 } }),
    [`${LIMIT}.min[cpu]`],
  ],
  [
    'a default above the maximum',
    limit({ default: { cpu: 2 }, max: { cpu: 1 } }),
    [`${LIMIT}.defaultRequest[cpu]`, `${LIMIT}.default[cpu]`],
  ],
  [
    'a request above the limit',
    limit({ default: { cpu: 1 }, defaultRequest: { cpu: 2 } }),
    [`${LIMIT}.defaultRequest[cpu]`],
  ],
  [
    'a ratio below one',
    limit({ maxLimitRequestRatio: { cpu: '999m' } }),
    [`${LIMIT}.maxLimitRequestRatio[cpu]`],
  ],
  [
    'a ratio above that of the limits',
    limits({
      type: 'Pod',
      min: { cpu: 1 },
      max: { cpu: 2 },
      maxLimitRequestRatio: { cpu: '2001m' },
    }),
    [`${LIMIT}.maxLimitRequestRatio[cpu]`],
  ],
  [
    'a ratio above that of a negative limit',
    limits({
      type: 'Pod',
      min: { cpu: -1 },
      max: { cpu: 2 },
      maxLimitRequestRatio: { cpu: 10 },
    }),
    [`${LIMIT}.maxLimitRequestRatio[cpu]`],
  ],
  ['half a pod', quota({ hard: { pods: '1.5' } }), ['spec.hard[pods]']],
  ['half a device', quota({ hard: { 'a.com/gpu': '500m' } }), ['spec.hard[a.com/gpu]']],
  ['a count of nothing', quota({ hard: { foo: 1 } }), ['spec.hard[foo]']],
  ['storage of no claims', quota({ hard: { storage: 1 } }), ['spec.hard[storage]']],
  ['fewer than none', quota({ hard: { cpu: -1 } }), ['spec.hard[cpu]']],
  [
    'a scope for other objects',
    quota({ hard: { services: 1 }, scopes: ['Terminating'] }),
    ['spec.scopes'],
  ],
  [
    'opposite scopes',
    quota({ hard: { pods: 1 }, scopes: ['BestEffort', 'NotBestEffort'] }),
    ['spec.scopes'],
  ],
  [
    'a scope with values',
    selecting({ scopeName: 'Terminating', operator: 'In', values: ['a'] }),
    [`${EXPRESSIONS}.operator`],
  ],
  [
    'values of what exists',
    selecting({ scopeName: 'PriorityClass', operator: 'Exists', values: ['a'] }),
    [`${EXPRESSIONS}.values`],
  ],
  [
    'no values of a list',
    selecting({ scopeName: 'PriorityClass', operator: 'In' }),
    [`${EXPRESSIONS}.values`],
  ],
  [
    'a selector for other objects',
    selecting({ scopeName: 'PriorityClass', operator: 'Exists' }, { configmaps: 1 }),
    [EXPRESSIONS],
  ],
  ['a priority of the system', priority(1, 'system-x'), ['metadata.name']],
  [
    'a priority of the system without a value',
    thing('scheduling.k8s.io/v1', 'PriorityClass', {}, 'system-x'),
    ['metadata.name'],
  ],
  ['a priority that is too high', priority(1_000_000_001), ['value']],
])('%s is refused', (_, next, fields) => {
  expect(answerTo(next)).toEqual(fields);
});

test.each<[string, object]>([
  [
    'limits in order',
    limit({
      min: { cpu: 1 },
      defaultRequest: { cpu: 1 },
      default: { cpu: 2 },
      max: { cpu: 2 },
      maxLimitRequestRatio: { cpu: 2 },
    }),
  ],
  ['limits of claims', limits({ type: 'PersistentVolumeClaim', max: { storage: '1Gi' } })],
  ['limits of another type', limits({ type: 'a.com/b', min: { pods: 1, 'a.com/c': 1 } })],
  ['a ratio of one', limit({ maxLimitRequestRatio: { cpu: 1 } })],
  [
    'the ratio of negative limits',
    limits({ type: 'Pod', min: { cpu: -2 }, max: { cpu: -2 }, maxLimitRequestRatio: { cpu: 1 } }),
  ],
  [
    'any ratio to nothing',
    limits({ type: 'Pod', min: { cpu: 0 }, max: { cpu: 0 }, maxLimitRequestRatio: { cpu: 2 } }),
  ],
  [
    'a quota of all that is counted',
    quota({
      hard: {
        pods: 1,
        'count/jobs.batch': 1,
        'requests.storage': '1Gi',
        'requests.nvidia.com/gpu': 1,
        'hugepages-2Mi': '2Mi',
        cpu: '500m',
      },
    }),
  ],
  ['a quota of a scope', quota({ hard: { pods: 1, cpu: 1 }, scopes: ['NotTerminating'] })],
  [
    'a quota of some priorities',
    selecting({ scopeName: 'PriorityClass', operator: 'In', values: ['a'] }),
  ],
  ['a priority that is high', priority(1_000_000_000)],
])('%s is taken', (_, next) => {
  expect(answerTo(next)).toBe('created');
});
