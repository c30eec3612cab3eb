/** Who mounts what in an app, for those who want to ask: reports, checks of one's own, diagrams. */
import { Chart } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { Construct, IConstruct } from 'constructs';
import { Finding, show, throwIfErrors, violation } from '../../findings';
import { flag, listOf, Shape, string, struct, text } from '../../shape';
import { GIVE_A_CLAIM, KnownClaim, knownClaim } from '../../storage/constructs/claim';
import { ClaimUse, Consumer, Mount, Topology, Workload } from '../../topology';
import { objectOf, readInput, registerWorkloadKind, topologyNow } from '../../tree';
import { PLACEMENT_RULES as RULES } from '../rules';

/** A kind of objects that make pods, which this library does not know. */
export interface WorkloadKindOptions {
  /**
   * The API group, such as `argoproj.io`; any version of it counts.
   * @default - the core group
   */
  readonly group?: string;

  /** The kind, such as `Rollout`. */
  readonly kind: string;

  /** The fields that lead to the pod template, which has `metadata` and `spec`: `['spec', 'template']`. */
  readonly templatePath: string[];

  /**
   * The fields that lead to the label selector of the pods.
   * @default - the labels of the template are taken
   */
  readonly selectorPath?: string[];

  /**
   * Labels that the controller gives to the pods, with the name of the object as their value.
   * @default - none
   */
  readonly nameLabels?: string[];

  /**
   * Whether the pods are named as those of a StatefulSet, and there may be `volumeClaimTemplates`.
   * @default false
   */
  readonly stateful?: boolean;

  /**
   * Whether the pods are meant to end, as those of a Job.
   * @default false
   */
  readonly batch?: boolean;
}

/** An object that makes pods. */
export interface TopologyWorkload {
  /** Its API version. */
  readonly apiVersion: string;
  /** Its kind. */
  readonly kind: string;
  /** Its name. */
  readonly name: string;
  /**
   * Its namespace.
   * @default - none is written
   */
  readonly namespace?: string;
  /** The path of the object in the tree. */
  readonly construct: string;
}

/** Where a container has a volume. */
export interface TopologyMount {
  /** The name of the container. */
  readonly containerName: string;
  /** Whether it is an init container. */
  readonly init: boolean;
  /** The path in the container. */
  readonly mountPath: string;
  /**
   * The path inside the volume.
   * @default - the whole volume
   */
  readonly subPath?: string;
  /** Whether it can only be read. */
  readonly readOnly: boolean;
}

/** A claim in the hands of a workload. */
export interface TopologyConsumer {
  /** The workload. */
  readonly workload: TopologyWorkload;
  /** The name of the volume in the pod, or of the claim template. */
  readonly volumeName: string;
  /**
   * The name of the claim.
   * @default - it depends on the pod
   */
  readonly claimName?: string;
  /**
   * The one pod that has the claim.
   * @default - any pod of the workload
   */
  readonly podName?: string;
  /** Whether it can only be read. */
  readonly readOnly: boolean;
  /** Where it is mounted. */
  readonly mounts: TopologyMount[];
}

/** A claim of the app. */
export interface TopologyClaim {
  /** Its name. */
  readonly name: string;
  /**
   * Its namespace.
   * @default - none is written
   */
  readonly namespace?: string;
  /** The path of the object in the tree. */
  readonly construct: string;
}

/** A service of the app. */
export interface TopologyService {
  /** Its name. */
  readonly name: string;
  /**
   * Its namespace.
   * @default - none is written
   */
  readonly namespace?: string;
  /** The path of the object in the tree. */
  readonly construct: string;
}

/**
 * Who mounts what in an app, as far as its objects tell before there is a cluster: workloads, claims, persistent
 * volumes, classes, drivers and services. It is read once, when `of` is called, and stays as it was then.
 *
 * Where a namespace is not known, that of the chart counts that was asked for.
 *
 * @example
 * const topology = VolumeTopology.of(app);
 */
export class VolumeTopology {
  /**
   * Reads the app that a construct is in, as it is now: ask when everything was added. While a value is computed for
   * the reading itself (in a `Lazy`), it is empty.
   * @param scope the app, or a chart or construct in it
   * @returns what is known
   */
  public static of(scope: IConstruct): VolumeTopology {
    const isInChart = [scope, ...scope.node.scopes].some((one) => Chart.isChart(one));
    return new VolumeTopology(topologyNow(scope), isInChart ? Chart.of(scope).namespace : undefined);
  }

  /**
   * Makes a kind of objects count as workloads, for all that looks at workloads: co-location, viewers, this class.
   * Known already are the kinds of Kubernetes and Kubeflow's Notebook.
   * @param scope the app, or a construct in it
   * @param kind the kind
   * @throws if the kind has no name, or a path is not a list of fields
   */
  public static registerWorkload(scope: Construct, kind: WorkloadKindOptions): void {
    const { group = '', stateful, batch, ...others } = readInput<WorkloadKindOptions>(scope, { ...kind }, { shape: KIND_SHAPE, check: checkKind }).read();
    registerWorkloadKind(scope, {
      group, ...others, ...stateful === undefined ? {} : { isStateful: stateful }, ...batch === undefined ? {} : { isBatch: batch },
    });
  }

  private constructor(private readonly topology: Topology, private readonly namespace?: string) {}

