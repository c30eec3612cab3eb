/** Sources of the rules on what lives in a cluster. */
import { MODEL_MINOR } from '../../model';

/** The release whose code was read. */
export const RELEASE = `Kubernetes 1.${MODEL_MINOR}`;
/** The controller that binds claims to volumes. */
export const BINDER = `${RELEASE}, persistent volume controller (pkg/controller/volume/persistentvolume)`;
