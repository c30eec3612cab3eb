/**
 * Volume capabilities: which access modes, volume modes and mount options the driver takes, when
 * mounting and when provisioning.
 */

/** What a volume is asked to be able to do. */
interface Capability {
  /** The mode of the claim or volume, or one of CSI's own in capitals. */
  readonly accessMode: string;
  /** `Filesystem` or `Block`. */
  readonly volumeMode: string;
  readonly mountOptions: readonly string[];
}

/**
 * Kubernetes' access modes in CSI's words, for a driver that does not announce
 * SINGLE_NODE_MULTI_WRITER.
 */
const CSI_ACCESS_MODES: { readonly [mode: string]: string } = {
  ReadWriteOnce: 'SINGLE_NODE_WRITER',
  ReadWriteOncePod: 'SINGLE_NODE_WRITER',
  ReadOnlyMany: 'MULTI_NODE_READER_ONLY',
  ReadWriteMany: 'MULTI_NODE_MULTI_WRITER',
};

const SUPPORTED_MODES = ['SINGLE_NODE_WRITER', 'MULTI_NODE_MULTI_WRITER'];

/** Why the driver does not take a capability, in its words; undefined when it does. */
export function capabilityProblem({
  accessMode,
  volumeMode,
  mountOptions,
}: Capability): string | undefined {
  const mode = Object.hasOwn(CSI_ACCESS_MODES, accessMode)
    ? CSI_ACCESS_MODES[accessMode]
    : accessMode;
  if (!SUPPORTED_MODES.includes(mode)) return `invalid access mode: ${mode}`;
  if (volumeMode === 'Block') return 'only filesystem volumes are supported';
  if (mountOptions.includes('crossaccount')) {
    return (
      "mount option 'crossaccount' cannot be set manually. The CSI driver automatically configures this based on Kubernetes secrets. " +
      'See: https://github.com/kubernetes-sigs/aws-efs-csi-driver/tree/master/examples/kubernetes/efs/cross_account_mount'
    );
  }
  return undefined;
}
