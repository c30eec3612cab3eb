/** Fields of which an object has one: what the API server says where several are given. */
import { ServerAnswer } from '../findings';

/**
 * Sources of volumes in the order in which the server looks for them: it refuses all but the first.
 */
const SOURCES = [
  'emptyDir',
  'hostPath',
  'gitRepo',
  'gcePersistentDisk',
  'awsElasticBlockStore',
  'secret',
  'nfs',
  'iscsi',
  'glusterfs',
  'flocker',
  'persistentVolumeClaim',
  'rbd',
  'cinder',
  'cephfs',
  'quobyte',
  'downwardAPI',
  'fc',
  'flexVolume',
  'configMap',
  'azureFile',
  'vsphereVolume',
  'photonPersistentDisk',
  'portworxVolume',
  'azureDisk',
  'storageos',
  'projected',
  'scaleIO',
  'csi',
  'ephemeral',
  'image',
];
/** The same with the actions of probes and hooks. */
const ORDERS = {
  source: SOURCES,
  action: ['exec', 'httpGet', 'tcpSocket', 'grpc', 'sleep'],
} as const;

/** What the server calls a source that is too much, if not by its name. */
const SPELLED: ReadonlyMap<string, string> = new Map([['downwardAPI', 'downwarAPI']]);

/** Alternatives in the order in which the server looks for them. */
export function inOrder(given: readonly string[], of: keyof typeof ORDERS): string[] {
  const order: readonly string[] = ORDERS[of];
  return [...given].sort((a, b) => order.indexOf(a) - order.indexOf(b));
}

export function surplusAt(
  place: string,
  given: readonly string[],
  of: keyof typeof ORDERS,
): ServerAnswer {
  const [field, ...others] = inOrder(given, of)
    .slice(1)
    .map((name) => `${place}.${SPELLED.get(name) ?? name}`);
  return { field, ...(others.length > 0 ? { surplusFields: others } : {}) };
}
