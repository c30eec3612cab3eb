/**
 * Disks and shared folders that are there as several volumes, and claims that a pod has twice:
 * kubelet takes them for one.
 */
import { claimsByVolume } from './claims';
import { defineRules, Finding, Severity, show, violation } from '../../findings';
import { Judge, World, WORKLOADS } from '../../judge';
import { isOfOneNode, putFirst, stableJson } from '../../kube';
import { sinceOf } from '../../model';
import { fieldsOf, textOf, valuesOf } from '../../object';
import { PersistentVolume, Workload } from '../../topology';

const RULES = defineRules('binding', {
  volumeTwiceInPod: {
    isEither: true,
    error: 'A pod uses one claim, or one volume of a driver, in several of its volumes.',
    why: 'Kubelet identifies CSI volumes by driver and handle. Up to Kubernetes 1.34, it waits forever for the second name of a volume; from 1.35 on, one of the volumes is mounted in both places.',
    bad: 'two volumes with the claim data',
    good: 'one volume with the claim data, mounted twice with a subPath',
    source:
      'kubernetes/kubernetes#132921, kubernetes/kubernetes#122140, kubernetes-sigs/aws-efs-csi-driver#1360',
  },
  diskOfSeveralVolumes: {
    warning: 'One disk that only one node can attach is represented by several volumes.',
    why: 'Kubernetes treats two volumes as two disks, and may schedule the pods on different nodes: one waits for the disk of the other, or both write to its file system.',
    bad: 'two volumes with volumeHandle: vol-0a1',
    good: 'one volume, and pods that share its claim',
    source: 'Kubernetes, attach/detach controller; kubernetes/kubernetes#132921',
  },
});

/** Of so many who use a volume it is looked whether they use another one, too. */
const MOST_USERS = 100;

/** Pods with one volume under several names. */
export const HANDLE_IN_POD_JUDGE: Judge = {
  rules: () => [RULES],
  kinds: [WORKLOADS],
  check: ({ workload, podPath = '' }, world) => {
    if (!workload || workload.claims.length < 2) return [];
    const [claims, handles] = [new Map<string, Mounted>(), new Map<string, Mounted>()];
    return mountedClaims(workload, podPath, world).flatMap((mounted) => {
      const sameClaim = claims.get(mounted.claimName);
      const sameHandle = mounted.handle === undefined ? undefined : handles.get(mounted.handle);
      if (!sameClaim) claims.set(mounted.claimName, mounted);
      if (mounted.handle !== undefined && !sameHandle) handles.set(mounted.handle, mounted);
      if (sameClaim) return claimFindings(mounted, sameClaim, world);
      return sameHandle ? handleFindings(mounted, sameHandle, world) : [];
    });
  },
};

/** Disks that are there as several volumes. */
export const SAME_DISK_JUDGE: Judge = {
  rules: () => [RULES],
  kinds: ['/PersistentVolume'],
  isOfLiving: true,
  when: (world) => world.once(firstOfDisks).size > 0,
  check: (object, world) => {
    const first = world.once(firstOfDisks).get(object.key + object.name);
    return first === undefined
      ? []
      : [
          violation(
            RULES.diskOfSeveralVolumes,
            'spec.csi.volumeHandle',
            `the disk ${show(fieldsOf(fieldsOf(object.manifest.spec).csi).volumeHandle)} is also the volume ${show(first.name)}, but it can be attached to only one node at a time: pods of both wait for each other, or write to it at the same time`,
            'let the pods share one claim, or use a separate disk for each volume',
          ),
        ];
  },
};

/** A claim that a pod has as one of its volumes, and that a container mounts. */
interface Mounted {
  readonly volume: string;
  readonly field: string;
  readonly claimName: string;
  readonly persistentVolume?: PersistentVolume;
  /** By which kubelet knows the volume. */
  readonly handle?: string;
}

