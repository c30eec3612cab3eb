/** Checks of when a viewer is switched off, and of whether it can be seen to be idle. */
import { Finding, show, violation } from '../../findings';
import { append } from '../../kube';
import { ACTIVITY, watchesActivity } from '../cull/activity';
import { LOOK_EVERY_MINUTES } from '../cull/build';
import { entries, portNumberOf, targetPortOf } from '../ports';
import { VIEWER_RULES as RULES } from '../rules';
import { CullSpec, ViewerSpec } from '../spec';
import { checkImage } from './app';

const LEAST_IDLE = LOOK_EVERY_MINUTES * 60;

export function checkCull(spec: ViewerSpec): Finding[] {
  const { cull } = spec;
  if (cull === undefined) return [];
  return [
    ...checkChoice(cull),
    ...checkTimeZone(cull),
    ...(cull.image === undefined ? [] : checkImage(cull.image, 'cull.image')),
    ...(cull.activityImage === undefined
      ? []
      : checkImage(cull.activityImage, 'cull.activityImage')),
    ...(cull.activityImage !== undefined && !watchesActivity(spec)
      ? [
          violation(
            RULES.optionIgnored,
            'cull.activityImage',
            'activityImage has no effect without afterIdle',
            'remove it',
          ),
        ]
      : []),
    ...(watchesActivity(spec) ? checkWatching(spec) : []),
  ];
}

function checkChoice({ afterIdle, dailyAt }: CullSpec): Finding[] {
  const wrong = (field: string, message: string, remedy: string) =>
    violation(RULES.cull, field, message, remedy);
  if (afterIdle === undefined && dailyAt === undefined) {
    return [wrong('cull', 'neither afterIdle nor dailyAt is set', 'set one of them')];
  }
  return [
    ...(afterIdle !== undefined && dailyAt !== undefined
      ? [wrong('cull', 'afterIdle and dailyAt are both set', 'remove one of them')]
      : []),
    ...(afterIdle === undefined || (Number.isInteger(afterIdle) && afterIdle >= LEAST_IDLE)
      ? []
      : [
          wrong(
            'cull.afterIdle',
            `an idle time of ${show(afterIdle)} seconds is too short: the viewer is checked every ${LOOK_EVERY_MINUTES} minutes`,
            `use ${LOOK_EVERY_MINUTES} minutes or more, in whole seconds`,
          ),
        ]),
    ...(dailyAt === undefined || /^([01]\d|2[0-3]):[0-5]\d$/.test(dailyAt)
      ? []
      : [
          wrong(
            'cull.dailyAt',
            `${show(dailyAt)} is not a valid time of day`,
            'use HH:MM, such as 20:00',
          ),
        ]),
  ];
}

function checkTimeZone({ timeZone, dailyAt }: CullSpec): Finding[] {
  if (timeZone === undefined) return [];
  if (dailyAt === undefined) {
    return [
      violation(
        RULES.optionIgnored,
        'cull.timeZone',
        'timeZone has no effect without dailyAt',
        'remove it',
      ),
    ];
  }
  const known = knownZone(timeZone);
  return known === timeZone
    ? []
    : [
        violation(
          RULES.cull,
          'cull.timeZone',
          `${show(timeZone)} is not a valid time zone`,
          `use ${known === undefined ? 'an IANA name such as Europe/Berlin' : show(known)}`,
        ),
      ];
}

/** The zone in its own letters: the cluster looks for a file of that name. Offsets are none. */
function knownZone(zone: string): string | undefined {
  if (!/^[A-Za-z]/.test(zone)) return undefined;
  try {
    const { timeZone } = new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions();
    // An older name of the zone answers with the newer one.
    return timeZone.toLowerCase() === zone.toLowerCase() ? timeZone : zone;
  } catch {
    return undefined;
  }
}

function checkWatching(spec: ViewerSpec): Finding[] {
  const { podSpec } = spec;
  const wrong = (path: string, message: string, remedy: string) => [
    violation(RULES.cullPod, path, message, remedy),
  ];
  const findings =
    targetPortOf(spec) === undefined
      ? wrong(
          'networking.targetPort',
          'the port of the viewer is unknown, so its connections cannot be watched',
          'set networking.targetPort',
        )
      : portNumberOf(spec) === undefined
        ? wrong(
            'networking.targetPort',
            `the port ${show(targetPortOf(spec))} has no number, so its connections cannot be watched`,
            'use the number of the port',
          )
        : [];
  if (podSpec?.hostNetwork === true) {
    append(
      findings,
      wrong(
        'podSpec.hostNetwork',
        'with hostNetwork, the connections of other programs on the node would count as well',
        'remove hostNetwork, or set cull.dailyAt instead',
      ),
    );
  }
  for (const list of ['containers', 'initContainers', 'volumes'] as const) {
    const index = entries(podSpec?.[list]).findIndex(({ name }) => name === ACTIVITY);
    if (index >= 0) {
      findings.push(
        violation(
          RULES.volumeTaken,
          `podSpec.${list}[${index}].name`,
          `the name "${ACTIVITY}" is reserved for the container that watches the viewer`,
          'use another name',
        ),
      );
    }
  }
  return findings;
}
