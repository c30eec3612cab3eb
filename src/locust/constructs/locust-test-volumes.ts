/**
 * The volumes of a load test, for the master, the workers or both: with a LocustTest, or with two
 * Jobs of one's own.
 */
import { ApiObject } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { Construct, IConstruct } from 'constructs';
import { besideTypes, Finding, FindingsError, show, violation } from '../../findings';
import { Manifest, shortHash, toDnsLabel } from '../../kube';
import { groupGivenTo } from '../../ownership/constructs/app';
import { shapeFindings } from '../../shape';
import { Claim } from '../../storage';
import { GIVE_A_CLAIM, knownClaim } from '../../storage/constructs/known-claim';
import {
  findingsOfTrial,
  lookAgain,
  plainly,
  readInput,
  registerForSynth,
  SynthCheck,
  Tree,
  typed,
} from '../../tree';
import { ownersBeside } from '../check';
import { checkVolumesInput } from '../check-input';
import { SECRET_VOLUME_PREFIX } from '../names';
import { addToPod, checkAddition, checkWorkload, PodAddition } from '../pod-addition';
import { RESULTS_PATH, resultsArgs, resultsMount, ResultsSpec, resultsVolume } from '../results';
import { LOCUST_RULES as RULES } from '../rules';
import { Role, TargetedVolumeMount, VolumeSpec } from '../spec';
import { volumesFor } from '../targets';
import {
  LocustMountOptions,
  LocustPodVolumes,
  LocustResults,
  LocustTestVolumesProps,
} from './locust-volume-options';
import { LocustVolumeMount } from './options';
import {
  MOUNT_SHAPE,
  nameOf,
  plainFindings,
  RESULTS_SHAPE,
  storageFindings,
  volumeFindings,
  VOLUMES_SHAPE,
} from './volume-arguments';

interface VolumesOwner {
  /** Its name without what changes. */
  readonly baseName: string;
  readonly namespace?: string;
  readonly given: {
    readonly volumes: readonly VolumeSpec[];
    readonly mounts: readonly TargetedVolumeMount[];
  };
  /** Told before the volumes change. */
  changing(): void;
}

/** The largest number of a group. */
const MAX_ID = 2 ** 31 - 1;

const SETS: SynthCheck<(tree: Tree) => Finding[]> = {
  id: 'locust/volumes',
  check: (registered, tree) =>
    registered.flatMap(({ construct, value }) =>
      value(tree).map((finding) => ({ ...finding, construct })),
    ),
};

/**
 * The volumes of the master and the workers of a load test, mounted as locust-k8s-operator does it.
 *
 * A pod gets a volume only if it mounts it. Every `LocustTest` has this construct as `volumes`. It
 * can also be used on its own, to add volumes to two Jobs that are not part of a `LocustTest`.
 *
 * @example
 * const volumes = new LocustTestVolumes(chart, 'volumes');
 * const master = new kplus.Job(chart, 'master', {
 *   containers: [{ image: 'registry.example.com/load:7', args: ['--master'] }],
 * });
 * const worker = new kplus.Job(chart, 'worker', {
 *   containers: [{ image: 'registry.example.com/load:7', args: ['--worker'] }],
 * });
 * volumes.keepResults({ storage: Size.gibibytes(1) });
 * volumes.applyTo(master, worker);
 */
export class LocustTestVolumes extends Construct {
  /**
   * Checks the props without creating anything. Use it in tests, and in languages where an
   * exception carries only text.
   * @param scope the chart or construct that the new construct would belong to
   * @param id the id that the new construct would have
   * @param props the props of the new construct
   * @returns all findings: warnings, and the errors that the constructor would throw
   */
  public static check(scope: Construct, id: string, props: LocustTestVolumesProps = {}): Finding[] {
    return findingsOfTrial(scope, id, () => new LocustTestVolumes(scope, id, props));
  }

