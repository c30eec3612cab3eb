/** The claim templates of any StatefulSet. */
import { ApiObject } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { IConstruct } from 'constructs';
import { Finding, show, violation } from '../../findings';
import { Manifest } from '../../kube';
import { listOf } from '../../object';
import { Topology, Workload } from '../../topology';
import {
  constructOf,
  extendWhenWritten,
  findingsOfTrial,
  givenManifest,
  judgeTied,
  mountedBy,
  nameOfConstruct,
  objectOf,
  readInput,
  refuseAt,
  registerForSynth,
  SynthCheck,
  workloadKindOf,
} from '../../tree';
import {
  checkTemplateMounts,
  checkTemplateName,
  isStandIn,
  templateTwice,
  withClaimTemplates,
} from '../claim-templates';
import { STORAGE_RULES as RULES } from '../rules';
import { CLAIM_RETENTION_SHAPE, ClaimRetention } from '../spec';
import { ClaimOptions } from './claim-options';
import { ClaimTemplate } from './claim-template';

/** What becomes of the claims of a StatefulSet's pods. */
export interface ClaimRetentionOptions {
  /**
   * What happens to the claims when the StatefulSet is deleted.
   * @default kplus.PersistentVolumeReclaimPolicy.RETAIN (Kubernetes)
   */
  readonly whenDeleted?: kplus.PersistentVolumeReclaimPolicy;

  /**
   * What happens to the claims of pods that are removed because the StatefulSet is scaled down.
   * @default kplus.PersistentVolumeReclaimPolicy.RETAIN (Kubernetes)
   */
  readonly whenScaled?: kplus.PersistentVolumeReclaimPolicy;
}

/** What is known of an object that has templates of this library. */
interface Extended {
  retention?: ClaimRetention;
}

const extended = new WeakMap<ApiObject, Extended>();

const CHECK: SynthCheck<ClaimTemplate> = {
  id: 'storage/claim-templates',
  check: (registered, { topology, root }) => [
    ...registered.flatMap(({ construct, value }) => [
      ...templateFindings(value, topology).map((finding) => ({ ...finding, construct })),
      ...unusedFindings(value, topology).map((finding) => ({
        ...finding,
        construct: value._object.node.path,
      })),
    ]),
    ...strangers(topology, root),
  ],
};

/**
 * The claim templates of a StatefulSet, which can be one of any cdk8s-plus, a plain object, or part
 * of a Helm chart. Each pod gets a claim of its own from each template.
 *
 * Templates that the StatefulSet has already stay, such as those of cdk8s-plus-32 and later.
 * Kubernetes refuses changes of a template. To let sizes grow later, `cdk8s-volumes diff --plan`
 * prints the commands, which stop no pod.
 *
 * @example
 * const db = new kplus.StatefulSet(chart, 'db', {
 *   service: new kplus.Service(chart, 'service', { ports: [{ port: 5432 }] }),
 *   containers: [{ image: 'registry.example.com/db:1.0.0' }],
 * });
 * const claims = ClaimTemplates.of(db).useRetentionPolicy({
 *   whenScaled: kplus.PersistentVolumeReclaimPolicy.DELETE,
 * });
 * db.containers[0].mount(
 *   '/var/lib/db',
 *   claims.add('data', { storage: Size.gibibytes(10), storageClassName: 'fast' }),
 * );
 */
export class ClaimTemplates {
  /**
   * Returns the claim templates of a StatefulSet.
   * @param statefulSet a StatefulSet of cdk8s-plus, an object of the kind, or a construct whose
   * default child is one
   * @returns its claim templates
   * @throws if it is not a StatefulSet
   */
  public static of(statefulSet: IConstruct): ClaimTemplates {
    const object = objectOf(statefulSet);
    const kind = object && workloadKindOf(object);
    // A Notebook's StatefulSet is made by its controller.
    if (!object || kind?.isStateful !== true || kind.kind === 'Notebook') {
      refuseAt(
        statefulSet,
        violation(
          RULES.templateWorkload,
          '',
          `${nameOfConstruct(statefulSet)} is not a StatefulSet, so it has no claim templates`,
          'pass a StatefulSet; for other workloads, mount a claim or an EphemeralVolume',
        ),
      );
    }
    return new ClaimTemplates(object);
  }

  /**
   * Checks a template without adding it. Use it in tests, and in languages where an exception
   * carries only text.
   * @param statefulSet the StatefulSet that the template would be added to
   * @param name the name that the template would have
   * @param options the options of the template
   * @returns all findings: warnings, and the errors that `of` and `add` would throw
   */
  public static check(statefulSet: IConstruct, name: string, options: ClaimOptions): Finding[] {
    const object = objectOf(statefulSet) ?? statefulSet;
    return findingsOfTrial(object as ApiObject, idOf(name), () =>
      ClaimTemplates.of(statefulSet).make(name, options),
    );
  }

  private constructor(private readonly object: ApiObject) {}

