/**
 * The plan of what is done about a workload's volumes: decisions, one fsGroup, and what an init
 * container has to do.
 */
import { chosenImage, TargetFacts, targetFacts } from '../facts';
import { Finding, show, violation } from '../findings';
import { driversAmong } from '../judge';
import { append, Fields, fieldsOf, valuesOf } from '../kube';
import { textOf } from '../object';
import { Mount, Topology, Workload } from '../topology';
import { allContainersOf, containerName, containersOf, isOwnContainer } from './containers';
import { decide } from './decide';
import { kubeletStep } from './kubelet';
import {
  claimElsewhere,
  groupName,
  noPods,
  notAssigned,
  placeOf,
  two,
  unknownVolume,
  uselessUser,
} from './plan-findings';
import { readVolumes } from './read';
import { GroupRequest, wishOf, withHint } from './request';
import { OWNERSHIP_RULES as RULES } from './rules';
import { ScriptVolume, WalkPolicy } from './script';
import { CONFIGURATION } from './sources';
import { Decision, Group, GroupsOfDriver, VolumeFacts } from './spec';

/** A volume whose group is set. */
interface PlannedVolume {
  readonly volume: VolumeFacts;
  readonly request: GroupRequest;
  readonly decision: Decision;
  /** The field of the object that says what it is. */
  readonly path: string;
}

/** One mount of an init container. */
export interface PlannedMount extends Omit<ScriptVolume, 'path'> {
  readonly volume: string;
  readonly subPath?: string;
}

/** What is done about the volumes of a pod. */
export interface OwnershipPlan {
  readonly volumes: readonly PlannedVolume[];
  readonly findings: readonly Finding[];
  /** The group that kubelet sets for volumes. */
  readonly fsGroup?: number;
  /** Whether the platform writes that group into the pod. */
  readonly isAssigned?: boolean;
  /** When it does so, as far as that counts for one of the volumes. */
  readonly changePolicy?: 'OnRootMismatch' | 'Always';
  /** Groups that processes need besides. */
  readonly supplementalGroups: readonly number[];
  /** What the init containers mount; none if there is none. */
  readonly mounts: readonly PlannedMount[];
  readonly image: string;
  readonly openshift: boolean;
}

/** Plans the volumes of a workload. Pure; the same requests in any number make the same plan. */
export function planOwnership(
  workload: Workload,
  requests: readonly GroupRequest[],
  topology: Topology,
  target: TargetFacts = targetFacts(),
): OwnershipPlan {
  const findings: Finding[] = [];
  const driver = driversAmong(topology, target);
  const facts = requests.length === 0 ? [] : readVolumes(workload, { topology, driver });
  const planned = plannedVolumes(workload, facts, requests, { topology, driver, target, findings });
  const acting = planned.filter(({ decision: { way } }) => way === 'fsGroup' || way === 'driver');
  const byInit = planned.filter(({ decision: { way } }) => way === 'init');
  const group = oneGroup(acting, workload, findings);
  const fsGroup = group === 'assigned' ? undefined : group;
  if (requests.some(({ gid }) => gid === 'assigned') && target.platform !== 'openshift') {
    findings.push(notAssigned(target));
  }
  const mounts = [
    ...byInit.flatMap((one) => mountsOf(one, workload, policyOf(one.request), findings)),
    ...acting
      .filter(({ request: { verify }, decision: { hasChangePolicy } }) => verify && hasChangePolicy)
      .flatMap((one) => mountsOf(one, workload, 'Verify', findings)),
  ];
  const own = fieldsOf(workload.podSpec.securityContext);
  const walked = acting.filter(({ decision }) => decision.hasChangePolicy);
  if (requests.length > 0 && Object.keys(workload.podSpec).length === 0) {
    findings.push(noPods(workload));
  }
  if (mounts.length > 0) checkContainerName(mounts, workload, findings);
  if (fsGroup !== undefined && own.fsGroup === undefined) {
    append(findings, alsoChanged(planned, facts, workload, fsGroup, driver));
  }
  append(
    findings,
    planned.flatMap(({ request, decision: { way, warnings }, volume, path }) =>
      (way === 'fsGroup' && request.verify ? [] : warnings).map((warning) =>
        violation(
          RULES.caveat,
          path,
          `${show(volume.name)}: ${warning}`,
          `handle it, or acknowledge ${RULES.caveat.id}`,
        ),
      ),
    ),
  );
  return {
    volumes: planned,
    findings,
    ...(fsGroup === undefined ? {} : { fsGroup }),
    ...(group === 'assigned' ? { isAssigned: true } : {}),
    ...(walked.length === 0
      ? {}
      : {
          changePolicy: walked.some(({ request }) => request.changePolicy !== 'Always')
            ? 'OnRootMismatch'
            : 'Always',
        }),
    supplementalGroups: byInit.length === 0 ? [] : supplementalGroups(byInit, own, fsGroup),
    mounts,
    image:
      requests.find((request) => request.image !== undefined)?.image ??
      chosenImage(OWNERSHIP_IMAGE, target),
    openshift: target.platform === 'openshift',
  };
}

