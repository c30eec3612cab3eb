/** Checks of all installations and classes of an app together. */
import { checkParameters, controllerRemedy, lacksController } from './classes';
import { Finding, show, violation } from '../../findings';
import { hasController, isInstalled, modeOf } from '../installation';
import { eksOf } from '../platforms';
import { CSI_RULES as RULES } from '../rules';
import { StackSpec } from '../spec';

/** An installation, with the path of its construct. */
export interface AppStack {
  readonly construct: string;
  readonly spec: StackSpec;
}

/** A class that stands for itself, with the path of its construct. */
export interface AppClass {
  readonly construct: string;
  readonly driverName: string;
  readonly className: string;
  /** Whether the driver's controller makes its volumes. */
  readonly dynamic: boolean;
  readonly parameters?: { readonly [parameter: string]: string };
}

export function checkOneStack(others: readonly AppStack[], added: AppStack): Finding[] {
  const { name } = added.spec.driver;
  const installs = ({ spec }: AppStack) =>
    modeOf(spec.options) !== 'external' && spec.driver.name === name;
  const first = others.find(installs);
  if (!first || !installs(added)) return [];
  const byOperator = ({ spec }: AppStack) =>
    modeOf(spec.options) === 'openshift-operator' ? " with OpenShift's operator" : '';
  return [
    violation(
      RULES.oneStack,
      '',
      `${name} is installed by ${first.construct}${byOperator(first)}, and again here${byOperator(added)}`,
      'keep one of them; use a separate app for another cluster',
    ),
  ];
}

/** Findings on a whole app. */
export function checkCsiApp(stacks: readonly AppStack[], classes: readonly AppClass[]): Finding[] {
  return [
    ...stacks.flatMap(checkController),
    ...classes.flatMap((one) =>
      checkClass(
        one,
        stacks.filter(({ spec }) => spec.driver.name === one.driverName),
      ),
    ),
  ];
}

/** Options for a controller that nothing deploys; a class that is added later would. */
function checkController({ construct, spec }: AppStack): Finding[] {
  const { options } = spec;
  if (!isInstalled(spec) || hasController(spec)) return [];
  const { enabled, ...others } = options.controller ?? {};
  const given = [
    ...(enabled === false ? [] : Object.keys(others).map((option) => `controller.${option}`)),
    ...(eksOf(spec).roleArn === undefined ? [] : ['eks.roleArn']),
  ];
  return given.map((option) => ({
    ...violation(
      RULES.optionWithoutEffect,
      option,
      `${option} has no effect, because there is no controller`,
      'remove it, or add a dynamic class or set controller.enabled',
    ),
    construct,
  }));
}

function checkClass(
  { construct, className, dynamic, parameters = {} }: AppClass,
  stacks: readonly AppStack[],
): Finding[] {
  if (!dynamic || stacks.length === 0) return [];
  const findings = stacks.flatMap(({ spec }) =>
    checkParameters(className, parameters, spec.driver.storageClassRestrictions ?? [], ''),
  );
  if (stacks.every(({ spec }) => lacksController(spec))) {
    const [{ construct: stack, spec }] = stacks;
    const isOpen = isInstalled(spec) && spec.options.controller?.enabled !== false;
    findings.push(
      violation(
        RULES.controllerDisabled,
        '',
        `the class ${show(className)} is dynamic, but ${stack} runs no controller to provision its volumes`,
        isOpen
          ? 'set controller.enabled there, or pass the class to the stack'
          : controllerRemedy(spec),
      ),
    );
  }
  return findings.map((finding) => ({ ...finding, construct }));
}
