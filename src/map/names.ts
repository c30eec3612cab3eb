/** Nodes by the names of what they stand for, in namespaces and outside. */
import { DraftNode } from './draft';

/** The first node of each name. */
export class Names {
  private readonly nodes = new Map<string, DraftNode>();

  public get(namespace: string | undefined, name: string): DraftNode | undefined {
    return this.nodes.get(keyOf(namespace, name));
  }

  /** Whether it is the first of its name. */
  public add(namespace: string | undefined, name: string, node: DraftNode): boolean {
    const key = keyOf(namespace, name);
    if (this.nodes.has(key)) return false;
    this.nodes.set(key, node);
    return true;
  }

  public getOrAdd(namespace: string | undefined, name: string, make: () => DraftNode): DraftNode {
    const known = this.get(namespace, name);
    if (known) return known;
    const node = make();
    this.add(namespace, name, node);
    return node;
  }
}

function keyOf(namespace: string | undefined, name: string): string {
  return JSON.stringify([namespace ?? '', name]);
}
