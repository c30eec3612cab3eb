/** Objects of the tree that are made of manifests, without what cdk8s does to these on the way. */
import { ApiObject, Chart, JsonPatch, Lazy } from 'cdk8s';
import { Construct, IConstruct } from 'constructs';
import { isClusterScoped, isFields, Manifest } from '../kube';
import { rememberBuilt } from './built';
import { ResourceHandle } from './handles';
import { objectFor } from './objects';
import { wholeManifest } from './written';

/**
 * Adds a manifest to the tree.
 *
 * cdk8s gives the chart's namespace to every object and drops fields that are null; this takes the
 * namespace off objects that have none and puts the nulls back.
 */
export function addManifest(scope: Construct, id: string, manifest: Manifest): ResourceHandle {
  const object = objectFor(scope, id, manifest);
  if (hasNull(manifest)) {
    for (const pointer of nullPointers(manifest)) object.addJsonPatch(JsonPatch.add(pointer, null));
  }
  removeNamespace(object);
  rememberBuilt(object, manifest);
  return object;
}

/** The same for an object whose content is known only at synthesis; its identity is known now. */
export function addLateManifest(
  scope: Construct,
  id: string,
  identity: Pick<Manifest, 'apiVersion' | 'kind' | 'metadata'>,
  produce: () => Manifest,
): ResourceHandle {
  const object = objectFor(
    scope,
    id,
    { ...identity, spec: Lazy.any({ produce: () => produce().spec }) } as unknown as Manifest,
    produce,
  );
  removeNamespace(object);
  return object;
}

/**
 * What is known of an object whose name is not: the keys of its metadata and the fields that it
 * has.
 */
interface UnnamedIdentity {
  readonly apiVersion: string;
  readonly kind: string;
  readonly namespace?: string;
  readonly labels?: readonly string[];
  readonly annotations?: readonly string[];
  readonly fields: readonly string[];
}

/**
 * The same for an object of which even the name depends on the rest. Whoever asks for its `name`
 * gets `nameNow`, by which the caller knows that it is used; checks do not ask.
 */
export function addUnnamedManifest(
  scope: Construct,
  id: string,
  identity: UnnamedIdentity,
  produce: () => Manifest,
  nameNow: () => string = () => produce().metadata.name,
): ResourceHandle {
  const { apiVersion, kind, namespace, labels = [], annotations = [], fields } = identity;
  const late = (read: (manifest: Manifest) => unknown) =>
    Lazy.any({ produce: () => read(produce()) });
  const table = (keys: readonly string[], read: (key: string, manifest: Manifest) => unknown) =>
    Object.fromEntries(keys.map((key) => [key, late((manifest) => read(key, manifest))]));
  const now = () => {
    nameNow();
    return produce();
  };
  const object = objectFor(
    scope,
    id,
    {
      apiVersion,
      kind,
      metadata: {
        name: late(({ metadata }) => metadata.name),
        namespace,
        labels: table(labels, (key, { metadata }) => metadata.labels?.[key]),
        annotations: table(annotations, (key, { metadata }) => metadata.annotations?.[key]),
      },
      ...table(fields, (field, manifest) => manifest[field]),
    } as unknown as Manifest,
    now,
  );
  Object.defineProperty(object, 'name', { get: nameNow, enumerable: true });
  object.toJson = () => {
    const manifest = produce();
    return hasNull(manifest) ? withNulls(wholeManifest(object), manifest) : wholeManifest(object);
  };
  removeNamespace(object);
  return object;
}

/** The object that a construct stands for: itself, or its default child. */
export function objectOf(construct: IConstruct): ApiObject | undefined {
  let at: IConstruct | undefined = construct;
  while (at !== undefined && !ApiObject.isApiObject(at)) at = at.node?.defaultChild;
  return at;
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

function hasNull(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return value === null;
  if (Array.isArray(value)) {
    for (const item of value) if (hasNull(item)) return true;
    return false;
  }
  for (const key in value) if (hasNull((value as { [field: string]: unknown })[key])) return true;
  return false;
}

/**
 * What cdk8s made of a manifest, with the nulls that it dropped; where a patch changed the
 * surroundings, they stay away.
 */
function withNulls<T>(written: T, manifest: unknown): T {
  if (Array.isArray(written) && Array.isArray(manifest)) {
    return written.length === manifest.length
      ? (written.map((one, index) => withNulls(one, manifest[index])) as T)
      : written;
  }
  if (!isFields(written) || !isFields(manifest)) return written;
  const copy: Record<string, unknown> = { ...written };
  for (const key of Object.keys(manifest)) {
    if (manifest[key] === null) copy[key] ??= null;
    else if (Object.hasOwn(copy, key)) copy[key] = withNulls(copy[key], manifest[key]);
  }
  return copy as T;
}

const NONE: string[] = [];

function nullPointers(value: unknown): string[] {
  if (value === null) return [''];
  // Items of lists are left alone: cdk8s removes a null item, which moves the others.
  if (typeof value !== 'object' || Array.isArray(value)) return NONE;
  const pointers: string[] = [];
  for (const key of Object.keys(value)) {
    for (const pointer of nullPointers((value as { [field: string]: unknown })[key])) {
      pointers.push(`/${key.replace(/~/g, '~0').replace(/\//g, '~1')}${pointer}`);
    }
  }
  return pointers;
}
