/** Updates of single objects, and what Kubernetes 1.36 answered to them: the verdict, and the fields that it refused. */
import { ApplyWay, diffObjects } from '../../src/diff';

type Manifest = { readonly [field: string]: unknown };
type Row = readonly [about: string, old: Manifest, next: Manifest, answer: readonly string[]];

const metadata = (more: object = {}) => ({ name: 'one', namespace: 'shop', ...more });
const claim = (spec: object, more: object = {}): Manifest => ({
  apiVersion: 'v1', kind: 'PersistentVolumeClaim', metadata: metadata(more), spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '2Gi' } }, ...spec },
});
const job = (spec: object): Manifest => ({
  apiVersion: 'batch/v1', kind: 'Job', metadata: metadata(), spec: { template: { spec: { restartPolicy: 'Never', containers: [{ name: 'app', image: 'app:1' }] } }, ...spec },
});
const pod = (spec: object): Manifest => ({ apiVersion: 'v1', kind: 'Pod', metadata: metadata(), spec: { containers: [{ name: 'app', image: 'app:1' }], ...spec } });
const service = (spec: object): Manifest => ({ apiVersion: 'v1', kind: 'Service', metadata: metadata(), spec: { ports: [{ port: 80 }], selector: { app: 'one' }, ...spec } });
const workload = (kind: string, container: object = {}, podSpec: object = {}, spec: object = {}): Manifest => ({
  apiVersion: 'apps/v1',
  kind,
  metadata: metadata(),
  spec: {
    selector: { matchLabels: { app: 'one' } },
    template: { metadata: { labels: { app: 'one' } }, spec: { containers: [{ name: 'app', image: 'app:1', ...container }], ...podSpec } },
    ...spec,
  },
});

/** The verdict, and behind it the fields that are refused. */
function answerTo(old: Manifest, next: Manifest, way: ApplyWay, others: readonly Manifest[] = []): unknown {
  const { verdict, errors = [] } = diffObjects([...others, old], [...others, next], { way }).objects[others.length];
  return [verdict, ...new Set(errors.map(({ field }) => field))];
}

const PROBE = { httpGet: { port: 80 } };

