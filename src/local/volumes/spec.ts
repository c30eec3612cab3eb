/**
 * Local volumes as plain input: classes, claims, ephemeral volumes, and volumes that are made by
 * hand.
 */
import { flag, listOf, oneOf, Shapes, string, strings, struct, text } from '../../shape';
import { VOLUME_MODES } from '../../storage/core';
import { FAILOVER_MODES } from '../names';

/** The access modes that a local disk can give. */
export const LOCAL_ACCESS_MODES = ['ReadWriteOnce', 'ReadWriteOncePod'] as const;
/** The file systems that the driver's image can make. */
export const FILE_SYSTEMS = ['ext4', 'xfs'] as const;

/** What all of them have. */
interface NamedSpec {
  readonly name: string;
  readonly namespace?: string;
  readonly labels?: { readonly [key: string]: string };
  readonly annotations?: { readonly [key: string]: string };
}

/** A class. */
export interface LocalClassSpec extends Omit<NamedSpec, 'namespace'> {
  readonly failoverMode?: string;
  readonly volumeGroup?: string;
  readonly fsType?: string;
  readonly reclaimPolicy?: string;
  readonly volumeBindingMode: string;
  readonly allowVolumeExpansion: boolean;
  readonly mountOptions?: readonly string[];
  /** The nodes on which volumes may be made. */
  readonly nodeNames?: readonly string[];
  readonly isDefault?: boolean;
}

/** What a claim asks for, be it one of its own or a template. */
export interface ClaimedSpec extends NamedSpec {
  readonly storage: string;
  readonly storageClassName?: string;
  readonly accessModes: readonly string[];
  readonly volumeMode?: string;
}

/** A claim that accepts the loss of its data. */
export interface LocalClaimSpec extends ClaimedSpec {
  readonly storageClassName: string;
  readonly volumeName?: string;
}

/** A volume that is made by hand. */
export interface LocalPersistentVolumeSpec extends Omit<NamedSpec, 'namespace'> {
  readonly nodeName: string;
  readonly storage: string;
  readonly storageClassName: string;
  /**
   * Whether something steers pods, so that the volume says where it is by an attribute; otherwise
   * by node affinity.
   */
  readonly hyperconverged: boolean;
  readonly failoverMode?: string;
  readonly volumeGroup: string;
  readonly fsType?: string;
  readonly accessModes: readonly string[];
  readonly volumeMode?: string;
  readonly reclaimPolicy?: string;
  readonly mountOptions?: readonly string[];
}

const NAMED: Shapes<Omit<NamedSpec, 'namespace'>> = {
  name: string,
  labels: strings,
  annotations: strings,
};
const RECLAIM_POLICIES = ['Delete', 'Retain'];

/** The types of each. */
export const LOCAL_CLASS_SHAPE = struct<LocalClassSpec>({
  ...NAMED,
  failoverMode: oneOf(FAILOVER_MODES),
  volumeGroup: text,
  fsType: oneOf(FILE_SYSTEMS),
  reclaimPolicy: oneOf(RECLAIM_POLICIES),
  volumeBindingMode: oneOf(['Immediate', 'WaitForFirstConsumer']),
  allowVolumeExpansion: flag,
  mountOptions: listOf(string),
  nodeNames: listOf(string),
  isDefault: flag,
});
const CLAIMED: Shapes<ClaimedSpec> = {
  ...NAMED,
  namespace: string,
  storage: string,
  storageClassName: string,
  accessModes: listOf(oneOf(LOCAL_ACCESS_MODES)),
  volumeMode: oneOf(VOLUME_MODES),
};
export const EPHEMERAL_VOLUME_SHAPE = struct<ClaimedSpec>({
  ...CLAIMED,
  accessModes: listOf(string),
});
export const LOCAL_CLAIM_SHAPE = struct<LocalClaimSpec>({ ...CLAIMED, volumeName: string });
export const LOCAL_PERSISTENT_VOLUME_SHAPE = struct<LocalPersistentVolumeSpec>({
  ...NAMED,
  nodeName: string,
  storage: string,
  storageClassName: string,
  hyperconverged: flag,
  failoverMode: oneOf(FAILOVER_MODES),
  volumeGroup: text,
  fsType: oneOf(FILE_SYSTEMS),
  accessModes: listOf(oneOf(LOCAL_ACCESS_MODES)),
  volumeMode: oneOf(VOLUME_MODES),
  reclaimPolicy: oneOf(RECLAIM_POLICIES),
  mountOptions: listOf(string),
});
