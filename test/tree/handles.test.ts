/** Handles: what constructs make, in the hands of cdk8s-plus. */
import { Chart, Testing } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { CsiDriverStack, EfsCsiDriver, LocustTest, Platform, PVCViewer } from '../../src';
import { claimNamed } from '../support/claims';

const chartIn = () => new Chart(Testing.app(), 'shop', { namespace: 'shop', disableResourceNameHashes: true });
const written = (chart: Chart, kind: string): any[] => Testing.synth(chart).filter((one) => one.kind === kind);
const viewerIn = (chart: Chart) => new PVCViewer(chart, 'browse', { claim: claimNamed(chart, 'data') });
const testIn = (chart: Chart) => new LocustTest(chart, 'load', {
  image: 'docker.io/locustio/locust:2.43.1', master: { command: 'locust' }, worker: { command: 'locust', replicas: 1 },
});
const stackIn = (chart: Chart) => new CsiDriverStack(chart, 'efs', { driver: new EfsCsiDriver(), platform: Platform.vanilla(), namespace: 'storage' });

test('a network policy of cdk8s-plus selects the pods of a viewer', () => {
  const chart = chartIn();
  new kplus.NetworkPolicy(chart, 'policy', { selector: viewerIn(chart).deployment }).addIngressRule(kplus.Pods.all(chart, 'all'));
  const [policy] = written(chart, 'NetworkPolicy');
  const [deployment] = written(chart, 'Deployment');
  expect(policy.metadata.namespace).toBe('shop');
  expect(policy.spec.podSelector).toEqual({ matchLabels: deployment.spec.selector.matchLabels });
});

test('a workload of cdk8s-plus lets the workers of a test in, and only them', () => {
  const chart = chartIn();
  const server = new kplus.Deployment(chart, 'server', { containers: [{ image: 'registry.example.com/server:1' }] });
  const { workerJob } = testIn(chart);
  server.connections.allowFrom(workerJob!, { isolation: kplus.PodConnectionsIsolation.POD });
  const [{ podSelector, namespaceSelector }] = written(chart, 'NetworkPolicy').flatMap(({ spec }) => spec.ingress[0].from);
  const labelsOf = (role: string) => written(chart, 'Job').find(({ metadata }) => metadata.name.endsWith(`-${role}`)).spec.template.metadata.labels;
  const [master, worker] = ['master', 'worker'].map(labelsOf);
  expect(podSelector.matchLabels).toEqual(worker);
  expect(podSelector.matchLabels).not.toEqual(master);
  expect(namespaceSelector.matchLabels).toEqual({ 'kubernetes.io/metadata.name': 'shop' });
});

test('a role of cdk8s-plus is bound to the service account of a driver', () => {
  const chart = chartIn();
  const account = stackIn(chart).nodeServiceAccount!;
  new kplus.Role(chart, 'role', { metadata: { namespace: 'storage' } }).bind(account);
  const [binding] = written(chart, 'RoleBinding').filter(({ metadata }) => metadata.name.includes('role'));
  expect(binding.subjects).toEqual([{ kind: 'ServiceAccount', name: account.serviceAccountName, namespace: 'storage', apiGroup: '' }]);
});

test('services and classes tell by which name they are reached', () => {
  const chart = chartIn();
  expect([viewerIn(chart).service?.serviceName, testIn(chart).service?.host])
    .toEqual(['pvcviewer-data', `${written(chart, 'Service').at(-1).metadata.name}.shop`]);
  const parameters = { provisioningMode: 'efs-ap', fileSystemId: 'fs-01234567', directoryPerms: '700' };
  const fast = stackIn(chart).addStorageClass('fast', { name: 'efs-fast', parameters });
  expect(fast.storageClassName).toBe('efs-fast');
});
