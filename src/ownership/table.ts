/** The decision table: its rows in their order, each with the condition and the reason as people read them. */
import { show } from '../findings';
import { kubeletStep } from './kubelet';
import { CONFIGURATION, isRemoved } from './sources';
import { Decision, MAX_GROUP, OwnershipContext, VolumeFacts } from './spec';
import { isSystemPath } from './system-paths';
import { againstInit, isWhat, OTHER_WAYS } from './words';

/** What a row says of a volume; nothing if it does not fit. */
type Outcome = Pick<Decision, 'way' | 'sentence'> & Partial<Decision>;

/** One row. */
export interface Row {
  /** Its number; it never changes. */
  readonly id: string;
  /** The condition. */
  readonly when: string;
  /** What is done. */
  readonly result: string;
  /** Why. */
  readonly why: string;
  /** What it says of a volume; undefined if it does not fit. */
  decide(volume: VolumeFacts, context: OwnershipContext): Outcome | undefined;
}

/** Drivers that have both NFS and other protocols, and walk through NFS themselves. */
const DRIVERS_THAT_WALK = ['file.csi.azure.com', 'blob.csi.azure.com'];
const SMB_DRIVERS = ['smb.csi.k8s.io', 'file.csi.azure.com'];
const EFS = 'efs.csi.aws.com';
const NFS_DRIVERS = ['nfs.csi.k8s.io', 'nfs.csi.ceph.com', 'filestore.csi.storage.gke.io'];

