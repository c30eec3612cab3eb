/** The volume of a pod that mounts a claim. */
import * as kplus from 'cdk8s-plus-28';
import { Construct } from 'constructs';
import { shortHash, toDnsLabel } from '../../kube';

/**
 * The cdk8s-plus volume of a claim, one for each claim however often it is mounted. Its name in the
 * pod is the claim's, made into a DNS label: cdk8s-plus itself takes the claim's name as it is,
 * which a pod may refuse.
 */
export function volumeOfClaim(scope: Construct, claim: kplus.IPersistentVolumeClaim): kplus.Volume {
  const existing = scope.node.tryFindChild('Volume') as kplus.Volume | undefined;
  const name = toDnsLabel(claim.name, (text) => shortHash([text]));
  return existing ?? kplus.Volume.fromPersistentVolumeClaim(scope, 'Volume', claim, { name });
}

/**
 * A cdk8s-plus volume of any source, one for each construct; its maker came to cdk8s-plus after 28,
 * and the constructor is private.
 */
export function volumeNamed(scope: Construct, name: string, source: object = {}): kplus.Volume {
  const Volume = kplus.Volume as unknown as new (
    scope: Construct,
    id: string,
    name: string,
    source: object,
  ) => kplus.Volume;
  return (
    (scope.node.tryFindChild('Volume') as kplus.Volume | undefined) ??
    new Volume(scope, 'Volume', name, source)
  );
}
