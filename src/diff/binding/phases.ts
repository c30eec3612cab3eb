/** The phases of claims and volumes at rest, as far as the files tell them. */
import { CLAIM, VOLUME } from '../kind-keys';
import type { Rest } from '../rest';
import { Stored } from '../stored';
import { ClaimState } from './volumes';
import { onceFor } from '../../kube';
import { claimKey } from '../workloads';

/** By the identities of volumes: the claims that have them. */
export const boundVolumes = onceFor(
  (rest: Rest): ReadonlyMap<string | undefined, ClaimState> =>
    new Map([...rest.claims.values()].map((claim) => [claim.volume?.sent.id, claim])),
);

/** The phase of an object. A volume whose claim goes is released at some time. */
export function phasesAt(
  rest: Rest,
  going: readonly Stored[] = [],
): (stored: Stored) => string | undefined {
  const ids = new Set(going.map(({ sent }) => sent.id));
  return ({ sent: { id, kindKey, namespace, name } }) => {
    const isVolume = kindKey === VOLUME;
    const claim = isVolume
      ? boundVolumes(rest).get(id)
      : kindKey === CLAIM
        ? rest.claims.get(claimKey(namespace, name))
        : undefined;
    if (claim?.isBound !== true || claim.dependsOn !== undefined) return undefined;
    return isVolume && claim.stored && ids.has(claim.stored.sent.id) ? undefined : 'Bound';
  };
}
