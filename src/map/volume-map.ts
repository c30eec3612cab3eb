/** The volume map of a topology: workloads, what they mount, and what that is made of. */
import { Claims } from './claims';
import { Draft } from './draft';
import { VolumeMap } from './model';
import { Storage } from './storage';
import { Workloads } from './workloads';
import { Finding } from '../findings';
import { Topology } from '../topology';

/**
 * The map. Findings are told on the object whose key their `construct` is. Never throws, whatever
 * the objects hold.
 */
export function volumeMap(topology: Topology, findings: readonly Finding[] = []): VolumeMap {
  const draft = new Draft();
  const storage = new Storage(topology, draft);
  const workloads = new Workloads(topology, draft, storage);
  const claims = new Claims(topology, draft, storage, workloads);
  workloads.addInline();
  claims.addAll();
  storage.addVolumes((namespace, name) => claims.nodeOf(namespace, name));
  return draft.finish(findings);
}
