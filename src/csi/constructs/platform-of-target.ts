/** The platform that a target names, where a stack names none. */
import { Platform } from './platform';
import { TargetFacts } from '../../facts';

/** The platform of a target, with nothing chosen. */
export function platformOf({ platform }: TargetFacts): Platform | undefined {
  switch (platform) {
    case undefined: return undefined;
    case 'openshift': return Platform.openshift();
    case 'eks': return Platform.eks();
    default: return Platform.vanilla();
  }
}
