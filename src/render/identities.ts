/** The check that no object appears twice: two documents, two rendered objects, or one of each. */
import { isDeepStrictEqual } from 'node:util';
import { Entry, KubernetesObject, RenderFinding } from './entries';
import { RENDER_RULES as RULES } from './rules';
import { Severity, show, violation } from '../findings';
import { PlacedObject } from '../judge';
import { Fields, isClusterScoped, isFields, itemsOfList, kindKey, Manifest } from '../kube';
import { RenderOptions } from '../resource';
import { ByName } from '../topology';

/** An object that will be applied, or that the input names. */
interface Claimant {
  readonly entry: Entry;
  readonly manifest: unknown;
  /** What it was made of stands at the entry: it is not itself there. */
  readonly isRendered: boolean;
}

/** Finds objects that appear twice. */
export class Identities {
  private readonly first = new Map<string, ByName<Claimant>>();
  private readonly found: RenderFinding[] = [];

  /** `told`: names of such objects that a kind told of already, by the place of its resource. */
  constructor(
    private readonly options: RenderOptions,
    private readonly told: ReadonlyMap<string, readonly string[]>,
  ) {}

  public get findings(): readonly RenderFinding[] {
    return this.found;
  }

  /**
   * A document of the input, or a list of objects. A kind's own resource belongs to the namespace
   * of the options if it names none.
   */
  public addGiven(entry: Entry, namespace?: string): void {
    for (const object of namedIn(entry.data)) {
      this.add(object, { entry, manifest: object, isRendered: false }, namespace);
    }
  }

  public addRendered(entry: Entry, manifests: readonly Manifest[]): void {
    for (const manifest of manifests) this.add(manifest, { entry, manifest, isRendered: true });
  }

  private add(object: Manifest, claimant: Claimant, fallback?: string): void {
    const { name } = object.metadata;
    const namespace = namespaceOf(object, fallback);
    const kind = kindKey(object.apiVersion, object.kind);
    let names = this.first.get(kind);
    if (!names) this.first.set(kind, (names = new ByName()));
    const first = names.get(namespace, name);
    if (!first) {
      names.add(namespace, name, claimant);
    } else if (!this.isTold(first, claimant, name)) {
      this.tell(first, claimant, wordsFor(object, namespace));
    }
  }

  private tell(first: Claimant, second: Claimant, what: string): void {
    if (
      first.isRendered === second.isRendered &&
      isDeepStrictEqual(first.manifest, second.manifest)
    ) {
      this.found.push(sameDocument(first.entry, second.entry, what));
      return;
    }
    const isRendered = first.isRendered || second.isRendered;
    const where = ({ entry, isRendered: made }: Claimant) =>
      made ? `made of ${entry.place}` : `at ${entry.place}`;
    const finding = violation(
      RULES.sameObject,
      second.isRendered ? '' : 'metadata.name',
      `the ${what} appears twice: ${where(first)} and ${where(second)}`,
      'remove one of the two, or rename it',
    );
    this.found.push(
      second.entry.at(
        isRendered && this.options.operatorMode
          ? { ...finding, severity: Severity.WARNING }
          : finding,
      ),
    );
  }

  private isTold(first: Claimant, second: Claimant, name: string): boolean {
    return (
      (first.isRendered || second.isRendered) &&
      [first, second].some(({ entry }) => this.told.get(entry.place)?.includes(name))
    );
  }
}

/** What makes an object the same as another one, and how it is called. */
export function identityOf(
  object: Manifest,
  fallback?: string,
): { readonly key: string; readonly words: string } {
  const { apiVersion, kind, metadata } = object;
  const namespace = namespaceOf(object, fallback);
  return {
    key: `${kindKey(apiVersion, kind)}\n${namespace ?? ''}\n${metadata.name}`,
    get words() {
      return wordsFor(object, namespace);
    },
  };
}

function namespaceOf({ apiVersion, kind, metadata }: Manifest, fallback?: string) {
  return isClusterScoped(apiVersion, kind) ? undefined : metadata.namespace || fallback;
}

function wordsFor({ kind, metadata }: Manifest, namespace: string | undefined): string {
  return `${kind} ${show(metadata.name)}${namespace ? ` in namespace ${show(namespace)}` : ''}`;
}

/** The finding on an object that is there again as it was there before. */
export function sameDocument(first: Entry, second: Entry, what: string): RenderFinding {
  const message = `the ${what} appears twice, and both are the same: at ${first.place} and at ${second.place}`;
  return second.at(
    violation(RULES.sameDocument, 'metadata.name', message, 'remove one of the two'),
  );
}

/** The objects with names in a document: itself, or the items of a list. */
export function namedIn(data: KubernetesObject): readonly Manifest[] {
  const items = itemsOfList(data);
  if (!items) return isNamed(data) ? [data] : [];
  return items.filter(
    (item): item is Manifest =>
      isFields(item) &&
      typeof item.apiVersion === 'string' &&
      typeof item.kind === 'string' &&
      isNamed(item),
  );
}

/** Objects as kinds want to see them. */
export function inputObjects(entry: Entry): PlacedObject[] {
  return namedIn(entry.data).map((manifest) => new InputObject(manifest, () => entry.place));
}

/** An object of the input. Its place is looked for when somebody asks for it. */
export class InputObject implements PlacedObject {
  public readonly apiVersion: string;
  public readonly kind: string;
  public readonly name: string;
  public readonly namespace?: string;
  public readonly manifest: Fields;

  public constructor(
    manifest: Manifest,
    private readonly place: () => string,
  ) {
    this.apiVersion = manifest.apiVersion;
    this.kind = manifest.kind;
    this.name = manifest.metadata.name;
    this.namespace = manifest.metadata.namespace;
    this.manifest = manifest as unknown as Fields;
  }

  public get key(): string {
    return this.place();
  }
}

function isNamed(data: Record<string, unknown>): data is Manifest {
  const { metadata } = data;
  if (!isFields(metadata) || typeof metadata.name !== 'string' || metadata.name === '') {
    return false;
  }
  return (
    metadata.namespace === undefined ||
    metadata.namespace === null ||
    typeof metadata.namespace === 'string'
  );
}
