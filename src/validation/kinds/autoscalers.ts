/** Autoscalers: what they scale, by which metrics, and how fast. */
import { pathSegmentProblems, wrongNameOf } from './field-names';
import { KindRules, Past } from './kind';
import { resourceNameProblems } from './quota-names';
import { Finding } from '../../findings';
import { append, Fields, fieldsOf, labelProblems, parseQuantity, own, textOf } from '../../kube';
import { at, fieldsAt, listAt } from '../../model';
import { forbidden, invalid, required, unsupported } from '../../resource';
import { AppliedManifest } from '../applied';

export const AUTOSCALER_RULES: { readonly [kindKey: string]: KindRules } = {
  'autoscaling/HorizontalPodAutoscaler': { invalid: autoscalerProblems },
};

const TARGET = 'spec.scaleTargetRef';

/** Its API version is only looked at if the target is another one. */
function targetProblems(after: Fields, { before, isTaken }: Past): Finding[] {
  const { apiVersion, kind } = fieldsAt(after, TARGET);
  const old = before && fieldsAt(before, TARGET);
  if (isTaken || (old && old.apiVersion === apiVersion && old.kind === kind)) return [];
  // This one alone is of the core group.
  return versionProblems(apiVersion, TARGET, kind === 'ReplicationController');
}

function versionProblems(apiVersion: unknown, path: string, isOfCore: boolean): Finding[] {
  const text = textOf(apiVersion);
  const wrong = (why: string) =>
    invalid(`${path}.apiVersion`, text, why, 'use group/version, such as apps/v1');
  const parts = text.split('/');
  if (parts.length > 2) return [wrong(`unexpected GroupVersion string: ${text}`)];
  const hasGroup = parts.length === 2 && parts[0] !== '';
  return hasGroup || isOfCore ? [] : [wrong('apiVersion must specify API group')];
}

function autoscalerProblems(after: Fields, past: Past): Finding[] {
  const { behavior, minReplicas, maxReplicas, scaleTargetRef } = fieldsOf(after.spec);
  const metrics = listAt(after, 'spec.metrics');
  const most = typeof maxReplicas === 'number' ? maxReplicas : 0;
  const found: Finding[] = [];
  if (most < 1) {
    found.push(required('spec.maxReplicas', 'use at least 1', 'must be set and greater than 0'));
  }
  if (typeof minReplicas === 'number' && minReplicas > most) {
    found.push(
      invalid(
        'spec.maxReplicas',
        most,
        'must be greater than or equal to `minReplicas`',
        'use at least minReplicas',
      ),
    );
  }
  if (
    minReplicas === 0 &&
    !metrics.some(({ type }) => ['Object', 'External'].includes(`${type}`))
  ) {
    const why =
      'must specify at least one Object or External metric to support scaling to zero replicas';
    found.push(forbidden('spec.metrics', why, 'scale by one of them, or to 1 at least'));
  }
  return [
    ...found,
    ...targetProblems(after, past),
    ...referenceProblems(fieldsOf(scaleTargetRef), TARGET),
    ...metrics.flatMap((metric, index) => metricProblems(metric, `spec.metrics[${index}]`)),
    ...['scaleUp', 'scaleDown'].flatMap((direction) =>
      scalingProblems(fieldsOf(behavior)[direction], `spec.behavior.${direction}`),
    ),
    ...emptyPolicies(past.sent),
  ];
}

function referenceProblems(reference: Fields, path: string): Finding[] {
  return ['kind', 'name'].flatMap((field) =>
    wrongNameOf(reference, path, field, pathSegmentProblems, 'name an object'),
  );
}

/** Where the numbers of a metric come from, by its type; the server looks into the first only. */
const SOURCES: { readonly [type: string]: string } = {
  Object: 'object',
  External: 'external',
  Pods: 'pods',
  Resource: 'resource',
  ContainerResource: 'containerResource',
};

function metricProblems(metric: Fields, path: string): Finding[] {
  const type = textOf(metric.type);
  const expected = own(SOURCES, type);
  const given = Object.values(SOURCES).filter((source) => metric[source] !== undefined);
  const [first] = given;
  const populate = 'must populate information for the given metric source';
  return [
    ...(expected === undefined
      ? [unsupported(`${path}.type`, type, Object.keys(SOURCES).sort())]
      : []),
    ...(first === undefined ? [] : sourceProblems(metric, first, `${path}.${first}`)),
    ...(expected !== undefined && !given.includes(expected)
      ? [required(`${path}.${expected}`, 'set it, or correct the type', populate)]
      : []),
    ...(given.length < 2 ? [] : given.filter((source) => source !== expected)).map((source) =>
      forbidden(
        `${path}.${source}`,
        'must populate the given metric source only',
        'remove it, or correct the type',
      ),
    ),
  ];
}

function sourceProblems(metric: Fields, source: string, path: string): Finding[] {
  const asked = fieldsOf(metric[source]);
  const target = fieldsOf(asked.target);
  const place = `${path}.target`;
  return [
    ...targetOfMetric(target, place),
    ...(source === 'resource' || source === 'containerResource'
      ? resourceProblems(asked, target, source, path)
      : [
          ...wrongNameOf(
            fieldsOf(asked.metric),
            `${path}.metric`,
            'name',
            pathSegmentProblems,
            'set the name of the metric',
          ),
          ...valueProblems(target, source, place),
        ]),
    ...(source === 'object' ? describedProblems(fieldsOf(asked.describedObject), path) : []),
  ];
}

function describedProblems(described: Fields, path: string): Finding[] {
  const place = `${path}.describedObject`;
  return [
    ...referenceProblems(described, place),
    ...versionProblems(described.apiVersion, place, true),
  ];
}

