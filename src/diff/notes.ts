/** What surprises even experts, said in words that a reviewer understands. */
import {
  isSame,
  addTo,
  append,
  compareQuantities,
  Fields,
  fieldsOf,
  isFields,
  parseQuantity,
} from '../kube';
import { isSameInAnyOrder } from './any-order';
import { outlineOf, Stored } from './cluster';
import type { Comparison } from './diff';
import type { Guard } from './guards';
import type { Outcome } from './outcomes';
import { mountedObjects } from './pod-problems';
import { classNameOf } from './quota';
import { at, fieldsAt, listAt } from '../model';
import { DiffNote, ObjectDiff } from './spec';
import { claimKey, claimsOf, templateOf } from './workloads';

/** All notes, in the order of the objects. */
export function notesOf(
  comparison: Comparison,
  fates: ReadonlyMap<string, Outcome>,
  objects: readonly ObjectDiff[],
): DiffNote[] {
  const told = new Map(objects.map((one) => [one.object, one]));
  const notes: DiffNote[] = [];
  for (const sent of comparison.next) {
    const diff = told.get(sent.label);
    if (!diff) continue;
    // An object that appears twice is told of once.
    told.delete(sent.label);
    const before = comparison.before.get(sent.id);
    // What is sent as it was, and stays so, surprises nobody.
    if (before?.sent === sent && diff.verdict === 'unchanged' && diff.ready === undefined) continue;
    const after = comparison.after.get(sent.id);
    const own = appliedNotes({ comparison, diff, before, after, given: sent.given });
    append(
      notes,
      own.map((note) => ({ object: diff.object, isError: false, ...note })),
    );
  }
  for (const [id, guard] of comparison.guards) notes.push(guardNote(guard, fates.get(id)));
  append(notes, partNotes(comparison));
  const users = comparison.pruned.length > 0 ? usersOf(comparison) : NO_USERS;
  for (const stored of comparison.pruned) {
    const own = prunedNotes(stored, users, fates.get(stored.sent.id));
    append(
      notes,
      own.map((note) => ({ object: stored.sent.label, isError: false, ...note })),
    );
  }
  return notes;
}

/** Files of which most of an application is missing are rather a part of its files. */
function partNotes({ application, next, pruned }: Comparison): DiffNote[] {
  if (!application) return [];
  const { name, ids } = application;
  const given = new Set(next.map(({ id }) => id));
  const missing = new Set(ids.filter((id) => !given.has(id)));
  const first = pruned.find(({ sent }) => missing.has(sent.id));
  if (!first || missing.size * 2 <= ids.length) return [];
  return [
    {
      object: first.sent.label,
      id: 'part-of-application',
      isError: false,
      message: `${missing.size} of the ${ids.length} live objects of ${name} are not in the files, and count as pruned`,
      remedy: 'pass all its files, or add --no-prune if these are only some of them',
    },
  ];
}

type Note = Omit<DiffNote, 'object' | 'isError'> & { readonly isError?: boolean };

interface Applied {
  readonly comparison: Comparison;
  readonly diff: ObjectDiff;
  readonly before: Stored | undefined;
  readonly after: Stored | undefined;
  readonly given: Fields;
}

const KEEPS_DATA = [
  '/PersistentVolume',
  '/PersistentVolumeClaim',
  '/Namespace',
  'apiextensions.k8s.io/CustomResourceDefinition',
];
const ARGO_OPTIONS = 'argocd.argoproj.io/sync-options';
const FLUX_FORCE = 'kustomize.toolkit.fluxcd.io/force';

function appliedNotes(applied: Applied): Note[] {
  const { comparison, diff, before, after, given } = applied;
  return [
    ...forceNotes(diff, before ?? after, given),
    ...(before && after && diff.verdict === 'changed'
      ? [...templateNotes(before, after, diff), ...storageNotes(comparison, before, after)]
      : []),
    ...(before && diff.verdict !== 'refused' ? keptNotes(before, given, comparison) : []),
    ...readyNotes(applied),
    ...(diff.putBack?.includes('spec.replicas')
      ? [
          {
            id: 'flapping',
            message:
              'an autoscaler and the manifest both set replicas: each sync changes it, and the autoscaler changes it back',
            remedy: 'remove replicas from the manifest',
          },
        ]
      : []),
    ...(diff.putBack?.some((path) => path.startsWith('spec.claimRef'))
      ? [
          {
            id: 'claim-ref',
            message:
              'the volume is bound: the volume controller writes claimRef back, and until then another claim may take the volume',
            remedy:
              'do not change claimRef in the manifest; to reassign the volume, delete the first claim',
          },
        ]
      : []),
    ...(diff.verdict === 'refused' && before ? wholeNotes(before, given) : []),
  ];
}

