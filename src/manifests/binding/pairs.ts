/**
 * Claims and volumes that name each other, and never bind: as the volume binder of Kubernetes sees
 * them.
 */
import {
  claimsByVolume,
  ClaimOfObject,
  isForSeveral,
  reservationsOf,
  volumesByName,
} from './claims';
import { defineRules, Finding, show, violation } from '../../findings';
import { CLAIMS, Judge, JudgedObject, World } from '../../judge';
import { compareQuantities, isStored } from '../../kube';
import { fieldsOf, isGiven, textOf } from '../../object';
import { STORAGE_RULES } from '../../storage/core';
import { PersistentVolume } from '../../topology';
import {
  ClassOfWritten,
  classOfWritten,
  defaultClassInWords,
  fieldOfClaim,
  modesOf,
  requestOf,
  sizeIn,
  volumeModeOf,
  WrittenClaim,
  ofEachClaim,
} from '../written-claims';

const BINDER = 'Kubernetes, volume binder';

const RULES = defineRules('binding', {
  volumeNamedTwice: {
    error: 'Several claims name the same volume.',
    why: 'A volume binds to only one claim: all others that name it stay Pending.',
    bad: 'two claims with volumeName: pv',
    good: 'one claim with volumeName: pv, which the pods share',
    source: BINDER,
  },
});

/**
 * Claims, templates and ephemeral volumes against the volumes that they name, or that are reserved
 * for them.
 */
export const PAIR_JUDGE: Judge = {
  rules: () => [RULES, STORAGE_RULES],
  kinds: [CLAIMS],
  check: (object, world) =>
    ofEachClaim(object, (claim) =>
      textOf(claim.spec.volumeName) === ''
        ? reservedFindings({ object, claim }, world)
        : namedFindings({ object, claim }, world),
    ),
};

/** A claim that names its volume gets that one or none. */
function namedFindings(one: ClaimOfObject, world: World): Finding[] {
  const { claim } = one;
  const ofVariants = (world.once(volumesByName).get(textOf(claim.spec.volumeName)) ?? []).map(
    (volume) => {
      // A volume that is reserved goes to the claim that it is reserved for, whatever that is like:
      // the volume is judged by that.
      if (isGiven(fieldsOf(volume.manifest.spec).claimRef)) return [];
      const title = `the claim ${show(claim.name)}`;
      return [
        ...mismatches(claim, claim.origin === 'declared' ? title : claim.title, volume),
        ...classMismatches(claim, volume, classOfWritten(claim, world)),
        ...sharedFindings(one, volume, world),
      ];
    },
  );
  if (ofVariants.length === 0) return openClassFindings(claim, classOfWritten(claim, world));
  return ofVariants.every((findings) => findings.length > 0) ? ofVariants[0] : [];
}

/**
 * A claim that names none gets the volume that is reserved for it if that is enough, and another
 * one if not.
 */
function reservedFindings(one: ClaimOfObject, world: World): Finding[] {
  for (const { volume, claimName } of reservationsOf(one, world)) {
    const findings = mismatches(one.claim, `the claim ${show(claimName)}`, volume);
    if (findings.length > 0 && !isTaken(volume)) return findings;
  }
  return [];
}

/** Whether a server has bound the volume already: then its claim may differ, such as by growth. */
function isTaken({ manifest }: PersistentVolume): boolean {
  const { uid } = fieldsOf(fieldsOf(manifest.spec).claimRef);
  return isStored(manifest) && textOf(uid) !== '';
}

