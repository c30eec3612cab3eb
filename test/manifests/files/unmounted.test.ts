/** Claims that no container mounts, and media that kubelet does not know. */
import { FILE_JUDGES } from '../../../src/manifests/files';
import {
  judged,
  mounting,
  podOf,
  setOf,
  templateOfClaims,
  volumeOfClaim,
} from '../../support/judged';

const said = (...manifests: object[]) => judged(FILE_JUDGES, manifests);
const REMEDY = 'add it to the volumeMounts of a container, or remove it';
const APP = { name: 'app', image: 'app' };

test.each<readonly [string, object, string]>([
  [
    'of a pod',
    podOf({
      containers: [APP],
      volumes: [{ name: 'x', emptyDir: {} }, volumeOfClaim('v', 'data')],
    }),
    'Pod/tool warning files/unmounted-claim spec.volumes[1]: no container mounts the claim "data" (the volume "v")',
  ],
  [
    'of an ephemeral volume',
    podOf({
      containers: [APP],
      volumes: [{ name: 'v', ephemeral: { volumeClaimTemplate: templateOfClaims('x') } }],
    }),
    'Pod/tool warning files/unmounted-claim spec.volumes[0]: no container mounts the ephemeral volume "v"',
  ],
  [
    'of a claim template',
    setOf({ containers: [APP] }, [templateOfClaims('data')]),
    'StatefulSet/db warning files/unmounted-claim spec.volumeClaimTemplates[0]: no container mounts the claim template "data"',
  ],
])('a claim that nobody mounts is told: %s', (_, manifest, words) => {
  expect(said(manifest)).toEqual([`${words}: nothing that the pod writes gets there; ${REMEDY}`]);
});

test.each<readonly [string, object]>([
  ['mounted', podOf(mounting([volumeOfClaim('v')]))],
  [
    'mounted by an init container alone',
    podOf({
      initContainers: [{ ...APP, volumeMounts: [{ name: 'v', mountPath: '/v' }] }],
      containers: [APP],
      volumes: [volumeOfClaim('v')],
    }),
  ],
  [
    'a device',
    podOf({
      containers: [{ ...APP, volumeDevices: [{ name: 'v', devicePath: '/dev/x' }] }],
      volumes: [volumeOfClaim('v')],
    }),
  ],
  ['of a pod without containers', podOf({ volumes: [volumeOfClaim('v')] })],
  ['a template that is mounted', setOf(mounting([{ name: 'data' }]), [templateOfClaims('data')])],
])('a claim that is %s is right', (_, manifest) => {
  expect(said(manifest)).toEqual([]);
});

describe('the medium of an emptyDir', () => {
  const withMedium = (medium: string) =>
    said(podOf({ containers: [APP], volumes: [{ name: 'v', emptyDir: { medium } }] }));

  test.each([
    ['memory', 'perhaps you meant "Memory"'],
    ['SSD', 'use one of Memory, HugePages'],
    ['HugePages-huge', 'use one of Memory, HugePages'],
    ['Hugepages-2Mi', 'use one of Memory, HugePages'],
  ])('%s is told', (medium, remedy) => {
    expect(withMedium(medium)).toEqual([
      `Pod/tool warning files/empty-dir-medium spec.volumes[0].emptyDir.medium: "${medium}" is not a valid medium: kubelet never mounts the emptyDir "v", and the pod does not start; ${remedy}`,
    ]);
  });

  test.each(['', 'Memory', 'HugePages', 'HugePages-2Mi'])('%j is right', (medium) => {
    expect(withMedium(medium)).toEqual([]);
  });
});
