/** Sources of the rules on what lives in a cluster. */

/** The release whose code was read, whichever one the model is of. */
export const RELEASE = 'Kubernetes 1.36';
export const BINDER = `${RELEASE}, persistent volume controller (pkg/controller/volume/persistentvolume)`;
