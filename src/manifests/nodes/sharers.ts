/**
 * Workloads that share a claim at a time: those that have pods, each once, those that stay before
 * those that come and go.
 */
import { World } from '../../judge';
import { Fields, onceFor } from '../../kube';
import { fieldsOf, listOf } from '../../object';
import { isViewer } from '../../placement/core';
import { ClaimUse, Workload } from '../../topology';
import { Scale, scaleOf } from '../scale';
import { nodeOf } from './together';

export interface Sharer {
  readonly workload: Workload;
  readonly use: ClaimUse;
  /** How many pods have the claim at a time; undefined for one on every node. */
  readonly pods?: number;
  readonly scale: Scale;
  /** Whether its pods come and go, or only look. */
  readonly isPassing: boolean;
}

export function sharersOf(
  world: World,
  namespace: string | undefined,
  claimName: string,
): readonly Sharer[] {
  const told = new Set<string>();
  const all = world.topology
    .consumersOf(namespace, claimName)
    .flatMap(({ workload, use, podName }): Sharer[] => {
      const scale = scaleOf(workload, world);
      const identity = JSON.stringify([
        workload.apiVersion,
        workload.kind,
        workload.name === '' ? workload.key : workload.name,
      ]);
      // An object that appears twice is one, and what another makes is that one's.
      if (scale.most === 0 || told.has(identity) || isOwned(workload)) return [];
      told.add(identity);
      const isOnOneNode = scale.most === undefined && nodeOf(workload, world) !== undefined;
      return [
        {
          workload,
          use,
          scale,
          pods: podName !== undefined || isOnOneNode ? 1 : scale.most,
          isPassing: workload.isBatch || isViewer(workload),
        },
      ];
    });
  const lasting = all.filter(({ isPassing }) => !isPassing);
  // Whose claim it is comes first.
  const [own, others] = [
    lasting.filter(({ use }) => use.origin !== 'declared'),
    lasting.filter(({ use }) => use.origin === 'declared'),
  ];
  if (lasting.length > 0) return [...own, ...others, ...all.filter(({ isPassing }) => isPassing)];
  // Nobody else is there to be looked at.
  const viewers = all
    .filter(({ workload }) => !workload.isBatch)
    .map((one) => ({ ...one, isPassing: false }));
  return [...viewers, ...all.filter(({ workload }) => workload.isBatch)];
}

/**
 * Whether a volume of a workload is where some container can see it: kubelet leaves out what no
 * container mounts.
 */
export function isMounted({ use: { mounts } }: Pick<Sharer, 'use'>): boolean {
  return mounts.length > 0;
}

/** The field of a workload's volume that names the claim. */
export function pathOfUse({ podPath, podSpec }: Workload, { volume }: ClaimUse): string {
  const index = positionsIn(podSpec).get(volume);
  return index === undefined
    ? podPath
    : `${podPath}.volumes[${index}].persistentVolumeClaim.claimName`;
}

function isOwned({ manifest }: Workload): boolean {
  return listOf(fieldsOf(manifest.metadata).ownerReferences).some(
    ({ controller }) => controller === true,
  );
}

/** By the names of volumes, where they are in their list. */
const positionsIn = onceFor(
  (podSpec: Fields) =>
    new Map<unknown, number>(listOf(podSpec.volumes).map(({ name }, index) => [name, index])),
);
