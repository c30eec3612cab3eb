/** The containers of a pod: what each has to have, and what they may not share. */
import { Finding, show, violationOf } from '../findings';
import { checkContainerResources, checkResourceClaims } from './container-resources';
import { checkContainerVolumes, PodVolumes } from './container-volumes';
import { PodCluster } from './gates';
import { checkLifecycle, checkProbes, PROBES } from './handlers';
import { checkImage } from './image';
import { checkHostNetworkPorts, checkHostPorts, checkPorts, ContainerPlace } from './ports';
import { isDroppedWhole, MODEL_MINOR } from '../model';
import { Fields, fieldsOf, isGiven, listOf, textOf, valuesOf, checkLabelName } from '../object';
import { POD_RULES as RULES } from './rules';
import { checkVariables } from './variables';
import { putFirst } from '../kube';

const wrong = violationOf(RULES.container);

const MAX_RULES = 20;
const MAX_EXIT_CODES = 255;

/**
 * The containers of a pod with the fields that they stand in: those that run, and those that run
 * before them.
 */
export function containersOf(
  pod: Fields,
  path: string,
): { readonly main: readonly ContainerPlace[]; readonly init: readonly ContainerPlace[] } {
  const places = (list: string) =>
    listOf(pod[list]).map((container, index) => ({ container, path: `${path}.${list}[${index}]` }));
  return { main: places('containers'), init: places('initContainers') };
}

/** What there is to know of the containers of a pod beside the pod. */
interface ContainersAround {
  /** The field that the pod stands in. */
  readonly path: string;
  /** The names of the volumes that its workload makes for it. */
  readonly claimTemplates: readonly string[];
  /** Whether the object is the Pod itself. */
  readonly isPod: boolean;
  readonly cluster?: PodCluster;
}

export function checkContainers(
  pod: Fields,
  { path, claimTemplates, isPod, cluster = {} }: ContainersAround,
): Finding[] {
  const { main, init } = containersOf(pod, path);
  const hostNetwork = pod.hostNetwork === true;
  const claimsOfPod = new Set(listOf(pod.resourceClaims).map(({ name }) => textOf(name)));
  const volumes = new PodVolumes(listOf(pod.volumes), claimTemplates);
  return [
    ...(main.length === 0
      ? [wrong(`${path}.containers`, 'the pod has no containers', 'add at least one')]
      : []),
    ...(valuesOf(pod.ephemeralContainers).length === 0
      ? []
      : [
          wrong(
            `${path}.ephemeralContainers`,
            'ephemeral containers can only be added to running pods',
            'remove them',
          ),
        ]),
    ...nameFindings([...main, ...init]),
    ...[...main, ...init].flatMap((place) => [
      ...checkImage(place.container.image, `${place.path}.image`, 'nginx:1.29', isPod),
      ...containerFindings(place, pod, volumes, claimsOfPod),
    ]),
    ...main.flatMap(({ container, path: at }) => [
      ...checkProbes(container, at),
      ...checkLifecycle(container.lifecycle, pod.terminationGracePeriodSeconds, `${at}.lifecycle`),
    ]),
    ...init.flatMap((place) => initFindings(place, pod, cluster)),
    ...(hostNetwork ? main.flatMap(checkHostNetworkPorts) : []),
    ...checkHostPorts(main, hostNetwork),
    ...init.flatMap((place) => checkHostPorts([place], hostNetwork)),
  ];
}

function nameFindings(places: readonly ContainerPlace[]): Finding[] {
  const seen = new Map<string, string>();
  return places.flatMap(({ container, path }) => {
    const name = textOf(container.name);
    const earlier = putFirst(seen, name, path);
    if (name === '') return [wrong(`${path}.name`, 'the container has no name', 'set a name')];
    return [
      ...checkLabelName(name, `${path}.name`, RULES.container),
      ...(earlier === undefined
        ? []
        : [
            wrong(
              `${path}.name`,
              `the container ${show(name)} already exists as ${earlier}`,
              'rename it',
            ),
          ]),
    ];
  });
}

function containerFindings(
  place: ContainerPlace,
  pod: Fields,
  volumes: PodVolumes,
  claims: ReadonlySet<string>,
): Finding[] {
  const { container, path } = place;
  return [
    ...checkPorts(place),
    ...checkVariables(container, volumes, path),
    ...checkContainerVolumes(container, pod, volumes, path),
    ...checkContainerResources({ resources: container.resources, field: `${path}.resources` }),
    ...checkResourceClaims(
      fieldsOf(container.resources).claims,
      claims,
      `${path}.resources.claims`,
      'use each of the resourceClaims of the pod once',
    ),
    ...resizeFindings(container, pod, path),
    ...restartFindings(container, path),
  ];
}

