/** Claims as they live: bound or not, to which volume, and which StatefulSet or pod made them. */
import { fieldsOf } from '../../kube';
import { at, fieldsAt, listAt } from '../../model';
import { Cluster, Stored } from '../cluster';
import { classNameOf } from '../quota';
import { ClaimState } from '../volumes';
import { claimKey, OwnClaim } from '../workloads';

const CLAIM = '/PersistentVolumeClaim';
const VOLUME = '/PersistentVolume';

/** The state of every live claim. `isInFiles` tells those that NEW has. */
export function liveClaims(
  cluster: Cluster,
  isInFiles: (id: string) => boolean,
): Map<string, ClaimState> {
  const states = new Map<string, ClaimState>();
  for (const stored of cluster.ofKind(CLAIM)) {
    const { id, namespace, name, label } = stored.sent;
    const phase = at(stored.seen ?? {}, 'status.phase');
    const isBound = phase === 'Bound';
    const volume = isBound ? volumeOf(stored, cluster) : undefined;
    const own = isInFiles(id) ? undefined : ownOf(stored, cluster);
    states.set(claimKey(namespace, name), {
      namespace,
      name,
      label,
      stored,
      live: stored.live,
      isBound,
      ...(phase === 'Lost' ? { isLost: true } : {}),
      ...(own ? { own } : {}),
      ...(volume ? { volume } : {}),
      ...(isBound && !volume ? { className: classNameOf(stored.live) } : {}),
    });
  }
  return states;
}

function volumeOf(claim: Stored, cluster: Cluster): Stored | undefined {
  const name = at(claim.live, 'spec.volumeName');
  return typeof name === 'string' ? cluster.find(VOLUME, undefined, name) : undefined;
}

/** Who made a claim: the pod that owns it, or the set whose pod has it by name. */
export function ownOf(claim: Stored, cluster: Cluster): OwnClaim | undefined {
  const { namespace, name } = claim.sent;
  const template = { metadata: fieldsOf(claim.live.metadata), spec: fieldsOf(claim.live.spec) };
  const pod = listAt(claim.live, 'metadata.ownerReferences').find(
    ({ kind }) => kind === 'Pod',
  )?.name;
  if (typeof pod === 'string') {
    const ordinal = Number(/-(\d+)$/.exec(pod)?.[1] ?? 0);
    return {
      namespace,
      name,
      template,
      of: `Pod/${namespace ?? ''}/${pod}`,
      pod,
      isEphemeral: true,
      ordinal,
    };
  }
  const [, base, digits] = /^(.*)-(\d+)$/.exec(name) ?? [];
  if (base === undefined) return undefined;
  // A name of a set may have dashes, as may that of its template.
  for (let dash = base.indexOf('-'); dash > 0; dash = base.indexOf('-', dash + 1)) {
    const set = cluster.find('apps/StatefulSet', namespace, base.slice(dash + 1));
    if (!set) continue;
    const templates = listAt(set.live, 'spec.volumeClaimTemplates');
    if (!templates.some((one) => fieldsAt(one, 'metadata').name === base.slice(0, dash))) continue;
    const ordinal = Number(digits);
    const podName = `${set.sent.name}-${digits}`;
    return {
      namespace,
      name,
      template,
      of: set.sent.label,
      pod: podName,
      isEphemeral: false,
      ordinal,
    };
  }
  return undefined;
}
