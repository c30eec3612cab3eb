/** The health of claims, as Argo CD is told to see it. */
import { objectsOf, problemsOf } from './delivery';
import { ArgoClaimHealth } from '../../src';

test('it is one key of the settings of Argo CD', () => {
  const [object, ...others] = objectsOf((chart) => new ArgoClaimHealth(chart, 'health'));
  expect(others).toEqual([]);
  expect({ ...object, data: Object.keys(object.data) }).toEqual({
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: {
      name: 'argocd-cm',
      namespace: 'argocd',
      annotations: {
        'argocd.argoproj.io/sync-options': 'ServerSideApply=true,Prune=false,Delete=false',
        'kustomize.toolkit.fluxcd.io/prune': 'disabled',
      },
      labels: { 'app.kubernetes.io/name': 'argocd-cm', 'app.kubernetes.io/part-of': 'argocd' },
    },
    data: ['resource.customizations.health.PersistentVolumeClaim'],
  });
});

test('it goes where Argo CD is', () => {
  expect(
    objectsOf(
      (chart) => new ArgoClaimHealth(chart, 'health', { name: 'settings', namespace: 'gitops' }),
    )[0].metadata,
  ).toMatchObject({ name: 'settings', namespace: 'gitops' });
});

test('a name that is none is told', () => {
  expect(problemsOf(ArgoClaimHealth, { name: 'A' })).toEqual([
    "name: \"A\": a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character " +
      "(e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*'); " +
      'use a name of at most 253 lower-case letters, digits, dashes and dots',
  ]);
});
