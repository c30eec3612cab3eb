/** Limits of a namespace: what each pod, container and claim may ask for, in which order. */
import { resourceNameProblems, shownQuantity } from './quota-names';
import { Finding } from '../../findings';
import { Fields, fieldsOf, parseQuantity, qualifiedKeyProblems } from '../../kube';
import { listAt } from '../../model';
import { duplicate, forbidden, invalid, required } from '../../resource';

const TYPES = ['Container', 'PersistentVolumeClaim', 'Pod'];
const LISTS = ['max', 'min', 'default', 'defaultRequest', 'maxLimitRequestRatio'] as const;
const DEFAULTS = ['default', 'defaultRequest'];
const ONE = 1_000_000_000n;

type List = (typeof LISTS)[number];

/**
 * Amounts of which the first may not be more than the second; the server names `field`, but of
 * `default` shows the other amount.
 */
const ORDER: readonly (readonly [less: List, more: List, field: List, why: string])[] = [
  ['min', 'max', 'min', 'min value {less} is greater than max value {more}'],
  [
    'min',
    'defaultRequest',
    'defaultRequest',
    'min value {less} is greater than default request value {more}',
  ],
  [
    'defaultRequest',
    'max',
    'defaultRequest',
    'default request value {less} is greater than max value {more}',
  ],
  [
    'defaultRequest',
    'default',
    'defaultRequest',
    'default request value {less} is greater than default limit value {more}',
  ],
  ['min', 'default', 'default', 'min value {less} is greater than default value {more}'],
  ['default', 'max', 'default', 'default value {less} is greater than max value {more}'],
];

/** Whether a ratio is above `max / min`; dividing by nothing is no limit. */
function isAbove(ratio: bigint, max: bigint, min: bigint): boolean {
  const more = ratio * min - max * ONE;
  return min > 0n ? more > 0n : min < 0n && more < 0n;
}

export function limitProblems(after: Fields): Finding[] {
  const seen = new Set<unknown>();
  return listAt(after, 'spec.limits').flatMap((limit, index) => {
    const path = `spec.limits[${index}]`;
    const isTwice = seen.has(limit.type);
    seen.add(limit.type);
    return [
      ...typeProblems(String(limit.type ?? ''), `${path}.type`),
      ...(isTwice ? [duplicate(`${path}.type`, limit.type, 'use one limit for each type')] : []),
      ...nameProblems(limit, path),
      ...claimProblems(limit, path),
      ...orderProblems(limit.type === 'Pod' ? withoutDefaults(limit) : limit, path),
    ];
  });
}

function typeProblems(type: string, field: string): Finding[] {
  const remedy = `use one of ${TYPES.join(', ')}`;
  const found = qualifiedKeyProblems(type).map((why) => invalid(field, type, why, remedy));
  return found.length > 0 || type.includes('/') || TYPES.includes(type)
    ? found
    : [invalid(field, type, 'must be a standard limit type or fully qualified', remedy)];
}

function nameProblems(limit: Fields, path: string): Finding[] {
  const owner = limit.type === 'Pod' || limit.type === 'Container' ? 'containers' : 'any';
  return LISTS.flatMap((list) => {
    const names = Object.keys(fieldsOf(limit[list]));
    if (names.length > 0 && limit.type === 'Pod' && DEFAULTS.includes(list)) {
      const why = "may not be specified when `type` is 'Pod'";
      return [forbidden(`${path}.${list}`, why, 'remove it, or write it for Container')];
    }
    return names.flatMap((name) => resourceNameProblems(name, `${path}.${list}[${name}]`, owner));
  });
}

function claimProblems({ type, min, max }: Fields, path: string): Finding[] {
  const isGiven = [min, max].some((list) => fieldsOf(list).storage !== undefined);
  if (type !== 'PersistentVolumeClaim' || isGiven) return [];
  const why = 'either minimum or maximum storage value is required, but neither was provided';
  return [required(`${path}.limits`, 'set max.storage or min.storage', why)];
}

function namesOf(limit: Fields): string[] {
  return [...new Set(LISTS.flatMap((list) => Object.keys(fieldsOf(limit[list]))))];
}

/** Pods have none, so that nobody compares them. */
const withoutDefaults = ({ max, min, maxLimitRequestRatio }: Fields): Fields => ({
  max,
  min,
  maxLimitRequestRatio,
});

function orderProblems(limit: Fields, path: string): Finding[] {
  return namesOf(limit).flatMap((name) => orderProblemsOf(limit, name, path));
}

function orderProblemsOf(limit: Fields, name: string, path: string): Finding[] {
  const amount = (list: List) => {
    const value = fieldsOf(limit[list])[name];
    return typeof value === 'string' ? parseQuantity(value)?.nano : undefined;
  };
  const shown = (list: List) => shownQuantity(fieldsOf(limit[list])[name]);
  const remedy = 'use increasing amounts from min over defaultRequest and default to max';
  const found = ORDER.flatMap(([less, more, field, words]) => {
    const [low, high] = [amount(less), amount(more)];
    if (low === undefined || high === undefined || low <= high) return [];
    const why = words.replace('{less}', shown(less)).replace('{more}', shown(more));
    const value = shown(field !== 'default' ? field : less === field ? more : less);
    return [invalid(`${path}.${field}[${name}]`, value, why, remedy)];
  });
  const [ratio, min, max] = [amount('maxLimitRequestRatio'), amount('min'), amount('max')];
  const field = `${path}.maxLimitRequestRatio[${name}]`;
  const value = shown('maxLimitRequestRatio');
  if (ratio === undefined) return found;
  if (ratio < ONE) {
    found.push(invalid(field, value, `ratio ${value} is less than 1`, 'use at least 1'));
  }
  if (min !== undefined && max !== undefined && isAbove(ratio, max, min)) {
    const most = (Number(max) / Number(min)).toFixed(6);
    const why = `ratio ${value} is greater than max/min = ${most}`;
    found.push(invalid(field, value, why, 'use a lower one'));
  }
  return found;
}
