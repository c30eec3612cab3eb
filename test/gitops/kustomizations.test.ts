/** Kustomizations of Flux. */
import { Duration } from 'cdk8s';
import { LABEL, objectsOf, problemsOf } from './delivery';
import { FluxDeletionPolicy, FluxKustomization, FluxSourceKind } from '../../src';

test('a Kustomization waits, and neither prunes nor deletes unless that is asked for', () => {
  expect(
    objectsOf((chart) => new FluxKustomization(chart, 'storage', { path: 'dist/manifests' })),
  ).toEqual([
    {
      apiVersion: 'kustomize.toolkit.fluxcd.io/v1',
      kind: 'Kustomization',
      metadata: { name: 'storage', namespace: 'flux-system' },
      spec: {
        sourceRef: { kind: 'GitRepository', name: 'flux-system' },
        path: './dist/manifests',
        interval: '10m',
        prune: false,
        deletionPolicy: 'Orphan',
        wait: true,
      },
    },
  ]);
});

test('every option has its field', () => {
  expect(
    objectsOf(
      (chart) =>
        new FluxKustomization(chart, 'id', {
          name: 'storage',
          namespace: 'gitops',
          path: './dist',
          sourceKind: FluxSourceKind.OCI_REPOSITORY,
          sourceName: 'manifests',
          sourceNamespace: 'sources',
          interval: Duration.hours(1),
          retryInterval: Duration.seconds(90),
          timeout: Duration.millis(1500),
          prune: true,
          deletionPolicy: FluxDeletionPolicy.WAIT_FOR_TERMINATION,
          wait: false,
          dependsOn: [{ name: 'drivers' }, { name: 'classes', namespace: 'other' }],
          targetNamespace: 'shop',
          serviceAccountName: 'deployer',
          suspend: true,
        }),
    ),
  ).toEqual([
    {
      apiVersion: 'kustomize.toolkit.fluxcd.io/v1',
      kind: 'Kustomization',
      metadata: { name: 'storage', namespace: 'gitops' },
      spec: {
        dependsOn: [{ name: 'drivers' }, { name: 'classes', namespace: 'other' }],
        sourceRef: { kind: 'OCIRepository', name: 'manifests', namespace: 'sources' },
        path: './dist',
        interval: '1h',
        retryInterval: '1m30s',
        timeout: '1s500ms',
        prune: true,
        deletionPolicy: 'WaitForTermination',
        targetNamespace: 'shop',
        serviceAccountName: 'deployer',
        suspend: true,
      },
    },
  ]);
});

test('there is no way to force or to substitute', () => {
  expect(
    problemsOf(FluxKustomization, { path: 'dist', force: true, postBuild: {} }).map(
      (line) => line.split(',')[0],
    ),
  ).toEqual(['force: there is no option "force"', 'postBuild: there is no option "postBuild"']);
});

test.each([
  [
    { path: '/dist' },
    'path: "/dist" begins with a slash; use a path relative to the root of the repository, such as dist/manifests',
  ],
  [
    { interval: Duration.seconds(0) },
    'interval: the time is zero; use one such as Duration.minutes(5)',
  ],
  [
    { timeout: Duration.seconds(0) },
    'timeout: the time is zero; use one such as Duration.minutes(5)',
  ],
  [
    { interval: 10 },
    'interval: 10 is not a Duration; call one of its functions, such as Duration.minutes(5)',
  ],
  [
    { dependsOn: [{ name: 'it' }] },
    'dependsOn[0]: the Kustomization depends on itself ("it"); remove it',
  ],
  [
    {
      dependsOn: [
        { name: 'it', namespace: 'other' },
        { name: 'a' },
        { name: 'a', namespace: 'flux-system' },
      ],
    },
    'dependsOn[2]: "a" appears twice; remove one',
  ],
  [
    { targetNamespace: 'A' },
    `targetNamespace: "A": ${LABEL}; use the name of a namespace: at most 63 lower-case letters, digits and dashes`,
  ],
])('%p', (options, problem) => {
  expect(problemsOf(FluxKustomization, { path: 'dist', ...options })).toEqual([problem]);
});
