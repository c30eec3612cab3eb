/** The storage kinds as objects, whoever made them: pure functions over manifests. */
export * from './by-kind';
export * from './claim';
export * from './common';
export * from './persistent-sources';
export * from './persistent-volume';
export * from './plain';
export * from './storage-class';
export * from './volume-sources';
