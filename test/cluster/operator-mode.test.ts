import { App, Chart } from 'cdk8s';
import { existing, nameOf, testUnless, unserved } from './support/cluster';
import { asList, eventually, kubectl, live, mustKubectl } from './support/kubectl';
import { becomesReady, lacks } from './support/readiness';
import { CsiDriverStack, EfsCsiDriver, EfsSharedVolume, Platform } from '../../src';
import { Manifest } from '../../src/kube';

const NAMESPACE = 'operator-mode-test';

const chart = new Chart(new App(), 'operator', { namespace: NAMESPACE });
new CsiDriverStack(chart, 'efs', {
  driver: new EfsCsiDriver({ operatorMode: true }),
  platform: Platform.OPENSHIFT,
});
new EfsSharedVolume(chart, 'data', {
  operatorMode: true,
  fileSystemId: 'fs-0123cdef',
  accessPointId: 'fsap-0123456789abcdef',
});

const manifests: Manifest[] = chart.toJson();
const served = manifests.filter((manifest) => unserved(manifest) === undefined);
const obstacle = existing(served).length > 0 ? 'the cluster has its objects already' : undefined;

// Client-side apply drops the nulls that the operator sends, and the server then misses the fields.
const apply = async (objects: readonly Manifest[], ...options: string[]) =>
  kubectl(['apply', '--server-side', '--validate=strict', ...options, '-f', '-'], asList(objects));

describe('operator mode', () => {
  let appliedAt: number;

  beforeAll(async () => {
    if (!process.env.KUBECONFIG || obstacle) return;
    await mustKubectl(['create', 'namespace', NAMESPACE]);
  });

  afterAll(async () => {
    if (!process.env.KUBECONFIG || obstacle) return;
    const [volumes, others] = [
      served.filter(({ kind }) => kind === 'PersistentVolume'),
      served.filter(({ kind }) => kind !== 'PersistentVolume'),
    ];
    await mustKubectl(
      ['delete', '--ignore-not-found', '--cascade=foreground', '--timeout=120s', '-f', '-'],
      asList(others),
    );
    await mustKubectl(
      ['delete', '--ignore-not-found', '--timeout=120s', '-f', '-'],
      asList(volumes),
    );
    await mustKubectl(['delete', 'namespace', NAMESPACE]);
  });

  for (const manifest of manifests) {
    testUnless(
      unserved(manifest) ?? obstacle,
      `the API server accepts ${nameOf(manifest)}`,
      async () => {
        expect(await apply([manifest], '--dry-run=server')).toMatchObject({ code: 0, stderr: '' });
      },
    );
  }

  testUnless(obstacle, 'everything is applied', async () => {
    appliedAt = Date.now();
    expect(await apply(served)).toMatchObject({ code: 0, stderr: '' });
  });

  for (const manifest of served.filter(becomesReady)) {
    testUnless(obstacle, `${nameOf(manifest)} is ready`, async () => {
      await eventually(appliedAt + 240_000, async () => lacks(await live(manifest)));
    });
  }
});
