/**
 * Objects that are no longer deployed: their files stay, but what deployed them is removed, or
 * looks elsewhere.
 */
import { whatValuesTake } from './chart-values';
import { Departures } from './departures';
import { Deployer, deployersOf, keepsApplications, losesGenerators } from './deployers';
import { byFolder, Files } from './folders';
import { Heirs, heirsAmong, keepsName, namespaceBy } from './heirs';
import { DataOutcome } from './storage';
import { addTo, lazily, stableJson } from '../../kube';
import { folderOf, runsOf } from '../../manifests/gitops/folders';
import type { Actor, Deletion, Treatment } from '../../manifests/gitops/retention';
import { Cluster } from '../cluster';
import { unwrittenMark } from '../guards';
import { Stored } from '../stored';

/** The cluster before and after NEW, with the files of its objects. */
interface DeployedSides {
  readonly before: Cluster;
  readonly after: Cluster;
  oldFiles(): Files;
  newFiles(): Files;
  /** What an engine does with an object that a deployer is to delete. */
  treat(stored: Stored, actor: Actor, deletion: Deletion, by: Stored): Treatment;
}

/**
 * What becomes of data that deployers hold, which are not in these files: by the identity of the
 * object that tells of it.
 */
type DeployedData = Map<string, DataOutcome>;

/**
 * Follows removed and changed deployers, adds what they delete to the departures, and answers what
 * becomes of data elsewhere.
 */
export function undeploy(sides: DeployedSides, departures: Departures): DeployedData {
  const found = [...deployersOf(sides.before)];
  if (found.length === 0) return new Map();
  return new Undeploying(sides, departures, found).follow();
}

/** Whether a file lies in a folder, and not in one below. */
function isRightIn(file: string, folder: string): boolean {
  return `/${folderOf(
    file
      .split(/[/:\\]/)
      .slice(0, -1)
      .join('/'),
  )}`.endsWith(`/${folder}`);
}

class Undeploying {
  private readonly data: DeployedData = new Map();
  private readonly next: ReadonlyMap<string, Deployer>;
  private readonly byObject = new Map<string, Deployer[]>();
  private readonly done = new Set<string>();
  private filed: ReadonlyMap<string, readonly string[]> | undefined;
  private filedNext: ReadonlyMap<string, readonly string[]> | undefined;
  private readonly heirs = lazily(() => heirsAmong(this.next.values(), this.sides.newFiles()));

  constructor(
    private readonly sides: DeployedSides,
    private readonly departures: Departures,
    private readonly found: readonly Deployer[],
  ) {
    this.next = new Map([...deployersOf(sides.after)].map((one) => [one.key, one]));
    for (const one of found) addTo(this.byObject, one.stored.sent.id, one);
  }

  public follow(): DeployedData {
    for (const one of this.found) this.compare(one);
    return this.data;
  }

  private compare(deployer: Deployer): void {
    const { stored, key, label } = deployer;
    const departure = this.departures.of(stored.sent.id);
    const isSet = stored.sent.kind === 'ApplicationSet';
    if (departure) {
      this.remove(deployer, `${stored.sent.label} is deleted`, departure.doubt);
      return;
    }
    const next = this.next.get(key);
    const now = this.sides.after.get(stored.sent.id);
    if (!next && now && isSet) {
      // What is no longer generated goes as it was generated: nothing changes it any more.
      if (!keepsApplications(now)) {
        this.remove(deployer, `${stored.sent.label} no longer generates ${label}`, undefined);
      }
      return;
    }
    if (
      isSet &&
      now &&
      deployer.cascades &&
      losesGenerators(stored, now) &&
      !keepsApplications(now)
    ) {
      this.tellElsewhere(
        deployer,
        'its generators change',
        'whether it still generates all of its Applications',
      );
    }
    if (next) this.change(deployer, next);
  }

  /** A deployer that is removed takes along what it has deployed, unless it says otherwise. */
  private remove(deployer: Deployer, because: string, doubt: string | undefined): void {
    if (!deployer.cascades || this.done.has(deployer.key)) return;
    this.done.add(deployer.key);
    const own = this.deployedBy(deployer);
    if (own.length === 0) this.tellElsewhere(deployer, because, doubt);
    for (const stored of own) this.leave(stored, deployer, 'app', because, doubt);
  }

