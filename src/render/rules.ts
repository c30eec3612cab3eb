/**
 * The rules of input files: that they are YAML, that they hold Kubernetes objects, and each of them
 * once.
 */
import { defineRules } from '../findings';

const API_SERVER = 'Kubernetes, API server';
const READER = 'sigs.k8s.io/yaml v1.6, which kubectl, Argo CD and Flux read with';

export const RENDER_RULES = defineRules('render', {
  unreadable: {
    isEither: true,
    error: 'An input file cannot be read as UTF-8 text.',
    why: 'Its content is missing from the result. All other files are still processed.',
    bad: 'deploy/app.yaml, a symbolic link to a file that was removed',
    good: 'the same folder without the link, or with --exclude app.yaml',
    source: 'this library',
  },
  syntax: {
    error: 'The input is neither YAML nor JSON.',
    why: 'Nothing can be read from it.',
    bad: 'name: "a',
    good: 'name: "a"',
    source: READER,
  },
  duplicateKey: {
    error: 'A mapping has a key twice.',
    why: 'kubectl drops the first value silently; with strict validation the API server refuses the object.',
    bad: 'spec: { replicas: 1, replicas: 2 }',
    good: 'spec: { replicas: 2 }',
    source: READER,
  },
  object: {
    error: 'A document is not a Kubernetes object with apiVersion and kind.',
    why: 'kubectl rejects it; Argo CD silently ignores it.',
    bad: 'replicas: 2',
    good: 'apiVersion: apps/v1, kind: Deployment, …',
    source: 'kubectl',
  },
  otherDocument: {
    warning: 'A document is not a Kubernetes object: chart values, a kustomization or the like.',
    why: 'It is omitted from the output, because no cluster accepts it. If it is an object after all, it would be missing.',
    bad: 'cdk8s-volumes render deploy/, with deploy/values.yaml',
    good: 'cdk8s-volumes render deploy/ --exclude values.yaml',
    source: 'kubectl',
  },
  noMatches: {
    error: 'A custom resource names a kind or a version that its group does not serve.',
    why: 'The API server does not serve it.',
    bad: 'apiVersion: locust.io/v3, kind: LocustTest',
    good: 'apiVersion: locust.io/v2, kind: LocustTest',
    source: 'kubectl',
  },
  otherGroup: {
    warning: 'A kind that is rendered has the API group of another one.',
    why: 'With another group it is a different kind: it passes through unchanged, and the cluster probably does not serve it.',
    bad: 'apiVersion: locust/v2, kind: LocustTest',
    good: 'apiVersion: locust.io/v2, kind: LocustTest',
    source: 'this library',
  },
  foreignKind: {
    warning: "A resource belongs to another project's controller.",
    why: 'Two projects call their resource LocustTest of locust.io/v1. A resource that has only fields of the other one is not rendered.',
    bad: 'apiVersion: locust.io/v1, kind: LocustTest, spec: { workers: 2, locustfile: { … } }',
    good: 'the same with --pass-through LocustTest',
    source: 'locustio/k8s-operator 0.1, CustomResourceDefinition',
  },
  deprecated: {
    warning: 'A custom resource uses a deprecated version.',
    why: 'A later release no longer serves it.',
    bad: 'apiVersion: locust.io/v1',
    good: 'apiVersion: locust.io/v2',
    source: API_SERVER,
  },
  metadata: {
    error: 'The metadata of a custom resource is not valid.',
    why: 'The API server refuses the object.',
    bad: 'metadata: { name: My_Test }',
    good: 'metadata: { name: my-test }',
    source: API_SERVER,
  },
  generateName: {
    error: 'A custom resource has no explicit name.',
    why: 'The API server would generate a name for each new object; objects in Git need the same name each time.',
    bad: 'metadata: { generateName: test- }',
    good: 'metadata: { name: test-1 }',
    source: 'this library',
  },
  schema: {
    error: 'The schema of its version rejects the custom resource.',
    why: 'The API server rejects the object. The message is its own, verbatim.',
    bad: 'spec: { worker: { replicas: 0 } }',
    good: 'spec: { worker: { replicas: 1 } }',
    source: API_SERVER,
  },
  webhook: {
    error: 'The types of its operator reject the custom resource.',
    why: "The operator's mutating webhook rejects it before its schema is checked. The message is its own, verbatim.",
    bad: 'spec: { pvc: 5 }, in operator mode',
    good: 'spec: { pvc: data }',
    source: "the operators, by Go's encoding/json",
  },
  unknownField: {
    warning: 'A custom resource has a field that is not in the schema of its version.',
    why: 'The API server silently drops the field, so it has no effect.',
    bad: 'spec: { worker: { replica: 5 } }',
    good: 'spec: { worker: { replicas: 5 } }',
    source: API_SERVER,
  },
  sameDocument: {
    warning: 'An object appears twice, though both are the same.',
    why: 'Argo CD and kustomize reject it, and changing only one of the two would make them differ. Custom resources are rendered once.',
    bad: 'one LocustTest in two files',
    good: 'one of them',
    source: 'Argo CD 3.1, RepeatedResourceWarning',
  },
  sameObject: {
    error: 'Two documents define the same object, written or rendered.',
    why: 'The last one applied wins.',
    bad: 'two Services checkout-master in one namespace',
    good: 'one of them with another name',
    source: 'kubectl',
  },
});
