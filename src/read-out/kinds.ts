/** The kinds that a read-out has: what decides about storage and about those who use it. */

/**
 * Kinds of Kubernetes' own, as `group/Kind` with their plurals. Secrets are left out: `kubectl get`
 * prints their values.
 */
export const READ_OUT_KINDS: Readonly<Record<string, string>> = {
  '/Namespace': 'namespaces',
  '/Node': 'nodes',
  'storage.k8s.io/CSINode': 'csinodes.storage.k8s.io',
  'storage.k8s.io/CSIDriver': 'csidrivers.storage.k8s.io',
  'storage.k8s.io/StorageClass': 'storageclasses.storage.k8s.io',
  'storage.k8s.io/VolumeAttributesClass': 'volumeattributesclasses.storage.k8s.io',
  '/PersistentVolume': 'persistentvolumes',
  'storage.k8s.io/VolumeAttachment': 'volumeattachments.storage.k8s.io',
  '/PersistentVolumeClaim': 'persistentvolumeclaims',
  '/Pod': 'pods',
  'apps/Deployment': 'deployments.apps',
  'apps/ReplicaSet': 'replicasets.apps',
  'apps/StatefulSet': 'statefulsets.apps',
  'apps/DaemonSet': 'daemonsets.apps',
  'apps/ControllerRevision': 'controllerrevisions.apps',
  'batch/Job': 'jobs.batch',
  'batch/CronJob': 'cronjobs.batch',
  '/Service': 'services',
  '/ConfigMap': 'configmaps',
  '/ServiceAccount': 'serviceaccounts',
  '/ResourceQuota': 'resourcequotas',
  '/LimitRange': 'limitranges',
  'policy/PodDisruptionBudget': 'poddisruptionbudgets.policy',
  'autoscaling/HorizontalPodAutoscaler': 'horizontalpodautoscalers.autoscaling',
  'scheduling.k8s.io/PriorityClass': 'priorityclasses.scheduling.k8s.io',
  'apiextensions.k8s.io/CustomResourceDefinition': 'customresourcedefinitions.apiextensions.k8s.io',
  'admissionregistration.k8s.io/ValidatingAdmissionPolicy':
    'validatingadmissionpolicies.admissionregistration.k8s.io',
  'admissionregistration.k8s.io/ValidatingAdmissionPolicyBinding':
    'validatingadmissionpolicybindings.admissionregistration.k8s.io',
  '/Event': 'events',
};
