/** The options of a load test. */
import * as kplus from 'cdk8s-plus-28';
import { LocustTestFiles } from './locust-test-files';
import { LocustOperatorSettings } from './operator-settings';
import {
  LocustEnv,
  LocustMaster,
  LocustObservability,
  LocustRerun,
  LocustScheduling,
  LocustSecurity,
  LocustVolumeMount,
  LocustWorker,
} from './options';

/**
 * Props of a `LocustTest`: the spec of the operator's custom resource with its own field names, and
 * the options of this library.
 */
export interface LocustTestProps {
  /** The container image, whose entrypoint must be locust. */
  readonly image: string;

  /** The master. */
  readonly master: LocustMaster;

  /** The workers. */
  readonly worker: LocustWorker;

  /**
   * The pull policy of the image.
   * @default - IfNotPresent
   */
  readonly imagePullPolicy?: kplus.ImagePullPolicy;

  /**
   * The image pull Secrets.
   * @default - none
   */
  readonly imagePullSecrets?: kplus.k8s.LocalObjectReference[];

  /**
   * The code of the test.
   * @default - none; the code is in the image or a volume
   */
  readonly testFiles?: LocustTestFiles;

  /**
   * Scheduling of the pods.
   * @default - anywhere
   */
  readonly scheduling?: LocustScheduling;

  /**
   * The environment variables and mounted Secrets of master and workers.
   * @default - only those of the settings
   */
  readonly env?: LocustEnv;

  /**
   * Volumes, in Kubernetes' format. A pod gets only the volumes that are mounted in it.
   * @default - none; more can be added with the `volumes` of the construct
   */
  readonly volumes?: kplus.k8s.Volume[];

  /**
   * Mounts of the volumes, each with the pods that get it.
   * @default - none; more can be added with the `volumes` of the construct
   */
  readonly volumeMounts?: LocustVolumeMount[];

  /**
   * The security contexts of pods and containers.
   * @default - as the Pod Security level `restricted` requires; in operator mode, only the seccomp
   * profile RuntimeDefault
   */
  readonly security?: LocustSecurity;

  /**
   * How metrics of the test are exported.
   * @default - a metrics exporter runs as a sidecar of the master
   */
  readonly observability?: LocustObservability;

  /**
   * The name of the test: a DNS subdomain that starts with a letter, with at most 56 characters
   * including the run id and the hash.
   * @default - the id of the construct
   */
  readonly name?: string;

  /**
   * The namespace of all objects.
   * @default - the namespace of the chart
   */
  readonly namespace?: string;

  /**
   * An identifier that is appended to the name: a different run id makes it a different test. It
   * consists of lower-case letters, digits and dashes.
   * @default - none
   */
  readonly runId?: string;

  /**
   * What happens if the test changes.
   * @default - LocustRerun.ON_CHANGE; NEVER with a `runId`, and in operator mode
   */
  readonly rerun?: LocustRerun;

  /**
   * The settings of the operator, which also apply outside of operator mode.
   * @default - LocustOperatorSettings.chart()
   */
  readonly settings?: LocustOperatorSettings;

  /**
   * Labels of the Service and the Jobs, in addition to `app.kubernetes.io/name`, `instance` and
   * `component`. Labels of the pods are options of `master` and `worker`.
   * @default - none
   */
  readonly labels?: { [key: string]: string };

  /**
   * Annotations of the Service and the Jobs.
   * @default - none
   */
  readonly annotations?: { [key: string]: string };

  /**
   * Whether the platform assigns users and groups to the pods and rejects others, as OpenShift does
   * per namespace. If true, the pods do not specify any, and `keepResults` sets a group only on
   * request.
   * @default - true if the target is OpenShift, otherwise false
   */
  readonly userFromPlatform?: boolean;

  /**
   * Whether to create the LocustTest custom resource, for a cluster where the operator runs,
   * instead of the Service and the Jobs.
   * @default false
   */
  readonly customResource?: boolean;

  /**
   * Whether to create exactly what locust-k8s-operator 2.3.0 would create, except for the owner
   * references: no hash in the name, no labels on the objects, its Kafka variables, and duplicate
   * variables unchanged. What the operator rejects is an error with the operator's message. What
   * only this library objects to is a warning.
   * @default false
   */
  readonly operatorMode?: boolean;
}
