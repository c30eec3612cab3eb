/**
 * Local volumes as plain input: classes, claims, ephemeral volumes, and volumes that are made by
 * hand.
 */
import { SINGLE_NODE_MODES } from '../../kube';
import { always, flag, listOf, Of, oneOf, objectOf, string, strings, text } from '../../shape';
import { VOLUME_MODES } from '../../storage/core';
import { FAILOVER_MODES } from '../names';

/** The access modes that a local disk can give. */
const LOCAL_ACCESS_MODES = SINGLE_NODE_MODES;
/** The file systems that the driver's image can make. */
const FILE_SYSTEMS = ['ext4', 'xfs'] as const;

const NAMED = { name: always(string), labels: strings, annotations: strings };
const RECLAIM_POLICIES = ['Delete', 'Retain'];

export const LOCAL_CLASS_SHAPE = objectOf({
  ...NAMED,
  failoverMode: oneOf<string>(FAILOVER_MODES),
  volumeGroup: text,
  fsType: oneOf<string>(FILE_SYSTEMS),
  reclaimPolicy: oneOf(RECLAIM_POLICIES),
  volumeBindingMode: always(oneOf<string>(['Immediate', 'WaitForFirstConsumer'])),
  allowVolumeExpansion: always(flag),
  mountOptions: listOf(string),
  // The nodes on which volumes may be made.
  nodeNames: listOf(string),
  isDefault: flag,
});
export type LocalClassSpec = Of<typeof LOCAL_CLASS_SHAPE>;

const CLAIMED = {
  ...NAMED,
  namespace: string,
  storage: always(string),
  storageClassName: string,
  accessModes: always(listOf(oneOf<string>(LOCAL_ACCESS_MODES))),
  volumeMode: oneOf<string>(VOLUME_MODES),
};

/** What a claim asks for, be it one of its own or a template. */
export const EPHEMERAL_VOLUME_SHAPE = objectOf({ ...CLAIMED, accessModes: always(listOf(string)) });
export type ClaimedSpec = Of<typeof EPHEMERAL_VOLUME_SHAPE>;

/** A claim that accepts the loss of its data. */
export const LOCAL_CLAIM_SHAPE = objectOf({
  ...CLAIMED,
  storageClassName: always(string),
  volumeName: string,
});
export type LocalClaimSpec = Of<typeof LOCAL_CLAIM_SHAPE>;

export const LOCAL_PERSISTENT_VOLUME_SHAPE = objectOf({
  ...NAMED,
  nodeName: always(string),
  storage: always(string),
  storageClassName: always(string),
  // Something steers pods, so that the volume says where it is by an attribute and not by affinity.
  hyperconverged: always(flag),
  failoverMode: oneOf<string>(FAILOVER_MODES),
  volumeGroup: always(text),
  fsType: oneOf<string>(FILE_SYSTEMS),
  accessModes: always(listOf(oneOf<string>(LOCAL_ACCESS_MODES))),
  volumeMode: oneOf<string>(VOLUME_MODES),
  reclaimPolicy: oneOf(RECLAIM_POLICIES),
  mountOptions: listOf(string),
});
export type LocalPersistentVolumeSpec = Of<typeof LOCAL_PERSISTENT_VOLUME_SHAPE>;
