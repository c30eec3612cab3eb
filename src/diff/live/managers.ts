/**
 * Field managers of a live object, as its `managedFields` have them: what the applier owns of it,
 * and what others own.
 */
import { Fields, fieldsOf, isFields, LAST_APPLIED, setField, textOf } from '../../kube';
import { Draft } from '../../model';
import { Others, partOf, readElement } from '../apply/others';
import { DiffOptions } from '../spec';

/** One entry of `managedFields`. */
export interface ManagerEntry {
  readonly manager: string;
  readonly operation: string;
  readonly apiVersion: string;
  readonly subresource: string;
  readonly time?: string;
  /** Its `fieldsV1`. */
  readonly owned: Fields;
}

/** The entries of an object, from its `managedFields`. */
export function managersIn(managedFields: readonly Fields[]): ManagerEntry[] {
  return managedFields.map((entry) => ({
    manager: textOf(entry.manager),
    operation: textOf(entry.operation),
    apiVersion: textOf(entry.apiVersion),
    subresource: textOf(entry.subresource),
    ...(typeof entry.time === 'string' ? { time: entry.time } : {}),
    owned: inComparedVersion(entry.apiVersion, fieldsOf(entry.fieldsV1)),
  }));
}

const CPU = 'f:targetCPUUtilizationPercentage';

function inComparedVersion(apiVersion: unknown, owned: Fields): Fields {
  const { [CPU]: cpu, ...spec } = fieldsOf(owned['f:spec']);
  return apiVersion === 'autoscaling/v1' && cpu !== undefined
    ? { ...owned, 'f:spec': { ...spec, 'f:metrics': {} } }
    : owned;
}

/** Who applies, and what it does about fields of others. */
export interface Applier {
  readonly manager: string;
  readonly force: boolean;
  /** Whether it owns what an entry has, or takes it over before it applies. */
  isOwn(entry: ManagerEntry): boolean;
}

const MANAGERS: { readonly [engine in NonNullable<DiffOptions['engine']>]: string } = {
  argo: 'argocd-controller',
  flux: 'kustomize-controller',
  helm: 'helm',
  kubectl: 'kubectl',
  none: 'kubectl',
};
const CLIENT_SIDE = 'kubectl-client-side-apply';

/** Entries of others that are taken over before what is owned is looked at. */
type TakesOver = (entry: ManagerEntry) => boolean;

const ofClientSide: TakesOver = ({ manager, operation }) =>
  manager === CLIENT_SIDE && operation === 'Update';

/**
 * Argo CD migrates what `kubectl apply` owned; Flux undoes whatever was written by kubectl, whose
 * commands are managers such as `kubectl-edit`.
 */
const TAKEN_OVER: { readonly [engine in NonNullable<DiffOptions['engine']>]?: TakesOver } = {
  argo: ofClientSide,
  flux: ({ manager, operation }) =>
    manager.startsWith('kubectl') ||
    (operation === 'Update' &&
      ['before-first-apply', 'kustomize-controller'].some((one) => manager.startsWith(one))),
};

/**
 * Who applies by server-side apply. Whoever names a manager means that one alone; kubectl itself
 * takes over what `kubectl apply` has owned, whatever its manager is called.
 */
export function applierOf({ engine = 'none', manager: named, force }: DiffOptions): Applier {
  const manager = named ?? MANAGERS[engine];
  const takesOver =
    engine === 'kubectl' || manager === 'kubectl'
      ? ofClientSide
      : named === undefined
        ? TAKEN_OVER[engine]
        : undefined;
  return {
    manager,
    force: force ?? (engine === 'argo' || engine === 'flux'),
    isOwn: (entry) =>
      entry.subresource === '' &&
      ((entry.manager === manager && entry.operation === 'Apply') || takesOver?.(entry) === true),
  };
}

/** What commands such as `kubectl edit` and `kubectl rollout restart` have written. */
export function isByHand({ manager, operation }: ManagerEntry): boolean {
  return operation === 'Update' && manager.startsWith('kubectl-') && manager !== CLIENT_SIDE;
}

/** Who writes by `kubectl apply`, or by what an engine does likewise. */
export function clientSideManager({ engine, manager }: DiffOptions): string {
  return manager ?? (engine === 'argo' ? MANAGERS.argo : CLIENT_SIDE);
}

/** What several entries own. */
class OwnedFields implements Others {
  constructor(private readonly trees: readonly Fields[]) {}

  public get isMember(): boolean {
    return this.trees.some((tree) => isMember(tree));
  }

  public below(element: string): Others | undefined {
    return ownedBy(
      this.trees.flatMap((tree) => (Object.hasOwn(tree, element) ? [fieldsOf(tree[element])] : [])),
    );
  }
}

/** What sets of fields own together; undefined if there are none. */
export function ownedBy(trees: readonly Fields[]): Others | undefined {
  return trees.length > 0 ? new OwnedFields(trees) : undefined;
}

function isMember(tree: Fields): boolean {
  return Object.hasOwn(tree, '.') || Object.keys(tree).length === 0;
}

/** What of a live object is owned by a set of fields. */
export function ownedPart(live: unknown, owned: Fields): unknown {
  const elements = Object.keys(owned).filter((element) => element !== '.');
  if (elements.length === 0 && !Object.hasOwn(owned, '.')) return live;
  if (Array.isArray(live)) {
    return elements.flatMap((element): unknown[] => {
      const item = partOf(live, element);
      if (item === undefined) return [];
      return [
        isFields(item)
          ? {
              ...fieldsOf(readElement(element.slice(2))),
              ...fieldsOf(ownedPart(item, fieldsOf(owned[element]))),
            }
          : item,
      ];
    });
  }
  const part: Draft = {};
  for (const element of elements) {
    const value = partOf(live, element);
    if (value !== undefined) {
      setField(part, element.slice(2), ownedPart(value, fieldsOf(owned[element])));
    }
  }
  return part;
}

/** What several entries own, as one tree. */
export function unionOf(trees: readonly Fields[]): Fields {
  if (trees.length === 1) return trees[0];
  const union: Draft = {};
  for (const tree of trees) {
    for (const [element, below] of Object.entries(tree)) {
      const had = Object.hasOwn(union, element) ? fieldsOf(union[element]) : undefined;
      // A value that is owned as a whole is more than parts of it.
      const isWhole = had !== undefined && [had, fieldsOf(below)].some(isEmpty);
      setField(
        union,
        element,
        had === undefined ? below : isWhole ? {} : unionOf([had, fieldsOf(below)]),
      );
    }
  }
  return union;
}

function isEmpty(tree: Fields): boolean {
  return Object.keys(tree).length === 0;
}

/** What `kubectl apply` sent last, as its annotation has it; undefined if there is none. */
export function lastApplied(object: Fields): Fields | undefined {
  const text = fieldsOf(fieldsOf(object.metadata).annotations)[LAST_APPLIED];
  if (typeof text !== 'string') return undefined;
  try {
    const sent: unknown = JSON.parse(text);
    return isFields(sent) ? sent : undefined;
  } catch {
    return undefined;
  }
}
