/**
 * Needs of objects among each other: who has to be there first, and what may come in the same wave.
 */
import { WaveEdge } from './waves-solve';
import { JudgedObject, World } from '../judge';
import { groupOf, pluralOf } from '../kube';
import { classOf, compareInWave } from '../manifests/gitops/core';
import { referencesOf } from '../manifests/names/references';
import { scaleOf } from '../manifests/scale';
import { Fields, fieldsOf, listOf, textOf, textsOf } from '../object';
import { Workload } from '../topology';

export const POLICIES = [
  'admissionregistration.k8s.io/ValidatingAdmissionPolicy',
  'admissionregistration.k8s.io/MutatingAdmissionPolicy',
];
const BINDINGS = POLICIES.map((kind) => `${kind}Binding`);
/** What is judged, or is in force, when a pod is made: it has to be in its namespace before. */
const OF_NAMESPACE = ['/LimitRange', '/ResourceQuota', 'networking.k8s.io/NetworkPolicy'];
const ROLES = ['rbac.authorization.k8s.io/Role', 'rbac.authorization.k8s.io/ClusterRole'];
const ROLE_BINDINGS = [
  'rbac.authorization.k8s.io/RoleBinding',
  'rbac.authorization.k8s.io/ClusterRoleBinding',
];
const SCC = 'security.openshift.io/SecurityContextConstraints';
const REQUIRED_SCC = 'openshift.io/required-scc';

/**
 * Who needs whom: nodes are the objects of the world by their places, and after these some that
 * stand for many.
 */
interface Needs {
  readonly edges: readonly WaveEdge[];
  /** How many nodes there are. */
  readonly count: number;
}

/** Reads them off the objects. Linear in the objects and what they refer to. */
export function needsOf(world: World): Needs {
  return new NeedsReader(world).read();
}

class NeedsReader {
  private readonly edges: WaveEdge[] = [];
  private readonly places: ReadonlyMap<JudgedObject, number>;
  /** What policies are told by: it cannot wait for them. */
  private readonly parameters = new Set<JudgedObject>();
  /** The nodes that stand for many, by their names. */
  private readonly groups = new Map<string, number>();
  private count: number;

  constructor(private readonly world: World) {
    this.places = new Map(world.objects.map((object, index) => [object, index]));
    this.count = world.objects.length;
  }

  public read(): Needs {
    const { world } = this;
    for (const kind of POLICIES) for (const policy of world.ofKind(kind)) this.addPolicy(policy);
    for (const kind of BINDINGS) for (const binding of world.ofKind(kind)) this.addBinding(binding);
    for (const kind of OF_NAMESPACE) {
      for (const object of world.ofKind(kind)) {
        this.addBefore(object, `namespace ${object.namespace}`);
      }
    }
    for (const kind of ROLE_BINDINGS) {
      for (const binding of world.ofKind(kind)) this.addRoleBinding(binding);
    }
    for (const scc of world.ofKind(SCC)) this.addConstraints(scc);
    for (const claim of world.ofKind('/PersistentVolumeClaim')) this.addClaim(claim);
    for (const object of world.objects) {
      this.addAdmission(object);
      if (object.workload) this.addWorkload(object, object.workload);
    }
    return { edges: this.edges, count: this.count };
  }

  /** A policy acts on what is admitted after it. */
  private addPolicy(policy: JudgedObject, object: JudgedObject = policy): void {
    for (const key of judgedBy(policy)) this.addBefore(object, `admission ${key}`, true);
  }

  /** A policy does nothing without its binding, nor that without its parameters. */
  private addBinding(binding: JudgedObject): void {
    const { policyName, paramRef } = fieldsOf(binding.manifest.spec);
    const [policy] = this.world.find(
      binding.kindKey.replace(/Binding$/, ''),
      undefined,
      textOf(policyName),
    );
    if (!policy) return;
    this.addPolicy(policy, binding);
    const { apiVersion, kind } = fieldsOf(fieldsOf(policy.manifest.spec).paramKind);
    const { name, namespace } = fieldsOf(paramRef);
    const [parameters] = this.world.find(
      `${groupOf(textOf(apiVersion))}/${textOf(kind)}`,
      textOf(namespace) || undefined,
      textOf(name),
    );
    if (!parameters) return;
    this.addEdge(parameters, binding);
    this.parameters.add(parameters);
  }

