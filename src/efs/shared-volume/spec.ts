/** A shared volume as plain input: one access point of an EFS file system, for one claim. */
import {
  always,
  anything,
  flag,
  listOf,
  Of,
  oneOf,
  objectOf,
  Shape,
  string,
  strings,
} from '../../shape';

/** How the volume handle is written. */
const HANDLE_STYLES = ['plain', 'typed'] as const;
/** What a changed file system or access point means. */
const ID_CHANGES = ['reject', 'replace'] as const;

/** The class that the operator names, and that this library names as well unless told otherwise. */
export const DEFAULT_CLASS = 'efs-sc';
/** The size that the operator writes. EFS does not look at it; quotas do. */
export const DEFAULT_CAPACITY = '1Gi';

const FIELDS = {
  // The name of the shared volume, from which those of its objects are made.
  name: always(string),
  // That of the claim.
  namespace: string,
  fileSystemId: always(string),
  accessPointId: string,
  path: string,
  handleStyle: oneOf<string>(HANDLE_STYLES),
  onIdChange: oneOf<string>(ID_CHANGES),
  volumeName: string,
  claimName: string,
  storageClassName: string,
  storage: string,
  request: string,
  accessModes: listOf(string),
  // Only here to be refused: the driver has file systems and no devices.
  volumeMode: string,
  mountOptions: listOf(string),
  volumeAttributes: strings,
  labels: strings,
  annotations: strings,
  // Exactly what the operator would write.
  operatorMode: flag,
};

/** What a shared volume is made of. That something is missing is for the checks to find. */
export const SHARED_VOLUME_SHAPE = objectOf(FIELDS);
export type SharedVolumeSpec = Of<typeof SHARED_VOLUME_SHAPE>;

/**
 * The same in operator mode, where the schema of the resource says what it thinks of the IDs, in
 * its own words.
 */
export const OPERATOR_VOLUME_SHAPE: Shape<SharedVolumeSpec> = objectOf({
  ...FIELDS,
  fileSystemId: always(anything),
  accessPointId: anything,
});
