/** The requests that an admission policy is about: by resource, operation, namespace and labels. */
import { Fields, fieldsOf, groupOf, versionOf } from '../../kube';
import { listAt, isOwnGroup, isServed } from '../../model';
import { selects } from '../../object';
import { Cluster } from '../cluster';

/** What is asked of the API server, as policies see it. */
export interface PolicyRequest {
  readonly operation: 'CREATE' | 'UPDATE' | 'DELETE';
  readonly apiVersion: string;
  readonly kind: string;
  /** The plural of the kind. */
  readonly resource: string;
  /** The name; something unseen if the server makes it. */
  readonly name: unknown;
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
  /** Whether kubectl writes down what it applied. */
  readonly isByKubectl?: boolean;
}

/** Whether a policy or binding is about a request. */
type Match =
  | 'yes'
  | 'no'
  | {
      /** What would have to be known to tell. */
      readonly doubt: string;
    };

/**
 * Whether the `matchConstraints` of a policy, or the `matchResources` of a binding, include a
 * request.
 */
export function matchOf(
  constraints: unknown,
  request: PolicyRequest,
  cluster: Cluster,
  minor: number,
): Match {
  const { namespaceSelector, objectSelector, matchPolicy } = fieldsOf(constraints);
  const [rules, excluded] = ['resourceRules', 'excludeResourceRules'].map((field) => {
    const list = listAt(fieldsOf(constraints), field).filter((rule) => isRuleFor(rule, request));
    const isExact = list.some((rule) => hasVersion(rule, request));
    const isEquivalent =
      matchPolicy !== 'Exact' && list.some((rule) => hasOtherVersion(rule, request, minor));
    return { isExact, isMet: isExact || isEquivalent };
  });
  // A binding without rules is for all that its policy is for.
  const isForAll = listAt(fieldsOf(constraints), 'resourceRules').length === 0;
  if ((!isForAll && !rules.isMet) || excluded.isMet) return 'no';
  const objects = [request.object, request.oldObject].filter((one) => one !== null);
  if (isGiven(objectSelector) && !objects.some((one) => selects(objectSelector, labelsOf(one)))) {
    return 'no';
  }
  const match = isGiven(namespaceSelector)
    ? namespaceMatch(namespaceSelector, request, cluster)
    : 'yes';
  const isSeenAsGiven =
    (isForAll || rules.isExact || isOwnGroup(groupOf(request.apiVersion))) &&
    !isConverted(request, rules.isExact);
  return match === 'yes' && !isSeenAsGiven
    ? { doubt: 'how the API server converts it to the version that the policy sees' }
    : match;
}

/** Autoscalers are compared in a version with other fields. */
function isConverted({ kind, apiVersion }: PolicyRequest, isExact: boolean): boolean {
  return kind === 'HorizontalPodAutoscaler' && !(isExact && versionOf(apiVersion) === 'v2');
}

function isGiven(selector: unknown): boolean {
  return Object.keys(fieldsOf(selector)).length > 0;
}

const has = (list: unknown, value: unknown) =>
  Array.isArray(list) && (list.includes(value) || list.includes('*'));

/** Whether a rule is about a request, but for the version. */
function isRuleFor(
  rule: Fields,
  { apiVersion, resource, operation, namespace, name }: PolicyRequest,
): boolean {
  const { apiGroups, operations, resources, resourceNames, scope } = rule;
  return (
    has(apiGroups, groupOf(apiVersion)) &&
    has(operations, operation) &&
    Array.isArray(resources) &&
    [resource, '*', `${resource}/*`, '*/*'].some((one) => resources.includes(one)) &&
    (!Array.isArray(resourceNames) || resourceNames.length === 0 || resourceNames.includes(name)) &&
    (typeof scope !== 'string' ||
      scope === '*' ||
      (scope === 'Namespaced') === (namespace !== undefined))
  );
}

function hasVersion({ apiVersions }: Fields, { apiVersion }: PolicyRequest): boolean {
  return has(apiVersions, versionOf(apiVersion));
}

/** Whether a rule is about another version that the server has of the same kind. */
function hasOtherVersion(
  { apiVersions }: Fields,
  { apiVersion, kind }: PolicyRequest,
  minor: number,
): boolean {
  const group = groupOf(apiVersion);
  return (
    Array.isArray(apiVersions) &&
    apiVersions.some((one) =>
      isServed(group === '' ? String(one) : `${group}/${String(one)}`, kind, minor),
    )
  );
}

/** What is in no namespace is meant by every selector of namespaces, but for a namespace itself. */
function namespaceMatch(
  selector: unknown,
  { kind, apiVersion, name, namespace, object, oldObject }: PolicyRequest,
  cluster: Cluster,
): Match {
  const isNamespace = kind === 'Namespace' && apiVersion === 'v1';
  if (namespace === undefined && !isNamespace) return 'yes';
  const own = (labels: Fields) => ({ ...labels, 'kubernetes.io/metadata.name': namespace ?? name });
  if (isNamespace) return selects(selector, own(labelsOf(object ?? oldObject))) ? 'yes' : 'no';
  const found = cluster.find('/Namespace', undefined, namespace!);
  const matches = selects(selector, own(labelsOf(found?.live)));
  const { matchLabels, matchExpressions } = fieldsOf(selector);
  const keys = [
    ...Object.keys(fieldsOf(matchLabels)),
    ...(Array.isArray(matchExpressions) ? matchExpressions.map((one) => fieldsOf(one).key) : []),
  ];
  if (found || keys.every((key) => key === 'kubernetes.io/metadata.name')) {
    return matches ? 'yes' : 'no';
  }
  return { doubt: `which labels the namespace ${JSON.stringify(namespace)} has` };
}

export function labelsOf(object: unknown): Fields {
  return fieldsOf(fieldsOf(fieldsOf(object).metadata).labels);
}
