/** Rules on any object of Kubernetes' own kinds: what the API server refuses, by the cause. */
import { defineRules, Severity } from '../findings';

const API_SERVER = 'kube-apiserver.3';
const REJECTED = 'The API server rejects the object.';

export const API_RULES = defineRules('api', {
  required: {
    summary: 'Every required field is set.',
    why: REJECTED,
    bad: 'kind: Service\nspec:\n  ports: [{ name: web }]',
    good: 'kind: Service\nspec:\n  ports: [{ name: web, port: 80 }]',
    source: API_SERVER,
  },
  invalid: {
    summary: 'Every value is one that its field can have.',
    why: REJECTED,
    bad: 'kind: CronJob\nspec:\n  schedule: every day',
    good: 'kind: CronJob\nspec:\n  schedule: 0 3 * * *',
    source: API_SERVER,
  },
  unsupported: {
    summary: 'Fields with few values have one of them.',
    why: REJECTED,
    bad: 'kind: Service\nspec:\n  type: Clusterip',
    good: 'kind: Service\nspec:\n  type: ClusterIP',
    source: API_SERVER,
  },
  forbidden: {
    summary: 'No field is set that excludes another one.',
    why: REJECTED,
    bad: 'kind: Service\nspec:\n  type: ClusterIP\n  ports: [{ port: 80, nodePort: 30080 }]',
    good: 'kind: Service\nspec:\n  type: NodePort\n  ports: [{ port: 80, nodePort: 30080 }]',
    source: API_SERVER,
  },
  duplicate: {
    otherSeverity: Severity.WARNING,
    summary: 'Items of a list that are told apart by a key have different keys.',
    why: 'The API server rejects the object, or server-side apply does, while kubectl keeps only one of the items.',
    bad: 'kind: Service\nspec:\n  ports: [{ name: web, port: 80 }, { name: web, port: 81 }]',
    good: 'kind: Service\nspec:\n  ports: [{ name: web, port: 80 }, { name: admin, port: 81 }]',
    source: API_SERVER,
  },
  tooLong: {
    summary: 'Texts and annotations are no longer than the API server takes.',
    why: REJECTED,
    bad: 'metadata:\n  annotations: { example.com/file: … } # 300 KiB',
    good: 'kind: ConfigMap # has up to 1 MiB\ndata: { file: … }',
    source: API_SERVER,
  },
  tooMany: {
    summary: 'Lists have no more items than the API server takes.',
    why: REJECTED,
    bad: 'matchConditions: […] # 65 conditions',
    good: 'matchConditions: […] # at most 64',
    source: API_SERVER,
  },
  type: {
    summary: 'Every value has the type of its field.',
    why: 'The API server cannot read the object.',
    bad: 'kind: ConfigMap\ndata: { port: 80 }',
    good: 'kind: ConfigMap\ndata: { port: "80" }',
    source: API_SERVER,
  },
  unknownField: {
    otherSeverity: Severity.WARNING,
    summary: 'Kubernetes knows every field of an object.',
    why: 'Strict validation, which kubectl asks for unless it is told otherwise, and server-side apply reject the object; otherwise the field is dropped.',
    bad: 'kind: Service\nspec:\n  selectors: { app: web }',
    good: 'kind: Service\nspec:\n  selector: { app: web }',
    source: API_SERVER,
  },
  name: {
    summary: 'The name of an object is one that its kind can have.',
    why: REJECTED,
    bad: 'kind: ConfigMap\nmetadata: { name: My_Settings }',
    good: 'kind: ConfigMap\nmetadata: { name: my-settings }',
    source: API_SERVER,
  },
  served: {
    summary:
      'Kubernetes, or a definition among the input, serves the kind and the version of every object.',
    why: 'The API server does not know the kind, and rejects the object.',
    bad: 'apiVersion: apps/v1\nkind: Deploymnet',
    good: 'apiVersion: apps/v1\nkind: Deployment',
    source: API_SERVER,
  },
});
