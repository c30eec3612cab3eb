/** Transitions of a kind: what the server makes of its changes, and which it refuses. */
import { Check, Finding } from '../../findings';
import { Fields, isSame } from '../../kube';
import { Draft, at } from '../../model';
import { forbidden, invalid } from '../../resource';
import { AppliedManifest } from '../../validation';
import { Cluster } from '../cluster';
import { Stored } from '../stored';

/** A field that is written once. */
export interface ImmutableField {
  /** Where it is: `spec.selector`. */
  readonly path: string;
  /** What the server calls it, if not by its path. */
  readonly as?: string;
  /** Why the value is invalid; by default the field is immutable. */
  readonly says?: string;
  /** Why the change is forbidden, if that is what the server calls it. */
  readonly forbids?: string;
  /** Neither the order of the list counts nor what is in it twice. */
  readonly isSet?: boolean;
  readonly remedy: string;
}

/** What an object is changed from, and all else that a rule can ask for. */
export interface Change {
  readonly before: Fields;
  readonly stored: Stored;
  readonly cluster: Cluster;
  readonly minor: number;
  /** Whether the claim is bound before the change. */
  isBound(stored: Stored): boolean;
  /** Whether a claim that is not bound, as far as the files show, may be, and hold data. */
  mayBeBound?(stored: Stored): boolean;
  /** What decides whether a claim that was taken for bound is, if the files do not tell. */
  bindingDoubt?(stored: Stored): string | undefined;
}

export interface Transitions {
  readonly immutable?: readonly ImmutableField[];
  /** Which changes are refused, beyond the immutable fields. */
  readonly refused?: Check<Fields, Change>;
  /** What would have to be known to tell whether a change is refused that is not. */
  unknown?(after: Fields, change: Change): readonly string[];
  /** What the server makes of an update, before it judges it. */
  updated?(after: Draft, before: Fields, sent: AppliedManifest): void;
}

export function immutableRefusals(
  fields: readonly ImmutableField[],
  after: Fields,
  before: Fields,
): Finding[] {
  return fields.flatMap(
    ({ path, as = path, says = 'field is immutable', forbids, isSet = false, remedy }) => {
      const value = at(after, path);
      const old = at(before, path);
      if (isSame(isSet ? setOf(old) : old, isSet ? setOf(value) : value)) return [];
      return [
        forbids === undefined ? invalid(as, value, says, remedy) : forbidden(as, forbids, remedy),
      ];
    },
  );
}

function setOf(value: unknown): unknown {
  return Array.isArray(value) ? [...new Set<unknown>(value)].sort() : value;
}