  /**
   * Adds a template. Mount it into the containers of the StatefulSet: `container.mount('/data',
   * template)`. In pods that are not made with cdk8s-plus, `volumeMounts` refer to it by its name.
   * @param name the name of the template. The claim of the first pod is `<name>-<StatefulSet>-0`
   * @param options what each pod claims
   * @returns the template, which containers can mount
   * @throws an error that lists all findings if the API server would reject the
   * claims, or if the StatefulSet has a template of this name
   */
  public add(name: string, options: ClaimOptions): ClaimTemplate {
    const isTaken = this.object.node.tryFindChild(idOf(name)) !== undefined;
    try {
      const template = this.make(name, options);
      judgeTied(this.object);
      keepVolumes(this.object);
      return template;
    } catch (error) {
      if (!isTaken) this.object.node.tryRemoveChild(idOf(name));
      throw error;
    }
  }

  /**
   * Sets what happens to the claims when the StatefulSet is deleted or scaled down (Kubernetes 1.27
   * and later). What is not given stays as it is. Deleting claims deletes the data, unless the
   * storage class retains volumes.
   * @param options when claims are deleted
   * @returns this object, for chaining
   * @throws an error that lists all findings if an option is invalid
   */
  public useRetentionPolicy(options: ClaimRetentionOptions): ClaimTemplates {
    const given = readInput<ClaimRetention>(
      this.object,
      { ...options },
      { shape: CLAIM_RETENTION_SHAPE, check: () => [] },
    ).read();
    const own = this.extend();
    own.retention = { ...own.retention, ...given };
    return this;
  }

  private make(name: string, options: ClaimOptions): ClaimTemplate {
    if (this.object.node.tryFindChild(idOf(name))) {
      refuseAt(this.object, templateTwice(name));
    }
    const template = ClaimTemplate._make(this.object, idOf(name), name, options);
    this.extend();
    registerForSynth(template, CHECK, template);
    return template;
  }

  private extend(): Extended {
    const { object } = this;
    let own = extended.get(object);
    if (!own) {
      extended.set(object, (own = {}));
      extendWhenWritten(object, (manifest) => {
        const templates = object.node.children
          .filter((child) => child instanceof ClaimTemplate)
          .map(({ _spec: template, _mounts: mounts }) => ({ template, mounts }));
        return withClaimTemplates(manifest as Manifest, {
          templates,
          retention: extended.get(object)!.retention,
        });
      });
    }
    return own;
  }
}

const idOf = (name: unknown) => (typeof name === 'string' && name !== '' ? name : 'ClaimTemplate');

/**
 * Lets the StatefulSet of cdk8s-plus-32 and later write its other volumes, which it does only if it
 * has a list of templates.
 */
function keepVolumes({ node: { scope } }: ApiObject): void {
  const set = scope as
    | { addVolumeClaimTemplate?: unknown; volumeClaimTemplates?: unknown }
    | undefined;
  if (typeof set?.addVolumeClaimTemplate === 'function') set.volumeClaimTemplates ??= [];
}

function templateFindings(
  { templateName, _mounts, _object }: ClaimTemplate,
  topology: Topology,
): Finding[] {
  const workload = topology.workloadAt(_object.node.path);
  return [
    ...checkTemplateName(templateName, givenManifest(_object)),
    ...(workload ? checkTemplateMounts(_mounts, workload.podSpec) : []),
  ];
}

/** Findings on an unused template, reported at the set, as the rule on any objects does. */
function unusedFindings(
  { templateName, _mounts, _object }: ClaimTemplate,
  topology: Topology,
): Finding[] {
  const workload = topology.workloadAt(_object.node.path);
  if (
    !workload ||
    _mounts.length > 0 ||
    workload.mounts.some(({ volume }) => volume === templateName)
  ) {
    return [];
  }
  return [
    violation(
      RULES.templateUnused,
      '',
      `no container mounts the claim template ${show(templateName)}, so each pod gets a volume that nothing uses`,
      'mount it into a container, or remove it',
    ),
  ];
}

/**
 * Pods of other workloads that mount the volume of a template, which says nothing there but its
 * name.
 */
function strangers({ workloads }: Topology, root: IConstruct): Finding[] {
  return workloads.flatMap((workload) => {
    const named = listOf(workload.podSpec.volumes).filter(isStandIn);
    if (named.length === 0) return [];
    const mounted = mountedBy(constructOf(root, workload.key));
    return named.flatMap(({ name }) => {
      const template = mounted.get(String(name))?.node.scope;
      return template instanceof ClaimTemplate
        ? [strangerFinding(workload, template.templateName, template._object.node.path)]
        : [];
    });
  });
}

function strangerFinding(
  { key, kind, name, podPath }: Workload,
  volume: string,
  set: string,
): Finding {
  const message = `${kind} ${show(name)} mounts the claim template ${show(volume)} of ${set}, which here would be an empty directory`;
  const remedy = 'mount it in the containers of its StatefulSet; elsewhere, mount a claim';
  return {
    ...violation(RULES.templateWorkload, `${podPath}.volumes`, message, remedy),
    construct: key,
  };
}
