/** Names by which Kubernetes knows storage classes: annotations, and a provisioner. */

/** The class of a claim or a volume, which wins over `storageClassName`. */
export const CLASS_ANNOTATION = 'volume.beta.kubernetes.io/storage-class';

/** What makes a class the default one, in the present form and in the former one. */
export const DEFAULT_CLASS_ANNOTATIONS = [
  'storageclass.kubernetes.io/is-default-class',
  'storageclass.beta.kubernetes.io/is-default-class',
];

/** The provisioner of classes whose volumes somebody makes by hand. */
export const NO_PROVISIONER = 'kubernetes.io/no-provisioner';
