/** Makers of live claims: the pod that owns one, or the StatefulSet whose pod has it by name. */
import { fieldsOf } from '../../kube';
import { fieldsAt, listAt } from '../../model';
import { Cluster } from '../cluster';
import { Stored } from '../stored';
import { OwnClaim } from '../workloads';

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
