/** Local volumes in the words of the storage floor, which makes the manifests. */
import { From, unmarked } from '../../findings';
import { withoutUndefined } from '../../kube';
import {
  buildClaim,
  ClaimSpec,
  CsiPersistentVolumeSpec,
  DEFAULT_ACCESS_MODES,
  StorageClassSpec,
} from '../../storage/core';
import {
  ACCEPT_ANNOTATION,
  CAPACITY,
  FAILOVER_MODE,
  FS_TYPE,
  INITIAL_NODE,
  LIMIT,
  LOCAL_DRIVER,
  NODE_KEY,
  VOLUME_GROUP,
} from '../names';
import { allocatedBytes, bytesOf } from '../sizes';
import { ClaimedSpec, LocalClaimSpec, LocalClassSpec, LocalPersistentVolumeSpec } from './spec';

type Parameters = { readonly [name: string]: string };

export function toClassSpec(spec: LocalClassSpec, from: From = unmarked): StorageClassSpec {
  const { failoverMode, volumeGroup, fsType, nodeNames, ...others } = spec;
  const parameters = withoutUndefined({
    [FAILOVER_MODE]: failoverMode,
    [VOLUME_GROUP]: volumeGroup,
    [FS_TYPE]: fsType,
  }) as Parameters;
  return {
    ...others,
    provisioner: LOCAL_DRIVER,
    parameters: Object.keys(parameters).length > 0 ? parameters : undefined,
    allowedTopologies:
      nodeNames &&
      from.whole('nodeNames', [{ matchLabelExpressions: [{ key: NODE_KEY, values: nodeNames }] }]),
  };
}

/** A claim with the annotation in the one place where it counts. */
export function toClaimSpec(
  spec: Omit<LocalClaimSpec, 'accessModes'> & Partial<LocalClaimSpec>,
): ClaimSpec {
  return {
    ...spec,
    accessModes: spec.accessModes ?? DEFAULT_ACCESS_MODES,
    annotations: { ...spec.annotations, [ACCEPT_ANNOTATION]: 'true' },
  };
}

/**
 * The source of a generic ephemeral volume. The claim is the pod's own, and needs no annotation.
 */
export function buildEphemeralSource({ labels, annotations, ...claimed }: ClaimedSpec): {
  readonly ephemeral: object;
} {
  const { storage, storageClassName, accessModes, volumeMode } = claimed;
  const metadata = withoutUndefined({ labels, annotations });
  const { spec } = buildClaim({ name: '', storage, storageClassName, accessModes, volumeMode });
  return {
    ephemeral: {
      volumeClaimTemplate: { ...(Object.keys(metadata).length > 0 ? { metadata } : {}), spec },
    },
  };
}

/** A volume that exists on its node already, or is made there when it is first mounted. */
export function toPersistentVolumeSpec(spec: LocalPersistentVolumeSpec): CsiPersistentVolumeSpec {
  const { nodeName, storage, hyperconverged, failoverMode, volumeGroup, fsType, ...others } = spec;
  return {
    ...others,
    driver: LOCAL_DRIVER,
    volumeHandle: `${volumeGroup}#${spec.name}`,
    volumeAttributes: withoutUndefined({
      [CAPACITY]: String(allocatedBytes(bytesOf(storage)!)),
      [LIMIT]: '0',
      [FAILOVER_MODE]: failoverMode,
      [INITIAL_NODE]: hyperconverged ? nodeName : undefined,
    }) as Parameters,
    fsType,
    storage,
    nodeAffinity: hyperconverged
      ? undefined
      : {
          required: {
            nodeSelectorTerms: [
              { matchExpressions: [{ key: NODE_KEY, operator: 'In', values: [nodeName] }] },
            ],
          },
        },
  };
}
