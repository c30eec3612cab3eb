/**
 * From objects and a question to what becomes of everything among them that holds data. Pure; never
 * throws.
 */
import { answerOfDeletion } from './deletion';
import { answerOfForce } from './force';
import { Question } from './questions';
import { ActorAnswer, WhatIf } from './spec';
import { World } from '../judge';
import { Actor } from '../manifests/gitops/retention';

/**
 * What would be lost, by everybody who could do it. `namespace` is that of objects which name none,
 * as in the world.
 */
export function whatIf(question: Question, world: World, namespace: string): WhatIf {
  return {
    question,
    answers: actorsOf(question, world).map((actor) => answerOf(question, actor, world, namespace)),
  };
}

function answerOf(question: Question, actor: Actor, world: World, namespace: string): ActorAnswer {
  return question === 'force'
    ? answerOfForce(actor as 'argocd' | 'flux', world, namespace)
    : answerOfDeletion(actor, question === 'prune' ? 'pruning' : 'app', world, namespace);
}

/** Who could do it: the engine of the target, or both; what is uninstalled, a person does. */
function actorsOf(question: Question, world: World): readonly Actor[] {
  if (question === 'uninstall') return [...(isOfHelm(world) ? ['helm' as const] : []), 'kubectl'];
  return world.target.gitops ? [world.target.gitops] : ['argocd', 'flux'];
}

function isOfHelm({ objects }: World): boolean {
  return objects.some(
    ({ labels, annotations }) =>
      labels['app.kubernetes.io/managed-by'] === 'Helm' ||
      annotations['meta.helm.sh/release-name'] !== undefined,
  );
}
