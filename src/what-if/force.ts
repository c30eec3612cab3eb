/**
 * Objects that are left when an engine is told to force, and a change of each object is refused.
 */
import {
  Aftermath,
  answer,
  CLAIM,
  isEphemeral,
  IsOutside,
  labelOf,
  lastOfEach,
  VOLUME,
} from './rows';
import { ActorAnswer, ObjectAnswer } from './spec';
import { ObjectDiff } from '../diff';
import { JudgedObject, World } from '../judge';
import { FLUX, SYNC_OPTIONS } from '../manifests/gitops/annotations';
import { isDatabase, losesClaims } from '../manifests/gitops/data';
import { forcedBy } from '../manifests/gitops/retention';

const REMEDIES = {
  argocd: `never sync it with Force and Replace: add ${SYNC_OPTIONS}: Force=true,Replace=true only to the objects that need it`,
  flux: `remove spec.force: add ${FLUX}/force: enabled only to the objects that need it`,
};

/** All objects that hold data, each as if a change of it alone were refused. */
export function answerOfForce(
  by: 'argocd' | 'flux',
  world: World,
  namespace: string,
  isOutside: IsOutside,
): ActorAnswer {
  const isHit = (object: JudgedObject) =>
    !isOutside(object) && forcedBy(object, by).does === 'deletes';
  const hit = (test: (object: JudgedObject) => boolean) =>
    new Set(world.objects.filter((object) => test(object) && isHit(object)));
  const claims = new Aftermath(
    world,
    hit((object) => object.kindKey === CLAIM || losesClaims(object)),
    namespace,
  );
  const volumes = new Aftermath(
    world,
    hit(({ kindKey }) => kindKey === VOLUME),
    namespace,
  );
  const rows: ObjectAnswer[] = [];
  for (const object of lastOfEach(world)) {
    const label = labelOf(object);
    const { because } = forcedBy(object, by);
    if (isOutside(object)) {
      const withClaim = claims.fateOf(label);
      if (object.kindKey === VOLUME && withClaim.fate !== 'kept') {
        rows.push({ object: label, ...withClaim, because: 'its claim is forced' });
      }
    } else if (object.kindKey === CLAIM) {
      rows.push(row({ object: label, ...claims.fateOf(label), because }));
    } else if (object.kindKey === VOLUME) {
      const withClaim = claims.fateOf(label);
      if (withClaim.data === 'lost' || withClaim.data === 'left behind') {
        rows.push({ object: label, ...withClaim, because: 'its claim is forced' });
      }
      // A volume that is recreated names the same storage.
      else {
        rows.push(
          row({
            object: label,
            ...volumes.fateOf(label),
            ...(isHit(object) ? { data: 'kept' } : {}),
            because,
          }),
        );
      }
    } else {
      const data = claims.dataBehind(label);
      if (!data) continue;
      if (isDatabase(object) && by === 'argocd') {
        rows.push(untouched(object));
      } else {
        rows.push(
          isHit(object)
            ? row({ object: label, fate: 'deleted', ...data, because })
            : { object: label, fate: 'kept', because },
        );
      }
    }
  }
  for (const own of claims.own()) {
    const fate = claims.fateOf(own.object);
    rows.push(
      row({
        object: own.object,
        ...fate,
        because: becauseOfOwn(own, fate.fate === 'kept'),
        of: own.of,
      }),
    );
  }
  return answer(by, rows);

  function row(given: ObjectAnswer): ObjectAnswer {
    if (given.fate === 'kept') return given;
    const isLost = given.data === 'lost' && !isEphemeral(given);
    return {
      ...given,
      ...(given.fate === 'deleted' ? { fate: 'replaced' as const } : {}),
      ...(isLost ? { remedy: REMEDIES[by] } : {}),
    };
  }
}

function becauseOfOwn(own: ObjectDiff, isKept: boolean): string {
  if (isEphemeral(own)) {
    return isKept ? 'its pod stays' : 'it is ephemeral, and is deleted with its pod';
  }
  return isKept
    ? 'force does not affect claims of a StatefulSet'
    : 'its StatefulSet is recreated, and deletes it as well (whenDeleted: Delete)';
}

/** The dry run before a forced replacement is one of kinds that are built in. */
function untouched(object: JudgedObject): ObjectAnswer {
  return {
    object: labelOf(object),
    fate: 'kept',
    because:
      'Argo CD cannot force kinds that are not built in: the sync fails before anything is done',
  };
}
