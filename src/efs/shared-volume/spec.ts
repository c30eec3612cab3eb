/** A shared volume as plain input: one access point of an EFS file system, for one claim. */
import { anything, flag, listOf, oneOf, Shape, Shapes, string, strings, struct } from '../../shape';

/** How the volume handle is written. */
export const HANDLE_STYLES = ['plain', 'typed'] as const;
/** What a changed file system or access point means. */
export const ID_CHANGES = ['reject', 'replace'] as const;

/** The class that the operator names, and that this library names as well unless told otherwise. */
export const DEFAULT_CLASS = 'efs-sc';
/** The size that the operator writes. EFS does not look at it; quotas do. */
export const DEFAULT_CAPACITY = '1Gi';

/** What a shared volume is made of. */
export interface SharedVolumeSpec {
  /** The name of the shared volume, from which those of its objects are made. */
  readonly name: string;
  /** The namespace of the claim. */
  readonly namespace?: string;
  readonly fileSystemId: string;
  readonly accessPointId?: string;
  readonly path?: string;
  readonly handleStyle?: string;
  readonly onIdChange?: string;
  readonly volumeName?: string;
  readonly claimName?: string;
  readonly storageClassName?: string;
  readonly storage?: string;
  readonly request?: string;
  readonly accessModes?: readonly string[];
  /** Only here to be refused: the driver knows file systems, no devices. */
  readonly volumeMode?: string;
  readonly mountOptions?: readonly string[];
  readonly volumeAttributes?: { readonly [key: string]: string };
  readonly labels?: { readonly [key: string]: string };
  readonly annotations?: { readonly [key: string]: string };
  /** Exactly what the operator would write. */
  readonly operatorMode?: boolean;
}

const FIELDS: Shapes<SharedVolumeSpec> = {
  name: string,
  namespace: string,
  fileSystemId: string,
  accessPointId: string,
  path: string,
  handleStyle: oneOf(HANDLE_STYLES),
  onIdChange: oneOf(ID_CHANGES),
  volumeName: string,
  claimName: string,
  storageClassName: string,
  storage: string,
  request: string,
  accessModes: listOf(string),
  volumeMode: string,
  mountOptions: listOf(string),
  volumeAttributes: strings,
  labels: strings,
  annotations: strings,
  operatorMode: flag,
};

/** The types of it all. That something is missing is for the checks to tell. */
export const SHARED_VOLUME_SHAPE: Shape<SharedVolumeSpec> = struct(FIELDS);

/**
 * The same in operator mode, where the schema of the resource says what it thinks of the IDs, in
 * its own words.
 */
export const OPERATOR_VOLUME_SHAPE: Shape<SharedVolumeSpec> = struct({
  ...FIELDS,
  fileSystemId: anything,
  accessPointId: anything,
});
