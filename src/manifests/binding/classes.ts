/**
 * The classes of claims that name no volume: one that nobody declares, none at all, and none that
 * is said.
 */
import { ClaimOfObject, claimsOfWorld, reservationsOf } from './claims';
import { FreeVolumes, freeVolumesOf } from './free-volumes';
import { hasNoDefaultClass, isClassInCluster } from '../../facts';
import { defineRules, Finding, meantOr, probablyMeant, show, violation } from '../../findings';
import { CLAIMS, Judge, World } from '../../judge';
import { fieldPath, isSubdomain, subdomainProblems } from '../../kube';
import { isGiven, textOf } from '../../object';
import { checkClassName, STORAGE_RULES } from '../../storage/core';
import {
  ClassOfWritten,
  classOfWritten,
  defaultClassName,
  defaultClassInWords,
  ofEachClaim,
} from '../written-claims';

const BINDER = 'Kubernetes, volume binder';

const RULES = defineRules('binding', {
  className: {
    warning:
      'The class of a claim is not declared, is not one that the target lists, or is probably misspelled.',
    why: 'Nothing provisions a volume for a claim whose class does not exist: it stays Pending. A name that differs from another one by one letter is probably misspelled.',
    bad: 'storageClassName: fast-sdd, beside a class fast-ssd',
    good: 'storageClassName: fast-ssd',
    source:
      'Kubernetes, persistent volume controller (ProvisioningFailed); opensearch-project/opensearch-k8s-operator#440',
  },
  noVolume: {
    warning: 'No volume matches a claim with an empty class.',
    why: 'The empty class does not mean the default class: nothing provisions a volume, and the claim stays Pending until one is created manually.',
    bad: 'storageClassName: "", and no volume',
    good: 'no storageClassName, for the default class',
    source: BINDER,
  },
  selectedVolume: {
    warning: 'No volume matches the selector of a claim.',
    why: 'CSI drivers do not provision volumes for a claim with a selector: it stays Pending until one is created manually.',
    bad: 'storageClassName: gp3, selector: { matchLabels: { app: db } }, and no volume',
    good: 'storageClassName: gp3',
    source:
      'kubernetes-csi/external-provisioner v6.3.0, controller.go: claim Selector is not supported',
  },
  noDefaultClass: {
    warning: 'A claim names no class, and the cluster has no default class.',
    why: 'Nothing provisions a volume for a claim without a class: it stays Pending.',
    bad: 'a claim without storageClassName, for platform eks and Kubernetes 1.34',
    good: 'storageClassName: gp3',
    source: 'Amazon EKS User Guide, release notes of Kubernetes 1.30',
  },
});

const NONE: readonly Finding[] = [];

/** Claims, templates and ephemeral volumes, each with the class that it gets. */
export const CLASS_JUDGE: Judge = {
  rules: () => [RULES, STORAGE_RULES],
  kinds: [CLAIMS],
  check: (object, world) =>
    ofEachClaim(object, (claim) => {
      const one = { object, claim };
      const given = classOfWritten(claim, world);
      const isNamed = textOf(claim.spec.volumeName) !== '';
      if (given.name !== undefined && given.name !== '' && !given.isDefault) {
        const ofName = nameFindings(one, given, world);
        return isNamed || !isGiven(claim.spec.selector)
          ? ofName
          : [...ofName, ...selectorFindings(one, given, world)];
      }
      if (isNamed || reservationsOf(one, world).length > 0) return [];
      return given.isDefault ? openFindings(one, given, world) : emptyFindings(one, given, world);
    }),
};

/**
 * A class that is none of those that are declared: the cluster has no such class, or it is nearly
 * called as one of them.
 */
function nameFindings(
  { claim }: ClaimOfObject,
  { name = '', field }: ClassOfWritten,
  world: World,
): readonly Finding[] {
  if (world.once(rightClasses).has(name)) return NONE;
  // Of the field it is told that this is not a name; the annotation is looked at by nobody.
  if (!isSubdomain(name) && subdomainProblems(name).length > 0) {
    return field.endsWith('storageClassName') ? [] : checkClassName(name, field);
  }
  const isInCluster = isClassInCluster(world.target, name);
  const guess = world.once(nearestClass)(name);
  const where =
    isInCluster === undefined
      ? 'not declared here'
      : 'neither declared here nor among the storageClassNames of the target';
  return (isInCluster ?? guess === undefined)
    ? []
    : [
        violation(
          RULES.className,
          field,
          `${claim.title} has the class ${show(name)}, which is ${where}`,
          meantOr(guess, 'declare it, or add it to storageClassNames'),
        ),
      ];
}

