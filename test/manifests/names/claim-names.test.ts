/** Names of claims and volumes that nobody declares. */
import { NAME_JUDGES } from '../../../src/manifests/names';
import { claimOf, volumeOf } from '../../storage/object-cases';
import {
  cronJobOf,
  deploymentOf,
  judged,
  podOf,
  setOf,
  templateOfClaims,
  volumeOfClaim,
} from '../../support/judged';

const said = (...manifests: object[]) => judged(NAME_JUDGES, manifests);
const pod = (claimName: string, metadata: object = {}) =>
  podOf({ volumes: [volumeOfClaim('a', claimName)] }, metadata);
const PLACE = 'Pod/tool warning storage/claim-name spec.volumes[0].persistentVolumeClaim.claimName';

describe('a claim that nobody declares', () => {
  const uploads = claimOf({}, { name: 'uploads' });

  test.each(['uploasd', 'upload', 'uploadss', 'uplaods', 'uxloads'])(
    'is probably another one: %s',
    (claimName) => {
      expect(said(uploads, pod(claimName))).toEqual([
        `${PLACE}: the claim "${claimName}" is not declared; perhaps you meant "uploads"`,
      ]);
    },
  );

  test.each(['uploads', 'downloads', 'uplaosd', 'uploads-1', 'uploads2'])(
    'may be meant, or is there: %s',
    (claimName) => {
      expect(said(uploads, pod(claimName))).toEqual([]);
    },
  );

  test('is probably another one of which letters are missing in one part', () => {
    expect(said(claimOf({}, { name: 'postgresql-data' }), pod('postgres-data'))).toEqual([
      `${PLACE}: the claim "postgres-data" is not declared; perhaps you meant "postgresql-data"`,
    ]);
  });

  test('may be meant where the near one is in another namespace', () => {
    expect(said(uploads, pod('uploasd', { namespace: 'other' }))).toEqual([]);
  });

  test.each([
    ['disk-a', 'disk-b'],
    ['data-1', 'data-2'],
    ['data1', 'data'],
  ])('is counted, and no mistake: %s beside %s', (claimName, name) => {
    expect(said(claimOf({}, { name }), pod(claimName))).toEqual([]);
  });

  test('is told where pods have it', () => {
    const volumes = [{ name: 'x', emptyDir: {} }, volumeOfClaim('a', 'uploasd')];
    expect(said(uploads, deploymentOf({ volumes }), cronJobOf({ volumes }))).toEqual([
      'Deployment/web warning storage/claim-name spec.template.spec.volumes[1].persistentVolumeClaim.claimName: the claim "uploasd" is not declared; perhaps you meant "uploads"',
      'CronJob/nightly warning storage/claim-name spec.jobTemplate.spec.template.spec.volumes[1].persistentVolumeClaim.claimName: the claim "uploasd" is not declared; perhaps you meant "uploads"',
    ]);
  });
});

describe('a claim of another namespace', () => {
  const there = claimOf({}, { namespace: 'apps' });
  const elsewhere = (where: string) => [
    `Pod/tool warning storage/claim-elsewhere spec.volumes[0].persistentVolumeClaim.claimName: the claim "data" is declared in the namespace ${where} only, and pods of "tools" can use only claims of their own namespace; ` +
      'declare it in the namespace "tools", or move the pods to the namespace of the claim',
  ];

  test('cannot be had', () => {
    expect(said(there, pod('data', { namespace: 'tools' }))).toEqual(elsewhere('apps'));
    expect(
      said(there, claimOf({}, { namespace: 'crm' }), pod('data', { namespace: 'tools' })),
    ).toEqual(elsewhere('apps, crm'));
  });

  test('does not matter where there is one here, too', () => {
    expect(
      said(there, claimOf({}, { namespace: 'tools' }), pod('data', { namespace: 'tools' })),
    ).toEqual([]);
  });

  test('may be one of a template', () => {
    const set = setOf({ containers: [] }, [templateOfClaims('data')], {
      namespace: 'apps',
      replicas: 2,
    });
    expect(said(set, pod('data-db-1', { namespace: 'tools' }))).toEqual([
      elsewhere('apps')[0].replace('"data"', '"data-db-1"'),
    ]);
    expect(said(set, pod('data-db-2', { namespace: 'tools' }))).toEqual([]);
  });
});

describe('claims of templates', () => {
  const set = setOf({ containers: [] }, [templateOfClaims('data')], { name: 'mysql', replicas: 2 });

  test.each(['data-mysql-0', 'data-mysql-1', 'data-mysql-7', 'elsewhere'])(
    "%s is one of them, was one, or is no one's",
    (claimName) => {
      expect(said(set, pod(claimName))).toEqual([]);
    },
  );

  test('are told by their names', () => {
    expect(said(set, pod('data-msyql-1'))).toEqual([
      `${PLACE}: the claim "data-msyql-1" is not declared; perhaps you meant "data-mysql-1"`,
    ]);
  });

  test('are not called as the template', () => {
    expect(said(set, pod('data-mysql'))).toEqual([
      `${PLACE}: the claim "data-mysql" is not declared: each pod of a StatefulSet has its own; use the claim of a pod, such as "data-mysql-0"`,
    ]);
  });
});

describe('a volume that nobody declares', () => {
  const naming = (volumeName: string) => claimOf({ storageClassName: '', volumeName });

  test('is probably another one', () => {
    expect(said(naming('dtaa'), volumeOf({}))).toEqual([
      'PersistentVolumeClaim/data warning storage/claim-name spec.volumeName: the volume "dtaa" is not declared; perhaps you meant "data"',
    ]);
  });

  test('is probably another one, to a template', () => {
    expect(
      said(
        setOf(
          { containers: [] },
          [templateOfClaims('x', { storageClassName: '', volumeName: 'dtaa' })],
          { replicas: 1 },
        ),
        volumeOf({}),
      ),
    ).toEqual([
      'StatefulSet/db warning storage/claim-name spec.volumeClaimTemplates[0].spec.volumeName: the volume "dtaa" is not declared; perhaps you meant "data"',
    ]);
  });

  test.each(['data', 'pvc-6f0a4d3b', 'data2'])('%s may be meant, or is there', (name) => {
    expect(said(naming(name), volumeOf({}))).toEqual([]);
  });
});

describe('a volume that is reserved for a claim that nobody declares', () => {
  const reserved = (name: string, namespace: string = 'default') =>
    volumeOf({ claimRef: { name, namespace } });

  test('is probably for another one', () => {
    expect(said(claimOf({}), reserved('dtaa'))).toEqual([
      'PersistentVolume/data warning storage/claim-name spec.claimRef.name: the claim "dtaa" is not declared in the namespace "default"; perhaps you meant "data"',
    ]);
  });

  test.each<readonly [string, readonly object[]]>([
    ['is for a claim that is elsewhere', [claimOf({}), reserved('elsewhere')]],
    ['is for the claim of another namespace', [claimOf({}), reserved('dtaa', 'other')]],
    ['is for a claim', [claimOf({}), reserved('data')]],
    [
      'is for one of a template',
      [
        setOf({ containers: [] }, [templateOfClaims('data')], { name: 'mysql', replicas: 2 }),
        reserved('data-mysql-1'),
      ],
    ],
    [
      'is near one that has a volume',
      [claimOf({}), reserved('dtaa'), { ...reserved('data'), metadata: { name: 'other' } }],
    ],
    [
      'is named by that claim, which is another fault',
      [claimOf({ storageClassName: '', volumeName: 'data' }), reserved('dtaa')],
    ],
  ])('%s', (_title, manifests) => {
    expect(said(...manifests)).toEqual([]);
  });
});
