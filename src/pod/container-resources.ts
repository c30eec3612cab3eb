/** Resources of a container: those that there are, and requests that fit into their limits. */
import { Finding, show, violation, Problem } from '../findings';
import { belowPath, labelProblems, ParsedQuantity, qualifiedKeyProblems } from '../kube';
import { MODEL_MINOR } from '../model';
import {
  entriesOf,
  fieldOf,
  Fields,
  fieldsOf,
  isGiven,
  readQuantity,
  listOf,
  textOf,
} from '../object';
import { POD_RULES as RULES } from './rules';

const FORBIDDEN = 403;

/** Requests and limits, and where they come from: a field, or settings that are none. */
export interface ResourcesPlace {
  readonly resources: unknown;
  readonly field?: string;
  /** Whose settings they are, where they are not field. */
  readonly settingsOf?: string;
  /**
   * Who asks: a pod as a whole has fewer resources.
   * @default 'containers'
   */
  readonly askedBy?: keyof typeof OWNERS;
}

/** Who asks for resources: what there is for them, and an example. */
const OWNERS = {
  containers: {
    has: isOfContainers,
    remedy: 'use cpu, memory, ephemeral-storage or a resource such as nvidia.com/gpu',
  },
  pods: {
    has: (name: string) => ['cpu', 'memory'].includes(name) || name.startsWith(HUGE_PAGES),
    remedy: 'use cpu or memory',
  },
};
/** Pods as a whole get further resources with new versions. */
const KNOWN = ` up to Kubernetes 1.${MODEL_MINOR}`;
const STANDARD = ['cpu', 'memory', 'ephemeral-storage'];
const HUGE_PAGES = 'hugepages-';
const WHOLE = 1_000_000_000n;
const MILLI = 1_000_000n;

/** Findings on requests and limits of a container. What is not a quantity is told elsewhere. */
export function checkContainerResources({
  resources,
  field,
  settingsOf,
  askedBy = 'containers',
}: ResourcesPlace): Finding[] {
  const { requests, limits } = fieldsOf(resources);
  const { has, remedy: give } = OWNERS[askedBy];
  const wrong = (place: string, message: string, remedy: string, servers: string = place) =>
    field === undefined
      ? violation(
          RULES.resources,
          '',
          `the settings of ${settingsOf!}: ${place}: ${message}`,
          remedy,
        )
      : violation(
          RULES.resources,
          belowPath(field, place),
          message,
          remedy,
          servers === place ? undefined : { field: `${field}.${servers}` },
        );
  const findings: Finding[] = [];
  for (const [list, quantities] of [
    ['requests', requests],
    ['limits', limits],
  ] as const) {
    for (const [name, value] of entriesOf(quantities)) {
      const problem = has(name)
        ? quantityProblem(name, value)
        : {
            message: `${askedBy} have no resource ${show(name)}${askedBy === 'pods' ? KNOWN : ''}`,
            remedy: give,
          };
      if (!problem) continue;
      const { message, remedy } = problem;
      findings.push(wrong(`${list}.${name}`, message, remedy, `${list}[${name}]`));
    }
  }
  for (const [name, value] of entriesOf(requests).filter(([one]) => has(one))) {
    const limit = fieldOf(limits, name);
    const problem = requestProblem(name, value, limit);
    if (!problem) continue;
    const { message, remedy } = problem;
    // The server names the list that lacks it, or that has too much.
    findings.push(
      wrong(`requests.${name}`, message, remedy, isGiven(limit) ? 'requests' : 'limits'),
    );
  }
  const all = [...entriesOf(requests), ...entriesOf(limits)].map(([name]) => name);
  if (
    all.some((name) => name.startsWith(HUGE_PAGES)) &&
    !all.includes('cpu') &&
    !all.includes('memory')
  ) {
    findings.push(
      wrong('', 'huge pages are requested without cpu or memory', 'request cpu or memory as well'),
    );
  }
  return findings;
}

/** Findings on what a pod costs besides its containers: the server reads it as limits. */
export function checkOverhead(overhead: unknown, path: string): Finding[] {
  const place = { resources: { limits: overhead }, field: path };
  return checkContainerResources(place).map((finding) => ({
    ...finding,
    path: finding.path.replace('.limits.', '.'),
  }));
}

/** Findings on what a Pod costs beside its containers, which only its runtime class says. */
export function checkOverheadClass(
  { overhead, runtimeClassName }: Fields,
  path: string,
): Finding[] {
  if (textOf(runtimeClassName) !== '' || !isGiven(overhead)) return [];
  return [
    violation(
      RULES.resources,
      `${path}.overhead`,
      'the API server writes the overhead of the runtime class, and the pod names none',
      'remove it, or name a class as runtimeClassName',
      { field: '', code: FORBIDDEN },
    ),
  ];
}

