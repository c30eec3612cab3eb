/**
 * Operator mode: what the PVCViewer controller of Kubeflow, its webhooks and the API server make of
 * a viewer.
 */
export * from './affinity';
export * from './build';
export * from './default-pod';
export * from './input';
export * from './near';
export * from './render';
export * from './rules';
export * from './webhooks';
