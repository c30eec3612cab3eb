/** Losses: storage that is deleted, and all that lies in its folders. */
import { Place } from './places';
import { isWorse } from './storage';
import type { Outcome } from '../outcome';

/** A loss that takes along what is at a place. */
export interface Found {
  readonly loss: Outcome;
  /** Whether the place only lies in the folder that is deleted. */
  readonly isBelow: boolean;
}

/** A folder of a storage; the storage itself is one without a name. */
class Folder {
  public readonly folders = new Map<string, Folder>();
  private readonly losses: Outcome[] = [];

  /** Keeps the worst losses of two objects: one is not taken along by its own. */
  public add(loss: Outcome): void {
    const { losses } = this;
    const own = losses.findIndex(({ id }) => id === loss.id);
    if (own >= 0) losses.splice(own, 1);
    losses.push(loss);
    losses.sort((a, b) => Number(isWorse(b, a)) - Number(isWorse(a, b)));
    losses.splice(2);
  }

  public lossFor(id: string): Outcome | undefined {
    return this.losses.find((loss) => loss.id !== id);
  }
}

export class Losses {
  private readonly roots = new Map<string, Folder>();

  public get isEmpty(): boolean {
    return this.roots.size === 0;
  }

  public add({ root, folder }: Place, loss: Outcome): void {
    let open = within(this.roots, root);
    for (const part of partsOf(folder)) open = within(open.folders, part);
    open.add(loss);
  }

  /** The worst loss that takes along the data of an object, which is another one's. */
  public at({ root, folder }: Place, id: string): Found | undefined {
    const parts = partsOf(folder);
    let open = this.roots.get(root);
    let found: Found | undefined;
    for (let depth = 0; open; depth += 1) {
      const loss = open.lossFor(id);
      const isBelow = depth < parts.length;
      if (loss && (!found || !isWorse(found.loss, loss))) found = { loss, isBelow };
      open = isBelow ? open.folders.get(parts[depth]) : undefined;
    }
    return found;
  }
}

function within(folders: Map<string, Folder>, name: string): Folder {
  let found = folders.get(name);
  if (!found) folders.set(name, (found = new Folder()));
  return found;
}

function partsOf(folder = ''): readonly string[] {
  return folder.split('/').filter((part) => part !== '');
}
