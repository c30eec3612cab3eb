/**
 * A load test as the operator's resource says it: `LocustTest` of locust.io/v2, in its own words.
 */
import { ObjectMeta } from '../kube';

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
type Texts = { readonly [key: string]: string };

/** What is wanted of the pods of either role. */
export interface RoleSpec {
  readonly command?: string;
  readonly resources?: KubeValue;
  readonly labels?: Texts;
  readonly annotations?: Texts;
  readonly extraArgs?: readonly string[];
}

/** What is wanted of the master. */
export interface MasterSpec extends RoleSpec {
  readonly autostart?: boolean;
  readonly autoquit?: { readonly enabled?: boolean; readonly timeout?: number };
}

/** What is wanted of the workers. */
export interface WorkerSpec extends RoleSpec {
  readonly replicas?: number;
}

/** Where the test's code comes from. */
export interface TestFilesSpec {
  readonly configMapRef?: string;
  readonly libConfigMapRef?: string;
  readonly srcMountPath?: string;
  readonly libMountPath?: string;
}

/** A volume mount with the pods that get it. */
export interface TargetedVolumeMount extends KubeValue {
  readonly name: string;
  readonly mountPath: string;
  readonly target?: string;
}

/** A volume of a pod. */
export interface VolumeSpec extends KubeValue {
  readonly name: string;
}

/** A secret that is mounted in all pods. */
export interface SecretMount {
  readonly name: string;
  readonly mountPath: string;
  readonly readOnly?: boolean;
}

/** A config map or secret whose entries become environment variables. */
export interface EnvSource {
  readonly name: string;
  readonly prefix?: string;
}

/** An environment variable. */
export interface EnvVariable extends KubeValue {
  readonly name: string;
  readonly value?: string;
}

/** The environment of the locust containers. */
export interface EnvSpec {
  readonly configMapRefs?: readonly EnvSource[];
  readonly secretRefs?: readonly EnvSource[];
  readonly variables?: readonly EnvVariable[];
  readonly secretMounts?: readonly SecretMount[];
}

/** Where the pods may run. */
export interface SchedulingSpec {
  readonly affinity?: KubeValue;
  readonly tolerations?: readonly KubeValue[];
  readonly nodeSelector?: Texts;
  readonly runtimeClassName?: string;
}

/** Telemetry in place of the metrics exporter. */
export interface OpenTelemetrySpec {
  readonly enabled?: boolean;
  readonly endpoint?: string;
  readonly protocol?: string;
  readonly insecure?: boolean;
  readonly extraEnvVars?: Texts;
}

/** The `spec` of the resource. */
export interface LocustTestSpec {
  readonly image?: string;
  readonly imagePullPolicy?: string;
  readonly imagePullSecrets?: readonly KubeValue[];
  readonly master?: MasterSpec;
  readonly worker?: WorkerSpec;
  readonly testFiles?: TestFilesSpec;
  readonly scheduling?: SchedulingSpec;
  readonly env?: EnvSpec;
  readonly volumes?: readonly VolumeSpec[];
  readonly volumeMounts?: readonly TargetedVolumeMount[];
  readonly security?: {
    readonly podSecurityContext?: KubeValue;
    readonly containerSecurityContext?: KubeValue;
  };
  readonly observability?: { readonly openTelemetry?: OpenTelemetrySpec };
}

/** The resource. */
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
