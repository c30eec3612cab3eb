/** Brings any workload to the node where its claim, or another workload, is. */
import { ApiObject } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { IConstruct } from 'constructs';
import { Finding, Severity, show, violation } from '../../findings';
import { changedAt, qualifiedKeyProblems } from '../../kube';
import { integer, oneOf, string, struct } from '../../shape';
import { GIVE_A_CLAIM, knownClaim } from '../../storage/constructs/known-claim';
import { Data, Topology } from '../../topology';
import {
  changeWhenWritten,
  nameOfConstruct,
  objectOf,
  readInput,
  refuseAt,
  workloadKindOf,
} from '../../tree';
import { MAX_WEIGHT, unmergeable, withTerms } from '../affinity';
import { claimElsewhere } from '../claims';
import { CoLocationMode, CoLocationRequest } from '../co-location';
import { PLACEMENT_RULES as RULES } from '../rules';
import { requestCoLocation, requestedAffinity, TreeRequest } from './requests';

/** Options for placing two workloads together. */
export interface CoLocationOptions {
  /**
   * How strongly the workload is bound to the node.
   * @default CoLocationMode.AUTO
   */
  readonly mode?: CoLocationMode;

  /**
   * The node label whose value their nodes share: `kubernetes.io/hostname` for the same node,
   * `topology.kubernetes.io/zone` for the same zone, if the volume can be attached to any node of
   * its zone.
   * @default kubernetes.io/hostname
   */
  readonly topologyKey?: string;

  /**
   * The weight of a preferred term, from 1 to 100.
   * @default 100
   */
  readonly weight?: number;
}

/**
 * Places a workload on the same node as the workloads that it shares a volume with.
 *
 * The volume of a ReadWriteOnce claim is attached to one node: a pod on another node stays in
 * ContainerCreating. This class adds pod affinity, which is determined at synthesis from all
 * workloads of the app. Existing affinity of the workload is kept, and the terms are added after
 * all patches of the object.
 *
 * @example
 * const web = new kplus.Deployment(chart, 'web', {
 *   replicas: 1,
 *   containers: [{ image: 'registry.example.com/web:1.0.0' }],
 * });
 * const indexer = new kplus.Deployment(chart, 'indexer', {
 *   replicas: 1,
 *   containers: [{ image: 'registry.example.com/indexer:1.0.0' }],
 * });
 * CoLocation.of(indexer).withWorkload(web);
 */
export class CoLocation {
  /**
   * Returns the co-location settings of a workload.
   * @param workload a cdk8s-plus workload, an object that creates pods, or a construct whose
   * default child is one
   * @returns the settings, to which the workloads and claims to follow can be added
   * @throws if the construct does not create pods
   */
  public static of(workload: IConstruct): CoLocation {
    const object = objectOf(workload);
    const path = object && workloadKindOf(object)?.templatePath;
    if (!object || !path) {
      refuseAt(
        workload,
        violation(
          RULES.notPlaceable,
          '',
          `${nameOfConstruct(workload)} does not create pods`,
          'pass a workload, such as a Deployment',
        ),
      );
    }
    return new CoLocation(object, path);
  }

  private isAsking = false;
  /** The path of the workload, kept since it is needed whenever an object is written. */
  private readonly path: string;

  private constructor(
    private readonly object: ApiObject,
    private readonly templatePath: readonly string[],
  ) {
    this.path = object.node.path;
  }

  /**
   * Places the workload on the node of another workload.
   * @param workload a cdk8s-plus workload, an object that creates pods, or a construct whose
   * default child is one
   * @param options how strongly, and by which node label
   * @returns this object, for chaining
   * @throws if the other workload does not create pods or is the workload itself, or if an option
   * is invalid
   */
  public withWorkload(workload: IConstruct, options: CoLocationOptions = {}): CoLocation {
    const object = objectOf(workload);
    if (object === this.object) {
      refuseAt(
        this.object,
        violation(
          RULES.notPlaceable,
          '',
          `${nameOfConstruct(workload)} cannot be placed together with itself`,
          'use another workload',
        ),
      );
    }
    if (!object || !workloadKindOf(object)) {
      const remedy = knownClaim(workload)
        ? 'call withClaim'
        : 'pass a workload, such as a Deployment';
      refuseAt(
        this.object,
        violation(
          RULES.notPlaceable,
          '',
          `${nameOfConstruct(workload)} does not create pods`,
          remedy,
        ),
      );
    }
    this.request({ workloadKey: object.node.path }, options);
    return this;
  }

