/** The containers of a pod, and the one that is made for it. */
import { Fields } from '../kube';
import { listOf } from '../object';

/** The name of the init container. */
export const OWNERSHIP_CONTAINER = 'volume-ownership';

/** Whether a container is one that a plan made before. */
export function isOwnContainer({ name, command }: Fields): boolean {
  return name === OWNERSHIP_CONTAINER && Array.isArray(command) && command[command.length - 1] === OWNERSHIP_CONTAINER;
}

/** All containers of a pod, those of `initContainers` first. */
export function allContainersOf({ initContainers, containers }: Fields): readonly Fields[] {
  return [...listOf(initContainers), ...listOf(containers)];
}
