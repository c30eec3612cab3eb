/**
 * All that is known to be wrong with one test: the operator's objections, and what only the API
 * server would tell.
 */
import { asWarnings, Finding, violation } from '../../findings';
import { checkChoices, checkScheduling, checkSecurity } from '../../pod';
import { LOCUST_RULES as RULES } from '../rules';
import { LocustTestResource, TargetedVolumeMount, VolumeSpec } from '../spec';
import { checkEnvironment } from './environment';
import { CheckOptions, checkIdentity, NameOf } from './identity';
import { checkMounts } from './mounts';
import { checkAsOperator } from './objections';
import { checkQuantities, checkResources } from './resources';
import { checkInjection, checkSettings } from './settings';
import { checkVolumes } from './volumes';

export { checkClaims, knownClaims } from './claims';
export { checkLocustfiles } from './locustfiles';
export {
  checkResultsOfPod,
  checkSharedResults,
  checkUndecidedGroup,
  OthersOf,
  ownersBeside,
} from './results';
export { checkStart, checkVariables } from './settings';
export { checkTests } from './tests';

/**
 * All findings on a test that its schema accepts. In operator mode an error is what the operator
 * refuses, and what only this library objects to is a warning.
 */
export function checkLocustTest(test: LocustTestResource, options: CheckOptions): Finding[] {
  const { settings, operatorMode, nameOf = asItIs } = options;
  const own = (findings: Finding[]) => (operatorMode ? asWarnings(findings) : findings);
  if (test.spec === undefined) {
    return own([
      violation(
        RULES.specMissing,
        'spec',
        'the test has no spec, so nothing would ever be created',
        'set image, master and worker',
      ),
    ]);
  }
  const { volumes, scheduling = {}, security = {} } = test.spec;
  return [
    ...checkQuantities(test),
    ...checkAsOperator(test, operatorMode, nameOf),
    ...own([
      ...checkIdentity(test, options),
      ...checkVolumes(test, nameOf),
      ...checkMounts(test, nameOf),
      ...checkChoices(volumes, 'spec.volumes', 'volumes'),
      ...checkChoices(scheduling, 'spec.scheduling', 'scheduling'),
      ...checkChoices(security, 'spec.security', 'security'),
      ...checkEnvironment(test, options),
      ...checkResources(test, settings),
      ...checkScheduling({ ...scheduling }, 'spec.scheduling'),
      ...checkSecurity(
        { context: security.podSecurityContext, path: 'spec.security.podSecurityContext' },
        [
          {
            context: security.containerSecurityContext,
            path: 'spec.security.containerSecurityContext',
          },
        ],
      ),
      ...checkSettings(settings),
      ...checkInjection(test, settings),
    ]),
  ];
}

/** Findings on volumes and mounts that belong to no test, so that nothing is reserved. */
export function checkVolumeSet(
  volumes: readonly VolumeSpec[],
  volumeMounts: readonly TargetedVolumeMount[],
  nameOf: NameOf,
): Finding[] {
  const test = {
    apiVersion: '',
    kind: '',
    metadata: { name: '' },
    spec: { volumes, volumeMounts },
  };
  const undefinedOnes = checkAsOperator(test, false, nameOf).filter(
    ({ rule }) => rule === RULES.mountUndefined.id,
  );
  const own = [...checkVolumes(test, nameOf), ...checkMounts(test, nameOf)].filter(
    ({ rule }) => rule !== RULES.mountPathBypass.id,
  );
  return [...undefinedOnes, ...own];
}

function asItIs(field: string): string {
  return field;
}
