/** The API server: it takes one manifest after the other, and refuses what it refuses. */
import { CLAIM } from '../kind-keys';
import { Answer, forbid, refused, UNCHANGED, withDoubt, withUnknown } from './answers';
import { isRepeated, traitsOf } from './repeats';
import { ServerSettings } from './settings';
import { Finding } from '../../findings';
import { inWords, required, saying } from '../../resource';
import { entryRefusals, policiesOn } from '../admission/admission';
import { ADMITTED } from '../admission/policies';
import { classNameOf, quotaRefusals } from '../admission/quota';
import { applyInWay } from '../apply/merge';
import { changedFields } from '../changes';
import { decodeRefusals, duplicateRefusals, misfitRefusals } from './decode';
import { Fields, fieldsOf, isSame } from '../../kube';
import { isServed } from '../../model';
import { Others, othersSince } from '../apply/others';
import { defaultClassOf } from '../binding/default-class';
import { Cluster } from '../cluster';
import { gateDoubts } from './gates';
import { TAKEN } from './judgement';
import {
  AppliedManifest,
  unservedRefusal,
  annotationProblems,
  isPlainlyStored,
  isWrittenOver,
  noMatches,
  objectProblems,
} from '../../validation';
import { conflictsWith } from '../live/conflicts';
import { hideValues } from '../live/secrets';
import { ApplyWay } from '../spec';
import { PlainlyStored, Stored, storedAs } from '../stored';
import { newObject, updated } from './stored-form';
import { immutableRefusals, takenFromServices, transitionsOf } from '../transitions';

/** Applies a manifest and stores what becomes of it. */
export function apply(cluster: Cluster, sent: AppliedManifest, settings: ServerSettings): Answer {
  const { way, minor, custom, isPast } = settings;
  if ((!isPast && !isServed(sent.apiVersion, sent.kind, minor)) || custom.isUnserved(sent)) {
    return refused(404, [unservedRefusal(sent, minor)]);
  }
  const { coming } = settings;
  const definition = isPast || coming.isSorted ? undefined : coming.kinds.get(sent.kindKey);
  if (definition !== undefined && !cluster.get(definition)) return refused(404, [tooEarly(sent)]);
  const stored = cluster.get(sent.id);
  if (stored && isRepeated(stored, sent, settings)) return repeatedly(cluster, stored, settings);
  const { refused: undecoded, unknown: doubts } = decodeRefusals(sent, stored?.sent, way, custom);
  if (undecoded.length > 0) {
    return refused(undecoded[0].server?.code ?? (way === 'serverSide' ? 500 : 422), undecoded);
  }
  if (!isPast && isNameless(sent)) return refused(422, [nameless(sent)]);
  if (doubts.length > 0) return withUnknown(UNCHANGED, { unknown: doubts });
  if (!traitsOf(sent).isOfWay) {
    return stored ? update(cluster, stored, sent, settings) : create(cluster, sent, settings);
  }
  const twice = duplicateRefusals(sent, way, stored);
  const answer =
    twice.length > 0
      ? refused(500, twice)
      : stored
        ? update(cluster, stored, sent, settings)
        : create(cluster, sent, settings);
  return { ...answer, isOfWay: true };
}

/**
 * Server-side apply asks for what is there already, and may be refused; kubectl has nothing to send
 * then.
 */
function repeatedly(cluster: Cluster, stored: Stored, settings: ServerSettings): Answer {
  const { sent } = stored;
  const policies = policiesOn(cluster, sent, stored, stored, settings);
  const isOfWay = policies.refused.length + policies.unknown.length > 0;
  if (settings.way === 'clientSide') return isOfWay ? { ...UNCHANGED, isOfWay } : UNCHANGED;
  if (policies.refused.length > 0) return { ...forbid(policies.refused), isOfWay };
  return { ...withUnknown(UNCHANGED, policies), ...(isOfWay ? { isOfWay } : {}) };
}

/** A read-out has no values of Secrets. */
function hiddenDoubt(keys: readonly string[]): string {
  const names = keys.map((key) => JSON.stringify(key)).join(', ');
  return `whether the cluster has other values of ${names}: a read-out has none`;
}

const UNOWNED =
  'which fields the manager owns that are no longer in the manifest: add --show-managed-fields to the kubectl get of the read-out';

