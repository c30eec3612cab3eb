/**
 * The storage behind volumes and claims: what becomes of data when a claim or its volume is
 * deleted.
 */
import { fieldsOf, PROVISIONED_BY, textOf } from '../../kube';
import { at } from '../../model';
import { ClaimState } from '../binding/volumes';
import { DataVerdict } from '../spec';
import { annotationsOf, Stored } from '../stored';

/** What becomes of data, why, and on what it depends. */
export interface DataOutcome {
  readonly data: DataVerdict;
  readonly because?: string;
  readonly dependsOn?: readonly string[];
  readonly leftFolder?: LeftFolder;
}

/**
 * How a driver leaves the folder of a volume that it deletes: as it is, under another name, or
 * without its access point.
 */
export type LeftFolder = 'kept' | 'renamed' | 'without access point';

/**
 * Sources of volumes whose drivers have moved out of Kubernetes, and delete volumes that they have
 * not made.
 */
const MIGRATED = [
  'awsElasticBlockStore',
  'azureDisk',
  'azureFile',
  'cinder',
  'gcePersistentDisk',
  'portworxVolume',
  'vsphereVolume',
];

/** The reclaim policy of a volume. */
export function policyOf({ live }: Stored): unknown {
  return at(live, 'spec.persistentVolumeReclaimPolicy');
}

/**
 * Options of mounts that choose a folder of the storage, such as `accesspoint=fsap-1` and `prefix
 * shop/`.
 */
const CHOOSING =
  /^(?:-o )?-{0,2}(?:accesspoint|prefix|prefixpath|subdir|subdirectory|subvol|subvolid)[ =]/;

/** Which folder of its storage a volume is, as its mount options say. */
export function folderIn({ live }: Stored): string {
  const options = at(live, 'spec.mountOptions');
  if (!Array.isArray(options)) return '';
  const all = options
    .flatMap((one) => (typeof one === 'string' ? one.split(',') : []))
    .map((one) => one.trim());
  return all
    .filter((one) => CHOOSING.test(one))
    .sort()
    .join(',');
}

/** What the release of a volume does to its data: its claim is gone, or its object is deleted. */
export function onRelease(volume: Stored): DataOutcome {
  const policy = policyOf(volume);
  const spec = fieldsOf(volume.live.spec);
  if (policy === 'Recycle' && (spec.nfs !== undefined || spec.hostPath !== undefined)) {
    return {
      data: 'lost',
      because: 'its volume is scrubbed when it is released (reclaim policy Recycle)',
    };
  }
  const released: DataOutcome = {
    data: 'left behind',
    because: 'its volume is Released, without a claim',
  };
  if (policy !== 'Delete') return released;
  const annotations = annotationsOf(volume);
  if (
    annotations[PROVISIONED_BY] !== undefined ||
    annotations['pv.kubernetes.io/migrated-to'] !== undefined
  ) {
    return {
      data: 'lost',
      because: 'its driver deletes the volume once it is released (reclaim policy Delete)',
    };
  }
  if (/^\/tmp\/./.test(textOf(fieldsOf(spec.hostPath).path))) {
    return {
      data: 'may be lost',
      because: 'the reclaim policy of its volume is Delete',
      dependsOn: [
        'whether kube-controller-manager, which deletes folders below /tmp, sees that host',
      ],
    };
  }
  const source = MIGRATED.find((one) => spec[one] !== undefined);
  // A driver deletes only what it says it has made.
  if (source === undefined) return released;
  return {
    data: 'may be lost',
    because: 'the reclaim policy of its volume is Delete',
    dependsOn: [`whether the driver that serves ${source} deletes volumes that it has not made`],
  };
}

/** What becomes of a volume that is not in the files when its claim is deleted, for that reason. */
export function ofClass(
  { reclaimPolicy, dependsOn, doubt }: ClaimState,
  because: string,
): DataOutcome {
  if (reclaimPolicy !== undefined && reclaimPolicy !== 'Delete') {
    return {
      data: 'left behind',
      because: `its volume is Released, without a claim (reclaim policy ${reclaimPolicy})`,
    };
  }
  const doubts = [dependsOn, doubt].filter((one) => one !== undefined);
  if (doubts.length > 0) return { data: 'may be lost', because, dependsOn: doubts };
  if (reclaimPolicy === undefined) {
    return {
      data: 'may be lost',
      because,
      dependsOn: ['the reclaim policy of its volume, which is not in the files'],
    };
  }
  return {
    data: 'lost',
    because: 'its driver deletes the volume with the claim (reclaim policy Delete)',
  };
}

/** The same outcome, where it is not certain that it comes to it. */
export function perhaps(outcome: DataOutcome, doubt: string): DataOutcome {
  const data = outcome.data === 'lost' ? 'may be lost' : outcome.data;
  return { ...outcome, data, dependsOn: [doubt, ...(outcome.dependsOn ?? [])] };
}

/** The outcome by the default class, of which nobody knows which of several it was. */
export function byDefaultClass(
  names: readonly string[],
  outcomes: readonly DataOutcome[],
): DataOutcome {
  const [first] = outcomes;
  if (outcomes.every(({ data }) => data === first.data)) return first;
  const all = names.map((name) => JSON.stringify(name)).join(' or ');
  return perhaps(worst(outcomes) ?? first, `which of the default classes ${all} was made last`);
}

/** The worst of several outcomes: the one by which most is lost. */
export function worst(outcomes: readonly (DataOutcome | undefined)[]): DataOutcome | undefined {
  for (const data of FROM_THE_WORST) {
    const found = outcomes.find((one) => one?.data === data);
    if (found) return found;
  }
  return undefined;
}

/** Whether more is lost by one of two outcomes. */
export function isWorse(one: Partial<DataOutcome>, other: Partial<DataOutcome>): boolean {
  return rankOf(one) < rankOf(other);
}

function rankOf({ data }: Partial<DataOutcome>): number {
  return data === undefined ? FROM_THE_WORST.length : FROM_THE_WORST.indexOf(data);
}

const FROM_THE_WORST: readonly DataVerdict[] = ['lost', 'may be lost', 'left behind', 'kept'];