  private readonly given: (() => {
    volumes: readonly VolumeSpec[];
    mounts: readonly TargetedVolumeMount[];
  })[] = [];
  private readonly names = new Map<kplus.Volume, string>();
  private readonly mounted = new Map<kplus.IStorage, kplus.Volume>();
  private results?: ResultsSpec;
  private owner?: VolumesOwner;

  /**
   * @param scope the chart or construct that it belongs to
   * @param id the id of the construct
   * @param props the initial volumes and mounts
   */
  constructor(scope: Construct, id: string, props: LocustTestVolumesProps = {}) {
    super(scope, id);
    const given = props ?? {};
    readInput<LocustTestVolumesProps>(this, given, {
      shape: VOLUMES_SHAPE,
      early: [],
      check: () => [],
    });
    given.volumes?.forEach((volume) => this.addVolume(volume));
    given.volumeMounts?.forEach((mount) => this.addMount(mount));
    registerForSynth(this, SETS, () => (this.owner ? [] : this.findings()));
  }

  /**
   * Mounts anything that cdk8s-plus or this library can mount: claims, ConfigMaps, Secrets,
   * volumes.
   * @param path the absolute path in the locust containers
   * @param storage what to mount. The same volume can be mounted more than once
   * @param options the pods that mount it, and how
   * @throws if the name of the test was already read and depends on its content
   */
  public mount(path: string, storage: kplus.IStorage, options: LocustMountOptions = {}): void {
    this.refuse([
      ...storageFindings(storage),
      ...shapeFindings(options ?? {}, MOUNT_SHAPE, 'mount'),
    ]);
    // A persistent volume of cdk8s-plus can be asked only once.
    const volume = this.mounted.get(storage) ?? storage.asVolume();
    this.refuse(volumeFindings(volume));
    this.changing();
    this.mounted.set(storage, volume);
    const known = this.names.get(volume);
    const name = known ?? nameInPod(volume);
    this.names.set(volume, name);
    const { target, readOnly, subPath } = options ?? {};
    const mount = {
      name,
      mountPath: path,
      ...(target === undefined ? {} : { target }),
      ...(readOnly === undefined ? {} : { readOnly }),
      ...(subPath === undefined ? {} : { subPath }),
    };
    this.given.push(() => ({
      volumes:
        known === undefined ? [{ ...plainly<VolumeSpec>(volume._toKube(), ['']), name }] : [],
      mounts: [mount],
    }));
  }

  /**
   * Adds a volume in Kubernetes' format. A pod gets it only if it mounts it.
   * @param volume the volume
   * @throws if the name of the test was already read and depends on its content
   */
  public addVolume(volume: kplus.k8s.Volume): void {
    this.refuse(plainFindings(volume, 'volumes'));
    this.changing();
    this.given.push(() => ({ volumes: [plainly<VolumeSpec>(volume, [''])], mounts: [] }));
  }

  /**
   * Adds a volume mount in Kubernetes' format, with the pods that get it.
   * @param mount the mount
   * @throws if the name of the test was already read and depends on its content
   */
  public addMount(mount: LocustVolumeMount): void {
    this.refuse(plainFindings(mount, 'volumeMounts'));
    this.changing();
    this.given.push(() => ({ volumes: [], mounts: [plainly<TargetedVolumeMount>(mount, [''])] }));
  }

  /**
   * Keeps the results of the test: the master mounts a claim and writes its report and statistics
   * to it. They outlive the Jobs. The files are named after the test, so the results of tests with
   * a hash or a run id in their names are kept side by side.
   * @param options what to keep, and where
   * @throws if not exactly one of `claim` and `storage` is set, or if results are already kept
   */
  public keepResults(options: LocustResults): void {
    const {
      claim,
      storage,
      storageClassName,
      html = true,
      csv = true,
      mountPath = RESULTS_PATH,
    } = options ?? {};
    const { fsGroup, setFsGroup } = options ?? {};
    const ofTypes = shapeFindings(options ?? {}, RESULTS_SHAPE, 'keepResults');
    this.refuse([...besideTypes(this.resultsFindings(options ?? {}), ofTypes), ...ofTypes]);
    this.changing();
    const kept =
      claim ??
      new Claim(this, 'Results', {
        name: `${this.baseName()}-results`,
        namespace: this.owner?.namespace,
        accessModes: [kplus.PersistentVolumeAccessMode.READ_WRITE_ONCE],
        storage: storage!,
        storageClassName,
      });
    this.results = {
      claimName: kept.name,
      origin: claim === undefined ? 'made' : isDeclared(claim) ? 'declared' : 'elsewhere',
      mountPath,
      html,
      csv,
      fsGroup: setFsGroup === false ? 'none' : fsGroup,
    };
  }

