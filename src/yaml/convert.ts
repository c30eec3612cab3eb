/** The data of a document: what its words, keys, tags and anchors mean to kubectl's reader. */
import { setField } from '../kube';
import { AliasBudget } from './alias-budget';
import { AliasNode, CollectionNode, ScalarNode, YamlNode } from './node';
import { Places } from './position';
import { fail, failDuplicateKey, failTooDeep, MAX_DEPTH } from './problem';
import { isMergeKey, keyOf, scalarOf } from './tagged';

/** The data of a node and all that is in it. Throws a `YamlProblem`. */
export function convert(root: YamlNode, places?: Places): unknown {
  return new Converter(places).convert(root, 0);
}

class Converter {
  private readonly open = new Set<YamlNode>();
  private readonly budget = new AliasBudget();

  constructor(private readonly places?: Places) {}

  public convert(node: YamlNode, depth: number): unknown {
    if (depth > MAX_DEPTH) failTooDeep(node.start);
    this.budget.count(node);
    switch (node.kind) {
      case 'scalar':
        return scalarOf(node);
      case 'list':
        return this.list(node, depth);
      case 'mapping':
        return this.mapping(node, depth);
      case 'alias':
        return this.followed(node, (target) => this.convert(target, depth + 1));
    }
  }

  private list(node: CollectionNode, depth: number): unknown[] {
    const items: unknown[] = [];
    const offsets = this.placesOf(items);
    for (const item of node.items) {
      offsets?.set(items.length, item.start);
      items.push(this.convert(item, depth + 1));
    }
    return items;
  }

  private mapping(node: CollectionNode, depth: number): Record<string, unknown> {
    const result: Record<string, unknown> = {};
    this.fill(result, node, depth, this.placesOf(result));
    return result;
  }

  /** What was merged may be there again: then it is known which keys are the mapping's own. */
  private fill(
    result: Record<string, unknown>,
    { items }: CollectionNode,
    depth: number,
    offsets?: Map<string | number, number>,
    merged?: Set<string>,
  ): void {
    let own = merged;
    for (let index = 0; index < items.length; index += 2) {
      const keyNode = items[index];
      const valueNode = items[index + 1];
      if (isMergeKey(keyNode)) {
        own ??= new Set(Object.keys(result));
        this.merge(result, valueNode, depth + 1, offsets);
        continue;
      }
      const key = this.key(keyNode);
      if (own ? own.has(key) : Object.hasOwn(result, key)) failDuplicateKey(key, keyNode.start);
      own?.add(key);
      offsets?.set(key, keyNode.start);
      setField(result, key, this.convert(valueNode, depth + 1));
    }
  }

  /**
   * What is merged wins over what stands before it, and loses against what comes after, as for
   * kubectl.
   */
  private merge(
    result: Record<string, unknown>,
    node: YamlNode,
    depth: number,
    offsets?: Map<string | number, number>,
  ): void {
    if (node.kind !== 'list') this.mergeOne(result, node, depth, offsets);
    else for (const one of [...node.items].reverse()) this.mergeOne(result, one, depth, offsets);
  }

  private mergeOne(
    result: Record<string, unknown>,
    node: YamlNode,
    depth: number,
    offsets?: Map<string | number, number>,
  ): void {
    if (depth > MAX_DEPTH) failTooDeep(node.start);
    if (node.kind === 'alias' && node.target.kind === 'mapping') {
      this.budget.count(node);
      this.followed(node, (target) => this.mergeOne(result, target, depth, offsets));
    } else if (node.kind === 'mapping') {
      this.budget.count(node);
      this.fill(result, node, depth, offsets, new Set());
    } else {
      fail(
        'merge',
        node.start,
        'only mappings can be merged with <<',
        'set << to an alias of a mapping, or to a list of aliases',
      );
    }
  }

  /** An alias within its own value would never end. */
  private followed<T>(alias: AliasNode, use: (target: ScalarNode | CollectionNode) => T): T {
    if (this.open.has(alias)) {
      fail(
        'anchor-in-itself',
        alias.start,
        `the anchor &${alias.name} contains itself`,
        'data that contains itself cannot be written as JSON: write it out',
      );
    }
    this.open.add(alias);
    const value = this.budget.within(() => use(alias.target));
    this.open.delete(alias);
    return value;
  }

  private key(node: YamlNode): string {
    this.budget.count(node);
    const target = node.kind === 'alias' ? node.target : node;
    if (node.kind === 'alias') this.budget.within(() => this.budget.count(target));
    if (target.kind !== 'scalar') {
      return fail(
        'key',
        node.start,
        'a key is a list or a mapping',
        'keys in Kubernetes are strings: put the key in quotes',
      );
    }
    return keyOf(target, node.start);
  }

  private placesOf(value: object): Map<string | number, number> | undefined {
    if (!this.places) return undefined;
    const offsets = new Map<string | number, number>();
    this.places.set(value, offsets);
    return offsets;
  }
}
