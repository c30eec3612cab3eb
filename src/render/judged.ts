/**
 * Findings of the rules on objects in documents: on objects that pass through, and on those that
 * custom resources stand for.
 */
import { Entry, KubernetesObject, RenderFinding } from './entries';
import { Resource } from './surroundings';
import { TargetFacts } from '../facts';
import { dedupe, Restated } from '../findings';
import { judge, Judge, readWorld } from '../judge';
import { belowPath, Fields, isFields, itemsOfList, WorkloadKind } from '../kube';
import { besideManifests, ReadOut } from '../read-out';
import { TopologySource } from '../topology';

interface Judging {
  readonly target: TargetFacts;
  readonly judges: readonly Judge[];
  /** The namespace of objects that name none. */
  readonly namespace?: string;
  /** Kinds that make pods, beside those that are known. */
  readonly workloadKinds?: readonly WorkloadKind[];
  /** What lives in the cluster beside the documents. */
  readonly cluster?: ReadOut;
  /** Definitions of custom kinds beside the documents. */
  readonly definitions?: readonly Fields[];
  /** What becomes of an object before it is written. */
  change?(manifest: Written): Written;
}

type Written = TopologySource['manifest'];

/** Findings on all objects, each at the field that its author wrote. */
export function judgeDocuments(
  entries: readonly Entry[],
  resources: ReadonlyMap<Entry, Resource>,
  { target, judges, change = (one) => one, cluster, ...options }: Judging,
): RenderFinding[] {
  const objects = objectsOf(entries, resources);
  const sources = objects.map(({ manifest }, index) => ({
    key: String(index),
    manifest: change(manifest),
  }));
  const world = readWorld(
    cluster
      ? [
          ...sources,
          ...besideManifests(
            cluster,
            sources.map(({ manifest }) => manifest),
            options.namespace,
          ).map(({ manifest }) => ({ key: BESIDE, manifest })),
        ]
      : sources,
    target,
    { ...options, cluster },
  );
  const asked = cluster && world.objects.filter(({ key }) => key !== BESIDE);
  return judge(world, judges, asked).map(({ construct, ...finding }) => {
    const { entry, index } = objects[Number(construct)];
    if (index === undefined) return entry.at(finding);
    const origins = resources.get(entry)?.neighbour?.rendered.origins;
    const path = finding.path === '' ? undefined : origins?.(belowPath(`[${index}]`, finding.path));
    return entry.at({ ...finding, path: path ?? '' });
  });
}

/** The key of what lives beside documents: nothing is said of it. */
const BESIDE = 'cluster';

/** An object, and what its author wrote. */
export interface WrittenObject {
  readonly entry: Entry;
  readonly manifest: Written;
  /** Which one it is of those that a custom resource stands for. */
  readonly index?: number;
}

/**
 * All objects: those that pass through, the items of lists, and those that custom resources stand
 * for.
 */
export function objectsOf(
  entries: readonly Entry[],
  resources: ReadonlyMap<Entry, Resource>,
): WrittenObject[] {
  const objects: WrittenObject[] = [];
  for (const entry of entries) {
    const resource = resources.get(entry);
    if (!resource) {
      unpack(entry, 0, objects);
      continue;
    }
    (resource.neighbour?.rendered.manifests ?? []).forEach((given, index) => {
      const manifest = given as unknown as TopologySource['manifest'];
      objects.push({ entry, manifest, index });
    });
  }
  return objects;
}

/** The object, and of a list its items, as deep as anybody could mean it. */
function unpack(entry: Entry, depth: number, objects: WrittenObject[]): void {
  const items = depth < 8 ? itemsOfList(entry.data) : undefined;
  if (!items) objects.push({ entry, manifest: entry.data });
  items?.forEach((item, index) => {
    if (!isFields(item)) return;
    unpack(entry.item(item as KubernetesObject, `items[${index}]`), depth + 1, objects);
  });
}

/**
 * Each problem once: two rooms may report one place in the same words, and a rule of a custom
 * resource may restate a rule on its objects.
 */
export function dedupeFindings<T extends RenderFinding>(findings: readonly T[]): T[] {
  const restated = new Restated();
  for (const finding of findings) restated.add(objectOf(finding), finding);
  return dedupe(
    findings.filter((finding) => !restated.has(objectOf(finding), finding)),
    ({ rule, file, line, path, message }) => JSON.stringify([rule, file, line, path, message]),
  );
}

function objectOf({ file, object }: RenderFinding): string {
  return JSON.stringify([file, object]);
}
