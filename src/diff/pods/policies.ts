/** Answers of admission policies about the pods that a workload makes. */
import { PodProblem } from './problems';
import { Unknown } from '../../cel';
import { Fields, fieldsOf } from '../../kube';
import { typeOfKind } from '../../model';
import { placePod } from '../../validation';
import { podView } from '../admission/pod-view';
import { PolicyAnswer, policyAnswer, PolicyWorld } from '../admission/policies';
import { Stored } from '../stored';

/** Metadata that only a pod of a cluster has. */
const OWN = Object.fromEntries(
  ['name', 'generateName', 'ownerReferences'].map((field) => [field, new Unknown(field)]),
);

/** What policies say of new pods of a template. */
export function podAnswer({ sent }: Stored, template: Fields, world: PolicyWorld): PolicyAnswer {
  const { namespace, workload } = sent;
  const metadata = fieldsOf(template.metadata);
  const made = [...(workload?.nameLabels ?? []), ...(workload?.madeLabels ?? [])];
  const added = made.map((label) => [label, new Unknown(label)] as const);
  const labels = { ...fieldsOf(metadata.labels), ...Object.fromEntries(added) };
  const pod = {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: {
      ...metadata,
      ...(Object.keys(labels).length > 0 ? { labels } : {}),
      namespace,
      ...OWN,
    },
    spec: { ...fieldsOf(template.spec) },
  };
  placePod(pod);
  if (workload?.countedBy === 'nodes') {
    Object.assign(pod.spec, {
      tolerations: new Unknown('tolerations'),
      affinity: new Unknown('affinity'),
    });
  }
  const request = {
    operation: 'CREATE',
    apiVersion: 'v1',
    kind: 'Pod',
    resource: 'pods',
    name: new Unknown('request.name'),
    namespace,
    oldObject: null,
  } as const;
  return policyAnswer(world, {
    ...request,
    object: podView(pod, namespace, world.now),
    type: typeOfKind('v1', 'Pod'),
    given: [sent.given],
  });
}

/**
 * Why no pods are made. A policy that NEW relaxes stops them only until its controller tries again.
 */
export function policyProblem({ refused }: PolicyAnswer): PodProblem | undefined {
  const denied = refused.find(({ isStill }) => isStill);
  return (
    denied && {
      kind: 'refused',
      why: `the policy ${JSON.stringify(denied.policy)} denies them: ${denied.words}`,
    }
  );
}
