/** The messages of the checks of the driver's input, word for word. */
import {
  checkAccessModes,
  checkMountOptions,
  checkStorageClassParameters,
  checkVolumeAttributes,
  MountContext,
  ParametersContext,
} from '../../../src/efs/driver-rules';
import { describeFinding } from '../../../src/findings';
import { withoutUndefined } from '../../../src/kube';

type Texts = { [key: string]: string };

const BASE = {
  provisioningMode: 'efs-ap',
  fileSystemId: 'fs-0123456789abcdef0',
  directoryPerms: '700',
};

test.each<[string[], string[]]>([
  [[], ['accessModes: there is no access mode; use ["ReadWriteMany"] (efs/access-mode)']],
  [
    ['ReadOnlyMany'],
    [
      'accessModes[0]: the driver refuses ReadOnlyMany; use ReadWriteMany, and mount the claim with readOnly: true (efs/access-mode)',
    ],
  ],
  [
    ['RWX'],
    [
      'accessModes[0]: "RWX" is not an access mode of the driver; use one of ReadWriteMany, ReadWriteOnce, ReadWriteOncePod (efs/access-mode)',
    ],
  ],
  [
    ['ReadWriteMany', 'ReadWriteOncePod'],
    [
      'accessModes: ReadWriteOncePod cannot be combined with other access modes; use it alone (efs/access-mode)',
    ],
  ],
  [
    ['ReadWriteOnce', 'ReadWriteMany'],
    [
      'accessModes: kubelet requests only "ReadWriteOnce", the first access mode; put ReadWriteMany first, or use it alone (efs/first-access-mode)',
    ],
  ],
])('the access modes %j', (modes, lines) =>
  expect(checkAccessModes(modes).map(describeFinding)).toEqual(lines),
);