/** Whether nothing in the files shows that the cluster knows the kind. */
function isFirstOfKind(
  cluster: Cluster,
  sent: AppliedManifest,
  { isPast, custom }: ServerSettings,
): boolean {
  if (isPast || custom.isDefined(sent)) return false;
  for (const _other of cluster.ofKind(sent.kindKey)) return false;
  return true;
}

function create(cluster: Cluster, sent: AppliedManifest, settings: ServerSettings): Answer {
  const isRight = isPlain(sent, settings, cluster);
  const stored = isRight ? new PlainlyStored(sent) : newlyStored(sent, cluster, settings);
  const ofSchema = isRight ? TAKEN : settings.custom.refusals(sent, undefined, stored.live);
  const errors = isRight
    ? takenFromServices(sent.given, sent, cluster)
    : [...problemsOf(stored.live, sent, cluster, settings), ...ofSchema.refused];
  if (errors.length > 0) return refused(422, errors);
  const entry = settings.isPast ? TAKEN : entryRefusals(cluster, sent, stored, settings.coming);
  const policies = policiesOn(cluster, sent, null, stored, settings);
  const forbidden = [
    ...entry.refused,
    ...policies.refused,
    ...quotaRefusals(cluster, sent, undefined, stored).refused,
  ];
  if (forbidden.length > 0) return forbid(forbidden);
  const ofGates = settings.isPast ? [] : gateDoubts(sent, sent.manifest, settings.minor);
  const unknown = [...ofSchema.unknown, ...ofGates, ...entry.unknown, ...policies.unknown];
  if (unknown.length > 0) return withUnknown(UNCHANGED, { unknown, coming: policies.coming });
  const coming = [
    ...policies.coming,
    ...(isFirstOfKind(cluster, sent, settings)
      ? [`whether the kind ${sent.kind} of ${sent.apiVersion} is installed`]
      : []),
  ];
  cluster.set(stored);
  return withUnknown({ ...UNCHANGED, verdict: 'created' }, { unknown, coming });
}

function update(
  cluster: Cluster,
  stored: Stored,
  sent: AppliedManifest,
  settings: ServerSettings,
): Answer {
  const { way, minor, custom, isBound, mayBeBound, bindingDoubt } = settings;
  const before = stored.live;
  const isUntouched =
    stored instanceof PlainlyStored && stored.isOverwritten !== true && sent.isPlain === true;
  const applied = (by: ApplyWay) =>
    applyInWay(
      sent.type,
      { live: before, last: stored.last.manifest, others: othersOf(stored), isUntouched },
      sent.manifest,
      by,
      custom.layoutOf(sent),
    );
  const { merged: applying, isOfAnyWay, misfits = [] } = applied(way);
  if (misfits.length > 0) {
    return { ...refused(500, misfitRefusals(misfits)), ...(stored.seen ? {} : { isOfWay: true }) };
  }
  // Who applied what lives did so in one way.
  const isSameInOther = () => {
    const other = applied(way === 'serverSide' ? 'clientSide' : 'serverSide');
    return (other.misfits ?? []).length === 0 && isSame(applying, other.merged);
  };
  const ofWay = stored.seen || isOfAnyWay || isSameInOther() ? {} : { isOfWay: true };
  const storedBy = stored.seen ? { custom, way } : settings;
  const after = updated(sent, applying, before, storedBy);
  const transitions = transitionsOf(sent.kindKey);
  const hidden = stored.seen && sent.kindKey === '/Secret' ? hideValues(after, before) : [];
  if (way === 'serverSide' && settings.force === false && stored.owners) {
    // Values that nobody knows may be those that are there.
    const known = hidden.length > 0 ? after : applying;
    const conflicts = conflictsWith(stored.owners.entries, before, known);
    if (conflicts.length > 0) return refused(409, conflicts);
  }
  const changes = changedFields(before, after);
  const change = { before, stored, cluster, minor, isBound, mayBeBound, bindingDoubt };
  const verdict = changes.length > 0 ? 'changed' : 'unchanged';
  const taken: Answer = { ...ofWay, verdict, errors: [], changes, wanted: after };
  if (changes.length > 0) {
    const ofSchema = custom.refusals(sent, before, after);
    const errors = [
      ...(transitions.refused?.(after, change) ?? []),
      ...immutableRefusals(transitions.immutable ?? [], after, before),
      ...problemsOf(after, sent, cluster, settings),
      ...ofSchema.refused,
    ];
    if (errors.length > 0) {
      return { ...refused(errors[0].server?.code ?? 422, errors), ...ofWay };
    }
    const unknown = [
      ...ofSchema.unknown,
      ...gateDoubts(sent, after, minor, before),
      ...(transitions.unknown?.(after, change) ?? []),
    ];
    if (unknown.length > 0) return withUnknown(taken, { unknown });
  } else {
    const tooLarge = annotationProblems(after, sent, settings.way === 'clientSide');
    if (tooLarge.length > 0) return { ...refused(422, tooLarge), ...ofWay };
  }
  const policies =
    verdict === 'changed' || way === 'serverSide'
      ? policiesOn(cluster, sent, stored, { live: after }, settings)
      : ADMITTED;
  if (policies.refused.length > 0) {
    return {
      ...forbid(policies.refused),
      ...ofWay,
      ...(verdict === 'unchanged' ? { isOfWay: true } : {}),
    };
  }
  const quotas =
    verdict === 'changed' ? quotaRefusals(cluster, sent, stored, { live: after }) : TAKEN;
  if (quotas.unknown.length > 0) return withUnknown(taken, quotas);
  if (quotas.refused.length > 0) return { ...forbid(quotas.refused), ...ofWay };
  const answer = withUnknown(taken, policies);
  if (answer.verdict !== 'depends') {
    const { seen, owners, isMade } = stored;
    cluster.set(storedAs({ sent, live: after, applied: after, last: sent, seen, owners, isMade }));
  }
  if (hidden.length > 0) return withDoubt(answer, hiddenDoubt(hidden));
  return stored.isUnowned ? withDoubt(answer, UNOWNED) : answer;
}

