/**
 * Types as they are walked: what a text such as `[]Volume` or `*int32` of `kubernetes.json` stands
 * for, taken apart once, with the types of all that is in it.
 */
import { GateName } from './gates';
import { BYTES, elementOf, fieldType, goTypes, underlying } from './go-types';
import { isTypeOfKind } from './kind-facts';
import { GoTypes } from './table';
import { own } from '../kube';

export interface Field {
  readonly name: string;
  readonly type: Type;
  /** Whether Go leaves it out when it is empty. */
  readonly omitEmpty: boolean;
  /** Whether only the server writes it, whatever a manifest says. */
  readonly isServers: boolean;
  /** The feature gate without which the server drops it without a word. */
  readonly gate: GateName | undefined;
}

const NO_FIELDS: ReadonlyMap<string, Field> = new Map();

/** One type. There is one object for each, so that it can be a key. */
export interface Type {
  /** Without its pointer: `PodSpec`, `RestartPolicy`, `[]Volume`; a part of a schema has none. */
  readonly name: string;
  readonly isPointer: boolean;
  /**
   * `struct`, `list`, `map`, or what a value without parts is made of: `string`, `int32`,
   * `Quantity`; `any` takes everything.
   */
  readonly form: string;
  /** The type of the items of a list, or of the values of a map; of anything, anything. */
  readonly element: Type;
  /** The fields of a struct; also of a pointer to one. */
  readonly fields: ReadonlyMap<string, Field>;
}

class GoType implements Type {
  public readonly name: string;
  public readonly isPointer: boolean;
  public readonly form: string;
  private readonly made: string | undefined;
  private known: ReadonlyMap<string, Field> | undefined;
  private inner: Type | undefined;

  constructor(
    /** As it is declared, with its pointer. */
    text: string,
    private readonly types: GoTypes,
  ) {
    this.isPointer = text.startsWith('*');
    this.name = this.isPointer ? text.slice(1) : text;
    const made = underlying(types, this.name);
    this.made = typeof made === 'string' ? made : undefined;
    const element = this.made === undefined || made === BYTES ? undefined : elementOf(this.made);
    this.form = this.made === undefined ? 'struct' : (element?.kind ?? this.made);
  }

  public get element(): Type {
    return (this.inner ??=
      this.made === 'any' || this.made === undefined
        ? this
        : typeOf(elementOf(this.made)?.type ?? 'any', this.types));
  }

  public get fields(): ReadonlyMap<string, Field> {
    return (this.known ??=
      this.form !== 'struct'
        ? NO_FIELDS
        : this.isPointer
          ? typeOf(this.name, this.types).fields
          : readFields(this.name, this.types));
  }
}

const TYPES = new WeakMap<GoTypes, Map<string, Type>>();

export function typeOf(text: string, types: GoTypes = goTypes()): Type {
  let ofTable = TYPES.get(types);
  if (!ofTable) TYPES.set(types, (ofTable = new Map()));
  let type = ofTable.get(text);
  if (!type) ofTable.set(text, (type = new GoType(text, types)));
  return type;
}

/** The type of a field of a struct that manifests have, or of a value of a map. */
export function typeBelow(type: Type, name: string): Type | undefined {
  if (type.form === 'map') return type.element;
  const field = type.fields.get(name);
  return field?.isServers === false ? field.type : undefined;
}

/** Fields of features that are off in some versions, or in all that there are. */
const GATES: { readonly [field: string]: GateName } = {
  'CSIDriverSpec.preventPodSchedulingIfMissing': 'VolumeLimitScaling',
  'Lifecycle.stopSignal': 'ContainerStopSignals',
  'PodSpec.schedulingGroup': 'GenericWorkload',
  'RollingUpdateStatefulSetStrategy.maxUnavailable': 'MaxUnavailableStatefulSet',
  'VolumeProjection.clusterTrustBundle': 'ClusterTrustBundleProjection',
  'VolumeProjection.podCertificate': 'PodCertificateRequest',
};

function readFields(name: string, types: GoTypes): ReadonlyMap<string, Field> {
  const struct = underlying(types, name);
  const isOfKind = isTypeOfKind(name);
  return new Map(
    Object.entries(struct).map(([field, declared]: [string, string]) => {
      const { type, omitEmpty } = fieldType(declared);
      const isServers = field === 'status' && isOfKind;
      const gate = own(GATES, `${name}.${field}`);
      return [field, { name: field, type: typeOf(type, types), omitEmpty, isServers, gate }];
    }),
  );
}

/** Something about each type, found out when it is first asked for. */
export function perType<T>(find: (type: Type) => T): (type: Type) => T {
  const found = new Map<Type, T>();
  return (type) => {
    let known = found.get(type);
    if (known === undefined) found.set(type, (known = find(type)));
    return known;
  };
}
