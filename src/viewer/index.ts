/** Viewers of claims. */
export * from './constructs/options';
export * from './constructs/pvc-viewer';
export * from './constructs/pvc-viewer-props';
export * from './constructs/viewer-image';
export * from './constructs/viewer-routing';