  /** A deployer that looks elsewhere prunes what it no longer sees. */
  private change(before: Deployer, after: Deployer): void {
    if (after.prunes === false) return;
    const { label } = before;
    const byHand =
      after.engine === 'flux' ? `whether ${after.label} is resumed` : 'whether the sync prunes';
    const doubt = after.prunes === undefined ? byHand : undefined;
    if (before.isRelease) {
      if (before.cluster !== after.cluster) {
        this.tellElsewhere(
          before,
          `${label} deploys to another cluster`,
          'whether the release of the first cluster is uninstalled',
        );
      } else if (before.target !== after.target) {
        this.tellElsewhere(
          before,
          'the release gets another name or namespace, so the first one is uninstalled',
          doubt,
        );
      } else if (before.revision !== after.revision) {
        this.tellElsewhere(before, `the release becomes ${after.revisionName}`, doubt);
      }
    }
    const taken = whatValuesTake(before.values, after.values);
    if (taken !== undefined) this.tellElsewhere(before, taken, doubt);
    const files = before.valueFiles.filter((one) => !after.valueFiles.includes(one));
    if (files.length > 0) {
      this.tellElsewhere(
        before,
        `${label} no longer takes values from ${files.join(' and ')}`,
        'whether the other values keep its claims',
      );
    }
    if (before.isRelease) return;
    const own = this.deployedBy(before);
    const leave = (
      because: string,
      doubted: string | undefined,
      which: (stored: Stored) => boolean = () => true,
    ) => {
      if (own.length === 0) this.tellElsewhere(before, because, doubted);
      for (const stored of own.filter(which)) {
        this.leave(stored, before, 'pruning', because, doubted);
      }
    };
    if (stableJson(before.paths) !== stableJson(after.paths)) {
      leave(`${label} no longer deploys ${before.paths.join(' and ')}`, doubt, (stored) =>
        this.isOutside(stored, after),
      );
      return;
    }
    for (const stored of own) this.followFile(stored, before, after, doubt);
    if (before.revision !== after.revision) {
      leave(`${label} deploys ${after.revisionName}`, `the content of ${after.revisionName}`);
    } else if (before.target !== after.target) {
      leave(
        `${label} deploys to another cluster`,
        'whether the objects of the first cluster are deleted',
      );
    } else if (before.naming !== after.naming) {
      leave(`${label} gives its objects other names`, doubt, (stored) => !keepsName(stored));
    } else if (
      before.namespace !== after.namespace ||
      before.overridesNamespaces !== after.overridesNamespaces
    ) {
      leave(
        `${label} deploys to another namespace`,
        doubt,
        (stored) => namespaceBy(before, stored) !== namespaceBy(after, stored),
      );
    } else if (before.selection !== after.selection) {
      leave(`${label} deploys other files of its folders`, 'which of its files it still deploys');
    } else if (
      before.components.some((one) => !after.components.includes(one)) ||
      after.removals.some((one) => !before.removals.includes(one))
    ) {
      leave(`${label} leaves out some of its objects`, 'which of its objects it still deploys');
    } else if (after.isFlat && !before.isFlat) {
      const folders = before.paths.map(folderOf);
      const isDeeper = ({ sent }: Stored) =>
        !(this.sides.oldFiles().get(sent.id) ?? []).some((file) =>
          folders.some((folder) => isRightIn(file, folder)),
        );
      leave(
        `${label} no longer deploys the folders in ${before.paths.join(' and ')}`,
        doubt,
        isDeeper,
      );
    }
  }

  /** An object whose file is moved leaves the deployer of the first folder. */
  private followFile(
    stored: Stored,
    before: Deployer,
    after: Deployer,
    doubt: string | undefined,
  ): void {
    const { id } = stored.sent;
    if (!this.sides.newFiles().has(id) || !this.isOutside(stored, after)) return;
    const { heir, isElsewhere } = this.heirOf(stored, before);
    // Otherwise all of NEW may lie in a folder that is called something else here.
    if (!heir && !isElsewhere && !this.isFilled(after)) return;
    const because = `its file is no longer in ${after.paths.join(' and ')}, which ${before.label} deploys`;
    const other =
      heir || isElsewhere ? undefined : 'whether something else has taken it over by then';
    const doubts = [doubt, other].filter((one) => one !== undefined);
    this.leave(stored, before, 'pruning', because, doubts.join(', and ') || undefined);
  }

  /** Whether no file of an object is in the folders of a deployer of NEW. */
  private isOutside({ sent }: Stored, { paths }: Deployer): boolean {
    const files = this.sides.newFiles().get(sent.id) ?? [];
    const folders = paths.map(folderOf);
    return !files.some((file) => runsOf(file).some((run) => folders.includes(run)));
  }

  /** Whether NEW has anything in the folders of a deployer. */
  private isFilled({ paths }: Deployer): boolean {
    this.filedNext ??= byFolder(this.sides.newFiles());
    return paths.some((path) => this.filedNext!.has(folderOf(path)));
  }

  private leave(
    stored: Stored,
    deployer: Deployer,
    deletion: Deletion,
    because: string,
    doubt: string | undefined,
  ): void {
    const { id } = stored.sent;
    // Many deployers may have one folder.
    if (this.departures.certain(id)) return;
    const { does } = this.sides.treat(stored, deployer.engine, deletion, deployer.stored);
    const unwritten = does === 'keeps' ? unwrittenMark(stored, deployer.engine) : undefined;
    if (does === 'keeps' && unwritten === undefined) return;
    const { heir } = this.heirOf(stored, deployer);
    const doubts = [
      doubt,
      unwritten,
      does === 'waits' ? 'whether somebody confirms that Argo CD deletes it' : undefined,
      heir && `whether ${heir.label} has taken it over by then`,
    ].filter((one) => one !== undefined);
    const isNews = this.departures.add(id, {
      because,
      ...(doubts.length > 0 ? { doubt: doubts.join(', and ') } : {}),
    });
    // What is deleted may deploy something itself.
    if (isNews) for (const one of this.byObject.get(id) ?? []) this.compare(one);
  }

  private heirOf(had: Stored, deployer: Deployer): Heirs {
    return this.heirs()(this.sides.after.get(had.sent.id) ?? had, deployer);
  }

  private tellElsewhere(
    { stored, label }: Deployer,
    because: string,
    doubt: string | undefined,
  ): void {
    if (this.data.has(stored.sent.id)) return;
    this.data.set(stored.sent.id, {
      data: 'may be lost',
      because,
      dependsOn: [
        ...(doubt === undefined ? [] : [doubt]),
        `the claims of ${label}, which are not in these files, and the reclaim policies of their volumes`,
      ],
    });
  }

  /** The objects of OLD in the folders of a deployer, but for those that left the files. */
  private deployedBy({ paths, stored: self }: Deployer): Stored[] {
    if (paths.length === 0) return [];
    this.filed ??= byFolder(this.sides.oldFiles());
    const ids = new Set(paths.flatMap((path) => this.filed!.get(folderOf(path)) ?? []));
    ids.delete(self.sent.id);
    return [...ids].flatMap((id) => this.sides.before.get(id) ?? []);
  }
}
