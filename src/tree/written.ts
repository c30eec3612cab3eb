/**
 * The manifest that an object becomes when it is written: what `toJson` returns, with less work
 * where that is the method of cdk8s.
 *
 * cdk8s asks three resolvers about each value, with a list of keys that is copied for each, and
 * copies everything twice. With these resolvers only, there is little to ask: who can be resolved
 * is an object. Anything else is left to cdk8s, and so is everything in a version of it that does
 * otherwise.
 */
import {
  ApiObject,
  ApiObjectMetadataDefinition,
  App,
  Chart,
  ImplicitTokenResolver,
  IResolver,
  JsonPatch,
  Lazy,
  LazyResolver,
  NumberStringUnionResolver,
} from 'cdk8s';
import { IConstruct } from 'constructs';
import { setField, sortKeys } from '../kube';
import { rootOf } from './paths';

type Json = { [field: string]: any };

/** What cdk8s keeps of an object and does not show. */
interface Inside {
  readonly props: Json;
  readonly patches: readonly JsonPatch[];
}

/** Thrown for what cdk8s has to look at. */
const LEFT = Symbol('left to cdk8s');
const RESOLVERS: readonly (new () => IResolver)[] = [
  LazyResolver,
  ImplicitTokenResolver,
  NumberStringUnionResolver,
];
const FIRST: readonly string[] = ['apiVersion', 'kind', 'metadata'];
/** Metadata that cdk8s keeps by itself. */
const METADATA: readonly string[] = [
  'name',
  'namespace',
  'annotations',
  'finalizers',
  'ownerReferences',
  'labels',
];

/** Manifests that are shared for a while, by the root of their tree and by their keys. */
const shared = new WeakMap<IConstruct, Map<object, Json>>();
/** Manifests of which nothing was computed late, and whether no patch added anything to them. */
const fixed = new WeakMap<Json, boolean>();
/** By methods `toJson` of objects, functions that return the same for callers that only read it. */
const writers = new WeakMap<() => Json, () => Json>();

/** A field that plain assignment takes for the prototype. */
const PROTOTYPE = '__proto__';

/** What is asked of a manifest, and what was found out about it. */
interface Writing {
  /** Whether fields that are called `__proto__` stay. */
  readonly isWhole: boolean;
  /** Whether anything was computed late. */
  isLate: boolean;
}

/** The manifest that is being written: what is computed late may write another one meanwhile. */
let writing: Writing = { isWhole: false, isLate: false };

/** What an object becomes, by its own method if it has one. */
export function manifestOf(object: ApiObject): Json {
  const known = shared.get(rootOf(object));
  if (!known) return written(object);
  let manifest = known.get(object);
  if (!manifest) known.set(object, (manifest = written(object)));
  return manifest;
}

/** What cdk8s' own `toJson` makes of an object, whatever the object's method is. */
export function plainManifest(object: ApiObject): Json {
  return (isKnown(object) && fastManifest(object)) || ApiObject.prototype.toJson.call(object);
}

/** The same with the fields that are called `__proto__`, which cdk8s loses. */
export function wholeManifest(object: ApiObject): Json {
  return (
    ((isKnown(object) || holdsPrototype((object as unknown as Inside).props)) &&
      fastManifest(object, true)) ||
    ApiObject.prototype.toJson.call(object)
  );
}

function holdsPrototype(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (value instanceof Lazy) return holdsPrototype(value.produce());
  if (Array.isArray(value)) return value.some(holdsPrototype);
  return (
    Object.getPrototypeOf(value) === Object.prototype &&
    Object.keys(value).some((key) => key === PROTOTYPE || holdsPrototype((value as Json)[key]))
  );
}

/**
 * Remembers, while something is done, what the objects of a tree become: nobody changes them
 * meanwhile, or says so by calling the function that is given.
 */
export function sharingManifests<T>(root: IConstruct, work: (forget: () => void) => T): T {
  const known = new Map<object, Json>();
  shared.set(root, known);
  try {
    return work(() => known.clear());
  } finally {
    shared.delete(root);
  }
}

/**
 * The same in the middle of something, when what is computed late may be other than it will be:
 * that is not remembered.
 */