/**
 * Whether nothing but the cluster can keep a new object out, by which its rest is as it is, and all
 * that it says is stored.
 */
function isPlain(
  sent: AppliedManifest,
  { way, custom }: ServerSettings,
  cluster: Cluster,
): boolean {
  const { kindKey, given } = sent;
  if (sent.isPlain !== true || way === 'clientSide' || custom.hasDefinition(kindKey)) return false;
  if (isWrittenOver(sent)) return false;
  // The default class is that of the moment.
  return (
    kindKey !== CLAIM ||
    typeof classNameOf(given) === 'string' ||
    defaultClassOf(cluster) === undefined
  );
}

function newlyStored(sent: AppliedManifest, cluster: Cluster, settings: ServerSettings): Stored {
  const live = newObject(sent, cluster, settings);
  return storedAs({ sent, live, applied: live, last: sent });
}

const NOTHING: readonly Finding[] = [];

/** What is wrong with an object by itself, or else what others have already. */
function problemsOf(
  live: Fields,
  sent: AppliedManifest,
  cluster: Cluster,
  { way, isPast }: ServerSettings,
): readonly Finding[] {
  const past = { before: cluster.get(sent.id)?.live, isTaken: isPast };
  const { apiVersion, kind, workload } = sent;
  // kubectl keeps the manifest in an annotation, which counts as well.
  const isRight =
    way === 'serverSide' && isPlainlyStored({ apiVersion, kind, workload, manifest: live });
  const own = isRight ? NOTHING : objectProblems(live, sent, past, way === 'clientSide');
  return own.length > 0 ? own : takenFromServices(live, sent, cluster);
}

function isNameless(sent: AppliedManifest): boolean {
  if (sent.isPlain) return false;
  const { name } = fieldsOf(sent.manifest.metadata);
  return name === undefined || name === null || name === '';
}

/** What is applied is known by its name; a name is made for what is created only. */
function nameless({ manifest }: AppliedManifest): Finding {
  const { generateName } = fieldsOf(manifest.metadata);
  const isGenerated = typeof generateName === 'string' && generateName !== '';
  const remedy = isGenerated
    ? 'set a name: kubectl create generates one from generateName, but an apply finds objects by their names'
    : 'set a name';
  return saying(
    required('metadata.name', remedy),
    isGenerated ? 'cannot use generate name with apply' : 'resource name may not be empty',
  );
}

/** Its definition comes later. */
function tooEarly(sent: AppliedManifest): Finding {
  return inWords(
    '',
    noMatches(sent),
    'write the definition before its objects: Argo CD, Flux and Helm sort them, kubectl does not',
  );
}

/** What others than the applier have set of a stored object. */
function othersOf({ owners, applied, live }: Stored): Others | undefined {
  return owners ? owners.others : othersSince(applied, live);
}