  /**
   * Places the workload on the node of the workloads that mount a claim in the same namespace. This
   * applies only if ReadWriteOnce is the claim's only access mode.
   * @param claim the claim. The claims of a StatefulSet's claim template are named
   * `<template>-<statefulset>-<ordinal>`.
   * @param options how strongly, and by which node label
   * @returns this object, for chaining
   * @throws if it is not a claim, if it is in another namespace, or if an option is invalid
   */
  public withClaim(
    claim: kplus.IPersistentVolumeClaim,
    options: CoLocationOptions = {},
  ): CoLocation {
    const known = knownClaim(claim);
    if (!known) {
      refuseAt(
        this.object,
        violation(RULES.notPlaceable, '', `${nameOfConstruct(claim)} is not a claim`, GIVE_A_CLAIM),
      );
    }
    const { name, namespace, accessModes } = known;
    const own = this.object.metadata.namespace;
    if (own !== undefined && namespace !== undefined && own !== namespace) {
      refuseAt(this.object, {
        ...claimElsewhere(name, '', [namespace]),
        severity: Severity.ERROR,
        remedy: 'put both into the same namespace',
      });
    }
    this.request({ claim: { name, path: '', ...(accessModes ? { accessModes } : {}) } }, options);
    return this;
  }

  private request(
    target: Pick<CoLocationRequest, 'claim' | 'workloadKey'>,
    options: CoLocationOptions,
  ): void {
    const input = readInput(
      this.object,
      { ...options },
      { shape: SHAPE, check: checkOptions },
    ).read();
    const { mode = CoLocationMode.AUTO, topologyKey, weight } = input;
    const isFirst = !this.isAsking;
    this.isAsking = true;
    const request: TreeRequest = {
      scope: this.object,
      isLast: false,
      read: () => ({
        claim: target.claim,
        workloadKey: target.workloadKey,
        key: this.path,
        namespace: this.object.metadata.namespace,
        mode,
        topologyKey,
        weight,
      }),
      tell: (findings, topology) => [
        ...findings,
        ...(isFirst ? this.affinityFindings(topology) : []),
      ],
    };
    requestCoLocation(request);
    changeWhenWritten(this.object, (manifest) =>
      this.withAffinity(manifest, requestedAffinity(request)),
    );
  }

  private withAffinity<T>(manifest: T, added: Data | undefined): T {
    return added === undefined
      ? manifest
      : changedAt(manifest, [...this.templatePath, 'spec'], (spec) => withTerms(spec, added));
  }

  private affinityFindings(topology: Topology): Finding[] {
    const place = [...this.templatePath, 'spec', 'affinity'];
    return unmergeable(topology.workloadAt(this.path)?.podSpec.affinity).map(
      ({ path, value, wanted }) =>
        violation(
          RULES.affinity,
          [...place, ...(path === '' ? [] : [path])].join('.'),
          `${show(value)} is not ${wanted}`,
          `use ${wanted}, or remove it`,
        ),
    );
  }
}

const SHAPE = struct<CoLocationOptions>({
  mode: oneOf(Object.values(CoLocationMode)),
  topologyKey: string,
  weight: integer,
});

function checkOptions({ topologyKey, weight }: CoLocationOptions): Finding[] {
  return [
    ...(topologyKey === undefined
      ? []
      : qualifiedKeyProblems(topologyKey).map((problem) =>
          violation(
            RULES.option,
            'topologyKey',
            `${show(topologyKey)}: ${problem}`,
            'use the key of a label, such as kubernetes.io/hostname',
          ),
        )),
    ...(weight === undefined || (weight >= 1 && weight <= MAX_WEIGHT)
      ? []
      : [
          violation(
            RULES.option,
            'weight',
            `${show(weight)} is not a valid weight`,
            `use 1 to ${MAX_WEIGHT}`,
          ),
        ]),
  ];
}
