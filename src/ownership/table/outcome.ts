/** Outcomes of the rows of the decision table, and how each is put into words. */
import { EFS_DRIVER_NAME } from '../../facts';
import { kubeletStep } from '../kubelet';
import { Decision, OwnershipContext, VolumeFacts } from '../spec';
import { againstInit, isWhat } from '../words';

/** What a row says of a volume; nothing if it does not fit. */
export type Outcome = Pick<Decision, 'way' | 'sentence'> & Partial<Decision>;

export interface Row {
  /** Its number; it never changes. */
  readonly id: string;
  /** The condition. */
  readonly when: string;
  /** What is done. */
  readonly result: string;
  readonly why: string;
  /** What it says of a volume; undefined if it does not fit. */
  decide(volume: VolumeFacts, context: OwnershipContext): Outcome | undefined;
}

/** Its files are left as they are. */
export function nothing(sentence: string): Outcome {
  return { way: 'nothing', sentence };
}

/** It cannot work, or not as asked. */
export function refuse(sentence: string, remedy: string): Outcome {
  return { way: 'refuse', sentence, remedy };
}

/** Kubelet sets its group to the fsGroup of the pod. */
export function byFsGroup(sentence: string, hasChangePolicy: boolean = true): Outcome {
  return { way: 'fsGroup', sentence, hasChangePolicy };
}

/** Kubelet passes the group on to the driver. */
export function byDriver(sentence: string): Outcome {
  return { way: 'driver', sentence };
}

/**
 * An init container, unless something keeps it from working; the sentence begins the same in any
 * case.
 */
export function byInit(volume: VolumeFacts, context: OwnershipContext, because: string): Outcome {
  if (context.wish?.rootSquash) return squashed(volume, because);
  const against = againstInit(context);
  const sentence = `${isWhat(volume)}, ${because}`;
  if (against) return refuse(`${sentence}, and ${against.message}`, against.remedy);
  if (context.gid === 'assigned') {
    return refuse(
      `${sentence}, and an init container cannot read the group that the platform assigns`,
      'set a fixed group',
    );
  }
  const isShared = volume.source === 'nfs' || volume.driver === EFS_DRIVER_NAME;
  return {
    way: 'init',
    sentence: `${sentence}, so an init container must change its group to ${context.gid}`,
    warnings:
      isShared && context.isOwnUserNamespace
        ? ['NFS mostly lacks the idmapped mounts that pods with hostUsers: false need']
        : [],
  };
}

/** The server takes root for nobody, so that only the server can set its group. */
export function squashed(
  volume: VolumeFacts,
  because: string = 'on which kubelet fails silently',
): Outcome {
  return refuse(
    `${isWhat(volume)}, ${because}, and the server maps root to nobody (rootSquash), so nothing in the cluster can change its group`,
    'change the group of the export on the server, and put the group in supplementalGroups',
  );
}

/** What its CSI driver does about groups; undefined if it has none, or one that is not known. */
export function groupsOf({ driver }: VolumeFacts, context: OwnershipContext) {
  return driver === undefined ? undefined : context.driver?.(driver);
}

/** What kubelet does about the group. */
export function kubeletOf(volume: VolumeFacts, context: OwnershipContext) {
  return kubeletStep(volume, {
    driver: groupsOf(volume, context),
    minor: context.minor,
    flexFsGroup: context.wish?.flexFsGroup,
  });
}
