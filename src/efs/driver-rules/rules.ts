/**
 * The rules of the EFS CSI driver: what it, its sidecar or AWS refuses, and what they take but
 * nobody means.
 */
import { defineRules, Severity } from '../../findings';

const DRIVER = 'aws-efs-csi-driver v3.4.1';
const NODE = `${DRIVER}, NodePublishVolume`;
const CONTROLLER = `${DRIVER}, CreateVolume`;
const SIDECAR = 'csi-provisioner v6.3.0';
const AWS = 'Amazon EFS API, CreateAccessPoint';
const warning = { severity: Severity.WARNING };

export const EFS_DRIVER_RULES = defineRules('efs', {
  driverRefuses: {
    summary: 'The driver mounts the volume, or provisions volumes for the claims of the class.',
    why: 'Pods wait in ContainerCreating, or claims stay pending, with this text as their event.',
    bad: 'what no other rule covers',
    good: 'what the driver accepts',
    source: 'aws-efs-csi-driver v3.4.1, NodePublishVolume and CreateVolume',
  },
  fileSystemId: {
    summary: 'A file system is named by its ID: fs- and 8 to 40 lower-case hexadecimal digits.',
    why: 'The driver refuses the volume handle, and pods wait for the volume forever.',
    bad: 'fileSystemId: arn:aws:elasticfilesystem:us-east-1:111122223333:file-system/fs-0123456789abcdef0',
    good: 'fileSystemId: fs-0123456789abcdef0',
    source: NODE,
  },
  accessPointId: {
    summary: 'An access point is named by its ID: fsap- and 8 to 40 lower-case hexadecimal digits.',
    why: 'The driver refuses the volume handle, and pods wait for the volume forever.',
    bad: 'accessPointId: fsap-ABC123',
    good: 'accessPointId: fsap-0123456789abcdef0',
    source: NODE,
  },
  volumePath: {
    summary:
      'The path of a volume is a directory of the file system or access point, without a colon.',
    why: 'The fields of a volume handle are separated by colons, so that the rest would be read as an access point; any other text is mounted unchanged.',
    bad: 'path: /data:old',
    good: 'path: /data',
    source: NODE,
  },
  volumePathForm: {
    ...warning,
    summary:
      'The path of a volume starts with a slash and is written the way the driver mounts it.',
    why: 'The driver cleans the path, and mounts a relative one unchanged.',
    bad: 'path: data//old/../new',
    good: 'path: /data/new',
    source: NODE,
  },
  accessMode: {
    summary: 'The driver offers ReadWriteMany, ReadWriteOnce and ReadWriteOncePod.',
    why: 'It refuses volumes that are ReadOnlyMany, when provisioning and when mounting.',
    bad: 'accessModes: [ReadOnlyMany]',
    good: 'accessModes: [ReadWriteMany], and readOnly: true in the pod',
    source: `${NODE} and CreateVolume`,
  },
  firstAccessMode: {
    ...warning,
    summary: 'ReadWriteMany is the first access mode where it is one of several.',
    why: 'Kubelet asks the driver for the first access mode of the volume only.',
    bad: 'accessModes: [ReadWriteOnce, ReadWriteMany]',
    good: 'accessModes: [ReadWriteMany, ReadWriteOnce]',
    source: 'kubelet, CSI mounter',
  },
  volumeMode: {
    summary: 'Volumes are file systems, not block devices.',
    why: 'The driver refuses volumes with volumeMode Block.',
    bad: 'volumeMode: Block',
    good: 'volumeMode: Filesystem',
    source: `${NODE} and CreateVolume`,
  },
  mountOption: {
    summary:
      'Mount options are options of efs-utils and NFS, each a string of its own, and fit the volume.',
    why: 'The driver or the mount command rejects them, and pods wait for the volume forever.',
    bad: 'mountOptions: [crossaccount]',
    good: 'mountOptions: [iam], volumeAttributes: { crossaccount: "true" }',
    source: NODE,
  },
  mountOptionForm: {
    ...warning,
    summary: 'Mount options are listed once each, one by one and in lower case.',
    why: 'The driver lower-cases them and drops repeated ones, and takes each string as one option.',
    bad: 'mountOptions: ["IAM", "iam,ro"]',
    good: 'mountOptions: [iam, ro]',
    source: NODE,
  },
  mountOptionNeedless: {
    ...warning,
    summary: 'Mount options do not repeat the volume handle, and the driver does not drop them.',
    why: 'The access point belongs in the volume handle; awscredsuri has no effect.',
    bad: 'mountOptions: [tls, accesspoint=fsap-0123456789abcdef0]',
    good: 'accessPointId: fsap-0123456789abcdef0',
    source: NODE,
  },
  availabilityZoneOption: {
    ...warning,
    summary: 'The mount option az is for One Zone file systems.',
    why: 'For a regional file system it sends the nodes of all zones to the mount target of one.',
    bad: 'mountOptions: [az=us-east-1a], for a regional file system',
    good: 'mountOptions: []',
    source: 'efs-utils, option az',
  },
  volumeAttribute: {
    summary:
      'Volume attributes are encryptInTransit, mounttargetip, mounttargetipmap and crossaccount.',
    why: 'The driver refuses to mount a volume with any other attribute.',
    bad: 'volumeAttributes: { path: /data }',
    good: 'path: /data',
    source: NODE,
  },
  volumeAttributeValue: {
    summary:
      'encryptInTransit and crossaccount are booleans in quotes, mounttargetip is one IP address, mounttargetipmap a JSON map of them.',
    why: 'The driver refuses to mount the volume; it does not check the addresses of a map, and passes them on as mount options.',
    bad: 'volumeAttributes: { encryptInTransit: "yes" }',
    good: 'volumeAttributes: { encryptInTransit: "true" }',
    source: NODE,
  },
  mountTarget: {
    ...warning,
    summary:
      'A volume specifies its mount target in one way only, and leaves the map of addresses to the controller.',
    why: 'The driver passes all of them to the mount, and a map becomes outdated when mount targets change.',
    bad: 'volumeAttributes: { crossaccount: "true", mounttargetip: 10.0.0.1 }',
    good: 'volumeAttributes: { crossaccount: "true" }',
    source: NODE,
  },
  encryptInTransit: {
    summary: 'Encryption in transit is on for access points and for S3 Files.',
    why: 'With an access point in the handle the driver encrypts anyway; with one in the mount options the mount fails; S3 Files are refused.',
    bad: 'accessPointId: fsap-0123456789abcdef0, volumeAttributes: { encryptInTransit: "false" }',
    good: 'accessPointId: fsap-0123456789abcdef0',
    source: NODE,
  },
  s3FilesUnsupported: {
    summary:
      'S3 Files are mounted and provisioned without stunnel, crossaccount, reuseAccessPoint and az.',
    why: 'The driver refuses the volume.',
    bad: 'provisioningMode: s3files-ap, reuseAccessPoint: "false"',
    good: 'provisioningMode: s3files-ap',
    source: `${NODE} and CreateVolume`,
  },
  provisioningMode: {
    summary: 'provisioningMode is efs-ap or s3files-ap.',
    why: 'The driver refuses every claim of the class.',
    bad: 'provisioningMode: efs-fs',
    good: 'provisioningMode: efs-ap',
    source: CONTROLLER,
  },
  fileSystemSource: {
    summary:
      'A class has exactly one of fileSystemId, fileSystemIdConfigRef and fileSystemIdSecretRef; references are namespace/name/key.',
    why: 'The driver refuses every claim of the class.',
    bad: 'fileSystemIdConfigRef: efs/id',
    good: 'fileSystemIdConfigRef: kube-system/efs/id',
    source: CONTROLLER,
  },
  directoryPerms: {
    summary: 'directoryPerms is set, as three or four octal digits.',
    why: 'The driver passes it on unchanged, and AWS rejects the access point.',
    bad: 'directoryPerms: rwx',
    good: 'directoryPerms: "700"',
    source: AWS,
  },
  posixId: {
    summary: 'uid and gid are whole numbers from 0 to 4294967295.',
    why: 'The driver or AWS refuses the access point.',
    bad: 'uid: "-1"',
    good: 'uid: "1000"',
    source: `${CONTROLLER}; ${AWS}`,
  },
  gidRange: {
    summary:
      'gidRangeStart and gidRangeEnd are set together; the start is greater than 0 and the end is greater than the start.',
    why: 'The driver refuses every claim of the class.',
    bad: 'gidRangeStart: "2000", gidRangeEnd: "1000"',
    good: 'gidRangeStart: "1000", gidRangeEnd: "2000"',
    source: CONTROLLER,
  },
  gidRangeUse: {
    ...warning,
    summary: 'The driver uses the whole range of group IDs.',
    why: 'It looks no further than 10000 past the start, and not at all when uid and gid are fixed.',
    bad: 'gidRangeStart: "1000", gidRangeEnd: "7000000"',
    good: 'gidRangeStart: "1000", gidRangeEnd: "11000"',
    source: CONTROLLER,
  },
  subPathPattern: {
    summary:
      'subPathPattern names a directory, with ${.PVC.name}, ${.PVC.namespace} and ${.PV.name} as its only placeholders.',
    why: 'The driver refuses other placeholders; an empty pattern makes directories without a name, or gives the claim the whole file system.',
    bad: 'subPathPattern: ${.PVC.labels.team}',
    good: 'subPathPattern: ${.PVC.namespace}/${.PVC.name}',
    source: CONTROLLER,
  },
  sharedDirectory: {
    ...warning,
    summary: 'Each claim of a class has a directory of its own.',
    why: 'Without ensureUniqueDirectory, claims for which the pattern gives the same directory share their data.',
    bad: 'subPathPattern: ${.PVC.name}, ensureUniqueDirectory: "false"',
    good: 'subPathPattern: ${.PVC.namespace}/${.PVC.name}, ensureUniqueDirectory: "false"',
    source: CONTROLLER,
  },
  rootDirectory: {
    summary:
      'The root directory of an access point has at most 100 bytes and four subdirectories, and no special characters.',
    why: 'The driver refuses longer and deeper ones, and AWS refuses the characters $ # < > ; ` | & ? { } ^ * and names that start with a dot.',
    bad: 'basePath: /a/b/c/d/e',
    good: 'basePath: /volumes',
    source: `${CONTROLLER}; ${AWS}`,
  },
  rootDirectoryRoom: {
    ...warning,
    summary:
      'The root directory has room for the names of claims and namespaces, and is written the way the driver creates it.',
    why: 'The driver refuses claims with long names, and paths of five names do not match the pattern that AWS documents.',
    bad: 'basePath: /a/../b, subPathPattern: ${.PVC.namespace}/${.PVC.name}',
    good: 'basePath: /b, subPathPattern: ${.PV.name}',
    source: `${CONTROLLER}; ${AWS}`,
  },
  reuseAccessPoint: {
    ...warning,
    summary: 'reuseAccessPoint is off if claims of several namespaces may have the same name.',
    why: 'Access points are found again by the name of the claim alone: claims of that name share one, and fail on a second file system of the region.',
    bad: 'reuseAccessPoint: "true"',
    good: 'reuseAccessPoint: "false"',
    source: CONTROLLER,
  },
  azParameter: {
    ...warning,
    summary: 'The parameter az comes with a provisioner secret that holds a role.',
    why: 'It selects the mount target in another account, and has no effect within the same account.',
    bad: 'az: us-east-1a',
    good: 'az: us-east-1a, csi.storage.k8s.io/provisioner-secret-name: x-account, csi.storage.k8s.io/provisioner-secret-namespace: kube-system',
    source: CONTROLLER,
  },
  parameterBoolean: {
    summary:
      'enforceZoneAffinity, enableTagging, ensureUniqueDirectory and reuseAccessPoint are booleans in quotes.',
    why: 'The driver refuses the claim; for ensureUniqueDirectory it treats everything else as true.',
    bad: 'enforceZoneAffinity: "yes"',
    good: 'enforceZoneAffinity: "true"',
    source: CONTROLLER,
  },
  enableTagging: {
    summary: 'enableTagging is on when the controller has tags of its own.',
    why: 'The driver refuses every claim of the class.',
    bad: 'enableTagging: "false", with --tags on the controller',
    good: 'enableTagging: "true"',
    source: CONTROLLER,
  },
  unknownParameter: {
    summary: 'The driver or its sidecar knows all parameters of a class.',
    why: 'The driver ignores all others silently; the sidecar refuses unknown ones that start with csi.storage.k8s.io/.',
    bad: 'fileSystemID: fs-0123456789abcdef0',
    good: 'fileSystemId: fs-0123456789abcdef0',
    source: `${CONTROLLER}; ${SIDECAR}`,
  },
  fsTypeParameter: {
    summary: 'The file system type of a class is omitted, or is efs or s3files under a single key.',
    why: 'The driver refuses other types, the sidecar refuses two keys.',
    bad: 'csi.storage.k8s.io/fstype: ext4',
    good: 'provisioningMode: efs-ap',
    source: `${CONTROLLER}; ${SIDECAR}`,
  },
  oldParameter: {
    ...warning,
    summary:
      'File system type and secrets are set by the keys that start with csi.storage.k8s.io/.',
    why: 'The sidecar accepts the older keys with a warning, and passes them on to the driver.',
    bad: 'csiProvisionerSecretName: x-account',
    good: 'csi.storage.k8s.io/provisioner-secret-name: x-account',
    source: SIDECAR,
  },
  secretParameter: {
    summary: 'A secret is specified once, by name and namespace.',
    why: 'The sidecar refuses every claim of the class.',
    bad: 'csi.storage.k8s.io/provisioner-secret-name: x-account',
    good: 'csi.storage.k8s.io/provisioner-secret-name: x-account, csi.storage.k8s.io/provisioner-secret-namespace: kube-system',
    source: SIDECAR,
  },
});
