/** Gives the volumes of any workload to a group. */
import { ApiObject } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { IConstruct } from 'constructs';
import { TargetFacts } from '../../facts';
import { Finding, hasErrors, show, violation } from '../../findings';
import { driversAmong } from '../../judge';
import { listOf, Shape, SHAPE_RULES, struct, text } from '../../shape';
import { Topology } from '../../topology';
import {
  changeWhenWritten,
  judgeWithout,
  nameOfConstruct,
  objectOf,
  readInput,
  refuseAt,
  registerForSynth,
  SynthCheck,
  targetAt,
  topologyNow,
  topologyOf,
  TreeObject,
  workloadKindOf,
} from '../../tree';
import { applyOwnership } from '../build';
import { checkAssigned, checkRequest, GroupRequest, REQUEST_SHAPE } from '../request';
import { OWNERSHIP_RULES as RULES } from '../rules';
import { checkShared, DriversFor } from '../shared';
import { GroupsOfDriver } from '../spec';
import { Asked, asked, LevelOfNamespace, planFor } from './app';
import { VolumeGroupOptions } from './options';
import { changedAt, isFields, valuesOf } from '../../kube';

/** The label of a namespace that says which level of Pod Security it enforces. */
const ENFORCE = 'pod-security.kubernetes.io/enforce';

const CHECK: SynthCheck<Asked> = {
  id: 'ownership/volumes',
  check: (registered, { objects, topology: known, root }) => {
    const levels = levelsOf(objects);
    const plans = new Map(
      registered.map(({ construct, value }) => [construct, planFor(value, known, levels)]),
    );
    return [
      ...[...plans].flatMap(([construct, plan]) =>
        (plan?.findings ?? []).map((finding) => ({ ...finding, construct })),
      ),
      ...checkShared(
        known.workloads.map((workload) => ({ workload, plan: plans.get(workload.key) })),
        known,
        driversFor(known, root),
      ),
    ];
  },
};

/** What the namespaces of the app enforce. */
function levelsOf(objects: readonly TreeObject[]): LevelOfNamespace {
  const levels = new Map(
    objects
      .filter(({ apiVersion, kind }) => apiVersion === 'v1' && kind === 'Namespace')
      .map((one): [string, unknown] => [one.name, one.manifest.metadata?.labels?.[ENFORCE]]),
  );
  return (namespace) => (namespace === undefined ? undefined : levels.get(namespace));
}

/** By the target of each workload, read once for all that have the same. */
function driversFor(topology: Topology, root: IConstruct): DriversFor {
  const known = new Map<TargetFacts, GroupsOfDriver>();
  return ({ key }) => {
    const target = targetAt(root, key);
    const driver = known.get(target) ?? driversAmong(topology, target);
    known.set(target, driver);
    return driver;
  };
}

/**
 * Gives the volumes of a workload to a group, so that its processes can write to them.
 *
 * The kubelet applies the fsGroup of a pod to some volumes, and silently leaves NFS, hostPath, EFS
 * and others alone. This class knows which: it sets fsGroup for the volumes that the kubelet or the
 * driver handles, adds one init container for those that they leave alone, and rejects what cannot
 * work. Existing settings of the workload are kept, and calling it twice has no further effect.
 *
 * @example
 * const scratch = kplus.Volume.fromEmptyDir(chart, 'scratch', 'scratch');
 * const web = new kplus.Deployment(chart, 'web', {
 *   containers: [{ image: 'registry.example.com/web:1.0.0' }],
 * });
 * web.containers[0].mount('/scratch', scratch);
 * VolumeOwnership.of(web).setGroup(2000, { volumes: [scratch] });
 */
export class VolumeOwnership {
  /**
   * Returns the ownership settings of a workload.
   * @param workload a cdk8s-plus workload, an object that creates pods, or a construct whose
   * default child is one
   * @returns the ownership settings
   * @throws if it does not create pods
   */
  public static of(workload: IConstruct): VolumeOwnership {
    const object = objectOf(workload);
    const templatePath = object && workloadKindOf(object)?.templatePath;
    if (!object || !templatePath) {
      refuseAt(
        workload,
        violation(
          RULES.workload,
          '',
          `${nameOfConstruct(workload)} does not create pods, so it has no volumes`,
          'pass a workload, such as a Deployment',
        ),
      );
    }
    return new VolumeOwnership(object, templatePath);
  }

  private constructor(
    private readonly object: ApiObject,
    private readonly templatePath: readonly string[],
  ) {}

  /**
   * Gives volumes to a group.
   * @param gid the ID of the group, from 1 to 2147483647
   * @param options the volumes, and facts about them
   * @returns this object, for chaining
   * @throws if the group or an option is invalid. Problems that depend on other objects of the app
   * are reported at synthesis
   */
  public setGroup(gid: number, options: VolumeGroupOptions = {}): VolumeOwnership {
    const check = (given: GivenOptions) => [...storageFindings(options), ...checkOptions(given)];
    const request = requestOf(
      readInput(this.object, { gid, ...withNames(options) }, { shape: SHAPE, check }).read(),
    );
    // Which SCC admits the ids of the pod is known to whoever says that one does.
    if (request.allowRoot === true) judgeWithout(this.object, RULES.fixedIds.id);
    this.ask(request);
    return this;
  }

