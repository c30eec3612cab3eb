/** The rules of the edit guard. */
import { defineRules } from '../../findings';

export const EDIT_GUARD_RULES = defineRules('efs', {
  guardLabel: {
    summary: 'The label of a guard is a valid label with a value.',
    why: 'The API server refuses the policy, or the policy guards every volume that has no such label.',
    bad: 'labelKey: "my label"',
    good: 'labelKey: example.com/guard',
    source: 'Kubernetes, validation of label selectors',
  },
  guardProtects: {
    summary:
      'A guard protects volumes of its own app that no other guard has and that are not in operator mode.',
    why: 'Otherwise the volume does not have the label that the policy selects, and is not protected.',
    bad: 'one.protect(data), two.protect(data)',
    good: 'one.protect(data), with a labelKey of its own for the other',
    source: 'Kubernetes, object selectors',
  },
  guardUsers: {
    summary: 'The names of exempt users are Unicode.',
    why: 'The API server refuses the policy: its expressions cannot hold half a surrogate pair.',
    bad: 'exemptUsernames: ["a\\ud800"]',
    good: 'exemptUsernames: ["system:serviceaccount:argocd:argocd-application-controller"]',
    source: 'Kubernetes, ValidatingAdmissionPolicy',
  },
  guardActions: {
    summary:
      'A guard has at least one of the actions Deny, Warn and Audit, and not Deny together with Warn.',
    why: 'The API server refuses the binding.',
    bad: 'validationActions: [Deny, Warn]',
    good: 'validationActions: [Deny, Audit]',
    source: 'Kubernetes, ValidatingAdmissionPolicyBinding',
  },
});
