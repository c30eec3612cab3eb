/** VolumeAttributesClasses of claims: each is of one driver, as the class of the claim is. */
import { ClaimOfObject, reservationsOf } from './claims';
import { freeVolumesOf } from './free-volumes';
import { driverServing } from '../../facts';
import { defineRules, show, violation } from '../../findings';
import { CLAIMS, Judge, World } from '../../judge';
import { textOf } from '../../object';
import { textFieldsOf } from '../../topology';
import { classOfWritten, fieldOfClaim, ofEachClaim, WrittenClaim } from '../written-claims';

const RULES = defineRules('binding', {
  attributesDriver: {
    warning:
      'The VolumeAttributesClass of a claim belongs to another driver than its StorageClass.',
    why: 'The driver provisions no volume with attributes of another driver: the claim stays Pending.',
    bad: 'a claim with a StorageClass of ebs.csi.aws.com and a VolumeAttributesClass of pd.csi.storage.gke.io',
    good: 'a VolumeAttributesClass whose driverName is the provisioner of the StorageClass',
    source: 'kubernetes-csi/external-provisioner, controller.go',
  },
});

const ATTRIBUTES_CLASS = 'storage.k8s.io/VolumeAttributesClass';

export const ATTRIBUTES_JUDGE: Judge = {
  rules: () => [RULES],
  kinds: [CLAIMS],
  needs: ['volumeAttributesClassName'],
  check: (object, world) =>
    ofEachClaim(object, (claim) => {
      const name = textOf(claim.spec.volumeAttributesClassName);
      if (name === '') return [];
      const drivers = world
        .find(ATTRIBUTES_CLASS, undefined, name)
        .map(({ manifest }) => textOf(manifest.driverName));
      const [driver] = drivers;
      if (driver === undefined || driver === '') return [];
      const own = driverOf(claim, object.key, world);
      // A volume that is there is not provisioned.
      if (own === undefined || drivers.includes(own) || hasVolume({ object, claim }, world)) {
        return [];
      }
      return [
        violation(
          RULES.attributesDriver,
          fieldOfClaim(claim, 'spec.volumeAttributesClassName'),
          `the VolumeAttributesClass ${show(name)} belongs to the driver ${show(driver)}, but the class of ${claim.title} to ${show(own)}: the claim stays Pending`,
          `use a VolumeAttributesClass of ${own}`,
        ),
      ];
    }),
};

/** The driver that provisions volumes of the claim's class. */
function driverOf(
  { spec, metadata }: WrittenClaim,
  key: string,
  { topology }: World,
): string | undefined {
  const annotations = textFieldsOf(metadata.annotations);
  return driverServing(topology.classFor({ key, spec, annotations }).storageClass?.provisioner);
}

/** Whether a declared volume is the claim's, or may be. */
function hasVolume(one: ClaimOfObject, world: World): boolean {
  const { name } = classOfWritten(one.claim, world);
  return (
    textOf(one.claim.spec.volumeName) !== '' ||
    reservationsOf(one, world).length > 0 ||
    (name !== undefined && world.once(freeVolumesOf).fitting(one.claim, name) !== undefined)
  );
}
