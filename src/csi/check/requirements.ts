/** Checks of what a driver does not work without, with the reasons that its definition has. */
import { Finding, show, violation } from '../../findings';
import { pluginsOf } from '../installation';
import { CSI_RULES as RULES } from '../rules';
import { Requirement, StackSpec } from '../spec';

/** Findings on settings that the driver does not work with. */
export function checkRequirements(spec: StackSpec): Finding[] {
  const { driver, options } = spec;
  const settings: { [part: string]: unknown } = {
    csiDriver: { ...driver.csiDriver, ...options.csiDriver },
  };
  for (const { key, pod } of pluginsOf(spec)) {
    settings[key] = { ...pod, hostNetwork: pod.hostNetwork === true };
  }
  return (driver.requirements ?? []).flatMap((requirement) => {
    // A controller that is not deployed does not have to be right.
    const [part] = requirement.field.split('.');
    return settings[part] === undefined
      ? []
      : checkRequirement(driver.name, requirement, valueAt(settings, requirement.field));
  });
}

function checkRequirement(
  name: string,
  { field, mustBe, mustNotContain, mustBeAbsent, reason }: Requirement,
  value: unknown,
): Finding[] {
  const problem = (wrong: unknown, instead: string = '') => [
    violation(
      RULES.requirement,
      field,
      `${show(wrong)} does not work with ${name}${instead}: ${reason}`,
      'remove it',
    ),
  ];
  if (mustBe !== undefined && JSON.stringify(value) !== JSON.stringify(JSON.parse(mustBe))) {
    return problem(value, `, which needs ${mustBe}`);
  }
  if (mustNotContain !== undefined && Array.isArray(value) && value.includes(mustNotContain)) {
    return problem(mustNotContain);
  }
  if (mustBeAbsent && value !== undefined && value !== null) return problem(value);
  return [];
}

function valueAt(value: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce((at, field) => (at as { [field: string]: unknown } | undefined)?.[field], value);
}