  /**
   * The volumes and mounts of the master's pod. In a test, they include those of its props, but
   * neither its test files nor its `env.secretMounts`.
   */
  public get master(): LocustPodVolumes {
    return this.podVolumes('master');
  }

  /**
   * The volumes and mounts of the workers' pods. In a test, they include those of its props, but
   * neither its test files nor its `env.secretMounts`.
   */
  public get worker(): LocustPodVolumes {
    return this.podVolumes('worker');
  }

  /**
   * Adds the volumes to two workloads, either cdk8s-plus Jobs or `ApiObject`s. Volumes that are
   * added later are included. If results are kept, the master also gets the arguments and the group
   * for that.
   * @param master the workload of the master
   * @param worker the workload of the workers
   * @param containerName the name of the container that mounts them, by default the first one of
   * the pod
   * @throws if one of them has no pod
   */
  public applyTo(master: IConstruct, worker: IConstruct, containerName?: string): void {
    this.refuse([...this.workloadFindings(master), ...this.workloadFindings(worker)]);
    this.applyToRole('master', ApiObject.of(master), containerName);
    this.applyToRole('worker', ApiObject.of(worker), containerName);
  }

  /**
   * The volumes, without those of the results.
   * @internal
   */
  public _volumes(): VolumeSpec[] {
    return this.given.flatMap((one) => one().volumes);
  }

  /**
   * The mounts, without that of the results.
   * @internal
   */
  public _mounts(): TargetedVolumeMount[] {
    return this.given.flatMap((one) => one().mounts);
  }

  /**
   * The results that are kept.
   * @internal
   */
  public get _results(): ResultsSpec | undefined {
    return this.results;
  }

  /**
   * Makes them part of a test, which checks them and is told before they change.
   * @internal
   */
  public _belongTo(owner: VolumesOwner): void {
    this.owner = owner;
  }

  private changing(): void {
    this.owner?.changing();
    lookAgain(this);
  }

  /** The claim of the results stays when the test changes, so no hash is in its name. */
  private baseName(): string {
    return (
      this.owner?.baseName ??
      toDnsLabel(this.node.path.split('/').slice(1).join('-'), (text) => shortHash([text]))
    );
  }

  private podVolumes(role: Role): LocustPodVolumes {
    const { volumes, volumeMounts } = this.addition(role, '');
    return typed<LocustPodVolumes>({ volumes, volumeMounts }, ['volumes', 'volumeMounts']);
  }

  private addition(role: Role, test: string): PodAddition {
    const results = this.results;
    const own = results
      ? ([[resultsVolume(results)], [resultsMount(results)]] as const)
      : ([[], []] as const);
    const { volumes = [], mounts = [] } = this.owner?.given ?? {};
    return {
      ...volumesFor(
        role,
        [...volumes, ...this._volumes(), ...own[0]],
        [...mounts, ...this._mounts(), ...own[1]],
      ),
      ...(results && role === 'master'
        ? { args: resultsArgs(results, test), results }
        : { args: [] }),
    };
  }