function mismatches(claim: WrittenClaim, title: string, volume: PersistentVolume): Finding[] {
  const spec = fieldsOf(volume.manifest.spec);
  const [request, capacity] = [requestOf(claim.spec), sizeIn(spec.capacity)];
  const missing = modesOf(claim.spec).filter((mode) => !volume.accessModes.includes(mode));
  const [wantedClass, attributesClass] = [claim.spec, spec].map((one) =>
    textOf(one.volumeAttributesClassName),
  );
  const [wantedMode, volumeMode] = [claim.spec, spec].map(volumeModeOf);
  const never = (field: string, why: string, remedy: string) =>
    neverGets(title, volume, fieldOfClaim(claim, field), why, remedy);
  return [
    ...(request && capacity && compareQuantities(request.size, capacity.size) > 0
      ? [
          never(
            'spec.resources.requests.storage',
            `has ${capacity.text}, but the claim requests ${request.text}`,
            'request no more than the volume has',
          ),
        ]
      : []),
    ...(missing.length === 0 || volume.accessModes.length === 0
      ? []
      : [
          never(
            'spec.accessModes',
            `is ${volume.accessModes.join(' and ')}, but the claim requests ${missing.join(' and ')}`,
            'use the same access modes for both',
          ),
        ]),
    ...(volumeMode === wantedMode
      ? []
      : [
          never(
            'spec.volumeMode',
            `has the mode ${volumeMode}, but the claim requests ${wantedMode}`,
            'use the same volumeMode for both',
          ),
        ]),
    ...(wantedClass === attributesClass
      ? []
      : [
          never(
            'spec.volumeAttributesClassName',
            `has the volumeAttributesClassName ${show(attributesClass)}, but the claim requests ${show(wantedClass)}`,
            'use the same volumeAttributesClassName for both',
          ),
        ]),
  ];
}

/** The class counts only where the volume is not reserved for the claim. */
function classMismatches(
  claim: WrittenClaim,
  volume: PersistentVolume,
  { name, field, isDefault }: ClassOfWritten,
): Finding[] {
  const ofVolume = volume.storageClassName ?? '';
  if (name === ofVolume) return [];
  const remedy = `set storageClassName: ${show(ofVolume)} on the claim`;
  if (name === undefined) {
    return [
      violation(
        STORAGE_RULES.staticClaimClass,
        field,
        `${claim.title} does not name a class, so it gets the default class of the cluster, if there is one, but its volume ${show(volume.name)} has the class ${show(ofVolume)}`,
        remedy,
      ),
    ];
  }
  const own = isDefault
    ? `the claim gets the default class ${show(name)}`
    : `the claim requests ${show(name)}`;
  return [
    neverGets(claim.title, volume, field, `has the class ${show(ofVolume)}, but ${own}`, remedy),
  ];
}

/** A claim that names no class, and a volume that is elsewhere. */
function openClassFindings(
  claim: WrittenClaim,
  { name, field, isDefault }: ClassOfWritten,
): Finding[] {
  if (!isDefault) return [];
  return [
    violation(
      STORAGE_RULES.staticClaimClass,
      field,
      `${claim.title} does not name a class, so it gets ${defaultClassInWords(name)}, and its volume ${show(claim.spec.volumeName)} only if that has the same class`,
      'set the storageClassName of the volume on the claim: "" if it has none',
    ),
  ];
}

/**
 * A volume is for one claim: of several that name it, and that it is not reserved for, one gets it.
 */
function sharedFindings(one: ClaimOfObject, volume: PersistentVolume, world: World): Finding[] {
  const { claim, object } = one;
  const field = fieldOfClaim(claim, 'spec.volumeName');
  if (isForSeveral(one)) {
    return [
      violation(
        RULES.volumeNamedTwice,
        field,
        `every pod has a claim from ${claim.title}, and all of them name the volume ${show(volume.name)}, but a volume can be bound to only one claim`,
        'remove volumeName, and reserve a volume for each claim by its claimRef',
      ),
    ];
  }
  const first = world.once(claimsByVolume).get(volume.name)?.[0];
  if (!first || first.object === object || isSame(first.object, object)) return [];
  return [
    violation(
      RULES.volumeNamedTwice,
      field,
      `${claim.title} names the volume ${show(volume.name)}, and so does ${whose(first)}, but a volume can be bound to only one claim`,
      'name another volume',
    ),
  ];
}

/** Whether two objects are one to the API server. */
function isSame(one: JudgedObject, other: JudgedObject): boolean {
  return (
    one.kindKey === other.kindKey && one.name === other.name && one.namespace === other.namespace
  );
}

function whose({ claim }: ClaimOfObject): string {
  return claim.namespace === undefined
    ? claim.title
    : `${claim.title} in the namespace ${show(claim.namespace)}`;
}

function neverGets(
  title: string,
  volume: PersistentVolume,
  path: string,
  why: string,
  remedy: string,
): Finding {
  return violation(
    STORAGE_RULES.volumeMismatch,
    path,
    `${title} never gets the volume ${show(volume.name)}: it ${why}`,
    remedy,
  );
}
