/** Claims, volumes and workloads of an app together, whoever made them. */
import { ApiObject, App, Chart, Size, Testing } from 'cdk8s';
import { claimOf } from './object-cases';
import { CsiPersistentVolume, Findings, Claim } from '../../src';
import { CoLocation, CoLocationMode } from '../../src/placement';

const NO_CLASS = { storageClassName: '' };

function deployment(): object {
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: 'web', namespace: 'default' },
    spec: {
      template: {
        spec: {
          containers: [
            { name: 'web', image: 'web', volumeMounts: [{ name: 'data', mountPath: '/data' }] },
          ],
          volumes: [{ name: 'data', persistentVolumeClaim: { claimName: 'data' } }],
        },
      },
    },
  };
}

describe('in an app', () => {
  const chartOf = () => new Chart(new App(), 'shop', { namespace: 'default' });
  const object = (scope: Chart, id: string, manifest: object) =>
    new ApiObject(scope, id, manifest as any);

  test('a volume of this library and a claim of nobody that never bind fail the synthesis', () => {
    const chart = chartOf();
    new CsiPersistentVolume(chart, 'data', {
      driver: 'fake.csi.test',
      volumeHandle: 'h',
      storage: Size.gibibytes(1),
      accessModes: ['ReadWriteOnce' as any],
    });
    object(
      chart,
      'claim',
      claimOf({ ...NO_CLASS, volumeName: 'data', resources: { requests: { storage: '2Gi' } } }),
    );
    expect(() => Testing.synth(chart)).toThrow(
      'shop/claim: spec.resources.requests.storage: the claim "data" never gets the volume "data": it has 1Gi, but the claim requests 2Gi; request no more than the volume has (storage/volume-mismatch)',
    );
  });

  test('a warning about an object of nobody can be accepted at it', () => {
    const chart = chartOf();
    new Claim(chart, 'data', { accessModes: ['ReadWriteOnce' as any], storage: Size.gibibytes(1) });
    const web = object(chart, 'web', deployment());
    expect(Findings.of(chart).all.map(({ rule, construct }) => [rule, construct])).toEqual([
      ['storage/rollout-on-one-node', 'shop/web'],
    ]);
    Findings.of(web).acknowledge('storage/rollout-on-one-node', 'there is one node');
    expect(Findings.of(chart).all).toEqual([]);
  });

  test('a Deployment that is required to be beside another is on one node', () => {
    const chart = chartOf();
    new Claim(chart, 'data', { accessModes: ['ReadWriteOnce' as any], storage: Size.gibibytes(1) });
    const db = object(chart, 'db', {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name: 'db', labels: { app: 'db' } },
      spec: { containers: [{ name: 'db', image: 'db' }] },
    });
    const web = object(chart, 'web', deployment());
    CoLocation.of(web).withWorkload(db, { mode: CoLocationMode.REQUIRED });
    expect(Findings.of(chart).all).toEqual([]);
  });
});