/** What engines do that are told to force. */
function forceNotes(diff: ObjectDiff, stored: Stored | undefined, given: Fields): Note[] {
  const annotations = fieldsAt(given, 'metadata.annotations');
  const options =
    typeof annotations[ARGO_OPTIONS] === 'string'
      ? annotations[ARGO_OPTIONS].split(',').map((one) => one.trim())
      : [];
  const [force, replace] = [options.includes('Force=true'), options.includes('Replace=true')];
  const flux = annotations[FLUX_FORCE] === 'enabled' || annotations[FLUX_FORCE] === 'true';
  if (
    (!stored && diff.verdict !== 'refused') ||
    diff.verdict === 'unchanged' ||
    diff.verdict === 'created'
  ) {
    return [];
  }
  const kindKey = stored?.sent.kindKey ?? '';
  const notes: Note[] = [];
  if (force && replace && KEEPS_DATA.slice(0, 2).includes(kindKey)) {
    notes.push({
      id: 'force',
      isError: true,
      remedy: 'remove Force=true and Replace=true from its sync options',
      message:
        'its sync options make Argo CD delete and recreate it: the data of a claim is deleted if its class has the reclaim policy Delete, and a sync hangs while it is in use',
    });
  } else if (force && diff.verdict === 'refused') {
    notes.push({
      id: 'force',
      message:
        'Force=true makes Argo CD delete and recreate it; if it is invalid for another reason, it is then missing',
    });
  }
  if (flux && diff.verdict === 'refused' && diff.code !== 403) {
    notes.push({
      id: 'force',
      isError: KEEPS_DATA.includes(kindKey),
      remedy: `remove ${FLUX_FORCE}`,
      message:
        'its annotation makes Flux delete it on any rejection and then create it; if the new one is invalid, the object is gone' +
        (KEEPS_DATA.includes(kindKey) ? ', and data with it' : ''),
    });
  }
  return notes;
}

/** A template that is changed without anybody having meant it. */
function templateNotes(before: Stored, after: Stored, diff: ObjectDiff): Note[] {
  if (diff.restarts === undefined || diff.restarts === 'none') return [];
  const [old, now] = [before, after].map(({ sent, live }) => templateOf(sent, live));
  if (isSame(old, now)) return [];
  if (isSameInAnyOrder(old, now)) {
    return [
      {
        id: 'order',
        message: 'only the order of a list in the template changed, but that restarts the pods',
        remedy: 'keep the order as it was',
      },
    ];
  }
  const [without, withEmpty] = [old, now].map((template) => fieldsAt(template, 'spec'));
  const { affinity, ...rest } = withEmpty;
  if (
    without.affinity === undefined &&
    isFields(affinity) &&
    Object.keys(affinity).length === 0 &&
    isSame(without, rest)
  ) {
    return [
      {
        id: 'empty-affinity',
        message: 'affinity: {} has no effect, but adding it restarts the pods',
        remedy: 'remove it',
      },
    ];
  }
  return [];
}

/** What nothing refuses, and fits no more. */
function storageNotes({ rest }: Comparison, before: Stored, after: Stored): Note[] {
  const { kindKey } = after.sent;
  if (
    kindKey === 'snapshot.storage.k8s.io/VolumeSnapshotClass' &&
    before.live.deletionPolicy === 'Retain' &&
    after.live.deletionPolicy === 'Delete'
  ) {
    return [
      { id: 'policy', message: 'from now on, deleting a snapshot of this class deletes its data' },
    ];
  }
  if (kindKey !== '/PersistentVolume') return [];
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
    at(after.live, 'spec.capacity.storage'),
    at(claim.live, 'spec.resources.requests.storage'),
  ].map((one) => (typeof one === 'string' ? parseQuantity(one) : undefined));
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

