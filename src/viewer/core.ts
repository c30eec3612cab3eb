/** Viewers without constructs: PVCViewer resources as files have them. */
export { PVC_VIEWER } from './resource';
