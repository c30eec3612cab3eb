/** Rules on what the API server refuses of any object, by the cause. */
import { defineRules } from '../findings';

const API_SERVER = 'kube-apiserver.3';
const REJECTED = 'The API server rejects the object.';

export const API_RULES = defineRules('api', {
  required: {
    error: 'A required field is missing.',
    why: REJECTED,
    bad: 'kind: Service\nspec:\n  ports: [{ name: web }]',
    good: 'kind: Service\nspec:\n  ports: [{ name: web, port: 80 }]',
    source: API_SERVER,
  },
  invalid: {
    error: 'A field has a value that it cannot have.',
    why: REJECTED,
    bad: 'kind: CronJob\nspec:\n  schedule: every day',
    good: 'kind: CronJob\nspec:\n  schedule: 0 3 * * *',
    source: API_SERVER,
  },
  unsupported: {
    error: 'A field has a value outside its fixed set.',
    why: REJECTED,
    bad: 'kind: Service\nspec:\n  type: Clusterip',
    good: 'kind: Service\nspec:\n  type: ClusterIP',
    source: API_SERVER,
  },
  forbidden: {
    error: 'A field is set that excludes another one.',
    why: REJECTED,
    bad: 'kind: Service\nspec:\n  type: ClusterIP\n  ports: [{ port: 80, nodePort: 30080 }]',
    good: 'kind: Service\nspec:\n  type: NodePort\n  ports: [{ port: 80, nodePort: 30080 }]',
    source: API_SERVER,
  },
  duplicate: {
    isEither: true,
    error: 'Two items of a list have the same key.',
    why: 'The API server rejects the object, or server-side apply does, while kubectl keeps only one of the items.',
    bad: 'kind: Service\nspec:\n  ports: [{ name: web, port: 80 }, { name: web, port: 81 }]',
    good: 'kind: Service\nspec:\n  ports: [{ name: web, port: 80 }, { name: admin, port: 81 }]',
    source: API_SERVER,
  },
  tooLong: {
    error: 'A text or the annotations are longer than the API server accepts.',
    why: REJECTED,
    bad: 'metadata:\n  annotations: { example.com/file: … } # 300 KiB',
    good: 'kind: ConfigMap # has up to 1 MiB\ndata: { file: … }',
    source: API_SERVER,
  },
  tooMany: {
    error: 'A list has more items than the API server accepts.',
    why: REJECTED,
    bad: 'matchConditions: […] # 65 conditions',
    good: 'matchConditions: […] # at most 64',
    source: API_SERVER,
  },
  type: {
    error: 'A value does not have the type of its field.',
    why: 'The API server cannot read the object.',
    bad: 'kind: ConfigMap\ndata: { port: 80 }',
    good: 'kind: ConfigMap\ndata: { port: "80" }',
    source: API_SERVER,
  },
  unknownField: {
    isEither: true,
    error: 'An object has an unknown field.',
    why: 'Strict validation, the default of kubectl, and server-side apply reject the object; otherwise the field is dropped.',
    bad: 'kind: Service\nspec:\n  selectors: { app: web }',
    good: 'kind: Service\nspec:\n  selector: { app: web }',
    source: API_SERVER,
  },
  name: {
    error: 'The name of an object is not valid for its kind.',
    why: REJECTED,
    bad: 'kind: ConfigMap\nmetadata: { name: My_Settings }',
    good: 'kind: ConfigMap\nmetadata: { name: my-settings }',
    source: API_SERVER,
  },
  served: {
    error:
      'Nothing serves the kind and version of an object: neither Kubernetes nor a definition among the input.',
    why: 'The API server does not serve the kind, and rejects the object.',
    bad: 'apiVersion: apps/v1\nkind: Deploymnet',
    good: 'apiVersion: apps/v1\nkind: Deployment',
    source: API_SERVER,
  },
});
