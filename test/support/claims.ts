/** Claims by their names, for tests in which another app makes them. */
import { Construct } from 'constructs';
import { ExistingClaimOptions, IClaim, Claim } from '../../src';

/** A claim that exists; the same one however often it is asked for. */
export function claimNamed(
  scope: Construct,
  name: string,
  options: ExistingClaimOptions = {},
): IClaim {
  const id = `claim-${name}-${Object.values(options).join('-')}`;
  return (
    (scope.node.tryFindChild(id) as IClaim | undefined) ??
    Claim.fromClaimName(scope, id, name, options)
  );
}