test.each<Row>([
  ['a Job whose template has no labels can be suspended', job({}), job({ suspend: true }), ['changed']],
  ['a Job whose template has no labels has those of its pods', job({}), job({ parallelism: 1 }), ['unchanged']],
  ['a Job without labels keeps its template', job({}), job({ template: { spec: { restartPolicy: 'Never', containers: [{ name: 'app', image: 'app:2' }] } } }), ['refused', 'spec.template']],
  ['a source that dataSource cannot hold is dropped', claim({}), claim({ dataSource: { apiGroup: 'example.com', kind: 'X', name: 'x' } }), ['unchanged']],
  ['a source in another namespace is dropped', claim({}), claim({ dataSourceRef: { kind: 'PersistentVolumeClaim', name: 'x', namespace: 'other' } }), ['unchanged']],
  ['a probe goes with its defaults', workload('Deployment', { livenessProbe: PROBE }), workload('Deployment'), ['changed']],
  ['null leaves the defaults of a probe', workload('Deployment', { livenessProbe: PROBE }), workload('Deployment', { livenessProbe: null }), ['refused', 'spec.template.spec.containers[0].livenessProbe']],
  ['the source of a volume goes with its defaults', workload('Deployment', {}, { volumes: [{ name: 'a', configMap: { name: 'c' } }] }), workload('Deployment', {}, { volumes: [{ name: 'a' }] }), ['changed']],
  ['a volume that had no source is an emptyDir', workload('Deployment', {}, { volumes: [{ name: 'a' }] }), workload('Deployment', {}, { volumes: [{ name: 'a', configMap: { name: 'c' } }] }), ['refused', 'spec.template.spec.volumes[0].configMap']],
  ['a container needs an image', workload('DaemonSet'), workload('DaemonSet', { image: '' }), ['refused', 'spec.template.spec.containers[0].image']],
  ['an image may be any text', workload('DaemonSet'), workload('DaemonSet', { image: 'Bad Name!' }), ['changed']],
  ['a container mounts volumes of the pod', workload('StatefulSet'), workload('StatefulSet', { volumeMounts: [{ name: 'a', mountPath: '/a' }] }), ['refused', 'spec.template.spec.containers[0].volumeMounts[0].name']],
  ['pods of a Deployment are always restarted', workload('Deployment'), workload('Deployment', {}, { restartPolicy: 'Never' }), ['refused', 'spec.template.spec.restartPolicy']],
  ['an unknown strategy', workload('Deployment'), workload('Deployment', {}, {}, { strategy: { type: 'Sometimes' } }), ['refused', 'spec.strategy']],
  ['an unknown access mode', claim({}), claim({ accessModes: ['Sometimes'] }), ['refused', 'spec', 'spec.accessModes']],
  ['gates of a pod may go', pod({ schedulingGates: [{ name: 'example.com/a' }] }), pod({}), ['changed']],
  ['gates of a pod may not come', pod({ schedulingGates: [{ name: 'example.com/a' }] }), pod({ schedulingGates: [{ name: 'example.com/b' }] }), ['refused', 'spec.schedulingGates[0].name']],
  ['a pod that waits may ask more of its node', pod({ schedulingGates: [{ name: 'example.com/a' }], nodeSelector: { a: 'b' } }), pod({ schedulingGates: [{ name: 'example.com/a' }], nodeSelector: { a: 'b', c: 'd' } }), ['changed']],
  ['a pod that waits may not ask for something else', pod({ schedulingGates: [{ name: 'example.com/a' }], nodeSelector: { a: 'b' } }), pod({ schedulingGates: [{ name: 'example.com/a' }], nodeSelector: { a: 'c' } }), ['refused', 'spec.nodeSelector']],
  ['a pod that runs keeps its node selector', pod({}), pod({ nodeSelector: { a: 'b' } }), ['refused', 'spec']],
  ['affinity settings without affinity are dropped', service({}), service({ sessionAffinityConfig: { clientIP: { timeoutSeconds: 5 } } }), ['unchanged']],
  ['external addresses have a traffic policy', service({ externalIPs: ['9.9.9.9'] }), service({ externalIPs: ['9.9.9.9'], externalTrafficPolicy: 'Cluster' }), ['unchanged']],
  ['a node port that a LoadBalancer does not need', service({ type: 'LoadBalancer', allocateLoadBalancerNodePorts: false }), service({ type: 'LoadBalancer', allocateLoadBalancerNodePorts: false, ports: [{ port: 80, nodePort: 31111 }] }), ['changed']],
  ['maxUnavailable of a StatefulSet is not served', workload('StatefulSet'), workload('StatefulSet', {}, {}, { updateStrategy: { rollingUpdate: { maxUnavailable: 2 } } }), ['unchanged']],
  ['the finalizer that the server gives a claim', claim({}), claim({}, { finalizers: ['kubernetes.io/pvc-protection'] }), ['unchanged']],
  ['a finalizer beside that of the server', claim({}, { finalizers: ['example.com/x'] }), claim({}), ['changed']],
  ['tokens for the API server itself', { apiVersion: 'storage.k8s.io/v1', kind: 'CSIDriver', metadata: { name: 'a.example.com' }, spec: {} }, { apiVersion: 'storage.k8s.io/v1', kind: 'CSIDriver', metadata: { name: 'a.example.com' }, spec: { tokenRequests: [{ audience: '' }] } }, ['changed']],
])('%s', (_about, old, next, answer) => {
  expect(answerTo(old, next, 'serverSide')).toEqual(answer);
});

test('kubectl takes the place of a source that was left out', () => {
  const old = workload('Deployment', {}, { volumes: [{ name: 'a' }] });
  expect(answerTo(old, workload('Deployment', {}, { volumes: [{ name: 'a', configMap: { name: 'c' } }] }), 'clientSide')).toEqual(['changed']);
});

describe('a bound claim', () => {
  const others = [{ apiVersion: 'storage.k8s.io/v1', kind: 'StorageClass', metadata: { name: 'fast' }, provisioner: 'disk.example.com', allowVolumeExpansion: true }];
  const bound = (spec: object) => claim({ storageClassName: 'fast', ...spec });

  test.each<Row>([
    ['needs a size', bound({}), bound({ resources: {} }), ['refused', 'spec', 'spec.resources.requests.storage', 'spec.resources[storage]']],
    ['keeps its volume, also from an empty name', bound({}), bound({ volumeName: '' }), ['refused', 'spec']],
    ['keeps its old class', bound({}), { ...bound({}), metadata: metadata({ annotations: { 'volume.beta.kubernetes.io/storage-class': 'slow' } }) }, ['refused', 'metadata.annotations.volume.beta.kubernetes.io/storage-class']],
  ])('%s', (_about, old, next, answer) => {
    expect(answerTo(old, next, 'serverSide', others)).toEqual(answer);
  });
});
