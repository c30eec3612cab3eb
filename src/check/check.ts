/**
 * The check of input files: from their texts to everything that is wrong with the objects in them,
 * no matter what made them. Nothing here reads or writes.
 */
import { Acknowledgement, annotatedObject, withoutAcknowledged } from './acknowledge';
import { withoutAlternatives } from './alternatives';
import { TargetFacts } from '../facts';
import { withoutAdded } from './built';
import { SortingCommand, sortSources } from './folders';
import { livingFindings, nameOfLive, otherCluster } from './living';
import { withoutPlaceholders } from './placeholders';
import { strictly } from './strict';
import { readWorld, World } from '../judge';
import { ALL_JUDGES } from '../judges';
import { Fields, isStored, lazily } from '../kube';
import { besideManifests, ReadOut } from '../read-out';
import {
  inOrder,
  judgeDocuments,
  Note,
  objectsOf,
  RENDER_RULES,
  RenderFinding,
  RenderRequest,
  Source,
  understandDocuments,
  withoutSkipped,
  dedupeFindings,
} from '../render';
import { readTopology, Topology } from '../topology';

/** How the input is checked. */
export interface CheckRequest {
  readonly target: TargetFacts;
  /** How the custom resources among it are rendered. */
  readonly render: RenderRequest;
  /** Warnings that are accepted, beside those that annotations of objects accept. */
  readonly acknowledge?: readonly Acknowledgement[];
  /** What lives in the cluster that the input is for. */
  readonly cluster?: ReadOut;
  /** Definitions of custom kinds that the input and the cluster do not define. */
  readonly definitions?: readonly Fields[];
  /** What reads the findings, for what is advised of charts; `check`, unless it is said. */
  readonly command?: SortingCommand;
}

export interface CheckResult {
  /** In the order of the input. */
  readonly findings: readonly RenderFinding[];
  /** What was passed over, since it is not meant for a cluster, and why. */
  readonly notes: readonly Note[];
  /** How many objects there were. */
  readonly objects: number;
  /** How many files have objects, or cannot be read. */
  readonly files: number;
  /** Who mounts what among them; the key of each object is the `objectKey` of findings on it. */
  topology(): Topology;
  /** All that rules can ask for; keys as those of the topology. */
  world(): World;
  /** The files that an object counts among, by its key: its own, and the kustomizations of it. */
  filesOf(key: string): readonly string[];
}

/** What findings on one object have in common. */
export function objectKey({ file, object }: Pick<RenderFinding, 'file' | 'object'>): string {
  return JSON.stringify([file, object]);
}

export function objectOfKey(key: string): { readonly file: string; readonly object: string } {
  const [file, object] = JSON.parse(key) as [string, string];
  return { file, object };
}

/** An object that appears twice is not a mistake here: that is judged by what differs. */
const silent = lazily((): readonly string[] => [
  RENDER_RULES.sameObject.id,
  RENDER_RULES.sameDocument.id,
]);
/** The namespace that kubectl takes where nobody says one. */
export const DEFAULT_NAMESPACE = 'default';

/** Checks what the sources hold. Never throws, whatever they hold. */
export function checkDocuments(
  given: readonly Source[],
  { target, render, acknowledge = [], cluster, definitions, command }: CheckRequest,
): CheckResult {
  const { sources, notes } = sortSources(given, command);
  const namespace = render.namespace ?? DEFAULT_NAMESPACE;
  const options = { namespace, workloadKinds: render.workloadKinds };
  const { entries, resources, findings } = understandDocuments(
    sources,
    { ...render, target, namespace },
    { areListsOpen: true, namespace, hasVariables: true },
  );
  const judged = judgeDocuments(entries, resources, {
    target,
    judges: ALL_JUDGES,
    cluster,
    definitions,
    ...options,
  });
  const strict = judged.map((finding) => strictly(finding, target.minor));
  const { findings: known, notes: skipped } = withoutSkipped([...findings, ...strict], sources);
  // What an operator has made of a resource lives beside it, and is judged as it is.
  const made = new Set(
    [...resources.keys()].filter(({ data }) => isStored(data)).map(({ told }) => objectKey(told)),
  );
  const spoken = known.filter(
    (finding) =>
      !silent().includes(finding.rule) && !(made.size > 0 && made.has(objectKey(finding))),
  );
  const filled = withoutPlaceholders(spoken, entries, target.gitops === 'flux');
  const complete = withoutAdded(filled, entries, sources);
  const kept = withoutAlternatives(dedupeFindings(complete), entries, sources);
  const keyed = () => {
    const objects = objectsOf(entries, resources);
    const beside = cluster
      ? besideManifests(
          cluster,
          objects.map(({ manifest }) => manifest),
          namespace,
        )
      : [];
    return [
      ...objects.map(({ entry, manifest }) => ({ key: objectKey(entry.told), manifest })),
      ...beside.map((one) => ({
        key: objectKey({ file: one.file, object: nameOfLive(one) }),
        manifest: one.manifest,
      })),
    ];
  };
  const places = lazily(
    () => new Map(entries.map(({ told, input }) => [objectKey(told), input.places])),
  );
  const living = cluster ? livingFindings(cluster, target, options) : [];
  return {
    findings: withoutAcknowledged(
      [...inOrder(kept, sources), ...living],
      acknowledge,
      entries.flatMap(annotatedObject),
    ),
    notes: [
      ...notes,
      ...skipped,
      ...(cluster
        ? otherCluster(
            cluster,
            entries.map(({ data }) => data),
          )
        : []),
    ],
    objects: entries.length,
    files: new Set([
      ...entries.map(({ input }) => input.name),
      ...known.flatMap(({ file }) => file ?? []),
    ]).size,
    topology: () => readTopology(keyed(), options),
    world: () => readWorld(keyed(), target, { ...options, cluster }),
    filesOf: (key) => places().get(key) ?? [objectOfKey(key).file],
  };
}
