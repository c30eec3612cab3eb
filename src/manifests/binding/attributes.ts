/** VolumeAttributesClasses of claims: each is of one driver, as the class of the claim is. */
import { defineRules, Severity, show, violation } from '../../findings';
import { CLAIMS, Judge, World } from '../../judge';
import { textOf } from '../../object';
import { textFieldsOf } from '../../topology';
import { fieldOfClaim, ofEachClaim, WrittenClaim } from '../written-claims';

const RULES = defineRules('binding', {
  attributesDriver: {
    severity: Severity.WARNING,
    summary:
      'The VolumeAttributesClass of a claim belongs to another driver than its StorageClass.',
    why: 'The driver provisions no volume with attributes of another driver: the claim stays Pending.',
    bad: 'a claim with a StorageClass of ebs.csi.aws.com and a VolumeAttributesClass of pd.csi.storage.gke.io',
    good: 'a VolumeAttributesClass whose driverName is the provisioner of the StorageClass',
    source: 'kubernetes-csi/external-provisioner, controller.go',
  },
});

const ATTRIBUTES_CLASS = 'storage.k8s.io/VolumeAttributesClass';

/** Claims with a VolumeAttributesClass that is declared. */
export const ATTRIBUTES_JUDGE: Judge = {
  rules: () => [RULES],
  kinds: [CLAIMS],
  needs: ['volumeAttributesClassName'],
  check: (object, world) =>
    ofEachClaim(object, (claim) => {
      const name = textOf(claim.spec.volumeAttributesClassName);
      // A volume that is there is not provisioned.
      if (name === '' || textOf(claim.spec.volumeName) !== '') return [];
      const [declared] = world.find(ATTRIBUTES_CLASS, undefined, name);
      const driver = textOf(declared?.manifest.driverName);
      const provisioner = provisionerOf(claim, object.key, world);
      if (driver === '' || provisioner === undefined || driver === provisioner) return [];
      return [
        violation(
          RULES.attributesDriver,
          fieldOfClaim(claim, 'spec.volumeAttributesClassName'),
          `the VolumeAttributesClass ${show(name)} belongs to the driver ${show(driver)}, but the class of ${claim.title} to ${show(provisioner)}: the claim stays Pending`,
          `use a VolumeAttributesClass of ${provisioner}`,
        ),
      ];
    }),
};

function provisionerOf(
  { spec, metadata }: WrittenClaim,
  key: string,
  { topology }: World,
): string | undefined {
  const annotations = textFieldsOf(metadata.annotations);
  return topology.classFor({ key, spec, annotations }).storageClass?.provisioner;
}