/** Findings on the claims of devices that a container uses: they are some of the pod's. */
export function checkResourceClaims(
  claims: unknown,
  ofPod: ReadonlySet<string>,
  path: string,
  remedy: string,
): Finding[] {
  const whole = new Set<string>();
  const parts = new Map<string, Set<string>>();
  return listOf(claims).flatMap((claim, index) => {
    const [name, request] = [textOf(claim.name), textOf(claim.request)];
    const others = parts.get(name) ?? new Set();
    // The whole claim has all of its requests.
    const isTwice = whole.has(name) || (request === '' ? others.size > 0 : others.has(request));
    if (request === '') whole.add(name);
    else parts.set(name, others.add(request));
    const message = !ofPod.has(name)
      ? name === ''
        ? 'there is no name of a resource claim'
        : `the pod has no resource claim ${show(name)}`
      : isTwice
        ? `${show(name)} is already used`
        : undefined;
    return [
      ...(message === undefined
        ? []
        : [violation(RULES.resources, `${path}[${index}]`, message, remedy)]),
      ...(request === ''
        ? []
        : labelProblems(request).map((problem) =>
            violation(
              RULES.resources,
              `${path}[${index}].request`,
              `${show(request)}: ${problem}`,
              'set the name of a request of the claim',
            ),
          )),
    ];
  });
}

/** Resources of no domain are those that Kubernetes has; any other is one of a device. */
function isOfContainers(name: string): boolean {
  if (!name.includes('/')) {
    return (
      (STANDARD.includes(name) || name.startsWith(HUGE_PAGES)) &&
      qualifiedKeyProblems(name).length === 0
    );
  }
  return (
    qualifiedKeyProblems(name).length === 0 &&
    (isNative(name) ||
      (!name.startsWith('requests.') && qualifiedKeyProblems(`requests.${name}`).length === 0))
  );
}

/** Whether a resource is one of Kubernetes' own. */
function isNative(name: string): boolean {
  return !name.includes('/') || name.includes('kubernetes.io/');
}

function quantityProblem(name: string, value: unknown): Problem | undefined {
  const quantity = quantityOf(value);
  if (!quantity) return undefined;
  if (quantity.nano < 0n) {
    return { message: `${show(value)} is negative`, remedy: 'use a quantity that is not negative' };
  }
  if (!isNative(name) && quantity.nano % WHOLE !== 0n) {
    return { message: `${show(value)} is not a whole number`, remedy: 'use a whole number' };
  }
  if (!name.startsWith(HUGE_PAGES)) return undefined;
  const page = quantityOf(name.slice(HUGE_PAGES.length));
  if (!page || page.nano <= 0n || page.nano % WHOLE !== 0n) {
    return {
      message: `${show(name)} does not specify a page size`,
      remedy: 'use one such as hugepages-2Mi',
    };
  }
  return roundUp(quantity, WHOLE) % (page.nano / WHOLE) === 0n
    ? undefined
    : {
        message: `${show(value)} is not a multiple of the page size`,
        remedy: 'use a multiple of it',
      };
}

/** Of what cannot be shared a container gets exactly what its limit says. */
function requestProblem(name: string, value: unknown, limit: unknown): Problem | undefined {
  const shared = isNative(name) && !name.startsWith(HUGE_PAGES);
  if (!isGiven(limit)) {
    return shared
      ? undefined
      : { message: `${show(name)} has no limit`, remedy: 'set the same quantity as limit' };
  }
  const [request, most] = [quantityOf(value), quantityOf(limit)];
  if (!request || !most) return undefined;
  // Kubernetes keeps thousandths of a resource, and nothing finer.
  const [asked, allowed] = [roundUp(request, MILLI), roundUp(most, MILLI)];
  if (shared) {
    return asked > allowed
      ? {
          message: `${show(value)} is more than the limit ${show(limit)}`,
          remedy: 'request less or raise the limit',
        }
      : undefined;
  }
  return asked !== allowed
    ? {
        message: `${show(value)} differs from the limit ${show(limit)}`,
        remedy: 'use the same quantity for both',
      }
    : undefined;
}

function quantityOf(value: unknown): ParsedQuantity | undefined {
  return readQuantity(value);
}

function roundUp({ nano }: ParsedQuantity, unit: bigint): bigint {
  return nano >= 0n ? (nano + unit - 1n) / unit : nano / unit;
}
