/** The rules of shared volumes: what collides, what the operator trips over, what never binds. */
import { defineRules } from '../../findings';

export const SHARED_VOLUME_RULES = defineRules('efs', {
  namespaceUnknown: {
    error: 'The namespace of a shared volume is unknown when the manifests are written.',
    why: 'The name of the persistent volume and its claimRef contain it.',
    bad: "new Chart(app, 'c'), new EfsSharedVolume(chart, 'data', {…})",
    good: "new Chart(app, 'c', { namespace: 'team-a' })",
    source: 'aws-efs-operator 036c30e, names of volumes; Kubernetes, claimRef',
  },
  derivedName: {
    error: 'A name derived from the namespace and name of a shared volume is not valid.',
    why: 'The API server refuses a volume or claim of more than 253 characters, or with other characters than a DNS subdomain has.',
    bad: 'name: My_Data',
    good: 'name: my-data',
    source: 'Kubernetes, validation of names',
  },
  operatorLabelLength: {
    error: 'In operator mode, the name of a shared volume has more than 63 characters.',
    why: 'The operator writes it into a label; the API server refuses the volume, and the SharedVolume stays Failed.',
    bad: 'a name of 64 characters',
    good: 'a name of 63 characters',
    source: 'aws-efs-operator 036c30e, owner labels',
  },
  operatorOption: {
    error: 'In operator mode, more than the namespace, the name and the two IDs is set.',
    why: 'The operator has no other options, and operator mode writes only what the operator would write.',
    bad: 'operatorMode: true, path: /data',
    good: 'operatorMode: true',
    source: 'aws-efs-operator 036c30e, schema of SharedVolume',
  },
  operatorTypedHandle: {
    error: 'In operator mode, handles do not have the legacy form.',
    why: 'The operator reads efs:fs-…::fsap-… as file system "efs" and access point ":fsap-…", and tries forever to write these into the SharedVolume.',
    bad: 'operatorMode: true, handleStyle: typed',
    good: 'operatorMode: true',
    source: 'aws-efs-operator 036c30e, reading of handles',
  },
  operatorVerdict: {
    error: 'In operator mode, the operator cannot process the SharedVolume.',
    why: 'The API server or the operator rejects it; the message is theirs, verbatim.',
    bad: 'fileSystemId: FS-0123CDEF',
    good: 'fileSystemId: fs-0123cdef',
    source: 'aws-efs-operator 036c30e behind kube-apiserver',
  },
  request: {
    error: 'A claim requests more than its volume has.',
    why: 'The two are never bound, and the claim stays pending.',
    bad: 'storage: 1Gi, request: 2Gi',
    good: 'storage: 2Gi, request: 2Gi',
    source: 'Kubernetes, volume binder',
  },
  wholeFileSystem: {
    warning: 'A shared volume names neither an access point nor a directory.',
    why: 'Without either, pods mount the root of the file system and see all data on it.',
    bad: 'fileSystemId alone',
    good: 'fileSystemId and accessPointId',
    source: 'aws-efs-csi-driver v3.4.1, NodePublishVolume',
  },
  volumeNameTaken: {
    error: 'Two objects of an app define the same persistent volume.',
    why: 'Persistent volumes have no namespace: pv-a-b-c is that of a/b-c and of a-b/c. The last one applied wins, or is rejected, and the operator silently rewrites a SharedVolume to match the volume of that name.',
    bad: 'namespace a-b, name c beside namespace a, name b-c',
    good: 'the same with volumeName set for one of them',
    source: 'aws-efs-operator 036c30e, names of volumes and un-edit',
  },
  claimNameTaken: {
    error: 'Two objects of an app define the same claim.',
    why: 'The last one applied wins, or is rejected.',
    bad: 'two claims pvc-data in one namespace',
    good: 'claimName set for one of them',
    source: 'Kubernetes',
    restates: ['gitops/claim-twice'],
  },
  classNotDeclared: {
    warning:
      'The class that a shared volume names is neither declared in the app nor listed by the target.',
    why: 'Static binding only compares the names, so nothing fails; but a quota, a policy or a person who looks for the class does not find it.',
    bad: 'storageClassName: efs-static, with storageClassNames: [efs-sc] in the target',
    good: 'storageClassName: efs-sc',
    source: 'Kubernetes, volume binder',
  },
});
