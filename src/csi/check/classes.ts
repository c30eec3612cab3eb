/**
 * Checks of a stack's classes: what the API server refuses, and what nobody would make volumes for.
 */
import { Finding, show, violation } from '../../findings';
import { append, fieldPath } from '../../kube';
import { checkStorageClass } from '../../storage/core';
import { dynamicParameter, hasController, isDynamic, isInstalled, modeOf } from '../installation';
import { CSI_RULES as RULES } from '../rules';
import { StorageClassRestriction, ClassSpec, StackSpec } from '../spec';

export function checkClasses(spec: StackSpec): Finding[] {
  const { driver, options } = spec;
  const classes = [
    ...(driver.storageClasses ?? []).map((one, index) => ({
      one,
      path: `driver.storageClasses[${index}]`,
    })),
    ...(options.storageClasses ?? []).map((one, index) => ({
      one,
      path: `storageClasses[${index}]`,
    })),
  ];
  const names = new Set<string>();
  const findings: Finding[] = [];
  for (const { one, path } of classes) {
    const { dynamic: _, ...fields } = one;
    append(
      findings,
      checkStorageClass({ ...fields, provisioner: driver.name }).map((finding) => ({
        ...finding,
        path: `${path}.${finding.path}`,
      })),
    );
    if (names.has(one.name)) {
      findings.push(
        violation(
          RULES.classTwice,
          `${path}.name`,
          `there is already a class ${show(one.name)}`,
          'use another name',
        ),
      );
    }
    names.add(one.name);
    append(findings, [...checkDynamic(spec, one, path), ...checkController(spec, one, path)]);
    append(
      findings,
      checkParameters(one.name, one.parameters ?? {}, driver.storageClassRestrictions ?? [], path),
    );
  }
  return findings;
}

/** Findings on parameters that the driver refuses as it is installed. */
export function checkParameters(
  name: string,
  parameters: { readonly [parameter: string]: string },
  restrictions: readonly StorageClassRestriction[],
  path: string,
): Finding[] {
  return restrictions
    .filter(
      ({ parameter, values }) =>
        Object.hasOwn(parameters, parameter) && values.includes(parameters[parameter]),
    )
    .map(({ parameter, reason, remedy }) =>
      violation(
        RULES.classParameter,
        fieldPath(path, `parameters.${parameter}`),
        `the class ${show(name)} has ${parameter} ${show(parameters[parameter])}: ${reason}`,
        remedy,
      ),
    );
}

/**
 * What to do about a dynamic class of a stack that lacks a controller: it is switched off, or the
 * mode has none.
 */
export function controllerRemedy(spec: StackSpec): string {
  return isInstalled(spec)
    ? 'remove controller.enabled, or the class'
    : 'remove the class, or the operator mode of the driver, which has no controller';
}

/** Whether the stack has no controller though its driver needs one for dynamic classes. */
export function lacksController(spec: StackSpec): boolean {
  return (
    modeOf(spec.options) === 'this-stack' &&
    spec.driver.controller !== undefined &&
    !hasController(spec)
  );
}

function checkDynamic(
  { driver }: StackSpec,
  { name, dynamic, parameters = {} }: ClassSpec,
  path: string,
): Finding[] {
  const parameter = dynamicParameter(driver, parameters);
  if (dynamic !== false || parameter === undefined) return [];
  return [
    violation(
      RULES.dynamicParameter,
      `${path}.dynamic`,
      `the class ${show(name)} has ${parameter}, with which the driver provisions volumes, but is not dynamic`,
      `remove dynamic, or ${parameter}`,
    ),
  ];
}

function checkController(spec: StackSpec, one: ClassSpec, path: string): Finding[] {
  if (!isDynamic(spec.driver, one) || !lacksController(spec)) return [];
  return [
    violation(
      RULES.controllerDisabled,
      `${path}.dynamic`,
      `the class ${show(one.name)} is dynamic, but no controller runs to provision its volumes`,
      controllerRemedy(spec),
    ),
  ];
}
