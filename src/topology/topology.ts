/** The topology: an index of objects, made in one pass, which knows who mounts what. */
import { dataOf, someText } from './data';
import { kindKey, lazily, WorkloadKind, textOf, CLASS_ANNOTATION, NO_PROVISIONER } from '../kube';
import { ByName } from './lookup/by-name';
import { Consumers } from './lookup/consumers';
import { Services } from './lookup/services';
import { Volumes } from './lookup/volumes';
import {
  Claim,
  ClassOfClaim,
  Consumer,
  CsiDriver,
  Labels,
  PersistentVolume,
  Service,
  StorageClass,
  TopologySource,
  UndeclaredClaim,
  Workload,
} from './model';
import { SortedObjects, sortObjects } from './objects';
import { readService } from './read-service';
import {
  defaultClassOf,
  readClaim,
  readCsiDriver,
  readPersistentVolume,
  readStorageClass,
} from './read-storage';
import { readWorkload } from './read-workload';

/** How objects are read. */
export interface TopologyOptions {
  /** Kinds that make pods, beside those of Kubernetes and Kubeflow's Notebook. */
  readonly workloadKinds?: readonly WorkloadKind[];
  /** The namespace of objects that name none. */
  readonly namespace?: string;
  /**
   * The class of claims that name none, by where they are from, unless a class among the objects
   * says that it is the default one.
   */
  readonly defaultStorageClassName?: (key: string) => string | undefined;
}

/**
 * What the class of a claim depends on; `key` says where it is from, for the default class of that
 * place.
 */
export type ClaimLike = Pick<Claim, 'spec' | 'annotations'> & Partial<Pick<Claim, 'key'>>;

/**
 * Who mounts what, as far as the objects tell. A namespace that is undefined stands for objects
 * that name none. Of two objects with the same name the first is found by it; both are listed, and
 * both are consumers.
 */
export interface Topology {
  /** All workloads, in the order of the objects. */
  readonly workloads: readonly Workload[];
  /** All declared claims, in the order of the objects. */
  readonly claims: readonly Claim[];
  readonly persistentVolumes: readonly PersistentVolume[];
  readonly storageClasses: readonly StorageClass[];
  readonly csiDrivers: readonly CsiDriver[];
  readonly services: readonly Service[];
  workload(
    apiVersion: string,
    kind: string,
    namespace: string | undefined,
    name: string,
  ): Workload | undefined;
  /** The workload that was read from there; of several, as in a list, the first. */
  workloadAt(key: string): Workload | undefined;
  /**
   * A claim by its name: declared, of a claim template, or ephemeral of a pod whose name is known.
   */
  claim(namespace: string | undefined, name: string): Claim | undefined;
  /** The workloads that use a claim, each once, in the order of the objects. */
  consumersOf(namespace: string | undefined, claimName: string): readonly Consumer[];
  /**
   * The access modes of a claim: its own, else those of its persistent volume; undefined if nothing
   * is known.
   */
  accessModesOf(namespace: string | undefined, claimName: string): readonly string[] | undefined;
  /**
   * The persistent volume of a claim: the one that it names, unless that is reserved for another,
   * or else the one that is reserved for it.
   */
  volumeOf(namespace: string | undefined, claimName: string): PersistentVolume | undefined;
  /** The class of a claim; undefined if the claim is not known. */
  classOf(namespace: string | undefined, claimName: string): ClassOfClaim | undefined;
  /**
   * The class that a claim of this spec and these annotations gets: for templates, whose claims are
   * not known by their names.
   */
  classFor(claim: ClaimLike): ClassOfClaim;
  /**
   * The CSI driver of a claim's volume, or else the provisioner of its class; undefined if its
   * volume is of another kind, or made by hand.
   */
  driverOf(namespace: string | undefined, claimName: string): string | undefined;
  /** Declared claims that no workload has among its volumes. */
  unmountedClaims(): readonly Claim[];
  /** Claims that workloads name and nobody declares, nor do pods make them. */
  undeclaredClaims(): readonly UndeclaredClaim[];
  /** The CSIDriver object of that name. */
  csiDriver(name: string): CsiDriver | undefined;
  /**
   * The services of a namespace whose selector these labels satisfy; only the first of them, if
   * `most` says how many will do.
   */
  servicesSelecting(
    namespace: string | undefined,
    podLabels: Labels,
    most?: number,
  ): readonly Service[];
}

