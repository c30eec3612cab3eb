/** Checks of an edit guard. */
import { EditGuardSpec } from './build';
import { EDIT_GUARD_RULES } from './rules';
import { Finding, show, violation } from '../../findings';
import { append, labelValueProblems, qualifiedKeyProblems } from '../../kube';
import { checkName } from '../../storage/core';

const ACTIONS = ['Deny', 'Warn', 'Audit'];

/** All findings on a guard. */
export function checkEditGuard(spec: EditGuardSpec): Finding[] {
  const findings = checkName(spec.name, 'name');
  const text = (value: unknown): value is string => typeof value === 'string';
  for (const problem of text(spec.labelKey) ? qualifiedKeyProblems(spec.labelKey) : ['not a text']) {
    findings.push(violation(EDIT_GUARD_RULES.guardLabel, 'labelKey', `${show(spec.labelKey)}: ${problem}`, 'give a key such as example.com/guard'));
  }
  const valueProblems = text(spec.labelValue) && spec.labelValue !== '' ? labelValueProblems(spec.labelValue) : ['not a text, or empty'];
  for (const problem of valueProblems) {
    findings.push(violation(EDIT_GUARD_RULES.guardLabel, 'labelValue', `${show(spec.labelValue)}: ${problem}`, 'give a value such as efs'));
  }
  const actions = Array.isArray(spec.validationActions) ? spec.validationActions : [];
  if (actions.length === 0) {
    findings.push(violation(EDIT_GUARD_RULES.guardActions, 'validationActions', 'there is no action', `give one or more of ${ACTIONS.join(', ')}`));
  }
  actions.forEach((action, index) => {
    if (ACTIONS.includes(action) && actions.indexOf(action) === index) return;
    const problem = ACTIONS.includes(action) ? 'is there twice' : 'is no action';
    findings.push(violation(EDIT_GUARD_RULES.guardActions, `validationActions[${index}]`, `${show(action)} ${problem}`, `give each of ${ACTIONS.join(', ')} at most once`));
  });
  append(findings, checkUsers(spec.exemptUsernames ?? []));
  if (actions.includes('Deny') && actions.includes('Warn')) {
    findings.push(violation(EDIT_GUARD_RULES.guardActions, 'validationActions', 'Deny and Warn exclude each other', 'leave out Warn: a denied request is told why'));
  }
  return findings;
}

function checkUsers(users: unknown): Finding[] {
  const wrong = (path: string, message: string, remedy: string) => [violation(EDIT_GUARD_RULES.guardUsers, path, message, remedy)];
  if (!Array.isArray(users) || users.some((user) => typeof user !== 'string' || user === '')) {
    return wrong('exemptUsernames', `${show(users)} is not a list of names`, 'give the names of users, or leave it out');
  }
  // CEL has no text for it.
  return (users as string[]).flatMap((user, index) => !/\p{Surrogate}/u.test(user) ? [] : wrong(
    `exemptUsernames[${index}]`, `${show(user)} is not Unicode: it has half a surrogate pair`, 'give the name as the API server knows it'));
}

/** A volume that is to be protected. */
export interface ProtectedVolume {
  /** The value that it has for the label of the guard already. */
  readonly label?: string;
  readonly operatorMode: boolean;
  readonly sameApp: boolean;
}

/** All findings on a volume that is put under a guard. */
export function checkProtection(labelKey: string, labelValue: string, volume: ProtectedVolume): Finding[] {
  const findings: Finding[] = [];
  const wrong = (message: string, remedy: string) => findings.push(violation(EDIT_GUARD_RULES.guardProtects, 'protect', message, remedy));
  if (!volume.sameApp) wrong('the guard is one of another app, so its policy is not where the volume is', 'make a guard in the app of the volume');
  if (volume.label !== undefined && volume.label !== labelValue) {
    wrong(`the volume has the label ${labelKey} with ${show(volume.label)} already`, 'give one of the guards its own labelKey');
  }
  if (volume.operatorMode) wrong('the volume is written in operator mode, which knows no label of a guard', 'leave out operatorMode, or the guard');
  return findings;
}