export const TABLE: readonly Row[] = [
  {
    id: '0',
    when: 'no group is given',
    result: 'nothing: neither fsGroup nor a change policy',
    why: 'Absent is the only way to say "leave the files alone"; the API server refuses -1.',
    decide: ({ name }, { gid }) => gid === undefined ? nothing(`no group is given for ${show(name)}, so its files are left as they are`) : undefined,
  },
  {
    id: '1',
    when: `the group is not a whole number from 1 to ${MAX_GROUP}`,
    result: 'refused',
    why: `The API server takes 0 to ${MAX_GROUP}; 0 is the group of root, to which no volume is given by mistake.`,
    decide: (_, { gid }) => Number.isInteger(gid) && gid! >= 1 && gid! <= MAX_GROUP ? undefined
      : refuse(`${show(gid)} is not a valid group`, gid === 0 ? 'give the group of the application; 0 is that of root' : `give a whole number from 1 to ${MAX_GROUP}`),
  },
  {
    id: '2',
    when: 'the pod says `os.name: windows`',
    result: 'refused',
    why: 'Windows has no such groups, and the API server refuses the fields.',
    decide: (_, { os }) => os === 'windows' ? refuse('the pod is for Windows, where fsGroup and supplementalGroups must not be set', 'remove the group') : undefined,
  },
  {
    id: '2a',
    when: 'no container mounts the volume',
    result: 'nothing',
    why: 'Kubelet never sets it up.',
    decide: ({ name, isUnmounted }) => isUnmounted ? nothing(`${show(name)} is mounted by no container, so kubelet never sets it up`) : undefined,
  },
  {
    id: '3',
    when: 'block device (`volumeMode: Block`)',
    result: 'refused',
    why: 'A device has no files; who may open it is decided by the container runtime.',
    decide: (volume) => volume.isBlock ? refuse(`${show(volume.name)} is a block device, which has no files to give to a group`, 'leave it out') : undefined,
  },
  {
    id: '4',
    when: 'image; Secrets Store CSI driver',
    result: 'nothing; refused if the pod is to write',
    why: 'They are read-only by nature.',
    decide: (volume, context) => volume.source === 'image' || volume.driver === 'secrets-store.csi.k8s.io'
      ? readOnlyByNature(volume, context, () => nothing(`${isWhat(volume)}, which can only be read, so its files are left as they are`)) : undefined,
  },
  {
    id: '5',
    when: 'configMap, secret, projected, downwardAPI',
    result: 'fsGroup, for reading; refused if the pod is to write',
    why: 'Kubelet makes the files readable for the group (|= 0440) and mounts them read-only; the change policy has no effect.',
    decide: (volume, context) => CONFIGURATION.includes(volume.source ?? '')
      ? readOnlyByNature(volume, context, () => byFsGroup(`${isWhat(volume)}, whose files kubelet makes readable for fsGroup ${context.gid}`, false)) : undefined,
  },
  {
    id: '6',
    when: 'emptyDir',
    result: 'fsGroup',
    why: 'Kubelet makes it, and gives it to the group each time; the change policy has no effect.',
    decide: (volume, { gid }) => volume.source === 'emptyDir'
      ? byFsGroup(`${isWhat(volume)}, which kubelet makes and gives to fsGroup ${gid}`, false) : undefined,
  },
  {
    id: '6a',
    when: 'gitRepo',
    result: 'refused',
    why: 'The mount fails: off since Kubernetes 1.33, and removed for good with 1.36.',
    decide: (volume) => volume.source === 'gitRepo'
      ? refuse(`${isWhat(volume)}, which kubelet no longer mounts: the pod would never start`, 'use an emptyDir and clone in an init container') : undefined,
  },
  {
    id: '8',
    when: 'cephfs, flocker, glusterfs, photonPersistentDisk, quobyte, rbd, scaleIO, storageos',
    result: 'refused',
    why: 'The API server still takes them, and no plugin of kubelet mounts them: the pod never starts.',
    decide: (volume) => isRemoved(volume.source ?? '')
      ? refuse(`${isWhat(volume)}, for which kubelet has no plugin any more: the pod would never start`, 'use the CSI driver of the storage') : undefined,
  },
  {
    id: '7',
    when: 'read-only for the pod: `readOnly` of its reference to the claim, or of its own csi, iscsi, fc, flexVolume or nfs volume; unless the driver sets the group',
    result: 'refused, or nothing with `skipReadOnly`',
    why: 'Kubelet skips it, and an init container could not write to it either. A driver that sets the group does so for readers, too (row 16).',
    decide: (volume, context) => volume.isReadOnly && !groupsOf(volume, context)?.setsGroup ? skipOrRefuse(volume, context) : undefined,
  },
  {
    id: '7a',
    when: '`readOnly` of the persistent volume itself, or ReadOnlyMany as its only access mode',
    result: 'refused if the pod is to write; else as below',
    why: 'Kubelet does not look at it, but the driver may mount it read-only, and then its step fails without a word.',
    decide: (volume, { wish }) => isForReaders(volume) && wantsToWrite(volume, wish?.access) && wish?.ifReadOnly !== 'skip'
      ? refuse(`${isWhat(volume)} that is there to be read only (${volume.isReadOnlyBelow ? 'readOnly' : 'ReadOnlyMany'}), so the pod could not write whatever its group`,
        'mount it read-only, or use a volume that can be written') : undefined,
  },
  {
    id: '9',
    when: 'awsElasticBlockStore, azureDisk, azureFile, cinder, gcePersistentDisk, portworxVolume, vsphereVolume',
    result: 'as their CSI drivers, rows 16 to 24',
    why: 'Kubernetes has handed them over. In a pod they count as ReadWriteOnce with the fsType as written (azureDisk: ext4), but azureFile as ReadWriteMany without; `readOnly` gets lost on the way.',
    decide: () => undefined,
  },
  {
    id: '10',
    when: 'iscsi, fc, local',
    result: 'fsGroup with OnRootMismatch',
    why: 'Kubelet attaches them, and looks at no access mode. A local volume is only changed by the first pod on its node.',
    decide: (volume, { gid }) => ['iscsi', 'fc', 'local'].includes(volume.source ?? '') ? {
      ...byFsGroup(`${isWhat(volume)}, which kubelet attaches and gives to fsGroup ${gid}`),
      warnings: volume.source === 'local' ? ['another pod of the node that has it mounted already, with another group or none, keeps kubelet from changing it'] : [],
    } : undefined,
  },
  {
    id: '11',
    when: 'flexVolume',
    result: 'fsGroup with OnRootMismatch; an init container if the driver lacks the capability fsGroup',
    why: 'The driver has the capability unless it says otherwise.',
    decide: (volume, context) => volume.source !== 'flexVolume' ? undefined
      : context.wish?.flexFsGroup === false ? byInit(volume, context, 'whose driver lacks the capability fsGroup')
        : byFsGroup(`${isWhat(volume)}, whose driver leaves the group to kubelet unless it says otherwise: fsGroup ${context.gid}`),
  },
  {
    id: '12a',
    when: 'class of rancher.io/local-path',
    result: 'nothing',
    why: 'Its provisioner makes directories of the node that everybody may write to (mode 0777), and kubelet ignores fsGroup on them.',
    decide: ({ name, isOpenToAll }) => isOpenToAll
      ? nothing(`${show(name)} is a directory of the node that its provisioner makes with mode 0777: everybody may write to it, and kubelet ignores fsGroup on it`) : undefined,
  },
  {
    id: '12',
    when: 'hostPath',
    result: 'an init container, with `allowHostPath` only; never for directories of the system',
    why: 'Kubelet ignores fsGroup on it. It changes files of the node, and Pod Security has it from the level privileged on only.',
    decide: (volume, context) => volume.source !== 'hostPath' ? undefined : hostPath(volume, context),
  },
  {
    id: '13',
    when: 'nfs',
    result: 'an init container; refused with `rootSquash`',
    why: 'Kubelet ignores fsGroup on it, and on the server root must be allowed to change groups.',
    decide: (volume, context) => volume.source === 'nfs' ? byInit(volume, context, 'on which kubelet ignores fsGroup') : undefined,
  },
  {
    id: '14',
    when: 'EFS, with an access point that has a POSIX user, or of a class that makes them',
    result: 'refused',
    why: 'Everything is done as the user of the access point: nobody can change a group, and nobody need to.',
    decide: (volume) => volume.driver !== EFS || !enforcesIdentity(volume) ? undefined
      : refuse(`${isWhat(volume)}: all files belong to the user of the access point, so no group can be given to them`,
        volume.accessPoint === 'dynamic' ? 'set uid and gid in the class' : 'set the user and group of the access point; if it has none, say enforcesIdentity: false'),
  },
  {
    id: '15',
    when: 'EFS without access point, or with one that has no POSIX user',
    result: 'an init container; refused with `rootSquash`',
    why: 'Its driver has the policy ReadWriteOnceWithFSType, and NFS has no fsType: kubelet skips it. Root may change groups, unless IAM lacks ClientRootAccess.',
    decide: (volume, context) => volume.driver === EFS && groupsOf(volume, context)?.fsGroupPolicy !== 'File'
      ? byInit(volume, context, 'on which kubelet ignores fsGroup since it has no file system type') : undefined,
  },
  {
    id: '17',
    when: 'NFS through file.csi.azure.com or blob.csi.azure.com',
    result: 'fsGroup',
    why: 'The driver takes the group and walks through the files; its own parameter fsGroupChangePolicy counts, not the pod\'s.',
    decide: (volume, context) => DRIVERS_THAT_WALK.includes(volume.driver ?? '') && volume.isNfs === true && groupsOf(volume, context)?.setsGroup ? {
      ...byDriver(`${isWhat(volume)}, which takes fsGroup ${context.gid} and changes the files itself`),
      warnings: ['the parameter fsGroupChangePolicy of the class decides when, not that of the pod'],
    } : undefined,
  },
  {
    id: '16',
    when: 'CSI driver that takes the group itself (VOLUME_MOUNT_GROUP): SMB, Azure Files and Blob, S3 v2, GCS FUSE',
    result: 'fsGroup, which kubelet passes on; never an init container',
    why: 'The group is an option of the mount. No chown has an effect, nor has the change policy.',
    decide: (volume, context) => groupsOf(volume, context)?.setsGroup ? {
      ...byDriver(`${isWhat(volume)}, which takes fsGroup ${context.gid} itself as an option of the mount`),
      warnings: SMB_DRIVERS.includes(volume.driver!)
        ? ['the group may write only if the mount options dir_mode and file_mode say so; the first pod on a node decides for all of them'] : [],
    } : undefined,
  },
  {
    id: '18',
    when: 'CSI driver with fsGroupPolicy File',
    result: 'fsGroup with OnRootMismatch, whatever the access mode; refused for NFS with `rootSquash`',
    why: 'Kubelet changes the files. Where the server takes root for nobody it fails to, and tells nobody.',
    decide: (volume, context) => groupsOf(volume, context)?.fsGroupPolicy !== 'File' ? undefined
      : context.wish?.rootSquash ? squashed(volume)
        : {
          ...byFsGroup(`${isWhat(volume)} with fsGroupPolicy File, so kubelet gives it to fsGroup ${context.gid}`),
          warnings: NFS_DRIVERS.includes(volume.driver!) ? ['kubelet tells nobody if the server refuses the change (root_squash); verify tells before the application starts'] : [],
        },
  },
  {
    id: '23',
    when: 'CSI driver with fsGroupPolicy None',
    result: 'an init container; refused with `rootSquash`',
    why: 'The driver has opted out.',
    decide: (volume, context) => groupsOf(volume, context)?.fsGroupPolicy === 'None'
      ? byInit(volume, context, 'whose fsGroupPolicy None keeps kubelet from it') : undefined,
  },
  {
    id: '22',
    when: 'CSI driver with ReadWriteOnceWithFSType, and an fsType that is empty or not known, or access modes that are not known',
    result: 'an init container if it is known to be empty; else refused',
    why: 'Kubelet skips volumes without fsType without a word.',
    decide: (volume, context) => {
      const { because } = kubeletOf(volume, context);
      if (because === 'noFsType') return byInit(volume, context, 'on which kubelet ignores fsGroup since it has no fsType');
      if (because === 'modesUnknown') {
        return refuse(`${isWhat(volume)} with fsGroupPolicy ReadWriteOnceWithFSType, and its access modes are not known: without ReadWriteOnce kubelet ignores fsGroup`,
          'declare the claim or its volume, or name its access modes');
      }
      return because === 'fsTypeUnknown' ? refuse(`${isWhat(volume)} with fsGroupPolicy ReadWriteOnceWithFSType, and its fsType is not known: without one kubelet ignores fsGroup`,
        'set csi.storage.k8s.io/fstype in the class, or fsType in the volume') : undefined;
    },
  },
  {
    id: '21',
    when: 'the same with ReadWriteOncePod before Kubernetes 1.32',
    result: 'an init container',
    why: 'Kubelet counted it as not ReadWriteOnce (kubernetes/kubernetes#128244).',
    decide: (volume, context) => kubeletOf(volume, context).because === 'noRwop'
      ? byInit(volume, context, 'on which kubelet before 1.32 ignores fsGroup since it is ReadWriteOncePod') : undefined,
  },
  {
    id: '20',
    when: 'the same without ReadWriteOnce among the access modes',
    result: 'an init container',
    why: 'Kubelet skips volumes that are only for many.',
    decide: (volume, context) => kubeletOf(volume, context).because === 'accessModes'
      ? byInit(volume, context, `on which kubelet ignores fsGroup since it is ${volume.accessModes!.join(' and ')} (fsGroupPolicy ReadWriteOnceWithFSType)`) : undefined,
  },
  {
    id: '19',
    when: 'CSI driver with ReadWriteOnceWithFSType, an fsType, and ReadWriteOnce or, from Kubernetes 1.32 on, ReadWriteOncePod',
    result: 'fsGroup with OnRootMismatch',
    why: 'Kubelet changes the files.',
    decide: (volume, context) => volume.driver !== undefined && kubeletOf(volume, context).does === 'changes'
      ? byFsGroup(`${isWhat(volume)} with a file system for one node, so kubelet gives it to fsGroup ${context.gid}`) : undefined,
  },
  {
    id: '24',
    when: 'CSI driver that is not known',
    result: 'refused',
    why: 'Whether kubelet acts depends on its fsGroupPolicy; what is known here are only defaults.',
    decide: (volume, { wish }) => volume.driver === undefined || wish?.assumeFsGroup ? undefined
      : refuse(`${isWhat(volume)}, of which it is not known whether kubelet sets the group`,
        'declare its CSIDriver object, or give its fsGroupPolicy among the drivers of the target'),
  },
  {
    id: '25',
    when: 'claim of which neither the volume nor the driver is known',
    result: 'refused, or fsGroup with `assumeFsGroup`',
    why: 'It depends on the cluster.',
    decide: (volume, { gid, wish }) => wish?.assumeFsGroup
      ? byFsGroup(`${isWhat(volume)}; it is taken for one that kubelet gives to fsGroup ${gid}`)
      : refuse(`${isWhat(volume)}, so it is not known who sets the group`, 'name its driver, declare its class or volume, or take it for one whose group kubelet sets (assumeFsGroup)'),
  },
];

