/** `render` with GitOps: the same order, guards and ways of Jobs as for apps, for files. */
import { parseAllDocuments } from 'yaml';
import { targetFacts } from '../../src/facts';
import type { GitOpsSpec } from '../../src/gitops/core';
import { renderDocuments, RenderRequest } from '../../src/render';
import { removeFolders, runWith } from '../cli/session';
import { printOutputs } from '../support/printed';

afterEach(removeFolders);

const CLAIM = `apiVersion: v1
kind: PersistentVolumeClaim
metadata: { name: data } # the orders
spec: { storageClassName: fast, accessModes: [ReadWriteOnce], resources: { requests: { storage: 1Gi } } }
`;
const DRIVER = `apiVersion: storage.k8s.io/v1
kind: CSIDriver
metadata: { name: d.example.org }
spec: {}
`;
const CLASS = `apiVersion: storage.k8s.io/v1
kind: StorageClass
metadata: { name: fast }
provisioner: d.example.org
volumeBindingMode: WaitForFirstConsumer
`;
const POD = `apiVersion: v1
kind: Pod
metadata: { name: p } # as it was
spec: { containers: [{ name: c, image: i, volumeMounts: [{ name: data, mountPath: /data }] }], volumes: [{ name: data, persistentVolumeClaim: { claimName: data } }] }
`;
const TEST = `apiVersion: locust.io/v2
kind: LocustTest
metadata: { name: checkout, namespace: perf }
spec:
  image: locustio/locust:2.43.1
  master: { command: --locustfile /lotest/src/checkout.py }
  worker: { command: --locustfile /lotest/src/checkout.py, replicas: 2 }
`;
const KEPT = { 'argocd.argoproj.io/sync-options': 'Prune=false,Delete=false' };

const request = (gitops: GitOpsSpec | undefined): RenderRequest => ({
  operatorMode: false,
  operatorPreset: 'chart',
  operatorEnv: {},
  only: false,
  namespace: 'shop',
  gitops,
  target: targetFacts({ gitops: gitops?.engine }),
});
const rendered = (text: string, gitops?: GitOpsSpec, more: Partial<RenderRequest> = {}) =>
  renderDocuments([{ name: 'a.yaml', text }], { ...request(gitops), ...more });
const annotations = (text: string, gitops?: GitOpsSpec, more?: Partial<RenderRequest>) =>
  Object.fromEntries(
    rendered(text, gitops, more).outputs.map(({ manifest: { kind, metadata } }: any) => [
      `${kind}/${metadata.name}`,
      metadata.annotations,
    ]),
  );

const ALL = [CLAIM, DRIVER, CLASS, POD].join('---\n');
const WITHIN_LIST = JSON.stringify({
  apiVersion: 'v1',
  kind: 'List',
  items: parseAllDocuments(ALL).map((one) => one.toJS()),
});
const ARGO = {
  'PersistentVolumeClaim/data': KEPT,
  'CSIDriver/d.example.org': { ...KEPT, 'argocd.argoproj.io/sync-wave': '-1' },
  'StorageClass/fast': KEPT,
  'Pod/p': undefined,
};

test('nothing is written without it', () => {
  expect(printOutputs(rendered(ALL).outputs, 'yaml')).toBe(ALL);
});

test('documents are written for Argo CD, and those that need nothing stay as they were written', () => {
  const { outputs } = rendered(ALL, { engine: 'argocd' });
  expect(annotations(ALL, { engine: 'argocd' })).toEqual(ARGO);
  expect(outputs.map(({ text }) => text)).toEqual([undefined, undefined, undefined, POD]);
});

test('the items of lists are, too, and the lists taken apart', () => {
  expect(annotations(WITHIN_LIST, { engine: 'argocd' })).toEqual(ARGO);
});

test('documents are written for Flux', () => {
  const prune = { 'kustomize.toolkit.fluxcd.io/prune': 'disabled' };
  expect(annotations(ALL, { engine: 'flux' })).toEqual({
    'PersistentVolumeClaim/data': prune,
    'CSIDriver/d.example.org': prune,
    'StorageClass/fast': prune,
    'Pod/p': undefined,
  });
});

test('what custom resources stand for is, too, with and without the rest', () => {
  const force = { 'argocd.argoproj.io/sync-options': 'Force=true,Replace=true' };
  const test = {
    'Service/checkout-master': undefined,
    'Job/checkout-master': force,
    'Job/checkout-worker': force,
  };
  expect(annotations([TEST, CLAIM].join('---\n'), { engine: 'argocd' })).toEqual({
    ...test,
    'PersistentVolumeClaim/data': KEPT,
  });
  expect(annotations([TEST, CLAIM].join('---\n'), { engine: 'argocd' }, { only: true })).toEqual(
    test,
  );
});

test('what is rendered is rendered the same again', () => {
  const once = printOutputs(rendered(ALL, { engine: 'argocd' }).outputs, 'yaml');
  expect(printOutputs(rendered(once, { engine: 'argocd' }).outputs, 'yaml')).toBe(once);
});

test('the rules judge what is written', () => {
  const early = CLAIM.replace(
    '{ name: data }',
    '{ name: data, annotations: { argocd.argoproj.io/sync-wave: "-1" } }',
  );
  expect(
    rendered([early, CLASS, POD].join('---\n'), { engine: 'argocd' }).findings.map(
      ({ rule }) => rule,
    ),
  ).toEqual(['gitops/claim-before-consumer']);
  const late = POD.replace(
    '{ name: p }',
    '{ name: p, annotations: { argocd.argoproj.io/sync-wave: "1" } }',
  );
  expect(rendered([CLAIM, CLASS, late].join('---\n')).findings.map(({ rule }) => rule)).toEqual([
    'gitops/claim-before-consumer',
  ]);
  expect(rendered([CLAIM, CLASS, late].join('---\n'), { engine: 'argocd' }).findings).toEqual([]);
});

test('the command line asks for it', async () => {
  const { status, stdout } = await runWith(['render', '-', '--gitops', 'argo'], { stdin: DRIVER });
  expect([status, parseAllDocuments(stdout).map((one) => one.toJS().metadata)]).toEqual([
    0,
    [{ name: 'd.example.org', annotations: KEPT }],
  ]);
  expect(await runWith(['render', '-', '--gitops', 'helm'], { stdin: DRIVER })).toMatchObject({
    status: 2,
    stdout: '',
  });
});
