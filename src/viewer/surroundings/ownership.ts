/** Whose the files of a volume are: those who work with it decide, not the viewer that comes to look. */
import { isViewer } from '../../placement/core';
import { Topology } from '../../topology';
import { KubeValue, ViewerSpec } from '../spec';

/** The fields by which kubelet gives files to a group. */
const FIELDS = ['fsGroup', 'fsGroupChangePolicy'];

/**
 * The security context of a viewer's pod beside those who have its claim: with the group that they give the files to, or
 * with none if they give them to nobody. A group of its own could take the files from them; databases refuse to start then.
 */
export function besideOwners(context: KubeValue | undefined, spec: ViewerSpec, topology: Topology): KubeValue | undefined {
  if (context?.fsGroup === undefined || spec.fsGroup !== undefined || spec.podSpec !== undefined) return context;
  const owners = topology.consumersOf(spec.namespace, spec.pvc).map(({ workload }) => workload).filter((one) => !isViewer(one));
  if (owners.length === 0) return context;
  const groups = owners.map(({ podSpec }) => (podSpec.securityContext as KubeValue | null | undefined)?.fsGroup);
  const fsGroup = groups.find((group) => Number.isInteger(group));
  return Object.fromEntries(Object.entries(context).flatMap(([field, value]) => {
    if (!FIELDS.includes(field)) return [[field, value]];
    return fsGroup === undefined ? [] : [[field, field === 'fsGroup' ? fsGroup : value]];
  }));
}
