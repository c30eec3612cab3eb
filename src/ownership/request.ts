/** The request of a user for the volumes of a workload: the typed input of a plan. */
import { Finding, meantOr, nearest, show, violation } from '../findings';
import { ACCESS_MODES, imageProblem } from '../kube';
import {
  flag,
  integer,
  listOf,
  mapOf,
  Of,
  oneOf,
  objectOf,
  required,
  Shape,
  stringThat,
  text,
} from '../shape';
import { OWNERSHIP_RULES as RULES } from './rules';
import { Group, MAX_GROUP, VolumeFacts, VolumeWish } from './spec';

/** Facts of one volume beyond those in manifests. */
const HINT = objectOf({
  access: oneOf(['read', 'write']),
  rootSquash: flag,
  allowHostPath: flag,
  assumeFsGroup: flag,
  flexFsGroup: flag,
  enforcesIdentity: flag,
  driver: text,
  fsType: text,
  skipReadOnly: flag,
  accessModes: listOf(oneOf<string>(ACCESS_MODES)),
});
type VolumeHint = Of<typeof HINT>;

/** A group for some volumes of a pod. */
export const REQUEST_SHAPE = objectOf({
  gid: required(integer as Shape<Group>),
  // The owner that an init container sets as well.
  user: integer,
  // Init containers may be root though the platform forbids it unless somebody grants it.
  allowRoot: flag,
  // The volumes by their names; all that a container may write to, unless they are named.
  volumes: listOf(text),
  hints: mapOf(HINT),
  changePolicy: oneOf(['OnRootMismatch', 'Always']),
  verify: flag,
  image: stringThat((given) =>
    imageProblem(given) === undefined
      ? undefined
      : {
          message: 'is not a valid image reference',
          remedy: 'use one such as docker.io/library/busybox:1.37.0',
        },
  ),
});
export type GroupRequest = Of<typeof REQUEST_SHAPE>;

/** Findings on a request by itself. */
export function checkRequest({ gid, user = 0, volumes, hints = {} }: GroupRequest): Finding[] {
  const findings: Finding[] = [];
  if (user < 0 || user > MAX_GROUP) {
    findings.push(
      violation(
        RULES.option,
        'user',
        `${show(user)} is not a valid user`,
        `use a whole number from 0 to ${MAX_GROUP}`,
      ),
    );
  }
  if (gid !== 'assigned' && (gid < 1 || gid > MAX_GROUP)) {
    findings.push(
      violation(
        RULES.option,
        'gid',
        `${show(gid)} is not a valid group`,
        gid === 0
          ? 'use the group of the application; 0 is that of root'
          : `use a whole number from 1 to ${MAX_GROUP}`,
      ),
    );
  }
  if (volumes && volumes.length === 0) {
    findings.push(
      violation(
        RULES.option,
        'volumes',
        'no volume is named',
        'name one, or remove volumes to select all that can be written to',
      ),
    );
  }
  for (const name of Object.keys(hints).filter((one) => volumes && !volumes.includes(one))) {
    const guess = nearest(name, volumes!);
    findings.push(
      violation(
        RULES.option,
        `hints.${name}`,
        `${show(name)} is not among the volumes whose group is set`,
        meantOr(guess, 'remove it, or name the volume'),
      ),
    );
  }
  return findings;
}

/** What is wanted of a volume, as a decision takes it. */
export function wishOf({
  skipReadOnly,
  access,
  rootSquash,
  allowHostPath,
  assumeFsGroup,
  flexFsGroup,
}: VolumeHint): VolumeWish {
  return {
    access,
    rootSquash,
    allowHostPath,
    assumeFsGroup,
    flexFsGroup,
    ifReadOnly: skipReadOnly ? 'skip' : 'refuse',
  };
}

/** What manifests tell of a volume, with what the user says of it. */
export function withHint(
  volume: VolumeFacts,
  { driver, fsType, accessModes, enforcesIdentity }: VolumeHint,
): VolumeFacts {
  return {
    ...volume,
    ...(driver === undefined || volume.driver !== undefined ? {} : { driver, source: 'csi' }),
    ...(fsType === undefined ? {} : { fsType }),
    ...(accessModes === undefined ? {} : { accessModes }),
    ...(enforcesIdentity === undefined ? {} : { enforcesIdentity }),
  };
}

/** Findings on options that need a group which is known here, where the platform assigns one. */
export function checkAssigned({
  user,
  verify,
  image,
  allowRoot,
}: Omit<GroupRequest, 'gid'>): Finding[] {
  const useless = Object.entries({ user, verify, image, allowRoot })
    .filter(([, value]) => value !== undefined)
    .map(([name]) => name);
  return useless.map((name) =>
    violation(
      RULES.option,
      name,
      `${name} is for an init container, which cannot read the group that the platform assigns`,
      'remove it, or set a group',
    ),
  );
}
