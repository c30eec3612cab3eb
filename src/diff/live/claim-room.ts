/** Room for claims: how many new pods of a StatefulSet a quota of their namespace takes. */
import { identityOf } from '../../validation';
import { quotaRefusals } from '../admission/quota';
import { byNamespace, Cluster } from '../cluster';
import { CLAIM } from '../kind-keys';
import { Stored } from '../stored';
import { ordinalsOf, OwnClaim, ownClaims } from '../workloads';

/** The rooms of all sets of a cluster: what one of them takes is not there for the next. */
export class ClaimRooms {
  /** By namespace: its quotas and limits, and the claims that are there by then. */
  private readonly filled = new Map<string | undefined, Cluster>();

  constructor(private readonly cluster: Cluster) {}

  /**
   * How many pods more get their claims; undefined if all do, or if the claims that are there are
   * not known.
   */
  public of(set: Stored, had: Stored | undefined): number | undefined {
    const { kindKey: kind, namespace } = set.sent;
    if (
      kind !== 'apps/StatefulSet' ||
      !this.cluster.covers(CLAIM, namespace) ||
      this.cluster.having(QUOTAS, namespace ?? '').members.size === 0
    ) {
      return undefined;
    }
    const filled = this.filled.get(namespace) ?? this.fill(namespace);
    const [first, end] = had ? ordinalsOf(had.live) : [0, 0];
    let room = 0;
    let ordinal: number | undefined;
    for (const own of ownClaims(set, set.live)) {
      if (own.isEphemeral || (own.ordinal >= first && own.ordinal < end)) continue;
      if (ordinal !== undefined && own.ordinal !== ordinal) room += 1;
      ordinal = own.ordinal;
      if (filled.find(CLAIM, namespace, own.name)) continue;
      const claim = newClaim(own);
      if (quotaRefusals(filled, claim.sent, undefined, claim).refused.length > 0) return room;
      filled.set(claim);
    }
    return undefined;
  }

  private fill(namespace: string | undefined): Cluster {
    const filled = new Cluster();
    for (const index of [QUOTAS, RANGES, CLAIMS]) {
      for (const one of this.cluster.having(index, namespace ?? '').members.values()) {
        filled.set(one);
      }
    }
    this.filled.set(namespace, filled);
    return filled;
  }
}

const QUOTAS = byNamespace('/ResourceQuota');
const RANGES = byNamespace('/LimitRange');
const CLAIMS = byNamespace(CLAIM);

function newClaim({ name, namespace, template: { spec } }: OwnClaim): Stored {
  const given = {
    apiVersion: 'v1',
    kind: 'PersistentVolumeClaim',
    metadata: { name, namespace },
    spec,
  };
  const sent = {
    id: identityOf(CLAIM, namespace, name),
    label: `PersistentVolumeClaim/${namespace ?? ''}/${name}`,
    kindKey: CLAIM,
    apiVersion: given.apiVersion,
    kind: given.kind,
    name,
    namespace,
    type: undefined,
    manifest: given,
    given,
    problems: [],
  };
  return { sent, live: given, applied: given, last: sent };
}
