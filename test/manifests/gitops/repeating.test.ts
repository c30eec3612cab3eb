/** Jobs with a time to live that somebody recreates. */
import { TargetSpec } from '../../../src/facts';
import { REPEATING_JUDGE } from '../../../src/manifests/gitops/repeating';
import { cronJob, Fields, job, said, told } from '../objects';

const AGAIN = ['Job/load warning gitops/job-runs-again spec.ttlSecondsAfterFinished'];
const load = (metadata: Fields = {}, ttl: unknown = 600) =>
  job('load', {}, { ttlSecondsAfterFinished: ttl }, metadata);
const annotated = (annotations: Fields) => load({ annotations });
const application = (selfHeal: boolean, namespace = 'shop') => ({
  apiVersion: 'argoproj.io/v1alpha1',
  kind: 'Application',
  metadata: { name: 'apps' },
  spec: { destination: { namespace }, syncPolicy: { automated: { selfHeal } } },
});
const kustomization = {
  apiVersion: 'kustomize.toolkit.fluxcd.io/v1',
  kind: 'Kustomization',
  metadata: { name: 'apps' },
  spec: { targetNamespace: 'shop' },
};

test.each<[title: string, objects: Fields[], target: TargetSpec, lines: string[]]>([
  ['of Flux', [load()], { gitops: 'flux' }, AGAIN],
  ['of Flux, gone at once', [load({}, 0)], { gitops: 'flux' }, AGAIN],
  ['of a Kustomization', [load(), kustomization], {}, AGAIN],
  [
    'that Flux leaves alone',
    [annotated({ 'kustomize.toolkit.fluxcd.io/reconcile': 'disabled' })],
    { gitops: 'flux' },
    [],
  ],
  ['of Argo CD', [load()], { gitops: 'argocd' }, AGAIN],
  [
    'of Argo CD, as a hook',
    [annotated({ 'argocd.argoproj.io/hook': 'Sync' })],
    { gitops: 'argocd' },
    [],
  ],
  [
    'of Argo CD, as a hook of Helm',
    [annotated({ 'helm.sh/hook': 'pre-install' })],
    { gitops: 'argocd' },
    [],
  ],
  ['of an Application that heals', [load(), application(true)], {}, AGAIN],
  ['of an Application that does not', [load(), application(false)], {}, []],
  ['of an Application for another namespace', [load(), application(true, 'other')], {}, []],
  ['of nobody knows whom', [load()], {}, []],
  ['without a time to live', [load({}, null)], { gitops: 'flux' }, []],
  [
    'of a CronJob',
    [cronJob('dump', {}, { jobTemplate: { spec: { ttlSecondsAfterFinished: 1 } } })],
    { gitops: 'flux' },
    [],
  ],
])('a Job %s', (_title, objects, target, lines) => {
  expect(told([REPEATING_JUDGE], objects, target)).toEqual(lines);
});

test('is told of by who recreates it', () => {
  expect(said([REPEATING_JUDGE], [load()], { gitops: 'flux' })).toEqual([
    `${AGAIN[0]}: the Job "load" is deleted 600 seconds after it ends, and Flux recreates it at the next reconciliation: it runs again; remove it`,
  ]);
  expect(said([REPEATING_JUDGE], [load()], { gitops: 'argocd' })).toEqual([
    `${AGAIN[0]}: the Job "load" is deleted 600 seconds after it ends, and Argo CD recreates it at the next sync, or immediately with self-heal: it runs again; remove it, or make the Job a hook`,
  ]);
  expect(said([REPEATING_JUDGE], [load(), application(true)])).toEqual([
    `${AGAIN[0]}: the Job "load" is deleted 600 seconds after it ends, and Argo CD recreates it (self-heal): it runs again; remove it, or make the Job a hook`,
  ]);
});
