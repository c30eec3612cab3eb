/** What the expressions of an admission policy can name: the object as it was and would be, the request, its namespace and parameters. */
import { Late, UNKNOWABLE } from './cel';
import { Cluster } from './cluster';
import { PolicyRequest } from './policy-match';
import { fieldsAt, listAt } from './rules';
import { spelled } from './spelling';
import { Fields, groupOf, isFields } from '../kube';

/** Fields of metadata that the server writes. */
const WRITTEN = Object.fromEntries(['creationTimestamp', 'generation', 'managedFields', 'resourceVersion', 'uid'].map((field) => [field, UNKNOWABLE]));

/** What an expression comes to. */
type ValueOf = (expression: string, variables: Fields) => unknown;

/** What the expressions of a policy can name. The policy's own variables are computed by `valueOf` when they are asked for. */
export function policyVariables(policy: Fields, request: PolicyRequest, params: unknown, cluster: Cluster, valueOf: ValueOf): Fields {
  const { apiVersion, kind, resource, name, namespace, operation } = request;
  const { type, given, phase } = request;
  const seen = (one: Fields | null) => one && whole(type === undefined ? one : spelled(type, one, given), phase);
  const group = groupOf(apiVersion);
  const version = group === '' ? apiVersion : apiVersion.slice(group.length + 1);
  const space = namespace === undefined ? undefined : cluster.find('/Namespace', undefined, namespace)?.live;
  const variables: { [name: string]: unknown } = {};
  const all = {
    object: seen(request.object),
    oldObject: seen(request.oldObject),
    params: isFields(params) ? whole(params) : params,
    namespaceObject: namespace === undefined ? null : whole(space ?? { metadata: { name: namespace, labels: UNKNOWABLE, annotations: UNKNOWABLE } }),
    request: {
      operation,
      name,
      namespace: namespace ?? '',
      kind: { group, version, kind },
      resource: { group, version, resource },
      subResource: '',
      requestKind: { group, version, kind },
      requestResource: { group, version, resource },
      requestSubResource: '',
      dryRun: false,
      uid: UNKNOWABLE,
      userInfo: UNKNOWABLE,
      options: UNKNOWABLE,
    },
    authorizer: UNKNOWABLE,
    variables,
  };
  for (const { name: variable, expression } of listAt(policy, 'spec.variables')) {
    variables[String(variable)] = new Late(() => valueOf(String(expression), all));
  }
  return all;
}

/** Fields of status that claims and volumes have beside their phase. */
const STATUS = Object.fromEntries(['accessModes', 'capacity', 'conditions', 'lastPhaseTransitionTime', 'message', 'reason'].map((field) => [field, UNKNOWABLE]));

/** An object as a policy sees it, of whose status and metadata some is only known in the cluster. */
function whole(object: Fields, phase?: string): Fields {
  return { ...object, metadata: { ...fieldsAt(object, 'metadata'), ...WRITTEN }, status: phase === undefined ? UNKNOWABLE : { phase, ...STATUS } };
}
