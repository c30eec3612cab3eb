/** The rules of the edit guard. */
import { defineRules } from '../../findings';

export const EDIT_GUARD_RULES = defineRules('efs', {
  guardLabel: {
    error: 'The label of a guard is not a valid label with a value.',
    why: 'The API server refuses the policy, or the policy guards every volume that has no such label.',
    bad: 'labelKey: "my label"',
    good: 'labelKey: example.com/guard',
    source: 'Kubernetes, validation of label selectors',
  },
  guardProtects: {
    error: 'A guard protects a volume of another app, of another guard, or in operator mode.',
    why: 'The volume does not have the label that the policy selects, and is not protected.',
    bad: 'one.protect(data), two.protect(data)',
    good: 'one.protect(data), with a labelKey of its own for the other',
    source: 'Kubernetes, object selectors',
  },
  guardUsers: {
    error: 'The name of an exempt user is not Unicode.',
    why: 'The API server refuses the policy: its expressions cannot hold half a surrogate pair.',
    bad: 'exemptUsernames: ["a\\ud800"]',
    good: 'exemptUsernames: ["system:serviceaccount:argocd:argocd-application-controller"]',
    source: 'Kubernetes, ValidatingAdmissionPolicy',
  },
  guardActions: {
    error: 'A guard has no action, or both Deny and Warn.',
    why: 'The API server refuses the binding.',
    bad: 'validationActions: [Deny, Warn]',
    good: 'validationActions: [Deny, Audit]',
    source: 'Kubernetes, ValidatingAdmissionPolicyBinding',
  },
});
