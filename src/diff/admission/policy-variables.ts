/**
 * Variables of the expressions of an admission policy: the object as it was and would be, the
 * request, its namespace and parameters.
 */
import { Failed, Late, UNKNOWABLE, Unknown, valueOf } from '../../cel';
import { Fields, groupOf, LAST_APPLIED, versionOf } from '../../kube';
import { fieldsAt, listAt } from '../../model';
import { Cluster } from '../cluster';
import { PolicyRequest } from './policy-match';
import { Stored } from '../stored';
import { spelled } from './spelling';

/** The same for all policies that are asked about a request. */
const COMMON = new WeakMap<PolicyRequest, Fields>();

/**
 * What the expressions of a policy can name. Its own variables are computed when they are asked
 * for.
 */
export function policyVariables(
  policy: Fields,
  request: PolicyRequest,
  params: Stored | undefined,
  now: Cluster,
): Fields {
  const common = COMMON.get(request) ?? commonVariables(request, now);
  COMMON.set(request, common);
  const variables: { [name: string]: unknown } = {};
  const all = { ...common, params: params ? whole(spelledOf(params)) : null, variables };
  for (const { name, expression } of listAt(policy, 'spec.variables')) {
    variables[String(name)] = new Late(() => variable(String(name), String(expression), all));
  }
  return all;
}

function variable(name: string, expression: string, all: Fields): unknown {
  try {
    return valueOf(expression, all);
  } catch (error) {
    if (error instanceof Failed) {
      throw new Failed(
        `composited variable ${JSON.stringify(name)} fails to evaluate: ${error.message}`,
      );
    }
    throw error;
  }
}

function commonVariables(request: PolicyRequest, now: Cluster): Fields {
  const { apiVersion, kind, resource, name, namespace, operation, object, oldObject } = request;
  const [group, version] = [groupOf(apiVersion), versionOf(apiVersion)];
  const space = namespace === undefined ? undefined : now.find('/Namespace', undefined, namespace);
  // The path of a namespace names it as its own.
  const path = namespace ?? (kind === 'Namespace' && group === '' ? name : undefined);
  return {
    object: object && seen(object, request),
    oldObject: oldObject && seen(oldObject, request),
    namespaceObject:
      namespace === undefined
        ? null
        : space
          ? whole(spelledOf(space))
          : unknownNamespace(namespace),
    // What is empty is not there: neither is a subresource.
    request: {
      operation,
      name,
      ...(path === undefined ? {} : { namespace: path }),
      kind: { group, version, kind },
      resource: { group, version, resource },
      requestKind: { group, version, kind },
      requestResource: { group, version, resource },
      dryRun: false,
      uid: new Unknown('request.uid'),
      userInfo: UNKNOWABLE,
      options: UNKNOWABLE,
    },
    authorizer: UNKNOWABLE,
  };
}

function unknownNamespace(name: string): Fields {
  return whole({
    apiVersion: 'v1',
    kind: 'Namespace',
    metadata: { name, labels: new Unknown('labels'), annotations: UNKNOWABLE },
    spec: new Unknown('spec'),
  });
}

function spelledOf({ sent, live }: Stored): Fields {
  return sent.type === undefined ? live : spelled(sent.type, live, [sent.given]);
}

function seen(
  object: Fields,
  { type, given, phase, operation, isByKubectl }: PolicyRequest,
): Fields {
  const written = type === undefined ? object : spelled(type, object, given);
  const { annotations, ...metadata } = fieldsAt(written, 'metadata');
  const kept = Object.entries(annotations ?? {}).filter(
    ([key]) => operation !== 'CREATE' || key !== 'deployment.kubernetes.io/revision',
  );
  const all = [...kept, ...(isByKubectl === true ? [[LAST_APPLIED, new Unknown('applied')]] : [])];
  return whole(
    {
      ...written,
      metadata: {
        ...metadata,
        ...(all.length > 0 ? { annotations: Object.fromEntries(all) as Fields } : {}),
      },
    },
    phase,
  );
}

/** Fields of metadata that the server writes. */
const WRITTEN = {
  creationTimestamp: new Unknown('creationTimestamp'),
  generation: UNKNOWABLE,
  managedFields: UNKNOWABLE,
  resourceVersion: UNKNOWABLE,
  uid: new Unknown('uid'),
};

/** Fields of status that claims and volumes have beside their phase. */
const STATUS = Object.fromEntries(
  ['accessModes', 'capacity', 'conditions', 'lastPhaseTransitionTime', 'message', 'reason'].map(
    (field) => [field, UNKNOWABLE],
  ),
);

/**
 * An object as a policy sees it, of whose status and metadata some is only known in the cluster.
 */
function whole(object: Fields, phase?: string): Fields {
  return {
    ...object,
    metadata: { ...fieldsAt(object, 'metadata'), ...WRITTEN },
    status: phase === undefined ? UNKNOWABLE : { phase, ...STATUS },
  };
}
