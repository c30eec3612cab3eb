import { App, Chart } from 'cdk8s';
import { existing, testUnless } from './support/cluster';
import { asList, eventually, kubectl, mustKubectl } from './support/kubectl';
import { EfsEditGuard, EfsFileSystem } from '../../src';

const NAMESPACE = 'edit-guard-test';
const VOLUME = `pv-${NAMESPACE}-data`;

const chart = new Chart(new App(), 'guarded', { namespace: NAMESPACE });
const data = new EfsFileSystem('fs-0123456789abcdef0').sharedVolume(chart, 'data', { accessPointId: 'fsap-0123456789abcdef0', externalStorageClass: true });
new EfsEditGuard(chart, 'edit-guard-test').protect(data);
const manifests: any[] = chart.toJson();

const patch = async (change: object) => kubectl(['patch', 'pv', VOLUME, '--type', 'merge', '-p', JSON.stringify(change)]);
const phase = async () => mustKubectl(['get', 'pv', VOLUME, '-o', 'jsonpath={.status.phase}']);
const becomes = async (wanted: string) => eventually(Date.now() + 30_000, async () => {
  const now = await phase();
  return now === wanted ? undefined : `the volume is ${now}, not ${wanted}`;
});

const obstacle = existing(manifests).length > 0 ? 'the cluster has its objects already' : undefined;

describe('the edit guard', () => {
  beforeAll(async () => {
    if (!process.env.KUBECONFIG || obstacle) return;
    await mustKubectl(['create', 'namespace', NAMESPACE]);
    await mustKubectl(['apply', '--validate=strict', '-f', '-'], asList(manifests));
    await becomes('Bound');
    // A new policy acts about a second after it was made: what it will forbid is asked for, but not done, until then.
    const forbidden = ['patch', 'pv', VOLUME, '--dry-run=server', '--type', 'merge', '-p', '{"spec":{"persistentVolumeReclaimPolicy":"Delete"}}'];
    await eventually(Date.now() + 30_000, async () => (await kubectl(forbidden)).code !== 0 ? undefined : 'the policy does not act yet');
  });

  afterAll(async () => {
    if (!process.env.KUBECONFIG || obstacle) return;
    await mustKubectl(['delete', 'namespace', NAMESPACE, '--ignore-not-found']);
    await mustKubectl(['delete', '--ignore-not-found', 'validatingadmissionpolicybinding,validatingadmissionpolicy', 'edit-guard-test']);
    await mustKubectl(['delete', '--ignore-not-found', 'pv', VOLUME]);
  });

  testUnless(obstacle, 'is understood by the API server in every expression', async () => {
    expect(await mustKubectl(['get', 'validatingadmissionpolicy', 'edit-guard-test', '-o', 'jsonpath={.status.typeChecking}'])).toBe('{}');
  });

  testUnless(obstacle, 'forbids another reclaim policy', async () => {
    expect((await patch({ spec: { persistentVolumeReclaimPolicy: 'Delete' } })).stderr).toContain('the reclaim policy of this EFS volume must not change');
  });

  testUnless(obstacle, 'forbids another claim', async () => {
    expect((await patch({ spec: { claimRef: { name: 'other' } } })).stderr).toContain('the claim of this EFS volume must not change');
  });

  testUnless(obstacle, 'forbids to forget the claim while the volume is bound', async () => {
    expect((await patch({ spec: { claimRef: { uid: null } } })).stderr).toContain('this EFS volume is bound; delete its claim before it is given to another one');
  });

  testUnless(obstacle, 'forbids to take the label off', async () => {
    expect((await patch({ metadata: { labels: { 'cdk8s-volumes.io/edit-guard': null } } })).stderr).toContain('guards this EFS volume and must stay');
  });

  testUnless(obstacle, 'forbids to delete the volume while it is bound', async () => {
    expect((await kubectl(['delete', 'pv', VOLUME, '--wait=false'])).stderr).toContain('this EFS volume is bound; delete its claim first');
  });

  testUnless(obstacle, 'lets everything else be edited', async () => {
    expect((await patch({ metadata: { labels: { other: 'label' } } })).code).toBe(0);
  });

  testUnless(obstacle, 'lets the volume be given to a new claim of the same name once the old one is gone', async () => {
    await mustKubectl(['delete', 'pvc', 'pvc-data', '--namespace', NAMESPACE]);
    await becomes('Released');
    expect(await patch({ spec: { claimRef: { uid: null, resourceVersion: null } } })).toMatchObject({ code: 0, stderr: '' });
    await mustKubectl(['apply', '-f', '-'], asList(manifests));
    await becomes('Bound');
  });
});