  private addRoleBinding(binding: JudgedObject): void {
    const { roleRef, subjects } = binding.manifest;
    const { kind, name } = fieldsOf(roleRef);
    for (const role of ROLES.filter((one) => one.endsWith(`/${textOf(kind)}`))) {
      this.addNeed(role, kind === 'Role' ? binding.namespace : undefined, textOf(name), binding);
    }
    for (const subject of listOf(subjects)) {
      if (subject.kind === 'ServiceAccount') {
        this.addBefore(
          binding,
          `account ${textOf(subject.namespace) || binding.namespace} ${textOf(subject.name)}`,
        );
      }
    }
  }

  /**
   * The pods of an account that security context constraints name are refused without them, and so
   * are those that ask for them by name.
   */
  private addConstraints(scc: JudgedObject): void {
    this.addBefore(scc, `scc ${scc.name}`, true);
    const accounts = [...textsOf(scc.manifest.users), ...textsOf(scc.manifest.groups)].map((one) =>
      one.split(':'),
    );
    for (const [, kind, namespace, name] of accounts.filter(([system]) => system === 'system')) {
      if (kind === 'serviceaccount') this.addBefore(scc, `account ${namespace} ${name}`, true);
      if (kind === 'serviceaccounts') {
        this.addBefore(scc, namespace === undefined ? 'pods' : `pods ${namespace}`, true);
      }
    }
  }

  private addClaim(claim: JudgedObject): void {
    const { topology } = this.world;
    const spec = fieldsOf(claim.manifest.spec);
    const { namespace, name } = claim;
    const volume = topology.volumeOf(namespace, name);
    if (volume) this.addNeed('/PersistentVolume', undefined, volume.name, claim);
    this.addNeed(
      'storage.k8s.io/StorageClass',
      undefined,
      classOf(claim, topology).storageClass?.name ?? '',
      claim,
    );
    this.addNeed(
      'storage.k8s.io/VolumeAttributesClass',
      undefined,
      textOf(spec.volumeAttributesClassName),
      claim,
    );
    for (const { workload } of topology.consumersOf(namespace, name)) {
      const consumer = this.world.objectOf(workload);
      // What has no pods needs it once it has some.
      if (consumer && scaleOf(workload, this.world).most !== 0) this.addEdge(claim, consumer);
    }
  }

  private addWorkload(object: JudgedObject, workload: Workload): void {
    const { namespace } = object;
    const { podSpec } = workload;
    const account =
      textOf(podSpec.serviceAccountName) || textOf(podSpec.serviceAccount) || 'default';
    for (const { kind, name } of referencesOf(podSpec, '')) {
      this.addNeed(`/${kind}`, namespace, name, object);
    }
    this.addNeed('/ServiceAccount', namespace, account, object);
    this.addNeed(
      'scheduling.k8s.io/PriorityClass',
      undefined,
      textOf(podSpec.priorityClassName),
      object,
    );
    this.addNeed('node.k8s.io/RuntimeClass', undefined, textOf(podSpec.runtimeClassName), object);
    for (const service of this.world.topology.servicesSelecting(namespace, workload.podLabels)) {
      this.addNeed('/Service', namespace, service.name, object);
    }
    const groups = [
      `account ${namespace} ${account}`,
      `namespace ${namespace}`,
      'pods',
      `pods ${namespace}`,
      `scc ${requiredBy(object, workload)}`,
    ];
    for (const group of groups) this.addAfter(group, object);
    for (const name of this.driversOf(workload)) {
      this.addNeed('storage.k8s.io/CSIDriver', undefined, name, object);
    }
  }

