/**
 * Settings that a viewer leaves open, as the target wants them: where images come from, and who
 * gives pods their users.
 */
import { DEFAULT_APP } from './apps';
import { ACTIVITY_IMAGE } from './cull/activity';
import { CULL_IMAGE } from './cull/build';
import { ViewerSpec } from './spec';
import { chosenImage, TargetFacts } from '../facts';

/** The viewer for a target. What its user chose stays. */
export function forTarget(spec: ViewerSpec, target: TargetFacts): ViewerSpec {
  return {
    ...spec,
    ...imagesOf(spec, target),
    ...(isGivenItsUser(spec, target) ? { userFromPlatform: true } : {}),
  };
}

function imagesOf(
  { app = DEFAULT_APP, podSpec, cull }: ViewerSpec,
  target: TargetFacts,
): Partial<ViewerSpec> {
  if (target.registry === undefined && target.digests === undefined) return {};
  return {
    ...(podSpec !== undefined || app.isOwnImage
      ? {}
      : { app: { ...app, image: chosenImage(app.image, target) } }),
    ...(cull === undefined
      ? {}
      : {
          cull: {
            ...cull,
            image: cull.image ?? chosenImage(CULL_IMAGE, target),
            ...(cull.afterIdle === undefined
              ? {}
              : { activityImage: cull.activityImage ?? chosenImage(ACTIVITY_IMAGE, target) }),
          },
        }),
  };
}

/**
 * OpenShift gives pods their users and groups, and refuses those that bring others. A podSpec says
 * itself who it is.
 */
function isGivenItsUser(
  { userFromPlatform, user, group, fsGroup, podSpec, cull }: ViewerSpec,
  { platform }: TargetFacts,
): boolean {
  const isAsked = [userFromPlatform, user, group, fsGroup].some((one) => one !== undefined);
  return platform === 'openshift' && !isAsked && (podSpec === undefined || cull !== undefined);
}