  /**
   * The workloads that use a claim.
   * @param claim the claim. Those of claim templates and generic ephemeral volumes are known, too.
   * @returns them, in the order of the tree
   */
  public consumersOf(claim: kplus.IPersistentVolumeClaim): TopologyConsumer[] {
    const { name, namespace } = this.whichClaim(claim);
    return this.topology.consumersOf(namespace, name).map(({ workload, use, podName }) =>
      consumerOf(workload, { ...use, claimName: name }, podName));
  }

  /**
   * The claims that a workload uses.
   * @param workload the workload, or a construct whose default child is one
   * @returns them, in the order of its volumes; none if it does not create pods
   */
  public claimsOf(workload: IConstruct): TopologyConsumer[] {
    const path = objectOf(workload)?.node.path;
    const found = path === undefined ? undefined : this.topology.workloadAt(path);
    return found ? found.claims.map((use) => consumerOf(found, use)) : [];
  }

  /**
   * The access modes of a claim: its own, or those of its template or persistent volume.
   * @param claim the claim
   * @returns those that Kubernetes has, in the order of the enum; none if they are not known
   */
  public accessModesOf(claim: kplus.IPersistentVolumeClaim): kplus.PersistentVolumeAccessMode[] {
    const { name, namespace, accessModes } = this.whichClaim(claim);
    const known = this.topology.accessModesOf(namespace, name) ?? accessModes ?? [];
    return Object.values(kplus.PersistentVolumeAccessMode).filter((mode) => known.includes(mode));
  }

  /**
   * The name of a claim's storage class: from its spec, the annotation that came before it, or the default class.
   * @param claim the claim
   * @returns the name, empty for no class at all; undefined if it is not known
   */
  public storageClassOf(claim: kplus.IPersistentVolumeClaim): string | undefined {
    const { name, namespace } = this.whichClaim(claim);
    return this.topology.classOf(namespace, name)?.name;
  }

  /**
   * The driver of a claim's volume: that of its persistent volume, or the provisioner of its class.
   * @param claim the claim
   * @returns the name of the driver; undefined if it is not known
   */
  public driverOf(claim: kplus.IPersistentVolumeClaim): string | undefined {
    const { name, namespace } = this.whichClaim(claim);
    return this.topology.driverOf(namespace, name);
  }

  /**
   * The claims of the app that no workload of it has among its volumes.
   * @returns them, in the order of the tree
   */
  public unmountedClaims(): TopologyClaim[] {
    return this.topology.unmountedClaims().map(referenceOf);
  }

  /**
   * Claims that workloads of the app name, and that the app does not have.
   * @returns who names them
   */
  public undeclaredClaims(): TopologyConsumer[] {
    return this.topology.undeclaredClaims().map(({ workload, use, claimName }) => consumerOf(workload, { ...use, claimName }));
  }

  /**
   * The services that select pods with these labels.
   * @param podLabels the labels of the pods
   * @param namespace their namespace
   * @returns the services, in the order of the tree
   */
  public servicesSelecting(podLabels: { [key: string]: string }, namespace?: string): TopologyService[] {
    return this.topology.servicesSelecting(namespace ?? this.namespace, podLabels).map(referenceOf);
  }

  /** What is known of a claim. Of one whose namespace is not known, it is that of the chart. */
  private whichClaim(claim: kplus.IPersistentVolumeClaim): KnownClaim {
    const known = knownClaim(claim);
    if (!known) throwIfErrors([violation(RULES.notPlaceable, 'claim', `${claim?.node?.path ?? show(claim)} is not a claim`, GIVE_A_CLAIM)]);
    return { ...known!, namespace: known!.namespace ?? this.namespace };
  }
}

const TEXTS: Shape = listOf(text);
const KIND_SHAPE = struct<WorkloadKindOptions>({
  group: string, kind: text, templatePath: TEXTS, selectorPath: TEXTS, nameLabels: TEXTS, stateful: flag, batch: flag,
});

function checkKind({ kind, templatePath }: { readonly kind?: string; readonly templatePath?: readonly string[] }): Finding[] {
  return [
    ...kind === undefined ? [violation(RULES.workloadKind, 'kind', 'there is no kind', 'give one such as Rollout')] : [],
    ...templatePath === undefined ? [violation(RULES.workloadKind, 'templatePath', 'the path of the pod template is missing', 'give the fields, such as [\'spec\', \'template\']')] : [],
  ];
}

function consumerOf(workload: Workload, { volume, claimName, isReadOnly, mounts }: ClaimUse, podName?: Consumer['podName']): TopologyConsumer {
  return {
    workload: { apiVersion: workload.apiVersion, kind: workload.kind, ...referenceOf(workload) },
    volumeName: volume,
    ...claimName === undefined ? {} : { claimName },
    ...podName === undefined ? {} : { podName },
    readOnly: isReadOnly,
    mounts: mounts.map(mountOf),
  };
}

function mountOf({ container, isInit, path, subPath, isReadOnly }: Mount): TopologyMount {
  return { containerName: container, init: isInit, mountPath: path, ...subPath === undefined ? {} : { subPath }, readOnly: isReadOnly };
}

function referenceOf({ name, namespace, key }: { readonly name: string; readonly namespace?: string; readonly key: string }): TopologyClaim {
  return { name, ...namespace === undefined ? {} : { namespace }, construct: key };
}
