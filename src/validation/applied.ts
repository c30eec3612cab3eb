/**
 * The objects of one side of a comparison: which they are, and as what they are sent to the API
 * server.
 */
import {
  isSame,
  Fields,
  fieldsOf,
  isClusterScoped,
  isFields,
  isTooDeep,
  itemsOfList,
  kindKey as kindKeyOf,
  lazily,
  MAX_DEPTH,
  setField,
  WorkloadKind,
  WorkloadKinds,
  textOf,
  withoutEncryption,
} from '../kube';
import { Draft, DecodeProblem, goKind, readTyped, typeOfKind } from '../model';
import { isPlainlyRight } from './plain';
import { inComparedVersion } from './versions';

export interface AppliedManifest {
  /** The same for the same object, whatever its version is. */
  readonly id: string;
  /** `Kind/namespace/name`, or `Kind/name` cluster-scoped. */
  readonly label: string;
  /** `group/Kind`. */
  readonly kindKey: string;
  readonly apiVersion: string;
  readonly kind: string;
  readonly name: string;
  readonly namespace: string | undefined;
  /** What is known of its kind, if it makes pods. */
  readonly workload?: WorkloadKind;
  /** The type of its kind; undefined of custom resources. */
  readonly type: string | undefined;
  /** What the manifest says, in the compared version, with the nulls that an applier heeds. */
  readonly manifest: Fields;
  /** As it was given. */
  readonly given: Fields;
  readonly problems: readonly DecodeProblem[];
  /** Whether the server surely takes it as a new object; of others nothing is known. */
  readonly isPlain?: boolean;
}

/** The same object with another manifest, of which nothing is known. */
export function sentAs(sent: AppliedManifest, manifest: Fields): AppliedManifest {
  return { ...sent, manifest, isPlain: false };
}

/** What the manifest says, as the kind and version that it was given as. */
export function asGiven({ manifest, given, namespace }: AppliedManifest): Fields {
  const { apiVersion, kind } = given;
  return {
    ...manifest,
    apiVersion,
    kind,
    metadata: { ...fieldsOf(manifest.metadata), ...(namespace === undefined ? {} : { namespace }) },
  };
}

const NONE: readonly DecodeProblem[] = [];

/** A manifest that is decoded when somebody asks what it says, which of most nobody does. */
class PlainManifest implements AppliedManifest {
  public readonly problems = NONE;
  public readonly isPlain = true;
  private decoded: Fields | undefined;

  constructor(
    public readonly id: string,
    public readonly label: string,
    public readonly kindKey: string,
    public readonly apiVersion: string,
    public readonly kind: string,
    public readonly name: string,
    public readonly namespace: string | undefined,
    public readonly workload: WorkloadKind | undefined,
    public readonly type: string,
    public readonly given: Fields,
  ) {}

  public get manifest(): Fields {
    return (this.decoded ??= readTyped(this.type, sentFields(this.given, this)) as Fields);
  }
}

const NEVER_SENT = new Set([
  'creationTimestamp',
  'deletionGracePeriodSeconds',
  'deletionTimestamp',
  'generation',
  'managedFields',
  'resourceVersion',
  'selfLink',
  'uid',
]);

/**
 * Reads manifests; lists are their items, and what is not an object is passed over. What is among
 * the `known`, which were read alike, as it stands is taken from there. `places` receives the place
 * of each among the manifests.
 */
export function readManifests(
  manifests: readonly unknown[],
  namespace: string,
  kinds: Kinds,
  known: readonly AppliedManifest[] = [],
  places?: number[],
): AppliedManifest[] {
  const byGiven = new Map(known.map((one) => [one.given, one]));
  const byId = lazily(() => new Map(known.map((one) => [one.id, one])));
  const found: AppliedManifest[] = [];
  manifests.forEach((manifest, index) => {
    unpack(manifest, (given) => {
      const sent = byGiven.get(given) ?? readOne(given, namespace, kinds, byId);
      if (!sent) return;
      found.push(sent);
      places?.push(index);
    });
  });
  return found;
}

interface Kinds {
  readonly isCluster: ScopeOf;
  readonly workloads: WorkloadKinds;
}

/** Whether objects of a kind are cluster-scoped. */
type ScopeOf = (apiVersion: string, kind: string) => boolean;

/** Kinds that the definitions among the objects say to be cluster-scoped. */
export function scopesOf(manifests: readonly unknown[]): ScopeOf {
  const scopes = new Map<string, string>();
  const read = (one: Fields) => {
    if (one.kind !== 'CustomResourceDefinition') return;
    const { group, scope, names } = fieldsOf(one.spec);
    const { kind } = fieldsOf(names);
    if (typeof group === 'string' && typeof kind === 'string' && typeof scope === 'string') {
      scopes.set(`${group}/${kind}`, scope);
    }
  };
  for (const manifest of manifests) unpack(manifest, read);
  return (apiVersion, kind) => {
    const scope = scopes.get(kindKeyOf(apiVersion, kind));
    return scope === undefined ? isClusterScoped(apiVersion, kind) : scope === 'Cluster';
  };
}