  /** The drivers of its volumes, and the classes of those that are made for its pods. */
  private driversOf({ podSpec, claims, namespace }: Workload): ReadonlySet<string> {
    const { topology } = this.world;
    const inline = listOf(podSpec.volumes).map(({ csi }) => textOf(fieldsOf(csi).driver));
    const claimed = claims.map(({ origin, claimName, template, templateMetadata }) =>
      origin === 'declared'
        ? topology.driverOf(namespace, claimName ?? '')
        : classOf(
            {
              manifest: { spec: template },
              annotations: fieldsOf(fieldsOf(templateMetadata).annotations),
            },
            topology,
          ).storageClass?.provisioner,
    );
    return new Set([...inline, ...claimed.map(textOf)]);
  }

  /** What policies on its kind, and if it makes pods, on pods, come before. */
  private addAdmission(object: JudgedObject): void {
    if (this.parameters.has(object)) return;
    for (const key of admittedAs(object)) this.addAfter(`admission ${key}`, object);
  }

  /** The object is needed by another, which is written by its name. */
  private addNeed(
    kindKey: string,
    namespace: string | undefined,
    name: string,
    by: JudgedObject,
  ): void {
    if (name === '') return;
    const [object] = this.world.find(kindKey, namespace, name);
    if (object) this.addEdge(object, by);
  }

  private addEdge(from: JudgedObject, to: JudgedObject): void {
    this.edges.push({
      from: this.places.get(from)!,
      to: this.places.get(to)!,
      isStrict: compareInWave(from, to) > 0,
    });
  }

  private addBefore(object: JudgedObject, group: string, isStrict: boolean = false): void {
    this.edges.push({ from: this.places.get(object)!, to: this.group(group), isStrict });
  }

  private addAfter(group: string, object: JudgedObject): void {
    // Nobody is before a group that is not there yet: those were read first.
    const from = this.groups.get(group);
    if (from !== undefined) {
      this.edges.push({ from, to: this.places.get(object)!, isStrict: false });
    }
  }

  private group(name: string): number {
    let node = this.groups.get(name);
    if (node === undefined) this.groups.set(name, (node = this.count++));
    return node;
  }
}

/** The security context constraints that the pods ask for. */
function requiredBy({ manifest }: JudgedObject, { podPath }: Workload): string {
  const template = podPath
    .split('.')
    .slice(0, -1)
    .reduce((at: Fields, field) => fieldsOf(at[field]), manifest);
  return textOf(fieldsOf(fieldsOf(template.metadata).annotations)[REQUIRED_SCC]);
}

/** What a policy judges or changes: groups and resources, or `*` for all of them. */
export function judgedBy({ manifest }: JudgedObject): readonly string[] {
  return listOf(fieldsOf(fieldsOf(manifest.spec).matchConstraints).resourceRules).flatMap(
    ({ apiGroups, resources }) => {
      const whole = textsOf(resources)
        .filter((resource) => !resource.includes('/') || resource === '*/*')
        .map((resource) => resource.split('/')[0]);
      return textsOf(apiGroups).flatMap((group) => whole.map((resource) => `${group} ${resource}`));
    },
  );
}

/**
 * As what policies may judge an object: as itself, and if it makes pods, as pods. Policies do not
 * judge policies.
 */
export function admittedAs({ kindKey, kind, workload }: JudgedObject): readonly string[] {
  const [group] = kindKey.split('/');
  if (group === 'admissionregistration.k8s.io') return [];
  const keysOf = (ofGroup: string, resource: string) => [
    `${ofGroup} ${resource}`,
    `* ${resource}`,
    `${ofGroup} *`,
    '* *',
  ];
  return [
    ...keysOf(group, pluralOf(kind)),
    ...(workload && kindKey !== '/Pod' ? keysOf('', 'pods') : []),
  ];
}
