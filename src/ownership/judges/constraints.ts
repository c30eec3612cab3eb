/**
 * Security context constraints of OpenShift: which are granted to a service account, and which ids
 * they admit.
 */
import { JudgedObject, World } from '../../judge';
import { addTo, Fields, fieldsOf, valuesOf } from '../../kube';
import { listOf } from '../../object';

/** The fields that fix an id. */
export type IdKind = 'fsGroup' | 'runAsUser';

/** Ids from one to another. */
export interface Range {
  readonly min: number;
  readonly max: number;
}

/** What OpenShift ships, as far as it grants more than restricted-v2. */
const SHIPPED: { readonly [name: string]: Fields } = {
  anyuid: { runAsUser: { type: 'RunAsAny' }, fsGroup: { type: 'RunAsAny' } },
  'hostmount-anyuid': { runAsUser: { type: 'RunAsAny' }, fsGroup: { type: 'RunAsAny' } },
  'hostmount-anyuid-v2': { runAsUser: { type: 'RunAsAny' }, fsGroup: { type: 'RunAsAny' } },
  'node-exporter': { runAsUser: { type: 'RunAsAny' }, fsGroup: { type: 'RunAsAny' } },
  nonroot: { runAsUser: { type: 'MustRunAsNonRoot' }, fsGroup: { type: 'RunAsAny' } },
  'nonroot-v2': { runAsUser: { type: 'MustRunAsNonRoot' }, fsGroup: { type: 'RunAsAny' } },
  privileged: { runAsUser: { type: 'RunAsAny' }, fsGroup: { type: 'RunAsAny' } },
};
/** What admits only ids that the namespace or the platform chooses. */
const RESTRICTED = [
  'restricted',
  'restricted-v2',
  'restricted-v3',
  'nested-container',
  'hostaccess',
  'hostnetwork',
  'hostnetwork-v2',
];

const CONSTRAINTS = 'security.openshift.io/SecurityContextConstraints';
const ROLE_PREFIX = 'system:openshift:scc:';

/**
 * The constraints that a service account may use, by users and groups of theirs and by roles;
 * unknown if one is not known.
 */
export function grantedConstraints(
  world: World,
  namespace: string,
  account: string,
): readonly Fields[] | 'unknown' {
  const { direct, bindings } = world.once(readGrants);
  const subjects = [
    `system:serviceaccount:${namespace}:${account}`,
    `system:serviceaccounts:${namespace}`,
    'system:serviceaccounts',
    'system:authenticated',
  ];
  const byRole = bindings
    .filter((one) => one.namespace === undefined || one.namespace === namespace)
    .filter((one) => one.subjects.some((subject) => subjects.includes(subject)))
    .flatMap(({ names }) => names);
  const granted = [
    ...subjects.flatMap((subject) => direct.get(subject) ?? []),
    ...byRole.map((name) => constraintsNamed(world, name)),
  ];
  return granted.includes('unknown') ? 'unknown' : (granted as readonly Fields[]);
}

export function admits(constraints: Fields, kind: IdKind, id: number): boolean {
  const strategy = fieldsOf(constraints[kind]);
  switch (strategy.type) {
    case 'RunAsAny':
      return true;
    case 'MustRunAsNonRoot':
      return id !== 0;
    case 'MustRunAsRange':
      return isBetween(id, strategy.uidRangeMin, strategy.uidRangeMax);
    case 'MustRunAs':
      return kind === 'runAsUser'
        ? strategy.uid === id
        : listOf(strategy.ranges).some(({ min, max }) => isBetween(id, min, max));
    default:
      return false;
  }
}

interface Binding {
  readonly namespace?: string;
  readonly subjects: readonly string[];
  readonly names: readonly string[];
}

interface Grants {
  /** Constraints by those whom they name themselves. */
  readonly direct: ReadonlyMap<string, readonly Fields[]>;
  readonly bindings: readonly Binding[];
}

function readGrants(world: World): Grants {
  const direct = new Map<string, Fields[]>();
  for (const { manifest } of world.ofKind(CONSTRAINTS)) {
    for (const subject of [manifest.users, manifest.groups].flatMap((list) => valuesOf(list))) {
      addTo(direct, String(subject), manifest);
    }
  }
  const bindings = ['RoleBinding', 'ClusterRoleBinding']
    .flatMap((kind) => world.ofKind(`rbac.authorization.k8s.io/${kind}`))
    .map((object): Binding => ({
      ...(object.kind === 'RoleBinding' ? { namespace: object.namespace } : {}),
      subjects: listOf(object.manifest.subjects).map((subject) =>
        subjectOf(subject, object.namespace),
      ),
      names: namesOfRole(world, object),
    }));
  return { direct, bindings: bindings.filter(({ names }) => names.length > 0) };
}

function subjectOf({ kind, name, namespace }: Fields, own: string | undefined): string {
  return kind === 'ServiceAccount'
    ? `system:serviceaccount:${String(namespace ?? own)}:${String(name)}`
    : String(name);
}

/**
 * The constraints that a role lets use: by its name, if it is one that OpenShift makes, or by its
 * rules.
 */
function namesOfRole(world: World, { manifest, namespace }: JudgedObject): readonly string[] {
  const { kind, name } = fieldsOf(manifest.roleRef);
  const role = String(name);
  if (role.startsWith(ROLE_PREFIX)) return [role.slice(ROLE_PREFIX.length)];
  if (role === 'cluster-admin') return ['privileged'];
  const found = world.find(
    `rbac.authorization.k8s.io/${String(kind)}`,
    kind === 'Role' ? namespace : undefined,
    role,
  )[0];
  return listOf(found?.manifest.rules)
    .filter(
      ({ verbs, resources, apiGroups }) =>
        has(verbs, 'use') &&
        has(resources, 'securitycontextconstraints') &&
        has(apiGroups, 'security.openshift.io'),
    )
    .flatMap(({ resourceNames }) =>
      Array.isArray(resourceNames) ? resourceNames.map(String) : ['privileged'],
    );
}

function has(list: unknown, word: string): boolean {
  return Array.isArray(list) && (list.includes(word) || list.includes('*'));
}

/** Constraints by their name; unknown if nobody says what they admit. */
function constraintsNamed(world: World, name: string): Fields | 'unknown' {
  const declared = world.find(CONSTRAINTS, undefined, name)[0];
  if (declared) return declared.manifest;
  if (Object.hasOwn(SHIPPED, name)) return SHIPPED[name];
  return RESTRICTED.includes(name) ? {} : 'unknown';
}

function isBetween(id: number, min: unknown, max: unknown): boolean {
  return typeof min === 'number' && typeof max === 'number' && id >= min && id <= max;
}
