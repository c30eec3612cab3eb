/** Checks of the policies and webhook configurations: all findings at once. */
import { LOCAL_POLICY_RULES as RULES } from './rules';
import { EphemeralOnlySpec, HyperconvergedSpec, WebhookSpec } from './spec';
import { checkActions, mutatingVersion, ParamRef, validatingVersion } from '../../admission';
import { Finding, Rule, show, violation } from '../../findings';
import { labelProblems, labelValueProblems, qualifiedKeyProblems } from '../../kube';
import { MODEL_MINOR, parseVersion } from '../../model';
import { missingOption } from '../../shape';
import { checkName, checkNamespace } from '../../storage/core';
import { Topology } from '../../topology';
import { LOCAL_DRIVER } from '../names';

const OLDEST = '1.30';
const OLDEST_MUTATING = '1.32';

/** All findings on a policy for claims. */
export function checkEphemeralOnly(spec: EphemeralOnlySpec): Finding[] {
  const {
    name,
    kubernetes,
    storageClassNames,
    storageClassConfigMap,
    validationActions,
    exemptNamespaces = [],
  } = spec;
  return [
    ...checkName(name, 'name'),
    // Without a version it is taken for one that has what every supported release has.
    ...(kubernetes === undefined
      ? []
      : checkVersion(
          kubernetes,
          validatingVersion,
          'ValidatingAdmissionPolicy',
          OLDEST,
          'EphemeralOnlyWebhook',
        )),
    ...(storageClassNames === undefined ? [] : checkClassNames(storageClassNames)),
    ...(storageClassConfigMap === undefined ? [] : checkConfigMap(storageClassConfigMap)),
    ...(storageClassNames === undefined || storageClassConfigMap === undefined
      ? []
      : [
          violation(
            RULES.policyClasses,
            'storageClassConfigMap',
            'the classes are already set by storageClassNames',
            'remove it, or storageClassNames',
          ),
        ]),
    ...(validationActions === undefined
      ? missingOption('validationActions')
      : checkActions(validationActions, RULES.policyActions)),
    ...exemptNamespaces.flatMap((namespace, index) =>
      labelProblems(namespace).map((problem) =>
        violation(
          RULES.policyNamespaces,
          `exemptNamespaces[${index}]`,
          `${show(namespace)}: ${problem}`,
          'use the name of a namespace',
        ),
      ),
    ),
    ...twice(exemptNamespaces, 'exemptNamespaces', RULES.policyNamespaces),
  ];
}

export function checkHyperconverged({
  name,
  kubernetes,
  featureGates = [],
  labelKey,
  labelValue,
  everyPod,
}: HyperconvergedSpec): Finding[] {
  const kind = 'MutatingAdmissionPolicy';
  return [
    ...checkName(name, 'name'),
    ...(kubernetes === undefined
      ? [
          violation(
            RULES.policyVersion,
            '',
            `the Kubernetes version is unknown, but the API of a ${kind} depends on it`,
            `specify it in the target, such as Target.enable(app, { kubernetes: '1.${MODEL_MINOR}' })`,
          ),
        ]
      : [
          ...checkVersion(
            kubernetes,
            mutatingVersion,
            kind,
            OLDEST_MUTATING,
            'HyperconvergedWebhook',
          ),
          ...(featureGates.includes(kind) ? [] : switchedOff(kubernetes)),
        ]),
    ...(everyPod
      ? [
          ['labelKey', labelKey],
          ['labelValue', labelValue],
        ].flatMap(([option, value]) =>
          value === undefined
            ? []
            : [
                violation(
                  RULES.policyLabel,
                  option!,
                  `${show(value)} has no effect on a policy for every pod`,
                  'remove it, or everyPod',
                ),
              ],
        )
      : []),
    ...(labelKey === undefined
      ? []
      : qualifiedKeyProblems(labelKey).map((problem) =>
          violation(
            RULES.policyLabel,
            'labelKey',
            `${show(labelKey)}: ${problem}`,
            'use a key such as example.com/local-disks',
          ),
        )),
    ...(labelValue === undefined
      ? []
      : labelValueProblems(labelValue).map((problem) =>
          violation(
            RULES.policyLabel,
            'labelValue',
            `${show(labelValue)}: ${problem}`,
            'set a value such as steered',
          ),
        )),
  ];
}

/** All findings on the configuration of a webhook. */
export function checkWebhook({ name, serviceName, namespace }: WebhookSpec): Finding[] {
  return [
    ...checkName(name, 'name'),
    ...checkName(serviceName, 'serviceName'),
    ...checkNamespace(namespace, 'namespace', true),
  ];
}

/**
 * Findings on the classes of a policy that the app has, or that somebody wrote: each must be the
 * driver's.
 */
export function checkPolicyClasses(
  storageClassNames: readonly string[],
  topology: Topology,
): Finding[] {
  const provisioners = new Map(
    topology.storageClasses.map(({ name, provisioner }) => [name, provisioner]),
  );
  return storageClassNames.flatMap((name, index) => {
    const provisioner = provisioners.get(name);
    return provisioner === undefined || provisioner === LOCAL_DRIVER
      ? []
      : [
          violation(
            RULES.policyOtherDriver,
            `storageClassNames[${index}]`,
            `the class ${show(name)} belongs to ${provisioner}, not to ${LOCAL_DRIVER}`,
            'remove it',
          ),
        ];
  });
}

function checkClassNames(names: readonly string[]): Finding[] {
  if (names.length === 0) {
    return [
      violation(
        RULES.policyClasses,
        'storageClassNames',
        'there is no class',
        'add one, or remove it to include all classes of the driver',
      ),
    ];
  }
  return [
    ...names.flatMap((name, index) => checkName(name, `storageClassNames[${index}]`)),
    ...twice(names, 'storageClassNames', RULES.policyClasses),
  ];
}

function checkConfigMap({ name, namespace }: ParamRef): Finding[] {
  return [
    ...(name === undefined
      ? missingOption('storageClassConfigMap.name')
      : checkName(name, 'storageClassConfigMap.name')),
    ...(namespace === undefined
      ? missingOption('storageClassConfigMap.namespace')
      : checkNamespace(namespace, 'storageClassConfigMap.namespace', true)),
  ];
}

function twice(values: readonly string[], path: string, rule: Rule): Finding[] {
  const seen = new Set<string>();
  return values.flatMap((value, index) =>
    seen.size < seen.add(value).size
      ? []
      : [
          violation(
            rule,
            `${path}[${index}]`,
            `${show(value)} appears twice`,
            'remove one of them',
          ),
        ],
  );
}

function checkVersion(
  version: string,
  versionOf: (minor: number) => string | undefined,
  kind: string,
  oldest: string,
  instead: string,
): Finding[] {
  return versionOf(parseVersion(version)!.minor) !== undefined
    ? []
    : [
        violation(
          RULES.policyVersion,
          '',
          `Kubernetes ${version} has no ${kind}, which exists from ${oldest} on`,
          `use ${instead}, which the driver's manager serves`,
        ),
      ];
}

function switchedOff(kubernetes: string): Finding[] {
  const version = mutatingVersion(parseVersion(kubernetes)!.minor);
  return version === undefined || version === 'v1'
    ? []
    : [
        violation(
          RULES.policySwitchedOff,
          '',
          `Kubernetes ${kubernetes} has ${version} of mutating policies, but it is disabled by default`,
          `start the API server with --feature-gates=MutatingAdmissionPolicy=true and --runtime-config=admissionregistration.k8s.io/${version}=true, ` +
            'and name MutatingAdmissionPolicy in the featureGates of the target',
        ),
      ];
}
