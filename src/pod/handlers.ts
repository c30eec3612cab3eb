/**
 * Probes and hooks: what the kubelet does to a container to learn how it is, or when it starts and
 * stops.
 */
import { Finding, Severity, isNot, show, violationOf } from '../findings';
import { surplusAt } from './alternatives';
import { checkPortReference } from './ports';
import { Fields, fieldsOf, isGiven, listOf, numberOf, textOf, valuesOf } from '../object';
import { POD_RULES as RULES } from './rules';

const wrong = violationOf(RULES.handler);

const PROBE_HANDLERS = ['exec', 'grpc', 'httpGet', 'tcpSocket'];
const HOOK_HANDLERS = ['exec', 'httpGet', 'sleep', 'tcpSocket'];
/** The numbers of a probe, with what 0 stands for where it stands for something else. */
const NUMBERS: { readonly [name: string]: number | undefined } = {
  initialDelaySeconds: undefined,
  timeoutSeconds: 1,
  periodSeconds: 10,
  successThreshold: 1,
  failureThreshold: 3,
};
const DEFAULT_GRACE = 30;

export const PROBES = ['livenessProbe', 'readinessProbe', 'startupProbe'] as const;

export function checkProbes(container: Fields, path: string): Finding[] {
  return PROBES.filter((kind) => isGiven(container[kind])).flatMap((kind) => {
    const probe = fieldsOf(container[kind]);
    const field = `${path}.${kind}`;
    return [
      ...handlerFindings(probe, PROBE_HANDLERS, field),
      ...numberFindings(probe, field),
      ...kindFindings(probe, kind, field),
    ];
  });
}

/** Findings on the hooks of a container; `grace` is the time that the pod has to stop. */
export function checkLifecycle(lifecycle: unknown, grace: unknown, path: string): Finding[] {
  const hooks = fieldsOf(lifecycle);
  return ['postStart', 'preStop']
    .filter((name) => isGiven(hooks[name]))
    .flatMap((name) => {
      const hook = fieldsOf(hooks[name]);
      return [
        ...handlerFindings(hook, HOOK_HANDLERS, `${path}.${name}`),
        ...sleepFindings(hook, grace, `${path}.${name}.sleep.seconds`),
      ];
    });
}

function handlerFindings(handler: Fields, kinds: readonly string[], field: string): Finding[] {
  const given = kinds.filter((kind) => isGiven(handler[kind]));
  if (given.length === 0) {
    return [wrong(field, 'no action is set', `use one of ${kinds.join(', ')}`)];
  }
  if (given.length > 1) {
    const server = surplusAt(field, given, 'action');
    return [
      wrong(field, `several actions are set: ${given.join(', ')}`, 'keep one of them', server),
    ];
  }
  const [kind] = given;
  const action = fieldsOf(handler[kind]);
  const place = `${field}.${kind}`;
  switch (kind) {
    case 'exec':
      return valuesOf(action.command).length > 0
        ? []
        : [wrong(`${place}.command`, 'there is no command', 'set a command')];
    case 'httpGet':
      return [
        ...checkPortReference(action.port, `${place}.port`),
        ...headerFindings(action, place),
      ];
    case 'sleep':
      return [];
    default:
      return checkPortReference(action.port, `${place}.port`);
  }
}

function headerFindings({ httpHeaders }: Fields, place: string): Finding[] {
  return listOf(httpHeaders).flatMap(({ name }, index) =>
    /^[-A-Za-z0-9]+$/.test(textOf(name))
      ? []
      : [
          wrong(
            `${place}.httpHeaders[${index}].name`,
            isNot(name, 'a valid', 'name of a header'),
            'use letters, digits and dashes',
            { field: `${place}.httpHeaders` },
          ),
        ],
  );
}

function numberFindings(probe: Fields, field: string): Finding[] {
  return Object.entries(NUMBERS).flatMap(([name, standsFor]) => {
    const value = probe[name];
    if (numberOf(value ?? 1) < 0) {
      return [
        wrong(
          `${field}.${name}`,
          `${show(value)} is negative`,
          'use a number that is not negative',
        ),
      ];
    }
    return value === 0 && standsFor !== undefined
      ? [
          {
            ...wrong(
              `${field}.${name}`,
              `0 stands for the default, ${standsFor}`,
              'remove it, or set the intended number',
            ),
            severity: Severity.WARNING,
          },
        ]
      : [];
  });
}

function kindFindings(
  { successThreshold, terminationGracePeriodSeconds: grace }: Fields,
  kind: (typeof PROBES)[number],
  field: string,
): Finding[] {
  if (kind === 'readinessProbe') {
    return isGiven(grace)
      ? [
          wrong(
            `${field}.terminationGracePeriodSeconds`,
            'a readinessProbe never stops a container',
            'remove it',
          ),
        ]
      : [];
  }
  return [
    ...(numberOf(successThreshold ?? 1) > 1
      ? [
          wrong(
            `${field}.successThreshold`,
            `a ${kind} succeeds immediately, not after ${show(successThreshold)}`,
            'remove it',
          ),
        ]
      : []),
    ...(numberOf(grace ?? 1) < 1
      ? [
          wrong(
            `${field}.terminationGracePeriodSeconds`,
            `${show(grace)} is not a valid termination period`,
            'use 1 or more',
          ),
        ]
      : []),
  ];
}

function sleepFindings({ sleep }: Fields, grace: unknown, path: string): Finding[] {
  if (!isGiven(sleep)) return [];
  const longest = Math.max(numberOf(grace ?? DEFAULT_GRACE), 0);
  const seconds = numberOf(fieldsOf(sleep).seconds ?? 0);
  return seconds >= 0 && seconds <= longest
    ? []
    : [
        wrong(
          path,
          `${show(fieldsOf(sleep).seconds)} is negative, or more than the ${longest} seconds that the pod has to terminate`,
          'use less, or raise terminationGracePeriodSeconds',
        ),
      ];
}
