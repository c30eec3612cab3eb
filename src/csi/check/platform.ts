/** Checks of the place that a driver is installed in: the platform's choices, and the namespace. */
import { Finding, show, violation } from '../../findings';
import { append } from '../../kube';
import { isInstalled, modeOf, namespaceOf, wantedNamespace } from '../installation';
import {
  BUILT_IN_SCCS,
  eksOf,
  isBuiltInNamespace,
  openshiftOf,
  otherPlatforms,
  PLATFORM_NAMES,
} from '../platforms';
import { CSI_RULES as RULES } from '../rules';
import { StackSpec } from '../spec';
import { checkRoleArn } from './role-arn';
import { checkName, checkNamespace } from '../../storage/core';

/** Findings on the choices of the platform. */
export function checkPlatform(spec: StackSpec): Finding[] {
  const { driver, platform } = spec;
  const findings: Finding[] = otherPlatforms(spec).map((option) =>
    violation(
      RULES.optionWithoutEffect,
      option,
      `${option} has no effect, because the platform is ${PLATFORM_NAMES[platform]}`,
      'remove it',
    ),
  );
  const { nodeSccName, controllerSccName, sccMode } = openshiftOf(spec);
  const isCustom = (sccMode ?? 'custom') === 'custom';
  for (const [path, name] of [
    ['openshift.nodeSccName', nodeSccName],
    ['openshift.controllerSccName', controllerSccName],
  ] as const) {
    if (name === undefined) continue;
    append(findings, checkName(name, path));
    if (!isCustom || !BUILT_IN_SCCS.includes(name)) continue;
    findings.push(
      violation(
        RULES.sccName,
        path,
        `the name ${show(name)} is that of a built-in SCC, which would be overwritten`,
        'use another name; for the built-in one, set sccMode to PRIVILEGED',
      ),
    );
  }
  const names = [
    nodeSccName ?? driver.node.scc?.name,
    controllerSccName ?? driver.controller?.scc?.name,
  ];
  if (platform === 'openshift' && isCustom && names[0] !== undefined && names[0] === names[1]) {
    const path =
      controllerSccName === undefined ? 'openshift.nodeSccName' : 'openshift.controllerSccName';
    findings.push(
      violation(
        RULES.sccName,
        path,
        `the name ${show(names[0])} is that of the other plugin's SCC`,
        'use another name',
      ),
    );
  }
  for (const field of ['roleArn', 'nodeRoleArn'] as const) {
    append(findings, checkRoleArn(RULES.roleArn, eksOf(spec)[field], `eks.${field}`));
  }
  return findings;
}

/** Findings on the namespace of the driver. */
export function checkNamespaces(spec: StackSpec): Finding[] {
  const namespace = namespaceOf(spec);
  const isOfDriver = wantedNamespace(spec) === undefined;
  const path = !isOfDriver
    ? 'namespace'
    : modeOf(spec.options) === 'openshift-operator'
      ? 'driver.operator.namespace'
      : 'driver.defaultNamespace';
  const findings = checkNamespace(namespace, path, true);
  if (spec.platform === 'openshift' && isInstalled(spec) && isBuiltInNamespace(namespace)) {
    findings.push(
      violation(
        RULES.openshiftNamespace,
        path,
        `the namespace ${show(namespace)} is one of OpenShift's own`,
        `use a separate namespace for the driver, such as ${show(spec.driver.appName)}`,
      ),
    );
  }
  return findings;
}
