/**
 * The Applications of a project: what they register, and what the project asks for at synthesis.
 */
import { IConstruct } from 'constructs';
import { isInTree } from '../../tree';
import { Member } from '../projects';

/** An Application of a project, or a set of them. */
export interface Membership {
  readonly application: IConstruct;
  readonly isKnown: boolean;
  /** What it needs. Asked for at synthesis. */
  members(): readonly Member[];
}

const memberships = new WeakMap<IConstruct, Membership[]>();

/** Puts an Application into a project. */
export function enter(project: IConstruct, membership: Membership): void {
  memberships.set(project, [...membershipsOf(project), membership]);
}

/** The Applications of a project. One that was taken out of its tree is no longer among them. */
export function membershipsOf(project: IConstruct): readonly Membership[] {
  return (memberships.get(project) ?? []).filter(({ application }) =>
    isInTree({ scope: application }),
  );
}
