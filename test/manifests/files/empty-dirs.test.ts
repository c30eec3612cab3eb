/** Empty directories and the limits of their pods. */
import { FILE_JUDGES } from '../../../src/manifests/files';
import { cronJobOf, deploymentOf, judged, podOf } from '../../support/judged';

const said = (...manifests: object[]) => judged(FILE_JUDGES, manifests);
const limited = (limits: object, mounts: boolean = true, fields: object = {}) => ({
  name: 'app',
  image: 'app',
  resources: { limits },
  volumeMounts: mounts ? [{ name: 'work', mountPath: '/work' }] : [],
  ...fields,
});
const dir = (emptyDir: object) => ({
  volumes: [
    { name: 'x', configMap: { name: 'x' } },
    { name: 'work', emptyDir },
  ],
});
const PLACE = 'spec.volumes[1].emptyDir';
const onDisk = (what: string, limit: string, path: string = `${PLACE}.sizeLimit`) => [
  `Pod/tool warning files/empty-dir-size ${path}: the emptyDir "work" ${what}, and the pod is evicted when it uses more than the ${limit} of ephemeral storage that its containers may use in total; ` +
    `set a sizeLimit below ${limit}, or raise the ephemeral-storage limits`,
];
const inMemory = (most: string, all: string) => [
  `Pod/tool warning files/empty-dir-memory ${PLACE}.sizeLimit: the emptyDir "work" is in memory and may grow to ${most}, but the containers that mount it may use only ${all}, which includes its content: a container that writes ` +
    `more is killed; set a sizeLimit below ${all}, or raise the memory limits`,
];
const ENDLESS = [
  `Pod/tool warning files/empty-dir-memory ${PLACE}: the emptyDir "work" is in memory without a sizeLimit, and a container that mounts it has no memory limit: it may fill the memory of the node; set a sizeLimit`,
];

describe('an emptyDir on disk', () => {
  const STORAGE = 'ephemeral-storage';
  const of = (emptyDir: object, containers: readonly object[], podSpec: object = {}) =>
    said(podOf({ ...dir(emptyDir), containers, ...podSpec }));

  test.each<readonly [string, object, readonly object[], readonly string[]]>([
    ['within the limit', { sizeLimit: '1Gi' }, [limited({ [STORAGE]: '2Gi' })], []],
    ['as large as the limit', { sizeLimit: '2048Mi' }, [limited({ [STORAGE]: '2Gi' })], []],
    [
      'a byte larger',
      { sizeLimit: '2147483649' },
      [limited({ [STORAGE]: '2Gi' })],
      onDisk('may grow to 2147483649', '2Gi'),
    ],
    [
      'larger in other units',
      { sizeLimit: '2Gi' },
      [limited({ [STORAGE]: '2G' })],
      onDisk('may grow to 2Gi', '2G'),
    ],
    [
      'without a size',
      {},
      [limited({ [STORAGE]: '2Gi' })],
      onDisk('may grow without limit', '2Gi', PLACE),
    ],
    [
      'of no size, which is none',
      { sizeLimit: '0' },
      [limited({ [STORAGE]: '2Gi' })],
      onDisk('may grow without limit', '2Gi', PLACE),
    ],
    [
      'within the sum',
      { sizeLimit: '3Gi' },
      [limited({ [STORAGE]: '2Gi' }), limited({ [STORAGE]: '2Gi' })],
      [],
    ],
    [
      'above the sum, one of which is none',
      { sizeLimit: '3Gi' },
      [limited({ [STORAGE]: '2Gi' }), limited({})],
      onDisk('may grow to 3Gi', '2Gi'),
    ],
    ['where there are no limits', { sizeLimit: '3Gi' }, [limited({ memory: '1Gi' })], []],
    ['without a size where there are no limits', {}, [limited({ memory: '1Gi' })], []],
    ['that no container mounts', {}, [limited({ [STORAGE]: '2Gi' }, false)], []],
    ['of large pages', { medium: 'HugePages' }, [limited({ [STORAGE]: '2Gi' })], []],
    [
      'with a size that cannot be read',
      { sizeLimit: 'much' },
      [limited({ [STORAGE]: '2Gi' })],
      onDisk('may grow without limit', '2Gi', PLACE),
    ],
  ])('%s', (_title, emptyDir, containers, lines) => {
    expect(of(emptyDir, containers)).toEqual(lines);
  });

  test('beside sidecars and init containers, whose limits count as kubelet adds them', () => {
    const init = (size: string, fields: object = {}) => limited({ [STORAGE]: size }, false, fields);
    const main = [limited({ [STORAGE]: '1Gi' })];
    expect(
      of({ sizeLimit: '2Gi' }, main, {
        initContainers: [init('1Gi', { restartPolicy: 'Always' })],
      }),
    ).toEqual([]);
    expect(of({ sizeLimit: '2Gi' }, main, { initContainers: [init('1Gi')] })).toEqual(
      onDisk('may grow to 2Gi', '1Gi'),
    );
    expect(of({ sizeLimit: '2Gi' }, main, { initContainers: [init('2Gi')] })).toEqual([]);
    // The sidecar runs beside the init container that comes after it.
    expect(
      of({ sizeLimit: '3Gi' }, main, {
        initContainers: [init('1Gi', { restartPolicy: 'Always' }), init('2Gi')],
      }),
    ).toEqual([]);
    expect(
      of({ sizeLimit: '3Gi' }, main, {
        initContainers: [init('2Gi'), init('1Gi', { restartPolicy: 'Always' })],
      }),
    ).toEqual(onDisk('may grow to 3Gi', '2Gi'));
  });

  test('where a LimitRange of the namespace gives a limit', () => {
    const range = (limits: object, namespace: string = 'default') => ({
      apiVersion: 'v1',
      kind: 'LimitRange',
      metadata: { name: 'r', namespace },
      spec: { limits: [{ type: 'Pod' }, { type: 'Container', ...limits }] },
    });
    const pod = podOf({ ...dir({}), containers: [limited({})] });
    expect(said(pod, range({ default: { [STORAGE]: '1Gi' }, max: { [STORAGE]: '5Gi' } }))).toEqual(
      onDisk('may grow without limit', '1Gi', PLACE),
    );
    expect(said(pod, range({ max: { [STORAGE]: '5Gi' } }))).toEqual(
      onDisk('may grow without limit', '5Gi', PLACE),
    );
    expect(said(pod, range({ default: { [STORAGE]: '1Gi' } }, 'other'))).toEqual([]);
  });

  test('is told where the pods are made', () => {
    const spec = { ...dir({}), containers: [limited({ [STORAGE]: '2Gi' })] };
    expect(
      said(deploymentOf(spec), cronJobOf(spec)).map((line) => line.slice(0, line.indexOf(':'))),
    ).toEqual([
      'Deployment/web warning files/empty-dir-size spec.template.spec.volumes[1].emptyDir',
      'CronJob/nightly warning files/empty-dir-size spec.jobTemplate.spec.template.spec.volumes[1].emptyDir',
    ]);
  });
});