test.each<[string[], MountContext, string[]]>([
  [
    ['CrossAccount'],
    {},
    [
      'mountOptions[0]: "CrossAccount" is lower-cased by the driver; write "crossaccount", if that works (efs/mount-option-form)',
      'mountOptions[0]: crossaccount is not a mount option of the driver; use the volume attribute crossaccount: "true" (efs/mount-option)',
    ],
  ],
  [
    ['crossaccount'],
    { provisioned: true },
    [
      'mountOptions[0]: crossaccount is not a mount option of the driver; set it to "true" in the provisioner secret (efs/mount-option)',
    ],
  ],
  [[' '], {}, ['mountOptions[0]: " " is empty; remove it (efs/mount-option)']],
  [
    [' iam'],
    {},
    ['mountOptions[0]: " iam" has whitespace around it; write "iam" (efs/mount-option)'],
  ],
  [
    ['-o iam'],
    {},
    [
      'mountOptions[0]: "-o iam" is not a mount option; use the options alone, such as "iam" or "timeo=600" (efs/mount-option)',
    ],
  ],
  [
    ['/data'],
    {},
    [
      'mountOptions[0]: "/data" is not a mount option; use the options alone, such as "iam" or "timeo=600" (efs/mount-option)',
    ],
  ],
  [
    ['tls'],
    { volumeAttributes: { encryptintransit: 'F' } },
    [
      'mountOptions[0]: tls is set, but encryptInTransit is false; remove one of them: encryption is on by default (efs/mount-option)',
    ],
  ],
  [
    ['accesspoint=fsap-deadbeef'],
    { accessPointId: 'fsap-abcd1234' },
    [
      'mountOptions[0]: "fsap-deadbeef" is not "fsap-abcd1234", the access point of the volume handle; remove it (efs/mount-option)',
    ],
  ],
  [
    ['accesspoint=fsap-abcd1234'],
    { provisioned: true },
    [
      'mountOptions[0]: "fsap-abcd1234" is not the access point of the volume: the driver creates one for each volume; remove it (efs/mount-option)',
    ],
  ],
  [
    ['accesspoint=nonsense'],
    {},
    [
      'mountOptions[0]: "nonsense" is not the ID of an access point; use the ID: fsap- and 8 to 40 hexadecimal digits (efs/access-point-id)',
      'mountOptions[0]: access points in mount options are deprecated; set accessPointId, which puts the access point into the volume handle (efs/mount-option-needless)',
    ],
  ],
  [
    ['accesspoint=fsap-abcd1234'],
    {},
    [
      'mountOptions[0]: access points in mount options are deprecated; set accessPointId, which puts the access point into the volume handle (efs/mount-option-needless)',
    ],
  ],
  [
    ['stunnel'],
    { fileSystemType: 's3files' },
    [
      'mountOptions[0]: S3 Files cannot be mounted with stunnel; remove stunnel (efs/s3-files-unsupported)',
    ],
  ],
  [
    ['accesspoint=fsap-abcd1234'],
    { accessPointId: 'fsap-abcd1234' },
    [
      'mountOptions[0]: the volume handle already names the access point; remove it (efs/mount-option-needless)',
    ],
  ],
  [
    ['awscredsuri=/x'],
    {},
    [
      'mountOptions[0]: the driver drops awscredsuri; remove it, and assign an IAM role to the node plugin (efs/mount-option-needless)',
    ],
  ],
  [
    ['az=us-east-1a'],
    {},
    [
      'mountOptions[0]: "az=us-east-1a" sends all nodes to the mount target of one zone; remove it, unless it is a One Zone file system (efs/availability-zone-option)',
    ],
  ],
  [
    ['IAM'],
    {},
    [
      'mountOptions[0]: "IAM" is lower-cased by the driver; write "iam", if that works (efs/mount-option-form)',
    ],
  ],
  [
    ['iam', 'IAM'],
    {},
    [
      'mountOptions[1]: "IAM" is lower-cased by the driver; write "iam", if that works (efs/mount-option-form)',
      'mountOptions[1]: "IAM" appears twice; remove one of them (efs/mount-option-form)',
    ],
  ],
  [
    ['iam', ' ', ' '],
    {},
    [
      'mountOptions[1]: " " is empty; remove it (efs/mount-option)',
      'mountOptions[2]: " " is empty; remove it (efs/mount-option)',
    ],
  ],
  [
    ['iam,ro'],
    {},
    [
      'mountOptions[0]: "iam,ro" contains several options; list them one by one: ["iam","ro"] (efs/mount-option-form)',
    ],
  ],
  [
    ['iam, crossaccount'],
    {},
    [
      'mountOptions[0]: "iam, crossaccount" contains several options; list them one by one: ["iam","crossaccount"] (efs/mount-option-form)',
      'mountOptions[0]: crossaccount is not a mount option of the driver; use the volume attribute crossaccount: "true" (efs/mount-option)',
    ],
  ],
])('the mount options %j with %j', (options, context, lines) =>
  expect(checkMountOptions(options, context).map(describeFinding)).toEqual(lines),
);

