/** Drift: what somebody beside the applier has changed, and what the next sync does about it. */
import { clientSideManager, isByHand, ManagerEntry } from './managers';
import { answerOf, Finding } from '../../findings';
import { Fields, fieldsOf, isSame, LAST_APPLIED } from '../../kube';
import { Schema } from '../../resource';
import { AppliedManifest, sentAs } from '../../validation';
import { applyManifest } from '../apply/merge';
import { partOf } from '../apply/others';
import { changedPaths, joined } from '../changes';
import type { Cluster } from '../cluster';
import type { Answer } from '../server/answers';
import { DriftedField, DriftFate, ObjectDrift, DiffOptions } from '../spec';
import type { Stored } from '../stored';

interface Drifting {
  readonly before: Cluster;
  /** Objects of NEW as they were applied, by identity. */
  readonly after: ReadonlyMap<string, Stored['live'] | undefined>;
  readonly next: readonly AppliedManifest[];
  /** What the manifests in Git were when they were applied last, if that is given. */
  readonly old: readonly AppliedManifest[];
  readonly answers: ReadonlyMap<string, Answer>;
  readonly options: DiffOptions;
  managersOf(sent: AppliedManifest): readonly ManagerEntry[] | undefined;
  isOwn(entry: ManagerEntry): boolean;
  /** By which a custom resource is merged. */
  layoutOf(sent: AppliedManifest): Schema | undefined;
  /** What the server makes of an object to which a manifest was applied. */
  completed(sent: AppliedManifest, applied: Fields, before: Stored['live']): Fields;
}

/** The drift of each object of NEW that has any. */
export function driftOf(drifting: Drifting): ObjectDrift[] {
  const applied = new Map(drifting.old.map((sent) => [sent.id, sent]));
  const told = new Set<string>();
  return drifting.next.flatMap((sent): ObjectDrift[] => {
    if (told.has(sent.id)) return [];
    told.add(sent.id);
    const stored = drifting.before.get(sent.id);
    if (!stored) {
      return applied.has(sent.id) ? [{ object: sent.label, isDeleted: true, fields: [] }] : [];
    }
    const answer = drifting.answers.get(sent.id)!;
    const isRefused = answer.verdict === 'refused';
    const fields = [
      ...byManagers(sent, stored, isRefused, drifting),
      ...sinceApplied(stored, applied.get(sent.id), answer, drifting),
    ];
    if (fields.length === 0) return [];
    return [
      {
        object: sent.label,
        fields: inOrder(fields),
        ...(isRefused ? { because: answer.errors.map(written).join('; ') } : {}),
      },
    ];
  });
}

function written(finding: Finding): string {
  const { field, message } = answerOf(finding);
  return field === '' ? message : `${field}: ${message}`;
}

/** Each field once; whoever is known to have written it counts. */
function inOrder(fields: readonly DriftedField[]): DriftedField[] {
  const found = new Map<string, DriftedField>();
  for (const one of fields) if (!found.has(one.field)) found.set(one.field, one);
  return [...found.values()].sort((a, b) => (a.field < b.field ? -1 : 1));
}

/** Parts of Kubernetes itself, and of drivers; k3s and kubelite are all parts in one program. */
const CONTROLLERS =
  /^(?:kube-(?:controller-manager|scheduler|apiserver)|kubelet|k3s|kubelite|cloud-controller-manager|csi-[a-z]+|external-(?:provisioner|attacher|resizer))$/;

/** The binder of claims writes it together with the name of the volume, however it is called. */
const OF_BINDER = 'f:pv.kubernetes.io/bound-by-controller';

function isController({ manager, owned }: ManagerEntry): boolean {
  if (CONTROLLERS.test(manager)) return true;
  return Object.hasOwn(fieldsOf(fieldsOf(owned['f:metadata'])['f:annotations']), OF_BINDER);
}

/** Of metadata, controllers keep these. */
const KEPT_BY_CONTROLLERS = ['f:finalizers', 'f:ownerReferences'];

