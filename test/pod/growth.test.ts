/**
 * Pods that are large in one respect: what is done and what is said grows as they do, and not as
 * their square.
 */
import { append, Fields } from '../../src/kube';
import { checkPodSpec } from '../../src/pod';
import { checkContainerVolumes, PodVolumes } from '../../src/pod/container-volumes';

const MANY = 8000;

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index);

test('thousands of mounts of volumes that there are not are told, each in a line of its own', () => {
  const volumeMounts = numbers(MANY).map((index) => ({
    name: `vlume-${index}`,
    mountPath: `/data/${index}`,
  }));
  const volumes = numbers(MANY).map((index) => ({ name: `volume-${index}`, emptyDir: {} }));
  const findings = checkPodSpec(
    { containers: [{ name: 'app', image: 'nginx:1.29', volumeMounts }], volumes },
    { path: 'spec' },
  );
  expect(findings.map(({ message, remedy }) => [message, remedy])).toEqual(
    numbers(MANY).map((index) => [
      `the pod has no volume "vlume-${index}"`,
      `perhaps you meant "volume-${index}"; otherwise add it to volumes`,
    ]),
  );
});

test('of many volumes, a remedy names some', () => {
  const volumes = numbers(21).map((index) => ({ name: `volume-${index}`, emptyDir: {} }));
  const pod = {
    containers: [
      { name: 'app', image: 'nginx:1.29', volumeMounts: [{ name: 'data', mountPath: '/data' }] },
    ],
    volumes,
  };
  expect(checkPodSpec(pod, { path: 'spec' }).map(({ remedy }) => remedy)).toEqual([
    `add it to volumes, or use one of ${numbers(20)
      .map((index) => `volume-${index}`)
      .join(', ')} and 1 more`,
  ]);
});

test('the volumes of a pod are read once, however many mounts there are', () => {
  let reads = 0;
  const volumes = numbers(100).map(
    (index) =>
      new Proxy<Fields>(
        { name: `volume-${index}` },
        {
          get: (volume, field) => {
            reads += field === 'name' ? 1 : 0;
            return volume[field as string];
          },
        },
      ),
  );
  const volumeMounts = numbers(100).map((index) => ({
    name: `vlume-${index}`,
    mountPath: `/data/${index}`,
  }));
  checkContainerVolumes(
    {
      volumeMounts,
      volumeDevices: numbers(100).map((index) => ({
        name: `x${index}`,
        devicePath: `/dev/${index}`,
      })),
    },
    {},
    new PodVolumes(volumes, []),
    'spec',
  );
  expect(reads).toBe(100);
});

test('what was said of the type of a field is found at once for each thing that is said besides', () => {
  // Each mount is wrong twice over: its name is not a string, and there is no such volume.
  const volumeMounts = numbers(MANY).map((index) => ({ name: index, mountPath: `/data/${index}` }));
  const findings = checkPodSpec(
    { containers: [{ name: 'app', image: 'nginx:1.29', volumeMounts }] },
    { path: 'spec' },
  );
  expect(findings.map(({ rule }) => rule)).toEqual(numbers(MANY).map(() => 'pod/type'));
});

test('a list that is longer than the stack can be added to another one', () => {
  const list: number[] = [];
  append(list, numbers(1_000_000));
  expect(list).toHaveLength(1_000_000);
});
