/** Claims that are to grow, and claims that are made of others. */
import { BINDING_JUDGES } from '../../../src/manifests/binding';
import { claimOf, classOf } from '../../storage/object-cases';
import { judged, podOf, setOf, templateOfClaims } from '../../support/judged';

const said = (...manifests: object[]) => judged(BINDING_JUDGES, manifests);
const LIMIT = 'resize.topolvm.io/storage_limit';

describe('a claim that is to grow by itself', () => {
  const AUTO = { [LIMIT]: '200Gi', 'resize.topolvm.io/threshold': '15%' };
  const growing = (annotations: object = AUTO, spec: object = {}) =>
    claimOf({ storageClassName: 'fast', ...spec }, { annotations });
  const refused = (annotation: string = LIMIT) => [
    `PersistentVolumeClaim/data warning binding/growth metadata.annotations["${annotation}"]: the claim "data" should grow automatically (${annotation}), but its class "fast" does not allow volume expansion, so ` +
      'the API server rejects it; set allowVolumeExpansion: true on the class "fast", if its driver supports it, or remove the annotations',
  ];

  test.each<readonly [string, object, readonly string[]]>([
    ['says nothing of growth', {}, refused()],
    ['does not let volumes grow', { allowVolumeExpansion: false }, refused()],
    ['lets volumes grow', { allowVolumeExpansion: true }, []],
  ])('of a class that %s', (_title, fields, lines) => {
    expect(said(growing(), classOf(fields))).toEqual(lines);
  });

  test('of a class that is elsewhere', () => {
    expect(said(growing())).toEqual([]);
  });

  test('of a class that appears twice, and lets volumes grow once', () => {
    expect(said(growing(), classOf({}), classOf({ allowVolumeExpansion: true }))).toEqual([]);
  });

  test('of the default class', () => {
    const standard = {
      metadata: {
        name: 'fast',
        annotations: { 'storageclass.kubernetes.io/is-default-class': 'true' },
      },
    };
    expect(said(growing(AUTO, { storageClassName: undefined }), classOf(standard))).toEqual(
      refused(),
    );
    expect(said(growing(AUTO, { storageClassName: undefined }))).toEqual([]);
  });

  test('of no class', () => {
    expect(said(growing(AUTO, { storageClassName: '', volumeName: 'pv' }))).toEqual([
      `PersistentVolumeClaim/data warning binding/growth metadata.annotations["${LIMIT}"]: the claim "data" should grow automatically (${LIMIT}), but it has no class, and the API server allows expansion only for claims with a class; ` +
        'remove the annotations, or use a class whose volumes can be expanded',
    ]);
  });

  test.each<readonly [string, object, object, readonly string[]]>([
    [
      'a limit of its own',
      { 'resize.topolvm.io/increase': '5Gi' },
      { resources: { requests: { storage: '1Gi' }, limits: { storage: '9Gi' } } },
      refused('resize.topolvm.io/increase'),
    ],
    ['no limit', { 'resize.topolvm.io/increase': '5Gi' }, {}, []],
    ['a limit of zero', { [LIMIT]: '0' }, {}, []],
    [
      'no annotation of the autoresizer',
      { 'example.com/limit': '9Gi' },
      { resources: { requests: { storage: '1Gi' }, limits: { storage: '9Gi' } } },
      [],
    ],
  ])('by %s', (_title, annotations, spec, lines) => {
    expect(said(growing(annotations, spec), classOf({}))).toEqual(lines);
  });

  test('as those of a template', () => {
    expect(
      said(
        setOf({ containers: [] }, [
          templateOfClaims('x'),
          templateOfClaims('data', { storageClassName: 'fast' }, { annotations: AUTO }),
        ]),
        classOf({}),
      ),
    ).toEqual([
      `StatefulSet/db warning binding/growth spec.volumeClaimTemplates[1].metadata.annotations["${LIMIT}"]: the claim template "data" should grow automatically (${LIMIT}), but its class "fast" does not allow volume ` +
        'expansion, so the API server rejects it; set allowVolumeExpansion: true on the class "fast", if its driver supports it, or remove the annotations',
    ]);
  });
});

describe('a class whose volumes are to grow', () => {
  const disks = { name: 'disks.example.org', canExpand: false };
  const growing = (provisioner: string) => classOf({ provisioner, allowVolumeExpansion: true });
  const cannot = (driver: string) => [
    `StorageClass/fast warning binding/driver-growth allowVolumeExpansion: "${driver}" cannot expand volumes: a claim that requests more keeps its capacity; remove allowVolumeExpansion`,
  ];

  const saidWith = (storageClass: object) =>
    judged(BINDING_JUDGES, [storageClass], { drivers: [disks] });

  test('is of a driver of which the target says that it cannot expand them', () => {
    expect(saidWith(growing(disks.name))).toEqual(cannot(disks.name));
  });

  test.each<readonly [string, object]>([
    ['of a driver that can', growing('driver.longhorn.io')],
    ['of a driver of which that is unknown', growing(disks.name)],
    ['of EFS, whose volumes have no size', growing('efs.csi.aws.com')],
  ])('is right %s', (_title, storageClass) => {
    expect(said(storageClass)).toEqual([]);
  });

  test.each([{}, { allowVolumeExpansion: false }])('is right if it says %j', (says) => {
    expect(saidWith(classOf({ provisioner: disks.name, ...says }))).toEqual([]);
  });
});

