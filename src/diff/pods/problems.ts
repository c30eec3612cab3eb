/**
 * Problems that keep new pods of a template from being made, or from becoming ready, in a cluster
 * at rest.
 */
import { byNamespace, Cluster } from '../cluster';
import { resourceProblem } from './resources';
import { Fields, fieldsOf, isForOnePod, parseQuantity, valuesOf } from '../../kube';
import { at, fieldsAt, listAt } from '../../model';
import { priorityOfSystem } from '../../pod';
import { securityProblem } from '../admission/pod-security';
import { ClaimState } from '../binding/volumes';
import { STORAGE_CLASS } from '../kind-keys';
import { attachedElsewhere, isOutOfReach } from '../live/nodes';
import { outlineOf, Stored } from '../stored';
import { claimKey, claimsOf, podsOf, templateOf } from '../workloads';

/** Why pods do not come: none are made, or they are made and wait. */
export interface PodProblem {
  readonly kind: 'refused' | 'waiting' | 'exclusive';
  readonly why: string;
  /** What would have to be in the cluster, though it is not in the files. */
  readonly dependsOn?: string;
}

/** The cluster as pods see it. */
interface PodWorld {
  readonly cluster: Cluster;
  readonly claims: ReadonlyMap<string, ClaimState>;
  /** What running pods name and nobody has in the files: it is somewhere else, as they do run. */
  presumed(): ReadonlySet<string>;
}

/** The first problem of new pods of a workload. */
export function podProblem(
  workload: Stored,
  template: Fields,
  world: PodWorld,
): PodProblem | undefined {
  return (
    refusal(workload, template, world) ??
    waiting(workload, template, world) ??
    exclusive(workload, template, world)
  );
}

function refusal(
  { sent }: Stored,
  template: Fields,
  { cluster, presumed }: PodWorld,
): PodProblem | undefined {
  const { namespace } = sent;
  const refused = (why: string): PodProblem => ({ kind: 'refused', why });
  const { nodeName, serviceAccountName: account } = fieldsOf(template.spec);
  if (typeof nodeName === 'string' && nodeName !== '' && listAt(template, GATES).length > 0) {
    return refused('a pod cannot have both a node and schedulingGates');
  }
  if (
    typeof account === 'string' &&
    isMissing('ServiceAccount', namespace, account, cluster) &&
    !presumed().has(referenceKey('ServiceAccount', namespace, account))
  ) {
    const problem = absent('/ServiceAccount', namespace, 'service account', account, cluster);
    return { kind: 'refused', ...problem };
  }
  for (const { kind, name } of classesOf(template)) {
    if (
      !cluster.find(kind, undefined, name) &&
      !presumed().has(referenceKey(kind, undefined, name))
    ) {
      const what = kind.slice(kind.indexOf('/') + 1);
      return { kind: 'refused', ...absent(kind, undefined, what, name, cluster) };
    }
  }
  const labels = fieldsOf(
    fieldsOf(cluster.find('/Namespace', undefined, namespace ?? '')?.live.metadata).labels,
  );
  const problem = securityProblem(labels['pod-security.kubernetes.io/enforce'], template);
  if (problem !== undefined) {
    return refused(
      `the namespace enforces ${String(labels['pod-security.kubernetes.io/enforce'])}, which ${problem} breaks`,
    );
  }
  const over = resourceProblem(cluster, namespace, template);
  return over === undefined ? undefined : refused(over);
}

const GATES = 'spec.schedulingGates';

/** Cluster-wide objects without which no pod is made. */
function classesOf(template: Fields): { readonly kind: string; readonly name: string }[] {
  const { priorityClassName, runtimeClassName } = fieldsOf(template.spec);
  return [
    ...(typeof priorityClassName === 'string' && priorityOfSystem(priorityClassName) === undefined
      ? [{ kind: 'scheduling.k8s.io/PriorityClass', name: priorityClassName }]
      : []),
    ...(typeof runtimeClassName === 'string'
      ? [{ kind: 'node.k8s.io/RuntimeClass', name: runtimeClassName }]
      : []),
  ];
}

const QUOTAS = byNamespace('/ResourceQuota');