function* byManagers(
  sent: AppliedManifest,
  stored: Stored,
  isRefused: boolean,
  { after, options, managersOf, isOwn, completed }: Drifting,
): Generator<DriftedField> {
  let asked: Fields | undefined;
  const own = clientSideManager(options);
  const isApplier = (entry: ManagerEntry) =>
    options.way === 'clientSide'
      ? entry.manager === own && entry.operation === 'Update'
      : // Flux owns it in order to undo it.
        isOwn(entry) && !isByHand(entry);
  const now = after.get(sent.id);
  for (const entry of managersOf(stored.sent) ?? []) {
    if (entry.subresource === 'status' || isController(entry) || isApplier(entry)) continue;
    asked ??= completed(sent, sent.manifest, stored.live);
    for (const { path, steps } of leavesOf(entry.owned, stored.live, '', [], asked)) {
      const at = (value: unknown) => steps.reduce<unknown>(partOf, value);
      const is = at(stored.live);
      // Git says the same, or has come to.
      if (isSame(at(asked), is)) continue;
      const fate: DriftFate = isRefused ? 'refused' : isSame(at(now), is) ? 'kept' : 'reverted';
      const time = entry.time === undefined ? {} : { at: entry.time };
      yield { field: path, by: entry.manager, ...time, fate };
    }
  }
}

interface Leaf {
  readonly path: string;
  readonly steps: readonly string[];
}

/** The owned values. Items of lists that are not asked for go as a whole. */
function* leavesOf(
  owned: Fields,
  value: unknown,
  path: string,
  steps: readonly string[],
  asked: unknown = value,
): Generator<Leaf> {
  for (const [element, below] of Object.entries(owned)) {
    if (element === '.' || element === 'f:status') continue;
    if (path === 'metadata' && KEPT_BY_CONTROLLERS.includes(element)) continue;
    if (element === `f:${LAST_APPLIED}`) continue;
    const part = partOf(value, element);
    if (part === undefined) continue;
    const inner = fieldsOf(below);
    const at = [...steps, element];
    const name = pathTo(path, element, part);
    const wanted = partOf(asked, element);
    const isExtra = element.startsWith('k:') && wanted === undefined && Object.hasOwn(inner, '.');
    if (isExtra) {
      yield { path: name, steps: at };
    } else if (Object.keys(inner).some((key) => key !== '.')) {
      yield* leavesOf(inner, part, name, at, wanted ?? null);
    } else if (Object.keys(inner).length === 0) {
      yield { path: name, steps: at };
    }
  }
}

/** As paths of changes are written: items without a name go by their list. */
function pathTo(path: string, element: string, part: unknown): string {
  if (element.startsWith('f:')) return joined(path, element.slice(2));
  const { name } = fieldsOf(part);
  return element.startsWith('k:') && typeof name === 'string' ? `${path}[${name}]` : path;
}

/** What would change if what was applied last were applied again. */
function sinceApplied(
  stored: Stored,
  old: AppliedManifest | undefined,
  { verdict, changes }: Answer,
  drifting: Drifting,
): DriftedField[] {
  const { way = 'serverSide' } = drifting.options;
  const last = way === 'clientSide' ? stored.last.manifest : old?.manifest;
  if (!last || Object.keys(last).length === 0) return [];
  const { live, sent, owners } = stored;
  const merged = applyManifest(
    sent.type,
    { live, last, others: owners?.others },
    last,
    way,
    drifting.layoutOf(sent),
  );
  const again = drifting.completed(sentAs(sent, last), merged, live);
  const controlled = controlledPaths(stored, drifting);
  const isChanged = (path: string) =>
    changes.some((one) => one.path.startsWith(path) || path.startsWith(one.path));
  return changedPaths(live, again).flatMap((field): DriftedField[] => {
    if (controlled.has(field)) return [];
    if (verdict === 'refused') return [{ field, fate: 'refused' }];
    return isChanged(field) ? [{ field, fate: 'reverted' }] : [];
  });
}

/** What controllers own was not changed by hand. */
function controlledPaths(stored: Stored, { managersOf }: Drifting): Set<string> {
  const paths = new Set<string>();
  for (const entry of managersOf(stored.sent) ?? []) {
    if (!isController(entry)) continue;
    for (const { path } of leavesOf(entry.owned, stored.live, '', [])) paths.add(path);
  }
  return paths;
}
