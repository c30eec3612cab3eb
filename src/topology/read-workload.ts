/** A workload as it is written: its pods' labels, how many there are, and what they mount. */
import { countOf, dataAt, dataOf, itemsOf, someText, textFieldsOf, wantedLabels } from './data';
import { isPodKind, WorkloadKind, workloadKey, textOf } from '../kube';
import { Data, Labels, PodSelector, Workload } from './model';
import { WorkloadObject } from './objects';
import { readClaimUses } from './read-claim-uses';
import { readMounts } from './read-mounts';

/**
 * How the names of the pods come about: the workload's own, one for each ordinal, or nobody knows.
 */
type PodNaming = 'own' | 'ordinal' | 'random';

export interface ReadWorkload {
  readonly workload: Workload;
  readonly naming: PodNaming;
}

export function readWorkload({ object, kind }: WorkloadObject): ReadWorkload {
  const { key, apiVersion, name, namespace, manifest } = object;
  const template = dataAt(manifest, kind.templatePath);
  const podSpec = dataOf(template.spec);
  const naming = namingOf(kind);
  const ownLabels = textFieldsOf(
    kind.podLabelsPath ? dataAt(manifest, kind.podLabelsPath) : dataOf(template.metadata).labels,
  );
  const selector = selectorOf(manifest, kind, ownLabels);
  const replicas = replicasOf(object.metadata, manifest, kind);
  const firstOrdinal =
    naming === 'ordinal' ? (countOf(dataAt(manifest, ['spec', 'ordinals']).start) ?? 0) : 0;
  const mounts = readMounts(podSpec);
  const claimTemplates =
    naming === 'ordinal' ? dataOf(manifest.spec).volumeClaimTemplates : undefined;
  const workload: Workload = {
    key,
    apiVersion,
    kind: object.kind,
    name,
    namespace,
    podLabels: withNameLabels(ownLabels, name, manifest, kind),
    selector,
    replicas,
    firstOrdinal,
    isBatch:
      kind.isBatch === true ||
      (naming === 'own' && ['Never', 'OnFailure'].includes(textOf(podSpec.restartPolicy))),
    nodeName: someText(podSpec.nodeName),
    podSpec,
    podPath: [...kind.templatePath, 'spec'].join('.'),
    mounts,
    claims: readClaimUses(
      podSpec,
      claimTemplates,
      mounts,
      onlyPod(name, naming, replicas, firstOrdinal),
    ),
    manifest,
  };
  return { workload, naming };
}

function namingOf(kind: WorkloadKind): PodNaming {
  if (isPodKind(kind)) return 'own';
  return kind.isStateful === true ? 'ordinal' : 'random';
}

function onlyPod(
  name: string,
  naming: PodNaming,
  replicas: number | undefined,
  firstOrdinal: number,
): string | undefined {
  if (name === '' || naming === 'random') return undefined;
  if (naming === 'own') return name;
  return replicas === 1 ? `${name}-${firstOrdinal}` : undefined;
}

/**
 * Labels that are there already stay as they are; a Job whose selector is its author's gets none.
 */
function withNameLabels(own: Labels, name: string, manifest: Data, kind: WorkloadKind): Labels {
  if (!kind.nameLabels || name === '') return own;
  const isManual =
    workloadKey(kind) === 'batch/Job' && dataOf(manifest.spec).manualSelector === true;
  if (isManual) return own;
  return { ...Object.fromEntries(kind.nameLabels.map((label) => [label, name])), ...own };
}

function replicasOf(metadata: Data, manifest: Data, kind: WorkloadKind): number | undefined {
  if (
    kind.stopAnnotation !== undefined &&
    Object.hasOwn(dataOf(metadata.annotations), kind.stopAnnotation)
  ) {
    return 0;
  }
  switch (kind.countedBy) {
    case 'itself':
      return 1;
    case 'nodes':
      return undefined;
    case 'parallelism':
      // The spec of the Job is where its template is.
      return parallelism(dataAt(manifest, kind.templatePath.slice(0, -1)));
    default:
      return countOf(dataOf(manifest.spec).replicas) ?? 1;
  }
}

function parallelism(jobSpec: Data): number {
  return Math.min(countOf(jobSpec.parallelism) ?? 1, countOf(jobSpec.completions) ?? Infinity);
}

function selectorOf(
  manifest: Data,
  kind: WorkloadKind,
  podLabels: Labels,
): PodSelector | undefined {
  if (kind.kind !== 'ReplicationController' || kind.group !== '') {
    return kind.selectorPath && labelSelector(dataAt(manifest, kind.selectorPath));
  }
  const given = dataOf(dataOf(manifest.spec).selector);
  return labelSelector({ matchLabels: Object.keys(given).length > 0 ? given : podLabels });
}

/**
 * A selector that was understood. One that is empty would be for all pods, which none of these
 * kinds can have.
 */
function labelSelector({ matchLabels, matchExpressions }: Data): PodSelector | undefined {
  const labels = wantedLabels(matchLabels ?? {});
  if (labels && matchExpressions === undefined) {
    return Object.keys(labels).length > 0 ? { matchLabels: labels } : undefined;
  }
  const expressions = itemsOf(matchExpressions);
  if (!labels || expressions.length !== ((matchExpressions ?? []) as unknown[]).length) {
    return undefined;
  }
  const hasLabels = Object.keys(labels).length > 0;
  if (!hasLabels && expressions.length === 0) return undefined;
  return {
    ...(hasLabels ? { matchLabels: labels } : {}),
    ...(expressions.length > 0 ? { matchExpressions: expressions } : {}),
  };
}
