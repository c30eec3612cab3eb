/** Access modes that the driver of a claim's class does not make. */
import { DriverFacts } from '../../facts';
import { defineRules, Finding, show, violation } from '../../findings';
import { CLAIMS, JudgedObject, Judge, World } from '../../judge';
import { isAccessMode, isOfOneNode } from '../../kube';
import { fieldsOf, isGiven, textOf, textsOf } from '../../object';
import { StorageClass } from '../../topology';
import { fieldOfClaim, WrittenClaim, ofEachClaim } from '../written-claims';

const RULES = defineRules('manifest', {
  accessMode: {
    error: 'A claim requests access modes that the driver of its class does not support.',
    why: 'The driver keeps refusing to provision the volume: the claim stays Pending, and so do the pods that mount it.',
    bad: 'a claim with ReadWriteMany of a class with provisioner: ebs.csi.aws.com',
    good: 'a claim with ReadWriteMany of a class with provisioner: efs.csi.aws.com',
    source:
      'what each driver accepts in CreateVolume, with its place in the facts about drivers; kubernetes-sigs/aws-ebs-csi-driver#2178',
  },
});

/**
 * Claims, claim templates and ephemeral volumes whose class makes no volumes with these access
 * modes.
 */
export const ACCESS_MODES: Judge = {
  rules: () => [RULES],
  kinds: [CLAIMS],
  check: (object, world) => ofEachClaim(object, (claim) => modeFindings(claim, object, world)),
};

const NONE: readonly Finding[] = [];

function modeFindings(
  claim: WrittenClaim,
  { key, kindKey, namespace, name }: JudgedObject,
  world: World,
): readonly Finding[] {
  const { spec, metadata } = claim;
  const annotations = fieldsOf(metadata.annotations) as { readonly [annotation: string]: string };
  const storageClass = world.topology.classFor({ key, spec, annotations }).storageClass;
  const driver = storageClass && world.driver(storageClass.provisioner);
  if (!driver) return NONE;
  const modes = textsOf(spec.accessModes);
  if (modes.length === 0) return NONE;
  const isBlock = spec.volumeMode === 'Block';
  const made = isBlock ? blockModes(driver, storageClass) : driver.accessModes;
  if (made === undefined || modes.every((mode) => !isAccessMode(mode) || made.includes(mode))) {
    return NONE;
  }
  const missing = [...new Set(modes)].filter((mode) => isAccessMode(mode) && !made.includes(mode));
  if (isStatic(spec, modes, storageClass.name, world)) return NONE;
  if (kindKey === '/PersistentVolumeClaim' && world.topology.volumeOf(namespace, name)) return NONE;
  const what = isBlock ? 'block devices' : 'file systems';
  return [
    violation(
      RULES.accessMode,
      fieldOfClaim(claim, 'spec.accessModes'),
      `${claim.title} requests ${missing.join(' and ')} from the class ${show(storageClass.name)}, but its driver ${show(storageClass.provisioner)} does not support that for ${what}: the claim stays Pending`,
      remedyFor(driver, isBlock, made, missing),
    ),
  ];
}

/** The modes of block devices: some classes make devices that can be shared, and others do not. */
function blockModes(
  { accessModes, blockAccessModes, sharedBlockParameters }: DriverFacts,
  { manifest }: StorageClass,
): readonly string[] | undefined {
  if (sharedBlockParameters === undefined || blockAccessModes === undefined) {
    return blockAccessModes;
  }
  const isShared = Object.entries(fieldsOf(manifest.parameters)).some(([name, value]) => {
    // Drivers do not mind capitals.
    const shared = Object.entries(sharedBlockParameters).find(
      ([one]) => one.toLowerCase() === name.toLowerCase(),
    );
    return shared?.[1].includes(textOf(value).toLowerCase());
  });
  return isShared
    ? blockAccessModes
    : blockAccessModes.filter((mode) => isOfOneNode(mode) || accessModes?.includes(mode));
}

/**
 * Whether a volume that somebody made, or makes elsewhere, may be meant: no driver is asked for
 * those.
 */
function isStatic(
  spec: WrittenClaim['spec'],
  modes: readonly string[],
  className: string,
  world: World,
): boolean {
  if (textOf(spec.volumeName) !== '' || isGiven(spec.selector)) return true;
  return [...(world.once(modesByClass).get(className)?.values() ?? [])].some((made) =>
    modes.every((mode) => made.includes(mode)),
  );
}

/**
 * The access modes of volumes that are there, by class: each combination once, however many volumes
 * have it.
 */
function modesByClass({
  topology,
}: World): ReadonlyMap<string, ReadonlyMap<string, readonly string[]>> {
  const byClass = new Map<string, Map<string, readonly string[]>>();
  for (const { storageClassName = '', accessModes } of topology.persistentVolumes) {
    const combinations = byClass.get(storageClassName) ?? new Map<string, readonly string[]>();
    byClass.set(storageClassName, combinations.set([...accessModes].sort().join(), accessModes));
  }
  return byClass;
}

function remedyFor(
  { name, blockAccessModes = [], sharedBlockParameters }: DriverFacts,
  isBlock: boolean,
  made: readonly string[],
  missing: readonly string[],
): string {
  const shared = Object.entries(sharedBlockParameters ?? {})
    .map(([parameter, [value]]) => `${parameter}: ${value}`)
    .join(', or ');
  if (isBlock && shared !== '' && missing.every((mode) => blockAccessModes.includes(mode))) {
    return `set ${shared} on the class, or request ${made.join(' or ')}`;
  }
  if (made.length === 0) {
    return isBlock
      ? `remove volumeMode, because ${name} only provisions file systems`
      : `mount a manually created volume of ${name}, or use another class`;
  }
  const elsewhere = missing.includes('ReadWriteMany')
    ? 'use the class of a driver for shared file systems'
    : 'use another class';
  return `request ${made.join(' or ')}, or ${elsewhere}`;
}
