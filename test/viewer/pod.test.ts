/**
 * The pod of a viewer and its ports, object for object: what is dropped, added, made read-only and
 * declared.
 */
import { DUFS } from '../../src/viewer/apps';
import { podSecurity } from '../../src/viewer/hardening';
import { claimVolumes, podSpecOf } from '../../src/viewer/pod';
import { declaredPorts, portNumberOf, targetPortOf } from '../../src/viewer/ports';
import { ViewerSpec } from '../../src/viewer/spec';

const BASE: ViewerSpec = { name: 'data', namespace: 'ada', pvc: 'data', routing: { kind: 'none' } };
const mine = { name: 'v', persistentVolumeClaim: { claimName: 'data' } };
const other = { name: 'w', persistentVolumeClaim: { claimName: 'other' } };
const podOf = (podSpec: object, change: Partial<ViewerSpec> = {}): any =>
  podSpecOf({ ...BASE, ...change, podSpec: podSpec as any });
const readOnly = (volume: typeof mine) => ({
  ...volume,
  persistentVolumeClaim: { ...volume.persistentVolumeClaim, readOnly: true },
});

test('fields that are null are left out at any depth, and items of lists stay', () => {
  const given = {
    hostname: null,
    containers: [
      {
        name: 'a',
        command: null,
        env: [
          { name: 'A', value: '' },
          { name: 'B', value: null },
        ],
        args: ['x', null],
      },
    ],
    volumes: [],
  };
  expect(podOf(given)).toStrictEqual({
    containers: [{ name: 'a', env: [{ name: 'A', value: '' }, { name: 'B' }], args: ['x', null] }],
    volumes: [],
  });
});

test('only the volumes of the claim, and their mounts, are read-only', () => {
  const mounts = [
    { name: 'v', mountPath: '/v' },
    { name: 'w', mountPath: '/w' },
    { name: 'tmp', mountPath: '/tmp' },
  ];
  const given = {
    initContainers: [{ name: 'i', volumeMounts: mounts }],
    containers: [{ name: 'a', volumeMounts: mounts }],
    volumes: [mine, other, { name: 'tmp', emptyDir: {} }],
  };
  const closed = [{ ...mounts[0], readOnly: true }, mounts[1], mounts[2]];
  expect(podOf(given, { readOnly: true })).toStrictEqual({
    initContainers: [{ name: 'i', volumeMounts: closed }],
    containers: [{ name: 'a', volumeMounts: closed }],
    volumes: [readOnly(mine), other, given.volumes[2]],
  });
  expect(podOf(given)).toStrictEqual(given);
  expect(podOf({ containers: 'none', volumes: ['text', mine] }, { readOnly: true })).toStrictEqual({
    containers: 'none',
    volumes: ['text', readOnly(mine)],
  });
});

test('the volumes of a claim are those that name it', () => {
  const again = { ...mine, name: 'again' };
  expect(
    claimVolumes('data', {
      volumes: [other, mine, { name: 'tmp', emptyDir: {} }, null, again],
    } as any),
  ).toEqual(['v', 'again']);
  expect(claimVolumes('data', { volumes: 'none' } as any)).toEqual([]);
});

test.each<[what: string, given: object, expected: object]>([
  [
    'behind those that are there',
    {
      containers: [{ name: 'a', volumeMounts: [{ name: 'w', mountPath: '/w' }] }, { name: 'b' }],
      volumes: [other],
    },
    {
      containers: [
        {
          name: 'a',
          volumeMounts: [
            { name: 'w', mountPath: '/w' },
            { name: 'viewer-volume', mountPath: '/srv' },
          ],
        },
        { name: 'b' },
      ],
      volumes: [other, { name: 'viewer-volume', persistentVolumeClaim: { claimName: 'data' } }],
    },
  ],
  [
    'where there are none',
    { containers: [{ name: 'a' }] },
    {
      containers: [{ name: 'a', volumeMounts: [{ name: 'viewer-volume', mountPath: '/srv' }] }],
      volumes: [{ name: 'viewer-volume', persistentVolumeClaim: { claimName: 'data' } }],
    },
  ],
  [
    'not where the claim is one already',
    { containers: [{ name: 'a' }], volumes: [mine] },
    { containers: [{ name: 'a' }], volumes: [mine] },
  ],
])('a volume is added %s', (_what, given, expected) => {
  expect(podOf(given, { injectVolumeAt: '/srv' })).toStrictEqual(expected);
  expect(podOf(given)).toStrictEqual(given);
});