  /**
   * Gives volumes to the group that the platform assigns to the namespace, as OpenShift does when
   * it admits pods, so the manifests do not set fsGroup. Volumes that the kubelet leaves alone are
   * rejected, because an init container neither may run as root there nor knows the group.
   * @param options the volumes, and facts about them. Options for init containers are not allowed
   * @returns this object, for chaining
   * @throws if an option is invalid. Problems that depend on other objects of the app, or on the
   * platform of the target, are reported at synthesis
   */
  public usePlatformGroup(options: VolumeGroupOptions = {}): VolumeOwnership {
    const check = (given: Omit<GivenOptions, 'gid'>) => [
      ...storageFindings(options),
      ...checkPlatformOptions(given),
    ];
    this.ask(
      requestOf({
        gid: 'assigned',
        ...readInput(this.object, withNames(options), { shape: OPTIONS, check }).read(),
      }),
    );
    return this;
  }

  /**
   * Leaves the files of all volumes unchanged. The `fsGroupChangePolicy` that cdk8s-plus always
   * sets is removed, because it has no effect without a group.
   * @returns this object, for chaining
   */
  public leaveUnchanged(): VolumeOwnership {
    this.ask();
    return this;
  }

  /**
   * Explains what happens to each volume and why, in one sentence per volume and in the order of
   * the pod. It considers the current state of the app.
   * @returns the sentences, or an empty list if no group was set
   */
  public explain(): string[] {
    const own = asked.get(this.object);
    const plan = own && planFor(own, topologyNow(this.object));
    return (plan?.volumes ?? []).map(({ decision: { sentence } }) => sentence);
  }

  private ask(request?: GroupRequest): void {
    const before = asked.get(this.object);
    const own: Asked = before ?? {
      object: this.object,
      path: this.object.node.path,
      templatePath: this.templatePath,
      requests: [],
    };
    if (request && !own.requests.some((one) => JSON.stringify(one) === JSON.stringify(request))) {
      own.requests = [...own.requests, request];
    }
    if (before) return;
    asked.set(this.object, own);
    registerForSynth(this.object, CHECK, own);
    changeWhenWritten(this.object, (manifest) => {
      const plan = planFor(own, topologyOf(this.object));
      return plan && !hasErrors(plan.findings)
        ? changedAt(manifest, [...this.templatePath, 'spec'], (spec) =>
            isFields(spec) ? applyOwnership(spec, plan) : spec,
          )
        : manifest;
    });
  }
}

type GivenOptions = Omit<GroupRequest, 'volumes'> & {
  readonly volumes?: readonly string[];
  readonly volumeNames?: readonly string[];
};

const { gid: GID, ...FIELDS } = REQUEST_SHAPE.fields as { readonly [field: string]: Shape };
const NAMES = { volumes: listOf(text), volumeNames: listOf(text) };
const SHAPE: Shape<GivenOptions> = struct<GivenOptions>(
  { gid: GID, ...FIELDS, ...NAMES } as never,
  ['gid'],
);
const OPTIONS: Shape<Omit<GivenOptions, 'gid'>> = struct<Omit<GivenOptions, 'gid'>>({
  ...FIELDS,
  ...NAMES,
} as never);

/** Storage is known by the names of its volumes. What is none has no name. */
function withNames({ volumes, ...others }: VolumeGroupOptions): Omit<GivenOptions, 'gid'> {
  const names = Array.isArray(volumes)
    ? volumes.filter(isStorage).map((one) => one.asVolume().name)
    : volumes;
  return { ...others, ...(volumes === undefined ? {} : { volumes: names }) } as Omit<
    GivenOptions,
    'gid'
  >;
}

function isStorage(value: unknown): value is kplus.IStorage {
  return typeof (value as Partial<kplus.IStorage> | null | undefined)?.asVolume === 'function';
}

function storageFindings({ volumes }: VolumeGroupOptions): Finding[] {
  return valuesOf(volumes).flatMap((one, index) =>
    isStorage(one)
      ? []
      : [
          violation(
            SHAPE_RULES.type,
            `volumes[${index}]`,
            `${show(one)} is not storage`,
            'pass storage that the pod mounts, or the name of the volume in volumeNames',
          ),
        ],
  );
}

function checkOptions(options: GivenOptions): Finding[] {
  return checkRequest(requestOf(options));
}

function checkPlatformOptions(options: Omit<GivenOptions, 'gid'>): Finding[] {
  return [...checkAssigned(options), ...checkOptions({ gid: 'assigned', ...options })];
}

/** Volumes by their names, however they were given. */
function requestOf({ volumes, volumeNames, ...others }: GivenOptions): GroupRequest {
  const names =
    volumes === undefined && volumeNames === undefined
      ? undefined
      : [...new Set([...(volumes ?? []), ...(volumeNames ?? [])])];
  return names === undefined ? others : { ...others, volumes: names };
}
