/**
 * Affinities as data: terms that bring a pod to others or to a node, and how they are added to what
 * is there.
 */
import { isFields, PREFERRED_TERMS, REQUIRED_TERMS, stableJson, valuesOf } from '../kube';
import { Data, Labels, PodSelector } from '../topology';

/** The topology key of a node: pods that share its value are on one machine. */
export const HOSTNAME = 'kubernetes.io/hostname';
/** The greatest weight that a preference can have. */
export const MAX_WEIGHT = 100;

/** How a pod is brought beside others. */
export interface PodTerm {
  readonly selector: PodSelector;
  readonly isRequired: boolean;
  /** The weight of a preference, from 1 to 100. */
  readonly weight?: number;
  readonly topologyKey?: string;
  /** The namespace of the others; that of the pod unless it is given. */
  readonly namespace?: string;
}

/** The affinity that these terms make; undefined if there are none. */
export function podAffinity(terms: readonly PodTerm[]): Data | undefined {
  if (terms.length === 0) return undefined;
  const required = terms.filter(({ isRequired }) => isRequired).map(termOf);
  const preferred = terms
    .filter(({ isRequired }) => !isRequired)
    .map((term) => ({ weight: term.weight ?? MAX_WEIGHT, podAffinityTerm: termOf(term) }));
  return {
    podAffinity: {
      ...(required.length > 0 ? { [REQUIRED_TERMS]: required } : {}),
      ...(preferred.length > 0 ? { [PREFERRED_TERMS]: preferred } : {}),
    },
  };
}

/**
 * The affinity to one node by its name, as the PVCViewer controller writes it unless it is
 * required. The label `key` has the name.
 */
export function nodeAffinity(nodeName: string, isRequired: boolean, key: string = HOSTNAME): Data {
  const selector = { matchExpressions: [{ key, operator: 'In', values: [nodeName] }] };
  return {
    nodeAffinity: isRequired
      ? { [REQUIRED_TERMS]: { nodeSelectorTerms: [selector] } }
      : { [PREFERRED_TERMS]: [{ weight: MAX_WEIGHT, preference: selector }] },
  };
}

/**
 * Both affinities together: lists of terms are joined, and a term that is there already is not
 * added again. Node selector terms of which any one suffices are each narrowed by what is added.
 */
export function mergeAffinity(given: Data | undefined, added: Data | undefined): Data | undefined {
  if (!isFields(given) || Object.keys(given).length === 0) return added ?? given;
  if (added === undefined) return given;
  const merged: Record<string, unknown> = { ...given };
  for (const [kind, terms] of Object.entries(added)) {
    // Null is as good as nothing to the API server.
    if (!isFields(terms)) continue;
    const own = isFields(given[kind]) ? given[kind] : {};
    const joined: Record<string, unknown> = { ...own };
    for (const [list, more] of Object.entries(terms)) {
      if (Array.isArray(more)) {
        joined[list] = union(own[list], more);
      } else if (isFields(more) && Array.isArray(more.nodeSelectorTerms)) {
        joined[list] = narrowed(own[list], more.nodeSelectorTerms);
      }
    }
    merged[kind] = joined;
  }
  return merged;
}

/** A pod spec with an affinity beside its own; the same spec if its own cannot be merged. */
export function withTerms(spec: unknown, added: Data): unknown {
  return isFields(spec) && unmergeable(spec.affinity).length === 0
    ? { ...spec, affinity: mergeAffinity(spec.affinity as Data | undefined, added) }
    : spec;
}

/**
 * Whether pods with these labels are such as all required terms of pod affinity are for: the
 * scheduler counts only a pod that meets all of them, so a further term for other pods is never
 * met. Selectors by expressions are not looked at.
 */
export function meetsRequired(affinity: unknown, podLabels: Labels): boolean {
  return requiredTerms(affinity).every((term: unknown) => {
    const selector = isFields(term) && isFields(term.labelSelector) ? term.labelSelector : {};
    const wanted = isFields(selector.matchLabels) ? Object.entries(selector.matchLabels) : [];
    return wanted.length > 0 && wanted.every(([label, value]) => podLabels[label] === value);
  });
}

/** Whether an affinity requires other pods. */
export function hasRequired(affinity: unknown): boolean {
  return requiredTerms(affinity).length > 0;
}

function requiredTerms(affinity: unknown): readonly unknown[] {
  const podAffinityOf =
    isFields(affinity) && isFields(affinity.podAffinity) ? affinity.podAffinity : {};
  const required = podAffinityOf[REQUIRED_TERMS];
  return Array.isArray(required) ? required : [];
}

/**
 * Where an affinity is none, so that nothing can be added to it: the paths of the fields that are
 * something else.
 */
export function unmergeable(
  affinity: unknown,
): { readonly path: string; readonly value: unknown; readonly wanted: 'a map' | 'a list' }[] {
  if (affinity === undefined || affinity === null) return [];
  if (!isFields(affinity)) return [{ path: '', value: affinity, wanted: 'a map' }];
  return ['nodeAffinity', 'podAffinity'].flatMap((kind) => {
    const own = affinity[kind];
    if (own === undefined || own === null) return [];
    if (!isFields(own)) return [{ path: kind, value: own, wanted: 'a map' as const }];
    return [REQUIRED_TERMS, PREFERRED_TERMS].flatMap((list) => {
      const terms = own[list];
      const isMap = kind === 'nodeAffinity' && list === REQUIRED_TERMS;
      if (
        terms === undefined ||
        terms === null ||
        (isMap ? isFields(terms) : Array.isArray(terms))
      ) {
        return [];
      }
      return [
        {
          path: `${kind}.${list}`,
          value: terms,
          wanted: isMap ? ('a map' as const) : ('a list' as const),
        },
      ];
    });
  });
}

function termOf({ selector, topologyKey = HOSTNAME, namespace }: PodTerm): Data {
  return {
    labelSelector: selector,
    ...(namespace === undefined ? {} : { namespaces: [namespace] }),
    topologyKey,
  };
}

function union(given: unknown, more: unknown): unknown[] {
  const all = Array.isArray(given) ? [...(given as unknown[])] : [];
  const seen = new Set(all.map(stableJson));
  for (const one of valuesOf(more)) {
    if (!seen.has(stableJson(one))) all.push(one);
  }
  return all;
}

/** Terms are alternatives: what is required besides has to hold in each of them. */
function narrowed(given: unknown, added: readonly Data[]): Data {
  const own =
    isFields(given) && Array.isArray(given.nodeSelectorTerms)
      ? (given.nodeSelectorTerms as Data[])
      : [];
  if (own.length === 0) return { nodeSelectorTerms: added };
  return { nodeSelectorTerms: own.flatMap((term) => added.map((other) => bothTerms(term, other))) };
}

/** Terms are for nodes that meet all that is in them. An empty one is for no node, and stays so. */
function bothTerms(term: Data, other: Data): Data {
  const empty = [term, other].find(isEmptyTerm);
  if (empty !== undefined) return empty;
  const lists = ['matchExpressions', 'matchFields'].filter(
    (list) => Array.isArray(term[list]) || Array.isArray(other[list]),
  );
  return {
    ...term,
    ...Object.fromEntries(lists.map((list) => [list, union(term[list], other[list])])),
  };
}

function isEmptyTerm(term: unknown): boolean {
  return (
    !isFields(term) ||
    Object.values(term).every((list) => !Array.isArray(list) || list.length === 0)
  );
}
