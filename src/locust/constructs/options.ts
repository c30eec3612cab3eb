/** The words of a load test: those of the operator's resource, locust.io/v2, as typed options. */
import { Duration } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';

/** The pods that a mount is for. */
export enum LocustTarget {
  /** The master alone. */
  MASTER = 'master',
  /** Every worker. */
  WORKER = 'worker',
  /** The master and every worker. */
  BOTH = 'both',
}

/** What a changed test means. The pods of a Job cannot be changed, so a cluster refuses a changed test of the same name. */
export enum LocustRerun {
  /** A hash of the whole test is part of its name, so that a changed test is a new one, and runs beside what is left of the old one. */
  ON_CHANGE = 'onChange',
  /** The name stays. A change is refused by the API server until the Jobs are deleted. */
  NEVER = 'never',
}

/** The protocols of OpenTelemetry. */
export enum LocustTelemetryProtocol {
  /** OTLP by gRPC, usually on port 4317. */
  GRPC = 'grpc',
  /** OTLP by HTTP, usually on port 4318. */
  HTTP_PROTOBUF = 'http/protobuf',
}

/** A volume mount with the pods that get it. */
export interface LocustVolumeMount extends kplus.k8s.VolumeMount {
  /**
   * The pods that get it.
   * @default LocustTarget.BOTH
   */
  readonly target?: LocustTarget;
}

/** When the master ends after the test. */
export interface LocustAutoquit {
  /** Whether it ends by itself. */
  readonly enabled: boolean;

  /**
   * How long it waits before that, in whole seconds.
   * @default Duration.seconds(60)
   */
  readonly timeout?: Duration;
}

/** What the pods of either role have in common. */
export interface LocustRole {
  /**
   * The arguments of locust, split at white space. Quotes mean nothing. It does not begin with `locust`, which the
   * image runs already. It may be empty.
   */
  readonly command: string;

  /**
   * Arguments after all others, one each. One that repeats a flag of the operator wins over it.
   * @default - none
   */
  readonly extraArgs?: string[];

  /**
   * The resources of the container, in place of all that the settings say.
   * @default - those of the settings
   */
  readonly resources?: kplus.k8s.ResourceRequirements;

  /**
   * Labels of the pods. They win over the test's own, but for `performance-test-pod-name`, and in operator mode
   * `managed-by`.
   * @default - none
   */
  readonly labels?: { [key: string]: string };

  /**
   * Annotations of the pods. They win over those for Prometheus.
   * @default - none
   */
  readonly annotations?: { [key: string]: string };
}

/** The master of a load test. */
export interface LocustMaster extends LocustRole {
  /**
   * Whether the test starts when the workers are there, and not when somebody presses a button.
   * @default true
   */
  readonly autostart?: boolean;

  /**
   * When the master ends after the test.
   * @default - it ends after 60 seconds
   */
  readonly autoquit?: LocustAutoquit;
}

/** The workers of a load test. */
export interface LocustWorker extends LocustRole {
  /** How many there are: 1 to 500. */
  readonly replicas: number;
}

/** Where the pods may run: the same for master and workers. */
export interface LocustScheduling {
  /**
   * Affinity of the pods.
   * @default - none
   */
  readonly affinity?: kplus.k8s.Affinity;

  /**
   * Taints that the pods tolerate.
   * @default - none
   */
  readonly tolerations?: kplus.k8s.Toleration[];

  /**
   * Labels of the nodes.
   * @default - any node
   */
  readonly nodeSelector?: { [key: string]: string };

  /**
   * The runtime class: a DNS subdomain of at most 253 characters. The empty text is a choice, too: no class, whatever
   * the settings say.
   * @default - that of the settings
   */
  readonly runtimeClassName?: string;
}

/** A config map or a secret whose entries become variables. */
export interface LocustEnvSource {
  /** The name of the object. */
  readonly name: string;

  /**
   * What the names of the variables begin with.
   * @default - nothing
   */
  readonly prefix?: string;
}

/** A secret that is mounted in all pods. */
export interface LocustSecretMount {
  /** The name of the secret: at most 56 letters, digits and dashes, for it is part of a volume's name. */
  readonly name: string;

  /** The absolute path. Not one of the test files, above them or below them. */
  readonly mountPath: string;

  /**
   * Whether the mount is read-only.
   * @default true
   */
  readonly readOnly?: boolean;
}

/** The environment of master and workers. */
export interface LocustEnv {
  /**
   * Config maps whose entries become variables.
   * @default - none
   */
  readonly configMapRefs?: LocustEnvSource[];

  /**
   * Secrets whose entries become variables.
   * @default - none
   */
  readonly secretRefs?: LocustEnvSource[];

  /**
   * Single variables. Of two with one name the last one wins.
   * @default - none
   */
  readonly variables?: kplus.k8s.EnvVar[];

  /**
   * Secrets that are mounted in all pods.
   * @default - none
   */
  readonly secretMounts?: LocustSecretMount[];
}

/** Who the processes are, and what they may. */
export interface LocustSecurity {
  /**
   * Of the pods, in place of the default.
   * @default - no root, user 1000 as in the stock image, and the seccomp profile RuntimeDefault; in operator mode the
   * profile alone
   */
  readonly podSecurityContext?: kplus.k8s.PodSecurityContext;

  /**
   * Of the locust containers, in place of the default. The metrics exporter has its own.
   * @default - no capabilities, and no way to more privileges; in operator mode none
   */
  readonly containerSecurityContext?: kplus.k8s.SecurityContext;
}

/** Telemetry that locust sends itself, in place of the metrics exporter. */
export interface LocustOpenTelemetry {
  /** Whether it is sent. Then there is no exporter, no port for it and no annotation for Prometheus. */
  readonly enabled: boolean;

  /**
   * Where it is sent, such as `http://collector:4317`. It is needed when telemetry is enabled.
   * @default - none
   */
  readonly endpoint?: string;

  /**
   * The protocol.
   * @default LocustTelemetryProtocol.GRPC
   */
  readonly protocol?: LocustTelemetryProtocol;

  /**
   * Whether it is sent without TLS.
   * @default false
   */
  readonly insecure?: boolean;

  /**
   * Further variables for OpenTelemetry, written in the order of their names.
   * @default - none
   */
  readonly extraEnvVars?: { [name: string]: string };
}

/** How a test is observed. */
export interface LocustObservability {
  /**
   * Telemetry that locust sends itself.
   * @default - none; the metrics exporter runs beside the master
   */
  readonly openTelemetry?: LocustOpenTelemetry;
}
