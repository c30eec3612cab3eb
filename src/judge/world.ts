/**
 * The world that an object is judged in: all objects that were given, who mounts what among them,
 * and the target.
 */
import { DriverFacts, Drivers, TargetFacts, targetFacts } from '../facts';
import {
  addTo,
  Fields,
  fieldsOf,
  isClusterScoped,
  isFields,
  isStored,
  kindKey as kindKeyOf,
  lazily,
  WorkloadKind,
  WorkloadKinds,
  workloadKinds,
  textOf,
} from '../kube';
import { coverOf, ReadOut } from '../read-out';
import {
  ByName,
  Claim,
  readTopology,
  Topology,
  TopologyOptions,
  TopologySource,
  Workload,
} from '../topology';
import { driversAmong } from './drivers';
import { PlacedObject, Surroundings } from './surroundings';

export interface JudgedObject extends PlacedObject {
  /** `group/Kind`: `apps/Deployment`, `/Pod`. */
  readonly kindKey: string;
  /**
   * Its own, or that of the objects that name none; undefined cluster-scoped, and if nobody says
   * it.
   */
  readonly namespace?: string;
  readonly labels: Fields;
  readonly annotations: Fields;
  /** Whether a check has found already what is wrong with it by itself. */
  readonly isAsBuilt?: boolean;
  /** How the topology reads it, if it makes pods. */
  readonly workload?: Workload;
  /** What is known of its kind, if it makes pods. */
  readonly workloadKind?: WorkloadKind;
  /** The path of its pod spec, if it makes pods: `spec.template.spec`; `spec` for a Pod. */
  readonly podPath?: string;
}

/** All that rules can ask for. */
export interface World extends Surroundings {
  readonly target: TargetFacts;
  /** What lives in the cluster, with what the objects replace; undefined if nobody says it. */
  readonly cluster?: ReadOut;
  /** Definitions of custom kinds that are no objects of the input. */
  readonly definitions: readonly Fields[];
  /** All objects, in the order in which they were given. */
  readonly objects: readonly JudgedObject[];
  /** The objects of a kind, `group/Kind`. */
  ofKind(kindKey: string): readonly JudgedObject[];
  /** The objects of that identity: several, if it appears twice. */
  find(kindKey: string, namespace: string | undefined, name: string): readonly JudgedObject[];
  /**
   * The object that a workload of the topology, or a claim that somebody declares, was read from.
   */
  objectOf(read: Workload | Claim): JudgedObject | undefined;
  /**
   * What is known of a driver: what its CSIDriver object among the objects says, then what the
   * target and the library know.
   */
  driver(name: string | undefined): DriverFacts | undefined;
  /**
   * Whether the cluster has none of what is not among the objects: of that kind, in that namespace
   * or in any. The read-out tells it, or what was read from a server in its place.
   */
  covers(kindKey: string, namespace?: string): boolean;
  /**
   * Computed once for this world, whoever asks: an index that several rules or objects share. The
   * function itself is what it is known by.
   */
  once<T>(compute: (world: World) => T): T;
}

/** What is computed of a key, such as a workload, once in each world. */
export function onceInWorld<K, V>(
  compute: (key: K, world: World) => V,
): (key: K, world: World) => V {
  const known = () => new Map<K, V>();
  return (key, world) => {
    const answers = world.once(known);
    if (!answers.has(key)) answers.set(key, compute(key, world));
    return answers.get(key)!;
  };
}

/** How a world is read. */
interface WorldOptions extends TopologyOptions {
  /** What lives in the cluster; what of it is to be found has to be among the objects as well. */
  readonly cluster?: ReadOut;
  /** Definitions of custom kinds beside the objects. */
  readonly definitions?: readonly Fields[];
}

/** Reads a world. What is not an object is passed over; lists are to be unpacked before. */
export function readWorld(
  sources: readonly TopologySource[],
  target: TargetFacts = targetFacts(),
  options: WorldOptions = {},
): World {
  return new ReadWorld(sources, target, options);
}

