/** Results that outlive the test: a claim in the master, the arguments that write there, and the group that may. */
import { SECCOMP_DEFAULT } from './pod';
import { trimRight } from '../kube';
import { LocustTestSpec, TargetedVolumeMount, VolumeSpec } from './spec';

/** What is kept, and where. */
export interface ResultsSpec {
  readonly claimName: string;
  readonly mountPath: string;
  /** Whether the report is kept, as a page. */
  readonly html: boolean;
  /** Whether the figures are kept, as tables. */
  readonly csv: boolean;
  /** The group that owns the files of the volume, so that a process that is not root can write; none where something else decides. */
  readonly fsGroup?: number;
}

/** The name of the volume in the pod of the master. */
export const RESULTS_VOLUME = 'locust-results';
/** Where the results are mounted unless it is said otherwise. */
export const RESULTS_PATH = '/results';
/** The group of the user that the stock image runs as. */
export const LOCUST_GROUP_ID = 1000;

/** The volume of the results. */
export function resultsVolume({ claimName }: ResultsSpec): VolumeSpec {
  return { name: RESULTS_VOLUME, persistentVolumeClaim: { claimName } };
}

/** The mount of the results, which only the master has. */
export function resultsMount({ mountPath }: ResultsSpec): TargetedVolumeMount {
  return { name: RESULTS_VOLUME, mountPath, target: 'master' };
}

/** The arguments by which the master writes its results. Files are named after the test, so that runs do not overwrite each other. */
export function resultsArgs({ mountPath, html, csv }: ResultsSpec, test: string): string[] {
  const prefix = `${trimRight(mountPath, '/')}/${test}`;
  return [...html ? ['--html', `${prefix}.html`] : [], ...csv ? ['--csv', prefix] : []];
}

/** The same test, with its results kept. A group that it sets itself stays. */
export function withResults(spec: LocustTestSpec, results: ResultsSpec, test: string): LocustTestSpec {
  const { fsGroup } = results;
  return {
    ...spec,
    master: { ...spec.master, extraArgs: [...spec.master?.extraArgs ?? [], ...resultsArgs(results, test)] },
    volumes: [...spec.volumes ?? [], resultsVolume(results)],
    volumeMounts: [...spec.volumeMounts ?? [], resultsMount(results)],
    ...fsGroup === undefined ? {} : {
      security: { ...spec.security, podSecurityContext: { fsGroup, ...spec.security?.podSecurityContext ?? SECCOMP_DEFAULT } },
    },
  };
}