test.each<[Texts, MountContext, string[]]>([
  [
    { path: '/x' },
    {},
    [
      'volumeAttributes.path: the driver has no attribute "path"; set path, which puts it into the volume handle (efs/volume-attribute)',
    ],
  ],
  [
    { encryptInTransit: 'true', EncryptInTransit: 'true' },
    {},
    [
      'volumeAttributes.EncryptInTransit: "encryptInTransit" and "EncryptInTransit" are the same to the driver, which picks one of them at random; remove one of them (efs/volume-attribute)',
    ],
  ],
  [
    { encryptInTransit: 'yes' },
    {},
    [
      'volumeAttributes.encryptInTransit: "yes" is not a boolean; use "true" or "false" (efs/volume-attribute-value)',
    ],
  ],
  [
    { crossaccount: 'no' },
    {},
    [
      'volumeAttributes.crossaccount: "no" is not a boolean; use "true" or "false" (efs/volume-attribute-value)',
    ],
  ],
  [
    { mounttargetip: 'localhost' },
    {},
    [
      'volumeAttributes.mounttargetip: "localhost" is not an IP address; use the IP address of one mount target (efs/volume-attribute-value)',
    ],
  ],
  [
    { encryptInTransit: 'false' },
    { accessPointId: 'fsap-abcd1234' },
    [
      'volumeAttributes.encryptInTransit: encryptInTransit is "false", but the driver encrypts anyway: access points need it; remove encryptInTransit (efs/encrypt-in-transit)',
    ],
  ],
  [
    { encryptInTransit: '0' },
    { fileSystemType: 's3files' },
    [
      'volumeAttributes.encryptInTransit: encryptInTransit is "0", but S3 Files cannot be mounted without encryption; remove encryptInTransit (efs/encrypt-in-transit)',
    ],
  ],
  [
    { encryptInTransit: '0' },
    { mountOptions: ['iam', 'AccessPoint=fsap-1'] },
    [
      'volumeAttributes.encryptInTransit: encryptInTransit is "0", but access points cannot be mounted without encryption; remove encryptInTransit (efs/encrypt-in-transit)',
    ],
  ],
  [
    { crossaccount: '1' },
    { fileSystemType: 's3files' },
    [
      'volumeAttributes.crossaccount: S3 Files cannot be mounted across accounts; remove crossaccount (efs/s3-files-unsupported)',
    ],
  ],
  [
    { CrossAccount: 'true', MountTargetIp: '10.0.0.1' },
    {},
    [
      'volumeAttributes.mounttargetip: crossaccount finds a mount target as well; remove one of them (efs/mount-target)',
    ],
  ],
  [
    { mounttargetip: '10.0.0.1', mounttargetipmap: '{"a":"10.0.0.1"}' },
    {},
    [
      'volumeAttributes.mounttargetipmap: the map of addresses is written by the controller; use crossaccount: "true", or mounttargetip with one address (efs/mount-target)',
      'volumeAttributes.mounttargetip: mounttargetipmap finds a mount target as well; remove one of them (efs/mount-target)',
    ],
  ],
  [
    { mounttargetipmap: '{"a":"10.0.0.1,exec","b":"10.0.0.2"}' },
    {},
    [
      'volumeAttributes.mounttargetipmap: "10.0.0.1,exec", the address in "a", is not an IP address; use mounttargetip or crossaccount (efs/volume-attribute-value)',
      'volumeAttributes.mounttargetipmap: the map of addresses is written by the controller; use crossaccount: "true", or mounttargetip with one address (efs/mount-target)',
    ],
  ],
  [
    { mounttargetipmap: 'a=10.0.0.1' },
    {},
    [
      'volumeAttributes.mounttargetipmap: "a=10.0.0.1" is not a JSON map of strings: invalid character \'a\' looking for beginning of value; use mounttargetip or crossaccount (efs/volume-attribute-value)',
      'volumeAttributes.mounttargetipmap: the map of addresses is written by the controller; use crossaccount: "true", or mounttargetip with one address (efs/mount-target)',
    ],
  ],
  [
    { mounttargetipmap: 'null' },
    {},
    [
      'volumeAttributes.mounttargetipmap: the map of addresses is written by the controller; use crossaccount: "true", or mounttargetip with one address (efs/mount-target)',
    ],
  ],
  [
    { accessPoint: 'x' },
    {},
    [
      'volumeAttributes.accessPoint: the driver has no attribute "accessPoint"; set accessPointId, which puts it into the volume handle (efs/volume-attribute)',
    ],
  ],
  [
    { AccessPointID: 'x' },
    {},
    [
      'volumeAttributes.AccessPointID: the driver has no attribute "AccessPointID"; set accessPointId, which puts it into the volume handle (efs/volume-attribute)',
    ],
  ],
  [
    { fileSystemId: 'x' },
    {},
    [
      'volumeAttributes.fileSystemId: the driver has no attribute "fileSystemId"; set fileSystemId, which puts it into the volume handle (efs/volume-attribute)',
    ],
  ],
  [
    { volumeHandle: 'x' },
    {},
    [
      'volumeAttributes.volumeHandle: the driver has no attribute "volumeHandle"; set fileSystemId, path and accessPointId, which make up the volume handle (efs/volume-attribute)',
    ],
  ],
  [
    { az: 'x' },
    {},
    [
      'volumeAttributes.az: the driver has no attribute "az"; for a One Zone file system use the mount option az, for another account mounttargetip (efs/volume-attribute)',
    ],
  ],
  [
    { TLS: 'x' },
    {},
    [
      'volumeAttributes.TLS: the driver has no attribute "TLS"; remove it: encryption in transit is on by default, and encryptInTransit: "false" turns it off (efs/volume-attribute)',
    ],
  ],
  [
    { iam: 'x' },
    {},
    [
      'volumeAttributes.iam: the driver has no attribute "iam"; use the mount option iam (efs/volume-attribute)',
    ],
  ],
  [
    { mountOptions: 'x' },
    {},
    [
      'volumeAttributes.mountOptions: the driver has no attribute "mountOptions"; use mountOptions, a field of the volume itself (efs/volume-attribute)',
    ],
  ],
  [
    { readOnly: 'x' },
    {},
    [
      'volumeAttributes.readOnly: the driver has no attribute "readOnly"; set readOnly where the volume is mounted (efs/volume-attribute)',
    ],
  ],
])('the attributes %j with %j', (attributes, context, lines) =>
  expect(checkVolumeAttributes(attributes, context).map(describeFinding)).toEqual(lines),
);

