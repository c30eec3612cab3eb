/** Sizes of a few bytes, and the folders of databases. */
import { FACT_JUDGES } from '../../../src/manifests/facts';
import {
  judged,
  mounting,
  podOf,
  setOf,
  templateOfClaims,
  volumeOfClaim,
} from '../../support/judged';

const said = (...manifests: object[]) => judged(FACT_JUDGES, manifests);
const claim = (storage: unknown, spec: object = {}) => ({
  apiVersion: 'v1',
  kind: 'PersistentVolumeClaim',
  ...templateOfClaims('data', { resources: { requests: { storage } }, ...spec }),
});

describe('the size of a claim', () => {
  const AT =
    'PersistentVolumeClaim/data warning manifest/tiny-quantity spec.resources.requests.storage';

  test.each([
    ['10m', '"10m" is less than a byte of storage; perhaps you meant "10Gi"'],
    ['1', '"1" is one byte of storage; perhaps you meant "1Gi"'],
    ['10', '"10" is 10 bytes of storage; perhaps you meant "10Gi"'],
    ['100k', '"100k" is 100000 bytes of storage; use a larger unit, such as Mi or Gi'],
    ['1048575', '"1048575" is 1048575 bytes of storage; perhaps you meant "1048575Gi"'],
  ])('%s is told', (storage, words) => {
    expect(said(claim(storage))).toEqual([`${AT}: ${words}`]);
  });

  test.each<readonly [unknown, object]>([
    ['1Mi', {}],
    [1048576, {}],
    ['1', { volumeName: 'pv' }],
    ['1', { storageClassName: '' }],
    ['ten', {}],
  ])('%s is right with %j', (storage, spec) => {
    expect(said(claim(storage, spec))).toEqual([]);
  });
});

test('the memory of a container has a unit', () => {
  const withMemory = (memory: string) =>
    said(podOf({ containers: [{ name: 'a', image: 'a', resources: { limits: { memory } } }] }));
  expect(withMemory('512m')).toEqual([
    'Pod/tool warning manifest/tiny-quantity spec.containers[0].resources.limits.memory: "512m" is less than a byte of memory; perhaps you meant "512Mi"',
  ]);
  expect(withMemory('512M')).toEqual([]);
});

describe('PostgreSQL', () => {
  const HOME = '/var/lib/postgresql';
  const run = (image: string, mountPath: string, others: object = {}, mount: object = {}) =>
    podOf({
      containers: [
        { name: 'a', image, volumeMounts: [{ name: 'data', mountPath, ...mount }], ...others },
      ],
      volumes: [volumeOfClaim('data')],
    });
  const AT = 'Pod/tool warning manifest/data-folder spec.containers[0].volumeMounts[0].mountPath';
  const NOT_STARTED = `${AT}: the image of PostgreSQL 18 keeps its data below ${HOME}, and does not start with a volume at ${HOME}/data; mount the volume at ${HOME}`;
  const LOST = `${AT}: the image of PostgreSQL 17 keeps its data at ${HOME}/data, in a separate volume that is deleted with the container: nothing of it gets to ${HOME}; mount the volume at ${HOME}/data`;
  const FULL = `${AT}: "ebs.csi.aws.com" formats the volume as ext4, whose root has the folder lost+found: PostgreSQL starts only in an empty folder; set PGDATA to ${HOME}/data/pgdata, or mount a subPath of the volume`;
  const EXT4 = { 'csi.storage.k8s.io/fstype': 'ext4' };
  const gp3 = (parameters: object = EXT4) => ({
    apiVersion: 'storage.k8s.io/v1',
    kind: 'StorageClass',
    metadata: { name: 'gp3' },
    provisioner: 'ebs.csi.aws.com',
    parameters,
  });
  const disk = (spec: object = {}) => claim('1Gi', { storageClassName: 'gp3', ...spec });

  test.each<readonly [string, readonly object[], string]>([
    ['18 at the old place', [run('postgres:18', `${HOME}/data`)], NOT_STARTED],
    [
      '18 with a variant, from a mirror',
      [run('public.ecr.aws/docker/library/postgres:18.1-alpine', `${HOME}/data/`)],
      NOT_STARTED,
    ],
    ['17 at the new place', [run('postgres:17', HOME)], LOST],
    ['17 on a whole disk', [gp3(), disk(), run('postgres:17', `${HOME}/data`)], FULL],
  ])('is told: %s', (_, manifests, line) => {
    expect(said(...manifests)).toEqual([line]);
  });

  test('is told of a claim template', () => {
    const set = setOf(
      {
        containers: [
          {
            name: 'a',
            image: 'postgres:16',
            volumeMounts: [{ name: 'data', mountPath: `${HOME}/data` }],
          },
        ],
      },
      [templateOfClaims('data', { storageClassName: 'gp3' })],
    );
    expect(said(gp3(), set)).toEqual([
      FULL.replace('Pod/tool', 'StatefulSet/db').replace('spec.', 'spec.template.spec.'),
    ]);
  });

  test.each<readonly [string, readonly object[]]>([
    ['18 at the new place', [run('postgres:18', HOME)]],
    ['17 at the old place', [run('postgres:17', `${HOME}/data`)]],
    ['of no known version', [run('postgres:latest', HOME), run('postgres', HOME)]],
    ['of another image', [run('bitnami/postgresql:18', `${HOME}/data`)]],
    [
      'with a folder of its own',
      [run('postgres:18', `${HOME}/data`, { env: [{ name: 'PGDATA', value: '/x' }] })],
    ],
    ['that is not run', [run('postgres:18', `${HOME}/data`, { command: ['sh'] })]],
    [
      'in a part of the disk',
      [gp3(), disk(), run('postgres:17', `${HOME}/data`, {}, { subPath: 'db' })],
    ],
    ['on a file system that nobody says', [gp3({}), disk(), run('postgres:17', `${HOME}/data`)]],
    ['on XFS', [gp3({ fsType: 'xfs' }), disk(), run('postgres:17', `${HOME}/data`)]],
    [
      'on a clone',
      [
        gp3(),
        disk({ dataSource: { kind: 'PersistentVolumeClaim', name: 'old' } }),
        run('postgres:17', `${HOME}/data`),
      ],
    ],
    ['on a class that nobody declares', [disk(), run('postgres:17', `${HOME}/data`)]],
    ['with two volumes', [podOf(mounting([{ name: 'data', hostPath: { path: '/x' } }]))]],
  ])('is right: %s', (_, manifests) => {
    expect(said(...manifests)).toEqual([]);
  });
});
