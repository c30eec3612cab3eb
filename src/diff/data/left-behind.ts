/** Data that are left behind: they stay, and the program that used them starts without them. */
import { storageOfInline } from './places';
import { podTemplate, Use, User, userIn } from './uses';
import { addTo, fieldsOf, stableJson, groupedBy } from '../../kube';
import { listAt } from '../../model';
import { Cluster } from '../cluster';
import { Stored } from '../stored';

/** Both sides, and what is gone in the end. */
interface Programs {
  readonly before: Cluster;
  readonly after: Cluster;
  /** Objects of OLD, without some of those that are the same and stay. */
  readonly had: Iterable<Stored>;
  /** Whether an object is certainly deleted. */
  isGone(id: string): boolean;
  /** Where the data of a claim are, if its volume is in the files of one side. */
  placeOfClaim(key: string, side: 'before' | 'after'): string | undefined;
  /** Whether pods of an object of NEW are made: what the server refuses stays as it was. */
  isRefused(id: string): boolean;
}

interface LeftBehind {
  /** Why, by the keys of claims. */
  readonly claims: ReadonlyMap<string, string>;
  /** Why, by the identities of workloads whose data lie on nodes or servers. */
  readonly workloads: ReadonlyMap<string, string>;
}

/** Finds what programs of OLD used and do not find in NEW. */
export function leftBehind(programs: Programs): LeftBehind {
  return new Leaving(programs).all();
}

class Leaving {
  private readonly claims = new Map<string, string>();
  private readonly workloads = new Map<string, string[]>();
  private newUsers: readonly User[] | undefined;
  private heirsByImage: ReadonlyMap<string, readonly User[]> | undefined;
  private heirsByPlace: ReadonlyMap<string, readonly User[]> | undefined;
  private heirsByClaim: ReadonlyMap<string, readonly User[]> | undefined;

  constructor(private readonly programs: Programs) {}

  public all(): LeftBehind {
    const { had, after, isGone, isRefused } = this.programs;
    for (const stored of had) {
      const { id } = stored.sent;
      const next = after.get(id);
      const stays = next !== undefined && !isGone(id);
      // The same manifest finds what it found.
      if ((stays && next.sent === stored.sent) || isRefused(id)) continue;
      const user = userIn(stored);
      if (!user || user.uses.length === 0) continue;
      const now = stays ? userIn(next) : undefined;
      if (now) this.compare(user, now);
      else this.inherit(user);
    }
    const workloads = new Map(
      [...this.workloads].map(([id, reasons]) => [id, [...new Set(reasons)].join('; ')]),
    );
    return { claims: this.claims, workloads };
  }

  /** Workloads that are in NEW alone. */
  private get fresh(): readonly User[] {
    const { before, after, isGone, isRefused } = this.programs;
    this.newUsers ??= [...after.all()].flatMap((stored) => {
      const { id } = stored.sent;
      return before.get(id) || isGone(id) || isRefused(id) ? [] : (userIn(stored) ?? []);
    });
    return this.newUsers;
  }

  /**
   * The same workload: each part of a storage that it mounted has to be where it was, in one of the
   * places at least.
   */
  private compare(before: User, now: User): void {
    this.compareUses(before, now, (why) => `${now.stored.sent.label} ${why}`);
    if (
      mayLeaveNodes(before.stored, now.stored) &&
      before.uses.some(({ storage }) => storage.startsWith('folder '))
    ) {
      addTo(
        this.workloads,
        now.stored.sent.id,
        'its pods may run on another node, where the folder is empty',
      );
    }
    this.compareOrdinals(before, now);
  }

  private compareUses(before: User, now: User, words: (why: string) => string): void {
    const isSame = before.stored.sent.id === now.stored.sent.id;
    const parts = groupedBy(before.uses, (use) => stableJson([use.storage, use.part]));
    for (const uses of parts.values()) {
      const isFound = (use: Use) =>
        now.uses.some(
          (other) =>
            isWhereItWas(use, other, isSame) ||
            this.isSamePlace(use, other, now.stored.sent.namespace),
        );
      if (uses.some(isFound)) continue;
      const [use] = uses;
      this.leave(use, now, words(whyOf(use, now)));
    }
  }

  /** Whether one of them names without a claim the storage that the other names, too. */
  private isSamePlace(use: Use, now: Use, namespace: string | undefined): boolean {
    if (use.part !== now.part || use.path !== now.path) return false;
    if (!use.inline && !now.inline) return false;
    const place = this.placeOf(use, 'before', namespace);
    return place !== undefined && place === this.placeOf(now, 'after', namespace);
  }

  private placeOf(
    { inline, claims }: Use,
    side: 'before' | 'after',
    namespace: string | undefined,
  ): string | undefined {
    if (inline) return storageOfInline(inline, namespace);
    return claims.length === 1 ? this.programs.placeOfClaim(claims[0], side) : undefined;
  }

  /** A set that begins with another ordinal, or has another name, makes claims of other names. */
  private compareOrdinals(before: User, now: User): void {
    const had = new Set(now.uses.flatMap(({ claims }) => claims));
    for (const use of before.uses.filter(({ storage }) => storage.startsWith('template '))) {
      const own = now.uses.find(({ storage }) => storage === use.storage);
      const isMoved = own !== undefined && own.claims.length > 0 && own.claims[0] !== use.claims[0];
      if (isMoved) {
        for (const key of use.claims) {
          if (!had.has(key)) {
            this.claims.set(
              key,
              `the pods of ${now.stored.sent.label} get other ordinals, and claims of other names`,
            );
          }
        }
      }
    }
  }