class ReadWorld implements World {
  public readonly topology: Topology;
  public readonly objects: readonly JudgedObject[];
  public readonly driver: Drivers;
  public readonly cluster?: ReadOut;
  public readonly definitions: readonly Fields[];
  public readonly covers: World['covers'];
  private readonly byKind = new Map<string, JudgedObject[]>();
  /** Of the kinds that somebody has asked for by a name. */
  private readonly byName = new Map<string, ByName<JudgedObject[]>>();
  private readonly byWorkload = lazily(() => {
    const makers = new Map<object, JudgedObject>();
    for (const object of this.objects) if (object.workload) makers.set(object.manifest, object);
    return makers;
  });
  private readonly computed = new Map<unknown, unknown>();

  constructor(
    sources: readonly TopologySource[],
    public readonly target: TargetFacts,
    { namespace, workloadKinds: registered, cluster, definitions = [] }: WorldOptions,
  ) {
    this.topology = readTopology(sources, {
      namespace,
      workloadKinds: registered,
      defaultStorageClassName: () => target.defaultStorageClassName,
    });
    this.driver = driversAmong(this.topology, target);
    const cover = lazily(() => coverOf(this.objects.filter(({ manifest }) => isStored(manifest))));
    this.cluster = cluster;
    this.definitions = definitions;
    this.covers = (kindKey, own) => (cluster ?? cover()).covers(kindKey, own);
    const workloads = new Map(
      this.topology.workloads.map((workload) => [workload.manifest as object, workload]),
    );
    const kinds = workloadKinds(registered);
    const objects: JudgedObject[] = [];
    for (const source of sources) {
      const object = readObject(source, namespace, workloads.get(source.manifest), kinds);
      if (object) objects.push(object);
    }
    this.objects = objects;
    for (const object of this.objects) addTo(this.byKind, object.kindKey, object);
  }

  public ofKind(kindKey: string): readonly JudgedObject[] {
    return this.byKind.get(kindKey) ?? [];
  }

  public find(
    kindKey: string,
    namespace: string | undefined,
    name: string,
  ): readonly JudgedObject[] {
    return this.namesOf(kindKey).get(namespace, name) ?? [];
  }

  public objectOf(read: Workload | Claim): JudgedObject | undefined {
    if ('manifest' in read) return this.byWorkload().get(read.manifest);
    return this.find('/PersistentVolumeClaim', read.namespace, read.name)[0];
  }

  public once<T>(compute: (world: World) => T): T {
    const known = this.computed.get(compute);
    if (known !== undefined || this.computed.has(compute)) return known as T;
    const computed = compute(this);
    this.computed.set(compute, computed);
    return computed;
  }

  private namesOf(kindKey: string): ByName<JudgedObject[]> {
    let names = this.byName.get(kindKey);
    if (names) return names;
    this.byName.set(kindKey, (names = new ByName<JudgedObject[]>()));
    for (const object of this.ofKind(kindKey)) {
      const others = names.get(object.namespace, object.name);
      if (others) others.push(object);
      else names.add(object.namespace, object.name, [object]);
    }
    return names;
  }
}

function readObject(
  { key, manifest, isAsBuilt }: TopologySource,
  fallback: string | undefined,
  workload: Workload | undefined,
  kinds: WorkloadKinds,
): JudgedObject | undefined {
  if (!isFields(manifest)) return undefined;
  const { apiVersion, kind } = manifest;
  if (typeof apiVersion !== 'string' || typeof kind !== 'string') return undefined;
  const { name, namespace, labels, annotations } = fieldsOf(manifest.metadata);
  const own = typeof namespace === 'string' && namespace !== '' ? namespace : fallback;
  const kindKey = kindKeyOf(apiVersion, kind);
  return {
    key,
    apiVersion,
    kind,
    kindKey,
    name: textOf(name),
    namespace: isClusterScoped(apiVersion, kind) ? undefined : own,
    labels: fieldsOf(labels),
    annotations: fieldsOf(annotations),
    manifest,
    isAsBuilt,
    workload,
    workloadKind: workload && kinds.get(kindKey),
    podPath: workload?.podPath,
  };
}