function nothing(sentence: string): Outcome {
  return { way: 'nothing', sentence };
}

function refuse(sentence: string, remedy: string): Outcome {
  return { way: 'refuse', sentence, remedy };
}

function byFsGroup(sentence: string, hasChangePolicy: boolean = true): Outcome {
  return { way: 'fsGroup', sentence, hasChangePolicy };
}

function byDriver(sentence: string): Outcome {
  return { way: 'driver', sentence };
}

/** An init container, unless something keeps it from working; the sentence begins the same in any case. */
function byInit(volume: VolumeFacts, context: OwnershipContext, because: string): Outcome {
  if (context.wish?.rootSquash) return squashed(volume, because);
  const against = againstInit(context);
  const sentence = `${isWhat(volume)}, ${because}`;
  if (against) return refuse(`${sentence}, and ${against}`, OTHER_WAYS);
  const isShared = volume.source === 'nfs' || volume.driver === EFS;
  return {
    way: 'init',
    sentence: `${sentence}, so an init container has to give it to group ${context.gid}`,
    warnings: isShared && context.isOwnUserNamespace ? ['NFS mostly lacks the idmapped mounts that pods with hostUsers: false need'] : [],
  };
}

function squashed(volume: VolumeFacts, because: string = 'on which kubelet fails without a word'): Outcome {
  return refuse(`${isWhat(volume)}, ${because}, and the server takes root for nobody (rootSquash), so nothing in the cluster can give it to a group`,
    'give the export to the group on the server, and put the group in supplementalGroups');
}

