/** Which requests an admission policy is about: by resource, operation, namespace and labels. */
import { Cluster } from './cluster';
import { listAt } from './rules';
import { isServed } from './versions';
import { Fields, fieldsOf, groupOf } from '../kube';
import { selects } from '../object';

/** What is asked of the API server, as policies see it. */
export interface PolicyRequest {
  readonly operation: 'CREATE' | 'UPDATE' | 'DELETE';
  readonly apiVersion: string;
  readonly kind: string;
  /** The plural of the kind. */
  readonly resource: string;
  readonly name: string;
  readonly namespace: string | undefined;
  /** The object as it would be stored; null when it is deleted. */
  readonly object: Fields | null;
  /** The object as it is stored; null when it is new. */
  readonly oldObject: Fields | null;
  /** The type of the kind; undefined of custom resources. */
  readonly type: string | undefined;
  /** The manifests that both come from, in which quantities are spelled as they are stored. */
  readonly given: readonly Fields[];
  /** The phase of the stored object; undefined if only the cluster knows. */
  readonly phase?: string | undefined;
}

/** Whether a policy or binding is about a request. */
export type Match = 'yes' | 'no' | {
  /** What would have to be known to tell. */
  readonly unless: string;
};

/** Whether the `matchConstraints` of a policy, or the `matchResources` of a binding, include a request. */
export function matchOf(constraints: unknown, request: PolicyRequest, cluster: Cluster, minor: number): Match {
  const { namespaceSelector, objectSelector, matchPolicy } = fieldsOf(constraints);
  const rules = listAt(fieldsOf(constraints), 'resourceRules');
  const isFor = (rule: Fields) => isRuleFor(rule, request, matchPolicy !== 'Exact', minor);
  // A binding without rules is for all that its policy is for.
  if (rules.length > 0 && !rules.some(isFor) || listAt(fieldsOf(constraints), 'excludeResourceRules').some(isFor)) return 'no';
  const objects = [request.object, request.oldObject].filter((one) => one !== null);
  if (isGiven(objectSelector) && !objects.some((one) => selects(objectSelector, labelsOf(one)))) return 'no';
  return isGiven(namespaceSelector) ? namespaceMatch(namespaceSelector, request, cluster) : 'yes';
}

function isGiven(selector: unknown): boolean {
  return Object.keys(fieldsOf(selector)).length > 0;
}

function isRuleFor(rule: Fields, request: PolicyRequest, isEquivalent: boolean, minor: number): boolean {
  const { apiGroups, apiVersions, operations, resources, resourceNames, scope } = rule;
  const { apiVersion, kind, resource, operation, namespace, name } = request;
  const group = groupOf(apiVersion);
  const version = group === '' ? apiVersion : apiVersion.slice(group.length + 1);
  const has = (list: unknown, value: string) => Array.isArray(list) && (list.includes(value) || list.includes('*'));
  const hasOtherVersion = Array.isArray(apiVersions) && apiVersions.some((one) => isServed(group === '' ? String(one) : `${group}/${String(one)}`, kind, minor));
  return has(apiGroups, group)
    && (has(apiVersions, version) || isEquivalent && hasOtherVersion)
    && has(operations, operation)
    && Array.isArray(resources) && [resource, '*', `${resource}/*`, '*/*'].some((one) => resources.includes(one))
    && (!Array.isArray(resourceNames) || resourceNames.length === 0 || resourceNames.includes(name))
    && (typeof scope !== 'string' || scope === '*' || (scope === 'Namespaced') === (namespace !== undefined));
}

/** What is in no namespace is meant by every selector of namespaces, but for a namespace itself. */
function namespaceMatch(selector: unknown, { kind, apiVersion, name, namespace, object, oldObject }: PolicyRequest, cluster: Cluster): Match {
  const isNamespace = kind === 'Namespace' && apiVersion === 'v1';
  if (namespace === undefined && !isNamespace) return 'yes';
  const own = (labels: Fields) => ({ ...labels, 'kubernetes.io/metadata.name': namespace ?? name });
  if (isNamespace) return selects(selector, own(labelsOf(object ?? oldObject))) ? 'yes' : 'no';
  const found = cluster.find('/Namespace', undefined, namespace!);
  const matches = selects(selector, own(labelsOf(found?.live)));
  const { matchLabels, matchExpressions } = fieldsOf(selector);
  const keys = [...Object.keys(fieldsOf(matchLabels)), ...Array.isArray(matchExpressions) ? matchExpressions.map((one) => fieldsOf(one).key) : []];
  if (found || keys.every((key) => key === 'kubernetes.io/metadata.name')) return matches ? 'yes' : 'no';
  return { unless: `which labels the namespace ${JSON.stringify(namespace)} has` };
}

/** The labels of an object. */
export function labelsOf(object: unknown): Fields {
  return fieldsOf(fieldsOf(fieldsOf(object).metadata).labels);
}
