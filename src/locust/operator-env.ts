/** The operator's environment variables, read as the operator reads them. */
import { goQuantity, parseBool, parseInt32, quote, subdomainProblems } from '../kube';
import {
  KAFKA_DEFAULTS,
  operatorPreset,
  OperatorPreset,
  OperatorSettings,
  ResourceQuantities,
} from './settings';

type Env = { readonly [name: string]: string };

export interface OperatorEnvironment {
  readonly settings: OperatorSettings;
  /** Why the operator would not start: the text of its error. */
  readonly error?: string;
  readonly ignored: readonly IgnoredValue[];
}

/** A value that the operator does not understand, so that the default holds. */
export interface IgnoredValue {
  readonly name: string;
  readonly value: string;
  /** What it would have to be. */
  readonly expected: string;
}

const QUANTITIES: readonly (readonly [
  name: string,
  list: 'requests' | 'limits',
  resource: string,
])[] = [
  ['CPU_REQUEST', 'requests', 'cpu'],
  ['MEM_REQUEST', 'requests', 'memory'],
  ['EPHEMERAL_REQUEST', 'requests', 'ephemeral-storage'],
  ['CPU_LIMIT', 'limits', 'cpu'],
  ['MEM_LIMIT', 'limits', 'memory'],
  ['EPHEMERAL_LIMIT', 'limits', 'ephemeral-storage'],
];
const RESOURCE_PREFIXES = ['POD', 'MASTER_POD', 'WORKER_POD', 'METRICS_EXPORTER'];
const KAFKA = {
  KAFKA_BOOTSTRAP_SERVERS: 'bootstrapServers',
  KAFKA_SECURITY_ENABLED: 'securityEnabled',
  KAFKA_SECURITY_PROTOCOL_CONFIG: 'securityProtocol',
  KAFKA_SASL_MECHANISM: 'saslMechanism',
  KAFKA_SASL_JAAS_CONFIG: 'saslJaasConfig',
  KAFKA_USERNAME: 'username',
  KAFKA_PASSWORD: 'password',
} as const;

/** The names of the variables that have to do with the objects of a test. */
export const OPERATOR_VARIABLES: readonly string[] = [
  ...RESOURCE_PREFIXES.flatMap((prefix) => QUANTITIES.map(([name]) => `${prefix}_${name}`)),
  'METRICS_EXPORTER_IMAGE',
  'METRICS_EXPORTER_PORT',
  'METRICS_EXPORTER_IMAGE_PULL_POLICY',
  ...Object.keys(KAFKA),
  'JOB_TTL_SECONDS_AFTER_FINISHED',
  'ENABLE_AFFINITY_CR_INJECTION',
  'ENABLE_TAINT_TOLERATIONS_CR_INJECTION',
  'DEFAULT_RUNTIME_CLASS_NAME',
];

/** The names of the variables that speak of Kafka. */
export const KAFKA_VARIABLES: readonly string[] = Object.keys(KAFKA);