/**
 * Reads any objects. Never throws; what is not an object, or none of these kinds, is passed over.
 */
export function readTopology(
  sources: Iterable<TopologySource>,
  options: TopologyOptions = {},
): Topology {
  const namespace = someText(options.namespace);
  return new ReadTopology(
    sortObjects(sources, options.workloadKinds ?? [], namespace),
    namespace,
    options.defaultStorageClassName,
  );
}

/** A topology of which each part is read when something asks for it. */
class ReadTopology implements Topology {
  private readonly readWorkloads = lazily(() => this.objects.workloads.map(readWorkload));
  private readonly allWorkloads = lazily(() =>
    this.readWorkloads().map(({ workload }) => workload),
  );
  private readonly allClaims = lazily(() =>
    this.objects.claims.map(({ key, name, namespace, metadata, manifest }) =>
      readClaim(
        {
          key,
          name,
          namespace,
          origin: 'declared',
          spec: dataOf(manifest.spec),
          metadata,
          status: manifest.status,
        },
        this.volumes().reservedFor(namespace, name),
      ),
    ),
  );
  private readonly allVolumes = lazily(() =>
    this.objects.persistentVolumes.map(readPersistentVolume),
  );
  private readonly allClasses = lazily(() => this.objects.storageClasses.map(readStorageClass));
  private readonly allDrivers = lazily(() => this.objects.csiDrivers.map(readCsiDriver));
  private readonly allServices = lazily(() =>
    this.objects.services.flatMap((one) => readService(one) ?? []),
  );

  private readonly byIdentity = lazily(() => workloadsByIdentity(this.workloads));
  private readonly byKey = lazily(() => firstBy(this.workloads, ({ key }) => key));
  private readonly classesByName = lazily(() => firstBy(this.storageClasses, ({ name }) => name));
  private readonly driversByName = lazily(() => firstBy(this.csiDrivers, ({ name }) => name));
  private readonly defaultClass = lazily(() => defaultClassOf(this.storageClasses));
  private readonly consumers = lazily(() => new Consumers(this.readWorkloads()));
  private readonly volumes = lazily(() => new Volumes(this.persistentVolumes));
  private readonly servicesByLabel = lazily(() => new Services(this.services));
  /** Declared claims, and those of templates that were asked for. */
  private readonly knownClaims = lazily(() => {
    const known = new ByName<Claim>();
    for (const claim of this.claims) known.add(claim.namespace, claim.name, claim);
    return known;
  });
  private readonly withoutConsumers = lazily(() =>
    this.claims.filter(({ namespace, name }) => this.consumersOf(namespace, name).length === 0),
  );
  private readonly withoutDeclaration = lazily(() =>
    this.workloads.flatMap((workload) => this.undeclaredOf(workload)),
  );

  constructor(
    private readonly objects: SortedObjects,
    private readonly namespace: string | undefined,
    private readonly defaultClassName: (key: string) => string | undefined = () => undefined,
  ) {}

  public get workloads(): readonly Workload[] {
    return this.allWorkloads();
  }

  public get claims(): readonly Claim[] {
    return this.allClaims();
  }

  public get persistentVolumes(): readonly PersistentVolume[] {
    return this.allVolumes();
  }

  public get storageClasses(): readonly StorageClass[] {
    return this.allClasses();
  }

  public get csiDrivers(): readonly CsiDriver[] {
    return this.allDrivers();
  }

  public get services(): readonly Service[] {
    return this.allServices();
  }

  public workload(
    apiVersion: string,
    kind: string,
    namespace: string | undefined,
    name: string,
  ): Workload | undefined {
    return this.byIdentity()
      .get(kindKey(textOf(apiVersion), textOf(kind)))
      ?.get(this.meant(namespace), name);
  }

  public workloadAt(key: string): Workload | undefined {
    return this.byKey().get(key);
  }

  public claim(namespace: string | undefined, name: string): Claim | undefined {
    const space = this.meant(namespace);
    return this.knownClaims().get(space, name) ?? this.madeClaim(space, textOf(name));
  }

  public consumersOf(namespace: string | undefined, claimName: string): readonly Consumer[] {
    return this.consumers().of(this.meant(namespace), textOf(claimName));
  }

  public accessModesOf(
    namespace: string | undefined,
    claimName: string,
  ): readonly string[] | undefined {
    const own = this.claim(namespace, claimName)?.accessModes ?? [];
    if (own.length > 0) return own;
    const ofVolume = this.volumeOf(namespace, claimName)?.accessModes ?? [];
    return ofVolume.length > 0 ? ofVolume : undefined;
  }