test.each<[{ [key: string]: string | undefined }, ParametersContext, string[]]>([
  [
    { provisioningMode: undefined },
    {},
    [
      'parameters.provisioningMode: provisioningMode is missing; use "efs-ap" (efs/provisioning-mode)',
    ],
  ],
  [
    { provisioningMode: 'EFS-AP' },
    {},
    [
      'parameters.provisioningMode: "EFS-AP" is not a mode of the driver; perhaps you meant "efs-ap" (efs/provisioning-mode)',
    ],
  ],
  [
    { fileSystemId: undefined },
    {},
    [
      'parameters.fileSystemId: one of fileSystemId, fileSystemIdConfigRef, or fileSystemIdSecretRef must be specified; use one of fileSystemId, fileSystemIdConfigRef, fileSystemIdSecretRef (efs/file-system-source)',
    ],
  ],
  [
    { fileSystemId: ' ' },
    {},
    [
      'parameters.fileSystemId: one of fileSystemId, fileSystemIdConfigRef, or fileSystemIdSecretRef must be specified; use one of fileSystemId, fileSystemIdConfigRef, fileSystemIdSecretRef (efs/file-system-source)',
    ],
  ],
  [
    { fileSystemId: 'nonsense' },
    {},
    [
      'parameters.fileSystemId: "nonsense" is not the ID of a file system; use the ID: fs- and 8 to 40 hexadecimal digits (efs/file-system-id)',
    ],
  ],
  [
    { fileSystemIdSecretRef: 'ns/s/key' },
    {},
    [
      'parameters.fileSystemId: only one of fileSystemId, fileSystemIdConfigRef, or fileSystemIdSecretRef can be specified; use one of fileSystemId, fileSystemIdConfigRef, fileSystemIdSecretRef (efs/file-system-source)',
    ],
  ],
  [
    { fileSystemIdSecretRef: ' ' },
    {},
    ['parameters.fileSystemIdSecretRef: " " is empty; remove it (efs/file-system-source)'],
  ],
  [
    { fileSystemId: undefined, fileSystemIdConfigRef: 'ns/cm' },
    {},
    [
      'parameters.fileSystemIdConfigRef: invalid fileSystemIdConfigRef reference: invalid reference format, expected namespace/name/key, got: ns/cm; use namespace/name/key (efs/file-system-source)',
    ],
  ],
  [
    { directoryPerms: undefined },
    {},
    [
      'parameters.directoryPerms: directoryPerms is missing; use the permissions, such as "700" (efs/directory-perms)',
    ],
  ],
  [
    { directoryPerms: '77777' },
    {},
    [
      'parameters.directoryPerms: "77777" is not three or four octal digits; use the permissions, such as "700" (efs/directory-perms)',
    ],
  ],
  [
    { directoryPerms: '888' },
    {},
    [
      'parameters.directoryPerms: "888" is not three or four octal digits; use the permissions, such as "700" (efs/directory-perms)',
    ],
  ],
  [
    { uid: '-1', gid: '4294967296' },
    {},
    [
      'parameters.uid: "-1" is less than 0; use a number from 0 to 4294967295 (efs/posix-id)',
      'parameters.gid: "4294967296" is more than 4294967295; use a number from 0 to 4294967295 (efs/posix-id)',
    ],
  ],
  [
    { uid: 'x' },
    {},
    ['parameters.uid: "x" is not a whole number; use a number from 0 to 4294967295 (efs/posix-id)'],
  ],
  [
    { gidRangeStart: '1' },
    {},
    [
      'parameters.gidRangeStart: gidRangeStart is set without gidRangeEnd; set both, or neither (efs/gid-range)',
    ],
  ],
  [
    { gidRangeEnd: '1' },
    {},
    [
      'parameters.gidRangeEnd: gidRangeEnd is set without gidRangeStart; set both, or neither (efs/gid-range)',
    ],
  ],
  [
    { gidRangeStart: '0', gidRangeEnd: '5' },
    {},
    [
      'parameters.gidRangeStart: "0" is less than 1; use a number from 1 to 4294967295 (efs/gid-range)',
    ],
  ],
  [
    { gidRangeStart: '5', gidRangeEnd: '5' },
    {},
    [
      'parameters.gidRangeEnd: the range ends at 5, and starts at 5; set an end that is greater than the start (efs/gid-range)',
    ],
  ],
  [
    { gidRangeStart: '1', gidRangeEnd: '4294967296' },
    {},
    [
      'parameters.gidRangeEnd: "4294967296" is more than 4294967295; use a number from gidRangeStart + 1 to 4294967295 (efs/gid-range)',
    ],
  ],
  [
    { gidRangeStart: '1', gidRangeEnd: '10002' },
    {},
    [
      'parameters.gidRangeEnd: the driver uses the range only up to 10001; end it at 10001 (efs/gid-range-use)',
    ],
  ],
  [
    { uid: '1', gid: '1', gidRangeStart: '1', gidRangeEnd: '2' },
    {},
    [
      'parameters.gidRangeStart: the range has no effect: uid and gid are fixed; remove the range, or uid or gid (efs/gid-range-use)',
    ],
  ],
  [
    { subPathPattern: '${.PVC.labels.x}' },
    {},
    [
      'parameters.subPathPattern: "${.PVC.labels.x}" has unknown placeholders; use ${.PV.name}, ${.PVC.name}, ${.PVC.namespace} and plain text (efs/sub-path-pattern)',
    ],
  ],
  [
    { subPathPattern: '' },
    {},
    [
      'parameters.subPathPattern: "" does not name a directory; remove it: directories are named after the persistent volumes (efs/sub-path-pattern)',
    ],
  ],
  [
    { subPathPattern: '/', ensureUniqueDirectory: 'false' },
    {},
    [
      'parameters.subPathPattern: "/" does not name a directory; use a pattern with a name: with this one the claims get everything below basePath (efs/sub-path-pattern)',
    ],
  ],
  [
    { subPathPattern: '${.PV.name}', ensureUniqueDirectory: 'no' },
    {},
    [
      'parameters.ensureUniqueDirectory: "no" is not a boolean; use "true" or "false" (efs/parameter-boolean)',
    ],
  ],
  [
    { ensureUniqueDirectory: 'true' },
    {},
    [
      'parameters.ensureUniqueDirectory: ensureUniqueDirectory has no effect without subPathPattern; remove it: directories are named after the persistent volumes (efs/root-directory-room)',
    ],
  ],
  [
    { subPathPattern: 'x', ensureUniqueDirectory: '0' },
    {},
    [
      'parameters.subPathPattern: "x" gives all claims of the class the same directory; use ${.PV.name}, or both ${.PVC.namespace} and ${.PVC.name}, or remove ensureUniqueDirectory (efs/shared-directory)',
    ],
  ],
  [
    { subPathPattern: '${.PVC.namespace}', ensureUniqueDirectory: '0' },
    {},
    [
      'parameters.subPathPattern: "${.PVC.namespace}" gives the claims of a namespace the same directory; use ${.PV.name}, or both ${.PVC.namespace} and ${.PVC.name}, or remove ensureUniqueDirectory (efs/shared-directory)',
    ],
  ],
  [
    { subPathPattern: '${.PVC.name}', ensureUniqueDirectory: '0' },
    {},
    [
      'parameters.subPathPattern: "${.PVC.name}" gives claims of the same name in different namespaces the same directory; use ${.PV.name}, or both ${.PVC.namespace} and ${.PVC.name}, or remove ensureUniqueDirectory (efs/shared-directory)',
      'parameters.subPathPattern: with long names the root directory has up to 254 bytes, and the limit is 100: 99 are left for ${.PVC.name}; keep the names short, or use ${.PV.name} (efs/root-directory-room)',
    ],
  ],
  [
    { basePath: '../x' },
    {},
    [
      'parameters.basePath: "../x" is cleaned to "/x"; write "/x", if that is what you mean (efs/root-directory-room)',
    ],
  ],
  [
    { basePath: '/a/b/c/d/e' },
    {},
    [
      'parameters.basePath: the root directory "/a/b/c/d/e/pvc-00000000-0000-0000-0000-000000000000" has 6 names, but the driver allows only 5; use fewer directories (efs/root-directory)',
    ],
  ],
  [
    { basePath: '/a/b/c/d' },
    {},
    [
      'parameters.basePath: the root directory "/a/b/c/d/pvc-00000000-0000-0000-0000-000000000000" has 5 names: the driver allows that, but the pattern that AWS documents has 4; use fewer directories (efs/root-directory-room)',
    ],
  ],
  [
    { basePath: '/${.PVC.name}' },
    {},
    [
      'parameters.basePath: AWS refuses the name "${.PVC.name}"; put placeholders into subPathPattern (efs/root-directory)',
    ],
  ],
  [
    { subPathPattern: '$PVC' },
    {},
    [
      'parameters.subPathPattern: AWS refuses the name "$PVC-000000000000000000000000000000000000"; avoid $ # < > ; ` | & ? { } ^ * and a dot in front (efs/root-directory)',
    ],
  ],
  [
    { basePath: '/.hidden' },
    {},
    [
      'parameters.basePath: AWS refuses the name ".hidden"; avoid $ # < > ; ` | & ? { } ^ * and a dot in front (efs/root-directory)',
    ],
  ],
  [
    { basePath: `/${'x'.repeat(59)}` },
    {},
    [
      'parameters.basePath: the root directory has at least 101 bytes, and the limit is 100; use shorter names (efs/root-directory)',
    ],
  ],
  [
    { reuseAccessPoint: 'true' },
    {},
    [
      'parameters.reuseAccessPoint: claims of the same name share one access point, in all namespaces; remove it, or keep the class to one namespace and file system (efs/reuse-access-point)',
    ],
  ],
  [
    { provisioningMode: 's3files-ap', reuseAccessPoint: 'false', az: 'a' },
    {},
    [
      'parameters.reuseAccessPoint: reuseAccessPoint is for EFS, not for s3files-ap; remove it (efs/s3-files-unsupported)',
      'parameters.az: az is for EFS, not for s3files-ap; remove it (efs/s3-files-unsupported)',
    ],
  ],
  [
    { az: 'a' },
    {},
    [
      'parameters.az: az "a" has no effect without a provisioner secret that contains awsRoleArn; remove it, or name the secret with csi.storage.k8s.io/provisioner-secret-name (efs/az-parameter)',
    ],
  ],
  [
    { enableTagging: 'false' },
    { controllerTags: { a: 'b', c: 'd' } },
    [
      'parameters.enableTagging: tagging is off, but the controller has the tags a, c; remove enableTagging, or the tags of the controller (efs/enable-tagging)',
    ],
  ],
  [
    { enforceZoneAffinity: 'yes' },
    {},
    [
      'parameters.enforceZoneAffinity: "yes" is not a boolean; use "true" or "false" (efs/parameter-boolean)',
    ],
  ],
  [
    { fstype: 'ext4' },
    {},
    [
      'parameters.fstype: fstype is an old key; remove it, or use csi.storage.k8s.io/fstype (efs/old-parameter)',
      'parameters.fstype: "ext4" is not a file system type of the driver; remove it (efs/fs-type-parameter)',
    ],
  ],
  [
    { fsType: 'efs', 'csi.storage.k8s.io/fstype': 'efs' },
    {},
    [
      'parameters.fsType: fsType is an old key; remove it, or use csi.storage.k8s.io/fstype (efs/old-parameter)',
      'parameters.fsType: the file system type is set by fsType and csi.storage.k8s.io/fstype; remove all of them (efs/fs-type-parameter)',
    ],
  ],
  [
    { csiProvisionerSecretName: 's', csiProvisionerSecretNamespace: 'n' },
    {},
    [
      'parameters.csiProvisionerSecretName: csiProvisionerSecretName is an old key; use csi.storage.k8s.io/provisioner-secret-name (efs/old-parameter)',
      'parameters.csiProvisionerSecretNamespace: csiProvisionerSecretNamespace is an old key; use csi.storage.k8s.io/provisioner-secret-namespace (efs/old-parameter)',
    ],
  ],
  [
    { 'csi.storage.k8s.io/provisioner-secret-name': 's' },
    {},
    [
      'parameters.csi.storage.k8s.io/provisioner-secret-name: failed to get name and namespace template from params: either name and namespace for Provisioner secrets specified, Both must be specified; set one name and one namespace, or remove both (efs/secret-parameter)',
    ],
  ],
  [
    { kmsKeyId: 'x' },
    {},
    [
      'parameters.kmsKeyId: the driver has no parameter "kmsKeyId"; remove it: encryption at rest is a property of the file system (efs/unknown-parameter)',
    ],
  ],
  [
    { encryptInTransit: 'x' },
    {},
    [
      'parameters.encryptInTransit: the driver has no parameter "encryptInTransit"; remove it: encryption in transit is on by default, and can be turned off on static volumes only (efs/unknown-parameter)',
    ],
  ],
  [
    { mountTargetIp: 'x' },
    {},
    [
      'parameters.mountTargetIp: the driver has no parameter "mountTargetIp"; remove it: the controller finds mount targets of other accounts by the provisioner secret (efs/unknown-parameter)',
    ],
  ],
  [
    { mountTargetIpMap: 'x' },
    {},
    [
      'parameters.mountTargetIpMap: the driver has no parameter "mountTargetIpMap"; remove it: the controller writes it into volumes (efs/unknown-parameter)',
    ],
  ],
  [
    { awsRoleArn: 'x' },
    {},
    [
      'parameters.awsRoleArn: the driver has no parameter "awsRoleArn"; put it into the provisioner secret (efs/unknown-parameter)',
    ],
  ],
  [
    { externalId: 'x' },
    {},
    [
      'parameters.externalId: the driver has no parameter "externalId"; put it into the provisioner secret (efs/unknown-parameter)',
    ],
  ],
  [
    { accessPointId: 'x' },
    {},
    [
      'parameters.accessPointId: the driver has no parameter "accessPointId"; remove it: the driver creates an access point for each claim; for an existing one, use a static volume (efs/unknown-parameter)',
    ],
  ],
  [
    { path: 'x' },
    {},
    [
      'parameters.path: the driver has no parameter "path"; use basePath or subPathPattern (efs/unknown-parameter)',
    ],
  ],
  [
    { throughputMode: 'x' },
    {},
    [
      'parameters.throughputMode: the driver has no parameter "throughputMode"; remove it: it is a property of the file system (efs/unknown-parameter)',
    ],
  ],
  [
    { performanceMode: 'x' },
    {},
    [
      'parameters.performanceMode: the driver has no parameter "performanceMode"; remove it: it is a property of the file system (efs/unknown-parameter)',
    ],
  ],
  [
    { tags: 'x' },
    {},
    [
      'parameters.tags: the driver has no parameter "tags"; set --tags on the controller (efs/unknown-parameter)',
    ],
  ],
  [
    { region: 'x' },
    {},
    [
      'parameters.region: the driver has no parameter "region"; remove it: the driver uses the region that it runs in (efs/unknown-parameter)',
    ],
  ],
])('the parameters %j with %j', (parameters, context, lines) => {
  const given = withoutUndefined({ ...BASE, ...parameters }) as Texts;
  expect(checkStorageClassParameters(given, context).map(describeFinding)).toEqual(lines);
});
