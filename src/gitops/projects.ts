/**
 * The permissions that a project of Argo CD needs: exactly what the objects of its Applications
 * need.
 */
import { IN_CLUSTER } from './applications';
import { DELIVERY_RULES as RULES } from './delivery-rules';
import { Finding, show, violation } from '../findings';
import {
  Fields,
  fieldsOf,
  groupOf,
  isClusterScoped,
  isFields,
  itemsOfList,
  kindDefinedBy,
  labelProblems,
  Manifest,
} from '../kube';
import { textOf } from '../object';
import { always, listOf, Of, objectOf, required, string, text } from '../shape';
import { checkName, checkNamespace } from '../storage/core';

/** A kind, without its version. */
const KIND = objectOf({
  group: string,
  kind: required(text),
});
type KindSpec = Of<typeof KIND>;

/** What is said of a project beside its Applications. */
export const PROJECT_SHAPE = objectOf({
  name: always(string),
  namespace: always(string),
  description: text,
  namespaces: listOf(text),
  clusterKinds: listOf(KIND),
  namespacedKinds: listOf(KIND),
});
export type ProjectSpec = Of<typeof PROJECT_SHAPE>;

/** Argo CD takes no longer one. */
const LONGEST_DESCRIPTION = 255;

export function checkProject({
  name,
  namespace,
  description = '',
  namespaces = [],
}: ProjectSpec): Finding[] {
  return [
    ...checkName(name, 'name'),
    ...checkNamespace(namespace, 'namespace', true),
    ...(description.length > LONGEST_DESCRIPTION
      ? [
          violation(
            RULES.projectText,
            'description',
            `the description has ${description.length} characters, but Argo CD allows only ${LONGEST_DESCRIPTION}`,
            'shorten it',
          ),
        ]
      : []),
    ...namespaces.flatMap((one, index) =>
      labelProblems(one).map((problem) =>
        violation(
          RULES.destination,
          `namespaces[${index}]`,
          `${show(one)}: ${problem}`,
          'use the name of a namespace',
        ),
      ),
    ),
  ];
}

export interface Member {
  readonly repoUrl: string;
  readonly cluster?: string;
  readonly server?: string;
  readonly destinationNamespace?: string;
  readonly createNamespace?: boolean;
  readonly manifests: readonly Fields[];
}

/**
 * The project. Every list is sorted, so that the order of Applications and objects does not count.
 */
export function buildProject(spec: ProjectSpec, members: readonly Member[]): Manifest {
  const {
    name,
    namespace,
    description,
    namespaces = [],
    clusterKinds = [],
    namespacedKinds = [],
  } = spec;
  const inCluster = new Map(clusterKinds.map((one) => [keyOf(one), one]));
  const inNamespaces = new Map(namespacedKinds.map((one) => [keyOf(one), one]));
  const destinations = new Map<string, Fields>();
  const permit = ({ cluster, server }: Member, one: string) => {
    const destination = {
      ...(cluster === undefined ? { server: server ?? IN_CLUSTER } : { name: cluster }),
      namespace: one,
    };
    destinations.set(JSON.stringify(destination), destination);
  };
  for (const member of members) {
    // An Application without a namespace is refused unless one of no name is permitted.
    permit(member, member.destinationNamespace ?? '');
    for (const one of namespaces) permit(member, one);
    const isOfCluster = scopesOf(member.manifests);
    for (const manifest of member.manifests) {
      const kind = { group: groupOf(textOf(manifest.apiVersion)), kind: textOf(manifest.kind) };
      const isInCluster = isOfCluster(manifest);
      (isInCluster ? inCluster : inNamespaces).set(keyOf(kind), kind);
      const own = textOf(fieldsOf(manifest.metadata).namespace);
      if (!isInCluster && own !== '') permit(member, own);
    }
    if (member.createNamespace) inCluster.set(keyOf({ kind: 'Namespace' }), { kind: 'Namespace' });
  }
  return {
    apiVersion: 'argoproj.io/v1alpha1',
    kind: 'AppProject',
    metadata: { name, namespace },
    spec: {
      ...(description === undefined ? {} : { description }),
      sourceRepos: [...new Set(members.map(({ repoUrl }) => repoUrl))].sort(),
      destinations: sorted(destinations),
      clusterResourceWhitelist: sorted(inCluster).map(whole),
      namespaceResourceWhitelist: sorted(inNamespaces).map(whole),
    },
  };
}

/** The objects of manifests, those of lists too. */
export function objectsIn(manifests: readonly unknown[]): readonly Fields[] {
  return manifests.flatMap((one): readonly Fields[] => {
    if (!isFields(one) || typeof one.apiVersion !== 'string' || typeof one.kind !== 'string') {
      return [];
    }
    const items = itemsOfList(one);
    return items ? objectsIn(items) : [one];
  });
}

/** Which objects are cluster-scoped: as it is known, or as a definition among them says. */
function scopesOf(manifests: readonly Fields[]): (manifest: Fields) => boolean {
  const defined = new Map(
    manifests
      .filter(({ kind }) => kind === 'CustomResourceDefinition')
      .map((one) => [kindDefinedBy(one), fieldsOf(one.spec).scope === 'Cluster'] as const),
  );
  return ({ apiVersion, kind }) =>
    defined.get(`${groupOf(textOf(apiVersion))}/${textOf(kind)}`) ??
    isClusterScoped(textOf(apiVersion), textOf(kind));
}

function whole({ group = '', kind }: KindSpec): Fields {
  return { group, kind };
}

function keyOf({ group = '', kind }: KindSpec): string {
  return `${group}/${kind}`;
}

function sorted<V>(map: ReadonlyMap<string, V>): V[] {
  return [...map].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, value]) => value);
}
