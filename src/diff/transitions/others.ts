/** Configuration, access and definitions: what the API server refuses to change of them. */
import { Change, Transitions } from './transitions';
import { Finding } from '../../findings';
import { Fields, fieldsOf, isSame, valuesOf } from '../../kube';
import { at, Draft, listAt } from '../../model';
import { forbidden, invalid } from '../../resource';
import {
  keepNamesOfSecrets,
  labelledByName,
  nameDefinition,
  readStringData,
} from '../../validation';

const HASHED = 'add a hash of its content to its name, and update the pods to use it';
const RECREATE_BINDING = 'delete and recreate the binding, or rename it';
const ROLE_REF = {
  path: 'roleRef',
  says: 'cannot change roleRef',
  remedy: RECREATE_BINDING,
};
const MIGRATION =
  'create another definition, and move the objects to it; pruning or recreating a definition deletes all its objects';

export const OTHER_TRANSITIONS: { readonly [kindKey: string]: Transitions } = {
  '/Namespace': { updated: keepNamespace },
  '/ConfigMap': {
    refused: (after, { before }) => frozenRefusals(after, before, ['data', 'binaryData']),
  },
  '/Secret': {
    updated: (after) => readStringData(after),
    immutable: [{ path: 'type', remedy: 'create a Secret under a new name' }],
    refused: (after, { before }) => frozenRefusals(after, before, ['data']),
  },
  '/ServiceAccount': { updated: (after) => keepNamesOfSecrets(after) },
  '/ResourceQuota': {
    immutable: [{ path: 'spec.scopes', isSet: true, remedy: 'create a quota under a new name' }],
  },
  'rbac.authorization.k8s.io/RoleBinding': { immutable: [ROLE_REF] },
  'rbac.authorization.k8s.io/ClusterRoleBinding': { immutable: [ROLE_REF] },
  'scheduling.k8s.io/PriorityClass': {
    immutable: [
      {
        path: 'value',
        forbids: 'may not be changed in an update.',
        remedy: 'create a class under a new name, and update the pod templates to use it',
      },
      {
        path: 'preemptionPolicy',
        remedy: 'create a class under a new name, and update the pod templates to use it',
      },
    ],
  },
  'networking.k8s.io/IngressClass': {
    immutable: [{ path: 'spec.controller', remedy: 'create a class under a new name' }],
  },
  'networking.k8s.io/ServiceCIDR': { refused: addressRefusals },
  'networking.k8s.io/IPAddress': {
    immutable: [{ path: 'spec', remedy: 'remove the addresses, which the server assigns' }],
  },
  'node.k8s.io/RuntimeClass': {
    immutable: [{ path: 'handler', remedy: 'create a class under a new name' }],
  },
  'discovery.k8s.io/EndpointSlice': {
    immutable: [{ path: 'addressType', remedy: 'create a slice under a new name' }],
  },
  'resource.k8s.io/ResourceClaim': {
    immutable: [{ path: 'spec', remedy: 'create a claim under a new name' }],
  },
  'resource.k8s.io/ResourceClaimTemplate': {
    immutable: [{ path: 'spec', remedy: 'create a template under a new name' }],
  },
  'storage.k8s.io/CSIStorageCapacity': {
    immutable: ['nodeTopology', 'storageClassName'].map((path) => ({
      path,
      remedy: 'let the driver publish its capacity',
    })),
  },
  'apiextensions.k8s.io/CustomResourceDefinition': {
    updated: nameDefinition,
    refused: definitionRefusals,
  },
};

/** Its finalizers are only written by what finalizes a namespace. */
function keepNamespace(after: Draft, { spec }: Fields): void {
  labelledByName(after);
  if (spec === undefined) delete after.spec;
  else after.spec = spec;
}

/** Addresses of the other family may come behind those that are there. */
function addressRefusals(after: Fields, { before }: Change): Finding[] {
  const path = 'spec.cidrs';
  const now = valuesOf(at(after, path));
  const old = valuesOf(at(before, path));
  const remedy = 'create one under a new name';
  if (now.length < old.length) return [invalid(path, now, 'field is immutable', remedy)];
  return old.flatMap((one, index) =>
    now[index] === one
      ? []
      : [invalid(`${path}[${index}]`, now[index], 'field is immutable', remedy)],
  );
}

function frozenRefusals(after: Fields, before: Fields, fields: readonly string[]): Finding[] {
  if (before.immutable !== true) return [];
  const why = 'field is immutable when `immutable` is set';
  const found: Finding[] = after.immutable === true ? [] : [forbidden('immutable', why, HASHED)];
  for (const field of fields) {
    if (!isSame(fieldsOf(before[field]), fieldsOf(after[field]))) {
      found.push(forbidden(field, why, HASHED));
    }
  }
  return found;
}

function definitionRefusals(after: Fields, { before }: Change): Finding[] {
  const found: Finding[] = [];
  for (const path of ['spec.group', 'spec.names.plural', 'spec.scope', 'spec.names.kind']) {
    const value = at(after, path);
    if (at(before, path) !== value) {
      found.push(invalid(path, value, 'field is immutable', MIGRATION));
    }
  }
  const kept = listAt(after, 'spec.versions').map(({ name }) => name);
  storedVersions(before).forEach((version, index) => {
    if (kept.includes(version)) return;
    found.push(
      invalid(
        `status.storedVersions[${index}]`,
        version,
        `missing from spec.versions; ${String(version)} was previously a storage version, and must remain in spec.versions until a storage migration ensures no data remains persisted in ${String(version)} and removes ${String(version)} from status.storedVersions`,
        'keep the version, with served: false if necessary, until all objects are stored in another version',
      ),
    );
  });
  return found;
}

/** In which version objects were stored, as far as the old manifest tells. */
function storedVersions(definition: Fields): unknown[] {
  return listAt(definition, 'spec.versions')
    .filter(({ storage }) => storage === true)
    .map(({ name }) => name);
}