/** What a container that ends before the others start may not have. */
function initFindings(
  { container, path }: ContainerPlace,
  { terminationGracePeriodSeconds }: Fields,
  { minor = MODEL_MINOR, featureGates }: PodCluster,
): Finding[] {
  if (container.restartPolicy === 'Always') {
    return [
      ...checkProbes(container, path),
      ...checkLifecycle(container.lifecycle, terminationGracePeriodSeconds, `${path}.lifecycle`),
    ];
  }
  const isDropped = isDroppedWhole('Lifecycle', container.lifecycle, minor, featureGates);
  const remedy = 'remove it, or set restartPolicy: Always';
  return [
    ...[...PROBES, 'lifecycle']
      .filter((name) => isGiven(container[name]))
      .filter((name) => name !== 'lifecycle' || !isDropped)
      .map((name) =>
        wrong(
          `${path}.${name}`,
          `a container that ends before the others start has no ${name}`,
          remedy,
        ),
      ),
    ...listOf(container.resizePolicy).flatMap(({ restartPolicy }, index) =>
      restartPolicy !== 'RestartContainer'
        ? []
        : [
            wrong(
              `${path}.resizePolicy[${index}].restartPolicy`,
              'a container that ends before the others start is not restarted to resize it',
              remedy,
            ),
          ],
    ),
  ];
}

function resizeFindings(
  { resizePolicy }: Fields,
  { restartPolicy: ofPod }: Fields,
  path: string,
): Finding[] {
  const seen = new Set<string>();
  return listOf(resizePolicy).flatMap(({ resourceName, restartPolicy }, index) => {
    const field = `${path}.resizePolicy[${index}]`;
    const name = textOf(resourceName);
    const isTwice = name !== '' && seen.has(name);
    seen.add(name);
    return [
      ...(name === ''
        ? [
            wrong(
              `${field}.resourceName`,
              'the name of the resource is missing',
              'use cpu or memory',
            ),
          ]
        : []),
      ...(isTwice
        ? [
            wrong(
              `${field}.resourceName`,
              `there is already a policy for ${show(name)}`,
              'keep one',
            ),
          ]
        : []),
      ...(textOf(restartPolicy) === ''
        ? [
            wrong(
              `${field}.restartPolicy`,
              'the restart policy is missing',
              'use NotRequired or RestartContainer',
            ),
          ]
        : []),
      ...(ofPod === 'Never' && restartPolicy === 'RestartContainer'
        ? [
            wrong(
              `${field}.restartPolicy`,
              'the pod is never restarted, so neither is its container',
              'use NotRequired',
            ),
          ]
        : []),
    ];
  });
}

function restartFindings({ restartPolicy, restartPolicyRules }: Fields, path: string): Finding[] {
  const rules = listOf(restartPolicyRules);
  return [
    ...(rules.length > 0 && !isGiven(restartPolicy)
      ? [
          wrong(
            `${path}.restartPolicy`,
            'rules are set without a policy',
            'set restartPolicy as well',
          ),
        ]
      : []),
    ...(rules.length > MAX_RULES
      ? [
          wrong(
            `${path}.restartPolicyRules`,
            `there are ${rules.length} rules`,
            `use at most ${MAX_RULES}`,
          ),
        ]
      : []),
    ...rules.flatMap(({ action, exitCodes }, index) => {
      const field = `${path}.restartPolicyRules[${index}]`;
      const { operator, values } = fieldsOf(exitCodes);
      const count = valuesOf(values).length;
      return [
        ...(isGiven(action)
          ? []
          : [
              wrong(
                `${field}.action`,
                'the action is missing',
                'use Restart or RestartAllContainers',
              ),
            ]),
        ...(isGiven(exitCodes)
          ? []
          : [wrong(`${field}.exitCodes`, 'the exit codes are missing', 'list exit codes')]),
        ...(isGiven(exitCodes) && !isGiven(operator)
          ? [wrong(`${field}.exitCodes.operator`, 'there is no operator', 'use In or NotIn')]
          : []),
        ...(count > MAX_EXIT_CODES
          ? [
              wrong(
                `${field}.exitCodes.values`,
                `there are ${count} exit codes`,
                `use at most ${MAX_EXIT_CODES}`,
              ),
            ]
          : []),
      ];
    }),
  ];
}
