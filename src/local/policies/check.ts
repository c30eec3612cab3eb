/** Checks of the policies and webhook configurations: all findings at once. */
import { checkActions, mutatingVersion, ParamRef, validatingVersion } from '../../admission';
import { parseVersion } from '../../facts';
import { Finding, Rule, show, violation } from '../../findings';
import { labelProblems, labelValueProblems, qualifiedKeyProblems } from '../../kube';
import { SHAPE_RULES } from '../../shape';
import { checkName, checkNamespace } from '../../storage/core';
import { Topology } from '../../topology';
import { LOCAL_DRIVER } from '../names';
import { LOCAL_POLICY_RULES as RULES } from './rules';
import { EphemeralOnlySpec, HyperconvergedSpec, WebhookSpec } from './spec';

const OLDEST = '1.30';
const OLDEST_MUTATING = '1.32';

/** All findings on a policy for claims. */
export function checkEphemeralOnly(spec: EphemeralOnlySpec): Finding[] {
  const { name, kubernetesVersion, classNames, classConfigMap, validationActions, exemptNamespaces = [] } = spec;
  return [
    ...checkName(name, 'name'),
    // Without a version it is taken for one that has what every supported release has.
    ...kubernetesVersion === undefined ? [] : checkVersion(kubernetesVersion, validatingVersion, 'ValidatingAdmissionPolicy', OLDEST, 'EphemeralOnlyWebhook'),
    ...classNames === undefined ? [] : checkClassNames(classNames),
    ...classConfigMap === undefined ? [] : checkConfigMap(classConfigMap),
    ...classNames === undefined || classConfigMap === undefined ? [] : [violation(RULES.policyClasses, 'classConfigMap',
      'the classes are given by classNames already', 'remove it, or classNames')],
    ...validationActions === undefined ? required('validationActions') : checkActions(validationActions, RULES.policyActions),
    ...exemptNamespaces.flatMap((namespace, index) => labelProblems(namespace).map((problem) =>
      violation(RULES.policyNamespaces, `exemptNamespaces[${index}]`, `${show(namespace)}: ${problem}`, 'give the name of a namespace'))),
    ...twice(exemptNamespaces, 'exemptNamespaces', RULES.policyNamespaces),
  ];
}

/** All findings on a policy for pods. */
export function checkHyperconverged({ name, kubernetesVersion, labelKey, labelValue, everyPod }: HyperconvergedSpec): Finding[] {
  const kind = 'MutatingAdmissionPolicy';
  return [
    ...checkName(name, 'name'),
    ...kubernetesVersion === undefined
      ? [violation(RULES.policyVersion, 'kubernetesVersion', `the version of Kubernetes is not known, and it decides the API of a ${kind}`,
        'give one such as "1.36"')]
      : [...checkVersion(kubernetesVersion, mutatingVersion, kind, OLDEST_MUTATING, 'HyperconvergedWebhook'), ...switchedOff(kubernetesVersion)],
    ...everyPod ? [['labelKey', labelKey], ['labelValue', labelValue]].flatMap(([option, value]) => value === undefined ? []
      : [violation(RULES.policyLabel, option!, `${show(value)} has no effect on a policy for every pod`, 'remove it, or everyPod')]) : [],
    ...labelKey === undefined ? [] : qualifiedKeyProblems(labelKey).map((problem) =>
      violation(RULES.policyLabel, 'labelKey', `${show(labelKey)}: ${problem}`, 'give a key such as example.com/local-disks')),
    ...labelValue === undefined ? [] : labelValueProblems(labelValue).map((problem) =>
      violation(RULES.policyLabel, 'labelValue', `${show(labelValue)}: ${problem}`, 'give a value such as steered')),
  ];
}

/** All findings on the configuration of a webhook. */
export function checkWebhook({ name, serviceName, namespace }: WebhookSpec): Finding[] {
  return [...checkName(name, 'name'), ...checkName(serviceName, 'serviceName'), ...checkNamespace(namespace, 'namespace', true)];
}

/** Findings on the classes of a policy that the app has, or that somebody wrote: each must be the driver's. */
export function checkPolicyClasses(classNames: readonly string[], topology: Topology): Finding[] {
  const provisioners = new Map(topology.storageClasses.map(({ name, provisioner }) => [name, provisioner]));
  return classNames.flatMap((name, index) => {
    const provisioner = provisioners.get(name);
    return provisioner === undefined || provisioner === LOCAL_DRIVER ? [] : [violation(RULES.policyOtherDriver, `classNames[${index}]`,
      `the class ${show(name)} is one of ${provisioner}, not of ${LOCAL_DRIVER}`, 'remove it')];
  });
}

function checkClassNames(names: readonly string[]): Finding[] {
  if (names.length === 0) return [violation(RULES.policyClasses, 'classNames', 'there is no class', 'give one, or remove it: then all classes of the driver count')];
  return [...names.flatMap((name, index) => checkName(name, `classNames[${index}]`)), ...twice(names, 'classNames', RULES.policyClasses)];
}

function checkConfigMap({ name, namespace }: ParamRef): Finding[] {
  return [
    ...name === undefined ? required('classConfigMap.name') : checkName(name, 'classConfigMap.name'),
    ...namespace === undefined ? required('classConfigMap.namespace') : checkNamespace(namespace, 'classConfigMap.namespace', true),
  ];
}

function twice(values: readonly string[], path: string, rule: Rule): Finding[] {
  const seen = new Set<string>();
  return values.flatMap((value, index) => seen.size < seen.add(value).size ? []
    : [violation(rule, `${path}[${index}]`, `${show(value)} is given twice`, 'remove one of them')]);
}

function checkVersion(version: string, versionOf: (minor: number) => string | undefined, kind: string, oldest: string, instead: string): Finding[] {
  const path = 'kubernetesVersion';
  const parsed = parseVersion(version);
  if (!parsed) return [violation(RULES.policyVersion, path, `${show(version)} is not a version of Kubernetes`, 'give one such as "1.36"')];
  return versionOf(parsed.minor) !== undefined ? [] : [violation(RULES.policyVersion, path,
    `Kubernetes ${version} has no ${kind}, which there is from ${oldest}`, `use ${instead}, which the driver's manager answers`)];
}

function switchedOff(kubernetesVersion: string): Finding[] {
  const version = mutatingVersion(parseVersion(kubernetesVersion)?.minor ?? 0);
  return version === undefined || version === 'v1' ? [] : [violation(RULES.policySwitchedOff, 'kubernetesVersion',
    `Kubernetes ${kubernetesVersion} has ${version} of mutating policies, and has it switched off by default`,
    `start the API server with --feature-gates=MutatingAdmissionPolicy=true and --runtime-config=admissionregistration.k8s.io/${version}=true`)];
}

function required(field: string): Finding[] {
  return [violation(SHAPE_RULES.type, field, `${field} is required`, `give ${field}`)];
}
