/** Checks of an edit guard. */
import { EDIT_GUARD_RULES as RULES } from './rules';
import { EditGuardSpec } from './spec';
import { checkActions } from '../../admission';
import { Finding, show, violation } from '../../findings';
import { labelValueProblems, qualifiedKeyProblems } from '../../kube';
import { missingOption } from '../../shape';
import { checkName } from '../../storage/core';

/** All findings on a guard, whose fields have their types or are not there. */
export function checkEditGuard({
  name,
  labelKey,
  labelValue,
  validationActions,
  exemptUsernames = [],
}: EditGuardSpec): Finding[] {
  const labelProblems = (
    field: 'labelKey' | 'labelValue',
    problems: readonly string[],
    value: string,
    example: string,
  ) =>
    problems.map((problem) =>
      violation(RULES.guardLabel, field, `${show(value)}: ${problem}`, `use ${example}`),
    );
  return [
    ...checkName(name, 'name'),
    ...(labelKey === undefined
      ? missingOption('labelKey')
      : labelProblems(
          'labelKey',
          qualifiedKeyProblems(labelKey),
          labelKey,
          'a key such as example.com/guard',
        )),
    ...(labelValue === undefined
      ? missingOption('labelValue')
      : labelProblems(
          'labelValue',
          labelValueProblems(labelValue),
          labelValue,
          'a value such as efs',
        )),
    ...(validationActions === undefined
      ? missingOption('validationActions')
      : checkActions(validationActions, RULES.guardActions)),
    // CEL has no text for it.
    ...exemptUsernames.flatMap((user, index) =>
      !/\p{Surrogate}/u.test(user)
        ? []
        : [
            violation(
              RULES.guardUsers,
              `exemptUsernames[${index}]`,
              `${show(user)} is not Unicode: it has half a surrogate pair`,
              'use the name of the user as in the API server',
            ),
          ],
    ),
  ];
}

interface ProtectedVolume {
  /** The value that it has for the label of the guard already. */
  readonly label?: string;
  readonly operatorMode: boolean;
  readonly sameApp: boolean;
}

/** All findings on a volume that is put under a guard. */
export function checkProtection(
  labelKey: string,
  labelValue: string,
  volume: ProtectedVolume,
): Finding[] {
  const findings: Finding[] = [];
  const wrong = (message: string, remedy: string) =>
    findings.push(violation(RULES.guardProtects, 'protect', message, remedy));
  if (!volume.sameApp) {
    wrong(
      'the guard belongs to another app, so its policy is not where the volume is',
      'create a guard in the app of the volume',
    );
  }
  if (volume.label !== undefined && volume.label !== labelValue) {
    wrong(
      `the volume already has the label ${labelKey} with ${show(volume.label)}`,
      'set a different labelKey on one of the guards',
    );
  }
  if (volume.operatorMode) {
    wrong(
      'the volume is in operator mode, which does not allow the label of a guard',
      'remove operatorMode, or do not protect the volume',
    );
  }
  return findings;
}

/** The finding on something that is not a volume at all. */
export function checkProtected(value: unknown): Finding[] {
  return [
    violation(
      RULES.guardProtects,
      'protect',
      `${show(value)} is not an EfsSharedVolume`,
      'pass the construct of the volume',
    ),
  ];
}