/** How many pods more a namespace takes in which so many run. */
export function roomFor(
  namespace: string | undefined,
  { cluster }: PodWorld,
  used: number,
): number {
  let room = Infinity;
  for (const quota of cluster.having(QUOTAS, namespace ?? '').members.values()) {
    if (
      at(quota.live, 'spec.scopes') !== undefined ||
      at(quota.live, 'spec.scopeSelector') !== undefined
    ) {
      continue;
    }
    const hard = fieldsAt(quota.live, 'spec.hard');
    for (const limit of [hard.pods, hard['count/pods']]) {
      const most = typeof limit === 'string' ? parseQuantity(limit) : undefined;
      if (!most) continue;
      room = Math.min(room, Math.max(0, Number(most.nano / 1_000_000_000n) - used));
    }
  }
  return room;
}

function waiting(
  { sent }: Stored,
  template: Fields,
  { cluster, claims, presumed }: PodWorld,
): PodProblem | undefined {
  const { namespace } = sent;
  const wait = (why: string): PodProblem => ({ kind: 'waiting', why });
  for (const name of claimsOf(template)) {
    const claim = claims.get(claimKey(namespace, name));
    if (!claim && presumed().has(referenceKey(CLAIM, namespace, name))) continue;
    if (!claim) {
      return { kind: 'waiting', ...absent(`/${CLAIM}`, namespace, 'claim', name, cluster) };
    }
    // The cluster of whoever leaves the class out has a default one, mostly.
    if (!claim.isBound && claim.lacksDefault !== true) {
      return wait(`the claim ${JSON.stringify(name)} is not bound`);
    }
    if (isElsewhere(template, claim, cluster) || isOutOfReach(cluster, template, claim)) {
      return wait(
        `the volume of the claim ${JSON.stringify(name)} is on different nodes than those that the pods require`,
      );
    }
  }
  for (const { kind, name } of mountedObjects(template)) {
    if (
      isMissing(kind, namespace, name, cluster) &&
      !presumed().has(referenceKey(kind, namespace, name))
    ) {
      return { kind: 'waiting', ...absent(`/${kind}`, namespace, kind, name, cluster) };
    }
  }
  return undefined;
}

const CLAIM = 'PersistentVolumeClaim';

/** That an object is missing, and what decides, if it may be somewhere else. */
function absent(
  kindKey: string,
  namespace: string | undefined,
  what: string,
  name: string,
  cluster: Cluster,
): Pick<PodProblem, 'why' | 'dependsOn'> {
  const named = `the ${what} ${JSON.stringify(name)}`;
  const dependsOn = cluster.doubt(kindKey, namespace, `whether ${named} is in the cluster`);
  return {
    why: `${named} is not in ${cluster.absentFrom(kindKey, namespace)}`,
    ...(dependsOn === undefined ? {} : { dependsOn }),
  };
}

function referenceKey(kind: string, namespace: string | undefined, name: string): string {
  return `${kind}/${namespace ?? ''}/${name}`;
}

/** The server makes one account and one ConfigMap in every namespace. */
function isMissing(
  kind: string,
  namespace: string | undefined,
  name: string,
  cluster: Cluster,
): boolean {
  if (
    (kind === 'ServiceAccount' && name === 'default') ||
    (kind === 'ConfigMap' && name === 'kube-root-ca.crt')
  ) {
    return false;
  }
  return !cluster.find(`/${kind}`, namespace, name);
}

/** What the workloads of a cluster name and the files do not have. */
export function presumedOf(cluster: Cluster, claims: ReadonlyMap<string, ClaimState>): Set<string> {
  const presumed = new Set<string>();
  for (const workload of cluster.workloads) {
    const { namespace } = workload.sent;
    const template = ownTemplate(workload);
    const account = at(template, 'spec.serviceAccountName');
    const named = [
      ...mountedObjects(template),
      ...(typeof account === 'string' ? [{ kind: 'ServiceAccount', name: account }] : []),
    ];
    for (const { kind, name } of named) {
      if (isMissing(kind, namespace, name, cluster) && !cluster.covers(`/${kind}`, namespace)) {
        presumed.add(referenceKey(kind, namespace, name));
      }
    }
    for (const { kind, name } of classesOf(template)) {
      if (!cluster.find(kind, undefined, name) && !cluster.covers(kind)) {
        presumed.add(referenceKey(kind, undefined, name));
      }
    }
    for (const name of claimsOf(template)) {
      if (!claims.has(claimKey(namespace, name)) && !cluster.covers(`/${CLAIM}`, namespace)) {
        presumed.add(referenceKey(CLAIM, namespace, name));
      }
    }
  }
  return presumed;
}

