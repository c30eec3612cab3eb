/**
 * The pod that a plan becomes: its security context, and init containers before all others, one for
 * each volume.
 */
import { Fields, fieldsOf, isFields, valuesOf } from '../kube';
import { containerName, containersOf, isOwnContainer, OWNERSHIP_CONTAINER } from './containers';
import { OwnershipPlan, PlannedMount } from './plan';
import { OWNERSHIP_SCRIPT, scriptArguments } from './script';

/** Whom it runs as where it only looks and nobody else is said. */
const NOBODY = 65534;

/**
 * The pod spec with what the plan wants. Pure; a pod spec that was built by it before stays as it
 * is.
 */
export function applyOwnership(podSpec: Fields, plan: OwnershipPlan): Fields {
  const given = valuesOf(podSpec.initContainers);
  const others = given.filter((one) => !isFields(one) || !isOwnContainer(one));
  const initContainers = [
    ...containersOf(plan.mounts).map((mounts, index) =>
      containerOf(mounts, containerName(index), plan, podSpec),
    ),
    ...others,
  ];
  const { securityContext: _, initContainers: __, ...rest } = podSpec;
  const securityContext = contextOf(fieldsOf(podSpec.securityContext), plan);
  return {
    ...rest,
    ...(Object.keys(securityContext).length === 0 && podSpec.securityContext === undefined
      ? {}
      : { securityContext }),
    ...(initContainers.length === 0 && podSpec.initContainers === undefined
      ? {}
      : { initContainers }),
  };
}

function contextOf(
  { fsGroupChangePolicy, ...own }: Fields,
  { fsGroup, isAssigned, changePolicy, supplementalGroups }: OwnershipPlan,
): Fields {
  const group = fsGroup ?? own.fsGroup;
  // Without a group a policy has no effect; cdk8s-plus always writes one. Always is what an absent
  // one means.
  const policy =
    group === undefined && !isAssigned ? undefined : (changePolicy ?? fsGroupChangePolicy);
  const given = valuesOf(own.supplementalGroups);
  return {
    ...own,
    ...(group === undefined ? {} : { fsGroup: group }),
    ...(policy === undefined || ((fsGroup !== undefined || isAssigned) && policy === 'Always')
      ? {}
      : { fsGroupChangePolicy: policy }),
    ...(supplementalGroups.length === 0
      ? {}
      : { supplementalGroups: [...given, ...supplementalGroups] }),
  };
}

function containerOf(
  mounts: readonly PlannedMount[],
  name: string,
  { image, openshift }: OwnershipPlan,
  podSpec: Fields,
): Fields {
  const placed = mounts.map((mount, index) => ({ ...mount, path: `/volumes/${index}` }));
  const isOnlyLooking = mounts.every(({ policy }) => policy === 'Verify');
  return {
    name,
    image,
    command: ['sh', '-c', OWNERSHIP_SCRIPT, OWNERSHIP_CONTAINER],
    args: scriptArguments(placed),
    resources: { requests: { cpu: '10m', memory: '16Mi' }, limits: { memory: '128Mi' } },
    securityContext: {
      ...(isOnlyLooking ? lookingContext(podSpec, openshift) : rootContext(placed[0].gid)),
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      seccompProfile: { type: 'RuntimeDefault' },
    },
    volumeMounts: placed.map(({ volume, path, subPath, policy }) => ({
      name: volume,
      mountPath: path,
      ...(subPath === undefined ? {} : { subPath }),
      ...(policy === 'Verify' ? { readOnly: true } : {}),
    })),
  };
}

/** What it takes, measured: its own group is the volume's, so that setgid sticks without FSETID. */
function rootContext(gid: number): Fields {
  return {
    runAsUser: 0,
    runAsGroup: gid,
    runAsNonRoot: false,
    capabilities: { drop: ['ALL'], add: ['CHOWN', 'DAC_OVERRIDE', 'FOWNER'] },
  };
}

/** Any user may look at the root of a volume. On OpenShift the platform chooses one. */
function lookingContext(podSpec: Fields, openshift: boolean): Fields {
  const { runAsUser } = fieldsOf(podSpec.securityContext);
  const user =
    openshift || (Number.isInteger(runAsUser) && runAsUser !== 0) ? {} : { runAsUser: NOBODY };
  return { ...user, runAsNonRoot: true, capabilities: { drop: ['ALL'] } };
}
