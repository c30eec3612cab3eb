/**
 * The table of `kubernetes.json`, loaded when it is first asked for. `npm run kubernetes` writes
 * it.
 */

export interface KindFacts {
  /** The type of its objects. */
  readonly type: string;
  /** As paths, roles and policies name it. */
  readonly plural: string;
  /** As people type it. */
  readonly short?: readonly string[];
  /** Whether its objects have no namespace. */
  readonly cluster?: boolean;
}

/** How appliers see a list or a map; all that is none of these is replaced as a whole. */
export interface ListFacts {
  /** The keys by which server-side apply tells items apart. */
  readonly server?: readonly string[];
  /** The key by which kubectl's patches do; empty where items are their own. */
  readonly client?: string;
  /** Whether server-side apply takes the items for a set. */
  readonly set?: boolean;
  /** Whether kubectl's patches drop what the manifest does not say. */
  readonly retain?: boolean;
  /** Whether kubectl's patches replace it as a whole. */
  readonly replace?: boolean;
  /** Whether server-side apply merges it, though its type is replaced elsewhere. */
  readonly granular?: boolean;
}

/** The fields of a struct, each with its type. */
export type GoFields = { readonly [field: string]: string };
/** Types by their names: structs, and others by what they are made of. */
export type GoTypes = { readonly [name: string]: GoFields | string };

/** Everything by name: of a kind such as `apps/v1/Deployment`, a type, or a type and its field. */
interface Table {
  readonly version: string;
  readonly kinds: { readonly [apiVersionAndKind: string]: KindFacts };
  readonly types: GoTypes;
  /** Values of a type, or of a field: `RestartPolicy`, `ServiceSpec.trafficDistribution`. */
  readonly enums: { readonly [typeOrField: string]: readonly unknown[] };
  readonly required: { readonly [type: string]: readonly string[] };
  readonly lists: { readonly [type: string]: { readonly [field: string]: ListFacts } };
  /** What server-side apply replaces as a whole: types, and fields: `PodSpec.nodeSelector`. */
  readonly atomic: readonly string[];
}

let loaded: Table | undefined;

export function table(): Table {
  const load = (): typeof import('./kubernetes.json') => require('./kubernetes.json');
  return (loaded ??= load() as unknown as Table);
}
