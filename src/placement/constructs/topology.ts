/**
 * The topology of an app, for those who want to ask who mounts what: reports, checks of one's own,
 * diagrams.
 */
import { Chart } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { Construct, IConstruct } from 'constructs';
import { TopologyClaim, TopologyConsumer, TopologyMount, TopologyService } from './topology-facts';
import { WORKLOAD_KIND_SHAPE, workloadKindFrom, WorkloadKindSpec } from '../../facts';
import { Finding, show, throwIfErrors, violation } from '../../findings';
import { GIVE_A_CLAIM, KnownClaim, knownClaim } from '../../storage/constructs/known-claim';
import { ClaimUse, Consumer, Mount, Topology, Workload } from '../../topology';
import { objectOf, readInput, registerWorkloadKind, topologyNow } from '../../tree';
import { PLACEMENT_RULES as RULES } from '../rules';

/** A kind of workload that this library does not know. */
export interface WorkloadKindOptions {
  /**
   * The API group, such as `argoproj.io`, in any version.
   * @default - the core group
   */
  readonly group?: string;

  /** The kind, such as `Rollout`. */
  readonly kind: string;

  /**
   * The path of the pod template, which has `metadata` and `spec`, such as `['spec', 'template']`.
   */
  readonly templatePath: string[];

  /**
   * The path of the label selector of the pods.
   * @default - the labels of the pod template are used
   */
  readonly selectorPath?: string[];

  /**
   * Labels that the controller adds to the pods, with the name of the object as the value.
   * @default - none
   */
  readonly nameLabels?: string[];

  /**
   * Whether the pods are named like those of a StatefulSet, and the kind supports
   * `volumeClaimTemplates`.
   * @default false
   */
  readonly stateful?: boolean;

  /**
   * Whether the pods run to completion, like those of a Job.
   * @default false
   */
  readonly batch?: boolean;
}

/**
 * The storage topology of an app, as far as its objects show it: which workloads use which claims,
 * persistent volumes, storage classes, drivers and Services. It is a snapshot of the app at the
 * time of the call to `of`.
 *
 * If a namespace is not known, that of the chart passed to `of` is assumed.
 *
 * @example
 * const topology = VolumeTopology.of(app);
 */
export class VolumeTopology {
  /**
   * Reads the current state of the app that a construct belongs to. Call it after everything has
   * been added. Within a `Lazy` that is evaluated during the reading itself, the topology is empty.
   * @param scope the app, or a chart or construct in it
   * @returns the topology
   */
  public static of(scope: IConstruct): VolumeTopology {
    const isInChart = [scope, ...scope.node.scopes].some((one) => Chart.isChart(one));
    return new VolumeTopology(
      topologyNow(scope),
      isInChart ? Chart.of(scope).namespace : undefined,
    );
  }

  /**
   * Registers a kind of object as a workload, for everything that considers workloads: co-location,
   * viewers, this class. The kinds of Kubernetes and Kubeflow's Notebook are already registered.
   * @param scope the app, or a construct in it
   * @param kind the kind
   * @throws if the kind has no name, or a path is not a list of fields
   */
  public static registerWorkload(scope: Construct, kind: WorkloadKindOptions): void {
    const input = { shape: KIND_SHAPE, check: checkKind };
    const read = readInput<WorkloadKindSpec>(scope, { ...kind }, input).read();
    registerWorkloadKind(scope, workloadKindFrom(read));
  }

  private constructor(
    private readonly topology: Topology,
    private readonly namespace?: string,
  ) {}

  /**
   * Returns the workloads that use a claim.
   * @param claim the claim. Claims of volume claim templates and generic ephemeral volumes are
   * supported, too.
   * @returns the list, in the order of the construct tree
   */
  public consumersOf(claim: kplus.IPersistentVolumeClaim): TopologyConsumer[] {
    const { name, namespace } = this.whichClaim(claim);
    return this.topology
      .consumersOf(namespace, name)
      .map(({ workload, use, podName }) =>
        consumerOf(workload, { ...use, claimName: name }, podName),
      );
  }

  /**
   * Returns the claims that a workload uses.
   * @param workload the workload, or a construct whose default child is one
   * @returns the claims, in the order of its volumes; empty if it does not create pods
   */
  public claimsOf(workload: IConstruct): TopologyConsumer[] {
    const path = objectOf(workload)?.node.path;
    const found = path === undefined ? undefined : this.topology.workloadAt(path);
    return found ? found.claims.map((use) => consumerOf(found, use)) : [];
  }