test('who the platform gives a user has none of its own', () => {
  const seccompProfile = { type: 'RuntimeDefault' };
  expect(podSecurity(undefined)).toStrictEqual({ runAsNonRoot: true, seccompProfile });
  expect(podSecurity({ user: 5, group: 6 })).toStrictEqual({
    runAsNonRoot: true,
    runAsUser: 5,
    runAsGroup: 6,
    seccompProfile,
  });
  expect(podSecurity({ user: 5, group: 6, fsGroup: 0 })).toStrictEqual({
    runAsNonRoot: true,
    runAsUser: 5,
    runAsGroup: 6,
    fsGroup: 0,
    fsGroupChangePolicy: 'OnRootMismatch',
    seccompProfile,
  });
});

test('dufs serves its volume below the prefix, may search and archive it, and change it only where that is meant', () => {
  const envOf = (change: Partial<ViewerSpec>) =>
    (podSpecOf({ ...BASE, app: DUFS, ...change }) as any).containers[0].env;
  const reading = [
    { name: 'DUFS_SERVE_PATH', value: '/data' },
    { name: 'DUFS_BIND', value: '0.0.0.0' },
    { name: 'DUFS_PORT', value: '5000' },
    { name: 'DUFS_PATH_PREFIX', value: '/x/ada/data' },
    { name: 'DUFS_ALLOW_SEARCH', value: 'true' },
    { name: 'DUFS_ALLOW_ARCHIVE', value: 'true' },
  ];
  const change: Partial<ViewerSpec> = {
    networking: { basePrefix: '/x' },
    routing: { kind: 'virtualService', gateway: 'a/b' },
  };
  expect(envOf({ ...change, readOnly: true })).toEqual(reading);
  expect(envOf(change)).toEqual([
    ...reading,
    { name: 'DUFS_ALLOW_UPLOAD', value: 'true' },
    { name: 'DUFS_ALLOW_DELETE', value: 'true' },
  ]);
});

describe('the ports of a podSpec', () => {
  const web = { name: 'web', containerPort: 80 };
  const admin = { name: 'admin', containerPort: 81, protocol: 'TCP' };
  const side = { name: 'side', containerPort: 82 };
  const udp = { name: 'dns', containerPort: 53, protocol: 'UDP' };
  const podSpec: any = {
    initContainers: [
      { name: 'i', ports: [{ name: 'init', containerPort: 1 }] },
      { name: 's', restartPolicy: 'Always', ports: [side] },
      { name: 'n', restartPolicy: 'Never', ports: [web] },
    ],
    containers: [
      { name: 'u', ports: [udp, null] },
      { name: 'a', ports: [admin, web] },
      { name: 'p' },
    ],
  };

  test('are those of TCP, of containers before sidecars', () => {
    expect(declaredPorts({ podSpec })).toEqual([admin, web, side]);
    expect(declaredPorts({})).toEqual([{ name: 'http', containerPort: 5000 }]);
  });

  test.each<[asked: number | string | undefined, target: unknown, number: number | undefined]>([
    [undefined, 81, 81],
    [90, 90, 90],
    ['web', 'web', 80],
    ['admin', 'admin', 81],
    ['side', 'side', 82],
    ['init', 'init', undefined],
    ['dns', 'dns', undefined],
  ])(
    'are asked for by number or name, and the first is taken otherwise: %p',
    (targetPort, target, number) => {
      const spec = { podSpec, ...(targetPort === undefined ? {} : { networking: { targetPort } }) };
      expect([targetPortOf(spec), portNumberOf(spec)]).toEqual([target, number]);
    },
  );

  test('may be none', () => {
    expect([targetPortOf({ podSpec: {} }), portNumberOf({ podSpec: {} })]).toEqual([
      undefined,
      undefined,
    ]);
  });
});
