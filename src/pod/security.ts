/**
 * Users, groups, profiles and privileges of the processes of a pod that the API server or kubelet
 * would refuse.
 */
import { Finding, show, takenAt, violation, violationOf } from '../findings';
import { trimSpace } from '../kube';
import { Fields, fieldsOf, isGiven, listOf, numberOf, textOf, textsOf, valuesOf } from '../object';
import { gateFindings, PodCluster } from './gates';
import { POD_RULES as RULES } from './rules';

const wrong = violationOf(RULES.security);

const IDS = ['fsGroup', 'runAsGroup', 'runAsUser'];
const MAX_ID = 2 ** 31 - 1;
const SYSCTL = /^([a-z0-9]([-_a-z0-9]*[a-z0-9])?[./])*[a-z0-9]([-_a-z0-9]*[a-z0-9])?$/;

/** A security context, and the field that it stands in. */
export interface ContextPlace {
  readonly context: unknown;
  readonly path: string;
}

/**
 * Findings on the security context of a pod and those of its containers, each alone and together.
 */
export function checkSecurity(
  pod: ContextPlace,
  containers: readonly ContextPlace[],
  cluster?: PodCluster,
): Finding[] {
  return [
    ...contextFindings(pod),
    ...mountOptionFindings(pod, cluster),
    ...containers.flatMap(contextFindings),
    ...rootFindings(pod, containers),
    ...containers.flatMap(privilegeFindings),
  ];
}

/**
 * Findings on the settings of the kernel, of which some belong to what the pod may share with its
 * node.
 */
export function checkSysctls(
  context: unknown,
  path: string,
  { hostNetwork, hostIPC }: Fields,
): Finding[] {
  const seen = new Set<string>();
  return listOf(fieldsOf(context).sysctls).flatMap(({ name: given }, index) => {
    const name = textOf(given);
    const at = `${path}.sysctls[${index}].name`;
    const shared =
      hostNetwork === true && isOf(name, ['net.'])
        ? 'hostNetwork'
        : hostIPC === true && isOf(name, ['kernel.msg', 'kernel.sem', 'kernel.shm', 'fs.mqueue.'])
          ? 'hostIPC'
          : undefined;
    const isTwice = seen.has(name);
    seen.add(name);
    return [
      ...(name.length <= 253 && SYSCTL.test(name)
        ? []
        : [
            wrong(
              at,
              `${show(name)} is not a kernel setting`,
              'use a name such as net.core.somaxconn',
            ),
          ]),
      ...(isTwice ? [wrong(at, `${show(name)} is already set`, 'set it once')] : []),
      ...(shared === undefined
        ? []
        : [
            wrong(
              at,
              `${show(name)} would be a setting of the node, because ${shared} is true`,
              `remove it, or ${shared}`,
            ),
          ]),
    ];
  });
}

