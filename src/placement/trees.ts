/**
 * Trees of workloads that follow each other, so that as many as possible come together and none
 * waits for one that waits for it.
 */
import { addTo } from '../kube';

/** The place of a workload in a tree of those who follow each other. */
export interface TreePlace {
  /** The one that all of the tree follow in the end. */
  readonly root: string;
  /** The one that it follows itself; undefined for the root. */
  readonly parent?: string;
}

/**
 * From each workload to those that it may follow: a place for each, in as few trees as there can
 * be. Among those who all follow each other the first is the root.
 *
 * Workloads that reach each other share a tree. Taken in the reverse of the order in which a search
 * along the followers leaves them, the first that is in no tree yet follows nobody outside of those
 * that follow it (Kosaraju's algorithm).
 */
export function followTrees(
  targets: ReadonlyMap<string, readonly string[]>,
): ReadonlyMap<string, TreePlace> {
  const followers = new Map<string, string[]>();
  for (const [follower, followed] of targets) {
    for (const one of followed) {
      addTo(followers, one, follower);
    }
  }
  const places = new Map<string, TreePlace>();
  // Of those who follow nobody the first that is named becomes a root first, and so gets those who
  // follow several.
  const starts = [
    ...targets.keys(),
    ...[...followers.keys()].filter((key) => !targets.has(key)).reverse(),
  ];
  for (const root of leavingOrder(starts, followers).reverse()) {
    if (places.has(root)) continue;
    places.set(root, { root });
    const tree = [root];
    for (const parent of tree) {
      for (const follower of followers.get(parent) ?? []) {
        if (places.has(follower)) continue;
        places.set(follower, { root, parent });
        tree.push(follower);
      }
    }
  }
  return places;
}

function leavingOrder(
  starts: readonly string[],
  next: ReadonlyMap<string, readonly string[]>,
): string[] {
  const order: string[] = [];
  const entered = new Set<string>();
  for (const start of starts) {
    const stack = entered.has(start) ? [] : [{ key: start, at: 0 }];
    entered.add(start);
    while (stack.length > 0) {
      const top = stack[stack.length - 1];
      const to = next.get(top.key)?.[top.at++];
      if (to === undefined) {
        stack.pop();
        order.push(top.key);
      } else if (!entered.has(to)) {
        entered.add(to);
        stack.push({ key: to, at: 0 });
      }
    }
  }
  return order;
}
