/** Namespaces whose claims are all known: what becomes of their data with the namespace. */
import { DataOutcome, onRelease, worst } from './storage';
import { at } from '../../model';
import { byNamespace, Cluster } from '../cluster';

export const CLAIM = '/PersistentVolumeClaim';

/** The worst of what becomes of the claims in a namespace of which all are known. */
export function dataOfNamespace(name: string, cluster: Cluster): DataOutcome | undefined {
  const claims = [...cluster.having(CLAIMS, name).members.values()];
  const outcomes = claims.flatMap(({ live }) => {
    const volumeName = at(live, 'spec.volumeName');
    const volume =
      typeof volumeName === 'string'
        ? cluster.find('/PersistentVolume', undefined, volumeName)
        : undefined;
    return volume ? [onRelease(volume)] : [];
  });
  const because = `its claims are deleted with it: ${claims.map(({ sent }) => sent.name).join(', ')}`;
  const outcome = worst(outcomes);
  return outcome && { ...outcome, because };
}

const CLAIMS = byNamespace(CLAIM);