function isOf(name: string, prefixes: readonly string[]): boolean {
  const dotted = name.replace(/\//g, '.');
  return prefixes.some((prefix) => dotted.startsWith(prefix));
}

function contextFindings({ context: given, path }: ContextPlace): Finding[] {
  const context = fieldsOf(given);
  const ids = [
    ...IDS.map((name) => [name, context[name]] as const),
    ...valuesOf(context.supplementalGroups).map(
      (id, index) => [`supplementalGroups[${index}]`, id] as const,
    ),
  ];
  return [
    ...ids
      .filter(([, id]) => isGiven(id) && !(numberOf(id) >= 0 && numberOf(id) <= MAX_ID))
      .map(([name, id]) =>
        wrong(
          `${path}.${name}`,
          `${show(id)} is not a valid user or group`,
          `use a number from 0 to ${MAX_ID}`,
        ),
      ),
    ...['appArmorProfile', 'seccompProfile'].flatMap((name) =>
      profileFindings(context[name], name, `${path}.${name}`),
    ),
    ...windowsFindings(fieldsOf(context.windowsOptions), `${path}.windowsOptions`),
  ];
}

const NAMES_ON_WINDOWS = ['gmsaCredentialSpec', 'runAsUserName'];

function windowsFindings(options: Fields, path: string): Finding[] {
  return NAMES_ON_WINDOWS.filter((name) => options[name] === '').map((name) =>
    wrong(`${path}.${name}`, 'the text is empty', 'fill it in, or remove it'),
  );
}

function mountOptionFindings({ context, path }: ContextPlace, cluster?: PodCluster): Finding[] {
  return fieldsOf(context).seLinuxChangePolicy === 'MountOption'
    ? gateFindings(
        RULES.security,
        {
          what: 'MountOption',
          gate: 'SELinuxMount',
          path: `${path}.seLinuxChangePolicy`,
          remedy: 'use Recursive',
        },
        cluster,
      )
    : [];
}

function profileFindings(given: unknown, name: string, path: string): Finding[] {
  if (!isGiven(given)) return [];
  const { type, localhostProfile: profile } = fieldsOf(given);
  const at = `${path}.localhostProfile`;
  if (!isGiven(type) || type === '') {
    return [
      wrong(
        `${path}.type`,
        'the profile has no type',
        'use RuntimeDefault, Localhost or Unconfined',
      ),
    ];
  }
  if (type !== 'Localhost') {
    return isGiven(profile)
      ? [
          wrong(
            at,
            `${show(profile)} is for the type Localhost, not ${show(type)}`,
            'remove it, or set type: Localhost',
          ),
        ]
      : [];
  }
  const text = textOf(profile);
  if (name === 'appArmorProfile') {
    if (text === '') {
      return [wrong(at, 'the type Localhost requires a profile on the node', 'set its name')];
    }
    return text === trimSpace(text) && Buffer.byteLength(text) < 4096
      ? []
      : [
          wrong(
            at,
            `${show(text)} has whitespace around it, or more than 4095 characters`,
            'use the name of a profile',
          ),
        ];
  }
  if (!isGiven(profile)) {
    return [wrong(at, 'the type Localhost requires a profile on the node', 'set its name')];
  }
  return text.startsWith('/') || text.split('/').includes('..')
    ? [
        wrong(
          at,
          `${show(text)} is not a path inside the folder of profiles`,
          'use a relative path without ..',
        ),
      ]
    : [];
}

/**
 * The kubelet does not start root where it must not; the context of a container wins over that of
 * its pod.
 */
function rootFindings(pod: ContextPlace, containers: readonly ContextPlace[]): Finding[] {
  const general = fieldsOf(pod.context);
  const paths = containers.flatMap(({ context, path }) => {
    const own = fieldsOf(context);
    const isRoot = (own.runAsUser ?? general.runAsUser) === 0;
    return isRoot && (own.runAsNonRoot ?? general.runAsNonRoot) === true
      ? [`${isGiven(own.runAsUser) ? path : pod.path}.runAsUser`]
      : [];
  });
  return [...new Set(paths)].map((path) =>
    violation(
      RULES.security,
      path,
      'the user is root (0), which runAsNonRoot forbids',
      'use the ID of another user',
      takenAt(path),
    ),
  );
}

function privilegeFindings({ context: given, path }: ContextPlace): Finding[] {
  const { privileged, allowPrivilegeEscalation, capabilities } = fieldsOf(given);
  if (allowPrivilegeEscalation !== false) return [];
  const at = `${path}.allowPrivilegeEscalation`;
  return [
    ...(privileged === true
      ? [wrong(at, 'a privileged container may escalate its privileges', 'remove one of them')]
      : []),
    // The server compares this spelling only; SYS_ADMIN itself has the same effect, and is taken.
    ...(textsOf(fieldsOf(capabilities).add).includes('CAP_SYS_ADMIN')
      ? [
          wrong(
            at,
            'a container with CAP_SYS_ADMIN may escalate its privileges',
            'remove one of them',
          ),
        ]
      : []),
  ];
}
