/** From a manifest to an object of the tree, without what cdk8s does to it on the way. */
import { ApiObject, Chart, JsonPatch, Lazy } from 'cdk8s';
import { Construct } from 'constructs';
import { isClusterScoped, Manifest } from '../kube';

/**
 * Adds a manifest to the tree.
 *
 * cdk8s gives the chart's namespace to every object and drops fields that are null; this takes the namespace off
 * objects that have none and puts the nulls back.
 */
export function addManifest(scope: Construct, id: string, manifest: Manifest): ApiObject {
  const object = new ApiObject(scope, id, manifest);
  for (const pointer of nullPointers(manifest)) object.addJsonPatch(JsonPatch.add(pointer, null));
  removeNamespace(object);
  return object;
}

/** The same for an object whose content is known only at synthesis; its identity is known now. */
export function addLateManifest(
  scope: Construct, id: string, identity: Pick<Manifest, 'apiVersion' | 'kind' | 'metadata'>, produce: () => Manifest,
): ApiObject {
  const object = new ApiObject(scope, id, { ...identity, spec: Lazy.any({ produce: () => produce().spec }) });
  removeNamespace(object);
  return object;
}

/** The namespace that objects in this scope get: the one given, else the chart's. */
export function namespaceOf(scope: Construct, namespace?: string): string | undefined {
  return namespace ?? Chart.of(scope).namespace;
}

function removeNamespace(object: ApiObject): void {
  if (isClusterScoped(object.apiVersion, object.kind) && object.metadata.namespace !== undefined) {
    object.addJsonPatch(JsonPatch.remove('/metadata/namespace'));
  }
}

const NONE: string[] = [];

function nullPointers(value: unknown): string[] {
  if (value === null) return [''];
  // Items of lists are left alone: cdk8s removes a null item, which moves the others.
  if (typeof value !== 'object' || Array.isArray(value)) return NONE;
  const pointers: string[] = [];
  for (const key of Object.keys(value)) {
    for (const pointer of nullPointers((value as { [field: string]: unknown })[key])) pointers.push(`/${key.replace(/~/g, '~0').replace(/\//g, '~1')}${pointer}`);
  }
  return pointers;
}