  public volumeOf(namespace: string | undefined, claimName: string): PersistentVolume | undefined {
    const claim = this.claim(namespace, claimName);
    return claim && someText(claim.spec.volumeName) !== undefined
      ? this.volumes().namedBy(claim)
      : this.volumes().reservedFor(this.meant(namespace), claimName);
  }

  public classOf(namespace: string | undefined, claimName: string): ClassOfClaim | undefined {
    const claim = this.claim(namespace, claimName);
    return claim && this.classFor(claim);
  }

  public classFor({ key = '', spec, annotations }: ClaimLike): ClassOfClaim {
    // That it is there counts, even if it is empty.
    if (Object.hasOwn(annotations, CLASS_ANNOTATION)) {
      return this.namedClass(annotations[CLASS_ANNOTATION], 'annotation');
    }
    if (typeof spec.storageClassName === 'string') {
      return this.namedClass(spec.storageClassName, 'spec');
    }
    const storageClass = this.defaultClass();
    if (storageClass) return { name: storageClass.name, from: 'default', storageClass };
    const named = someText(this.defaultClassName(key));
    return named === undefined ? { from: 'default' } : this.namedClass(named, 'default');
  }

  public driverOf(namespace: string | undefined, claimName: string): string | undefined {
    const volume = this.volumeOf(namespace, claimName);
    if (volume) return volume.driver;
    const provisioner = someText(this.classOf(namespace, claimName)?.storageClass?.provisioner);
    return provisioner === NO_PROVISIONER ? undefined : provisioner;
  }

  public csiDriver(name: string): CsiDriver | undefined {
    return this.driversByName().get(name);
  }

  public unmountedClaims(): readonly Claim[] {
    return this.withoutConsumers();
  }

  public undeclaredClaims(): readonly UndeclaredClaim[] {
    return this.withoutDeclaration();
  }

  public servicesSelecting(
    namespace: string | undefined,
    podLabels: Labels,
    most?: number,
  ): readonly Service[] {
    return this.servicesByLabel().selecting(
      this.meant(namespace),
      dataOf(podLabels) as Labels,
      most,
    );
  }

  /**
   * The namespace of objects, where one is asked for: those that name none may have been given one.
   */
  private meant(namespace: string | undefined): string | undefined {
    return someText(namespace) ?? this.namespace;
  }

  private namedClass(name: string, from: ClassOfClaim['from']): ClassOfClaim {
    const storageClass = this.classesByName().get(name);
    return storageClass ? { name, from, storageClass } : { name, from };
  }

  private madeClaim(namespace: string | undefined, name: string): Claim | undefined {
    const maker = this.consumers().makerOf(namespace, name);
    if (!maker) return undefined;
    const {
      workload: { key, selector },
      use: { origin, template = {}, templateMetadata = {} },
    } = maker;
    // A StatefulSet's claims get the labels that it selects its pods by.
    const moreLabels = origin === 'template' ? selector?.matchLabels : undefined;
    const words = {
      key,
      name,
      namespace,
      origin,
      spec: template,
      metadata: templateMetadata,
      moreLabels,
    };
    const claim = readClaim(words, this.volumes().reservedFor(namespace, name));
    this.knownClaims().add(namespace, name, claim);
    return claim;
  }

  private undeclaredOf(workload: Workload): UndeclaredClaim[] {
    return workload.claims.flatMap((use) => {
      const { origin, claimName } = use;
      if (
        origin !== 'declared' ||
        claimName === undefined ||
        this.claim(workload.namespace, claimName)
      ) {
        return [];
      }
      return [{ workload, use, claimName }];
    });
  }
}

function workloadsByIdentity(
  workloads: readonly Workload[],
): ReadonlyMap<string, ByName<Workload>> {
  const kinds = new Map<string, ByName<Workload>>();
  for (const workload of workloads) {
    const key = kindKey(workload.apiVersion, workload.kind);
    let names = kinds.get(key);
    if (!names) kinds.set(key, (names = new ByName<Workload>()));
    names.add(workload.namespace, workload.name, workload);
  }
  return kinds;
}

function firstBy<T>(values: readonly T[], keyOf: (value: T) => string): ReadonlyMap<string, T> {
  const first = new Map<string, T>();
  for (const value of values) if (!first.has(keyOf(value))) first.set(keyOf(value), value);
  return first;
}
