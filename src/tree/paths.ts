/** The constructs of a tree with their paths, and its root. */
import { IConstruct } from 'constructs';

/** Goes through a tree in the order of `node.findAll()`, with what `node.path` is of each. */
export function forEachConstruct(
  root: IConstruct,
  visit: (construct: IConstruct, path: string) => void,
): void {
  const enter = (construct: IConstruct, path: string): void => {
    visit(construct, path);
    for (const child of construct.node.children) {
      enter(child, path === '' ? child.node.id : `${path}/${child.node.id}`);
    }
  };
  enter(root, root.node.id);
}

/** The root of the tree of a construct. `node.root` makes a list of all constructs on the way. */
export function rootOf(construct: IConstruct): IConstruct {
  let root = construct;
  for (let above = root.node.scope; above; above = root.node.scope) root = above;
  return root;
}
