/** Checks of a driver's definition by itself: what would be refused whatever the user chooses. */
import { Finding, show, violation } from '../../findings';
import { append, labelValueProblems } from '../../kube';
import { checkPodSpec } from '../../pod';
import { checkName } from '../../storage/core';
import { isPort } from '../installation';
import { BUILT_IN_SCCS } from '../platforms';
import { CSI_RULES as RULES } from '../rules';
import { DriverSpec, PluginKey, PluginSpec, PortRange, RoleSpec, SccSpec } from '../spec';

const MAX_DRIVER_NAME = 63;
const KEYS = ['node', 'controller'] as const;
const RULE_FIELDS = ['apiGroups', 'nonResourceURLs', 'resourceNames', 'resources', 'verbs'];

export function definedAt(key: PluginKey): string {
  return `driver.${key}.pod`;
}

/**
 * Findings on the pods of a definition, as the API server would have them, but for those that are
 * known to be right.
 */
export function checkDefinedPods(
  driver: DriverSpec,
  isRight: (key: PluginKey) => boolean = () => false,
): Finding[] {
  return KEYS.flatMap((key) =>
    driver[key] && !isRight(key)
      ? checkPodSpec(driver[key].pod, { path: definedAt(key), restartPolicies: ['Always'] })
      : [],
  );
}

/** Findings on the rest of a definition. */
export function checkDefinition(driver: DriverSpec): Finding[] {
  const { name, appName, node, controller } = driver;
  const findings = [
    ...checkName(name, 'driver.name'),
    ...checkLabelValue(appName, 'driver.appName'),
  ];
  if (name.length > MAX_DRIVER_NAME) {
    findings.push(
      violation(
        RULES.name,
        'driver.name',
        `the name ${show(name)} has ${name.length} characters`,
        `use at most ${MAX_DRIVER_NAME}`,
      ),
    );
  }
  for (const key of KEYS) {
    if (driver[key]) append(findings, checkPlugin(driver[key], `driver.${key}`));
  }
  if (controller?.name === node.name) {
    findings.push(
      violation(
        RULES.name,
        'driver.controller.name',
        `the name ${show(node.name)} is that of the node plugin, whose pods the controller would select`,
        'use another name',
      ),
    );
  }
  if (driver.operator) {
    append(findings, checkName(driver.operator.packageName, 'driver.operator.packageName'));
  }
  return findings;
}

function checkPlugin(
  { name, serviceAccountName, roles = [], reservedPorts = [], scc }: PluginSpec,
  path: string,
): Finding[] {
  return [
    ...checkName(name, `${path}.name`),
    ...checkLabelValue(name, `${path}.name`),
    ...checkName(serviceAccountName, `${path}.serviceAccountName`),
    ...roles.flatMap((role, index) => checkRole(role, `${path}.roles[${index}]`)),
    ...reservedPorts.flatMap((range, index) =>
      checkRange(range, `${path}.reservedPorts[${index}]`),
    ),
    ...(scc ? checkScc(scc, `${path}.scc`) : []),
  ];
}

function checkScc({ name, privilegedRoleName }: SccSpec, path: string): Finding[] {
  return [
    ...checkName(name, `${path}.name`),
    ...(BUILT_IN_SCCS.includes(name)
      ? [
          violation(
            RULES.sccName,
            `${path}.name`,
            `the name ${show(name)} is that of a built-in SCC, which would be overwritten`,
            'use another name',
          ),
        ]
      : []),
    ...checkRoleName(privilegedRoleName, `${path}.privilegedRoleName`),
  ];
}

function checkRole({ name, bindingName, rules }: RoleSpec, path: string): Finding[] {
  return [
    ...checkRoleName(name, `${path}.name`),
    ...checkRoleName(bindingName, `${path}.bindingName`),
    ...rules.flatMap((rule, index) => checkRule(rule, `${path}.rules[${index}]`)),
  ];
}

/** What a role allows: verbs, and what they are for. */
function checkRule(rule: { readonly [field: string]: unknown }, path: string): Finding[] {
  const isEmpty = (field: string) => !Array.isArray(rule[field]) || rule[field].length === 0;
  const wrong = (field: string, message: string, remedy: string) =>
    violation(RULES.role, `${path}.${field}`, message, remedy);
  const ofResources = ['apiGroups', 'resources'] as const;
  return [
    ...Object.entries(rule).flatMap(([field, value]) =>
      RULE_FIELDS.includes(field)
        ? Array.isArray(value) && value.every((one) => typeof one === 'string')
          ? []
          : [wrong(field, `${show(value)} is not a list of strings`, 'use a list of strings')]
        : [
            wrong(
              field,
              `a rule has no field ${show(field)}`,
              `remove it; the fields are ${RULE_FIELDS.join(', ')}`,
            ),
          ],
    ),
    ...(isEmpty('verbs')
      ? [wrong('verbs', 'the rule has no verbs', 'add at least one, such as get')]
      : []),
    ...(isEmpty('nonResourceURLs')
      ? ofResources
          .filter(isEmpty)
          .map((field) =>
            wrong(
              field,
              `the rule has no ${field}`,
              field === 'apiGroups'
                ? "add at least one; the core group is ''"
                : 'add at least one, such as nodes',
            ),
          )
      : [...ofResources, 'resourceNames']
          .filter((field) => !isEmpty(field))
          .map((field) =>
            wrong(
              field,
              'a rule for nonResourceURLs cannot have resources as well',
              'remove it, or move it to a separate rule',
            ),
          )),
  ];
}

function checkRange({ first, last }: PortRange, path: string): Finding[] {
  const wrong = (field: string, message: string) =>
    violation(RULES.port, `${path}.${field}`, message, 'use a number from 1 to 65535');
  return [
    ...[
      ['first', first],
      ['last', last],
    ].flatMap(([field, port]) =>
      isPort(port as number) ? [] : [wrong(field as string, `${port} is not a valid port`)],
    ),
    ...(first > last
      ? [
          violation(
            RULES.port,
            path,
            `the range from ${first} to ${last} has no ports`,
            'put the lower port first',
          ),
        ]
      : []),
  ];
}

/** Names of roles and bindings may have letters and signs that those of other objects may not. */
function checkRoleName(name: string, path: string): Finding[] {
  const isSegment = name !== '' && name !== '.' && name !== '..' && !/[/%]/.test(name);
  return isSegment
    ? []
    : [
        violation(
          RULES.name,
          path,
          `${show(name)} is not a valid name for a role`,
          'use a name without / and %',
        ),
      ];
}

/** Names that become values of labels, by which workloads find their pods. */
function checkLabelValue(value: string, path: string): Finding[] {
  const problems = value === '' ? ['it is empty'] : labelValueProblems(value);
  return problems.map((problem) =>
    violation(
      RULES.name,
      path,
      `${show(value)}: ${problem}`,
      'use at most 63 letters, digits, dashes, dots and underscores',
    ),
  );
}
