/** Names that are declared, by namespaces: what to say of one that is not. */
import { addTo } from '../kube';
import { Nearest } from './nearest';
import { probablyMeant } from './probably-meant';

/**
 * Names of one kind. A namespace that is undefined is not known yet, and nothing is said of where
 * such a name is missing.
 */
export class DeclaredNames {
  private readonly spaces = new Map<string | undefined, Set<string>>();
  private readonly meantIn = new Map<string | undefined, Nearest>();
  private readonly spacesOf = new Map<string, (string | undefined)[]>();

  constructor(objects: Iterable<{ readonly namespace?: string; readonly name: string }> = []) {
    for (const { namespace, name } of objects) this.add(namespace, name);
  }

  /** Adds a name; all of them before the first question. */
  public add(namespace: string | undefined, name: string): void {
    let names = this.spaces.get(namespace);
    if (!names) this.spaces.set(namespace, (names = new Set()));
    if (names.has(name)) return;
    names.add(name);
    addTo(this.spacesOf, name, namespace);
  }

  public has(namespace: string | undefined, name: string): boolean {
    return this.spaces.get(namespace)?.has(name) ?? false;
  }

  public meant(namespace: string | undefined, name: string): string | undefined {
    const names = this.spaces.get(namespace);
    if (!names) return undefined;
    let meant = this.meantIn.get(namespace);
    if (!meant) this.meantIn.set(namespace, (meant = probablyMeant([...names])));
    return meant(name);
  }

  /** The other namespaces that have it. */
  public elsewhere(namespace: string | undefined, name: string): readonly string[] {
    if (namespace === undefined) return [];
    const spaces = this.spacesOf.get(name) ?? [];
    return spaces.flatMap((space) => (space === undefined || space === namespace ? [] : [space]));
  }
}
