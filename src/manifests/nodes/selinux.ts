/**
 * Pods of one volume with different SELinux labels: where kubelet labels volumes as it mounts them,
 * a volume has one label on a node.
 */
import { isMounted, pathOfUse } from './sharers';
import { nameOf } from './together';
import { defineRules, Finding, violation, violationBy } from '../../findings';
import { Judge, World, WORKLOADS } from '../../judge';
import { Fields, isForOnePod } from '../../kube';
import { standingOf } from '../../model';
import { fieldsOf, isGiven, listOf, textOf } from '../../object';
import { ClaimUse, Workload } from '../../topology';

const RULES = defineRules('nodes', {
  selinuxLabel: {
    warning:
      'From Kubernetes 1.37 on, pods that share a volume have different SELinux labels, and do not label its files.',
    why: 'Kubelet mounts volumes of drivers with seLinuxMount with the label of the pod (mount -o context): on one node, a volume cannot have two labels, so the second pod waits in ContainerCreating.',
    bad: 'two Deployments of one claim, one of them with seLinuxOptions { level: "s0:c1,c2" }',
    good: 'seLinuxChangePolicy: Recursive in the securityContext of both, or the same seLinuxOptions',
    source:
      'kubernetes 1.37, pkg/kubelet/volumemanager/cache/desired_state_of_world.go and pkg/controller/volume/selinuxwarning; CHANGELOG-1.37.md, SELinuxMount',
  },
  selinuxLabelsOfPod: {
    warning:
      'From Kubernetes 1.37 on, containers of a pod that mount the same claim have different SELinux labels.',
    why: 'Kubelet requires one label for the volume of a claim, and refuses the pod otherwise, whatever the driver and the seLinuxChangePolicy are.',
    bad: 'two containers that mount the claim data, with the seLinuxOptions { level: "s0:c1" } and { level: "s0:c2" }',
    good: 'seLinuxOptions in the securityContext of the pod',
    source: 'kubernetes 1.37, pkg/volume/util/selinux.go (GetMountSELinuxLabel)',
  },
});

const PARTS = ['user', 'role', 'type', 'level'];

/** What containers ask for: user, role, type and level; empty where they leave it open. */
type Label = readonly string[];

const NO_LABEL: Label = ['', '', '', ''];

/** The pods of all workloads, from the version on that mounts volumes with labels. */
export const SELINUX_JUDGE: Judge = {
  rules: () => [RULES],
  kinds: [WORKLOADS],
  when: ({ target: { minor, featureGates } }) =>
    minor !== undefined && standingOf('SELinuxMount', minor, featureGates) === 'on',
  check: ({ workload }, world) => {
    if (!workload) return [];
    return workload.claims.flatMap((use) => useFindings(workload, use, world));
  },
};

function useFindings(workload: Workload, use: ClaimUse, world: World): Finding[] {
  if (use.mounts.every(({ isDevice }) => isDevice)) return [];
  const labels = labelsOf(workload, use.volume);
  const other = labels.find((one) => areApart(labels[0], one, world));
  const at = pathOfUse(workload, use);
  if (other) {
    return [
      violation(
        RULES.selinuxLabelsOfPod,
        at,
        `containers mount the volume ${JSON.stringify(use.volume)} with the SELinux labels ${words(labels[0])} and ${words(other)}, but kubelet mounts a volume with one label: on nodes with SELinux, the pod never starts`,
        'set the same seLinuxOptions in the containers, or separate claims',
      ),
    ];
  }
  if (use.origin !== 'declared' || use.claimName === undefined) return [];
  if (!isLabelled(world, workload.namespace, use.claimName)) return [];
  const first = firstOf(world, workload.namespace, use.claimName);
  if (!first || first.workload === workload) return [];
  const [mine, theirs] = [
    mountLabel(workload, labels),
    mountLabel(first.workload, labelsOf(first.workload, first.use.volume)),
  ];
  if (!areApart(mine, theirs, world)) return [];
  return [
    violationBy(
      nameOf(workload),
      RULES.selinuxLabel,
      at,
      `mounts the claim ${JSON.stringify(use.claimName)} with ${words(mine)}, and ${nameOf(first.workload)} with ${words(theirs)}: on a node with SELinux, the volume has one label at a time, and the second pod waits until the first one is gone`,
      'set securityContext.seLinuxChangePolicy: Recursive in both, or set the same seLinuxOptions in both',
    ),
  ];
}

/** The labels that containers mount a volume with. Those that ask for none do not count. */
function labelsOf({ podSpec }: Workload, volume: string): readonly Label[] {
  const own = fieldsOf(podSpec.securityContext).seLinuxOptions;
  return ['initContainers', 'containers', 'ephemeralContainers']
    .flatMap((list) => listOf(podSpec[list]))
    .filter(({ volumeMounts }) => listOf(volumeMounts).some(({ name }) => name === volume))
    .map(({ securityContext }) => fieldsOf(securityContext).seLinuxOptions ?? own)
    .filter(isGiven)
    .map((options) => PARTS.map((part) => textOf(fieldsOf(options)[part])));
}

/** The label that kubelet mounts the volume with: none if the pod wants files to be labelled. */
function mountLabel({ podSpec }: Workload, labels: readonly Label[]): Label {
  const { seLinuxChangePolicy } = fieldsOf(podSpec.securityContext);
  return seLinuxChangePolicy === 'Recursive' ? NO_LABEL : (labels.at(0) ?? NO_LABEL);
}

/**
 * Whether two labels differ on every node. Nodes fill in users, roles and types; levels only
 * OpenShift does.
 */
function areApart(one: Label, other: Label, { target }: World): boolean {
  return PARTS.some(
    (part, at) =>
      one[at] !== other[at] &&
      ((part === 'level' && target.platform !== 'openshift') ||
        (one[at] !== '' && other[at] !== '')),
  );
}

/** Whether kubelet mounts the volume of a claim with a label, as its driver says. */
function isLabelled(world: World, namespace: string | undefined, claimName: string): boolean {
  const { topology } = world;
  const volume = topology.volumeOf(namespace, claimName);
  if (volume && volume.driver === undefined) {
    const spec: Fields = fieldsOf(volume.manifest.spec);
    return isGiven(spec.iscsi) || isGiven(spec.fc);
  }
  const modes = topology.accessModesOf(namespace, claimName) ?? [];
  return (
    !isForOnePod(modes) &&
    world.driver(topology.driverOf(namespace, claimName))?.seLinuxMount === true
  );
}

/** Who of those that mount a claim comes first: the others are compared with it. */
function firstOf(world: World, namespace: string | undefined, claimName: string) {
  return world.topology.consumersOf(namespace, claimName).find(isMounted);
}

function words(label: Label): string {
  const given = PARTS.flatMap((part, at) => (label[at] === '' ? [] : [`${part} ${label[at]}`]));
  return given.length === 0 ? 'no label' : given.join(', ');
}
