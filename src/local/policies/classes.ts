/**
 * The classes that a policy is for: given by name, or those of the driver in the cluster and of a
 * ConfigMap.
 */
import {
  allOf,
  BindingSpec,
  Cel,
  isThere,
  listOf,
  literal,
  NamedExpression,
  PolicySpec,
  Validation,
  valueAt,
} from '../../admission';
import { CLASS_ANNOTATION } from '../../kube';
import { LOCAL_DRIVER } from '../names';
import { EphemeralOnlySpec } from './spec';

/** A policy that has no name yet. */
export type Unnamed = Omit<PolicySpec, 'name'> & { readonly validations: readonly Validation[] };

/**
 * Where a policy has the names of its classes from. There is a policy for each, which takes
 * parameters of one kind.
 */
export interface ClassSource {
  /** The end of the name of the policy, where there is another one beside it. */
  readonly suffix: string;
  readonly paramKind?: PolicySpec['paramKind'];
  /** The parameters, as the binding names them. */
  readonly params: Pick<BindingSpec, 'forEachParam' | 'param'>;
  /** The conditions that the class for which the policy runs is one of the driver. */
  readonly conditions: readonly NamedExpression[];
  readonly has: (className: Cel) => Cel;
}

/**
 * The sources. A ConfigMap that is gone must not refuse anything, since that is decided before the
 * conditions are looked at, for all requests: the classes in the cluster count, with it or without.
 */
export function classSources(spec: EphemeralOnlySpec): ClassSource[] {
  const { storageClassNames: names, storageClassConfigMap: param } = spec;
  if (names) {
    return [
      { suffix: '', params: {}, conditions: [], has: (name) => `${name} in ${listOf(names)}` },
    ];
  }
  if (!param) return [ofDriver('')];
  return [
    {
      suffix: '',
      paramKind: { apiVersion: 'v1', kind: 'ConfigMap' },
      params: { param },
      conditions: [],
      has: (name) => allOf(isThere('params', 'data'), `${name} in params.data`),
    },
    ofDriver('-driver'),
  ];
}

/** The classes of the driver that the cluster has: the policy runs for each class. */
function ofDriver(suffix: string): ClassSource {
  return {
    suffix,
    paramKind: { apiVersion: 'storage.k8s.io/v1', kind: 'StorageClass' },
    params: { forEachParam: true },
    conditions: [
      { name: 'local-driver', expression: `params.provisioner == ${literal(LOCAL_DRIVER)}` },
    ],
    has: (name) => `${name} == params.metadata.name`,
  };
}

/**
 * The class of a claim, or of what one is made of, as Kubernetes reads it: the annotation first.
 */
export function classOf(root: Cel, ...path: readonly string[]): Cel {
  return valueAt(
    root,
    [...path, 'metadata', 'annotations', CLASS_ANNOTATION],
    valueAt(root, [...path, 'spec', 'storageClassName'], literal('')),
  );
}

/** Which requests a policy is for. */
export function constraints(
  group: string,
  resources: readonly string[],
  operations: readonly string[],
  scope: string = 'Namespaced',
): PolicySpec['matchConstraints'] {
  return {
    resourceRules: [{ apiGroups: [group], apiVersions: ['v1'], operations, resources, scope }],
  };
}
