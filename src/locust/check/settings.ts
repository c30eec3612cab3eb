/** The operator's settings, and what of a test they leave without effect. */
import { Finding, violation, show, didYouMean } from '../../findings';
import { quote } from '../../kube';
import { IgnoredValue, OPERATOR_VARIABLES, startError } from '../operator-env';
import { MASTER_PORTS } from '../pod';
import { LOCUST_RULES as RULES } from '../rules';
import { OperatorSettings } from '../settings';
import { LocustTestResource } from '../spec';

const PULL_POLICIES = ['Always', 'IfNotPresent', 'Never'];

/** Findings on settings with which the operator would not start. */
export function checkStart(settings: OperatorSettings): Finding[] {
  const error = startError(settings);
  return error === undefined
    ? []
    : [violation(RULES.operatorSettings, '', error, 'correct these settings')];
}

/**
 * Findings on values of the environment that the operator ignores, and on variables that it does
 * not have.
 */
export function checkVariables(
  env: { readonly [name: string]: string },
  ignored: readonly IgnoredValue[],
): Finding[] {
  const unknown = Object.keys(env)
    .filter((name) => !OPERATOR_VARIABLES.includes(name))
    .map((name) =>
      violation(
        RULES.settingIgnored,
        '',
        `${quote(name)} is not a setting that affects the objects of a test`,
        didYouMean(name, OPERATOR_VARIABLES),
      ),
    );
  return [
    ...unknown,
    ...ignored.map(({ name, value, expected }) =>
      violation(
        RULES.settingIgnored,
        '',
        `${name} is ${show(value)}, which the operator does not understand: it uses the default`,
        `use ${expected}`,
      ),
    ),
  ];
}

/**
 * Findings on settings that make objects which the API server refuses, or that a Git repository
 * makes run forever.
 */
export function checkSettings({
  exporter,
  jobTtlSecondsAfterFinished: ttl,
}: OperatorSettings): Finding[] {
  const findings: Finding[] = [];
  if (!Number.isInteger(exporter.port) || exporter.port < 1 || exporter.port > 65535) {
    findings.push(
      violation(
        RULES.settingOutOfRange,
        '',
        `the port of the metrics exporter is ${show(exporter.port)}`,
        'use a port from 1 to 65535',
      ),
    );
  } else if (MASTER_PORTS.includes(exporter.port)) {
    findings.push(
      violation(
        RULES.settingOutOfRange,
        '',
        `the port of the metrics exporter is ${exporter.port}, which locust itself listens on`,
        'use another port, such as 9646',
      ),
    );
  }
  if (!PULL_POLICIES.includes(exporter.imagePullPolicy)) {
    findings.push(
      violation(
        RULES.settingOutOfRange,
        '',
        `the pull policy of the metrics exporter is ${show(exporter.imagePullPolicy)}`,
        `use one of ${PULL_POLICIES.join(', ')}`,
      ),
    );
  }
  if (ttl !== undefined && ttl < 0) {
    findings.push(
      violation(
        RULES.settingOutOfRange,
        '',
        `Jobs would be deleted ${show(ttl)} seconds after they finish`,
        'use a number that is not negative',
      ),
    );
  } else if (ttl !== undefined) {
    findings.push(
      violation(
        RULES.jobDeleted,
        '',
        `a finished Job is deleted after ${ttl} seconds, and what is in Git is then created again`,
        'do not set a TTL, or remove the test from Git when it has finished',
      ),
    );
  }
  return findings;
}

/** Findings on what a test says and its pods do not get. */
export function checkInjection(
  { spec }: LocustTestResource,
  settings: OperatorSettings,
): Finding[] {
  const ignored = [
    ['affinity', settings.injectAffinity, 'ENABLE_AFFINITY_CR_INJECTION'],
    ['tolerations', settings.injectTolerations, 'ENABLE_TAINT_TOLERATIONS_CR_INJECTION'],
  ] as const;
  return ignored
    .filter(([field, injected]) => !injected && spec?.scheduling?.[field] !== undefined)
    .map(([field, , name]) =>
      violation(
        RULES.schedulingIgnored,
        `spec.scheduling.${field}`,
        `the operator's settings ignore the ${field} of the test`,
        `set ${name}=true`,
      ),
    );
}
