/** Claims of a workload's pods: by name, by templates of a StatefulSet, and ephemeral ones. */
import { dataAt, dataOf, itemsOf, someText } from './data';
import { isFields, textOf } from '../kube';
import { ClaimUse, Data, Mount } from './model';
import { mountsByVolume } from './read-mounts';

/**
 * The claims, first those of templates. If there is one pod only whose name is known, so are the
 * names of its claims.
 */
export function readClaimUses(
  podSpec: Data,
  claimTemplates: unknown,
  mounts: readonly Mount[],
  onlyPod: string | undefined,
): readonly ClaimUse[] {
  const templates = itemsOf(claimTemplates);
  const volumes = itemsOf(podSpec.volumes);
  if (templates.length === 0 && volumes.length === 0) return [];
  const byVolume = mountsByVolume(mounts);
  const uses = templates.map((template) => templateUse(template, byVolume, onlyPod));
  // The controller puts the claim of a template in the place of a volume of the same name.
  const hidden = uses.length > 0 ? new Set(uses.map(({ volume }) => volume)) : undefined;
  for (const source of volumes) {
    const use = hidden?.has(textOf(source.name)) ? undefined : volumeUse(source, byVolume, onlyPod);
    if (use) uses.push(use);
  }
  return uses;
}

type MountsByVolume = ReadonlyMap<string, readonly Mount[]>;

function templateUse(
  template: Data,
  byVolume: MountsByVolume,
  onlyPod: string | undefined,
): ClaimUse {
  const metadata = dataOf(template.metadata);
  const volume = textOf(metadata.name);
  return {
    volume,
    origin: 'template',
    claimName: onlyPod === undefined || volume === '' ? undefined : `${volume}-${onlyPod}`,
    template: dataOf(template.spec),
    templateMetadata: metadata,
    ...mounted(volume, false, byVolume),
  };
}

function volumeUse(
  source: Data,
  byVolume: MountsByVolume,
  onlyPod: string | undefined,
): ClaimUse | undefined {
  const volume = textOf(source.name);
  const declared = dataOf(source.persistentVolumeClaim);
  const claimName = someText(declared.claimName);
  if (claimName !== undefined) {
    return {
      volume,
      origin: 'declared',
      claimName,
      ...mounted(volume, declared.readOnly === true, byVolume),
    };
  }
  if (!isFields(source.ephemeral)) return undefined;
  const template = dataAt(source.ephemeral, ['volumeClaimTemplate']);
  return {
    volume,
    origin: 'ephemeral',
    claimName: onlyPod === undefined || volume === '' ? undefined : `${onlyPod}-${volume}`,
    template: dataOf(template.spec),
    templateMetadata: dataOf(template.metadata),
    ...mounted(volume, false, byVolume),
  };
}

function mounted(
  volume: string,
  isVolumeReadOnly: boolean,
  byVolume: MountsByVolume,
): Pick<ClaimUse, 'isReadOnly' | 'mounts'> {
  const mounts = byVolume.get(volume) ?? [];
  return {
    isReadOnly:
      isVolumeReadOnly || (mounts.length > 0 && mounts.every(({ isReadOnly }) => isReadOnly)),
    mounts,
  };
}
