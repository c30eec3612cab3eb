/** Second pods of claims that are for one pod: the fact in words, and what to do about it. */
import { show } from '../findings';
import { ONE_NODE, ONE_POD } from '../kube';

/** What is wrong, and what helps. */
export interface SecondPod {
  readonly message: string;
  readonly remedy: string;
}

/**
 * What is wrong with a claim that is for one pod, `but` something has it as well. A claim for one
 * node is enough only where all its pods are brought to one node.
 */
export function secondPodOf(claim: string, but: string, isTogether: boolean = false): SecondPod {
  return {
    message: `the claim ${show(claim)} is for one pod (${ONE_POD}), but ${but}`,
    remedy: `mount it in one pod, or claim ${isTogether ? ONE_NODE : 'ReadWriteMany'}`,
  };
}
