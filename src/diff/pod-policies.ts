/** What admission policies say of the pods that a workload makes. */
import { UNKNOWABLE } from './cel';
import { Stored } from './cluster';
import { PodProblem } from './pod-problems';
import { PolicyAnswer, policyAnswer, PolicyWorld } from './policies';
import { typeOfKind } from './types';
import { Fields, fieldsOf } from '../kube';

/** What only a pod of a cluster has. */
const OWN = { name: UNKNOWABLE, generateName: UNKNOWABLE, ownerReferences: UNKNOWABLE };

/** What policies say of new pods of a template. */
export function podAnswer({ sent }: Stored, template: Fields, world: PolicyWorld): PolicyAnswer {
  const { namespace } = sent;
  const spec = fieldsOf(template.spec);
  const { serviceAccountName = 'default' } = spec;
  return policyAnswer(world, {
    operation: 'CREATE',
    apiVersion: 'v1',
    kind: 'Pod',
    resource: 'pods',
    name: '',
    namespace,
    oldObject: null,
    object: {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { ...fieldsOf(template.metadata), ...OWN, namespace },
      spec: { ...spec, serviceAccountName, serviceAccount: serviceAccountName },
    },
    type: typeOfKind('v1', 'Pod'),
    given: [sent.given],
  });
}

/** Why no pods are made. A policy that NEW relaxes stops them only until its controller tries again. */
export function policyProblem({ forbidden }: PolicyAnswer): PodProblem | undefined {
  const denied = forbidden.find(({ isStill }) => isStill);
  return denied && { kind: 'refused', why: `the policy ${JSON.stringify(denied.policy)} refuses them: ${denied.words}` };
}
