/**
 * The configuration of the operator: the values that its objects depend on, with the defaults of
 * its binary and its chart.
 */
import { chosenImage, ImageSource } from '../facts';

/** Requests and limits by resource, as quantities. Those that are missing are not written. */
export interface ResourceQuantities {
  readonly requests?: { readonly [resource: string]: string };
  readonly limits?: { readonly [resource: string]: string };
}

/** A credential: a text that is seen by all who can read the pod, or the key of a secret. */
export interface Credential {
  readonly value?: string;
  readonly secretKeyRef?: { readonly name: string; readonly key: string };
}

/** What the pods are told about Kafka. */
export interface KafkaSettings {
  readonly bootstrapServers: string;
  readonly securityEnabled: boolean;
  readonly securityProtocol: string;
  readonly saslMechanism: string;
  readonly saslJaasConfig: Credential;
  readonly username: Credential;
  readonly password: Credential;
}

/** The container that makes locust's figures readable for Prometheus. */
interface ExporterSettings {
  readonly image: string;
  readonly port: number;
  readonly imagePullPolicy: string;
  readonly resources: ResourceQuantities;
}

/** The configuration of the operator, as far as its objects depend on it. */
export interface OperatorSettings {
  /** After how many seconds a finished Job is deleted. */
  readonly jobTtlSecondsAfterFinished?: number;
  /** Resources of both roles. */
  readonly podResources: ResourceQuantities;
  /** Resources of the master, which win one by one. */
  readonly masterResources?: ResourceQuantities;
  /** Resources of the workers, which win one by one. */
  readonly workerResources?: ResourceQuantities;
  readonly exporter: ExporterSettings;
  /** Nothing is said about Kafka when it is missing. */
  readonly kafka?: KafkaSettings;
  /** Whether the affinity of a test is given to its pods. */
  readonly injectAffinity: boolean;
  /** Whether the tolerations of a test are given to its pods. */
  readonly injectTolerations: boolean;
  /** The runtime class of tests that name none. */
  readonly defaultRuntimeClassName?: string;
}

/** Whose defaults are meant. */
export type OperatorPreset = 'binary' | 'chart';

const NOTHING: Credential = { value: '' };

/** What the operator says of Kafka when nobody told it anything. */
export const KAFKA_DEFAULTS: KafkaSettings = {
  bootstrapServers: 'localhost:9092',
  securityEnabled: false,
  securityProtocol: 'SASL_PLAINTEXT',
  saslMechanism: 'SCRAM-SHA-512',
  saslJaasConfig: NOTHING,
  username: NOTHING,
  password: NOTHING,
};

const POD_RESOURCES: ResourceQuantities = {
  requests: { cpu: '250m', memory: '128Mi', 'ephemeral-storage': '30M' },
  limits: { cpu: '1', memory: '1Gi', 'ephemeral-storage': '50M' },
};

const BINARY: OperatorSettings = {
  podResources: POD_RESOURCES,
  exporter: {
    image: 'containersol/locust_exporter:v0.5.0',
    port: 9646,
    imagePullPolicy: 'Always',
    resources: POD_RESOURCES,
  },
  kafka: KAFKA_DEFAULTS,
  injectAffinity: false,
  injectTolerations: false,
};

const CHART: OperatorSettings = {
  ...BINARY,
  exporter: {
    ...BINARY.exporter,
    imagePullPolicy: 'IfNotPresent',
    resources: {
      requests: { cpu: '100m', memory: '64Mi', 'ephemeral-storage': '30M' },
      limits: { cpu: '250m', memory: '128Mi', 'ephemeral-storage': '50M' },
    },
  },
  injectAffinity: true,
  injectTolerations: true,
};

/**
 * The operator as it is configured when nobody configures it: by its binary, or by its chart
 * (release 2.3.0).
 */
export function operatorPreset(preset: OperatorPreset): OperatorSettings {
  return preset === 'binary' ? BINARY : CHART;
}

/**
 * The settings for a target: the exporter's image, where it is the one that nobody chose, comes
 * from where the target has it.
 */
export function settingsFor(settings: OperatorSettings, target: ImageSource): OperatorSettings {
  const { exporter } = settings;
  if (exporter.image !== BINARY.exporter.image) return settings;
  const image = chosenImage(exporter.image, target);
  return image === exporter.image ? settings : { ...settings, exporter: { ...exporter, image } };
}
