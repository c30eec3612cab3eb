/** Second pods of claims that are for one pod: the fact in words, and what to do about it. */
import { show, Problem } from '../findings';
import { ONE_NODE, ONE_POD } from '../kube';

/**
 * What is wrong with a claim that is for one pod, `but` something has it as well. A claim for one
 * node is enough only where all its pods are brought to one node.
 */
export function secondPodOf(claim: string, but: string, isTogether: boolean = false): Problem {
  return {
    message: `the claim ${show(claim)} is for one pod (${ONE_POD}), but ${but}`,
    remedy: `mount it in one pod, or claim ${isTogether ? ONE_NODE : 'ReadWriteMany'}`,
  };
}
