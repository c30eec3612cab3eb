/** The configuration of the operator, as a typed value with the two presets. */
import { Duration } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import {
  LocustCredential,
  LocustKafka,
  LocustKafkaSaslMechanism,
  LocustKafkaSecurityProtocol,
} from './kafka';
import { Finding, violation } from '../../findings';
import { isFields, unwrap } from '../../kube';
import { POD_RULES } from '../../pod';
import {
  anything,
  flag,
  integer,
  oneOf,
  readShape,
  SHAPE_RULES,
  Shape,
  string,
  strings,
  struct,
} from '../../shape';
import { plainly, secondsOf } from '../../tree';
import { checkVariables } from '../check';
import { KAFKA_VARIABLES, readOperatorEnv } from '../operator-env';
import { KAFKA_DEFAULTS, operatorPreset, OperatorPreset, OperatorSettings } from '../settings';
import { PULL_POLICY } from '../spec';

/**
 * Resource requests and limits of containers, as quantities keyed by resource: `cpu`, `memory`,
 * `ephemeral-storage`.
 */
export interface LocustResources {
  /**
   * The requests. Resources that are not named keep the value of the preset.
   * @default - the value of the preset
   */
  readonly requests?: { [resource: string]: string };

  /**
   * The limits. Resources that are not named keep the value of the preset.
   * @default - the value of the preset
   */
  readonly limits?: { [resource: string]: string };
}

/**
 * The metrics exporter: a sidecar of the master that exposes Locust's statistics to Prometheus
 * (Kubernetes 1.29).
 */
export interface LocustExporter {
  /**
   * The image of the exporter.
   * @default 'containersol/locust_exporter:v0.5.0'
   */
  readonly image?: string;

  /**
   * The port of the exporter, from 1 to 65535, which the Service exposes too.
   * @default 9646
   */
  readonly port?: number;

  /**
   * The pull policy of the image.
   * @default - Always with the binary, IfNotPresent with the chart
   */
  readonly imagePullPolicy?: kplus.ImagePullPolicy;

  /**
   * The resource requests and limits of the exporter.
   * @default - the value of the preset
   */
  readonly resources?: LocustResources;
}

/** Settings that differ from the preset. */
export interface LocustOperatorOptions {
  /**
   * The time after which a finished Job is deleted, in whole seconds. If the Job is still in Git,
   * Flux and Argo CD with self-heal then create it again.
   * @default - finished Jobs are kept
   */
  readonly jobTtl?: Duration;

  /**
   * Resource requests and limits of master and workers.
   * @default - requests of 250m, 128Mi and 30M, limits of 1, 1Gi and 50M
   */
  readonly resources?: LocustResources;

  /**
   * Resource requests and limits of the master, which override `resources`.
   * @default - none
   */
  readonly masterResources?: LocustResources;

  /**
   * Resource requests and limits of the workers, which override `resources`.
   * @default - none
   */
  readonly workerResources?: LocustResources;

  /**
   * The metrics exporter.
   * @default - the value of the preset
   */
  readonly exporter?: LocustExporter;

  /**
   * The Kafka settings of the pods.
   * @default - none; in operator mode, the operator's default, localhost
   */
  readonly kafka?: LocustKafka;

  /**
   * Whether the affinity of a test is applied to its pods.
   * @default - false with the binary, true with the chart
   */
  readonly injectAffinity?: boolean;

  /**
   * Whether the tolerations of a test are applied to its pods.
   * @default - false with the binary, true with the chart
   */
  readonly injectTolerations?: boolean;

  /**
   * The runtime class of tests that do not specify one, as a DNS subdomain.
   * @default - none
   */
  readonly defaultRuntimeClassName?: string;
}

const RESOURCES = struct<LocustResources>({ requests: strings, limits: strings });
const KAFKA = struct<LocustKafka>({
  bootstrapServers: string,
  securityEnabled: flag,
  securityProtocol: oneOf(Object.values(LocustKafkaSecurityProtocol)),
  saslMechanism: oneOf(Object.values(LocustKafkaSaslMechanism)),
  // Whether they are ones is seen besides: they are no plain data.
  saslJaasConfig: anything,
  username: anything,
  password: anything,
});
const OPTIONS = struct<LocustOperatorOptions>({
  jobTtl: integer as Shape,
  resources: RESOURCES,
  masterResources: RESOURCES,
  workerResources: RESOURCES,
  exporter: struct<LocustExporter>({
    image: string,
    port: integer,
    imagePullPolicy: PULL_POLICY as Shape<kplus.ImagePullPolicy>,
    resources: RESOURCES,
  }),
  kafka: KAFKA,
  injectAffinity: flag,
  injectTolerations: flag,
  defaultRuntimeClassName: string,
});
const CREDENTIALS = ['saslJaasConfig', 'username', 'password'] as const;

/**
 * The configuration of locust-k8s-operator 2.3.0, as far as it affects the objects that the
 * operator creates.
 *
 * The values are checked when a test uses the settings.
 *
 * @example
 * const settings = LocustOperatorSettings.chart({ jobTtl: Duration.hours(1) });
 */
export class LocustOperatorSettings {
  /**
   * Returns the defaults of the operator's binary: affinity and tolerations are ignored, and the
   * exporter's image is always pulled.
   * @param options settings that differ from the defaults
   * @returns the settings
   */
  public static binary(options: LocustOperatorOptions = {}): LocustOperatorSettings {
    return LocustOperatorSettings.of('binary', options);
  }

