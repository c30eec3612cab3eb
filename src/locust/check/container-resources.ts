/** What a container asks for: resources that there are, and requests that fit into their limits. */
import { Finding, show, violation } from '../../findings';
import { compareQuantities, parseQuantity, qualifiedKeyProblems } from '../../kube';
import { LOCUST_RULES as RULES } from '../rules';
import { KubeValue } from '../spec';

/** Requests and limits, and where they come from: a field of the test, or the settings. */
export interface ContainerResources {
  readonly resources: KubeValue;
  readonly field?: string;
  /** Whose settings they are, where they are no field. */
  readonly settingsOf?: string;
}

type Lists = { readonly [list: string]: KubeValue | undefined };

const STANDARD = ['cpu', 'memory', 'ephemeral-storage'];
const HUGE_PAGES = 'hugepages-';

/** Findings on the resources of a container. */
export function checkContainerResources({ resources, field, settingsOf }: ContainerResources): Finding[] {
  const { requests = {}, limits = {} } = resources as Lists;
  const wrong = (place: string, message: string, remedy: string) => field === undefined
    ? violation(RULES.resources, '', `the settings of ${settingsOf!}: ${place}: ${message}`, remedy)
    : violation(RULES.resources, `${field}.${place}`, message, remedy);
  const findings: Finding[] = [];
  for (const [list, quantities] of [['requests', requests], ['limits', limits]] as const) {
    for (const [name, value] of Object.entries(quantities)) {
      const place = `${list}.${name}`;
      const quantity = parseQuantity(value as string);
      if (!isOfContainers(name)) findings.push(wrong(place, `containers have no resource ${show(name)}`, `give ${STANDARD.join(', ')} or one such as nvidia.com/gpu`));
      else if (quantity && quantity.nano < 0n) findings.push(wrong(place, `${show(value)} is negative`, 'give a quantity that is not'));
      else if (quantity && name.includes('/') && quantity.nano % 1_000_000_000n !== 0n) findings.push(wrong(place, `${show(value)} is no whole number`, 'give a whole number'));
    }
  }
  for (const [name, value] of Object.entries(requests).filter(([one]) => isOfContainers(one))) {
    const problem = requestProblem(name, value, limits[name]);
    if (problem) findings.push(wrong(`requests.${name}`, ...problem));
  }
  const claims = Array.isArray(resources.claims) ? resources.claims as KubeValue[] : [];
  return [...findings, ...claims.map(({ name }, index) => wrong(`claims[${index}]`, `the pod has no resource claim ${show(name)}`, 'leave it out: the operator has no resource claims'))];
}

/** Resources of no domain are those that Kubernetes has; any other is one of a device. */
function isOfContainers(name: string): boolean {
  return name.includes('/') ? qualifiedKeyProblems(name).length === 0 : STANDARD.includes(name) || name.startsWith(HUGE_PAGES);
}

/** Of what cannot be shared a container gets exactly what its limit says. */
function requestProblem(name: string, value: unknown, limit: unknown): [message: string, remedy: string] | undefined {
  const shared = STANDARD.includes(name);
  if (limit === undefined) return shared ? undefined : [`${show(name)} has no limit`, 'give the same quantity as limit'];
  const [request, most] = [value, limit].map((one) => parseQuantity(one as string));
  if (!request || !most) return undefined;
  const order = compareQuantities(request, most);
  if (shared) return order > 0 ? [`${show(value)} is more than the limit ${show(limit)}`, 'request less or raise the limit'] : undefined;
  return order !== 0 ? [`${show(value)} is not the limit ${show(limit)}`, 'give both the same quantity'] : undefined;
}
