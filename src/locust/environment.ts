/**
 * The environment of the locust containers: Kafka, telemetry, the user's variables, and whole
 * config maps and secrets.
 */
import { Credential, KafkaSettings } from './settings';
import { EnvVariable, KubeValue, LocustTestSpec, OpenTelemetrySpec, sendsTelemetry } from './spec';

/** The variables that carry credentials. */
export const CREDENTIAL_VARIABLES: readonly string[] = [
  'KAFKA_SASL_JAAS_CONFIG',
  'KAFKA_USERNAME',
  'KAFKA_PASSWORD',
];

/** All variables in the operator's order: Kafka, telemetry, the user's. Names may occur twice. */
export function envOf(spec: LocustTestSpec, kafka: KafkaSettings | undefined): EnvVariable[] {
  return [...(kafka ? kafkaEnv(kafka) : []), ...telemetryEnv(spec), ...(spec.env?.variables ?? [])];
}

/** The same variables, each name once: the last one wins, at the place of the first. */
export function lastOfEach(variables: readonly EnvVariable[]): EnvVariable[] {
  return [...new Map(variables.map((variable) => [variable.name, variable])).values()];
}

/** Config maps and then secrets whose entries become variables. */
export function envFromOf({ env }: LocustTestSpec): KubeValue[] {
  const source =
    (field: string) =>
    ({ name, prefix }: { name: string; prefix?: string }) => ({
      ...(prefix ? { prefix } : {}),
      [field]: { name },
    });
  return [
    ...(env?.configMapRefs ?? []).map(source('configMapRef')),
    ...(env?.secretRefs ?? []).map(source('secretRef')),
  ];
}

function kafkaEnv(kafka: KafkaSettings): EnvVariable[] {
  return [
    text('KAFKA_BOOTSTRAP_SERVERS', kafka.bootstrapServers),
    text('KAFKA_SECURITY_ENABLED', String(kafka.securityEnabled)),
    text('KAFKA_SECURITY_PROTOCOL_CONFIG', kafka.securityProtocol),
    text('KAFKA_SASL_MECHANISM', kafka.saslMechanism),
    secret('KAFKA_SASL_JAAS_CONFIG', kafka.saslJaasConfig),
    secret('KAFKA_USERNAME', kafka.username),
    secret('KAFKA_PASSWORD', kafka.password),
  ];
}

function telemetryEnv(spec: LocustTestSpec): EnvVariable[] {
  if (!sendsTelemetry(spec)) return [];
  const {
    endpoint,
    protocol,
    insecure,
    extraEnvVars = {},
  } = spec.observability!.openTelemetry as OpenTelemetrySpec;
  return [
    text('OTEL_TRACES_EXPORTER', 'otlp'),
    text('OTEL_METRICS_EXPORTER', 'otlp'),
    ...(endpoint ? [text('OTEL_EXPORTER_OTLP_ENDPOINT', endpoint)] : []),
    text('OTEL_EXPORTER_OTLP_PROTOCOL', protocol || 'grpc'),
    ...(insecure === true ? [text('OTEL_EXPORTER_OTLP_INSECURE', 'true')] : []),
    ...Object.keys(extraEnvVars)
      .sort(byBytes)
      .map((name) => text(name, extraEnvVars[name])),
  ];
}

function text(name: string, value: string): EnvVariable {
  return value === '' ? { name } : { name, value };
}

function secret(name: string, { value = '', secretKeyRef }: Credential): EnvVariable {
  return secretKeyRef ? { name, valueFrom: { secretKeyRef } } : text(name, value);
}

/**
 * Go sorts by UTF-8 bytes; JavaScript would sort by UTF-16 units, which is another order beyond
 * U+FFFF.
 */
function byBytes(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}
