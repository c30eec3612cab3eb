/** Notes on changes of storage that nothing refuses. */
import type { Comparison } from '../comparison';
import type { Note } from './note';
import { targetFacts } from '../../facts';
import { compareQuantities } from '../../kube';
import { at, fieldsAt, quantityAt } from '../../model';
import { classNameOf } from '../admission/quota';
import { CLAIM, SNAPSHOTS, STORAGE_CLASS, VOLUME } from '../kind-keys';
import { Stored } from '../stored';
import { claimKey } from '../workloads';

const [SNAPSHOT_CLASSES, SNAPSHOT_CONTENTS] = ['Class', 'Content'].map((part) =>
  SNAPSHOTS.map((kind) => `${kind}${part}`),
);
/** What deletes claims of a set, by the field that says so. */
const EVENTS = {
  whenDeleted: 'deleting the set',
  whenScaled: 'fewer replicas of the set, also by an autoscaler,',
};

/** What nothing refuses, and fits no more. */
export function storageNotes(comparison: Comparison, before: Stored, after: Stored): Note[] {
  const { rest } = comparison;
  const { kindKey } = after.sent;
  if (kindKey === CLAIM) return growthNotes(comparison, before, after);
  const loosened = (path: string) =>
    at(before.live, path) === 'Retain' && at(after.live, path) === 'Delete';
  if (SNAPSHOT_CLASSES.includes(kindKey) && loosened('deletionPolicy')) {
    return [
      { id: 'policy', message: 'from now on, deleting a snapshot of this class deletes its data' },
    ];
  }
  if (SNAPSHOT_CONTENTS.includes(kindKey) && loosened('spec.deletionPolicy')) {
    return [
      {
        id: 'policy',
        message: 'from now on, deleting this content, or its snapshot, deletes its data',
        remedy: 'keep Retain',
      },
    ];
  }
  if (kindKey === 'apps/StatefulSet') {
    return Object.entries(EVENTS).flatMap(([field, event]) =>
      loosened(`spec.persistentVolumeClaimRetentionPolicy.${field}`)
        ? [
            {
              id: 'policy',
              message: `from now on, ${event} deletes the claims of its pods (${field}: Delete)`,
              remedy: 'keep Retain',
            },
          ]
        : [],
    );
  }
  if (kindKey !== VOLUME) return [];
  const notes: Note[] = [];
  const policy = 'spec.persistentVolumeReclaimPolicy';
  if (at(before.live, policy) === 'Retain' && at(after.live, policy) === 'Delete') {
    notes.push({
      id: 'policy',
      message:
        'from now on, deleting the claim of this volume deletes its data, if a driver made the volume',
      remedy: 'keep Retain',
    });
  }
  const { namespace, name } = fieldsAt(after.live, 'spec.claimRef');
  const claim =
    typeof name === 'string'
      ? rest.claims.get(claimKey(namespace as string | undefined, name))
      : undefined;
  if (!claim?.isBound || claim.volume?.sent.id !== after.sent.id) return notes;
  const [capacity, asked] = [
    quantityAt(after.live, 'spec.capacity.storage'),
    quantityAt(claim.live, 'spec.resources.requests.storage'),
  ];
  const modes = at(after.live, 'spec.accessModes');
  const wanted = at(claim.live, 'spec.accessModes');
  const misfits = [
    ...(capacity && asked && compareQuantities(capacity, asked) < 0 ? ['capacity'] : []),
    ...(Array.isArray(wanted) && Array.isArray(modes) && !wanted.every((one) => modes.includes(one))
      ? ['accessModes']
      : []),
    ...((at(after.live, 'spec.storageClassName') ?? '') !== (classNameOf(claim.live) ?? '')
      ? ['storageClassName']
      : []),
  ];
  if (misfits.length > 0) {
    const word = misfits.length === 1 ? 'its' : 'their';
    notes.push({
      id: 'misfit',
      message: `nothing refuses it, but ${misfits.join(' and ')} no longer match what ${word} bound claim ${claimKey(claim.namespace, claim.name)} requests`,
    });
  }
  return notes;
}

/** The API server lets a claim grow whose driver does nothing about it. */
function growthNotes({ after, rest, options }: Comparison, had: Stored, claim: Stored): Note[] {
  const [old, now] = [had, claim].map(({ live }) =>
    quantityAt(live, 'spec.resources.requests.storage'),
  );
  if (!old || !now || compareQuantities(now, old) <= 0) return [];
  const className = classNameOf(claim.live) ?? '';
  const volume = rest.claims.get(claimKey(claim.sent.namespace, claim.sent.name))!.volume;
  const name = volume
    ? at(volume.live, 'spec.csi.driver')
    : after.find(STORAGE_CLASS, undefined, className)?.live.provisioner;
  const { driver = targetFacts().driver } = options;
  return typeof name === 'string' && driver(name)?.canExpand === false
    ? [
        {
          id: 'growth',
          message: `${name} cannot expand volumes: the claim requests more, and keeps its capacity`,
          remedy: 'leave the request as it was, or copy the data into a larger claim',
        },
      ]
    : [];
}
