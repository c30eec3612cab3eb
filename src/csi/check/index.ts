/** Checks of one installation: all findings at once, whatever the input is. */
import { Finding, hasErrors, show, violation } from '../../findings';
import { buildParts } from '../build';
import { checkClasses } from './classes';
import { checkImages } from './images';
import { checkPlugins } from './plugins';
import { checkRequirements } from './requirements';
import { isInstalled, modeOf, namespaceOf } from '../installation';
import { BUILT_IN_SCCS, isBuiltInNamespace, PLATFORM_NAMES } from '../platforms';
import { checkRoleArn } from './role-arn';
import { CSI_RULES as RULES } from '../rules';
import { driverShape, optionsShape, platformShape } from '../shapes';
import { Mode, StackOptions, StackSpec } from '../spec';
import { checkName, checkNamespace } from '../../storage/core';

const MAX_DRIVER_NAME = 63;
const MAX_LOG_LEVEL = 10;

/** The options that the modes other than the first have no use for. */
const FOR_INSTALLATION = ['images', 'kubeletPath', 'logLevel', 'node', 'controller', 'csiDriver'] as const;
const WITHOUT_EFFECT: { readonly [mode in Mode | 'fixed']: readonly (keyof StackOptions)[] } = {
  'self-managed': ['operatorGroup'],
  'openshift-operator': FOR_INSTALLATION,
  'external': ['namespace', 'createNamespace', 'operatorGroup', ...FOR_INSTALLATION],
  'fixed': ['operatorGroup', ...FOR_INSTALLATION],
};

/** Findings on the types of the options: without any, a driver can be asked to describe itself. */
export function checkCsiOptions(options: StackOptions, platform: StackSpec['platform']): Finding[] {
  return [...optionsShape(options, ''), ...platformShape(platform, 'platform')];
}

/** Findings on an installation. */
export function checkCsiStack(spec: StackSpec): Finding[] {
  const types = [...checkCsiOptions(spec.options, spec.platform), ...driverShape(spec.driver, 'driver')];
  if (types.length > 0) return types;
  const findings = [
    ...checkDriver(spec),
    ...(spec.driver.findings ?? []).map((finding) => ({ ...finding, path: finding.path === '' ? 'driver' : `driver.${finding.path}` })),
    ...checkMode(spec),
    ...checkPlatform(spec),
    ...modeOf(spec.options) === 'external' ? [] : checkNamespaces(spec),
    ...isInstalled(spec) ? [...checkSettings(spec), ...checkImages(spec), ...checkPlugins(spec), ...checkRequirements(spec)] : [],
    ...checkClasses(spec),
  ];
  return hasErrors(findings) ? findings : [...findings, ...checkIds(spec)];
}

/** Two roles of a name, or the id of a class that another object has. */
function checkIds(spec: StackSpec): Finding[] {
  const ids = new Set<string>();
  return buildParts(spec).flatMap(({ id }) => {
    if (!ids.has(id)) {
      ids.add(id);
      return [];
    }
    return [violation(RULES.name, '', `two objects are called ${show(id)}`, 'give one of them another name, or the class another id')];
  });
}

function checkDriver({ driver }: StackSpec): Finding[] {
  const { name, node, controller, scc } = driver;
  const findings = checkName(name, 'driver.name');
  if (name.length > MAX_DRIVER_NAME) {
    findings.push(violation(RULES.name, 'driver.name', `the name ${show(name)} has ${name.length} characters`, `give at most ${MAX_DRIVER_NAME}`));
  }
  for (const [key, plugin] of Object.entries({ node, controller })) {
    if (!plugin) continue;
    findings.push(...checkName(plugin.name, `driver.${key}.name`), ...checkName(plugin.serviceAccountName, `driver.${key}.serviceAccountName`));
  }
  if (scc) findings.push(...checkName(scc.name, 'driver.scc.name'));
  return findings;
}

