/**
 * Required terms of the affinities of a workload: whom its pods must be beside, and whom they must
 * not.
 */
import { World } from '../../judge';
import { addTo, stableJson } from '../../kube';
import { Fields, fieldsOf, isGiven, listOf, selects, textOf, textsOf } from '../../object';
import { Workload } from '../../topology';

const OF_REVISION = ['pod-template-hash', 'controller-revision-hash'];
const NAME_OF_NAMESPACE = 'kubernetes.io/metadata.name';

export interface Term {
  readonly topologyKey: string;
  /** Equal for terms that are for the same pods. */
  readonly id: string;
  readonly labelSelector: unknown;
  /** The namespaces of the pods; undefined for all. */
  readonly namespaces?: ReadonlySet<string>;
  readonly sameLabels: readonly string[];
  readonly otherLabels: readonly string[];
}

/** Whether the values of a label are those of one version of a workload. */
export function isOfRevision(label: string): boolean {
  return OF_REVISION.includes(label);
}

export function requiredTerms(
  { podSpec, namespace }: Workload,
  kind: 'podAffinity' | 'podAntiAffinity',
  world: World,
): readonly Term[] {
  const { requiredDuringSchedulingIgnoredDuringExecution: required } = fieldsOf(
    fieldsOf(podSpec.affinity)[kind],
  );
  return listOf(required).map((term) => {
    const namespaces = namespacesOf(term, namespace, world);
    const sameLabels = textsOf(term.matchLabelKeys);
    const otherLabels = textsOf(term.mismatchLabelKeys);
    return {
      topologyKey: textOf(term.topologyKey),
      id: stableJson([
        term.labelSelector ?? null,
        namespaces ? [...namespaces].sort() : null,
        sameLabels,
        otherLabels,
      ]),
      labelSelector: term.labelSelector,
      namespaces,
      sameLabels,
      otherLabels,
    };
  });
}

/**
 * Whether the term of a workload is for the pods of another; of the same workload, for those of the
 * same version or of the one before.
 */
export function isFor(
  term: Term,
  owner: Workload,
  other: Workload,
  isOtherVersion = false,
): boolean {
  if (term.namespaces && !term.namespaces.has(other.namespace ?? '')) return false;
  if (!selects(term.labelSelector, other.podLabels)) return false;
  const isSame = (label: string) =>
    isOfRevision(label)
      ? owner === other && !isOtherVersion
      : owner.podLabels[label] === other.podLabels[label];
  // A label that the pod does not have itself is passed over.
  const has = (label: string) => isOfRevision(label) || Object.hasOwn(owner.podLabels, label);
  return term.sameLabels.filter(has).every(isSame) && !term.otherLabels.filter(has).some(isSame);
}

/**
 * The workloads whose pods a term is for, that of the owner among them; undefined if they are too
 * many to be looked at.
 */
export function podsFor(
  term: Term,
  owner: Workload,
  world: World,
): readonly Workload[] | undefined {
  const { byLabel, all } = world.once(indexPods);
  const labels = Object.entries(fieldsOf(fieldsOf(term.labelSelector).matchLabels));
  const lists = labels.map(([label, value]) => byLabel.get(pairKey(label, value)) ?? []);
  const candidates = lists.reduce<readonly Workload[]>(
    (fewest, one) => (one.length < fewest.length ? one : fewest),
    all,
  );
  const looked = world.once(countLooks);
  looked.count += candidates.length;
  if (looked.count > looked.most) return undefined;
  return candidates.filter((one) => isFor(term, owner, one));
}

interface PodIndex {
  readonly byLabel: ReadonlyMap<string, readonly Workload[]>;
  readonly all: readonly Workload[];
}

function indexPods({ topology: { workloads } }: World): PodIndex {
  const byLabel = new Map<string, Workload[]>();
  for (const workload of workloads) {
    for (const [label, value] of Object.entries(workload.podLabels)) {
      const key = pairKey(label, value);
      addTo(byLabel, key, workload);
    }
  }
  return { byLabel, all: workloads };
}

/**
 * How many pods were compared with terms: with terms for all pods in all workloads, that would be
 * the square.
 */
function countLooks({ topology: { workloads } }: World): { count: number; readonly most: number } {
  return { count: 0, most: 50_000 + 20 * workloads.length };
}

function pairKey(label: string, value: unknown): string {
  return JSON.stringify([label, value]);
}

function namespacesOf(
  { namespaces, namespaceSelector }: Fields,
  own: string | undefined,
  world: World,
): ReadonlySet<string> | undefined {
  const named = textsOf(namespaces);
  if (!isGiven(namespaceSelector)) return new Set(named.length > 0 ? named : [own ?? '']);
  if (Object.keys(fieldsOf(namespaceSelector)).length === 0) return undefined;
  return new Set([
    ...named,
    ...world
      .once(labelsOfNamespaces)
      .filter(({ labels }) => selects(namespaceSelector, labels))
      .map(({ name }) => name),
  ]);
}

/** The namespaces that are there, or that something is in, with their labels. */
function labelsOfNamespaces(
  world: World,
): readonly { readonly name: string; readonly labels: Fields }[] {
  const labels = new Map<string, Fields>();
  for (const { namespace } of world.topology.workloads) labels.set(namespace ?? '', {});
  for (const one of world.ofKind('/Namespace')) labels.set(one.name, one.labels);
  return [...labels].map(([name, own]) => ({
    name,
    labels: { [NAME_OF_NAMESPACE]: name, ...own },
  }));
}
