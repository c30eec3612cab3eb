/**
 * The rows of the decision table that the pod decides, or the kind of the volume: those before CSI
 * drivers.
 */
import { show } from '../../findings';
import { CONFIGURATION, isRemoved } from '../sources';
import { MAX_GROUP, OwnershipContext, VolumeFacts } from '../spec';
import { isSystemPath } from '../system-paths';
import { fsGroupOf, isWhat } from '../words';
import { byFsGroup, byInit, groupsOf, nothing, Outcome, refuse, Row } from './outcome';

export const ROWS_OF_KINDS: readonly Row[] = [
  {
    id: '0',
    when: 'no group is set',
    result: 'nothing: neither fsGroup nor a change policy',
    why: 'Absent is the only way to say "leave the files alone"; the API server refuses -1.',
    decide: ({ name }, { gid }) =>
      gid === undefined
        ? nothing(`no group is set for ${show(name)}, so its files are left as they are`)
        : undefined,
  },
  {
    id: '1',
    when: `the group is not a whole number from 1 to ${MAX_GROUP}`,
    result: 'refused',
    why: `The API server takes 0 to ${MAX_GROUP}; 0 is the group of root, to which no volume is given by mistake.`,
    decide: (_, { gid }) =>
      gid === 'assigned' || (Number.isInteger(gid) && gid! >= 1 && gid! <= MAX_GROUP)
        ? undefined
        : refuse(
            `${show(gid)} is not a valid group`,
            gid === 0
              ? 'use the group of the application; 0 is that of root'
              : `use a whole number from 1 to ${MAX_GROUP}`,
          ),
  },
  {
    id: '2',
    when: 'the pod says `os.name: windows`',
    result: 'refused',
    why: 'Windows has no such groups, and the API server refuses the fields.',
    decide: (_, { os }) =>
      os === 'windows'
        ? refuse(
            'the pod is for Windows, where fsGroup and supplementalGroups must not be set',
            'remove the group',
          )
        : undefined,
  },
  {
    id: '3',
    when: 'no container mounts the volume',
    result: 'nothing',
    why: 'Kubelet never sets it up.',
    decide: ({ name, isUnmounted }) =>
      isUnmounted
        ? nothing(`no container mounts ${show(name)}, so kubelet never sets it up`)
        : undefined,
  },
  {
    id: '4',
    when: 'block device (`volumeMode: Block`)',
    result: 'refused',
    why: 'A device has no files; who may open it is decided by the container runtime.',
    decide: (volume) =>
      volume.isBlock
        ? refuse(
            `${show(volume.name)} is a block device, which has no files whose group could change`,
            'remove it',
          )
        : undefined,
  },
  {
    id: '5',
    when: 'image; Secrets Store CSI driver',
    result: 'nothing; refused if the pod is to write',
    why: 'They are read-only by nature.',
    decide: (volume, context) =>
      volume.source === 'image' || volume.driver === 'secrets-store.csi.k8s.io'
        ? readOnlyByNature(volume, context, () =>
            nothing(`${isWhat(volume)}, which can only be read, so its files are left as they are`),
          )
        : undefined,
  },
  {
    id: '6',
    when: 'configMap, secret, projected, downwardAPI',
    result: 'fsGroup, for reading; refused if the pod is to write',
    why: 'Kubelet makes the files readable for the group (|= 0440) and mounts them read-only; the change policy has no effect.',
    decide: (volume, context) =>
      CONFIGURATION.includes(volume.source ?? '')
        ? readOnlyByNature(volume, context, () =>
            byFsGroup(
              `${isWhat(volume)}, whose files kubelet makes readable for ${fsGroupOf(context)}`,
              false,
            ),
          )
        : undefined,
  },
  {
    id: '7',
    when: 'emptyDir',
    result: 'fsGroup',
    why: 'Kubelet creates it, and sets its group each time; the change policy has no effect.',
    decide: (volume, { gid }) =>
      volume.source === 'emptyDir'
        ? byFsGroup(`${isWhat(volume)}, which kubelet creates with ${fsGroupOf({ gid })}`, false)
        : undefined,
  },
  {
    id: '8',
    when: 'gitRepo',
    result: 'refused',
    why: 'The mount fails: off since Kubernetes 1.33, and removed for good with 1.36.',
    decide: (volume) =>
      volume.source === 'gitRepo'
        ? refuse(
            `${isWhat(volume)}, which kubelet no longer mounts: the pod would never start`,
            'use an emptyDir and clone in an init container',
          )
        : undefined,
  },
  {
    id: '9',
    when: 'cephfs, flocker, glusterfs, photonPersistentDisk, quobyte, rbd, scaleIO, storageos',
    result: 'refused',
    why: 'The API server still takes them, and no plugin of kubelet mounts them: the pod never starts.',
    decide: (volume) =>
      isRemoved(volume.source ?? '')
        ? refuse(
            `${isWhat(volume)}, for which kubelet no longer has a plugin: the pod would never start`,
            'use the CSI driver of the storage',
          )
        : undefined,
  },
  {
    id: '10',
    when: 'read-only for the pod: `readOnly` of its reference to the claim, or of its own csi, iscsi, fc, flexVolume or nfs volume; unless the driver sets the group',
    result: 'refused, or nothing with `skipReadOnly`',
    why: 'Kubelet skips it, and an init container could not write to it either. A driver that sets the group does so for readers, too (row 21).',
    decide: (volume, context) =>
      volume.isReadOnly && !groupsOf(volume, context)?.appliesFsGroup
        ? skipOrRefuse(volume, context)
        : undefined,
  },
  {
    id: '11',
    when: '`readOnly` of the persistent volume itself, or ReadOnlyMany as its only access mode',
    result: 'refused if the pod is to write; else as below',
    why: 'Kubelet does not look at it, but the driver may mount it read-only, and then its step fails silently.',
    decide: (volume, { wish }) =>
      isForReaders(volume) && wantsToWrite(volume, wish?.access) && wish?.ifReadOnly !== 'skip'
        ? refuse(
            `${isWhat(volume)} that is only for reading (${volume.isReadOnlyBelow ? 'readOnly' : 'ReadOnlyMany'}), so the pod could not write, whatever its group`,
            'mount it read-only, or use a volume that can be written',
          )
        : undefined,
  },
  {
    id: '12',
    when: 'awsElasticBlockStore, azureDisk, azureFile, cinder, gcePersistentDisk, portworxVolume, vsphereVolume',
    result: 'as their CSI drivers, rows 16 to 24',
    why: 'Kubernetes has handed them over. In a pod they count as ReadWriteOnce with the fsType as written (azureDisk: ext4), but azureFile as ReadWriteMany without; `readOnly` gets lost on the way.',
    decide: () => undefined,
  },
  {
    id: '13',
    when: 'iscsi, fc, local',
    result: 'fsGroup with OnRootMismatch',
    why: 'Kubelet attaches them, and looks at no access mode. A local volume is only changed by the first pod on its node.',
    decide: (volume, { gid }) =>
      ['iscsi', 'fc', 'local'].includes(volume.source ?? '')
        ? {
            ...byFsGroup(
              `${isWhat(volume)}, which kubelet attaches, and whose group it sets to ${fsGroupOf({ gid })}`,
            ),
            warnings:
              volume.source === 'local'
                ? [
                    'another pod of the node that already has it mounted, with another group or none, keeps kubelet from changing it',
                  ]
                : [],
          }
        : undefined,
  },
  {
    id: '14',
    when: 'flexVolume',
    result:
      'fsGroup with OnRootMismatch; an init container if the driver lacks the capability fsGroup',
    why: 'The driver has the capability unless it says otherwise.',
    decide: (volume, context) =>
      volume.source !== 'flexVolume'
        ? undefined
        : context.wish?.flexFsGroup === false
          ? byInit(volume, context, 'whose driver lacks the capability fsGroup')
          : byFsGroup(
              `${isWhat(volume)}, whose driver leaves the group to kubelet unless it says otherwise: ${fsGroupOf(context)}`,
            ),
  },
  {
    id: '15',
    when: 'class of rancher.io/local-path',
    result: 'nothing',
    why: 'Its provisioner makes directories of the node that everybody may write to (mode 0777), and kubelet ignores fsGroup on them.',
    decide: ({ name, isOpenToAll }) =>
      isOpenToAll
        ? nothing(
            `${show(name)} is a directory of the node that its provisioner makes with mode 0777: everybody may write to it, and kubelet ignores fsGroup on it`,
          )
        : undefined,
  },
  {
    id: '16',
    when: 'hostPath',
    result: 'an init container, with `allowHostPath` only; never for directories of the system',
    why: 'Kubelet ignores fsGroup on it. It changes files of the node, and Pod Security has it from the level privileged on only.',
    decide: (volume, context) =>
      volume.source !== 'hostPath' ? undefined : hostPath(volume, context),
  },
  {
    id: '17',
    when: 'nfs',
    result: 'an init container; refused with `rootSquash`',
    why: 'Kubelet ignores fsGroup on it, and on the server root must be allowed to change groups.',
    decide: (volume, context) =>
      volume.source === 'nfs'
        ? byInit(volume, context, 'on which kubelet ignores fsGroup')
        : undefined,
  },
];

