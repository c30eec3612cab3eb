/**
 * The trial of a construct, which is not kept: it is made in its tree, looked at, and taken out
 * again.
 */
import { Construct, IConstruct } from 'constructs';
import { Findings } from './findings';
import { forgetFindings, isInTree } from './synth-checks';
import { Finding, FindingsError } from '../findings';

/**
 * The findings on what somebody wants to make: those that its constructor would throw, or else
 * those that it would have in its tree. The tree is as it was afterwards. Errors that carry no
 * findings pass.
 */
export function findingsOfTrial(scope: Construct, id: string, make: () => IConstruct): Finding[] {
  // What is there already must stay.
  const isTaken = scope.node.tryFindChild(id) !== undefined;
  try {
    const made = make();
    return isInTree({ scope: made }) ? Findings.of(made).all : [];
  } catch (error) {
    if (error instanceof FindingsError) {
      return error.findings.map((finding) => ({ construct: pathOf(scope, id), ...finding }));
    }
    throw error;
  } finally {
    if (!isTaken) scope.node.tryRemoveChild(id);
    // What is made in its stead may be as large, which is how trees are told apart.
    forgetFindings(scope.node.root);
  }
}

const pathOf = (scope: Construct, id: string) =>
  scope.node.path === '' ? id : `${scope.node.path}/${id}`;
