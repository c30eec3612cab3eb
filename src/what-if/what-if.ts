/**
 * Answers to a question about objects: what becomes of everything among them that holds data. Pure;
 * never throws.
 */
import { answerOfDeletion } from './deletion';
import { answerOfForce } from './force';
import { Question } from './questions';
import { IsOutside } from './rows';
import { WhatIf } from './spec';
import { World } from '../judge';
import { FilesOf } from '../manifests/gitops/engines';
import { Actor } from '../manifests/gitops/retention';

/**
 * What would be lost, by everybody who could do it. `namespace` is that of objects which name none,
 * as in the world. `isOutside` tells of an object that it lives beside the application: nobody
 * deletes it, and it is only reported if it goes all the same. `filesOf` has the files of an object
 * by its key, for deployers that name folders.
 */
export function whatIf(
  question: Question,
  world: World,
  namespace: string,
  isOutside: IsOutside = () => false,
  filesOf?: FilesOf,
): WhatIf {
  return {
    question,
    answers: actorsOf(question, world).map((actor) =>
      question === 'force'
        ? answerOfForce(actor as 'argocd' | 'flux', world, namespace, isOutside)
        : answerOfDeletion(
            actor,
            question === 'prune' ? 'pruning' : 'app',
            world,
            namespace,
            isOutside,
            filesOf,
          ),
    ),
  };
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