/** The settings that a preset and variables on top of it make. An empty value counts as none. */
export function readOperatorEnv(preset: OperatorPreset, env: Env): OperatorEnvironment {
  const base = operatorPreset(preset);
  const ignored: IgnoredValue[] = [];
  const text = (name: string, otherwise: string) =>
    (Object.hasOwn(env, name) && env[name]) || otherwise;
  const parsed = <T>(
    name: string,
    otherwise: T,
    parse: (value: string) => T | undefined,
    expected: string,
  ): T => {
    const value = text(name, '');
    if (value === '') return otherwise;
    const result = parse(value);
    if (result === undefined) ignored.push({ name, value, expected });
    return result ?? otherwise;
  };
  const flag = (name: string, otherwise: boolean) =>
    parsed(
      name,
      otherwise,
      (value) => {
        const result = parseBool(value);
        return 'value' in result ? result.value : undefined;
      },
      'true or false',
    );
  const integer = <T extends number | undefined>(name: string, otherwise: T) =>
    parsed<T | number>(name, otherwise, parseInt32, 'a whole number of 32 bits');
  const resources = (prefix: string, otherwise: ResourceQuantities) =>
    overlay(otherwise, prefix, text);
  const kafka = base.kafka ?? KAFKA_DEFAULTS;
  const credential = (name: string) => ({ value: text(name, '') });

  const settings: OperatorSettings = {
    ...base,
    jobTtlSecondsAfterFinished: integer(
      'JOB_TTL_SECONDS_AFTER_FINISHED',
      base.jobTtlSecondsAfterFinished,
    ),
    podResources: resources('POD', base.podResources),
    masterResources: resources('MASTER_POD', base.masterResources ?? {}),
    workerResources: resources('WORKER_POD', base.workerResources ?? {}),
    exporter: {
      image: text('METRICS_EXPORTER_IMAGE', base.exporter.image),
      port: integer('METRICS_EXPORTER_PORT', base.exporter.port),
      imagePullPolicy: text('METRICS_EXPORTER_IMAGE_PULL_POLICY', base.exporter.imagePullPolicy),
      resources: resources('METRICS_EXPORTER', base.exporter.resources),
    },
    kafka: {
      bootstrapServers: text('KAFKA_BOOTSTRAP_SERVERS', kafka.bootstrapServers),
      securityEnabled: flag('KAFKA_SECURITY_ENABLED', kafka.securityEnabled),
      securityProtocol: text('KAFKA_SECURITY_PROTOCOL_CONFIG', kafka.securityProtocol),
      saslMechanism: text('KAFKA_SASL_MECHANISM', kafka.saslMechanism),
      saslJaasConfig: credential('KAFKA_SASL_JAAS_CONFIG'),
      username: credential('KAFKA_USERNAME'),
      password: credential('KAFKA_PASSWORD'),
    },
    injectAffinity: flag('ENABLE_AFFINITY_CR_INJECTION', base.injectAffinity),
    injectTolerations: flag('ENABLE_TAINT_TOLERATIONS_CR_INJECTION', base.injectTolerations),
    defaultRuntimeClassName:
      text('DEFAULT_RUNTIME_CLASS_NAME', base.defaultRuntimeClassName ?? '') || undefined,
  };
  return { settings, error: startError(settings), ignored };
}

function overlay(
  base: ResourceQuantities,
  prefix: string,
  text: (name: string, otherwise: string) => string,
): ResourceQuantities {
  const result = { requests: { ...base.requests }, limits: { ...base.limits } } as Record<
    'requests' | 'limits',
    Record<string, string>
  >;
  for (const [name, list, resource] of QUANTITIES) {
    const value = text(`${prefix}_${name}`, '');
    if (value !== '') result[list][resource] = value;
  }
  return result;
}

/** Why the operator would refuse to start with these settings. */
export function startError(settings: OperatorSettings): string | undefined {
  const wrong = [
    ['POD', settings.podResources],
    ['MASTER_POD', settings.masterResources],
    ['WORKER_POD', settings.workerResources],
    ['METRICS_EXPORTER', settings.exporter.resources],
  ] as const;
  const lines = wrong.flatMap(([prefix, resources]) =>
    QUANTITIES.flatMap(([name, list, resource]) => {
      const value = resources?.[list]?.[resource];
      return value === undefined || isQuantity(value)
        ? []
        : [
            `invalid value for ${prefix}_${name}: ${quote(value)} is not a valid Kubernetes quantity`,
          ];
    }),
  );
  if (lines.length > 0) {
    return `invalid operator configuration: resource validation failed:${lines.map((line) => `\n  - ${line}`).join('')}`;
  }
  const runtimeClass = settings.defaultRuntimeClassName;
  const problems = runtimeClass ? subdomainProblems(runtimeClass) : [];
  return problems.length === 0
    ? undefined
    : `invalid operator configuration: invalid value for DEFAULT_RUNTIME_CLASS_NAME: ${quote(runtimeClass!)} is not a valid RuntimeClass name: ${problems.join('; ')}`;
}

/**
 * The operator reads them as Go does, which takes a bare suffix for zero; white space is not part
 * of one here.
 */
function isQuantity(value: string): boolean {
  return value === value.trim() && goQuantity(value) !== undefined;
}
