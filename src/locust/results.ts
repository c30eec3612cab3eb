/**
 * Results that outlive the test: a claim in the master, the arguments that write there, and the
 * group that may.
 */
import { fieldsOf, trimRight } from '../kube';
import { defaultPodSecurity, LOCUST_ID } from './pod';
import { KubeValue, LocustTestSpec, Role, ROLES, TargetedVolumeMount, VolumeSpec } from './spec';
import { volumesFor } from './targets';
import { groupBeside } from '../ownership/core';

/** What is kept, and where. */
export interface ResultsSpec {
  readonly claimName: string;
  /**
   * Where the claim is from: made for the results, declared beside the test, so that it is known
   * who has it, or elsewhere.
   */
  readonly origin: 'made' | 'declared' | 'elsewhere';
  readonly mountPath: string;
  /** Whether the report is kept, as a page. */
  readonly html: boolean;
  /** Whether the figures are kept, as tables. */
  readonly csv: boolean;
  /**
   * The group that owns the files of the pod's volumes, so that a process that is not root can
   * write; none where something else decides. Undefined where nobody said anything: then it is that
   * of the stock image, if no files can be anybody else's.
   */
  readonly fsGroup?: number | 'none';
}

/** The name of the volume in the pod of the master. */
const RESULTS_VOLUME = 'locust-results';
/** Where the results are mounted unless it is said otherwise. */
export const RESULTS_PATH = '/results';

export function resultsVolume({ claimName }: ResultsSpec): VolumeSpec {
  return { name: RESULTS_VOLUME, persistentVolumeClaim: { claimName } };
}

/** The mount of the results, which only the master has. */
export function resultsMount({ mountPath }: ResultsSpec): TargetedVolumeMount {
  return { name: RESULTS_VOLUME, mountPath, target: 'master' };
}

/**
 * The arguments by which the master writes its results. Files are named after the test, so that
 * runs do not overwrite each other.
 */
export function resultsArgs({ mountPath, html, csv }: ResultsSpec, test: string): string[] {
  const prefix = `${trimRight(mountPath, '/')}/${test}`;
  return [...(html ? ['--html', `${prefix}.html`] : []), ...(csv ? ['--csv', prefix] : [])];
}

/** The same test, with its results kept. */
export function withResults(
  spec: LocustTestSpec,
  results: ResultsSpec,
  test: string,
): LocustTestSpec {
  return {
    ...spec,
    master: {
      ...spec.master,
      extraArgs: [...(spec.master?.extraArgs ?? []), ...resultsArgs(results, test)],
    },
    volumes: [...(spec.volumes ?? []), resultsVolume(results)],
    volumeMounts: [...(spec.volumeMounts ?? []), resultsMount(results)],
  };
}

/**
 * The same test where the operator makes the pods, which have one security context: the group in
 * it. One that the test sets itself stays.
 */
export function withSharedGroup(spec: LocustTestSpec, results: ResultsSpec): LocustTestSpec {
  const fsGroup = groupOfResults(results, volumesOf(spec, ROLES));
  if (fsGroup === undefined) return spec;
  const podSecurityContext = {
    fsGroup,
    ...(spec.security?.podSecurityContext ?? defaultPodSecurity({ operatorMode: true })),
  };
  return { ...spec, security: { ...spec.security, podSecurityContext } };
}

/**
 * The group of a pod with these volumes, if it gets one: kubelet gives it the files of all volumes,
 * not of the results alone.
 */
export function groupOfResults(
  results: ResultsSpec,
  volumes: readonly KubeValue[],
): number | undefined {
  const { fsGroup, origin } = results;
  if (fsGroup !== undefined) return fsGroup === 'none' ? undefined : fsGroup;
  // Who else has a claim of the app is seen when all of it is there, and told then.
  return groupBeside(
    [],
    origin !== 'elsewhere' && otherClaims(results, volumes).length === 0,
    LOCUST_ID,
  );
}

/** The volumes of the pods of some roles. */
export function volumesOf(spec: LocustTestSpec, roles: readonly Role[]): VolumeSpec[] {
  return roles.flatMap((role) => volumesFor(role, spec.volumes, spec.volumeMounts).volumes);
}

/** The claims of a pod beside that of the results, where kubelet would change files. */
export function otherClaims({ claimName }: ResultsSpec, volumes: readonly KubeValue[]): unknown[] {
  return volumes
    .map(({ persistentVolumeClaim }) => fieldsOf(persistentVolumeClaim))
    .filter(
      (claim) =>
        claim.claimName !== undefined && claim.claimName !== claimName && claim.readOnly !== true,
    )
    .map((claim) => claim.claimName);
}
