/** The fields that only work where a feature is there. */
import { GATED_MODES } from '../../kube';
import { GateName } from '../../model';
import { fieldsOf, isGiven } from '../../object';

export interface FeatureField {
  readonly feature: GateName;
  /** What happens where the feature is not there. */
  readonly otherwise: string;
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

export const POD_FIELDS: readonly FeatureField[] = [
  {
    feature: 'ImageVolume',
    otherwise: 'the pod would be refused, or get an empty directory in its stead',
    field: 'volumes[].image',
    rule: VOLUME,
  },
  {
    feature: 'GenericEphemeralVolume',
    otherwise: 'the pod would be refused, or get an empty directory in its stead',
    field: 'volumes[].ephemeral',
    rule: VOLUME,
  },
  {
    feature: 'ClusterTrustBundleProjection',
    otherwise: 'the files would be missing',
    field: 'volumes[].projected.sources[].clusterTrustBundle',
  },
  {
    feature: 'PodCertificateRequest',
    otherwise: 'the files would be missing',
    field: 'volumes[].projected.sources[].podCertificate',
  },
  {
    feature: 'SupplementalGroupsPolicy',
    otherwise: 'the groups of the image would count all the same',
    field: 'securityContext.supplementalGroupsPolicy',
    isDefault: is('Merge'),
  },
  {
    feature: 'SELinuxChangePolicy',
    otherwise: 'files would be labelled one by one, or by mount options, as the cluster decides',
    field: 'securityContext.seLinuxChangePolicy',
    isDefault: is('Recursive'),
  },
  {
    feature: 'GenericWorkload',
    otherwise: 'the pod would be scheduled by itself',
    field: 'schedulingGroup',
  },
  ...['containers', 'initContainers'].map((list): FeatureField => ({
    feature: 'ContainerStopSignals',
    otherwise: 'the container would be stopped by the signal of its image',
    field: `${list}[].lifecycle.stopSignal`,
  })),
  {
    feature: 'UserNamespacesSupport',
    otherwise: 'the pod would run with the users of its node',
    field: 'hostUsers',
    isDefault: is(true),
  },
  {
    feature: 'SidecarContainers',
    otherwise: 'the pod would wait forever for the init container to end',
    field: 'initContainers[].restartPolicy',
    isMeant: is('Always'),
  },
  ...['containers', 'initContainers'].map((list): FeatureField => ({
    feature: 'RecursiveReadOnlyMounts',
    otherwise: 'what is mounted below could be written to',
    field: `${list}[].volumeMounts[].recursiveReadOnly`,
    isDefault: is('Disabled'),
  })),
];

const ACCESS_MODES = GATED_MODES.map(([mode, feature]): FeatureField => ({
  feature,
  otherwise: 'the object would be refused',
  field: 'accessModes[]',
  isMeant: is(mode),
  rule: VOLUME,
}));
const ATTRIBUTES_CLASS: FeatureField = {
  feature: 'VolumeAttributesClass',
  otherwise: 'the attributes would not be applied',
  field: 'volumeAttributesClassName',
};

export const CLAIM_FIELDS: readonly FeatureField[] = [
  ...ACCESS_MODES,
  ATTRIBUTES_CLASS,
  {
    feature: 'AnyVolumeDataSource',
    otherwise: 'the volume would be made empty',
    field: 'dataSourceRef',
    isMeant: (source) => !isOrdinary(fieldsOf(source).kind) && !isGiven(fieldsOf(source).namespace),
  },
];

export const VOLUME_FIELDS: readonly FeatureField[] = [...ACCESS_MODES, ATTRIBUTES_CLASS];

export const STATEFUL_SET_FIELDS: readonly FeatureField[] = [
  {
    feature: 'StatefulSetAutoDeletePVC',
    otherwise: 'the claims would stay',
    field: 'persistentVolumeClaimRetentionPolicy',
    isDefault: (policy) =>
      ['whenDeleted', 'whenScaled'].every(
        (when) => (fieldsOf(policy)[when] ?? 'Retain') === 'Retain',
      ),
  },
  {
    feature: 'StatefulSetStartOrdinal',
    otherwise: 'the pods would be numbered from 0 on, and get the claims of those numbers',
    field: 'ordinals',
    isDefault: (ordinals) => (fieldsOf(ordinals).start ?? 0) === 0,
  },
  {
    feature: 'MaxUnavailableStatefulSet',
    otherwise: 'its pods would be replaced one by one',
    field: 'updateStrategy.rollingUpdate.maxUnavailable',
    isDefault: is(1),
  },
];

export const CSI_DRIVER_FIELDS: readonly FeatureField[] = [
  {
    feature: 'SELinuxMountReadWriteOncePod',
    otherwise: 'files would be labelled one by one',
    field: 'seLinuxMount',
    isDefault: is(false),
  },
  {
    feature: 'MutableCSINodeAllocatableCount',
    otherwise: 'the number would be told once, when the driver starts',
    field: 'nodeAllocatableUpdatePeriodSeconds',
  },
  {
    feature: 'CSIServiceAccountTokenSecrets',
    otherwise: 'the driver would get tokens among the attributes, as before',
    field: 'serviceAccountTokenInSecrets',
    isDefault: is(false),
  },
  {
    feature: 'VolumeLimitScaling',
    otherwise: 'pods could be scheduled to nodes without the driver',
    field: 'preventPodSchedulingIfMissing',
    isDefault: is(false),
  },
];

/** These are taken by every version. */
function isOrdinary(kind: unknown): boolean {
  return kind === 'PersistentVolumeClaim' || kind === 'VolumeSnapshot';
}
