/** All that is known to be wrong with one viewer, whatever it is. */
import { Finding } from '../../findings';
import { ViewerSpec } from '../spec';
import { checkAccess } from './access';
import { checkApp } from './app';
import { checkCull } from './cull';
import { checkIdentity } from './identity';
import { checkNetworking } from './networking';
import { checkPod } from './pod';
import { checkPolicies } from './policies';
import { checkRouting } from './routing';
import { readShape } from './shape';

/** All findings on a viewer. */
export function checkViewer(input: ViewerSpec): Finding[] {
  const { spec, findings } = readShape(input);
  return [
    ...findings,
    ...checkIdentity(spec),
    ...checkApp(spec),
    ...checkPod(spec),
    ...checkNetworking(spec),
    ...checkRouting(spec),
    ...checkPolicies(spec),
    ...checkAccess(spec),
    ...checkCull(spec),
  ];
}