  /**
   * Returns the access modes of a claim: its own, or those of its template or persistent volume.
   * @param claim the claim
   * @returns the access modes, in the order of the enum; empty if they are not known
   */
  public accessModesOf(claim: kplus.IPersistentVolumeClaim): kplus.PersistentVolumeAccessMode[] {
    const { name, namespace, accessModes } = this.whichClaim(claim);
    const known = this.topology.accessModesOf(namespace, name) ?? accessModes ?? [];
    return Object.values(kplus.PersistentVolumeAccessMode).filter((mode) => known.includes(mode));
  }

  /**
   * Returns the name of a claim's storage class: from its spec, the deprecated annotation, or the
   * default class.
   * @param claim the claim
   * @returns the name; an empty string for no class; undefined if it is not known
   */
  public storageClassOf(claim: kplus.IPersistentVolumeClaim): string | undefined {
    const { name, namespace } = this.whichClaim(claim);
    return this.topology.classOf(namespace, name)?.name;
  }

  /**
   * Returns the driver of a claim's volume: that of its persistent volume, or the provisioner of
   * its storage class.
   * @param claim the claim
   * @returns the name of the driver; undefined if it is not known
   */
  public driverOf(claim: kplus.IPersistentVolumeClaim): string | undefined {
    const { name, namespace } = this.whichClaim(claim);
    return this.topology.driverOf(namespace, name);
  }

  /**
   * Returns the claims of the app that none of its workloads uses.
   * @returns the list, in the order of the construct tree
   */
  public unmountedClaims(): TopologyClaim[] {
    return this.topology.unmountedClaims().map(referenceOf);
  }

  /**
   * Returns the claims that workloads of the app use but that the app does not contain.
   * @returns the uses of these claims
   */
  public undeclaredClaims(): TopologyConsumer[] {
    return this.topology
      .undeclaredClaims()
      .map(({ workload, use, claimName }) => consumerOf(workload, { ...use, claimName }));
  }

  /**
   * Returns the Services that select pods with the given labels.
   * @param podLabels the labels of the pods
   * @param namespace the namespace of the pods
   * @returns the Services, in the order of the construct tree
   */
  public servicesSelecting(
    podLabels: { [key: string]: string },
    namespace?: string,
  ): TopologyService[] {
    return this.topology.servicesSelecting(namespace ?? this.namespace, podLabels).map(referenceOf);
  }

  /** What is known of a claim. Of one whose namespace is not known, it is that of the chart. */
  private whichClaim(claim: kplus.IPersistentVolumeClaim): KnownClaim {
    const known = knownClaim(claim);
    if (!known) {
      throwIfErrors([
        violation(
          RULES.notPlaceable,
          'claim',
          `${claim?.node?.path ?? show(claim)} is not a claim`,
          GIVE_A_CLAIM,
        ),
      ]);
    }
    return { ...known!, namespace: known!.namespace ?? this.namespace };
  }
}

/** What is missing is told in the words of code. */
const KIND_SHAPE = { ...WORKLOAD_KIND_SHAPE, required: [] };

function checkKind({
  kind,
  templatePath,
}: {
  readonly kind?: string;
  readonly templatePath?: readonly string[];
}): Finding[] {
  return [
    ...(kind === undefined
      ? [violation(RULES.workloadKind, 'kind', 'there is no kind', 'use one such as Rollout')]
      : []),
    ...(templatePath === undefined
      ? [
          violation(
            RULES.workloadKind,
            'templatePath',
            'the path of the pod template is missing',
            "pass the fields, such as ['spec', 'template']",
          ),
        ]
      : []),
  ];
}

function consumerOf(
  workload: Workload,
  { volume, claimName, isReadOnly, mounts }: ClaimUse,
  podName?: Consumer['podName'],
): TopologyConsumer {
  return {
    workload: { apiVersion: workload.apiVersion, kind: workload.kind, ...referenceOf(workload) },
    volumeName: volume,
    ...(claimName === undefined ? {} : { claimName }),
    ...(podName === undefined ? {} : { podName }),
    readOnly: isReadOnly,
    mounts: mounts.map(mountOf),
  };
}

function mountOf({ container, isInit, path, subPath, isReadOnly }: Mount): TopologyMount {
  return {
    containerName: container,
    init: isInit,
    mountPath: path,
    ...(subPath === undefined ? {} : { subPath }),
    readOnly: isReadOnly,
  };
}

function referenceOf({
  name,
  namespace,
  key,
}: {
  readonly name: string;
  readonly namespace?: string;
  readonly key: string;
}): TopologyClaim {
  return { name, ...(namespace === undefined ? {} : { namespace }), construct: key };
}