/** Volumes that no container mounts are none to kubelet. */
function mountedClaims(
  { podSpec, namespace, mounts }: Workload,
  podPath: string,
  { topology }: World,
): Mounted[] {
  const used = new Set(mounts.map(({ volume }) => volume));
  return valuesOf(podSpec.volumes).flatMap((volume, index) => {
    const { name, persistentVolumeClaim } = fieldsOf(volume);
    const claimName = textOf(fieldsOf(persistentVolumeClaim).claimName);
    if (claimName === '' || !used.has(textOf(name))) return [];
    const persistentVolume = topology.volumeOf(namespace, claimName);
    const field = `${podPath}.volumes[${index}].persistentVolumeClaim.claimName`;
    return [
      {
        volume: textOf(name),
        field,
        claimName,
        persistentVolume,
        handle: persistentVolume && handleOf(persistentVolume),
      },
    ];
  });
}

function claimFindings(
  { volume, field, claimName }: Mounted,
  other: Mounted,
  { target }: World,
): Finding[] {
  const since = sinceOf('severalNamesOfVolume');
  if (target.minor === undefined || target.minor >= since) return [];
  return [
    violation(
      RULES.volumeTwiceInPod,
      field,
      `the pod uses the claim ${show(claimName)} as the volumes ${show(other.volume)} and ${show(volume)}, of which kubelet before Kubernetes 1.${since} mounts only one: it stays in ContainerCreating`,
      `remove the volume ${show(volume)}, and mount ${show(other.volume)} instead`,
    ),
  ];
}

function handleFindings(
  { volume, field, persistentVolume }: Mounted,
  other: Mounted,
  { target }: World,
): Finding[] {
  const [mine, others] = [persistentVolume!, other.persistentVolume!];
  if (mine.name === others.name) return [];
  const what = `the volumes ${show(other.volume)} and ${show(volume)} of the pod are ${show(others.name)} and ${show(mine.name)}, which have the same handle`;
  const remedy = `remove the volume ${show(volume)} and mount ${show(other.volume)} with a subPath, or use different handles`;
  const since = sinceOf('severalNamesOfVolume');
  if (target.minor !== undefined && target.minor < since) {
    return [
      violation(
        RULES.volumeTwiceInPod,
        field,
        `${what}, and kubelet before Kubernetes 1.${since} mounts only one of them: the pod stays in ContainerCreating`,
        remedy,
      ),
    ];
  }
  if (attributesOf(mine) === attributesOf(others)) return [];
  return [
    {
      ...violation(
        RULES.volumeTwiceInPod,
        field,
        `${what}, but different attributes: kubelet mounts one of them in both places`,
        remedy,
      ),
      severity: Severity.WARNING,
    },
  ];
}

function handleOf({ driver, manifest }: PersistentVolume): string | undefined {
  const { volumeHandle } = fieldsOf(fieldsOf(manifest.spec).csi);
  return driver === undefined || textOf(volumeHandle) === ''
    ? undefined
    : JSON.stringify([driver, volumeHandle]);
}

function attributesOf({ manifest }: PersistentVolume): string {
  return stableJson(fieldsOf(fieldsOf(fieldsOf(manifest.spec).csi).volumeAttributes));
}

/**
 * For volumes of a disk that others have before them, the first one. Of disks that many nodes can
 * read or write nothing is said.
 */
function firstOfDisks(world: World): ReadonlyMap<string, PersistentVolume> {
  const [seen, again] = [new Map<string, PersistentVolume>(), new Map<string, PersistentVolume>()];
  for (const volume of world.topology.persistentVolumes) {
    const handle = handleOf(volume);
    const isForOneNode = volume.accessModes.every(isOfOneNode);
    if (
      handle === undefined ||
      !isForOneNode ||
      world.driver(volume.driver)?.attachRequired !== true
    ) {
      continue;
    }
    const first = putFirst(seen, handle, volume);
    if (first && first.name !== volume.name && !areTogether(first, volume, world)) {
      again.set(volume.key + volume.name, first);
    }
  }
  return again;
}

/** Whether the same pods have both, which is another fault. */
function areTogether(one: PersistentVolume, other: PersistentVolume, world: World): boolean {
  const first = new Set(usersOf(one, world));
  return usersOf(other, world).some((workload) => first.has(workload));
}

function usersOf({ name, claimRef }: PersistentVolume, world: World): readonly Workload[] {
  const [naming] = world.once(claimsByVolume).get(name) ?? [];
  const claim = claimRef ?? naming?.claim;
  return claim
    ? world.topology
        .consumersOf(claim.namespace, claim.name)
        .slice(0, MOST_USERS)
        .map(({ workload }) => workload)
    : [];
}
