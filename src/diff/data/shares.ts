/**
 * Folders that drivers make on shares of NFS and SMB: whether one is deleted with its volume, or
 * stays under its name or another.
 */
import { DataOutcome } from './storage';
import { Fields, fieldsOf, parseBool, textOf } from '../../kube';
import { Stored } from '../stored';

const RETAINED: DataOutcome = {
  data: 'left behind',
  because: 'its driver deletes the volume, and leaves its folder on the share (onDelete: retain)',
  leftFolder: 'kept',
};
const RENAMED: DataOutcome = {
  data: 'left behind',
  because: 'its driver deletes the volume, and renames its folder on the share (onDelete: archive)',
  leftFolder: 'renamed',
};
const ARCHIVED: DataOutcome = {
  data: 'left behind',
  because: 'its driver deletes the volume, and renames its folder on the share (archiveOnDelete)',
  leftFolder: 'renamed',
};

/** Drivers that write what they do on deletion into the handle, by the part that says it. */
const IN_HANDLE: { readonly [driver: string]: number } = {
  'nfs.csi.k8s.io': 4,
  'smb.csi.k8s.io': 3,
};

const SUBDIR_PROVISIONER = /nfs-(?:subdir-external|client)-provisioner/;

/** A folder that stays when its driver deletes the volume; undefined if it may not. */
export function leftByVolume(
  { live }: Stored,
  classOf: () => Stored | undefined,
): DataOutcome | undefined {
  const { csi, nfs } = fieldsOf(live.spec);
  const { driver, volumeHandle } = fieldsOf(csi);
  const part = IN_HANDLE[textOf(driver)];
  if (part !== undefined) return leftBy(textOf(volumeHandle).split('#')[part]);
  const found = nfs === undefined ? undefined : classOf();
  return found && leftByProvisioner(found);
}

/** The same of all volumes of a class. */
export function leftByClass(found: Stored): DataOutcome | undefined {
  if (IN_HANDLE[textOf(found.live.provisioner)] === undefined) return leftByProvisioner(found);
  const parameters = Object.entries(fieldsOf(found.live.parameters));
  return leftBy(textOf(parameters.find(([name]) => name.toLowerCase() === 'ondelete')?.[1]));
}

function leftBy(onDelete = ''): DataOutcome | undefined {
  const word = onDelete.toLowerCase();
  return word === 'retain' ? RETAINED : word === 'archive' ? RENAMED : undefined;
}

/** The provisioner of subdirectories asks the class when it deletes, and archives by default. */
function leftByProvisioner({ live }: Stored): DataOutcome | undefined {
  const { onDelete, archiveOnDelete }: Fields = fieldsOf(live.parameters);
  const isOfSubdirectories =
    archiveOnDelete !== undefined || SUBDIR_PROVISIONER.test(textOf(live.provisioner));
  if (!isOfSubdirectories || onDelete === 'delete') return undefined;
  if (onDelete === 'retain') return RETAINED;
  const archives = parseBool(textOf(archiveOnDelete ?? 'true'));
  return 'value' in archives && archives.value ? ARCHIVED : undefined;
}
