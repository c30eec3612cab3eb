/** Notes on what is applied: what engines and controllers do that its manifest does not show. */
import { isSameInAnyOrder } from './any-order';
import type { Note } from './note';
import { storageNotes } from './storage';
import { DEFINITION, Fields, fieldsOf, isFields, isSame } from '../../kube';
import { hasSyncOption } from '../../manifests/gitops/annotations';
import { at, fieldsAt } from '../../model';
import { boundVolumes } from '../binding/phases';
import type { Comparison } from '../comparison';
import { CLAIM, VOLUME } from '../kind-keys';
import { FORCE, REPLACE, syncOptions } from '../recreation';
import { ObjectDiff } from '../spec';
import { annotationsOf, Stored } from '../stored';
import { templateOf } from '../workloads';

/** An object of NEW, with what becomes of it. */
interface Applied {
  readonly id: string;
  readonly comparison: Comparison;
  readonly diff: ObjectDiff;
  readonly before: Stored | undefined;
  readonly after: Stored | undefined;
  readonly given: Fields;
}

const KEEPS_DATA = [VOLUME, CLAIM, '/Namespace', DEFINITION];
const FLUX_FORCE = 'kustomize.toolkit.fluxcd.io/force';

/**
 * What an autoscaler sets back. Replicas that leave the manifest are one, the default, unless
 * somebody else owns them by server-side apply.
 */
function replicasNote({ comparison, before, given }: Applied): Note {
  if (at(given, 'spec.replicas') !== undefined) {
    return {
      id: 'flapping',
      message:
        'an autoscaler and the manifest both set replicas: each sync changes it, and the autoscaler changes it back',
      remedy: 'remove replicas from the manifest',
    };
  }
  const isSure = comparison.settings.way === 'clientSide' || before?.seen !== undefined;
  return {
    id: 'unset-replicas',
    message: `replicas leave the manifest: ${isSure ? '' : 'unless the autoscaler was the last to set them, '}there is one pod until the autoscaler sets them again`,
    remedy:
      comparison.settings.way === 'clientSide'
        ? 'first remove them from the annotation last-applied-configuration, with kubectl apply edit-last-applied'
        : 'first apply them by server-side apply with another field manager, which then owns them',
  };
}

export function appliedNotes(applied: Applied): Note[] {
  const { comparison, diff, before, after, given } = applied;
  return [
    ...forceNotes(applied),
    ...(before && after && diff.verdict === 'changed'
      ? [...templateNotes(before, after, diff), ...storageNotes(comparison, before, after)]
      : []),
    ...(before && diff.verdict !== 'refused' ? keptNotes(before, given, comparison) : []),
    ...readyNotes(applied),
    ...(diff.putBack?.includes('spec.replicas') ? [replicasNote(applied)] : []),
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
    ...replacedVolumeNotes(applied),
    ...(diff.verdict === 'refused' && before ? wholeNotes(before, given) : []),
  ];
}

/** What Argo CD replaces has nothing that the manifest does not say. */
function replacedVolumeNotes({ comparison, diff, before, given, id }: Applied): Note[] {
  if (before?.sent.kindKey !== VOLUME || diff.verdict !== 'changed') return [];
  const says = syncOptions(
    { annotations: fieldsAt(given, 'metadata.annotations') },
    annotationsOf(before),
  );
  const isBound = boundVolumes(comparison.rest).has(id);
  if (!isBound || !says(REPLACE) || says(FORCE)) return [];
  if (at(given, 'spec.claimRef') !== undefined) return [];
  return [
    {
      id: 'claim-ref',
      message:
        'Replace=true makes Argo CD write the volume without its claimRef: the volume controller writes it back, and until then another claim may take the volume',
      remedy: 'set claimRef in the manifest, or remove Replace=true from its sync options',
    },
  ];
}

/** Notes on objects that an engine replaces by force. */
function forceNotes({ comparison, diff, before, after, given, id }: Applied): Note[] {
  const stored = before ?? after;
  const annotations = fieldsAt(given, 'metadata.annotations');
  const own = { annotations };
  const [force, replace] = [FORCE, REPLACE].map((one) => hasSyncOption(own, one));
  const says = syncOptions(own, annotationsOf(before));
  const flux = annotations[FLUX_FORCE] === 'enabled' || annotations[FLUX_FORCE] === 'true';
  if (diff.verdict === 'unchanged' || diff.verdict === 'created') return [];
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
  } else if (diff.verdict === 'replaced' && says(FORCE)) {
    const isAlone = !says(REPLACE) && comparison.replaced.has(id);
    notes.push({
      id: 'force',
      message: `${isAlone ? 'Force=true makes' : 'Force=true and Replace=true make'} Argo CD delete and recreate it at this sync`,
    });
  } else if (force && diff.verdict === 'refused' && !comparison.unforced.has(id)) {
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
  if (kindKey === CLAIM && gone('spec.dataSource')) {
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
