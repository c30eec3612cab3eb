/** Claims above what their namespace allows, and without a class where none is the default. */
import { BINDING_JUDGES } from '../../../src/manifests/binding';
import { judged, mounting, setOf, templateOfClaims } from '../../support/judged';

const claim = (storage: string, name: string = 'data', spec: object = {}) => ({
  apiVersion: 'v1',
  kind: 'PersistentVolumeClaim',
  ...templateOfClaims(name, { resources: { requests: { storage } }, ...spec }),
});
const range = (limit: object, namespace?: string) => ({
  apiVersion: 'v1',
  kind: 'LimitRange',
  metadata: { name: 'sizes', ...(namespace === undefined ? {} : { namespace }) },
  spec: { limits: [{ type: 'PersistentVolumeClaim', ...limit }] },
});
const quota = (hard: object, others: object = {}) => ({
  apiVersion: 'v1',
  kind: 'ResourceQuota',
  metadata: { name: 'space' },
  spec: { hard, ...others },
});
const said = (...manifests: object[]) => judged(BINDING_JUDGES, manifests);
const set = (replicas: number) =>
  setOf(mounting([{ name: 'data' }]), [templateOfClaims('data', { storageClassName: 'fast' })], {
    replicas,
  });

describe('a LimitRange', () => {
  const told = (what: string, request: string, remedy: string) => [
    `PersistentVolumeClaim/data error binding/namespace-limit spec.resources.requests.storage: the claim "data" requests ${request}, ${what} in the LimitRange "sizes": the API server refuses it; ${remedy}, or change the LimitRange`,
  ];

  test('has a maximum', () => {
    expect(said(claim('11Gi'), range({ max: { storage: '10Gi' } }))).toEqual(
      told('more than the maximum of 10Gi', '11Gi', 'request at most 10Gi'),
    );
    expect(said(claim('10Gi'), range({ max: { storage: '10Gi' } }))).toEqual([]);
  });

  test('has a minimum', () => {
    expect(said(claim('1Gi'), range({ min: { storage: '2Gi' } }))).toEqual(
      told('less than the minimum of 2Gi', '1Gi', 'request at least 2Gi'),
    );
    expect(said(claim('2Gi'), range({ min: { storage: '2Gi' } }))).toEqual([]);
  });

  test('is for claim templates, too', () => {
    expect(said(set(1), range({ min: { storage: '2Gi' } }))).toEqual([
      'StatefulSet/db error binding/namespace-limit spec.volumeClaimTemplates[0].spec.resources.requests.storage: the claim template "data" requests 1Gi, less than the minimum of 2Gi in the LimitRange "sizes": the API server refuses it; request at least 2Gi, or change the LimitRange',
    ]);
  });

  test('is for its namespace and for claims alone', () => {
    expect(
      said(
        claim('11Gi'),
        range({ max: { storage: '10Gi' } }, 'other'),
        range({ type: 'Container', max: { storage: '10Gi' } }),
      ),
    ).toEqual([]);
  });
});

describe('a quota', () => {
  const told = (field: string, which: string, total: string, limit: string) => [
    `ResourceQuota/space error binding/namespace-limit spec.hard["${field}"]: ${which} that are declared in the namespace "default" request ${total} in total, more than this quota of ${limit}: the API server refuses the last of them; raise the quota, or request less`,
  ];
  const OF_CLASS = 'fast.storageclass.storage.k8s.io/requests.storage';

  test('is for all claims', () => {
    const hard = quota({ 'requests.storage': '10Gi' });
    expect(said(claim('6Gi', 'a'), claim('5Gi', 'b'), hard)).toEqual(
      told('requests.storage', 'the claims', '11Gi', '10Gi'),
    );
    expect(said(claim('6Gi', 'a'), claim('4Gi', 'b'), hard)).toEqual([]);
  });

  test('is for those of a class', () => {
    const hard = quota({ [OF_CLASS]: '2Gi' });
    expect(said(set(3), claim('9Gi', 'slow', { storageClassName: 'slow' }), hard)).toEqual(
      told(OF_CLASS, 'the claims of the class "fast"', '3Gi', '2Gi'),
    );
    expect(said(set(2), hard)).toEqual([]);
  });

  test('counts an object that appears twice once', () => {
    expect(said(claim('6Gi'), claim('6Gi'), quota({ 'requests.storage': '10Gi' }))).toEqual([]);
  });

  test('says nothing of claims with a scope or other resources', () => {
    expect(
      said(
        claim('6Gi'),
        quota({ 'requests.storage': '1Gi' }, { scopes: ['NotBestEffort'] }),
        quota({ 'requests.cpu': '1', 'requests.ephemeral-storage': '1Gi' }),
      ),
    ).toEqual([]);
  });
});

describe('a claim without a class', () => {
  const on = (target: object, ...manifests: object[]) =>
    judged(BINDING_JUDGES, [claim('1Gi'), ...manifests], target);

  test('stays Pending where there is no default class', () => {
    expect(on({ platform: 'eks', kubernetes: '1.30' })).toEqual([
      'PersistentVolumeClaim/data warning binding/no-default-class spec.storageClassName: the claim "data" does not name a class, and new clusters of eks have no default class from Kubernetes 1.30 on: it stays Pending; name a class, or set defaultStorageClassName of the target to the default class of the cluster',
    ]);
  });

  test.each<readonly [string, object, readonly object[]]>([
    ['the platform is not known', { kubernetes: '1.34' }, []],
    ['the version is not known', { platform: 'eks' }, []],
    ['the version is older', { platform: 'eks', kubernetes: '1.29' }, []],
    ['the platform has one', { platform: 'gke', kubernetes: '1.34' }, []],
    [
      'the target has one',
      { platform: 'eks', kubernetes: '1.34', defaultStorageClassName: 'gp3' },
      [],
    ],
    [
      'one is declared',
      { platform: 'eks', kubernetes: '1.34' },
      [
        {
          apiVersion: 'storage.k8s.io/v1',
          kind: 'StorageClass',
          metadata: {
            name: 'gp3',
            annotations: { 'storageclass.kubernetes.io/is-default-class': 'true' },
          },
          provisioner: 'ebs.csi.aws.com',
        },
      ],
    ],
  ])('may be bound where %s', (_, target, manifests) => {
    expect(on(target, ...manifests)).toEqual([]);
  });
});

test('a class whose last letter is there twice is a mistake, and another number is not', () => {
  const gp3 = {
    apiVersion: 'storage.k8s.io/v1',
    kind: 'StorageClass',
    metadata: { name: 'gp3' },
    provisioner: 'ebs.csi.aws.com',
  };
  const named = (storageClassName: string) => said(gp3, claim('1Gi', 'data', { storageClassName }));
  expect(named('gp33')).toEqual([
    'PersistentVolumeClaim/data warning binding/class-name spec.storageClassName: the claim "data" has the class "gp33", which is not declared here; perhaps you meant "gp3"',
  ]);
  expect(named('gp2')).toEqual([]);
});
