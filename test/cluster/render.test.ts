import { parseAllDocuments } from 'yaml';
import { nameOf, testUnless } from './support/cluster';
import { eventually, kubectl, live, mustKubectl } from './support/kubectl';
import { lacks } from './support/readiness';
import { Manifest } from '../../src/kube';
import { runWith } from '../cli/session';

const NAMESPACE = 'render-test';

/**
 * What somebody has in Git who runs both operators: one resource of each kind and version, and what
 * they refer to.
 */
const INPUT = `
apiVersion: locust.io/v1
kind: LocustTest
metadata: { name: team-a.old, namespace: ${NAMESPACE} }
spec:
  image: locustio/locust:2.43.1
  masterCommandSeed: --locustfile /lotest/src/test.py --host http://shop
  workerCommandSeed: --locustfile /lotest/src/test.py
  workerReplicas: 2
  configMap: code
---
apiVersion: locust.io/v2
kind: LocustTest
metadata: { name: checkout, namespace: ${NAMESPACE} }
spec:
  image: locustio/locust:2.43.1
  master: { command: -f /lotest/src/test.py --host http://shop }
  worker: { command: -f /lotest/src/test.py, replicas: 3 }
  testFiles: { configMapRef: code }
  volumes:
    - { name: shared, persistentVolumeClaim: { claimName: pvc-shared } }
    - { name: notes, configMap: { name: code, defaultMode: 0644 } }
  volumeMounts:
    - { name: shared, mountPath: /shared }
    - { name: notes, mountPath: /notes, target: worker }
---
apiVersion: aws-efs.managed.openshift.io/v1alpha1
kind: SharedVolume
metadata: { name: shared, namespace: ${NAMESPACE} }
spec: { fileSystemID: fs-0123456789abcdef0, accessPointID: fsap-0123456789abcdef0 }
---
apiVersion: v1
kind: ConfigMap
metadata: { name: code, namespace: ${NAMESPACE} }
data: { test.py: "from locust import HttpUser" }
---
apiVersion: storage.k8s.io/v1
kind: CSIDriver
metadata: { name: efs.csi.aws.com }
spec: { attachRequired: false }
---
apiVersion: apps/v1
kind: Deployment
metadata: { name: shop, namespace: ${NAMESPACE} }
spec:
  selector: { matchLabels: { app: shop } }
  template:
    metadata: { labels: { app: shop } }
    spec: { containers: [{ name: shop, image: registry.example.com/shop:1 }] }
`;

async function render(...options: string[]): Promise<string> {
  const { status, stdout, stderr } = await runWith(['render', '-', ...options], { stdin: INPUT });
  if (status !== 0) throw new Error(stderr);
  return stdout;
}

const manifestsIn = (text: string): Manifest[] =>
  parseAllDocuments(text).map((document) => document.toJS());
const apply = async (text: string, ...options: string[]) =>
  kubectl(['apply', '--validate=strict', ...options, '-f', '-'], text);

describe('what the command line renders', () => {
  beforeAll(async () => {
    if (process.env.KUBECONFIG) await mustKubectl(['create', 'namespace', NAMESPACE]);
  });
  afterAll(async () => {
    if (!process.env.KUBECONFIG) return;
    await mustKubectl(
      ['delete', '--ignore-not-found', '--cascade=foreground', '--timeout=120s', '-f', '-'],
      await render(),
    );
    await mustKubectl(['delete', 'namespace', NAMESPACE]);
  });

  testUnless(undefined, 'is accepted by the API server, strictly', async () => {
    const { code, stderr } = await apply(await render(), '--dry-run=server');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  });

  testUnless(
    undefined,
    'is accepted in operator mode, on the server as on the client',
    async () => {
      for (const options of [[], ['--server-side']]) {
        expect(
          await apply(await render('--operator-mode'), '--dry-run=server', ...options),
        ).toMatchObject({ code: 0, stderr: '' });
      }
    },
  );

  testUnless(undefined, 'is accepted as JSON', async () => {
    expect(await apply(await render('-o', 'json'), '--dry-run=server')).toMatchObject({
      code: 0,
      stderr: '',
    });
  });

  testUnless(undefined, 'is applied, and both Jobs of both tests run to their end', async () => {
    const text = await render();
    expect(await apply(text)).toMatchObject({ code: 0, stderr: '' });
    const jobs = manifestsIn(text).filter(({ kind }) => kind === 'Job');
    expect(jobs.map(nameOf)).toEqual([
      `Job/${NAMESPACE}/team-a-old-master`,
      `Job/${NAMESPACE}/team-a-old-worker`,
      `Job/${NAMESPACE}/checkout-master`,
      `Job/${NAMESPACE}/checkout-worker`,
    ]);
    const deadline = Date.now() + 240_000;
    for (const job of jobs) await eventually(deadline, async () => lacks(await live(job)));
    const workers: any = await live(jobs[3]);
    expect(workers.status.succeeded).toBe(3);
  });

  testUnless(
    undefined,
    'differs in nothing from the cluster when it is applied again',
    async () => {
      expect(await kubectl(['diff', '-f', '-'], await render())).toEqual({
        code: 0,
        stdout: '',
        stderr: '',
      });
    },
  );
});