/** What is left out and stays all the same. */
function keptNotes(before: Stored, given: Fields, { after }: Comparison): Note[] {
  const { kindKey, manifest } = before.sent;
  if (kindKey === '/Secret') {
    const keys = new Set([
      ...Object.keys(fieldsOf(given.data)),
      ...Object.keys(fieldsOf(given.stringData)),
    ]);
    const data = fieldsOf(after.get(before.sent.id)?.live.data);
    const left = Object.keys(fieldsOf(manifest.stringData)).filter(
      (key) => !keys.has(key) && data[key] !== undefined,
    );
    return left.map((key) => ({
      id: 'string-data',
      message: `the key ${JSON.stringify(key)} stays in the cluster: keys that are removed from stringData are not deleted`,
      remedy: 'write the Secret with data, or rename it',
    }));
  }
  const gone = (path: string) => at(manifest, path) !== undefined && at(given, path) === undefined;
  if (kindKey === '/Service' && gone('spec.clusterIP')) {
    return [
      {
        id: 'kept-field',
        message: 'clusterIP stays the same although it is omitted: the server keeps it',
        remedy: 'delete and recreate the Service to change it',
      },
    ];
  }
  if (kindKey === '/PersistentVolumeClaim' && gone('spec.dataSource')) {
    return [
      {
        id: 'kept-field',
        message:
          'dataSource stays although it is omitted: the server keeps it because of dataSourceRef',
      },
    ];
  }
  return [];
}

function readyNotes({ comparison, diff, after }: Applied): Note[] {
  const outcome = after ? comparison.pods.get(after.sent.id) : undefined;
  if (diff.ready !== false || !outcome) return [];
  if (outcome.isShort) {
    return [
      { id: 'rollout', message: 'not all pods are created: a quota of the namespace prevents it' },
    ];
  }
  if (!outcome.problem) return [];
  const stops = outcome.keepsOld
    ? 'the rollout stops, and old pods keep running'
    : 'its pods do not become ready';
  return [{ id: 'rollout', message: `${stops}: ${outcome.problem.why}` }];
}

/** A refusal is one of the whole object. */
function wholeNotes(before: Stored, given: Fields): Note[] {
  const [old, now] = [before.sent.manifest, given].map((one) => fieldsAt(one, 'spec.template'));
  if (Object.keys(now).length === 0 || isSame(old, now) || before.sent.kindKey === 'batch/Job') {
    return [];
  }
  return [
    {
      id: 'whole',
      message:
        'nothing of the object is applied, not even its pod template: one rejected field rejects the whole object',
    },
  ];
}

type Users = ReadonlyMap<string, readonly string[]>;

const NO_USERS: Users = new Map();

/** Who names what, among the workloads and claims that stay. */
function usersOf({ after, pruned }: Comparison): Users {
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
  for (const claim of after.ofKind('/PersistentVolumeClaim')) {
    if (!gone.has(claim.sent.id)) {
      add(`StorageClass/${classNameOf(claim.live) ?? ''}`, claim.sent.label);
    }
  }
  return users;
}

function prunedNotes(stored: Stored, users: Users, fate: Outcome | undefined): Note[] {
  const { label, kind } = stored.sent;
  const [user] = users.get(label) ?? [];
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
  } else if (kind === 'PersistentVolumeClaim' && fate?.verdict === 'stuck') {
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

/** That an engine leaves it. */
function guardNote({ stored, doubt, by }: Guard, fate: Outcome | undefined): DiffNote {
  // Some reasons name the engine themselves.
  const who = by
    .map(({ engine, because }) => (because.startsWith(engine) ? engine : `${engine} (${because})`))
    .join(' and ');
  const what = `${doubt === undefined ? '' : 'perhaps '}${by.length === 1 ? 'does' : 'do'} not prune it`;
  const stays =
    doubt === undefined
      ? `it stays${fate?.data === undefined ? '' : ', with its data'}`
      : `it depends on ${doubt}`;
  return {
    object: stored.sent.label,
    id: 'guard',
    isError: false,
    message: `${who} ${what}: ${fate?.afterwards ? 'but it is deleted with its namespace or definition' : stays}`,
  };
}
