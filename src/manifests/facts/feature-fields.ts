/** The fields that only work where a feature is there. */
import { GateName } from '../../model';
import { fieldsOf, isGiven } from '../../object';

export interface FeatureField {
  /** The gate of the feature. */
  readonly feature: GateName;
  /** The field, from the spec that it is of; `[]` behind a name are the items of a list. */
  readonly field: string;
  /** If only some values are meant. */
  readonly isMeant?: (value: unknown) => boolean;
  /** Values that say what holds without the feature as well: that they are dropped does no harm. */
  readonly isDefault?: (value: unknown) => boolean;
  /** What cannot work without the feature is another rule's. */
  readonly rule?: 'volumeOfVersion';
}

const is = (wanted: unknown) => (value: unknown) => value === wanted;
const VOLUME = 'volumeOfVersion';

/** Of pod specs. */
export const POD_FIELDS: readonly FeatureField[] = [
  { feature: 'ImageVolume', field: 'volumes[].image', rule: VOLUME },
  { feature: 'GenericEphemeralVolume', field: 'volumes[].ephemeral', rule: VOLUME },
  {
    feature: 'ClusterTrustBundleProjection',
    field: 'volumes[].projected.sources[].clusterTrustBundle',
  },
  { feature: 'PodCertificateRequest', field: 'volumes[].projected.sources[].podCertificate' },
  {
    feature: 'SupplementalGroupsPolicy',
    field: 'securityContext.supplementalGroupsPolicy',
    isDefault: is('Merge'),
  },
  {
    feature: 'SELinuxChangePolicy',
    field: 'securityContext.seLinuxChangePolicy',
    isDefault: is('Recursive'),
  },
  { feature: 'GenericWorkload', field: 'schedulingGroup' },
  ...['containers', 'initContainers'].map((list): FeatureField => ({
    feature: 'ContainerStopSignals',
    field: `${list}[].lifecycle.stopSignal`,
  })),
  { feature: 'UserNamespacesSupport', field: 'hostUsers', isDefault: is(true) },
  { feature: 'SidecarContainers', field: 'initContainers[].restartPolicy', isMeant: is('Always') },
  ...['containers', 'initContainers'].map((list): FeatureField => ({
    feature: 'RecursiveReadOnlyMounts',
    field: `${list}[].volumeMounts[].recursiveReadOnly`,
    isDefault: is('Disabled'),
  })),
];

const ACCESS_MODE: FeatureField = {
  feature: 'ReadWriteOncePod',
  field: 'accessModes[]',
  isMeant: is('ReadWriteOncePod'),
  rule: VOLUME,
};
const ATTRIBUTES_CLASS: FeatureField = {
  feature: 'VolumeAttributesClass',
  field: 'volumeAttributesClassName',
};

export const CLAIM_FIELDS: readonly FeatureField[] = [
  ACCESS_MODE,
  ATTRIBUTES_CLASS,
  {
    feature: 'AnyVolumeDataSource',
    field: 'dataSourceRef',
    isMeant: (source) => !isOrdinary(fieldsOf(source).kind) && !isGiven(fieldsOf(source).namespace),
  },
];

/** Of persistent volumes. */
export const VOLUME_FIELDS: readonly FeatureField[] = [ACCESS_MODE, ATTRIBUTES_CLASS];

export const STATEFUL_SET_FIELDS: readonly FeatureField[] = [
  {
    feature: 'StatefulSetAutoDeletePVC',
    field: 'persistentVolumeClaimRetentionPolicy',
    isDefault: (policy) =>
      ['whenDeleted', 'whenScaled'].every(
        (when) => (fieldsOf(policy)[when] ?? 'Retain') === 'Retain',
      ),
  },
  {
    feature: 'StatefulSetStartOrdinal',
    field: 'ordinals',
    isDefault: (ordinals) => (fieldsOf(ordinals).start ?? 0) === 0,
  },
  {
    feature: 'MaxUnavailableStatefulSet',
    field: 'updateStrategy.rollingUpdate.maxUnavailable',
    isDefault: is(1),
  },
];

export const CSI_DRIVER_FIELDS: readonly FeatureField[] = [
  { feature: 'SELinuxMountReadWriteOncePod', field: 'seLinuxMount', isDefault: is(false) },
  { feature: 'MutableCSINodeAllocatableCount', field: 'nodeAllocatableUpdatePeriodSeconds' },
  {
    feature: 'CSIServiceAccountTokenSecrets',
    field: 'serviceAccountTokenInSecrets',
    isDefault: is(false),
  },
  {
    feature: 'VolumeLimitScaling',
    field: 'preventPodSchedulingIfMissing',
    isDefault: is(false),
  },
];

/** These are taken by every version. */
function isOrdinary(kind: unknown): boolean {
  return kind === 'PersistentVolumeClaim' || kind === 'VolumeSnapshot';
}
