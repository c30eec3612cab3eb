import { workloadOf } from './support';

const pod = (spec: string) =>
  workloadOf(`{apiVersion: v1, kind: Pod, metadata: {name: a}, spec: ${spec}}`);

test('a mount says where a container has a volume', () => {
  expect(
    pod('{containers: [{name: main, volumeMounts: [{name: data, mountPath: /data}]}]}').mounts,
  ).toEqual([
    {
      container: 'main',
      isInit: false,
      volume: 'data',
      path: '/data',
      isReadOnly: false,
      isDevice: false,
    },
  ]);
});

test('a mount may be of a part of the volume, and read-only', () => {
  const [plain, expression] = pod(
    '{containers: [{name: m, volumeMounts: [{name: v, mountPath: /a, subPath: x, readOnly: true}, {name: v, mountPath: /b, subPathExpr: $(Y)}]}]}',
  ).mounts;
  expect(plain).toMatchObject({ subPath: 'x', isReadOnly: true });
  expect(expression).toMatchObject({ subPathExpr: '$(Y)', isReadOnly: false });
});

test('init containers mount too, sidecars among them', () => {
  const { mounts } = pod(
    '{initContainers: [{name: prepare, volumeMounts: [{name: v}]}, {name: sidecar, restartPolicy: Always, volumeMounts: [{name: v}]}]}',
  );
  expect(mounts.map(({ container, isInit }) => [container, isInit])).toEqual([
    ['prepare', true],
    ['sidecar', true],
  ]);
});

test('a device is a mount', () => {
  expect(
    pod('{containers: [{name: m, volumeDevices: [{name: v, devicePath: /dev/xvda}]}]}').mounts,
  ).toEqual([
    {
      container: 'm',
      isInit: false,
      volume: 'v',
      path: '/dev/xvda',
      isReadOnly: false,
      isDevice: true,
    },
  ]);
});

const use = (volume: string, mounts: string) =>
  pod(
    `{volumes: [{name: v, persistentVolumeClaim: ${volume}}], containers: [{name: m, volumeMounts: ${mounts}}]}`,
  ).claims[0];

test('a claim knows its mounts, and only those', () => {
  expect(
    use(
      '{claimName: c}',
      '[{name: v, mountPath: /a}, {name: other, mountPath: /b}, {name: v, mountPath: /c}]',
    ).mounts.map(({ path }) => path),
  ).toEqual(['/a', '/c']);
});

test('a claim that no container mounts is a claim of the workload', () => {
  expect(use('{claimName: c}', '[]')).toMatchObject({
    claimName: 'c',
    mounts: [],
    isReadOnly: false,
  });
});

test.each([
  ['{claimName: c, readOnly: true}', '[]', true],
  ['{claimName: c, readOnly: true}', '[{name: v}]', true],
  ['{claimName: c}', '[{name: v, readOnly: true}]', true],
  ['{claimName: c}', '[{name: v, readOnly: true}, {name: v}]', false],
  ['{claimName: c}', '[{name: v, readOnly: "true"}]', false],
])('the volume %s with the mounts %s is read-only: %s', (volume, mounts, expected) => {
  expect(use(volume, mounts).isReadOnly).toBe(expected);
});