  /** A workload that is gone: another one may go on with its data, or begin without them. */
  private inherit(before: User): void {
    const heir = this.heirOf(before);
    if (!heir) return;
    this.compareUses(
      before,
      heir,
      (why) =>
        `${heir.stored.sent.label}, which takes the place of ${before.stored.sent.label}, ${why}`,
    );
  }

  /**
   * A new workload that has one of the same claims, or seems to run the same program: by an image
   * and a path, its name, or what it mounts where.
   */
  private heirOf(before: User): User | undefined {
    this.heirsByClaim ??= keyed(this.fresh, ({ uses }) => uses.flatMap(({ claims }) => claims));
    for (const key of before.uses.flatMap(({ claims }) => claims)) {
      const [heir] = this.heirsByClaim.get(key) ?? [];
      if (heir) return heir;
    }
    const {
      sent: { name },
    } = before.stored;
    this.heirsByImage ??= keyed(this.fresh, ({ images, stored }) => [
      ...images,
      `name ${stored.sent.name}`,
    ]);
    const heirs = this.heirsByImage;
    const alike = [...before.images]
      .flatMap((image) => heirs.get(image) ?? [])
      .find(({ paths }) => before.uses.some(({ path }) => paths.has(path)));
    return (
      alike ??
      (heirs.get(`name ${name}`) ?? []).find(({ paths }) => paths.size > 0) ??
      this.neighbourOf(before)
    );
  }

  /**
   * A new workload of the namespace that mounts storage of its own just where the removed one had
   * it.
   */
  private neighbourOf({ stored, uses }: User): User | undefined {
    this.heirsByPlace ??= keyed(this.fresh, (user) => user.uses.map((use) => spotOf(user, use)));
    const heirs = this.heirsByPlace;
    return uses.flatMap((use) => heirs.get(spotOf({ stored }, use)) ?? [])[0];
  }

  private leave({ claims, storage }: Use, now: User, why: string): void {
    if (claims.length === 0 && !storage.startsWith('template ')) {
      addTo(this.workloads, now.stored.sent.id, why);
    }
    for (const key of claims) if (!this.claims.has(key)) this.claims.set(key, why);
  }
}

function keyed(
  users: readonly User[],
  keysOf: (user: User) => readonly string[],
): Map<string, User[]> {
  const found = new Map<string, User[]>();
  for (const user of users) for (const key of new Set(keysOf(user))) addTo(found, key, user);
  return found;
}

function spotOf({ stored }: Pick<User, 'stored'>, { path, part }: Use): string {
  return stableJson([stored.sent.namespace ?? '', path, part]);
}

/**
 * Whether the program finds the storage as before. The claims of one set count by their template.
 */
function isWhereItWas(use: Use, now: Use, isSame: boolean): boolean {
  if (use.part !== now.part || use.path !== now.path) return false;
  return isSame || use.claims.length === 0
    ? use.storage === now.storage
    : use.claims.some((key) => now.claims.includes(key));
}

function whyOf(use: Use, { uses, paths }: User): string {
  const same = uses.filter(
    ({ storage, claims }) =>
      storage === use.storage || claims.some((key) => use.claims.includes(key)),
  );
  if (same.some(({ part }) => part === use.part)) {
    return `mounts it at ${same.find(({ part }) => part === use.part)!.path} and no longer at ${use.path}`;
  }
  if (same.length > 0) return `mounts another folder of it at ${same[0].path}`;
  return paths.has(use.path)
    ? `mounts something else at ${use.path}`
    : `no longer mounts it at ${use.path}`;
}

/**
 * Whether pods may run on other nodes than before; those of a DaemonSet run on all, and leave only
 * nodes that it no longer selects.
 */
function mayLeaveNodes(before: Stored, now: Stored): boolean {
  const [was, is] = [nodesOf(before), nodesOf(now)];
  if (before.sent.kindKey === 'apps/DaemonSet') return [...is].some((one) => !was.has(one));
  return was.size !== is.size || [...was].some((one) => !is.has(one));
}

/** What a node has to be for the pods of a template, each as a text. */
function nodesOf(stored: Stored): ReadonlySet<string> {
  const { nodeName, nodeSelector, affinity } = fieldsOf(podTemplate(stored)?.spec);
  const required = fieldsOf(
    fieldsOf(affinity).nodeAffinity,
  ).requiredDuringSchedulingIgnoredDuringExecution;
  const terms = listAt(fieldsOf(required), 'nodeSelectorTerms');
  const alone =
    terms.length === 1 && !('matchFields' in terms[0])
      ? listAt(terms[0], 'matchExpressions')
      : undefined;
  return new Set([
    ...(nodeName === undefined || nodeName === '' ? [] : [stableJson(['nodeName', nodeName])]),
    ...Object.entries(fieldsOf(nodeSelector)).map(([key, value]) =>
      stableJson([key, 'In', [value]]),
    ),
    ...(alone
      ? alone.map(({ key, operator, values }) => stableJson([key, operator, values ?? null]))
      : terms.length > 0
        ? [stableJson(required)]
        : []),
  ]);
}
