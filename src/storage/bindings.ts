/** Claims and volumes that name each other, and never bind: as the volume binder of Kubernetes sees them. */
import { Finding, show, violation } from '../findings';
import { compareQuantities, parseQuantity } from '../kube';
import { Fields, fieldsOf, isQuantityLike, textOf } from '../object';
import { Claim, PersistentVolume, Topology } from '../topology';
import { STORAGE_RULES as RULES } from './rules';

/** Findings on all pairs of a claim and a volume, at the claims. */
export function checkBindings(topology: Topology): Finding[] {
  const volumes = new Map(topology.persistentVolumes.map((volume) => [volume.name, volume]));
  return topology.claims.flatMap((claim) => {
    const named = textOf(claim.spec.volumeName);
    const findings = named === '' ? reservedFindings(claim, topology.volumeOf(claim.namespace, claim.name), topology)
      : namedFindings(claim, volumes.get(named), topology);
    return findings.map((finding) => ({ ...finding, construct: claim.key }));
  });
}

/** A claim that names its volume gets that one or none. */
function namedFindings(claim: Claim, volume: PersistentVolume | undefined, topology: Topology): Finding[] {
  if (!volume) return [];
  const { claimRef } = volume;
  if (!claimRef) return [...mismatches(claim, volume), ...classMismatches(claim, volume, topology)];
  // What names the claim in return is bound to it whatever it is like.
  if (claimRef.name === claim.name && (claim.namespace === undefined || claimRef.namespace === claim.namespace)) return [];
  const whose = claimRef.namespace === undefined ? `a claim ${show(claimRef.name)} of no namespace` : `the claim ${show(claimRef.name)} in the namespace ${show(claimRef.namespace)}`;
  return [never(claim, volume, 'spec.volumeName', `is reserved for ${whose}`, 'give the volume a claimRef with the name and namespace of this claim, or name another volume')];
}

/** A claim that names none gets the volume that is reserved for it if that is enough, and another one if not. */
function reservedFindings(claim: Claim, volume: PersistentVolume | undefined, topology: Topology): Finding[] {
  return volume && claim.origin === 'declared' && topology.claim(claim.namespace, claim.name) === claim ? mismatches(claim, volume) : [];
}

function mismatches(claim: Claim, volume: PersistentVolume): Finding[] {
  const spec = fieldsOf(volume.manifest.spec);
  const [request, capacity] = [sizeOf(fieldsOf(claim.spec.resources).requests), sizeOf(spec.capacity)];
  const missing = claim.accessModes.filter((mode) => !volume.accessModes.includes(mode));
  const [wantedClass, attributesClass] = [claim.spec, spec].map((one) => textOf(one.volumeAttributesClassName));
  const volumeMode = textOf(spec.volumeMode) || 'Filesystem';
  return [
    ...request && capacity && compareQuantities(request.size, capacity.size) > 0
      ? [never(claim, volume, 'spec.resources.requests.storage', `has ${capacity.text}, and the claim requests ${request.text}`, 'request no more than the volume has')] : [],
    ...missing.length === 0 || volume.accessModes.length === 0 ? []
      : [never(claim, volume, 'spec.accessModes', `is ${volume.accessModes.join(' and ')}, and the claim asks for ${missing.join(' and ')}`, 'give both the same access modes')],
    ...volumeMode === claim.volumeMode ? []
      : [never(claim, volume, 'spec.volumeMode', `has the mode ${volumeMode}, and the claim asks for ${claim.volumeMode}`, 'give both the same volumeMode')],
    ...wantedClass === attributesClass ? []
      : [never(claim, volume, 'spec.volumeAttributesClassName', `has the class of attributes ${show(attributesClass)}, and the claim asks for ${show(wantedClass)}`, 'give both the same volumeAttributesClassName')],
  ];
}

/** The class counts only where the volume is not reserved for the claim. */
function classMismatches(claim: Claim, volume: PersistentVolume, topology: Topology): Finding[] {
  const known = topology.classOf(claim.namespace, claim.name);
  const ofVolume = volume.storageClassName ?? '';
  if (known?.name === ofVolume) return [];
  if (known?.name !== undefined) {
    const own = known.from === 'default' ? `the claim gets the default class ${show(known.name)}` : `the claim asks for ${show(known.name)}`;
    return [never(claim, volume, 'spec.storageClassName', `has the class ${show(ofVolume)}, and ${own}`, `give the claim storageClassName: ${show(ofVolume)}`)];
  }
  return [violation(RULES.staticClaimClass, 'spec.storageClassName',
    `the claim ${show(claim.name)} names no class, so it gets the default class of the cluster where there is one, and its volume ${show(volume.name)} has the class ${show(ofVolume)}`,
    `give the claim storageClassName: ${show(ofVolume)}`)];
}

function never(claim: Claim, volume: PersistentVolume, path: string, why: string, remedy: string): Finding {
  return violation(RULES.volumeMismatch, path, `the claim ${show(claim.name)} never gets the volume ${show(volume.name)}: it ${why}`, remedy);
}

function sizeOf(quantities: unknown): { readonly text: string; readonly size: NonNullable<ReturnType<typeof parseQuantity>> } | undefined {
  const { storage }: Fields = fieldsOf(quantities);
  const size = isQuantityLike(storage) ? parseQuantity(storage) : undefined;
  return size && { text: String(storage), size };
}
