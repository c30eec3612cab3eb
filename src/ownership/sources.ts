/** Kinds of volumes, and what kubelet does with each about groups. */
import { VolumeLife, volumeLives } from '../facts';

/** Volumes of configuration: kubelet makes their files, and mounts them read-only. */
export const CONFIGURATION = ['configMap', 'secret', 'projected', 'downwardAPI'];

/** Volumes that kubelet attaches itself, and whose group it sets. */
export const ATTACHED_BY_KUBELET = ['iscsi', 'fc', 'local'];

/** Whether the API server still takes such a volume, and kubelet no longer knows it. */
export function isRemoved(source: string): boolean {
  return lives().get(source)?.removed !== undefined && source !== 'gitRepo';
}

/** The CSI driver that Kubernetes handed such a volume over to. */
export function driverOfMigrated(source: string): string | undefined {
  return lives().get(source)?.driver;
}

let byName: ReadonlyMap<string, VolumeLife> | undefined;

function lives(): ReadonlyMap<string, VolumeLife> {
  return (byName ??= new Map(volumeLives().map((one) => [one.name, one])));
}

/** How volumes are called in sentences, where the field alone does not say it. */
const NAMES: { readonly [source: string]: string } = {
  emptyDir: 'an emptyDir',
  nfs: 'an NFS volume',
  hostPath: 'a directory of the node (hostPath)',
  local: 'a local volume',
  iscsi: 'an iSCSI volume',
  fc: 'a Fibre Channel volume',
  image: 'an image',
};

/** What a volume is, for a sentence: `an NFS volume`. */
export function describeSource(source: string): string {
  return NAMES[source] ?? `${/^[aeiou]/.test(source) ? 'an' : 'a'} ${source} volume`;
}
