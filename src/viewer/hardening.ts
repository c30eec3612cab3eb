/** Fields that a pod needs to run where Pod Security enforces `restricted`, and a few more. */
import { KubeValue, ViewerSpec } from './spec';
import { RUNTIME_SECCOMP, UNPRIVILEGED } from '../pod';

/** The largest user that containers commonly know: that of nobody. */
const NOBODY = 65534;

/** Who a pod runs as. */
export interface Identity {
  readonly user: number;
  readonly group: number;
  /** The group of the volume's files; without one, nothing on the volume is changed. */
  readonly fsGroup?: number;
}

/** The identity of the small containers that serve the viewer. */
export function nobody({
  userFromPlatform = false,
}: Pick<ViewerSpec, 'userFromPlatform'>): Identity | undefined {
  return userFromPlatform ? undefined : { user: NOBODY, group: NOBODY };
}

/** The security context of a pod; without an identity the platform gives it one. */
export function podSecurity(identity: Identity | undefined): KubeValue {
  const { user, group, fsGroup } = identity ?? {};
  return {
    runAsNonRoot: true,
    ...(identity === undefined ? {} : { runAsUser: user, runAsGroup: group }),
    // Large volumes are not walked through at each start.
    ...(fsGroup === undefined ? {} : { fsGroup, fsGroupChangePolicy: 'OnRootMismatch' }),
    ...RUNTIME_SECCOMP,
  };
}

/** The security context of a container whose pod has one. */
export const CONTAINER_SECURITY: KubeValue = { ...UNPRIVILEGED, readOnlyRootFilesystem: true };

/** The security context of a container in a pod that somebody else wrote. */
export function loneContainerSecurity(identity: Identity | undefined): KubeValue {
  return { ...CONTAINER_SECURITY, ...podSecurity(identity) };
}

/** Neither a token of the API server nor variables of other Services. */
export const ISOLATED: KubeValue = {
  automountServiceAccountToken: false,
  enableServiceLinks: false,
};