/** No class at all: there has to be a volume. */
function emptyFindings(
  { claim }: ClaimOfObject,
  { field }: ClassOfWritten,
  world: World,
): Finding[] {
  if (world.once(freeVolumesOf).fitting(claim, '') !== undefined) return [];
  const standard = world.once(defaultClassName);
  return [
    violation(
      RULES.noVolume,
      field,
      `${claim.title} requests a volume without a class, but none of those declared here is free and matches: nothing provisions one, so it stays Pending`,
      `${standard === undefined ? 'remove storageClassName to get the default class of the cluster' : `remove storageClassName to get the default class ${show(standard)}`}, or declare a matching volume`,
    ),
  ];
}

/** No class that is said, and a volume without one that seems to be meant. */
function openFindings(
  one: ClaimOfObject,
  { name, field }: ClassOfWritten,
  world: World,
): Finding[] {
  const { claim } = one;
  const volume = world.once(stockLeft).left(claim, '');
  if (volume === 'unknown') return [];
  if (volume === undefined) return name === undefined ? noDefaultFindings(one, field, world) : [];
  return [
    violation(
      STORAGE_RULES.staticClaimClass,
      field,
      `${claim.title} does not name a class, so it gets ${defaultClassInWords(name)} and a new volume, not ${show(volume.name)}, which has no class and matches`,
      'set storageClassName: "" on the claim to use that volume, or the name of a class otherwise',
    ),
  ];
}

/** No class that is said, on a platform whose clusters have none of their own. */
function noDefaultFindings(
  { claim: { title } }: ClaimOfObject,
  field: string,
  { target }: World,
): Finding[] {
  if (!hasNoDefaultClass(target)) return [];
  return [
    violation(
      RULES.noDefaultClass,
      field,
      `${title} does not name a class, and new clusters of ${target.platform} have no default class from Kubernetes 1.30 on: it stays Pending`,
      'name a class, or set defaultStorageClassName of the target to the default class of the cluster',
    ),
  ];
}

/** Provisioners of CSI refuse claims with selectors: such a claim is for volumes that are there. */
function selectorFindings(
  { claim }: ClaimOfObject,
  { name = '' }: ClassOfWritten,
  world: World,
): Finding[] {
  const provisioner = textOf(
    world.find('storage.k8s.io/StorageClass', undefined, name)[0]?.manifest.provisioner,
  );
  if (
    world.driver(provisioner)?.csi !== true ||
    world.once(freeVolumesOf).fitting(claim, name) !== undefined
  ) {
    return [];
  }
  return [
    violation(
      RULES.selectedVolume,
      fieldPath(claim.path, 'spec.selector'),
      `${claim.title} selects among existing volumes, none of which matches here, and ${show(provisioner)} does not provision volumes for a claim with a selector`,
      'remove the selector, or declare a matching volume',
    ),
  ];
}

/** Names of classes that are declared, or that volumes have: those may be no more than a name. */
function rightClasses(world: World): ReadonlySet<string> {
  const names = world.topology.storageClasses.map(({ name }) => name);
  return new Set([...names, ...world.once(freeVolumesOf).classes].filter(isSubdomain));
}

function nearestClass({ topology, target }: World): (name: string) => string | undefined {
  const names = topology.storageClasses.map(({ name }) => name);
  const nearest = probablyMeant([...names, ...(target.storageClassNames ?? [])]);
  // Thousands of claims are of the same few classes.
  const known = new Map<string, string | undefined>();
  const all = new Set(names);
  return (name) => {
    if (!known.has(name)) known.set(name, nearest(name) ?? withoutDouble(name, all));
    return known.get(name);
  };
}

/** A name whose last letter somebody typed twice: `gp33`. */
function withoutDouble(name: string, names: ReadonlySet<string>): string | undefined {
  const once = name.slice(0, -1);
  return name.length > 2 && name.at(-1) === name.at(-2) && names.has(once) ? once : undefined;
}

/** The volumes that are left when claims which say that they want no class have theirs. */
function stockLeft(world: World): FreeVolumes {
  const free = world.once(freeVolumesOf);
  for (const { claim } of world.once(claimsOfWorld)) {
    const { name, isDefault } = classOfWritten(claim, world);
    if (name === '' && !isDefault) free.take(claim, '');
  }
  return free;
}
