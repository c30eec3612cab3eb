/**
 * Checks of who may write the results: a group that nobody decided, and one that would take files
 * from others.
 */
import { Finding, show, violation } from '../../findings';
import { kindAndName } from '../../kube';
import { ClaimOwner, GivenGroup, ownersAmong } from '../../ownership/core';
import { isViewer } from '../../placement/core';
import { Consumer } from '../../topology';
import { LOCUST_ID } from '../pod';
import { groupOfResults, otherClaims, ResultsSpec } from '../results';
import { LOCUST_RULES as RULES } from '../rules';
import { KubeValue } from '../spec';
import { named } from './workloads';

/** Who else has a claim, with the group that each gives its files to. */
export type OthersOf = (claimName: string) => readonly ClaimOwner[];

/** Those who have the files of a claim: not those who only look, or only read. */
export function ownersBeside(
  consumers: readonly Consumer[],
  given: GivenGroup,
): readonly ClaimOwner[] {
  return ownersAmong(
    consumers,
    ({ workload, use }) => !isViewer(workload) && !use.isReadOnly,
    given,
  );
}

/** All findings on the group of a pod with these volumes, whose own group is `ofPod`. */
export function checkResultsOfPod(
  results: ResultsSpec,
  volumes: readonly KubeValue[],
  ofPod: unknown,
  othersOf: OthersOf,
): Finding[] {
  return [
    ...checkUndecidedGroup(results, volumes, ofPod),
    ...checkSharedResults(results, volumes, ofPod, othersOf),
  ];
}

/** Findings on a group that nobody decided, where the pod has no group of its own either. */
export function checkUndecidedGroup(
  results: ResultsSpec,
  volumes: readonly KubeValue[],
  ofPod: unknown,
): Finding[] {
  if (
    results.fsGroup !== undefined ||
    ofPod !== undefined ||
    groupOfResults(results, volumes) !== undefined
  ) {
    return [];
  }
  const [other] = otherClaims(results, volumes);
  const why =
    other === undefined
      ? `the claim ${show(results.claimName)} is not declared here, and its files may belong to something else`
      : `it would also change the group of the files of the claim ${show(other)}`;
  return [
    violation(
      RULES.resultsGroup,
      'keepResults',
      `no group is set for the files of the results, so locust may not be able to write: ${why}`,
      `set fsGroup: ${LOCUST_ID} if the group may own all files of the pod's claims, or setFsGroup: false if locust can write without it`,
    ),
  ];
}

/**
 * Findings on a claim whose files the group takes, though others of the app work with them and have
 * another group, or none.
 */
export function checkSharedResults(
  results: ResultsSpec,
  volumes: readonly KubeValue[],
  ofPod: unknown,
  othersOf: OthersOf,
): Finding[] {
  const group =
    results.fsGroup === undefined && ofPod === undefined
      ? groupOfResults(results, volumes)
      : undefined;
  if (group === undefined || results.origin === 'made') return [];
  const others = othersOf(results.claimName).filter((owner) => owner.group !== group);
  if (others.length === 0) return [];
  return [
    violation(
      RULES.resultsShared,
      'keepResults',
      `the group ${group} would get all files of the claim ${show(results.claimName)}, which ${named(others.map(({ workload }) => kindAndName(workload)))} ` +
        `${others.length === 1 ? 'uses' : 'use'} as well`,
      `set fsGroup: ${group} if the group may own them, or setFsGroup: false`,
    ),
  ];
}