/** Passes on the objects of a manifest, which may be a list. */
function unpack(manifest: unknown, take: (object: Fields) => void, depth: number = 0): void {
  if (!isFields(manifest) || depth > MAX_DEPTH) return;
  const items = itemsOfList(manifest);
  if (!items) take(manifest);
  else for (const item of items) unpack(item, take, depth + 1);
}

function readOne(
  written: Fields,
  fallback: string,
  { isCluster, workloads }: Kinds,
  known: () => ReadonlyMap<string, AppliedManifest>,
): AppliedManifest | undefined {
  const whole = withoutEncryption(written);
  const { apiVersion, kind } = whole;
  if (
    typeof apiVersion !== 'string' ||
    typeof kind !== 'string' ||
    apiVersion === '' ||
    kind === ''
  ) {
    return undefined;
  }
  // Types end by themselves, but for that of schemas.
  const givenType = typeOfKind(apiVersion, kind);
  const isDeep =
    (givenType === undefined || kind === 'CustomResourceDefinition') && isTooDeep(whole);
  const given = isDeep ? nameOnly(whole) : whole;
  const metadata = fieldsOf(given.metadata);
  const name = textOf(metadata.name);
  const own =
    typeof metadata.namespace === 'string' && metadata.namespace !== ''
      ? metadata.namespace
      : fallback;
  const namespace = isCluster(apiVersion, kind) ? undefined : own;
  const kindKey = kindKeyOf(apiVersion, kind);
  const id = identityOf(kindKey, namespace, name);
  const same = known().get(id);
  if (same && isSame(same.given, given)) return same;
  const label = namespace === undefined ? `${kind}/${name}` : `${kind}/${namespace}/${name}`;
  const workload = workloads.get(kindKey);
  if (givenType && isPlainlyRight({ apiVersion, kind, workload, manifest: given })) {
    return new PlainManifest(
      id,
      label,
      kindKey,
      apiVersion,
      kind,
      name,
      namespace,
      workload,
      givenType,
      given,
    );
  }
  const converted = inComparedVersion(given);
  const type = typeOfKind(converted.apiVersion as string, kind);
  const problems: DecodeProblem[] = isDeep ? [{ path: '', reason: 'deep' }] : [];
  const plain = sentFields(converted, { name, namespace });
  if (metadata.name !== undefined && metadata.name !== null && typeof metadata.name !== 'string') {
    problems.push({
      path: 'metadata.name',
      reason: 'type',
      expected: 'string',
      got: goKind(metadata.name),
      value: metadata.name,
    });
  }
  if (type === undefined) readTyped('ObjectMeta', fieldsOf(plain.metadata), 'metadata', problems);
  const manifest = type === undefined ? plain : (readTyped(type, plain, '', problems) as Fields);
  return {
    id,
    label,
    kindKey,
    apiVersion,
    kind,
    name,
    namespace,
    workload,
    type,
    manifest,
    given,
    problems,
  };
}

function nameOnly({ apiVersion, kind, metadata }: Fields): Fields {
  const { name, namespace } = fieldsOf(metadata);
  return {
    apiVersion,
    kind,
    metadata: { name, ...(namespace === undefined ? {} : { namespace }) },
  };
}

/** What tells an object from all others, whatever its names are made of. */
export function identityOf(kindKey: string, namespace: string | undefined, name: string): string {
  return namespace === undefined
    ? `${name.length} ${kindKey} ${name}`
    : `${name.length},${namespace.length} ${kindKey} ${namespace} ${name}`;
}

/** All but the status, under that name. */
function sentFields(
  object: Fields,
  { name, namespace }: Pick<AppliedManifest, 'name' | 'namespace'>,
): Draft {
  const metadata = sentMetadata(object.metadata, name, namespace);
  const sent: Draft = {};
  for (const field of Object.keys(object)) {
    if (field === 'metadata') sent.metadata = metadata;
    else if (field !== 'status') setField(sent, field, object[field]);
  }
  sent.metadata = metadata;
  return sent;
}

/** What the server writes itself is not heeded. */
function sentMetadata(metadata: unknown, name: string, namespace: string | undefined): Draft {
  const sent: Draft = namespace === undefined ? { name } : { name, namespace };
  const given = fieldsOf(metadata);
  for (const field of Object.keys(given)) {
    if (field !== 'name' && field !== 'namespace' && !NEVER_SENT.has(field)) {
      setField(sent, field, given[field]);
    }
  }
  return sent;
}
