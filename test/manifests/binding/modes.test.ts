/** Devices that are mounted, and files that are used as devices. */
import { BINDING_JUDGES } from '../../../src/manifests/binding';
import { judged, podOf, setOf, templateOfClaims, volumeOfClaim } from '../../support/judged';

const MOUNTS = { volumeMounts: [{ name: 'data', mountPath: '/data' }] };
const DEVICES = { volumeDevices: [{ name: 'data', devicePath: '/dev/x' }] };
const said = (...manifests: object[]) =>
  judged(BINDING_JUDGES, manifests).filter((line) => line.includes('binding/volume-mode'));
const claim = (volumeMode?: string) => ({
  apiVersion: 'v1',
  kind: 'PersistentVolumeClaim',
  ...templateOfClaims('data', { volumeMode }),
});
const podWith = (use: object, volume: object = volumeOfClaim('data')) =>
  podOf({ containers: [{ name: 'app', image: 'app', ...use }], volumes: [volume] });
const setWith = (use: object, volumeMode?: string) =>
  setOf({ containers: [{ name: 'app', image: 'app', ...use }] }, [
    templateOfClaims('data', { volumeMode }),
  ]);
const ephemeral = (volumeMode: string) => ({
  name: 'data',
  ephemeral: { volumeClaimTemplate: templateOfClaims('x', { volumeMode }) },
});
const BLOCK = (object: string, at: string) => [
  `${object} error binding/volume-mode ${at}.volumeMounts[0].name: the volume "data" is a block device (volumeMode: Block), which cannot be mounted: the pod does not start; list it under volumeDevices with a devicePath, or remove volumeMode from a new claim`,
];
const FILES = (object: string, at: string) => [
  `${object} error binding/volume-mode ${at}.volumeDevices[0].name: the volume "data" has files (volumeMode: Filesystem), so it is not a device: the pod does not start; list it under volumeMounts with a mountPath, or set volumeMode: Block in a new claim`,
];
/** The same of claims that may be there already. */
const ofTemplates = (lines: readonly string[]) =>
  lines.map((line) =>
    line.replace(' error ', ' warning ').replace('the pod does', 'a pod with a new claim does'),
  );
const OF_POD = ['Pod/tool', 'spec.containers[0]'] as const;
const OF_SET = ['StatefulSet/db', 'spec.template.spec.containers[0]'] as const;

test.each<readonly [string, readonly object[], readonly string[]]>([
  [
    'a block device of a claim that is mounted',
    [claim('Block'), podWith(MOUNTS)],
    BLOCK(...OF_POD),
  ],
  ['one of a claim template', [setWith(MOUNTS, 'Block')], ofTemplates(BLOCK(...OF_SET))],
  ['one of an ephemeral volume', [podWith(MOUNTS, ephemeral('Block'))], BLOCK(...OF_POD)],
  ['files of a claim as a device', [claim('Filesystem'), podWith(DEVICES)], FILES(...OF_POD)],
  ['files of a claim without a mode', [claim(), podWith(DEVICES)], FILES(...OF_POD)],
  ['files of a claim template', [setWith(DEVICES)], ofTemplates(FILES(...OF_SET))],
])('%s is told', (_, manifests, expected) => {
  expect(said(...manifests)).toEqual(expected);
});

test.each<readonly [string, readonly object[]]>([
  ['files that are mounted', [claim(), podWith(MOUNTS)]],
  ['a device that is used as one', [claim('Block'), podWith(DEVICES)]],
  ['a device of a template', [setWith(DEVICES, 'Block')]],
  ['a claim that nobody declares', [podWith(DEVICES)]],
  ['a mode that no volume has', [claim('block'), podWith(DEVICES), podWith(MOUNTS)]],
])('%s is right', (_, manifests) => {
  expect(said(...manifests)).toEqual([]);
});
