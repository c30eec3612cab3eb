/** The rules on volumes to which nobody applies the fsGroup of the pod. */
import { KUBELET } from '../rules';
import { groupOf, JudgedVolume, judgedVolumes } from './volumes';
import { TargetFacts } from '../../facts';
import { defineRules, Finding, violation } from '../../findings';
import { Judge, WORKLOADS } from '../../judge';
import { Fields, fieldsOf } from '../../kube';
import { listOf } from '../../object';
import { Workload } from '../../topology';
import { allContainersOf } from '../containers';
import { VolumeFacts } from '../spec';
import { isSystemPath } from '../system-paths';
import { againstInit } from '../words';

const RULES = defineRules('ownership', {
  ignoredGroup: {
    warning:
      'Neither kubelet nor the driver applies the fsGroup to a volume that the pod writes to.',
    why: 'Kubelet leaves NFS, hostPath, EFS without access point and volumes that are only ReadWriteMany unchanged, and reports nothing: the files keep their group, and the pod fails with "permission denied".',
    bad: 'fsGroup: 1000, and a volume with nfs',
    good: 'supplementalGroups with the group of the export, or an init container that sets the group of the volume (VolumeOwnership)',
    source: `${KUBELET}; kubernetes/examples#260, kubernetes-sigs/aws-efs-csi-driver#125`,
  },
  noFsType: {
    warning: 'With the fsGroupPolicy ReadWriteOnceWithFSType, a volume has no fsType.',
    why: 'Without one kubelet skips fsGroup silently: the pod gets "permission denied".',
    bad: 'a class of a driver with that policy, without csi.storage.k8s.io/fstype',
    good: 'parameters: { csi.storage.k8s.io/fstype: ext4 }, or fsType in the volume',
    source: `${KUBELET}; kubernetes-sigs/vsphere-csi-driver#370`,
  },
});

/** The rows of the decision table that say that kubelet does nothing, and that nobody else does. */
const IGNORED = ['16', '17', '19', '23', '25', '26'];
const WITHOUT_FS_TYPE = ['noFsType', 'fsTypeUnknown'];
const CHANGES_OWNERS = /\b(chown|chgrp|chmod|setfacl)\b/;
const GID_ANNOTATION = 'pv.beta.kubernetes.io/gid';
/** Kinds of hostPath that no group is given. */
const NO_DIRECTORY = ['File', 'FileOrCreate', 'Socket', 'CharDevice', 'BlockDevice'];

export const IGNORED_GROUP: Judge = {
  rules: () => [RULES],
  kinds: [WORKLOADS],
  needs: ['fsGroup'],
  check: ({ workload, podPath = '' }, world) => {
    if (!workload || !groupOf(workload) || isTakenCareOf(workload)) return [];
    return judgedVolumes(workload, world).flatMap((judged): Finding[] => {
      const rule = ruleFor(judged);
      if (
        !rule ||
        !isWritten(judged.volume, workload) ||
        isGivenByHand(
          judged.volume,
          workload,
          world.topology.volumeOf(workload.namespace, judged.volume.claim ?? ''),
        )
      ) {
        return [];
      }
      return [
        violation(
          rule,
          `${podPath}.securityContext.fsGroup`,
          judged.decision.sentence,
          remedyOf(rule.id, world.target),
        ),
      ];
    });
  },
};

function ruleFor({ decision: { row }, kubelet: { because, does } }: JudgedVolume) {
  if (row === '24') return WITHOUT_FS_TYPE.includes(because ?? '') ? RULES.noFsType : undefined;
  return IGNORED.includes(row) && does === 'ignores' ? RULES.ignoredGroup : undefined;
}

function remedyOf(rule: string, target: TargetFacts): string {
  if (rule === RULES.noFsType.id) {
    return 'set csi.storage.k8s.io/fstype in the class, or fsType in the volume';
  }
  return (
    againstInit(target)?.remedy ??
    'change the group of the volume in an init container (VolumeOwnership does so), put the group of its files in supplementalGroups, or mount it read-only'
  );
}

/** Whether the pod has another group, by which it may well write. */
function isTakenCareOf(workload: Workload): boolean {
  const { supplementalGroups } = fieldsOf(workload.podSpec.securityContext);
  return (
    Array.isArray(supplementalGroups) && supplementalGroups.some((gid) => gid !== groupOf(workload))
  );
}

/** Whether a process writes to it that is not root, as far as anybody says who it is. */
function isWritten(volume: VolumeFacts, { mounts, podSpec }: Workload): boolean {
  if (volume.isReadOnly || volume.isReadOnlyBelow || volume.isBlock) return false;
  const writers = new Set(
    mounts
      .filter((mount) => mount.volume === volume.name && !mount.isReadOnly)
      .map(({ container }) => container),
  );
  return allContainersOf(podSpec)
    .filter(({ name }) => writers.has(String(name)))
    .some((one) => !isRoot(one, podSpec) && !changesOwners(one));
}

/**
 * Whether somebody else sees to it: an init container that changes owners, or an annotation of the
 * volume.
 */
function isGivenByHand(
  volume: VolumeFacts,
  { mounts, podSpec }: Workload,
  persistent: { readonly manifest: Fields } | undefined,
): boolean {
  const annotations = fieldsOf(fieldsOf(persistent?.manifest.metadata).annotations);
  if (Object.hasOwn(annotations, GID_ANNOTATION)) return true;
  if (volume.source === 'hostPath' && isNoDirectory(volume, podSpec)) return true;
  return allContainersOf(podSpec).some(
    (container) =>
      changesOwners(container) &&
      mounts.some(
        (mount) =>
          mount.volume === volume.name && mount.container === container.name && !mount.isReadOnly,
      ),
  );
}

function isNoDirectory({ name, path }: VolumeFacts, podSpec: Fields): boolean {
  const { type } = fieldsOf(listOf(podSpec.volumes).find((one) => one.name === name)?.hostPath);
  return NO_DIRECTORY.includes(String(type)) || (path !== undefined && isSystemPath(path));
}

export function changesOwners({ command, args }: Fields): boolean {
  return CHANGES_OWNERS.test([command, args].flat().map(String).join(' '));
}

function isRoot(container: Fields, podSpec: Fields): boolean {
  const own = fieldsOf(container.securityContext);
  return (
    (own.runAsUser ?? fieldsOf(podSpec.securityContext).runAsUser) === 0 || own.privileged === true
  );
}