export function earlyManifest(object: ApiObject): Json {
  return early(object, object, () => written(object));
}

/** The same for another manifest of an object, which is remembered by `key`. */
export function early(object: ApiObject, key: object, write: () => Json): Json {
  const known = shared.get(rootOf(object));
  const before = known?.get(key);
  if (before) return before;
  const manifest = write();
  if (fixed.has(manifest)) known?.set(key, manifest);
  return manifest;
}

/** Sets a function that returns what `toJson` of an object does, for callers that only read it. */
export function writeBy(object: ApiObject, write: () => Json): void {
  writers.set(object.toJson, write);
}

/**
 * Whether the fields of a manifest are surely in the order in which cdk8s writes them, and nothing
 * in it is there twice.
 */
export function isInOrder(manifest: Json): boolean {
  return fixed.get(manifest) === true;
}

function written(object: ApiObject): Json {
  if (object.toJson === ApiObject.prototype.toJson) return plainManifest(object);
  const write = writers.get(object.toJson);
  return write ? write() : object.toJson();
}

function fastManifest(object: ApiObject, isWhole: boolean = false): Json | undefined {
  const { props, patches } = object as unknown as Inside;
  const { metadata } = object;
  if (
    !isUsual(App.of(object).resolvers) ||
    metadata.toJson !== ApiObjectMetadataDefinition.prototype.toJson ||
    !props ||
    !patches
  ) {
    return undefined;
  }
  const outer = writing;
  writing = { isWhole, isLate: false };
  try {
    const isSorted = !process.env.CDK8S_DISABLE_SORT;
    const isWithoutNamespace = patches.length === 1 && removesNamespace(patches[0]);
    const isPatched = patches.length > 0 && !isWithoutNamespace;
    const resolved = resolvedFields(props, metadata, isSorted, isWithoutNamespace);
    const manifest = isPatched ? inFields(JsonPatch.apply(resolved, ...patches)) : resolved;
    if (!writing.isLate) fixed.set(manifest, !isPatched);
    return manifest;
  } catch {
    // It is for cdk8s to say what is wrong.
    return undefined;
  } finally {
    writing = outer;
  }
}

/** The fields of an object in the order in which cdk8s writes them. */
function resolvedFields(
  props: Json,
  metadata: ApiObjectMetadataDefinition,
  isSorted: boolean,
  isWithoutNamespace: boolean,
): Json {
  const resolved: Json = {};
  const others = keysOf(props, isSorted).filter((key) => !FIRST.includes(key));
  for (const key of [...FIRST, ...others]) {
    // cdk8s resolves metadata once more, which changes nothing.
    const field =
      key === 'metadata'
        ? metadataOf(metadata, isWithoutNamespace)
        : plain(props[key], isSorted, false);
    add(resolved, key, field);
  }
  return resolved;
}

/** The fields that come first, then the others. */
function inFields(patched: Json): Json {
  const manifest: Json = {};
  for (const key of FIRST) if (key in patched) manifest[key] = patched[key];
  for (const key of Object.keys(patched)) setField(manifest, key, patched[key]);
  return manifest;
}

/** The usual patch: cluster-scoped objects are in no namespace, whatever that of their chart is. */
function removesNamespace(patch: JsonPatch): boolean {
  const { op, path } = patch._toJson() as Json;
  return op === 'remove' && path === '/metadata/namespace';
}

function metadataOf(
  metadata: ApiObjectMetadataDefinition,
  isWithoutNamespace: boolean,
): Json | undefined {
  const inside = metadata as unknown as {
    readonly _additionalAttributes: Json;
    readonly [field: string]: unknown;
  };
  const given = inside._additionalAttributes as Json | undefined;
  if (!given) throw LEFT;
  const keys = Object.keys(given);
  for (const field of METADATA) if (!Object.hasOwn(given, field)) keys.push(field);
  sortKeys(keys);
  const json: Json = {};
  let isEmpty = true;
  for (const key of keys) {
    if (key === 'namespace' && isWithoutNamespace) continue;
    const value = METADATA.includes(key) ? inside[key] : given[key];
    if (add(json, key, plain(value, true, true))) isEmpty = false;
  }
  if (!isEmpty) return json;
  if (isWithoutNamespace) throw LEFT;
  return undefined;
}

