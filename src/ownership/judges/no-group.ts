/** New disks that belong to root, in pods whose users are others and which say no fsGroup. */
import { KUBELET } from '../rules';
import { changesOwners } from './ignored';
import { decidedVolumes, groupOf, JudgedVolume } from './volumes';
import { defineRules, Finding, violation } from '../../findings';
import { Judge, World, WORKLOADS } from '../../judge';
import { Fields, fieldsOf } from '../../kube';
import { listOf } from '../../object';
import { Workload } from '../../topology';
import { allContainersOf } from '../containers';

const RULES = defineRules('ownership', {
  noGroup: {
    warning: 'A pod whose user is not root writes to a new disk without an fsGroup.',
    why: 'A newly formatted disk belongs to root, and no other user may write to it: the pod fails with "permission denied".',
    bad: 'runAsUser: 1000, and a claim of ebs.csi.aws.com',
    good: 'runAsUser: 1000, fsGroup: 1000',
    source: KUBELET,
  },
});

/** File systems that are made by whoever mounts the disk for the first time: root. */
const MADE_BY_ROOT = /^(?:ext[234]|xfs|btrfs)$/;

export const NO_GROUP: Judge = {
  rules: () => [RULES],
  kinds: [WORKLOADS],
  needs: ['runAsUser'],
  check: ({ workload, podPath = '' }, world) => {
    if (!workload || workload.claims.length === 0 || !hasNoGroup(workload, world)) return [];
    if (!hasUser(workload)) return [];
    return decidedVolumes(workload, world, () => undefined).flatMap((judged) =>
      volumeFindings(judged, workload, podPath, world),
    );
  },
};

/** Whether the pods have no group of their own; on OpenShift they are given one. */
function hasNoGroup(workload: Workload, { target }: World): boolean {
  const { supplementalGroups } = fieldsOf(workload.podSpec.securityContext);
  return (
    target.platform !== 'openshift' &&
    groupOf(workload) === undefined &&
    !(Array.isArray(supplementalGroups) && supplementalGroups.length > 0)
  );
}

/** Whether any of the pods' users is named at all. */
function hasUser({ podSpec }: Workload): boolean {
  return allContainersOf(podSpec).some((one) => userOf(one, podSpec) !== undefined);
}

function volumeFindings(
  { volume, decision }: JudgedVolume,
  workload: Workload,
  podPath: string,
  world: World,
): Finding[] {
  const { driver, fsType = '', isBlock, isOpenToAll, isReadOnly, isOnlyRead } = volume;
  if (
    driver === undefined ||
    isBlock ||
    isOpenToAll ||
    isReadOnly ||
    isOnlyRead ||
    !MADE_BY_ROOT.test(fsType) ||
    world.driver(driver)?.attachRequired !== true ||
    !isNew(volume.name, workload, world)
  ) {
    return [];
  }
  const users = usersOf(volume.name, workload);
  if (users === undefined) return [];
  return [
    violation(
      RULES.noGroup,
      `${podPath}.securityContext.fsGroup`,
      `${decision.sentence}: a new volume of ${driver} belongs to root, and the user ${users.join(' and ')} cannot write to it`,
      `set fsGroup: ${users[0]}, or the group of the program`,
    ),
  ];
}

/** Whether a class among the objects makes the volume, from nothing. */
function isNew(name: string, { namespace, claims }: Workload, { topology }: World): boolean {
  const use = claims.find(({ volume }) => volume === name);
  if (!use || (use.claimName !== undefined && topology.volumeOf(namespace, use.claimName))) {
    return false;
  }
  const claim =
    use.origin === 'declared'
      ? topology.claim(namespace, use.claimName ?? '')
      : { spec: use.template ?? {}, annotations: {} };
  const { dataSource, dataSourceRef, volumeName } = fieldsOf(claim?.spec);
  return (
    claim !== undefined &&
    (dataSource ?? dataSourceRef ?? volumeName) === undefined &&
    topology.classFor(claim).storageClass !== undefined
  );
}

/** The users that write to it; undefined if one of them may be root, or sees to it. */
function usersOf(name: string, { podSpec, mounts }: Workload): readonly number[] | undefined {
  const having = new Set(
    mounts
      .filter(({ volume, isReadOnly }) => volume === name && !isReadOnly)
      .map(({ container }) => container),
  );
  const containers = allContainersOf(podSpec).filter((one) => having.has(String(one.name)));
  const users = containers.map((one) => userOf(one, podSpec));
  if (containers.some(changesOwners) || !users.every((uid) => uid !== undefined && uid > 0)) {
    return undefined;
  }
  const distinct = [...new Set(users as number[])];
  return distinct.length === 0 || listOf(podSpec.containers).length === 0 ? undefined : distinct;
}

function userOf(container: Fields, podSpec: Fields): number | undefined {
  const own = fieldsOf(container.securityContext);
  const uid = own.runAsUser ?? fieldsOf(podSpec.securityContext).runAsUser;
  return typeof uid === 'number' && own.privileged !== true ? uid : undefined;
}
