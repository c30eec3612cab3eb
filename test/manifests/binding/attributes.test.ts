/** Claims with a VolumeAttributesClass, and the drivers of both. */
import { BINDING_JUDGES } from '../../../src/manifests/binding';
import { judged, templateOfClaims } from '../../support/judged';

const said = (...manifests: object[]) => judged(BINDING_JUDGES, manifests);
const ofStorage = (kind: string, name: string, fields: object) => ({
  apiVersion: 'storage.k8s.io/v1',
  kind,
  metadata: { name },
  ...fields,
});
const FAST = ofStorage('StorageClass', 'fast', { provisioner: 'a.example.com' });
const gold = (driverName: string) => ofStorage('VolumeAttributesClass', 'gold', { driverName });
const claim = (fields: object = {}) => ({
  apiVersion: 'v1',
  kind: 'PersistentVolumeClaim',
  ...templateOfClaims('data', {
    storageClassName: 'fast',
    volumeAttributesClassName: 'gold',
    ...fields,
  }),
});

test('attributes of another driver are told with the remedy', () => {
  expect(said(FAST, gold('b.example.com'), claim())).toEqual([
    'PersistentVolumeClaim/data warning binding/attributes-driver spec.volumeAttributesClassName: the VolumeAttributesClass "gold" belongs to the driver "b.example.com", but the class of the claim "data" to "a.example.com": the claim stays Pending; use a VolumeAttributesClass of a.example.com',
  ]);
});

const volume = (fields: object) => ({
  apiVersion: 'v1',
  kind: 'PersistentVolume',
  metadata: { name: 'disk' },
  spec: {
    capacity: { storage: '10Gi' },
    accessModes: ['ReadWriteOnce'],
    csi: { driver: 'b.example.com', volumeHandle: 'disk' },
    ...fields,
  },
});

test.each<[string, object[]]>([
  ['the same driver', [FAST, gold('a.example.com'), claim()]],
  ['attributes that nobody declares', [FAST, claim()]],
  ['a class that nobody declares', [gold('b.example.com'), claim()]],
  ['a volume that is there', [FAST, gold('b.example.com'), claim({ volumeName: 'data' })]],
  [
    'a volume that is reserved for the claim',
    [
      FAST,
      gold('b.example.com'),
      volume({ claimRef: { namespace: 'one', name: 'data' } }),
      { ...claim(), metadata: { namespace: 'one', name: 'data' } },
    ],
  ],
  [
    'a volume that may be the one of the claim',
    [
      FAST,
      gold('b.example.com'),
      volume({ storageClassName: 'fast', volumeAttributesClassName: 'gold' }),
      claim(),
    ],
  ],
  [
    'a class of which nobody provisions volumes',
    [
      ofStorage('StorageClass', 'fast', { provisioner: 'kubernetes.io/no-provisioner' }),
      gold('b.example.com'),
      claim(),
    ],
  ],
  [
    'the driver that has taken over from a provisioner of Kubernetes',
    [
      ofStorage('StorageClass', 'fast', { provisioner: 'kubernetes.io/aws-ebs' }),
      gold('ebs.csi.aws.com'),
      claim(),
    ],
  ],
  [
    'attributes that are declared twice, once of the driver',
    [FAST, gold('b.example.com'), gold('a.example.com'), claim()],
  ],
])('nothing is said of %s', (_what, objects) => {
  expect(said(...objects).filter((line) => line.includes('attributes-driver'))).toEqual([]);
});
