/** The options of a load test. */
import * as kplus from 'cdk8s-plus-28';
import { LocustTestFiles } from './locust-test-files';
import { LocustOperatorSettings } from './operator-settings';
import {
  LocustEnv, LocustMaster, LocustObservability, LocustRerun, LocustScheduling, LocustSecurity, LocustVolumeMount, LocustWorker,
} from './options';

/** Props of a `LocustTest`: the spec of the operator's resource in its own words, and what this library adds. */
export interface LocustTestProps {
  /** The image, whose entrypoint is locust. */
  readonly image: string;

  /** The master. */
  readonly master: LocustMaster;

  /** The workers. */
  readonly worker: LocustWorker;

  /**
   * When the image is pulled.
   * @default - IfNotPresent
   */
  readonly imagePullPolicy?: kplus.ImagePullPolicy;

  /**
   * The secrets by which the image is pulled.
   * @default - none
   */
  readonly imagePullSecrets?: kplus.k8s.LocalObjectReference[];

  /**
   * The code of the test.
   * @default - the image has it, or a volume
   */
  readonly testFiles?: LocustTestFiles;

  /**
   * Where the pods may run.
   * @default - anywhere
   */
  readonly scheduling?: LocustScheduling;

  /**
   * The environment of master and workers.
   * @default - nothing but what the settings say
   */
  readonly env?: LocustEnv;

  /**
   * Volumes, as a pod has them. A pod gets those that something mounts there.
   * @default - none; `volumes` of the construct takes more
   */
  readonly volumes?: kplus.k8s.Volume[];

  /**
   * Mounts of the volumes, each with its target.
   * @default - none; `volumes` of the construct takes more
   */
  readonly volumeMounts?: LocustVolumeMount[];

  /**
   * Who the processes are, and what they may.
   * @default - what Pod Security `restricted` asks for; in operator mode the seccomp profile RuntimeDefault
   */
  readonly security?: LocustSecurity;

  /**
   * How the test is observed.
   * @default - a metrics exporter runs beside the master
   */
  readonly observability?: LocustObservability;

  /**
   * The name of the test: a DNS subdomain that begins with a letter, at most 56 characters with the hash and the run id.
   * @default - the id of the construct
   */
  readonly name?: string;

  /**
   * The namespace of all objects.
   * @default - the namespace of the chart
   */
  readonly namespace?: string;

  /**
   * What tells one run from the next, appended to the name: another run id is another test. Letters in lower case,
   * digits and dashes.
   * @default - none
   */
  readonly runId?: string;

  /**
   * What a changed test means.
   * @default - LocustRerun.ON_CHANGE; NEVER with a `runId`, and in operator mode
   */
  readonly rerun?: LocustRerun;

  /**
   * How the operator would be configured.
   * @default - LocustOperatorSettings.chart()
   */
  readonly settings?: LocustOperatorSettings;

  /**
   * Labels of the Service and the Jobs themselves, beside `app.kubernetes.io/name`, `instance` and `component`. Labels
   * of the pods are those of master and worker.
   * @default - none
   */
  readonly labels?: { [key: string]: string };

  /**
   * Annotations of the Service and the Jobs themselves.
   * @default - none
   */
  readonly annotations?: { [key: string]: string };

  /**
   * Whether the platform gives the pods their users and groups, and refuses others: OpenShift does so by namespace.
   * Then the pods ask for none, and `keepResults` sets no group unless it is told to.
   * @default - true if the target is OpenShift, else false
   */
  readonly userFromPlatform?: boolean;

  /**
   * Writes the LocustTest resource itself, for a cluster where the operator runs, and no Service and Jobs.
   * @default false
   */
  readonly customResource?: boolean;

  /**
   * Exactly what locust-k8s-operator 2.3.0 would create, but for the owner references: no hash in the name, no labels
   * on the objects, its Kafka variables, duplicate variables as they are. What it refuses is an error in its words;
   * what only this library objects to is a warning.
   * @default false
   */
  readonly operatorMode?: boolean;
}