/** A resource is told by its use or by an amount. */
function resourceProblems(
  { name, container }: Fields,
  { averageUtilization, averageValue }: Fields,
  source: string,
  path: string,
): Finding[] {
  const found: Finding[] = [];
  if (source === 'containerResource') {
    if (typeof name === 'string') {
      append(found, resourceNameProblems(name, `${path}.name`, 'containers'));
    }
    append(found, wrongNameOf({ container }, path, 'container', labelProblems, 'name a container'));
  }
  if (averageUtilization === undefined && averageValue === undefined) {
    found.push(
      required(
        `${path}.target.averageUtilization`,
        'set one of them',
        'must set either a target raw value or a target utilization',
      ),
    );
  }
  if (averageUtilization !== undefined && averageValue !== undefined) {
    found.push(
      forbidden(
        `${path}.target.averageValue`,
        'may not set both a target raw value and a target utilization',
        'remove one of them',
      ),
    );
  }
  return found;
}

const WITHOUT_VALUE: { readonly [source: string]: string } = {
  object: 'must set either a target value or averageValue',
  external: 'must set either a target value for metric or a per-pod target',
  pods: 'must specify a positive target averageValue',
};

function valueProblems({ value, averageValue }: Fields, source: string, path: string): Finding[] {
  const isMissing = averageValue === undefined && (value === undefined || source === 'pods');
  const isTwice = source === 'external' && averageValue !== undefined && value !== undefined;
  return [
    ...(isMissing
      ? [required(`${path}.averageValue`, 'set the amount to aim at', WITHOUT_VALUE[source])]
      : []),
    ...(isTwice
      ? [
          forbidden(
            `${path}.value`,
            'may not set both a target value for metric and a per-pod target',
            'remove one of them',
          ),
        ]
      : []),
  ];
}

const TARGETS = ['Utilization', 'Value', 'AverageValue'];

function targetOfMetric(target: Fields, path: string): Finding[] {
  const { type, averageUtilization } = target;
  const found: Finding[] = [];
  if (typeof type === 'string' && !TARGETS.includes(type)) {
    const why = 'must be either Utilization, Value, or AverageValue';
    found.push(invalid(`${path}.type`, type, why, `use one of ${TARGETS.join(', ')}`));
  }
  for (const field of ['value', 'averageValue']) {
    const amount = target[field];
    if (typeof amount === 'string' && (parseQuantity(amount)?.nano ?? 1n) <= 0n) {
      found.push(invalid(`${path}.${field}`, amount, 'must be positive', 'use more than 0'));
    }
  }
  if (typeof averageUtilization === 'number' && averageUtilization < 1) {
    const field = `${path}.averageUtilization`;
    found.push(invalid(field, averageUtilization, 'must be greater than 0', 'use at least 1'));
  }
  return found;
}

const SELECTS = ['Disabled', 'Max', 'Min'];
const POLICIES = ['Percent', 'Pods'];
const MOST_WINDOW = 3600;
const MOST_PERIOD = 1800;

function scalingProblems(rules: unknown, path: string): Finding[] {
  if (rules === undefined) return [];
  const { selectPolicy, stabilizationWindowSeconds: window, tolerance } = fieldsOf(rules);
  const field = `${path}.stabilizationWindowSeconds`;
  const amount = typeof tolerance === 'string' ? parseQuantity(tolerance) : undefined;
  return [
    ...(typeof window === 'number' && window < 0
      ? [invalid(field, window, 'must be greater than or equal to zero', 'use 0 or more')]
      : []),
    ...(typeof window === 'number' ? atMost(field, window, MOST_WINDOW) : []),
    ...(selectPolicy !== undefined && !SELECTS.includes(selectPolicy as string)
      ? [unsupported(`${path}.selectPolicy`, selectPolicy, SELECTS)]
      : []),
    ...listAt({ rules }, 'rules.policies').flatMap((policy, index) =>
      policyProblems(policy, `${path}.policies[${index}]`),
    ),
    ...(amount && amount.nano < 0n
      ? [
          invalid(
            `${path}.tolerance`,
            tolerance,
            'must be greater than or equal to 0',
            'use 0 or more',
          ),
        ]
      : []),
  ];
}

function policyProblems({ type, value, periodSeconds }: Fields, path: string): Finding[] {
  const found: Finding[] = [];
  if (!POLICIES.includes(type as string)) {
    found.push(unsupported(`${path}.type`, type ?? '', POLICIES));
  }
  for (const [field, one] of Object.entries({ value, periodSeconds })) {
    const number = typeof one === 'number' ? one : 0;
    if (number <= 0) {
      found.push(
        invalid(`${path}.${field}`, number, 'must be greater than zero', 'use at least 1'),
      );
    }
  }
  if (typeof periodSeconds === 'number') {
    append(found, atMost(`${path}.periodSeconds`, periodSeconds, MOST_PERIOD));
  }
  return found;
}

function atMost(field: string, value: number, most: number): Finding[] {
  if (value <= most) return [];
  return [invalid(field, value, `must be less than or equal to ${most}`, `use at most ${most}`)];
}

/** Policies that are left out have defaults; an empty list is one without any. */
function emptyPolicies({ given }: AppliedManifest): Finding[] {
  return ['scaleUp', 'scaleDown'].flatMap((direction) => {
    const field = `spec.behavior.${direction}.policies`;
    const policies = at(given, field);
    if (!Array.isArray(policies) || policies.length > 0) return [];
    const why = 'must specify at least one Policy';
    return [required(field, 'add a policy, or remove the list', why)];
  });
}
