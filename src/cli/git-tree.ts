/** The files of a revision, found as in a folder: links lead to what the same revision has. */
import { posix } from 'node:path';
import { addTo } from '../kube';
import type { Unreadable } from './reading';
import { matchesGlob, namesOf } from '../check/glob';
import { show } from '../findings';

const EXTENSION = /\.(?:ya?ml|json)$/i;
const [LINK, FOLDER, SUBMODULE] = ['120000', '040000', '160000'];
const MOST_LINKS = 40;

/** As `git ls-tree` lists it. */
export interface TreeEntry {
  readonly path: string;
  readonly mode: string;
  readonly id: string;
}

/** One file, or why it is none. */
export interface FoundInTree {
  /** Below the folder that was asked for; undefined if that is the file itself. */
  readonly relativeName?: string;
  readonly id?: string;
  readonly unreadable?: Unreadable;
}

/** What a link leads to, or why it leads to nothing. */
type Target = TreeEntry | 'outside' | 'nowhere' | 'loop';

/** The tree of one revision, of which as much is listed as is asked for. */
export class RevisionTree {
  private readonly entries = new Map<string, TreeEntry>();
  private readonly children = new Map<string, TreeEntry[]>();
  private isWhole = false;

  /** `list` answers what is below a folder, with paths from there. */
  constructor(
    private readonly list: (folder: string) => readonly TreeEntry[] | undefined,
    private readonly contentsOf: (ids: readonly string[]) => readonly Buffer[],
  ) {}

  /** The files of a folder, or the one file; undefined if there is nothing of that path. */
  public find(path: string, exclude: readonly string[]): FoundInTree[] | undefined {
    const isListed = this.add(path);
    const there = isListed ? folderAt(path) : this.resolve(path);
    if (there === 'nowhere') return undefined;
    if (typeof there === 'string') return [{ unreadable: unreadableAs(there, this.textAt(path)) }];
    if (there.mode === SUBMODULE) return [{ unreadable: SUBMODULE_UNREAD }];
    if (there.mode !== FOLDER) return [{ id: there.id }];
    const found: FoundInTree[] = [];
    this.collect(
      there.path,
      { asked: path, below: '' },
      exclude,
      { folders: new Set(), files: new Set() },
      found,
    );
    return found;
  }

  /** Each folder and each file once, even if links lead in circles. */
  private collect(
    folder: string,
    shown: Shown,
    exclude: readonly string[],
    seen: Seen,
    found: FoundInTree[],
  ): void {
    if (seen.folders.has(folder)) return;
    seen.folders.add(folder);
    // In the order in which a folder is read, and not in Git's.
    for (const entry of [...(this.children.get(folder) ?? [])].sort((a, b) =>
      a.path < b.path ? -1 : 1,
    )) {
      const name = posix.basename(entry.path);
      const relativeName = posix.join(shown.below, name);
      const names = [relativeName, posix.join(shown.asked, relativeName)].map(namesOf);
      const isExcluded = (isFolder: boolean) =>
        exclude.some((pattern) =>
          names.some((one) => matchesGlob(pattern, { names: one, isFolder })),
        );
      if (name.startsWith('.') || isExcluded(false)) continue;
      const target = entry.mode === LINK ? this.resolve(entry.path) : entry;
      if (typeof target === 'string') {
        if (target === 'outside' || EXTENSION.test(name)) {
          found.push({ relativeName, unreadable: unreadableAs(target, this.textOf(entry)) });
        }
      } else if (target.mode === SUBMODULE) {
        if (!isExcluded(true)) found.push({ relativeName, unreadable: SUBMODULE_UNREAD });
      } else if (target.mode === FOLDER) {
        if (!isExcluded(true)) {
          this.collect(target.path, { ...shown, below: relativeName }, exclude, seen, found);
        }
      } else if (EXTENSION.test(name) && !seen.files.has(target.path)) {
        seen.files.add(target.path);
        found.push({ relativeName, id: target.id });
      }
    }
  }

  /** Where a path leads, links on the way and at its end included. */
  private resolve(path: string): Target {
    this.addAll();
    let left = path.split('/').filter((name) => name !== '');
    let at = '';
    for (let links = 0; left.length > 0;) {
      const [name, ...rest] = left;
      left = rest;
      if (name === '..' && at === '') return 'outside';
      if (name === '.' || name === '..') {
        at = name === '.' ? at : parentOf(at);
        continue;
      }
      const entry = this.entries.get(posix.join(at, name));
      if (!entry) return 'nowhere';
      if (entry.mode === LINK) {
        links += 1;
        if (links > MOST_LINKS) return 'loop';
        const target = this.textOf(entry);
        if (target.startsWith('/')) return 'outside';
        left = [...target.split('/').filter((one) => one !== ''), ...rest];
      } else if (rest.length > 0 && entry.mode !== FOLDER) {
        return entry.mode === SUBMODULE ? 'outside' : 'nowhere';
      } else {
        at = entry.path;
      }
    }
    return this.entries.get(at) ?? folderAt(at);
  }

  private textAt(path: string): string {
    const entry = this.entries.get(path);
    return entry?.mode === LINK ? this.textOf(entry) : path;
  }

  private textOf({ id }: TreeEntry): string {
    return this.contentsOf([id])[0].toString('utf8');
  }

  private addAll(): void {
    if (!this.isWhole) this.add('');
  }

  /** Lists what is below a folder; answers whether there is such a one. */
  private add(folder: string): boolean {
    const listed = this.list(folder);
    if (!listed) return false;
    this.entries.clear();
    this.children.clear();
    this.isWhole = folder === '';
    for (const one of listed) {
      const entry = { ...one, path: posix.join(folder, one.path) };
      this.entries.set(entry.path, entry);
      const parent = parentOf(entry.path);
      addTo(this.children, parent, entry);
    }
    return true;
  }
}

/** A folder as the user sees it: what was asked for, and the way below that, links and all. */
interface Shown {
  readonly asked: string;
  readonly below: string;
}

interface Seen {
  readonly folders: Set<string>;
  readonly files: Set<string>;
}

function folderAt(path: string): TreeEntry {
  return { path, mode: FOLDER, id: '' };
}

function parentOf(path: string): string {
  const parent = posix.dirname(path);
  return parent === '.' ? '' : parent;
}

const SUBMODULE_UNREAD: Unreadable = {
  message: 'it is a submodule, whose files the revision does not have',
  remedy: 'compare the submodule by itself, and exclude it here',
  isMinor: true,
};

function unreadableAs(target: Exclude<Target, TreeEntry>, link: string): Unreadable {
  const why = {
    outside: 'which is outside the revision',
    nowhere: 'and there is no such file or directory in the revision',
    loop: 'and the links form a loop',
  }[target];
  return {
    message: `it is a symbolic link to ${show(link)}, ${why}`,
    remedy: 'remove the link, or exclude it',
    ...(target === 'nowhere' ? { isMinor: true } : {}),
  };
}
