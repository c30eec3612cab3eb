/** The words of a load test: those of the operator's resource, locust.io/v2, as typed options. */
import { Duration } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';

/** The pods that a mount is for. */
export enum LocustTarget {
  /** Only the master. */
  MASTER = 'master',
  /** Every worker. */
  WORKER = 'worker',
  /** The master and every worker. */
  BOTH = 'both',
}

/**
 * What happens if a test changes. The pods of a Job cannot be changed, so the API server rejects a
 * changed test of the same name.
 */
export enum LocustRerun {
  /**
   * The name contains a hash of the whole test, so a changed test is a new test, which runs next to
   * what is left of the old one.
   */
  ON_CHANGE = 'onChange',
  /** The name stays the same. The API server rejects a change until the Jobs are deleted. */
  NEVER = 'never',
}

/** The protocol of OpenTelemetry exports. */
export enum LocustTelemetryProtocol {
  /** OTLP over gRPC, usually on port 4317. */
  GRPC = 'grpc',
  /** OTLP over HTTP, usually on port 4318. */
  HTTP_PROTOBUF = 'http/protobuf',
}

/** A volume mount, and the pods that get it. */
export interface LocustVolumeMount extends kplus.k8s.VolumeMount {
  /**
   * The pods that get the mount.
   * @default LocustTarget.BOTH
   */
  readonly target?: LocustTarget;
}

/** Whether and when the master ends after the test. */
export interface LocustAutoquit {
  /** Whether the master ends by itself. */
  readonly enabled: boolean;

  /**
   * How long the master waits before it ends, in whole seconds.
   * @default Duration.seconds(60)
   */
  readonly timeout?: Duration;
}

/** Options that master and workers share. */
export interface LocustRole {
  /**
   * The arguments of locust, split at whitespace, without special treatment of quotes. They must
   * not start with `locust`, which the image already runs. May be empty.
   */
  readonly command: string;

  /**
   * Arguments that follow all others, one per item. An argument that repeats a flag of the operator
   * overrides it.
   * @default - none
   */
  readonly extraArgs?: string[];

  /**
   * The resource requests and limits of the container, which replace all those of the settings.
   * @default - those of the settings
   */
  readonly resources?: kplus.k8s.ResourceRequirements;

  /**
   * Labels of the pods. They override the test's own labels, except `performance-test-pod-name`
   * and, in operator mode, `managed-by`.
   * @default - none
   */
  readonly labels?: { [key: string]: string };

  /**
   * Annotations of the pods. They override those for Prometheus.
   * @default - none
   */
  readonly annotations?: { [key: string]: string };
}

/** The master of a load test. */
export interface LocustMaster extends LocustRole {
  /**
   * Whether the test starts as soon as the workers are connected, rather than from the web
   * interface.
   * @default true
   */
  readonly autostart?: boolean;

  /**
   * Whether and when the master ends after the test.
   * @default - it ends after 60 seconds
   */
  readonly autoquit?: LocustAutoquit;
}

/** The workers of a load test. */
export interface LocustWorker extends LocustRole {
  /** The number of workers, from 1 to 500. */
  readonly replicas: number;
}

/** Scheduling of the pods, the same for master and workers. */
export interface LocustScheduling {
  /**
   * The affinity of the pods.
   * @default - none
   */
  readonly affinity?: kplus.k8s.Affinity;

  /**
   * The tolerations of the pods.
   * @default - none
   */
  readonly tolerations?: kplus.k8s.Toleration[];

  /**
   * Labels that nodes must have to run the pods.
   * @default - any node
   */
  readonly nodeSelector?: { [key: string]: string };

  /**
   * The runtime class: a DNS subdomain of at most 253 characters. The empty string means no class,
   * regardless of the settings.
   * @default - that of the settings
   */
  readonly runtimeClassName?: string;
}

/** A ConfigMap or Secret whose entries become environment variables. */
export interface LocustEnvSource {
  /** The name of the ConfigMap or Secret. */
  readonly name: string;

  /**
   * The prefix of the names of the variables.
   * @default - no prefix
   */
  readonly prefix?: string;
}

/** A Secret that is mounted in all pods. */
export interface LocustSecretMount {
  /**
   * The name of the Secret: at most 56 letters, digits and dashes, because it becomes part of the
   * name of a volume.
   */
  readonly name: string;

  /**
   * The absolute path of the mount. It must not be the path of the test files, above it or below
   * it.
   */
  readonly mountPath: string;

  /**
   * Whether the mount is read-only.
   * @default true
   */
  readonly readOnly?: boolean;
}

/** The environment variables and mounted Secrets of master and workers. */
export interface LocustEnv {
  /**
   * ConfigMaps whose entries become environment variables.
   * @default - none
   */
  readonly configMapRefs?: LocustEnvSource[];

  /**
   * Secrets whose entries become environment variables.
   * @default - none
   */
  readonly secretRefs?: LocustEnvSource[];

  /**
   * Single environment variables. If two have the same name, the last one wins.
   * @default - none
   */
  readonly variables?: kplus.k8s.EnvVar[];

  /**
   * Secrets that are mounted in all pods.
   * @default - none
   */
  readonly secretMounts?: LocustSecretMount[];
}

/** The security contexts of pods and containers. */
export interface LocustSecurity {
  /**
   * The security context of the pods, which replaces the default.
   * @default - not root, user 1000 as in the stock image, and the seccomp profile RuntimeDefault;
   * in operator mode, only the seccomp profile
   */
  readonly podSecurityContext?: kplus.k8s.PodSecurityContext;

  /**
   * The security context of the locust containers, which replaces the default. The metrics exporter
   * has its own.
   * @default - no capabilities and no privilege escalation; in operator mode, none
   */
  readonly containerSecurityContext?: kplus.k8s.SecurityContext;
}

/** OpenTelemetry data that Locust itself sends, instead of the metrics exporter. */
export interface LocustOpenTelemetry {
  /**
   * Whether OpenTelemetry is enabled. If true, there is no metrics exporter, no port for it and no
   * annotation for Prometheus.
   */
  readonly enabled: boolean;

  /**
   * The URL of the collector, such as `http://collector:4317`. It is required if OpenTelemetry is
   * enabled.
   * @default - none
   */
  readonly endpoint?: string;

  /**
   * The protocol of the exports.
   * @default LocustTelemetryProtocol.GRPC
   */
  readonly protocol?: LocustTelemetryProtocol;

  /**
   * Whether the data is sent without TLS.
   * @default false
   */
  readonly insecure?: boolean;

  /**
   * Further environment variables for OpenTelemetry, in the order of their names.
   * @default - none
   */
  readonly extraEnvVars?: { [name: string]: string };
}

/** How metrics of a test are exported. */
export interface LocustObservability {
  /**
   * OpenTelemetry data that Locust itself sends.
   * @default - none; the metrics exporter runs as a sidecar of the master
   */
  readonly openTelemetry?: LocustOpenTelemetry;
}
