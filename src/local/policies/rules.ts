/** The rules of the policies and webhooks that stand in a cluster. */
import { defineRules } from '../../findings';

const POLICIES = 'Kubernetes, admission policies';

export const LOCAL_POLICY_RULES = defineRules('local', {
  policyVersion: {
    error:
      'The cluster does not have the API of the policy: validating policies from Kubernetes 1.30, mutating ones from 1.32.',
    why: 'The API server does not serve the kind, so nothing is rejected, and no pod is sent to its volume.',
    bad: "new HyperconvergedPolicy(this, 'steer'), with kubernetes: '1.31' in the target",
    good: "new HyperconvergedWebhook(this, 'steer')",
    source: 'Kubernetes, API versions of admissionregistration.k8s.io',
  },
  policySwitchedOff: {
    error:
      'The target does not enable mutating policies, which are off by default before Kubernetes 1.36.',
    why: 'The API server rejects the objects.',
    bad: "kubernetes: '1.34' in the target",
    good: "kubernetes: '1.36', or featureGates: ['MutatingAdmissionPolicy'] in the target, if the API server has it and the version of the API",
    source: 'Kubernetes 1.32 to 1.35, feature gates',
  },
  policyActions: {
    error: 'A policy has no action, or both Deny and Warn.',
    why: 'The API server refuses the binding.',
    bad: 'validationActions: [Deny, Warn]',
    good: 'validationActions: [Warn, Audit]',
    source: 'Kubernetes, ValidatingAdmissionPolicyBinding',
  },
  policyClasses: {
    error: 'A policy for specific classes names none, or one twice.',
    why: 'It would reject nothing.',
    bad: 'storageClassNames: []',
    good: "storageClassNames: ['local'], or no storageClassNames: which includes all classes of the driver",
    source: POLICIES,
  },
  policyOtherDriver: {
    error: 'A class of a policy is not for local disks.',
    why: 'The claims of another driver, whose data survives its nodes, would be rejected.',
    bad: "storageClassNames: ['efs']",
    good: "storageClassNames: ['local']",
    source: 'local-csi-driver v0.3.0, webhook enforce-ephemeral',
  },
  policyNamespaces: {
    error: 'A namespace of a policy is not valid, or listed twice.',
    why: 'The API server refuses the binding, or the wrong namespace is exempt.',
    bad: "exemptNamespaces: ['Kube-System']",
    good: "exemptNamespaces: ['kube-system']",
    source: 'Kubernetes, namespace selectors',
  },
  policyLabel: {
    error: 'The label of steered pods is not valid, or pods are not selected by a label.',
    why: 'The API server refuses the binding, or the policy looks at the wrong pods.',
    bad: "labelKey: 'my label'",
    good: "labelKey: 'example.com/local-disks'",
    source: 'Kubernetes, label selectors',
  },
  steeredWorkload: {
    error: 'A policy steers something that creates no pods or belongs to another app.',
    why: 'There is nothing to schedule.',
    bad: 'policy.steer(service)',
    good: 'policy.steer(deployment)',
    source: POLICIES,
  },
});