function hostPath(volume: VolumeFacts, context: OwnershipContext): Outcome {
  const sentence = `${isWhat(volume)}, on which kubelet ignores fsGroup`;
  if (volume.path !== undefined && isSystemPath(volume.path)) {
    return refuse(
      `${sentence}, and ${show(volume.path)} is a system directory, whose group must not be changed`,
      'use a separate directory',
    );
  }
  if (!context.wish?.allowHostPath) {
    return refuse(
      `${sentence}, and files of the node are changed only where that is allowed`,
      'set allowHostPath, change the group of the directory on the nodes, or use a local volume',
    );
  }
  if (context.podSecurity !== 'privileged') {
    return refuse(
      `${sentence}, and the level ${context.podSecurity ?? 'baseline'} of Pod Security allows no hostPath`,
      'use a local volume, or a namespace of the level privileged',
    );
  }
  return byInit(volume, context, 'on which kubelet ignores fsGroup');
}

function readOnlyByNature(
  volume: VolumeFacts,
  { wish }: OwnershipContext,
  otherwise: () => Outcome,
): Outcome {
  return wish?.access === 'write'
    ? refuse(`${isWhat(volume)}, which can only be read`, 'write to a volume of another kind')
    : otherwise();
}

function skipOrRefuse(volume: VolumeFacts, { wish }: OwnershipContext): Outcome {
  return wish?.ifReadOnly === 'skip'
    ? nothing(`${isWhat(volume)} that is read-only for the pod, so its files are left as they are`)
    : refuse(
        `${isWhat(volume)} that is read-only for the pod, so neither kubelet nor an init container can change its group`,
        'remove readOnly from the volume, exclude it, or set skipReadOnly',
      );
}

function isForReaders({ isReadOnlyBelow, accessModes = [] }: VolumeFacts): boolean {
  return (
    isReadOnlyBelow === true ||
    (accessModes.length > 0 && accessModes.every((mode) => mode === 'ReadOnlyMany'))
  );
}

function wantsToWrite({ isOnlyRead }: VolumeFacts, access: 'read' | 'write' | undefined): boolean {
  return access === undefined ? isOnlyRead !== true : access === 'write';
}
