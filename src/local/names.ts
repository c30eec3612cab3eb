/** Names and keys of local-csi-driver, each in one place. */

/** The driver, which is the provisioner of its classes too. */
export const LOCAL_DRIVER = 'localdisk.csi.acstor.io';
/**
 * The annotation of a claim that accepts that its data go with its node: only the text `true`
 * counts.
 */
export const ACCEPT_ANNOTATION = `${LOCAL_DRIVER}/accept-ephemeral-storage`;
/** What the annotation was called before the second version. */
export const OLD_ACCEPT_ANNOTATION = 'acstor.azure.com/accept-ephemeral-storage';
/** The attribute of a volume with the node that made it. */
export const INITIAL_NODE = `${LOCAL_DRIVER}/selected-initial-node`;
/**
 * The annotation of a volume with the node that it went to afterwards; it wins over the attribute.
 */
export const SELECTED_NODE = `${LOCAL_DRIVER}/selected-node`;
/**
 * The parameter of a class, and attribute of its volumes, that says what happens when the node is
 * gone.
 */
export const FAILOVER_MODE = `${LOCAL_DRIVER}/failover-mode`;
/** The attributes with the size of a volume and the most that it may have, in bytes. */
export const CAPACITY = `${LOCAL_DRIVER}/capacity`;
export const LIMIT = `${LOCAL_DRIVER}/limit`;
/** The annotation of a volume with the size that it was expanded to, in bytes. */
export const EXPANDED_CAPACITY = `${LOCAL_DRIVER}/expanded-capacity`;
/** The parameter of a class with the group of logical volumes that its volumes are made in. */
export const VOLUME_GROUP = 'volumeGroup';
/** The group where none is given. */
export const DEFAULT_VOLUME_GROUP = 'containerstorage';
/** The parameter of a class with the file system of its volumes. */
export const FS_TYPE = 'csi.storage.k8s.io/fstype';
/**
 * The label of a node with its own name, where the driver runs. `kubernetes.io/hostname` may differ
 * from the name.
 */
export const NODE_KEY = `topology.${LOCAL_DRIVER}/node`;

/** What happens when the node of a volume is gone: a blank volume on another one, or none. */
export const FAILOVER_MODES = ['availability', 'durability'] as const;