/**
 * Plain data of a value: without what is null, and in metadata without what is empty. It is one
 * function, which calls itself: of several that call each other, the engine compiles each with all
 * others in it.
 */
function plain(value: unknown, isSorted: boolean, isFull: boolean): unknown {
  if (typeof value === 'string') return value;
  if (typeof value !== 'object' || value === null) return scalar(value);
  if (Array.isArray(value)) {
    if (isFull && value.length === 0) return undefined;
    const items: unknown[] = value.slice();
    for (let at = 0; at < items.length; at += 1) {
      if (at in items) items[at] = plain(items[at], isSorted, isFull);
    }
    return items;
  }
  const given = value as Json;
  if (value instanceof Lazy || typeof given.resolve === 'function') {
    writing.isLate = true;
    return plain(value instanceof Lazy ? value.produce() : given.resolve(), isSorted, isFull);
  }
  if (Object.getPrototypeOf(value) !== Object.prototype) return unionOf(given);
  const result: Json = {};
  let isEmpty = true;
  for (const key of keysOf(given, isSorted)) {
    if (add(result, key, plain(given[key], isSorted, isFull))) isEmpty = false;
  }
  return isFull && isEmpty ? undefined : result;
}

function scalar(value: unknown): unknown {
  if (value === null) return undefined;
  if (['string', 'number', 'boolean', 'undefined'].includes(typeof value)) return value;
  throw LEFT;
}

/** A number or a text in an object, such as an `IntOrString`. */
function unionOf(given: Json): Json {
  if (given.constructor !== Object && ['number', 'string'].includes(typeof given.value)) {
    return { value: given.value };
  }
  throw LEFT;
}

/** Adds a field to others, unless it is nothing; answers whether it did. */
function add(fields: Json, key: string, field: unknown): boolean {
  if (key === PROTOTYPE && !writing.isWhole) throw LEFT;
  if (field === undefined) return false;
  setField(fields, key, field);
  return true;
}

function keysOf(value: Json, isSorted: boolean): readonly string[] {
  const keys = Object.keys(value);
  if (isSorted) sortKeys(keys);
  return keys;
}

function isUsual(resolvers: readonly IResolver[]): boolean {
  return (
    resolvers.length === RESOLVERS.length &&
    RESOLVERS.every((resolver, at) => resolvers[at].resolve === resolver.prototype.resolve)
  );
}

let isAsKnown: boolean | undefined;
/** How many objects of a tree were written before that was known, by its root. */
const asked = new WeakMap<IConstruct, number>();

/** Objects that cdk8s writes in less time than it takes to see whether it is a known one. */
const FEW = 16;

/**
 * Whether the installed cdk8s does what this file does. It is tried once, and not for the first few
 * objects of a tree, which cdk8s itself writes in less time.
 */
function isKnown(object: ApiObject): boolean {
  if (isAsKnown !== undefined) return isAsKnown;
  const root = rootOf(object);
  const before = asked.get(root) ?? 0;
  if (before < FEW) asked.set(root, before + 1);
  else isAsKnown = isSame();
  return isAsKnown === true;
}

function isSame(): boolean {
  const chart = new Chart(new App(), 'a', { namespace: 'n', labels: { b: 'c' } });
  const union = new (class Quantity {
    public readonly value = '1Gi';
  })();
  const token = {
    resolve: () => [null, Lazy.any({ produce: () => ({ z: 1, a: null, e: {}, l: [] }) })],
  };
  const object = new ApiObject(chart, 'o', {
    kind: 'K',
    apiVersion: 'v1',
    metadata: { annotations: { z: 'x', a: 'y' }, extra: [], other: { none: null } } as Json,
    spec: { union, token, none: null, z: [undefined], a: {} },
  });
  object.addJsonPatch(
    JsonPatch.add('/spec/added', { z: null, a: 1 }),
    JsonPatch.remove('/metadata/namespace'),
  );
  object.metadata.add('late', Lazy.any({ produce: () => 'l' }));
  return JSON.stringify(fastManifest(object)) === JSON.stringify(object.toJson());
}