function checkMode(spec: StackSpec): Finding[] {
  const { driver, platform, options } = spec;
  const findings: Finding[] = [];
  const mode = modeOf(options);
  if (mode === 'openshift-operator') {
    if (platform.kind !== 'openshift') {
      findings.push(violation(RULES.operatorPlatform, 'mode', `OpenShift's operator cannot install ${driver.name} on ${PLATFORM_NAMES[platform.kind]}`,
        'leave out mode, or give Platform.openshift()'));
    }
    if (!driver.operator) {
      findings.push(violation(RULES.operatorPlatform, 'mode', `OpenShift has no operator for ${driver.name}`, 'leave out mode'));
    }
  }
  const fixed = mode === 'self-managed' && !isInstalled(spec);
  if (fixed && platform.kind !== 'openshift' && driver.fixedObjects!.some(({ kind }) => kind === 'SecurityContextConstraints')) {
    findings.push(violation(RULES.sccKind, 'platform', `${PLATFORM_NAMES[platform.kind]} does not know SecurityContextConstraints`,
      'give Platform.openshift()'));
  }
  const why = fixed ? 'the definition of the driver fixes all objects' : `mode is ${mode}`;
  for (const option of WITHOUT_EFFECT[fixed ? 'fixed' : mode]) {
    if (options[option] === undefined) continue;
    findings.push(violation(RULES.optionWithoutEffect, option, `${option} has no effect, because ${why}`, 'leave it out'));
  }
  for (const choice of ['sccMode', 'sccName', 'pinScc', 'workersOnly'] as const) {
    if (!fixed || platform[choice] === undefined) continue;
    findings.push(violation(RULES.optionWithoutEffect, `platform.${choice}`, `${choice} has no effect, because ${why}`, 'leave it out'));
  }
  for (const option of driver.optionsWithoutEffect ?? []) {
    findings.push(violation(RULES.optionWithoutEffect, `driver.${option}`, `${option} of the driver has no effect as it is installed here`,
      'leave it out'));
  }
  return findings;
}

function checkPlatform({ platform }: StackSpec): Finding[] {
  const findings: Finding[] = [];
  if (platform.sccName !== undefined) {
    findings.push(...checkName(platform.sccName, 'platform.sccName'));
    if ((platform.sccMode ?? 'custom') === 'custom' && BUILT_IN_SCCS.includes(platform.sccName)) {
      findings.push(violation(RULES.sccName, 'platform.sccName', `the name ${show(platform.sccName)} is that of a built-in SCC, which would be overwritten`,
        'give another name; to use the built-in one, give sccMode PRIVILEGED'));
    }
  }
  for (const field of ['roleArn', 'nodeRoleArn'] as const) findings.push(...checkRoleArn(RULES.roleArn, platform[field], `platform.${field}`));
  return findings;
}

function checkNamespaces(spec: StackSpec): Finding[] {
  const namespace = namespaceOf(spec);
  const findings = checkNamespace(namespace, 'namespace', true);
  if (spec.platform.kind === 'openshift' && isInstalled(spec) && isBuiltInNamespace(namespace)) {
    findings.push(violation(RULES.openshiftNamespace, 'namespace', `the namespace ${show(namespace)} is one of OpenShift's own`,
      `give the driver its own, such as ${show(spec.driver.appName)}`));
  }
  return findings;
}

function checkSettings({ options }: StackSpec): Finding[] {
  const { kubeletPath, logLevel } = options;
  const findings: Finding[] = [];
  if (kubeletPath !== undefined && !/^(\/[^/\0]+)+$/.test(kubeletPath)) {
    findings.push(violation(RULES.value, 'kubeletPath', `${show(kubeletPath)} is no absolute path without a slash at its end`,
      'give a path such as /var/lib/kubelet'));
  }
  if (logLevel !== undefined && (logLevel < 0 || logLevel > MAX_LOG_LEVEL)) {
    findings.push(violation(RULES.value, 'logLevel', `${logLevel} is no log level`, `give a number from 0 to ${MAX_LOG_LEVEL}`));
  }
  return findings;
}
