/**
 * The rules of the EFS CSI driver: what it, its sidecar or AWS refuses, and what they take but
 * nobody means.
 */
import { defineRules } from '../../findings';

const DRIVER = 'aws-efs-csi-driver v3.4.1';
const NODE = `${DRIVER}, NodePublishVolume`;
const CONTROLLER = `${DRIVER}, CreateVolume`;
const SIDECAR = 'csi-provisioner v6.3.0';
const AWS = 'Amazon EFS API, CreateAccessPoint';

export const EFS_DRIVER_RULES = defineRules('efs', {
  driverRefuses: {
    error:
      'The driver refuses to mount the volume, or to provision volumes for the claims of the class.',
    why: 'Pods wait in ContainerCreating, or claims stay pending, with this text as their event.',
    bad: 'what no other rule covers',
    good: 'what the driver accepts',
    source: 'aws-efs-csi-driver v3.4.1, NodePublishVolume and CreateVolume',
  },
  fileSystemId: {
    error: 'A file system is not named by its ID: fs- and 8 to 40 lower-case hexadecimal digits.',
    why: 'The driver refuses the volume handle, and pods wait for the volume forever.',
    bad: 'fileSystemId: arn:aws:elasticfilesystem:us-east-1:111122223333:file-system/fs-0123456789abcdef0',
    good: 'fileSystemId: fs-0123456789abcdef0',
    source: NODE,
  },
  dnsName: {
    warning: 'A volume handle has the DNS name of a file system in place of its ID.',
    why: 'v3.4.1 and v3.4.2 of the driver refuse it, and pods wait for the volume forever; earlier and later versions mount it. One that begins with a zone is refused by all versions before v3.5.0.',
    bad: 'volumeHandle: fs-0123456789abcdef0.efs.us-east-1.amazonaws.com',
    good: 'volumeHandle: fs-0123456789abcdef0',
    source: `${NODE}; aws-efs-csi-driver v3.5.0, NodePublishVolume`,
  },
  accessPointId: {
    error:
      'An access point is not named by its ID: fsap- and 8 to 40 lower-case hexadecimal digits.',
    why: 'The driver refuses the volume handle, and pods wait for the volume forever.',
    bad: 'accessPointId: fsap-ABC123',
    good: 'accessPointId: fsap-0123456789abcdef0',
    source: NODE,
  },
  volumePath: {
    error:
      'The path of a volume is not a directory of the file system or access point, or has a colon.',
    why: 'The fields of a volume handle are separated by colons, so that the rest would be read as an access point; any other text is mounted unchanged.',
    bad: 'path: /data:old',
    good: 'path: /data',
    source: NODE,
  },
  volumePathForm: {
    warning:
      'The path of a volume does not start with a slash, or is not written the way the driver mounts it.',
    why: 'The driver cleans the path, and mounts a relative one unchanged.',
    bad: 'path: data//old/../new',
    good: 'path: /data/new',
    source: NODE,
  },
  accessMode: {
    error:
      'A volume has an access mode that the driver does not offer: it has ReadWriteMany, ReadWriteOnce and ReadWriteOncePod.',
    why: 'It refuses volumes that are ReadOnlyMany, when provisioning and when mounting.',
    bad: 'accessModes: [ReadOnlyMany]',
    good: 'accessModes: [ReadWriteMany], and readOnly: true in the pod',
    source: `${NODE} and CreateVolume`,
  },
  firstAccessMode: {
    warning: 'ReadWriteMany is one of several access modes, but not the first.',
    why: 'Kubelet requests only the first access mode of the volume from the driver.',
    bad: 'accessModes: [ReadWriteOnce, ReadWriteMany]',
    good: 'accessModes: [ReadWriteMany, ReadWriteOnce]',
    source: 'kubelet, CSI mounter',
  },
  volumeMode: {
    error: 'A volume on EFS is a block device.',
    why: 'The driver refuses volumes with volumeMode Block.',
    bad: 'volumeMode: Block',
    good: 'volumeMode: Filesystem',
    source: `${NODE} and CreateVolume`,
  },
  mountOption: {
    error:
      'A mount option is not an option of efs-utils or NFS, shares a string with another one, or does not fit the volume.',
    why: 'The driver or the mount command rejects them, and pods wait for the volume forever.',
    bad: 'mountOptions: [crossaccount]',
    good: 'mountOptions: [iam], volumeAttributes: { crossaccount: "true" }',
    source: NODE,
  },
  mountOptionForm: {
    warning:
      'A mount option is repeated, combined with others in one string, or not in lower case.',
    why: 'The driver lower-cases them and drops repeated ones, and takes each string as one option.',
    bad: 'mountOptions: ["IAM", "iam,ro"]',
    good: 'mountOptions: [iam, ro]',
    source: NODE,
  },
  mountOptionNeedless: {
    warning: 'A mount option repeats the volume handle, or the driver drops it.',
    why: 'The access point belongs in the volume handle; awscredsuri has no effect.',
    bad: 'mountOptions: [tls, accesspoint=fsap-0123456789abcdef0]',
    good: 'accessPointId: fsap-0123456789abcdef0',
    source: NODE,
  },
  availabilityZoneOption: {
    warning: 'The mount option az is set for a file system that may not be One Zone.',
    why: 'For a regional file system it sends the nodes of all zones to the mount target of one.',
    bad: 'mountOptions: [az=us-east-1a], for a regional file system',
    good: 'mountOptions: []',
    source: 'efs-utils, option az',
  },
  volumeAttribute: {
    error:
      'A volume attribute is not one of encryptInTransit, mounttargetip, mounttargetipmap and crossaccount.',
    why: 'The driver refuses to mount a volume with any other attribute.',
    bad: 'volumeAttributes: { path: /data }',
    good: 'path: /data',
    source: NODE,
  },
  volumeAttributeValue: {
    error:
      'A volume attribute does not have the form that the driver reads: booleans in quotes, one IP address, a JSON map of addresses.',
    why: 'The driver refuses to mount the volume; it does not check the addresses of a map, and passes them on as mount options.',
    bad: 'volumeAttributes: { encryptInTransit: "yes" }',
    good: 'volumeAttributes: { encryptInTransit: "true" }',
    source: NODE,
  },
  mountTarget: {
    warning:
      'A volume specifies its mount target in several ways, or sets the map of addresses that the controller writes.',
    why: 'The driver passes all of them to the mount, and a map becomes outdated when mount targets change.',
    bad: 'volumeAttributes: { crossaccount: "true", mounttargetip: 10.0.0.1 }',
    good: 'volumeAttributes: { crossaccount: "true" }',
    source: NODE,
  },
  encryptInTransit: {
    error: 'Encryption in transit is off for an access point or for S3 Files.',
    why: 'With an access point in the handle the driver encrypts anyway; with one in the mount options the mount fails; S3 Files are refused.',
    bad: 'accessPointId: fsap-0123456789abcdef0, volumeAttributes: { encryptInTransit: "false" }',
    good: 'accessPointId: fsap-0123456789abcdef0',
    source: NODE,
  },
  s3FilesUnsupported: {
    error: 'stunnel, crossaccount, reuseAccessPoint or az is set for S3 Files.',
    why: 'The driver refuses the volume.',
    bad: 'provisioningMode: s3files-ap, reuseAccessPoint: "false"',
    good: 'provisioningMode: s3files-ap',
    source: `${NODE} and CreateVolume`,
  },
  provisioningMode: {
    error: 'provisioningMode is not efs-ap or s3files-ap.',
    why: 'The driver refuses every claim of the class.',
    bad: 'provisioningMode: efs-fs',
    good: 'provisioningMode: efs-ap',
    source: CONTROLLER,
  },
  fileSystemSource: {
    error:
      'A class does not have exactly one of fileSystemId, fileSystemIdConfigRef and fileSystemIdSecretRef, or a reference is not namespace/name/key.',
    why: 'The driver refuses every claim of the class.',
    bad: 'fileSystemIdConfigRef: efs/id',
    good: 'fileSystemIdConfigRef: kube-system/efs/id',
    source: CONTROLLER,
  },
  directoryPerms: {
    error: 'directoryPerms is missing, or is not three or four octal digits.',
    why: 'The driver passes it on unchanged, and AWS rejects the access point.',
    bad: 'directoryPerms: rwx',
    good: 'directoryPerms: "700"',
    source: AWS,
  },
  posixId: {
    error: 'uid or gid is not a whole number from 0 to 4294967295.',
    why: 'The driver or AWS refuses the access point.',
    bad: 'uid: "-1"',
    good: 'uid: "1000"',
    source: `${CONTROLLER}; ${AWS}`,
  },
  gidRange: {
    error: 'gidRangeStart and gidRangeEnd are not both set, or are not a range above 0.',
    why: 'The driver refuses every claim of the class.',
    bad: 'gidRangeStart: "2000", gidRangeEnd: "1000"',
    good: 'gidRangeStart: "1000", gidRangeEnd: "2000"',
    source: CONTROLLER,
  },
  gidRangeUse: {
    warning: 'The driver does not use the whole range of group IDs.',
    why: 'It looks no further than 10000 past the start, and not at all when uid and gid are fixed.',
    bad: 'gidRangeStart: "1000", gidRangeEnd: "7000000"',
    good: 'gidRangeStart: "1000", gidRangeEnd: "11000"',
    source: CONTROLLER,
  },
  subPathPattern: {
    error:
      'subPathPattern does not name a directory, or has a placeholder other than ${.PVC.name}, ${.PVC.namespace} and ${.PV.name}.',
    why: 'The driver refuses other placeholders; an empty pattern creates directories without a name, or exposes the whole file system to the claim.',
    bad: 'subPathPattern: ${.PVC.labels.team}',
    good: 'subPathPattern: ${.PVC.namespace}/${.PVC.name}',
    source: CONTROLLER,
  },
  sharedDirectory: {
    warning: 'Several claims of a class share one directory.',
    why: 'Without ensureUniqueDirectory, claims whose pattern results in the same directory share their data.',
    bad: 'subPathPattern: ${.PVC.name}, ensureUniqueDirectory: "false"',
    good: 'subPathPattern: ${.PVC.namespace}/${.PVC.name}, ensureUniqueDirectory: "false"',
    source: CONTROLLER,
  },
  rootDirectory: {
    error:
      'The root directory of an access point has more than 100 bytes or four subdirectories, or special characters.',
    why: 'The driver refuses longer and deeper ones, and AWS refuses the characters $ # < > ; ` | & ? { } ^ * and names that start with a dot.',
    bad: 'basePath: /a/b/c/d/e',
    good: 'basePath: /volumes',
    source: `${CONTROLLER}; ${AWS}`,
  },
  rootDirectoryRoom: {
    warning:
      'The root directory leaves no room for the names of claims and namespaces, or is not written the way the driver creates it.',
    why: 'The driver refuses claims with long names, and paths of five names do not match the pattern that AWS documents.',
    bad: 'basePath: /a/../b, subPathPattern: ${.PVC.namespace}/${.PVC.name}',
    good: 'basePath: /b, subPathPattern: ${.PV.name}',
    source: `${CONTROLLER}; ${AWS}`,
  },
  reuseAccessPoint: {
    warning: 'reuseAccessPoint is on, and claims of several namespaces may have the same name.',
    why: 'Access points are found again by the name of the claim alone: claims of that name share one, and fail on a second file system of the region.',
    bad: 'reuseAccessPoint: "true"',
    good: 'reuseAccessPoint: "false"',
    source: CONTROLLER,
  },
  azParameter: {
    warning: 'The parameter az is set without a provisioner secret that holds a role.',
    why: 'It selects the mount target in another account, and has no effect within the same account.',
    bad: 'az: us-east-1a',
    good: 'az: us-east-1a, csi.storage.k8s.io/provisioner-secret-name: x-account, csi.storage.k8s.io/provisioner-secret-namespace: kube-system',
    source: CONTROLLER,
  },
  parameterBoolean: {
    error:
      'enforceZoneAffinity, enableTagging, ensureUniqueDirectory or reuseAccessPoint is not a boolean in quotes.',
    why: 'The driver refuses the claim; for ensureUniqueDirectory it treats everything else as true.',
    bad: 'enforceZoneAffinity: "yes"',
    good: 'enforceZoneAffinity: "true"',
    source: CONTROLLER,
  },
  enableTagging: {
    error: 'enableTagging is off, but the controller has its own tags.',
    why: 'The driver refuses every claim of the class.',
    bad: 'enableTagging: "false", with --tags on the controller',
    good: 'enableTagging: "true"',
    source: CONTROLLER,
  },
  unknownParameter: {
    error: 'A class has a parameter that neither the driver nor its sidecar supports.',
    why: 'The driver ignores all others silently; the sidecar refuses unknown ones that start with csi.storage.k8s.io/.',
    bad: 'fileSystemID: fs-0123456789abcdef0',
    good: 'fileSystemId: fs-0123456789abcdef0',
    source: `${CONTROLLER}; ${SIDECAR}`,
  },
  fsTypeParameter: {
    error: 'The file system type of a class is not efs or s3files, or is set by two keys.',
    why: 'The driver refuses other types, the sidecar refuses two keys.',
    bad: 'csi.storage.k8s.io/fstype: ext4',
    good: 'provisioningMode: efs-ap',
    source: `${CONTROLLER}; ${SIDECAR}`,
  },
  oldParameter: {
    warning: 'The file system type or a secret is set by a key without csi.storage.k8s.io/.',
    why: 'The sidecar accepts the older keys with a warning, and passes them on to the driver.',
    bad: 'csiProvisionerSecretName: x-account',
    good: 'csi.storage.k8s.io/provisioner-secret-name: x-account',
    source: SIDECAR,
  },
  secretParameter: {
    error: 'A secret is specified twice, or not by name and namespace.',
    why: 'The sidecar refuses every claim of the class.',
    bad: 'csi.storage.k8s.io/provisioner-secret-name: x-account',
    good: 'csi.storage.k8s.io/provisioner-secret-name: x-account, csi.storage.k8s.io/provisioner-secret-namespace: kube-system',
    source: SIDECAR,
  },
});
