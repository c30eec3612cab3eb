/** Workloads that require each other on their node, so that none is ever scheduled. */

/**
 * From each workload's key to the keys of those that it requires: the circles, each once, in the
 * order in which they are met.
 */
export function circlesOf(requires: ReadonlyMap<string, readonly string[]>): string[][] {
  const circles: string[][] = [];
  const done = new Set<string>();
  for (const start of requires.keys()) {
    if (done.has(start)) continue;
    const path: string[] = [];
    const onPath = new Map<string, number>();
    const stack: { readonly key: string; next: number }[] = [];
    const enter = (key: string) => {
      onPath.set(key, path.length);
      path.push(key);
      stack.push({ key, next: 0 });
    };
    enter(start);
    while (stack.length > 0) {
      const top = stack[stack.length - 1];
      const to = requires.get(top.key)?.[top.next++];
      if (to === undefined) {
        stack.pop();
        path.pop();
        onPath.delete(top.key);
        done.add(top.key);
      } else if (onPath.has(to)) {
        circles.push(path.slice(onPath.get(to)));
      } else if (!done.has(to)) {
        enter(to);
      }
    }
  }
  return circles;
}
