/**
 * Checks of local volumes, at the options: of what they become, and of what only the driver knows.
 */
import { toClaimSpec, toClassSpec, toPersistentVolumeSpec } from './build';
import { LOCAL_VOLUME_RULES as RULES } from './rules';
import { ClaimedSpec, LocalClaimSpec, LocalClassSpec, LocalPersistentVolumeSpec } from './spec';
import { atOrigins, Finding, show, violation } from '../../findings';
import { labelProblems, subdomainProblems } from '../../kube';
import {
  checkClaim,
  checkCsiPersistentVolume,
  checkStorageClass,
  DEFAULT_ACCESS_MODES,
} from '../../storage/core';
import { volumeGroupProblem } from '../judges/classes';
import { LOCAL_RULES } from '../judges/rules';

export function checkLocalClass(spec: LocalClassSpec): Finding[] {
  return [
    ...atOrigins(checkStorageClass(toClassSpec(spec)), (from) => toClassSpec(spec, from)),
    ...groupFindings(spec.volumeGroup),
    ...(spec.nodeNames ?? []).flatMap((name, index) => nodeFindings(name, `nodeNames[${index}]`)),
  ];
}

/** All findings on a claim, or on a template. */
export function checkLocalClaim(spec: LocalClaimSpec): Finding[] {
  return checkClaim(toClaimSpec(spec));
}

export function checkEphemeralVolume({
  name,
  accessModes = DEFAULT_ACCESS_MODES,
  ...others
}: ClaimedSpec): Finding[] {
  return [
    ...(name === undefined
      ? []
      : labelProblems(name).map((problem) =>
          violation(
            RULES.podVolumeName,
            'name',
            `${show(name)}: ${problem}`,
            'use a name such as cache',
          ),
        )),
    // Its claim gets its name from the pod.
    ...checkClaim({ ...others, name: 'claim', accessModes }),
  ];
}

/** All findings on a volume that is made by hand. */
export function checkLocalPersistentVolume(spec: LocalPersistentVolumeSpec): Finding[] {
  const { nodeName, storage, hyperconverged, failoverMode, volumeGroup } = spec;
  if (nodeName === undefined || storage === undefined) return required({ nodeName, storage });
  return [
    ...checkCsiPersistentVolume({
      ...toPersistentVolumeSpec({ ...spec, storage: '1Gi' }),
      storage,
    }),
    ...nodeFindings(nodeName, 'nodeName'),
    ...groupFindings(volumeGroup),
    ...(failoverMode === undefined || hyperconverged
      ? []
      : [
          violation(
            LOCAL_RULES.failoverWithoutEffect,
            'failoverMode',
            `the volume has node affinity, so nothing reads ${show(failoverMode)}`,
            'remove it, or set hyperconverged: true',
          ),
        ]),
  ];
}

function required(options: { readonly [option: string]: unknown }): Finding[] {
  return Object.entries(options)
    .filter(([, value]) => value === undefined)
    .map(([option]) =>
      violation(RULES.staticNode, option, `${option} is required`, `set ${option}`),
    );
}

function nodeFindings(node: string, path: string): Finding[] {
  return subdomainProblems(node).map((problem) =>
    violation(RULES.staticNode, path, `${show(node)}: ${problem}`, 'use the name of a node'),
  );
}

function groupFindings(group: string | undefined): Finding[] {
  const problem = group === undefined ? undefined : volumeGroupProblem(group);
  return problem === undefined
    ? []
    : [
        violation(
          LOCAL_RULES.volumeGroup,
          'volumeGroup',
          `${show(group)} ${problem}`,
          'use letters, digits and + _ . -',
        ),
      ];
}