/** The groups of volumes that processes do not have already. */
function supplementalGroups(
  byInit: readonly PlannedVolume[],
  own: Fields,
  fsGroup: number | undefined,
): number[] {
  const groups = new Set(valuesOf(own.supplementalGroups)).add(fsGroup ?? own.fsGroup);
  return [...new Set(byInit.map(({ request: { gid } }) => Number(gid)))].filter(
    (gid) => !groups.has(gid),
  );
}

interface Planning {
  readonly topology: Topology;
  readonly driver: GroupsOfDriver;
  readonly target: TargetFacts;
  readonly findings: Finding[];
}

function plannedVolumes(
  workload: Workload,
  facts: readonly VolumeFacts[],
  requests: readonly GroupRequest[],
  planning: Planning,
): PlannedVolume[] {
  const {
    topology,
    driver,
    target: { minor, platform, podSecurity },
    findings,
  } = planning;
  const asked = askedOf(workload, facts, requests, findings);
  const os = fieldsOf(workload.podSpec.os).name;
  return facts
    .filter(({ name }) => asked.has(name))
    .map((volume): PlannedVolume => {
      const request = asked.get(volume.name)!;
      const hint = request.hints?.[volume.name] ?? {};
      const known = withHint(volume, hint);
      const decision = decide(known, {
        gid: request.gid,
        driver,
        minor,
        podSecurity,
        platform,
        isRootAllowed: request.allowRoot,
        isOwnUserNamespace: workload.podSpec.hostUsers === false,
        wish: wishOf(hint),
        ...(typeof os === 'string' ? { os } : {}),
      });
      const path = placeOf(workload, volume.name);
      if (decision.way === 'refuse') {
        findings.push(
          claimElsewhere(known, path, workload, topology) ??
            violation(RULES.notPossible, path, decision.sentence, decision.remedy!),
        );
      } else if (request.user !== undefined && decision.way !== 'init') {
        findings.push(uselessUser(volume.name, request.user, path));
      }
      return { volume: known, request, decision, path };
    });
}

/** The request for each volume: those that name it, else those that name none. */
function askedOf(
  workload: Workload,
  facts: readonly VolumeFacts[],
  requests: readonly GroupRequest[],
  findings: Finding[],
): ReadonlyMap<string, GroupRequest> {
  const asked = new Map<string, GroupRequest>();
  const names = facts.map(({ name }) => name);
  const ask = (name: string, request: GroupRequest) => {
    const before = asked.get(name);
    if (!names.includes(name)) {
      findings.push(unknownVolume(workload, name, names));
    } else if (before && before.gid !== request.gid) {
      findings.push(two('group', workload, name, before.gid, request.gid));
    } else if (
      before?.user !== undefined &&
      request.user !== undefined &&
      before.user !== request.user
    ) {
      findings.push(two('user', workload, name, before.user, request.user));
    } else {
      asked.set(name, before ? { ...before, ...request } : request);
    }
  };
  for (const request of requests) for (const name of request.volumes ?? []) ask(name, request);
  const named = new Set(requests.flatMap(({ volumes = [] }) => volumes));
  for (const request of requests.filter(({ volumes }) => volumes === undefined)) {
    const hinted = Object.keys(request.hints ?? {});
    const meant = facts
      .filter(
        (volume) => !named.has(volume.name) && (isMeant(volume) || hinted.includes(volume.name)),
      )
      .map(({ name }) => name);
    for (const name of [...meant, ...hinted.filter((one) => !names.includes(one))]) {
      ask(name, request);
    }
  }
  return asked;
}

/** What a group without names is for: all that a container may write to. */
function isMeant({ source, isUnmounted, isOnlyRead, isReadOnly, isBlock }: VolumeFacts): boolean {
  return (
    !isUnmounted &&
    !isOnlyRead &&
    !isReadOnly &&
    !isBlock &&
    source !== 'image' &&
    !CONFIGURATION.includes(source ?? '')
  );
}

