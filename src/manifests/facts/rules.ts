/** What the facts about drivers, images and versions say of objects, whoever made them. */
import { defineRules, Severity } from '../../findings';

export const FACT_RULES = defineRules('manifest', {
  accessMode: {
    summary: 'A claim requests access modes that the driver of its class does not support.',
    why: 'The driver keeps refusing to provision the volume: the claim stays Pending, and so do the pods that mount it.',
    bad: 'a claim with ReadWriteMany of a class with provisioner: ebs.csi.aws.com',
    good: 'a claim with ReadWriteMany of a class with provisioner: efs.csi.aws.com',
    source:
      'what each driver accepts in CreateVolume, with its place in the facts about drivers; kubernetes-sigs/aws-ebs-csi-driver#2178',
  },
  readOnlyRoot: {
    summary: 'A program writes to a read-only root file system, where it has no volume.',
    why: 'The program fails when it starts, with "Read-only file system".',
    bad: 'image: nginx:1.27, securityContext.readOnlyRootFilesystem: true, and no volume at /var/cache/nginx',
    good: 'the same with emptyDirs at /var/cache/nginx and /var/run',
    source: 'the documentation and Dockerfiles of the images; trueforge-org/truecharts#1094',
    severity: Severity.WARNING,
  },
  podAnnotation: {
    summary: 'A pod lacks the annotation that the driver of its volume requires.',
    why: 'The driver of GCS FUSE mounts through a sidecar, which its webhook adds only to pods with the annotation: without it, the mount fails.',
    bad: 'gke-gcsfuse/volumes: "true" among the annotations of a Deployment',
    good: 'gke-gcsfuse/volumes: "true" in spec.template.metadata.annotations',
    source:
      'GoogleCloudPlatform/gcs-fuse-csi-driver pkg/webhook/mutatingwebhook.go and pkg/csi_driver/node.go; #153',
  },
  kindOfVersion: {
    summary: "The target's Kubernetes version does not have a kind in this API version.",
    why: 'The API server refuses an object of a kind that it does not serve.',
    bad: 'kind: VolumeAttributesClass of storage.k8s.io/v1 on Kubernetes 1.33',
    good: 'the same on Kubernetes 1.34',
    source: "k8s.io/api zz_generated.prerelease-lifecycle.go; Kubernetes' deprecation guide",
  },
  volumeOfVersion: {
    summary: "The target's Kubernetes version does not support a volume type or access mode.",
    why: 'Volumes that it no longer supports are never mounted, so the pods never start. Volumes that it does not support yet are rejected, or become an empty directory.',
    bad: 'a glusterfs volume on Kubernetes 1.26 or later',
    good: 'a volume of a CSI driver',
    source: 'Kubernetes, pkg/api/pod/warnings.go and pkg/features/kube_features.go',
  },
  fieldOfVersion: {
    summary:
      "The target's Kubernetes version does not have a field, or its feature is not enabled.",
    why: 'Fields of missing or disabled features are rejected or silently dropped, so they have no effect.',
    bad: 'supplementalGroupsPolicy: Strict on Kubernetes 1.30',
    good: 'the same on Kubernetes 1.33',
    source: 'Kubernetes, pkg/features/kube_features.go',
    severity: Severity.WARNING,
  },
  classParameter: {
    severity: Severity.WARNING,
    summary: 'A parameter of a class is unknown to its driver, or a required one is missing.',
    why: 'Most drivers refuse an unknown parameter, and the claims stay Pending; others ignore it.',
    bad: 'provisioner: ebs.csi.aws.com, parameters: { tpye: gp3 }',
    good: 'provisioner: ebs.csi.aws.com, parameters: { type: gp3 }',
    source: 'the code of the drivers, CreateVolume',
  },
  inlineVolume: {
    severity: Severity.WARNING,
    summary: 'A pod names a driver that has no ephemeral volumes.',
    why: 'Kubelet refuses a volume of the pod if the CSIDriver does not list the mode Ephemeral: the pod never starts.',
    bad: 'csi: { driver: ebs.csi.aws.com }, in a pod',
    good: 'ephemeral: { volumeClaimTemplate: … }, with a class of ebs.csi.aws.com',
    source: 'Kubernetes, kubelet (csi_plugin.go, supportsVolumeLifecycleMode)',
  },
  tinyQuantity: {
    severity: Severity.WARNING,
    summary: 'A claim or container requests less than a mebibyte.',
    why: 'Without a suffix a size is in bytes, and m stands for thousandths: the volume is as small as the driver can make it, and the container is killed when it starts.',
    bad: 'memory: 512m',
    good: 'memory: 512Mi',
    source: 'Kubernetes, apimachinery (quantity.go)',
  },
  dataFolder: {
    severity: Severity.WARNING,
    summary:
      'The volume of PostgreSQL is not where its image keeps the data, or the folder is not empty.',
    why: 'The server does not start, or its data is in the container and is lost with it.',
    bad: 'image: postgres:18, mountPath: /var/lib/postgresql/data',
    good: 'image: postgres:18, mountPath: /var/lib/postgresql',
    source:
      'docker-library/postgres Dockerfile and docker-entrypoint.sh; docker-library/postgres#1259',
  },
});