/** ConfigMaps and Secrets without which a pod does not start. */
export function mountedObjects(
  template: Fields,
): { readonly kind: 'ConfigMap' | 'Secret'; readonly name: string }[] {
  const found: { kind: 'ConfigMap' | 'Secret'; name: string }[] = [];
  const add = (kind: 'ConfigMap' | 'Secret', source: unknown, field: string) => {
    const { optional, [field]: name } = fieldsOf(source);
    if (typeof name === 'string' && optional !== true) found.push({ kind, name });
  };
  for (const volume of listAt(template, 'spec.volumes')) {
    add('ConfigMap', volume.configMap, 'name');
    add('Secret', volume.secret, 'secretName');
    for (const source of listAt(volume, 'projected.sources')) {
      add('ConfigMap', source.configMap, 'name');
      add('Secret', source.secret, 'name');
    }
  }
  for (const containers of ['spec.containers', 'spec.initContainers']) {
    for (const container of listAt(template, containers)) {
      for (const source of listAt(container, 'envFrom')) {
        add('ConfigMap', source.configMapRef, 'name');
        add('Secret', source.secretRef, 'name');
      }
      for (const { valueFrom } of listAt(container, 'env')) {
        add('ConfigMap', fieldsOf(valueFrom).configMapKeyRef, 'name');
        add('Secret', fieldsOf(valueFrom).secretKeyRef, 'name');
      }
    }
  }
  return found;
}

/** Whether the pods ask for nodes on which the volume cannot be. */
function isElsewhere(template: Fields, claim: ClaimState, cluster: Cluster): boolean {
  const wanted = fieldsAt(template, 'spec.nodeSelector');
  if (Object.keys(wanted).length === 0) return false;
  const terms = placesOf(claim, cluster);
  return (
    terms.length > 0 &&
    terms.every((term) =>
      [...term].some(([key, values]) => wanted[key] !== undefined && !values.includes(wanted[key])),
    )
  );
}

const isIn = ({ operator }: Fields) => operator === 'In';

/** Where a volume can be: labels of nodes with their values, of which one set must hold. */
function placesOf(
  { volume, className }: ClaimState,
  cluster: Cluster,
): Map<string, readonly unknown[]>[] {
  const storageClass = cluster.find(STORAGE_CLASS, undefined, className ?? '');
  const terms = volume
    ? listAt(outlineOf(volume), 'spec.nodeAffinity.required.nodeSelectorTerms').map((term) =>
        listAt(term, 'matchExpressions').filter(isIn),
      )
    : listAt(storageClass?.live ?? {}, 'allowedTopologies').map((term) =>
        listAt(term, 'matchLabelExpressions'),
      );
  const wanted = ({ key, values }: Fields) => [String(key), valuesOf(values)] as const;
  return terms.map((expressions) => new Map(expressions.map(wanted)));
}

/** A volume for one pod alone is not there for a second one. */
function exclusive(
  workload: Stored,
  template: Fields,
  { cluster, claims }: PodWorld,
): PodProblem | undefined {
  const { sent } = workload;
  const name = claimsOf(template).find((one) => {
    const modes = at(claims.get(claimKey(sent.namespace, one))?.live ?? {}, 'spec.accessModes');
    return Array.isArray(modes) && isForOnePod(modes);
  });
  if (name === undefined) {
    const why = attachedElsewhere(cluster, template, claims, sent.namespace);
    return why === undefined ? undefined : { kind: 'exclusive', why };
  }
  return {
    kind: podsOf(sent, outlineOf(workload)) > 1 ? 'waiting' : 'exclusive',
    why: `the claim ${JSON.stringify(name)} is for one pod only (ReadWriteOncePod)`,
  };
}

/** The template of a stored workload, without its defaults perhaps. */
export function ownTemplate(workload: Stored): Fields {
  return templateOf(workload.sent, outlineOf(workload));
}
