/** From cdk8s' metadata to the identity that the core wants. */
import { ApiObjectMetadata } from 'cdk8s';
import { Construct } from 'constructs';
import { isClusterScoped } from '../../kube';
import { namespaceOf } from '../../tree';
import { ObjectSpec } from '../spec';

/** The fields that identify an object, which are known when its construct is made. */
export const IDENTITY = ['name', 'namespace', 'labels', 'annotations', 'metadata'] as const;

/** The identity of an object: the construct's id is its name unless the metadata has one. */
export function identify(scope: Construct, id: string, apiVersion: string, kind: string, metadata: ApiObjectMetadata = {}): ObjectSpec {
  const { name, namespace, labels, annotations, ...others } = metadata;
  return {
    name: name ?? id,
    namespace: isClusterScoped(apiVersion, kind) ? undefined : namespaceOf(scope, namespace),
    labels,
    annotations,
    metadata: others,
  };
}
