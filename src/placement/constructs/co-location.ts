/** Brings any workload to the node where its claim, or another workload, is. */
import { ApiObject } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { IConstruct } from 'constructs';
import { Finding, FindingsError, Severity, show, violation } from '../../findings';
import { qualifiedKeyProblems } from '../../kube';
import { integer, oneOf, string, struct } from '../../shape';
import { GIVE_A_CLAIM, knownClaim } from '../../storage/constructs/claim';
import { Data, Topology } from '../../topology';
import { changeWhenWritten, objectOf, readInput, workloadKindOf } from '../../tree';
import { MAX_WEIGHT, mergeAffinity, unmergeable } from '../affinity';
import { claimElsewhere } from '../claims';
import { CoLocationMode, CoLocationRequest } from '../co-location';
import { PLACEMENT_RULES as RULES } from '../rules';
import { requestCoLocation, requestedAffinity, TreeRequest } from './requests';

/** How two workloads are brought together. */
export interface CoLocationOptions {
  /**
   * How strongly.
   * @default CoLocationMode.AUTO
   */
  readonly mode?: CoLocationMode;

  /**
   * The label whose value their nodes share: `kubernetes.io/hostname` for one node, `topology.kubernetes.io/zone` for
   * a zone, where the volume can be attached to any node of its zone.
   * @default kubernetes.io/hostname
   */
  readonly topologyKey?: string;

  /**
   * The weight of what is preferred, from 1 to 100.
   * @default 100
   */
  readonly weight?: number;
}

/**
 * Co-location of one workload with those that it shares a volume with.
 *
 * A volume of a ReadWriteOnce claim is attached to one node: a pod on another node stays in ContainerCreating. This
 * adds pod affinity, decided when the app is synthesized, from all its workloads. Affinity that the workload has
 * already stays; what is added comes after all patches of the object.
 *
 * @example
 * const web = new kplus.Deployment(chart, 'web', { replicas: 1, containers: [{ image: 'registry.example.com/web:1.0.0' }] });
 * const indexer = new kplus.Deployment(chart, 'indexer', { replicas: 1, containers: [{ image: 'registry.example.com/indexer:1.0.0' }] });
 * CoLocation.of(indexer).withWorkload(web);
 */
export class CoLocation {
  /**
   * For a workload that is to follow.
   * @param workload a cdk8s-plus workload, an object that creates pods, or a construct whose default child is one
   * @returns what it can be placed beside
   * @throws if the construct does not create pods
   */
  public static of(workload: IConstruct): CoLocation {
    const object = objectOf(workload);
    const path = object && workloadKindOf(object)?.templatePath;
    if (!object || !path) {
      refuse(workload, violation(RULES.notPlaceable, '', `${nameOf(workload)} does not create pods`, 'give a workload, such as a Deployment'));
    }
    return new CoLocation(object, path);
  }

  private isAsking = false;

  private constructor(private readonly object: ApiObject, private readonly templatePath: readonly string[]) {}

  /**
   * Places it beside another workload.
   * @param workload a cdk8s-plus workload, an object that creates pods, or a construct whose default child is one
   * @param options how
   * @returns this object, for chaining
   * @throws if it does not create pods or is the workload itself, or an option is wrong
   */
  public withWorkload(workload: IConstruct, options: CoLocationOptions = {}): CoLocation {
    const object = objectOf(workload);
    if (object === this.object) {
      refuse(this.object, violation(RULES.notPlaceable, '', `${nameOf(workload)} cannot be placed beside itself`, 'give another workload'));
    }
    if (!object || !workloadKindOf(object)) {
      const remedy = knownClaim(workload) ? 'call withClaim' : 'give a workload, such as a Deployment';
      refuse(this.object, violation(RULES.notPlaceable, '', `${nameOf(workload)} does not create pods`, remedy));
    }
    this.request({ workloadKey: object.node.path }, options);
    return this;
  }

