/**
 * Properties of the rules on what is applied again and again for any objects, and for the shapes
 * that would make a careless one slow.
 */
import { GITOPS_JUDGES } from '../../../src/manifests/gitops/judges';
import * as fc from '../../support/fast-check';
import { exchange } from '../../support/properties';
import { sized } from '../../support/size';
import {
  autoscaler,
  claim,
  deployment,
  Fields,
  job,
  podSpec,
  said,
  storageClass,
  told,
  volume,
  workload,
} from '../objects';

const MANY = sized(10_000, 2_500);
const numbers = (count: number) => Array.from({ length: count }, (_, index) => index);
const kustomization = {
  apiVersion: 'kustomize.toolkit.fluxcd.io/v1',
  kind: 'Kustomization',
  metadata: { name: 'apps' },
  spec: { force: true, prune: true, targetNamespace: 'shop' },
};
const application = {
  apiVersion: 'argoproj.io/v1alpha1',
  kind: 'Application',
  metadata: { name: 'apps' },
  spec: {
    destination: { namespace: 'shop' },
    syncPolicy: { syncOptions: ['Replace=true', 'Force=true'] },
  },
};
const metadata = {
  labels: { 'app.kubernetes.io/managed-by': 'Helm', 'helm.sh/chart': 'db-1.0.0' },
  annotations: {
    'argocd.argoproj.io/sync-wave': '1',
    'argocd.argoproj.io/sync-options': 'Prune=false,Replace=true',
    'helm.sh/hook': 'pre-install',
  },
};
const set = workload('StatefulSet', 'db', podSpec(), {
  persistentVolumeClaimRetentionPolicy: { whenScaled: 'Delete', whenDeleted: 'Delete' },
  volumeClaimTemplates: [claim({}, metadata)],
});

const OBJECTS: readonly Fields[] = [
  claim({}, metadata),
  claim({ storageClassName: 'io2' }),
  storageClass(),
  storageClass({ reclaimPolicy: 'Retain' }),
  volume({ csi: { driver: 'd', volumeHandle: 'v' } }),
  volume({ nfs: { server: 's', path: '/' } }),
  set,
  set,
  autoscaler('StatefulSet', 'db', { maxReplicas: 3 }),
  job('load', podSpec(), {}, metadata),
  kustomization,
  application,
];

test('any objects are judged without an exception, and twice the same', () => {
  fc.assert(
    fc.property(fc.nat(), fc.nat(), fc.anything(), (which, at, value) => {
      const objects = OBJECTS.map((one, index) =>
        index === which % OBJECTS.length ? (exchange(one, at, value) as Fields) : one,
      );
      expect(said(GITOPS_JUDGES, objects)).toEqual(said(GITOPS_JUDGES, objects));
    }),
    { numRuns: 500 },
  );
});

describe('linear are', () => {
  test('very many workloads of one claim, in waves', () => {
    const later = { annotations: { 'argocd.argoproj.io/sync-wave': '1' } };
    const workloads = numbers(MANY).map((index) =>
      deployment(`web-${index}`, podSpec(), {}, later),
    );
    expect(told(GITOPS_JUDGES, [claim(), storageClass(), ...workloads])).toHaveLength(1);
  });

  test('one claim that is there very many times', () => {
    expect(
      told(GITOPS_JUDGES, [
        ...numbers(MANY).map((index) => claim({ storageClassName: `c${index}` })),
        deployment('web'),
      ]),
    ).toHaveLength(MANY - 1);
  });

  test('very many claims in one namespace, for very many that force and prune', () => {
    const claims = numbers(MANY).map((index) => claim({}, { name: `data-${index}` }));
    expect(
      told(GITOPS_JUDGES, [storageClass(), kustomization, application, ...claims]),
    ).toHaveLength(MANY + 2);
  });

  test('very many that force one namespace of very many claims', () => {
    const claims = numbers(MANY).map((index) =>
      claim(
        {},
        {
          name: `data-${index}`,
          annotations: { 'kustomize.toolkit.fluxcd.io/reconcile': 'disabled' },
        },
      ),
    );
    const kustomizations = numbers(MANY).map((index) => ({
      ...kustomization,
      metadata: { name: `apps-${index}` },
      spec: { force: true, targetNamespace: 'shop' },
    }));
    expect(told(GITOPS_JUDGES, [...claims, ...kustomizations])).toEqual([]);
  });
});
