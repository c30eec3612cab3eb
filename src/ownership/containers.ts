/** The containers of a pod, and the one that is made for it. */
import { Fields } from '../kube';
import { listOf, textOf } from '../object';
import { WalkPolicy } from './script';

/** The name of the init container, and what the names of further ones begin with. */
export const OWNERSHIP_CONTAINER = 'volume-ownership';

/** The name of one of several, counted from 0. */
export function containerName(index: number): string {
  return index === 0 ? OWNERSHIP_CONTAINER : `${OWNERSHIP_CONTAINER}-${index + 1}`;
}

/** Whether a container is one that a plan made before. */
export function isOwnContainer({ name, command }: Fields): boolean {
  return (
    textOf(name).startsWith(OWNERSHIP_CONTAINER) &&
    Array.isArray(command) &&
    command[command.length - 1] === OWNERSHIP_CONTAINER
  );
}

/** All containers of a pod, those of `initContainers` first. */
export function allContainersOf({ initContainers, containers }: Fields): readonly Fields[] {
  return [...listOf(initContainers), ...listOf(containers)];
}

/** What decides on the container of a mount. */
interface Mounted {
  readonly volume: string;
  readonly policy: WalkPolicy;
}

/**
 * What goes into one container: what there is of one volume, so that nothing else can be reached
 * from it, whatever links there are or come; and whatever is only looked at.
 */
export function containersOf<M extends Mounted>(mounts: readonly M[]): readonly (readonly M[])[] {
  const byVolume = new Map<string | undefined, M[]>();
  for (const mount of mounts) {
    const key = mount.policy === 'Verify' ? undefined : mount.volume;
    byVolume.set(key, [...(byVolume.get(key) ?? []), mount]);
  }
  return [...byVolume.values()];
}