  /**
   * Places it beside the workloads that mount a claim of its namespace. Only a claim that is exactly ReadWriteOnce keeps
   * pods together.
   * @param claim the claim. That of a StatefulSet's claim template is named `<template>-<statefulset>-<ordinal>`.
   * @param options how
   * @returns this object, for chaining
   * @throws if it is not a claim, or one of another namespace, or an option is wrong
   */
  public withClaim(claim: kplus.IPersistentVolumeClaim, options: CoLocationOptions = {}): CoLocation {
    const known = knownClaim(claim);
    if (!known) refuse(this.object, violation(RULES.notPlaceable, '', `${nameOf(claim)} is not a claim`, GIVE_A_CLAIM));
    const { name, namespace, accessModes } = known;
    const own = this.object.metadata.namespace;
    if (own !== undefined && namespace !== undefined && own !== namespace) {
      refuse(this.object, { ...claimElsewhere(name, '', [namespace]), severity: Severity.ERROR, remedy: 'put both into the same namespace' });
    }
    this.request({ claim: { name, path: '', ...accessModes ? { accessModes } : {} } }, options);
    return this;
  }

  private request(target: Pick<CoLocationRequest, 'claim' | 'workloadKey'>, options: CoLocationOptions): void {
    const input = readInput(this.object, { ...options }, { shape: SHAPE, check: checkOptions }).read();
    const { mode = CoLocationMode.AUTO, topologyKey, weight } = input;
    const isFirst = !this.isAsking;
    this.isAsking = true;
    const request: TreeRequest = {
      scope: this.object,
      isLast: false,
      read: () => ({ ...target, key: this.object.node.path, namespace: this.object.metadata.namespace, mode, topologyKey, weight }),
      tell: (findings, topology) => [...findings, ...isFirst ? this.affinityFindings(topology) : []],
    };
    requestCoLocation(request);
    changeWhenWritten(this.object, (manifest) => this.withAffinity(manifest, requestedAffinity(request)));
  }

  private withAffinity(manifest: { [field: string]: any }, added: Data | undefined): { [field: string]: any } {
    const spec = this.podSpecOf(manifest);
    if (added && spec && unmergeable(spec.affinity).length === 0) spec.affinity = mergeAffinity(spec.affinity, added);
    return manifest;
  }

  private affinityFindings(topology: Topology): Finding[] {
    const place = [...this.templatePath, 'spec', 'affinity'];
    return unmergeable(topology.workloadAt(this.object.node.path)?.podSpec.affinity).map(({ path, value, wanted }) => violation(RULES.affinity,
      [...place, ...path === '' ? [] : [path]].join('.'), `${show(value)} is not ${wanted}`, `give ${wanted}, or remove it`));
  }

  private podSpecOf(manifest: { [field: string]: any }): { [field: string]: any } | undefined {
    const spec = this.templatePath.reduce<any>((at, field) => at?.[field], manifest)?.spec;
    return typeof spec === 'object' && spec !== null ? spec : undefined;
  }
}

const SHAPE = struct<CoLocationOptions>({ mode: oneOf(Object.values(CoLocationMode)), topologyKey: string, weight: integer });

function checkOptions({ topologyKey, weight }: CoLocationOptions): Finding[] {
  return [
    ...topologyKey === undefined ? [] : qualifiedKeyProblems(topologyKey).map((problem) =>
      violation(RULES.option, 'topologyKey', `${show(topologyKey)}: ${problem}`, 'give the key of a label, such as kubernetes.io/hostname')),
    ...weight === undefined || (weight >= 1 && weight <= MAX_WEIGHT) ? []
      : [violation(RULES.option, 'weight', `${show(weight)} is not a valid weight`, `give 1 to ${MAX_WEIGHT}`)],
  ];
}

function refuse(construct: IConstruct | undefined, ...findings: readonly Finding[]): never {
  throw new FindingsError(findings.map((finding) => ({ ...finding, construct: construct?.node?.path })));
}

function nameOf(construct: IConstruct | undefined): string {
  return construct?.node?.path ?? show(construct);
}