  /**
   * Returns the defaults of the operator's Helm chart, which most clusters use.
   * @param options settings that differ from the defaults
   * @returns the settings
   */
  public static chart(options: LocustOperatorOptions = {}): LocustOperatorSettings {
    return LocustOperatorSettings.of('chart', options);
  }

  /**
   * Returns the defaults of the binary, overridden by the environment variables of a running
   * operator. They are read as the operator reads them: an empty value counts as unset, and a value
   * that it does not understand is ignored, with a warning.
   * @param env the environment variables, keyed by name, such as `POD_CPU_REQUEST`
   * @returns the settings
   */
  public static fromEnvironment(env: { [name: string]: string }): LocustOperatorSettings {
    const texts = Object.fromEntries(
      Object.entries(env ?? {}).map(([name, value]) => [name, String(value ?? '')]),
    );
    const { settings, ignored } = readOperatorEnv('binary', texts);
    return new LocustOperatorSettings(
      settings,
      checkVariables(texts, ignored),
      KAFKA_VARIABLES.some((name) => texts[name]),
    );
  }

  private static of(
    preset: OperatorPreset,
    options: LocustOperatorOptions,
  ): LocustOperatorSettings {
    const base = operatorPreset(preset);
    const { value, findings: ofTypes } = readShape(
      unwrap(withSeconds(options ?? {})),
      OPTIONS,
      'settings',
    );
    const findings = [
      ...ofTypes,
      ...CREDENTIALS.flatMap((field) =>
        credentialFindings(value?.kafka?.[field], `settings.kafka.${field}`),
      ),
    ];
    // What cannot be read is told by the test that uses it.
    if (value === undefined || findings.length > 0) {
      return new LocustOperatorSettings(base, findings, false);
    }
    const { jobTtl, resources, masterResources, workerResources, exporter, kafka, ...flags } =
      value;
    const ttl =
      jobTtl === undefined ? {} : { jobTtlSecondsAfterFinished: jobTtl as unknown as number };
    const merged = (one: LocustResources = {}, other: LocustResources = {}) =>
      plainly<LocustResources>(
        {
          requests: { ...one.requests, ...other.requests },
          limits: { ...one.limits, ...other.limits },
        },
        [],
      );
    return new LocustOperatorSettings(
      {
        ...base,
        ...flags,
        ...ttl,
        podResources: merged(base.podResources, resources),
        masterResources: merged(base.masterResources, masterResources),
        workerResources: merged(base.workerResources, workerResources),
        exporter: {
          ...base.exporter,
          ...exporter,
          resources: merged(base.exporter.resources, exporter?.resources),
        },
        kafka: {
          ...KAFKA_DEFAULTS,
          ...kafka,
          saslJaasConfig: kafka?.saslJaasConfig?._credential ?? KAFKA_DEFAULTS.saslJaasConfig,
          username: kafka?.username?._credential ?? KAFKA_DEFAULTS.username,
          password: kafka?.password?._credential ?? KAFKA_DEFAULTS.password,
        },
      },
      [],
      kafka !== undefined,
    );
  }

  /**
   * Findings on the variables that the settings were read from.
   * @internal
   */
  public readonly _findings: readonly Finding[];

  /** What tests outside of operator mode get: the same for all, so that it is checked once. */
  private readonly ofTests: OperatorSettings;

  private constructor(
    private readonly all: OperatorSettings,
    findings: readonly Finding[],
    kafkaAsked: boolean,
  ) {
    this._findings = findings;
    this.ofTests = kafkaAsked ? all : { ...all, kafka: undefined };
  }

  /**
   * The settings as the core reads them. Outside of operator mode nothing is said about Kafka
   * unless it was asked for.
   * @internal
   */
  public _settings(operatorMode: boolean): OperatorSettings {
    return operatorMode ? this.all : this.ofTests;
  }
}

/** What is given may be the secret itself: it is not shown. */
function credentialFindings(given: LocustCredential | undefined, path: string): Finding[] {
  if (given === undefined) return [];
  const { _credential, _mistake } = (given as LocustCredential | null) ?? {};
  if (_mistake !== undefined) {
    return [
      violation(
        SHAPE_RULES.type,
        path,
        _mistake,
        'pass a Secret of cdk8s-plus, or call LocustCredential.fromSecretName',
      ),
    ];
  }
  const { value, secretKeyRef } = _credential ?? {};
  const parts = secretKeyRef ? [secretKeyRef.name, secretKeyRef.key] : [value];
  if (parts.some((part) => typeof part !== 'string')) {
    return [
      violation(
        SHAPE_RULES.type,
        path,
        'it is not a valid LocustCredential',
        'call LocustCredential.fromSecret',
      ),
    ];
  }
  return secretKeyRef && parts.includes('')
    ? [violation(POD_RULES.envName, path, 'the secret has no name, or no key', 'set both')]
    : [];
}

/** The options with a number in place of the duration. */
function withSeconds(options: LocustOperatorOptions): object {
  return isFields(options) && options.jobTtl !== undefined
    ? { ...options, jobTtl: secondsOf(options.jobTtl) }
    : options;
}
