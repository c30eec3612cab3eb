/**
 * The rows of the decision table that the CSI driver of the volume decides, and the last one, which
 * fits what is not known.
 */
import { EFS_DRIVER_NAME } from '../../facts';
import { VolumeFacts } from '../spec';
import { fsGroupOf, isWhat } from '../words';
import { byDriver, byFsGroup, byInit, groupsOf, kubeletOf, refuse, Row, squashed } from './outcome';

/** Drivers that have both NFS and other protocols, and walk through NFS themselves. */
const DRIVERS_THAT_WALK = ['file.csi.azure.com', 'blob.csi.azure.com'];
/** Drivers of SMB, and the modes that files and directories have if the mount options name none. */
const SMB_MODES = new Map([
  ['smb.csi.k8s.io', ''],
  ['file.csi.azure.com', '0777'],
]);
const NFS_DRIVERS = ['nfs.csi.k8s.io', 'nfs.csi.ceph.com', 'filestore.csi.storage.gke.io'];

export const ROWS_OF_DRIVERS: readonly Row[] = [
  {
    id: '18',
    when: 'EFS, with an access point that has a POSIX user, or of a class that makes them',
    result: 'refused',
    why: 'All access uses the POSIX user of the access point, so the group cannot be changed, and need not be.',
    decide: (volume) =>
      volume.driver !== EFS_DRIVER_NAME || !enforcesIdentity(volume)
        ? undefined
        : refuse(
            `${isWhat(volume)}: all files belong to the user of the access point, so their group cannot be changed`,
            volume.accessPoint === 'dynamic'
              ? 'set uid and gid in the class, for all its volumes, and name the other volumes (volumes: […])'
              : 'set the user and group of the access point at EFS, and name the other volumes (volumes: […]); if it has no user, set enforcesIdentity: false in the hints of the volume',
          ),
  },
  {
    id: '19',
    when: 'EFS without access point, or with one that has no POSIX user',
    result: 'an init container; refused with `rootSquash`',
    why: 'Its driver has the policy ReadWriteOnceWithFSType, and NFS has no fsType: kubelet skips it. Root may change groups, unless IAM lacks ClientRootAccess.',
    decide: (volume, context) =>
      volume.driver === EFS_DRIVER_NAME && groupsOf(volume, context)?.fsGroupPolicy !== 'File'
        ? byInit(
            volume,
            context,
            'on which kubelet ignores fsGroup since it has no file system type',
          )
        : undefined,
  },
  {
    id: '20',
    when: 'NFS through file.csi.azure.com or blob.csi.azure.com',
    result: 'fsGroup',
    why: "The driver takes the group and walks through the files; its own parameter fsGroupChangePolicy counts, not the pod's.",
    decide: (volume, context) =>
      DRIVERS_THAT_WALK.includes(volume.driver ?? '') &&
      volume.isNfs === true &&
      groupsOf(volume, context)?.appliesFsGroup
        ? {
            ...byDriver(
              `${isWhat(volume)}, which takes ${fsGroupOf(context)} and changes the files itself`,
            ),
            warnings: [
              'the parameter fsGroupChangePolicy of the class decides when, not that of the pod',
            ],
          }
        : undefined,
  },
  {
    id: '21',
    when: 'CSI driver that takes the group itself (VOLUME_MOUNT_GROUP): SMB, Azure Files and Blob, S3 v2, GCS FUSE',
    result: 'fsGroup, which kubelet passes on; never an init container',
    why: 'The group is an option of the mount. No chown has an effect, nor has the change policy.',
    decide: (volume, context) =>
      groupsOf(volume, context)?.appliesFsGroup
        ? {
            ...byDriver(
              `${isWhat(volume)}, which takes ${fsGroupOf(context)} itself as an option of the mount`,
            ),
            warnings: isClosedToGroups(volume)
              ? [
                  'the group may write only if the mount options dir_mode and file_mode say so; the first pod on a node decides for all of them',
                ]
              : [],
          }
        : undefined,
  },
  {
    id: '22',
    when: 'CSI driver with fsGroupPolicy File',
    result:
      'fsGroup with OnRootMismatch, whatever the access mode; refused for NFS with `rootSquash`',
    why: 'Kubelet changes the files. Where the server maps root to nobody this fails silently.',
    decide: (volume, context) =>
      groupsOf(volume, context)?.fsGroupPolicy !== 'File'
        ? undefined
        : context.wish?.rootSquash
          ? squashed(volume)
          : {
              ...byFsGroup(
                `${isWhat(volume)} with fsGroupPolicy File, so kubelet sets its group to ${fsGroupOf(context)}`,
              ),
              warnings: NFS_DRIVERS.includes(volume.driver!)
                ? [
                    'kubelet does not report it if the server refuses the change (root_squash); verify does, before the application starts',
                  ]
                : [],
            },
  },
  {
    id: '23',
    when: 'CSI driver with fsGroupPolicy None',
    result: 'an init container; refused with `rootSquash`',
    why: 'The driver has opted out.',
    decide: (volume, context) =>
      groupsOf(volume, context)?.fsGroupPolicy === 'None'
        ? byInit(volume, context, 'whose fsGroupPolicy None keeps kubelet from it')
        : undefined,
  },
  {
    id: '24',
    when: 'CSI driver with ReadWriteOnceWithFSType, and an fsType that is empty or unknown, or unknown access modes',
    result: 'an init container if it is known to be empty; else refused',
    why: 'Kubelet skips volumes without fsType silently.',
    decide: (volume, context) => {
      const { because } = kubeletOf(volume, context);
      if (because === 'noFsType') {
        return byInit(volume, context, 'on which kubelet ignores fsGroup since it has no fsType');
      }
      if (because === 'modesUnknown') {
        return refuse(
          `${isWhat(volume)} with fsGroupPolicy ReadWriteOnceWithFSType, and its access modes are unknown: without ReadWriteOnce kubelet ignores fsGroup`,
          'declare the claim or its volume, or name its access modes',
        );
      }
      return because === 'fsTypeUnknown'
        ? refuse(
            `${isWhat(volume)} with fsGroupPolicy ReadWriteOnceWithFSType, and its fsType is unknown: without one kubelet ignores fsGroup`,
            'set csi.storage.k8s.io/fstype in the class, or fsType in the volume',
          )
        : undefined;
    },
  },
  {
    id: '25',
    when: 'the same with ReadWriteOncePod before Kubernetes 1.32',
    result: 'an init container',
    why: 'Kubelet counted it as not ReadWriteOnce (kubernetes/kubernetes#128244).',
    decide: (volume, context) =>
      kubeletOf(volume, context).because === 'noRwop'
        ? byInit(
            volume,
            context,
            'on which kubelet before 1.32 ignores fsGroup since it is ReadWriteOncePod',
          )
        : undefined,
  },
  {
    id: '26',
    when: 'the same without ReadWriteOnce among the access modes',
    result: 'an init container',
    why: 'Kubelet skips volumes that are only for many.',
    decide: (volume, context) =>
      kubeletOf(volume, context).because === 'accessModes'
        ? byInit(
            volume,
            context,
            `on which kubelet ignores fsGroup since it is ${volume.accessModes!.join(' and ')} (fsGroupPolicy ReadWriteOnceWithFSType)`,
          )
        : undefined,
  },
  {
    id: '27',
    when: 'CSI driver with ReadWriteOnceWithFSType, an fsType, and ReadWriteOnce or, from Kubernetes 1.32 on, ReadWriteOncePod',
    result: 'fsGroup with OnRootMismatch',
    why: 'Kubelet changes the files.',
    decide: (volume, context) =>
      volume.driver !== undefined && kubeletOf(volume, context).does === 'changes'
        ? byFsGroup(
            `${isWhat(volume)} with a file system for one node, so kubelet sets its group to ${fsGroupOf(context)}`,
          )
        : undefined,
  },
  {
    id: '28',
    when: 'Unknown CSI driver',
    result: 'refused',
    why: 'Whether kubelet acts depends on its fsGroupPolicy; what is known here are only defaults.',
    decide: (volume, { wish }) =>
      volume.driver === undefined || wish?.assumeFsGroup
        ? undefined
        : refuse(
            `${isWhat(volume)}, and it is unknown whether kubelet sets its group`,
            'declare its CSIDriver object, or set its fsGroupPolicy in the drivers of the target',
          ),
  },
  {
    id: '29',
    when: 'claim of which neither the volume nor the driver is known',
    result: 'refused, or fsGroup with `assumeFsGroup`',
    why: 'It depends on the cluster.',
    decide: (volume, { gid, wish }) =>
      wish?.assumeFsGroup
        ? byFsGroup(
            `${isWhat(volume)}; it is taken for one whose group kubelet sets to ${fsGroupOf({ gid })}`,
          )
        : refuse(
            `${isWhat(volume)}, so it is unknown who sets the group`,
            'name its driver (in the hints of the volume), declare its class or volume, or take it for one whose group kubelet sets (assumeFsGroup)',
          ),
  },
];

function enforcesIdentity({ accessPoint, enforcesIdentity: isEnforced }: VolumeFacts): boolean {
  return accessPoint === 'dynamic' || (accessPoint === 'static' && isEnforced !== false);
}

/** Whether the files of an SMB share have modes that let no group write. */
function isClosedToGroups({ driver = '', mountOptions = [] }: VolumeFacts): boolean {
  const unlessGiven = SMB_MODES.get(driver);
  if (unlessGiven === undefined) return false;
  const modes = ['dir_mode=', 'file_mode='].map(
    (name) =>
      mountOptions.find((option) => option.startsWith(name))?.slice(name.length) ?? unlessGiven,
  );
  return !modes.every((mode) => /^0?[0-7][2367][0-7]$/.test(mode));
}