function hostPath(volume: VolumeFacts, context: OwnershipContext): Outcome {
  const sentence = `${isWhat(volume)}, on which kubelet ignores fsGroup`;
  if (volume.path !== undefined && isSystemPath(volume.path)) {
    return refuse(`${sentence}, and ${show(volume.path)} is of the system, which no group may have`, 'use a directory of its own');
  }
  if (!context.wish?.allowHostPath) {
    return refuse(`${sentence}, and files of the node are changed only where that is allowed`, 'say allowHostPath, give the directory to the group on the nodes, or use a local volume');
  }
  if (context.podSecurity !== 'privileged') {
    return refuse(`${sentence}, and the level ${context.podSecurity ?? 'baseline'} of Pod Security allows no hostPath`, 'use a local volume, or a namespace of the level privileged');
  }
  return byInit(volume, context, 'on which kubelet ignores fsGroup');
}

function readOnlyByNature(volume: VolumeFacts, { wish }: OwnershipContext, otherwise: () => Outcome): Outcome {
  return wish?.access === 'write' ? refuse(`${isWhat(volume)}, which can only be read`, 'write to a volume of another kind') : otherwise();
}

function skipOrRefuse(volume: VolumeFacts, { wish }: OwnershipContext): Outcome {
  return wish?.ifReadOnly === 'skip'
    ? nothing(`${isWhat(volume)} that is read-only for the pod, so its files are left as they are`)
    : refuse(`${isWhat(volume)} that is read-only for the pod, so neither kubelet nor an init container can give it to a group`,
      'remove readOnly of the volume, leave it out, or say skipReadOnly');
}

function isForReaders({ isReadOnlyBelow, accessModes = [] }: VolumeFacts): boolean {
  return isReadOnlyBelow === true || (accessModes.length > 0 && accessModes.every((mode) => mode === 'ReadOnlyMany'));
}

function wantsToWrite({ isOnlyRead }: VolumeFacts, access: 'read' | 'write' | undefined): boolean {
  return access === undefined ? isOnlyRead !== true : access === 'write';
}

function enforcesIdentity({ accessPoint, enforcesIdentity: isEnforced }: VolumeFacts): boolean {
  return accessPoint === 'dynamic' || (accessPoint === 'static' && isEnforced !== false);
}

function groupsOf({ driver }: VolumeFacts, context: OwnershipContext) {
  return driver === undefined ? undefined : context.driver?.(driver);
}

function kubeletOf(volume: VolumeFacts, context: OwnershipContext) {
  return kubeletStep(volume, { driver: groupsOf(volume, context), minor: context.minor, flexFsGroup: context.wish?.flexFsGroup });
}
