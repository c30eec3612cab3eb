/** Checks of a stack's classes: what the API server refuses, and what nobody would make volumes for. */
import { Finding, show, violation } from '../findings';
import { hasController } from './effective';
import { CSI_RULES as RULES } from './rules';
import { ClassRestriction, ClassSpec, StackSpec } from './spec';
import { checkStorageClass } from '../storage/core';

/** Findings on all classes of a stack. */
export function checkClasses(spec: StackSpec): Finding[] {
  const { driver, options } = spec;
  const classes = [
    ...(driver.storageClasses ?? []).map((one, index) => ({ one, path: `driver.storageClasses[${index}]` })),
    ...(options.storageClasses ?? []).map((one, index) => ({ one, path: `storageClasses[${index}]` })),
  ];
  const names = new Set<string>();
  const findings: Finding[] = [];
  for (const { one, path } of classes) {
    const { dynamic: _, id: __, ...fields } = one;
    findings.push(...checkStorageClass({ ...fields, provisioner: driver.name }).map((finding) => ({ ...finding, path: `${path}.${finding.path}` })));
    if (names.has(one.name)) {
      findings.push(violation(RULES.classTwice, `${path}.name`, `there is already a class ${show(one.name)}`, 'give another name'));
    }
    names.add(one.name);
    findings.push(...checkController(spec, one, path), ...checkParameters(one.name, one.parameters ?? {}, driver.classRestrictions ?? [], path));
  }
  return findings;
}

/** Findings on parameters that the driver refuses as it is installed. */
export function checkParameters(
  name: string, parameters: { readonly [parameter: string]: string }, restrictions: readonly ClassRestriction[], path: string,
): Finding[] {
  return restrictions.filter(({ parameter, values }) => Object.hasOwn(parameters, parameter) && values.includes(parameters[parameter]))
    .map(({ parameter, reason, remedy }) => violation(RULES.classParameter, path === '' ? `parameters.${parameter}` : `${path}.parameters.${parameter}`,
      `the class ${show(name)} has ${parameter} ${show(parameters[parameter])}: ${reason}`, remedy));
}

function checkController(spec: StackSpec, { name, dynamic }: ClassSpec, path: string): Finding[] {
  const installs = (spec.options.mode ?? 'selfManaged') === 'selfManaged';
  if (!dynamic || !installs || !spec.driver.controller || hasController(spec)) return [];
  return [violation(RULES.controllerDisabled, `${path}.dynamic`, `the class ${show(name)} is dynamic, but no controller runs to make its volumes`,
    spec.options.controller?.enabled === false ? 'leave out controller.enabled, or the class' : 'leave out the class')];
}
