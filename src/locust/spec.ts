/**
 * A load test as the operator's resource says it: `LocustTest` of locust.io/v2, in its own words.
 */
import { ObjectMeta } from '../kube';
import {
  always,
  data,
  flag,
  integer,
  listOf,
  objectOf,
  Of,
  OfFields,
  oneOf,
  openStruct,
  Shape,
  string,
  strings,
} from '../shape';

/** The group of the operator's resource. */
export const LOCUST_GROUP = 'locust.io';
/** The kind of the operator's resource. */
export const LOCUST_KIND = 'LocustTest';

/** The two kinds of pods of a test. */
export type Role = 'master' | 'worker';
/** Both, in the order in which their Jobs are made. */
export const ROLES: readonly Role[] = ['master', 'worker'];

/** A part of a pod, as Kubernetes spells it. */
export type KubeValue = { readonly [field: string]: unknown };
const kubeValue: Shape<KubeValue> = data;

/** What is wanted of the pods of either role. */
const ROLE = {
  command: string,
  resources: kubeValue,
  labels: strings,
  annotations: strings,
  extraArgs: listOf(string),
};

const MASTER = objectOf({
  ...ROLE,
  autostart: flag,
  autoquit: objectOf({ enabled: flag, timeout: integer }),
});

/** What is wanted of the workers. */
const WORKER = objectOf({ ...ROLE, replicas: integer });

/** Where the test's code comes from. */
export interface TestFilesSpec {
  readonly configMapRef?: string;
  readonly libConfigMapRef?: string;
  readonly srcMountPath?: string;
  readonly libMountPath?: string;
}

/** Which pods a mount is for. */
export const TARGET = oneOf<string>(['master', 'worker', 'both']);

/** A volume mount with the pods that get it. */
export interface TargetedVolumeMount extends KubeValue {
  readonly name: string;
  readonly mountPath: string;
  readonly target?: string;
}

/** A mount, of which Kubernetes knows more fields. */
export const VOLUME_MOUNT: Shape<TargetedVolumeMount> = openStruct({
  name: string,
  mountPath: string,
  readOnly: flag,
  subPath: string,
  subPathExpr: string,
  mountPropagation: string,
  recursiveReadOnly: string,
  target: TARGET,
});

export interface VolumeSpec extends KubeValue {
  readonly name: string;
}

const SECRET_MOUNT = objectOf({
  name: always(string),
  mountPath: always(string),
  readOnly: flag,
});

/** A config map or secret whose entries become environment variables. */
const ENV_SOURCE = objectOf({ name: always(string), prefix: string });

export interface EnvVariable extends KubeValue {
  readonly name: string;
  readonly value?: string;
}

/** The environment of the locust containers. */
const ENV = objectOf({
  configMapRefs: listOf(ENV_SOURCE),
  secretRefs: listOf(ENV_SOURCE),
  variables: listOf(data as Shape<EnvVariable>),
  secretMounts: listOf(SECRET_MOUNT),
});

/** Where the pods may run. */
const SCHEDULING = objectOf({
  affinity: kubeValue,
  tolerations: listOf(kubeValue),
  nodeSelector: strings,
  runtimeClassName: string,
});

/** Telemetry in place of the metrics exporter. */
const OPEN_TELEMETRY = objectOf({
  enabled: flag,
  endpoint: string,
  protocol: oneOf<string>(['grpc', 'http/protobuf']),
  insecure: flag,
  extraEnvVars: strings,
});
export type OpenTelemetrySpec = Of<typeof OPEN_TELEMETRY>;

/** When images are pulled. */
export const PULL_POLICY = oneOf<string>(['Always', 'IfNotPresent', 'Never']);

/** What the resource and the props have under the same name. */
export const SPEC = {
  image: string,
  imagePullPolicy: PULL_POLICY,
  imagePullSecrets: listOf(kubeValue),
  master: MASTER,
  worker: WORKER,
  scheduling: SCHEDULING,
  env: ENV,
  volumes: listOf(data as Shape<VolumeSpec>),
  volumeMounts: listOf(VOLUME_MOUNT),
  security: objectOf({ podSecurityContext: kubeValue, containerSecurityContext: kubeValue }),
  observability: objectOf({ openTelemetry: OPEN_TELEMETRY }),
};

/** The `spec` of the resource. */
export type LocustTestSpec = OfFields<typeof SPEC> & { readonly testFiles?: TestFilesSpec };

export interface LocustTestResource {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: ObjectMeta;
  readonly spec?: LocustTestSpec;
}

/** Whether the pods send their telemetry themselves, so that there is no exporter. */
export function sendsTelemetry(spec: LocustTestSpec): boolean {
  return spec.observability?.openTelemetry?.enabled === true;
}