/**
 * The group that kubelet is to act for: one for all volumes, and the one that the pod has already.
 */
function oneGroup(
  acting: readonly PlannedVolume[],
  workload: Workload,
  findings: Finding[],
): Group | undefined {
  const [first] = acting;
  if (!first) return undefined;
  const { gid } = first.request;
  for (const { volume, request, path } of acting.filter((one) => one.request.gid !== gid)) {
    findings.push(
      violation(
        RULES.oneGroup,
        path,
        `${show(volume.name)} should go to ${groupName(request.gid)} and ${show(first.volume.name)} to ${gid === 'assigned' ? groupName(gid) : gid}, but a pod has only one fsGroup`,
        `use ${groupName(gid)} for ${show(volume.name)} as well`,
      ),
    );
  }
  const own = fieldsOf(workload.podSpec.securityContext).fsGroup;
  if (own !== undefined && own !== gid) {
    findings.push(
      violation(
        RULES.otherGroup,
        `${workload.podPath}.securityContext.fsGroup`,
        `the pod already has fsGroup ${show(own)}, but ${show(first.volume.name)} should go to ${groupName(gid)}`,
        `use group ${show(own)}, or remove fsGroup from the pod`,
      ),
    );
  }
  return gid;
}

function checkContainerName(
  mounts: readonly PlannedMount[],
  { podSpec, podPath }: Workload,
  findings: Finding[],
): void {
  const names = containersOf(mounts).map((_, index) => containerName(index));
  for (const { name } of allContainersOf(podSpec).filter(
    (one) => names.includes(textOf(one.name)) && !isOwnContainer(one),
  )) {
    findings.push(
      violation(
        RULES.containerName,
        `${podPath}.initContainers`,
        `the pod already has a container ${show(name)}`,
        'rename it',
      ),
    );
  }
}

/**
 * Findings on volumes with files of somebody's that a new fsGroup changes, though nobody asked for
 * it.
 */
function alsoChanged(
  planned: readonly PlannedVolume[],
  facts: readonly VolumeFacts[],
  workload: Workload,
  gid: number,
  driver: GroupsOfDriver,
): Finding[] {
  const asked = new Set(planned.map(({ volume: { name } }) => name));
  return facts
    .filter(
      (volume) =>
        !asked.has(volume.name) &&
        volume.claim !== undefined &&
        kubeletStep(volume, {
          driver: volume.driver === undefined ? undefined : driver(volume.driver),
        }).does === 'changes',
    )
    .map(({ name }) =>
      violation(
        RULES.alsoChanged,
        placeOf(workload, name),
        `kubelet also sets the group of ${show(name)} to fsGroup ${gid}, although it is not among the volumes`,
        `add it to the volumes, or acknowledge ${RULES.alsoChanged.id}`,
      ),
    );
}

/** The image of the init containers: any with sh, find, chgrp, chmod, head and ls will do. */
const OWNERSHIP_IMAGE = 'docker.io/library/busybox:1.37.0';

/**
 * One mount for each part of a volume that a container mounts; the whole volume, if one has all of
 * it.
 */
function mountsOf(
  { volume, request, path }: PlannedVolume,
  { mounts }: Workload,
  policy: WalkPolicy,
  findings: Finding[],
): PlannedMount[] {
  const own = mounts.filter((mount) => mount.volume === volume.name && !mount.isDevice);
  const withExpression = own.find(({ subPathExpr }) => subPathExpr !== undefined);
  if (withExpression) {
    findings.push(
      violation(
        RULES.subPathExpr,
        path,
        `${show(volume.name)} is mounted with subPathExpr ${show(withExpression.subPathExpr)}, whose variables an init container does not have`,
        'mount it with subPath, or mount the whole volume',
      ),
    );
    return [];
  }
  const parts = [...new Set(own.map(({ subPath = '' }: Mount) => subPath))].sort();
  const isOnlyRead = request.hints?.[volume.name]?.access === 'read';
  return (parts.includes('') ? [''] : parts).map((subPath) => ({
    volume: volume.name,
    gid: Number(request.gid),
    policy,
    ...(request.user === undefined ? {} : { user: request.user }),
    ...(subPath === '' ? {} : { subPath }),
    ...(isOnlyRead ? { isOnlyRead } : {}),
  }));
}

function policyOf({ changePolicy }: GroupRequest): WalkPolicy {
  return changePolicy ?? 'OnRootMismatch';
}
