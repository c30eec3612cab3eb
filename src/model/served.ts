/**
 * The kinds of Kubernetes' own groups that a server has, and what to write in place of the others.
 */
import { KindLife, knownKinds } from './kinds';
import { groupOf, versionOf } from '../kube';

/** Whether a server has a kind, and if not, why: it has yet to come, went, or is off. */
type KindStanding = 'served' | 'early' | 'gone' | 'off';

interface Index {
  /** By apiVersion, then by kind. */
  readonly versions: ReadonlyMap<string, ReadonlyMap<string, KindLife>>;
  /** By kind: in each group the stable version first, then newer ones. */
  readonly kinds: ReadonlyMap<string, readonly KindLife[]>;
  readonly groups: ReadonlySet<string>;
}

let index: Index | undefined;

function indexOf(lives: readonly KindLife[]): Index {
  const versions = new Map<string, Map<string, KindLife>>();
  const kinds = new Map<string, KindLife[]>();
  for (const life of [...lives].sort(compareVersions)) {
    const { apiVersion, kind } = life;
    versions.set(
      apiVersion,
      (versions.get(apiVersion) ?? new Map<string, KindLife>()).set(kind, life),
    );
    kinds.set(kind, [...(kinds.get(kind) ?? []), life]);
  }
  return { versions, kinds, groups: new Set([...versions.keys()].map(groupOf)) };
}

const tables = () => (index ??= indexOf(knownKinds()));

const STAGES = ['', 'beta', 'alpha'];

/** As Kubernetes ranks versions: stable before beta before alpha, and higher numbers first. */
function rankOf({ apiVersion }: KindLife): readonly number[] {
  const [, major, stage = '', minor = '0'] = /^v(\d+)(?:(alpha|beta)(\d+))?$/.exec(
    versionOf(apiVersion),
  )!;
  return [STAGES.indexOf(stage), -Number(major), -Number(minor)];
}

function compareVersions(a: KindLife, b: KindLife): number {
  const [ranks, others] = [rankOf(a), rankOf(b)];
  const differing = ranks.findIndex((rank, at) => rank !== others[at]);
  return differing < 0 ? 0 : ranks[differing] - others[differing];
}

/** Whether a group is one of Kubernetes' own, and not that of a definition. */
export function isOwnGroup(group: string): boolean {
  return tables().groups.has(group);
}

/** What is known of a kind in one version; undefined for what Kubernetes never had. */
export function lifeOfKind(apiVersion: string, kind: string): KindLife | undefined {
  return tables().versions.get(apiVersion)?.get(kind);
}

export function standingOfKind(
  { since, removed = Infinity, gate }: KindLife,
  minor: number,
  gates: readonly string[] = [],
): KindStanding {
  if (minor < since) return 'early';
  if (minor >= removed) return 'gone';
  return gate === undefined || gates.includes(gate) ? 'served' : 'off';
}

/**
 * Whether a server of that release has the version and the kind. Groups of definitions, whose names
 * have a dot, are not known here.
 */
export function isServed(
  apiVersion: string,
  kind: string,
  minor: number,
  gates?: readonly string[],
): boolean {
  const group = groupOf(apiVersion);
  if (!isOwnGroup(group)) return group.includes('.');
  const life = lifeOfKind(apiVersion, kind);
  return life !== undefined && standingOfKind(life, minor, gates) === 'served';
}

/** The versions of a kind that a server of that release has without being told; the best first. */
export function servingVersions(kind: string, minor: number): readonly KindLife[] {
  return (tables().kinds.get(kind) ?? []).filter(
    (life) => standingOfKind(life, minor) === 'served',
  );
}

/** The version of a kind to write, in its own group if that has one. */
export function servedVersion(group: string, kind: string, minor: number): string | undefined {
  const found = servingVersions(kind, minor);
  return (found.find((one) => groupOf(one.apiVersion) === group) ?? found.at(0))?.apiVersion;
}

/**
 * The best version of a kind that a server of that release has, even if somebody has to turn it on.
 */
export function availableVersion(group: string, kind: string, minor: number): string | undefined {
  return tables()
    .kinds.get(kind)
    ?.find(
      (one) =>
        groupOf(one.apiVersion) === group && ['served', 'off'].includes(standingOfKind(one, minor)),
    )?.apiVersion;
}

/** The kinds of a group that Kubernetes had at some time. */
export function kindsOfGroup(group: string): readonly string[] {
  const found = [...tables().versions].flatMap(([apiVersion, kinds]) =>
    groupOf(apiVersion) === group ? [...kinds.keys()] : [],
  );
  return [...new Set(found)];
}
