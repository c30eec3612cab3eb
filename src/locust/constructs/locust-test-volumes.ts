/** The volumes of a load test, for the master, the workers or both: with a LocustTest, or with two Jobs of one's own. */
import { ApiObject } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { Construct, IConstruct } from 'constructs';
import { Finding, FindingsError, violation } from '../../findings';
import { shortHash, toDnsLabel } from '../../kube';
import { PersistentVolumeClaim } from '../../storage';
import { lookAgain, plainly, registerForSynth, reportFindings, SynthCheck, typed } from '../../tree';
import { checkVolumeSet } from '../check';
import { SECRET_VOLUME_PREFIX } from '../names';
import { addToPod, checkAddition, PodAddition } from '../pod-addition';
import { LOCUST_GROUP_ID, RESULTS_PATH, resultsArgs, resultsMount, ResultsSpec, resultsVolume } from '../results';
import { LOCUST_RULES as RULES } from '../rules';
import { Role, TargetedVolumeMount, VolumeSpec } from '../spec';
import { volumesFor } from '../targets';
import { LocustTarget, LocustVolumeMount } from './options';

/** How something is mounted. */
export interface LocustMountOptions {
  /**
   * The pods that get it.
   * @default LocustTarget.BOTH
   */
  readonly target?: LocustTarget;

  /**
   * Whether nothing can be written there.
   * @default false
   */
  readonly readOnly?: boolean;

  /**
   * A relative path in the volume, which is mounted in place of its root.
   * @default - the root
   */
  readonly subPath?: string;
}

/** What is kept of a test, and where. */
export interface LocustResults {
  /**
   * The claim. Only the master mounts it, so that ReadWriteOnce is enough.
   * @default - one is made, of the `size`
   */
  readonly claim?: kplus.IPersistentVolumeClaim;

  /**
   * The size of a claim that is made for the results, as a quantity such as `1Gi`. It stays when the test changes.
   * @default - none is made; `claim` is used
   */
  readonly size?: string;

  /**
   * The class of the claim that is made.
   * @default - the cluster's default class
   */
  readonly storageClassName?: string;

  /**
   * Whether the report is kept, as `<test>.html`.
   * @default true
   */
  readonly html?: boolean;

  /**
   * Whether the figures are kept, as `<test>_stats.csv` and others.
   * @default true
   */
  readonly csv?: boolean;

  /**
   * Where the claim is mounted in the master.
   * @default '/results'
   */
  readonly mountPath?: string;

  /**
   * The group that owns the files of the volume. The stock image does not run as root and could not write otherwise.
   * A group that the test sets itself stays.
   * @default 1000
   */
  readonly fsGroup?: number;
}

/** What the pods of one role get. */
export interface LocustPodVolumes {
  /** The volumes that something mounts there, in the order in which they were given. */
  readonly volumes: kplus.k8s.Volume[];

  /** The mounts, in the order in which they were given. */
  readonly volumeMounts: kplus.k8s.VolumeMount[];
}

/** Props of `LocustTestVolumes`. */
export interface LocustTestVolumesProps {
  /**
   * Volumes, as a pod has them.
   * @default - none
   */
  readonly volumes?: kplus.k8s.Volume[];

  /**
   * Mounts of these volumes, each with its target.
   * @default - none
   */
  readonly volumeMounts?: LocustVolumeMount[];
}

/** The test that the volumes are part of. */
interface VolumesOwner {
  /** Its name without what changes. */
  readonly baseName: string;
  /** Told before the volumes change. */
  changing(): void;
}

const SETS: SynthCheck<() => Finding[]> = {
  id: 'locust/volumes',
  check: (registered) => registered.flatMap(({ construct, value }) => value().map((finding) => ({ ...finding, construct }))),
};

/**
 * Which volumes the master gets, and which the workers: the volume mounting of locust-k8s-operator.
 *
 * A volume comes along where something mounts it. Every `LocustTest` has one of these as `volumes`; on its own it
 * gives volumes to two Jobs that somebody wrote by hand.
 */
export class LocustTestVolumes extends Construct {
  private readonly given: (() => { volumes: readonly VolumeSpec[]; mounts: readonly TargetedVolumeMount[] })[] = [];
  private readonly names = new Map<kplus.Volume, string>();
  private results?: ResultsSpec;
  private owner?: VolumesOwner;

  /**
   * @param scope the chart or construct that it belongs to
   * @param id the id of the construct
   * @param props volumes and mounts to begin with
   */
  constructor(scope: Construct, id: string, props: LocustTestVolumesProps = {}) {
    super(scope, id);
    props?.volumes?.forEach((volume) => this.addVolume(volume));
    props?.volumeMounts?.forEach((mount) => this.addMount(mount));
    registerForSynth(this, SETS, () => this.owner ? [] : checkVolumeSet(this._volumes(), this._mounts()));
  }

