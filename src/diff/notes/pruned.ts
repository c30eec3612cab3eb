/** Notes on what is pruned, and on what an engine leaves alone. */
import type { Comparison } from '../comparison';
import type { Guard } from '../guards';
import type { Note } from './note';
import { addTo } from '../../kube';
import { at, listAt } from '../../model';
import { classNameOf } from '../admission/quota';
import { CLAIM } from '../kind-keys';
import type { Outcome } from '../outcome';
import { mountedObjects } from '../pods/problems';
import { DiffNote } from '../spec';
import { outlineOf, Stored } from '../stored';
import { claimsOf, templateOf } from '../workloads';

/** Users of objects, by what they use. */
type Users = ReadonlyMap<string, readonly string[]>;

/** Who names what, among the workloads and claims that stay. */
export function usersOf({ after, pruned }: Comparison): Users {
  const gone = new Set(pruned.map(({ sent }) => sent.id));
  const users = new Map<string, string[]>();
  const add = (what: string, user: string) => addTo(users, what, user);
  for (const workload of after.workloads) {
    const { sent } = workload;
    if (gone.has(sent.id)) continue;
    const live = outlineOf(workload);
    const template = templateOf(sent, live);
    for (const { kind, name } of mountedObjects(template)) {
      add(`${kind}/${sent.namespace ?? ''}/${name}`, sent.label);
    }
    const account = at(template, 'spec.serviceAccountName');
    if (typeof account === 'string') {
      add(`ServiceAccount/${sent.namespace ?? ''}/${account}`, sent.label);
    }
    for (const name of claimsOf(template)) {
      add(`PersistentVolumeClaim/${sent.namespace ?? ''}/${name}`, sent.label);
    }
    for (const claim of listAt(live, 'spec.volumeClaimTemplates')) {
      add(`StorageClass/${classNameOf(claim) ?? ''}`, sent.label);
    }
  }
  for (const claim of after.ofKind(CLAIM)) {
    if (!gone.has(claim.sent.id)) {
      add(`StorageClass/${classNameOf(outlineOf(claim)) ?? ''}`, claim.sent.label);
    }
  }
  return users;
}

/** Notes on one object that is pruned, or that an engine leaves alone. */
export function prunedNotes(
  stored: Stored,
  users: () => Users,
  outcome: Outcome | undefined,
): Note[] {
  const { label, kind } = stored.sent;
  const user = USED.includes(kind) ? users().get(label)?.[0] : undefined;
  const notes: Note[] = [];
  if (kind === 'StorageClass' && user !== undefined) {
    notes.push({
      id: 'in-use',
      message: `${user} still uses the class: bound claims stay, but can no longer be expanded, and new ones stay Pending`,
      remedy: 'keep the class',
    });
  } else if (['ConfigMap', 'Secret', 'ServiceAccount'].includes(kind) && user !== undefined) {
    notes.push({
      id: 'in-use',
      message: `${user} still uses it: running pods keep running, but new ones do not start`,
      remedy: 'keep it until nothing uses it',
    });
  } else if (outcome?.finalizers?.includes('kubernetes.io/pvc-protection')) {
    notes.push({
      id: 'in-use',
      message: `pods${user === undefined ? '' : ` of ${user}`} use the claim: it stays Terminating until the last of them is gone, cannot be restored, and is then deleted`,
      remedy: 'keep the claim in the files',
    });
  } else if (kind === 'CustomResourceDefinition') {
    notes.push({
      id: 'definition',
      isError: true,
      message:
        'all objects of the definition are deleted with it, including those that are not in the files',
    });
  } else if (kind === 'Namespace') {
    notes.push({
      id: 'namespace',
      isError: true,
      message:
        'everything in the namespace is deleted with it, including claims and objects that are not in the files',
    });
  }
  return notes;
}

/** Kinds of which `Users` tells who names them. */
const USED = ['StorageClass', 'ConfigMap', 'Secret', 'ServiceAccount', 'PersistentVolumeClaim'];

/** That an engine leaves it. */
export function guardNote({ stored, doubt, by }: Guard, outcome: Outcome | undefined): DiffNote {
  // Some reasons name the engine themselves.
  const who = by
    .map(({ engine, because }) => (because.startsWith(engine) ? engine : `${engine} (${because})`))
    .join(' and ');
  const what = `${doubt === undefined ? '' : 'perhaps '}${by.length === 1 ? 'does' : 'do'} not prune it`;
  const stays =
    doubt === undefined
      ? `it stays${outcome?.data === undefined ? '' : ', with its data'}`
      : `it depends on ${doubt}`;
  return {
    object: stored.sent.label,
    id: 'guard',
    isError: false,
    message: `${who} ${what}: ${outcome?.afterwards ? 'but it is deleted with its namespace or definition' : stays}`,
  };
}
