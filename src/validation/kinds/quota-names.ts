/** Names of resources that quotas and limits count, and which of them are whole numbers. */
import { Finding } from '../../findings';
import { goQuantity, qualifiedKeyProblems } from '../../kube';
import { invalid } from '../../resource';

const OF_CONTAINERS = ['cpu', 'memory', 'ephemeral-storage'];
const COUNTED = [
  'pods',
  'resourcequotas',
  'services',
  'replicationcontrollers',
  'secrets',
  'configmaps',
  'persistentvolumeclaims',
  'services.nodeports',
  'services.loadbalancers',
];
const OF_QUOTAS = [
  ...COUNTED,
  ...OF_CONTAINERS,
  ...OF_CONTAINERS.flatMap((name) => [`requests.${name}`, `limits.${name}`]),
  'requests.storage',
];
const HUGE_PAGES = ['hugepages-', 'requests.hugepages-'];

/** Who counts resources: which names without a domain there are for it, and what that is called. */
const OWNERS = {
  any: { names: [...OF_QUOTAS, 'storage'], pages: HUGE_PAGES, what: 'resource type' },
  containers: { names: OF_CONTAINERS, pages: ['hugepages-'], what: 'resource for containers' },
  quotas: { names: OF_QUOTAS, pages: HUGE_PAGES, what: 'resource for quota' },
};

export function resourceNameProblems(
  name: string,
  field: string,
  owner: keyof typeof OWNERS,
): Finding[] {
  const remedy = 'use an existing resource, such as cpu, or one with a domain';
  const wrong = (why: string) => invalid(field, name, why, remedy);
  const { what } = OWNERS[owner];
  const found = qualifiedKeyProblems(name).map(wrong);
  return [
    ...found,
    ...(found.length > 0 || name.includes('/') || isOf(name, 'any')
      ? []
      : [wrong('must be a standard resource type or fully qualified')]),
    ...(name.includes('/') || isOf(name, owner) ? [] : [wrong(`must be a standard ${what}`)]),
  ];
}

/** An amount as the server shows it: not `0.500000000` but `500m`. */
export function shownQuantity(amount: unknown): string {
  const text = String(amount);
  return goQuantity(text) ?? text;
}

/** Whether a quota counts it by a name of Kubernetes' own. */
export function isOfQuotas(name: string): boolean {
  return isOf(name, 'quotas');
}

/** Whether it comes in whole numbers. */
export function isWhole(name: string): boolean {
  return COUNTED.includes(name) || isExtended(name);
}

/** Whether it is a resource of somebody else, which nodes have in whole numbers. */
export function isExtended(name: string): boolean {
  return (
    name.includes('/') &&
    !name.includes('kubernetes.io/') &&
    !name.startsWith('requests.') &&
    qualifiedKeyProblems(`requests.${name}`).length === 0
  );
}

function isOf(name: string, owner: keyof typeof OWNERS): boolean {
  const { names, pages } = OWNERS[owner];
  return names.includes(name) || pages.some((page) => name.startsWith(page));
}