  /**
   * Mounts anything that cdk8s-plus or this library can mount: claims, config maps, secrets, volumes.
   * @param path the absolute path in the locust containers
   * @param storage what is mounted; the same volume can be mounted more than once
   * @param options for whom, and how
   * @throws when the test's name was used already and depends on its content
   */
  public mount(path: string, storage: kplus.IStorage, options: LocustMountOptions = {}): void {
    this.changing();
    const volume = storage.asVolume();
    const known = this.names.get(volume);
    const name = known ?? nameInPod(volume);
    this.names.set(volume, name);
    const { target, readOnly, subPath } = options;
    const mount = {
      name,
      mountPath: path,
      ...target === undefined ? {} : { target },
      ...readOnly === undefined ? {} : { readOnly },
      ...subPath === undefined ? {} : { subPath },
    };
    this.given.push(() => ({ volumes: known === undefined ? [{ ...plainly<VolumeSpec>(volume._toKube(), ['']), name }] : [], mounts: [mount] }));
  }

  /**
   * Adds a volume as Kubernetes spells it. A pod gets it where something mounts it.
   * @param volume the volume
   * @throws when the test's name was used already and depends on its content
   */
  public addVolume(volume: kplus.k8s.Volume): void {
    this.changing();
    this.given.push(() => ({ volumes: [plainly<VolumeSpec>(volume, [''])], mounts: [] }));
  }

  /**
   * Adds a mount as Kubernetes spells it, with its target.
   * @param mount the mount
   * @throws when the test's name was used already and depends on its content
   */
  public addMount(mount: LocustVolumeMount): void {
    this.changing();
    this.given.push(() => ({ volumes: [], mounts: [plainly<TargetedVolumeMount>(mount, [''])] }));
  }

  /**
   * Keeps the results of the test: the master mounts a claim, and writes its report and figures there. They outlive
   * the Jobs, and files are named after the test, so that runs with a hash or a run id in their name lie side by side.
   * @param options what is kept, and where
   * @throws when neither a claim nor a size is given, or both, or when results are kept already
   */
  public keepResults(options: LocustResults): void {
    this.changing();
    const { claim, size, storageClassName, html = true, csv = true, mountPath = RESULTS_PATH, fsGroup = LOCUST_GROUP_ID } = options ?? {};
    const wrong = this.results ? 'results are kept already'
      : claim && size !== undefined ? 'both a claim and a size are given'
        : !claim && size === undefined ? 'neither a claim nor a size is given' : undefined;
    if (wrong) reportFindings(this, [violation(RULES.results, 'keepResults', wrong, 'call it once, with a claim or with a size')]);
    const kept = claim ?? new PersistentVolumeClaim(this, 'Results', {
      metadata: { name: `${this.baseName()}-results` },
      accessModes: [kplus.PersistentVolumeAccessMode.READ_WRITE_ONCE],
      storage: size!,
      storageClassName,
    });
    this.results = { claimName: kept.name, mountPath, html, csv, fsGroup };
  }

  /** What the pod of the master gets. */
  public get master(): LocustPodVolumes {
    return this.podVolumes('master');
  }

  /** What the pods of the workers get. */
  public get worker(): LocustPodVolumes {
    return this.podVolumes('worker');
  }

  /**
   * Gives the volumes to two workloads, whatever they are made with: Jobs of cdk8s-plus, or `ApiObject`s. Volumes
   * that are added later are given to them as well. Where results are kept, the master gets the arguments, and both
   * pods the group.
   * @param master the workload of the master
   * @param worker the workload of the workers
   * @param container the name of the container that mounts them; the first one of the pod unless it is given
   * @throws when one of them has no pod
   */
  public applyTo(master: IConstruct, worker: IConstruct, container?: string): void {
    this.applyToRole('master', master, container);
    this.applyToRole('worker', worker, container);
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
    return this.owner?.baseName ?? toDnsLabel(this.node.path.split('/').slice(1).join('-'), (text) => shortHash([text]));
  }

  private podVolumes(role: Role): LocustPodVolumes {
    const { volumes, volumeMounts } = this.addition(role, '');
    return typed<LocustPodVolumes>({ volumes, volumeMounts }, ['volumes', 'volumeMounts']);
  }

  private addition(role: Role, test: string): PodAddition {
    const results = this.results;
    const own = results ? [[resultsVolume(results)], [resultsMount(results)]] as const : [[], []] as const;
    return {
      ...volumesFor(role, [...this._volumes(), ...own[0]], [...this._mounts(), ...own[1]]),
      args: results && role === 'master' ? resultsArgs(results, test) : [],
      fsGroup: results?.fsGroup,
    };
  }

  private applyToRole(role: Role, workload: IConstruct, container: string | undefined): void {
    const object = apiObjectOf(workload);
    const toJson = object?.toJson.bind(object);
    const problems = toJson ? checkAddition(toJson(), { volumes: [], volumeMounts: [], args: [] }, container)
      : [violation(RULES.appliedTo, '', 'it is no object', 'give a Job')];
    if (problems.length > 0) {
      throw new FindingsError(problems.map((finding) => ({ ...finding, construct: workload?.node?.path ?? this.node.path })));
    }
    const addition = () => this.addition(role, object!.name);
    // cdk8s asks an object for its JSON when everything is known: a patch would be fixed now, before later mounts.
    object!.toJson = () => addToPod(toJson!(), addition(), container);
    registerForSynth(object!, SETS, () => checkAddition(toJson!(), addition(), container));
  }
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
  const name = volume.name.startsWith(SECRET_VOLUME_PREFIX) ? `mounted-${volume.name}` : volume.name;
  return toDnsLabel(name, (text) => shortHash([text]));
}