  /**
   * Containers may be added later: whether there is the one that is meant is seen at the synthesis.
   */
  private applyToRole(role: Role, object: ApiObject, container: string | undefined): void {
    const toJson = object.toJson.bind(object);
    const addition = () => this.addition(role, object.name);
    // cdk8s asks an object for its JSON when everything is known: a patch would be fixed now,
    // before later mounts.
    object.toJson = () => addToPod(toJson(), addition(), container);
    registerForSynth(object, SETS, (tree) => {
      const manifest = toJson() as Manifest;
      const othersOf = (claim: string) =>
        ownersBeside(
          tree.topology
            .consumersOf(manifest.metadata?.namespace, claim)
            .filter(({ workload }) => workload.key !== object.node.path),
          (workload) => groupGivenTo(object, workload, claim),
        );
      return checkAddition(manifest, addition(), container, othersOf);
    });
  }

  private workloadFindings(workload: IConstruct): Finding[] {
    const construct = workload?.node?.path ?? this.node.path;
    const object = apiObjectOf(workload);
    const findings = object
      ? checkWorkload(object)
      : [
          violation(
            RULES.appliedTo,
            '',
            `${nameOf(workload)} is not a Kubernetes object`,
            'pass a Job',
          ),
        ];
    return findings.map((finding) => ({ ...finding, construct }));
  }

  private resultsFindings({
    claim,
    storage,
    storageClassName,
    fsGroup,
    setFsGroup,
  }: LocustResults): Finding[] {
    const wrong: (readonly [boolean, string, string, string])[] = [
      [this.results !== undefined, '', 'results are already kept', 'call it once'],
      [
        claim !== undefined && storage !== undefined,
        '',
        'both a claim and a size are set',
        'set one of them',
      ],
      [
        claim === undefined && storage === undefined,
        '',
        'neither a claim nor a size is set',
        'set one of them',
      ],
      [
        claim !== undefined && !knownClaim(claim),
        '.claim',
        `${show(claim)} is not a claim`,
        GIVE_A_CLAIM,
      ],
      [
        claim !== undefined && storageClassName !== undefined,
        '.storageClassName',
        `the class ${show(storageClassName)} is only for a claim that is created`,
        'remove it, or set a size',
      ],
      [
        fsGroup !== undefined && setFsGroup === false,
        '.fsGroup',
        `the group ${show(fsGroup)} is not set`,
        'remove fsGroup or setFsGroup',
      ],
      [
        fsGroup !== undefined && !(fsGroup >= 0 && fsGroup <= MAX_ID),
        '.fsGroup',
        `${show(fsGroup)} is not a valid group`,
        `use a number from 0 to ${MAX_ID}`,
      ],
    ];
    return wrong
      .filter(([is]) => is)
      .map(([, field, message, remedy]) =>
        violation(RULES.results, `keepResults${field}`, message, remedy),
      );
  }

  /** Volumes and mounts that belong to no test. */
  private findings(): Finding[] {
    const { results } = this;
    return checkVolumesInput(
      [...this._volumes(), ...(results ? [resultsVolume(results)] : [])],
      [...this._mounts(), ...(results ? [resultsMount(results)] : [])],
    );
  }

  private refuse(findings: readonly Finding[]): void {
    if (findings.length > 0) {
      throw new FindingsError(
        findings.map((finding) => ({ construct: this.node.path, ...finding })),
      );
    }
  }
}

/** Whether a claim has an object, and not only a name. */
function isDeclared(claim: kplus.IPersistentVolumeClaim): boolean {
  return (
    claim.node
      ?.findAll()
      .some((one) => ApiObject.isApiObject(one) && one.kind === 'PersistentVolumeClaim') ?? false
  );
}

function apiObjectOf(construct: IConstruct): ApiObject | undefined {
  try {
    return ApiObject.of(construct);
  } catch {
    return undefined;
  }
}

/** cdk8s-plus calls the volume of a secret secret-…, which belongs to the operator's own mounts. */
function nameInPod(volume: kplus.Volume): string {
  const name = volume.name.startsWith(SECRET_VOLUME_PREFIX)
    ? `mounted-${volume.name}`
    : volume.name;
  return toDnsLabel(name, (text) => shortHash([text]));
}
