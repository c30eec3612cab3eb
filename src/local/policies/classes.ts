/** The classes that a policy is for: all of the driver, those that it is given by name, or those of a ConfigMap. */
import { Cel, listOf, literal, NamedExpression, PolicySpec, Validation, valueAt } from '../../admission';
import { LOCAL_DRIVER } from '../names';
import { EphemeralOnlySpec } from './spec';

const CLASS_ANNOTATION = 'volume.beta.kubernetes.io/storage-class';

/** A policy that has no name yet. */
export type Unnamed = Omit<PolicySpec, 'name'> & { readonly validations: readonly Validation[] };

/** Without classes that are known, the policy runs for each class of the cluster. */
export function paramKindOf({ storageClassNames, storageClassConfigMap }: EphemeralOnlySpec): PolicySpec['paramKind'] {
  if (storageClassConfigMap) return { apiVersion: 'v1', kind: 'ConfigMap' };
  return storageClassNames === undefined ? { apiVersion: 'storage.k8s.io/v1', kind: 'StorageClass' } : undefined;
}

/** The condition that the class for which the policy runs is one of the driver. */
export function localClasses(spec: EphemeralOnlySpec): NamedExpression[] {
  return paramKindOf(spec)?.kind === 'StorageClass' ? [{ name: 'local-driver', expression: `params.provisioner == ${literal(LOCAL_DRIVER)}` }] : [];
}

/** Whether a class is one of them. */
export function isLocalClass({ storageClassNames, storageClassConfigMap }: EphemeralOnlySpec, className: Cel): Cel {
  if (storageClassConfigMap) return `${className} in ${valueAt('params', ['data'], '{}')}`;
  return storageClassNames === undefined ? `${className} == params.metadata.name` : `${className} in ${listOf(storageClassNames)}`;
}

/** The class of a claim, or of what one is made of, as Kubernetes reads it: the annotation first. */
export function classOf(root: Cel, ...path: readonly string[]): Cel {
  return valueAt(root, [...path, 'metadata', 'annotations', CLASS_ANNOTATION], valueAt(root, [...path, 'spec', 'storageClassName'], literal('')));
}

/** Which requests a policy is for. */
export function constraints(group: string, resource: string, operations: readonly string[], scope: string = 'Namespaced'): PolicySpec['matchConstraints'] {
  return { resourceRules: [{ apiGroups: [group], apiVersions: ['v1'], operations, resources: [resource], scope }] };
}
