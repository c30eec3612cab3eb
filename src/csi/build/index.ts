/** From a driver on a platform to its objects, in the order in which they should be applied. */
import { Manifest, withoutUndefined } from '../../kube';
import { buildOperator } from './operator';
import { buildRoles, buildServiceAccounts, buildWorkloads } from './plugins';
import { buildScc } from './scc';
import { classesOf, isInstalled, modeOf, namespaceOf, wantedNamespace } from '../installation';
import { Part, partOfKind } from './part';
import { isBuiltInNamespace, namespaceMetadata } from '../platforms';
import { ClassSpec, StackSpec } from '../spec';
import { buildStorageClass } from '../../storage/core';

/** All objects, each with the part that it plays. */
export function buildParts(spec: StackSpec): Part[] {
  return [...buildNamespace(spec), ...buildInstallation(spec), ...classesOf(spec).map((one) => buildClass(spec, one))];
}

/** All objects. */
export function buildCsiStack(spec: StackSpec): Manifest[] {
  return buildParts(spec).map(({ manifest }) => manifest);
}

function buildInstallation(spec: StackSpec): Part[] {
  const { driver } = spec;
  const mode = modeOf(spec.options);
  if (mode === 'external') return [];
  if (mode === 'openshift-operator') return buildOperator(spec);
  if (!isInstalled(spec)) return driver.fixedObjects!.map((manifest) => partOfKind(withoutUndefined(manifest)));
  const labels = { 'app.kubernetes.io/name': driver.appName };
  return [
    ...buildServiceAccounts(spec, labels),
    ...buildRoles(spec, labels),
    ...buildScc(spec, labels),
    { role: 'csiDriver', id: 'CsiDriver', manifest: csiDriver(spec, labels) },
    ...buildWorkloads(spec, labels),
  ];
}

function buildNamespace(spec: StackSpec): Part[] {
  const { createNamespace } = spec.options;
  const name = namespaceOf(spec);
  // Somebody who names a namespace has one; only that of the definition may be missing.
  const missing = wantedNamespace(spec) === undefined && isInstalled(spec) && !isBuiltInNamespace(name);
  if (modeOf(spec.options) === 'external' || !(createNamespace ?? missing)) return [];
  return [{ role: 'namespace', id: 'Namespace', manifest: { apiVersion: 'v1', kind: 'Namespace', metadata: { name, ...namespaceMetadata(spec.platform) } } }];
}

function csiDriver({ driver, options }: StackSpec, labels: { [key: string]: string }): Manifest {
  return {
    apiVersion: 'storage.k8s.io/v1',
    kind: 'CSIDriver',
    metadata: { name: driver.name, labels },
    spec: { ...driver.csiDriver, ...options.csiDriver },
  };
}

function buildClass({ driver }: StackSpec, { dynamic: _, id, ...spec }: ClassSpec): Part {
  return { role: 'storageClass', id: id ?? `StorageClass-${spec.name}`, manifest: buildStorageClass({ ...spec, provisioner: driver.name }) };
}
