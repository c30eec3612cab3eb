/** Checks of all installations and classes of an app together. */
import { Finding, show, violation } from '../findings';
import { groupOf, isClusterScoped } from '../kube';
import { checkParameters } from './check-classes';
import { hasController, isInstalled } from './effective';
import { CSI_RULES as RULES } from './rules';
import { StackSpec } from './spec';

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

/** An object of the app, whoever made it. */
export interface AppObject {
  readonly construct: string;
  readonly apiVersion: string;
  readonly kind: string;
  readonly name: string;
  readonly namespace?: string;
}

/** Findings on an app. */
export function checkCsiApp(stacks: readonly AppStack[], classes: readonly AppClass[], objects: () => readonly AppObject[]): Finding[] {
  return [
    ...checkOnce(stacks),
    ...stacks.flatMap(checkController),
    ...classes.flatMap((one) => checkClass(one, stacks.filter(({ spec }) => spec.driver.name === one.driverName))),
    ...stacks.length > 0 ? checkObjects(stacks, objects()) : [],
  ];
}

function checkOnce(stacks: readonly AppStack[]): Finding[] {
  const installed = new Map<string, AppStack>();
  return stacks.filter(({ spec }) => spec.options.mode !== 'external').flatMap((stack) => {
    const { name } = stack.spec.driver;
    const first = installed.get(name);
    installed.set(name, first ?? stack);
    if (!first) return [];
    const byOperator = (one: AppStack) => one.spec.options.mode === 'openshiftOperator' ? ' with OpenShift\'s operator' : '';
    return [{
      ...violation(RULES.oneStack, '', `${name} is installed by ${first.construct}${byOperator(first)}, and again here${byOperator(stack)}`,
        'keep one of them; for another cluster, make another app'),
      construct: stack.construct,
    }];
  });
}

/** Options for a controller that nothing deploys; a class that is added later would. */
function checkController({ construct, spec }: AppStack): Finding[] {
  const { platform, options } = spec;
  if (!isInstalled(spec) || hasController(spec)) return [];
  const { enabled, ...others } = options.controller ?? {};
  const given = [
    ...enabled === false ? [] : Object.keys(others).map((option) => `controller.${option}`),
    ...platform.roleArn === undefined ? [] : ['platform.roleArn'],
  ];
  return given.map((option) => ({
    ...violation(RULES.optionWithoutEffect, option, `${option} has no effect, because there is no controller`,
      'leave it out, or give a dynamic class or controller.enabled'),
    construct,
  }));
}

function checkClass({ construct, className, dynamic, parameters = {} }: AppClass, stacks: readonly AppStack[]): Finding[] {
  if (!dynamic || stacks.length === 0) return [];
  const findings = stacks.flatMap(({ spec }) => checkParameters(className, parameters, spec.driver.classRestrictions ?? [], ''));
  const without = stacks.filter(({ spec }) => (spec.options.mode ?? 'selfManaged') === 'selfManaged' && spec.driver.controller && !hasController(spec));
  if (without.length === stacks.length) {
    findings.push(violation(RULES.controllerDisabled, '', `the class ${show(className)} is dynamic, but ${without[0].construct} runs no controller to make its volumes`,
      'set controller.enabled there, or give the class to the stack'));
  }
  return findings.map((finding) => ({ ...finding, construct }));
}

function checkObjects(stacks: readonly AppStack[], objects: readonly AppObject[]): Finding[] {
  const stackOf = ({ construct }: AppObject) => stacks.find((stack) => construct.startsWith(`${stack.construct}/`));
  const seen = new Map<string, AppObject>();
  return objects.flatMap((object) => {
    const { apiVersion, kind, name } = object;
    const namespace = isClusterScoped(apiVersion, kind) ? '' : object.namespace ?? '';
    const key = [groupOf(apiVersion), kind, namespace, name].join(' ');
    const first = seen.get(key);
    seen.set(key, first ?? object);
    if (!first) return [];
    const [one, other] = [stackOf(first), stackOf(object)];
    if (!one && !other) return [];
    // Two installations of a driver have all their objects in common; that is one finding already.
    if (one && other && isInstalled(one.spec) && isInstalled(other.spec) && one.spec.driver.name === other.spec.driver.name) return [];
    return [{
      ...violation(RULES.nameTaken, '', `${kind} ${show(name)} is also ${first.construct}`, 'give one of them another name, or leave one out'),
      construct: object.construct,
    }];
  });
}
