/** The platform that a target names, where a stack names none. */
import { TargetFacts } from '../../facts';
import { Platform } from './platform';

/** The platform of a target, with nothing chosen. */
export function platformOf({ platform }: TargetFacts): Platform | undefined {
  switch (platform) {
    case undefined: return undefined;
    case 'openshift': return Platform.openshift();
    case 'eks': return Platform.eks();
    default: return Platform.vanilla();
  }
}
