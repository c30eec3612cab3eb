/**
 * Names of claims and volumes that are probably wrong: what they name is not there, and something
 * that is nearly called so is, or is elsewhere.
 */
import {
  DeclaredNames,
  Finding,
  Nearest,
  probablyMeant,
  show,
  someOf,
  violation,
  misspelt,
} from '../../findings';
import { CLAIMS, Judge, World, WORKLOADS } from '../../judge';
import { fieldPath } from '../../kube';
import { fieldsOf, textOf, valuesOf } from '../../object';
import { STORAGE_RULES } from '../../storage/core';
import { claimsByVolume, volumesByName } from '../binding/claims';
import { ofEachClaim } from '../written-claims';

/** The name of a claim of a template: what is before its ordinal, and the ordinal. */
const OF_TEMPLATE = /^(.+)-(0|[1-9]\d{0,9})$/;

const CLAIM_NAME_JUDGE: Judge = {
  rules: () => [STORAGE_RULES],
  kinds: [WORKLOADS],
  needs: ['claimName'],
  check: ({ workload, podPath = '' }, world) => {
    if (!workload || workload.claims.length === 0) return [];
    const { namespace, podSpec } = workload;
    return valuesOf(podSpec.volumes).flatMap((volume, index) => {
      const { claimName } = fieldsOf(fieldsOf(volume).persistentVolumeClaim);
      const name = textOf(claimName);
      if (name === '' || world.topology.claim(namespace, name)) return [];
      return missingFindings(
        namespace,
        name,
        `${podPath}.volumes[${index}].persistentVolumeClaim.claimName`,
        world,
      );
    });
  },
};

const VOLUME_NAME_JUDGE: Judge = {
  rules: () => [STORAGE_RULES],
  kinds: [CLAIMS],
  needs: ['volumeName'],
  check: (object, world) =>
    ofEachClaim(object, ({ spec, path }) => {
      const name = textOf(spec.volumeName);
      if (name === '' || world.once(volumesByName).has(name)) return [];
      const guess = world.once(nearestVolume)(name);
      return misspelt(
        STORAGE_RULES.claimName,
        fieldPath(path, 'spec.volumeName'),
        'volume',
        name,
        guess,
      );
    }),
};

/** The claims that volumes are reserved for, where no claim names the volume in return. */
const RESERVED_NAME_JUDGE: Judge = {
  rules: () => [STORAGE_RULES],
  kinds: ['/PersistentVolume'],
  check: ({ name: volume, manifest }, world) => {
    const { name: given, namespace } = fieldsOf(fieldsOf(manifest.spec).claimRef);
    const name = textOf(given);
    const space = textOf(namespace);
    const { topology } = world;
    if (
      name === '' ||
      space === '' ||
      world.once(claimsByVolume).has(volume) ||
      topology.claim(space, name)
    ) {
      return [];
    }
    const { declared } = world.once(knownClaims);
    const guess = declared.meant(space, name);
    // One that has a volume is not the one that this volume waits for.
    if (guess === undefined || topology.volumeOf(space, guess)) return [];
    return [
      violation(
        STORAGE_RULES.claimName,
        'spec.claimRef.name',
        `the claim ${show(name)} is not declared in the namespace ${show(space)}`,
        `perhaps you meant ${show(guess)}`,
      ),
    ];
  },
};

export const CLAIM_NAME_JUDGES: readonly Judge[] = [
  CLAIM_NAME_JUDGE,
  VOLUME_NAME_JUDGE,
  RESERVED_NAME_JUDGE,
];

function missingFindings(
  namespace: string | undefined,
  name: string,
  path: string,
  world: World,
): Finding[] {
  const { topology } = world;
  const ofPod = topology.claim(namespace, `${name}-0`);
  if (ofPod?.origin === 'template') {
    return [
      violation(
        STORAGE_RULES.claimName,
        path,
        `the claim ${show(name)} is not declared: each pod of a StatefulSet has its own`,
        `use the claim of a pod, such as ${show(`${name}-0`)}`,
      ),
    ];
  }
  const { declared, templates } = world.once(knownClaims);
  const [, base, ordinal] = OF_TEMPLATE.exec(name) ?? [];
  const elsewhere = [
    ...declared.elsewhere(namespace, name),
    ...(base === undefined
      ? []
      : templates.elsewhere(namespace, base).filter((other) => topology.claim(other, name))),
  ];
  if (elsewhere.length > 0) {
    return [
      violation(
        STORAGE_RULES.claimElsewhere,
        path,
        `the claim ${show(name)} is declared in the namespace ${someOf(elsewhere)} only, and pods of ${show(namespace)} can use only claims of their own namespace`,
        `declare it in the namespace ${show(namespace)}, or move the pods to the namespace of the claim`,
      ),
    ];
  }
  const meantBase =
    base === undefined || templates.has(namespace, base)
      ? undefined
      : templates.meant(namespace, base);
  const guess =
    declared.meant(namespace, name) ??
    (meantBase === undefined ? undefined : `${meantBase}-${ordinal}`);
  return misspelt(STORAGE_RULES.claimName, path, 'claim', name, guess);
}

/** The claims that are declared, and those of templates without their ordinals. */
function knownClaims({ topology }: World): {
  readonly declared: DeclaredNames;
  readonly templates: DeclaredNames;
} {
  const [declared, templates] = [new DeclaredNames(topology.claims), new DeclaredNames()];
  for (const { namespace, name, claims } of topology.workloads) {
    for (const { origin, volume } of claims) {
      if (origin === 'template') templates.add(namespace, `${volume}-${name}`);
    }
  }
  return { declared, templates };
}

function nearestVolume({ topology }: World): Nearest {
  return probablyMeant(topology.persistentVolumes.map(({ name }) => name));
}
