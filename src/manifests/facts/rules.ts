/** What the facts about drivers, images and versions say of objects, whoever made them. */
import { defineRules, Severity } from '../../findings';

export const FACT_RULES = defineRules('manifest', {
  accessMode: {
    summary: 'A claim asks for access modes that the driver of its class makes.',
    why: 'The driver refuses to make the volume, again and again: the claim stays Pending, and so do the pods that mount it.',
    bad: 'a claim with ReadWriteMany of a class with provisioner: ebs.csi.aws.com',
    good: 'a claim with ReadWriteMany of a class with provisioner: efs.csi.aws.com',
    source: 'what each driver accepts in CreateVolume, with its place in the facts about drivers; kubernetes-sigs/aws-ebs-csi-driver#2178',
  },
  readOnlyRoot: {
    summary: 'Where the root of a container is read-only, its program has a volume wherever it writes.',
    why: 'The program fails when it starts, with "Read-only file system".',
    bad: 'image: nginx:1.27, securityContext.readOnlyRootFilesystem: true, and no volume at /var/cache/nginx',
    good: 'the same with emptyDirs at /var/cache/nginx and /var/run',
    source: 'the documentation and Dockerfiles of the images; trueforge-org/truecharts#1094',
    severity: Severity.WARNING,
  },
  podAnnotation: {
    summary: 'Pods have the annotations that the drivers of their volumes look for.',
    why: 'The driver of GCS FUSE mounts through a sidecar, which its webhook puts into pods with the annotation only: without it the mount fails.',
    bad: 'gke-gcsfuse/volumes: "true" among the annotations of a Deployment',
    good: 'gke-gcsfuse/volumes: "true" in spec.template.metadata.annotations',
    source: 'GoogleCloudPlatform/gcs-fuse-csi-driver pkg/webhook/mutatingwebhook.go and pkg/csi_driver/node.go; #153',
  },
  kindOfVersion: {
    summary: 'The Kubernetes of the target has the kinds that are given, in these versions.',
    why: 'The API server refuses an object of a kind that it does not serve.',
    bad: 'kind: VolumeAttributesClass of storage.k8s.io/v1 on Kubernetes 1.33',
    good: 'the same on Kubernetes 1.34',
    source: 'k8s.io/api zz_generated.prerelease-lifecycle.go; Kubernetes\' deprecation guide',
  },
  volumeOfVersion: {
    summary: 'The Kubernetes of the target has the sources of volumes and the access modes that are given.',
    why: 'What it has no longer, no plugin mounts: the pods never start. What it does not have yet is refused, or becomes an empty directory.',
    bad: 'a glusterfs volume on Kubernetes 1.26 or later',
    good: 'a volume of a CSI driver',
    source: 'Kubernetes 1.36.3 pkg/api/pod/warnings.go and pkg/features/kube_features.go',
  },
  fieldOfVersion: {
    summary: 'The Kubernetes of the target knows the fields that are given, and has their features turned on.',
    why: 'Fields of features that are not there are refused or dropped silently, and what they say has no effect.',
    bad: 'supplementalGroupsPolicy: Strict on Kubernetes 1.30',
    good: 'the same on Kubernetes 1.33',
    source: 'Kubernetes 1.36.3 pkg/features/kube_features.go',
    severity: Severity.WARNING,
  },
});
