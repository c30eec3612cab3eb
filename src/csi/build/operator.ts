/**
 * OpenShift's operator for a driver: what has the Operator Lifecycle Manager install it, and the
 * driver's switch.
 */
import { withoutUndefined } from '../../kube';
import { namespaceOf } from '../installation';
import { Part } from './part';
import { StackSpec } from '../spec';

/** OperatorGroup, unless there is one, Subscription and ClusterCSIDriver. */
export function buildOperator(spec: StackSpec): Part[] {
  const { name, operator } = spec.driver;
  const { packageName, channel, source, sourceNamespace, env, clusterCsiDriver } = operator!;
  const metadata = { name: packageName, namespace: namespaceOf(spec) };
  // Without a spec it is for all namespaces, which is the only way that the operator works.
  const group: Part = {
    role: 'operatorGroup',
    id: 'OperatorGroup',
    manifest: { apiVersion: 'operators.coreos.com/v1', kind: 'OperatorGroup', metadata },
  };
  return [
    ...(spec.options.operatorGroup === false ? [] : [group]),
    {
      role: 'subscription',
      id: 'Subscription',
      manifest: withoutUndefined({
        apiVersion: 'operators.coreos.com/v1alpha1',
        kind: 'Subscription',
        metadata,
        spec: {
          channel,
          name: packageName,
          source: source ?? 'redhat-operators',
          sourceNamespace: sourceNamespace ?? 'openshift-marketplace',
          config: env && {
            env: Object.entries(env).map(([variable, value]) => ({ name: variable, value })),
          },
        },
      }),
    },
    {
      role: 'clusterCsiDriver',
      id: 'ClusterCsiDriver',
      manifest: {
        apiVersion: 'operator.openshift.io/v1',
        kind: 'ClusterCSIDriver',
        metadata: { name },
        spec: { managementState: 'Managed', ...clusterCsiDriver },
      },
    },
  ];
}
