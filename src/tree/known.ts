/**
 * Names by which a resource that somebody passes is known, of whichever cdk8s-plus or other library
 * it is.
 */
import { IConstruct } from 'constructs';
import { objectOf } from './manifests';
import { isFields } from '../kube';

export interface KnownResource {
  readonly name: string;
  /** The namespace, which nobody knows of what cdk8s-plus imports by its name. */
  readonly namespace?: string;
}

/**
 * A resource of a core kind, such as `Secret`: of this library or cdk8s-plus, imported by its name,
 * or any object of the kind. Undefined if it is something else. Compilers take any resource for it,
 * since the interfaces of cdk8s-plus have nothing of their own.
 */
export function knownResource(value: unknown, kind: string): KnownResource | undefined {
  if (!isFields(value)) return undefined;
  const object = objectOf(value as unknown as IConstruct);
  if (object) {
    return object.kind === kind && object.apiVersion === 'v1'
      ? { name: object.name, namespace: object.metadata.namespace }
      : undefined;
  }
  const { name, metadata } = value as {
    readonly name?: unknown;
    readonly metadata?: { readonly namespace?: string };
  };
  return value.kind === kind && typeof name === 'string'
    ? { name, namespace: metadata?.namespace }
    : undefined;
}
