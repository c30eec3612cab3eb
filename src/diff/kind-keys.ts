/** Kinds that are looked for in several places, as objects are kept by them. */

/** The classes of claims. */
export const STORAGE_CLASS = 'storage.k8s.io/StorageClass';
