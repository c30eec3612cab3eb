/** The rules of names in pods. */
import { defineRules, Severity } from '../../findings';

const KUBELET =
  'Kubernetes, kubelet: CreateContainerConfigError, and volumes that are never mounted';

export const NAME_RULES = defineRules('names', {
  declared: {
    severity: Severity.WARNING,
    summary:
      'The ConfigMap or Secret that a pod refers to is not declared, and is probably misspelled.',
    why: 'A name that differs by one letter is probably misspelled: the pod never starts.',
    bad: 'secretKeyRef: { name: databse, … }, beside a Secret database',
    good: 'secretKeyRef: { name: database, … }',
    source: KUBELET,
  },
  elsewhere: {
    severity: Severity.WARNING,
    summary: 'The ConfigMap or Secret that a pod refers to is declared only in other namespaces.',
    why: 'A pod can use only ConfigMaps and Secrets of its own namespace: it never starts.',
    bad: 'a Secret registry in the namespace apps, and a pod of the namespace tools with imagePullSecrets: [{ name: registry }]',
    good: 'the Secret in both namespaces',
    source: KUBELET,
  },
  key: {
    severity: Severity.WARNING,
    summary: 'A declared ConfigMap or Secret lacks a key that a pod takes from it.',
    why: 'The pod never starts; for a missing subPath, kubelet creates an empty directory.',
    bad: 'configMapKeyRef: { name: settings, key: hots }, beside a ConfigMap settings with the key host',
    good: 'configMapKeyRef: { name: settings, key: host }',
    source:
      'Kubernetes, kubelet: kubelet_pods.go (makeEnvironmentVariables), configmap.go and secret.go (MakePayload); kubernetes/kubernetes#126186',
  },
});
