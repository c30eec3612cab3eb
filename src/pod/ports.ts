/** The ports of containers: their numbers and names, and those of the node that they take. */
import { Finding, isNot, show, violationOf } from '../findings';
import { portNameProblems, putFirst } from '../kube';
import { Fields, listOf, numberOf, textOf } from '../object';
import { POD_RULES as RULES } from './rules';

const wrong = violationOf(RULES.port);

const MAX_PORT = 65535;

/** A container, and the field that it stands in. */
export interface ContainerPlace {
  readonly container: Fields;
  readonly path: string;
}

export function checkPorts({ container, path }: ContainerPlace): Finding[] {
  const names = new Set<string>();
  return listOf(container.ports).flatMap(({ name: given, containerPort, hostPort }, index) => {
    const field = `${path}.ports[${index}]`;
    const name = textOf(given);
    const isTwice = name !== '' && names.has(name);
    names.add(name);
    return [
      ...(name === ''
        ? []
        : portNameProblems(name).map((problem) =>
            wrong(
              `${field}.name`,
              `${show(name)}: ${problem}`,
              'use at most 15 lower-case letters, digits and dashes, one letter among them',
            ),
          )),
      ...(isTwice
        ? [wrong(`${field}.name`, `the port ${show(name)} already exists`, 'rename it')]
        : []),
      ...(isPort(containerPort)
        ? []
        : [
            wrong(
              `${field}.containerPort`,
              isNot(containerPort, 'a valid', 'port'),
              `use 1 to ${MAX_PORT}`,
            ),
          ]),
      ...(numberOf(hostPort ?? 0) === 0 || isPort(hostPort)
        ? []
        : [
            wrong(
              `${field}.hostPort`,
              `${show(hostPort)} is not a valid port`,
              `use 1 to ${MAX_PORT}`,
            ),
          ]),
    ];
  });
}

/**
 * Findings on the ports of the node that these containers, which run at the same time, would take.
 */
export function checkHostPorts(places: readonly ContainerPlace[], hostNetwork: boolean): Finding[] {
  const taken = new Map<string, string>();
  return places.flatMap(({ container, path }) =>
    listOf(container.ports).flatMap(({ containerPort, hostPort, hostIP, protocol }, index) => {
      const field = `${path}.ports[${index}]`;
      const asked = numberOf(hostPort ?? 0);
      const port = asked === 0 && hostNetwork ? numberOf(containerPort ?? 0) : asked;
      const key = JSON.stringify([textOf(protocol) || 'TCP', textOf(hostIP), port]);
      const earlier = putFirst(taken, key, field);
      return port === 0 || earlier === undefined
        ? []
        : [
            wrong(
              `${field}.${asked === 0 ? 'containerPort' : 'hostPort'}`,
              `the port ${port} of the node is already taken, by ${earlier}`,
              'use another port',
            ),
          ];
    }),
  );
}

/** Findings on ports that are not those of the node, though the containers listen there. */
export function checkHostNetworkPorts({ container, path }: ContainerPlace): Finding[] {
  return listOf(container.ports).flatMap(({ containerPort, hostPort }, index) =>
    numberOf(hostPort ?? 0) === 0 || hostPort === containerPort
      ? []
      : [
          wrong(
            `${path}.ports[${index}].hostPort`,
            `${show(hostPort)} differs from the containerPort ${show(containerPort)}, but hostNetwork is true`,
            'remove it',
          ),
        ],
  );
}

/** Findings on a port that is meant by its number or its name. */
export function checkPortReference(port: unknown, path: string): Finding[] {
  if (typeof port !== 'string') {
    return isPort(port)
      ? []
      : [
          wrong(
            path,
            isNot(port, 'a valid', 'port'),
            `use 1 to ${MAX_PORT}, or the name of a port`,
          ),
        ];
  }
  return portNameProblems(port).map((problem) =>
    wrong(path, `${show(port)}: ${problem}`, 'use the name of a port, or a number without quotes'),
  );
}

function isPort(port: unknown): boolean {
  return numberOf(port) >= 1 && numberOf(port) <= MAX_PORT;
}