describe('an emptyDir in memory', () => {
  const of = (sizeLimit: string | undefined, containers: readonly object[], podSpec: object = {}) =>
    said(podOf({ ...dir({ medium: 'Memory', sizeLimit }), containers, ...podSpec }));

  test.each<readonly [string, string | undefined, readonly object[], readonly string[]]>([
    ['within the limit', '512Mi', [limited({ memory: '1Gi' })], []],
    ['as large as the limit', '1Gi', [limited({ memory: '1Gi' })], []],
    ['a byte larger', '1073741825', [limited({ memory: '1Gi' })], inMemory('1073741825', '1Gi')],
    ['without a size, but with a limit', undefined, [limited({ memory: '1Gi' })], []],
    ['with a size, but without a limit', '8Gi', [limited({})], []],
    ['without either', undefined, [limited({})], ENDLESS],
    [
      'without either, as shared memory',
      undefined,
      [limited({}, true, { volumeMounts: [{ name: 'work', mountPath: '/dev/shm/' }] })],
      [],
    ],
    [
      'larger than the limit, as shared memory',
      '2Gi',
      [
        limited({ memory: '1Gi' }, true, {
          volumeMounts: [{ name: 'work', mountPath: '/dev/shm' }],
        }),
      ],
      inMemory('2Gi', '1Gi'),
    ],
    [
      'without either, beside a limit of disk',
      undefined,
      [limited({ 'ephemeral-storage': '1Gi' })],
      ENDLESS,
    ],
    [
      'of two containers, within what they may use together',
      '1536Mi',
      [limited({ memory: '1Gi' }), limited({ memory: '1Gi' })],
      [],
    ],
    [
      'of two containers, beyond that',
      '3Gi',
      [limited({ memory: '1Gi' }), limited({ memory: '1Gi' })],
      inMemory('3Gi', '2Gi'),
    ],
    [
      'of one container, whatever another one may use',
      '2Gi',
      [limited({ memory: '1Gi' }), limited({ memory: '8Gi' }, false)],
      inMemory('2Gi', '1Gi'),
    ],
    [
      'of two containers, one of which has no limit',
      '2Gi',
      [limited({ memory: '1Gi' }), limited({})],
      [],
    ],
    [
      'without a size, of a container without a limit beside one that has one',
      undefined,
      [limited({}), limited({ memory: '1Gi' }, false)],
      ENDLESS,
    ],
    [
      'without a size, of two containers, one of which has no limit',
      undefined,
      [limited({}), limited({ memory: '1Gi' })],
      ENDLESS,
    ],
    [
      'without a size, of a container with a limit beside one that has none',
      undefined,
      [limited({ memory: '1Gi' }), limited({}, false)],
      [],
    ],
    ['that no container mounts', undefined, [limited({}, false)], []],
  ])('%s', (_title, sizeLimit, containers, lines) => {
    expect(of(sizeLimit, containers)).toEqual(lines);
  });

  test('of an init container alone', () => {
    const pod = (limit: object) =>
      of('2Gi', [limited({}, false)], { initContainers: [limited(limit)] });
    expect(pod({ memory: '1Gi' })).toEqual(inMemory('2Gi', '1Gi'));
    expect(pod({})).toEqual([]);
  });

  test('where the pod itself has a limit', () => {
    const pod = (sizeLimit: string | undefined, container: object, memory: string) =>
      of(sizeLimit, [limited(container)], { resources: { limits: { memory } } });
    expect(pod(undefined, {}, '1Gi')).toEqual([]);
    expect(pod('2Gi', {}, '1Gi')).toEqual(inMemory('2Gi', '1Gi'));
    expect(pod('2Gi', { memory: '4Gi' }, '1Gi')).toEqual(inMemory('2Gi', '1Gi'));
    expect(pod('2Gi', { memory: '1Gi' }, '4Gi')).toEqual(inMemory('2Gi', '1Gi'));
  });
});
