/** The volume of a pod that mounts a claim. */
import * as kplus from 'cdk8s-plus-28';
import { Construct } from 'constructs';
import { shortHash, toDnsLabel } from '../../kube';

/**
 * The cdk8s-plus volume of a claim, one for each claim however often it is mounted. Its name in the pod is the
 * claim's, made into a DNS label: cdk8s-plus itself takes the claim's name as it is, which a pod may refuse.
 */
export function volumeOfClaim(scope: Construct, claim: kplus.IPersistentVolumeClaim): kplus.Volume {
  const existing = scope.node.tryFindChild('Volume') as kplus.Volume | undefined;
  const name = toDnsLabel(claim.name, (text) => shortHash([text]));
  return existing ?? kplus.Volume.fromPersistentVolumeClaim(scope, 'Volume', claim, { name });
}
