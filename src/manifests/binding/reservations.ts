/** Volumes that are reserved for other claims than those that name them. */
import { claimsByVolume, ClaimOfObject, isCalled, volumesByName } from './claims';
import { defineRules, Finding, show, violation } from '../../findings';
import { Judge, JudgedObject, World } from '../../judge';
import { fieldsOf, textOf } from '../../object';
import { STORAGE_RULES } from '../../storage/core';

const BINDER = 'Kubernetes, volume binder';

const RULES = defineRules('binding', {
  reservedInVain: {
    warning: 'A volume is reserved for a claim that cannot bind to it.',
    why: 'The claim gets the volume that it names, and the one that is reserved for it stays unused.',
    bad: 'a volume pv-a with a claimRef to data, and a claim data with volumeName: pv-b',
    good: 'a claim data with volumeName: pv-a',
    source: BINDER,
  },
});

export const RESERVATION_JUDGE: Judge = {
  rules: () => [RULES, STORAGE_RULES],
  kinds: ['/PersistentVolume'],
  check: (object, world) => {
    const { name, namespace } = fieldsOf(fieldsOf(object.manifest.spec).claimRef);
    const reserved = { name: textOf(name), namespace: textOf(namespace) };
    // What has no namespace is for no claim at all, which is told of the volume alone.
    if (reserved.name === '' || reserved.namespace === '') return NONE;
    const naming = world.once(claimsByVolume).get(object.name) ?? [];
    // Nearly always only the claim that it is reserved for names the volume.
    if (naming.length === 1 && isFor(naming[0], reserved)) {
      return vainFindings(object, reserved, world);
    }
    const findings = otherFindings(object, reserved, naming, world);
    return findings.length > 0 ? findings : vainFindings(object, reserved, world);
  },
};

const NONE: readonly Finding[] = [];

interface Reserved {
  readonly name: string;
  readonly namespace: string;
}

/** Claims that name the volume, and that it is not reserved for. */
function otherFindings(
  volume: JudgedObject,
  reserved: Reserved,
  naming: readonly ClaimOfObject[],
  world: World,
): readonly Finding[] {
  const variants = world.once(volumesByName).get(volume.name) ?? [];
  // Of a volume that appears twice, one may be for each of them.
  const others = naming.filter(
    (one) =>
      !isFor(one, reserved) &&
      !(variants.length > 1 && variants.some(({ claimRef }) => claimRef && isFor(one, claimRef))),
  );
  if (others.length === 0) return NONE;
  const [{ claim }] = others;
  const place = claim.namespace === undefined ? '' : ` in the namespace ${show(claim.namespace)}`;
  const more = others.length === 1 ? '' : ` (and ${others.length - 1} more)`;
  const isName = !isCalled(others[0], reserved.name);
  return [
    violation(
      STORAGE_RULES.volumeMismatch,
      `spec.claimRef.${isName ? 'name' : 'namespace'}`,
      `the volume ${show(volume.name)} is reserved for the claim ${show(reserved.name)} in the namespace ${show(reserved.namespace)}, so ${claim.title}${place}${more}, which names it, never gets it`,
      'set the name and namespace of that claim in claimRef, or name another volume in the claim',
    ),
  ];
}

/** The claim that it is reserved for names another volume. */
function vainFindings(volume: JudgedObject, reserved: Reserved, world: World): readonly Finding[] {
  const claim = world.find('/PersistentVolumeClaim', reserved.namespace, reserved.name)[0];
  const named = textOf(fieldsOf(claim?.manifest.spec).volumeName);
  if (named === '' || named === volume.name || !world.once(volumesByName).has(named)) return NONE;
  return [
    violation(
      RULES.reservedInVain,
      'spec.claimRef',
      `the volume ${show(volume.name)} is reserved for the claim ${show(reserved.name)} in the namespace ${show(reserved.namespace)}, which names the volume ${show(named)}, so no claim gets it`,
      `set volumeName: ${show(volume.name)} on the claim, or reserve the volume for another claim`,
    ),
  ];
}

function isFor(
  one: ClaimOfObject,
  { name, namespace }: { readonly name: string; readonly namespace?: string },
): boolean {
  return (
    isCalled(one, name) && (one.claim.namespace === undefined || one.claim.namespace === namespace)
  );
}