describe('a claim that is made of another', () => {
  const clone = (
    storage: string,
    source: object = { dataSource: { kind: 'PersistentVolumeClaim', name: 'data' } },
  ) =>
    claimOf(
      { storageClassName: 'fast', resources: { requests: { storage } }, ...source },
      { name: 'copy' },
    );
  const source = (storage: string, metadata: object = {}) =>
    claimOf({ storageClassName: 'fast', resources: { requests: { storage } } }, metadata);
  const smaller = (
    request: string,
    size: string,
    what: string = 'the claim "data", which it is a clone of',
  ) => [
    `PersistentVolumeClaim/copy error binding/smaller-than-source spec.resources.requests.storage: the claim "copy" requests ${request}, less than the ${size} of ${what}: nothing is provisioned for it, and it stays Pending; ` +
      `request at least ${size}`,
  ];

  test.each<readonly [string, string, readonly string[]]>([
    ['100Gi', '100Gi', []],
    ['1Ti', '1024Gi', []],
    ['101Gi', '100Gi', []],
    ['107374182399', '100Gi', smaller('107374182399', '100Gi')],
    ['100G', '100Gi', smaller('100G', '100Gi')],
    ['0.5Ti', '513Gi', smaller('0.5Ti', '513Gi')],
  ])('of %s from %s', (request, size, lines) => {
    expect(said(clone(request), source(size))).toEqual(lines);
  });

  test('by a reference', () => {
    expect(
      said(
        clone('1Gi', { dataSourceRef: { kind: 'PersistentVolumeClaim', name: 'data' } }),
        source('2Gi'),
      ),
    ).toEqual(smaller('1Gi', '2Gi'));
  });

  test('of another namespace, by a reference', () => {
    const ref = {
      dataSourceRef: { kind: 'PersistentVolumeClaim', name: 'data', namespace: 'prod' },
    };
    expect(said(clone('1Gi', ref), source('2Gi', { namespace: 'prod' }), source('1Gi'))).toEqual(
      smaller('1Gi', '2Gi'),
    );
  });

  test('of a template', () => {
    const from = (name: string) =>
      clone('1Gi', { dataSource: { kind: 'PersistentVolumeClaim', name } });
    const set = setOf(
      { containers: [] },
      [templateOfClaims('data', { resources: { requests: { storage: '2Gi' } } })],
      { replicas: 2 },
    );
    expect(said(from('data-db-1'), set)).toEqual(
      smaller('1Gi', '2Gi', 'the claim "data-db-1", which it is a clone of'),
    );
    expect(said(from('data-db-2'), set)).toEqual([]);
  });

  describe('by a snapshot', () => {
    const snapshot = (
      name: string,
      metadata: object = {},
      from: object = { persistentVolumeClaimName: 'data' },
    ) => ({
      apiVersion: 'snapshot.storage.k8s.io/v1',
      kind: 'VolumeSnapshot',
      metadata: { name, ...metadata },
      spec: { source: from },
    });
    const OF_MONDAY = {
      dataSource: { apiGroup: 'snapshot.storage.k8s.io', kind: 'VolumeSnapshot', name: 'monday' },
    };
    const WHAT = 'the claim "data", of which "monday" is a snapshot';

    test('of it', () => {
      expect(said(clone('1Gi', OF_MONDAY), source('2Gi'), snapshot('monday'))).toEqual(
        smaller('1Gi', '2Gi', WHAT),
      );
      expect(said(clone('2Gi', OF_MONDAY), source('2Gi'), snapshot('monday'))).toEqual([]);
    });

    test.each<readonly [string, object]>([
      ['of another namespace', snapshot('monday', { namespace: 'other' })],
      ['of another name', snapshot('tuesday')],
      ['that was there before', snapshot('monday', {}, { volumeSnapshotContentName: 'content' })],
    ])('%s says nothing of its size', (_title, other) => {
      expect(said(clone('1Gi', OF_MONDAY), source('2Gi'), other)).toEqual([]);
    });

    test('for a template', () => {
      const set = setOf({ containers: [] }, [templateOfClaims('data', { ...OF_MONDAY })]);
      expect(said(set, source('2Gi'), snapshot('monday'))).toEqual([
        `StatefulSet/db error binding/smaller-than-source spec.volumeClaimTemplates[0].spec.resources.requests.storage: the claim template "data" requests 1Gi, less than the 2Gi of ${WHAT}: nothing is provisioned for it, ` +
          'and it stays Pending; request at least 2Gi',
      ]);
    });

    test('for an ephemeral volume', () => {
      const pod = podOf({
        volumes: [
          { name: 'cache', ephemeral: { volumeClaimTemplate: templateOfClaims('', OF_MONDAY) } },
        ],
      });
      expect(said(pod, source('2Gi'), snapshot('monday'))).toEqual([
        `Pod/tool error binding/smaller-than-source spec.volumes[0].ephemeral.volumeClaimTemplate.spec.resources.requests.storage: the ephemeral volume "cache" requests 1Gi, less than the 2Gi of ${WHAT}: nothing is ` +
          'provisioned for it, and it stays Pending; request at least 2Gi',
      ]);
    });
  });

  test.each<readonly [string, object]>([
    ['what is elsewhere', { dataSource: { kind: 'PersistentVolumeClaim', name: 'elsewhere' } }],
    [
      'anything else',
      { dataSourceRef: { apiGroup: 'example.com', kind: 'PersistentVolumeClaim', name: 'data' } },
    ],
    [
      'a claim, though it names a volume that is there',
      { dataSource: { kind: 'PersistentVolumeClaim', name: 'data' }, volumeName: 'pv' },
    ],
  ])('of %s', (_title, from) => {
    expect(said(clone('1Gi', from), source('2Gi'))).toEqual([]);
  });

  test('of one that appears twice, with two sizes', () => {
    expect(said(clone('2Gi'), source('3Gi'), source('2Gi'))).toEqual([]);
    expect(said(clone('1Gi'), source('3Gi'), source('2Gi'))).toEqual(smaller('1Gi', '2Gi'));
  });
});
