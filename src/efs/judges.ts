/** The EFS driver's rules on volumes, classes and claims that anybody wrote for it. */
import { EFS_DRIVER_NAME } from '../facts';
import {
  checkAccessModes,
  checkAccessPointId,
  checkFileSystemId,
  checkMountOptions,
  checkMounts,
  checkStorageClassParameters,
  checkVolumeAttributes,
  checkVolumeMode,
  isPlainVolume,
  EFS_DRIVER_RULES,
  parseVolumeHandle,
  withoutDnsName,
} from './driver-rules';
import { Finding, hasErrors, show, violation } from '../findings';
import { Judge, JudgedObject } from '../judge';
import { fieldsOf, textOf, textsOf } from '../object';
import { textFieldsOf } from '../topology';

const NONE: readonly Finding[] = [];
const HANDLE = 'spec.csi.volumeHandle';

/** What the driver does with a volume or a class that names it. */
export const EFS_JUDGES: readonly Judge[] = [
  {
    rules: () => [EFS_DRIVER_RULES],
    kinds: ['/PersistentVolume'],
    check: checkVolume,
    checkTied: (object) => (object.isAsBuilt === true ? NONE : checkVolume(object)),
  },
  { rules: () => [EFS_DRIVER_RULES], kinds: ['storage.k8s.io/StorageClass'], check: checkClass },
];

function checkVolume({ manifest }: JudgedObject): Finding[] {
  const spec = fieldsOf(manifest.spec);
  const { driver, volumeHandle: written, volumeAttributes } = fieldsOf(spec.csi);
  // An empty handle is what the API server objects to.
  if (driver !== EFS_DRIVER_NAME || typeof written !== 'string' || written === '') return [];
  const volumeHandle = withoutDnsName(written);
  const { accessModes: modes, mountOptions: options, volumeMode } = spec;
  const isOfOneMode = Array.isArray(modes) && modes.length === 1;
  if (
    written === volumeHandle &&
    isOfOneMode &&
    isPlainVolume({
      volumeHandle,
      volumeAttributes,
      mountOptions: options,
      accessMode: modes[0],
      volumeMode,
    })
  ) {
    return [];
  }
  const parsed = parseVolumeHandle(volumeHandle);
  const [mountOptions, attributes, accessModes] = [
    textsOf(spec.mountOptions),
    textFieldsOf(volumeAttributes),
    textsOf(spec.accessModes),
  ];
  const mount =
    'error' in parsed
      ? {}
      : { accessPointId: parsed.accessPointId, fileSystemType: parsed.fileSystemType };
  const findings = [
    ...(written === volumeHandle ? [] : [dnsNameFinding(written, volumeHandle)]),
    ...('error' in parsed ? handleFindings(volumeHandle) : []),
    ...(accessModes.length > 0 ? checkAccessModes(accessModes, 'spec.accessModes') : []),
    ...checkVolumeMode(textOf(spec.volumeMode) || undefined, 'spec.volumeMode'),
    ...checkMountOptions(
      mountOptions,
      { ...mount, mountOptions, volumeAttributes: attributes },
      'spec.mountOptions',
    ),
    ...checkVolumeAttributes(
      attributes,
      { ...mount, mountOptions, volumeAttributes: attributes },
      'spec.csi.volumeAttributes',
    ),
  ];
  if (hasErrors(findings)) return findings;
  const outcome = checkMounts({
    volumeHandle,
    mountOptions,
    volumeAttributes: attributes,
    accessMode: accessModes[0],
  });
  return [...findings, ...outcome.map((finding) => ({ ...finding, path: HANDLE }))];
}

function dnsNameFinding(written: string, handle: string): Finding {
  const hasZone = !/^(?:efs:|s3files:)?fs-/.test(written);
  const which = hasZone ? 'versions before v3.5.0' : 'v3.4.1 and v3.4.2';
  return violation(
    EFS_DRIVER_RULES.dnsName,
    HANDLE,
    `${show(written)} has the DNS name of the file system, which ${which} of the driver refuse`,
    `use its ID: ${show(handle)}`,
  );
}

/**
 * What is wrong with the parts of a handle; what is wrong with it as a whole is the driver's to
 * say.
 */
function handleFindings(handle: string): Finding[] {
  const fields = handle.split(':');
  const [fileSystemId, , accessPointId = ''] = ['efs', 's3files'].includes(fields[0])
    ? fields.slice(1)
    : fields;
  return [
    ...checkFileSystemId(fileSystemId, HANDLE),
    ...(accessPointId === '' ? [] : checkAccessPointId(accessPointId, HANDLE)),
  ];
}

function checkClass({ manifest }: JudgedObject): Finding[] {
  if (manifest.provisioner !== EFS_DRIVER_NAME) return [];
  const [parameters, mountOptions] = [
    textFieldsOf(manifest.parameters),
    textsOf(manifest.mountOptions),
  ];
  // Without parameters it makes no volumes: it is the common name of claims and volumes that
  // somebody makes by hand.
  if (Object.keys(parameters).length === 0) return [];
  return checkStorageClassParameters(parameters, { mountOptions });
}
