/**
 * What is known of a kind: what the server writes into its objects, and which changes it refuses.
 */
import { Fields, fieldsOf, isFields } from '../../kube';
import { Draft, own } from '../../model';
import { forbidden, invalid, Refusal } from '../../validation';
import { isSame } from '../changes';
import { Cluster, Stored } from '../cluster';
import { AppliedManifest } from '../objects';

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
  /** The order of the list does not count. */
  readonly isSet?: boolean;
  readonly remedy: string;
}

/** All that a rule can ask for. */
export interface Change {
  readonly before: Fields;
  readonly after: Fields;
  readonly sent: AppliedManifest;
  readonly stored: Stored;
  readonly cluster: Cluster;
  readonly minor: number;
  /** Whether the claim is bound before the change. */
  isBound(stored: Stored): boolean;
}

/** One kind. */
export interface KindRules {
  readonly immutable?: readonly ImmutableField[];
  /** What the server writes into a new object, beside defaults. */
  created?(live: Draft, sent: AppliedManifest, cluster: Cluster): void;
  /** What the server makes of an update, before it judges it. */
  updated?(after: Draft, before: Fields, sent: AppliedManifest): void;
  /** Which changes are refused, beyond the immutable fields. */
  refused?(change: Change): readonly Refusal[];
  /** What is wrong with an object, new or changed; `isPast` if some server has taken it. */
  invalid?(
    after: Fields,
    sent: AppliedManifest,
    cluster: Cluster,
    isPast: boolean,
  ): readonly Refusal[];
}

/** Refusals of immutable fields that differ. */
export function immutableRefusals(
  fields: readonly ImmutableField[],
  { before, after }: Pick<Change, 'before' | 'after'>,
): Refusal[] {
  return fields.flatMap(
    ({ path, as = path, says = 'field is immutable', forbids, isSet = false, remedy }) => {
      const value = at(after, path);
      const old = at(before, path);
      if (isSame(isSet ? sorted(old) : old, isSet ? sorted(value) : value)) return [];
      return [
        forbids === undefined ? invalid(as, value, says, remedy) : forbidden(as, forbids, remedy),
      ];
    },
  );
}

/** The value at a path of fields. */
export function at(object: Fields, path: string): unknown {
  let value: unknown = object;
  for (const field of fieldsIn(path)) value = isFields(value) ? own(value, field) : undefined;
  return value;
}

const PATHS = new Map<string, readonly string[]>();

/** The fields of a path; those of the program's own are taken apart once. */
function fieldsIn(path: string): readonly string[] {
  const known = PATHS.get(path);
  if (known) return known;
  const fields = path.split('.');
  PATHS.set(path, fields);
  return fields;
}

/** The fields at a path; none if there are none. */
export function fieldsAt(object: Fields, path: string): Fields {
  return fieldsOf(at(object, path));
}

/** A list at a path, as fields. */
export function listAt(object: Fields, path: string): readonly Fields[] {
  const list = at(object, path);
  return Array.isArray(list) ? list.map((item) => fieldsOf(item)) : [];
}

function sorted(value: unknown): unknown {
  return Array.isArray(value) ? [...value].sort() : value;
}
